//! The trainer in a real browser: pieces dragged, clicked, touched and walked by keyboard, whole sessions with side lines.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use proof::{Page, Screen, in_browser};
use serde_json::{Value, json};
use thirtyfour::Key;
use tokio::time::sleep;

/// A bad variation, a good alternative and a nested side line of the opponent.
const LINES: &str = "1. e4 (1. f3? e5) (1. d4 d5) e5 (1... c5 2. Nf3 d6 (2... Nc6 3. d4)) 2. Nf3 *\n";
const PROMOTE: &str = "[FEN \"8/5P1k/8/6K1/8/8/8/8 w - - 0 1\"]\n\n1. f8=R *\n";
const TWO: &str = "1. e4 *\n\n1. d4 *\n";

/// A page with puzzles pasted into it and a session begun.
struct Room<'p> {
    page: &'p Page,
}

fn train(name: &str, puzzles: &str, test: impl AsyncFnOnce(&Room<'_>) -> Result<()>) -> Result<()> {
    in_browser(name, async |page| {
        page.visit("/train").await?;
        let room = Room { page };
        room.open(puzzles).await?;
        room.press_button("Begin a session").await?;
        room.until_says("Your turn").await?;
        test(&room).await
    })
}

impl Room<'_> {
    async fn open(&self, puzzles: &str) -> Result<()> {
        self.page.until("the way in", "return document.querySelector('.paste') !== null").await?;
        let script = format!(
            "const paste = document.querySelector('.paste'); paste.open = true; \
             const area = paste.querySelector('textarea'); area.value = {}; \
             paste.querySelector('button').click()",
            json!(puzzles)
        );
        self.page.ask(&script).await?;
        self.page.until("the set is open", "return document.querySelector('.train-set') !== null").await
    }

    async fn press_button(&self, name: &str) -> Result<()> {
        let script = format!(
            "const found = [...document.querySelectorAll('button')].find(b => b.textContent.includes({name:?}) && !b.disabled); \
             if (!found) return false; found.click(); return true"
        );
        self.page.until(&format!("a button {name}"), &script).await
    }

    /// Waits for the words, also if they were there for a moment only; those that were waited for before do not count.
    async fn until_says(&self, words: &str) -> Result<()> {
        let script = format!(
            "const now = () => document.querySelector('.says')?.textContent; \
             if (!window.said_) {{ window.said_ = []; window.heard_ = 0; \
               const note = () => {{ if (now() && now() !== said_.at(-1)) said_.push(now()); }}; note(); \
               const all = {{ childList: true, subtree: true, characterData: true }}; \
               new MutationObserver(note).observe(document.body, all); }} \
             const at = said_.findIndex((text, n) => n >= heard_ && text.includes({words:?})); \
             if (at >= 0) heard_ = at + 1; \
             return at >= 0 || now()?.includes({words:?})"
        );
        let waited = self.page.until(words, &script).await;
        let said = self.page.ask("return window.said_").await?;
        waited.with_context(|| format!("the trainer never said {words:?}, but {said}"))
    }
}

#[test]
fn pieces_are_dragged_and_come_back_from_where_they_may_not_go() -> Result<()> {
    train("drag", TWO, async |room| {
        room.page.drag("e2", "e5", "left", 0).await?;
        ensure!(room.page.on_square("e2").await?.contains("white pawn"), "an illegal drop is no move");
        let (start, half) = (room.page.square("e2").await?, room.page.square("e3").await?);
        room.page.mouse("mousePressed", start, "left", 0).await?;
        room.page.mouse("mouseMoved", half, "left", 0).await?;
        ensure!(room.page.count(".chess-board .hand .piece").await? == 1, "the piece is in the hand");
        ensure!(room.page.count(".chess-board .targets .dot").await? == 2, "two squares to go to");
        room.page.press(Key::Escape + "").await?;
        ensure!(room.page.count(".chess-board .hand .piece").await? == 0, "Escape lets go");
        room.page.mouse("mouseReleased", half, "left", 0).await?;
        room.page.drag("e2", "e4", "left", 0).await?;
        room.until_says("Solved").await
    })
}

#[test]
fn two_clicks_are_a_move_and_the_next_puzzle_comes() -> Result<()> {
    train("clicks", TWO, async |room| {
        room.page.click_square("e2").await?;
        ensure!(room.page.on_square("e4").await?.contains("can go here"));
        room.page.click_square("e4").await?;
        room.until_says("Solved").await?;
        room.page
            .until(
                "the second",
                "return document.querySelector('.puzzle-number').textContent === 'Puzzle 2 of 2'",
            )
            .await?;
        room.page.click_square("d2").await?;
        room.page.click_square("d4").await?;
        room.until_says("Every puzzle is done").await?;
        ensure!(
            room.page
                .ask("return document.querySelector('.figures').textContent")
                .await?
                .as_str()
                .is_some_and(|text| text.contains("100 %"))
        );
        Ok(())
    })
}

#[test]
fn a_pawn_becomes_what_is_chosen_on_the_board() -> Result<()> {
    train("promotion", PROMOTE, async |room| {
        room.page.drag("f7", "f8", "left", 0).await?;
        ensure!(room.page.count(".chess-board .choice").await? == 4);
        room.page.press(Key::Escape + "").await?;
        ensure!(room.page.count(".chess-board .choice").await? == 0);
        room.page.click_square("f7").await?;
        room.page.click_square("f8").await?;
        room.page.press("r").await?;
        room.until_says("is done").await
    })
}

#[test]
fn fingers_move_pieces_too() -> Result<()> {
    in_browser("touch", async |page| {
        page.screen(Screen::PHONE).await?;
        page.visit("/train").await?;
        let room = Room { page };
        room.open(TWO).await?;
        room.press_button("Begin a session").await?;
        room.until_says("Your turn").await?;
        let touch = async |kind: &str, at: Option<(i64, i64)>| {
            let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
            let event = json!({ "type": kind, "touchPoints": points });
            page.cdp().send_raw("Input.dispatchTouchEvent", event).await.map(drop)
        };
        let (from, to) = (room.page.square("e2").await?, room.page.square("e4").await?);
        touch("touchStart", Some(from)).await?;
        touch("touchMove", Some(((from.0 + to.0) / 2, (from.1 + to.1) / 2))).await?;
        touch("touchMove", Some(to)).await?;
        touch("touchEnd", None).await?;
        room.until_says("Solved").await
    })
}

#[test]
fn the_board_can_be_played_by_keyboard_and_by_name() -> Result<()> {
    train("keyboard", TWO, async |room| {
        let focus = "document.querySelector('.chess-board [role=gridcell][tabindex=\"0\"]').focus()";
        room.page.ask(focus).await?;
        for key in [Key::Right, Key::Right, Key::Right, Key::Right, Key::Up, Key::Enter, Key::Up, Key::Up] {
            room.page.press(key + "").await?;
        }
        ensure!(room.page.on_square("e2").await?.contains("selected"));
        room.page.press(Key::Enter + "").await?;
        room.until_says("Solved").await?;
        room.until_says("Your turn").await?;
        room.page.press("/").await?;
        room.page.press("d4" + Key::Enter).await?;
        room.until_says("Every puzzle is done").await
    })
}

#[test]
fn the_right_button_draws_and_turning_the_board_keeps_it() -> Result<()> {
    train("arrows", TWO, async |room| {
        room.page.drag("g1", "f3", "right", 0).await?;
        room.page.drag("e5", "e5", "right", 0).await?;
        ensure!(
            room.page.count(".chess-board .arrow").await? == 1
                && room.page.count(".chess-board .mark").await? == 1
        );
        let before = room.page.square("a1").await?;
        room.page.press("f").await?;
        let after = room.page.square("a1").await?;
        ensure!(before != after, "the board is turned");
        ensure!(room.page.count(".chess-board .arrow").await? == 1);
        room.page.drag("g1", "f3", "right", 0).await?;
        ensure!(room.page.count(".chess-board .arrow").await? == 0, "the same arrow again takes it away");
        room.page.drag("e2", "e4", "left", 0).await?;
        room.until_says("Solved").await
    })
}

#[test]
fn a_session_goes_through_every_kind_of_line() -> Result<()> {
    train("session", LINES, async |room| {
        room.page.drag("f2", "f3", "left", 0).await?;
        room.until_says("This move is a mistake").await?;
        room.page.press(Key::Enter + "").await?;
        room.until_says("find a better move").await?;
        room.until_says("Your turn").await?;
        room.page.drag("d2", "d4", "left", 0).await?;
        room.until_says("This move is good too").await?;
        room.until_says("find a better move").await?;
        room.until_says("Your turn").await?;
        room.page.drag("e2", "e4", "left", 0).await?;
        room.until_says("There is a side line").await?;
        room.page.until_on_square("c5", "black pawn").await?;
        room.page.drag("g1", "f3", "left", 0).await?;
        room.until_says("There is a side line").await?;
        room.page.until_on_square("c6", "black knight").await?;
        room.page.drag("d2", "d4", "left", 0).await?;
        room.until_says("Back to the main line").await?;
        room.page.until_on_square("d6", "black pawn").await?;
        room.page.until_on_square("e5", "black pawn").await?;
        room.page.drag("g1", "f3", "left", 0).await?;
        room.until_says("Done, with mistakes").await?;
        let result = room.page.ask("return document.querySelector('.result').textContent").await?;
        ensure!(result.as_str().is_some_and(|text| text.contains("1 mistake")), "{result}");
        room.press_button("Again").await?;
        room.until_says("Your turn").await
    })
}

#[test]
fn a_pause_stops_the_clock_and_hides_the_board() -> Result<()> {
    train("pause", TWO, async |room| {
        room.page.press("p").await?;
        room.until_says("Paused").await?;
        let left = "return document.querySelector('.countdown').textContent";
        let before = room.page.ask(left).await?;
        sleep(Duration::from_millis(1500)).await;
        ensure!(room.page.ask(left).await? == before, "the clock stands");
        ensure!(room.page.count(".paused").await? == 1);
        room.page.walk("/study").await?;
        room.page.walk("/train").await?;
        room.press_button("Go on").await?;
        room.until_says("Your turn").await?;
        room.page.walk("/study").await?;
        room.page.walk("/train").await?;
        room.until_says("Paused").await
    })
}

#[test]
fn a_hidden_tab_pauses() -> Result<()> {
    train("hidden", TWO, async |room| {
        room.page
            .ask(
                "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); \
                 document.dispatchEvent(new Event('visibilitychange')); delete document.hidden",
            )
            .await?;
        room.until_says("Paused").await?;
        room.press_button("Go on").await?;
        room.until_says("Your turn").await
    })
}

#[test]
fn moves_are_heard_until_the_sounds_are_turned_off() -> Result<()> {
    train("sounds", TWO, async |room| {
        room.page
            .ask(
                "window.tones_ = 0; const make = AudioContext.prototype.createOscillator; \
                 AudioContext.prototype.createOscillator = function () { window.tones_ += 1; return make.call(this); }",
            )
            .await?;
        room.page.drag("e2", "e4", "left", 0).await?;
        room.until_says("Solved").await?;
        room.page.until("a tone", "return window.tones_ > 0").await?;
        room.press_button("Sound").await?;
        let pressed = "return [...document.querySelectorAll('button')].find(b => b.textContent.includes('Sound')).ariaPressed";
        ensure!(room.page.ask(pressed).await? == "false");
        room.page
            .until(
                "the second",
                "return document.querySelector('.puzzle-number').textContent.includes('2 of 2')",
            )
            .await?;
        room.page.ask("window.tones_ = 0").await?;
        room.page.drag("d2", "d4", "left", 0).await?;
        room.until_says("is done").await?;
        ensure!(room.page.ask("return window.tones_").await? == 0, "it is quiet");
        Ok(())
    })
}

#[test]
fn when_the_time_is_up_the_session_ends_once() -> Result<()> {
    train("timeout", TWO, async |room| {
        // The page's clock jumps to the end of the ten minutes.
        let late = "const now = performance.now.bind(performance); performance.now = () => now() + 600000";
        room.page.ask(late).await?;
        room.until_says("Time is up").await?;
        ensure!(room.page.count(".solve .figures").await? == 1);
        room.page.drag("e2", "e4", "left", 0).await?;
        sleep(Duration::from_millis(1500)).await;
        room.until_says("Time is up").await?;
        ensure!(room.page.on_square("e2").await?.contains("white pawn"), "nothing happens after the end");
        Ok(())
    })
}

#[test]
fn arrows_of_the_file_are_shown_with_the_position_they_belong_to() -> Result<()> {
    let puzzle = "{Look. [%cal Gd1h5][%csl Rf7]} 1. e4 e5 {[%csl Yc4]} 2. Bc4 *\n";
    train("file-arrows", puzzle, async |room| {
        room.page
            .until("its arrow", "return document.querySelectorAll('.chess-board .arrow').length === 1")
            .await?;
        ensure!(room.page.count(".chess-board .mark").await? == 1);
        room.page.drag("e2", "e4", "left", 0).await?;
        room.page.until_on_square("e5", "black pawn").await?;
        room.page
            .until("the next", "return document.querySelectorAll('.chess-board .arrow').length === 0")
            .await?;
        ensure!(room.page.count(".chess-board .mark").await? == 1);
        Ok(())
    })
}

#[test]
fn progress_is_kept_and_a_cycle_can_be_begun() -> Result<()> {
    train("kept", TWO, async |room| {
        room.page.drag("e2", "e4", "left", 0).await?;
        room.until_says("Solved").await?;
        room.press_button("End").await?;
        room.press_button("Back to the set").await?;
        room.page.visit("/train").await?;
        room.press_button("Pasted puzzles").await?;
        room.page.until("figures", "return document.querySelector('.statistics .figures') !== null").await?;
        let drawn = "const bar = document.querySelector('.chart rect'); \
                     return Math.abs(bar.getBBox().height - bar.getAttribute('height')) < 1";
        room.page.until("bars as tall as they should be", drawn).await?;
        room.press_button("Begin the first cycle").await?;
        room.until_says("Your turn").await?;
        room.page.drag("e2", "e4", "left", 0).await?;
        room.until_says("is done").await?;
        room.press_button("Back to the set").await?;
        room.page
            .until(
                "the cycle",
                "return document.querySelector('.train-set').textContent.includes('cycle 1 of 6')",
            )
            .await?;
        let row = "return [...document.querySelectorAll('.cycles tbody tr > *')].map((cell) => cell.textContent).join('|')";
        let row = room.page.ask(row).await?.as_str().unwrap_or_default().to_owned();
        let cells: Vec<&str> = row.split('|').collect();
        ensure!(
            matches!(cells[..], ["1", "100 %", total, median, speed] if total.contains(':')
            && median.ends_with('s') && speed.contains('.')),
            "{row}"
        );
        Ok(())
    })
}

#[test]
fn go_problems_are_solved_in_the_same_room() -> Result<()> {
    in_browser("go-problems", async |page| {
        page.visit("/train").await?;
        let room = Room { page };
        room.press_button("Try Go").await?;
        room.press_button("Begin a session").await?;
        room.until_says("Your turn").await?;
        room.page.press("/").await?;
        room.page.press("E5" + Key::Enter).await?;
        room.until_says("This move is a mistake").await?;
        room.page.press(Key::Tab + "").await?;
        room.press_button("Hurry").await?;
        room.until_says("Your turn").await?;
        room.page.press("/").await?;
        room.page.press("D5" + Key::Enter).await?;
        room.until_says("Done, with mistakes").await
    })
}
