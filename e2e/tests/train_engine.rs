//! A move that a puzzle does not have, judged by a real engine.

use anyhow::{Result, ensure};
use e2e::{TrainPage, in_browser};

/// A queen to take, which a pawn move does not; and a won ending in which any quiet move is as good as the file's.
const TWO_SOLUTIONS: &str = "[FEN \"6k1/q4ppp/8/8/8/8/5PPP/R2Q2K1 w - - 0 1\"]\n\n1. Rxa7 *\n\n\
    [FEN \"7k/5ppp/8/8/3r4/8/5PPP/1R1R2K1 w - - 0 1\"]\n\n1. Rxd4 h6 2. Kf1 *\n";

#[test]
fn a_move_as_good_as_the_solution_is_accepted_and_a_worse_one_is_not() -> Result<()> {
    in_browser("train-engine", async |page| {
        let train_page = TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(TWO_SOLUTIONS).await?;
        train_page.ask_engine(true).await?;
        train_page.press_button("Start a session").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.drag("h2", "h3", "left", 0).await?;
        train_page.wait_for_feedback("Asking the engine").await?;
        train_page.wait_for_feedback("Not the right move").await?;
        ensure!(page.square_label("h2").await?.contains("white pawn"), "the move is taken back");
        page.drag("a1", "a7", "left", 0).await?;
        train_page.press_button("Next puzzle").await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.drag("d1", "d4", "left", 0).await?;
        train_page.wait_for_feedback("Your turn").await?;
        page.drag("h2", "h3", "left", 0).await?;
        train_page.wait_for_feedback("As good as the solution").await?;
        train_page.wait_for_feedback("All puzzles done").await
    })
}
