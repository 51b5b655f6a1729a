//! The page as the binary embeds it: WASM with its bindings, one style sheet, names by content, compressed once.
//!
//! apps/web/index.html names files as `{{app.js}}`, `{{app.wasm}}`, `{{style.css}}` or `{{NAME}}` for a file of
//! apps/web/assets; each becomes `/assets/NAME-HASH.EXT`, so that browsers may keep them for ever.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::place::{dist, root};
use crate::step::{run, step};
use crate::wasm;

#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    /// As small as it gets: what users have.
    Shipped,
    /// The same code, quickly built: what most test runs use.
    Quick,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Profile::Shipped => "page",
            Profile::Quick => "page-quick",
        }
    }
}

/// Builds the page unless apps/web/dist is newer than everything it is made of.
pub fn build(profile: Profile) -> Result<()> {
    if is_fresh(profile) {
        return Ok(());
    }
    step(format!("the page ({})", profile.name()), || bundle(profile))
}

fn bundle(profile: Profile) -> Result<()> {
    let begun = SystemTime::now();
    let mut cargo = wasm::route()?.cargo_build();
    cargo.args(["--package", "web", "--lib", "--profile", profile.name()]);
    run(&mut cargo, "mend what the compiler says above")?;

    let mut files = bind(&wasm::built("web", profile.name()))?;
    files.insert("style.css".into(), style()?);
    files.extend(assets()?);
    let index = fs::read_to_string(root().join("apps/web/index.html"))?;
    write(&index, &files)?;
    stamp(profile, begun)
}

/// The bindings and the stripped WASM, made in a folder of their own.
fn bind(wasm: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let out = crate::place::wasm_target().join("bound");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("app").typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(&out).context("wasm-bindgen could not bind the page")?;
    if out.join("snippets").exists() {
        bail!("a dependency brings its own script; the page serves none but ours");
    }
    let script = fs::read(out.join("app.js"))?;
    let wasm = fs::read(out.join("app_bg.wasm"))?;
    Ok(BTreeMap::from([("app.js".into(), script), ("app.wasm".into(), wasm)]))
}

/// The sheets of apps/web/style one after another, in the order of their names.
fn style() -> Result<Vec<u8>> {
    let mut sheets = files_in(&root().join("apps/web/style"))?;
    sheets.sort();
    let mut all = Vec::new();
    for sheet in sheets {
        all.extend(fs::read(sheet)?);
        all.push(b'\n');
    }
    Ok(all)
}

fn assets() -> Result<Vec<(String, Vec<u8>)>> {
    let files = files_in(&root().join("apps/web/assets"))?;
    files.into_iter().map(|file| Ok((file_name(&file), fs::read(&file)?))).collect()
}

fn files_in(dir: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(paths.into_iter().filter(|path| path.is_file()).collect())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn write(index: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    let dist = dist();
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    fs::create_dir_all(dist.join("assets"))?;
    let mut index = index.to_owned();
    for (name, bytes) in files {
        let hashed = hashed_name(name, bytes);
        index = index.replace(&format!("{{{{{name}}}}}"), &format!("/assets/{hashed}"));
        write_compressed(&dist.join("assets").join(hashed), bytes)?;
    }
    if let Some(at) = index.find("{{") {
        bail!(
            "apps/web/index.html names a file that is not there: {}",
            index[at..].lines().next().unwrap_or_default()
        );
    }
    write_compressed(&dist.join("index.html"), index.as_bytes())
}

/// `app.js` → `app-1a2b3c4d5e6f.js`
fn hashed_name(name: &str, bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{hash}.{ending}"),
        None => format!("{name}-{hash}"),
    }
}

/// The file and, where they are smaller, its brotli and gzip forms beside it.
fn write_compressed(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes)?;
    for (ending, packed) in [("br", brotli(bytes)?), ("gz", gzip(bytes)?)] {
        if packed.len() < bytes.len() {
            fs::write(path.with_file_name(format!("{}.{ending}", file_name(path))), packed)?;
        }
    }
    Ok(())
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 1 << 16, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// Remembers which profile was built and when the build began, so that edits made during it count as newer.
fn stamp(profile: Profile, begun: SystemTime) -> Result<()> {
    let path = stamp_path();
    let file = fs::File::create(path)?;
    (&file).write_all(profile.name().as_bytes())?;
    Ok(file.set_modified(begun)?)
}

fn stamp_path() -> PathBuf {
    root().join("apps/web/.built")
}

fn is_fresh(profile: Profile) -> bool {
    let built = fs::metadata(stamp_path()).and_then(|stamp| stamp.modified());
    let same_profile = fs::read_to_string(stamp_path()).is_ok_and(|name| name == profile.name());
    same_profile && built.is_ok_and(|built| newest_source() < Some(built))
}

/// When the page's sources last changed; `None` sorts first, so an unreadable tree never counts as stale for ever.
fn newest_source() -> Option<SystemTime> {
    let root = root();
    let mut waiting =
        vec![root.join("Cargo.toml"), root.join("Cargo.lock"), root.join("crates"), root.join("apps/web")];
    let mut newest = None;
    while let Some(path) = waiting.pop() {
        let Ok(meta) = fs::metadata(&path) else { continue };
        if meta.is_file() && path != stamp_path() {
            newest = newest.max(meta.modified().ok());
        } else if meta.is_dir() && path != dist() {
            let inside = fs::read_dir(&path).into_iter().flatten().flatten();
            waiting.extend(inside.map(|entry| entry.path()));
        }
    }
    newest
}
