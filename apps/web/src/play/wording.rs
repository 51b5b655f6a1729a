//! Texts about a game: moves, clocks, and results.

mod status;

use i18n::{Language, fill};
use play::client::{Client, Ending, Notice};
use play::clock::Reading;
use play::kifu::{Event, HalfTurn, Kifu};
use play::peer::Transport;
use play::protocol::{EndReason, ErrorCode, GameKind, Opponent, Settings, TimeSettings};
use rules::go::simultaneous::Cell;
use rules::go::{Color, Move, Outcome, Point, Points, Size};

pub use status::status;

use super::level;
use super::peer::PeerStatus;
use super::rule_cases;
use crate::language;

pub fn color(color: Color) -> &'static str {
    match color {
        Color::Black => language::play().black,
        Color::White => language::play().white,
    }
}

pub fn kind(kind: GameKind) -> &'static str {
    let words = language::play();
    match kind {
        GameKind::Red => words.kind_red,
        GameKind::Hole => words.kind_hole,
        GameKind::Void => words.kind_void,
        GameKind::Chinese => words.kind_chinese,
        GameKind::Japanese => words.kind_japanese,
    }
}

/// `45 min`, `1.5 h`.
pub fn minutes(minutes: u32) -> String {
    let (language, words) = (language::here(), language::play());
    if minutes < 60 {
        return fill(words.minutes, &[("n", &minutes.to_string())]);
    }
    let places = if minutes.is_multiple_of(60) { 0 } else { 1 };
    fill(words.hours, &[("n", &language.decimal(f64::from(minutes) / 60.0, places))])
}

pub fn seconds(seconds: u32) -> String {
    fill(language::play().seconds, &[("n", &seconds.to_string())])
}

/// `6.5`, with the decimal separator of the language.
pub fn points(points: Points) -> String {
    let quarters = points.in_quarters();
    let places = match quarters.rem_euclid(4) {
        0 => 0,
        2 => 1,
        _ => 2,
    };
    language::here().decimal(f64::from(quarters) / 4.0, places)
}

pub fn move_text(mv: Move, size: Size) -> String {
    match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => language::play().pass_move.to_owned(),
    }
}

/// `12:05`, `1:02:03`.
pub fn clock(reading: Reading) -> String {
    let left = match reading {
        Reading::Untimed => return language::play().no_clock.to_owned(),
        Reading::Out => return "0:00".to_owned(),
        Reading::Base { left } | Reading::ByoYomi { left, .. } => left,
    };
    // Rounded up: 0:00 would mean that the time is out.
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

pub fn periods(reading: Reading) -> String {
    let words = language::play();
    match reading {
        Reading::ByoYomi { periods: 1, .. } => words.last_period.to_owned(),
        Reading::ByoYomi { periods, .. } => language::here().count(words.period_count, periods.into()),
        Reading::Out => words.time_is_out.to_owned(),
        Reading::Base { .. } | Reading::Untimed => String::new(),
    }
}

pub fn turn(event: &Event, size: Size) -> [String; 2] {
    let half = |half: &HalfTurn| match half.passed_for {
        None => move_text(half.mv, size),
        Some(_) => fill(language::play().passed_for, &[("move", &move_text(half.mv, size))]),
    };
    match event {
        Event::Turn { black_move, white_move } => [half(black_move), half(white_move)],
        Event::Move { color: Color::Black, mv, .. } => [move_text(*mv, size), String::new()],
        Event::Move { color: Color::White, mv, .. } => [String::new(), move_text(*mv, size)],
        Event::TakenBack { .. } | Event::Resumed | Event::Ended { .. } => Default::default(),
    }
}

/// The last turn, for screen readers.
pub fn last_turn(kifu: &Kifu) -> String {
    let words = language::play();
    let Some(event) = kifu.played().last().copied() else { return String::new() };
    let (number, [black, white]) = (kifu.turns().to_string(), turn(event, kifu.board().size()));
    match (black.is_empty(), white.is_empty()) {
        (false, false) if black == white && black != words.pass_move => {
            fill(words.turn_same, &[("n", &number), ("point", &black)])
        }
        (false, false) => fill(words.turn_both, &[("n", &number), ("black", &black), ("white", &white)]),
        (false, true) => fill(words.move_black, &[("n", &number), ("point", &black)]),
        (true, _) => fill(words.move_white, &[("n", &number), ("point", &white)]),
    }
}

/// What happened in the last turn of a simultaneous game, if newcomers may wonder.
pub fn happened(kifu: &Kifu) -> String {
    let size = kifu.board().size();
    let resolved = kifu.last_resolved().zip(kifu.settings().game.variant());
    resolved.map_or_else(String::new, |((turn, unchanged), variant)| {
        rule_cases::happened(&turn.event, &turn.removed, unchanged, size, variant)
    })
}

/// The stones that Black and White lose, each beginning with a space.
pub fn lost(stones: [usize; 2]) -> String {
    let mut text = String::new();
    for (player, stones) in Color::BOTH.into_iter().zip(stones) {
        if stones > 0 {
            text.push(' ');
            text += &language::here().count_with(
                language::play().loses_stones,
                stones,
                &[("color", color(player))],
            );
        }
    }
    text
}

/// `Q16, black stone`.
pub fn point(kifu: &Kifu, at: Point) -> String {
    let words = language::play();
    let what = match (kifu.board().at(at), kifu.settings().game) {
        (Cell::Empty, _) => words.empty,
        (Cell::Stone(Color::Black), _) => words.black_stone,
        (Cell::Stone(Color::White), _) => words.white_stone,
        (Cell::Red, GameKind::Hole) => words.hole,
        (Cell::Red, _) => words.red_stone,
    };
    [&at.name(kifu.board().size()), what].join(language::frame().comma)
}

/// `20 min + 3 × 30 s`, `3 min + 2 s per move`.
pub fn time(time: TimeSettings) -> String {
    let words = language::play();
    let whole = time.base_seconds.is_multiple_of(60);
    let base = if whole { minutes(time.base_seconds / 60) } else { seconds(time.base_seconds) };
    if time.increment_seconds > 0 {
        let each = time.increment_seconds.to_string();
        return fill(words.increment_line, &[("base", &base), ("seconds", &each)]);
    }
    if time.periods == 0 {
        return base;
    }
    let (periods, each) = (time.periods.to_string(), time.period_seconds.to_string());
    fill(words.time_line, &[("base", &base), ("periods", &periods), ("seconds", &each)])
}

pub fn settings(settings: &Settings) -> String {
    let words = language::play();
    let time = settings.time.map_or(words.no_clock.to_owned(), time);
    let (size, komi) = (settings.board_size.to_string(), points(settings.komi()));
    let values = [("size", &*size), ("game", kind(settings.game)), ("time", &time), ("komi", &komi)];
    let mut text = fill(words.settings_line, &values);
    if settings.handicap > 0 {
        text += " · ";
        text += &fill(words.settings_handicap, &[("n", &settings.handicap.to_string())]);
    }
    if !settings.opponent.is_person() {
        text += " · ";
        text += &fill(words.against, &[("name", &opponent(&settings.opponent))]);
    }
    text
}

pub fn handicap(stones: u8) -> String {
    match stones {
        0 => language::play().no_handicap.to_owned(),
        many => language::here().count(language::play().handicap_count, usize::from(many)),
    }
}

/// The opponent chosen in the settings.
pub fn opponent(opponent: &Opponent) -> String {
    let words = language::play();
    match opponent {
        Opponent::Person => words.another_player.to_owned(),
        Opponent::Bot(strength) => fill(words.bot_of, &[("level", level::name(strength.0))]),
        Opponent::Engine(name) => name.clone(),
    }
}

/// `Direct connection · 3 ms`.
pub fn connection(connection: &PeerStatus) -> String {
    let words = language::play();
    let way = match (connection.transport, connection.possible) {
        (Transport::Direct, _) => words.direct,
        (Transport::Relay, true) => words.through_host,
        (Transport::Relay, false) => words.no_direct,
    };
    match connection.round_trip {
        Some(time) => {
            let millis = time.as_millis().max(1).to_string();
            fill(words.round_trip, &[("way", way), ("n", &millis)])
        }
        None => way.to_owned(),
    }
}

pub fn watching(spectators: u32) -> String {
    match spectators {
        0 => String::new(),
        many => language::here().count(language::play().watching, many as usize),
    }
}

/// The label of the board for screen readers.
pub fn board(client: &Client, size: Size) -> String {
    let values = [("size", &*size.width().to_string()), ("status", &status(client))];
    fill(language::play().board_label, &values)
}

/// Why the page could not join the room.
pub fn join_error(refused: Option<ErrorCode>) -> Option<&'static str> {
    let words = language::play();
    match refused? {
        ErrorCode::Full => Some(words.seats_taken),
        ErrorCode::Password => Some(words.wrong_password),
        ErrorCode::RoomClosed => Some(words.room_closed),
        ErrorCode::Version => Some(words.other_version),
        ErrorCode::Replaced => Some(words.seat_replaced),
        _ => None,
    }
}

/// Why a request was refused. The host sends a code and an English text.
pub fn refusal(code: ErrorCode, message: &str) -> String {
    let words = language::play();
    let text = match code {
        _ if language::here() == Language::En => message,
        ErrorCode::Malformed | ErrorCode::Version | ErrorCode::UnknownToken => words.why_malformed,
        ErrorCode::Full | ErrorCode::NoSeat | ErrorCode::Replaced => words.why_no_seat,
        ErrorCode::Password => words.wrong_password,
        ErrorCode::RoomClosed => words.room_closed,
        ErrorCode::NotNow | ErrorCode::Undeliverable => words.why_not_now,
        ErrorCode::NotYourTurn => words.why_not_your_turn,
        ErrorCode::IllegalMove => words.why_illegal,
        ErrorCode::AlreadySubmitted => words.why_submitted,
        ErrorCode::OutOfTime => words.time_is_out,
        ErrorCode::Settings => words.why_settings,
        ErrorCode::TooFast => words.why_too_fast,
        ErrorCode::Engine => words.why_engine,
        ErrorCode::EngineBusy => words.why_engine_busy,
        ErrorCode::NotJournaled | ErrorCode::Journaled => words.why_not_journaled,
    };
    text.to_owned()
}

pub fn notice(notice: Notice) -> &'static str {
    let words = language::play();
    match notice {
        Notice::TakebackDeclined => words.takeback_declined,
        Notice::RematchDeclined => words.rematch_declined,
        Notice::SettingsChanged => words.settings_changed,
    }
}

pub fn result(ending: Ending) -> String {
    let words = language::play();
    let won = |text| ending.result.winner().map(|winner| fill(text, &[("winner", color(winner))]));
    let text = match (ending.result, ending.reason) {
        (Outcome::Won(_, Some(by)), _) => {
            won(words.wins_by).map(|text| fill(&text, &[("points", &points(by))]))
        }
        (Outcome::Draw, _) => Some(words.draw.to_owned()),
        (_, EndReason::Resignation) => won(words.wins_resignation),
        (_, EndReason::Time) => won(words.wins_time),
        (_, EndReason::Absence) => won(words.wins_absence),
        (_, EndReason::Fault) => won(words.wins_fault),
        _ => won(words.wins),
    };
    text.unwrap_or_else(|| words.no_result.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::protocol::Hex;
    use std::time::Duration;

    #[test]
    fn a_clock_shows_zero_only_when_the_time_is_out() {
        for (millis, shown) in [(1, "0:01"), (1000, "0:01"), (61_000, "1:01"), (3_723_000, "1:02:03")] {
            let left = Duration::from_millis(millis);
            assert_eq!(clock(Reading::Base { left }), shown);
        }
        assert_eq!(clock(Reading::Out), "0:00");
    }

    #[test]
    fn settings_fit_on_one_line() {
        let time =
            Some(TimeSettings { base_seconds: 5400, periods: 3, period_seconds: 30, increment_seconds: 0 });
        let text = settings(&Settings { time, ..Settings::default() });
        assert_eq!(text, "19 × 19 · Simultaneous, red stones · 1.5 h + 3 × 30 s · komi 0");
    }

    #[test]
    fn the_connection_to_the_opponent_is_described() {
        for (transport, possible, millis, text) in [
            (Transport::Direct, true, Some(3), "Direct connection · 3 ms"),
            (Transport::Direct, true, Some(0), "Direct connection · 1 ms"),
            (Transport::Relay, true, None, "Via the host"),
            (
                Transport::Relay,
                false,
                Some(12),
                "Via the host: this browser does not support direct connections · 12 ms",
            ),
        ] {
            let round_trip = millis.map(Duration::from_millis);
            assert_eq!(connection(&PeerStatus { transport, round_trip, possible }), text);
        }
    }

    #[test]
    fn a_turn_is_described_for_screen_readers() {
        let mut kifu = Kifu::new(Hex([0; 16]), Settings { board_size: 9, ..Settings::default() });
        let half = |mv| HalfTurn { mv, commit: None, nonce: None, passed_for: None, spent: 0 };
        let at = |x, y| Move::Place(Point::new(x, y));
        for (black, white, text) in [
            (at(2, 6), at(6, 2), "Turn 1: Black C3, White G7."),
            (at(4, 4), at(4, 4), "Turn 2: both on E5."),
            (at(0, 0), Move::Pass, "Turn 3: Black A9, White pass."),
        ] {
            kifu.append(Event::Turn { black_move: half(black), white_move: half(white) }).unwrap();
            assert_eq!(last_turn(&kifu), text);
        }
        assert_eq!(point(&kifu, Point::new(4, 4)), "E5, red stone");
    }
}
