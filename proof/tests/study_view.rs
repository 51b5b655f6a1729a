//! What the study shows besides stones: numbers, ghosts, positions that come twice, and words in other charsets.

use anyhow::{Result, ensure};
use proof::{Desk, at_desk, sample};
use serde_json::json;
use thirtyfour::Key;

/// Opens the choice of what is shown and takes one of a group.
async fn view(desk: &Desk<'_>, group: &str, name: &str) -> Result<()> {
    desk.page.ask("document.querySelector('[aria-label=\"View\"]').click()").await?;
    let choice = format!(
        "[...document.querySelectorAll('.drop input[name={group}]')].find((i) => i.parentElement.textContent === {name:?})"
    );
    desk.page.until(name, &format!("return {choice} !== undefined")).await?;
    desk.page.ask(&format!("{choice}.click()")).await?;
    Ok(())
}

#[test]
fn the_numbers_of_as_many_moves_as_one_likes() -> Result<()> {
    at_desk("numbers", &sample("study.sgf")?, async |desk| {
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 65").await?;
        view(desk, "numbers", "Last").await?;
        let count = "return document.querySelector('g.numbers').children.length";
        desk.page.until("ten at first", &format!("{count} === 10")).await?;
        let set = "const field = document.querySelector('.drop .count'); field.value = '3'; \
                   field.dispatchEvent(new Event('input', { bubbles: true }))";
        desk.page.ask(set).await?;
        desk.page.until("then three", &format!("{count} === 3")).await?;
        let numbers =
            "return [...document.querySelectorAll('g.numbers text')].map((t) => t.textContent).sort()";
        ensure!(desk.page.ask(numbers).await? == json!(["63", "64", "65"]));
        // The browser keeps it.
        desk.page.visit("/study").await?;
        desk.until_open("game.sgf").await?;
        desk.page.press(Key::End + "").await?;
        desk.page.until("still three", &format!("{count} === 3")).await
    })
}

#[test]
fn moves_that_might_follow_or_might_have_been_played_instead() -> Result<()> {
    at_desk("variations", &sample("study.sgf")?, async |desk| {
        for _ in 0..10 {
            desk.page.press(Key::Right + "").await?;
        }
        desk.until_label("move 10").await?;
        let ghosts = "return document.querySelector('g.ghosts').children.length";
        desk.page.until("the move that follows", &format!("{ghosts} === 1")).await?;
        let there = "return [...document.querySelectorAll('g.ghosts circle')].map((c) => c.getAttribute('cy')).join()";
        let next = desk.text(there).await?;
        view(desk, "variations", "Instead").await?;
        desk.page
            .until("the other branch", &there.replace(".join()", &format!(".join() !== {next:?}")))
            .await?;
        ensure!(desk.page.ask(ghosts).await? == json!(1));
        desk.page.ask("document.querySelector('[aria-label=\"View\"]').click()").await?;
        view(desk, "variations", "None").await?;
        desk.page.until("none", &format!("{ghosts} === 0")).await
    })
}

#[test]
fn the_stone_under_the_pointer_is_the_one_that_a_click_would_put_there() -> Result<()> {
    at_desk("ghost-white", b"(;SZ[19])", async |desk| {
        desk.page.press(Key::F2 + "").await?;
        let (x, y) = desk.point(9, 9).await?;
        desk.page.action_chain().move_to(x, y).perform().await?;
        let stone = |color: &str| {
            format!(
                "return document.querySelector('g.pointer circle')?.getAttribute('fill').includes('{color}')"
            )
        };
        desk.page.until("a black one", &stone("black")).await?;
        desk.page.action_chain().key_down(Key::Shift.value()).perform().await?;
        desk.page.until("a white one with Shift", &stone("white")).await?;
        desk.page.action_chain().key_up(Key::Shift.value()).perform().await?;
        desk.page.until("a black one again", &stone("black")).await?;
        // Outside of edit mode a click with Ctrl leaves a mark and no stone.
        desk.page.press(Key::F2 + "").await?;
        desk.page.action_chain().key_down(Key::Control.value()).perform().await?;
        let none = "return document.querySelector('g.pointer').children.length === 0";
        desk.page.until("no stone", none).await?;
        desk.page.action_chain().key_up(Key::Control.value()).perform().await?;
        desk.page.until("the next stone", &stone("black")).await
    })
}

#[test]
fn the_tree_follows_numbers_that_are_set_by_hand() -> Result<()> {
    at_desk("numbering", b"(;SZ[19];B[pd];W[dd];B[pp])", async |desk| {
        let cells = "return [...document.querySelectorAll('.tree-sheet g.cells text')].map((t) => t.textContent).join()";
        desk.page.until("as played", &cells.replace(".join()", ".join() === 'S,1,2,3'")).await?;
        desk.page.press(Key::Right + Key::Right).await?;
        desk.until_label("move 2").await?;
        desk.page.chord(&[Key::Control, Key::Shift], 'i').await?;
        desk.until_dialog("Properties of this node").await?;
        desk.page.press("MN").await?;
        desk.page.press(Key::Tab + "51").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.page.until("as said", &cells.replace(".join()", ".join() === 'S,1,51,52'")).await?;
        desk.page.chord(&[Key::Control], 'z').await?;
        desk.page.until("as played again", &cells.replace(".join()", ".join() === 'S,1,2,3'")).await
    })
}

/// Two ways to one position, and then a line of so many moves.
fn twice(moves: usize) -> String {
    let point =
        |n: usize| format!("{}{}", char::from(b'a' + (n % 19) as u8), char::from(b'a' + (n / 19 % 19) as u8));
    let color = |n: usize| if n.is_multiple_of(2) { 'B' } else { 'W' };
    let rest: String = (4..moves).map(|n| format!(";{}[{}]", color(n), point(n * 7))).collect();
    format!("(;SZ[19];B[aa](;W[bb];B[cc];W[dd]{rest})(;W[dd];B[cc];W[bb]C[the other way]))")
}

async fn jumps_to_the_twin(desk: &Desk<'_>) -> Result<()> {
    for _ in 0..4 {
        desk.page.press(Key::Right + "").await?;
    }
    desk.until_label("move 4").await?;
    desk.page.until("the way to the twin", "return document.querySelector('.twin') !== null").await?;
    ensure!(desk.page.ask("return document.querySelectorAll('g.twins circle').length").await? == json!(2));
    desk.page.ask("document.querySelector('.twin').click()").await?;
    let there = "return document.getElementById('comment').value === 'the other way'";
    desk.page.until("there", there).await
}

#[test]
fn a_position_that_comes_twice_is_marked_and_leads_to_the_other() -> Result<()> {
    at_desk("twins", twice(8).as_bytes(), async |desk| jumps_to_the_twin(desk).await)?;
    // Also in a record that is too large to be played through at once.
    at_desk("twins-large", twice(30_000).as_bytes(), async |desk| jumps_to_the_twin(desk).await)
}

#[test]
fn words_in_another_charset_are_read_again() -> Result<()> {
    // The name is Japanese, the file says that it is not.
    at_desk("charset", b"(;CA[ISO-8859-1]SZ[19]PB[\x8d\x95];B[pd])", async |desk| {
        desk.page.press(Key::Right + "").await?;
        desk.until_label("move 1").await?;
        let name = "return document.querySelector('.player.black strong').firstChild.textContent";
        ensure!(desk.text(name).await? != "黒");
        desk.command("Charset…").await?;
        desk.until_dialog("Charset").await?;
        let choose = "const list = document.querySelector('dialog select'); list.value = 'Shift_JIS'; \
                      list.dispatchEvent(new Event('change', { bubbles: true }))";
        desk.page.ask(choose).await?;
        desk.page.until("a sample", "return document.querySelector('.sample').textContent === '黒'").await?;
        desk.page.ask("document.querySelector('dialog button[type=submit]').click()").await?;
        desk.page.until("read again", &format!("{name} === '黒'")).await?;
        desk.until_label("move 1").await?;
        ensure!(!desk.is_dirty().await?, "nothing was changed");
        desk.command("Convert to UTF-8").await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;CA[UTF-8]SZ[19]PB[黒];B[pd])", "{}", desk.on_disk()?);
        Ok(())
    })
}
