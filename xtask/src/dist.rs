//! What is handed to users: the `tabiya` binary with its manual, completions, desktop entry and icon, as a Debian package
//! and as a tarball that unpacks over /usr/local or a home folder. The program with a window has a package of its own
//! (`deb`), and both can be installed side by side.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};

use crate::archive::{self, Control, Entry};
use crate::place::{root, target};
use crate::step::{output, run, step};
use crate::studio;

const DESKTOP: &str = "[Desktop Entry]\nType=Application\nName=Tabiya in the browser\nGenericName=Board games studio\n\
    Comment=Study, play and train Go, chess and backgammon\nExec=tabiya %F\nIcon=tabiya-studio\nTerminal=true\n\
    Categories=Game;BoardGame;\nMimeType=application/x-go-sgf;application/vnd.chess-pgn;application/x-chess-pgn;\n\
    Keywords=go;baduk;weiqi;chess;backgammon;sgf;pgn;\n";

const DESCRIPTION: &str = "A studio for records and analysis, puzzles, flashcards and games on the local\n\
    network. It serves its page on this machine and opens it in the browser;\n\
    `tabiya --help` lists what it does in the terminal.";

pub fn make() -> Result<()> {
    step("packages", || {
        studio::build()?;
        pack(&studio::binary(), &target().join("dist"), Compression::best())
    })
}

/// Of the program that the proofs use, with the page that was built last; says in which folder.
pub fn quickly() -> Result<PathBuf> {
    studio::build_quickly()?;
    step("quick packages", || {
        let (program, folder) = (target().join("debug/tabiya"), target().join("dist-quick"));
        fs::create_dir_all(&folder)?;
        // What only a debugger reads is half of it.
        let stripped = folder.join("tabiya");
        run(Command::new("strip").arg("-o").arg(&stripped).arg(&program), "install binutils")?;
        pack(&stripped, &folder, Compression::fast())?;
        Ok(folder)
    })
}

fn pack(program: &Path, folder: &Path, effort: Compression) -> Result<()> {
    let ask = |args: &[&str]| {
        output(program, args).with_context(|| format!("{} {args:?} says nothing", program.display()))
    };
    let bytes = fs::read(program)?;
    let depends = match archive::needs_libc(&bytes) {
        Some((major, minor)) => format!("libc6 (>= {major}.{minor}), libgcc-s1"),
        None => bail!("{} names no C library: is it built for Linux?", program.display()),
    };
    write(&contents(bytes, ask)?, &depends, folder, effort)
}

/// The program, and what it says of itself in the forms that a system looks for.
fn contents(program: Vec<u8>, run: impl Fn(&[&str]) -> Result<String>) -> Result<Vec<Entry>> {
    let manual = |(name, text): (String, String)| {
        Ok(Entry::new(&format!("share/man/man1/{name}.1.gz"), packed(&text)?))
    };
    let manuals = manuals(&run)?.into_iter().map(manual).collect::<Result<Vec<Entry>>>()?;
    let completions = |shell: &str| Ok::<String, anyhow::Error>(run(&["completions", shell])? + "\n");
    let files = vec![
        Entry::program("bin/tabiya", program),
        Entry::new("share/bash-completion/completions/tabiya", completions("bash")?),
        Entry::new("share/zsh/site-functions/_tabiya", completions("zsh")?),
        Entry::new("share/fish/vendor_completions.d/tabiya.fish", completions("fish")?),
        Entry::new("share/applications/tabiya-studio.desktop", DESKTOP),
        Entry::new("share/icons/hicolor/scalable/apps/tabiya-studio.svg", icon()?),
        Entry::new("share/doc/tabiya-cli/copyright", copyright()),
    ];
    Ok(files.into_iter().chain(manuals).collect())
}

/// The manual and those that it names, by their names: `tabiya-library-add` is had with `tabiya man library add`.
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

fn write(files: &[Entry], depends: &str, folder: &Path, effort: Compression) -> Result<()> {
    let at = made_at();
    let version = env!("CARGO_PKG_VERSION");
    let control = Control {
        package: "tabiya-cli",
        version,
        architecture: architecture(),
        depends,
        recommends: "gnugo, gnubg, xdg-utils",
        summary: "studio for people who play Go, chess and backgammon",
        description: DESCRIPTION,
    };
    // Debian's zsh keeps the completions of packages apart from those of the machine's owner.
    let place = |path: &str| format!("usr/{}", path.replace("zsh/site-functions", "zsh/vendor-completions"));
    let in_usr: Vec<Entry> =
        files.iter().map(|file| Entry { path: place(&file.path), ..file.clone() }).collect();
    fs::create_dir_all(folder)?;
    let name = format!("tabiya-{version}-linux-{}", std::env::consts::ARCH);
    let made = [
        (deb(folder), archive::package(&control, &in_usr, at, effort)?),
        (folder.join(format!("{name}.tar.gz")), archive::tarball(&format!("{name}/"), files, at, effort)?),
    ];
    for (path, bytes) in made {
        fs::write(&path, &bytes)?;
        println!("   {}: {:.1} MB", path.display(), bytes.len() as f64 / 1e6);
    }
    Ok(())
}

/// Where the Debian package lies among what was packed.
pub fn deb(folder: &Path) -> PathBuf {
    folder.join(format!("tabiya-cli_{}_{}.deb", env!("CARGO_PKG_VERSION"), architecture()))
}

fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

/// Without a name or a time of its own, as Debian wants manuals.
fn packed(text: &str) -> Result<Vec<u8>> {
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    writeln!(packed, "{text}")?;
    Ok(packed.finish()?)
}

fn icon() -> Result<Vec<u8>> {
    Ok(fs::read(root().join("apps/web/assets/favicon.svg"))?)
}

fn copyright() -> String {
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Tabiya\n\nFiles: *\n\
     License: GPL-3.0+\n On Debian systems the text of the licence is in /usr/share/common-licenses/GPL-3.\n"
        .to_owned()
}

/// The time of the last commit, so that the same sources give the same package.
fn made_at() -> u64 {
    let said = std::env::var("SOURCE_DATE_EPOCH").ok();
    let commit = || output("git", &["-C", &root().to_string_lossy(), "log", "-1", "--format=%ct"]);
    said.or_else(commit).and_then(|seconds| seconds.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn all() -> Vec<Entry> {
        let said = |args: &[&str]| match args {
            ["man"] => "man\n.TP\ntabiya\\-library(1)\nFolders".to_owned(),
            args => args.join(" "),
        };
        contents(b"a program".to_vec(), |args| Ok(said(args))).unwrap()
    }

    fn text(path: &str) -> String {
        let all = all();
        let entry = all.iter().find(|entry| entry.path == path).unwrap();
        String::from_utf8(entry.bytes.clone()).unwrap()
    }

    #[test]
    fn everything_that_a_system_looks_for_is_in_the_package() {
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
    fn the_desktop_entry_is_one() {
        let name = "share/applications/tabiya-studio.desktop";
        let entry = text(name);
        assert!(entry.contains("\nExec=tabiya %F\n") && entry.contains("\nIcon=tabiya-studio\n"), "{entry}");
        let folder = std::env::temp_dir().join(format!("tabiya-desktop-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("tabiya-studio.desktop");
        fs::write(&path, entry).unwrap();
        // Where the validator is not installed, the lines above have to do.
        if let Ok(said) = Command::new("desktop-file-validate").arg(&path).output() {
            assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
