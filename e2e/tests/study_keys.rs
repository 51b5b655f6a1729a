//! Study by keyboard: the board, the tools, branches, comments, and switching games.

use anyhow::{Result, ensure};
use e2e::{StudyPage, on_study_page, test_data};
use thirtyfour::Key;

async fn times(study: &StudyPage<'_>, count: usize, held: &[Key], key: Key) -> Result<()> {
    for _ in 0..count {
        study.page.chord(held, key.clone()).await?;
    }
    Ok(())
}

#[test]
fn every_tool_is_chosen_and_used_without_a_mouse() -> Result<()> {
    on_study_page("tools-by-key", b"(;SZ[19])", async |study| {
        let tools = [
            ("Triangle", "TR[ji]"),
            ("Square", "SQ[jh]"),
            ("Circle", "CR[jg]"),
            ("Cross", "MA[jf]"),
            ("Next letter", "LB[je:A]"),
            ("Next number", "[jd:1]"),
            ("Custom text", "[jc:xyz]"),
            ("Black territory", "TB[jb]"),
            ("White territory", "TW[ja]"),
            ("Play stones", ";B[ja]"),
        ];
        for (n, (tool, _)) in tools.into_iter().enumerate() {
            study
                .page
                .eval(&format!("document.querySelector('.tools [aria-label=\"{tool}\"]').focus()"))
                .await?;
            study.page.press(Key::Enter + "").await?;
            if tool == "Custom text" {
                study.wait_for_focus(".tool-choice input").await?;
                study.page.press("xyz").await?;
            }
            study.page.press(Key::Escape + "").await?;
            study.wait_for_focus("#board").await?;
            // The first step shows the middle of the board.
            study.page.chord(&[Key::Shift], Key::Up).await?;
            times(study, n + 1, &[Key::Shift], Key::Up).await?;
            study.page.press(Key::Enter + "").await?;
        }
        study.wait_for_label("move 1").await?;
        let expected = tools.map(|(_, written)| written).concat();
        study.check_saved(&format!("(;SZ[19]{expected})")).await
    })
}

#[test]
fn arrows_stones_and_erasing_without_a_mouse() -> Result<()> {
    on_study_page("arrow-by-key", b"(;SZ[19]MA[jj])", async |study| {
        let choose = |tool: &str| format!("document.querySelector('.tools [aria-label=\"{tool}\"]').focus()");
        for (tool, end) in [("Arrow", Key::Left), ("Line", Key::Right)] {
            study.page.eval(&choose(tool)).await?;
            study.page.press(Key::Enter + Key::Escape).await?;
            study.page.press(Key::Enter + Key::Enter).await?;
            study
                .page
                .wait_until("begun", "return document.querySelector('g.highlights').children.length > 0")
                .await?;
            times(study, 2, &[Key::Shift], end).await?;
            study.page.press(Key::Enter + "").await?;
        }
        study.page.press(Key::Escape + Key::F2).await?;
        study.page.wait_for("[name=set-up]").await?;
        study.page.click_on("label:has(> [name=set-up]):last-child input").await?;
        study.page.press(Key::Enter + Key::Enter).await?;
        study.page.eval(&choose("Erase marks")).await?;
        study.page.press(Key::Enter + Key::Escape).await?;
        study.page.press(Key::Enter + Key::Enter).await?;
        study.check_saved("(;SZ[19]AW[jj])").await?;
        study.page.chord(&[Key::Control], 'z').await?;
        study.check_saved("(;SZ[19]MA[jj]AR[jj:hj]LN[jj:lj]AW[jj])").await
    })
}

#[test]
fn text_and_points_are_found_one_after_another() -> Result<()> {
    on_study_page("find", &test_data("study.sgf")?, async |study| {
        study.page.chord(&[Key::Control], 'f').await?;
        study.wait_for_dialog("Find").await?;
        study.page.press("WHITE").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_for_label("move 9").await?;
        study.page.press(Key::F3 + "").await?;
        study.wait_for_comment("White lives small.").await?;
        // The last search text is there and selected.
        study.page.chord(&[Key::Control], 'f').await?;
        study.wait_for_dialog("Find").await?;
        let selected = "const f = document.activeElement; \
                        return f.value === 'WHITE' && f.selectionStart === 0 && f.selectionEnd === 5";
        study.page.wait_until("the words", selected).await?;
        study.page.press("r16").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_for_label("move 1").await
    })
}

#[test]
fn a_branch_is_chosen_moved_and_pasted_into_another_game() -> Result<()> {
    on_study_page("branch", b"(;SZ[19];B[pd](;W[dd];B[pp])(;W[dp]C[the other]))", async |study| {
        study.page.press(Key::Right + Key::Down).await?;
        let second = "return document.querySelector('.branches').textContent.includes('2/2')";
        study.page.wait_until("the second is chosen", second).await?;
        study.page.press(Key::Right + "").await?;
        study.wait_for_comment("the other").await?;
        study.page.chord(&[Key::Control], Key::Up).await?;
        study.wait_for_dialog("Move the branch").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_dirty().await?;
        study.page.press(Key::Home + Key::Right).await?;
        study.wait_for_label("move 1").await?;
        study.page.press(Key::Delete + "").await?;
        study.wait_for_dialog("Cut").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_for_label("move 0").await?;
        // In another game.
        study.page.chord(&[Key::Alt], 'n').await?;
        study.wait_for_dialog("New game").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_open("Untitled").await?;
        study.page.chord(&[Key::Control, Key::Shift], 'V').await?;
        study.wait_for_label("move 1").await?;
        study.page.press(Key::Right + "").await?;
        study.wait_for_comment("the other").await?;
        study.page.chord(&[Key::Shift], 'W').await?;
        study.wait_until_open("game.sgf").await?;
        study.page.chord(&[Key::Control], 'v').await?;
        study.check_saved("(;SZ[19];B[pd](;W[dp]C[the other])(;W[dd];B[pp]))").await
    })
}

#[test]
fn shortcuts_for_comments() -> Result<()> {
    on_study_page(
        "comment-keys",
        b"(;SZ[19];B[pd]TR[dd]C[Q16 looks at D16\nsecond\nthird];W[dd]N[corner]C[x])",
        async |study| {
            study.page.press(Key::Right + "").await?;
            study.wait_for_label("move 1").await?;
            study.page.eval("document.getElementById('comment').focus()").await?;
            study.page.chord(&[Key::Alt], 't').await?;
            study.wait_for_comment("this looks at D16\nsecond\nthird").await?;
            study.page.chord(&[Key::Control], 'm').await?;
            study.wait_for_comment("this looks at marked stone\nsecond\nthird").await?;
            study.page.chord(&[Key::Control], '2').await?;
            study.wait_for_comment("this looks at marked stone\nthird").await?;
            study.page.chord(&[Key::Control], 'k').await?;
            study.wait_for_comment("").await?;
            study.page.press("Why W").await?;
            study.wait_for_comment("Why W").await?;
            // Navigation also works in the name field, and typed text belongs to the current node.
            study.page.eval("document.querySelector('.node-name').focus()").await?;
            study.page.press("first").await?;
            study.page.chord(&[Key::Control, Key::Shift], Key::Down).await?;
            let name = "return document.querySelector('.node-name').value";
            study.page.wait_until("the name there", &format!("{name} === 'corner'")).await?;
            study.page.press(Key::End + "!").await?;
            study.page.chord(&[Key::Control, Key::Shift], Key::Up).await?;
            study.page.wait_until("the first", &format!("{name} === 'first'")).await?;
            study.page.chord(&[Key::Control], 's').await?;
            study.check_saved("(;SZ[19];B[pd]TR[dd]C[Why W]N[first];W[dd]N[corner!]C[x])").await
        },
    )
}

#[test]
fn a_flipped_file_has_every_node_rotated() -> Result<()> {
    on_study_page("flipped", b"(;SZ[19];B[pd](;W[dd]TR[aa:ba])(;W[dp]LB[pd:A]))", async |study| {
        study.stub_save_picker().await?;
        study.page.chord(&[Key::Control, Key::Shift, Key::Alt], 'F').await?;
        study.wait_for_toast("Copy saved").await?;
        let saved = study.saved_as().await?;
        let turned = "(;SZ[19];B[dp](;W[pp]TR[rs:ss])(;W[pd]LB[dp:A]))";
        ensure!(saved == ("game-flipped.sgf".into(), turned.into()), "{saved:?}");
        ensure!(!study.is_dirty().await?, "the game is unchanged");
        Ok(())
    })
}

#[test]
fn stones_that_are_set_up_capture() -> Result<()> {
    on_study_page("set-up-captures", b"(;SZ[19]AW[aa];B[ba])", async |study| {
        study.page.press(Key::Right + Key::F2).await?;
        study.wait_for_label("move 1").await?;
        study.click(0, 1, &[]).await?;
        study.page.wait_for_count("g.stones > *", 2).await?;
        study.click(0, 0, &[Key::Shift]).await?;
        study.wait_for_toast("no liberties").await?;
        study.check_saved("(;SZ[19]AW[aa];B[ba];AB[ab]AE[aa])").await?;
        let prisoners = "return document.querySelector('.player.black .captured').ariaLabel";
        ensure!(study.text(prisoners).await? == "0 prisoners");
        Ok(())
    })
}

#[test]
fn judgements_are_pressed_once_and_twice() -> Result<()> {
    on_study_page("judge", b"(;SZ[19];B[pd])", async |study| {
        study.page.press(Key::Right + "").await?;
        study.wait_for_label("move 1").await?;
        study.page.click_on(".judgements summary").await?;
        let chip = |name: &str| {
            format!("[...document.querySelectorAll('.chip')].find((c) => c.textContent === {name:?})")
        };
        for name in ["Good move", "Good move", "Bad move", "Even", "Hotspot", "Hotspot", "Great hotspot"] {
            study.page.wait_until(name, &format!("return {} !== undefined", chip(name))).await?;
            study.page.eval(&format!("{}.click()", chip(name))).await?;
        }
        let summary =
            "return document.querySelector('.judgements .summary-text').textContent === 'Bad move · Even'";
        study.page.wait_until("the summary", summary).await?;
        study.check_saved("(;SZ[19];B[pd]BM[1]DM[1])").await
    })
}
