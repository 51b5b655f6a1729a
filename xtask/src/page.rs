//! The page as the binary embeds it: the bundles, one style sheet, names by content, compressed once.
//!
//! apps/web/index.html names files as `{{style.css}}` or `{{NAME}}` for a file of apps/web/assets; each becomes
//! `/assets/NAME-HASH.EXT`, so that browsers may keep them for ever. `{{frame}}` is the frame without its ending, and
//! `{{bundles}}` is what the start script has to know of all of them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::bundles::{self, Bound};
use crate::place::{dist, root};
use crate::step::step;

#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    /// As small as it gets: what users have.
    Shipped,
    /// The same code, quickly built: what most test runs use.
    Quick,
}

impl Profile {
    pub fn name(self) -> &'static str {
        match self {
            Profile::Shipped => "page",
            Profile::Quick => "page-quick",
        }
    }

    /// How hard brotli tries. The last bytes take minutes, and nobody sends the quick page anywhere.
    fn effort(self) -> u32 {
        match self {
            Profile::Shipped => BEST,
            Profile::Quick => 4,
        }
    }
}

/// The hardest that brotli tries.
pub const BEST: u32 = 11;

/// Builds the page unless apps/web/dist is newer than everything it is made of.
pub fn build(profile: Profile) -> Result<()> {
    if is_fresh(profile) {
        return Ok(());
    }
    step(format!("the page ({})", profile.name()), || bundle(profile))
}

/// How large each bundle's WASM is, as it is and as it is sent.
pub fn print_sizes() -> Result<()> {
    println!("   {:10} {:>12} {:>12} {:>12}", "", "plain", "gzip", "brotli");
    for file in
        sorted(&dist().join("assets"))?.iter().filter(|file| file.extension().is_some_and(|e| e == "wasm"))
    {
        let size = |ending: &str| {
            let length = fs::metadata(format!("{}{ending}", file.display())).map(|meta| meta.len());
            length.map_or_else(|_| "-".to_owned(), |bytes| format!("{:.1} KiB", bytes as f64 / 1024.0))
        };
        let name = file_name(file);
        let name = name.rsplit_once('-').map_or(name.as_str(), |(name, _)| name);
        println!("   {name:10} {:>12} {:>12} {:>12}", size(""), size(".gz"), size(".br"));
    }
    Ok(())
}

fn bundle(profile: Profile) -> Result<()> {
    let begun = SystemTime::now();
    let bundles = bundles::build(profile.name())?;
    let mut files = BTreeMap::from([("style.css".to_owned(), style()?)]);
    files.extend(assets()?);
    let index = fs::read_to_string(root().join("apps/web/index.html"))?;
    Output { effort: profile.effort() }.write(&index, &bundles, &files)?;
    stamp(profile, begun)
}

/// The sheets of apps/web/style one after another, in the order of their names.
fn style() -> Result<Vec<u8>> {
    let mut all = Vec::new();
    for sheet in sorted(&root().join("apps/web/style"))? {
        all.extend(fs::read(sheet)?);
        all.push(b'\n');
    }
    Ok(all)
}

fn assets() -> Result<Vec<(String, Vec<u8>)>> {
    let files = sorted(&root().join("apps/web/assets"))?;
    files.into_iter().map(|file| Ok((file_name(&file), fs::read(&file)?))).collect()
}

/// The files of a folder in the order of their names.
fn sorted(dir: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Writes apps/web/dist.
struct Output {
    effort: u32,
}

impl Output {
    fn write(&self, index: &str, bundles: &[Bound], files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
        let dist = dist();
        if dist.exists() {
            fs::remove_dir_all(&dist)?;
        }
        fs::create_dir_all(dist.join("assets"))?;
        let mut index = index.to_owned();
        let mut told = Vec::new();
        for Bound { bundle, script, wasm } in bundles {
            let name = format!("{}-{}", bundle.name, hash(&[script, wasm]));
            self.compressed(&dist.join("assets").join(format!("{name}.js")), script)?;
            self.compressed(&dist.join("assets").join(format!("{name}.wasm")), wasm)?;
            index = index.replace(&format!("{{{{{}}}}}", bundle.name), &format!("/assets/{name}"));
            told.push(format!("{}=\"/assets/{name}\"", bundle.attribute()));
        }
        index = index.replace("{{bundles}}", &told.join(" "));
        for (name, bytes) in files {
            let hashed = hashed_name(name, bytes);
            index = index.replace(&format!("{{{{{name}}}}}"), &format!("/assets/{hashed}"));
            self.compressed(&dist.join("assets").join(hashed), bytes)?;
        }
        if let Some(at) = index.find("{{") {
            bail!(
                "apps/web/index.html names a file that is not there: {}",
                index[at..].lines().next().unwrap_or_default()
            );
        }
        self.compressed(&dist.join("index.html"), index.as_bytes())
    }

    /// The file and, where they are smaller, its brotli and gzip forms beside it.
    fn compressed(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        fs::write(path, bytes)?;
        for (ending, packed) in [("br", brotli(bytes, self.effort)?), ("gz", gzip(bytes)?)] {
            if packed.len() < bytes.len() {
                fs::write(path.with_file_name(format!("{}.{ending}", file_name(path))), packed)?;
            }
        }
        Ok(())
    }
}

/// `style.css` → `style-1a2b3c4d5e6f.css`
fn hashed_name(name: &str, bytes: &[u8]) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{}.{ending}", hash(&[bytes])),
        None => format!("{name}-{}", hash(&[bytes])),
    }
}

fn hash(parts: &[&[u8]]) -> String {
    let all = parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part));
    all.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

pub fn brotli(bytes: &[u8], effort: u32) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, 1 << 16, effort, 22);
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
