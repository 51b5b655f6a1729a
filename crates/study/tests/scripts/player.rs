//! Words of a script are chords of the table (`Right`, `Ctrl+Z`), clicks (`click:D4`, `shift:D4`, `ctrl:`, `alt:`,
//! `jump:`, `right:`), answers (`yes`, `no`, `save`, `discard`, `cancel`), `type:text_with_underscores`, `tool:arrow`,
//! `drag:A1-C3`, `set-up:white`, `judge:good2`, `property:TR=aa,bb`, `open:(;…)`, and `wait:6s`. The effects of the
//! last word are in `effects`.

use std::time::Duration;

use i18n::Language;
use moment::Moment;
use record::GameRecord;
use record::go::{MoveJudgement, PositionJudgement};
use rules::go::{Color, Point};
use study::{
    Answer, Chord, ClickModifiers, Command, Effect, FileName, Focus, GoInput, Input, Judgement, Opened,
    Platform, Tool, Workspace, command_for,
};

pub struct Player {
    pub workspace: Workspace,
    pub now: Moment,
    pub effects: Vec<Effect>,
    pub files: usize,
}

impl Player {
    pub fn with(record: &str) -> Player {
        let workspace = workspace();
        let mut player = Player { workspace, now: Moment::ORIGIN, effects: Vec::new(), files: 0 };
        player.word(&format!("open:{record}"));
        player
    }

    pub fn plays(mut self, script: &str) -> Player {
        for word in script.split_whitespace() {
            self.word(word);
        }
        self
    }

    pub fn word(&mut self, word: &str) {
        let input = match word.split_once(':') {
            Some((kind, rest)) if kind.chars().all(|c| c.is_lowercase() || c == '-') => {
                match self.input_for(kind, rest) {
                    Some(input) => input,
                    None => return,
                }
            }
            _ => match word {
                "yes" => Input::Answer(Answer::Yes),
                "no" => Input::Answer(Answer::No),
                "save" => Input::Answer(Answer::Save),
                "discard" => Input::Answer(Answer::Discard),
                "cancel" => Input::Answer(Answer::Cancel),
                chord => Input::Do(
                    command_for(Chord::parse(chord), Focus::Board, Platform::Browser)
                        .unwrap_or_else(|| panic!("{chord} means nothing")),
                ),
            },
        };
        self.effects = self.workspace.handle(self.now, input);
    }

    pub fn input_for(&mut self, kind: &str, rest: &str) -> Option<Input> {
        Some(match kind {
            "open" => {
                self.files += 1;
                let name = format!("game{}.sgf", self.files);
                let file = FileName {
                    identity: format!("/games/{name}"),
                    path: Some(format!("/games/{name}")),
                    name,
                };
                Input::Opened(Opened { file, bytes: rest.as_bytes().to_vec(), autosaved: None })
            }
            "type" => Input::Comment(rest.replace('_', " ").replace('/', "\n")),
            "name" => Input::Go(GoInput::Name(rest.to_owned())),
            "find" => Input::Find(rest.to_owned()),
            "move" => Input::MoveNumber(rest.parse().unwrap()),
            "do" => {
                Input::Do(*NAMED.iter().find(|(name, _)| *name == rest).map(|(_, command)| command).unwrap())
            }
            "tool" => Input::Go(GoInput::SelectTool(tool(rest))),
            "set-up" => {
                Input::Go(GoInput::SetUpWith(if rest == "white" { Color::White } else { Color::Black }))
            }
            "drag" => {
                let (from, to) = rest.split_once('-').unwrap();
                Input::Go(GoInput::Drag { from: self.point(from), to: self.point(to) })
            }
            "judge" => Input::Go(GoInput::Judge(judgement(rest))),
            "property" => {
                let (name, values) = rest.split_once('=').unwrap();
                let values = values.split(',').filter(|value| !value.is_empty());
                Input::Go(GoInput::SetProperties(vec![(
                    name.to_owned(),
                    values.map(str::to_owned).collect(),
                )]))
            }
            "game" => {
                Input::ChooseGame { game: self.workspace.current().id(), number: rest.parse().unwrap() }
            }
            "wait" => {
                self.now += Duration::from_secs(rest.trim_end_matches('s').parse().unwrap());
                Input::Wake
            }
            held => {
                let at = self.point(rest);
                let held = ClickModifiers {
                    ctrl: matches!(held, "ctrl" | "jump"),
                    shift: matches!(held, "shift" | "jump"),
                    alt: held == "alt",
                    right_button: held == "right",
                };
                Input::Go(GoInput::Click { at, held })
            }
        })
    }

    fn point(&self, name: &str) -> Point {
        Point::from_name(name, self.workspace.current().go().unwrap().size()).unwrap()
    }

    pub fn written(&self) -> String {
        String::from_utf8(self.workspace.current().record().write()).unwrap()
    }

    pub fn path(&self) -> String {
        let record = self.workspace.current().go().unwrap();
        record.tree().path(record.here()).to_string()
    }

    /// The stones, row by row from the top.
    pub fn board(&self) -> String {
        let record = self.workspace.current().go().unwrap();
        let sign = |at| match record.position().get(at) {
            Some(Color::Black) => "X",
            Some(Color::White) => "O",
            None => ".",
        };
        let (width, height) = (record.size().width(), record.size().height());
        let row = |y| (0..width).map(|x| sign(Point::new(x, y))).collect::<Vec<_>>().join(" ");
        (0..height).map(row).collect::<Vec<_>>().join("\n")
    }

    pub fn sentence(&self) -> String {
        let text = |effect: &Effect| match effect {
            Effect::Notify(text) | Effect::NotifyPlace(text) => Some(text.clone()),
            Effect::Ask(question) => Some(question.text(Language::En)),
            _ => None,
        };
        self.effects.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    }
}

fn tool(name: &str) -> Tool {
    match name {
        "stone" => Tool::Stone,
        "triangle" => Tool::Triangle,
        "square" => Tool::Square,
        "circle" => Tool::Circle,
        "cross" => Tool::Cross,
        "letter" => Tool::Letter,
        "number" => Tool::Number,
        "arrow" => Tool::Arrow,
        "line" => Tool::Line,
        "black-area" => Tool::Territory(Color::Black),
        "white-area" => Tool::Territory(Color::White),
        "erase" => Tool::Erase,
        text => Tool::Label(text.to_owned()),
    }
}

fn judgement(name: &str) -> Judgement {
    let much = if name.ends_with('2') { 2 } else { 1 };
    let of_move = |effects| Judgement::Move(Some((effects, much)));
    let of_position = |effects| Judgement::Position(Some((effects, much)));
    match name.trim_end_matches('2') {
        "good" => of_move(MoveJudgement::Good),
        "bad" => of_move(MoveJudgement::Bad),
        "doubtful" => of_move(MoveJudgement::Doubtful),
        "interesting" => of_move(MoveJudgement::Interesting),
        "for-black" => of_position(PositionJudgement::GoodForBlack),
        "for-white" => of_position(PositionJudgement::GoodForWhite),
        "even" => of_position(PositionJudgement::Even),
        "unclear" => of_position(PositionJudgement::Unclear),
        "hotspot" => Judgement::Hotspot(Some(much)),
        _ => Judgement::Move(None),
    }
}

/// Commands without a key, for scripts.
const NAMED: &[(&str, Command)] = &[
    ("main", Command::MakeMainLine),
    ("others", Command::RemoveOtherVariations),
    ("flatten", Command::Flatten),
    ("from-here", Command::SaveFromHere),
    ("utf-8", Command::ConvertToUtf8),
];

#[track_caller]
pub fn script(before: &str, keys: &str, after: &str, at: &str) {
    let player = Player::with(before).plays(keys);
    assert_eq!(player.written(), after, "after {keys}");
    assert_eq!(player.path(), at, "the place after {keys}");
}

#[track_caller]
pub fn shows_message(before: &str, keys: &str, sentence: &str) {
    assert_eq!(Player::with(before).plays(keys).sentence(), sentence);
}

/// Compares the board after the keys with a picture.
#[track_caller]
pub fn shows_board(before: &str, keys: &str, rows: &str) {
    let expected: Vec<&str> = rows.lines().map(str::trim).collect();
    assert_eq!(Player::with(before).plays(keys).board(), expected.join("\n"), "after {keys}");
}

pub fn workspace() -> Workspace {
    Workspace::new(Platform::Browser, 7)
}
