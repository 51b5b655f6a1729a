//! Whether the game is ending, judged by games that begin with a pass: what a pass costs, and what is still worth a move.

use rules::go::{Color, Move};

use super::SizedSearch;
use crate::board::{self, PASS, Vertex};
use crate::ending::Ending;
use crate::pattern::Patterns;
use crate::playout::MoveOrder;
use crate::prior::Candidates;
use crate::root::Advice;
use crate::tree::ROOT;

/// Simulations between two looks at whether the game is ending and the choice is clear.
pub(super) const LOOK: u32 = 64;
/// Games that begin with a pass of one side, played at the end of a game to see what a pass costs.
const JUDGING: u32 = 128;
/// Games before they say anything.
const MIN_GAMES: u32 = 50;
/// The mean share of games in which a group or a region must keep its owner for the bot to pass first. After the
/// opponent has passed, who thinks that the game is over, less is enough.
const SETTLED: f32 = 0.8;
const SETTLED_AFTER_PASS: f32 = 0.5;
/// A pass that loses this many more games than the search lost shows that a move is needed.
const NEEDED: f32 = 0.1;
/// With fewer games won than this, a finished game is not prolonged after the opponent has passed.
const HOPE: f32 = 0.35;
/// Where both move at once, every region can be invaded by moves that are not seen, so that few are ever that settled.
const SETTLED_JOINTLY: f32 = 0.2;

impl<const N: usize> SizedSearch<N> {
    /// The games in which the first move was the search's own choice.
    pub(super) fn games(&self) -> u32 {
        self.progress.simulations - self.progress.judged[0] - self.progress.judged[1]
    }

    /// Games that begin with a pass, still to be played.
    pub(super) fn left_to_judge(&self) -> u32 {
        let left = |side: usize| {
            if self.is_waiting(side) { 0 } else { JUDGING - self.progress.judged[side].min(JUDGING) }
        };
        if self.progress.is_late { left(0) + left(1) } else { 0 }
    }

    pub(super) fn look(&mut self, left: u32) {
        if !self.progress.is_late && self.progress.simulations >= MIN_GAMES {
            let ending = Ending::of(&self.start, &self.scratch.counter);
            self.progress.is_late = ending.is_settled(&self.start, SETTLED_AFTER_PASS);
        }
        let decided = |side: usize| self.is_waiting(side) || self.tree.is_decided(ROOT, side, left);
        if self.settings.tuning.stop_early && left > 0 && decided(0) && decided(1) {
            self.progress.enough_at = Some(self.progress.simulations);
        }
    }

    /// What is still worth a move for this side, from the games that began with its pass.
    pub(super) fn advice(&self, side: usize) -> Advice {
        let judged = self.progress.judged[side];
        if judged < MIN_GAMES || self.games() == 0 || self.is_waiting(side) {
            return Advice::All;
        }
        let share = |won: f32, of: u32| if side == 0 { won / of as f32 } else { 1.0 - won / of as f32 };
        let pass = share(self.progress.judged_black[side], judged);
        let search = share(self.progress.won_by_black, self.games());
        let ending = Ending::of(&self.start, &self.scratch.passed[side]);
        if self.is_over_jointly(side, search, &ending) {
            return Advice::Only(Vec::new());
        }
        if search - pass > NEEDED && (search > HOPE || !self.was_passed[side]) {
            return Advice::All;
        }
        self.advice_at_the_end(side, &ending)
    }

    /// Whether a simultaneous game with closed borders is won on the board, or hopeless, and the opponent has passed.
    fn is_over_jointly(&self, side: usize, search: f32, ending: &Ending<N>) -> bool {
        if self.order != MoveOrder::Simultaneous || !self.was_passed[side] || !ending.is_closed() {
            return false;
        }
        let own = if side == 0 { 1 } else { -1 };
        let worst = ending.lead(&self.start, SETTLED_JOINTLY, -own) as f32 - self.points.white;
        worst * f32::from(own) > 0.0 || search <= HOPE
    }

    fn advice_at_the_end(&self, side: usize, ending: &Ending<N>) -> Advice {
        let own = if side == 0 { 1 } else { -1 };
        let worst = ending.lead(&self.start, SETTLED_AFTER_PASS, -own) as f32 - self.points.white;
        let was_passed = self.was_passed[side];
        if was_passed && worst * f32::from(own) > 0.0 {
            return Advice::Only(Vec::new());
        }
        let sure = if was_passed { SETTLED_AFTER_PASS } else { SETTLED };
        let worthwhile = |wanted: &dyn Fn(Vertex) -> bool| {
            let arms = self.tree.arms(ROOT, side).iter().filter(|arm| arm.at != PASS && arm.wins > 0.0);
            let moves = arms.filter(|arm| wanted(arm.at));
            Advice::Only(moves.map(|arm| Move::Place(self.start.point_of(arm.at))).collect())
        };
        // An opponent without a living stone has not begun to lose.
        let is_settled =
            (was_passed || ending.has_living(&self.start, -own)) && ending.is_settled(&self.start, sure);
        if is_settled {
            let territory = self.points.territory;
            return worthwhile(&|at| {
                !territory && ending.neutral.contains(&at) && !self.is_self_atari(side, at)
            });
        }
        if self.points.territory && was_passed {
            let wasted =
                |at| ending.owner(at) == own && ending.sure(at) >= sure || ending.neutral.contains(&at);
            return worthwhile(&|at| !wasted(at));
        }
        Advice::All
    }

    fn is_self_atari(&self, side: usize, at: Vertex) -> bool {
        let candidates = Candidates {
            board: &self.start,
            patterns: Patterns::table(),
            priors: &self.settings.tuning.priors,
            order: self.order,
            last: self.last,
        };
        candidates.is_self_atari(board::stone(Color::BOTH[side]), at)
    }
}
