//! Inputs for one game while a game of another type is current: refused, and nothing changes.

use record::GameType;
use record::pgn::{Brush, Shape};
use rules::chess::Square;
use rules::go::{Color, Point};
use study::{COMMANDS, ChessInput, ClickModifiers, GoInput, Input, Judgement, Tool};

use super::GAME;
use super::matches::MATCH;
use super::player::Player;

const CHESS: &str = "[White \"Ann\"]\n\n1. e4 {first} e5 (1... c5 2. Nf3) 2. Nf3 *\n";

fn go_inputs() -> Vec<Input> {
    let (from, to) = (Point::new(0, 0), Point::new(2, 2));
    let inputs = [
        GoInput::Click { at: from, held: ClickModifiers::default() },
        GoInput::Drag { from, to },
        GoInput::SelectTool(Tool::Triangle),
        GoInput::SetUpWith(Color::White),
        GoInput::Name("corner".into()),
        GoInput::Judge(Judgement::Hotspot(Some(1))),
        GoInput::Info(vec![("PB", "Ann".into())]),
        GoInput::SetProperties(vec![("XY".into(), vec!["odd".into()])]),
    ];
    inputs.map(Input::Go).into()
}

fn chess_inputs() -> Vec<Input> {
    let (from, to): (Square, Square) = ("e2".parse().unwrap(), "e4".parse().unwrap());
    let inputs = [
        ChessInput::Move { from, to, promotion: None },
        ChessInput::MoveText("d4".into()),
        ChessInput::Shapes(vec![Shape { brush: Brush::Green, from, to: Some(to) }]),
        ChessInput::Nag(1),
        ChessInput::Tags(vec![("White".into(), "Eve".into())]),
    ];
    inputs.map(Input::Chess).into()
}

/// Everything that an input could change by mistake.
fn state(player: &Player) -> (Vec<u8>, record::NodeId, u64, Tool, Option<Color>) {
    let (workspace, record) = (&player.workspace, player.workspace.current().record());
    let (tool, color) = (workspace.tool().clone(), workspace.set_up_color());
    (record.write(), record.here(), record.revision(), tool, color)
}

#[track_caller]
fn refused(record: &str, input: &Input, sentence: &str) {
    for keys in ["", "Right", "Right Down Right", "End", "Right type:words"] {
        let mut player = Player::with(record).plays(keys);
        let before = state(&player);
        player.effects = player.workspace.handle(player.now, input.clone());
        assert_eq!(player.sentence(), sentence, "{input:?} after {keys}");
        assert_eq!(state(&player), before, "{input:?} after {keys}");
    }
}

#[test]
fn a_go_input_is_refused_by_a_chess_game() {
    go_inputs().iter().for_each(|input| refused(CHESS, input, "This works only in Go games."));
}

#[test]
fn inputs_of_both_are_refused_by_a_match() {
    go_inputs().iter().for_each(|input| refused(MATCH, input, "This works only in Go games."));
    chess_inputs().iter().for_each(|input| refused(MATCH, input, "This works only in chess games."));
}

#[test]
fn a_chess_input_is_refused_by_a_go_game() {
    chess_inputs().iter().for_each(|input| refused(GAME, input, "This works only in chess games."));
}

#[test]
fn a_command_of_another_game_is_greyed_out_and_refused() {
    for (record, game) in [(CHESS, GameType::Chess), (GAME, GameType::Go), (MATCH, GameType::Backgammon)] {
        let others: Vec<_> = COMMANDS.iter().filter(|entry| !entry.command.is_for(game)).collect();
        assert!(!others.is_empty());
        for entry in others {
            assert!(!Player::with(record).workspace.can(entry.command), "{:?}", entry.command);
            let is_for = |game| entry.command.is_for(game);
            let sentence = match (is_for(GameType::Go), is_for(GameType::Chess)) {
                (true, false) => "This works only in Go games.",
                (false, true) if !is_for(GameType::Backgammon) => "This works only in chess games.",
                _ => "This game does not have that command.",
            };
            refused(record, &Input::Do(entry.command), sentence);
        }
    }
}

#[test]
fn a_branch_of_another_game_is_not_pasted() {
    let mut player = Player::with(GAME).plays("Right Right Ctrl+X yes");
    player.word(&format!("open:{}", "1. e4 e5 *"));
    let before = state(&player);
    assert!(!player.workspace.can(study::Command::PasteFromOther));
    player = player.plays("Ctrl+Shift+V");
    assert_eq!(player.sentence(), "Nothing has been cut or copied yet.");
    assert_eq!(state(&player), before);
}
