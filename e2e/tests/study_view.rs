//! What Study shows besides stones: numbers, ghosts, transpositions, and text in other charsets.

use anyhow::{Result, ensure};
use e2e::{StudyPage, on_study_page, test_data};
use serde_json::json;
use thirtyfour::Key;

/// Opens the view options and selects one of a group.
async fn view(study: &StudyPage<'_>, group: &str, name: &str) -> Result<()> {
    study.page.click_on("[aria-label=\"View\"]").await?;
    let choice = format!(
        "[...document.querySelectorAll('.drop input[name={group}]')].find((i) => i.parentElement.textContent === {name:?})"
    );
    study.page.wait_until(name, &format!("return {choice} !== undefined")).await?;
    study.page.eval(&format!("{choice}.click()")).await?;
    Ok(())
}

#[test]
fn the_number_of_numbered_moves_can_be_chosen() -> Result<()> {
    on_study_page("numbers", &test_data("study.sgf")?, async |study| {
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 65").await?;
        view(study, "numbers", "Last").await?;
        let count = "return document.querySelector('g.numbers').children.length";
        study.page.wait_until("ten at first", &format!("{count} === 10")).await?;
        study.page.fill(".drop .count", "3").await?;
        study.page.wait_until("then three", &format!("{count} === 3")).await?;
        let numbers =
            "return [...document.querySelectorAll('g.numbers text')].map((t) => t.textContent).sort()";
        ensure!(study.page.eval(numbers).await? == json!(["63", "64", "65"]));
        // The browser stores it.
        study.page.visit("/study").await?;
        study.wait_until_open("game.sgf").await?;
        study.page.press(Key::End + "").await?;
        study.page.wait_until("still three", &format!("{count} === 3")).await
    })
}

#[test]
fn next_moves_and_alternatives_are_shown_as_ghosts() -> Result<()> {
    on_study_page("variations", &test_data("study.sgf")?, async |study| {
        for _ in 0..10 {
            study.page.press(Key::Right + "").await?;
        }
        study.wait_for_label("move 10").await?;
        let ghosts = "return document.querySelector('g.ghosts').children.length";
        study.page.wait_until("the move that follows", &format!("{ghosts} === 1")).await?;
        let there = "return [...document.querySelectorAll('g.ghosts circle')].map((c) => c.getAttribute('cy')).join()";
        let next = study.text(there).await?;
        view(study, "variations", "Alternatives").await?;
        study
            .page
            .wait_until("the other branch", &there.replace(".join()", &format!(".join() !== {next:?}")))
            .await?;
        ensure!(study.page.eval(ghosts).await? == json!(1));
        study.page.click_on("[aria-label=\"View\"]").await?;
        view(study, "variations", "None").await?;
        study.page.wait_until("none", &format!("{ghosts} === 0")).await
    })
}

#[test]
fn the_ghost_under_the_pointer_is_the_stone_that_a_click_would_place() -> Result<()> {
    on_study_page("ghost-white", b"(;SZ[19])", async |study| {
        study.page.press(Key::F2 + "").await?;
        let (x, y) = study.point(9, 9).await?;
        study.page.action_chain().move_to(x, y).perform().await?;
        let stone = |color: &str| {
            format!(
                "return document.querySelector('g.pointer circle')?.getAttribute('fill').includes('{color}')"
            )
        };
        study.page.wait_until("a black one", &stone("black")).await?;
        study.page.action_chain().key_down(Key::Shift.value()).perform().await?;
        study.page.wait_until("a white one with Shift", &stone("white")).await?;
        study.page.action_chain().key_up(Key::Shift.value()).perform().await?;
        study.page.wait_until("a black one again", &stone("black")).await?;
        // Outside of set-up mode a click with Ctrl adds a mark and no stone.
        study.page.press(Key::F2 + "").await?;
        study.page.action_chain().key_down(Key::Control.value()).perform().await?;
        let none = "return document.querySelector('g.pointer').children.length === 0";
        study.page.wait_until("no stone", none).await?;
        study.page.action_chain().key_up(Key::Control.value()).perform().await?;
        study.page.wait_until("the next stone", &stone("black")).await
    })
}

#[test]
fn the_tree_uses_move_numbers_set_in_the_file() -> Result<()> {
    on_study_page("numbering", b"(;SZ[19];B[pd];W[dd];B[pp])", async |study| {
        let cells = "return [...document.querySelectorAll('.tree-content g.cells text')].map((t) => t.textContent).join()";
        study.page.wait_until("as played", &cells.replace(".join()", ".join() === 'S,1,2,3'")).await?;
        study.page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("move 2").await?;
        study.page.chord(&[Key::Control, Key::Shift], 'i').await?;
        study.wait_for_dialog("Properties of this node").await?;
        study.page.press("MN").await?;
        study.page.press(Key::Tab + "51").await?;
        study.page.press(Key::Enter + "").await?;
        study
            .page
            .wait_until("the numbers of MN", &cells.replace(".join()", ".join() === 'S,1,51,52'"))
            .await?;
        study.page.chord(&[Key::Control], 'z').await?;
        study.page.wait_until("as played again", &cells.replace(".join()", ".join() === 'S,1,2,3'")).await
    })
}

/// Two paths to one position, and then a line of this many moves.
fn transposing_game(moves: usize) -> String {
    let point =
        |n: usize| format!("{}{}", char::from(b'a' + (n % 19) as u8), char::from(b'a' + (n / 19 % 19) as u8));
    let color = |n: usize| if n.is_multiple_of(2) { 'B' } else { 'W' };
    let rest: String = (4..moves).map(|n| format!(";{}[{}]", color(n), point(n * 7))).collect();
    format!("(;SZ[19];B[aa](;W[bb];B[cc];W[dd]{rest})(;W[dd];B[cc];W[bb]C[the other way]))")
}

async fn jump_to_transposition(study: &StudyPage<'_>) -> Result<()> {
    for _ in 0..4 {
        study.page.press(Key::Right + "").await?;
    }
    study.wait_for_label("move 4").await?;
    study.page.wait_for(".same-position").await?;
    ensure!(study.page.eval("return document.querySelectorAll('g.twins circle').length").await? == json!(2));
    study.page.click_on(".same-position").await?;
    let there = "return document.getElementById('comment').value === 'the other way'";
    study.page.wait_until("there", there).await
}

#[test]
fn a_transposition_is_marked_and_links_to_the_other_node() -> Result<()> {
    on_study_page("twins", transposing_game(8).as_bytes(), async |study| jump_to_transposition(study).await)?;
    // Also in a record that is too large to be replayed at once.
    on_study_page("twins-large", transposing_game(30_000).as_bytes(), async |study| {
        jump_to_transposition(study).await
    })
}

#[test]
fn text_in_another_charset_is_read_again() -> Result<()> {
    // The name is Japanese, but the file's CA says otherwise.
    on_study_page("charset", b"(;CA[ISO-8859-1]SZ[19]PB[\x8d\x95];B[pd])", async |study| {
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("move 1").await?;
        let name = "return document.querySelector('.player.black strong').firstChild.textContent";
        ensure!(study.text(name).await? != "黒");
        study.command("Text encoding…").await?;
        study.wait_for_dialog("Text encoding").await?;
        study.page.fill("dialog select", "Shift_JIS").await?;
        study.page.wait_for_text(".sample", "黒").await?;
        study.page.click_on("dialog button[type=submit]").await?;
        study.page.wait_until("read again", &format!("{name} === '黒'")).await?;
        study.wait_for_label("move 1").await?;
        ensure!(!study.is_dirty().await?, "nothing was changed");
        study.command("Convert to UTF-8").await?;
        study.check_saved("(;CA[UTF-8]SZ[19]PB[黒];B[pd])").await
    })
}
