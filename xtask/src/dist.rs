//! Packages the studio: the `tabiya` binary with its manual, completions, desktop entry and icon, as a Debian package and as
//! a tarball to unpack into /usr/local or ~/.local. The desktop program has its own package (`desktop_package`); both can be installed
//! together.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};

use crate::archive::{self, InstalledFile};
use crate::deb::{self, Control};
use crate::native::Build;
use crate::paths::{root, target};
use crate::step::{output, run, step};
use crate::studio;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const DESKTOP_ENTRY: &str = "[Desktop Entry]\nType=Application\nName=Tabiya in the browser\nGenericName=Board games studio\n\
    Comment=Study, play and train Go, chess and backgammon\nExec=tabiya %F\nIcon=tabiya-studio\nTerminal=true\n\
    Categories=Game;BoardGame;\nMimeType=application/x-go-sgf;application/vnd.chess-pgn;application/x-chess-pgn;\n\
    Keywords=go;baduk;weiqi;chess;backgammon;sgf;pgn;\n";

const DESCRIPTION: &str = "A studio for records and analysis, puzzles, flashcards and games on the local\n\
    network. It serves its page on this machine and opens it in the browser;\n\
    `tabiya --help` lists what it does in the terminal.";

pub fn pack_release() -> Result<()> {
    step("packages", || {
        studio::build(Build::Release)?;
        pack(&Build::Release.program("tabiya"), &target().join("dist"), Compression::best())
    })
}

/// Packages the debug build with the page that was built last, and gives the folder.
pub fn pack_debug() -> Result<PathBuf> {
    studio::build_binary(Build::Debug)?;
    step("debug packages", || {
        let (program, folder) = (Build::Debug.program("tabiya"), target().join("dist-quick"));
        fs::create_dir_all(&folder)?;
        // Debug information is half of it.
        let stripped = folder.join("tabiya");
        run(Command::new("strip").arg("-o").arg(&stripped).arg(&program), "install binutils")?;
        pack(&stripped, &folder, Compression::fast())?;
        Ok(folder)
    })
}

fn pack(program: &Path, folder: &Path, effort: Compression) -> Result<()> {
    let stdout = |args: &[&str]| {
        output(program, args).with_context(|| format!("{} {args:?} prints nothing", program.display()))
    };
    let bytes = fs::read(program)?;
    let depends = format!("{}, libgcc-s1", deb::libc_dependency(&bytes)?);
    write(&contents(bytes, stdout)?, &depends, folder, effort)
}

/// The program, its manuals, its completions and its desktop entry.
fn contents(program: Vec<u8>, run: impl Fn(&[&str]) -> Result<String>) -> Result<Vec<InstalledFile>> {
    let manual = |(name, text): (String, String)| {
        Ok(InstalledFile::new(format!("share/man/man1/{name}.1.gz"), gzipped(&text)?))
    };
    let manuals = manuals(&run)?.into_iter().map(manual).collect::<Result<Vec<InstalledFile>>>()?;
    let completions = |shell: &str| Ok::<String, anyhow::Error>(run(&["completions", shell])? + "\n");
    let files = vec![
        InstalledFile::program("bin/tabiya", program),
        InstalledFile::new("share/bash-completion/completions/tabiya", completions("bash")?),
        InstalledFile::new("share/zsh/site-functions/_tabiya", completions("zsh")?),
        InstalledFile::new("share/fish/vendor_completions.d/tabiya.fish", completions("fish")?),
        InstalledFile::new("share/applications/tabiya-studio.desktop", DESKTOP_ENTRY),
        InstalledFile::new("share/icons/hicolor/scalable/apps/tabiya-studio.svg", icon()?),
        InstalledFile::new("share/doc/tabiya-cli/copyright", deb::copyright()),
    ];
    Ok(files.into_iter().chain(manuals).collect())
}

/// The manual and those that it refers to, with their names: `tabiya man library add` prints `tabiya-library-add`.
fn manuals(run: impl Fn(&[&str]) -> Result<String>) -> Result<Vec<(String, String)>> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut wanted = vec!["tabiya".to_owned()];
    while let Some(name) = wanted.pop() {
        let words: Vec<&str> = name.split('-').skip(1).collect();
        let text = run(&[&["man"], words.as_slice()].concat())?;
        let named = text.lines().filter_map(|line| line.strip_suffix("(1)"));
        let below =
            named.map(|line| line.replace('\\', "")).filter(|other| other.starts_with(&format!("{name}-")));
        wanted.extend(below);
        all.push((name, text));
    }
    Ok(all)
}

fn write(files: &[InstalledFile], depends: &str, folder: &Path, effort: Compression) -> Result<()> {
    let time = deb::source_date();
    let control = Control {
        package: "tabiya-cli",
        depends,
        recommends: "gnugo, gnubg, stockfish, xdg-utils",
        suggests: "",
        summary: "studio for people who play Go, chess and backgammon",
        description: DESCRIPTION,
    };
    // Debian's zsh has a separate folder for the completions of packages.
    let in_usr_path =
        |path: &str| format!("usr/{}", path.replace("zsh/site-functions", "zsh/vendor-completions"));
    let in_usr: Vec<InstalledFile> =
        files.iter().map(|file| InstalledFile { path: in_usr_path(&file.path), ..file.clone() }).collect();
    fs::create_dir_all(folder)?;
    let name = format!("tabiya-{VERSION}-linux-{}", std::env::consts::ARCH);
    let archives = [
        (package_path(folder), deb::package(&control, &in_usr, time, effort)?),
        (folder.join(format!("{name}.tar.gz")), archive::tarball(&format!("{name}/"), files, time, effort)?),
    ];
    for (path, bytes) in archives {
        fs::write(&path, &bytes)?;
        println!("   {}: {:.1} MB", path.display(), bytes.len() as f64 / 1e6);
    }
    Ok(())
}

/// The Debian package in the folder of packages.
pub fn package_path(folder: &Path) -> PathBuf {
    folder.join(format!("tabiya-cli_{VERSION}_{}.deb", deb::architecture()))
}

/// Compressed without name and time, as Debian requires for manuals.
fn gzipped(text: &str) -> Result<Vec<u8>> {
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writeln!(packed, "{text}")?;
    Ok(packed.finish()?)
}

fn icon() -> Result<Vec<u8>> {
    Ok(fs::read(root().join("apps/web/assets/favicon.svg"))?)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn all() -> Vec<InstalledFile> {
        let output = |args: &[&str]| match args {
            ["man"] => "man\n.TP\ntabiya\\-library(1)\nFolders".to_owned(),
            args => args.join(" "),
        };
        contents(b"a program".to_vec(), |args| Ok(output(args))).unwrap()
    }

    fn text(path: &str) -> String {
        let all = all();
        let entry = all.iter().find(|entry| entry.path == path).unwrap();
        String::from_utf8(entry.bytes.clone()).unwrap()
    }

    #[test]
    fn the_package_has_program_completions_manuals_and_icon() {
        let all = all();
        let programs: Vec<&str> =
            all.iter().filter(|entry| entry.executable).map(|entry| entry.path.as_str()).collect();
        assert_eq!(programs, ["bin/tabiya"]);
        assert_eq!(text("share/bash-completion/completions/tabiya"), "completions bash\n");
        assert_eq!(text("share/zsh/site-functions/_tabiya"), "completions zsh\n");
        assert_eq!(text("share/fish/vendor_completions.d/tabiya.fish"), "completions fish\n");
        assert!(text("share/icons/hicolor/scalable/apps/tabiya-studio.svg").contains("<svg"));
        assert!(text("share/doc/tabiya-cli/copyright").contains("GPL-3"));
        let manual = all.iter().find(|entry| entry.path == "share/man/man1/tabiya-library.1.gz").unwrap();
        let mut unpacked = String::new();
        GzDecoder::new(manual.bytes.as_slice()).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, "man library\n");
    }

    #[test]
    fn the_desktop_entry_is_valid() {
        let name = "share/applications/tabiya-studio.desktop";
        let entry = text(name);
        assert!(entry.contains("\nExec=tabiya %F\n") && entry.contains("\nIcon=tabiya-studio\n"), "{entry}");
        let folder = std::env::temp_dir().join(format!("tabiya-desktop-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("tabiya-studio.desktop");
        fs::write(&path, entry).unwrap();
        // Skipped where the validator is not installed.
        if let Ok(output) = Command::new("desktop-file-validate").arg(&path).output() {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
