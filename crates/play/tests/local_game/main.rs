//! Games in turns, by people and engines, as scripts. The engine's answers are written by the test.

#![allow(clippy::unwrap_used, clippy::panic)]

mod time;

use moment::Moment;
use play::automatic_player::MoveAnswer;
use play::gtp::{EngineMove, Game, Query};
use play::local_game::{Input, LocalGame, Output, Phase, Player, Refusal};
use record::go::{GoRecord, NewGame};
use record::sgf;
use record::{GameRecord, NodeId};
use rules::go::{Color, Illegal, Move, Outcome, Point, Size};

struct GameScript {
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

impl GameScript {
    fn new(record: GoRecord, players: [Player; 2]) -> GameScript {
        let mut script = GameScript { game: LocalGame::new(record, players), outputs: Vec::new() };
        script.input(Input::Begin);
        script
    }

    /// A person with Black against an engine.
    fn against_engine() -> GameScript {
        GameScript::new(new_game(0), [Player::Human, Player::Engine])
    }

    fn two_people() -> GameScript {
        GameScript::new(new_game(0), [Player::Human, Player::Human])
    }

    fn input(&mut self, input: Input) -> &mut GameScript {
        self.outputs = self.game.handle(Moment::ORIGIN, input);
        self
    }

    fn play(&mut self, name: &str) -> &mut GameScript {
        self.input(Input::Play(mv(name)))
    }

    fn answer(&mut self, name: &str) -> &mut GameScript {
        self.engine(EngineMove::Move(mv(name)))
    }

    fn engine(&mut self, answer: EngineMove) -> &mut GameScript {
        self.input(Input::EngineMoved(MoveAnswer::Engine(answer)))
    }

    fn search(&mut self, name: &str, win_rate: f32) -> &mut GameScript {
        self.input(Input::EngineMoved(MoveAnswer::Search { best: mv(name), win_rate }))
    }

    /// Plans a move after a node, and gives the node of the plan.
    fn plan(&mut self, at: NodeId, name: &str) -> NodeId {
        self.input(Input::Plan { at, mv: mv(name) });
        self.game.record().here()
    }

    /// A person's moves and the engine's, in turn.
    fn moves(&mut self, names: &[&str]) -> &mut GameScript {
        for name in names {
            match self.game.phase() {
                Phase::Thinking { .. } => self.answer(name),
                _ => self.play(name),
            };
            assert!(self.outputs.contains(&Output::Changed), "{name}: {:?}", self.outputs);
        }
        self
    }

    fn queried_game(&self) -> Option<&Game> {
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
fn a_move_is_recorded_and_the_engine_is_sent_the_game_so_far() {
    let mut script = GameScript::against_engine();
    script.play("E5");
    assert_eq!(script.queried_game().unwrap().moves, [(Color::Black, mv("E5"))]);
    assert!(script.outputs.contains(&Output::Changed));
    script.answer("C3");
    assert_eq!(*script.game.phase(), Phase::ToMove);
    assert_eq!(script.line(), ";B[ee];W[cg])");
}

#[test]
fn a_move_is_checked_against_the_rules_before_it_is_played() {
    let mut script = GameScript::two_people();
    let at = Point::from_name("E5", nine()).unwrap();
    script.play("E5").play("E5");
    assert_eq!(script.outputs, [Output::Refused(Refusal::Illegal(Illegal::Occupied { at }))]);
    assert_eq!(script.line(), ";B[ee])");
}

#[test]
fn nobody_moves_while_the_engine_thinks() {
    let mut script = GameScript::against_engine();
    script.play("E5").play("D5");
    assert_eq!(script.outputs, [Output::Refused(Refusal::NotYourTurn)]);
}

#[test]
fn after_three_illegal_answers_in_a_row_the_engine_is_given_up() {
    let mut script = GameScript::against_engine();
    script.play("E5");
    for _ in 0..2 {
        script.answer("E5");
        assert_eq!(script.outputs[0], Output::ResyncEngine);
        assert!(script.queried_game().is_some());
    }
    script.engine(EngineMove::Invalid("banana".into()));
    assert!(
        matches!(&script.outputs[..], [Output::ResyncEngine, Output::EngineFailed { why }] if why.contains("banana"))
    );
    assert!(matches!(script.game.phase(), Phase::Stuck { .. }));
    script.input(Input::Retry).answer("C3");
    assert_eq!(script.line(), ";B[ee];W[cg])");
}

#[test]
fn undo_takes_back_the_engines_answer_too_and_keeps_the_line_as_a_variation() {
    let mut script = GameScript::against_engine();
    script.moves(&["E5", "C3", "G7", "G3"]).input(Input::Undo);
    assert_eq!(script.game.position().to_play(), Color::Black);
    assert_eq!(script.line(), ";B[ee];W[cg];B[gc];W[gg])", "nothing is lost");
    script.moves(&["D7", "F3"]);
    assert_eq!(script.line(), ";B[ee];W[cg](;B[dc];W[fg])(;B[gc];W[gg]))", "what is played is the main line");
    assert_eq!(script.queried_game(), None);
}

#[test]
fn undo_while_the_engine_thinks_stops_it() {
    let mut script = GameScript::against_engine();
    script.play("E5").input(Input::Undo);
    assert_eq!(script.outputs, [Output::CancelQuery, Output::Changed]);
    assert!(script.game.position().board().is_empty());
    script.answer("C3");
    assert_eq!(script.outputs, [], "an answer that comes too late");
}

#[test]
fn undo_does_nothing_before_the_players_first_move() {
    let mut script = GameScript::two_people();
    assert_eq!(script.input(Input::Undo).outputs, [Output::Refused(Refusal::NothingToUndo)]);
    let mut script = GameScript::new(new_game(0), [Player::Engine, Player::Human]);
    script.answer("E5").input(Input::Undo);
    assert_eq!(script.outputs, [Output::Refused(Refusal::NothingToUndo)]);
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let mut script = GameScript::two_people();
    script.moves(&["E5", "C3"]).input(Input::Undo);
    assert_eq!(script.game.position().to_play(), Color::White);
}

#[test]
fn playing_the_undone_move_again_follows_the_old_line() {
    let mut script = GameScript::two_people();
    script.moves(&["E5", "C3"]).input(Input::Undo).input(Input::Undo);
    script.moves(&["E5", "C3", "G7"]);
    assert_eq!(script.line(), ";B[ee];W[cg];B[gc])");
}

#[test]
fn two_passes_begin_the_counting_and_the_engine_is_asked_for_dead_stones() {
    let mut script = GameScript::against_engine();
    script.moves(&["E5", "C3", "pass", "pass"]);
    assert!(matches!(script.game.phase(), Phase::Counting(_)));
    assert!(script.outputs.iter().any(|output| matches!(output, Output::QueryEngine(Query::Score { .. }))));
    let dead = Point::from_name("C3", nine()).unwrap();
    script.input(Input::EngineScored {
        dead: Some(vec![dead]),
        score: Some("Black wins by 72.5 points".into()),
    });
    let (counting, count, score) = script.game.count().unwrap();
    assert!(counting.marking.is_dead(dead));
    assert_eq!(counting.engine_score(), Outcome::parse("B+72.5"));
    assert_eq!((count.surrounded(Color::Black), score.black.to_string().as_str()), (80, "81"));
    script.input(Input::Accept);
    assert_eq!(script.outputs[1], Output::Ended(Outcome::parse("B+74.5").unwrap()));
    assert!(script.file().contains("RE[B+74.5]"));
}

#[test]
fn marks_of_people_are_not_overruled_and_can_be_removed() {
    let mut script = GameScript::against_engine();
    script.moves(&["E5", "C3", "pass", "pass"]);
    let [e5, c3] = ["E5", "C3"].map(|name| Point::from_name(name, nine()).unwrap());
    script.input(Input::Mark(e5)).input(Input::EngineScored { dead: Some(vec![c3]), score: None });
    let dead: Vec<Point> = script.game.count().unwrap().0.marking.dead().collect();
    assert_eq!(dead, [e5]);
    script.input(Input::UnmarkAll);
    assert_eq!(script.game.count().unwrap().0.marking.dead().count(), 0);
}

#[test]
fn an_engine_agrees_to_a_count_that_costs_it_nothing_and_plays_on_against_another() {
    let count = |engine_says: &[&str], person_marks: &[&str]| {
        let mut script = GameScript::against_engine();
        script.moves(&["E5", "C3", "pass", "pass"]);
        let points = |names: &[&str]| names.iter().map(|n| Point::from_name(n, nine()).unwrap()).collect();
        let (says, marks): (Vec<Point>, Vec<Point>) = (points(engine_says), points(person_marks));
        script.input(Input::EngineScored { dead: Some(says), score: None }).input(Input::UnmarkAll);
        for at in marks {
            script.input(Input::Mark(at));
        }
        script.input(Input::Accept);
        (script.outputs.contains(&Output::CountDeclined), script.game.phase().clone())
    };
    assert!(matches!(count(&[], &[]), (false, Phase::Over(_))), "as it counts itself");
    assert!(matches!(count(&["C3"], &["C3"]), (false, Phase::Over(_))), "it gave the stone up");
    assert!(matches!(count(&[], &["E5"]), (false, Phase::Over(_))), "better for it");
    assert_eq!(count(&[], &["C3"]), (true, Phase::ToMove), "its living stone is not given away");
}

#[test]
fn the_count_waits_for_the_engine_unless_it_is_stopped_or_fails() {
    for absent in [Input::Stop, Input::EngineFailed { why: "it exited".into() }] {
        let mut script = GameScript::against_engine();
        script.moves(&["E5", "C3", "pass", "pass"]);
        assert_eq!(script.input(Input::Accept).outputs, [Output::Refused(Refusal::EngineCounts)]);
        script.input(Input::Mark(Point::from_name("C3", nine()).unwrap())).input(absent).input(Input::Accept);
        assert!(script.file().contains("RE[B+74.5]"), "the person decides alone");
    }
}

#[test]
fn a_search_resigns_after_five_hopeless_moves_when_it_is_far_behind() {
    let mut script = GameScript::against_engine();
    // A black wall across the board: the territory above it is worth more than the komi.
    for column in "ABCDEFGHJ".chars() {
        script.play(&format!("{column}6")).search(&format!("{column}1"), 0.5);
    }
    for column in ["C", "D", "E", "F"] {
        script.play(&format!("{column}4")).search(&format!("{column}2"), 0.0);
        assert_eq!(*script.game.phase(), Phase::ToMove, "it may be mistaken");
    }
    script.play("G4").search("G2", 0.0);
    assert!(script.file().contains("RE[B+R]"), "{:?}", script.outputs);
}

#[test]
fn a_search_that_is_ahead_on_the_board_does_not_resign() {
    let mut script = GameScript::against_engine();
    for row in 1..9 {
        script.play(&format!("E{row}")).search(&format!("C{row}"), 0.0);
        assert_eq!(*script.game.phase(), Phase::ToMove, "the komi is ahead");
    }
}

#[test]
fn a_game_resumed_after_two_passes_continues_before_them() {
    let mut script = GameScript::against_engine();
    script.moves(&["E5", "C3", "pass", "pass"]).input(Input::Resume);
    assert_eq!(script.outputs, [Output::CancelQuery]);
    assert_eq!((script.game.phase(), script.game.position().passes()), (&Phase::ToMove, 0));
    script.moves(&["G7"]);
    assert_eq!(script.line(), ";B[ee];W[cg](;B[gc])(;B[];W[]))");
}

#[test]
fn cancelled_counting_returns_to_the_same_move() {
    let mut script = GameScript::two_people();
    script.moves(&["E5", "C3"]).input(Input::Count).input(Input::Resume).moves(&["G7"]);
    assert_eq!(script.line(), ";B[ee];W[cg];B[gc])");
}

#[test]
fn the_game_ends_when_either_player_resigns() {
    let mut script = GameScript::against_engine();
    script.play("E5").engine(EngineMove::Resign);
    assert!(script.file().contains("RE[B+R]"));
    let mut script = GameScript::against_engine();
    script.play("E5").input(Input::Resign(Color::Black));
    assert_eq!(script.outputs[0], Output::CancelQuery);
    assert!(script.file().contains("RE[W+R]"));
    for input in [Input::Play(mv("A1")), Input::Undo, Input::Resign(Color::Black), Input::Count] {
        assert_eq!(script.input(input).outputs, [Output::Refused(Refusal::Over)]);
    }
}

#[test]
fn a_plan_is_a_variation_and_the_game_can_continue_from_it() {
    let mut script = GameScript::against_engine();
    script.moves(&["E5", "C3"]);
    let live = script.game.live();
    let planned = script.plan(live, "G7");
    script.plan(planned, "G3");
    assert_eq!(script.game.live(), live);
    assert_eq!(script.game.position().board().count(Color::Black), 1, "the game is where it was");
    assert_eq!(script.line(), ";B[ee];W[cg](;)(;B[gc];W[gg]))", "the game itself stops where it stands");
    let at = script.game.record().here();
    script.input(Input::ContinueFrom(at));
    assert_eq!(*script.game.phase(), Phase::ToMove);
    script.moves(&["D7"]);
    assert_eq!(script.line(), ";B[ee];W[cg];B[gc];W[gg];B[dc])");
}

#[test]
fn a_played_move_is_the_main_line_even_if_a_plan_came_first() {
    let mut script = GameScript::two_people();
    let live = script.game.live();
    script.plan(live, "G7");
    script.moves(&["E5"]);
    assert_eq!(script.line(), "(;B[ee])(;B[gc]))");
    assert_eq!(
        script.game.record().position().board().count(Color::Black),
        1,
        "who looks elsewhere is left there"
    );
}

#[test]
fn a_plan_is_a_variation_of_whatever_the_game_does_next() {
    let mut script = GameScript::two_people();
    script.moves(&["E5"]);
    let live = script.game.live();
    let planned = script.plan(live, "G7");
    script.plan(planned, "G3");
    script.plan(live, "C3");
    assert_eq!(script.line(), ";B[ee](;)(;W[gc];B[gg])(;W[cg]))");
    script.moves(&["D7"]);
    assert_eq!(script.line(), ";B[ee](;W[dc])(;W[gc];B[gg])(;W[cg]))");
}

#[test]
fn a_plan_after_the_end_stays_in_the_record_and_out_of_the_game() {
    let mut script = GameScript::two_people();
    script.moves(&["E5", "C3"]).input(Input::Resign(Color::Black));
    let live = script.game.live();
    script.plan(live, "G7");
    assert!(script.outputs.contains(&Output::Changed));
    assert_eq!(script.line(), "RE[W+R];B[ee];W[cg](;)(;B[gc]))");
    let again = GoRecord::open(sgf::read(script.file().as_bytes()).unwrap(), 0);
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
        let game = LocalGame::new(record, [Player::Human, Player::Human]);
        assert_eq!(game.komi().to_string(), komi, "{text}");
    }
}

#[test]
fn continuing_where_the_engine_is_to_move_asks_the_engine() {
    let mut script = GameScript::against_engine();
    script.moves(&["E5", "C3"]);
    let live = script.game.live();
    let at = script.plan(live, "G7");
    script.input(Input::ContinueFrom(at));
    assert_eq!(script.queried_game().unwrap().moves.len(), 3);
}

#[test]
fn a_stopped_engine_does_not_move_until_it_is_asked_again() {
    let mut script = GameScript::against_engine();
    script.play("E5").input(Input::Stop);
    assert_eq!(script.outputs, [Output::CancelQuery]);
    assert!(matches!(script.game.phase(), Phase::Stuck { .. }));
    assert!(script.input(Input::Retry).queried_game().is_some());
}

#[test]
fn with_handicap_white_begins_and_the_engine_is_sent_the_stones() {
    let script = GameScript::new(new_game(3), [Player::Human, Player::Engine]);
    let game = script.queried_game().unwrap();
    assert_eq!((game.handicap.len(), game.stones.len(), game.moves.len()), (3, 0, 0));
    assert!(script.file().contains("HA[3]AB["));
}

#[test]
fn a_game_from_a_position_begins_with_its_stones_and_side_to_move() {
    let mut script = GameScript::two_people();
    script.moves(&["E5", "C3", "G7"]);
    let file = String::from_utf8(script.game.record().write_from_here()).unwrap();
    assert!(file.contains("AB[gc][ee]AW[cg]PL[W]"), "{file}");
    let record = GoRecord::open(sgf::read(file.as_bytes()).unwrap(), 0);
    let script = GameScript::new(record, [Player::Human, Player::Engine]);
    assert_eq!(script.queried_game().unwrap().stones.len(), 3);
}

#[test]
fn a_failed_engine_does_not_end_the_game() {
    let mut script = GameScript::against_engine();
    script.play("E5").input(Input::EngineFailed { why: "it exited".into() });
    assert_eq!(script.outputs, [Output::EngineFailed { why: "it exited".into() }]);
    script.input(Input::Undo);
    assert_eq!(*script.game.phase(), Phase::ToMove);
}
