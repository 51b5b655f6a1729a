//! The Debian package, made from what tauri.conf.json says of the program and its kinds of files. A package is an `ar`
//! of two tarballs; Debian's own databases of kinds of files and of programs notice what it brings, so it needs no
//! script.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use tar::{Builder, EntryType, Header};

use crate::desktop::Build;
use crate::icons;
use crate::place::{root, target};
use crate::step::{output, run};

/// The last two keep the databases by which a double click finds the program; a small system has neither.
const DEPENDS: &str = "libc6, libgtk-3-0, libwebkit2gtk-4.1-0, desktop-file-utils, shared-mime-info";
const SIZES: [u32; 5] = [16, 32, 48, 128, 256];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Config {
    product_name: String,
    main_binary_name: String,
    bundle: Bundle,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bundle {
    short_description: String,
    long_description: String,
    file_associations: Vec<Kind>,
}

/// A kind of files that the program opens.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kind {
    ext: Vec<String>,
    description: String,
    mime_type: String,
}

/// A file of the package.
struct Packed {
    path: String,
    mode: u32,
    bytes: Vec<u8>,
}

impl Packed {
    fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Packed {
        Packed { path: path.into(), mode: 0o644, bytes: bytes.into() }
    }
}

/// Packs the program as it was built, and says where the package is.
pub fn pack(how: Build) -> Result<PathBuf> {
    let text = fs::read_to_string(root().join("apps/desktop/tauri.conf.json"))?;
    let config: Config = serde_json::from_str(&text).context("tauri.conf.json")?;
    let files = files(&config, how)?;
    let size: usize = files.iter().map(|file| file.bytes.len()).sum();
    let control = [Packed::new("control", control(&config, size)?)];
    let folder = target().join("deb");
    fs::create_dir_all(&folder)?;
    let name = if how == Build::Release { "tabiya.deb" } else { "tabiya-quick.deb" };
    let path = folder.join(name);
    let parts = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tarball(&control)?),
        ("data.tar.gz", tarball(&files)?),
    ];
    fs::write(&path, archive(&parts)?)?;
    println!(
        "   the package: {:.1} MB, installed {:.1} MB",
        megabytes(fs::metadata(&path)?.len()),
        megabytes(size as u64)
    );
    Ok(path)
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn files(config: &Config, how: Build) -> Result<Vec<Packed>> {
    let program =
        Packed { mode: 0o755, ..Packed::new(format!("usr/bin/{}", config.main_binary_name), program(how)?) };
    let mut files = vec![
        program,
        Packed::new("usr/share/applications/tabiya.desktop", desktop_file(config)),
        Packed::new("usr/share/mime/packages/tabiya.xml", kinds_of_files(&config.bundle.file_associations)),
        Packed::new("usr/share/doc/tabiya/copyright", copyright()),
    ];
    files.extend(drawn("apps/tabiya", &icons::folder().join("tabiya.svg"))?);
    for kind in &config.bundle.file_associations {
        let drawing = icons::folder().join(format!("{}.svg", kind.ext[0]));
        files.extend(drawn(&format!("mimetypes/{}", kind.mime_type.replace('/', "-")), &drawing)?);
    }
    Ok(files)
}

/// Without what only a debugger reads.
fn program(how: Build) -> Result<Vec<u8>> {
    let binary = how.binary();
    if how == Build::Release {
        return Ok(fs::read(binary)?);
    }
    let stripped = binary.with_extension("stripped");
    run(Command::new("strip").arg("-o").arg(&stripped).arg(&binary), "install binutils")?;
    Ok(fs::read(stripped)?)
}

/// An icon in every size, and as it was drawn.
fn drawn(name: &str, svg: &Path) -> Result<Vec<Packed>> {
    let place = |size: &str, ending: &str| format!("usr/share/icons/hicolor/{size}/{name}.{ending}");
    let mut icons = vec![Packed::new(place("scalable", "svg"), fs::read(svg)?)];
    for size in SIZES {
        icons.push(Packed::new(place(&format!("{size}x{size}"), "png"), icons::png(svg, size)?));
    }
    Ok(icons)
}

fn desktop_file(config: &Config) -> String {
    let Config { product_name, main_binary_name, bundle } = config;
    let kinds: String = bundle.file_associations.iter().map(|kind| format!("{};", kind.mime_type)).collect();
    format!(
        "[Desktop Entry]\nType=Application\nName={product_name}\nComment={}\nExec={main_binary_name} %F\n\
         Icon=tabiya\nTerminal=false\nCategories=Game;BoardGame;\nMimeType={kinds}\nStartupWMClass={main_binary_name}\n",
        bundle.short_description
    )
}

fn kinds_of_files(kinds: &[Kind]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n",
    );
    for kind in kinds {
        let Kind { ext, description, mime_type } = kind;
        let globs: String = ext.iter().map(|ext| format!("    <glob pattern=\"*.{ext}\"/>\n")).collect();
        let icon = mime_type.replace('/', "-");
        text += &format!(
            "  <mime-type type=\"{mime_type}\">\n    <comment>{description}</comment>\n    \
             <icon name=\"{icon}\"/>\n{globs}  </mime-type>\n"
        );
    }
    text + "</mime-info>\n"
}

fn control(config: &Config, size: usize) -> Result<String> {
    let version = env!("CARGO_PKG_VERSION");
    let architecture =
        output("dpkg", &["--print-architecture"]).context("dpkg does not say what this machine is")?;
    let Bundle { short_description, long_description, .. } = &config.bundle;
    Ok(format!(
        "Package: tabiya\nVersion: {version}\nArchitecture: {architecture}\nSection: games\nPriority: optional\n\
         Maintainer: Tabiya <tabiya@localhost>\nInstalled-Size: {}\n\
         Depends: {DEPENDS}\nRecommends: xdg-utils\n\
         Suggests: gnugo, gnubg\nDescription: {short_description}\n {long_description}\n",
        size.div_ceil(1024)
    ))
}

fn copyright() -> &'static str {
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Tabiya\n\nFiles: *\n\
     License: GPL-3+\n On Debian systems the text is in /usr/share/common-licenses/GPL-3.\n"
}

/// With every folder before what is in it, as dpkg wants it.
fn tarball(files: &[Packed]) -> Result<Vec<u8>> {
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    let parents = files.iter().flat_map(|file| Path::new(&file.path).ancestors().skip(1));
    let folders: BTreeSet<&Path> = parents.collect();
    for folder in folders {
        append(&mut tar, &format!("./{}", folder.display()), EntryType::Directory, 0o755, &[])?;
    }
    for file in files {
        append(&mut tar, &format!("./{}", file.path), EntryType::Regular, file.mode, &file.bytes)?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn append(tar: &mut Builder<impl Write>, path: &str, kind: EntryType, mode: u32, bytes: &[u8]) -> Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(bytes.len() as u64);
    header.set_username("root")?;
    header.set_groupname("root")?;
    Ok(tar.append_data(&mut header, path, bytes)?)
}

/// `ar`: a word at the beginning, then each part behind 60 bytes about it, at an even place.
fn archive(parts: &[(&str, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in parts {
        writeln!(archive, "{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`", 0, 0, 0, "100644", bytes.len())?;
        archive.extend(bytes);
        if bytes.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_archive_begin_at_even_places() {
        let archive = archive(&[("a", vec![1]), ("b", vec![2, 3])]).unwrap();
        assert_eq!(archive.len(), 8 + 60 + 2 + 60 + 2);
        assert_eq!(&archive[70..72], b"b ");
    }

    #[test]
    fn a_kind_of_files_is_known_by_its_endings() {
        let kind = Kind {
            ext: vec!["sgf".into()],
            description: "Game record".into(),
            mime_type: "application/x-go-sgf".into(),
        };
        let text = kinds_of_files(&[kind]);
        assert!(
            text.contains("<glob pattern=\"*.sgf\"/>") && text.contains("application-x-go-sgf"),
            "{text}"
        );
    }
}
