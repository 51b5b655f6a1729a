//! Counting the position that is shown: the automatic player proposes dead stones, clicks correct them, and the rules count
//! by area and by territory. Nothing of it is written into the record.

use record::{GameRecord, GoRecord, NodeId, Refusal};
use rules::go::{Color, Count, Marking, Point, Points, Rules, Score};

use crate::effect::Effect;
use crate::input::GameId;
use crate::workspace::Workspace;

#[derive(Clone, Debug, PartialEq)]
pub struct Counting {
    game: GameId,
    node: NodeId,
    marking: Marking,
    /// Who owns each point at the end of most games that the automatic player has tried; none until it has answered.
    owned: Option<Vec<(Point, Color)>>,
}

/// A counted position.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    pub area: Score,
    pub territory: Score,
    /// The owner of each empty point or dead stone.
    pub owners: Vec<(Point, Color)>,
    /// Black's points minus White's, for a position that is not finished; none until the automatic player has answered.
    pub estimate: Option<Points>,
}

impl Workspace {
    /// Begins counting, or ends it.
    pub(crate) fn count_game(&mut self) -> Vec<Effect> {
        if self.counting().is_some() {
            self.counting = None;
            return Vec::new();
        }
        let Some(record) = self.record().go() else { return Vec::new() };
        if record.other_game().is_some() {
            return self.refuse(&Refusal::Go(record::go::GoRefusal::OtherGame));
        }
        let (game, node) = (self.current().id, record.here());
        self.counting = Some(Counting { game, node, marking: Marking::default(), owned: None });
        Vec::new()
    }

    /// Only of what is shown.
    pub fn counting(&self) -> Option<&Counting> {
        let shown = (self.current().id, self.record().here());
        self.counting.as_ref().filter(|counting| (counting.game, counting.node) == shown)
    }

    pub fn counted(&self) -> Option<Counted> {
        let (counting, record) = (self.counting()?, self.record().go()?);
        let count = Count::of(record.position(), &counting.marking);
        let score = |rules| count.score(rules, komi(record), handicap(record));
        Some(Counted {
            area: score(Rules::CHINESE),
            territory: score(Rules::JAPANESE),
            owners: count.territory().to_vec(),
            estimate: counting.owned.as_ref().map(|owned| estimate(owned, komi(record))),
        })
    }

    /// The automatic player's answer; it does not overrule what was marked meanwhile.
    pub(crate) fn judged(&mut self, dead: &[Point], owned: Vec<(Point, Color)>) -> Vec<Effect> {
        let Some(board) = self.record().go().map(|record| record.position().board().clone()) else {
            return Vec::new();
        };
        if self.counting().is_none() {
            return Vec::new();
        }
        if let Some(counting) = &mut self.counting {
            if counting.marking == Marking::default() {
                let stones =
                    dead.iter().filter(|at| board.size().contains(**at) && board.get(**at).is_some());
                for at in stones {
                    if !counting.marking.is_dead(*at) {
                        counting.marking.toggle(&board, *at);
                    }
                }
            }
            counting.owned = Some(owned);
        }
        Vec::new()
    }

    /// Marks a group as dead, or an empty region as neutral. False if nothing is being counted.
    pub(crate) fn mark_while_counting(&mut self, at: Point) -> bool {
        if self.counting().is_none() {
            return false;
        }
        let board = self.record().go().map(|record| record.position().board().clone());
        if let (Some(counting), Some(board)) = (&mut self.counting, board) {
            counting.marking.toggle(&board, at);
        }
        true
    }
}

fn komi(record: &GoRecord) -> Points {
    Points::quarters((record.komi() * 4.0).round().clamp(-4000.0, 4000.0) as i32)
}

fn handicap(record: &GoRecord) -> u32 {
    let stones = record.node(record.root()).integer("HA").unwrap_or(0);
    u32::try_from(stones).unwrap_or(0).min(99)
}

/// By area: every point counts for its owner.
fn estimate(owned: &[(Point, Color)], komi: Points) -> Points {
    let count = |color| owned.iter().filter(|(_, owner)| *owner == color).count() as i32;
    let lead = 4 * (count(Color::Black) - count(Color::White)) - komi.in_quarters();
    Points::quarters(lead)
}
