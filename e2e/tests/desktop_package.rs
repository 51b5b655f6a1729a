//! The Debian package: installed in an empty root it contains the program and registers its file types, and a double
//! click opens them.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use e2e::{dpkg, empty_root, in_session, stdout_of, workspace};

const GAME: &str = "(;GM[1]SZ[9]PB[Ann]PW[Ben])";

fn package() -> PathBuf {
    let usual = || workspace().join("target/deb/tabiya.deb");
    env::var_os("TABIYA_DEB").map_or_else(usual, PathBuf::from)
}

#[test]
fn the_package_installs_in_a_clean_root_and_a_double_click_opens_its_files() -> Result<()> {
    let root = empty_root()?;
    stdout_of(dpkg(root.path()).arg("--install").arg(package()))?;
    let share = root.path().join("usr/share");
    // What the triggers of these two packages do when another package installs files for them.
    stdout_of(Command::new("update-mime-database").arg(share.join("mime")))?;
    stdout_of(Command::new("update-desktop-database").arg(share.join("applications")))?;
    for icon in ["apps/tabiya", "mimetypes/application-x-go-sgf", "mimetypes/application-vnd.chess-pgn"] {
        ensure!(share.join(format!("icons/hicolor/scalable/{icon}.svg")).is_file(), "{icon}");
        ensure!(share.join(format!("icons/hicolor/128x128/{icon}.png")).is_file(), "{icon}");
    }
    in_session("desktop-double-click", async |session| {
        let path = format!("{}:{}", root.path().join("usr/bin").display(), env::var("PATH")?);
        // WebKit itself uses the machine's libraries.
        let data = format!("{}:/usr/share", share.display());
        let of_user = |program: &str| {
            let mut command = session.command(program);
            command.env("PATH", &path).env("XDG_DATA_DIRS", &data).env("XDG_CURRENT_DESKTOP", "GNOME");
            command
        };
        for (name, kind) in [("game.sgf", "application/x-go-sgf"), ("GAME.PGN", "application/vnd.chess-pgn")]
        {
            let file = session.file(name, if name == "game.sgf" { GAME } else { "1. e4 e5 *\n" })?;
            ensure!(stdout_of(of_user("xdg-mime").args(["query", "filetype"]).arg(&file))? == kind, "{name}");
            ensure!(
                stdout_of(of_user("xdg-mime").args(["query", "default", kind]))? == "tabiya.desktop",
                "{kind}"
            );
            // What it starts keeps running, so its output cannot be waited for.
            let opened =
                of_user("xdg-open").arg(&file).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
            ensure!(opened.success(), "xdg-open ended with {opened}");
            session.wait_for_window(name).await?;
            ensure!(session.processes().len() == 1, "the second file opens in the same window");
        }
        session.save_screenshot("desktop-double-click");
        Ok(())
    })?;
    stdout_of(dpkg(root.path()).args(["--remove", "tabiya"]))?;
    ensure!(!root.path().join("usr/bin/tabiya-desktop").exists());
    Ok(())
}
