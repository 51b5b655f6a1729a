//! Builds the page that the binary embeds: the bundles and one style sheet, with hashed names, compressed once.
//!
//! apps/web/index.html names files as `{{style.css}}` or `{{NAME}}` for a file of apps/web/assets; each becomes
//! `/assets/NAME-HASH.EXT`, so that browsers may cache it forever. `{{frame}}` is the path of the frame's files without
//! extension, and `{{bundles}}` the attributes from which the start script reads the paths of all bundles.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::bundles::{self, BoundBundle};
use crate::parallel;
use crate::paths::{dist, root};
use crate::step::step;

#[derive(Clone, Copy, PartialEq)]
pub enum Profile {
    /// Optimised for size: what packages contain.
    Release,
    /// Optimised, but built in less than half the time, and larger: `cargo xtask run`.
    Local,
    /// The same code, quick to build: for development and tests.
    Quick,
}

impl Profile {
    pub fn name(self) -> &'static str {
        match self {
            Profile::Release => "page",
            Profile::Local => "page-local",
            Profile::Quick => "page-quick",
        }
    }

    /// The last bytes take brotli most of its time, and only the release page is sent over slow networks.
    fn brotli_quality(self) -> u32 {
        match self {
            Profile::Release => MAX_BROTLI_QUALITY,
            Profile::Local | Profile::Quick => 4,
        }
    }
}

pub const MAX_BROTLI_QUALITY: u32 = 11;

/// Builds the page unless apps/web/dist is newer than all sources.
pub fn build(profile: Profile) -> Result<()> {
    if is_fresh(profile) {
        return Ok(());
    }
    step(format!("page ({})", profile.name()), || bundle(profile))
}

/// Prints the size of each bundle's WASM, plain and compressed.
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
    DistWriter { brotli_quality: profile.brotli_quality() }.write(&index, &bundles, &files)?;
    stamp(profile, begun)
}

/// The files of apps/web/style, concatenated in the order of their names.
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

/// A file of dist/assets: its name and its content.
type NamedFile<'a> = (String, &'a [u8]);

/// The index with the names of the files filled in, and each file with its name.
fn name_by_content<'a>(
    index: &str,
    bundles: &'a [BoundBundle],
    files: &'a BTreeMap<String, Vec<u8>>,
) -> Result<(String, Vec<NamedFile<'a>>)> {
    let mut index = index.to_owned();
    let mut attributes = Vec::new();
    let mut outputs = Vec::new();
    for BoundBundle { bundle, script, wasm } in bundles {
        let name = format!("{}-{}", bundle.name, hash(&[script, wasm]));
        index = index.replace(&format!("{{{{{}}}}}", bundle.name), &format!("/assets/{name}"));
        attributes.push(format!("{}=\"/assets/{name}\"", bundle.attribute()));
        outputs
            .extend([(format!("{name}.js"), script.as_slice()), (format!("{name}.wasm"), wasm.as_slice())]);
    }
    index = index.replace("{{bundles}}", &attributes.join(" "));
    for (name, bytes) in files {
        let hashed = hashed_name(name, bytes);
        index = index.replace(&format!("{{{{{name}}}}}"), &format!("/assets/{hashed}"));
        outputs.push((hashed, bytes));
    }
    if let Some(at) = index.find("{{") {
        let line = index[at..].lines().next().unwrap_or_default();
        bail!("apps/web/index.html names a missing file: {line}");
    }
    Ok((index, outputs))
}

/// Writes apps/web/dist.
struct DistWriter {
    brotli_quality: u32,
}

impl DistWriter {
    fn write(&self, index: &str, bundles: &[BoundBundle], files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
        let dist = dist();
        if dist.exists() {
            fs::remove_dir_all(&dist)?;
        }
        fs::create_dir_all(dist.join("assets"))?;
        let (index, outputs) = name_by_content(index, bundles, files)?;
        parallel::map(&outputs, |(name, bytes)| {
            self.write_compressed(&dist.join("assets").join(name), bytes)
        })?;
        self.write_compressed(&dist.join("index.html"), index.as_bytes())
    }

    /// Writes the file and, where they are smaller, its brotli and gzip forms beside it.
    fn write_compressed(&self, path: &Path, bytes: &[u8]) -> Result<()> {
        fs::write(path, bytes)?;
        for (ending, packed) in [("br", brotli(bytes, self.brotli_quality)?), ("gz", gzip(bytes)?)] {
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

/// The encoder chooses the size of its input blocks badly for some bundles (the bot's was 12 % larger than with 64 KiB), so
/// the best quality tries several sizes, as powers of two. 0 leaves the choice to the encoder.
const BROTLI_BLOCKS: [i32; 4] = [0, 16, 17, 18];

pub fn brotli(bytes: &[u8], quality: u32) -> Result<Vec<u8>> {
    let blocks = if quality == MAX_BROTLI_QUALITY { &BROTLI_BLOCKS[..] } else { &BROTLI_BLOCKS[..1] };
    let packed = blocks.iter().map(|block| brotli_in_blocks(bytes, quality, *block));
    let packed: Vec<Vec<u8>> = packed.collect::<Result<_>>()?;
    Ok(packed.into_iter().min_by_key(Vec::len).unwrap_or_default())
}

fn brotli_in_blocks(mut bytes: &[u8], quality: u32, block: i32) -> Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: i32::try_from(quality)?,
        lgblock: block,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut packed, &params)?;
    Ok(packed)
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// Records the profile and when the build began, so that edits made during the build count as newer.
fn stamp(profile: Profile, begun: SystemTime) -> Result<()> {
    let path = stamp_path();
    let file = fs::File::create(path)?;
    (&file).write_all(profile.name().as_bytes())?;
    Ok(file.set_modified(begun)?)
}

fn stamp_path() -> PathBuf {
    root().join("apps/web/.built")
}

/// A release page also serves for local use.
fn is_fresh(profile: Profile) -> bool {
    let last = fs::read_to_string(stamp_path()).unwrap_or_default();
    let serves = last == profile.name() || (profile == Profile::Local && last == Profile::Release.name());
    let built = fs::metadata(stamp_path()).and_then(|stamp| stamp.modified());
    serves && built.is_ok_and(|built| newest_source() < Some(built))
}

/// When the page's sources last changed. `None` sorts first, so an unreadable tree does not cause endless rebuilds.
fn newest_source() -> Option<SystemTime> {
    let root = root();
    let mut pending =
        vec![root.join("Cargo.toml"), root.join("Cargo.lock"), root.join("crates"), root.join("apps/web")];
    let mut newest = None;
    while let Some(path) = pending.pop() {
        let Ok(meta) = fs::metadata(&path) else { continue };
        if meta.is_file() && path != stamp_path() {
            newest = newest.max(meta.modified().ok());
        } else if meta.is_dir() && path != dist() {
            let inside = fs::read_dir(&path).into_iter().flatten().flatten();
            pending.extend(inside.map(|entry| entry.path()));
        }
    }
    newest
}
