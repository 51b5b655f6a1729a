//! The decisions of a player without a person: the built-in bot in a page, an engine that a host seats. The program
//! around it thinks and sends; what the player agrees to is decided here, the same for all of them.
//!
//! - It is ready for any settings, and back after an adjournment once its opponent is.
//! - It agrees to every take-back, adjournment and rematch: the game belongs to the person.
//! - When both have passed it marks the stones that it considers dead, once. It agrees to a count that is no worse for
//!   it than its own; against any other it plays on, so that the board decides. One that cannot judge dead stones takes
//!   all stones for alive.
//! - It resigns when its engine does or when its best move wins too rarely. A move that the rules refuse is asked for
//!   again, or for players that know no superko replaced by a pass.
//!
//!     while let Some(task) = player.next_task(&client) { .. }   // Act: do it now. ChooseMove, FindDead: think, then answer

use rules::go::{Color, Move, Point, Points};

use crate::client::{Action, Client};
use crate::gtp::EngineMove;
use crate::kifu::{Kifu, Stage};
use crate::protocol::Nonce;

/// Below this share of won games the best move is not worth playing.
pub const RESIGN_BELOW: f32 = 0.03;
/// Illegal moves in a row before the engine is considered broken.
const MAX_ILLEGAL_MOVES: u8 = 3;

/// Whether to give up with this best move. A pass costs nothing, so it is played.
pub fn should_resign(best: Move, win_rate: f32) -> bool {
    win_rate < RESIGN_BELOW && best != Move::Pass
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// To be done at once, by the player's client.
    Act(Action),
    /// To be answered with `move_chosen`.
    ChooseMove(Color),
    /// To be answered with `dead_found`.
    FindDead,
}

/// What follows from a chosen move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveDecision {
    Act(Action),
    /// The engine has lost track of the game: send it again. `next_task` asks again.
    AskAgain,
    /// Too many illegal moves in a row.
    GiveUp,
}

/// What an illegal move means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegalMove {
    /// The player's search ignores superko, so it has no better move than a pass.
    Pass,
    /// The player has lost track of the game.
    AskAgain,
}

/// A game of the room and the next entry of its record.
type RecordPosition = (u32, u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Move,
    Dead,
}

/// An action and everything it depends on: it is not repeated while its effect is on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LastAction {
    action: Action,
    turn: RecordPosition,
    revision: u32,
    marked: Vec<Point>,
}

#[derive(Clone, Debug)]
pub struct AutomaticPlayer {
    on_illegal: OnIllegalMove,
    asked: Option<(RecordPosition, Question)>,
    /// The stones it considers dead.
    opinion: Option<(RecordPosition, Vec<Point>)>,
    proposed: Option<RecordPosition>,
    done: Option<LastAction>,
    illegal_moves: u8,
}

impl AutomaticPlayer {
    pub fn new(on_illegal: OnIllegalMove) -> AutomaticPlayer {
        AutomaticPlayer {
            on_illegal,
            asked: None,
            opinion: None,
            proposed: None,
            done: None,
            illegal_moves: 0,
        }
    }

    /// The next thing to do, each once.
    pub fn next_task(&mut self, client: &Client) -> Option<Task> {
        let color = client.color()?;
        let action = reaction(client, color).or_else(|| self.count_action(client, color));
        if let Some(action) = action {
            return self.once(client, action).map(Task::Act);
        }
        self.done = None;
        if client.seats().adjourned {
            return None;
        }
        match client.kifu()?.stage() {
            Stage::Play if client.is_your_turn() => {
                self.ask(client, Question::Move).then_some(Task::ChooseMove(color))
            }
            Stage::Count => self.ask(client, Question::Dead).then_some(Task::FindDead),
            _ => None,
        }
    }

    /// None if the answer is too late.
    pub fn move_chosen(&mut self, client: &Client, answer: EngineMove, nonce: Nonce) -> Option<MoveDecision> {
        let (kifu, color) = (client.kifu()?, client.color()?);
        if self.asked != Some((turn(client), Question::Move)) || !client.is_your_turn() {
            return None;
        }
        let legal = |mv: &Move| kifu.legal(color, *mv).is_ok();
        Some(match answer {
            EngineMove::Resign => MoveDecision::Act(Action::Resign),
            EngineMove::Move(mv) if legal(&mv) => {
                self.illegal_moves = 0;
                MoveDecision::Act(Action::Choose { mv, nonce })
            }
            _ if self.on_illegal == OnIllegalMove::Pass => {
                MoveDecision::Act(Action::Choose { mv: Move::Pass, nonce })
            }
            EngineMove::Move(_) | EngineMove::Invalid(_) => self.illegal_move(),
        })
    }

    /// Empty if the player cannot tell.
    pub fn dead_found(&mut self, client: &Client, dead: &[Point]) {
        let now = turn(client);
        if self.asked == Some((now, Question::Dead))
            && let Some(kifu) = client.kifu()
        {
            self.opinion = Some((now, kifu.board().groups(dead)));
        }
    }

    /// After a failure: every question is asked again.
    pub fn restart(&mut self) {
        *self = AutomaticPlayer::new(self.on_illegal);
    }

    fn illegal_move(&mut self) -> MoveDecision {
        self.asked = None;
        self.illegal_moves += 1;
        if self.illegal_moves < MAX_ILLEGAL_MOVES { MoveDecision::AskAgain } else { MoveDecision::GiveUp }
    }

    fn ask(&mut self, client: &Client, question: Question) -> bool {
        let asked = Some((turn(client), question));
        std::mem::replace(&mut self.asked, asked) != asked
    }

    fn once(&mut self, client: &Client, action: Action) -> Option<Action> {
        let marked = client.marks().0.to_vec();
        let done = LastAction { action, turn: turn(client), revision: client.seats().revision, marked };
        if self.done.as_ref() == Some(&done) {
            return None;
        }
        self.done = Some(done.clone());
        Some(done.action)
    }

    /// Marks its own opinion once, then answers the opponent's agreement.
    fn count_action(&mut self, client: &Client, color: Color) -> Option<Action> {
        let kifu = client.kifu().filter(|kifu| kifu.stage() == Stage::Count && !client.seats().adjourned)?;
        let now = turn(client);
        let (_, opinion) = self.opinion.as_ref().filter(|(turn, _)| *turn == now)?;
        let (marked, agreed) = client.marks();
        // Its own marks have not arrived yet: an agreement seen now is about older ones.
        if let Some(done) = self.done.as_ref().filter(|done| done.turn == now && done.marked == marked)
            && matches!(done.action, Action::ProposeDead(_))
        {
            return Some(done.action.clone());
        }
        if self.proposed.replace(now) != Some(now) {
            let both: Vec<Point> = marked.iter().chain(opinion).copied().collect();
            let both = kifu.board().groups(&both);
            if both != marked {
                return Some(Action::ProposeDead(both));
            }
        }
        if !agreed[color.other() as usize] || agreed[color as usize] {
            return None;
        }
        let fair = lead(kifu, marked, color) >= lead(kifu, opinion, color);
        Some(if fair { Action::Agree } else { Action::Resume })
    }
}

/// The reaction to the opponent's requests.
fn reaction(client: &Client, color: Color) -> Option<Action> {
    let other = color.other();
    let seats = client.seats();
    let ready = [color, other].map(|color| seats.ready[color as usize]);
    if client.kifu().is_none() || seats.adjourned {
        let wanted = client.kifu().is_none() || ready[1];
        return (wanted && !ready[0]).then_some(Action::Ready);
    }
    if let Some(turns) = client.takeback(other).filter(|turns| client.takeback(color) != Some(*turns)) {
        return Some(Action::Takeback { turns, agree: true });
    }
    if client.wants_adjournment(other) && !client.wants_adjournment(color) {
        return Some(Action::Adjourn);
    }
    (client.wants_rematch(other) && !client.wants_rematch(color)).then_some(Action::Rematch)
}

fn turn(client: &Client) -> RecordPosition {
    (client.game(), client.kifu().map_or(0, Kifu::next))
}

fn lead(kifu: &Kifu, dead: &[Point], color: Color) -> Points {
    let score = kifu.count(dead).score;
    match color {
        Color::Black => score.black - score.white,
        Color::White => score.white - score.black,
    }
}
