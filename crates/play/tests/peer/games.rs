//! Whole games while transports open, stall and break.

use std::time::Duration;

use play::client::Output as ClientOutput;
use play::kifu::Event;
use play::peer::Transport;

use crate::pages::Pages;

const TURNS: u32 = 8;

fn ends_alike(pages: &Pages, what: &str) {
    let heads = pages.clients.each_ref().map(|client| client.kifu().unwrap().head());
    assert_eq!(heads[0], heads[1], "{what}");
    for (who, client) in pages.clients.iter().enumerate() {
        assert_eq!(client.violation(), None, "{what}: {who}");
        let written = client.kifu().unwrap().links().iter();
        let written = written.filter(|link| matches!(link.event, Event::Turn { .. })).count();
        let seen = pages
            .outputs
            .iter()
            .filter(|(to, output)| *to == who && matches!(output, ClientOutput::Turn { .. }));
        assert_eq!(seen.count(), written, "{what}: {who} saw a turn twice, or missed one");
        // Silence on both transports at once counts as a fault, as on a socket.
        let faults = !what.starts_with("seed")
            && client.kifu().unwrap().links().iter().any(|link| match &link.event {
                Event::Turn { black_move, white_move } => {
                    black_move.passed_for.or(white_move.passed_for).is_some()
                }
                _ => false,
            });
        assert!(!faults, "{what}: a committed move was not revealed");
    }
}

fn play_out(pages: &mut Pages, what: &str) {
    for _ in 0..100_000 {
        if pages.is_over() {
            return ends_alike(pages, what);
        }
        (0..2).for_each(|who| pages.play_on(who, TURNS));
        assert!(pages.step(), "{what}: nothing happens any more");
    }
    panic!("{what}: the game does not end");
}

#[test]
fn a_game_uses_the_channel_once_it_is_open() {
    let mut pages = Pages::new(1);
    pages.until("the channel", Pages::is_direct);
    pages.begin();
    let through_host = pages.sent.get(&false).copied().unwrap_or_default();
    play_out(&mut pages, "direct");
    // Heartbeats still use both transports, every second.
    let since = pages.sent[&false] - through_host;
    assert!(since < 10 && pages.sent[&true] > 20, "{since} through the host, {} direct", pages.sent[&true]);
    assert!(pages.connectors[1].round_trip().unwrap() < Duration::from_millis(15));
    assert_eq!(pages.host.opponent_connection().map(|(transport, _)| transport), Some(Transport::Direct));
}

#[test]
fn a_browser_without_webrtc_plays_through_the_relay() {
    let mut pages = Pages::new(2);
    pages.possible = false;
    pages.begin();
    play_out(&mut pages, "no channel");
    assert_eq!(pages.transports, [Some(Transport::Relay)]);
    assert_eq!(pages.host.opponent_connection().map(|(transport, _)| transport), Some(Transport::Relay));
}

#[test]
fn a_channel_that_is_cut_after_any_message_costs_no_turn_and_comes_back() {
    let script = |cut: Option<usize>, noticed: bool| {
        let mut pages = Pages::new(3);
        pages.begin();
        let mut cut = cut;
        for _ in 0..100_000 {
            if pages.is_over() {
                break;
            }
            if cut.is_some_and(|cut| pages.delivered >= cut) && pages.is_direct() {
                cut = None;
                pages.cut_channel(noticed);
            }
            (0..2).for_each(|who| pages.play_on(who, 3));
            assert!(pages.step());
        }
        pages
    };
    let uncut = script(None, true).delivered;
    assert!(uncut > 40);
    for (n, noticed) in (1..=uncut).map(|n| (n, n % 2 == 0)) {
        let mut pages = script(Some(n), noticed);
        ends_alike(&pages, &format!("cut at {n}, noticed: {noticed}"));
        pages.until(&format!("the channel again, cut at {n}, noticed: {noticed}"), Pages::is_direct);
    }
}

#[test]
fn whatever_breaks_both_sides_end_with_the_same_record() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(40);
    for seed in 0..seeds {
        let mut pages = Pages::new(seed);
        pages.begin();
        for _ in 0..3000 {
            if pages.is_over() {
                break;
            }
            match pages.dice.u64(..120) {
                0 => pages.cut_channel(true),
                1 => pages.cut_channel(false),
                2 => {
                    let back = 200 + pages.dice.u64(..9000);
                    pages.cut_relay(back);
                }
                3 => pages.stalled_until = pages.now + pages.dice.u64(..9000),
                _ => {}
            }
            (0..2).for_each(|who| pages.play_on(who, TURNS));
            assert!(pages.step());
        }
        pages.stalled_until = 0;
        play_out(&mut pages, &format!("seed {seed}"));
    }
}

#[test]
fn a_stalled_channel_is_replaced_by_the_relay_and_used_again_later() {
    let mut pages = Pages::new(4);
    pages.until("the channel", Pages::is_direct);
    pages.stalled_until = pages.now + 9000;
    pages.run_for(Duration::from_secs(8));
    assert!(!pages.is_direct(), "two seconds of silence are too many");
    pages.until("the channel again", Pages::is_direct);
    assert_eq!(
        pages.transports,
        [Some(Transport::Relay), Some(Transport::Direct), Some(Transport::Relay), Some(Transport::Direct)]
    );
}

#[test]
fn the_game_continues_over_the_channel_when_the_relay_is_gone() {
    let mut pages = Pages::new(5);
    pages.until("the channel", Pages::is_direct);
    pages.begin();
    pages.cut_relay(1_000_000_000);
    play_out(&mut pages, "without the place");
    assert_eq!(pages.transports.last(), Some(&Some(Transport::Direct)));
}
