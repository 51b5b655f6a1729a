//! The Play page in one browser: against the bot, ordinary Go, and accessibility.

use anyhow::{Result, ensure};
use e2e::{Page, Screen, in_browser};
use rules::go::{Point, Size};
use serde_json::json;

/// Sets a field of the form that has this button.
async fn set(page: &Page, button: &str, field: &str, value: &str) -> Result<()> {
    let script = format!(
        "const form = [...document.querySelectorAll('form')].find((form) => form.innerText.includes({button:?})); \
         const field = form.querySelector('[name={field}]'); field.value = {value:?}; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.eval(&script).await?;
    Ok(())
}

async fn begin(page: &Page) -> Result<()> {
    page.click_button("Start").await?;
    page.wait_for(".game-board").await
}

/// The first of nine lines that neither side has chosen: the bot may like the same points.
fn free_point(turns: &[[String; 2]]) -> Option<(i32, i32)> {
    const POINTS: [(i32, i32); 9] = [(2, 2), (6, 6), (2, 6), (6, 2), (4, 2), (4, 6), (2, 4), (6, 4), (4, 4)];
    let nine = Size::square(9).ok()?;
    let name = |(x, y): (i32, i32)| Some(Point::new(x.try_into().ok()?, y.try_into().ok()?).name(nine));
    POINTS.into_iter().find(|at| !turns.iter().flatten().any(|played| name(*at).as_ref() == Some(played)))
}

#[test]
fn a_game_against_the_bot_is_played_to_its_count() -> Result<()> {
    in_browser("play-bot", async |page| {
        page.visit("/play").await?;
        begin(page).await?;
        for n in 1..=4 {
            let free = free_point(&page.turns().await?);
            page.submit_move(free).await?;
            page.wait_for_turns(n).await?;
        }
        // It searches in its worker: the page stays responsive.
        let frames = "return new Promise((done) => { let n = 0; const draw = () => { n += 1; requestAnimationFrame(draw) }; \
            requestAnimationFrame(draw); setTimeout(() => done(n), 300) })";
        ensure!(page.eval(frames).await?.as_u64() > Some(2));
        page.refresh().await?;
        page.wait_for_turns(4).await?;
        page.click_button("Take back").await?;
        page.wait_for_turns(3).await?;
        let counting = "return document.querySelector('.counting') !== null";
        for n in 4..200 {
            if page.eval(counting).await? == json!(true) {
                break;
            }
            page.submit_move(None).await?;
            let next = format!(
                "return document.querySelector('.counting') !== null || document.querySelectorAll('.turns tbody tr').length === {n}"
            );
            page.wait_until("the turn", &next).await?;
        }
        page.click_button("Agree").await?;
        page.wait_for(".result h2").await?;
        page.click_button("Rematch").await?;
        page.wait_for_turns(0).await
    })
}

#[test]
fn ordinary_go_is_played_in_turns() -> Result<()> {
    in_browser("play-turns", async |page| {
        page.visit("/play").await?;
        set(page, "Start", "game", "Chinese").await?;
        begin(page).await?;
        page.submit_move(Some((4, 4))).await?;
        page.wait_for_turns(2).await?;
        let turns = page.turns().await?;
        ensure!(turns[0] == ["E5", ""] && turns[1][0].is_empty() && !turns[1][1].is_empty(), "{turns:?}");
        page.click_button("Take back").await?;
        page.wait_for_turns(0).await?;
        page.click_button("Resign").await?;
        page.wait_for("dialog[open]").await?;
        page.click_on("dialog[open] .button.main").await?;
        page.wait_for_text(".result h2", "White").await
    })
}

/// Counts every sound that the page plays.
const COUNT_SOUNDS: &str = "window.sounds_ = 0; const start = AudioBufferSourceNode.prototype.start; \
    AudioBufferSourceNode.prototype.start = function (...args) { window.sounds_ += 1; return start.apply(this, args) }";

#[test]
fn stones_make_a_sound_until_sounds_are_turned_off() -> Result<()> {
    in_browser("play-sounds", async |page| {
        page.run_before_load(COUNT_SOUNDS).await?;
        page.visit("/play").await?;
        begin(page).await?;
        page.submit_move(free_point(&page.turns().await?)).await?;
        page.wait_for_turns(1).await?;
        page.wait_until("two stones come down", "return window.sounds_ >= 2").await?;
        page.click_on(".sound input").await?;
        let played = page.eval("return window.sounds_").await?;
        page.submit_move(free_point(&page.turns().await?)).await?;
        page.wait_for_turns(2).await?;
        ensure!(
            page.eval("return window.sounds_").await? == played,
            "a sound was played although sounds are off"
        );
        Ok(())
    })
}

#[test]
fn every_screen_passes_the_accessibility_check() -> Result<()> {
    in_browser("play-access", async |page| {
        let screens = [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE];
        let check = async |what: &str| -> Result<()> {
            for screen in screens {
                page.screen(screen).await?;
                page.check_accessibility(&format!("{what} on {screen:?}")).await?;
            }
            page.screen(Screen::LAPTOP).await
        };
        page.visit("/play").await?;
        page.eval("document.querySelectorAll('details').forEach((more) => { more.open = true })").await?;
        check("home").await?;
        page.visit("/play?room=000000000000").await?;
        page.wait_for_text("h1", "no such room").await?;
        check("a room that is gone").await?;
        page.visit("/play").await?;
        let settings = e2e::RoomSettings { game: "red", size: 9, time: None };
        let room = page.open_room(settings).await?;
        page.visit(&format!("/play?room={room}")).await?;
        check("the door").await?;
        page.take_seat(&room, "Ann").await?;
        check("the lobby").await?;
        page.visit("/play").await?;
        begin(page).await?;
        page.submit_move(Some((4, 4))).await?;
        page.wait_for_turns(1).await?;
        check("the game").await?;
        for button in ["Rules", "Resign"] {
            page.click_button(button).await?;
            page.wait_for("dialog[open]").await?;
            check(button).await?;
            if button == "Rules" {
                page.press(thirtyfour::Key::Escape + "").await?;
                page.wait_until_gone("dialog[open]").await?;
            }
        }
        page.click_on("dialog[open] .button.main").await?;
        page.wait_for(".result h2").await?;
        check("the result").await
    })
}
