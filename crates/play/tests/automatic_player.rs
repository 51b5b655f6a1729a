//! An automatic player at a table with a person: what it agrees to, and what it does not.
#![allow(clippy::unwrap_used)]

use play::Moment;
use play::automatic_player::{AutomaticPlayer, MoveDecision, OnIllegalMove, Task, should_resign};
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
struct Sitting {
    table: Table,
    clients: [Client; 2],
    player: AutomaticPlayer,
    /// What the player was asked to think about.
    asked: Vec<Task>,
}

impl Sitting {
    fn new(on_illegal: OnIllegalMove) -> Sitting {
        let settings = Settings { game: GameKind::Chinese, board_size: 9, time: None, ..Settings::default() };
        let clients = [("Ann", 1), ("Bot", 2)]
            .map(|(name, token)| Client::player(SavedSeat::new(Hex([token; 16]), name)));
        let table = Table::new(&NewTable { settings, secret: Hex([3; 32]) });
        let player = AutomaticPlayer::new(on_illegal);
        let mut sitting = Sitting { table, clients, player, asked: Vec::new() };
        sitting.give(PERSON, Input::Connected);
        sitting.give(PLAYER, Input::Connected);
        sitting.act(Action::Ready);
        sitting
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

    /// The person acts, then the player does everything it wants to.
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

    fn play(&mut self, mv: Move, answer: EngineMove) -> Option<MoveDecision> {
        self.act(Action::Choose { mv, nonce: Hex([0; 32]) });
        let decision = self.player.move_chosen(&self.clients[PLAYER], answer, Hex([0; 32]));
        if let Some(MoveDecision::Act(action)) = &decision {
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
fn counting() -> Sitting {
    let mut sitting = Sitting::new(OnIllegalMove::AskAgain);
    sitting.play(at(2, 2), EngineMove::Move(at(6, 6)));
    sitting.play(Move::Pass, EngineMove::Move(Move::Pass));
    assert_eq!(sitting.stage(), Stage::Count);
    assert_eq!(sitting.asked.last(), Some(&Task::FindDead));
    sitting
}

#[test]
fn living_stones_declared_dead_are_not_agreed_to() {
    let mut sitting = counting();
    sitting.dead_found(&[]);
    sitting.act(Action::Mark(Point::new(6, 6)));
    sitting.act(Action::Agree);
    assert_eq!(sitting.stage(), Stage::Play, "the game plays on");
}

#[test]
fn an_early_agreement_is_answered_when_the_player_has_judged_the_stones() {
    let mut sitting = counting();
    sitting.act(Action::Mark(Point::new(6, 6)));
    sitting.act(Action::Agree);
    assert_eq!(sitting.stage(), Stage::Count, "it does not know yet");
    sitting.dead_found(&[]);
    assert_eq!(sitting.stage(), Stage::Play);
}

#[test]
fn its_own_dead_stones_are_proposed_once_and_agreed_to() {
    let mut sitting = counting();
    sitting.dead_found(&[Point::new(2, 2)]);
    assert_eq!(sitting.clients[PERSON].marks().0, [Point::new(2, 2)]);
    sitting.act(Action::Mark(Point::new(2, 2)));
    assert_eq!(sitting.clients[PERSON].marks().0, [], "it does not insist");
    sitting.act(Action::Mark(Point::new(2, 2)));
    sitting.act(Action::Agree);
    assert!(matches!(sitting.stage(), Stage::Over(_)));
}

#[test]
fn a_count_that_gives_it_more_is_agreed_to() {
    let mut sitting = counting();
    sitting.dead_found(&[]);
    sitting.act(Action::Mark(Point::new(2, 2)));
    sitting.act(Action::Agree);
    assert!(matches!(sitting.stage(), Stage::Over(_)));
}

#[test]
fn take_backs_adjournments_and_rematches_are_agreed_to() {
    let mut sitting = Sitting::new(OnIllegalMove::AskAgain);
    sitting.play(at(2, 2), EngineMove::Move(at(6, 6)));
    sitting.act(Action::Takeback { turns: 2, agree: true });
    assert_eq!(sitting.clients[PERSON].kifu().unwrap().turns(), 0);
    sitting.act(Action::Adjourn);
    assert!(sitting.clients[PERSON].seats().adjourned);
    sitting.act(Action::Ready);
    assert!(!sitting.clients[PERSON].seats().adjourned);
    sitting.act(Action::Resign);
    sitting.act(Action::Rematch);
    assert_eq!((sitting.clients[PERSON].game(), sitting.stage()), (2, Stage::Play));
}

#[test]
fn after_an_illegal_move_it_is_asked_again_and_gives_up_after_three() {
    let mut sitting = Sitting::new(OnIllegalMove::AskAgain);
    let taken = EngineMove::Move(at(2, 2));
    assert_eq!(sitting.play(at(2, 2), taken.clone()), Some(MoveDecision::AskAgain));
    let answer = |sitting: &mut Sitting| {
        let decision = sitting.player.move_chosen(&sitting.clients[PLAYER], taken.clone(), Hex([0; 32]));
        sitting.run_player();
        decision
    };
    assert_eq!(answer(&mut sitting), Some(MoveDecision::AskAgain));
    assert_eq!(answer(&mut sitting), Some(MoveDecision::GiveUp));
    let mut sitting = Sitting::new(OnIllegalMove::Pass);
    sitting.play(at(2, 2), EngineMove::Move(at(2, 2)));
    assert_eq!(sitting.clients[PERSON].kifu().unwrap().turns(), 2, "it passed");
}

#[test]
fn it_resigns_a_lost_game_but_never_instead_of_a_pass() {
    assert!(should_resign(at(2, 2), 0.01) && !should_resign(at(2, 2), 0.2));
    assert!(!should_resign(Move::Pass, 0.01));
    let mut sitting = Sitting::new(OnIllegalMove::AskAgain);
    sitting.play(at(2, 2), EngineMove::Resign);
    assert!(sitting.clients[PERSON].is_over());
}
