//! Games without faults.

use bot::Level;
use play::client::{Action, Notice, Output};
use play::kifu::Stage;
use play::protocol::{BotLevel, EndReason, ErrorCode, GameKind, Opponent, Settings};
use rules::go::{Color, Outcome, Point};

use crate::simulated_room::{SimulatedRoom, settings};

fn refusals(room: &SimulatedRoom, who: usize) -> Vec<ErrorCode> {
    let codes = room.outputs.iter().filter_map(|(said_to, output)| match output {
        Output::Refused { code, .. } if *said_to == who => Some(*code),
        _ => None,
    });
    codes.collect()
}

fn notices(room: &SimulatedRoom) -> [Option<Notice>; 2] {
    [room.clients[0].notice(), room.clients[1].notice()]
}

#[test]
fn two_players_agree_play_count_and_play_a_rematch_with_colours_swapped() {
    let mut room = SimulatedRoom::started(1, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    room.turn("E5", "E5");
    assert_eq!(room.table.kifu().unwrap().board().picture().matches('#').count(), 1);
    room.turn("pass", "pass");
    assert_eq!(room.stage(), Some(Stage::Count));
    room.act(0, Action::Mark(Point::from_name("G7", room.table.settings().size()).unwrap()));
    room.settle();
    room.act(0, Action::Agree);
    room.settle();
    room.act(1, Action::Agree);
    room.settle();
    let ending = room.clients[1].ending().unwrap();
    assert_eq!((ending.reason, ending.result.to_string().as_str()), (EndReason::Score, "B+80"));
    assert_eq!(ending.scores, [Some(160), Some(0)]);
    room.act(0, Action::Rematch);
    room.settle();
    assert!(room.clients[1].wants_rematch(Color::Black) && room.clients[1].is_over());
    room.act(1, Action::Rematch);
    room.settle();
    assert_eq!(room.clients[0].color(), Some(Color::White));
    assert_eq!((room.stage(), room.clients[0].game()), (Some(Stage::Play), 2));
    room.turn("C3", "D4");
    assert_eq!(room.clients[0].kifu().unwrap().head(), room.clients[1].kifu().unwrap().head());
}

#[test]
fn the_room_plays_ordinary_go_too() {
    let mut room = SimulatedRoom::started(2, settings(GameKind::Chinese, 9));
    room.choose(1, "C3");
    assert_eq!(refusals(&room, 1), [ErrorCode::IllegalMove], "it is not White's turn");
    for (who, mv) in [(0, "C3"), (1, "G7"), (0, "pass"), (1, "pass")] {
        room.choose(who, mv);
        room.settle();
    }
    assert_eq!(room.stage(), Some(Stage::Count));
    room.act(0, Action::Resume);
    room.settle();
    assert_eq!((room.stage(), room.table.kifu().unwrap().turns()), (Some(Stage::Play), 2));
    room.choose(0, "E5");
    room.settle();
    room.act(1, Action::Resign);
    room.settle();
    assert_eq!(room.clients[0].ending().unwrap().result, Outcome::Resigned { winner: Color::Black });
}

#[test]
fn settings_are_agreed_and_colours_with_them() {
    let mut room = SimulatedRoom::new(3, settings(GameKind::Red, 19));
    room.settle();
    let wanted = Settings { board_size: 9, host_color: Color::White, ..settings(GameKind::Void, 9) };
    room.act(1, Action::Ready);
    room.act(0, Action::Propose(wanted.clone()));
    room.settle();
    assert_eq!(room.clients[1].seats().settings, wanted);
    assert_eq!(room.clients[0].color(), Some(Color::White));
    assert_eq!(room.clients[1].seats().ready, [false, false], "consent was to the settings before");
    room.act(0, Action::Propose(Settings { board_size: 99, ..wanted }));
    room.settle();
    assert_eq!(refusals(&room, 0), [ErrorCode::Settings]);
    room.act(0, Action::Ready);
    room.act(1, Action::Ready);
    room.settle();
    assert_eq!(room.clients[1].kifu().unwrap().settings().game, GameKind::Void);
    assert_eq!(room.clients[1].color(), Some(Color::Black));
}

#[test]
fn whole_turns_are_taken_back_by_consent_and_numbers_are_not_reused() {
    let mut room = SimulatedRoom::started(4, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    room.turn("D4", "F6");
    let next = room.table.kifu().unwrap().next();
    room.choose(0, "A1");
    room.act(1, Action::Takeback { turns: 1, agree: true });
    room.settle();
    assert_eq!(room.clients[0].takeback(Color::White), Some(1));
    room.act(0, Action::Takeback { turns: 1, agree: true });
    room.settle();
    let kifu = room.table.kifu().unwrap();
    assert_eq!((kifu.turns(), kifu.next()), (1, next + 1));
    room.turn("E5", "C7");
    assert!(room.clients.iter().all(|client| client.violation().is_none()));
    room.act(1, Action::Takeback { turns: 2, agree: true });
    room.settle();
    room.act(0, Action::Takeback { turns: 2, agree: false });
    room.settle();
    assert_eq!((room.table.kifu().unwrap().turns(), room.clients[1].takeback(Color::White)), (2, None));
}

#[test]
fn a_third_player_gets_no_seat_and_may_watch_resolved_turns_only() {
    let mut room = SimulatedRoom::started(5, settings(GameKind::Red, 9));
    let watcher = room.spectator();
    room.settle();
    let before = room.delivered.len();
    room.choose(0, "C3");
    room.settle();
    let received = room.delivered[before..].iter().filter(|(who, _)| *who == watcher);
    let received: Vec<&str> = received.map(|(_, frame)| frame.as_str()).collect();
    assert!(
        matches!(received[..], [one] if one.contains(r#""has_moved","color":"black"}"#)),
        "spectators see that a player has moved, and nothing else: {received:?}"
    );
    room.choose(1, "D4");
    room.settle();
    assert_eq!(room.clients[watcher].kifu().unwrap().turns(), 1);
    room.act(watcher, Action::Chat("hello".to_owned()));
    room.settle();
    assert!(room.clients[0].chat().next().is_none());
}

#[test]
fn a_second_login_replaces_the_first_and_the_game_continues() {
    let mut room = SimulatedRoom::started(6, settings(GameKind::Red, 9));
    room.choose(0, "C3");
    room.settle();
    room.reload(0);
    room.settle();
    assert!(room.clients[0].has_chosen(), "the promise was kept");
    room.choose(1, "D4");
    room.settle();
    assert_eq!(room.clients[0].kifu().unwrap().turns(), 1);
    assert!(room.clients[0].violation().is_none());
}

#[test]
fn chat_is_limited_in_length_and_rate_and_kept_for_reconnecting_players() {
    let mut room = SimulatedRoom::started(7, settings(GameKind::Red, 9));
    room.act(0, Action::Chat("hello\n\u{202e}there".to_owned()));
    room.act(0, Action::Chat("at once".to_owned()));
    assert_eq!(room.clients[0].unsent_chat().collect::<Vec<_>>(), ["at once"]);
    room.settle();
    let talk =
        |room: &SimulatedRoom| room.clients[1].chat().map(|(_, line)| line.to_owned()).collect::<Vec<_>>();
    assert_eq!(talk(&room), ["hello  there"]);
    assert_eq!(refusals(&room, 0), []);
    room.wait(std::time::Duration::from_secs(2));
    room.settle();
    assert_eq!(talk(&room), ["hello  there", "at once"], "it waited");
    assert_eq!(room.clients[0].unsent_chat().count(), 0);
    room.wait(std::time::Duration::from_secs(2));
    room.act(0, Action::Chat("again".to_owned()));
    room.settle();
    room.reload(1);
    room.settle();
    assert_eq!(talk(&room), ["hello  there", "at once", "again"]);
}

#[test]
fn an_adjourned_game_waits_for_both() {
    let mut room = SimulatedRoom::started(8, settings(GameKind::Red, 9));
    room.choose(0, "C3");
    room.act(0, Action::Adjourn);
    room.settle();
    room.act(1, Action::Adjourn);
    room.settle();
    assert!(room.clients[0].seats().adjourned);
    room.cut(0);
    room.cut(1);
    room.wait(std::time::Duration::from_secs(100_000));
    assert_eq!(room.stage(), Some(Stage::Play));
    room.connect(0);
    room.connect(1);
    room.settle();
    room.act(0, Action::Ready);
    room.act(1, Action::Ready);
    room.settle();
    assert!(!room.clients[0].seats().adjourned && room.clients[0].has_chosen());
    room.choose(1, "D4");
    room.settle();
    assert_eq!(room.table.kifu().unwrap().turns(), 1);
}

#[test]
fn an_abandoned_seat_is_free_again_before_the_game() {
    let mut room = SimulatedRoom::new(9, settings(GameKind::Red, 9));
    room.settle();
    assert!(!room.is_free());
    room.cut(1);
    room.wait(play::table::EMPTY_SEAT_TIMEOUT);
    assert!(room.is_free());
    room.act(0, Action::Leave);
    room.settle();
    assert_eq!(room.table.names(), [None, None]);
}

#[test]
fn the_game_is_saved_as_it_was_played() {
    let mut room = SimulatedRoom::started(10, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    room.turn("A1", "B1");
    for who in 0..2 {
        room.act(who, Action::Takeback { turns: 1, agree: true });
        room.settle();
    }
    room.turn("E5", "E5");
    room.act(0, Action::Resign);
    room.settle();
    let kifu = room.clients[1].kifu().unwrap();
    assert_eq!(kifu.played().len(), 2);
    let sgf = kifu.sgf(room.clients[1].names(), "2026-11-15");
    let file = record::sgf::read(&sgf).unwrap();
    let game = record::simultaneous::read(&file, 0).unwrap();
    assert_eq!((game.turns().len(), game.position().hash()), (2, u64::from_be_bytes(kifu.board().hash().0)));
    let text = String::from_utf8(sgf).unwrap();
    for property in ["PB[Ann]", "PW[Ben]", "RE[W+R]", "DT[2026-11-15]"] {
        assert!(text.contains(property), "{property} is missing in {text}");
    }
    let mut room = SimulatedRoom::started(11, settings(GameKind::Chinese, 9));
    for (who, mv) in [(0, "C3"), (1, "G7"), (0, "pass")] {
        room.choose(who, mv);
        room.settle();
    }
    let text = String::from_utf8(room.table.kifu().unwrap().sgf(room.clients[0].names(), "")).unwrap();
    assert!(text.contains(";B[cg];W[gc];B[]") && text.contains("RU[Chinese]"), "{text}");
}

#[test]
fn with_a_handicap_white_begins_and_the_record_has_the_stones() {
    let mut room = SimulatedRoom::started(31, Settings { handicap: 2, ..settings(GameKind::Chinese, 9) });
    assert_eq!(room.table.kifu().unwrap().board().picture().matches('X').count(), 2);
    let black = room.who_is(Color::Black);
    room.choose(black, "E5");
    room.settle();
    assert_eq!(room.table.kifu().unwrap().turns(), 0, "it is White's turn");
    room.choose(1 - black, "E5");
    room.settle();
    let kifu = room.table.kifu().unwrap();
    assert_eq!(kifu.turns(), 1);
    let sgf = String::from_utf8(kifu.sgf(&["Ann".into(), "Ben".into()], "")).unwrap();
    assert!(sgf.contains("HA[2]") && sgf.contains("AB[") && sgf.contains("W[ee]"), "{sgf}");
}

#[test]
fn settings_that_no_game_can_have_are_refused() {
    let bot = Opponent::Bot(BotLevel(Level::Hard));
    for (settings, playable) in [
        (Settings { handicap: 9, ..settings(GameKind::Japanese, 19) }, true),
        (Settings { handicap: 1, ..settings(GameKind::Japanese, 19) }, false),
        (Settings { handicap: 10, ..settings(GameKind::Japanese, 19) }, false),
        (Settings { handicap: 2, ..settings(GameKind::Red, 19) }, false),
        (Settings { opponent: bot.clone(), ..settings(GameKind::Chinese, 19) }, true),
        (Settings { opponent: bot, ..settings(GameKind::Red, 19) }, true),
        (Settings { opponent: Opponent::Engine("GNU Go".to_owned()), ..settings(GameKind::Red, 19) }, false),
        (Settings { opponent: Opponent::Engine("x".repeat(33)), ..settings(GameKind::Chinese, 19) }, false),
    ] {
        assert_eq!(settings.check().is_ok(), playable, "{settings:?}");
        let written = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), settings);
    }
}

/// Ann has resigned.
fn finished(seed: u64) -> SimulatedRoom {
    let mut room = SimulatedRoom::started(seed, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    room.act(0, Action::Resign);
    room.settle();
    assert!(room.clients[1].is_over() && !room.is_free());
    room
}

#[test]
fn after_a_game_that_both_have_left_the_seats_are_free_for_the_next_pair() {
    let mut room = finished(20);
    room.act(0, Action::Leave);
    room.settle();
    assert!(room.is_free(), "whoever leaves gives up the seat");
    room.cut(1);
    room.wait(play::table::EMPTY_SEAT_TIMEOUT);
    let pair = [room.newcomer("Cid"), room.newcomer("Dan")];
    room.settle();
    assert_eq!(room.table.names(), [Some("Cid"), Some("Dan")]);
    assert!(room.clients[pair[0]].kifu().is_none(), "the last game is not theirs");
    for who in pair {
        room.act(who, Action::Ready);
    }
    room.settle();
    assert_eq!((room.stage(), room.table.games()), (Some(Stage::Play), 2));
    // The others may come back and watch, but not move.
    room.connect(1);
    room.settle();
    assert!(refusals(&room, 1).contains(&ErrorCode::UnknownToken));
}

#[test]
fn a_player_who_stays_plays_the_next_game_with_whoever_comes() {
    let mut room = finished(21);
    room.cut(0);
    let early = room.newcomer("Early");
    room.settle();
    assert_eq!(refusals(&room, early), [ErrorCode::Full], "Ann may still come back");
    room.wait(play::table::EMPTY_SEAT_TIMEOUT);
    let cid = room.newcomer("Cid");
    room.settle();
    assert_eq!(room.table.names(), [Some("Cid"), Some("Ben")]);
    assert!(room.clients[1].is_over(), "Ben still looks at the last game");
    room.act(1, Action::Rematch);
    room.settle();
    assert!(room.clients[cid].seats().ready[Color::White as usize]);
    room.act(cid, Action::Ready);
    room.settle();
    assert_eq!((room.clients[1].game(), room.clients[cid].game()), (2, 2));
    assert_eq!(room.clients[1].names().join(" "), "Cid Ben");
    assert_eq!(room.clients[1].violation(), None);
}

#[test]
fn a_player_who_left_after_the_game_may_come_back_until_somebody_takes_the_seat() {
    let mut room = finished(22);
    room.cut(0);
    room.wait(2 * play::table::EMPTY_SEAT_TIMEOUT);
    room.connect(0);
    room.settle();
    assert!(!room.is_free());
    room.act(0, Action::Rematch);
    room.act(1, Action::Rematch);
    room.settle();
    assert_eq!((room.stage(), room.table.games()), (Some(Stage::Play), 2));
}

#[test]
fn two_players_cannot_have_the_same_name() {
    let mut room = finished(23);
    room.act(0, Action::Leave);
    room.settle();
    room.newcomer("ben");
    room.settle();
    assert_eq!(room.table.names(), [Some("ben 2"), Some("Ben")]);
}

#[test]
fn whoever_asked_is_told_that_the_other_declined_until_it_no_longer_matters() {
    let mut room = SimulatedRoom::started(31, settings(GameKind::Red, 9));
    room.choose(0, "C3");
    room.choose(1, "D4");
    room.settle();
    room.act(0, Action::Takeback { turns: 1, agree: true });
    room.settle();
    room.act(1, Action::Takeback { turns: 1, agree: false });
    room.settle();
    assert_eq!(notices(&room), [Some(Notice::TakebackDeclined), None]);
    room.choose(0, "E5");
    room.choose(1, "F6");
    room.settle();
    assert_eq!(notices(&room), [None, None]);
    room.act(1, Action::Resign);
    room.settle();
    room.act(0, Action::Rematch);
    room.settle();
    room.act(1, Action::DeclineRematch);
    room.settle();
    assert_eq!(notices(&room), [Some(Notice::RematchDeclined), None]);
    assert!(!room.clients[0].wants_rematch(Color::Black));
    room.act(1, Action::Rematch);
    room.act(0, Action::Rematch);
    room.settle();
    assert_eq!(room.clients[0].game(), 2, "they may still change their minds");
    assert_eq!(notices(&room), [None, None]);
}

#[test]
fn changed_settings_are_announced_to_the_other_player_only() {
    let mut room = SimulatedRoom::new(32, settings(GameKind::Red, 9));
    room.settle();
    room.act(1, Action::Ready);
    room.settle();
    room.act(0, Action::Propose(settings(GameKind::Red, 13)));
    room.settle();
    assert_eq!(notices(&room), [None, Some(Notice::SettingsChanged)]);
    assert!(!room.clients[1].seats().ready[1]);
    room.act(1, Action::Ready);
    assert_eq!(room.clients[1].notice(), None);
}

#[test]
fn a_refusal_goes_when_it_no_longer_holds() {
    let mut room = SimulatedRoom::started(33, settings(GameKind::Chinese, 9));
    room.choose(0, "C3");
    room.settle();
    room.choose(0, "D4");
    assert!(room.clients[0].last_refusal().is_some(), "it is the opponent's turn");
    room.choose(1, "E5");
    room.settle();
    assert_eq!(room.clients[0].last_refusal(), None);
}

#[test]
fn after_a_reload_nothing_old_is_news() {
    let mut room = SimulatedRoom::started(34, settings(GameKind::Red, 9));
    for (black, white) in [("C3", "D4"), ("E5", "E5")] {
        room.choose(0, black);
        room.choose(1, white);
        room.settle();
    }
    assert!(room.clients[0].has_news());
    room.reload(0);
    room.settle();
    assert_eq!(room.clients[0].kifu().unwrap().turns(), 2);
    assert!(!room.clients[0].has_news());
    room.choose(0, "G7");
    room.choose(1, "G6");
    room.settle();
    assert!(room.clients[0].has_news());
}

#[test]
fn a_hidden_move_can_be_changed_until_both_have_chosen() {
    let mut room = SimulatedRoom::started(41, settings(GameKind::Red, 9));
    let size = room.table.settings().size();
    let point = |name| Some(rules::go::Move::Place(Point::from_name(name, size).unwrap()));
    room.choose(0, "C3");
    room.settle();
    assert!(room.clients[0].may_change());
    room.wait(std::time::Duration::from_secs(20));
    room.choose(0, "E5");
    room.settle();
    assert_eq!(room.clients[0].chosen(), point("E5"));
    room.reload(0);
    room.settle();
    room.choose(1, "G7");
    room.settle();
    let kifu = room.clients[1].kifu().unwrap();
    let Some(play::kifu::Event::Turn { black_move, .. }) = kifu.played().last().copied() else { panic!() };
    assert_eq!(Some(black_move.mv), point("E5"));
    assert!(black_move.spent >= 20_000, "the time until the change counts: {}", black_move.spent);
    assert!(room.clients.iter().all(|client| client.violation().is_none()));
}

#[test]
fn a_change_that_comes_too_late_leaves_the_move_that_stands() {
    for first in [true, false] {
        let mut room = SimulatedRoom::started(42, settings(GameKind::Red, 9));
        room.choose(0, "C3");
        room.settle();
        // They cross on the wire; either may arrive first.
        room.faults.delay = if first { 0 } else { 40 };
        room.choose(1, "G7");
        room.choose(0, "E5");
        room.settle();
        assert_eq!(room.table.kifu().unwrap().turns(), 1);
        let played = room.table.kifu().unwrap().played();
        let Some(play::kifu::Event::Turn { black_move, .. }) = played.last().copied() else { panic!() };
        assert_eq!(black_move.passed_for, None, "no fault");
        assert!(room.clients.iter().all(|client| client.violation().is_none()));
    }
}

#[test]
fn spectators_see_who_has_moved_and_not_what() {
    let mut room = SimulatedRoom::started(43, settings(GameKind::Red, 9));
    let watcher = room.spectator();
    room.settle();
    room.choose(0, "C3");
    room.settle();
    assert!(room.clients[watcher].has_moved(Color::Black) && !room.clients[watcher].has_moved(Color::White));
    let late = room.spectator();
    room.settle();
    assert!(room.clients[late].has_moved(Color::Black));
    room.choose(1, "G7");
    room.settle();
    assert!(!room.clients[watcher].has_moved(Color::Black), "the next turn");
}

#[test]
fn play_resumes_twice_and_then_the_board_decides() {
    let mut room = SimulatedRoom::started(44, settings(GameKind::Red, 9));
    room.turn("C3", "G7");
    for resumes in 0..2 {
        room.turn("pass", "pass");
        assert_eq!(room.stage(), Some(Stage::Count), "{resumes}");
        room.act(0, Action::Resume);
        room.settle();
    }
    room.turn("pass", "pass");
    assert_eq!(room.clients[0].ending().map(|ending| ending.reason), Some(EndReason::Score));
    // A table of an earlier version goes on as its journal says.
    let mut old = SimulatedRoom::started(44, settings(GameKind::Red, 9));
    let written = serde_json::to_string(&old.table).unwrap().replace(r#""behavior":1,"#, "");
    old.table = serde_json::from_str(&written).unwrap();
    for _ in 0..3 {
        old.turn("pass", "pass");
        assert_eq!(old.stage(), Some(Stage::Count));
        old.act(0, Action::Resume);
        old.settle();
    }
}

#[test]
fn the_settings_of_a_rematch_can_be_changed_after_the_game() {
    let mut room = finished(45);
    room.act(1, Action::Rematch);
    room.settle();
    room.act(0, Action::Propose(settings(GameKind::Red, 13)));
    room.settle();
    assert_eq!(room.clients[1].notice(), Some(Notice::SettingsChanged));
    room.act(0, Action::Rematch);
    room.settle();
    assert_eq!(room.table.games(), 1, "Ben agreed to other settings");
    room.act(1, Action::Rematch);
    room.settle();
    assert_eq!((room.table.games(), room.table.kifu().unwrap().settings().board_size), (2, 13));
}
