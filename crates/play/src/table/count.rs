//! After both have passed: which stones are dead, by agreement; then the score. And every other end of a game.

use rules::go::{Color, Outcome, Point};

use super::{Phase, Table};
use crate::Moment;
use crate::kifu::Event;
use crate::protocol::{Fault, Reason, Tell, Verdict};

impl Table {
    pub(super) fn mark_dead(&mut self, now: Moment, color: Color, dead: &[Point], verdict: Verdict) {
        let groups = self.kifu().map(|kifu| kifu.board().groups(dead)).unwrap_or_default();
        let Phase::Count(counting) = &mut self.phase else {
            return self.refuse(color, Fault::NotNow, "nobody is counting");
        };
        match verdict {
            Verdict::Resume => return self.write(now, Event::Resumed),
            Verdict::Mark if groups != counting.dead => {
                counting.dead = groups;
                counting.agreed = [false; 2];
            }
            Verdict::Mark => {}
            // Agreement is to these very stones; marks that crossed on the wire are looked at again.
            Verdict::Agree => counting.agreed[color as usize] = groups == counting.dead,
        }
        let (agreed, dead) = (counting.agreed, counting.dead.clone());
        self.tell_marks();
        if agreed == [true; 2] {
            self.end_by_score(now, Reason::Score, dead);
        }
    }

    pub(super) fn tell_marks(&mut self) {
        if let Phase::Count(counting) = &self.phase {
            let (dead, agreed) = (counting.dead.clone(), counting.agreed);
            self.tell_all(Tell::MarkDead { dead, verdict: Verdict::Mark, agreed });
        }
    }

    pub(super) fn end_by_score(&mut self, now: Moment, reason: Reason, dead: Vec<Point>) {
        if let Some(result) = self.kifu().map(|kifu| kifu.count(&dead).result) {
            self.end(now, reason, result, dead);
        }
    }

    /// The last entry. What was pending stays unplayed and untold.
    pub(super) fn end(&mut self, now: Moment, reason: Reason, result: Outcome, dead: Vec<Point>) {
        let Some(game) = self.game.as_mut() else { return };
        if game.kifu.write(Event::Ended { result, dead }).is_err() {
            return;
        }
        game.ended = Some(reason);
        self.phase = Phase::Over;
        self.adjourned = false;
        for seat in self.seats.iter_mut().flatten() {
            seat.wants = Default::default();
        }
        self.settle(now);
        if let Some(end) = self.game_end() {
            self.tell_all(end);
        }
    }
}
