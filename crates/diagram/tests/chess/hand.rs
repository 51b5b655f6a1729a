//! The hand as scripts: `board(FEN).down("e2").drag("e4").up("e4").moves("e2e4")`.

use diagram::chess::{Announcement, Button, Deed, Hand, Key, Target, Told};
use record::pgn::{Brush, Shape};
use rules::chess::{Color, Position, Role, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PROMOTE: &str = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";

struct Script {
    hand: Hand,
    said: Option<Announcement>,
}

fn told(fen: &str) -> Told {
    Told::of(&Position::from_fen(fen, false).unwrap().position, None, None)
}

fn board(fen: &str) -> Script {
    Script { hand: Hand::new(told(fen), Color::White), said: None }
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

impl Script {
    fn deed(mut self, deed: Deed) -> Script {
        self.said = self.hand.handle(deed);
        self
    }

    /// The middle of a square, or outside the board.
    fn at(&self, name: &str) -> (f64, f64) {
        if name == "outside" { (-30.0, 400.0) } else { self.hand.view().center(square(name)) }
    }

    fn press(self, name: &str, pointer: i32, button: Button, brush: Brush) -> Script {
        let at = self.at(name);
        self.deed(Deed::Down { pointer, at, button, brush, pixel: 2.0 })
    }

    fn down(self, name: &str) -> Script {
        self.press(name, 1, Button::Primary, Brush::Green)
    }

    fn drag(self, name: &str) -> Script {
        let at = self.at(name);
        self.deed(Deed::Move { pointer: 1, at })
    }

    fn nudge(self, name: &str, by: f64) -> Script {
        let (x, y) = self.at(name);
        self.deed(Deed::Move { pointer: 1, at: (x + by, y) })
    }

    fn up(self, name: &str) -> Script {
        let at = self.at(name);
        self.deed(Deed::Up { pointer: 1, at })
    }

    fn click(self, name: &str) -> Script {
        self.down(name).up(name)
    }

    fn draw(self, from: &str, to: &str, brush: Brush) -> Script {
        self.press(from, 1, Button::Secondary, brush).drag(to).up(to)
    }

    fn keys(self, keys: &[Key]) -> Script {
        keys.iter().fold(self, |script, key| script.deed(Deed::Key(*key)))
    }

    fn moves(self, expected: &str) -> Script {
        let told = match self.said {
            Some(Announcement::Move { from, to, promotion }) => {
                format!("{from}{to}{}", promotion.map_or(String::new(), |role| role.char().to_string()))
            }
            _ => String::new(),
        };
        assert_eq!(told, expected);
        self
    }

    fn silent(self) -> Script {
        assert_eq!(self.said, None);
        self
    }

    fn selected(self, expected: Option<&str>) -> Script {
        assert_eq!(self.hand.scene().selected, expected.map(square));
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
        assert_eq!(self.said, Some(Announcement::Shapes(shapes)));
        self
    }
}

#[test]
fn a_piece_is_dragged_to_its_square() {
    let held = board(START).down("e2").drag("e3");
    assert_eq!(held.hand.scene().held, Some((Square::E2, (450.0, 550.0))), "the piece is in the hand");
    held.drag("e4").up("e4").moves("e2e4").selected(None);
}

#[test]
fn two_clicks_are_a_move_too() {
    let script = board(START).click("g1").silent().selected(Some("g1"));
    let targets = script.hand.scene().targets;
    assert_eq!(targets.len(), 2);
    script.down("f3").moves("g1f3").up("f3").silent().selected(None);
}

#[test]
fn captures_have_rings_and_other_squares_dots() {
    let script = board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").click("e4");
    let mut targets = script.hand.scene().targets;
    targets.sort_by_key(|(square, _)| *square);
    assert_eq!(targets, [(Square::D5, Target::Taken), (Square::E5, Target::Empty)]);
}

#[test]
fn a_small_tremble_is_still_a_click_and_draggers_need_less() {
    let script = board(START).down("e2").nudge("e2", 5.0).up("e2").selected(Some("e2"));
    assert_eq!(script.hand.scene().held, None);
    let script = script.click("e2").selected(None).down("e2").nudge("e2", 6.0);
    assert!(script.hand.scene().held.is_some(), "three pixels of two units each");
    let script = script.drag("e5").up("e5").silent().selected(None).down("d2").nudge("d2", 2.0);
    assert!(script.hand.scene().held.is_some(), "whoever drags needs one pixel");
}

#[test]
fn a_drag_ends_without_a_move_when_it_is_let_go_anywhere_else() {
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
        held().deed(Deed::Key(Key::Escape)),
        held().deed(Deed::Cancel),
    ];
    for script in cancelled {
        assert_eq!((&script.said, script.hand.scene().held), (&None, None));
        script.up("e4").silent().selected(None);
    }
    held().deed(Deed::Up { pointer: 7, at: (450.0, 450.0) }).silent().up("e4").moves("e2e4");
}

#[test]
fn only_pieces_that_may_move_can_be_lifted() {
    board(START).click("e7").selected(None).click("e4").selected(None).click("a1").selected(None);
    let position = Position::initial();
    let hand = Hand::new(Told::of(&position, Some(Color::Black), None), Color::White);
    Script { hand, said: None }.click("e2").selected(None).click("e7").selected(None);
}

#[test]
fn a_promotion_is_chosen_on_the_file_or_by_its_letter() {
    let asked = || board(PROMOTE).down("e7").drag("e8").up("e8").silent();
    assert_eq!(
        asked().hand.scene().chooser,
        Some((Square::E8, vec![Role::Queen, Role::Rook, Role::Bishop, Role::Knight]))
    );
    for (place, role) in [("e8", 'q'), ("e7", 'r'), ("e6", 'b'), ("e5", 'n')] {
        asked().down(place).moves(&format!("e7e8{role}"));
    }
    asked().deed(Deed::Key(Key::Role(Role::Knight))).moves("e7e8n");
    asked().deed(Deed::Key(Key::Role(Role::King))).silent();
    asked().down("a1").silent().up("a1").silent();
    let script = asked().deed(Deed::Key(Key::Escape)).silent();
    assert_eq!(script.hand.scene().chooser, None);
    board(PROMOTE).click("e7").down("d8").silent().down("d6").moves("e7d8b");
    let flipped = board(PROMOTE).deed(Deed::Flip).down("e7").drag("e8").up("e8");
    flipped.down("e5").moves("e7e8n");
}

#[test]
fn in_chess960_the_king_castles_onto_its_rook() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w A - 0 1", true).unwrap().position;
    let hand = Hand::new(Told::of(&position, None, None), Color::White);
    Script { hand, said: None }.down("b1").drag("a1").up("a1").moves("b1a1");
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
    let script = board(START).draw("g1", "f3", Brush::Green).click("b1").deed(Deed::Flip);
    let scene = script.hand.scene();
    assert_eq!((scene.selected, scene.shapes.len()), (Some(Square::B1), 1));
    script.down("c3").moves("b1c3");
}

#[test]
fn what_is_told_while_a_piece_is_held_lets_go_of_it_only_if_it_must() {
    let elsewhere = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
    let gone = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    board(START).down("e2").drag("e3").deed(Deed::Tell(told(elsewhere))).up("e4").moves("e2e4");
    let script = board(START).down("e2").drag("e3").deed(Deed::Tell(told(gone))).up("e4").silent();
    script.selected(None);
}

#[test]
fn the_keyboard_walks_lifts_and_puts_down() {
    use Key::{Down, Enter, Escape, Left, Right, Up};
    let script = board(START).deed(Deed::Focus(true));
    assert_eq!(script.hand.focus(), Square::A1);
    let script = script.keys(&[Left, Down, Right, Right, Right, Right, Up]);
    assert_eq!(script.hand.scene().focus, Some(Square::E2));
    let script = script.keys(&[Enter]).selected(Some("e2")).keys(&[Escape]).selected(None);
    script.keys(&[Enter, Up, Up, Enter]).moves("e2e4").selected(None);
    let flipped = board(START).deed(Deed::Flip).keys(&[Up]);
    assert_eq!(flipped.hand.focus(), Square::H7, "arrows go as one sees the board");
    let script = board(PROMOTE).keys(&[Right, Right, Right, Right, Up, Up, Up, Up, Up, Up]);
    script.keys(&[Enter, Up, Enter]).silent().keys(&[Down, Down, Down, Enter]).moves("e7e8n");
}
