//! Real browsers at one table: a whole game over a real host, which is killed during the game, with a spectator.

use std::path::Path;

use anyhow::{Result, ensure};
use e2e::{Host, Page, RoomSettings, play_turn};
use record::simultaneous::read;
use rules::go::{Move, Size};
use serde_json::{Value, json};

/// Two seconds, then byo-yomi.
const SHORT: RoomSettings = RoomSettings { game: "red", size: 9, time: Some((2, 3, 30)) };

/// The types of the messages that a page received since the last turn.
const RECEIVED_TYPES: &str = "const last = window.received_.findLastIndex((message) => message.type === 'turn_start'); \
    return window.received_.slice(last + 1)";

/// Neither the messages nor the board reveal what the other player has chosen.
async fn nothing_leaks(page: &Page, board: &Value, may_know: bool) -> Result<()> {
    let types = page.eval(RECEIVED_TYPES).await?;
    for word in types.as_array().into_iter().flatten() {
        let known = match word["type"].as_str() {
            Some("time_update" | "room" | "chat") => true,
            // Spectators are told who has moved, and not where.
            Some("has_moved") => !may_know && word.as_object().is_some_and(|word| word.len() == 6),
            Some("opponent_ready") => may_know && word["reveal"] == json!(false) && word["commit"].is_null(),
            _ => false,
        };
        ensure!(known, "disclosed before the turn was over: {word}");
    }
    ensure!(page.eval(BOARD).await? == *board, "the board has changed");
    Ok(())
}

const BOARD: &str = "return ['stones', 'ghosts', 'marks', 'last', 'pointer'].map((layer) => \
    document.querySelector(`.game-board .${layer}`).innerHTML)";

async fn take_seat(ann: &Page, ben: &Page, cy: &Page) -> Result<String> {
    ann.visit("/play").await?;
    let room = ann.open_room(SHORT).await?;
    ann.take_seat(&room, "Ann").await?;
    ben.take_seat(&room, "Ben").await?;
    cy.visit(&format!("/play?room={room}")).await?;
    cy.click_button("Watch").await?;
    ann.click_button("Agree and start").await?;
    ben.click_button("Agree and start").await?;
    Ok(room)
}

/// A mutual kill, a collision, the clocks, and a secret.
async fn opening(ann: &Page, ben: &Page, cy: &Page) -> Result<()> {
    // A corner in which both kill each other in the third turn.
    play_turn(ann, ben, Some((0, 8)), Some((1, 8)), 1).await?;
    play_turn(ann, ben, Some((1, 7)), Some((6, 2)), 2).await?;
    play_turn(ann, ben, Some((2, 8)), Some((0, 7)), 3).await?;
    ensure!(ann.count_stones().await? == 4, "the two stones in the corner are captured");
    let news = "return document.querySelector('.news').textContent";
    let announced = ann.eval(news).await?;
    ensure!(announced.as_str().is_some_and(|text| text.contains("loses 1 stone")), "{announced}");
    play_turn(ann, ben, Some((4, 4)), Some((4, 4)), 4).await?;
    ensure!(ben.count_stones().await? == 5, "a red stone");
    ensure!(
        ben.eval("return document.querySelector('.game-board .stones > :not(circle)') !== null").await?
            == json!(true)
    );
    for page in [ann, ben, cy] {
        page.wait_for_text(".seat-clock", "period").await?;
    }
    cy.wait_for_turns(4).await?;
    let boards = [ben.eval(BOARD).await?, cy.eval(BOARD).await?];
    ann.submit_move(Some((1, 0))).await?;
    ann.wait_for_status("Waiting").await?;
    ben.wait_for_status("Ann has moved").await?;
    nothing_leaks(ben, &boards[0], true).await?;
    nothing_leaks(cy, &boards[1], false).await
}

/// The page is reloaded, the socket is cut, the host is killed; the game continues with the committed moves.
async fn interruptions(ann: &Page, ben: &Page, host: &mut Host, keep: &Path) -> Result<()> {
    ann.refresh().await?;
    ann.wait_for_status("Waiting").await?;
    host.kill()?;
    *host = Host::start_at(host.port(), keep)?;
    ben.submit_move(Some((5, 5))).await?;
    for page in [ann, ben] {
        page.wait_for_turns(5).await?;
    }
    ben.eval("window.socket_.close()").await?;
    play_turn(ann, ben, Some((0, 1)), Some((2, 2)), 6).await?;
    play_turn(ann, ben, Some((6, 6)), Some((2, 5)), 7).await?;
    ann.find(thirtyfour::By::Css(".chat-form input")).await?.send_keys("hello\u{e007}").await?;
    ben.wait_for_text(".chat .lines", "hello").await
}

async fn ending(ann: &Page, ben: &Page, cy: &Page) -> Result<()> {
    ann.click_button("Take back").await?;
    ben.click_button("Agree").await?;
    ann.wait_for_turns(6).await?;
    play_turn(ann, ben, None, None, 7).await?;
    ann.play_point((6, 2)).await?;
    let dead = "return document.querySelectorAll('.game-board .stones [opacity]').length === 1";
    for page in [ann, ben, cy] {
        page.wait_until("a white stone is dead", dead).await?;
    }
    ann.click_button("Agree").await?;
    ben.click_button("Agree").await?;
    for page in [ann, ben, cy] {
        page.wait_for(".result h2").await?;
        let territory = "return document.querySelectorAll('.game-board .territory > *').length";
        ensure!(page.eval(territory).await?.as_u64() > Some(0), "no territory is shown");
    }
    let fingerprint = "return document.querySelector('.result code').textContent";
    ensure!(ann.eval(fingerprint).await? == ben.eval(fingerprint).await?, "both have the same record");
    Ok(())
}

/// The saved record has the turns of the list, and Study shows them.
async fn record(page: &Page) -> Result<()> {
    let turns = page.turns().await?;
    let keep = "window.saved_ = []; const make = URL.createObjectURL; \
        URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved_.push(text)); return make(blob) }";
    page.eval(keep).await?;
    page.click_button("Save").await?;
    page.wait_until("the record", "return window.saved_.length === 1").await?;
    let saved = page.eval("return window.saved_[0]").await?;
    let file = record::sgf::read(saved.as_str().unwrap_or_default().as_bytes())?;
    let game = read(&file, 0)?;
    let size = Size::square(9)?;
    let name = |mv: Move| match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    };
    let written: Vec<[String; 2]> =
        game.turns().iter().map(|turn| [turn.black, turn.white].map(name)).collect();
    ensure!(written == turns, "{written:?} is not {turns:?}");
    page.click_button("Open in Study").await?;
    page.wait_for_path("/study").await?;
    let open = "return document.querySelector('.title .name')?.textContent.startsWith('Ann - Ben') ?? false";
    page.wait_until("the record is open", open).await?;
    page.press(thirtyfour::Key::End + "").await?;
    // Both moves of a turn have its number.
    let end = format!("return document.getElementById('board').ariaLabel.endsWith('move {}')", turns.len());
    page.wait_until("the last turn", &end).await?;
    page.back().await?;
    page.wait_for(".result:not([hidden] *)").await
}

async fn game(pages: [&Page; 3], host: &mut Host, keep: &Path) -> Result<()> {
    let [ann, ben, cy] = pages;
    for page in pages {
        page.record_messages().await?;
    }
    take_seat(ann, ben, cy).await?;
    opening(ann, ben, cy).await?;
    interruptions(ann, ben, host, keep).await?;
    ending(ann, ben, cy).await?;
    record(ann).await?;
    ann.click_button("Rematch").await?;
    ben.click_button("Rematch").await?;
    ann.wait_for_turns(0).await?;
    let below = "return document.querySelector('.game-table > .seat:last-child').classList.contains('white')";
    ensure!(ann.eval(below).await? == json!(true), "Ann has White now");
    Ok(())
}

#[test]
fn a_whole_game_between_two_browsers_survives_reloads_cuts_and_a_killed_host() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut host = Host::start(folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = host.address();
        let (ann, ben, cy) =
            (Page::open(&address).await?, Page::open(&address).await?, Page::open(&address).await?);
        let ended = game([&ann, &ben, &cy], &mut host, folder.path()).await;
        for (page, name) in [(ann, "rooms-ann"), (ben, "rooms-ben"), (cy, "rooms-cy")] {
            if ended.is_err() {
                page.save_screenshot(name).await;
            }
            page.close().await?;
        }
        ended
    })
}
