//! What the person at this end does. A move that the rules refuse never leaves.

use rules::go::{Move, Point};

use super::{Act, Guest, Output};
use crate::Moment;
use crate::kifu::Stage;
use crate::protocol::{Ask, Fault, Nonce, Verdict};

impl Guest {
    pub(super) fn act(&mut self, now: Moment, act: Act) {
        self.last_refusal = None;
        match act {
            Act::Choose { mv, nonce } => self.choose(now, mv, nonce),
            Act::Propose(settings) => {
                let revision = self.seats.revision;
                self.insist(now, Ask::Propose { revision, settings });
            }
            Act::Ready => {
                let revision = self.seats.revision;
                self.insist(now, Ask::Ready { revision });
            }
            Act::Resign => {
                self.consent.resigned = true;
                self.insist(now, Ask::Resign);
            }
            Act::Chat(message) => self.insist(now, Ask::Chat { message }),
            Act::Takeback { turns, agree } => {
                self.consent.takeback = agree.then_some(turns);
                self.insist(now, Ask::Takeback { turns, agree });
            }
            Act::Mark(at) => self.mark(now, at),
            Act::Agree => {
                let dead = self.marked.clone();
                self.consent.dead = Some(dead.clone());
                self.insist(now, Ask::MarkDead { dead, verdict: Verdict::Agree });
            }
            Act::Resume => {
                self.insist(now, Ask::MarkDead { dead: Vec::new(), verdict: Verdict::Resume });
            }
            Act::Rematch => self.insist(now, Ask::Rematch),
            Act::Adjourn => self.insist(now, Ask::Adjourn),
            Act::Leave => self.insist(now, Ask::Leave),
            Act::Signal(ask) => self.insist(now, *ask),
        }
        self.out.push(Output::Changed);
    }

    fn choose(&mut self, now: Moment, mv: Move, nonce: Nonce) {
        let (Some(kifu), Some(color)) = (&self.kifu, self.color) else {
            return self.refused(Fault::NoSeat, "you have no seat in this game");
        };
        if self.has_chosen() {
            return self.refused(Fault::AlreadySubmitted, "you have moved");
        }
        if self.is_behind() {
            return self.refused(Fault::NotNow, "the room is a turn ahead");
        }
        if let Err(why) = kifu.legal(color, mv) {
            return self.refused(Fault::IllegalMove, &why.to_string());
        }
        let Some(promise) = self.committed(color, mv, nonce) else { return };
        self.promise = Some(promise);
        self.out.push(Output::Keep);
        self.submit(now, mv);
    }

    pub(super) fn submit(&mut self, now: Moment, mv: Move) {
        let (Some(kifu), Some(promise)) = (&self.kifu, &self.promise) else { return };
        let simultaneous = kifu.settings().game.is_simultaneous();
        let commit = simultaneous.then_some(promise.commit);
        self.insist(now, Ask::SubmitMove { commit, mv: (!simultaneous).then_some(mv) });
    }

    /// The whole group of a stone, one way or the other.
    fn mark(&mut self, now: Moment, at: Point) {
        let Some(kifu) = self.kifu.as_ref().filter(|kifu| kifu.stage() == Stage::Count) else {
            return self.refused(Fault::NotNow, "nobody is counting");
        };
        let group = kifu.board().groups(&[at]);
        let mut dead = self.marked.clone();
        if group.iter().any(|stone| dead.contains(stone)) {
            dead.retain(|stone| !group.contains(stone));
        } else {
            dead.extend(group);
        }
        let dead = kifu.board().groups(&dead);
        self.insist(now, Ask::MarkDead { dead, verdict: Verdict::Mark });
    }

    fn refused(&mut self, code: Fault, message: &str) {
        self.last_refusal = Some((code, message.to_owned()));
        self.out.push(Output::Refused { code, message: message.to_owned() });
    }
}
