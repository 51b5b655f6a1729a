//! Tables that a page keeps, while that page or the studio behind it is away: the game and its time wait, and the links work
//! again.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e::{Page, Studio, free_port, play_turn};
use tempfile::TempDir;
use tokio::time::sleep;

/// What is left on the clocks, in seconds: of the player above the board and of the one below.
async fn clocks(page: &Page) -> Result<Vec<f64>> {
    let read = "return [...document.querySelectorAll('.game-table .time')].map((clock) => { \
        const [minutes, seconds] = clock.textContent.split(':').map(Number); return minutes * 60 + seconds })";
    Ok(serde_json::from_value(page.eval(read).await?)?)
}

/// Ann opens a table in her page by the form, with ten minutes each.
async fn open_table(ann: &Page) -> Result<(String, String)> {
    ann.visit("/play").await?;
    ann.wait_for("select[name=connection]").await?;
    ann.fill("input[name=name]", "Ann").await?;
    ann.fill("select[name=connection]", "peer").await?;
    ann.fill("form.play-option:has(select[name=connection]) select[name=time]", "10").await?;
    ann.click_button("Open a table").await?;
    ann.wait_for(".seats").await?;
    ann.wait_for_text(".invitation .link", "/play?room=p").await?;
    let link = ann.eval("return document.querySelector('.invitation .link').textContent").await?;
    let (address, room) = link.as_str().and_then(|link| link.split_once("/play?room=")).context("no link")?;
    Ok((address.to_owned(), room.to_owned()))
}

async fn begin(ann: &Page, ben: &Page, room: &str) -> Result<()> {
    ben.take_seat(room, "Ben").await?;
    ann.click_button("Agree and start").await?;
    ben.click_button("Agree and start").await?;
    play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await
}

/// The owner's page is away for this long; the guest loses no more time than the clocks ran before and after.
const AWAY: Duration = Duration::from_secs(8);

async fn reload(ann: &Page, ben: &Page) -> Result<()> {
    let before = clocks(ben).await?;
    ann.goto("about:blank").await?;
    sleep(AWAY).await;
    ann.visit("/play").await?;
    ann.click_button("Continue").await?;
    ann.wait_for_turns(1).await?;
    ben.wait_for_status("Choose a point").await?;
    let after = clocks(ben).await?;
    let lost = before.iter().zip(&after).map(|(before, after)| before - after).fold(0.0, f64::max);
    ensure!(lost <= 5.0, "{lost} s were lost in {AWAY:?} without the table: {before:?}, {after:?}");
    play_turn(ann, ben, Some((4, 4)), Some((4, 4)), 2).await
}

#[test]
fn a_reload_of_the_owner_and_a_killed_studio_cost_a_guest_nothing() -> Result<()> {
    let home = TempDir::new()?;
    let port = free_port()?;
    let start = || Studio::start_in::<&str>(home.path(), std::path::Path::new("."), port, &[]);
    let mut studio = start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let ann = Page::open(studio.printed_address()).await?;
        let mut guest = None;
        let test = async {
            let (address, room) = open_table(&ann).await?;
            let ben = &*guest.insert(Page::open(&address).await?);
            begin(&ann, ben, &room).await?;
            reload(&ann, ben).await?;
            // No page reaches the other without the studio: a direct channel would hide whether the port is open again.
            studio.kill()?;
            studio = start()?;
            ben.visit(&format!("/play?room={room}")).await?;
            // Ann follows the new link that the studio printed.
            let key =
                studio.printed_address().split_once('?').map(|(_, key)| key.to_owned()).context("no key")?;
            ann.visit(&format!("/play?{key}")).await?;
            ann.click_button("Continue").await?;
            for page in [&ann, ben] {
                page.wait_for_turns(2).await?;
            }
            play_turn(&ann, ben, Some((2, 6)), Some((6, 2)), 3).await
        };
        let ended = test.await;
        for (page, name) in [(Some(ann), "owner-away-ann"), (guest, "owner-away-ben")] {
            let Some(page) = page else { continue };
            if ended.is_err() {
                page.save_screenshot(name).await;
            }
            page.close().await?;
        }
        ended
    })
}
