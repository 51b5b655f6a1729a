//! A game is never left by navigating inside the page, and whoever looks elsewhere is told that it is their move.

use anyhow::{Result, ensure};
use e2e::{Host, Page, RoomSettings, play_turn};
use serde_json::json;

const UNTIMED: RoomSettings = RoomSettings { game: "red", size: 9, time: None };

/// Counts sockets, and keeps what notifications say.
const OBSERVE: &str = "window.sockets_ = 0; window.notes_ = []; const Real = window.WebSocket; \
    window.WebSocket = class extends Real { constructor(...args) { super(...args); window.sockets_ += 1; } }; \
    window.Notification = class { static permission = 'granted'; \
    static async requestPermission() { return 'granted'; } \
    constructor(title, options) { window.notes_.push(`${title}: ${options.body}`); } };";

async fn begin(ann: &Page, ben: &Page) -> Result<String> {
    ann.visit("/play").await?;
    let room = ann.open_room(UNTIMED).await?;
    ann.take_seat(&room, "Ann").await?;
    ben.take_seat(&room, "Ben").await?;
    ann.click_button("Agree and start").await?;
    ben.click_button("Agree and start").await?;
    play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await?;
    Ok(room)
}

async fn title_begins(page: &Page, with: &str) -> Result<()> {
    let script = format!("return document.title.startsWith({with:?})");
    page.wait_until(&format!("the title begins with {with}"), &script).await
}

async fn looks_elsewhere(ann: &Page, ben: &Page) -> Result<()> {
    ann.click_button("Pass").await?;
    ann.wait_for_status("Waiting").await?;
    ann.eval("document.querySelector('.game-room [name=notify]').click()").await?;
    ann.follow_link("/study").await?;
    ensure!(ann.eval("return document.title.startsWith('Your move')").await? == json!(false));
    ben.submit_move(Some((5, 5))).await?;
    title_begins(ann, "Your move · ").await?;
    ann.wait_until("a notification", "return window.notes_.join() === 'Your move: Ben'").await?;
    ann.follow_link("/").await?;
    ann.wait_for_text(".continue-list", "Game against Ben: your move").await?;
    ann.wait_for_text(".continue-list", "Return to your game").await?;
    title_begins(ann, "Your move · ").await?;
    // The link of the bar leads into the game, on the socket that was open all the time.
    ann.follow_link("/play").await?;
    ann.wait_for_turns(2).await?;
    ensure!(ann.eval("return location.search.startsWith('?room=')").await? == json!(true), "the address");
    ensure!(ann.eval("return window.sockets_").await? == json!(1), "the socket was kept");
    play_turn(ann, ben, Some((0, 0)), Some((8, 8)), 3).await
}

async fn comes_back(ann: &Page, ben: &Page) -> Result<()> {
    ann.visit("/play").await?;
    ann.wait_for_text(".live-game", "Ben").await?;
    ben.wait_for_status("Ann is away").await?;
    ann.click_button("Return to your game").await?;
    ann.wait_for_turns(3).await?;
    // Nothing old is announced as new.
    ensure!(ann.eval("return document.querySelector('.news').textContent").await? == json!(""));
    play_turn(ann, ben, Some((4, 4)), Some((4, 4)), 4).await?;
    ann.wait_for_text(".happened", "Both played E5").await?;
    Ok(())
}

/// A second window takes the seat, and the first can take it back.
async fn replaced(ann: &Page, ben: &Page, room: &str) -> Result<()> {
    let first = ann.window().await?;
    let second = ann.new_tab().await?;
    ann.switch_to_window(second).await?;
    ann.visit(&format!("/play?room={room}")).await?;
    ann.wait_for_turns(4).await?;
    ann.switch_to_window(first).await?;
    ann.wait_for_status("another window").await?;
    ann.click_button("Play here").await?;
    play_turn(ann, ben, Some((3, 3)), Some((3, 5)), 5).await
}

async fn ends(ann: &Page, ben: &Page) -> Result<()> {
    ann.click_button("Resign").await?;
    ann.eval("document.querySelector('dialog .main').click()").await?;
    ann.wait_for(".result h2").await?;
    ben.click_button("Rematch").await?;
    ann.click_button("No").await?;
    ben.wait_for_text(".notice", "declined a rematch").await?;
    ann.follow_link("/").await?;
    let none = "return !document.querySelector('.continue-list').textContent.includes('Return to your game')";
    ann.wait_until("the game is over", none).await
}

#[test]
fn a_live_game_is_not_lost_by_looking_at_other_pages() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (ann, ben) = (Page::open(&host.address()).await?, Page::open(&host.address()).await?);
        ann.run_before_load(OBSERVE).await?;
        let test = async {
            let room = begin(&ann, &ben).await?;
            looks_elsewhere(&ann, &ben).await?;
            comes_back(&ann, &ben).await?;
            replaced(&ann, &ben, &room).await?;
            ends(&ann, &ben).await
        };
        let ended = test.await;
        for (page, name) in [(ann, "navigation-ann"), (ben, "navigation-ben")] {
            if ended.is_err() {
                page.save_screenshot(name).await;
            }
            page.close().await?;
        }
        ended
    })
}

#[test]
fn the_rules_are_explained_before_the_first_move() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    e2e::with_browser_at(&host.address(), "rules-page", async |page| {
        page.visit("/play").await?;
        page.eval("document.querySelector('.rules-link').click()").await?;
        page.wait_for(".rules-page .case").await?;
        let cases = page.eval("return document.querySelectorAll('.rules-page .case').length").await?;
        ensure!(cases == json!(6), "{cases}");
        // The last case is the repetition: unchanged once, red the second time.
        let next = "document.querySelector('.case:last-child button').click()";
        let caption = "return document.querySelector('.case:last-child .case-caption').textContent";
        page.eval(next).await?;
        page.eval(next).await?;
        ensure!(page.eval(caption).await?.as_str().is_some_and(|text| text.contains("as it was")));
        page.eval(next).await?;
        page.eval(next).await?;
        ensure!(page.eval(caption).await?.as_str().is_some_and(|text| text.contains("turned red")));
        page.click_button("Got it").await?;
        page.wait_for(".play-home").await
    })
}
