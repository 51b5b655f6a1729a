//! What players and spectators do at a table besides moving: enter with a password, look back, ask, talk, and close the room.

use anyhow::{Context, Result, ensure};
use e2e::{Host, Page, Screen, play_turn};
use serde_json::{Value, json};
use thirtyfour::{By, Key};

/// Sounds as they are started: the pitch of each filter.
const SOUNDS: &str = "window.pitches_ = []; const node = () => ({ connect() {}, start() {}, frequency: { setValueAtTime(pitch) { \
    window.pitches_.push(pitch) } }, Q: { setValueAtTime() {} } }); window.AudioContext = class { currentTime = 0; sampleRate = 8000; \
    destination = {}; resume() { return Promise.resolve() } createBuffer() { return { copyToChannel() {} } } \
    createBufferSource() { return node() } createBiquadFilter() { return node() } };";

async fn text_of(page: &Page, selector: &str) -> Result<String> {
    let text = page.eval(&format!("return document.querySelector({selector:?})?.textContent ?? ''")).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Ann opens a room with a password by the form, with a clock that no list offers.
async fn open_room(ann: &Page) -> Result<String> {
    ann.visit("/play").await?;
    ann.wait_for("select[name=connection]").await?;
    ann.fill("input[name=name]", "Ann").await?;
    let form = "form.play-option:has(select[name=connection])";
    ann.fill(&format!("{form} input[name=password]"), "tengen").await?;
    ann.eval(&format!("document.querySelector('{form} .more').open = true")).await?;
    for (seconds, shown) in [("1", "1 s + 3"), ("18000", "5 h + 3")] {
        ann.fill(&format!("{form} input[name=base]"), seconds).await?;
        let chosen = format!(
            "return document.querySelector('{form} select[name=time]').selectedOptions[0].textContent.startsWith({shown:?})"
        );
        ann.wait_until(shown, &chosen).await?;
    }
    ann.click_button("Open a room").await?;
    ann.wait_for(".seats").await?;
    ann.wait_for_text(".agreed-settings", "5 h").await?;
    ann.wait_for_text(".seats", "Entering needs the password").await?;
    let room = ann.eval("return new URLSearchParams(location.search).get('room')").await?;
    room.as_str().map(str::to_owned).context("no room in the address")
}

async fn enter(page: &Page, room: &str, name: &str, password: &str, button: &str) -> Result<()> {
    page.visit(&format!("/play?room={room}")).await?;
    page.wait_for(".join-form input[name=password]:not([hidden] *)").await?;
    page.fill(".join-form input[name=name]", name).await?;
    page.fill(".join-form input[name=password]", password).await?;
    page.click_button(button).await
}

async fn password(ann: &Page, ben: &Page, cy: &Page) -> Result<String> {
    let room = open_room(ann).await?;
    enter(ben, &room, "Ben", "hoshi", "Take a seat").await?;
    ben.wait_for_text(".lobby [role=status]", "This room has a password").await?;
    ensure!(
        ann.eval("return document.querySelectorAll('.seat.free').length").await? == json!(1),
        "Ben is in"
    );
    ben.fill(".unlock input", "tengen").await?;
    ben.click_button("Enter").await?;
    ben.wait_for(".seats").await?;
    enter(cy, &room, "Cy", "tengen", "Watch").await?;
    Ok(room)
}

async fn rect(page: &Page, button: &str) -> Result<Value> {
    let find = format!(
        "const button = [...document.querySelectorAll('.side button')].find((b) => b.textContent === {button:?}); \
         const box = button.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]"
    );
    page.eval(&find).await
}

/// Where each button of Ben's panel is, the chat's included.
async fn places(page: &Page) -> Result<Vec<Value>> {
    let mut places = Vec::new();
    for button in ["Pass", "Resign", "Take back", "Adjourn", "Rules", "Send"] {
        places.push(rect(page, button).await?);
    }
    let stepper =
        "const box = document.querySelector('.stepper').getBoundingClientRect(); return [box.x, box.y]";
    places.push(page.eval(stepper).await?);
    Ok(places)
}

/// A request of the other player, a refusal and a sentence about the last turn come and go.
async fn nothing_moves(ann: &Page, ben: &Page, screen: Screen) -> Result<()> {
    ben.screen(screen).await?;
    let before = places(ben).await?;
    ann.click_button("Take back").await?;
    ben.wait_for_text(".notices .request:not([hidden])", "take back").await?;
    ben.save_screenshot(&format!("table-request-{}", screen.name())).await;
    ensure!(places(ben).await? == before, "a request moved a button: {before:?}, {:?}", places(ben).await?);
    ben.click_button("No").await?;
    ann.wait_for_text(".notice", "take").await?;
    let anns = places(ann).await?;
    ben.click_button("Adjourn").await?;
    ben.wait_for(".notices .request:not([hidden])").await?;
    ann.wait_for_text(".notices", "another day").await?;
    ensure!(places(ben).await? == before, "an own request moved a button");
    ensure!(places(ann).await? == anns, "a longer request moved a button");
    Ok(())
}

async fn real_clicks(ann: &Page) -> Result<()> {
    // As with a mouse, which keys and scripts are not.
    let pass = ann.find(By::XPath("//main//button[normalize-space()='Pass']")).await?;
    pass.click().await?;
    ann.wait_for_text("dialog .question", "Hardly any points").await?;
    ann.click_button("Keep playing").await?;
    ann.wait_until_gone("dialog").await?;
    ensure!(ann.turns().await?.is_empty(), "nothing was played");
    pass.click().await?;
    ann.wait_for_status("Waiting").await
}

async fn looking_back(ann: &Page, ben: &Page) -> Result<()> {
    ann.eval("document.querySelector('.game-board').focus()").await?;
    ann.press(Key::PageUp + "").await?;
    ann.wait_for_text(".step-place", "Turn 2 of 3").await?;
    ensure!(ann.count_stones().await? == 3, "the third turn is not shown");
    ann.press(Key::Home + "").await?;
    ann.wait_for_text(".step-place", "Turn 0 of 3").await?;
    ensure!(ann.count_stones().await? == 0, "the board is empty");
    // The game goes on meanwhile, and a click on the old position plays nothing.
    ben.submit_move(Some((8, 0))).await?;
    ann.wait_for_status("Ben has moved").await?;
    ann.save_screenshot("table-looking-back").await;
    ann.find(By::Css(".game-board")).await?.click().await?;
    ann.wait_for_text(".step-place", "Turn 3 of 3").await?;
    ensure!(!text_of(ann, ".status").await?.contains("Waiting"), "the click played a move");
    ann.eval("document.querySelector('.turns tbody tr:last-child').click()").await?;
    ann.wait_for_text(".step-place", "Turn 1 of 3").await?;
    ann.click_button("Back to the game").await?;
    ann.play_point((0, 8)).await?;
    ann.wait_for_turns(4).await?;
    ben.wait_for_turns(4).await
}

async fn talking(ann: &Page, cy: &Page) -> Result<()> {
    cy.wait_for(".chat-form:not([hidden])").await?;
    cy.fill(".chat-form input", "G7 was big").await?;
    cy.click_button("Send").await?;
    cy.wait_for_text(".chat .lines", "G7 was big").await?;
    ann.fill(".chat-form input", "hello").await?;
    ann.click_button("Send").await?;
    cy.wait_for_text(".chat .lines", "hello").await?;
    ensure!(!text_of(ann, ".chat .lines").await?.contains("G7 was big"), "the players hear the spectators");
    cy.wait_for_text(".chat .lines", "Among the spectators").await?;
    cy.save_screenshot("table-spectator").await;
    Ok(())
}

async fn counting_and_closing(ann: &Page, ben: &Page, room: &str) -> Result<()> {
    play_turn(ann, ben, None, None, 5).await?;
    for button in ["Resign", "Leave"] {
        let there = format!(
            "return [...document.querySelectorAll('.counting button')].some((b) => b.textContent === {button:?} && !b.disabled)"
        );
        ann.wait_until(button, &there).await?;
    }
    shots(ann, "table-counting").await?;
    ann.click_button("Agree").await?;
    ben.click_button("Agree").await?;
    ann.wait_for(".result h2").await?;
    shots(ann, "table-result").await?;
    ensure!(
        ben.eval(
            "return [...document.querySelectorAll('.result button')].some((b) => \
        b.textContent === 'Close the room' && b.checkVisibility())"
        )
        .await?
            == json!(false),
        "Ben cannot close it"
    );
    ann.click_button("Close the room").await?;
    ann.eval("document.querySelector('dialog .main').click()").await?;
    ann.wait_for(".play-home").await?;
    ann.visit(&format!("/play?room={room}")).await?;
    ann.wait_for_text("h1", "There is no such room").await?;
    ensure!(ann.count(".live-game").await? == 0, "no game is left to return to");
    Ok(())
}

async fn shots(page: &Page, name: &str) -> Result<()> {
    for screen in Screen::ALL {
        page.screen(screen).await?;
        page.save_screenshot(&format!("{name}-{}", screen.name())).await;
    }
    page.screen(Screen::LAPTOP).await
}

async fn evening(ann: &Page, ben: &Page, cy: &Page) -> Result<()> {
    let room = password(ann, ben, cy).await?;
    shots(ann, "table-lobby").await?;
    ann.click_button("Agree and start").await?;
    ben.click_button("Agree and start").await?;
    ann.wait_for(".game-board").await?;
    real_clicks(ann).await?;
    ben.submit_move(Some((4, 4))).await?;
    ann.wait_for_turns(1).await?;
    ben.eval("window.pitches_.length = 0").await?;
    ann.submit_move(Some((2, 2))).await?;
    ben.wait_for_status("Ann has moved").await?;
    ben.wait_until("the knock of the opponent's move", "return window.pitches_.join() === '620'").await?;
    ben.submit_move(Some((6, 6))).await?;
    ann.wait_for_turns(2).await?;
    nothing_moves(ann, ben, Screen::LAPTOP).await?;
    play_turn(ann, ben, Some((3, 5)), Some((5, 3)), 3).await?;
    shots(ann, "table-game").await?;
    looking_back(ann, ben).await?;
    talking(ann, cy).await?;
    counting_and_closing(ann, ben, &room).await
}

#[test]
fn an_evening_at_a_table_with_a_password_and_a_spectator() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let open = async || {
            let page = Page::open(&host.address()).await?;
            page.run_before_load(SOUNDS).await?;
            Ok::<_, anyhow::Error>(page)
        };
        let (ann, ben, cy) = (open().await?, open().await?, open().await?);
        let ended = evening(&ann, &ben, &cy).await;
        for (page, name) in [(ann, "table-ann"), (ben, "table-ben"), (cy, "table-cy")] {
            if ended.is_err() {
                page.save_screenshot(name).await;
            }
            page.close().await?;
        }
        ended
    })
}

#[test]
#[ignore = "open: after a counted game the other player's page does not say that the room was closed"]
fn the_other_player_is_told_that_the_room_was_closed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (ann, ben) = (Page::open(&host.address()).await?, Page::open(&host.address()).await?);
        let test = async {
            let room = open_room(&ann).await?;
            enter(&ben, &room, "Ben", "tengen", "Take a seat").await?;
            ann.click_button("Agree and start").await?;
            ben.click_button("Agree and start").await?;
            ann.click_button("Resign").await?;
            ann.eval("document.querySelector('dialog .main').click()").await?;
            ben.wait_for(".result h2").await?;
            ann.click_button("Close the room").await?;
            ann.eval("document.querySelector('dialog .main').click()").await?;
            ben.wait_for_status("has closed it").await
        };
        let ended = test.await;
        ann.close().await?;
        ben.close().await?;
        ended
    })
}

#[test]
fn the_last_seconds_of_ones_own_clock_can_be_heard() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (ann, ben) = (Page::open(&host.address()).await?, Page::open(&host.address()).await?);
        ann.run_before_load(SOUNDS).await?;
        let test = async {
            ann.visit("/play").await?;
            let settings = e2e::RoomSettings { game: "red", size: 9, time: Some((12, 0, 30)) };
            let room = ann.open_room(settings).await?;
            ann.take_seat(&room, "Ann").await?;
            ben.take_seat(&room, "Ben").await?;
            ann.click_button("Agree and start").await?;
            ben.click_button("Agree and start").await?;
            ann.wait_for(".game-board").await?;
            ann.wait_until(
                "three seconds counted",
                "return window.pitches_.filter((p) => p === 1300).length >= 3",
            )
            .await
        };
        let ended = test.await;
        ann.close().await?;
        ben.close().await?;
        ended
    })
}

#[test]
fn a_guests_page_has_only_what_a_guest_can_use() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    e2e::with_browser_at(&host.address(), "guest-pages", async |page| {
        page.visit("/").await?;
        page.wait_for(".tiles").await?;
        let links = "return document.querySelectorAll('a[href^=\"/library\"], a[href^=\"/cards\"]').length";
        ensure!(page.eval(links).await? == json!(0), "links to pages that need a studio");
        ensure!(page.eval("return document.querySelectorAll('.page-link').length").await? == json!(4));
        page.visit("/library").await?;
        page.wait_for_text("h1", "“Library” is not part of this host").await?;
        shots(page, "guest-library").await?;
        page.check_accessibility("a guest's library").await?;
        page.eval("document.querySelector('main a.button').click()").await?;
        page.wait_for(".play-home").await
    })?;
    e2e::in_browser("own-pages", async |page| {
        page.visit("/").await?;
        page.wait_for(".tiles a[href='/library']").await?;
        ensure!(page.eval("return document.querySelectorAll('.page-link').length").await? == json!(6));
        Ok(())
    })
}
