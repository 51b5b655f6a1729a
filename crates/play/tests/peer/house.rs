//! The page that keeps the table has the limits of a host, and goes on after it was closed.

use std::time::Duration;

use play::Moment;
use play::guest::{Act, Guest, Input as GuestInput, Kept, Output as GuestOutput};
use play::peer::{About, Keeper, KeeperInput, KeeperOutput, MOST_LINES, Reply};
use play::protocol::{Hex, Told};
use play::table::{Opening, Saved};

use crate::pages::{Pages, settings};

fn at(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

fn keeper() -> Keeper {
    let mut keeper =
        Keeper::new(at(0), "Ann's table".to_owned(), Opening { settings: settings(), secret: Hex([1; 32]) });
    keeper.handle(at(0), KeeperInput::PlaceOpened);
    keeper
}

fn say(keeper: &mut Keeper, text: &str) -> Vec<KeeperOutput> {
    keeper.handle(at(1), KeeperInput::Place(text.to_owned()))
}

fn place(outputs: &[KeeperOutput]) -> Vec<String> {
    let texts = outputs.iter().filter_map(|output| match output {
        KeeperOutput::Place(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_place_is_told_what_it_may_show() {
    let mut keeper = keeper();
    say(&mut keeper, "came 1");
    let said = say(
        &mut keeper,
        r#"said 1 {"type":"join","seq":0,"version":1,"playerName":"Ben","token":"02020202020202020202020202020202"}"#,
    );
    let about = place(&said).into_iter().find_map(|text| {
        let Some(Reply::About(about)) = Reply::read(&text) else { return None };
        About::read(about).ok()
    });
    let about = about.unwrap();
    assert_eq!((about.title.as_str(), about.free, about.playing), ("Ann's table", true, false));
    assert_eq!(about.names.iter().flatten().collect::<Vec<_>>(), ["Ben"]);
}

#[test]
fn nonsense_is_answered_and_a_flood_is_not() {
    let mut keeper = keeper();
    say(&mut keeper, "came 1");
    for nonsense in ["hello", "{}", "\u{0}", &"x".repeat(5000), "said", "{\"type\":\"join\"}"] {
        let answered = place(&say(&mut keeper, &format!("said 1 {nonsense}")));
        assert!(
            answered.iter().all(|text| text.contains("malformed")) && answered.len() == 1,
            "{nonsense:.20}"
        );
    }
    assert_eq!(say(&mut keeper, "said 9 hello"), [], "nobody has that number");
    let closed = (0..60)
        .find_map(|_| place(&say(&mut keeper, "said 1 hello")).into_iter().find(|text| text == "close 1"));
    assert!(closed.is_some());
    assert_eq!(say(&mut keeper, "said 1 hello"), [], "gone");
}

#[test]
fn so_many_come_and_no_more() {
    let mut keeper = keeper();
    for who in 0..MOST_LINES {
        assert_eq!(place(&say(&mut keeper, &format!("came {who}"))), Vec::<String>::new());
    }
    assert_eq!(place(&say(&mut keeper, "came 99")), ["close 99"]);
}

#[test]
fn who_gives_no_sign_of_life_is_gone_after_fifteen_seconds() {
    let mut keeper = keeper();
    keeper.handle(at(0), KeeperInput::Opened(7));
    let mut hung_up = None;
    for second in 0..30_u64 {
        let outputs = keeper.handle(at(second * 1000), KeeperInput::Wake);
        if outputs.contains(&KeeperOutput::HangUp(7)) {
            hung_up = Some(second);
        }
    }
    assert_eq!(hung_up, Some(15));
}

/// The table's page is closed and opened again in the middle of a turn: with what was saved it knows the promises.
#[test]
fn a_table_goes_on_after_its_page_was_closed() {
    let mut pages = Pages::new(9);
    pages.until("the channel", Pages::is_direct);
    pages.begin();
    pages.play_on(1, 5);
    pages.run_for(Duration::from_millis(300));
    assert!(pages.guests[1].is_acknowledged());
    let saved = serde_json::to_string(pages.keeper.saved()).unwrap();
    assert!(!saved.contains("candidate:"), "an attempt is not worth keeping");
    let saved: Saved = serde_json::from_str(&saved).unwrap();
    let mut keeper = Keeper::resume(at(77), "Ann's table".to_owned(), saved);
    let kept: Kept = pages.guests[0].kept();
    let mut ann = Guest::player(kept);
    let mut told: Vec<Told> = Vec::new();
    let mut queue = vec![GuestInput::Connected];
    while let Some(input) = queue.pop() {
        for output in ann.handle(at(77), input) {
            if let GuestOutput::Send(asked) = output {
                for output in keeper.handle(at(77), KeeperInput::Own(asked)) {
                    if let KeeperOutput::Own(heard) = output {
                        told.push(heard.clone());
                        queue.insert(0, GuestInput::Heard(heard));
                    }
                }
            }
        }
    }
    assert!(ann.opponent_is_ready(), "Ben's promise is on the table");
    assert!(ann.is_your_turn());
    assert!(
        ann.handle(at(78), GuestInput::Do(Act::Ready))
            .iter()
            .any(|output| matches!(output, GuestOutput::Send(_)))
    );
}
