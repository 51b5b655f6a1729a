//! The analysis of a chess game in Study, with the real Stockfish.

use anyhow::{Result, ensure};
use e2e::{Screen, StudyPage, with_open_file};
use thirtyfour::Key;

/// After 3. Bc4 White threatens mate on f7, and 3... Nf6 overlooks it.
const GAME: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 *\n";

const FIRST_LINE: &str = "document.querySelector('button.engine-line')?.textContent";

fn at_analysis(name: &str, pgn: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    with_open_file(name, "game.pgn", pgn.as_bytes(), async |study| {
        study.page.wait_for(".notation [data-node]").await?;
        study.page.press(Key::Home + "").await?;
        study.page.chord(&[Key::Alt], 'a').await?;
        study.page.wait_for(".evaluation-bar").await?;
        test(study).await
    })
}

async fn wait_for_line(study: &StudyPage<'_>, text: &str) -> Result<()> {
    let script = format!("return {FIRST_LINE}?.includes({text:?}) ?? false");
    study.page.wait_until(&format!("a line with {text}"), &script).await
}

#[test]
fn the_engine_shows_lines_arrows_and_the_bar_and_finds_the_mate() -> Result<()> {
    at_analysis("analysis-mate", GAME, async |study| {
        wait_for_line(study, "1. ").await?;
        study
            .page
            .wait_until(
                "its name",
                "return document.querySelector('.analysis-head strong').textContent.startsWith('Stockfish')",
            )
            .await?;
        study
            .page
            .wait_until(
                "three arrows",
                "return document.querySelectorAll('.chess-board path.hint').length === 3",
            )
            .await?;
        study.page.press(Key::End + "").await?;
        wait_for_line(study, "#1").await?;
        wait_for_line(study, "4. Qxf7#").await?;
        study
            .page
            .wait_until(
                "a full bar",
                "return document.querySelector('.evaluation-bar b').textContent === '#1'",
            )
            .await?;
        study.page.save_screenshot("analysis-chess-light").await;
        study.page.screen(Screen { dark: true, ..Screen::LAPTOP }).await?;
        study.page.save_screenshot("analysis-chess-dark").await;
        study.page.screen(Screen::PHONE).await?;
        study.page.save_screenshot("analysis-chess-phone").await;
        Ok(())
    })
}

#[test]
fn a_click_adds_a_line_as_one_undo_step_and_nothing_else_changes_the_file() -> Result<()> {
    at_analysis("analysis-line", GAME, async |study| {
        study.page.press(Key::End + "").await?;
        wait_for_line(study, "4. Qxf7#").await?;
        ensure!(!study.is_dirty().await?, "looking changes nothing");
        study.page.click_on("button.engine-line").await?;
        study.wait_until_dirty().await?;
        study
            .page
            .wait_until(
                "the move",
                "return document.querySelector('.notation .blocks').textContent.includes('Qxf7')",
            )
            .await?;
        study.page.chord(&[Key::Control], 'z').await?;
        study
            .page
            .wait_until(
                "one step back",
                "return !document.querySelector('.notation .blocks').textContent.includes('Qxf7')",
            )
            .await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn at_the_end_of_a_game_there_is_nothing_to_search() -> Result<()> {
    at_analysis("analysis-over", "1. f3 e5 2. g4 Qh4# *\n", async |study| {
        wait_for_line(study, "1. ").await?;
        study.page.press(Key::End + "").await?;
        study.page.wait_for_text(".analysis .notice", "The game is over in this position.").await?;
        study
            .page
            .wait_until(
                "no arrows",
                "return document.querySelectorAll('.chess-board path.hint').length === 0",
            )
            .await?;
        study.page.press(Key::Left + "").await?;
        wait_for_line(study, "2... Qh4#").await?;
        study.page.chord(&[Key::Alt], 'a').await?;
        study.page.wait_until_gone(".evaluation-bar").await
    })
}

#[test]
fn the_number_of_lines_is_kept() -> Result<()> {
    at_analysis("analysis-lines", GAME, async |study| {
        wait_for_line(study, "1. ").await?;
        let choose = "const choice = document.querySelector('.line-count'); choice.value = '5'; \
            choice.dispatchEvent(new Event('change'))";
        study.page.eval(choose).await?;
        study
            .page
            .wait_until("five lines", "return document.querySelectorAll('button.engine-line').length === 5")
            .await?;
        study.page.eval("location.reload()").await?;
        study.page.wait_for(".notation [data-node]").await?;
        ensure!(study.page.count(".evaluation-bar").await? == 0, "no engine runs unasked");
        study.page.chord(&[Key::Alt], 'a').await?;
        study
            .page
            .wait_until(
                "five lines again",
                "return document.querySelectorAll('button.engine-line').length === 5",
            )
            .await
    })
}

#[test]
fn pointing_at_a_line_shows_its_moves_and_pieces_on_the_board() -> Result<()> {
    at_analysis("analysis-ghosts", GAME, async |study| {
        wait_for_line(study, "1. ").await?;
        let hints = "return document.querySelectorAll('.chess-board path.hint').length === 3";
        study.page.wait_until("three arrows", hints).await?;
        study.page.eval("document.querySelector('button.engine-line').focus()").await?;
        let ghosts = "return document.querySelectorAll('.chess-board .ghost use').length > 0 && \
            document.querySelectorAll('.chess-board path.hint').length > 3";
        study.page.wait_until("the line on the board", ghosts).await?;
        study.page.save_screenshot("analysis-chess-line").await;
        study.page.eval("document.activeElement.blur()").await?;
        study.page.wait_until("three arrows again", hints).await?;
        study.page.wait_until_gone(".chess-board .ghost").await
    })
}

#[test]
fn values_in_the_file_make_a_graph_and_hidden_hints_leave_it() -> Result<()> {
    let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 0.4]} 2. Ke2 {[%eval -1.9]} Nc6 {[%eval -1.8]} 3. d3 *\n";
    at_analysis("analysis-graph", pgn, async |study| {
        study.page.wait_for(".graph .graph-mark.blunder").await?;
        study.page.chord(&[Key::Alt], 'h').await?;
        study.page.wait_until_gone(".evaluation-bar").await?;
        study.page.wait_until_gone("button.engine-line").await?;
        let no_arrows = "return document.querySelectorAll('.chess-board path.hint').length === 0";
        study.page.wait_until("no arrows", no_arrows).await?;
        let click = "const graph = document.querySelector('.graph'); const box = graph.getBoundingClientRect(); \
            graph.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, \
            clientX: box.left + box.width * 0.6, clientY: box.top + 20 }))";
        study.page.eval(click).await?;
        study.wait_for_label("2. Ke2").await?;
        study.page.chord(&[Key::Alt], 'h').await?;
        wait_for_line(study, "2... ").await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

/// Steps leave values behind: they are part of the graph while the game is open.
#[test]
fn what_the_engine_has_found_stays_in_the_graph() -> Result<()> {
    at_analysis("analysis-found", GAME, async |study| {
        for line in ["1. ", "1... ", "2. "] {
            wait_for_line(study, line).await?;
            study.page.press(Key::Right + "").await?;
        }
        let label = "return document.querySelector('.graph').ariaLabel.includes('Move 3: ')";
        study.page.wait_until("the current move", label).await?;
        study.page.press(Key::Home + "").await?;
        let label = "return document.querySelector('.graph').ariaLabel.includes('Move 0: ')";
        study.page.wait_until("the start", label).await?;
        let edge = "return document.querySelector('.graph-edge').getAttribute('d').split('L').length >= 4";
        study.page.wait_until("four known positions", edge).await
    })
}

#[test]
fn the_analysis_of_chess_is_accessible_on_all_screens() -> Result<()> {
    at_analysis("analysis-screens", GAME, async |study| {
        study.page.press(Key::Right + "").await?;
        for screen in Screen::ALL {
            study.page.screen(screen).await?;
            wait_for_line(study, "1... ").await?;
            study.page.save_screenshot(&format!("analysis-chess-{}", screen.name())).await;
            study.page.check_accessibility(&screen.name()).await?;
        }
        Ok(())
    })
}
