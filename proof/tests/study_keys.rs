//! The study by keyboard alone: the board, the tools, branches, words, and the way between games.

use anyhow::{Result, ensure};
use proof::{Desk, at_desk, sample};
use thirtyfour::Key;

async fn times(desk: &Desk<'_>, count: usize, held: &[Key], key: Key) -> Result<()> {
    for _ in 0..count {
        desk.page.chord(held, key.clone()).await?;
    }
    Ok(())
}

#[test]
fn every_tool_is_chosen_and_used_without_a_mouse() -> Result<()> {
    at_desk("tools-by-key", b"(;SZ[19])", async |desk| {
        let tools = [
            "Triangle",
            "Square",
            "Circle",
            "Cross",
            "Next letter",
            "Next number",
            "Own text",
            "Black territory",
            "White territory",
            "Play stones",
        ];
        for (n, tool) in tools.into_iter().enumerate() {
            desk.page
                .ask(&format!("document.querySelector('.tools [aria-label=\"{tool}\"]').focus()"))
                .await?;
            desk.page.press(Key::Enter + "").await?;
            if tool == "Own text" {
                desk.focus_is(".tool-choice input").await?;
                desk.page.press("xyz").await?;
            }
            desk.page.press(Key::Escape + "").await?;
            desk.focus_is("#board").await?;
            // The first step shows the middle of the board.
            desk.page.chord(&[Key::Shift], Key::Up).await?;
            times(desk, n + 1, &[Key::Shift], Key::Up).await?;
            desk.page.press(Key::Enter + "").await?;
        }
        desk.until_label("move 1").await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
        let expected = "TR[ji]SQ[jh]CR[jg]MA[jf]LB[je:A][jd:1][jc:xyz]TB[jb]TW[ja];B[ja]";
        ensure!(saved == format!("(;SZ[19]{expected})"), "{saved}");
        Ok(())
    })
}

#[test]
fn arrows_stones_and_erasing_without_a_mouse() -> Result<()> {
    at_desk("arrow-by-key", b"(;SZ[19]MA[jj])", async |desk| {
        let choose = |tool: &str| format!("document.querySelector('.tools [aria-label=\"{tool}\"]').focus()");
        for (tool, end) in [("Arrow", Key::Left), ("Line", Key::Right)] {
            desk.page.ask(&choose(tool)).await?;
            desk.page.press(Key::Enter + Key::Escape).await?;
            desk.page.press(Key::Enter + Key::Enter).await?;
            desk.page
                .until("begun", "return document.querySelector('g.highlights').children.length > 0")
                .await?;
            times(desk, 2, &[Key::Shift], end).await?;
            desk.page.press(Key::Enter + "").await?;
        }
        desk.page.press(Key::Escape + Key::F2).await?;
        desk.page.until("the colours", "return document.querySelector('[name=set-up]') !== null").await?;
        desk.click_on("label:has(> [name=set-up]):last-child input").await?;
        desk.page.press(Key::Enter + Key::Enter).await?;
        desk.page.ask(&choose("Erase marks")).await?;
        desk.page.press(Key::Enter + Key::Escape).await?;
        desk.page.press(Key::Enter + Key::Enter).await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19]AW[jj])", "{}", desk.on_disk()?);
        desk.page.chord(&[Key::Control], 'z').await?;
        desk.save().await?;
        let drawn = "(;SZ[19]MA[jj]AR[jj:hj]LN[jj:lj]AW[jj])";
        ensure!(desk.on_disk()? == drawn, "{}", desk.on_disk()?);
        Ok(())
    })
}

#[test]
fn words_and_points_are_found_one_after_another() -> Result<()> {
    at_desk("find", &sample("study.sgf")?, async |desk| {
        desk.page.chord(&[Key::Control], 'f').await?;
        desk.until_dialog("Find").await?;
        desk.page.press("WHITE").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_label("move 9").await?;
        desk.page.press(Key::F3 + "").await?;
        desk.until_comment("White lives small.").await?;
        // The words are there again, to be written over.
        desk.page.chord(&[Key::Control], 'f').await?;
        desk.until_dialog("Find").await?;
        let selected = "const f = document.activeElement; \
                        return f.value === 'WHITE' && f.selectionStart === 0 && f.selectionEnd === 5";
        desk.page.until("the words", selected).await?;
        desk.page.press("r16").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_label("move 1").await
    })
}

#[test]
fn a_branch_is_chosen_moved_and_taken_to_another_game() -> Result<()> {
    at_desk("branch", b"(;SZ[19];B[pd](;W[dd];B[pp])(;W[dp]C[the other]))", async |desk| {
        desk.page.press(Key::Right + Key::Down).await?;
        let second = "return document.querySelector('.branches').textContent.includes('2/2')";
        desk.page.until("the second is chosen", second).await?;
        desk.page.press(Key::Right + "").await?;
        desk.until_comment("the other").await?;
        desk.page.chord(&[Key::Control], Key::Up).await?;
        desk.until_dialog("Move the branch").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_dirty().await?;
        desk.page.press(Key::Home + Key::Right).await?;
        desk.until_label("move 1").await?;
        desk.page.press(Key::Delete + "").await?;
        desk.until_dialog("Cut").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_label("move 0").await?;
        // In a game of its own.
        desk.page.chord(&[Key::Alt], 'n').await?;
        desk.until_dialog("New game").await?;
        desk.page.press(Key::Enter + "").await?;
        desk.until_open("Untitled").await?;
        desk.page.chord(&[Key::Control, Key::Shift], 'V').await?;
        desk.until_label("move 1").await?;
        desk.page.press(Key::Right + "").await?;
        desk.until_comment("the other").await?;
        desk.page.chord(&[Key::Shift], 'W').await?;
        desk.until_open("game.sgf").await?;
        desk.page.chord(&[Key::Control], 'v').await?;
        desk.save().await?;
        let moved = "(;SZ[19];B[pd](;W[dp]C[the other])(;W[dd];B[pp]))";
        ensure!(desk.on_disk()? == moved, "{}", desk.on_disk()?);
        Ok(())
    })
}

#[test]
fn keys_that_save_typing() -> Result<()> {
    at_desk(
        "comment-keys",
        b"(;SZ[19];B[pd]TR[dd]C[Q16 looks at D16\nsecond\nthird];W[dd]N[corner]C[x])",
        async |desk| {
            desk.page.press(Key::Right + "").await?;
            desk.until_label("move 1").await?;
            desk.page.ask("document.getElementById('comment').focus()").await?;
            desk.page.chord(&[Key::Alt], 't').await?;
            desk.until_comment("this looks at D16\nsecond\nthird").await?;
            desk.page.chord(&[Key::Control], 'm').await?;
            desk.until_comment("this looks at marked stone\nsecond\nthird").await?;
            desk.page.chord(&[Key::Control], '2').await?;
            desk.until_comment("this looks at marked stone\nthird").await?;
            desk.page.chord(&[Key::Control], 'k').await?;
            desk.until_comment("").await?;
            desk.page.press("Why W").await?;
            desk.until_comment("Why W").await?;
            // In the name, too, one walks on, and what is typed then belongs to where one is.
            desk.page.ask("document.querySelector('.node-name').focus()").await?;
            desk.page.press("first").await?;
            desk.page.chord(&[Key::Control, Key::Shift], Key::Down).await?;
            let name = "return document.querySelector('.node-name').value";
            desk.page.until("the name there", &format!("{name} === 'corner'")).await?;
            desk.page.press(Key::End + "!").await?;
            desk.page.chord(&[Key::Control, Key::Shift], Key::Up).await?;
            desk.page.until("the first", &format!("{name} === 'first'")).await?;
            desk.page.chord(&[Key::Control], 's').await?;
            desk.save().await?;
            let saved = "(;SZ[19];B[pd]TR[dd]C[Why W]N[first];W[dd]N[corner!]C[x])";
            ensure!(desk.on_disk()? == saved, "{}", desk.on_disk()?);
            Ok(())
        },
    )
}

#[test]
fn a_flipped_file_has_every_node_turned() -> Result<()> {
    at_desk("flipped", b"(;SZ[19];B[pd](;W[dd]TR[aa:ba])(;W[dp]LB[pd:A]))", async |desk| {
        desk.pick_for_saving().await?;
        desk.page.chord(&[Key::Control, Key::Shift, Key::Alt], 'F').await?;
        desk.until_said("The copy is saved").await?;
        let saved = desk.saved_as().await?;
        let turned = "(;SZ[19];B[dp](;W[pp]TR[rs:ss])(;W[pd]LB[dp:A]))";
        ensure!(saved == ("game-flipped.sgf".into(), turned.into()), "{saved:?}");
        ensure!(!desk.is_dirty().await?, "the game stays as it is");
        Ok(())
    })
}

#[test]
fn stones_that_are_set_up_capture() -> Result<()> {
    at_desk("set-up-captures", b"(;SZ[19]AW[aa];B[ba])", async |desk| {
        desk.page.press(Key::Right + Key::F2).await?;
        desk.until_label("move 1").await?;
        desk.click(0, 1, &[]).await?;
        desk.page.until("taken", "return document.querySelector('g.stones').children.length === 2").await?;
        desk.click(0, 0, &[Key::Shift]).await?;
        desk.until_said("no liberty").await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19]AW[aa];B[ba];AB[ab]AE[aa])", "{}", desk.on_disk()?);
        let prisoners = "return document.querySelector('.player.black .taken').ariaLabel";
        ensure!(desk.text(prisoners).await? == "0 prisoners");
        Ok(())
    })
}

#[test]
fn judgements_are_pressed_once_and_twice() -> Result<()> {
    at_desk("judge", b"(;SZ[19];B[pd])", async |desk| {
        desk.page.press(Key::Right + "").await?;
        desk.until_label("move 1").await?;
        desk.click_on(".judge summary").await?;
        let chip = |name: &str| {
            format!("[...document.querySelectorAll('.chip')].find((c) => c.textContent === {name:?})")
        };
        for name in ["Good move", "Good move", "Bad move", "Even", "Hotspot", "Hotspot", "Great hotspot"] {
            desk.page.until(name, &format!("return {} !== undefined", chip(name))).await?;
            desk.page.ask(&format!("{}.click()", chip(name))).await?;
        }
        let said = "return document.querySelector('.judge .said').textContent === 'Bad move · Even'";
        desk.page.until("the summary", said).await?;
        desk.save().await?;
        ensure!(desk.on_disk()? == "(;SZ[19];B[pd]BM[1]DM[1])", "{}", desk.on_disk()?);
        Ok(())
    })
}
