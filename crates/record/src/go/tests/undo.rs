use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Action {
    Play(u8, u8),
    Pass,
    TakeBack,
    Mark(u8, u8),
    Letter(u8, u8),
    Erase(u8, u8),
    SetUp(u8, u8, bool),
    Comment(String),
    Cut,
    PasteAt(usize),
    MoveBranch(bool),
    MainLine,
    RemoveOthers,
    Flatten,
    Judge(usize),
    Utf8,
    Walk(usize),
    Undo,
    Redo,
}

fn action() -> impl Strategy<Value = Action> {
    let point = || (0u8..5, 0u8..5);
    prop_oneof![
        6 => point().prop_map(|(x, y)| Action::Play(x, y)),
        1 => Just(Action::Pass),
        1 => Just(Action::TakeBack),
        1 => point().prop_map(|(x, y)| Action::Mark(x, y)),
        1 => point().prop_map(|(x, y)| Action::Letter(x, y)),
        1 => point().prop_map(|(x, y)| Action::Erase(x, y)),
        3 => (point(), any::<bool>()).prop_map(|((x, y), black)| Action::SetUp(x, y, black)),
        2 => "[a-z\\]é]{0,3}".prop_map(Action::Comment),
        1 => Just(Action::Cut),
        1 => any::<usize>().prop_map(Action::PasteAt),
        1 => any::<bool>().prop_map(Action::MoveBranch),
        1 => Just(Action::MainLine),
        1 => Just(Action::RemoveOthers),
        1 => Just(Action::Flatten),
        1 => (0usize..4).prop_map(Action::Judge),
        1 => Just(Action::Utf8),
        6 => any::<usize>().prop_map(Action::Walk),
        2 => Just(Action::Undo),
        1 => Just(Action::Redo),
    ]
}

fn go(r: &mut GoRecord, to: usize) {
    let nodes: Vec<NodeId> = r.tree().preorder(r.root()).collect();
    r.go_to(nodes[to % nodes.len()]);
}

/// Does what is not refused.
fn perform(r: &mut GoRecord, action: &Action) -> Result<(), Refusal> {
    let at = |x: &u8, y: &u8| Point::new(*x, *y);
    match action {
        Action::Play(x, y) => r.click(at(x, y)).map(drop),
        Action::Pass => r.pass().map(drop),
        Action::TakeBack => r.take_back().map(drop),
        Action::Mark(x, y) => r.toggle_mark(at(x, y), Mark::Triangle),
        Action::Letter(x, y) => r.toggle_letter(at(x, y)),
        Action::Erase(x, y) => r.erase(at(x, y)),
        Action::SetUp(x, y, black) => {
            r.enter_set_up();
            r.set_up(at(x, y), if *black { Color::Black } else { Color::White })
        }
        Action::Comment(text) => r.set_comment(text),
        Action::Cut => r.cut().map(drop),
        Action::PasteAt(to) => {
            let clip = r.copy()?;
            go(r, *to);
            r.paste(&clip).map(drop)
        }
        Action::MoveBranch(earlier) => r.move_branch(*earlier),
        Action::MainLine => r.make_main_line(),
        Action::RemoveOthers => r.remove_other_variations(),
        Action::Flatten => r.flatten(),
        Action::Judge(n) => r.judge_move(Some((MoveJudgement::ALL[*n], 1))),
        Action::Utf8 => r.convert_to_utf8(),
        Action::Walk(to) => {
            go(r, *to);
            Ok(())
        }
        Action::Undo => {
            r.undo();
            Ok(())
        }
        Action::Redo => {
            r.redo();
            Ok(())
        }
    }
}

const FILE: &str = "(;SZ[5]AB[aa:bb]C[x]\n;B[cc](;W[dd]TR[aa];B[ee]\n)(;W[cd]LB[aa:A]))";

/// The same game as slightly malformed files write it.
const ODD_FILES: [&str; 5] = [
    "mail (;SZ[5]AB[aa:bb]C[x] junk ;B[cc](;W[dd]TR[aa];B[ee]\n)(;W[cd]LB[aa:A]C[open",
    "(SZ[5]AB[aa:bb]C[x];B[cc](W[dd]TR[aa];B[ee])(;W[cd]LB[aa:A])))",
    ";SZ[5]AB[aa:bb]C[x];B[cc](;W[dd]TR[aa];B[ee]);W[cd]LB[aa:A])",
    "(;SZ[5]AB[aa:bb]C[x];B[cc]()((;W[dd]TR[aa];B[ee])(;W[cd]LB[aa:A])))",
    "(;SZ[5]AddBlack[aa:bb]C[x]C[y];Black[cc]W[dd]AE[cc];White[cd](;;[aa]",
];

proptest! {
    #[test]
    fn whatever_was_done_can_be_undone_to_the_byte(
        acts in prop::collection::vec(action(), 1..40),
        file in prop_oneof![Just(FILE), prop::sample::select(&ODD_FILES)],
    ) {
        let mut r = open(file);
        for action in &acts {
            let (before, revision) = (r.write(), r.revision());
            if perform(&mut r, action).is_err() {
                prop_assert_eq!(r.revision(), revision);
                prop_assert_eq!(r.write(), before, "a refusal leaves the record as it was");
            }
            let again = GoRecord::open(r.file().clone(), 0).editor().position_at(r.here());
            prop_assert_eq!(&again.position, r.position());
        }
        let written = r.write();
        let again = sgf::read_as(&written, r.file().charset()).unwrap();
        prop_assert_eq!(again.tree().preorder(again.games()[0]).count(), r.tree().preorder(r.root()).count());
        while r.undo() {}
        prop_assert_eq!(text(&r), file);
        prop_assert!(!r.is_dirty());
    }

    #[test]
    fn stones_set_up_are_the_stones_that_are_read_back(
        clicks in prop::collection::vec((0u8..5, 0u8..5, any::<bool>()), 1..30),
        at_move: bool,
    ) {
        let mut r = open(FILE);
        if at_move {
            r.forward();
        }
        r.enter_set_up();
        for (x, y, black) in clicks {
            let color = if black { Color::Black } else { Color::White };
            let stone = r.position().get(Point::new(x, y));
            if r.set_up(Point::new(x, y), color).is_ok() {
                let expected = if stone.is_some() { None } else { Some(color) };
                prop_assert_eq!(r.position().get(Point::new(x, y)), expected);
            }
        }
        prop_assert_eq!([Color::Black, Color::White].map(|c| r.position().prisoners(c)), [0, 0]);
        let again = GoRecord::open(sgf::read(&r.write()).unwrap(), 0);
        let path = r.tree().path(r.here());
        let node = again.file().follow(again.root(), &path).unwrap();
        let state = again.editor().position_at(node);
        prop_assert_eq!(state.position.board(), r.position().board());
    }
}
