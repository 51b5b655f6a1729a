//! Local games of people and engines, as scripts. The test writes the engine's answers.

#![allow(clippy::unwrap_used, clippy::panic)]

use play::Moment;
use play::gtp::{EngineMove, Game, Query};
use play::local_game::{Input, LocalGame, Output, Phase, Player, Refusal};
use record::GameRecord;
use record::go::{GoRecord, NewGame};
use record::sgf;
use rules::go::{Color, Illegal, Move, Outcome, Point, Size};

struct Table {
    room: LocalGame,
    out: Vec<Output>,
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
    fn sit(record: GoRecord, seats: [Player; 2]) -> Table {
        let mut table = Table { room: LocalGame::new(record, seats), out: Vec::new() };
        table.say(Input::Begin);
        table
    }

    /// A person with Black against an engine.
    fn against_engine() -> Table {
        Table::sit(new_game(0), [Player::Human, Player::Engine])
    }

    fn friends() -> Table {
        Table::sit(new_game(0), [Player::Human, Player::Human])
    }

    fn say(&mut self, input: Input) -> &mut Table {
        self.out = self.room.handle(Moment::ORIGIN, input);
        self
    }

    fn play(&mut self, name: &str) -> &mut Table {
        self.say(Input::Play(mv(name)))
    }

    fn answer(&mut self, name: &str) -> &mut Table {
        self.say(Input::EngineMoved(EngineMove::Move(mv(name))))
    }

    /// The moves of a person and the engine, alternating.
    fn moves(&mut self, names: &[&str]) -> &mut Table {
        for name in names {
            match self.room.phase() {
                Phase::Thinking { .. } => self.answer(name),
                _ => self.play(name),
            };
            assert!(self.out.contains(&Output::Changed), "{name}: {:?}", self.out);
        }
        self
    }

    fn asked(&self) -> Option<&Game> {
        self.out.iter().find_map(|output| match output {
            Output::QueryEngine(Query::Move { game, .. }) => Some(game),
            _ => None,
        })
    }

    fn file(&self) -> String {
        String::from_utf8(self.room.record_with_plans().write()).unwrap()
    }

    /// The file from the first move on.
    fn line(&self) -> String {
        let file = self.file();
        let from = file.find("PW[Fake]").unwrap() + "PW[Fake]".len();
        file[from..].trim().replace('\n', "")
    }
}

#[test]
fn a_move_is_recorded_and_the_engine_is_queried_with_the_game() {
    let mut table = Table::against_engine();
    table.play("E5");
    assert_eq!(table.asked().unwrap().moves, [(Color::Black, mv("E5"))]);
    assert!(table.out.contains(&Output::Changed));
    table.answer("C3");
    assert_eq!(*table.room.phase(), Phase::ToMove);
    assert_eq!(table.line(), ";B[ee];W[cg])");
}

#[test]
fn our_rules_decide_first() {
    let mut table = Table::friends();
    let at = Point::from_name("E5", nine()).unwrap();
    table.play("E5").play("E5");
    assert_eq!(table.out, [Output::Refused(Refusal::Illegal(Illegal::Occupied { at }))]);
    assert_eq!(table.line(), ";B[ee])");
}

#[test]
fn nobody_can_move_while_the_engine_thinks() {
    let mut table = Table::against_engine();
    table.play("E5").play("D5");
    assert_eq!(table.out, [Output::Refused(Refusal::NotYourTurn)]);
}

#[test]
fn after_an_illegal_answer_the_engine_gets_the_whole_game_once_and_is_then_given_up() {
    let mut table = Table::against_engine();
    table.play("E5").answer("E5");
    assert_eq!(table.out[0], Output::ResyncEngine);
    assert!(table.asked().is_some());
    table.say(Input::EngineMoved(EngineMove::Invalid("banana".into())));
    assert!(
        matches!(&table.out[..], [Output::ResyncEngine, Output::EngineFailed { why }] if why.contains("banana"))
    );
    assert!(matches!(table.room.phase(), Phase::Stuck { .. }));
    table.say(Input::Retry).answer("C3");
    assert_eq!(table.line(), ";B[ee];W[cg])");
}

#[test]
fn undo_takes_back_the_answer_too_and_keeps_the_line_as_a_variation() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "G7", "G3"]).say(Input::Undo);
    assert_eq!(table.room.position().to_play(), Color::Black);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc];W[gg])", "nothing is lost");
    table.moves(&["D7", "F3"]);
    assert_eq!(table.line(), ";B[ee];W[cg](;B[dc];W[fg])(;B[gc];W[gg]))", "what is played is the main line");
    assert_eq!(table.asked(), None);
}

#[test]
fn undo_while_the_engine_thinks_stops_it() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::Undo);
    assert_eq!(table.out, [Output::CancelQuery, Output::Changed]);
    assert!(table.room.position().board().is_empty());
    table.say(Input::EngineMoved(EngineMove::Move(mv("C3"))));
    assert_eq!(table.out, [], "an answer that comes too late");
}

#[test]
fn undo_without_an_own_move_does_nothing() {
    let mut table = Table::friends();
    assert_eq!(table.say(Input::Undo).out, [Output::Refused(Refusal::NothingToUndo)]);
    let mut table = Table::sit(new_game(0), [Player::Engine, Player::Human]);
    table.answer("E5").say(Input::Undo);
    assert_eq!(table.out, [Output::Refused(Refusal::NothingToUndo)]);
}

#[test]
fn friends_take_back_one_move_at_a_time() {
    let mut table = Table::friends();
    table.moves(&["E5", "C3"]).say(Input::Undo);
    assert_eq!(table.room.position().to_play(), Color::White);
}

#[test]
fn playing_the_undone_move_again_follows_the_old_line() {
    let mut table = Table::friends();
    table.moves(&["E5", "C3"]).say(Input::Undo).say(Input::Undo);
    table.moves(&["E5", "C3", "G7"]);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc])");
}

#[test]
fn two_passes_start_the_count_and_the_engine_is_asked_for_dead_stones() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "pass", "pass"]);
    assert!(matches!(table.room.phase(), Phase::Counting(_)));
    assert!(table.out.iter().any(|output| matches!(output, Output::QueryEngine(Query::Score { .. }))));
    let dead = Point::from_name("C3", nine()).unwrap();
    table
        .say(Input::EngineScored { dead: Some(vec![dead]), score: Some("Black wins by 72.5 points".into()) });
    let (counting, count, score) = table.room.count().unwrap();
    assert!(counting.marking.is_dead(dead));
    assert_eq!(counting.engine_score, Outcome::parse("B+72.5"));
    assert_eq!((count.surrounded(Color::Black), score.black.to_string().as_str()), (80, "81"));
    table.say(Input::Accept);
    assert_eq!(table.out[1], Output::Ended(Outcome::parse("B+74.5").unwrap()));
    assert!(table.file().contains("RE[B+74.5]"));
}

#[test]
fn marks_of_people_are_not_overruled_and_can_be_taken_away() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "pass", "pass"]);
    let [e5, c3] = ["E5", "C3"].map(|name| Point::from_name(name, nine()).unwrap());
    table.say(Input::Mark(e5)).say(Input::EngineScored { dead: Some(vec![c3]), score: None });
    let dead: Vec<Point> = table.room.count().unwrap().0.marking.dead().collect();
    assert_eq!(dead, [e5]);
    table.say(Input::UnmarkAll);
    assert_eq!(table.room.count().unwrap().0.marking.dead().count(), 0);
}

#[test]
fn after_counting_the_game_continues_before_the_last_pass() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3", "pass", "pass"]).say(Input::Resume);
    assert_eq!(table.out, [Output::CancelQuery]);
    assert_eq!((table.room.phase(), table.room.position().passes()), (&Phase::ToMove, 0));
    table.moves(&["G7"]);
    assert_eq!(table.line(), ";B[ee];W[cg](;B[gc])(;B[];W[]))");
}

#[test]
fn counting_before_the_end_returns_to_the_same_move() {
    let mut table = Table::friends();
    table.moves(&["E5", "C3"]).say(Input::Count).say(Input::Resume).moves(&["G7"]);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc])");
}

#[test]
fn a_resignation_by_either_side_ends_the_game() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::EngineMoved(EngineMove::Resign));
    assert!(table.file().contains("RE[B+R]"));
    let mut table = Table::against_engine();
    table.play("E5").say(Input::Resign(Color::Black));
    assert_eq!(table.out[0], Output::CancelQuery);
    assert!(table.file().contains("RE[W+R]"));
    for input in [Input::Play(mv("A1")), Input::Undo, Input::Resign(Color::Black), Input::Count] {
        assert_eq!(table.say(input).out, [Output::Refused(Refusal::Over)]);
    }
}

#[test]
fn a_plan_is_a_variation_and_the_game_can_continue_from_it() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3"]);
    let live = table.room.live();
    table.say(Input::Plan { at: live, mv: mv("G7") });
    let planned = table.room.record().here();
    table.say(Input::Plan { at: planned, mv: mv("G3") });
    assert_eq!(table.room.live(), live);
    assert_eq!(table.room.position().board().count(Color::Black), 1, "the game is where it was");
    assert_eq!(table.line(), ";B[ee];W[cg](;)(;B[gc];W[gg]))", "the game itself stops where it stands");
    let at = table.room.record().here();
    table.say(Input::ContinueFrom(at));
    assert_eq!(*table.room.phase(), Phase::ToMove);
    table.moves(&["D7"]);
    assert_eq!(table.line(), ";B[ee];W[cg];B[gc];W[gg];B[dc])");
}

#[test]
fn a_move_of_the_game_is_the_main_line_though_a_plan_was_there_first() {
    let mut table = Table::friends();
    let live = table.room.live();
    table.say(Input::Plan { at: live, mv: mv("G7") });
    table.moves(&["E5"]);
    assert_eq!(table.line(), "(;B[ee])(;B[gc]))");
    assert_eq!(
        table.room.record().position().board().count(Color::Black),
        1,
        "who looks elsewhere is left there"
    );
}

#[test]
fn a_plan_is_a_variation_of_whatever_the_game_does_next() {
    let mut table = Table::friends();
    table.moves(&["E5"]);
    let live = table.room.live();
    table.say(Input::Plan { at: live, mv: mv("G7") });
    let planned = table.room.record().here();
    table.say(Input::Plan { at: planned, mv: mv("G3") });
    table.say(Input::Plan { at: live, mv: mv("C3") });
    assert_eq!(table.line(), ";B[ee](;)(;W[gc];B[gg])(;W[cg]))");
    table.moves(&["D7"]);
    assert_eq!(table.line(), ";B[ee](;W[dc])(;W[gc];B[gg])(;W[cg]))");
}

#[test]
fn a_plan_after_the_end_stays_in_the_record_and_out_of_the_game() {
    let mut table = Table::friends();
    table.moves(&["E5", "C3"]).say(Input::Resign(Color::Black));
    let live = table.room.live();
    table.say(Input::Plan { at: live, mv: mv("G7") });
    assert!(table.out.contains(&Output::Changed));
    assert_eq!(table.line(), "RE[W+R];B[ee];W[cg](;)(;B[gc]))");
    let again = GoRecord::open(sgf::read(table.file().as_bytes()).unwrap(), 0);
    let main_line: Vec<_> = again.tree().main_line(again.root()).collect();
    let moves = main_line.iter().filter(|node| again.node(**node).has_move()).count();
    assert_eq!(moves, 2, "whoever follows the main line sees the game");
}

#[test]
fn komi_is_read_leniently() {
    for (text, komi) in
        [("6.5", "6.5"), ("0,5", "0.5"), ("5.5 points", "5.5"), ("3.3", "3.25"), ("none", "0")]
    {
        let file = format!("(;SZ[9]KM[{text}])");
        let record = GoRecord::open(sgf::read(file.as_bytes()).unwrap(), 0);
        let room = LocalGame::new(record, [Player::Human, Player::Human]);
        assert_eq!(room.komi().to_string(), komi, "{text}");
    }
}

#[test]
fn continuing_where_the_engine_is_to_move_queries_it() {
    let mut table = Table::against_engine();
    table.moves(&["E5", "C3"]);
    let live = table.room.live();
    table.say(Input::Plan { at: live, mv: mv("G7") });
    let at = table.room.record().here();
    table.say(Input::ContinueFrom(at));
    assert_eq!(table.asked().unwrap().moves.len(), 3);
}

#[test]
fn a_stopped_engine_does_not_move_until_retry() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::Stop);
    assert_eq!(table.out, [Output::CancelQuery]);
    assert!(matches!(table.room.phase(), Phase::Stuck { .. }));
    assert!(table.say(Input::Retry).asked().is_some());
}

#[test]
fn with_handicap_white_begins_and_the_engine_gets_the_stones() {
    let table = Table::sit(new_game(3), [Player::Human, Player::Engine]);
    let game = table.asked().unwrap();
    assert_eq!((game.handicap.len(), game.stones.len(), game.moves.len()), (3, 0, 0));
    assert!(table.file().contains("HA[3]AB["));
}

#[test]
fn a_game_from_a_position_begins_with_its_stones_and_side_to_move() {
    let mut table = Table::friends();
    table.moves(&["E5", "C3", "G7"]);
    let file = String::from_utf8(table.room.record().write_from_here()).unwrap();
    assert!(file.contains("AB[gc][ee]AW[cg]PL[W]"), "{file}");
    let record = GoRecord::open(sgf::read(file.as_bytes()).unwrap(), 0);
    let table = Table::sit(record, [Player::Human, Player::Engine]);
    assert_eq!(table.asked().unwrap().stones.len(), 3);
}

#[test]
fn an_engine_failure_does_not_end_the_game() {
    let mut table = Table::against_engine();
    table.play("E5").say(Input::EngineFailed { why: "it exited".into() });
    assert_eq!(table.out, [Output::EngineFailed { why: "it exited".into() }]);
    table.say(Input::Undo);
    assert_eq!(*table.room.phase(), Phase::ToMove);
}
