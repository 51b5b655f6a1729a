//! A player's page survives any messages of a host; what it sends is read back the same, and what it stores is restored.
//! A line of a case is the seconds to wait and the message.

use moment::Moment;
use play::client::{Action, Client, Input, Output, SavedSeat};
use play::protocol::{ClientMessage, Hex, ServerMessage};
use rules::go::{Color, Move, Point};

pub(crate) fn check(data: &[u8]) {
    let mut client = Client::player(SavedSeat::new(Hex([5; 16]), "Ann"));
    let mut now = 0;
    give(&mut client, now, Input::Connected);
    for line in data.split(|byte| *byte == b'\n').take(200) {
        let [wait, frame @ ..] = line else { continue };
        now += u64::from(*wait) * 1000;
        let input = match frame {
            [action] => act(*action),
            _ => match ServerMessage::read(frame) {
                Ok(message) => Input::Received(message),
                Err(_) => continue,
            },
        };
        give(&mut client, now, input);
        look_at(&client, now);
    }
}

/// What the player does, from one byte.
fn act(key: u8) -> Input {
    let at = Point::new(key % 19, key / 19);
    Input::Act(match key % 13 {
        0 => Action::Ready,
        1 => Action::Resign,
        2 => Action::Agree,
        3 => Action::Resume,
        4 => Action::Rematch,
        12 => Action::DeclineRematch,
        5 => Action::Adjourn,
        6 => Action::Mark(at),
        7 => Action::Takeback { turns: u32::from(key), agree: key.is_multiple_of(2) },
        8 => return Input::Wake,
        9 => return Input::Lost,
        10 => return Input::Connected,
        _ => Action::Choose { mv: Move::Place(at), nonce: Hex([key; 32]) },
    })
}

fn give(client: &mut Client, now: u64, input: Input) {
    for output in client.handle(Moment::from_millis(now), input) {
        if let Output::Send(message) = output {
            assert_eq!(ClientMessage::read(message.write().as_bytes()).as_ref(), Ok(&message));
        }
    }
}

fn look_at(client: &Client, now: u64) {
    let seat = client.saved_seat();
    let stored = serde_json::to_string(&seat).expect("a seat can be stored");
    assert_eq!(serde_json::from_str::<SavedSeat>(&stored).ok().as_ref(), Some(&seat));
    for color in Color::BOTH {
        client.reading(color, Moment::from_millis(now));
    }
    let _ = (client.is_your_turn(), client.ending(), client.deadline(), client.chat().count());
}
