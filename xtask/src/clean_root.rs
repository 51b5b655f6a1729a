//! Tests the packages in a minimal Debian made by debootstrap. The root is kept in the target folder, because making it and
//! installing dependencies take minutes; the packages are installed and removed every time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::install::{Tool, install_all};
use crate::paths::target;
use crate::step::{run, step};

const DEBOOTSTRAP: Tool = Tool { label: "debootstrap", program: "debootstrap", packages: &["debootstrap"] };
const MIME_TYPES: [&str; 2] = ["application/x-go-sgf", "application/vnd.chess-pgn"];

/// Tests the studio's package, then the desktop program's. Needs root for chroot.
pub fn test(studio: &Path, desktop: &Path) -> Result<()> {
    install_all(&[&DEBOOTSTRAP])?;
    let dependencies = field(desktop, "Depends")?;
    let root = target().join("clean-root");
    // Written last, so that an unfinished root, or one with other dependencies, is made again.
    let done = target().join("clean-root.done");
    if fs::read_to_string(&done).ok().as_deref() != Some(dependencies.as_str()) {
        step("minimal Debian", || make(&root))?;
    }
    install_and_remove(&root, studio, &|| check_studio(&root), &|| Ok(()))?;
    let registered = || {
        fs::write(&done, &dependencies)?;
        check_registered(&root)
    };
    install_and_remove(&root, desktop, &registered, &|| check_removed(&root))
}

fn install_and_remove(
    root: &Path,
    package: &Path,
    check_installed: &dyn Fn() -> Result<()>,
    check_removed: &dyn Fn() -> Result<()>,
) -> Result<()> {
    let name = field(package, "Package")?;
    fs::copy(package, root.join("tmp/tabiya.deb"))?;
    let apt = |args: &[&str]| in_root(root, &[&["apt-get", "--yes", "--quiet=2"], args].concat());
    step(format!("install {name}"), || {
        apt(&["install", "--no-install-recommends", "/tmp/tabiya.deb"])?;
        check_installed()
    })?;
    step(format!("remove {name}"), || {
        apt(&["purge", &name])?;
        let left = root.join("usr/bin").join(if name == "tabiya" { "tabiya-desktop" } else { "tabiya" });
        ensure!(!left.exists(), "{} is still there", left.display());
        check_removed()
    })
}

/// The program starts with the package's dependencies, reads a record and keeps a library.
fn check_studio(root: &Path) -> Result<()> {
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
    debootstrap.arg("--variant=minbase").arg(name.context("this system is not Debian")?).arg(root);
    run(&mut debootstrap, "see debootstrap's output above")?;
    fs::copy("/etc/resolv.conf", root.join("etc/resolv.conf"))?;
    in_root(root, &["apt-get", "update", "--quiet=2"])
}

fn in_root(root: &Path, command: &[&str]) -> Result<()> {
    let mut chroot = Command::new("chroot");
    chroot.arg(root).args(command).env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C");
    run(&mut chroot, "see the output above")
}

/// MIME types, the program that opens them and their icons are registered, and all shared libraries are found.
fn check_registered(root: &Path) -> Result<()> {
    let share = root.join("usr/share");
    let openers = fs::read_to_string(share.join("applications/mimeinfo.cache"))?;
    let endings = fs::read_to_string(share.join("mime/globs2"))?;
    for (kind, ending) in MIME_TYPES.into_iter().zip(["sgf", "pgn"]) {
        ensure!(openers.contains(&format!("{kind}=tabiya.desktop;")), "no program opens {kind}: {openers}");
        ensure!(endings.contains(&format!("{kind}:*.{ending}")), "*.{ending} has no MIME type");
    }
    for icon in icons(&share) {
        ensure!(icon.is_file(), "{} is missing", icon.display());
    }
    let output = Command::new("chroot").arg(root).args(["ldd", "/usr/bin/tabiya-desktop"]).output()?;
    let libraries = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success() && !libraries.contains("not found"), "{libraries}");
    Ok(())
}

fn check_removed(root: &Path) -> Result<()> {
    let share = root.join("usr/share");
    let openers = fs::read_to_string(share.join("applications/mimeinfo.cache")).unwrap_or_default();
    ensure!(!openers.contains("tabiya"), "MIME types are still registered: {openers}");
    ensure!(icons(&share).iter().all(|icon| !icon.exists()), "icons were not removed");
    Ok(())
}

fn icons(share: &Path) -> Vec<PathBuf> {
    let kinds = MIME_TYPES.map(|kind| format!("mimetypes/{}", kind.replace('/', "-")));
    let names = kinds.into_iter().chain(["apps/tabiya".to_owned()]);
    names.map(|name| share.join(format!("icons/hicolor/48x48/{name}.png"))).collect()
}

fn field(package: &Path, name: &str) -> Result<String> {
    let output = Command::new("dpkg-deb").arg("--field").arg(package).arg(name).output()?;
    ensure!(output.status.success(), "{} is not a package", package.display());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
