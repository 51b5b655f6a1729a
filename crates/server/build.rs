//! The page is embedded when this crate is compiled, so it is compiled anew when the page is.

fn main() {
    println!("cargo:rerun-if-changed=../../apps/web/dist");
}
