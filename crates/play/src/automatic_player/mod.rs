//! The decisions of a player without a person: the built-in bot in a page, an engine that a host seats. The program
//! around it thinks and sends; what the player agrees to is decided here, the same for all of them.
//!
//! - It is ready for any settings, and back after an adjournment once its opponent is.
//! - It agrees to every take-back, adjournment and rematch: the game belongs to the person.
//! - When both have passed it marks the stones that it considers dead, once. It agrees to a count that is no worse for
//!   it than its own; against any other it plays on, so that the board decides. One that cannot judge dead stones takes
//!   all stones for alive.
//! - It resigns when its engine does, or when its search wins hardly any game several times in a row and it is far behind
//!   on the board. An engine is asked again after an illegal move; an illegal move of a search becomes a pass.
//!
//!     while let Some(task) = player.next_task(&client) { .. }   // Act: do it now. ChooseMove, FindDead: think, then answer

mod bot_player;
mod decisions;

use rules::go::{Color, Point, Points};

pub use self::bot_player::{BotPlayer, BotTask};
pub use self::decisions::{
    BoardCount, MoveAnswer, MoveDecider, MoveDecision, Request, Resignation, agrees_to,
};
use crate::client::{Action, Client};
use crate::kifu::{Kifu, Stage};
use crate::protocol::Nonce;

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
pub enum NextStep {
    Act(Action),
    /// The engine has lost track of the game: send it again. `next_task` asks again.
    AskAgain,
    /// Too many illegal moves in a row.
    GiveUp,
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

#[derive(Clone, Debug, Default)]
pub struct AutomaticPlayer {
    asked: Option<(RecordPosition, Question)>,
    /// The stones it considers dead.
    opinion: Option<(RecordPosition, Vec<Point>)>,
    proposed: Option<RecordPosition>,
    done: Option<LastAction>,
    /// For the game with this number.
    decider: (u32, MoveDecider),
}

impl AutomaticPlayer {
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
    pub fn move_chosen(&mut self, client: &Client, answer: &MoveAnswer, nonce: Nonce) -> Option<NextStep> {
        let (kifu, color) = (client.kifu()?, client.color()?);
        if self.asked != Some((turn(client), Question::Move)) || !client.is_your_turn() {
            return None;
        }
        if self.decider.0 != client.game() {
            self.decider = (client.game(), MoveDecider::default());
        }
        let board = BoardCount::new(kifu.count(&[]).score, color, kifu.board().size());
        let is_legal = |mv| kifu.legal(color, mv).is_ok();
        Some(match self.decider.1.decide(answer, board, is_legal) {
            MoveDecision::Play(mv) => NextStep::Act(Action::Choose { mv, nonce }),
            MoveDecision::Resign => NextStep::Act(Action::Resign),
            MoveDecision::AskAgain => {
                self.asked = None;
                NextStep::AskAgain
            }
            MoveDecision::GiveUp => NextStep::GiveUp,
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
        *self = AutomaticPlayer::default();
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
        let (lead, own) = (lead(kifu, marked, color), lead(kifu, opinion, color));
        Some(if agrees_to(Request::Count { lead, own }) { Action::Agree } else { Action::Resume })
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
        return Some(Action::Takeback { turns, agree: agrees_to(Request::Takeback) });
    }
    if client.wants_adjournment(other) && !client.wants_adjournment(color) {
        return agrees_to(Request::Adjournment).then_some(Action::Adjourn);
    }
    let rematch = client.wants_rematch(other) && !client.wants_rematch(color);
    (rematch && agrees_to(Request::Rematch)).then_some(Action::Rematch)
}

fn turn(client: &Client) -> RecordPosition {
    (client.game(), client.kifu().map_or(0, Kifu::next))
}

fn lead(kifu: &Kifu, dead: &[Point], color: Color) -> Points {
    kifu.count(dead).score.lead(color)
}
