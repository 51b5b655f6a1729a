//! What is typed in a chess game: commands in comments, moves that are not clear, and glyphs by name.

use anyhow::{Result, ensure};
use e2e::{Screen, StudyPage, with_open_file};
use thirtyfour::Key;

fn at_chess(name: &str, pgn: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    with_open_file(name, "game.pgn", pgn.as_bytes(), async |study| {
        study.page.wait_for(".chess-board svg .pieces .piece").await?;
        test(study).await
    })
}

#[test]
fn commands_typed_into_a_comment_are_drawn_and_saved_once() -> Result<()> {
    at_chess("chess-typed-comment", "1. e4 {[%clk 0:01:00]} e5 *\n", async |study| {
        let page = study.page;
        page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        page.eval("document.getElementById('comment').focus()").await?;
        page.press("[%csl Ge4][%cal Re4e5] well [%my own]").await?;
        page.wait_for_count(".chess-board .arrow", 1).await?;
        ensure!(page.count(".chess-board .mark").await? == 1);
        study.save().await?;
        let text = study.file_text()?.replace('\n', " ");
        ensure!(
            text.contains("1. e4 {[%csl Ge4][%cal Re4e5] well [%my own] [%clk 0:01:00]} 1... e5 *"),
            "{text}"
        );
        Ok(())
    })
}

#[test]
fn a_typed_move_that_is_not_clear_is_answered_with_the_moves() -> Result<()> {
    let pgn = "[FEN \"5R1R/P7/8/8/k7/8/8/4K3 w - - 0 1\"]\n\n*\n";
    at_chess("chess-typed-move", pgn, async |study| {
        let page = study.page;
        page.eval("document.getElementById('move-entry').focus()").await?;
        page.press("Rg8" + Key::Enter).await?;
        study.wait_for_toast("Rg8 could be Rfg8 or Rhg8.").await?;
        page.press("a8" + Key::Enter).await?;
        study.wait_for_toast("a8: which piece? Type a8=Q, a8=R, a8=B or a8=N.").await?;
        page.press("a8=N" + Key::Enter).await?;
        study.wait_for_label("1. a8=N").await
    })
}

async fn wait_for_chip(study: &StudyPage<'_>, name: &str) -> Result<()> {
    let script = format!(
        "return [...document.querySelectorAll('.nags .chip')].some(chip => chip.textContent === {name:?})"
    );
    study.page.wait_until(&format!("the glyph {name}"), &script).await
}

#[test]
fn glyphs_without_a_button_are_listed_by_name() -> Result<()> {
    at_chess("chess-glyphs", "1. e4 $146 e5 *\n", async |study| {
        let page = study.page;
        page.press(Key::Right + "").await?;
        wait_for_chip(study, "N Novelty").await?;
        page.fill(".more-nags", "36").await?;
        wait_for_chip(study, "White has the initiative").await?;
        for (name, screen) in
            [("laptop", Screen::LAPTOP), ("dark", Screen::LAPTOP.dark()), ("phone", Screen::PHONE)]
        {
            page.screen(screen).await?;
            page.check_accessibility("glyphs by name").await?;
            page.save_screenshot(&format!("chess-glyphs-{name}")).await;
        }
        study.save().await?;
        let text = study.file_text()?.replace('\n', " ");
        ensure!(text.contains("1. e4 $36 $146 e5 *"), "{text}");
        Ok(())
    })
}

#[test]
fn what_cannot_be_read_in_a_broken_game_is_shown_and_listed() -> Result<()> {
    let pgn = "1. e4 e5 (1... c5 what now 2. Nf3) 2. Qh8 (2. Nf3 Nc6 3. Zz9 Bb5) 2... Nc6 *\n";
    at_chess("chess-broken", pgn, async |study| {
        let page = study.page;
        page.wait_for_text(".notation .unread", "what now").await?;
        page.wait_for_text(".problems summary", "3 problems").await?;
        page.click_on(".problems summary").await?;
        page.wait_for_text(".problems li", "Line 1, column 19: “what now” is neither a move nor a comment")
            .await?;
        page.wait_for_text(".problems .fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq")
            .await?;
        for (name, screen) in
            [("laptop", Screen::LAPTOP), ("dark", Screen::LAPTOP.dark()), ("phone", Screen::PHONE)]
        {
            page.screen(screen).await?;
            page.check_accessibility("a broken game").await?;
            page.save_screenshot(&format!("chess-broken-{name}")).await;
        }
        page.screen(Screen::LAPTOP).await?;
        page.eval("document.querySelectorAll('.problems li button')[2].click()").await?;
        study.wait_for_label("2... Nc6").await?;
        // Stepping through an unreadable line and saving change nothing.
        page.press(Key::End + "").await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}
