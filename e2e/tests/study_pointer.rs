//! The pointer on the board of Study, with real pointer events.

use anyhow::{Result, ensure};
use e2e::{on_study_page, test_data};
use thirtyfour::Key;

const EMPTY: &[u8] = b"(;GM[1]FF[4]SZ[19])";

#[test]
fn a_click_plays_and_a_second_click_on_a_leaf_takes_back() -> Result<()> {
    on_study_page("click", EMPTY, async |study| {
        study.click(15, 3, &[]).await?;
        study.wait_for_label("White to play; move 1").await?;
        study.click(3, 15, &[]).await?;
        study.wait_for_label("Black to play; move 2").await?;
        ensure!(study.count("stones").await? == 2);
        study.click(3, 15, &[]).await?;
        study.wait_for_label("White to play; move 1").await?;
        // Away from the leaf it cannot be taken back, and the page shows why.
        study.click(3, 3, &[]).await?;
        study.page.press(Key::Left + "").await?;
        study.click(15, 3, &[]).await?;
        study.wait_for_toast("Other moves follow").await
    })
}

#[test]
fn an_existing_branch_is_followed_and_not_added_again() -> Result<()> {
    on_study_page("follow", b"(;SZ[19];B[pd];W[dd])", async |study| {
        study.click(15, 3, &[]).await?;
        study.wait_for_label("White to play; move 1").await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn clicks_with_modifier_keys_mark_points_and_a_second_click_unmarks_them() -> Result<()> {
    on_study_page("marks", EMPTY, async |study| {
        for (key, column) in [(Key::Control, 3), (Key::Shift, 4), (Key::Alt, 5)] {
            study.click(column, 3, &[key]).await?;
        }
        study.page.wait_for_count("g.marks > *", 3).await?;
        study.save().await?;
        let saved = study.file_text()?;
        for property in ["TR[dd]", "SQ[ed]", "LB[fd:A]"] {
            ensure!(saved.contains(property), "{property} is not in {saved}");
        }
        study.click(3, 3, &[Key::Control]).await?;
        study.page.wait_for_count("g.marks > *", 2).await
    })
}

#[test]
fn set_up_mode_adds_black_and_white_stones_and_removes_them() -> Result<()> {
    on_study_page("set-up", EMPTY, async |study| {
        study.page.press(Key::F2 + "").await?;
        study
            .page
            .wait_until("edit mode", "return document.querySelector('.set-up').ariaPressed === 'true'")
            .await?;
        study.click(3, 3, &[]).await?;
        study.click(4, 3, &[Key::Shift]).await?;
        let (x, y) = study.point(5, 3).await?;
        study.page.action_chain().move_to(x, y).context_click().perform().await?;
        study.page.wait_for_count("g.stones > *", 3).await?;
        study.click(3, 3, &[]).await?;
        study.page.wait_for_count("g.stones > *", 2).await?;
        study.save().await?;
        let saved = study.file_text()?;
        ensure!(saved.contains("AW[ed][fd]"), "{saved}");
        Ok(())
    })
}

#[test]
fn control_shift_click_jumps_to_the_move_that_was_played_there() -> Result<()> {
    on_study_page("jump", &test_data("study.sgf")?, async |study| {
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 65").await?;
        study.click(16, 3, &[Key::Control, Key::Shift]).await?;
        study.wait_for_label("move 1").await
    })
}

#[test]
fn the_wheel_steps_through_the_game() -> Result<()> {
    on_study_page("wheel", &test_data("study.sgf")?, async |study| {
        for _ in 0..3 {
            study.wheel(100).await?;
        }
        study.wait_for_label("move 3").await?;
        study.wheel(-100).await?;
        study.wait_for_label("move 2").await
    })
}

#[test]
fn every_tool_writes_its_property() -> Result<()> {
    on_study_page("tools", EMPTY, async |study| {
        for (tool, row) in [
            ("Circle", 0),
            ("Cross", 1),
            ("Triangle", 2),
            ("Square", 3),
            ("Next letter", 4),
            ("Next number", 5),
            ("Black territory", 6),
            ("White territory", 7),
        ] {
            study
                .page
                .eval(&format!("document.querySelector('.tools [aria-label=\"{tool}\"]').click()"))
                .await?;
            study.click(0, row, &[]).await?;
        }
        for (tool, row) in [("Arrow", 9), ("Line", 10)] {
            study
                .page
                .eval(&format!("document.querySelector('.tools [aria-label^=\"{tool}\"]').click()"))
                .await?;
            let (from, to) = (study.point(2, row).await?, study.point(6, row).await?);
            let drag = study.page.action_chain().move_to(from.0, from.1).click_and_hold();
            drag.move_to(to.0, to.1).release().perform().await?;
        }
        study.page.click_on(".tools [aria-label=\"Custom text\"]").await?;
        study.wait_for_focus(".tool-choice input").await?;
        study.page.press("xyz").await?;
        study.click(0, 12, &[]).await?;
        study.page.click_on(".tools [aria-label=\"Erase marks\"]").await?;
        study.click(0, 3, &[]).await?;
        study.save().await?;
        let saved = study.file_text()?;
        for property in [
            "CR[aa]",
            "MA[ab]",
            "TR[ac]",
            "[ae:A]",
            "[af:1]",
            "TB[ag]",
            "TW[ah]",
            "AR[cj:gj]",
            "LN[ck:gk]",
            "[am:xyz]",
        ] {
            ensure!(saved.contains(property), "{property} is not in {saved}");
        }
        ensure!(!saved.contains("SQ"), "the square was erased: {saved}");
        Ok(())
    })
}

#[test]
fn a_ghost_of_the_next_stone_is_under_the_pointer() -> Result<()> {
    on_study_page("ghost", EMPTY, async |study| {
        let (x, y) = study.point(9, 9).await?;
        study.page.action_chain().move_to(x, y).perform().await?;
        study
            .page
            .wait_until("a ghost", "return document.querySelector('g.pointer').children.length > 0")
            .await?;
        study.page.action_chain().move_to(2, 2).perform().await?;
        study.page.wait_for("g.pointer:empty").await
    })
}

#[test]
fn a_step_touches_only_the_stones_that_change() -> Result<()> {
    on_study_page("touch", &test_data("study.sgf")?, async |study| {
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 65").await?;
        study
            .page
            .eval(
                "window.touched = 0; new MutationObserver((seen) => { for (const one of seen) \
                 window.touched += one.addedNodes.length + one.removedNodes.length; }) \
                 .observe(document.querySelector('g.stones'), { childList: true })",
            )
            .await?;
        study.page.press(Key::Left + "").await?;
        study.wait_for_label("move 64").await?;
        let touched = study.page.eval("return window.touched").await?;
        ensure!(
            touched.as_u64().is_some_and(|touched| touched > 0 && touched <= 3),
            "{touched} stones were touched"
        );
        Ok(())
    })
}
