//! Train by keyboard, its figures and options, and the cover over a paused position.

use anyhow::{Result, ensure};
use e2e::{Screen, TrainPage, in_browser, in_training_session};
use serde_json::Value;
use thirtyfour::Key;

const TWO: &str = "1. e4 (1. f3? e5 2. g4 Qh4#) *\n\n1. d4 *\n";
const FOCUSED: &str = "return document.activeElement?.id";

async fn text(train_page: &TrainPage<'_>, of: &str) -> Result<String> {
    let script = format!("return document.querySelector({of:?})?.innerText");
    Ok(train_page.page.eval(&script).await?.as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_puzzle_begins_with_the_focus_in_the_move_field() -> Result<()> {
    in_training_session("focus", TWO, async |train_page| {
        ensure!(train_page.page.eval(FOCUSED).await? == "move-entry");
        train_page.page.press("f3" + Key::Enter).await?;
        train_page.wait_for_feedback("This move is a mistake").await?;
        train_page.page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("find a better move").await?;
        ensure!(train_page.page.square_label("h4").await?.contains("black queen"), "Enter jumps to the end");
        train_page.wait_for_feedback("Your turn").await?;
        train_page.page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("Done, with mistakes").await?;
        train_page.page.press(Key::Enter + "").await?;
        train_page.page.wait_for_text(".puzzle-number", "Puzzle 2 of 2").await?;
        train_page
            .page
            .wait_until("the field has the focus again", "return document.activeElement?.id === 'move-entry'")
            .await
    })
}

#[test]
fn enter_hurries_a_refutation_from_the_board_too() -> Result<()> {
    in_training_session("hurry", TWO, async |train_page| {
        let focus = "document.querySelector('.chess-board [role=gridcell][tabindex=\"0\"]').focus()";
        train_page.page.press("f3" + Key::Enter).await?;
        train_page.wait_for_feedback("This move is a mistake").await?;
        train_page.page.eval(focus).await?;
        train_page.page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("find a better move").await?;
        ensure!(train_page.page.square_label("h4").await?.contains("black queen"));
        Ok(())
    })
}

#[test]
fn escape_leaves_the_field_and_letters_are_commands_then() -> Result<()> {
    in_training_session("escape", TWO, async |train_page| {
        train_page.page.press("h").await?;
        ensure!(train_page.page.count(".hint-text").await? == 0, "it is typed into the field");
        train_page.page.press(Key::Escape + "h").await?;
        train_page.wait_for_feedback("look here").await?;
        train_page.page.press("/").await?;
        ensure!(train_page.page.eval(FOCUSED).await? == "move-entry");
        train_page.page.press(Key::Escape + "p").await?;
        train_page.wait_for_feedback("Paused").await?;
        train_page.page.press("p").await?;
        train_page.wait_for_feedback("look here").await?;
        train_page.page.press(Key::Escape + "s").await?;
        train_page.wait_for_feedback("Skipped").await
    })
}

#[test]
fn a_pause_covers_the_position_and_its_moves() -> Result<()> {
    in_training_session("covered", "1. e4 e5 {the reply} 2. Nf3 *\n", async |train_page| {
        train_page.page.press("e4" + Key::Enter).await?;
        train_page.page.wait_for_piece("e5", "black pawn").await?;
        train_page.wait_for_feedback("Your turn").await?;
        train_page.page.press(Key::Escape + "p").await?;
        train_page.page.wait_for(".paused").await?;
        let visible = "return ['.chess-board', '.moves', '.comments'].filter((of) => \
            document.querySelector(of).checkVisibility({ visibilityProperty: true }))";
        ensure!(train_page.page.eval(visible).await? == Value::Array(Vec::new()));
        let under = "const box = document.querySelector('.board-column').getBoundingClientRect(); \
            return document.elementFromPoint(box.x + box.width / 4, box.y + box.height / 4).className";
        ensure!(train_page.page.eval(under).await? == "paused", "{}", train_page.page.eval(under).await?);
        let focused = "return document.activeElement.textContent";
        ensure!(train_page.page.eval(focused).await? == "Continue");
        train_page.page.save_screenshot("train-paused").await;
        train_page.page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("Your turn").await?;
        train_page
            .page
            .wait_until("the field has the focus again", "return document.activeElement?.id === 'move-entry'")
            .await
    })
}

#[test]
fn the_verdict_does_not_stand_over_the_next_puzzle() -> Result<()> {
    let puzzles = "1. e4 *\n\n[Orientation \"black\"]\n\n1. d4 d5 *\n";
    in_training_session("verdict", puzzles, async |train_page| {
        train_page.page.press("d4" + Key::Enter).await?;
        train_page.wait_for_feedback("try again").await?;
        train_page.page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("Done, with mistakes").await?;
        train_page.page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("The opponent moves first").await?;
        train_page.wait_for_feedback("Your turn").await
    })
}

#[test]
fn figures_tell_what_was_shown_and_link_to_the_puzzles() -> Result<()> {
    let puzzles = "1. e4 *\n\n1. d4 *\n\n1. c4 *\n\n[White \"Ann\"]\n[Black \"Bo\"]\n\n*\n";
    in_browser("figures", async |page| {
        let train_page = &TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(puzzles).await?;
        let left_out = text(train_page, ".left-out").await?;
        ensure!(left_out.contains("1 game has no move to find"), "{left_out:?}");
        page.eval("document.querySelector('.left-out').open = true").await?;
        ensure!(text(train_page, ".left-out").await?.contains("game 4: Ann – Bo"));
        train_page.press_button("Start a session").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.press(Key::Escape + "s").await?;
        train_page.wait_for_feedback("Skipped").await?;
        train_page.press_button("End").await?;
        train_page.wait_for_feedback("Session ended").await?;
        let figures = text(train_page, ".solve .figures").await?;
        ensure!(figures.contains("Accuracy\n–") && figures.contains("Skipped\n1"), "{figures:?}");
        train_page.press_button("Back to the set").await?;
        train_page.press_button("Start a session").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.press(Key::Escape + "h").await?;
        train_page.wait_for_feedback("look here").await?;
        page.press("h").await?;
        train_page.wait_for_feedback("this is the move").await?;
        page.press("/").await?;
        page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("a hint showed the move").await?;
        page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("Your turn").await?;
        train_page.press_button("End").await?;
        train_page.press_button("Back to the set").await?;
        let figures = text(train_page, ".statistics .figures").await?;
        ensure!(
            ["Tried\n1", "Correct\n0", "Accuracy\n0 %", "Move shown\n1", "Skipped\n1"]
                .iter()
                .all(|part| figures.contains(part)),
            "{figures:?}"
        );
        page.save_screenshot("train-set").await;
        page.eval("document.querySelector('.puzzle-links a').click()").await?;
        train_page.wait_for_feedback("Your turn").await?;
        ensure!(text(train_page, ".puzzle-number").await? == "Puzzle 1 of 1");
        let set = page.eval("return document.querySelector('.puzzle-links a')?.getAttribute('href')").await?;
        ensure!(set.is_null(), "the statistics are hidden while solving");
        train_page.press_button("End").await?;
        train_page.press_button("Back to the set").await?;
        let link = page.eval("return document.querySelector('.puzzle-links a').getAttribute('href')").await?;
        page.visit(link.as_str().unwrap_or_default()).await?;
        train_page.wait_for_feedback("Your turn").await?;
        ensure!(text(train_page, ".puzzle-number").await? == "Puzzle 1 of 1", "the link works as an address");
        train_page.press_button("End").await?;
        train_page.press_button("Back to the set").await?;
        page.eval("document.querySelector('.puzzle-links .tool').click()").await?;
        page.wait_until("Study", "return location.pathname === '/study'").await?;
        page.wait_for(".study .chess-board").await
    })
}

#[test]
fn a_player_may_work_ahead_with_own_cycle_lengths() -> Result<()> {
    in_browser("ahead", async |page| {
        let train_page = &TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles("1. e4 *\n\n1. d4 *\n").await?;
        let days = |days: &str| {
            format!(
                "document.querySelectorAll('details').forEach((d) => d.open = true); document.querySelector('[name=cycle-days]').value = '{days}'"
            )
        };
        page.eval(&days("3 x")).await?;
        train_page.press_button("Start the first cycle").await?;
        page.wait_for_text(".task .error-text", "“x” is not a number of days").await?;
        page.eval(&days("2, 1")).await?;
        train_page.press_button("Start the first cycle").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("Done for today. 1 puzzle left in this cycle").await?;
        page.save_screenshot("train-share-done").await;
        train_page.press_button("Go on: 1 more").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.press("d4" + Key::Enter).await?;
        train_page.wait_for_feedback("This cycle is complete").await?;
        train_page.press_button("Back to the set").await?;
        page.wait_for_text(".train-set", "resting").await?;
        train_page.press_button("Start the next cycle now").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("Solved").await?;
        train_page.press_button("End").await?;
        train_page.press_button("Back to the set").await?;
        page.wait_for_text(".train-set", "cycle 2 of 2").await
    })
}

#[test]
fn a_session_starts_where_the_player_wants() -> Result<()> {
    in_browser("options", async |page| {
        let train_page = &TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(
            "[Event \"One\"]\n\n1. e4 *\n\n[Event \"Two\"]\n\n1. d4 *\n\n[Event \"Three\"]\n\n1. c4 *\n",
        )
        .await?;
        page.eval(
            "document.querySelectorAll('details').forEach((d) => d.open = true); \
             const at = document.querySelector('[name=start-at]'); at.value = '2'; at.dispatchEvent(new Event('change')); \
             const length = document.querySelector('.task select'); length.value = '0'; length.dispatchEvent(new Event('change'))",
        )
        .await?;
        page.save_screenshot("train-options").await;
        train_page.ask_engine(false).await?;
        train_page.press_button("Start a session").await?;
        train_page.wait_for_feedback("Your turn").await?;
        ensure!(text(train_page, ".puzzle-number").await? == "Puzzle 1 of 2");
        ensure!(text(train_page, ".ask").await?.contains("Two"));
        ensure!(text(train_page, ".countdown").await?.is_empty(), "there is no time limit");
        page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("try again").await?;
        page.press("d4" + Key::Enter).await?;
        train_page.wait_for_feedback("Done, with mistakes").await?;
        train_page.press_button("End").await?;
        train_page.press_button("Back to the set").await?;
        page.eval(
            "document.querySelectorAll('details').forEach((d) => d.open = true); \
             document.querySelector('[name=only-failed]').click(); document.querySelector('[name=shuffle]').click()",
        )
        .await?;
        train_page.press_button("Start a session").await?;
        train_page.wait_for_feedback("Your turn").await?;
        ensure!(text(train_page, ".puzzle-number").await? == "Puzzle 1 of 1");
        ensure!(text(train_page, ".ask").await?.contains("Two"));
        Ok(())
    })
}

#[test]
fn another_order_of_moves_is_accepted() -> Result<()> {
    in_training_session("order", "1. Nf3 (1. d4 d5 2. c4 e6) d5 2. d4 *\n", async |train_page| {
        train_page.page.press("d4" + Key::Enter).await?;
        train_page.wait_for_feedback("This move is good too").await?;
        train_page.wait_for_feedback("Your turn").await?;
        train_page.page.press("Nf3" + Key::Enter).await?;
        train_page.wait_for_feedback("All puzzles done").await
    })
}

#[test]
fn the_drill_looks_right_on_every_screen() -> Result<()> {
    in_browser("looks", async |page| {
        let train_page = &TrainPage { page };
        let puzzle = "[Event \"Two at once\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n[FEN \"r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1\"]\n\n\
            {White to play. Win the rook.} 1. Nc7+ {a fork} (1. Nb6? {attacks the rook, which simply goes away} Ra6) 1... Kd7 2. Nxa8 *\n";
        for screen in Screen::ALL {
            page.screen(screen).await?;
            train_page.begin(puzzle).await?;
            page.save_screenshot(&format!("train-drill-{}", screen.name())).await;
            page.eval("document.querySelector('#move-entry').focus()").await?;
            page.press("Nb6" + Key::Enter).await?;
            page.wait_for_text(".comments", "goes away").await?;
            page.save_screenshot(&format!("train-mistake-{}", screen.name())).await;
            page.check_accessibility(&format!("a drill, {}", screen.name())).await?;
        }
        Ok(())
    })
}
