//! The packages in a Debian that has nothing else. It is made by debootstrap and kept in the target folder, because that and
//! what the packages need take minutes; the packages themselves come and go every time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::install::{Need, install_all};
use crate::place::target;
use crate::step::{run, step};

const DEBOOTSTRAP: Need = Need { what: "debootstrap", program: "debootstrap", packages: &["debootstrap"] };
const KINDS: [&str; 2] = ["application/x-go-sgf", "application/vnd.chess-pgn"];

/// The studio's package, and then the desktop program's. Needs both, and the rights to change the root folder.
pub fn prove(studio: &Path, desktop: &Path) -> Result<()> {
    install_all(&[&DEBOOTSTRAP])?;
    let needs = field(desktop, "Depends")?;
    let root = target().join("clean-root");
    // Written last, so that a root that was made by halves, or for other needs, is made again.
    let done = target().join("clean-root.done");
    if fs::read_to_string(&done).ok().as_deref() != Some(needs.as_str()) {
        step("a Debian with nothing in it", || make(&root))?;
    }
    comes_and_goes(&root, studio, &|| speaks(&root), &|| Ok(()))?;
    let registered = || {
        fs::write(&done, &needs)?;
        is_registered(&root)
    };
    comes_and_goes(&root, desktop, &registered, &|| is_gone(&root))
}

fn comes_and_goes(
    root: &Path,
    package: &Path,
    is_here: &dyn Fn() -> Result<()>,
    is_gone: &dyn Fn() -> Result<()>,
) -> Result<()> {
    let name = field(package, "Package")?;
    fs::copy(package, root.join("tmp/tabiya.deb"))?;
    let apt = |args: &[&str]| in_root(root, &[&["apt-get", "--yes", "--quiet=2"], args].concat());
    step(format!("{name} by apt-get"), || {
        apt(&["install", "--no-install-recommends", "/tmp/tabiya.deb"])?;
        is_here()
    })?;
    step(format!("{name} away again"), || {
        apt(&["purge", &name])?;
        let left = root.join("usr/bin").join(if name == "tabiya" { "tabiya-desktop" } else { "tabiya" });
        ensure!(!left.exists(), "{} is still there", left.display());
        is_gone()
    })
}

/// The studio's program starts with what the package said it needs, reads a record, and keeps a library.
fn speaks(root: &Path) -> Result<()> {
    fs::write(root.join("tmp/game.sgf"), "(;GM[1]SZ[9]PB[Ann]PW[Ben];B[ee];W[cc])")?;
    in_root(root, &["tabiya", "--version"])?;
    in_root(root, &["tabiya", "show", "/tmp/game.sgf"])?;
    in_root(root, &["tabiya", "library", "add", "/tmp"])?;
    in_root(root, &["tabiya", "library", "list", "--player", "ann"])
}

fn make(root: &Path) -> Result<()> {
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    let system = fs::read_to_string("/etc/os-release")?;
    let name = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.arg("--variant=minbase").arg(name.context("this is no Debian")?).arg(root);
    run(&mut debootstrap, "see what debootstrap said above")?;
    fs::copy("/etc/resolv.conf", root.join("etc/resolv.conf"))?;
    in_root(root, &["apt-get", "update", "--quiet=2"])
}

fn in_root(root: &Path, words: &[&str]) -> Result<()> {
    let mut command = Command::new("chroot");
    command.arg(root).args(words).env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C");
    run(&mut command, "see what it said above")
}

/// A double click finds the program: kinds of files, who opens them, how they look. And it has all it needs to start.
fn is_registered(root: &Path) -> Result<()> {
    let share = root.join("usr/share");
    let openers = fs::read_to_string(share.join("applications/mimeinfo.cache"))?;
    let endings = fs::read_to_string(share.join("mime/globs2"))?;
    for (kind, ending) in KINDS.into_iter().zip(["sgf", "pgn"]) {
        ensure!(openers.contains(&format!("{kind}=tabiya.desktop;")), "nobody opens {kind}: {openers}");
        ensure!(endings.contains(&format!("{kind}:*.{ending}")), "*.{ending} is of no kind");
    }
    for icon in icons(&share) {
        ensure!(icon.is_file(), "{} is missing", icon.display());
    }
    let output = Command::new("chroot").arg(root).args(["ldd", "/usr/bin/tabiya-desktop"]).output()?;
    let libraries = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success() && !libraries.contains("not found"), "{libraries}");
    Ok(())
}

fn is_gone(root: &Path) -> Result<()> {
    let share = root.join("usr/share");
    let openers = fs::read_to_string(share.join("applications/mimeinfo.cache")).unwrap_or_default();
    ensure!(!openers.contains("tabiya"), "files still have an opener: {openers}");
    ensure!(icons(&share).iter().all(|icon| !icon.exists()), "icons are left");
    Ok(())
}

fn icons(share: &Path) -> Vec<PathBuf> {
    let kinds = KINDS.map(|kind| format!("mimetypes/{}", kind.replace('/', "-")));
    let names = kinds.into_iter().chain(["apps/tabiya".to_owned()]);
    names.map(|name| share.join(format!("icons/hicolor/48x48/{name}.png"))).collect()
}

fn field(package: &Path, name: &str) -> Result<String> {
    let output = Command::new("dpkg-deb").arg("--field").arg(package).arg(name).output()?;
    ensure!(output.status.success(), "{} is no package", package.display());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
