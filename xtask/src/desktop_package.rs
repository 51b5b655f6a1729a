//! The Debian package of the desktop program, made from tauri.conf.json: its names, descriptions and file types.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use flate2::Compression;
use serde::Deserialize;

use crate::archive::InstalledFile;
use crate::deb::{self, Control};
use crate::icons;
use crate::native::Build;
use crate::paths::{root, target};
use crate::step::run;

/// A double click finds the program through the databases of the last two packages, which a minimal system lacks.
const DEPENDS: &str = "libgtk-3-0, libwebkit2gtk-4.1-0, desktop-file-utils, shared-mime-info";
const ICON_SIZES: [u32; 5] = [16, 32, 48, 128, 256];

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
    file_associations: Vec<FileType>,
}

/// A file type that the program opens.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileType {
    ext: Vec<String>,
    description: String,
    mime_type: String,
}

/// Makes the package of a program that is already built, and gives its path.
pub fn pack(build: Build) -> Result<PathBuf> {
    let text = fs::read_to_string(root().join("apps/desktop/tauri.conf.json"))?;
    let config: Config = serde_json::from_str(&text).context("tauri.conf.json")?;
    let program = program(build)?;
    let depends = format!("{}, {DEPENDS}", deb::libc_dependency(&program)?);
    let files = files(&config, program)?;
    let control = Control {
        package: "tabiya",
        depends: &depends,
        recommends: "xdg-utils",
        suggests: "gnugo, gnubg, stockfish",
        summary: &config.bundle.short_description,
        description: &config.bundle.long_description,
    };
    let package = deb::package(&control, &files, deb::source_date(), Compression::best())?;
    let folder = target().join("deb");
    fs::create_dir_all(&folder)?;
    let path = folder.join(if build == Build::Release { "tabiya.deb" } else { "tabiya-quick.deb" });
    fs::write(&path, &package)?;
    let installed: usize = files.iter().map(|file| file.bytes.len()).sum();
    println!("   package: {:.1} MB, installed {:.1} MB", megabytes(package.len()), megabytes(installed));
    Ok(path)
}

fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}

fn files(config: &Config, program: Vec<u8>) -> Result<Vec<InstalledFile>> {
    let mut files = vec![
        InstalledFile::program(format!("usr/bin/{}", config.main_binary_name), program),
        InstalledFile::new("usr/share/applications/tabiya.desktop", desktop_file(config)),
        InstalledFile::new("usr/share/mime/packages/tabiya.xml", mime_info(&config.bundle.file_associations)),
        InstalledFile::new("usr/share/doc/tabiya/copyright", deb::copyright()),
    ];
    files.extend(icon_files("apps/tabiya", &icons::folder().join("tabiya.svg"))?);
    for file_type in &config.bundle.file_associations {
        let svg = icons::folder().join(format!("{}.svg", file_type.ext[0]));
        files.extend(icon_files(&format!("mimetypes/{}", file_type.mime_type.replace('/', "-")), &svg)?);
    }
    Ok(files)
}

/// The program without debug information.
fn program(build: Build) -> Result<Vec<u8>> {
    let program = build.program("tabiya-desktop");
    if build == Build::Release {
        return Ok(fs::read(program)?);
    }
    let stripped = program.with_extension("stripped");
    run(Command::new("strip").arg("-o").arg(&stripped).arg(&program), "install binutils")?;
    Ok(fs::read(stripped)?)
}

/// An icon in every size, and the SVG itself.
fn icon_files(name: &str, svg: &Path) -> Result<Vec<InstalledFile>> {
    let path = |size: &str, ending: &str| format!("usr/share/icons/hicolor/{size}/{name}.{ending}");
    let mut icons = vec![InstalledFile::new(path("scalable", "svg"), fs::read(svg)?)];
    for (size, png) in ICON_SIZES.into_iter().zip(icons::draw(svg, &ICON_SIZES)?) {
        icons.push(InstalledFile::new(path(&format!("{size}x{size}"), "png"), png));
    }
    Ok(icons)
}

fn desktop_file(config: &Config) -> String {
    let Config { product_name, main_binary_name, bundle } = config;
    let types: String =
        bundle.file_associations.iter().map(|file_type| format!("{};", file_type.mime_type)).collect();
    format!(
        "[Desktop Entry]\nType=Application\nName={product_name}\nComment={}\nExec={main_binary_name} %F\n\
         Icon=tabiya\nTerminal=false\nCategories=Game;BoardGame;\nMimeType={types}\nStartupWMClass={main_binary_name}\n",
        bundle.short_description
    )
}

fn mime_info(file_types: &[FileType]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n",
    );
    for file_type in file_types {
        let FileType { ext, description, mime_type } = file_type;
        let globs: String = ext.iter().map(|ext| format!("    <glob pattern=\"*.{ext}\"/>\n")).collect();
        let icon = mime_type.replace('/', "-");
        text += &format!(
            "  <mime-type type=\"{mime_type}\">\n    <comment>{description}</comment>\n    \
             <icon name=\"{icon}\"/>\n{globs}  </mime-type>\n"
        );
    }
    text + "</mime-info>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_type_is_recognised_by_its_extensions() {
        let file_type = FileType {
            ext: vec!["sgf".into()],
            description: "Game record".into(),
            mime_type: "application/x-go-sgf".into(),
        };
        let text = mime_info(&[file_type]);
        assert!(
            text.contains("<glob pattern=\"*.sgf\"/>") && text.contains("application-x-go-sgf"),
            "{text}"
        );
    }
}
