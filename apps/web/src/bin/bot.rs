//! The bundle of the Go player, run in a Web Worker. Loaded by `assets/worker.js`, which runs `main`.

fn main() {
    web::bot_worker::listen();
}
