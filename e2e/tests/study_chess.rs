//! A chess game in Study in a real browser: navigated, played, annotated, undone and saved.

use anyhow::{Result, ensure};
use e2e::{ALT, Page, SHIFT, Screen, StudyPage, on_study_page, with_open_file};
use serde_json::json;
use thirtyfour::Key;

const GAME: &str = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"?\"]\n[White \"Ann\"]\n\
                    [Black \"Bob\"]\n[Result \"*\"]\n\n1. e4   {odd  spaces} e5 2. Nf3 Nc6 *\n";

fn at_chess(name: &str, pgn: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    with_open_file(name, "game.pgn", pgn.as_bytes(), async |study| {
        study.page.wait_for(".chess-board svg .pieces .piece").await?;
        test(study).await
    })
}

/// The moves of the file on disk, on one line.
fn moves(study: &StudyPage<'_>) -> Result<String> {
    let text = study.file_text()?;
    let (_, moves) = text.split_once("\n\n").unwrap_or_default();
    Ok(moves.split_whitespace().collect::<Vec<_>>().join(" "))
}

async fn answer(study: &StudyPage<'_>, button: &str) -> Result<()> {
    study.page.eval(&format!("document.querySelector('[aria-label={button:?}]').click()")).await?;
    Ok(())
}

#[test]
fn a_game_that_is_only_navigated_is_saved_byte_for_byte() -> Result<()> {
    at_chess("chess-walk", GAME, async |study| {
        study.wait_for_label("start of the game").await?;
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        ensure!(study.text("return document.getElementById('comment').value").await? == "odd  spaces");
        study.page.wait_for_piece("e4", "white pawn").await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("2... Nc6").await?;
        study.page.press(Key::Home + "").await?;
        study.wait_for_label("start of the game").await?;
        ensure!(study.page.count(".title .dirty").await? == 0);
        study.page.chord(&[Key::Control], 's').await?;
        study.wait_for_toast("Saved game.pgn").await?;
        ensure!(study.file_text()? == GAME, "every byte is unchanged");
        Ok(())
    })
}

#[test]
fn a_variation_is_played_annotated_and_written() -> Result<()> {
    at_chess("chess-variation", GAME, async |study| {
        let page = study.page;
        page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        page.drag("c7", "c5", "left", 0).await?;
        study.wait_for_label("1... c5").await?;
        page.click_square("g1").await?;
        ensure!(page.square_label("f3").await?.contains("can move here"));
        page.click_square("f3").await?;
        study.wait_for_label("2. Nf3").await?;
        page.eval("document.getElementById('comment').focus()").await?;
        page.press("Open Sicilian").await?;
        page.press(Key::Escape + "").await?;
        answer(study, "Interesting move").await?;
        page.drag("d2", "d4", "right", 0).await?;
        page.drag("d4", "d4", "right", SHIFT).await?;
        page.wait_for_count(".chess-board .arrow", 1).await?;
        ensure!(page.count(".chess-board .mark").await? == 1);
        study.save().await?;
        let expected = "1. e4 {odd spaces} 1... e5 (1... c5 2. Nf3 $5 {Open Sicilian [%csl Rd4][%cal Gd2d4]}) 2. Nf3 Nc6 *";
        ensure!(moves(study)? == expected, "{}", moves(study)?);
        Ok(())
    })
}

#[test]
fn everything_is_undone_back_to_the_bytes_of_the_file() -> Result<()> {
    at_chess("chess-undo", GAME, async |study| {
        let page = study.page;
        page.press(Key::End + "").await?;
        study.wait_for_label("2... Nc6").await?;
        page.drag("f1", "b5", "left", 0).await?;
        study.wait_for_label("3. Bb5").await?;
        page.drag("b5", "c6", "right", ALT).await?;
        answer(study, "Good move").await?;
        page.wait_for(".title .dirty").await?;
        for _ in 0..3 {
            page.chord(&[Key::Control], 'z').await?;
        }
        study.wait_for_label("2... Nc6").await?;
        page.wait_until_gone(".title .dirty").await?;
        page.chord(&[Key::Control, Key::Shift], 'z').await?;
        study.wait_for_label("3. Bb5").await?;
        page.chord(&[Key::Control], 'z').await?;
        study.wait_for_label("2... Nc6").await?;
        page.chord(&[Key::Control], 's').await?;
        study.wait_for_toast("Saved").await?;
        ensure!(study.file_text()? == GAME);
        Ok(())
    })
}

#[test]
fn a_promotion_piece_is_chosen_and_the_board_can_be_flipped() -> Result<()> {
    at_chess("chess-promotion", "[FEN \"8/5P1k/8/6K1/8/8/8/8 w - - 0 1\"]\n\n*\n", async |study| {
        let page = study.page;
        page.drag("f7", "f8", "left", 0).await?;
        page.wait_for_count(".chess-board .choice", 4).await?;
        page.press("n").await?;
        page.wait_for_piece("f8", "white knight").await?;
        let before = page.square("a1").await?;
        page.press("f").await?;
        page.wait_until("turned", "return document.querySelector('[role=gridcell]').dataset.square === 'h1'")
            .await?;
        ensure!(page.square("a1").await? != before);
        study.save().await?;
        ensure!(moves(study)? == "1. f8=N+ *", "{}", moves(study)?);
        Ok(())
    })
}

#[test]
fn pieces_glide_unless_reduced_motion_is_preferred() -> Result<()> {
    at_chess("glide", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n", async |study| {
        let page = study.page;
        page.eval(
            "window.gliding_ = 0; const animate = Element.prototype.animate; Element.prototype.animate = \
             function (...args) { window.gliding_ += 1; return animate.apply(this, args); }",
        )
        .await?;
        let castled = "g1, white king";
        page.eval("document.getElementById('board').focus()").await?;
        page.press(Key::End + "").await?;
        page.wait_for_piece("g1", castled).await?;
        page.press(Key::Left + "").await?;
        page.wait_for_piece("e1", "white king").await?;
        page.eval("window.gliding_ = 0").await?;
        page.press(Key::Right + "").await?;
        page.wait_for_piece("g1", castled).await?;
        ensure!(page.eval("return window.gliding_").await? == 2, "the king and its rook");
        let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        page.cdp().send_raw("Emulation.setEmulatedMedia", still).await?;
        page.press(Key::Left + "").await?;
        page.wait_for_piece("e1", "white king").await?;
        ensure!(page.eval("return window.gliding_").await? == 2, "nothing else has moved");
        Ok(())
    })
}

#[test]
fn a_board_takes_other_colours_while_it_is_shown() -> Result<()> {
    at_chess("colours", "1. e4 *\n", async |study| {
        let page = study.page;
        page.eval("document.getElementById('board').focus()").await?;
        page.press(Key::Right + "").await?;
        page.wait_for_piece("e4", "white pawn").await?;
        page.eval(
            "for (const [name, color] of [['light', '#ff0000'], ['dark', '#0000ff'], ['highlight', '#00ff00']]) \
             document.documentElement.style.setProperty('--board-' + name, color)",
        )
        .await?;
        let colors = "const fill = (part) => getComputedStyle(document.querySelector('.chess-board ' + part)).fill; \
             return [fill('.squares :nth-child(1)'), fill('.squares :nth-child(2)'), fill('.last-move')].join(' ')";
        let found = page.eval(colors).await?;
        ensure!(found == "rgb(255, 0, 0) rgb(0, 0, 255) rgb(0, 255, 0)", "{found}");
        Ok(())
    })
}

#[test]
fn a_dragged_piece_is_released_by_whatever_ends_the_drag() -> Result<()> {
    at_chess("drag", "1. e4 *\n", async |study| {
        let page = study.page;
        let (start, over) = (page.square("e2").await?, page.square("e3").await?);
        let held = async || page.count(".chess-board .overlay .piece").await;
        page.mouse("mousePressed", start, "left", 0).await?;
        page.mouse("mouseMoved", (start.0 + 2, start.1), "left", 0).await?;
        ensure!(held().await? == 0, "a tiny movement drags nothing");
        page.mouse("mouseReleased", (start.0 + 2, start.1), "left", 0).await?;
        ensure!(page.square_label("e2").await?.contains("selected"), "that was a click");
        page.press(Key::Escape + "").await?;
        ensure!(!page.square_label("e2").await?.contains("selected"), "Escape takes it back");
        for how in ["outside", "second button", "Escape", "blur"] {
            page.mouse("mousePressed", start, "left", 0).await?;
            page.mouse("mouseMoved", over, "left", 0).await?;
            ensure!(held().await? == 1, "{how}: the piece is in the hand");
            match how {
                "second button" => {
                    let (x, y) = over;
                    let press = json!({ "type": "mousePressed", "x": x, "y": y, "button": "right", "buttons": 3, "clickCount": 1 });
                    page.cdp().send_raw("Input.dispatchMouseEvent", press).await?;
                }
                "Escape" => page.press(Key::Escape + "").await?,
                "blur" => drop(page.eval("dispatchEvent(new Event('blur'))").await?),
                _ => page.mouse("mouseMoved", (4, 400), "left", 0).await?,
            }
            ensure!(how == "outside" || held().await? == 0, "{how} lets go at once");
            let end = if how == "outside" { (4, 400) } else { over };
            page.mouse("mouseReleased", end, "left", 0).await?;
            ensure!(held().await? == 0, "{how}: nothing is left in the hand");
            ensure!(page.square_label("e2").await?.contains("white pawn"), "{how}: the pawn is where it was");
        }
        ensure!(page.count(".title .dirty").await? == 0, "nothing was played");
        Ok(())
    })
}

#[test]
fn pieces_are_moved_by_keyboard_and_by_name() -> Result<()> {
    at_chess("chess-keys", GAME, async |study| {
        let page = study.page;
        page.eval("document.querySelector('.chess-board [role=gridcell][tabindex=\"0\"]').focus()").await?;
        for key in [Key::Right, Key::Right, Key::Right, Key::Up, Key::Enter, Key::Up, Key::Up, Key::Enter] {
            page.press(key + "").await?;
        }
        study.wait_for_label("1. d4").await?;
        page.eval("document.getElementById('move-entry').focus()").await?;
        page.press("Nf6" + Key::Enter).await?;
        study.wait_for_label("1... Nf6").await?;
        page.press("Nf6" + Key::Enter).await?;
        study.wait_for_toast("is not a legal move here").await
    })
}

#[test]
fn a_file_of_several_games_lists_them_and_unchanged_ones_keep_their_bytes() -> Result<()> {
    let file =
        format!("{GAME}\n[White \"Cid\"]\n[Black \"Dora\"]\n[Result \"1-0\"]\n\n1. d4 d5   2. c4 1-0\n");
    at_chess("chess-games", &file, async |study| {
        let page = study.page;
        study.wait_for_dialog("2 games in game.pgn").await?;
        ensure!(page.count("dialog .sample-game").await? == 2);
        page.eval("document.querySelector('dialog input[type=search]').focus()").await?;
        page.press("dora").await?;
        page.wait_for_count("dialog .sample-game", 1).await?;
        page.click_on("dialog .sample-game").await?;
        study.wait_until_open("game.pgn (2 of 2)").await?;
        page.press(Key::End + "").await?;
        study.wait_for_label("2. c4").await?;
        answer(study, "Good move").await?;
        study.save().await?;
        let saved = study.file_text()?;
        ensure!(saved.starts_with(GAME), "the first game is unchanged: {saved}");
        ensure!(saved.contains("1. d4 d5 2. c4 $1 1-0"), "{saved}");
        Ok(())
    })
}

/// The dialog's error about the position, if any.
const WRONG: &str = "return document.querySelector('dialog .wrong').textContent";

#[test]
fn a_new_chess_game_begins_from_a_position_that_was_typed_or_set_up() -> Result<()> {
    on_study_page("chess-new", b"(;SZ[9];B[ee])", async |study| {
        let page = study.page;
        page.chord(&[Key::Alt], 'n').await?;
        study.wait_for_dialog("New game").await?;
        page.click_on(".game-kinds label:last-child").await?;
        page.wait_for("dialog #fen").await?;
        page.eval("document.querySelector('dialog form input').focus()").await?;
        page.press("Ann" + Key::Tab).await?;
        page.press("Bob" + Key::Tab).await?;
        page.press("4k3/8/8/8/8/8/4P3/8 w").await?;
        page.wait_until("a word", &format!("{WRONG}.includes('a king is missing')")).await?;
        ensure!(
            page.count("dialog .button.main:disabled").await? == 1,
            "a position without a king is rejected"
        );
        page.eval("[...document.querySelectorAll('dialog .button')].find((b) => b.textContent.startsWith('Set up')).click()")
            .await?;
        page.wait_for(".set-up-board [data-square=e1]").await?;
        answer(study, "white king").await?;
        page.click_on(".set-up-board [data-square=e1]").await?;
        page.wait_until("a king", &format!("{WRONG} === ''")).await?;
        let fen = "return document.getElementById('fen').value === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'";
        page.wait_until("the FEN", fen).await?;
        page.click_on("dialog .button.main").await?;
        study.wait_until_open("Untitled.pgn").await?;
        page.drag("e2", "e4", "left", 0).await?;
        study.wait_for_label("1. e4").await?;
        ensure!(study.text("return document.querySelector('.player.white strong').title").await? == "Ann");
        // Setting up starts with its position.
        page.press(Key::F2 + "").await?;
        study.wait_for_dialog("Set up a position").await?;
        page.wait_until(
            "the board as it is",
            "return document.getElementById('fen').value.startsWith('4k3/8/8/8/4P3/8/8/4K3 b')",
        )
        .await
    })
}

#[test]
fn arrows_and_circles_are_drawn_with_a_pen() -> Result<()> {
    at_chess("chess-pen", GAME, async |study| {
        let page = study.page;
        page.screen(Screen::PHONE).await?;
        page.click_on(".tab:last-child").await?;
        answer(study, "Draw in red").await?;
        page.eval("document.querySelector('.chess-board').scrollIntoView({ block: 'end' })").await?;
        for (from, to) in [("e2", "e4"), ("d5", "d5")] {
            let (from, to) = (page.square(from).await?, page.square(to).await?);
            page.touch("touchStart", Some(from)).await?;
            page.touch("touchMove", Some(to)).await?;
            page.touch("touchEnd", None).await?;
        }
        page.wait_for_count(".chess-board .arrow", 1).await?;
        page.wait_for_count(".chess-board .mark", 1).await?;
        study.wait_for_label("start of the game").await?;
        answer(study, "Draw in red").await?;
        page.drag("e2", "e4", "left", 0).await?;
        study.wait_for_label("1. e4").await?;
        study.save().await?;
        let saved = moves(study)?;
        ensure!(saved.contains("[%csl Rd5][%cal Re2e4]"), "{saved}");
        Ok(())
    })
}

#[test]
fn a_chess_file_is_read_in_the_charset_that_its_reader_chooses() -> Result<()> {
    // Cyrillic in windows-1251, which nothing in the file indicates.
    let file = b"[White \"\xcf\xe5\xf2\xf0\"]\n\n1. e4 {\xf5\xee\xe4} e5 *\n";
    with_open_file("chess-charset", "old.pgn", file, async |study| {
        let page = study.page;
        study.command("Text encoding…").await?;
        study.wait_for_dialog("Text encoding").await?;
        page.fill("dialog select", "windows-1251").await?;
        page.wait_for_text("dialog .sample", "Петр").await?;
        page.click_on("dialog .button.main").await?;
        page.wait_until("the name", "return document.querySelector('.player.white strong').title === 'Петр'")
            .await
    })
}

#[test]
fn a_chess_game_passes_the_accessibility_check() -> Result<()> {
    at_chess("chess-access", GAME, async |study| {
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        check_on_screens(study.page, "a chess game").await?;
        study.page.press(Key::F2 + "").await?;
        study.wait_for_dialog("Set up a position").await?;
        check_on_screens(study.page, "a position that is set up").await
    })
}

async fn check_on_screens(page: &Page, what: &str) -> Result<()> {
    for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE] {
        page.screen(screen).await?;
        page.check_accessibility(what).await?;
    }
    Ok(())
}
