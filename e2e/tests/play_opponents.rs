//! The host's automatic players on the page: a game with GNU Go to its count, and the bot with a handicap.

use anyhow::{Result, ensure};
use e2e::{Host, Page, program, with_browser_at};
use serde_json::json;

/// Chooses in the form for a room, as a person would.
async fn choose(page: &Page, field: &str, value: &str) -> Result<()> {
    let form = "document.querySelector('form.play-option:has(select[name=connection])')";
    let there = format!(
        "return [...{form}?.querySelector('[name={field}]')?.options ?? []].some((one) => one.value === {value:?} && !one.disabled)"
    );
    page.wait_until(&format!("{value} can be chosen"), &there).await?;
    page.fill(&format!("form.play-option:has(select[name=connection]) [name={field}]"), value).await
}

fn at_host(name: &str, test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    with_browser_at(&host.address(), name, test)
}

async fn open_room(page: &Page) -> Result<()> {
    page.click_button("Open a room").await?;
    page.wait_for(".seats").await?;
    page.click_button("Agree and start").await?;
    page.wait_for(".game-board").await
}

#[test]
fn gnu_go_is_played_at_the_hosts_table_to_its_count() -> Result<()> {
    if program("gnugo").is_none() {
        println!("skipped: no gnugo here");
        return Ok(());
    }
    at_host("opponent-gnugo", async |page| {
        page.visit("/play").await?;
        choose(page, "game", "Chinese").await?;
        choose(page, "opponent", "engine GNU Go").await?;
        choose(page, "time", "").await?;
        open_room(page).await?;
        page.submit_move(Some((0, 0))).await?;
        page.wait_for_turns(2).await?;
        let turns = page.turns().await?;
        ensure!(turns[0] == ["A9", ""] && !turns[1][1].is_empty(), "{turns:?}");
        let counting = "return document.querySelector('.counting') !== null";
        for _ in 0..100 {
            page.wait_until(
                "a turn",
                "return document.querySelector('.counting') !== null || document.querySelector('.status').textContent.includes('Choose a point')",
            )
            .await?;
            if page.eval(counting).await? == json!(true) {
                break;
            }
            page.click_button("Pass").await?;
        }
        page.wait_until("the count", counting).await?;
        // A lone stone in the corner of somebody else's board.
        let dead = "return document.querySelectorAll('.game-board .stones [opacity]').length > 0 || \
            document.querySelector('.seat.white .captured').textContent !== ''";
        page.wait_until("its dead stones are marked", dead).await?;
        page.click_button("Agree").await?;
        page.wait_for_text(".result h2", "White").await
    })
}

#[test]
fn the_hosts_bot_plays_with_a_handicap() -> Result<()> {
    at_host("opponent-bot", async |page| {
        page.visit("/play").await?;
        choose(page, "game", "Japanese").await?;
        choose(page, "opponent", "bot easy").await?;
        choose(page, "handicap", "2").await?;
        open_room(page).await?;
        // White begins where Black has stones already.
        page.wait_for_turns(1).await?;
        let turns = page.turns().await?;
        ensure!(turns[0][0].is_empty() && !turns[0][1].is_empty(), "{turns:?}");
        ensure!(page.count_stones().await? == 3, "two stones and White's first");
        page.submit_move(None).await?;
        page.wait_for_turns(3).await?;
        page.click_button("Take back").await?;
        page.wait_for_turns(1).await
    })
}

#[test]
fn the_hosts_bot_plays_simultaneous_go_over_a_restart_of_the_host() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut host = Host::start(folder.path())?;
    let address = host.address();
    with_browser_at(&address, "opponent-bot-simultaneous", async |page| {
        page.visit("/play").await?;
        choose(page, "opponent", "bot easy").await?;
        choose(page, "size", "9").await?;
        open_room(page).await?;
        page.submit_move(Some((2, 2))).await?;
        page.wait_for_turns(1).await?;
        // The bot has committed to its second move, and has to find it again after the restart.
        page.wait_for_status("has moved").await?;
        host.kill()?;
        host = Host::start_at(host.port(), folder.path())?;
        page.submit_move(Some((6, 6))).await?;
        page.wait_for_turns(2).await?;
        let turns = page.turns().await?;
        ensure!(turns.iter().all(|turn| !turn[1].contains("automatic") && !turn[1].is_empty()), "{turns:?}");
        page.wait_for_status("Choose a point").await
    })
}

#[test]
fn what_cannot_be_played_is_not_offered() -> Result<()> {
    at_host("opponent-form", async |page| {
        page.visit("/play").await?;
        page.wait_for("select[name=connection]").await?;
        let form = "document.querySelector('form.play-option:has(select[name=connection])')";
        choose(page, "opponent", "bot medium").await?;
        let chosen = format!("return {form}.querySelector('[name=opponent]').value");
        choose(page, "game", "Chinese").await?;
        ensure!(page.eval(&chosen).await? == json!("bot medium"), "the opponent stays");
        choose(page, "size", "19").await?;
        choose(page, "handicap", "9").await?;
        choose(page, "game", "Red").await?;
        let none = format!(
            "const stones = {form}.querySelector('[name=handicap]'); return stones.disabled && stones.value === '0'"
        );
        page.wait_until("no handicap", &none).await?;
        ensure!(page.eval(&chosen).await? == json!("bot medium"), "the opponent stays");
        Ok(())
    })
}
