//! What is said about a game: moves, clocks, results, and what to do now.

use play::clock::Reading;
use play::guest::{Ending, Guest};
use play::kifu::{Event, Half, Kifu, Stage};
use play::protocol::{Fault, Kind, Reason, Settings};
use rules::go::simultaneous::Cell;
use rules::go::{Color, Move, Outcome, Point, Size};

pub fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Red => "Both at once, red stones",
        Kind::Hole => "Both at once, holes",
        Kind::Void => "Both at once, stones lost",
        Kind::Chinese => "In turns, Chinese rules",
        Kind::Japanese => "In turns, Japanese rules",
    }
}

/// `45 min`, `1.5 h`.
pub fn minutes(minutes: u32) -> String {
    if minutes < 60 { format!("{minutes} min") } else { format!("{} h", f64::from(minutes) / 60.0) }
}

pub fn place(mv: Move, size: Size) -> String {
    match mv {
        Move::Place(at) => at.name(size),
        Move::Pass => "pass".to_owned(),
    }
}

/// `12:05`, `1:02:03`.
pub fn clock(reading: Reading) -> String {
    let left = match reading {
        Reading::Untimed => return "no clock".to_owned(),
        Reading::Out => return "0:00".to_owned(),
        Reading::Base { left } | Reading::ByoYomi { left, .. } => left,
    };
    // A clock that shows 0:00 would be out.
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

pub fn periods(reading: Reading) -> String {
    match reading {
        Reading::ByoYomi { periods: 1, .. } => "last period".to_owned(),
        Reading::ByoYomi { periods, .. } => format!("{periods} periods"),
        Reading::Out => "out of time".to_owned(),
        Reading::Base { .. } | Reading::Untimed => String::new(),
    }
}

pub fn turn(event: &Event, size: Size) -> [String; 2] {
    let half = |half: &Half| match half.passed_for {
        None => place(half.mv, size),
        Some(_) => format!("{} (for them)", place(half.mv, size)),
    };
    match event {
        Event::Turn { black_move, white_move } => [half(black_move), half(white_move)],
        Event::Move { color: Color::Black, mv, .. } => [place(*mv, size), String::new()],
        Event::Move { color: Color::White, mv, .. } => [String::new(), place(*mv, size)],
        Event::TakenBack { .. } | Event::Resumed | Event::Ended { .. } => Default::default(),
    }
}

/// What has just happened, for who does not see the board.
pub fn last_turn(kifu: &Kifu) -> String {
    let Some(event) = kifu.played().last().copied() else { return String::new() };
    let (number, [black, white]) = (kifu.turns(), turn(event, kifu.board().size()));
    match (black.is_empty(), white.is_empty()) {
        (false, false) if black == white && black != "pass" => {
            format!("Turn {number}: both on {black}.")
        }
        (false, false) => format!("Turn {number}: Black {black}, White {white}."),
        (false, true) => format!("Move {number}: Black {black}."),
        (true, _) => format!("Move {number}: White {white}."),
    }
}

/// `Q16, black stone`.
pub fn point(kifu: &Kifu, at: Point) -> String {
    let what = match (kifu.board().at(at), kifu.settings().game) {
        (Cell::Empty, _) => "empty",
        (Cell::Stone(Color::Black), _) => "black stone",
        (Cell::Stone(Color::White), _) => "white stone",
        (Cell::Red, Kind::Hole) => "hole",
        (Cell::Red, _) => "red stone",
    };
    format!("{}, {what}", at.name(kifu.board().size()))
}

pub fn settings(settings: &Settings) -> String {
    let time = settings.time.map_or("no clock".to_owned(), |time| {
        let base = if time.base_seconds % 60 == 0 {
            minutes(time.base_seconds / 60)
        } else {
            format!("{} s", time.base_seconds)
        };
        format!("{base} + {} × {} s", time.periods, time.period_seconds)
    });
    let game = kind(settings.game);
    format!("{0} × {0} · {game} · {time} · komi {1}", settings.board_size, settings.komi())
}

pub fn watching(spectators: u32) -> String {
    match spectators {
        0 => String::new(),
        1 => "1 is watching".to_owned(),
        many => format!("{many} are watching"),
    }
}

/// What keeps this page out of the room.
pub fn trouble(refused: Option<Fault>) -> Option<&'static str> {
    match refused? {
        Fault::Full => Some("Both seats are taken."),
        Fault::Version => Some("The host speaks another version: load this page again."),
        Fault::Replaced => Some("Your seat was taken from another window."),
        _ => None,
    }
}

pub fn result(ending: Ending) -> String {
    let winner = ending.result.winner().map(color);
    match (winner, ending.result, ending.reason) {
        (Some(winner), Outcome::Won(_, Some(points)), _) => format!("{winner} wins by {points}"),
        (Some(winner), _, Reason::Resignation) => format!("{winner} wins by resignation"),
        (Some(winner), _, Reason::Time) => format!("{winner} wins on time"),
        (Some(winner), _, Reason::Absence) => format!("{winner} wins: the other was away too long"),
        (Some(winner), _, Reason::Fault) => format!("{winner} wins: the other twice did not show a move"),
        (Some(winner), ..) => format!("{winner} wins"),
        (None, Outcome::Draw, _) => "A draw".to_owned(),
        (None, ..) => "No result".to_owned(),
    }
}

/// The line that says what to do now.
pub fn status(guest: &Guest) -> String {
    let Some(kifu) = guest.kifu() else { return String::new() };
    if let Some(deceit) = guest.deceit() {
        return format!("The host is not to be trusted: {deceit}.");
    }
    let you = guest.color();
    let away = |color: Color| you.is_some() && !guest.seats().present[color as usize];
    let name = |color: Color| guest.names()[color as usize].as_str();
    match (kifu.stage(), you) {
        (Stage::Over(_), _) => guest.ending().map_or_else(|| "The game is over.".to_owned(), result),
        _ if guest.seats().adjourned => "Adjourned. The game goes on when both are ready.".to_owned(),
        _ if !guest.is_connected() => {
            let trouble = trouble(guest.last_refusal().map(|(code, _)| code));
            trouble.unwrap_or("The connection is lost; trying again …").to_owned()
        }
        (_, Some(you)) if away(you.other()) => format!("{} is away; the clocks wait.", name(you.other())),
        (Stage::Count | Stage::TooLong, Some(_)) => {
            "Both passed. Mark the groups that are dead, then agree.".to_owned()
        }
        (Stage::Count | Stage::TooLong, None) => "Both passed; the players count.".to_owned(),
        (Stage::Play, None) => "You are watching.".to_owned(),
        (Stage::Play, Some(you)) => to_do(guest, name(you.other())),
    }
}

fn to_do(guest: &Guest, opponent: &str) -> String {
    let simultaneous = guest.kifu().is_some_and(|kifu| kifu.settings().game.is_simultaneous());
    match (guest.is_your_turn(), guest.opponent_is_ready(), guest.has_chosen()) {
        (true, true, _) => format!("{opponent} has moved. Choose a point, or pass."),
        (true, ..) if simultaneous => "Choose a point, or pass.".to_owned(),
        (true, ..) => "Your turn. Choose a point, or pass.".to_owned(),
        (false, _, true) if simultaneous => format!("You have moved. Waiting for {opponent} …"),
        _ => format!("Waiting for {opponent} …"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::protocol::{Hex, Time};
    use std::time::Duration;

    #[test]
    fn a_clock_never_shows_nothing_while_something_is_left() {
        for (millis, shown) in [(1, "0:01"), (1000, "0:01"), (61_000, "1:01"), (3_723_000, "1:02:03")] {
            let left = Duration::from_millis(millis);
            assert_eq!(clock(Reading::Base { left }), shown);
        }
        assert_eq!(clock(Reading::Out), "0:00");
    }

    #[test]
    fn settings_are_said_in_one_line() {
        let time = Some(Time { base_seconds: 5400, periods: 3, period_seconds: 30 });
        let said = settings(&Settings { time, ..Settings::default() });
        assert_eq!(said, "19 × 19 · Both at once, red stones · 1.5 h + 3 × 30 s · komi 0");
    }

    #[test]
    fn a_turn_is_told_to_who_does_not_see_it() {
        let mut kifu = Kifu::new(Hex([0; 16]), Settings { board_size: 9, ..Settings::default() });
        let half = |mv| Half { mv, commit: None, nonce: None, passed_for: None, spent: 0 };
        let at = |x, y| Move::Place(Point::new(x, y));
        for (black, white, said) in [
            (at(2, 6), at(6, 2), "Turn 1: Black C3, White G7."),
            (at(4, 4), at(4, 4), "Turn 2: both on E5."),
            (at(0, 0), Move::Pass, "Turn 3: Black A9, White pass."),
        ] {
            kifu.write(Event::Turn { black_move: half(black), white_move: half(white) }).unwrap();
            assert_eq!(last_turn(&kifu), said);
        }
        assert_eq!(point(&kifu, Point::new(4, 4)), "E5, red stone");
    }
}
