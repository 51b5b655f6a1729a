//! A chess game on the study in a real browser: walked, played, annotated, taken back and saved.

use anyhow::{Result, ensure};
use proof::{ALT, Desk, SHIFT, Screen, Studio, beside};
use tempfile::TempDir;
use thirtyfour::Key;

const GAME: &str = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"?\"]\n[White \"Ann\"]\n\
                    [Black \"Bob\"]\n[Result \"*\"]\n\n1. e4   {odd  spaces} e5 2. Nf3 Nc6 *\n";

fn at_chess(name: &str, pgn: &str, test: impl AsyncFnOnce(&Desk<'_>) -> Result<()>) -> Result<()> {
    let folder = TempDir::new()?;
    let file = folder.path().join("game.pgn");
    std::fs::write(&file, pgn)?;
    let studio = Studio::start_with(&[&file])?;
    beside(&studio, name, async |page| {
        page.visit("/study").await?;
        let desk = Desk { page, file };
        desk.until_open("game.pgn").await?;
        page.until("the board", "return document.querySelector('.chess-board svg .pieces .piece')").await?;
        test(&desk).await
    })
}

/// The moves of the file on the disk, in one line.
fn moves(desk: &Desk<'_>) -> Result<String> {
    let text = desk.on_disk()?;
    let (_, moves) = text.split_once("\n\n").unwrap_or_default();
    Ok(moves.split_whitespace().collect::<Vec<_>>().join(" "))
}

async fn says(desk: &Desk<'_>, button: &str) -> Result<()> {
    desk.page.ask(&format!("document.querySelector('[aria-label={button:?}]').click()")).await?;
    Ok(())
}

#[test]
fn a_game_that_is_only_walked_is_saved_byte_for_byte() -> Result<()> {
    at_chess("chess-walk", GAME, async |desk| {
        desk.until_label("start of the game").await?;
        desk.page.press(Key::Right + "").await?;
        desk.until_label("1. e4").await?;
        ensure!(desk.text("return document.getElementById('comment').value").await? == "odd  spaces");
        desk.page.until_on_square("e4", "white pawn").await?;
        desk.page.press(Key::End + "").await?;
        desk.until_label("2... Nc6").await?;
        desk.page.press(Key::Home + "").await?;
        desk.until_label("start of the game").await?;
        ensure!(desk.page.count(".title .dirty").await? == 0);
        desk.page.chord(&[Key::Control], 's').await?;
        desk.until_said("Saved game.pgn").await?;
        ensure!(desk.on_disk()? == GAME, "every byte is as it was");
        Ok(())
    })
}

#[test]
fn a_variation_is_played_annotated_and_written() -> Result<()> {
    at_chess("chess-variation", GAME, async |desk| {
        let page = desk.page;
        page.press(Key::Right + "").await?;
        desk.until_label("1. e4").await?;
        page.drag("c7", "c5", "left", 0).await?;
        desk.until_label("1... c5").await?;
        page.click_square("g1").await?;
        ensure!(page.on_square("f3").await?.contains("can go here"));
        page.click_square("f3").await?;
        desk.until_label("2. Nf3").await?;
        page.ask("document.getElementById('comment').focus()").await?;
        page.press("Open Sicilian").await?;
        page.press(Key::Escape + "").await?;
        says(desk, "Interesting move").await?;
        page.drag("d2", "d4", "right", 0).await?;
        page.drag("d4", "d4", "right", SHIFT).await?;
        page.until("an arrow", "return document.querySelectorAll('.chess-board .arrow').length === 1")
            .await?;
        ensure!(page.count(".chess-board .mark").await? == 1);
        desk.save().await?;
        let expected = "1. e4 {odd spaces} 1... e5 (1... c5 2. Nf3 $5 {Open Sicilian [%csl Rd4][%cal Gd2d4]}) 2. Nf3 Nc6 *";
        ensure!(moves(desk)? == expected, "{}", moves(desk)?);
        Ok(())
    })
}

#[test]
fn everything_is_undone_back_to_the_bytes_of_the_file() -> Result<()> {
    at_chess("chess-undo", GAME, async |desk| {
        let page = desk.page;
        page.press(Key::End + "").await?;
        desk.until_label("2... Nc6").await?;
        page.drag("f1", "b5", "left", 0).await?;
        desk.until_label("3. Bb5").await?;
        page.drag("b5", "c6", "right", ALT).await?;
        says(desk, "Good move").await?;
        page.until("changed", "return document.querySelector('.title .dirty') !== null").await?;
        for _ in 0..3 {
            page.chord(&[Key::Control], 'z').await?;
        }
        desk.until_label("2... Nc6").await?;
        page.until("as it was", "return document.querySelector('.title .dirty') === null").await?;
        page.chord(&[Key::Control, Key::Shift], 'z').await?;
        desk.until_label("3. Bb5").await?;
        page.chord(&[Key::Control], 'z').await?;
        desk.until_label("2... Nc6").await?;
        page.chord(&[Key::Control], 's').await?;
        desk.until_said("Saved").await?;
        ensure!(desk.on_disk()? == GAME);
        Ok(())
    })
}

#[test]
fn a_pawn_becomes_what_is_chosen_and_the_board_can_be_turned() -> Result<()> {
    at_chess("chess-promotion", "[FEN \"8/5P1k/8/6K1/8/8/8/8 w - - 0 1\"]\n\n*\n", async |desk| {
        let page = desk.page;
        page.drag("f7", "f8", "left", 0).await?;
        page.until("a choice", "return document.querySelectorAll('.chess-board .choice').length === 4")
            .await?;
        page.press("n").await?;
        page.until_on_square("f8", "white knight").await?;
        let before = page.square("a1").await?;
        page.press("f").await?;
        page.until("turned", "return document.querySelector('[role=gridcell]').dataset.square === 'h1'")
            .await?;
        ensure!(page.square("a1").await? != before);
        desk.save().await?;
        ensure!(moves(desk)? == "1. f8=N+ *", "{}", moves(desk)?);
        Ok(())
    })
}

#[test]
fn pieces_are_moved_by_keyboard_and_by_name() -> Result<()> {
    at_chess("chess-keys", GAME, async |desk| {
        let page = desk.page;
        page.ask("document.querySelector('.chess-board [role=gridcell][tabindex=\"0\"]').focus()").await?;
        for key in [Key::Right, Key::Right, Key::Right, Key::Up, Key::Enter, Key::Up, Key::Up, Key::Enter] {
            page.press(key + "").await?;
        }
        desk.until_label("1. d4").await?;
        page.ask("document.getElementById('move-entry').focus()").await?;
        page.press("Nf6" + Key::Enter).await?;
        desk.until_label("1... Nf6").await?;
        page.press("Nf6" + Key::Enter).await?;
        desk.until_said("is no legal move here").await
    })
}

#[test]
fn a_file_of_several_games_lists_them_and_keeps_those_that_nobody_touched() -> Result<()> {
    let file =
        format!("{GAME}\n[White \"Cid\"]\n[Black \"Dora\"]\n[Result \"1-0\"]\n\n1. d4 d5   2. c4 1-0\n");
    at_chess("chess-games", &file, async |desk| {
        let page = desk.page;
        desk.until_dialog("2 games in this file").await?;
        ensure!(page.count("dialog .sample-game").await? == 2);
        page.ask("document.querySelector('dialog input[type=search]').focus()").await?;
        page.press("dora").await?;
        page.until("found", "return document.querySelectorAll('dialog .sample-game').length === 1").await?;
        page.ask("document.querySelector('dialog .sample-game').click()").await?;
        desk.until_open("game.pgn (2 of 2)").await?;
        page.press(Key::End + "").await?;
        desk.until_label("2. c4").await?;
        says(desk, "Good move").await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
        ensure!(saved.starts_with(GAME), "the first game is as it was: {saved}");
        ensure!(saved.contains("1. d4 d5 2. c4 $1 1-0"), "{saved}");
        Ok(())
    })
}

#[test]
fn a_chess_game_shuts_nobody_out() -> Result<()> {
    at_chess("chess-access", GAME, async |desk| {
        desk.page.press(Key::Right + "").await?;
        desk.until_label("1. e4").await?;
        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE] {
            desk.page.screen(screen).await?;
            desk.page.is_accessible("a chess game").await?;
        }
        Ok(())
    })
}
