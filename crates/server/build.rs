//! The page is embedded when this crate is compiled, so the crate is recompiled when the page changes.

fn main() {
    println!("cargo:rerun-if-changed=../../apps/web/dist");
}
