//! Normal games.

use play::client::{Action, Output};
use play::kifu::Stage;
use play::protocol::{BotLevel, EndReason, ErrorCode, GameKind, Opponent, Settings};
use rules::go::{Color, Outcome, Point};

use crate::party::{Party, settings};

fn refusals(party: &Party, who: usize) -> Vec<ErrorCode> {
    let codes = party.outputs.iter().filter_map(|(said_to, output)| match output {
        Output::Refused { code, .. } if *said_to == who => Some(*code),
        _ => None,
    });
    codes.collect()
}

#[test]
fn two_people_agree_play_count_and_play_again_with_colours_swapped() {
    let mut party = Party::begun(1, settings(GameKind::Red, 9));
    party.turn("C3", "G7");
    party.turn("E5", "E5");
    assert_eq!(party.table.kifu().unwrap().board().picture().matches('#').count(), 1);
    party.turn("pass", "pass");
    assert_eq!(party.stage(), Some(Stage::Count));
    party.act(0, Action::Mark(Point::from_name("G7", party.table.settings().size()).unwrap()));
    party.settle();
    party.act(0, Action::Agree);
    party.settle();
    party.act(1, Action::Agree);
    party.settle();
    let ending = party.clients[1].ending().unwrap();
    assert_eq!((ending.reason, ending.result.to_string().as_str()), (EndReason::Score, "B+80"));
    assert_eq!(ending.scores, [Some(160), Some(0)]);
    party.act(0, Action::Rematch);
    party.settle();
    assert!(party.clients[1].wants_rematch(Color::Black) && party.clients[1].is_over());
    party.act(1, Action::Rematch);
    party.settle();
    assert_eq!(party.clients[0].color(), Some(Color::White));
    assert_eq!((party.stage(), party.clients[0].game()), (Some(Stage::Play), 2));
    party.turn("C3", "D4");
    assert_eq!(party.clients[0].kifu().unwrap().head(), party.clients[1].kifu().unwrap().head());
}

#[test]
fn the_room_plays_ordinary_go_too() {
    let mut party = Party::begun(2, settings(GameKind::Chinese, 9));
    party.choose(1, "C3");
    assert_eq!(refusals(&party, 1), [ErrorCode::IllegalMove], "it is not White's turn");
    for (who, mv) in [(0, "C3"), (1, "G7"), (0, "pass"), (1, "pass")] {
        party.choose(who, mv);
        party.settle();
    }
    assert_eq!(party.stage(), Some(Stage::Count));
    party.act(0, Action::Resume);
    party.settle();
    assert_eq!((party.stage(), party.table.kifu().unwrap().turns()), (Some(Stage::Play), 2));
    party.choose(0, "E5");
    party.settle();
    party.act(1, Action::Resign);
    party.settle();
    assert_eq!(party.clients[0].ending().unwrap().result, Outcome::Resigned { winner: Color::Black });
}

#[test]
fn settings_are_agreed_and_colours_with_them() {
    let mut party = Party::new(3, settings(GameKind::Red, 19));
    party.settle();
    let wanted = Settings { board_size: 9, host_color: Color::White, ..settings(GameKind::Void, 9) };
    party.act(1, Action::Ready);
    party.act(0, Action::Propose(wanted.clone()));
    party.settle();
    assert_eq!(party.clients[1].seats().settings, wanted);
    assert_eq!(party.clients[0].color(), Some(Color::White));
    assert_eq!(party.clients[1].seats().ready, [false, false], "consent was to the settings before");
    party.act(0, Action::Propose(Settings { board_size: 99, ..wanted }));
    party.settle();
    assert_eq!(refusals(&party, 0), [ErrorCode::Settings]);
    party.act(0, Action::Ready);
    party.act(1, Action::Ready);
    party.settle();
    assert_eq!(party.clients[1].kifu().unwrap().settings().game, GameKind::Void);
    assert_eq!(party.clients[1].color(), Some(Color::Black));
}

#[test]
fn whole_turns_are_taken_back_by_consent_and_numbers_are_not_reused() {
    let mut party = Party::begun(4, settings(GameKind::Red, 9));
    party.turn("C3", "G7");
    party.turn("D4", "F6");
    let next = party.table.kifu().unwrap().next();
    party.choose(0, "A1");
    party.act(1, Action::Takeback { turns: 1, agree: true });
    party.settle();
    assert_eq!(party.clients[0].takeback(Color::White), Some(1));
    party.act(0, Action::Takeback { turns: 1, agree: true });
    party.settle();
    let kifu = party.table.kifu().unwrap();
    assert_eq!((kifu.turns(), kifu.next()), (1, next + 1));
    party.turn("E5", "C7");
    assert!(party.clients.iter().all(|client| client.violation().is_none()));
    party.act(1, Action::Takeback { turns: 2, agree: true });
    party.settle();
    party.act(0, Action::Takeback { turns: 2, agree: false });
    party.settle();
    assert_eq!((party.table.kifu().unwrap().turns(), party.clients[1].takeback(Color::White)), (2, None));
}

#[test]
fn a_third_player_gets_no_seat_and_a_spectator_sees_only_resolved_turns() {
    let mut party = Party::begun(5, settings(GameKind::Red, 9));
    let watcher = party.spectator();
    party.settle();
    let before = party.delivered.len();
    party.choose(0, "C3");
    party.settle();
    let heard = party.delivered[before..].iter().filter(|(who, _)| *who == watcher);
    assert_eq!(heard.count(), 0, "a move that only one has made is nobody's business");
    party.choose(1, "D4");
    party.settle();
    assert_eq!(party.clients[watcher].kifu().unwrap().turns(), 1);
    party.act(watcher, Action::Chat("hello".to_owned()));
    party.settle();
    assert!(party.clients[0].chat().next().is_none());
}

#[test]
fn a_second_login_replaces_the_first_and_the_game_continues() {
    let mut party = Party::begun(6, settings(GameKind::Red, 9));
    party.choose(0, "C3");
    party.settle();
    party.reload(0);
    party.settle();
    assert!(party.clients[0].has_chosen(), "the promise was kept");
    party.choose(1, "D4");
    party.settle();
    assert_eq!(party.clients[0].kifu().unwrap().turns(), 1);
    assert!(party.clients[0].violation().is_none());
}

#[test]
fn chat_is_limited_in_length_and_rate_and_kept_for_returning_players() {
    let mut party = Party::begun(7, settings(GameKind::Red, 9));
    party.act(0, Action::Chat("hello\n\u{202e}there".to_owned()));
    party.act(0, Action::Chat("too fast".to_owned()));
    party.settle();
    let talk = |party: &Party| party.clients[1].chat().map(|(_, line)| line.to_owned()).collect::<Vec<_>>();
    assert_eq!(talk(&party), ["hello  there"]);
    assert_eq!(refusals(&party, 0), [ErrorCode::TooFast]);
    party.wait(std::time::Duration::from_secs(2));
    party.act(0, Action::Chat("again".to_owned()));
    party.settle();
    party.reload(1);
    party.settle();
    assert_eq!(talk(&party), ["hello  there", "again"]);
}

#[test]
fn an_adjourned_game_waits_for_both() {
    let mut party = Party::begun(8, settings(GameKind::Red, 9));
    party.choose(0, "C3");
    party.act(0, Action::Adjourn);
    party.settle();
    party.act(1, Action::Adjourn);
    party.settle();
    assert!(party.clients[0].seats().adjourned);
    party.cut(0);
    party.cut(1);
    party.wait(std::time::Duration::from_secs(100_000));
    assert_eq!(party.stage(), Some(Stage::Play));
    party.connect(0);
    party.connect(1);
    party.settle();
    party.act(0, Action::Ready);
    party.act(1, Action::Ready);
    party.settle();
    assert!(!party.clients[0].seats().adjourned && party.clients[0].has_chosen());
    party.choose(1, "D4");
    party.settle();
    assert_eq!(party.table.kifu().unwrap().turns(), 1);
}

#[test]
fn an_abandoned_seat_is_free_again_before_the_game() {
    let mut party = Party::new(9, settings(GameKind::Red, 9));
    party.settle();
    assert!(!party.table.is_free());
    party.cut(1);
    party.wait(play::table::EMPTY_SEAT_TIMEOUT);
    assert!(party.table.is_free());
    party.act(0, Action::Leave);
    party.settle();
    assert_eq!(party.table.names(), [None, None]);
}

#[test]
fn the_game_is_saved_as_it_was_played() {
    let mut party = Party::begun(10, settings(GameKind::Red, 9));
    party.turn("C3", "G7");
    party.turn("A1", "B1");
    for who in 0..2 {
        party.act(who, Action::Takeback { turns: 1, agree: true });
        party.settle();
    }
    party.turn("E5", "E5");
    party.act(0, Action::Resign);
    party.settle();
    let kifu = party.clients[1].kifu().unwrap();
    assert_eq!(kifu.played().len(), 2);
    let sgf = kifu.sgf(party.clients[1].names(), "2026-11-15");
    let file = record::sgf::read(&sgf).unwrap();
    let game = record::simultaneous::read(&file, 0).unwrap();
    assert_eq!((game.turns().len(), game.position().hash()), (2, u64::from_be_bytes(kifu.board().hash().0)));
    let text = String::from_utf8(sgf).unwrap();
    for property in ["PB[Ann]", "PW[Ben]", "RE[W+R]", "DT[2026-11-15]"] {
        assert!(text.contains(property), "{property} is missing in {text}");
    }
    let mut party = Party::begun(11, settings(GameKind::Chinese, 9));
    for (who, mv) in [(0, "C3"), (1, "G7"), (0, "pass")] {
        party.choose(who, mv);
        party.settle();
    }
    let text = String::from_utf8(party.table.kifu().unwrap().sgf(party.clients[0].names(), "")).unwrap();
    assert!(text.contains(";B[cg];W[gc];B[]") && text.contains("RU[Chinese]"), "{text}");
}

#[test]
fn with_a_handicap_white_begins_and_the_record_has_the_stones() {
    let mut party = Party::begun(31, Settings { handicap: 2, ..settings(GameKind::Chinese, 9) });
    assert_eq!(party.table.kifu().unwrap().board().picture().matches('X').count(), 2);
    let black = party.who_is(Color::Black);
    party.choose(black, "E5");
    party.settle();
    assert_eq!(party.table.kifu().unwrap().turns(), 0, "it is White's turn");
    party.choose(1 - black, "E5");
    party.settle();
    let kifu = party.table.kifu().unwrap();
    assert_eq!(kifu.turns(), 1);
    let sgf = String::from_utf8(kifu.sgf(&["Ann".into(), "Ben".into()], "")).unwrap();
    assert!(sgf.contains("HA[2]") && sgf.contains("AB[") && sgf.contains("W[ee]"), "{sgf}");
}

#[test]
fn invalid_settings_are_refused() {
    let bot = Opponent::Bot(BotLevel::Hard);
    for (settings, playable) in [
        (Settings { handicap: 9, ..settings(GameKind::Japanese, 19) }, true),
        (Settings { handicap: 1, ..settings(GameKind::Japanese, 19) }, false),
        (Settings { handicap: 10, ..settings(GameKind::Japanese, 19) }, false),
        (Settings { handicap: 2, ..settings(GameKind::Red, 19) }, false),
        (Settings { opponent: bot.clone(), ..settings(GameKind::Chinese, 19) }, true),
        (Settings { opponent: bot, ..settings(GameKind::Red, 19) }, false),
        (Settings { opponent: Opponent::Engine("x".repeat(33)), ..settings(GameKind::Chinese, 19) }, false),
    ] {
        assert_eq!(settings.check().is_ok(), playable, "{settings:?}");
        let written = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&written).unwrap(), settings);
    }
}
