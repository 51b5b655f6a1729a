//! Names and messages that would reverse or hide the text around them: on the page and in the terminal they are text.

use std::fs;

use anyhow::{Result, ensure};
use e2e::{Host, Page, RoomSettings, Studio, Terminal, with_browser, with_browser_at, with_open_file};
use serde_json::json;
use thirtyfour::By;

/// A browser would show this as "Ann 1-0".
const REVERSED: &str = "Ann \u{202e}0-1\u{2066}";
const SHOWN: &str = "Ann \\u{202e}0-1\\u{2066}";
/// A host passes it on without the characters that change directions.
const PASSED_ON: &str = "Ann  0-1";

/// Waits until an element shows exactly the text, isolated from what is around it.
async fn wait_for_isolated(page: &Page, selector: &str, text: &str) -> Result<()> {
    let script = format!(
        "return [...document.querySelectorAll({})].some((element) => element.textContent === {} && \
         getComputedStyle(element).unicodeBidi === 'isolate')",
        json!(format!("{selector} bdi")),
        json!(text)
    );
    page.wait_until(text, &script).await
}

#[test]
fn a_reversed_name_in_the_library_is_shown_as_it_is_written() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let record = format!("(;GM[1]SZ[9]PB[{REVERSED}]PW[Bo]EV[{REVERSED}]RE[{REVERSED}];B[cc])");
    fs::write(folder.path().join(format!("{REVERSED}.sgf")), record)?;
    let studio = Studio::start()?;
    with_browser(&studio, "foreign-library", async |page| {
        page.visit("/library").await?;
        page.fill("#library-folder", &folder.path().to_string_lossy()).await?;
        page.eval("document.getElementById('library-folder').form.requestSubmit()").await?;
        wait_for_isolated(page, "#game-0 strong", &format!("{SHOWN} – Bo")).await?;
        wait_for_isolated(page, "#game-0 .library-result", SHOWN).await?;
        page.click_on("#game-0").await?;
        wait_for_isolated(page, ".library-about h2", &format!("{SHOWN} – Bo")).await?;
        let path = folder.path().join(format!("{SHOWN}.sgf"));
        wait_for_isolated(page, ".library-facts dd", &path.to_string_lossy()).await?;
        page.save_screenshot("foreign-library").await;
        Ok(())
    })
}

#[test]
fn study_shows_a_reversed_name_and_leaves_the_comment_alone() -> Result<()> {
    let comment = format!("He said {REVERSED}");
    let record = format!("(;GM[1]SZ[9]PB[{REVERSED}]PW[Bo]C[{comment}];B[cc])");
    with_open_file("foreign-study", "foreign.sgf", record.as_bytes(), async |study| {
        wait_for_isolated(study.page, ".players strong", SHOWN).await?;
        study.wait_for_comment(&comment).await?;
        study.page.save_screenshot("foreign-study").await;
        Ok(())
    })
}

#[test]
fn a_reversed_name_and_message_in_a_room_lose_what_would_reverse_them() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    with_browser_at(&host.address(), "foreign-chat", async |page| {
        page.visit("/play").await?;
        let room = page.open_room(RoomSettings { game: "red", size: 9, time: None }).await?;
        page.take_seat(&room, REVERSED).await?;
        wait_for_isolated(page, ".seat-name", PASSED_ON).await?;
        let message = format!("hello {REVERSED}\u{e007}");
        page.find(By::Css(".chat-form input")).await?.send_keys(&*message).await?;
        wait_for_isolated(page, ".chat .lines strong", PASSED_ON).await?;
        wait_for_isolated(page, ".chat .lines p", &format!("hello {PASSED_ON}")).await?;
        page.save_screenshot("foreign-chat").await;
        Ok(())
    })
}

/// Sets the title of the window and writes the clipboard, if a terminal obeys it.
const OBEYED: &str = "Ann\u{1b}]0;changed\u{7}\u{1b}]52;c;aGVsbG8=\u{7}";

#[test]
fn a_terminal_shows_the_escape_sequences_of_a_record_instead_of_obeying_them() -> Result<()> {
    let terminal = Terminal::new()?;
    let path = terminal.home().join("hostile.sgf");
    let name = OBEYED.replace(']', "\\]");
    fs::write(&path, format!("(;GM[1]SZ[9]PB[{name}]PW[Bo];B[cc]C[{name}])"))?;
    let path = path.display();
    for command in [format!("show {path}"), format!("fmt {path}"), format!("show {path} --at move:1")] {
        terminal.run_any(&format!("{} {command}", Studio::binary().display()))?;
        let screen = terminal.wait_for("ended with 0")?;
        ensure!(screen.contains("Ann␛"), "{command}: {screen}");
        ensure!(terminal.title()? != "changed", "{command} set the title");
    }
    Ok(())
}
