//! An automatic player at a table with a person: what it agrees to, and what it does not.
#![allow(clippy::unwrap_used)]

use moment::Moment;
use play::automatic_player::{AutomaticPlayer, MoveAnswer, NextStep, Task};
use play::client::{Action, Client, Input, Output, SavedSeat};
use play::gtp::EngineMove;
use play::kifu::Stage;
use play::protocol::{GameKind, Hex, Settings};
use play::table::{ConnectionId, Input as TableInput, NewTable, Output as TableOutput, Table};
use rules::go::{Move, Point};

const NOW: Moment = Moment::ORIGIN;
const PERSON: usize = 0;
const PLAYER: usize = 1;

/// Both clients at one table; every message is delivered at once.
struct TestTable {
    table: Table,
    clients: [Client; 2],
    player: AutomaticPlayer,
    /// What the player was asked to think about.
    asked: Vec<Task>,
}

impl TestTable {
    fn new() -> TestTable {
        TestTable::with_komi(15)
    }

    /// In half points.
    fn with_komi(komi: i16) -> TestTable {
        let settings =
            Settings { game: GameKind::Chinese, board_size: 9, time: None, komi, ..Settings::default() };
        let clients = [("Ann", 1), ("Bot", 2)]
            .map(|(name, token)| Client::player(SavedSeat::new(Hex([token; 16]), name)));
        let table = Table::new(&NewTable::new(settings, Hex([3; 32])));
        let player = AutomaticPlayer::default();
        let mut test_table = TestTable { table, clients, player, asked: Vec::new() };
        test_table.give(PERSON, Input::Connected);
        test_table.give(PLAYER, Input::Connected);
        test_table.act(Action::Ready);
        test_table
    }

    fn give(&mut self, who: usize, input: Input) {
        for output in self.clients[who].handle(NOW, input) {
            let Output::Send(message) = output else { continue };
            let conn = ConnectionId(who as u64);
            for output in self.table.handle(NOW, TableInput::Message { conn, round_trip: 0, message }) {
                if let TableOutput::Send { to, message } = output {
                    self.give(to.0 as usize, Input::Received(message));
                }
            }
        }
    }

    /// The person marks these stones and agrees to the count.
    fn claim_dead(&mut self, at: Point) {
        self.act(Action::Mark(at));
        self.act(Action::Agree);
    }

    /// The person does something, then the player everything it wants to.
    fn act(&mut self, action: Action) {
        self.give(PERSON, Input::Act(action));
        self.run_player();
    }

    fn run_player(&mut self) {
        while let Some(task) = self.player.next_task(&self.clients[PLAYER]) {
            match task {
                Task::Act(action) => self.give(PLAYER, Input::Act(action)),
                thinking => self.asked.push(thinking),
            }
        }
    }

    fn play(&mut self, mv: Move, answer: EngineMove) -> Option<NextStep> {
        self.answer(mv, &MoveAnswer::Engine(answer))
    }

    fn search(&mut self, mv: Move, best: Move, win_rate: f32) -> Option<NextStep> {
        self.answer(mv, &MoveAnswer::Search { best, win_rate })
    }

    fn answer(&mut self, mv: Move, answer: &MoveAnswer) -> Option<NextStep> {
        self.act(Action::Choose { mv, nonce: Hex([0; 32]) });
        let decision = self.player.move_chosen(&self.clients[PLAYER], answer, Hex([0; 32]));
        if let Some(NextStep::Act(action)) = &decision {
            self.give(PLAYER, Input::Act(action.clone()));
        }
        self.run_player();
        decision
    }

    fn dead_found(&mut self, dead: &[Point]) {
        self.player.dead_found(&self.clients[PLAYER], dead);
        self.run_player();
    }

    fn stage(&self) -> Stage {
        self.clients[PERSON].kifu().unwrap().stage()
    }
}

fn at(x: u8, y: u8) -> Move {
    Move::Place(Point::new(x, y))
}

/// One stone each, then both have passed.
fn counting() -> TestTable {
    let mut test_table = TestTable::new();
    test_table.play(at(2, 2), EngineMove::Move(at(6, 6)));
    test_table.play(Move::Pass, EngineMove::Move(Move::Pass));
    assert_eq!(test_table.stage(), Stage::Count);
    assert_eq!(test_table.asked.last(), Some(&Task::FindDead));
    test_table
}

#[test]
fn living_stones_declared_dead_are_not_agreed_to() {
    let mut test_table = counting();
    test_table.dead_found(&[]);
    test_table.claim_dead(Point::new(6, 6));
    assert_eq!(test_table.stage(), Stage::Play, "the game plays on");
}

#[test]
fn a_player_that_agrees_too_early_is_answered_when_the_player_has_its_opinion() {
    let mut test_table = counting();
    test_table.claim_dead(Point::new(6, 6));
    assert_eq!(test_table.stage(), Stage::Count, "it does not know yet");
    test_table.dead_found(&[]);
    assert_eq!(test_table.stage(), Stage::Play);
}

#[test]
fn its_own_opinion_is_proposed_once_and_agreed_to() {
    let mut test_table = counting();
    test_table.dead_found(&[Point::new(2, 2)]);
    assert_eq!(test_table.clients[PERSON].marks().0, [Point::new(2, 2)]);
    test_table.act(Action::Mark(Point::new(2, 2)));
    assert_eq!(test_table.clients[PERSON].marks().0, [], "it does not insist");
    test_table.claim_dead(Point::new(2, 2));
    assert!(matches!(test_table.stage(), Stage::Over(_)));
}

#[test]
fn a_count_that_gives_it_more_is_agreed_to() {
    let mut test_table = counting();
    test_table.dead_found(&[]);
    test_table.claim_dead(Point::new(2, 2));
    assert!(matches!(test_table.stage(), Stage::Over(_)));
}

#[test]
fn take_backs_adjournments_and_rematches_are_agreed_to() {
    let mut test_table = TestTable::new();
    test_table.play(at(2, 2), EngineMove::Move(at(6, 6)));
    test_table.act(Action::Takeback { turns: 2, agree: true });
    assert_eq!(test_table.clients[PERSON].kifu().unwrap().turns(), 0);
    test_table.act(Action::Adjourn);
    assert!(test_table.clients[PERSON].seats().adjourned);
    test_table.act(Action::Ready);
    assert!(!test_table.clients[PERSON].seats().adjourned);
    test_table.act(Action::Resign);
    test_table.act(Action::Rematch);
    assert_eq!((test_table.clients[PERSON].game(), test_table.stage()), (2, Stage::Play));
}

#[test]
fn an_illegal_move_of_an_engine_is_asked_for_again_and_given_up_after_three() {
    let mut test_table = TestTable::new();
    let taken = EngineMove::Move(at(2, 2));
    assert_eq!(test_table.play(at(2, 2), taken.clone()), Some(NextStep::AskAgain));
    let answer = |test_table: &mut TestTable| {
        let answer = MoveAnswer::Engine(taken.clone());
        let decision = test_table.player.move_chosen(&test_table.clients[PLAYER], &answer, Hex([0; 32]));
        test_table.run_player();
        decision
    };
    assert_eq!(answer(&mut test_table), Some(NextStep::AskAgain));
    assert_eq!(answer(&mut test_table), Some(NextStep::GiveUp));
}

#[test]
fn an_illegal_move_of_a_search_becomes_a_pass() {
    let mut test_table = TestTable::new();
    test_table.search(at(2, 2), at(2, 2), 0.5);
    assert_eq!(test_table.clients[PERSON].kifu().unwrap().turns(), 2, "it passed");
}

#[test]
fn an_engine_resigns_when_it_says_so() {
    let mut test_table = TestTable::new();
    test_table.play(at(2, 2), EngineMove::Resign);
    assert!(test_table.clients[PERSON].is_over());
}

#[test]
fn a_search_that_wins_nothing_resigns_a_game_in_which_it_is_behind() {
    // With a negative komi White is behind from the start.
    let mut test_table = TestTable::with_komi(-40);
    for x in 0..4 {
        test_table.search(at(x, 2), at(x, 6), 0.01);
        assert_eq!(test_table.stage(), Stage::Play, "a few searches may be mistaken");
    }
    assert_eq!(test_table.search(at(4, 2), at(4, 6), 0.01), Some(NextStep::Act(Action::Resign)));
    assert!(test_table.clients[PERSON].is_over());
    test_table.act(Action::Rematch);
    let step = test_table.search(at(2, 2), at(2, 6), 0.01);
    assert_ne!(step, Some(NextStep::Act(Action::Resign)), "the next game begins with a new judgement");
}

#[test]
fn a_search_never_resigns_a_game_that_it_wins_on_the_board() {
    // White is ahead by the komi all the time, whatever the search believes.
    let mut test_table = TestTable::with_komi(15);
    for x in 0..9 {
        test_table.search(at(x, 2), at(x, 6), 0.0);
        assert_eq!(test_table.stage(), Stage::Play);
    }
}
