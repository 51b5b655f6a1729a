//! Counting: after both have passed they agree on the dead stones, then the game is scored. And every other end of a game.

use moment::Moment;
use rules::go::{Color, Outcome, Point};

use super::{Phase, Table};
use crate::kifu::Event;
use crate::protocol::{EndReason, ErrorCode, ServerEvent, Verdict};

impl Table {
    pub(super) fn mark_dead(&mut self, now: Moment, color: Color, dead: &[Point], verdict: Verdict) {
        let groups = self.kifu().map(|kifu| kifu.board().groups(dead)).unwrap_or_default();
        let Phase::Count(counting) = &mut self.phase else {
            return self.refuse(color, ErrorCode::NotNow, "there is nothing to count now");
        };
        match verdict {
            Verdict::Resume => return self.write(now, Event::Resumed),
            Verdict::Mark if groups != counting.dead => {
                counting.dead = groups;
                counting.agreed = [false; 2];
            }
            Verdict::Mark => {}
            // Agreement is to exactly these stones: marks that crossed on the wire void it.
            Verdict::Agree => counting.agreed[color as usize] = groups == counting.dead,
        }
        let (agreed, dead) = (counting.agreed, counting.dead.clone());
        self.broadcast_marks();
        if agreed == [true; 2] {
            self.end_by_score(now, EndReason::Score, dead);
        }
    }

    pub(super) fn broadcast_marks(&mut self) {
        if let Phase::Count(counting) = &self.phase {
            let (dead, agreed) = (counting.dead.clone(), counting.agreed);
            self.broadcast(ServerEvent::MarkDead { dead, verdict: Verdict::Mark, agreed });
        }
    }

    pub(super) fn end_by_score(&mut self, now: Moment, reason: EndReason, dead: Vec<Point>) {
        if let Some(result) = self.kifu().map(|kifu| kifu.count(&dead).result) {
            self.end(now, reason, result, dead);
        }
    }

    /// Writes the last entry. An unresolved turn stays unplayed and undisclosed.
    pub(super) fn end(&mut self, now: Moment, reason: EndReason, result: Outcome, dead: Vec<Point>) {
        let Some(game) = self.game.as_mut() else { return };
        if game.kifu.append(Event::Ended { result, dead }).is_err() {
            return;
        }
        game.ended = Some(reason);
        self.phase = Phase::Over;
        self.adjourned = false;
        for seat in self.seats.iter_mut().flatten() {
            seat.wants = Default::default();
        }
        self.update_clocks(now);
        if let Some(end) = self.game_end() {
            self.broadcast(end);
        }
    }
}
