//! The released packages: the Debian package and the tarball, each installed in its own folder, with manuals,
//! completions and desktop entry.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use api::access::KEY_HEADER;
use e2e::http;
use e2e::{KillOnDrop, Terminal, dpkg, empty_root, stdout_of, workspace};
use tempfile::TempDir;

const GAME: &str = "(;GM[1]SZ[9]PB[Ann]PW[Ben])";
const TIMEOUT: Duration = Duration::from_secs(30);

/// `cargo xtask test` packages its build; otherwise the packages of `cargo xtask dist` are used.
fn released_file(ending: &str) -> Result<PathBuf> {
    let usual = || workspace().join("target/dist");
    let folder = env::var_os("TABIYA_PACKAGES").map_or_else(usual, PathBuf::from);
    let files = fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))?;
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let mut named = paths.filter(|path| path.to_string_lossy().ends_with(ending));
    named.next().with_context(|| format!("no {ending} in {}", folder.display()))
}

/// The unpacked tarball, and the folder used in place of /usr/local.
fn unpacked() -> Result<(TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    stdout_of(Command::new("tar").arg("-xzf").arg(released_file(".tar.gz")?).arg("-C").arg(folder.path()))?;
    let inside = fs::read_dir(folder.path())?.next().context("it is empty")??.path();
    Ok((folder, inside))
}

fn manual(prefix: &Path, page: &str) -> Result<String> {
    let mut man = Command::new("man");
    man.env("MANPATH", prefix.join("share/man")).env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8");
    stdout_of(man.args(["--pager=cat", page]))
}

fn check_complete(prefix: &Path) -> Result<()> {
    let version = stdout_of(Command::new(prefix.join("bin/tabiya")).arg("--version"))?;
    ensure!(version == concat!("tabiya ", env!("CARGO_PKG_VERSION")), "{version}");
    for (page, says) in [
        ("tabiya", "A studio for people who play Go, chess and backgammon"),
        ("tabiya-library", "tabiya-library-search(1)"),
        ("tabiya-library-add", "Add folders with everything in them"),
    ] {
        let text = manual(prefix, page)?;
        ensure!(text.contains("NAME") && text.contains(says), "{page} does not say {says:?}:\n{text}");
    }
    Ok(())
}

#[test]
fn the_package_installs_the_program_with_its_manuals_and_is_removed_completely() -> Result<()> {
    let root = empty_root()?;
    let package = released_file(".deb")?;
    stdout_of(dpkg(root.path()).arg("--install").arg(&package))?;
    stdout_of(dpkg(root.path()).args(["--verify", "tabiya-cli"]))?;
    let usr = root.path().join("usr");
    check_complete(&usr)?;
    let entry = usr.join("share/applications/tabiya-studio.desktop");
    stdout_of(Command::new("desktop-file-validate").arg("--no-hints").arg(&entry))?;
    for file in ["icons/hicolor/scalable/apps/tabiya-studio.svg", "zsh/vendor-completions/_tabiya"] {
        ensure!(usr.join("share").join(file).is_file(), "{file} is missing");
    }
    stdout_of(dpkg(root.path()).args(["--purge", "tabiya-cli"]))?;
    ensure!(!usr.join("bin/tabiya").exists() && !entry.exists());
    Ok(())
}

#[test]
fn the_tarball_works_wherever_it_is_unpacked() -> Result<()> {
    let (_folder, prefix) = unpacked()?;
    check_complete(&prefix)
}

/// Real shells on a real terminal, with keys pressed.
#[test]
fn every_shell_completes_commands() -> Result<()> {
    let (_folder, prefix) = unpacked()?;
    let share = prefix.join("share");
    let at = |file: &str| share.join(file).display().to_string();
    let bash = format!("source {}", at("bash-completion/completions/tabiya"));
    let zsh = format!("fpath=({} $fpath); autoload -Uz compinit; compinit -u -D", at("zsh/site-functions"));
    // fish finds them itself.
    for (shell, begin) in [("bash --norc --noprofile", bash), ("zsh -f", zsh), ("fish", "true".to_owned())] {
        let terminal = Terminal::new()?;
        terminal.run_any(&format!(
            "PATH={}:$PATH XDG_DATA_DIRS={}:/usr/share TERM=xterm {shell}",
            prefix.join("bin").display(),
            share.display()
        ))?;
        let type_in = |text: &str| terminal.keys(&["-l", text]);
        type_in(&format!("{begin}; cd; touch unusual.sgf; echo re''ady"))?;
        terminal.keys(&["Enter"])?;
        terminal
            .wait_until("the shell is ready", |screen| screen.lines().any(|line| line.trim() == "ready"))?;
        // File names are completed too.
        type_in("tabiya unu")?;
        terminal.keys(&["Tab"])?;
        terminal.wait_for("tabiya unusual.sgf").with_context(|| shell.to_owned())?;
        terminal.keys(&["C-u"])?;
        type_in("tabiya libr")?;
        terminal.keys(&["Tab"])?;
        terminal.wait_for("tabiya library").with_context(|| shell.to_owned())?;
        terminal.keys(&["Tab", "Tab"])?;
        let listed =
            |screen: &str| ["add", "list", "search", "dups"].iter().all(|word| screen.contains(word));
        terminal.wait_until("the subcommands of library", listed).with_context(|| shell.to_owned())?;
    }
    Ok(())
}

#[test]
fn the_desktop_entry_starts_the_studio_on_a_file() -> Result<()> {
    let (folder, prefix) = unpacked()?;
    let entry = fs::read_to_string(prefix.join("share/applications/tabiya-studio.desktop"))?;
    let line = entry.lines().find_map(|line| line.strip_prefix("Exec=")).context("it starts nothing")?;
    let game = folder.path().join("a game.sgf");
    fs::write(&game, GAME)?;
    // As a desktop does: %F is replaced by file names, whatever characters they contain.
    let words = line.split(' ').map(|word| if word == "%F" { game.to_string_lossy() } else { word.into() });
    let words: Vec<_> = words.collect();
    let opened = folder.path().join("opened");
    let browser = folder.path().join("browser");
    fs::write(&browser, format!("#!/bin/sh\necho \"$1\" >> {}\n", opened.display()))?;
    stdout_of(Command::new("chmod").arg("+x").arg(&browser))?;
    let mut program = Command::new(words[0].as_ref());
    program.args(words[1..].iter().map(AsRef::as_ref)).env("BROWSER", &browser).env_remove("DISPLAY");
    program.env("PATH", format!("{}:{}", prefix.join("bin").display(), env::var("PATH")?));
    for place in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"] {
        program.env(place, folder.path().join(place));
    }
    let _started = KillOnDrop(program.stdout(Stdio::null()).spawn().with_context(|| line.to_owned())?);
    let begun = Instant::now();
    let page = loop {
        let pages = fs::read_to_string(&opened).unwrap_or_default();
        if let Some(page) = pages.lines().next().filter(|_| pages.ends_with('\n')) {
            break page.to_owned();
        }
        ensure!(begun.elapsed() < TIMEOUT, "no browser was opened");
        sleep(Duration::from_millis(20));
    };
    let content = fs::read_to_string(page.trim_start_matches("file://")).with_context(|| page.clone())?;
    let address = content.split('"').find_map(|text| text.strip_prefix("http://")).context("no address")?;
    let (host, key) = address.split_once("/study?key=").with_context(|| address.to_owned())?;
    ensure!(http::ask(host, "GET /study", &[], b"")?.text().contains("<html"), "there is no page");
    let file = http::ask(host, "GET /api/opened/0", &[(KEY_HEADER, key)], b"")?;
    ensure!(file.text().contains(GAME), "the file is not open");
    Ok(())
}
