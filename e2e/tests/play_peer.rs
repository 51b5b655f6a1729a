//! Two real browsers at a table that one of their pages hosts: over a direct channel, through the relay when that
//! breaks, and with a host that only connects them.

use anyhow::{Result, ensure};
use e2e::{Host, Page, play_turn};
use serde_json::{Value, json};

/// Counts messages over sockets and channels, and exposes both to the test.
const WATCH: &str = "window.sockets_ = []; window.peers_ = []; window.channels_ = []; window.over_ = { socket: 0, channel: 0 }; \
    const game = (text) => typeof text === 'string' && /submit_move|reveal|turn_result/.test(text); \
    const Socket = window.WebSocket; \
    window.WebSocket = class extends Socket { constructor(...args) { super(...args); window.sockets_.push(this); \
        this.addEventListener('message', (event) => { if (game(event.data)) window.over_.socket += 1 }); } \
        send(text) { if (game(text)) window.over_.socket += 1; super.send(text) } }; \
    const Peer = window.RTCPeerConnection; \
    if (Peer) window.RTCPeerConnection = class extends Peer { constructor(...args) { super(...args); window.peers_.push(this); } \
        createDataChannel(...args) { const channel = super.createDataChannel(...args); window.channels_.push(channel); \
        channel.addEventListener('message', (event) => { if (game(event.data)) window.over_.channel += 1 }); return channel } };";

const DIRECT: &str = "return document.querySelector('.connection-status')?.textContent.startsWith('Direct connection') ?? false";
const THROUGH_HOST: &str =
    "return document.querySelector('.connection-status')?.textContent.startsWith('Via the host') ?? false";

/// Opens a table by the form on the page, and returns its room.
async fn open_table(page: &Page, name: &str) -> Result<String> {
    page.visit("/play").await?;
    page.wait_for("select[name=connection]").await?;
    page.fill("input[name=name]", name).await?;
    page.fill("select[name=connection]", "peer").await?;
    page.fill("form.play-option:has(select[name=connection]) select[name=time]", "").await?;
    page.click_button("Open a table").await?;
    page.wait_for(".seats").await?;
    let room = page.eval("return new URLSearchParams(location.search).get('room')").await?;
    Ok(room.as_str().unwrap_or_default().to_owned())
}

/// Ann opens a table and Ben takes a seat there; gives the room.
async fn seat_both(ann: &Page, ben: &Page) -> Result<String> {
    let room = open_table(ann, "Ann").await?;
    ben.take_seat(&room, "Ben").await?;
    Ok(room)
}

async fn begin(ann: &Page, ben: &Page) -> Result<()> {
    ann.click_button("Agree and start").await?;
    ben.click_button("Agree and start").await?;
    for page in [ann, ben] {
        page.wait_for(".game-board").await?;
    }
    Ok(())
}

async fn end(ann: &Page, ben: &Page, turns: usize) -> Result<()> {
    play_turn(ann, ben, None, None, turns).await?;
    ann.click_button("Agree").await?;
    ben.click_button("Agree").await?;
    let fingerprint = "return document.querySelector('.result code')?.textContent ?? null";
    for page in [ann, ben] {
        page.wait_for(".result h2").await?;
    }
    ensure!(ann.eval(fingerprint).await? == ben.eval(fingerprint).await?, "both have the same record");
    Ok(())
}

/// The numbers of messages about the game so far, by socket and by channel.
async fn words(page: &Page) -> Result<(u64, u64)> {
    let over = page.eval("return window.over_").await?;
    let number = |way: &str| over[way].as_u64().unwrap_or_default();
    Ok((number("socket"), number("channel")))
}

fn at_host(name: &str, game: impl AsyncFnOnce(&Page, &Page, &mut Host) -> Result<()>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut host = Host::start(folder.path())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = host.address();
        let (ann, ben) = (Page::open(&address).await?, Page::open(&address).await?);
        for page in [&ann, &ben] {
            page.run_before_load(WATCH).await?;
        }
        let ended = game(&ann, &ben, &mut host).await;
        for (page, who) in [(ann, "ann"), (ben, "ben")] {
            if ended.is_err() {
                page.save_screenshot(&format!("peer-{name}-{who}")).await;
            }
            page.close().await?;
        }
        ended
    })
}

#[test]
fn a_whole_game_is_sent_directly_while_the_host_only_connects_the_pages() -> Result<()> {
    at_host("game", async |ann, ben, host| {
        let room = seat_both(ann, ben).await?;
        ensure!(room.starts_with('p') && room != host.room(), "a table of its own: {room}");
        for page in [ann, ben] {
            page.wait_until("a channel", DIRECT).await?;
        }
        begin(ann, ben).await?;
        play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await?;
        // No relay is left.
        host.kill()?;
        play_turn(ann, ben, Some((4, 4)), Some((4, 4)), 2).await?;
        play_turn(ann, ben, Some((2, 6)), Some((6, 2)), 3).await?;
        ensure!(
            ann.count_stones().await? == 5 && ben.count_stones().await? == 5,
            "four stones and a red one"
        );
        ann.find(thirtyfour::By::Css(".chat-form input")).await?.send_keys("hello\u{e007}").await?;
        ben.wait_for_text(".chat .lines", "hello").await?;
        end(ann, ben, 4).await?;
        let (socket, channel) = words(ben).await?;
        ensure!(socket == 0 && channel >= 8, "{socket} by socket, {channel} by channel");
        Ok(())
    })
}

#[test]
fn cutting_the_channel_loses_no_turn_and_it_reconnects() -> Result<()> {
    at_host("cut", async |ann, ben, _| {
        seat_both(ann, ben).await?;
        ben.wait_until("a channel", DIRECT).await?;
        begin(ann, ben).await?;
        play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await?;
        ann.submit_move(Some((0, 1))).await?;
        ann.wait_for_status("Waiting").await?;
        ben.wait_for_status("Ann has moved").await?;
        let by_socket = words(ben).await?.0;
        ensure!(by_socket == 0, "{by_socket} words by socket while the channel stands");
        // No new channel for now: the game has to use the relay.
        let cut = "window.Real_ = window.RTCPeerConnection; window.RTCPeerConnection = class { constructor() { throw 'no' } }; \
            window.peers_.forEach((peer) => peer.close()); window.channels_.forEach((channel) => channel.close())";
        ben.eval(cut).await?;
        for page in [ann, ben] {
            page.wait_until("the relay", THROUGH_HOST).await?;
        }
        ben.submit_move(Some((5, 5))).await?;
        for page in [ann, ben] {
            page.wait_for_turns(2).await?;
        }
        play_turn(ann, ben, Some((0, 7)), Some((7, 0)), 3).await?;
        ensure!(words(ben).await?.0 > by_socket, "the game continued through the host");
        ben.eval("window.RTCPeerConnection = window.Real_").await?;
        for page in [ann, ben] {
            page.wait_until("the channel again", DIRECT).await?;
        }
        let (by_socket, by_channel) = words(ben).await?;
        play_turn(ann, ben, Some((3, 3)), Some((5, 3)), 4).await?;
        let after = words(ben).await?;
        ensure!(after.0 == by_socket && after.1 > by_channel, "{by_socket} {by_channel} {after:?}");
        let turns = ben.turns().await?;
        ensure!(turns.len() == 4 && turns == ann.turns().await?, "{turns:?}");
        // The hosting page is reloaded, and the game continues.
        ann.refresh().await?;
        ann.wait_for_turns(4).await?;
        play_turn(ann, ben, Some((8, 8)), Some((0, 0)), 5).await?;
        end(ann, ben, 6).await
    })
}

#[test]
fn a_browser_without_webrtc_plays_through_the_relay_and_shows_it() -> Result<()> {
    at_host("none", async |ann, ben, _| {
        ben.run_before_load("delete window.RTCPeerConnection").await?;
        seat_both(ann, ben).await?;
        ben.wait_for_text(".connection-status", "does not support direct connections").await?;
        begin(ann, ben).await?;
        play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await?;
        ann.wait_until("Ann sees it too", THROUGH_HOST).await?;
        end(ann, ben, 2).await?;
        let (socket, channel) = words(ben).await?;
        ensure!(socket > 3 && channel == 0, "{socket} by socket, {channel} by channel");
        Ok(())
    })
}

#[test]
fn a_table_is_resumed_after_its_owner_left() -> Result<()> {
    at_host("left", async |ann, ben, _| {
        seat_both(ann, ben).await?;
        begin(ann, ben).await?;
        play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await?;
        ann.visit("/play").await?;
        ann.click_button("Continue").await?;
        ann.wait_for_turns(1).await?;
        play_turn(ann, ben, Some((3, 3)), Some((5, 5)), 2).await?;
        end(ann, ben, 3).await?;
        // A finished game is not offered.
        ann.visit("/play").await?;
        ann.wait_for("select[name=connection]").await?;
        ensure!(ann.count(".unfinished-game").await? == 0);
        Ok(())
    })
}

/// Sends messages to the table from a separate socket without a seat, and returns its answers.
const WITHOUT_SEAT: &str = "return new Promise((done) => { const received = []; \
    const socket = new WebSocket(`ws://${location.host}/api/meetings/${ROOM}/socket`); \
    socket.onmessage = (event) => received.push(event.data); \
    socket.onopen = () => { for (const word of WORDS) socket.send(typeof word === 'string' ? word : JSON.stringify(word)); \
        setTimeout(() => done(received), 1500) } })";

#[test]
fn malformed_late_repeated_and_misdirected_signals_are_harmless() -> Result<()> {
    at_host("signals", async |ann, ben, _| {
        let room = seat_both(ann, ben).await?;
        ben.wait_until("a channel", DIRECT).await?;
        begin(ann, ben).await?;
        play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await?;
        // A client without a seat sends valid and invalid offers, answers and candidates.
        let words = json!([
            "hello", "ping 1", "{}", "x".repeat(4000),
            { "type": "webrtc_offer", "seq": 1, "attempt": 4_000_000_000_u32, "sdp": "v=0\r\n" },
            { "type": "webrtc_offer", "seq": 2, "attempt": 1, "sdp": "nonsense" },
            { "type": "webrtc_answer", "seq": 3, "attempt": 1, "sdp": "v=0\r\n" },
            { "type": "webrtc_ice_candidate", "seq": 4, "attempt": 1, "candidate": "candidate:1 1 udp 1 10.0.0.1 9 typ host" },
            { "type": "webrtc_connected", "seq": 5, "attempt": 1 },
        ]);
        let script = WITHOUT_SEAT.replace("${ROOM}", &room).replace("WORDS", &words.to_string());
        let received = ann.eval(&script).await?;
        let received: Vec<&str> =
            received.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let counted = |what: &str| received.iter().filter(|text| text.contains(what)).count();
        ensure!(
            counted("malformed") == 4 && counted("no_seat") == 4 && counted("pong 1") == 1,
            "{received:?}"
        );
        // The other player's page sends old and repeated signals over its channel.
        let channel = "const channel = window.channels_.at(-1); const send = (word) => channel.send(JSON.stringify(word)); \
            for (const seq of [1, 1, 2]) { send({ type: 'webrtc_offer', seq, attempt: 1, sdp: 'v=0\\r\\n' }); \
            send({ type: 'webrtc_answer', seq, attempt: 1, sdp: 'v=0\\r\\n' }) } channel.send('nonsense'); channel.send(new Uint8Array(9))";
        ben.eval(channel).await?;
        play_turn(ann, ben, Some((3, 3)), Some((5, 5)), 2).await?;
        for page in [ann, ben] {
            page.wait_until("the channel is open", DIRECT).await?;
            ensure!(
                page.eval("return document.querySelector('.game-room .wrong').textContent").await?
                    == json!("")
            );
        }
        // A real offer of an attempt that is not answered in time, from the player's page itself: a new one follows.
        ben.eval("window.peers_.forEach((peer) => peer.close())").await?;
        ben.wait_until("the channel again", DIRECT).await?;
        end(ann, ben, 3).await
    })
}
