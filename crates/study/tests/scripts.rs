//! The desk as a player uses it: a record before, keys and clicks, the record after and where one stands in it.
//!
//! Words of a script are chords of the table (`Right`, `Ctrl+Z`), clicks (`click:D4`, `shift:D4`, `ctrl:`, `alt:`,
//! `jump:`, `right:`), answers (`yes`, `no`, `save`, `discard`, `cancel`), `type:text_with_underscores`,
//! `open:(;…)`, and `wait:6s`. What the desk says or asks while the last word is obeyed is kept in `said`.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use record::Path;
use record::go::{Mode, NewGame};
use rules::go::{Point, Size};
use study::{
    Answer, Chord, Command, Desk, Effect, FileName, Focus, Held, Input, Opened, Shell, Target, Touch,
    command_for,
};

struct Player {
    desk: Desk,
    now: Duration,
    said: Vec<Effect>,
    files: usize,
}

impl Player {
    fn with(record: &str) -> Player {
        let desk = Desk::new(Shell::Browser);
        let mut player = Player { desk, now: Duration::ZERO, said: Vec::new(), files: 0 };
        player.word(&format!("open:{record}"));
        player
    }

    fn plays(mut self, script: &str) -> Player {
        for word in script.split_whitespace() {
            self.word(word);
        }
        self
    }

    fn word(&mut self, word: &str) {
        let input = match word.split_once(':') {
            Some((kind, rest)) if kind.chars().all(char::is_lowercase) => match self.told(kind, rest) {
                Some(input) => input,
                None => return,
            },
            _ => match word {
                "yes" => Input::Answer(Answer::Yes),
                "no" => Input::Answer(Answer::No),
                "save" => Input::Answer(Answer::Save),
                "discard" => Input::Answer(Answer::Discard),
                "cancel" => Input::Answer(Answer::Cancel),
                chord => Input::Do(
                    command_for(Chord::spelled(chord), Focus::Board, Shell::Browser)
                        .unwrap_or_else(|| panic!("{chord} means nothing")),
                ),
            },
        };
        self.said = self.desk.handle(self.now, input);
    }

    fn told(&mut self, kind: &str, rest: &str) -> Option<Input> {
        Some(match kind {
            "open" => {
                self.files += 1;
                let name = format!("game{}.sgf", self.files);
                let file = FileName {
                    identity: format!("/games/{name}"),
                    path: Some(format!("/games/{name}")),
                    name,
                };
                Input::Opened(Opened { file, bytes: rest.as_bytes().to_vec(), aside: None })
            }
            "type" => Input::Comment(rest.replace('_', " ").replace('/', "\n")),
            "name" => Input::Name(rest.to_owned()),
            "find" => Input::Find(rest.to_owned()),
            "move" => Input::MoveNumber(rest.parse().unwrap()),
            "do" => Input::Do(
                *COMMANDS.iter().find(|(name, _)| *name == rest).map(|(_, command)| command).unwrap(),
            ),
            "wait" => {
                self.now += Duration::from_secs(rest.trim_end_matches('s').parse().unwrap());
                Input::Wake
            }
            held => {
                let at = Point::from_name(rest, self.desk.current().record().size()).unwrap();
                let held = Held {
                    ctrl: matches!(held, "ctrl" | "jump"),
                    shift: matches!(held, "shift" | "jump"),
                    alt: held == "alt",
                    right_button: held == "right",
                };
                let edit_mode = self.desk.current().record().mode() != Mode::Play;
                let tool = Touch::Stone(self.desk.current().record().to_play());
                Input::Click { at, how: Touch::meant(held, &tool, edit_mode) }
            }
        })
    }

    fn written(&self) -> String {
        String::from_utf8(self.desk.current().record().write()).unwrap()
    }

    fn path(&self) -> String {
        let record = self.desk.current().record();
        record.tree().path(record.here()).to_string()
    }

    fn sentence(&self) -> String {
        let text = |effect: &Effect| match effect {
            Effect::Say(text) => Some(text.clone()),
            Effect::Ask(question) => Some(question.to_string()),
            _ => None,
        };
        self.said.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    }
}

/// Commands without a key, for scripts.
const COMMANDS: &[(&str, Command)] = &[
    ("main", Command::MakeMainLine),
    ("others", Command::RemoveOtherVariations),
    ("flatten", Command::Flatten),
    ("from-here", Command::SaveFromHere),
];

#[track_caller]
fn script(before: &str, keys: &str, after: &str, at: &str) {
    let player = Player::with(before).plays(keys);
    assert_eq!(player.written(), after, "after {keys}");
    assert_eq!(player.path(), at, "the place after {keys}");
}

#[track_caller]
fn says(before: &str, keys: &str, sentence: &str) {
    assert_eq!(Player::with(before).plays(keys).sentence(), sentence);
}

const GAME: &str = "(;SZ[9];B[ee](;W[ec];B[gc])(;W[ce];B[cc]))";

#[test]
fn walking() {
    for (keys, at) in [
        ("Right", "0"),
        ("Right Right Right", "0.0.0"),
        ("End", "0.0.0"),
        ("End Right", "0.0.0"),
        ("End Home", "."),
        ("Right Down Right", "0.1"),
        ("Right Down Up Right", "0.0"),
        ("Right Down Right Left Right", "0.1"),
        ("Right Down End Ctrl+Left", "0"),
        ("End Left", "0.0"),
        ("End move:1", "0"),
        ("move:2", "0.0"),
        ("find:G7", "0.0.0"),
    ] {
        script(GAME, keys, GAME, at);
    }
}

#[test]
fn what_is_looked_for_and_not_there_is_said() {
    says(GAME, "Right Ctrl+Left", "There is no fork before this.");
    says(GAME, "find:joseki", "“joseki” is not in this game.");
    says(GAME, "move:9", "There is no move 9 on this line.");
    says(GAME, "jump:A1", "No move was played there on this line.");
}

#[test]
fn a_click_plays_follows_or_takes_back() {
    script("(;SZ[9])", "click:E5", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9])", "click:E5 click:C5", "(;SZ[9];B[ee];W[ce])", "0.0");
    script(GAME, "click:E5 click:C5", GAME, "0.1");
    script("(;SZ[9])", "click:E5 click:E5", "(;SZ[9])", ".");
    script(GAME, "Right click:A1", "(;SZ[9];B[ee](;W[ec];B[gc])(;W[ce];B[cc])(;W[ai]))", "0.2");
    says(GAME, "Right click:E5", "Other moves follow this one; cut them first.");
    script("(;SZ[9])", "Ctrl+P click:E5", "(;SZ[9];B[];W[ee])", "0.0");
}

#[test]
fn marks_are_toggled_also_on_the_empty_board() {
    script("(;SZ[9])", "ctrl:E5", "(;SZ[9]TR[ee])", ".");
    script("(;SZ[9])", "ctrl:E5 ctrl:E5", "(;SZ[9])", ".");
    script("(;SZ[9])", "shift:E5 alt:D5 alt:C5", "(;SZ[9]SQ[ee]LB[de:A][ce:B])", ".");
    script("(;SZ[9])", "alt:D5 alt:C5 alt:D5 alt:A1", "(;SZ[9]LB[ce:B][ai:A])", ".");
}

#[test]
fn stones_are_set_up_in_edit_mode() {
    script("(;SZ[9])", "F2 click:E5 shift:D5 right:C5", "(;SZ[9]AB[ee]AW[de][ce])", ".");
    script("(;SZ[9];B[ee])", "Right F2 click:E5 click:A1", "(;SZ[9];B[ee];AE[ee]AB[ai])", "0.0");
    script("(;SZ[9];B[ee])", "Right F2 Home", "(;SZ[9];B[ee])", ".");
    script("(;SZ[9];AB[ee])", "Right click:E4", "(;SZ[9];AB[ee];B[ef])", "0.0");
    script("(;SZ[9])", "F2 F2 click:E5", "(;SZ[9];B[ee])", "0");
    script("(;SZ[9])", "F2 Shift+F2 click:E5", "(;SZ[9];B[ee])", "0");
    says("(;SZ[9]AW[ba][ab])", "F2 click:A9", "The stone would have no liberty and capture nothing.");
}

#[test]
fn cutting_asks_first_and_a_lone_leaf_keeps_the_clipboard() {
    script(GAME, "Right Right Ctrl+X no", GAME, "0.0");
    script(GAME, "Right Right Ctrl+X yes", "(;SZ[9];B[ee](;W[ce];B[cc]))", "0");
    script(
        "(;SZ[9];B[ee];W[ec];B[gc])",
        "Right Right Delete yes Ctrl+V",
        "(;SZ[9];B[ee];W[ec];B[gc])",
        "0.0",
    );
    // B[gc] is a leaf: cutting it does not forget W[ec] and what came after.
    script(
        "(;SZ[9];B[ee](;W[ec];B[gc])(;W[ce];B[cc]))",
        "Right Right Ctrl+X yes End Ctrl+X yes Left Ctrl+V",
        "(;SZ[9];B[ee](;W[ce])(;W[ec];B[gc]))",
        "0.1",
    );
    says(GAME, "Ctrl+X", "The first node cannot be cut or moved.");
    says(GAME, "Right Right Ctrl+X", "Cut this move and the one after it?");
}

#[test]
fn pasting_says_why_not() {
    let cut = "(;SZ[9];B[ee];W[ec];B[gc])";
    says(GAME, "Ctrl+V", "Nothing was cut or copied yet.");
    says(cut, "Right Right Ctrl+X yes Home Ctrl+V", "It cannot be pasted here: it is not White's turn.");
    says(
        cut,
        "Right Right Ctrl+X yes Ctrl+V Left Ctrl+V",
        "It cannot be pasted here: there is a branch with that move already.",
    );
}

#[test]
fn a_branch_goes_from_one_game_to_another() {
    let player = Player::with("(;SZ[9];B[ee];W[ec];B[gc])")
        .plays("Right Ctrl+X yes open:(;SZ[9]C[other]) Ctrl+Shift+V");
    assert_eq!(player.written(), "(;SZ[9]C[other];B[ee];W[ec];B[gc])");
}

#[test]
fn walking_stops_where_a_pasted_line_does_not_fit() {
    let player = Player::with("(;SZ[9];B[ee];W[ec];B[gc])")
        .plays("Right Ctrl+X yes open:(;SZ[9]AW[gc]) Ctrl+Shift+V End");
    assert_eq!(player.path(), "0.0");
    assert!(player.sentence().contains("does not fit"), "{:?}", player.said);
}

#[test]
fn branches_are_ordered_and_made_the_main_line() {
    let turned = "(;SZ[9];B[ee](;W[ce];B[cc])(;W[ec];B[gc]))";
    script(GAME, "Right Right Ctrl+Down yes", turned, "0.1");
    script(GAME, "Right Down Right Ctrl+Up yes", turned, "0.0");
    script(GAME, "Right Down End do:main", turned, "0.0.0");
    script(GAME, "Right Down Right do:others yes", "(;SZ[9];B[ee](;W[ce];B[cc]))", "0.0");
    says(GAME, "Right Ctrl+Up", "Branches are moved at their first move, where there are several.");
}

#[test]
fn everything_is_undone_and_done_again() {
    for keys in [
        "Right click:A1",
        "Right Right Ctrl+X yes",
        "ctrl:E5 shift:D4 alt:C3",
        "F2 click:A1 shift:B1",
        "type:hello type:hello_world",
        "Right Right Ctrl+Down yes",
        "Right Down End do:main",
        "Right Down Right do:others yes",
        "Right Right do:flatten yes",
        "Ctrl+P name:corner",
    ] {
        let mut player = Player::with(GAME).plays(keys);
        let after = player.written();
        assert_ne!(after, GAME, "{keys} changes something");
        while player.desk.can(Command::Undo) {
            player.word("Ctrl+Z");
        }
        assert_eq!(player.written(), GAME, "undo of {keys}");
        assert!(!player.desk.current().is_dirty());
        while player.desk.can(Command::Redo) {
            player.word("Ctrl+Shift+Z");
        }
        assert_eq!(player.written(), after, "redo of {keys}");
    }
}

#[test]
fn typing_a_comment_is_one_step() {
    let player = Player::with("(;SZ[9])").plays("type:h type:he type:hel Ctrl+Z");
    assert_eq!(player.written(), "(;SZ[9])");
}

#[test]
fn words_for_points_in_a_comment() {
    script("(;SZ[9];B[ee]C[E5 is good])", "Right Ctrl+T", "(;SZ[9];B[ee]C[this is good])", "0");
    script("(;SZ[9]TR[ee]C[see E5])", "Ctrl+M", "(;SZ[9]TR[ee]C[see marked stone])", ".");
    script("(;SZ[9]C[a\nb\nc])", "Ctrl+2", "(;SZ[9]C[a\nc])", ".");
    let player = Player::with("(;SZ[9]C[gone])").plays("Ctrl+K");
    assert_eq!(player.written(), "(;SZ[9])");
    assert!(player.said.contains(&Effect::Copy("gone".into())));
}

#[test]
fn the_path_is_copied_outside_of_text() {
    let player = Player::with(GAME).plays("Ctrl+C");
    assert!(player.said.contains(&Effect::Copy("/games/game1.sgf".into())));
}

#[test]
fn games_are_rotated_in_the_order_of_their_use() {
    let mut player = Player::with("(;SZ[9]C[1])").plays("open:(;SZ[9]C[2]) open:(;SZ[9]C[3])");
    let mut seen = Vec::new();
    for _ in 0..4 {
        player.word("Shift+W");
        seen.push(player.desk.current().name());
    }
    assert_eq!(seen, ["game2.sgf", "game1.sgf", "game3.sgf", "game2.sgf"]);
}

#[test]
fn a_file_that_is_open_is_not_opened_twice_and_the_empty_game_goes() {
    let mut player = Player::with("(;SZ[9])");
    assert_eq!(player.desk.games().len(), 1, "the untouched game of the start is gone");
    player = player.plays("open:(;SZ[13])");
    player.files = 0;
    player = player.plays("open:(;SZ[9])");
    assert_eq!(player.desk.games().len(), 2);
    assert_eq!(player.desk.current().name(), "game1.sgf");
}

#[test]
fn a_changed_game_asks_before_it_is_closed_and_cancel_keeps_it() {
    let changed = || Player::with("(;SZ[9])").plays("click:E5 Ctrl+Alt+F4");
    assert_eq!(changed().sentence(), "Save the changes to game1.sgf before it is closed?");
    assert_eq!(changed().plays("cancel").written(), "(;SZ[9];B[ee])");
    assert_eq!(changed().plays("discard").desk.current().name(), "Untitled.sgf");
    let mut saving = changed().plays("save");
    let Some(Effect::Write { game, target, bytes, revision }) = saving.said.first().cloned() else {
        panic!("{:?}", saving.said)
    };
    assert_eq!(
        (target, bytes.as_slice()),
        (Target::Same { suggested: "game1.sgf".into() }, b"(;SZ[9];B[ee])".as_slice())
    );
    let file = FileName { name: "game1.sgf".into(), path: None, identity: "/games/game1.sgf".into() };
    saving.desk.handle(saving.now, Input::Saved { game, revision, file: Some(file) });
    assert_eq!(saving.desk.current().name(), "Untitled.sgf", "closed once it is saved");
}

#[test]
fn a_game_that_could_not_be_saved_stays_open_and_changed() {
    let mut player = Player::with("(;SZ[9])").plays("click:E5 Ctrl+Alt+F4 save");
    let game = player.desk.current().id();
    let said = player.desk.handle(player.now, Input::SaveFailed { game, why: "the disk is full".into() });
    assert_eq!(said, [Effect::Say("Not saved: the disk is full".into())]);
    assert!(player.desk.current().is_dirty());
}

#[test]
fn work_is_put_aside_after_a_pause_and_forgotten_when_it_is_undone() {
    let player = Player::with("(;SZ[9])").plays("click:E5 wait:4s");
    assert_eq!(player.said, []);
    let player = player.plays("wait:1s");
    let aside = Effect::PutAside {
        key: "/games/game1.sgf".into(),
        name: "game1.sgf".into(),
        bytes: b"(;SZ[9];B[ee])".to_vec(),
    };
    assert_eq!(player.said, [aside]);
    let player = player.plays("Ctrl+Z");
    assert_eq!(player.said, [Effect::ForgetAside { key: "/games/game1.sgf".into() }]);
}

#[test]
fn what_was_put_aside_is_offered_and_is_unsaved_work() {
    let mut desk = Desk::new(Shell::Browser);
    let file = FileName { name: "a.sgf".into(), path: None, identity: "a".into() };
    let opened = Opened { file, bytes: b"(;SZ[9])".to_vec(), aside: Some(b"(;SZ[9];B[ee])".to_vec()) };
    let asked = desk.handle(Duration::ZERO, Input::Opened(opened));
    assert!(matches!(asked.first(), Some(Effect::Ask(_))), "{asked:?}");
    desk.handle(Duration::ZERO, Input::Answer(Answer::Yes));
    assert_eq!(desk.current().record().write(), b"(;SZ[9];B[ee])");
    assert!(desk.current().is_dirty());
}

#[test]
fn text_that_does_not_fit_the_charset_is_kept_by_converting() {
    let player = Player::with("(;CA[ISO-8859-1]SZ[9]C[caf\u{e9}])").plays("type:黒");
    assert!(player.sentence().is_empty(), "valid UTF-8 wins over CA");
    let mut desk = Desk::new(Shell::Browser);
    let file = FileName { name: "a.sgf".into(), path: None, identity: "a".into() };
    let bytes = b"(;CA[ISO-8859-1]SZ[9]C[caf\xe9])".to_vec();
    desk.handle(Duration::ZERO, Input::Opened(Opened { file, bytes, aside: None }));
    let asked = desk.handle(Duration::ZERO, Input::Comment("黒".into()));
    assert!(matches!(asked.first(), Some(Effect::Ask(_))), "{asked:?}");
    desk.handle(Duration::ZERO, Input::Answer(Answer::Yes));
    assert_eq!(String::from_utf8(desk.current().record().write()).unwrap(), "(;CA[UTF-8]SZ[9]C[黒])");
}

#[test]
fn a_new_game_has_its_handicap_stones_once() {
    let mut desk = Desk::new(Shell::Browser);
    let new = NewGame { size: Size::square(9).unwrap(), handicap: 2, komi: 0.5, ..NewGame::default() };
    desk.handle(Duration::ZERO, Input::Create(new));
    let record = desk.current().record();
    assert_eq!(record.position().board().stones(rules::go::Color::Black).count(), 2);
    assert_eq!(record.to_play(), rules::go::Color::White);
    assert_eq!(record.tree().path(record.here()), Path::Children(Vec::new()));
}

#[test]
fn a_flipped_save_turns_every_node() {
    let player = Player::with("(;SZ[9]AB[aa:ba];B[ab](;W[bb])(;W[cc]LB[aa:x]))").plays("Ctrl+Shift+Alt+F");
    let Some(Effect::Write { bytes, target, .. }) = player.said.first() else { panic!("{:?}", player.said) };
    assert_eq!(String::from_utf8_lossy(bytes), "(;SZ[9]AB[hi:ii];B[ih](;W[hh])(;W[gg]LB[ii:x]))");
    assert_eq!(*target, Target::Copy { suggested: "game1-flipped.sgf".into() });
}
