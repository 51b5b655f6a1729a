//! Properties of any sequence of inputs: only legal moves are reported, Escape releases everything, and every scene
//! can be drawn.

use diagram::Theme;
use diagram::chess::{Layer, SIDE, layer_svg, to_svg};
use proptest::prelude::*;
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Position, Role, Square};

use super::{BoardEvent, BoardInput, BoardState, Button, Gestures, Key};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "3r4/4P1k1/8/8/8/8/4p3/3R2K1 b - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

fn board_state(n: usize, player: Option<Color>) -> BoardState {
    BoardState::of(&Position::from_fen(POSITIONS[n], false).unwrap().position, player, None)
}

fn point() -> impl Strategy<Value = (f64, f64)> {
    let coordinate = || prop_oneof![8 => -50.0..SIDE + 50.0, 1 => Just(f64::NAN), 1 => any::<f64>()];
    (coordinate(), coordinate())
}

fn brush() -> impl Strategy<Value = Brush> {
    prop::sample::select(vec![Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow])
}

fn key() -> impl Strategy<Value = Key> {
    let keys = [Key::Left, Key::Right, Key::Up, Key::Down, Key::Enter, Key::Escape];
    let roles = [Role::Queen, Role::Knight, Role::King].map(Key::Role);
    prop::sample::select(keys.into_iter().chain(roles).collect::<Vec<_>>())
}

fn input() -> impl Strategy<Value = BoardInput> {
    let pointer = || 1i32..3;
    let button = prop_oneof![4 => Just(Button::Primary), 1 => Just(Button::Secondary)];
    let player = prop::sample::select(vec![None, Some(Color::White), Some(Color::Black)]);
    prop_oneof![
        6 => (pointer(), point(), button, brush(), 0.5..4.0).prop_map(|(pointer, at, button, brush, pixel)| {
            BoardInput::Down { pointer, at, button, brush, pixel }
        }),
        6 => (pointer(), point()).prop_map(|(pointer, at)| BoardInput::Move { pointer, at }),
        6 => (pointer(), point()).prop_map(|(pointer, at)| BoardInput::Up { pointer, at }),
        6 => key().prop_map(BoardInput::Key),
        1 => Just(BoardInput::Cancel),
        1 => any::<bool>().prop_map(BoardInput::Focus),
        1 => Just(BoardInput::Flip),
        1 => (0usize..5, player).prop_map(|(n, player)| BoardInput::Position(board_state(n, player))),
        1 => (brush(), 0usize..64, 0usize..64).prop_map(|(brush, from, to)| {
            BoardInput::Shapes(vec![Shape { brush, from: Square::ALL[from], to: Some(Square::ALL[to]) }])
        }),
    ]
}

fn is_allowed(board_state: &BoardState, announcement: &BoardEvent) -> bool {
    match announcement {
        BoardEvent::Move { from, to, promotion } => {
            let roles = board_state.promotions.iter().find(|(step, _)| (step.from, step.to) == (*from, *to));
            board_state.steps.iter().any(|step| (step.from, step.to) == (*from, *to))
                && match roles {
                    Some((_, roles)) => promotion.is_some_and(|role| roles.contains(&role)),
                    None => promotion.is_none(),
                }
        }
        BoardEvent::Shapes(shapes) => {
            shapes.iter().enumerate().all(|(n, shape)| !shapes[..n].contains(shape))
        }
    }
}

proptest! {
    #[test]
    fn no_sequence_of_inputs_breaks_the_board(inputs in prop::collection::vec(input(), 1..60)) {
        let mut now = board_state(0, None);
        let mut gestures = Gestures::new(now.clone(), Color::White);
        for input in inputs {
            if let BoardInput::Position(board_state) = &input {
                now = board_state.clone();
            }
            let lets_go = matches!(input, BoardInput::Cancel | BoardInput::Key(Key::Escape));
            if let Some(announcement) = gestures.handle(input) {
                prop_assert!(is_allowed(&now, &announcement), "{announcement:?}");
            }
            let scene = gestures.scene();
            if lets_go {
                prop_assert!(scene.held.is_none() && scene.selected.is_none() && scene.chooser.is_none());
            }
            if let Some((from, _)) = scene.held {
                prop_assert!(scene.piece_at(from).is_some(), "only a piece can be held");
            }
            for layer in Layer::ALL {
                prop_assert!(!layer_svg(&scene, layer).contains("<script"));
            }
        }
        let svg = to_svg(&gestures.scene(), Theme::Print, 360);
        prop_assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}
