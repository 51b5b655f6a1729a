//! What the player at this end does. A move that the rules refuse is never sent.

use moment::Moment;
use rules::go::{Move, Point};

use super::{Action, Client, CommittedMove, Output};
use crate::kifu::Stage;
use crate::protocol::{ClientRequest, ErrorCode, Nonce, Verdict};

impl Client {
    pub(super) fn act(&mut self, now: Moment, act: Action) {
        self.last_refusal = self.last_refusal.take().filter(|(code, _)| *code == ErrorCode::NotJournaled);
        self.notice = None;
        match act {
            Action::Choose { mv, nonce } => self.choose(now, mv, nonce),
            Action::Propose(settings) => {
                let revision = self.seats.revision;
                self.proposed = Some(revision);
                self.send_reliably(now, ClientRequest::Propose { revision, settings });
            }
            Action::Ready => {
                let revision = self.seats.revision;
                self.send_reliably(now, ClientRequest::Ready { revision });
            }
            Action::Resign => {
                if let Some(game) = &mut self.game {
                    game.consent.resigned = true;
                }
                self.send_reliably(now, ClientRequest::Resign);
            }
            Action::Chat(message) => {
                self.chat.write(message);
                self.send_chat(now);
            }
            Action::Takeback { turns, agree } => {
                if let Some(game) = &mut self.game {
                    game.turn.takeback_consent = agree.then_some(turns);
                }
                self.send_reliably(now, ClientRequest::Takeback { turns, agree });
            }
            Action::Mark(at) => self.mark(now, at),
            Action::ProposeDead(dead) => self.propose_dead(now, &dead),
            Action::Agree => self.agree(now),
            Action::Resume => {
                self.send_reliably(
                    now,
                    ClientRequest::MarkDead { dead: Vec::new(), verdict: Verdict::Resume },
                );
            }
            Action::Rematch => self.send_reliably(now, ClientRequest::Rematch { agree: true }),
            Action::DeclineRematch => self.send_reliably(now, ClientRequest::Rematch { agree: false }),
            Action::Adjourn => self.send_reliably(now, ClientRequest::Adjourn),
            Action::Leave => self.send_reliably(now, ClientRequest::Leave),
            Action::CloseRoom => self.send_reliably(now, ClientRequest::CloseRoom),
            Action::Unlock(password) => {
                self.seat.password = password;
                self.send_join();
            }
            Action::Signal(request) => self.send_reliably(now, *request),
        }
        self.out.push(Output::Changed);
    }

    fn choose(&mut self, now: Moment, mv: Move, nonce: Nonce) {
        let seated = self.game.as_ref().and_then(|game| Some((game, game.color?)));
        let Some((game, color)) = seated else {
            return self.refused(ErrorCode::NoSeat, "you have no seat in this game");
        };
        if self.has_chosen() && !self.may_change() {
            return self.refused(ErrorCode::AlreadySubmitted, "you have moved already");
        }
        if game.is_behind() {
            return self.refused(ErrorCode::NotNow, "the game has moved on: wait a moment");
        }
        if let Err(why) = game.kifu.legal(color, mv) {
            return self.refused(ErrorCode::IllegalMove, &why.to_string());
        }
        if self.chosen() == Some(mv) {
            return;
        }
        let committed = CommittedMove::new(&game.kifu, color, mv, nonce);
        let before = self.seat.committed.replace(committed).filter(|before| before.turn == self.next());
        self.seat.earlier.extend(before);
        self.out.push(Output::SaveSeat);
        self.submit(now, mv);
    }

    pub(super) fn submit(&mut self, now: Moment, mv: Move) {
        let (Some(kifu), Some(committed)) = (self.kifu(), &self.seat.committed) else { return };
        let simultaneous = kifu.settings().game.is_simultaneous();
        let commit = simultaneous.then_some(committed.commit);
        let version = u32::try_from(self.seat.earlier.len()).unwrap_or(u32::MAX);
        let request = ClientRequest::SubmitMove { version, commit, mv: (!simultaneous).then_some(mv) };
        self.send_reliably(now, request);
    }

    /// Toggles the whole group of a stone.
    fn mark(&mut self, now: Moment, at: Point) {
        let group = self.kifu().map(|kifu| kifu.board().groups(&[at])).unwrap_or_default();
        let mut dead = self.marks().0.to_vec();
        if group.iter().any(|stone| dead.contains(stone)) {
            dead.retain(|stone| !group.contains(stone));
        } else {
            dead.extend(group);
        }
        self.propose_dead(now, &dead);
    }

    fn agree(&mut self, now: Moment) {
        let dead = self.marks().0.to_vec();
        if let Some(game) = &mut self.game {
            game.consent.dead = Some(dead.clone());
        }
        self.send_reliably(now, ClientRequest::MarkDead { dead, verdict: Verdict::Agree });
    }

    fn propose_dead(&mut self, now: Moment, dead: &[Point]) {
        let Some(kifu) = self.kifu().filter(|kifu| kifu.stage() == Stage::Count) else {
            return self.refused(ErrorCode::NotNow, "there is nothing to count now");
        };
        let dead = kifu.board().groups(dead);
        self.send_reliably(now, ClientRequest::MarkDead { dead, verdict: Verdict::Mark });
    }

    fn refused(&mut self, code: ErrorCode, message: &str) {
        self.last_refusal = Some((code, message.to_owned()));
        self.out.push(Output::Refused { code, message: message.to_owned() });
    }
}
