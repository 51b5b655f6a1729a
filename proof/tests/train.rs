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

    async fn until_says(&self, words: &str) -> Result<()> {
        let script = format!("return document.querySelector('.says')?.textContent.includes({words:?})");
        let waited = self.page.until(words, &script).await;
        let said = self.page.ask("return document.querySelector('.says')?.textContent").await?;
        waited.with_context(|| format!("the trainer never said {words:?}, but {said}"))
    }

    /// The middle of a square on the screen, whichever side is at the bottom.
    async fn square(&self, name: &str) -> Result<(i64, i64)> {
        let script = format!(
            "const r = document.querySelector('.chess-board [data-square={name}][role=gridcell]').getBoundingClientRect(); \
             return [r.left + r.width / 2, r.top + r.height / 2]"
        );
        let middle = self.page.ask(&script).await?;
        let along = |n: usize| middle.get(n).and_then(Value::as_f64).context("no such square");
        Ok((along(0)?.round() as i64, along(1)?.round() as i64))
    }

    async fn mouse(&self, kind: &str, at: (i64, i64), button: &str, buttons: u8) -> Result<()> {
        let event = json!({
            "type": kind, "x": at.0, "y": at.1, "button": button, "buttons": buttons, "clickCount": 1
        });
        self.page.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
        Ok(())
    }

    async fn drag(&self, from: &str, to: &str, button: &str) -> Result<()> {
        let buttons = if button == "right" { 2 } else { 1 };
        let (start, end) = (self.square(from).await?, self.square(to).await?);
        self.mouse("mousePressed", start, button, buttons).await?;
        for step in 1..=4 {
            let along = |a: i64, b: i64| a + (b - a) * step / 4;
            self.mouse("mouseMoved", (along(start.0, end.0), along(start.1, end.1)), button, buttons).await?;
        }
        self.mouse("mouseReleased", end, button, 0).await
    }

    async fn click(&self, square: &str) -> Result<()> {
        let at = self.square(square).await?;
        self.mouse("mousePressed", at, "left", 1).await?;
        self.mouse("mouseReleased", at, "left", 0).await
    }

    /// What stands on a square, as it is read out.
    async fn label(&self, square: &str) -> Result<String> {
        let script =
            format!("return document.querySelector('[role=gridcell][data-square={square}]').ariaLabel");
        let label = self.page.ask(&script).await?;
        Ok(label.as_str().unwrap_or_default().to_owned())
    }

    async fn until_piece(&self, square: &str, piece: &str) -> Result<()> {
        let script = format!(
            "return document.querySelector('[role=gridcell][data-square={square}]').ariaLabel.includes({piece:?})"
        );
        self.page.until(&format!("{piece} on {square}"), &script).await
    }

    async fn count(&self, selector: &str) -> Result<u64> {
        let found = self.page.ask(&format!("return document.querySelectorAll({selector:?}).length")).await?;
        found.as_u64().context("no number")
    }
}

#[test]
fn pieces_are_dragged_and_come_back_from_where_they_may_not_go() -> Result<()> {
    train("drag", TWO, async |room| {
        room.drag("e2", "e5", "left").await?;
        ensure!(room.label("e2").await?.contains("white pawn"), "an illegal drop is no move");
        let (start, half) = (room.square("e2").await?, room.square("e3").await?);
        room.mouse("mousePressed", start, "left", 1).await?;
        room.mouse("mouseMoved", half, "left", 1).await?;
        ensure!(room.count(".chess-board .hand .piece").await? == 1, "the piece is in the hand");
        ensure!(room.count(".chess-board .targets .dot").await? == 2, "two squares to go to");
        room.page.press(Key::Escape + "").await?;
        ensure!(room.count(".chess-board .hand .piece").await? == 0, "Escape lets go");
        room.mouse("mouseReleased", half, "left", 0).await?;
        room.drag("e2", "e4", "left").await?;
        room.until_says("Solved").await?;
        room.until_piece("e4", "white pawn").await
    })
}

#[test]
fn two_clicks_are_a_move_and_the_next_puzzle_comes() -> Result<()> {
    train("clicks", TWO, async |room| {
        room.click("e2").await?;
        ensure!(room.label("e4").await?.contains("can go here"));
        room.click("e4").await?;
        room.until_says("Solved").await?;
        room.page
            .until(
                "the second",
                "return document.querySelector('.puzzle-number').textContent === 'Puzzle 2 of 2'",
            )
            .await?;
        room.click("d2").await?;
        room.click("d4").await?;
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
        room.drag("f7", "f8", "left").await?;
        ensure!(room.count(".chess-board .choice").await? == 4);
        room.page.press(Key::Escape + "").await?;
        ensure!(room.count(".chess-board .choice").await? == 0);
        room.click("f7").await?;
        room.click("f8").await?;
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
        let (from, to) = (room.square("e2").await?, room.square("e4").await?);
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
        ensure!(room.label("e2").await?.contains("selected"));
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
        room.drag("g1", "f3", "right").await?;
        room.drag("e5", "e5", "right").await?;
        ensure!(
            room.count(".chess-board .arrow").await? == 1 && room.count(".chess-board .mark").await? == 1
        );
        let before = room.square("a1").await?;
        room.page.press("f").await?;
        let after = room.square("a1").await?;
        ensure!(before != after, "the board is turned");
        ensure!(room.count(".chess-board .arrow").await? == 1);
        room.drag("g1", "f3", "right").await?;
        ensure!(room.count(".chess-board .arrow").await? == 0, "the same arrow again takes it away");
        room.drag("e2", "e4", "left").await?;
        room.until_says("Solved").await
    })
}

#[test]
fn a_session_goes_through_every_kind_of_line() -> Result<()> {
    train("session", LINES, async |room| {
        room.drag("f2", "f3", "left").await?;
        room.until_says("This move is a mistake").await?;
        room.page.press(Key::Enter + "").await?;
        room.until_says("find a better move").await?;
        room.until_says("Your turn").await?;
        room.drag("d2", "d4", "left").await?;
        room.until_says("This move is good too").await?;
        room.until_says("find a better move").await?;
        room.until_says("Your turn").await?;
        room.drag("e2", "e4", "left").await?;
        room.until_says("There is a side line").await?;
        room.until_piece("c5", "black pawn").await?;
        room.drag("g1", "f3", "left").await?;
        room.until_says("There is a side line").await?;
        room.until_piece("c6", "black knight").await?;
        room.drag("d2", "d4", "left").await?;
        room.until_says("Back to the main line").await?;
        room.until_piece("d6", "black pawn").await?;
        room.until_piece("e5", "black pawn").await?;
        room.drag("g1", "f3", "left").await?;
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
        ensure!(room.count(".paused").await? == 1);
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
fn progress_is_kept_and_a_cycle_can_be_begun() -> Result<()> {
    train("kept", TWO, async |room| {
        room.drag("e2", "e4", "left").await?;
        room.until_says("Solved").await?;
        room.press_button("End").await?;
        room.press_button("Back to the set").await?;
        room.page.visit("/train").await?;
        room.press_button("Pasted puzzles").await?;
        room.page.until("figures", "return document.querySelector('.statistics .figures') !== null").await?;
        room.press_button("Begin the first cycle").await?;
        room.until_says("Your turn").await?;
        room.drag("e2", "e4", "left").await?;
        room.until_says("is done").await?;
        room.press_button("Back to the set").await?;
        room.page
            .until(
                "the cycle",
                "return document.querySelector('.train-set').textContent.includes('cycle 1 of 6')",
            )
            .await
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
