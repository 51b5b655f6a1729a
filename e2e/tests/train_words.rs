//! The author's words in Train: shown with what is on the board, never before they give a move away.

use anyhow::{Result, ensure};
use e2e::{Screen, TrainPage, in_browser, in_training_session};
use thirtyfour::Key;

const PUZZLES: &str = "[Event \"A fork\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Date \"1851.06.21\"]\n\n\
    {White to play\nand win a pawn.} 1. e4 {takes the centre} (1. f3? {weakens the king} e5 {and 1. e4 was better}) \
    e5 {now 2. Nf3} 2. Nf3 {hits the pawn} *\n\n\
    [Event \"The second\"]\n\n1. d4 *\n";

async fn text(train_page: &TrainPage<'_>, of: &str) -> Result<String> {
    let script = format!("return [...document.querySelectorAll({of:?})].map((e) => e.innerText).join('|')");
    Ok(train_page.page.eval(&script).await?.as_str().unwrap_or_default().to_owned())
}

#[test]
fn task_and_players_are_there_and_comments_come_with_their_moves() -> Result<()> {
    in_training_session("words", PUZZLES, async |train_page| {
        let about = text(train_page, ".ask").await?;
        for words in ["A fork", "White to play\nand win a pawn.", "Anderssen – Kieseritzky, 1851.06.21"] {
            ensure!(about.contains(words), "{about:?}");
        }
        ensure!(text(train_page, ".comments").await?.is_empty());
        train_page.page.press("f3" + Key::Enter).await?;
        train_page.page.wait_for_text(".comments", "weakens the king").await?;
        train_page.page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("Your turn").await?;
        let refuted = text(train_page, ".comments").await?;
        ensure!(refuted.contains("weakens the king") && !refuted.contains("was better"), "{refuted:?}");
        train_page.page.press("e4" + Key::Enter).await?;
        train_page.page.wait_for_text(".comments", "takes the centre").await?;
        train_page.page.wait_for_piece("e5", "black pawn").await?;
        ensure!(!text(train_page, ".comments").await?.contains("Nf3"), "it names the move to be found");
        train_page.wait_for_feedback("Your turn").await?;
        train_page.page.press("Nf3" + Key::Enter).await?;
        train_page.page.wait_for_text(".comments", "hits the pawn").await?;
        ensure!(text(train_page, ".comments").await?.contains("now 2. Nf3"));
        train_page.page.press(Key::Enter + "").await?;
        train_page.page.wait_for_text(".ask", "The second").await?;
        ensure!(text(train_page, ".comments").await?.is_empty());
        Ok(())
    })
}

#[test]
fn a_last_comment_is_not_taken_away_by_the_next_puzzle() -> Result<()> {
    in_training_session("last-words", "1. e4 {best by test} *\n\n1. d4 {solid} *\n", async |train_page| {
        train_page.page.press("e4" + Key::Enter).await?;
        train_page.wait_for_feedback("Solved").await?;
        train_page.advance_clock(30).await?;
        train_page.page.wait_for_frames(10).await?;
        ensure!(text(train_page, ".comments").await?.contains("best by test"));
        ensure!(text(train_page, ".puzzle-number").await?.contains("Puzzle 1 of 2"));
        train_page.page.press(Key::Enter + "").await?;
        train_page.page.wait_for_text(".puzzle-number", "Puzzle 2 of 2").await?;
        train_page.page.press("d4" + Key::Enter).await?;
        train_page.wait_for_feedback("All puzzles done").await?;
        ensure!(text(train_page, ".comments").await?.contains("solid"), "after the last puzzle too");
        Ok(())
    })
}

#[test]
fn go_problems_have_their_words_too() -> Result<()> {
    let problems = "(;GM[1]SZ[9]GN[Atari]C[Black to play.]AB[dc][cd][ed]AW[dd]PL[B]\
        (;B[de]C[RIGHT])(;B[ee];W[de]C[The stone gets away.]))";
    in_training_session("go-words", problems, async |train_page| {
        let about = text(train_page, ".ask").await?;
        ensure!(about.contains("Atari") && about.contains("Black to play."), "{about:?}");
        train_page.page.press("E5" + Key::Enter).await?;
        train_page.page.wait_for_text(".comments", "The stone gets away.").await?;
        train_page.page.press(Key::Enter + "").await?;
        train_page.wait_for_feedback("Your turn").await?;
        train_page.page.press("D5" + Key::Enter).await?;
        train_page.wait_for_feedback("Done, with mistakes").await?;
        ensure!(!text(train_page, ".solve").await?.contains("RIGHT"), "a mark is not a comment");
        Ok(())
    })
}

#[test]
fn an_arrow_along_the_move_to_be_found_is_hidden() -> Result<()> {
    in_training_session("giving-arrow", "{[%cal Ge2e4,Gd1h5]} 1. e4 *\n", async |train_page| {
        train_page.page.wait_for_count(".chess-board .arrow", 1).await
    })
}

#[test]
fn a_long_comment_fits_on_every_screen() -> Result<()> {
    in_browser("long-words", async |page| {
        let long = "A long explanation of why this is so. ".repeat(12);
        let puzzles = format!(
            "[Event \"{}\"]\n\n{{{long}}} 1. e4 {{{long}}} e5 2. Nf3 *\n",
            "Supercalifragilistic".repeat(6)
        );
        let train_page = TrainPage { page };
        for screen in Screen::ALL {
            page.screen(screen).await?;
            train_page.begin(&puzzles).await?;
            train_page.page.eval("document.querySelector('#move-entry').focus()").await?;
            train_page.page.press("e4" + Key::Enter).await?;
            train_page.page.wait_for_text(".comments", "A long explanation").await?;
            train_page.wait_for_feedback("Your turn").await?;
            let wide = "return document.documentElement.scrollWidth - innerWidth";
            ensure!(page.eval(wide).await? == 0, "{}: the page is too wide", screen.name());
            page.save_screenshot(&format!("train-words-{}", screen.name())).await;
        }
        Ok(())
    })
}
