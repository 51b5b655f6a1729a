//! Who may enter a room and who may close it, and what spectators say among themselves.

use std::time::Duration;

use play::client::{Action, Client, SavedSeat};
use play::protocol::{Access, ErrorCode, GameKind, Hex, Settings, Token, password_hash};
use play::table::{NewTable, Table};

use crate::simulated_room::{SimulatedRoom, settings};

const OWNER: Token = Hex([7; 16]);

/// A room with a password; nobody has entered it.
fn locked_room(seed: u64) -> SimulatedRoom {
    let access = Access { password: password_hash("tengen"), owner: Some(OWNER) };
    SimulatedRoom::with_access(seed, settings(GameKind::Red, 9), access)
}

fn newcomer(room: &mut SimulatedRoom, token: Token, name: &str, password: &str) -> usize {
    room.enter(Client::player(SavedSeat::new(token, name).with_password(password_hash(password))))
}

fn refusal(room: &SimulatedRoom, who: usize) -> Option<ErrorCode> {
    room.clients[who].last_refusal().map(|(code, _)| code)
}

#[test]
fn a_room_with_a_password_admits_whoever_knows_it() {
    let mut room = locked_room(1);
    let ann = newcomer(&mut room, OWNER, "Ann", "tengen");
    let ben = newcomer(&mut room, Hex([2; 16]), "Ben", "hoshi");
    let cy = room.enter(Client::named_spectator("Cy", None));
    room.wait(Duration::from_secs(1));
    assert!(room.clients[ann].is_joined() && room.clients[ann].seats().locked);
    for refused in [ben, cy] {
        assert_eq!(refusal(&room, refused), Some(ErrorCode::Password));
        assert!(!room.clients[refused].is_joined());
    }
    room.act(ben, Action::Unlock(password_hash("tengen")));
    room.act(cy, Action::Unlock(password_hash("tengen")));
    room.wait(Duration::from_secs(1));
    assert!(room.clients[ben].is_joined() && room.clients[cy].is_joined());
    assert_eq!(room.clients[ann].seats().spectators, 1);
    // A seat needs its token only.
    room.clients[ben] = Client::player(SavedSeat::new(Hex([2; 16]), "Ben"));
    room.cut(ben);
    room.connect(ben);
    room.wait(Duration::from_secs(1));
    assert_eq!(room.clients[ben].seats().names.iter().flatten().count(), 2);
}

#[test]
fn what_was_refused_is_not_journaled_and_the_password_survives_a_restart() {
    let mut room = locked_room(2);
    newcomer(&mut room, Hex([2; 16]), "Ben", "");
    room.wait(Duration::from_secs(1));
    assert!(room.journal.is_empty());
    newcomer(&mut room, Hex([3; 16]), "Cy", "tengen");
    room.wait(Duration::from_secs(1));
    assert_eq!(room.journal.len(), 1);
    let journal = serde_json::to_string(&(&room.new_table, &room.journal)).unwrap();
    assert!(!journal.contains("tengen"), "only its hash is stored");
    let snapshot = serde_json::to_string(&room.table).unwrap();
    let table: Table = serde_json::from_str(&snapshot).unwrap();
    assert_eq!(table.access(), room.table.access());
    // A table without such a thing is stored as in earlier versions.
    let plain = serde_json::to_string(&NewTable::new(Settings::default(), Hex([0; 32]))).unwrap();
    assert!(!plain.contains("access"), "{plain}");
}

#[test]
fn only_its_owner_closes_a_room_and_not_during_a_game() {
    let mut room = locked_room(3);
    let ann = newcomer(&mut room, OWNER, "Ann", "tengen");
    let ben = newcomer(&mut room, Hex([2; 16]), "Ben", "tengen");
    room.wait(Duration::from_secs(1));
    assert!(room.clients[ann].seats().owner && !room.clients[ben].seats().owner);
    room.act(ben, Action::CloseRoom);
    room.act(ann, Action::Ready);
    room.act(ben, Action::Ready);
    room.wait(Duration::from_secs(1));
    room.act(ann, Action::CloseRoom);
    room.wait(Duration::from_secs(1));
    assert_eq!(refusal(&room, ann), Some(ErrorCode::NotNow));
    assert!(!room.table.is_closed() && room.table.is_unfinished());
    room.act(ann, Action::Resign);
    room.wait(Duration::from_secs(1));
    room.act(ann, Action::CloseRoom);
    room.wait(Duration::from_secs(1));
    assert!(room.table.is_closed() && room.table.is_deserted() && !room.is_free());
    // Whoever was away is told on coming back.
    room.connect(ben);
    room.wait(Duration::from_secs(1));
    assert_eq!(refusal(&room, ben), Some(ErrorCode::RoomClosed));
    let late = newcomer(&mut room, Hex([9; 16]), "Dee", "tengen");
    room.wait(Duration::from_secs(1));
    assert_eq!(refusal(&room, late), Some(ErrorCode::RoomClosed));
    // As after a restart.
    let resumed = Table::resume(&room.new_table, room.journal.clone());
    assert!(resumed.is_closed());
}

#[test]
fn spectators_talk_among_themselves_and_the_players_do_not_hear_it() {
    let mut room = SimulatedRoom::started(4, settings(GameKind::Red, 9));
    let cy = room.enter(Client::named_spectator("Cy", None));
    let dee = room.enter(Client::named_spectator("Dee", None));
    room.settle();
    room.act(0, Action::Chat("good luck".to_owned()));
    room.act(cy, Action::Chat("C3 is big".to_owned()));
    room.act(cy, Action::Chat("or E5".to_owned()));
    room.wait(Duration::from_secs(3));
    let late = room.enter(Client::named_spectator("", None));
    room.wait(Duration::from_secs(1));
    for who in [cy, dee, late] {
        let said: Vec<_> = room.clients[who].spectator_chat().collect();
        assert_eq!(said, [("Cy", "C3 is big"), ("Cy", "or E5")], "{who}");
        assert_eq!(room.clients[who].chat().collect::<Vec<_>>(), [("Ann", "good luck")]);
    }
    let heard = room.delivered.iter().any(|(who, frame)| *who < 2 && frame.contains("C3 is big"));
    assert!(!heard, "a player received it");
    assert!(room.journal.iter().all(|entry| !format!("{entry:?}").contains("C3 is big")));
}

#[test]
fn what_is_asked_before_a_reloaded_page_is_let_in_is_not_taken_for_an_old_message() {
    let mut room = locked_room(5);
    let ann = newcomer(&mut room, OWNER, "Ann", "tengen");
    room.wait(Duration::from_secs(1));
    for line in ["one", "two", "three"] {
        room.act(ann, Action::Chat(line.to_owned()));
        room.wait(Duration::from_secs(2));
    }
    room.reload(ann);
    room.act(ann, Action::Leave);
    room.wait(Duration::from_secs(3));
    assert_eq!(room.table.names(), [None, None]);
}
