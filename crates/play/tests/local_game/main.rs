//! Games in turns, by people and engines, as scripts. The engine's answers are written by the test.

#![allow(clippy::unwrap_used, clippy::panic)]

use moment::Moment;
use play::automatic_player::MoveAnswer;
use play::gtp::{EngineMove, Game, Query};
use play::local_game::{Input, LocalGame, Output, Phase, Player, Refusal};
use record::go::{GoRecord, NewGame};
use record::sgf;
use record::{GameRecord, NodeId};
use rules::go::{Color, Illegal, Move, Outcome, Point, Size};

struct Table {
    game: LocalGame,
    outputs: Vec<Output>,
}

fn nine() -> Size {
    Size::square(9).unwrap()
}

fn mv(name: &str) -> Move {
    if name == "pass" { Move::Pass } else { Move::Place(Point::from_name(name, nine()).unwrap()) }
}

fn new_game(handicap: u32) -> GoRecord {
    let new =
        NewGame { size: nine(), handicap, black: "Ada".into(), white: "Fake".into(), ..NewGame::default() };
    GoRecord::create(&new)
}

impl Table {
    fn new(record: GoRecord, players: [Player; 2]) -> Table {
        let mut table = Table { game: LocalGame::new(record, players), outputs: Vec::new() };
        table.say(Input::Begin);
        table
    }

    /// A person with Black against an engine.
    fn against_engine() -> Table {
        Table::new(new_game(0), [Player::Human, Player::Engine])
    }

    fn two_people() -> Table {
        Table::new(new_game(0), [Player::Human, Player::Human])
    }

    fn say(&mut self, input: Input) -> &mut Table {
        self.outputs = self.game.handle(Moment::ORIGIN, input);
        self
    }

    fn play(&mut self, name: &str) -> &mut Table {
        self.say(Input::Play(mv(name)))
    }

    fn answer(&mut self, name: &str) -> &mut Table {
        self.engine(EngineMove::Move(mv(name)))
    }

    fn engine(&mut self, answer: EngineMove) -> &mut Table {
        self.say(Input::EngineMoved(MoveAnswer::Engine(answer)))
    }

    fn search(&mut self, name: &str, win_rate: f32) -> &mut Table {
        self.say(Input::EngineMoved(MoveAnswer::Search { best: mv(name), win_rate }))
    }

    /// Plans a move after a node, and gives the node of the plan.
    fn plan(&mut self, at: NodeId, name: &str) -> NodeId {
        self.say(Input::Plan { at, mv: mv(name) });
        self.game.record().here()
    }

    /// A person's moves and the engine's, in turn.
    fn moves(&mut self, names: &[&str]) -> &mut Table {
        for name in names {
            match self.game.phase() {
                Phase::Thinking { .. } => self.answer(name),
                _ => self.play(name),
            };
            assert!(self.outputs.contains(&Output::Changed), "{name}: {:?}", self.outputs);
        }
        self
    }

    fn asked(&self) -> Option<&Game> {
        self.outputs.iter().find_map(|output| match output {
            Output::QueryEngine(Query::Move { game, .. }) => Some(game),
            _ => None,
        })
    }

    fn file(&self) -> String {
        String::from_utf8(self.game.record_with_plans().write()).unwrap()
    }

    /// The file from the first move on.
    fn line(&self) -> String {
        let file = self.file();
        let from = file.find("PW[Fake]").unwrap() + "PW[Fake]".len();
        file[from..].trim().replace('\n', "")
    }
}

#[test]
fn a_move_is_recorded_and_the_engine_is_asked_with_the_game_so_far() {
    let mut table = Table::against_engine();
    table.play("E5");
    assert_eq!(table.asked().unwrap().moves, [(Color::Black, mv("E5"))]);
    assert!(table.outputs.contains(&Output::Changed));
    table.answer("C3");
    assert_eq!(*table.game.phase(), Phase::ToMove);
    assert_eq!(table.line(), ";B[ee];W[cg])");
}

#[test]
fn our_rules_decide_first() {
    let mut table = Table::two_people();
    let at = Point::from_name("E5", nine()).unwrap();
    table.play("E5").play("E5");
    assert_eq!(table.outputs, [Output::Refused(Refusal::Illegal(Illegal::Occupied { at }))]);
    assert_eq!(table.line(), ";B[ee])");
}

#[test]
fn nobody_moves_while_the_engine_thinks() {
    let mut table = Table::against_engine();
    table.play("E5").play("D5");
    assert_eq!(table.outputs, [Output::Refused(Refusal::NotYourTurn)]);
}

#[test]
fn an_illegal_answer_is_asked_again_twice_with_the_whole_game_and_then_given_up() {
    let mut table = Table::against_engine();
    table.play("E5");
    for _ in 0..2 {
        table.answer("E5");
        assert_eq!(table.outputs[0], Output::ResyncEngine);
        assert!(table.asked().is_some());
    }
    table.engine(EngineMove::Invalid("banana".into()));
    assert!(
        matches!(&table.outputs[..], [Output::ResyncEngine, Output::EngineFailed { why }] if why.contains("banana"))
    );
    assert!(matches!(table.game.phase(), Phase::Stuck { .. }));
    table.say(Input::Retry).answer("C3");
    assert_eq!(table.line(), ";B[ee];W[cg])");
}

#[test]
fn undo_takes_back_the_answer_too_and_keeps_the_line_as_a_variation() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "G7", "G3"]).say(Input::Undo);
    assert_eq!(table.game.position().to_play(), Color::Black);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc];W[gg])", "nothing is lost");
    table.moves(&["D7", "F3"]);
    assert_eq!(table.line(), ";B[ee];W[cg](;B[dc];W[fg])(;B[gc];W[gg]))", "what is played is the main line");
    assert_eq!(table.asked(), None);
}

#[test]
fn undo_while_the_engine_thinks_stops_it() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::Undo);
    assert_eq!(table.outputs, [Output::CancelQuery, Output::Changed]);
    assert!(table.game.position().board().is_empty());
    table.answer("C3");
    assert_eq!(table.outputs, [], "an answer that comes too late");
}

#[test]
fn undo_with_nothing_of_ones_own_to_undo_does_nothing() {
    let mut table = Table::two_people();
    assert_eq!(table.say(Input::Undo).outputs, [Output::Refused(Refusal::NothingToUndo)]);
    let mut table = Table::new(new_game(0), [Player::Engine, Player::Human]);
    table.answer("E5").say(Input::Undo);
    assert_eq!(table.outputs, [Output::Refused(Refusal::NothingToUndo)]);
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let mut table = Table::two_people();
    table.moves(&["E5", "C3"]).say(Input::Undo);
    assert_eq!(table.game.position().to_play(), Color::White);
}

#[test]
fn playing_the_undone_move_again_follows_the_old_line() {
    let mut table = Table::two_people();
    table.moves(&["E5", "C3"]).say(Input::Undo).say(Input::Undo);
    table.moves(&["E5", "C3", "G7"]);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc])");
}

#[test]
fn two_passes_begin_the_counting_and_the_engine_is_asked_for_dead_stones() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "pass", "pass"]);
    assert!(matches!(table.game.phase(), Phase::Counting(_)));
    assert!(table.outputs.iter().any(|output| matches!(output, Output::QueryEngine(Query::Score { .. }))));
    let dead = Point::from_name("C3", nine()).unwrap();
    table
        .say(Input::EngineScored { dead: Some(vec![dead]), score: Some("Black wins by 72.5 points".into()) });
    let (counting, count, score) = table.game.count().unwrap();
    assert!(counting.marking.is_dead(dead));
    assert_eq!(counting.engine_score(), Outcome::parse("B+72.5"));
    assert_eq!((count.surrounded(Color::Black), score.black.to_string().as_str()), (80, "81"));
    table.say(Input::Accept);
    assert_eq!(table.outputs[1], Output::Ended(Outcome::parse("B+74.5").unwrap()));
    assert!(table.file().contains("RE[B+74.5]"));
}

#[test]
fn marks_of_people_are_not_overruled_and_can_be_taken_away() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "pass", "pass"]);
    let [e5, c3] = ["E5", "C3"].map(|name| Point::from_name(name, nine()).unwrap());
    table.say(Input::Mark(e5)).say(Input::EngineScored { dead: Some(vec![c3]), score: None });
    let dead: Vec<Point> = table.game.count().unwrap().0.marking.dead().collect();
    assert_eq!(dead, [e5]);
    table.say(Input::UnmarkAll);
    assert_eq!(table.game.count().unwrap().0.marking.dead().count(), 0);
}

#[test]
fn an_engine_agrees_to_a_count_that_costs_it_nothing_and_plays_on_against_another() {
    let count = |engine_says: &[&str], person_marks: &[&str]| {
        let mut table = Table::against_engine();
        table.moves(&["E5", "C3", "pass", "pass"]);
        let points = |names: &[&str]| names.iter().map(|n| Point::from_name(n, nine()).unwrap()).collect();
        let (says, marks): (Vec<Point>, Vec<Point>) = (points(engine_says), points(person_marks));
        table.say(Input::EngineScored { dead: Some(says), score: None }).say(Input::UnmarkAll);
        for at in marks {
            table.say(Input::Mark(at));
        }
        table.say(Input::Accept);
        (table.outputs.contains(&Output::CountDeclined), table.game.phase().clone())
    };
    assert!(matches!(count(&[], &[]), (false, Phase::Over(_))), "as it counts itself");
    assert!(matches!(count(&["C3"], &["C3"]), (false, Phase::Over(_))), "it gave the stone up");
    assert!(matches!(count(&[], &["E5"]), (false, Phase::Over(_))), "better for it");
    assert_eq!(count(&[], &["C3"]), (true, Phase::ToMove), "its living stone is not given away");
}

#[test]
fn the_count_waits_for_the_engine_unless_it_is_stopped_or_fails() {
    for absent in [Input::Stop, Input::EngineFailed { why: "it exited".into() }] {
        let mut table = Table::against_engine();
        table.moves(&["E5", "C3", "pass", "pass"]);
        assert_eq!(table.say(Input::Accept).outputs, [Output::Refused(Refusal::EngineCounts)]);
        table.say(Input::Mark(Point::from_name("C3", nine()).unwrap())).say(absent).say(Input::Accept);
        assert!(table.file().contains("RE[B+74.5]"), "the person decides alone");
    }
}

#[test]
fn a_search_resigns_after_five_hopeless_moves_when_it_is_far_behind() {
    let mut table = Table::against_engine();
    // A black wall across the board: the territory above it is worth more than the komi.
    for column in "ABCDEFGHJ".chars() {
        table.play(&format!("{column}6")).search(&format!("{column}1"), 0.5);
    }
    for column in ["C", "D", "E", "F"] {
        table.play(&format!("{column}4")).search(&format!("{column}2"), 0.0);
        assert_eq!(*table.game.phase(), Phase::ToMove, "it may be mistaken");
    }
    table.play("G4").search("G2", 0.0);
    assert!(table.file().contains("RE[B+R]"), "{:?}", table.outputs);
}

#[test]
fn a_search_that_is_ahead_on_the_board_does_not_resign() {
    let mut table = Table::against_engine();
    for row in 1..9 {
        table.play(&format!("E{row}")).search(&format!("C{row}"), 0.0);
        assert_eq!(*table.game.phase(), Phase::ToMove, "the komi is ahead");
    }
}

#[test]
fn the_game_goes_on_after_counting_where_it_was_not_yet_passed() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "pass", "pass"]).say(Input::Resume);
    assert_eq!(table.outputs, [Output::CancelQuery]);
    assert_eq!((table.game.phase(), table.game.position().passes()), (&Phase::ToMove, 0));
    table.moves(&["G7"]);
    assert_eq!(table.line(), ";B[ee];W[cg](;B[gc])(;B[];W[]))");
}

#[test]
fn counting_before_the_end_goes_back_to_the_same_move() {
    let mut table = Table::two_people();
    table.moves(&["E5", "C3"]).say(Input::Count).say(Input::Resume).moves(&["G7"]);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc])");
}

#[test]
fn resignations_end_the_game_whoever_says_so() {
    let mut table = Table::against_engine();
    table.play("E5").engine(EngineMove::Resign);
    assert!(table.file().contains("RE[B+R]"));
    let mut table = Table::against_engine();
    table.play("E5").say(Input::Resign(Color::Black));
    assert_eq!(table.outputs[0], Output::CancelQuery);
    assert!(table.file().contains("RE[W+R]"));
    for input in [Input::Play(mv("A1")), Input::Undo, Input::Resign(Color::Black), Input::Count] {
        assert_eq!(table.say(input).outputs, [Output::Refused(Refusal::Over)]);
    }
}

#[test]
fn a_plan_is_a_variation_and_the_game_can_go_on_from_it() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3"]);
    let live = table.game.live();
    let planned = table.plan(live, "G7");
    table.plan(planned, "G3");
    assert_eq!(table.game.live(), live);
    assert_eq!(table.game.position().board().count(Color::Black), 1, "the game is where it was");
    assert_eq!(table.line(), ";B[ee];W[cg](;)(;B[gc];W[gg]))", "the game itself stops where it stands");
    let at = table.game.record().here();
    table.say(Input::ContinueFrom(at));
    assert_eq!(*table.game.phase(), Phase::ToMove);
    table.moves(&["D7"]);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc];W[gg];B[dc])");
}

#[test]
fn a_move_of_the_game_is_the_main_line_though_a_plan_was_there_first() {
    let mut table = Table::two_people();
    let live = table.game.live();
    table.plan(live, "G7");
    table.moves(&["E5"]);
    assert_eq!(table.line(), "(;B[ee])(;B[gc]))");
    assert_eq!(
        table.game.record().position().board().count(Color::Black),
        1,
        "who looks elsewhere is left there"
    );
}

#[test]
fn a_plan_is_a_variation_of_whatever_the_game_does_next() {
    let mut table = Table::two_people();
    table.moves(&["E5"]);
    let live = table.game.live();
    let planned = table.plan(live, "G7");
    table.plan(planned, "G3");
    table.plan(live, "C3");
    assert_eq!(table.line(), ";B[ee](;)(;W[gc];B[gg])(;W[cg]))");
    table.moves(&["D7"]);
    assert_eq!(table.line(), ";B[ee](;W[dc])(;W[gc];B[gg])(;W[cg]))");
}

#[test]
fn a_plan_after_the_end_stays_in_the_record_and_out_of_the_game() {
    let mut table = Table::two_people();
    table.moves(&["E5", "C3"]).say(Input::Resign(Color::Black));
    let live = table.game.live();
    table.plan(live, "G7");
    assert!(table.outputs.contains(&Output::Changed));
    assert_eq!(table.line(), "RE[W+R];B[ee];W[cg](;)(;B[gc]))");
    let again = GoRecord::open(sgf::read(table.file().as_bytes()).unwrap(), 0);
    let main_line: Vec<_> = again.tree().main_line(again.root()).collect();
    let moves = main_line.iter().filter(|node| again.node(**node).has_move()).count();
    assert_eq!(moves, 2, "whoever follows the main line sees the game");
}

#[test]
fn komi_is_read_as_kindly_as_it_is_written() {
    for (text, komi) in
        [("6.5", "6.5"), ("0,5", "0.5"), ("5.5 points", "5.5"), ("3.3", "3.25"), ("none", "0")]
    {
        let file = format!("(;SZ[9]KM[{text}])");
        let record = GoRecord::open(sgf::read(file.as_bytes()).unwrap(), 0);
        let game = LocalGame::new(record, [Player::Human, Player::Human]);
        assert_eq!(game.komi().to_string(), komi, "{text}");
    }
}

#[test]
fn going_on_from_a_node_where_the_engine_is_to_move_asks_it() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3"]);
    let live = table.game.live();
    let at = table.plan(live, "G7");
    table.say(Input::ContinueFrom(at));
    assert_eq!(table.asked().unwrap().moves.len(), 3);
}

#[test]
fn stopping_the_engine_leaves_it_stuck_until_it_is_asked_again() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::Stop);
    assert_eq!(table.outputs, [Output::CancelQuery]);
    assert!(matches!(table.game.phase(), Phase::Stuck { .. }));
    assert!(table.say(Input::Retry).asked().is_some());
}

#[test]
fn with_handicap_white_begins_and_the_engine_hears_of_the_stones() {
    let table = Table::new(new_game(3), [Player::Human, Player::Engine]);
    let game = table.asked().unwrap();
    assert_eq!((game.handicap.len(), game.stones.len(), game.moves.len()), (3, 0, 0));
    assert!(table.file().contains("HA[3]AB["));
}

#[test]
fn a_game_from_the_middle_begins_with_the_stones_and_whose_turn_it_is() {
    let mut table = Table::two_people();
    table.moves(&["E5", "C3", "G7"]);
    let file = String::from_utf8(table.game.record().write_from_here()).unwrap();
    assert!(file.contains("AB[gc][ee]AW[cg]PL[W]"), "{file}");
    let record = GoRecord::open(sgf::read(file.as_bytes()).unwrap(), 0);
    let table = Table::new(record, [Player::Human, Player::Engine]);
    assert_eq!(table.asked().unwrap().stones.len(), 3);
}

#[test]
fn a_engine_that_fails_is_trouble_and_not_the_end() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::EngineFailed { why: "it exited".into() });
    assert_eq!(table.outputs, [Output::EngineFailed { why: "it exited".into() }]);
    table.say(Input::Undo);
    assert_eq!(*table.game.phase(), Phase::ToMove);
}
