//! Chess files in Study in a real browser: games of a file, text pasted and copied, what is in front, and printing.

use std::fs;

use anyhow::{Result, ensure};
use e2e::{Screen, Studio, StudyPage, file_with, with_browser, with_open_file};
use serde_json::{Value, json};
use thirtyfour::Key;

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4   e5 2. Nf3 *\n\n[White \"Cid\"]\n\n1. d4 *\n\n\
                     [White \"Dora\"]\n\n1. Nf3 e5 2. e4 *\n";
const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const BROKEN: &str = "[White \"Ann\"]\n\n1. e4 e5 2. Nf3 Qh8 3. d4 *\n";

fn at_games(name: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    with_open_file(name, "set.pgn", GAMES.as_bytes(), async |study| {
        choose(study, "3 games in set.pgn", 1).await?;
        test(study).await
    })
}

async fn choose(study: &StudyPage<'_>, heading: &str, number: usize) -> Result<()> {
    study.wait_for_dialog(heading).await?;
    study.page.eval(&format!("document.querySelectorAll('.sample-game')[{}].click()", number - 1)).await?;
    study.wait_until_dialog_closes().await
}

/// As the browser does it after Ctrl+V: headless browsers have no clipboard of their own.
async fn paste(study: &StudyPage<'_>, text: &str) -> Result<()> {
    let script = format!(
        "const held = new DataTransfer(); held.setData('text', {text:?}); document.activeElement.dispatchEvent(\
         new ClipboardEvent('paste', {{ clipboardData: held, bubbles: true, cancelable: true }}))"
    );
    study.page.eval(&script).await?;
    Ok(())
}

/// Records what is copied.
async fn watch_clipboard(study: &StudyPage<'_>) -> Result<()> {
    let script = "navigator.clipboard.writeText = async (text) => { window.copied = text }";
    study.page.eval(script).await?;
    Ok(())
}

async fn wait_for_title(study: &StudyPage<'_>, title: &str) -> Result<()> {
    study.page.wait_for_text(".title .name", title).await
}

#[test]
fn the_menu_of_a_chess_game_speaks_chess() -> Result<()> {
    at_games("chess-menu", async |study| {
        study.page.click_on("[aria-label=\"All commands\"]").await?;
        study.page.wait_for("[role=menuitem]").await?;
        let rows = study.text("return [...document.querySelectorAll('[role=menuitem]')].map((row) => row.textContent).join('|')").await?;
        for word in ["Pass", "stone", "point", "Rotated"] {
            ensure!(!rows.contains(word), "{word} in {rows}");
        }
        for word in ["Copy the position (FEN)", "Next game of the file", "Train this file", "Print…"] {
            ensure!(rows.contains(word), "no {word} in {rows}");
        }
        study.page.save_screenshot("chess-menu").await;
        Ok(())
    })
}

#[test]
fn keys_step_through_games_and_a_puzzle_is_added_ordered_and_saved() -> Result<()> {
    at_games("chess-games", async |study| {
        let page = study.page;
        page.press(Key::PageDown + "").await?;
        wait_for_title(study, "set.pgn (2 of 3)").await?;
        page.chord(&[Key::Alt, Key::Shift], 'a').await?;
        study.wait_for_dialog("Add a game to set.pgn").await?;
        page.fill("#fen", FEN).await?;
        page.eval("document.querySelector('dialog .new-chess').requestSubmit()").await?;
        study.wait_until_dialog_closes().await?;
        wait_for_title(study, "set.pgn (3 of 4)").await?;
        study.page.wait_for_piece("e2", "white pawn").await?;
        page.chord(&[Key::Alt], Key::PageUp).await?;
        wait_for_title(study, "set.pgn (2 of 4)").await?;
        study.save().await?;
        let text = study.file_text()?;
        ensure!(
            text.starts_with("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4   e5 2. Nf3 *\n\n[Event"),
            "{text}"
        );
        ensure!(
            text.ends_with("[White \"Cid\"]\n\n1. d4 *\n\n[White \"Dora\"]\n\n1. Nf3 e5 2. e4 *\n"),
            "{text}"
        );
        page.chord(&[Key::Control], 'z').await?;
        page.chord(&[Key::Control], 'z').await?;
        wait_for_title(study, "set.pgn (2 of 3)").await?;
        study.check_saved(GAMES).await
    })
}

#[test]
fn games_are_ordered_and_deleted_in_the_list_of_their_file() -> Result<()> {
    with_open_file("chess-list", "set.pgn", GAMES.as_bytes(), async |study| {
        study.wait_for_dialog("3 games in set.pgn").await?;
        study.page.check_accessibility("the list of games").await?;
        study.page.save_screenshot("chess-list").await;
        study.page.click_on("[aria-label=\"Move game 3 up\"]").await?;
        let first = "return document.querySelectorAll('.sample-game strong')[1].textContent.includes('Dora')";
        study.page.wait_until("the game is moved", first).await?;
        study.page.click_on("[aria-label=\"Delete game 1\"]").await?;
        study.wait_for_dialog("2 games in set.pgn").await?;
        choose(study, "2 games in set.pgn", 1).await?;
        study.check_saved("[White \"Dora\"]\n\n1. Nf3 e5 2. e4 *\n\n[White \"Cid\"]\n\n1. d4 *\n").await
    })
}

#[test]
fn positions_and_games_are_copied_and_pasted() -> Result<()> {
    at_games("chess-paste", async |study| {
        let page = study.page;
        watch_clipboard(study).await?;
        page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        page.chord(&[Key::Alt], 'c').await?;
        study.wait_for_toast("copied as FEN").await?;
        let fen = study.text("return window.copied").await?;
        ensure!(fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "{fen}");
        paste(study, &fen).await?;
        study.wait_until_open("Untitled.pgn").await?;
        page.wait_for_piece("e4", "white pawn").await?;
        study.wait_until_dirty().await?;
        paste(study, GAMES).await?;
        choose(study, "3 games in Untitled 2.pgn", 3).await?;
        page.press(Key::End + "").await?;
        study.wait_for_label("2. e4").await?;
        paste(study, "https://lichess.org/AbCdEfGh").await?;
        study.wait_for_toast("Share & export").await?;
        paste(study, "https://www.chess.com/game/live/123").await?;
        study.wait_for_toast("chess.com").await
    })
}

#[test]
fn home_says_how_to_download_the_game_of_a_link() -> Result<()> {
    let studio = Studio::start()?;
    with_browser(&studio, "home-link", async |page| {
        page.visit("/").await?;
        page.wait_for("#open-anything").await?;
        page.eval("document.getElementById('open-anything').value = 'https://lichess.org/AbCdEfGh'").await?;
        page.click_on(".open-panel .button.main").await?;
        page.wait_for_text(".open-panel .error-text", "Tabiya opens no web addresses: on the game’s page at lichess choose “Share & export”, download the PGN, and open that file here.").await
    })
}

#[test]
fn a_reload_comes_back_to_the_same_game_at_the_same_move() -> Result<()> {
    at_games("chess-reload", async |study| {
        let page = study.page;
        page.press(Key::PageDown + Key::PageDown).await?;
        wait_for_title(study, "set.pgn (3 of 3)").await?;
        page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("1... e5").await?;
        page.eval("document.getElementById('comment').focus()").await?;
        page.press("kept").await?;
        study.wait_until_dirty().await?;
        page.refresh().await?;
        wait_for_title(study, "set.pgn (3 of 3)").await?;
        study.wait_for_label("1... e5").await?;
        study.wait_for_comment("kept").await?;
        ensure!(study.is_dirty().await?);
        ensure!(page.count("dialog[open]").await? == 0, "no question and no list");
        // A game without a file on disk.
        paste(study, FEN).await?;
        study.wait_until_open("Untitled.pgn").await?;
        page.refresh().await?;
        study.wait_until_open("Untitled.pgn").await?;
        page.wait_for_piece("e2", "white pawn").await
    })
}

#[test]
fn unsaved_games_do_not_cover_the_file_that_was_asked_for() -> Result<()> {
    let (_folder, file) = file_with("asked.pgn", "[White \"Eve\"]\n\n1. c4 *\n")?;
    let studio = Studio::start_with(&[&file])?;
    with_browser(&studio, "chess-front", async |page| {
        page.visit("/study").await?;
        let study = StudyPage { page, file };
        study.wait_until_open("asked.pgn").await?;
        paste(&study, FEN).await?;
        study.wait_until_open("Untitled.pgn").await?;
        study.wait_until_dirty().await?;
        // Opened anew: the unsaved game is restored behind the file of the command line.
        page.visit("/study").await?;
        study.wait_until_open("asked.pgn").await?;
        study.wait_for_toast("restored").await?;
        study.wait_until_open("asked.pgn").await?;
        page.chord(&[Key::Shift], 'W').await?;
        study.wait_until_open("Untitled.pgn").await
    })
}

#[test]
fn an_example_is_in_front_of_the_file_of_the_command_line() -> Result<()> {
    let (_folder, file) = file_with("asked.pgn", "[White \"Eve\"]\n\n1. c4 *\n")?;
    let studio = Studio::start_with(&[&file])?;
    with_browser(&studio, "chess-example", async |page| {
        // Study is loaded for the example, and opens the file as well.
        page.visit("/").await?;
        page.wait_for_text("main", "A Go game").await?;
        page.eval("[...document.querySelectorAll('main button, main a')].find(b => b.textContent.trim() === 'A Go game').click()")
            .await?;
        let study = StudyPage { page, file };
        study.wait_until_open("A first game.sgf").await?;
        page.chord(&[Key::Shift], 'W').await?;
        study.wait_until_open("asked.pgn").await
    })
}

#[test]
fn each_list_of_games_belongs_to_its_file() -> Result<()> {
    let (_one, one) = file_with("one.pgn", GAMES)?;
    let (_two, two) = file_with("two.pgn", "[White \"Xia\"]\n\n1. a4 *\n\n[White \"Yan\"]\n\n1. h4 *\n")?;
    let studio = Studio::start_with(&[&one, &two])?;
    with_browser(&studio, "chess-choosers", async |page| {
        page.visit("/study").await?;
        let study = StudyPage { page, file: one.clone() };
        choose_only(&study, "3 games in one.pgn", 3).await?;
        choose_only(&study, "2 games in two.pgn", 2).await?;
        study.wait_until_dialog_closes().await?;
        wait_for_title(&study, "two.pgn (2 of 2)").await?;
        page.chord(&[Key::Shift], 'W').await?;
        wait_for_title(&study, "one.pgn (3 of 3)").await?;
        ensure!(fs::read_to_string(&one)? == GAMES);
        Ok(())
    })
}

/// Another list may follow.
async fn choose_only(study: &StudyPage<'_>, heading: &str, number: usize) -> Result<()> {
    study.wait_for_dialog(heading).await?;
    study.page.eval(&format!("document.querySelectorAll('.sample-game')[{}].click()", number - 1)).await?;
    Ok(())
}

#[test]
fn a_broken_move_is_listed_with_its_line_and_column() -> Result<()> {
    with_open_file("chess-problem", "game.pgn", BROKEN.as_bytes(), async |study| {
        study.page.wait_for_text(".problems summary", "1 problem in this game").await?;
        study.page.click_on(".problems summary").await?;
        study.page.wait_for_text(".problems .link", "Line 3, column 17: “Qh8” is not legal here").await?;
        study.page.check_accessibility("the list of problems").await?;
        study.page.click_on(".problems .link").await?;
        study.wait_for_label("2... Qh8").await?;
        study.page.save_screenshot("chess-problem").await;
        Ok(())
    })
}

#[test]
fn the_position_is_read_out_and_moves_are_announced_in_words() -> Result<()> {
    at_games("chess-spoken", async |study| {
        let page = study.page;
        page.press(Key::Right + "").await?;
        let announced = "return [...document.querySelectorAll('.live-region')].some((region) => \
                         region.textContent === '1. White: pawn e2 to e4')";
        page.wait_until("the move is announced", announced).await?;
        page.chord(&[Key::Alt], 'b').await?;
        study.wait_for_dialog("The position in words").await?;
        let text = study.text("return document.querySelector('.spoken-position').innerText").await?;
        ensure!(text.contains("White: king e1; queen d1; rooks a1, h1"), "{text}");
        ensure!(text.contains("Rank 4: white pawn e4"), "{text}");
        page.press("f5").await?;
        page.press(Key::Enter + "").await?;
        page.wait_for_text(".spoken-position [role=status]", "f5, empty. White: pawn e4. Black: nothing.")
            .await?;
        page.check_accessibility("the position in words").await?;
        page.save_screenshot("chess-spoken").await;
        Ok(())
    })
}

#[test]
fn a_file_is_trained_from_study() -> Result<()> {
    let puzzle = "[White \"Mate in one\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. Ra8# *\n";
    with_open_file("chess-train", "set.pgn", puzzle.as_bytes(), async |study| {
        study.page.click_on("[aria-label=\"Train this file\"]").await?;
        study.page.wait_for_path("/train").await?;
        study.page.wait_until("the set is open", "return document.title.includes('set.pgn')").await
    })
}

#[test]
fn boards_and_pieces_change_on_every_page() -> Result<()> {
    with_open_file("chess-look", "game.pgn", b"1. e4 *\n", async |study| {
        let page = study.page;
        page.wait_for(".chess-board symbol").await?;
        let look = "const board = document.querySelector('.study .chess-board'); \
            return [getComputedStyle(board.querySelector('.squares rect')).fill, \
                    board.querySelector('#piece-white-king').innerHTML]";
        let before = page.eval(look).await?;
        page.follow_link("/settings").await?;
        page.wait_for("input[name=chess-board]").await?;
        page.save_screenshot("chess-look-settings").await;
        let mut boards = vec![before[0].clone()];
        for name in ["brown", "blue", "grey", "contrast"] {
            page.eval(&format!("document.querySelector('input[name=chess-board][value={name}]').click()"))
                .await?;
            let chosen = format!("return document.documentElement.dataset.chessBoard === {name:?}");
            page.wait_until(name, &chosen).await?;
            let board = page.eval(look).await?[0].clone();
            ensure!(!boards.contains(&board), "{name}: {board}");
            boards.push(board);
        }
        page.eval("document.querySelector('input[name=chess-pieces][value=plain]').click()").await?;
        page.wait_until(
            "other pieces",
            &format!(
                "{} !== {}",
                look.replace("return [", "return ([").replace("innerHTML]", "innerHTML])[1]"),
                before[1]
            ),
        )
        .await?;
        page.refresh().await?;
        page.follow_link("/study").await?;
        page.wait_for(".study .chess-board symbol").await?;
        let after = page.eval(look).await?;
        ensure!(after[0] == *boards.last().unwrap_or(&Value::Null) && after[1] != before[1], "{after}");
        page.save_screenshot("chess-look").await;
        Ok(())
    })
}

#[test]
fn a_game_is_printed_with_its_moves_and_diagrams() -> Result<()> {
    at_games("chess-print", async |study| {
        let page = study.page;
        page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        page.press("d").await?;
        study.wait_until_dirty().await?;
        page.eval("addEventListener('beforeprint', () => setTimeout(() => 0)); new MutationObserver((all) => { for (const one of all) for (const node of one.addedNodes) if (node.className === 'print-sheet') window.printed = node.innerHTML }).observe(document.body, { childList: true })").await?;
        let pdf = page.cdp().send_raw("Page.printToPDF", json!({ "printBackground": true })).await?;
        let data = pdf["data"].as_str().unwrap_or_default();
        ensure!(data.len() > 10_000, "the PDF has {} characters", data.len());
        let folder = std::env::var_os("TABIYA_SHOTS").map(std::path::PathBuf::from);
        if let Some(folder) = folder {
            fs::write(folder.join("chess-print.pdf.base64"), data)?;
        }
        page.wait_until("the sheet was made", "return typeof window.printed === 'string'").await?;
        let sheet = study.text("return window.printed").await?;
        ensure!(sheet.contains("<h1>Ann – Bob</h1>") && sheet.contains("<b>1. e4</b>"), "{sheet}");
        ensure!(sheet.matches("<figure>").count() == 1);
        page.wait_until_gone(".print-sheet").await
    })
}

#[test]
fn exports_of_lichess_and_chess_com_open_with_tags_clocks_and_evaluations() -> Result<()> {
    let lichess = "[Event \"Rated blitz game\"]\n[Site \"https://lichess.org/AbCdEfGh\"]\n[White \"ann\"]\n[Black \"bob\"]\n\
        [Result \"1-0\"]\n[UTCDate \"2024.01.02\"]\n[WhiteElo \"1800\"]\n[TimeControl \"180+2\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n\n\
        1. e4 { [%eval 0.36] [%clk 0:03:00] } 1... e5 { [%eval 0.31] [%clk 0:02:58] } 1-0\n";
    with_open_file("lichess", "lichess.pgn", lichess.as_bytes(), async |study| {
        study.page.press(Key::Right + "").await?;
        study.page.wait_for_text(".current-move strong", "1. e4 +0.36").await?;
        study.page.press(Key::Right + "").await?;
        study.page.wait_for_text(".player.black .clock-text", "0:02:58").await?;
        study.page.chord(&[Key::Control], 'i').await?;
        study.page.wait_for("dialog[open] .form.columns").await?;
        let values = study.text("return [...document.querySelectorAll('dialog[open] input')].map((field) => field.value).join('|')").await?;
        ensure!(
            values.contains("https://lichess.org/AbCdEfGh") && values.contains("King's Pawn Game"),
            "{values}"
        );
        Ok(())
    })?;
    let chess_com = "[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[White \"ann\"]\n[Black \"bob\"]\n[Result \"0-1\"]\n\
        [ECOUrl \"https://www.chess.com/openings/x\"]\n[Link \"https://www.chess.com/game/live/1\"]\n[Termination \"bob won by resignation\"]\n\n\
        1. d4 {[%clk 0:02:59.9]} 1... d5 {[%clk 0:02:58.1]} 0-1\n";
    with_open_file("chess-com", "chess_com.pgn", chess_com.as_bytes(), async |study| {
        study.page.press(Key::Right + "").await?;
        study.page.wait_for_text(".player.white .clock-text", "0:02:59").await?;
        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE] {
            study.page.screen(screen).await?;
            study
                .page
                .save_screenshot(&format!(
                    "chess-study-{}{}",
                    screen.width,
                    if screen.dark { "-dark" } else { "" }
                ))
                .await;
        }
        Ok(())
    })
}
