//! Builds the custom elements for other people's pages: one script and its WASM, with a sample page.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::bundles;
use crate::page::{MAX_BROTLI_QUALITY, Profile, brotli};
use crate::paths::{root, target};
use crate::step::step;

/// The most that a page may have to download.
const MAX_DOWNLOAD: usize = 300 * 1024;

pub fn folder() -> PathBuf {
    target().join("embed")
}

/// Writes the compressed files and prints their size.
fn write_compressed(script: &[u8], wasm: &[u8]) -> Result<()> {
    let mut download = 0;
    for (name, bytes) in [("tabiya.js", script), ("tabiya_bg.wasm", wasm)] {
        let packed = brotli(bytes, MAX_BROTLI_QUALITY)?;
        download += packed.len();
        fs::write(folder().join(format!("{name}.br")), packed)?;
    }
    println!(
        "   script and WASM, brotli: {:.1} KiB of {} KiB",
        download as f64 / 1024.0,
        MAX_DOWNLOAD / 1024
    );
    Ok(())
}

/// Fails if what was built last is too large.
pub fn check_size() -> Result<()> {
    let size = |name: &str| fs::metadata(folder().join(name)).map(|file| file.len());
    let download = size("tabiya.js.br")? + size("tabiya_bg.wasm.br")?;
    ensure!(download <= MAX_DOWNLOAD as u64, "the elements are too large: {download} bytes compressed");
    Ok(())
}

/// Builds into target/embed and prints the size.
pub fn build(profile: Profile) -> Result<()> {
    let (bindings, wasm) = step("elements", || bundles::build_standalone("embed", "tabiya", profile.name()))?;
    let mut style = String::new();
    for part in ["52-chess.css", "56-notation.css"] {
        style += &fs::read_to_string(root().join("apps/web/style").join(part))?;
    }
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
        Profile::Release => write_compressed(&script, &wasm),
        Profile::Local | Profile::Quick => Ok(()),
    }
}
