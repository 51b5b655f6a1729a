//! The Library page in a real browser, over real folders.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use e2e::{Page, Screen, Studio, with_browser};
use serde_json::json;
use tempfile::TempDir;
use thirtyfour::Key;

/// A duplicate game, a chess game, a match, and a thousand more in one file.
fn folder_of_games() -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text);
    put("club.sgf", "(;GM[1]SZ[9]PB[Ann]PW[Bob]EV[Club]DT[2026-02-11]RE[W+3.5];B[cc];W[gf];B[gc])")?;
    put("turned.sgf", "(;GM[1]SZ[9]PB[A. N.]PW[B. O.]DT[1999];B[gg];W[cd];B[cg])")?;
    put(
        "open.pgn",
        "[Event \"Open\"]\n[White \"Zoë\"]\n[Black \"Dan\"]\n[Date \"2025.06.01\"]\n\n1. e4 e5 2. Nf3 1-0\n",
    )?;
    put(
        "thursday.mat",
        " 5 point match\n\n Game 1\n Eve : 0                          Fay : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 2 points\n",
    )?;
    put("broken.sgf", "nothing in it")?;
    let mut many = String::new();
    for n in 0..1000 {
        let at = |n: usize| char::from(b'a' + (n % 13) as u8);
        let _ = write!(many, "(;GM[1]SZ[13]PB[Player {n:04}]PW[Many]DT[1970];B[{}{}])", at(n), at(n / 13));
    }
    put("many.sgf", &many)?;
    Ok(folder)
}

async fn add(page: &Page, folder: &Path) -> Result<()> {
    page.fill("#library-folder", &folder.to_string_lossy()).await?;
    page.eval("document.getElementById('library-folder').form.requestSubmit()").await?;
    Ok(())
}

async fn wait_for_status(page: &Page, words: &str) -> Result<()> {
    let script = format!(
        "return document.querySelector('.library-filter [role=status]')?.textContent === {}",
        json!(words)
    );
    page.wait_until(words, &script).await
}

async fn wait_for_first_game(page: &Page, players: &str) -> Result<()> {
    page.wait_for_text("#game-0 strong", players).await
}

fn in_library(name: &str, test: impl AsyncFnOnce(&Page, &Path) -> Result<()>) -> Result<()> {
    let folder = folder_of_games()?;
    let studio = Studio::start()?;
    with_browser(&studio, name, async |page| {
        page.visit("/library").await?;
        add(page, folder.path()).await?;
        wait_for_status(page, "1004 games").await?;
        test(page, folder.path()).await
    })
}

#[test]
fn games_are_filtered_sorted_and_opened_by_keyboard() -> Result<()> {
    in_library("library", async |page, _| {
        wait_for_first_game(page, "Ann – Bob").await?;
        let rows = page.count(".library-row").await?;
        ensure!(rows < 40, "{rows} rows are on the page for those few that can be seen");
        page.press("/").await?;
        page.press("zoe").await?;
        wait_for_status(page, "1 of 1004 games").await?;
        wait_for_first_game(page, "Zoë – Dan").await?;
        page.fill("#library-text", "").await?;
        wait_for_status(page, "1004 games").await?;
        page.eval("[...document.querySelectorAll('.library-column')].find(b => b.textContent.startsWith('Black')).click()")
            .await?;
        wait_for_first_game(page, "A. N. – B. O.").await?;
        page.eval("document.querySelector('.library-list').focus()").await?;
        page.press(Key::End + "").await?;
        page.wait_for("#game-1003[aria-selected=true] strong").await?;
        page.press(Key::Home + "").await?;
        page.press(Key::Enter + "").await?;
        page.wait_for_path("/study").await?;
        page.wait_for_text(".title .name", "turned.sgf").await
    })
}

#[test]
fn a_position_of_the_board_is_found_in_every_orientation() -> Result<()> {
    in_library("library-position", async |page, _| {
        page.fill("#library-text", "club").await?;
        wait_for_first_game(page, "Ann – Bob").await?;
        page.click_on("#game-0").await?;
        page.click_button("Open in Study").await?;
        page.wait_for_text(".title .name", "club.sgf").await?;
        page.press(Key::End + "").await?;
        page.chord(&[Key::Alt], 'l').await?;
        page.wait_until(
            "the library",
            "return location.pathname === '/library' && location.search.includes('position')",
        )
        .await?;
        page.fill("#library-text", "").await?;
        wait_for_status(page, "2 of 1004 games").await?;
        page.click_button("Show all games again").await?;
        wait_for_status(page, "1004 games").await
    })
}

#[test]
fn duplicates_are_shown_together() -> Result<()> {
    in_library("library-twice", async |page, folder| {
        page.click_button("Duplicates").await?;
        page.wait_until("the pair", "return [...document.querySelectorAll('.library-group')].some(s => s.textContent.includes('A. N.') && s.textContent.includes('Ann'))").await?;
        page.check_accessibility("duplicates").await?;
        // They are in the address: Back leads to the list, and forward to them again.
        page.eval("history.back()").await?;
        page.wait_until_gone(".library-group").await?;
        page.eval("history.forward()").await?;
        page.wait_for(".library-group").await?;
        page.click_button("Duplicates").await?;
        // After removing the folder its games are gone and its files are not. The folder of the terminal's games is
        // there too.
        let taken_out = format!(
            "[...document.querySelectorAll('.library-folder-list button')].find(b => b.getAttribute('aria-label').includes({})).click()",
            json!(folder)
        );
        page.eval(&taken_out).await?;
        page.wait_for(".library-start").await?;
        ensure!(folder.join("club.sgf").is_file());
        add(page, &folder.join("nowhere")).await?;
        page.wait_for_text(".error-text", "Check the name.").await?;
        // The browser logs every refusal; this one is expected.
        page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn changes_in_a_folder_are_shown_automatically() -> Result<()> {
    in_library("library-watch", async |page, folder| {
        fs::write(folder.join("new.sgf"), "(;GM[1]SZ[9]PB[Newcomer]PW[Bob]DT[2027];B[ee])")?;
        wait_for_status(page, "1005 games").await?;
        wait_for_first_game(page, "Newcomer – Bob").await
    })
}

#[test]
fn folders_added_on_the_command_line_are_shown_and_watched() -> Result<()> {
    let (folder, home) = (folder_of_games()?, tempfile::tempdir()?);
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    with_browser(&studio, "library-added", async |page| {
        page.visit("/library").await?;
        page.wait_for(".library-start").await?;
        let added = Command::new(Studio::binary())
            .args(["library", "add"])
            .arg(folder.path())
            .env("XDG_CONFIG_HOME", home.path().join(".config"))
            .env("XDG_DATA_HOME", home.path().join(".local/share"))
            .output()?;
        ensure!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        wait_for_status(page, "1004 games").await?;
        fs::write(folder.path().join("new.sgf"), "(;GM[1]SZ[9]PB[Newcomer]PW[Bob]DT[2027];B[ee])")?;
        wait_for_first_game(page, "Newcomer – Bob").await
    })
}

#[test]
fn a_date_that_is_none_is_refused_at_its_field() -> Result<()> {
    in_library("library-date", async |page, _| {
        page.eval("document.querySelector('.library-more').open = true").await?;
        page.fill(".library-fields label:nth-child(3) input", "2026-02-30").await?;
        page.wait_for_text("#library-error", "To: “2026-02-30” is not a date. Write 2026").await?;
        page.wait_for("[aria-invalid=true][aria-describedby=library-error]").await?;
        for screen in [Screen::LAPTOP, Screen::PHONE.dark()] {
            page.screen(screen).await?;
            page.check_accessibility("a field with a wrong date").await?;
            page.save_screenshot(&format!("library-date-{}", screen.name())).await;
        }
        page.fill(".library-fields label:nth-child(3) input", "2025-06-30").await?;
        wait_for_status(page, "1002 of 1004 games").await?;
        page.wait_until_gone("[aria-invalid=true]").await?;
        // The browser logs the refusal.
        page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn games_of_every_kind_have_a_picture() -> Result<()> {
    in_library("library-pictures", async |page, _| {
        for (kind, players) in [("go", "Ann – Bob"), ("chess", "Zoë – Dan"), ("backgammon", "Fay – Eve")]
        {
            page.fill(".library-find select", kind).await?;
            wait_for_first_game(page, players).await?;
            page.click_on("#game-0").await?;
            for picture in ["#game-0 .library-thumb", ".library-board"] {
                let drawn = format!(
                    "const i = document.querySelector({picture:?}); return i?.complete && i.naturalWidth > 0"
                );
                page.wait_until(&format!("{picture} of {kind}"), &drawn).await?;
            }
            page.save_screenshot(&format!("library-{kind}")).await;
        }
        Ok(())
    })
}

#[test]
fn reading_a_folder_can_be_cancelled_and_continued() -> Result<()> {
    let folder = tempfile::tempdir()?;
    // The debug build takes a while for these, and progress is reported file by file.
    for file in 0..400 {
        let game =
            |n: usize| format!("(;GM[1]SZ[19]PB[P{file}]PW[Q{n}]{})", ";B[dd];W[qq];B[dq];W[qd]".repeat(60));
        fs::write(folder.path().join(format!("{file}.sgf")), (0..10).map(game).collect::<String>())?;
    }
    let studio = Studio::start()?;
    with_browser(&studio, "library-cancel", async |page| {
        page.visit("/library").await?;
        add(page, folder.path()).await?;
        page.wait_until("progress", "return document.querySelector('#library-progress')?.max === 400")
            .await?;
        page.click_button("Cancel").await?;
        page.wait_for_text(".library-folders", "Stopped").await?;
        ensure!(page.count("#library-progress").await? == 0);
        page.check_accessibility("a library that is not finished").await?;
        page.click_button("Check for changes").await?;
        wait_for_status(page, "4000 games").await
    })
}

#[test]
fn after_the_database_is_deleted_the_folders_are_read_again() -> Result<()> {
    let (folder, home) = (folder_of_games()?, tempfile::tempdir()?);
    let mut studio = Studio::start_at::<&str>(home.path(), &[])?;
    with_browser(&studio, "library-deleted", async |page| {
        page.visit("/library").await?;
        add(page, folder.path()).await?;
        wait_for_status(page, "1004 games").await
    })?;
    studio.kill()?;
    let data = home.path().join(".local/share/tabiya");
    for name in ["library.db", "library.db-wal", "library.db-shm"] {
        fs::remove_file(data.join(name))?;
    }
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    with_browser(&studio, "library-deleted", async |page| {
        page.visit("/library").await?;
        wait_for_status(page, "1004 games").await
    })
}

#[test]
fn the_library_passes_the_accessibility_check() -> Result<()> {
    in_library("library-access", async |page, _| {
        page.click_on("#game-0").await?;
        page.wait_for(".library-about").await?;
        for screen in Screen::ALL {
            page.screen(screen).await?;
            page.check_accessibility(&format!("the library on {screen:?}")).await?;
            let wide = page
                .eval("return document.documentElement.scrollWidth")
                .await?
                .as_u64()
                .context("a width")?;
            ensure!(wide <= screen.width.into(), "{wide} wide on {screen:?}");
            page.save_screenshot(&format!("library-{}", screen.name())).await;
        }
        Ok(())
    })
}

/// Rows whose option is selected.
async fn wait_for_selected(page: &Page, button: &str, rows: &[usize]) -> Result<()> {
    page.wait_for_text(".train-found", button).await?;
    let script = "return [...document.querySelectorAll('.library-row[aria-selected=true]')].map((r) => Number(r.id.slice(5))).sort((a, b) => a - b)";
    let selected = page.eval(script).await?;
    ensure!(selected == json!(rows), "{selected} is not {rows:?}");
    Ok(())
}

async fn click_row(page: &Page, row: usize, held: &[Key]) -> Result<()> {
    let place = format!(
        "const r = document.querySelector('#game-{row} strong').getBoundingClientRect(); return [r.left + 5, r.top + 5]"
    );
    let place = page.eval(&place).await?;
    let number = |n: usize| place[n].as_f64().unwrap_or_default() as i64;
    page.click_at((number(0), number(1)), held).await
}

#[test]
fn rows_are_selected_by_mouse_keyboard_and_finger_and_only_these_are_trained() -> Result<()> {
    in_library("library-selection", async |page, _| {
        wait_for_first_game(page, "Ann – Bob").await?;
        page.wait_for_text(".train-found", "Train these").await?;
        click_row(page, 1, &[]).await?;
        wait_for_selected(page, "Train 1 selected game", &[1]).await?;
        click_row(page, 4, &[Key::Shift]).await?;
        wait_for_selected(page, "Train 4 selected games", &[1, 2, 3, 4]).await?;
        click_row(page, 2, &[Key::Control]).await?;
        wait_for_selected(page, "Train 3 selected games", &[1, 3, 4]).await?;
        page.check_accessibility("a selection").await?;
        for (name, screen) in
            [("laptop", Screen::LAPTOP), ("dark", Screen::LAPTOP.dark()), ("phone", Screen::PHONE)]
        {
            page.screen(screen).await?;
            page.save_screenshot(&format!("library-selection-{name}")).await;
        }
        page.screen(Screen::LAPTOP).await?;
        page.eval("document.querySelector('.library-list').focus()").await?;
        page.press(Key::Escape + "").await?;
        wait_for_selected(page, "Train these", &[]).await?;
        // Keys: the next row, then more, then one out of the middle.
        page.press(Key::Home + "").await?;
        page.chord(&[Key::Shift], Key::Down.value()).await?;
        page.chord(&[Key::Shift], Key::Down.value()).await?;
        wait_for_selected(page, "Train 3 selected games", &[0, 1, 2]).await?;
        page.chord(&[Key::Control], Key::Up.value()).await?;
        page.press(" ").await?;
        wait_for_selected(page, "Train 2 selected games", &[0, 2]).await?;
        page.click_button("Clear the selection").await?;
        // A finger on the boxes.
        let check = |row: usize| format!("document.querySelector('#game-{row} .library-check').click()");
        page.eval(&check(0)).await?;
        page.eval(&check(3)).await?;
        wait_for_selected(page, "Train 2 selected games", &[0, 3]).await?;
        page.click_on(".train-found").await?;
        page.wait_for_path("/train").await
    })
}
