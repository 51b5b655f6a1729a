//! The commands of plain mode.

use rules::go::Point;

use crate::term::keys::Action;
use crate::term::screen::game::{GameScreen, Mode};

/// A parsed line that is about the game on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Play(Point),
    /// An action that has a key too.
    Action(Action),
    Dead(Point),
    Variation(usize),
    Gtp(String),
    Variations,
    Comment,
    Retry,
    Board,
    Stones,
    Moves,
    Help,
    Quit,
    Resign,
}

impl Command {
    pub(super) fn read(line: &str, game: &GameScreen) -> Option<Command> {
        let size = game.record().size();
        let lower = line.to_lowercase();
        if let Some(at) = lower.strip_prefix("dead ").and_then(|name| Point::from_name(name.trim(), size)) {
            return Some(Command::Dead(at));
        }
        if let Some(number) = lower.strip_prefix("variation ").and_then(|number| number.trim().parse().ok()) {
            return Some(Command::Variation(number));
        }
        if let Some(text) = line.strip_prefix("gtp ") {
            return Some(Command::Gtp(text.to_owned()));
        }
        let counting = game.is_counting();
        Some(match lower.as_str() {
            "pass" => Command::Action(Action::Pass),
            "undo" => Command::Action(Action::Undo),
            "resign" => Command::Resign,
            "score" | "count" if !counting => Command::Action(Action::Score),
            "accept" if counting => Command::Action(Action::Score),
            "resume" if counting => Command::Action(Action::Leave),
            "alive" if counting => Command::Action(Action::Cancel),
            "retry" => Command::Retry,
            "back" => Command::Action(Action::Back),
            "next" => Command::Action(Action::Forward),
            "start" => Command::Action(Action::Start),
            "end" => Command::Action(Action::End),
            "plan" => Command::Action(Action::Plan),
            "analyse" | "analysis" => Command::Action(Action::Analyse),
            "continue" => match game.mode {
                Mode::Review => Command::Action(Action::Continue),
                _ => Command::Action(Action::PlayOn),
            },
            "game" => Command::Action(Action::NextGame),
            "record" => Command::Action(Action::Record),
            "review" => Command::Action(Action::ReviewGame),
            "rematch" => Command::Action(Action::Rematch),
            "studio" => Command::Action(Action::Studio),
            "comment" => Command::Comment,
            "variations" => Command::Variations,
            "board" => Command::Board,
            "stones" => Command::Stones,
            "moves" => Command::Moves,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            name => Command::Play(Point::from_name(name, size)?),
        })
    }
}

/// A parsed line that is about other games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GamesCommand {
    New,
    /// Goes on with the last game.
    Resume,
    History,
    Filter(String),
    Open(usize),
    Delete(usize),
    Save(usize, String),
    /// Who plays on, or instead of the opponent.
    Opponent(String),
    Settings,
    Set(String, String),
    Help,
}

impl GamesCommand {
    pub(super) fn read(line: &str) -> Option<GamesCommand> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let number = || rest.split(' ').next().and_then(|number| number.parse().ok());
        let with_rest =
            |command: fn(String) -> GamesCommand| (!rest.is_empty()).then(|| command(rest.to_owned()));
        match (word.to_lowercase().as_str(), rest) {
            ("new", "") => Some(GamesCommand::New),
            ("resume", "last") => Some(GamesCommand::Resume),
            ("history", "") => Some(GamesCommand::History),
            ("settings", "") => Some(GamesCommand::Settings),
            ("games", "help") | ("help", "games") => Some(GamesCommand::Help),
            ("filter", _) => Some(GamesCommand::Filter(rest.to_owned())),
            ("open", _) => number().map(GamesCommand::Open),
            ("delete", _) => number().map(GamesCommand::Delete),
            ("opponent", _) => with_rest(GamesCommand::Opponent),
            ("save", _) => {
                let (_, path) = rest.split_once(' ')?;
                Some(GamesCommand::Save(number()?, path.trim().to_owned()))
            }
            ("set", _) => {
                let (name, value) = rest.split_once(' ')?;
                Some(GamesCommand::Set(name.to_lowercase(), value.trim().to_owned()))
            }
            _ => None,
        }
    }
}
