//! What the pointer does on the board of the study, with a real pointer.

use anyhow::{Result, ensure};
use proof::{Desk, at_desk, sample};
use serde_json::json;
use thirtyfour::Key;

const EMPTY: &[u8] = b"(;GM[1]FF[4]SZ[19])";

/// Turns the wheel over the middle of the board.
async fn wheel(desk: &Desk<'_>, down: i32) -> Result<()> {
    let (x, y) = desk.point(9, 9).await?;
    let turn = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down });
    desk.page.cdp().send_raw("Input.dispatchMouseEvent", turn).await?;
    Ok(())
}

#[test]
fn a_click_plays_and_a_second_click_on_a_leaf_takes_back() -> Result<()> {
    at_desk("click", EMPTY, async |desk| {
        desk.click(15, 3, &[]).await?;
        desk.until_label("White to play; move 1").await?;
        desk.click(3, 15, &[]).await?;
        desk.until_label("Black to play; move 2").await?;
        ensure!(desk.count("stones").await? == 2);
        desk.click(3, 15, &[]).await?;
        desk.until_label("White to play; move 1").await?;
        // Off the leaf it cannot be taken back, and the page says why.
        desk.click(3, 3, &[]).await?;
        desk.page.press(Key::Left + "").await?;
        desk.click(15, 3, &[]).await?;
        desk.until_said("Other moves follow").await
    })
}

#[test]
fn a_branch_that_is_there_is_followed_not_doubled() -> Result<()> {
    at_desk("follow", b"(;SZ[19];B[pd];W[dd])", async |desk| {
        desk.click(15, 3, &[]).await?;
        desk.until_label("White to play; move 1").await?;
        ensure!(!desk.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn keys_held_while_clicking_mark_points_and_again_unmark_them() -> Result<()> {
    at_desk("marks", EMPTY, async |desk| {
        for (key, column) in [(Key::Control, 3), (Key::Shift, 4), (Key::Alt, 5)] {
            desk.click(column, 3, &[key]).await?;
        }
        desk.page
            .until("three marks", "return document.querySelector('g.marks').children.length === 3")
            .await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
        for property in ["TR[dd]", "SQ[ed]", "LB[fd:A]"] {
            ensure!(saved.contains(property), "{property} is not in {saved}");
        }
        desk.click(3, 3, &[Key::Control]).await?;
        desk.page.until("two marks", "return document.querySelector('g.marks').children.length === 2").await
    })
}

#[test]
fn edit_mode_sets_up_black_and_white_and_takes_away() -> Result<()> {
    at_desk("set-up", EMPTY, async |desk| {
        desk.page.press(Key::F2 + "").await?;
        desk.page
            .until("edit mode", "return document.querySelector('.set-up').ariaPressed === 'true'")
            .await?;
        desk.click(3, 3, &[]).await?;
        desk.click(4, 3, &[Key::Shift]).await?;
        let (x, y) = desk.point(5, 3).await?;
        desk.page.action_chain().move_to(x, y).context_click().perform().await?;
        desk.page
            .until("three stones", "return document.querySelector('g.stones').children.length === 3")
            .await?;
        desk.click(3, 3, &[]).await?;
        desk.page
            .until("two stones", "return document.querySelector('g.stones').children.length === 2")
            .await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
        ensure!(saved.contains("AW[ed][fd]"), "{saved}");
        Ok(())
    })
}

#[test]
fn control_shift_click_jumps_to_the_move_that_was_played_there() -> Result<()> {
    at_desk("jump", &sample("study.sgf")?, async |desk| {
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 65").await?;
        desk.click(16, 3, &[Key::Control, Key::Shift]).await?;
        desk.until_label("move 1").await
    })
}

#[test]
fn the_wheel_steps_through_the_game() -> Result<()> {
    at_desk("wheel", &sample("study.sgf")?, async |desk| {
        for _ in 0..3 {
            wheel(desk, 100).await?;
        }
        desk.until_label("move 3").await?;
        wheel(desk, -100).await?;
        desk.until_label("move 2").await
    })
}

#[test]
fn every_tool_leaves_its_property() -> Result<()> {
    at_desk("tools", EMPTY, async |desk| {
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
            desk.page
                .ask(&format!("document.querySelector('.tools [aria-label=\"{tool}\"]').click()"))
                .await?;
            desk.click(0, row, &[]).await?;
        }
        for (tool, row) in [("Arrow", 9), ("Line", 10)] {
            desk.page
                .ask(&format!("document.querySelector('.tools [aria-label^=\"{tool}\"]').click()"))
                .await?;
            let (from, to) = (desk.point(2, row).await?, desk.point(6, row).await?);
            let drag = desk.page.action_chain().move_to(from.0, from.1).click_and_hold();
            drag.move_to(to.0, to.1).release().perform().await?;
        }
        desk.page.ask("document.querySelector('.tools [aria-label=\"Own text\"]').click()").await?;
        desk.focus_is(".tool-choice input").await?;
        desk.page.press("xyz").await?;
        desk.click(0, 12, &[]).await?;
        desk.page.ask("document.querySelector('.tools [aria-label=\"Erase marks\"]').click()").await?;
        desk.click(0, 3, &[]).await?;
        desk.save().await?;
        let saved = desk.on_disk()?;
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
    at_desk("ghost", EMPTY, async |desk| {
        let (x, y) = desk.point(9, 9).await?;
        desk.page.action_chain().move_to(x, y).perform().await?;
        desk.page.until("a ghost", "return document.querySelector('g.pointer').children.length > 0").await?;
        desk.page.action_chain().move_to(2, 2).perform().await?;
        desk.page.until("no ghost", "return document.querySelector('g.pointer').children.length === 0").await
    })
}

#[test]
fn a_step_touches_only_the_stones_that_change() -> Result<()> {
    at_desk("touch", &sample("study.sgf")?, async |desk| {
        desk.page.press(Key::End + "").await?;
        desk.until_label("move 65").await?;
        desk.page
            .ask(
                "window.touched = 0; new MutationObserver((seen) => { for (const one of seen) \
                 window.touched += one.addedNodes.length + one.removedNodes.length; }) \
                 .observe(document.querySelector('g.stones'), { childList: true })",
            )
            .await?;
        desk.page.press(Key::Left + "").await?;
        desk.until_label("move 64").await?;
        let touched = desk.page.ask("return window.touched").await?;
        ensure!(
            touched.as_u64().is_some_and(|touched| touched > 0 && touched <= 3),
            "{touched} stones were touched"
        );
        Ok(())
    })
}
