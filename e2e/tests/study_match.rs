//! A backgammon match in Study in a real browser: opened, navigated, seen from both sides, never changed.

use anyhow::{Result, ensure};
use e2e::{Screen, StudyPage, file_with, on_study_page, test_data, with_open_file};
use serde_json::{Value, json};
use thirtyfour::Key;

/// A match for money with a beaver, and a comment.
const SGF: &str = "(;FF[4]GM[6]CA[UTF-8]MI[length:0][game:0][ws:0][bs:0]PW[Cleo]PB[Dov]RE[B+2]\n;B[31qtst]\n\
    ;W[double]C[Too early?];B[double];W[drop])\n\
    (;FF[4]GM[6]MI[length:0][game:1][ws:0][bs:2]PW[Cleo]PB[Dov]\n;W[65xrrm])\n";

fn at_match(name: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    with_open_file(name, "match.mat", &test_data("match.mat")?, test)
}

/// Chooses a game of the list that is shown when a match is opened, by its number from 1.
async fn choose(study: &StudyPage<'_>, heading: &str, number: usize) -> Result<()> {
    study.wait_for_dialog(heading).await?;
    study.page.eval(&format!("document.querySelectorAll('.sample-game')[{}].click()", number - 1)).await?;
    study.wait_until_dialog_closes().await
}

/// What can be read beside the board: both players with their scores, how far the game is, the cube.
async fn beside(study: &StudyPage<'_>) -> Result<Vec<String>> {
    let script = "const all = ['.player.white', '.player.black', '.current-move strong', '.current-move span', '.match-cube']; \
        return all.map((part) => document.querySelector(part).innerText.replaceAll('\\n', ' ').trim())";
    Ok(serde_json::from_value(study.page.eval(script).await?)?)
}

/// What the picture has: dice, and the value on the cube.
async fn on_board(study: &StudyPage<'_>) -> Result<(u64, String)> {
    let script = "const board = document.querySelector('#board svg'); \
        return [board.querySelectorAll('path.to, path.tx').length, board.querySelector('text.v').textContent]";
    Ok(serde_json::from_value(study.page.eval(script).await?)?)
}

#[test]
fn a_match_is_navigated_by_keys_buttons_wheel_and_tree() -> Result<()> {
    at_match("match-walk", async |study| {
        study.wait_for_dialog("3 games in match.mat").await?;
        let script = "return [...document.querySelectorAll('.sample-game')].map((game) => \
            [...game.querySelectorAll(':scope > :not([aria-hidden])')].map((part) => part.innerText).join(' '))";
        let games = study.page.eval(script).await?;
        ensure!(games == json!(["Game 1 0 – 0", "Game 2 0 – 2", "Game 3 1 – 2"]), "{games}");
        choose(study, "3 games in match.mat", 1).await?;
        study.wait_for_label("Start. Ann to play 31").await?;
        let seen = beside(study).await?;
        ensure!(
            seen == ["Bob 0 of 3", "Ann 0 of 3", "Start", "Ann to play 31", "Cube: 1, centred"],
            "{seen:?}"
        );
        ensure!(on_board(study).await? == (2, "1".to_owned()));

        study.page.press(Key::Right + "").await?;
        study.wait_for_label("Ann 31: 8/5 6/5. Bob to play 42").await?;
        study.page.click_on(".steps .step.main").await?;
        study.wait_for_label("Bob 42: 8/4 6/4. Ann to play 65").await?;
        study.wheel(100).await?;
        study.wait_for_label("Ann 65: 24/13. Bob to play 61").await?;
        study.wheel(-100).await?;
        study.wait_for_label("Bob 42: 8/4 6/4. Ann to play 65").await?;
        study.click_in_tree(5).await?;
        study.wait_for_label("Ann doubles. Bob to answer the double").await?;
        ensure!(on_board(study).await? == (0, "2".to_owned()), "the cube is offered");

        study.page.press(Key::Right + "").await?;
        study.wait_for_label("Bob takes. Ann to play 11").await?;
        let seen = beside(study).await?;
        ensure!(seen.last().is_some_and(|cube| cube == "Cube: 2, owned by Bob"), "{seen:?}");
        study.page.press(Key::End + "").await?;
        study.wait_for_label("Ann passes. Bob wins 2 points").await?;
        study.page.press(Key::Home + "").await?;
        study.wait_for_label("Start. Ann to play 31").await
    })
}

#[test]
fn the_games_of_a_match_follow_each_other() -> Result<()> {
    at_match("match-games", async |study| {
        choose(study, "3 games in match.mat", 2).await?;
        study.wait_for_label("Start. Bob to play 21").await?;
        let seen = beside(study).await?;
        let expected = ["Bob 2 of 3", "Ann 0 of 3", "Start", "Bob to play 21", "Crawford game: no doubling"];
        ensure!(seen == expected, "{seen:?}");
        ensure!(
            study.text("return document.querySelector('.title .name').textContent").await?.contains("2 of 3")
        );
        study.page.click_on("[aria-label='Next game']").await?;
        study.wait_for_label("Start. Ann to play 21").await?;
        let disabled = "return document.querySelector('[aria-label=\"Next game\"]').disabled";
        study.page.wait_until("there is no fourth", disabled).await?;
        study.page.click_on("[aria-label='Previous game']").await?;
        study.wait_for_label("Start. Bob to play 21").await
    })
}

#[test]
fn a_dropped_sgf_match_shows_its_comments() -> Result<()> {
    let (_folder, file) = file_with("money.sgf", SGF)?;
    on_study_page("match-drop", b"(;SZ[19])", async |study| {
        study.page.drop_file(&file).await?;
        study.wait_until_open("money.sgf").await?;
        choose(study, "2 games in money.sgf", 1).await?;
        study.page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("Cleo doubles. Dov to answer the double").await?;
        ensure!(
            study.text("return document.querySelector('.match-comment').textContent").await? == "Too early?"
        );
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("Dov beavers. Cleo to answer the beaver").await?;
        ensure!(on_board(study).await? == (0, "4".to_owned()), "the cube is at 4");
        study.page.press(Key::End + "").await?;
        study.wait_for_label("Cleo passes. Dov wins 2 points").await
    })
}

#[test]
fn the_board_is_seen_from_both_sides() -> Result<()> {
    at_match("match-flip", async |study| {
        choose(study, "3 games in match.mat", 1).await?;
        // The checkers of the player at the bottom are drawn last.
        let bottom = "return [...document.querySelectorAll('#board use')].at(-1).className.baseVal";
        ensure!(study.text(bottom).await? == "o", "White is at the bottom");
        study.page.press("f").await?;
        study.page.wait_until("Black is at the bottom", &format!("{bottom} === 'x'")).await?;
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("Bob to play 42").await?;
        ensure!(study.text(bottom).await? == "x", "a step does not turn it");
        study.page.click_on("[aria-label='Flip the board']").await?;
        study.page.wait_until("White again", &format!("{bottom} === 'o'")).await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

/// The commands that the menu offers now.
async fn offered(study: &StudyPage<'_>) -> Result<Value> {
    study.page.eval("document.querySelector('[aria-label=\"All commands\"]').click()").await?;
    let entries = "[...document.querySelectorAll('[role=menuitem]')]";
    study.page.wait_until("the menu", &format!("return {entries}.length > 10")).await?;
    let names =
        format!("return {entries}.filter((e) => !e.disabled).map((e) => e.firstElementChild.textContent)");
    let offered = study.page.eval(&names).await?;
    study.page.press(Key::Escape + "").await?;
    Ok(offered)
}

#[test]
fn editing_a_match_is_refused_with_a_message() -> Result<()> {
    at_match("match-read-only", async |study| {
        choose(study, "3 games in match.mat", 1).await?;
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("Bob to play 42").await?;
        let expected = json!([
            "Next move",
            "Previous move",
            "Go to the start",
            "Go to the end of the line",
            "Back to the previous fork",
            "Previous comment",
            "Next comment",
            "Go to move…",
            "Find text or point…",
            "Find this position in the library",
            "Next game of the file",
            "Play the moves automatically",
            "New game…",
            "Open…",
            "Save as…",
            "Open text (SGF, PGN or FEN)…",
            "Game info…",
            "Text encoding…",
            "Copy the file path",
            "Earlier versions…",
            "Close the game",
            "Flip the board",
            "Find a command…",
            "Keyboard shortcuts and help",
            "Go to the board"
        ]);
        let offered = offered(study).await?;
        ensure!(offered == expected, "{offered:#}");
        let refused = "Backgammon matches can be viewed but not edited.";
        for (held, key) in [(&[Key::Control][..], 'x'), (&[Key::Control], 'v'), (&[Key::Control], 'z')] {
            study.page.eval("document.querySelectorAll('.toast').forEach((toast) => toast.remove())").await?;
            study.page.eval("document.getElementById('board').focus()").await?;
            study.page.chord(held, key).await?;
            study.wait_for_toast(refused).await?;
        }
        ensure!(!study.is_dirty().await? && study.file_text()?.as_bytes() == test_data("match.mat")?);
        study.page.chord(&[Key::Control], 's').await?;
        study.wait_for_toast("Saved match.mat").await?;
        ensure!(study.file_text()?.as_bytes() == test_data("match.mat")?, "every byte is as it was");
        Ok(())
    })
}

/// How many autosaves the browser has, in either store.
const AUTOSAVES: &str = "return (async () => { const top = await navigator.storage.getDirectory(); \
    const folder = await top.getDirectoryHandle('autosave', { create: true }); let count = 0; \
    for await (const file of folder.values()) count += 1; \
    return count + Object.keys(localStorage).filter((key) => key.includes('autosave')).length })()";

#[test]
fn a_match_leaves_no_autosave_and_is_open_at_the_same_move_after_a_reload() -> Result<()> {
    at_match("match-reload", async |study| {
        choose(study, "3 games in match.mat", 1).await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("Bob wins 2 points").await?;
        study.page.refresh().await?;
        study.wait_until_open("match.mat").await?;
        study.wait_for_label("Bob wins 2 points").await?;
        ensure!(study.page.eval(AUTOSAVES).await? == json!(0));
        study.command("Close the game").await?;
        study.wait_until_open("Untitled.sgf").await?;
        ensure!(
            study.page.eval("return document.querySelector('dialog[open]') === null").await? == json!(true)
        );
        Ok(())
    })
}

#[test]
fn a_match_passes_the_accessibility_check_on_every_screen() -> Result<()> {
    at_match("match-access", async |study| {
        study.wait_for_dialog("3 games in match.mat").await?;
        study.page.check_accessibility("the list of games").await?;
        choose(study, "3 games in match.mat", 1).await?;
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("Bob to play 42").await?;
        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE, Screen::PHONE.dark()] {
            study.page.screen(screen).await?;
            study.page.check_accessibility(&format!("the page on {screen:?}")).await?;
            let fits = "return document.documentElement.scrollWidth <= innerWidth";
            ensure!(study.page.eval(fits).await? == json!(true), "{screen:?} scrolls sideways");
            study
                .page
                .save_screenshot(&format!("match-{}{}", screen.width, if screen.dark { "-dark" } else { "" }))
                .await;
        }
        study.page.chord(&[Key::Control], 'i').await?;
        study.wait_for_dialog("About the game").await?;
        study.page.check_accessibility("the tags").await
    })
}
