//! The moves of a chess game in Study in a real browser: clicked, stepped through, folded, reordered and annotated.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use e2e::{Screen, StudyPage, with_open_file};
use serde_json::{Value, json};
use thirtyfour::Key;

const GAME: &str = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"?\"]\n[White \"Ann\"]\n\
    [Black \"Bob\"]\n[Result \"1-0\"]\n\n{A short game.} 1. e4 {[%eval 0.35] [%clk 0:09:58]} e5 $14 {Open. [%clk 0:10:01]} \
    (1... c5 {Sicilian.} 2. Nf3 (2. c3 d5) 2... d6 3. d4) (1... e6 2. d4 d5) 2. Nf3 Nc6 3. Bb5 $1 a6 1-0\n";

fn at_moves(name: &str, pgn: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    with_open_file(name, "game.pgn", pgn.as_bytes(), async |study| {
        study.page.wait_for(".notation [data-node]").await?;
        test(study).await
    })
}

/// The blocks that are drawn, as text.
async fn blocks(study: &StudyPage<'_>) -> Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('.notation .blocks > *')].map((block) => \
        block.textContent.replaceAll('\\ufe0e', '').replace(/\\s+/g, ' ').trim())";
    let found = study.page.eval(script).await?;
    Ok(found.as_array().context("no list")?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// The label of the marked move.
async fn wait_for_current(study: &StudyPage<'_>, label: &str) -> Result<()> {
    let script = format!(
        "const marked = document.querySelectorAll('.notation [aria-current]'); \
         return marked.length === 1 && marked[0].ariaLabel.startsWith({label:?})"
    );
    study.page.wait_until(&format!("{label} is marked"), &script).await
}

/// The place of a move whose label begins so.
async fn place(study: &StudyPage<'_>, label: &str) -> Result<(i64, i64)> {
    let script = format!(
        "const move = document.querySelector('.notation [aria-label^={label:?}]'); \
         move.scrollIntoView({{ block: 'nearest' }}); const r = move.getBoundingClientRect(); \
         return [Math.round(r.left + Math.min(r.width / 2, 12)), Math.round(r.top + r.height / 2)]"
    );
    let at = study.page.eval(&script).await?;
    let along = |n: usize| at.get(n).and_then(Value::as_i64).context("no such move");
    Ok((along(0)?, along(1)?))
}

async fn click(study: &StudyPage<'_>, label: &str) -> Result<()> {
    study.page.click_at(place(study, label).await?, &[]).await
}

async fn open_menu(study: &StudyPage<'_>, label: &str) -> Result<()> {
    let (x, y) = place(study, label).await?;
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "right", "buttons": 2, "clickCount": 1 });
        study.page.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
    }
    study.page.wait_for(".move-menu").await
}

async fn choose(study: &StudyPage<'_>, entry: &str) -> Result<()> {
    let script = format!(
        "const entry = [...document.querySelectorAll('.move-menu [role^=menuitem]')].find((entry) => \
         entry.textContent === {entry:?} || entry.ariaLabel === {entry:?}); \
         if (!entry || entry.disabled) return false; entry.click(); return true"
    );
    ensure!(study.page.eval(&script).await? == Value::Bool(true), "{entry} cannot be chosen");
    study.page.wait_until_gone(".move-menu").await
}

/// The moves of the file on disk, on one line.
async fn saved_moves(study: &StudyPage<'_>) -> Result<String> {
    study.save().await?;
    let text = study.file_text()?;
    let (_, moves) = text.split_once("\n\n").unwrap_or_default();
    Ok(moves.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn the_moves_are_the_main_view_and_the_tree_is_on_a_second_tab() -> Result<()> {
    at_moves("notation-tabs", GAME, async |study| {
        let expected = [
            "A short game.",
            "1e4 +0.4 9:58e5+= 10:01",
            "Open.",
            "1... c5 Sicilian. 2. Nf3",
            "2. c3 d5",
            "2... d6 3. d4",
            "1... e6 2. d4 d5",
            "2Nf3Nc6",
            "3Bb5!a6",
            "1-0",
        ];
        ensure!(blocks(study).await? == expected, "{:?}", blocks(study).await?);
        ensure!(study.page.count(".tree-content").await? == 0);
        study.page.click_on("#tab-tree").await?;
        study.page.wait_for(".tree-content svg g.cells").await?;
        ensure!(study.page.count(".notation").await? == 0);
        study.page.eval("document.getElementById('tab-tree').focus()").await?;
        study.page.press(Key::Left + "").await?;
        study.page.wait_for(".notation [data-node]").await?;
        study.wait_for_focus("#tab-moves").await
    })
}

#[test]
fn a_click_and_the_usual_keys_go_to_moves() -> Result<()> {
    at_moves("notation-steps", GAME, async |study| {
        let page = study.page;
        click(study, "2... d6").await?;
        study.wait_for_label("2... d6").await?;
        wait_for_current(study, "2... d6").await?;
        page.press(Key::Right + "").await?;
        wait_for_current(study, "3. d4").await?;
        study.wait_for_focus(".notation [aria-current]").await?;
        page.press(Key::Left + "").await?;
        wait_for_current(study, "2... d6").await?;
        page.press(Key::Home + "").await?;
        study.wait_for_label("start of the game").await?;
        page.wait_until_gone(".notation [aria-current]").await?;
        // Next follows the line that was visited last.
        page.press(Key::End + "").await?;
        wait_for_current(study, "3. d4").await?;
        click(study, "3. Bb5").await?;
        study.wait_for_label("3. Bb5").await?;
        ensure!(page.count(".title .dirty").await? == 0);
        Ok(())
    })
}

#[test]
fn variations_are_folded_and_unfolded() -> Result<()> {
    at_moves("notation-fold", GAME, async |study| {
        let page = study.page;
        click(study, "2... d6").await?;
        wait_for_current(study, "2... d6").await?;
        page.click_on(".notation .var [data-fold]").await?;
        page.wait_for(".notation .folded").await?;
        ensure!(blocks(study).await?.contains(&"1... c5 2. Nf3 d6 · 3 moves".to_owned()));
        study.wait_for_label("1. e4").await?;
        page.click_on(".notation .folded").await?;
        page.wait_until_gone(".notation .folded").await?;
        page.click_on("[aria-label=\"Fold all variations\"]").await?;
        page.wait_for_count(".notation .folded", 2).await?;
        ensure!(page.count(".notation [aria-label^=\"2... d6\"]").await? == 0);
        // A step into a folded variation unfolds it.
        page.press(Key::Right + "").await?;
        study.wait_for_label("1... c5").await?;
        wait_for_current(study, "1... c5").await?;
        page.wait_for_count(".notation .folded", 2).await?;
        page.click_on("[aria-label=\"Unfold all variations\"]").await?;
        page.wait_until_gone(".notation .folded").await
    })
}

#[test]
fn the_fold_button_says_what_it_does_and_the_tree_tab_unfolds_nothing() -> Result<()> {
    at_moves("notation-fold-kept", GAME, async |study| {
        let page = study.page;
        let (fold, unfold) =
            ("[aria-label=\"Fold all variations\"]", "[aria-label=\"Unfold all variations\"]");
        // Folded one by one, too, and unfolded by a step into it.
        page.click_on(".notation .var [data-fold]").await?;
        page.wait_for(unfold).await?;
        page.click_on("#tab-tree").await?;
        page.wait_for(".tree-content svg g.cells").await?;
        page.click_on("#tab-moves").await?;
        page.wait_for(".notation .folded").await?;
        page.wait_for(unfold).await?;
        page.click_on(".notation .folded").await?;
        page.wait_for(fold).await?;
        page.click_on(fold).await?;
        page.wait_for_count(".notation .folded", 2).await?;
        page.click_on(unfold).await?;
        page.wait_until_gone(".notation .folded").await
    })
}

#[test]
fn nothing_beside_the_board_is_cut_off_on_a_laptop() -> Result<()> {
    let game = "[White \"Mara Lindgren\"]\n[Black \"Tomasz Kowalewski\"]\n[WhiteElo \"1742\"]\n[BlackElo \"1798\"]\n\n\
                1. e4 {[%eval 0.35] [%clk 1:30:00]} e5 {[%eval 0.3] [%clk 1:29:58]} 2. Nf3 *\n";
    at_moves("notation-cut-off", game, async |study| {
        let page = study.page;
        page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("1... e5").await?;
        for height in [800, 700] {
            page.screen(Screen { height, ..Screen::LAPTOP }).await?;
            let cut_off = "const cut = (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1; \
                const below = (part) => part.getBoundingClientRect().bottom > document.querySelector('#notes').getBoundingClientRect().bottom; \
                return [...document.querySelectorAll('#notes, .player strong bdi, .player small, .clock-text, .current-move strong')].filter(cut) \
                    .concat([...document.querySelectorAll('#notes .chip, #notes select')].filter(below)).map((part) => part.outerHTML.slice(0, 60))";
            let parts = page.eval(cut_off).await?;
            ensure!(parts == json!([]), "{height}: {parts}");
            let moves = "return document.querySelector('.notation').clientHeight";
            ensure!(
                page.eval(moves).await?.as_i64() >= Some(140),
                "{height}: too little is left for the moves"
            );
            page.save_screenshot(&format!("notation-side-{height}")).await;
        }
        Ok(())
    })
}

#[test]
fn folded_variations_of_a_row_are_counted_in_it() -> Result<()> {
    at_moves("notation-rows", "1. e4 e5 (1... c5) (1... e6) 2. Nf3 *\n", async |study| {
        study.page.click_on("[aria-label=\"Fold all variations\"]").await?;
        study.page.wait_for(".notation .hid").await?;
        ensure!(blocks(study).await? == ["1e4e52", "2Nf3", "*"], "{:?}", blocks(study).await?);
        study.page.click_on(".notation .hid").await?;
        study.page.wait_for_count(".notation .var", 2).await
    })
}

#[test]
fn the_menu_of_a_move_reorders_lines_and_everything_can_be_undone() -> Result<()> {
    at_moves("notation-menu", GAME, async |study| {
        let page = study.page;
        let undo = async || page.chord(&[Key::Control], 'z').await;
        let original = blocks(study).await?;
        let is_original = format!(
            "return JSON.stringify([...document.querySelectorAll('.notation .blocks > *')].map((block) => \
             block.textContent.replace(/\\s+/g, ' ').trim())) === {:?}",
            serde_json::to_string(&original)?
        );
        open_menu(study, "2. d4").await?;
        wait_for_current(study, "2. d4").await?;
        ensure!(
            page.count(".move-menu [role=menuitem]:disabled").await? == 1,
            "the last line cannot be demoted"
        );
        choose(study, "Promote this line").await?;
        page.wait_until(
            "the French is the first variation",
            "return document.querySelector('.notation .var').textContent.includes('e6')",
        )
        .await?;
        undo().await?;
        page.wait_until("undone", &is_original).await?;

        open_menu(study, "1... c5").await?;
        choose(study, "Demote this line").await?;
        page.wait_until(
            "the French is the first variation",
            "return document.querySelector('.notation .var').textContent.includes('e6')",
        )
        .await?;
        undo().await?;
        page.wait_until("undone", &is_original).await?;

        open_menu(study, "2. d4").await?;
        choose(study, "Make this the main line").await?;
        page.wait_until(
            "the French is the main line",
            "return document.querySelector('.notation .nrow').textContent.includes('e6')",
        )
        .await?;
        undo().await?;
        page.wait_until("undone", &is_original).await?;

        open_menu(study, "2... d6").await?;
        choose(study, "Delete from here").await?;
        study.wait_for_dialog("Cut").await?;
        page.press(Key::Enter + "").await?;
        page.wait_until_gone(".notation [aria-label^=\"2... d6\"]").await?;
        undo().await?;
        page.wait_until("undone", &is_original).await?;
        page.wait_until_gone(".title .dirty").await
    })
}

#[test]
fn comments_before_and_after_and_glyphs_come_from_the_menu() -> Result<()> {
    at_moves("notation-words", GAME, async |study| {
        let page = study.page;
        open_menu(study, "1... e6").await?;
        choose(study, "Comment before this move").await?;
        study.wait_for_focus("#comment").await?;
        page.press("The French").await?;
        page.wait_for_text(".notation .var:last-of-type, .notation", "The French 1... e6").await?;
        open_menu(study, "1... e6").await?;
        choose(study, "Comment after this move").await?;
        study.wait_for_focus("#comment").await?;
        study.wait_for_comment("").await?;
        page.press("solid").await?;
        open_menu(study, "1... e6").await?;
        choose(study, "Interesting move").await?;
        page.wait_for_text(".notation", "e6!? solid").await?;
        let saved = saved_moves(study).await?;
        ensure!(saved.contains("({The French} 1... e6 $5 {solid} 2. d4 d5)"), "{saved}");
        for _ in 0..3 {
            page.eval("document.activeElement.blur()").await?;
            page.chord(&[Key::Control], 'z').await?;
        }
        page.wait_for_text(".notation", "1... e6 2. d4 d5").await?;
        let undone = saved_moves(study).await?;
        ensure!(!undone.contains("French"), "{undone}");
        Ok(())
    })
}

#[test]
fn the_menu_opens_by_keyboard_and_returns_the_focus() -> Result<()> {
    at_moves("notation-keys", GAME, async |study| {
        let page = study.page;
        page.eval("document.querySelector('.notation [tabindex=\"0\"]').focus()").await?;
        page.press(Key::Enter + "").await?;
        wait_for_current(study, "1. e4").await?;
        page.chord(&[Key::Shift], Key::F10).await?;
        page.wait_for(".move-menu").await?;
        study.wait_for_focus(".move-menu [role^=menuitem]").await?;
        page.press(Key::Down + "").await?;
        page.press(Key::Escape + "").await?;
        page.wait_until_gone(".move-menu").await?;
        study.wait_for_focus(".notation [aria-current]").await?;
        study.wait_for_label("1. e4").await
    })
}

#[test]
fn a_long_press_opens_the_menu_on_a_phone_where_the_moves_are_below_the_board() -> Result<()> {
    at_moves("notation-phone", GAME, async |study| {
        let page = study.page;
        page.screen(Screen::PHONE).await?;
        page.wait_until(
            "the moves below the board",
            "const [board, moves] = ['.chess-board', '.notation'].map((part) => document.querySelector(part).getBoundingClientRect()); \
             return moves.top >= board.bottom && moves.left >= 0 && moves.right <= innerWidth && moves.height > 200",
        )
        .await?;
        let small = "return [...document.querySelectorAll('.notation .mv:not(.gap)')].filter((move) => \
                     move.getBoundingClientRect().height < 44).length";
        ensure!(page.eval(small).await? == 0, "a row is a target of 44 pixels");
        page.eval("document.querySelector('.notation').scrollIntoView({ block: 'center' })").await?;
        let at = place(study, "2. Nf3").await?;
        page.touch("touchStart", Some(at)).await?;
        page.wait_for(".move-menu").await?;
        page.touch("touchEnd", None).await?;
        let fits = "const r = document.querySelector('.move-menu').getBoundingClientRect(); \
                    return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight";
        ensure!(page.eval(fits).await? == Value::Bool(true), "the menu is on the screen");
        choose(study, "Comment after this move").await?;
        study.wait_for_focus("#comment").await
    })
}

#[test]
fn both_styles_and_figurines_are_chosen_and_remembered() -> Result<()> {
    at_moves("notation-styles", GAME, async |study| {
        let page = study.page;
        let choose = async |name: &str| {
            page.click_on("[aria-label=\"How moves are shown\"]").await?;
            page.wait_for(".drop.view .segment").await?;
            let segment = format!(
                "[...document.querySelectorAll('.drop.view .segment')].find((one) => one.textContent === {name:?}).click()"
            );
            page.eval(&segment).await?;
            page.click_on("[aria-label=\"How moves are shown\"]").await
        };
        choose("Inline").await?;
        let inline = "A short game. 1. e4 +0.4 9:58 e5+= 10:01 Open. (1... c5 Sicilian. 2. Nf3 (2. c3 d5) 2... d6 3. d4) \
                      (1... e6 2. d4 d5) 2. Nf3 Nc6 3. Bb5! a6";
        page.wait_for(".notation .run").await?;
        ensure!(blocks(study).await? == [inline, "1-0"], "{:?}", blocks(study).await?);
        click(study, "2... d6").await?;
        wait_for_current(study, "2... d6").await?;
        choose("Figurines").await?;
        page.wait_for_text(".notation", "♘").await?;
        page.refresh().await?;
        page.wait_for(".notation .run [data-node]").await?;
        page.wait_for_text(".notation", "♘").await?;
        ensure!(page.count(".notation [aria-label=\"2. Nf3\"]").await? == 2, "labels have letters");
        Ok(())
    })
}

/// A game of 10,000 moves in the main line, half of them with a variation.
fn long_game() -> Result<String> {
    let cycle = [("Nf3", "Nf6", "Nc3"), ("Ng1", "Ng8", "Nh3")];
    let mut text = "[Event \"Long\"]\n[Result \"*\"]\n\n".to_owned();
    for number in 1..=8_000 {
        let (white, black, other) = cycle[(number - 1) % 2];
        match number % 2 {
            // Every other knight move has an alternative of two half-moves.
            1 => writeln!(text, "{number}. {white} ({number}. {other} {black}) {number}... {black}")?,
            _ => writeln!(text, "{number}. {white} {black}")?,
        }
    }
    Ok(text + "*\n")
}

/// Whether the current move is in view.
const IN_VIEW: &str = "const m = document.querySelector('.notation [aria-current]')?.getBoundingClientRect(), \
    p = document.querySelector('.notation').getBoundingClientRect(); \
    return m !== undefined && m.top >= p.top - 1 && m.bottom <= p.bottom + 1";

/// Turns the wheel over the moves.
async fn wheel(study: &StudyPage<'_>, by: &Value) -> Result<()> {
    let middle = "const r = document.querySelector('.notation').getBoundingClientRect(); \
                  return [r.left + r.width / 2, r.top + r.height / 2]";
    let at = study.page.eval(middle).await?;
    let turn = json!({ "type": "mouseWheel", "x": at[0], "y": at[1], "deltaX": 0, "deltaY": by });
    study.page.cdp().send_raw("Input.dispatchMouseEvent", turn).await?;
    Ok(())
}

/// The pane stays scrolled to this place for some frames.
async fn check_scrolled(study: &StudyPage<'_>, top: i64) -> Result<()> {
    study.page.wait_for_frames(5).await?;
    let scrolled =
        study.page.eval("return Math.round(document.querySelector('.notation').scrollTop)").await?;
    ensure!(scrolled == top, "scrolled to {scrolled} instead of {top}");
    Ok(())
}

#[test]
fn who_scrolls_away_from_the_current_move_is_not_scrolled_back() -> Result<()> {
    at_moves("notation-away", &long_game()?, async |study| {
        let page = study.page;
        click(study, "2. Ng1").await?;
        wait_for_current(study, "2. Ng1").await?;
        // The step and the wheel are in one frame, as on a busy machine. What a key changes is drawn by promises.
        let script = "return (async () => { const pane = document.querySelector('.notation'); \
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })); \
            for (let n = 0; n < 50; n += 1) await null; \
            pane.dispatchEvent(new WheelEvent('wheel', { deltaY: 5000, bubbles: true })); pane.scrollTop = 5000; })()";
        page.eval(script).await?;
        study.wait_for_label("2... Ng8").await?;
        check_scrolled(study, 5000).await?;
        for screen in [Screen { height: 700, ..Screen::LAPTOP }, Screen::LAPTOP] {
            page.screen(screen).await?;
            check_scrolled(study, 5000).await?;
        }
        page.press(Key::Right + "").await?;
        wait_for_current(study, "3. Nf3").await?;
        page.wait_until("the step is in view", "return document.querySelector('.notation').scrollTop < 300")
            .await?;
        // A current move that is in view stays in view.
        page.screen(Screen { height: 600, ..Screen::LAPTOP }).await?;
        page.wait_until("the current move is in view", IN_VIEW).await
    })
}

#[test]
fn only_the_visible_part_of_a_long_game_is_drawn() -> Result<()> {
    at_moves("notation-long", &long_game()?, async |study| {
        let page = study.page;
        let is_small = async || -> Result<()> {
            let drawn = page.count(".notation .blocks *").await?;
            ensure!(drawn > 20 && drawn < 800, "{drawn} elements are drawn");
            Ok(())
        };
        is_small().await?;
        page.press(Key::End + "").await?;
        wait_for_current(study, "8000... Ng8").await?;
        page.wait_until("the last move is in view", IN_VIEW).await?;
        is_small().await?;
        for _ in 0..40 {
            page.press(Key::Left + "").await?;
        }
        wait_for_current(study, "7980... Ng8").await?;
        page.wait_until("it is in view", IN_VIEW).await?;
        // Scrolling by hand draws what comes into view, also right after a step.
        page.press(Key::Left + "").await?;
        let to_middle = "const p = document.querySelector('.notation'); return Math.round(p.scrollHeight / 2 - p.scrollTop)";
        let by = page.eval(to_middle).await?;
        wheel(study, &by).await?;
        let middle = "return [...document.querySelectorAll('.notation .no')].some((no) => Math.abs(no.textContent - 4000) < 100)";
        page.wait_until("the middle of the game", middle).await?;
        is_small().await?;
        page.press(Key::Home + "").await?;
        page.wait_until(
            "the first move",
            "return document.querySelector('.notation .no')?.textContent === '1'",
        )
        .await
    })
}

#[test]
fn the_moves_pass_the_accessibility_check_and_nothing_is_cut_off() -> Result<()> {
    at_moves("notation-access", GAME, async |study| {
        let page = study.page;
        click(study, "2... d6").await?;
        wait_for_current(study, "2... d6").await?;
        for screen in Screen::ALL {
            page.screen(screen).await?;
            page.wait_for(".notation [aria-current]").await?;
            page.save_screenshot(&format!("notation-{}", screen.name())).await;
            page.check_accessibility("the moves").await?;
        }
        page.screen(Screen::LAPTOP).await?;
        let cut_off = "const side = document.querySelector('.side').getBoundingClientRect(); \
             return [...document.querySelectorAll('.side > *')].filter((part) => { const r = part.getBoundingClientRect(); \
             return r.width > 1 && (r.bottom > side.bottom + 1 || r.right > side.right + 1 || part.scrollWidth > part.clientWidth + 1) }) \
             .map((part) => part.className)";
        let parts = page.eval(cut_off).await?;
        ensure!(parts == json!([]), "{parts}");
        open_menu(study, "2... d6").await?;
        page.save_screenshot("notation-menu").await;
        page.check_accessibility("the menu of a move").await
    })
}
