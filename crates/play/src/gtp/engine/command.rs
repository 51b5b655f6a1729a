//! The commands of the protocol and how a line is parsed.

use std::str::FromStr;

use rules::go::{Color, Move, Point, Size};

use super::analysis::Dialect;

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
    SetRules,
    GetRules,
    SetRule,
    Analyze(Dialect),
    GenMoveAnalyze(Dialect),
    Stop,
}

const NAMES: [(&str, Command); 33] = [
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
    ("kata-set-rules", Command::SetRules),
    ("kata-get-rules", Command::GetRules),
    ("kata-set-rule", Command::SetRule),
    ("kata-analyze", Command::Analyze(Dialect::KataGo)),
    ("lz-analyze", Command::Analyze(Dialect::LeelaZero)),
    ("kata-genmove_analyze", Command::GenMoveAnalyze(Dialect::KataGo)),
    ("lz-genmove_analyze", Command::GenMoveAnalyze(Dialect::LeelaZero)),
    ("stop", Command::Stop),
];

impl Command {
    pub(super) fn named(name: &str) -> Option<Command> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
    }

    /// Some make sense only in simultaneous Go, some only in ordinary Go.
    pub(super) fn is_known(self, simultaneous: bool) -> bool {
        match self {
            Command::PlayTurn | Command::GenMoveSimultaneous | Command::Variant => simultaneous,
            Command::SetRules | Command::GetRules | Command::SetRule => !simultaneous,
            _ => true,
        }
    }

    pub(super) fn list(simultaneous: bool) -> String {
        let known = NAMES.iter().filter(|(_, command)| command.is_known(simultaneous));
        known.map(|(name, _)| *name).collect::<Vec<_>>().join("\n")
    }
}

/// `12 play b D4 # a comment`
pub(super) struct ParsedLine {
    pub(super) id: String,
    pub(super) command: String,
    rest: Vec<String>,
}

impl ParsedLine {
    /// None for empty lines and comments. Control characters are dropped, except tabs, which are blanks.
    pub(super) fn read(line: &str) -> Option<ParsedLine> {
        let line = line.split('#').next().unwrap_or_default();
        let visible = line.chars().filter(|c| *c == '\t' || !c.is_control());
        let line: String = visible.collect();
        let mut words = line.split_whitespace().map(str::to_owned);
        let first = words.next()?;
        let (id, command) = match first.bytes().all(|b| b.is_ascii_digit()) {
            true => (first, words.next().unwrap_or_default()),
            false => (String::new(), first),
        };
        Some(ParsedLine { id, command, rest: words.collect() })
    }

    /// Everything after the command.
    pub(super) fn rest(&self) -> &[String] {
        &self.rest
    }

    pub(super) fn count(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn text(&self, n: usize) -> Option<&str> {
        self.rest.get(n).map(String::as_str)
    }

    pub(super) fn number<N: FromStr>(&self, n: usize) -> Result<N, &'static str> {
        self.text(n).and_then(|text| text.parse().ok()).ok_or("syntax error")
    }

    pub(super) fn color(&self, n: usize) -> Result<Color, &'static str> {
        self.text(n).and_then(color).ok_or("syntax error")
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

pub(super) fn color(text: &str) -> Option<Color> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}
