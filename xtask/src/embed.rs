//! The elements for other people's pages: one script and its WASM, beside a page that shows how they are used.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::bundles;
use crate::page::{BEST, Profile, brotli};
use crate::place::{root, target};
use crate::step::step;

/// What a page has to load may be this large as it is sent.
const MOST: usize = 300 * 1024;

pub fn folder() -> PathBuf {
    target().join("embed")
}

/// Packs what is sent, and says how much that is.
fn weigh(script: &[u8], wasm: &[u8]) -> Result<()> {
    let mut sent = 0;
    for (name, bytes) in [("tabiya.js", script), ("tabiya_bg.wasm", wasm)] {
        let packed = brotli(bytes, BEST)?;
        sent += packed.len();
        fs::write(folder().join(format!("{name}.br")), packed)?;
    }
    println!("   script and WASM, brotli: {:.1} KiB of {} KiB", sent as f64 / 1024.0, MOST / 1024);
    Ok(())
}

/// What was packed last is small enough to be sent.
pub fn is_small_enough() -> Result<()> {
    let size = |name: &str| fs::metadata(folder().join(name)).map(|file| file.len());
    let sent = size("tabiya.js.br")? + size("tabiya_bg.wasm.br")?;
    ensure!(sent <= MOST as u64, "the elements are too large: {sent} bytes as they are sent");
    Ok(())
}

/// Builds into target/embed, and says how large it is.
pub fn build(profile: Profile) -> Result<()> {
    let (bindings, wasm) = step("the elements", || bundles::build_alone("embed", "tabiya", profile.name()))?;
    let style = fs::read_to_string(root().join("apps/web/style/52-chess.css"))?;
    let elements =
        fs::read_to_string(root().join("apps/web/embed/elements.js"))?.replace("{{style}}", &style);
    // In one module with the bindings, so that a page needs one script only.
    let script = [bindings.as_slice(), elements.as_bytes()].concat();
    let folder = folder();
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("tabiya.js"), &script)?;
    fs::write(folder.join("tabiya_bg.wasm"), &wasm)?;
    for sample in fs::read_dir(root().join("docs/embed"))? {
        let sample = sample?;
        fs::copy(sample.path(), folder.join(sample.file_name()))?;
    }
    println!("   {}", folder.display());
    match profile {
        Profile::Shipped => weigh(&script, &wasm),
        Profile::Quick => Ok(()),
    }
}
