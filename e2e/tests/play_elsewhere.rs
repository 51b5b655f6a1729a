//! Friends who are not on one network: a host behind a reverse proxy with HTTPS, a host over IPv6, and a table in a page that
//! two houses reach with the help of a STUN server.

use std::net::{Ipv6Addr, TcpListener};
use std::process::Command;

use anyhow::{Result, ensure};
use e2e::{Host, Page, RoomSettings, Studio, StunNat, TlsProxy, free_port, play_turn};
use serde_json::json;

const UNTIMED: RoomSettings = RoomSettings { game: "red", size: 9, time: None };

/// Keeps the addresses of sockets.
const OBSERVE: &str = "window.urls_ = []; const Real = window.WebSocket; \
    window.WebSocket = class extends Real { constructor(...args) { super(...args); window.urls_.push(args[0]); } };";

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

fn in_two_browsers(
    name: &str,
    address: &str,
    flags: &[&str],
    before_load: &str,
    game: impl AsyncFnOnce(&Page, &Page) -> Result<()>,
) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let open = async || Page::open_with_flags(address, flags).await;
        let (ann, ben) = (open().await?, open().await?);
        for page in [&ann, &ben] {
            page.run_before_load(before_load).await?;
        }
        let ended = game(&ann, &ben).await;
        for (page, who) in [(ann, "ann"), (ben, "ben")] {
            if ended.is_err() {
                page.save_screenshot(&format!("elsewhere-{name}-{who}")).await;
            }
            page.close().await?;
        }
        ended
    })
}

#[test]
fn a_host_behind_a_reverse_proxy_is_played_on_over_https() -> Result<()> {
    const NAME: &str = "go.example.org";
    let folder = tempfile::tempdir()?;
    let (outside, inside) = (free_port()?, free_port()?);
    let public = format!("https://{NAME}:{outside}");
    let mut command = Command::new(Studio::binary());
    command.args(["host", "--no-mdns", "--name", "Club", "--port", &inside.to_string()]);
    command.args(["--public-url", &public, "--keep"]).arg(folder.path());
    let host = Host::start_with(&mut command)?;
    ensure!(host.port() == outside, "the first link is the public one");
    let _proxy = TlsProxy::start(outside, inside, NAME)?;
    let map = format!("--host-resolver-rules=MAP {NAME} 127.0.0.1");
    let flags = [map.as_str(), "--ignore-certificate-errors"];
    in_two_browsers("proxy", &public, &flags, OBSERVE, async |ann, ben| {
        begin(ann, ben).await?;
        let secure = format!(
            "return window.urls_.length > 0 && window.urls_.every((url) => url.startsWith('wss://{NAME}:{outside}/'))"
        );
        ensure!(ann.eval(&secure).await? == json!(true), "the sockets");
        // The room that the link on the wall leads to, and its invitation.
        ann.click_button("Resign").await?;
        ann.eval("document.querySelector('dialog .main').click()").await?;
        ann.wait_for(".result h2").await?;
        ben.take_seat(host.room(), "Ben").await?;
        ben.wait_for_text(".invitation .link", &format!("{public}/play?room={}", host.room())).await
    })
}

#[test]
fn a_host_is_reached_over_ipv6() -> Result<()> {
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err() {
        println!("skipped: this machine has no IPv6");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    let address = format!("http://[::1]:{}", host.port());
    in_two_browsers("ipv6", &address, &[], OBSERVE, async |ann, ben| {
        begin(ann, ben).await?;
        let sockets =
            format!("return window.urls_.every((url) => url.startsWith('ws://[::1]:{}/'))", host.port());
        ensure!(ann.eval(&sockets).await? == json!(true), "the sockets");
        ben.refresh().await?;
        ben.wait_for_turns(1).await?;
        play_turn(ann, ben, Some((3, 3)), Some((5, 5)), 2).await
    })
}

/// The addresses inside a house mean nothing outside: each page drops those of the other.
const HOUSES: &str = "const Peer = window.RTCPeerConnection; window.servers_ = []; \
    window.RTCPeerConnection = class extends Peer { constructor(options) { super(options); \
        window.servers_.push(...(options?.iceServers ?? []).map((server) => String(server.urls))); } \
        addIceCandidate(candidate) { return String(candidate?.candidate).includes('typ host') ? Promise.resolve() \
            : super.addIceCandidate(candidate); } \
        setRemoteDescription(description) { const sdp = description.sdp.split('\\r\\n').filter((line) => \
            !(line.startsWith('a=candidate') && line.includes('typ host'))).join('\\r\\n'); \
            return super.setRemoteDescription({ type: description.type, sdp }); } };";

#[test]
fn two_houses_play_directly_with_the_stun_server_of_the_player_who_opened_the_table() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    in_two_browsers("stun", &host.address(), &[], HOUSES, async |ann, ben| {
        let nat = StunNat::start().await?;
        ann.visit("/play").await?;
        ann.wait_for("select[name=connection]").await?;
        ann.fill("input[name=name]", "Ann").await?;
        ann.fill("select[name=connection]", "peer").await?;
        ann.eval("document.querySelector('.agreement .more:has([name=stun])').open = true").await?;
        ann.fill("input[name=stun]", &nat.url()).await?;
        ann.fill("form.play-option:has(select[name=connection]) select[name=time]", "").await?;
        ann.click_button("Open a table").await?;
        ann.wait_for(".seats").await?;
        let room = ann.eval("return new URLSearchParams(location.search).get('room')").await?;
        // Ben has entered no server.
        ben.take_seat(room.as_str().unwrap_or_default(), "Ben").await?;
        let direct = "return document.querySelector('.connection-status')?.textContent.startsWith('Direct connection') ?? false";
        for page in [ann, ben] {
            page.wait_until("a channel", direct).await?;
            let servers = page.eval("return window.servers_").await?;
            ensure!(
                servers.as_array().is_some_and(|servers| servers.contains(&json!(nat.url()))),
                "{servers}"
            );
        }
        ensure!(nat.clients() >= 2, "{} clients", nat.clients());
        ann.click_button("Agree and start").await?;
        ben.click_button("Agree and start").await?;
        play_turn(ann, ben, Some((2, 2)), Some((6, 6)), 1).await
    })
}
