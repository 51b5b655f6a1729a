//! Gestures as scripts: `board(FEN).down("e2").drag("e4").up("e4").moves("e2e4")`.

use diagram::chess::Target;
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Position, Role, Square};

use super::{BoardEvent, BoardInput, BoardState, Button, Gestures, Key};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PROMOTE: &str = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";

struct Script {
    gestures: Gestures,
    event: Option<BoardEvent>,
}

fn board_state(fen: &str) -> BoardState {
    BoardState::of(&Position::from_fen(fen, false).unwrap().position, None, None)
}

fn board(fen: &str) -> Script {
    Script { gestures: Gestures::new(board_state(fen), Color::White), event: None }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

impl Script {
    fn input(mut self, input: BoardInput) -> Script {
        self.event = self.gestures.handle(input);
        self
    }

    /// The middle of a square, or outside the board.
    fn at(&self, name: &str) -> (f64, f64) {
        if name == "outside" { (-30.0, 400.0) } else { self.gestures.view().center(square(name)) }
    }

    fn press(self, name: &str, pointer: i32, button: Button, brush: Brush) -> Script {
        let at = self.at(name);
        self.input(BoardInput::Down { pointer, at, button, brush, pixel: 2.0 })
    }

    fn down(self, name: &str) -> Script {
        self.press(name, 1, Button::Primary, Brush::Green)
    }

    fn drag(self, name: &str) -> Script {
        let at = self.at(name);
        self.input(BoardInput::Move { pointer: 1, at })
    }

    fn nudge(self, name: &str, by: f64) -> Script {
        let (x, y) = self.at(name);
        self.input(BoardInput::Move { pointer: 1, at: (x + by, y) })
    }

    fn up(self, name: &str) -> Script {
        let at = self.at(name);
        self.input(BoardInput::Up { pointer: 1, at })
    }

    fn click(self, name: &str) -> Script {
        self.down(name).up(name)
    }

    fn draw(self, from: &str, to: &str, brush: Brush) -> Script {
        self.press(from, 1, Button::Secondary, brush).drag(to).up(to)
    }

    fn keys(self, keys: &[Key]) -> Script {
        keys.iter().fold(self, |script, key| script.input(BoardInput::Key(*key)))
    }

    fn moves(self, expected: &str) -> Script {
        let board_state = match self.event {
            Some(BoardEvent::Move { from, to, promotion }) => {
                format!("{from}{to}{}", promotion.map_or(String::new(), |role| role.char().to_string()))
            }
            _ => String::new(),
        };
        assert_eq!(board_state, expected);
        self
    }

    fn silent(self) -> Script {
        assert_eq!(self.event, None);
        self
    }

    fn selected(self, expected: Option<&str>) -> Script {
        assert_eq!(self.gestures.scene().selected, expected.map(square));
        self
    }

    fn shapes(self, expected: &[(Brush, &str, &str)]) -> Script {
        let shapes: Vec<Shape> = expected
            .iter()
            .map(|(brush, from, to)| Shape {
                brush: *brush,
                from: square(from),
                to: Some(square(to)).filter(|_| from != to),
            })
            .collect();
        assert_eq!(self.event, Some(BoardEvent::Shapes(shapes)));
        self
    }
}

#[test]
fn a_piece_is_dragged_to_its_square() {
    let held = board(START).down("e2").drag("e3");
    assert_eq!(held.gestures.scene().held, Some((Square::E2, (450.0, 550.0))), "the piece is held");
    held.drag("e4").up("e4").moves("e2e4").selected(None);
}

#[test]
fn two_clicks_are_a_move_too() {
    let script = board(START).click("g1").silent().selected(Some("g1"));
    let targets = script.gestures.scene().targets;
    assert_eq!(targets.len(), 2);
    script.down("f3").moves("g1f3").up("f3").silent().selected(None);
}

#[test]
fn captures_have_rings_and_other_squares_dots() {
    let script = board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").click("e4");
    let mut targets = script.gestures.scene().targets;
    targets.sort_by_key(|(square, _)| *square);
    assert_eq!(targets, [(Square::D5, Target::Taken), (Square::E5, Target::Empty)]);
}

#[test]
fn a_small_movement_is_still_a_click_and_less_of_it_starts_a_second_drag() {
    let script = board(START).down("e2").nudge("e2", 5.0).up("e2").selected(Some("e2"));
    assert_eq!(script.gestures.scene().held, None);
    let script = script.click("e2").selected(None).down("e2").nudge("e2", 6.0);
    assert!(script.gestures.scene().held.is_some(), "three pixels of two units each");
    let script = script.drag("e5").up("e5").silent().selected(None).down("d2").nudge("d2", 2.0);
    assert!(script.gestures.scene().held.is_some(), "after a drag one pixel is enough");
}

#[test]
fn a_drag_released_anywhere_else_makes_no_move() {
    for ending in ["outside", "e5", "d2", "h8"] {
        board(START).down("e2").drag(ending).up(ending).silent().selected(None);
    }
    board(START).down("e2").drag("d4").drag("e2").up("e2").silent().selected(Some("e2"));
}

#[test]
fn a_second_button_a_second_finger_escape_and_a_lost_window_cancel() {
    let held = || board(START).down("e2").drag("e4");
    let cancelled = [
        held().press("a5", 1, Button::Secondary, Brush::Red),
        held().press("a5", 2, Button::Primary, Brush::Red),
        held().input(BoardInput::Key(Key::Escape)),
        held().input(BoardInput::Cancel),
    ];
    for script in cancelled {
        assert_eq!((&script.event, script.gestures.scene().held), (&None, None));
        script.up("e4").silent().selected(None);
    }
    held().input(BoardInput::Up { pointer: 7, at: (450.0, 450.0) }).silent().up("e4").moves("e2e4");
}

#[test]
fn only_pieces_that_may_move_can_be_lifted() {
    board(START).click("e7").selected(None).click("e4").selected(None).click("a1").selected(None);
    let position = Position::initial();
    let gestures = Gestures::new(BoardState::of(&position, Some(Color::Black), None), Color::White);
    Script { gestures, event: None }.click("e2").selected(None).click("e7").selected(None);
}

#[test]
fn a_promotion_is_chosen_on_the_file_or_by_its_letter() {
    let asked = || board(PROMOTE).down("e7").drag("e8").up("e8").silent();
    assert_eq!(
        asked().gestures.scene().chooser,
        Some((Square::E8, vec![Role::Queen, Role::Rook, Role::Bishop, Role::Knight]))
    );
    for (place, role) in [("e8", 'q'), ("e7", 'r'), ("e6", 'b'), ("e5", 'n')] {
        asked().down(place).moves(&format!("e7e8{role}"));
    }
    asked().input(BoardInput::Key(Key::Role(Role::Knight))).moves("e7e8n");
    asked().input(BoardInput::Key(Key::Role(Role::King))).silent();
    asked().down("a1").silent().up("a1").silent();
    let script = asked().input(BoardInput::Key(Key::Escape)).silent();
    assert_eq!(script.gestures.scene().chooser, None);
    board(PROMOTE).click("e7").down("d8").silent().down("d6").moves("e7d8b");
    let flipped = board(PROMOTE).input(BoardInput::Flip).down("e7").drag("e8").up("e8");
    flipped.down("e5").moves("e7e8n");
}

#[test]
fn in_chess960_the_king_castles_onto_its_rook() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w A - 0 1", true).unwrap().position;
    let gestures = Gestures::new(BoardState::of(&position, None, None), Color::White);
    Script { gestures, event: None }.down("b1").drag("a1").up("a1").moves("b1a1");
    assert!(position.find(Square::B1, Square::A1, None).is_some_and(|mv| mv.rook().is_some()));
    assert!(position.find(Square::B1, Square::C1, None).is_some_and(|mv| mv.rook().is_none()));
}

#[test]
fn the_other_button_draws_arrows_and_circles() {
    let script = board(START).draw("g1", "f3", Brush::Green).shapes(&[(Brush::Green, "g1", "f3")]);
    let script = script.draw("e4", "e4", Brush::Red);
    let script = script.shapes(&[(Brush::Green, "g1", "f3"), (Brush::Red, "e4", "e4")]);
    let script = script.draw("g1", "f3", Brush::Blue);
    let script = script.shapes(&[(Brush::Red, "e4", "e4"), (Brush::Blue, "g1", "f3")]);
    let script = script.draw("e4", "e4", Brush::Red).shapes(&[(Brush::Blue, "g1", "f3")]);
    script.draw("g1", "outside", Brush::Yellow).silent();
}

#[test]
fn turning_the_board_keeps_everything() {
    let script = board(START).draw("g1", "f3", Brush::Green).click("b1").input(BoardInput::Flip);
    let scene = script.gestures.scene();
    assert_eq!((scene.selected, scene.shapes.len()), (Some(Square::B1), 1));
    script.down("c3").moves("b1c3");
}

#[test]
fn a_new_position_releases_a_held_piece_only_if_the_piece_is_gone() {
    let elsewhere = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
    let gone = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    board(START)
        .down("e2")
        .drag("e3")
        .input(BoardInput::Position(board_state(elsewhere)))
        .up("e4")
        .moves("e2e4");
    let script =
        board(START).down("e2").drag("e3").input(BoardInput::Position(board_state(gone))).up("e4").silent();
    script.selected(None);
}

#[test]
fn arrow_keys_move_the_focus_and_enter_lifts_and_drops() {
    use Key::{Down, Enter, Escape, Left, Right, Up};
    let script = board(START).input(BoardInput::Focus(true));
    assert_eq!(script.gestures.focus(), Square::A1);
    let script = script.keys(&[Left, Down, Right, Right, Right, Right, Up]);
    assert_eq!(script.gestures.scene().focus, Some(Square::E2));
    let script = script.keys(&[Enter]).selected(Some("e2")).keys(&[Escape]).selected(None);
    script.keys(&[Enter, Up, Up, Enter]).moves("e2e4").selected(None);
    let flipped = board(START).input(BoardInput::Flip).keys(&[Up]);
    assert_eq!(flipped.gestures.focus(), Square::H7, "arrow keys follow the orientation of the board");
    let script = board(PROMOTE).keys(&[Right, Right, Right, Right, Up, Up, Up, Up, Up, Up]);
    script.keys(&[Enter, Up, Enter]).silent().keys(&[Down, Down, Down, Enter]).moves("e7e8n");
}
