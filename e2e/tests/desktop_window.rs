//! The desktop program in its real window: opening files, saving, quitting, crashes, native dialogs, hosting rooms.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use e2e::{UserSession, Window, desktop_binary, in_session};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

const NINE: &str = "(;GM[1]SZ[9]PB[Ann]PW[Ben])";
const NINE_PASSED: &str = "(;GM[1]SZ[9]PB[Ann]PW[Ben];B[])";
const THIRTEEN: &str = "(;GM[1]SZ[13]PB[Cat]PW[Dan])";
const THIRTEEN_PASSED: &str = "(;GM[1]SZ[13]PB[Cat]PW[Dan];B[])";

async fn with_first_file(session: &UserSession) -> Result<(PathBuf, Window<'_>)> {
    let file = session.file("first.sgf", NINE)?;
    let window = session.open(&[&file]).await?;
    window.wait_until_open("first.sgf").await?;
    Ok((file, window))
}

#[test]
fn a_file_of_the_first_launch_is_open_and_saved_to_its_path() -> Result<()> {
    in_session("desktop-first", async |session| {
        let (file, window) = with_first_file(session).await?;
        session.wait_for_window("first.sgf").await?;
        window.change().await?;
        session.type_keys("Tabiya", &["ctrl+s"]).await?;
        wait_until_file_contains(&file, NINE_PASSED).await?;
        session.save_screenshot("desktop");
        window.close().await
    })
}

/// The first file has changes; a second launch hands over another one.
async fn handed_over<'s>(session: &'s UserSession) -> Result<Window<'s>> {
    let (_, window) = with_first_file(session).await?;
    let second = session.file("second.sgf", THIRTEEN)?;
    window.change().await?;
    let again = session.launch_again(&[&second])?;
    ensure!(again.status.success(), "the second launch ended with {}", again.status);
    ensure!(session.processes().len() == 1, "one program, one window");
    window.wait_for_question("first.sgf before opening second.sgf").await?;
    Ok(window)
}

/// The user answers the question before the file of a second launch is opened. Afterwards `open` is open, and `content` is
/// what the first file contains.
fn a_second_launch_is_answered(name: &str, answer: &str, open: &str, content: &str) -> Result<()> {
    in_session(name, async |session| {
        let window = handed_over(session).await?;
        window.answer(answer).await?;
        window.wait_until_answered().await?;
        window.wait_until_open(open).await?;
        ensure!(fs::read_to_string(session.home().join("first.sgf"))? == content);
        window.close().await
    })
}

#[test]
fn a_second_launch_hands_over_its_file_and_the_first_is_saved() -> Result<()> {
    a_second_launch_is_answered("desktop-save", "Save", "second.sgf", NINE_PASSED)
}

#[test]
fn a_second_launch_hands_over_its_file_and_the_first_is_discarded() -> Result<()> {
    a_second_launch_is_answered("desktop-discard", "Discard", "second.sgf", NINE)
}

#[test]
fn a_second_launch_changes_nothing_when_it_is_cancelled() -> Result<()> {
    a_second_launch_is_answered("desktop-cancel", "Cancel", "first.sgf", NINE)
}

/// Two files with changes, and the user wants to leave.
async fn leaving<'s>(session: &'s UserSession) -> Result<Window<'s>> {
    let (first, second) = (session.file("first.sgf", NINE)?, session.file("second.sgf", THIRTEEN)?);
    let window = session.open(&[&first, &second]).await?;
    window.wait_until_open("second.sgf").await?;
    window.change().await?;
    session.type_keys("Tabiya", &["ctrl+w"]).await?;
    window.wait_until_open("first.sgf").await?;
    window.change().await?;
    session.type_keys("Tabiya", &["ctrl+q"]).await?;
    window.wait_for_question("2 games have unsaved changes: first.sgf, second.sgf").await?;
    Ok(window)
}

/// The program has ended, both files have this content, and nothing will be offered at the next start.
async fn left_with(session: &UserSession, window: Window<'_>, first: &str, second: &str) -> Result<()> {
    session.wait_until_ended().await?;
    window.forget();
    ensure!(fs::read_to_string(session.home().join("first.sgf"))? == first);
    ensure!(fs::read_to_string(session.home().join("second.sgf"))? == second);
    ensure!(unsaved(session) == 0, "there is unsaved work");
    Ok(())
}

#[test]
fn quitting_with_two_changed_games_saves_them_all() -> Result<()> {
    in_session("desktop-quit-save", async |session| {
        let window = leaving(session).await?;
        window.answer("Save all").await?;
        left_with(session, window, NINE_PASSED, THIRTEEN_PASSED).await
    })
}

#[test]
fn quitting_is_cancelled_or_discards() -> Result<()> {
    in_session("desktop-quit-discard", async |session| {
        let window = leaving(session).await?;
        window.answer("Cancel").await?;
        window.wait_until_answered().await?;
        ensure!(session.processes().len() == 1);
        session.type_keys("Tabiya", &["ctrl+q"]).await?;
        window.wait_for_question("2 games").await?;
        window.answer("Discard all").await?;
        left_with(session, window, NINE, THIRTEEN).await
    })
}

#[test]
fn after_a_kill_the_autosave_is_offered() -> Result<()> {
    in_session("desktop-kill", async |session| {
        let (file, window) = with_first_file(session).await?;
        window.change().await?;
        wait_until("the work is autosaved", || unsaved(session) == 1).await?;
        session.signal("KILL")?;
        window.forget();
        ensure!(fs::read_to_string(&file)? == NINE);
        let window = session.open(&[&file]).await?;
        window.wait_for_question("unsaved changes to first.sgf").await?;
        window.answer("Restore").await?;
        window.wait_until_open("first.sgf").await?;
        session.type_keys("Tabiya", &["ctrl+s"]).await?;
        wait_until_file_contains(&file, NINE_PASSED).await?;
        wait_until("the autosaves are removed", || unsaved(session) == 0).await?;
        window.close().await
    })
}

#[test]
fn a_file_opened_while_the_program_dies_still_opens_in_a_window() -> Result<()> {
    in_session("desktop-dying", async |session| {
        let (_, window) = with_first_file(session).await?;
        let second = session.file("second.sgf", THIRTEEN)?;
        session.signal("STOP")?;
        let stopped = session.processes();
        let connections = session.bus_names()?.len();
        let mut again = session.command(desktop_binary()).arg(&second).spawn()?;
        // Once connected to the bus it calls the stopped program and waits for the reply.
        wait_until("the second launch is on the bus", || {
            session.bus_names().is_ok_and(|names| names.len() > connections)
        })
        .await?;
        ensure!(again.try_wait()?.is_none(), "the second launch waits for a reply");
        for pid in stopped {
            ensure!(Command::new("kill").args(["-s", "KILL", &pid.to_string()]).status()?.success());
        }
        window.forget();
        session.wait_for_window("second.sgf").await?;
        again.kill()?;
        again.wait()?;
        Ok(())
    })
}

#[test]
fn the_end_of_the_session_autosaves_at_once() -> Result<()> {
    in_session("desktop-term", async |session| {
        let (_, window) = with_first_file(session).await?;
        window.change().await?;
        session.signal("TERM")?;
        session.wait_until_ended().await?;
        window.forget();
        ensure!(unsaved(session) == 1, "the last change is autosaved");
        Ok(())
    })
}

#[test]
fn files_are_opened_and_saved_by_native_dialogs_and_new_games_too() -> Result<()> {
    in_session("desktop-dialogs", async |session| {
        let file = session.file("first.sgf", NINE)?;
        let window = session.open(&[]).await?;
        window.wait_until("the page is there", "return document.querySelector('.bar') !== null").await?;
        session.type_keys("Tabiya", &["ctrl+o"]).await?;
        choose(session, "Open", &file).await?;
        window.wait_until_open("first.sgf").await?;
        window.change().await?;
        session.type_keys("Tabiya", &["ctrl+shift+s"]).await?;
        let copy = session.home().join("copy.sgf");
        choose(session, "Save", &copy).await?;
        wait_until_file_contains(&copy, NINE_PASSED).await?;
        window.wait_until_open("copy.sgf").await?;
        ensure!(fs::read_to_string(&file)? == NINE, "the first file is unchanged");
        window.close().await
    })
}

/// Types a path into a native dialog. The dialog takes no input while it is still reading the folder, so this is repeated
/// until it closes.
async fn choose(session: &UserSession, title: &str, path: &Path) -> Result<()> {
    let title_pattern = format!("^{title}$");
    let dialog = session.wait_for_window(&title_pattern).await?;
    session.focus(&dialog).await?;
    for _ in 0..20 {
        if title == "Open" {
            session.xdotool(&["key", "ctrl+l"])?;
        }
        session.xdotool(&["key", "ctrl+a"])?;
        session.xdotool(&["type", "--delay", "5", &path.to_string_lossy()])?;
        session.xdotool(&["key", "Return"])?;
        if session.closes_within(Duration::from_secs(2), &title_pattern).await? {
            return Ok(());
        }
    }
    bail!("the dialog {title} does not close")
}

#[test]
fn rooms_are_hosted_from_the_window_and_files_are_only_the_windows() -> Result<()> {
    in_session("desktop-rooms", async |session| {
        let (_, window) = with_first_file(session).await?;
        window.eval("document.querySelector('.bar a[href=\"/play\"]').click()").await?;
        window.click_button("Open a room").await?;
        let link = "return document.querySelector('.invitation .link')?.textContent ?? ''";
        window
            .wait_until(
                "there is an invitation",
                "return document.querySelector('.invitation .link') !== null",
            )
            .await?;
        let link = window.eval(link).await?;
        let room = fetch(link.as_str().unwrap_or_default(), "").await?;
        ensure!(room.starts_with("HTTP/1.1 200") && room.contains("<title>Tabiya</title>"), "{link}: {room}");
        let files = fetch(link.as_str().unwrap_or_default(), "/api/opened/0").await?;
        ensure!(!files.contains("PB[Ann]"), "files stay in the window: {files}");
        window.eval(ASK_WITHOUT_KEY).await?;
        window.wait_until("other programs are refused", "return window.refused === 401").await?;
        let shown = window.eval("return document.cookie + location.href").await?.to_string();
        ensure!(!shown.contains("key"), "scripts can read the key: {shown}");
        window.close().await
    })
}

const ASK_WITHOUT_KEY: &str =
    "fetch('/api/opened/0', { credentials: 'omit' }).then((answer) => { window.refused = answer.status; });";

/// The response to another machine's request for this link, or for another path of the same host.
async fn fetch(link: &str, place: &str) -> Result<String> {
    let rest = link.strip_prefix("http://").context("a link begins with http://")?;
    let (host, path) = rest.split_once('/').context("a link has a place")?;
    let place = if place.is_empty() { format!("/{path}") } else { place.to_owned() };
    let mut socket = TcpStream::connect(host).await?;
    let request = format!("GET {place} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    socket.read_to_end(&mut response).await?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

#[test]
fn menus_offer_available_commands() -> Result<()> {
    in_session("desktop-menus", async |session| {
        let (_, window) = with_first_file(session).await?;
        let start = window.board().await?;
        window.record_menus().await?;
        window.change().await?;
        // The keyboard skips disabled items: in the second menu are Pass, Set up, Stop setting up, Undo, Redo.
        for (what, is) in [("undone", "==="), ("done again", "!==")] {
            window.wait_until_menus_agree().await?;
            session.type_keys("Tabiya", &["F10", "Right", "Down", "Down", "Down", "Return"]).await?;
            window.wait_until(what, &format!("{BOARD} {is} {start}")).await?;
        }
        session.type_keys("Tabiya", &["F10", "Right"]).await?;
        session.save_screenshot("desktop-menu");
        session.signal("KILL")?;
        window.forget();
        Ok(())
    })
}

const BOARD: &str = "return document.getElementById('board').ariaLabel";

#[test]
fn menus_and_dialogs_use_the_language_of_the_page() -> Result<()> {
    in_session("desktop-language", async |session| {
        let window = session.open(&[]).await?;
        window.wait_until("the page is there", "return document.querySelector('.bar') !== null").await?;
        window.eval("localStorage.setItem('tabiya.language', 'vi'); location.reload()").await?;
        window.wait_until("the page is Vietnamese", "return document.documentElement.lang === 'vi'").await?;
        let kept = session.home().join("config/tabiya/window-language");
        wait_until_file_contains(&kept, "vi").await?;
        session.type_keys("Tabiya", &["ctrl+o"]).await?;
        session.wait_for_window("^Mở$").await?;
        session.save_screenshot("desktop-vietnamese");
        session.signal("KILL")?;
        window.forget();
        Ok(())
    })
}

async fn wait_until(what: &str, condition: impl Fn() -> bool) -> Result<()> {
    let begun = Instant::now();
    while !condition() {
        ensure!(begun.elapsed() < Duration::from_secs(30), "timed out waiting until: {what}");
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn wait_until_file_contains(file: &Path, text: &str) -> Result<()> {
    let what = format!("{} contains {text}", file.display());
    wait_until(&what, || fs::read_to_string(file).is_ok_and(|content| content == text)).await
}

/// The number of autosaved games, without the places in them, which are stored beside them.
fn unsaved(session: &UserSession) -> usize {
    let folder = session.home().join("data/tabiya/unsaved");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let autosaves = entries.filter(|path| path.extension().is_some_and(|ending| ending == "aside"));
    autosaves.filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("(;"))).count()
}
