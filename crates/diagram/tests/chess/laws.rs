//! What holds for any hand: only legal steps are announced, nothing sticks, and everything can be drawn.

use diagram::Theme;
use diagram::chess::{Announcement, Button, Deed, Hand, Key, Layer, SIDE, Told, layer_svg, to_svg};
use proptest::prelude::*;
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Position, Role, Square};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "3r4/4P1k1/8/8/8/8/4p3/3R2K1 b - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

fn told(n: usize, player: Option<Color>) -> Told {
    Told::of(&Position::from_fen(POSITIONS[n], false).unwrap().position, player, None)
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

fn deed() -> impl Strategy<Value = Deed> {
    let pointer = || 1i32..3;
    let button = prop_oneof![4 => Just(Button::Primary), 1 => Just(Button::Secondary)];
    let player = prop::sample::select(vec![None, Some(Color::White), Some(Color::Black)]);
    prop_oneof![
        6 => (pointer(), point(), button, brush(), 0.5..4.0).prop_map(|(pointer, at, button, brush, pixel)| {
            Deed::Down { pointer, at, button, brush, pixel }
        }),
        6 => (pointer(), point()).prop_map(|(pointer, at)| Deed::Move { pointer, at }),
        6 => (pointer(), point()).prop_map(|(pointer, at)| Deed::Up { pointer, at }),
        6 => key().prop_map(Deed::Key),
        1 => Just(Deed::Cancel),
        1 => any::<bool>().prop_map(Deed::Focus),
        1 => Just(Deed::Flip),
        1 => (0usize..5, player).prop_map(|(n, player)| Deed::Tell(told(n, player))),
        1 => (brush(), 0usize..64, 0usize..64).prop_map(|(brush, from, to)| {
            Deed::Shapes(vec![Shape { brush, from: Square::ALL[from], to: Some(Square::ALL[to]) }])
        }),
    ]
}

fn is_allowed(told: &Told, announcement: &Announcement) -> bool {
    match announcement {
        Announcement::Move { from, to, promotion } => {
            let roles = told.promotions.iter().find(|(step, _)| (step.from, step.to) == (*from, *to));
            told.steps.iter().any(|step| (step.from, step.to) == (*from, *to))
                && match roles {
                    Some((_, roles)) => promotion.is_some_and(|role| roles.contains(&role)),
                    None => promotion.is_none(),
                }
        }
        Announcement::Shapes(shapes) => {
            shapes.iter().enumerate().all(|(n, shape)| !shapes[..n].contains(shape))
        }
    }
}

proptest! {
    #[test]
    fn no_hand_breaks_a_board(deeds in prop::collection::vec(deed(), 1..60)) {
        let mut now = told(0, None);
        let mut hand = Hand::new(now.clone(), Color::White);
        for deed in deeds {
            if let Deed::Tell(told) = &deed {
                now = told.clone();
            }
            let lets_go = matches!(deed, Deed::Cancel | Deed::Key(Key::Escape));
            if let Some(announcement) = hand.handle(deed) {
                prop_assert!(is_allowed(&now, &announcement), "{announcement:?}");
            }
            let scene = hand.scene();
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
        let svg = to_svg(&hand.scene(), Theme::Print, 360);
        prop_assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}
