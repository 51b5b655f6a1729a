//! A room's settings and players as one line of text.

use i18n::visible_line;
use play::protocol::{GameKind, Opponent, Settings};
use server::RoomSummary;

/// `9 × 9, simultaneous, 20 min + 3 × 30 s`
pub fn settings(settings: &Settings) -> String {
    let game = match settings.game {
        GameKind::Red => "simultaneous",
        GameKind::Hole => "simultaneous, collisions leave holes",
        GameKind::Void => "simultaneous, colliding stones are lost",
        GameKind::Chinese => "turn by turn, Chinese rules",
        GameKind::Japanese => "turn by turn, Japanese rules",
    };
    let size = settings.board_size;
    let handicap = match settings.handicap {
        0 => String::new(),
        stones => format!(", {stones} stones"),
    };
    let against = match &settings.opponent {
        Opponent::Person => String::new(),
        Opponent::Bot(level) => format!(", against the bot ({})", level.0.name()),
        Opponent::Engine(name) => format!(", against {}", visible_line(name)),
    };
    format!("{size} × {size}, {game}{handicap}, {}{against}", time(settings))
}

fn time(settings: &Settings) -> String {
    let Some(time) = settings.time else { return "no clock".to_owned() };
    let base = match (time.base_seconds / 60, time.base_seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    };
    match time.periods {
        _ if time.increment_seconds > 0 => format!("{base} + {} s per move", time.increment_seconds),
        0 => base,
        periods => format!("{base} + {periods} × {} s", time.period_seconds),
    }
}

/// Who plays whom, or the room's name while nobody does.
pub fn game(room: &RoomSummary) -> String {
    match &room.names {
        [Some(black), Some(white)] => format!("{} – {}", visible_line(black), visible_line(white)),
        _ => visible_line(&room.title).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use play::protocol::TimeSettings;

    use super::*;

    #[test]
    fn settings_are_described_in_players_terms() {
        let nine = Settings { board_size: 9, ..Settings::default() };
        assert_eq!(settings(&nine), "9 × 9, simultaneous, 20 min + 3 × 30 s");
        let time =
            Some(TimeSettings { base_seconds: 90, periods: 0, period_seconds: 0, increment_seconds: 0 });
        let japanese = Settings { game: GameKind::Japanese, time, ..Settings::default() };
        assert_eq!(settings(&japanese), "19 × 19, turn by turn, Japanese rules, 1 min 30 s");
        assert_eq!(time_of(None), "no clock");
    }

    fn time_of(time: Option<TimeSettings>) -> String {
        super::time(&Settings { time, ..Settings::default() })
    }
}
