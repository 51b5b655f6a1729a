//! The commands of the protocol and how a line is parsed.

use std::str::FromStr;

use rules::go::{Color, Move, Point, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    ProtocolVersion,
    Name,
    Version,
    Known,
    List,
    Quit,
    BoardSize,
    ClearBoard,
    Komi,
    Play,
    GenMove,
    RegGenMove,
    Undo,
    TimeSettings,
    TimeLeft,
    FinalScore,
    FinalStatusList,
    ShowBoard,
    FixedHandicap,
    PlaceFreeHandicap,
    SetFreeHandicap,
    LoadSgf,
    PlayTurn,
    GenMoveSimultaneous,
    Variant,
}

const NAMES: [(&str, Command); 25] = [
    ("protocol_version", Command::ProtocolVersion),
    ("name", Command::Name),
    ("version", Command::Version),
    ("known_command", Command::Known),
    ("list_commands", Command::List),
    ("quit", Command::Quit),
    ("boardsize", Command::BoardSize),
    ("clear_board", Command::ClearBoard),
    ("komi", Command::Komi),
    ("play", Command::Play),
    ("genmove", Command::GenMove),
    ("reg_genmove", Command::RegGenMove),
    ("undo", Command::Undo),
    ("time_settings", Command::TimeSettings),
    ("time_left", Command::TimeLeft),
    ("final_score", Command::FinalScore),
    ("final_status_list", Command::FinalStatusList),
    ("showboard", Command::ShowBoard),
    ("fixed_handicap", Command::FixedHandicap),
    ("place_free_handicap", Command::PlaceFreeHandicap),
    ("set_free_handicap", Command::SetFreeHandicap),
    ("loadsgf", Command::LoadSgf),
    ("play_turn", Command::PlayTurn),
    ("genmove_simultaneous", Command::GenMoveSimultaneous),
    ("simultaneous_variant", Command::Variant),
];

impl Command {
    pub(super) fn named(name: &str) -> Option<Command> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
    }

    /// Some make sense only in simultaneous Go.
    pub(super) fn is_known(self, simultaneous: bool) -> bool {
        simultaneous || !matches!(self, Command::PlayTurn | Command::GenMoveSimultaneous | Command::Variant)
    }

    pub(super) fn list(simultaneous: bool) -> String {
        let known = NAMES.iter().filter(|(_, command)| command.is_known(simultaneous));
        known.map(|(name, _)| *name).collect::<Vec<_>>().join("\n")
    }
}

/// `12 play b D4 # a comment`
pub(super) struct ParsedLine<'a> {
    pub(super) id: String,
    pub(super) command: &'a str,
    rest: Vec<&'a str>,
}

impl<'a> ParsedLine<'a> {
    /// None for empty lines and comments.
    pub(super) fn read(line: &'a str) -> Option<ParsedLine<'a>> {
        let line = line.split('#').next().unwrap_or_default();
        // GTP says to discard control characters; here they separate words, which is the same for valid lines.
        let mut words = line.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty());
        let first = words.next()?;
        let (id, command) = match first.bytes().all(|b| b.is_ascii_digit()) {
            true => (first, words.next().unwrap_or_default()),
            false => ("", first),
        };
        Some(ParsedLine { id: id.to_owned(), command, rest: words.collect() })
    }

    pub(super) fn count(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn text(&self, n: usize) -> Option<&'a str> {
        self.rest.get(n).copied()
    }

    pub(super) fn number<N: FromStr>(&self, n: usize) -> Result<N, &'static str> {
        self.text(n).and_then(|text| text.parse().ok()).ok_or("syntax error")
    }

    pub(super) fn color(&self, n: usize) -> Result<Color, &'static str> {
        match self.text(n).map(str::to_ascii_lowercase).as_deref() {
            Some("b" | "black") => Ok(Color::Black),
            Some("w" | "white") => Ok(Color::White),
            _ => Err("syntax error"),
        }
    }

    /// None for `resign`.
    pub(super) fn choice(&self, n: usize, size: Size) -> Result<Option<Move>, &'static str> {
        let text = self.text(n).ok_or("syntax error")?;
        match text.to_ascii_lowercase().as_str() {
            "pass" => Ok(Some(Move::Pass)),
            "resign" => Ok(None),
            _ => match Point::from_name(text, size) {
                Some(at) => Ok(Some(Move::Place(at))),
                None => Err("syntax error"),
            },
        }
    }
}
