//! The Go player, in a worker beside the page. Loaded by `assets/worker.js`, which runs `main`.

fn main() {
    web::bot_worker::listen();
}
