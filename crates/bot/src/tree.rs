//! The search tree: each node has one bandit per side, and children for the pairs of moves tried. With alternating
//! moves the waiting side has one arm, and the tree is an ordinary UCT tree.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::Vertex;

/// One move of one side at one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub(crate) at: Vertex,
    /// How often it was chosen.
    pub(crate) plays: u32,
    /// The same, and the games won, including the prior.
    pub(crate) visits: f32,
    pub(crate) wins: f32,
    /// Games in which this side played here first at any later time.
    pub(crate) rave_visits: f32,
    pub(crate) rave_wins: f32,
    /// The sum of this side's leads at the end of the games that chose it.
    pub(crate) leads: f32,
    /// The win rate of the prior.
    pub(crate) prior: f32,
}

impl Arm {
    /// With games played and won before the first.
    pub(crate) fn new(at: Vertex, visits: f32, wins: f32) -> Arm {
        let prior = wins / visits;
        Arm { at, plays: 0, visits, wins, rave_visits: 0.0, rave_wins: 0.0, leads: 0.0, prior }
    }
}

/// What is recorded of a game.
#[derive(Clone, Copy)]
pub(crate) struct GameResult {
    /// Black's result: from 0 to 1, and in points.
    pub(crate) black: f32,
    pub(crate) lead: f32,
    /// The move at the root was not chosen but prescribed, so that it says nothing about what to play.
    pub(crate) prescribed: bool,
}

/// Each node owns its arms: growing one shared list would move it, which takes longer than a search may delay its stop.
#[derive(Default)]
struct Node {
    /// Black's, then White's.
    arms: Box<[Arm]>,
    /// Where White's begin.
    middle: usize,
    visits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChildKey {
    node: u32,
    black: u16,
    white: u16,
}

impl std::hash::Hash for ChildKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.node) << 32 | u64::from(self.black) << 16 | u64::from(self.white));
    }
}

/// A hasher with one multiplication: the keys are small numbers.
#[derive(Default)]
pub(crate) struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, n: u64) {
        let product = (self.0 ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

#[derive(Clone, Copy, Default)]
struct Child {
    tries: u32,
    node: Option<u32>,
}

/// Parameters of the choice between arms.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Games after which a move's own results count as much as its RAVE results.
    pub rave: f32,
    /// The weight of exploration.
    pub explore: f32,
    /// How often a pair of moves is tried before its position gets a node.
    pub expand_at: u32,
}

pub(crate) const ROOT: u32 = 0;
/// Some hundred megabytes. After that the tree stops growing and only counts.
const MAX_ARMS: usize = 8_000_000;

#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    arms: usize,
    children: HashMap<ChildKey, Child, BuildHasherDefault<MultiplyHasher>>,
}

impl Tree {
    pub(crate) fn add(&mut self, black: &[Arm], white: &[Arm]) -> u32 {
        let arms = [black, white].concat().into_boxed_slice();
        self.put(Node { arms, middle: black.len(), visits: 0 })
    }

    fn put(&mut self, node: Node) -> u32 {
        self.arms += node.arms.len();
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    pub(crate) fn arms(&self, node: u32, side: usize) -> &[Arm] {
        let node = &self.nodes[node as usize];
        if side == 0 { &node.arms[..node.middle] } else { &node.arms[node.middle..] }
    }

    fn arms_mut(&mut self, node: u32, side: usize) -> &mut [Arm] {
        let node = &mut self.nodes[node as usize];
        if side == 0 { &mut node.arms[..node.middle] } else { &mut node.arms[node.middle..] }
    }

    /// The arm with the highest UCT value.
    pub(crate) fn choose(&self, node: u32, side: usize, weights: &Weights) -> u16 {
        let seen = (self.visits(node) as f32 + 1.0).ln();
        let mut best = (f32::MIN, 0);
        for (index, arm) in (0..).zip(self.arms(node, side)) {
            let uct_value = uct_value(arm, seen, weights);
            if uct_value > best.0 {
                best = (uct_value, index);
            }
        }
        best.1
    }

    /// Whether this many more games cannot make another arm the most played one.
    pub(crate) fn is_decided(&self, node: u32, side: usize, more: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for arm in self.arms(node, side) {
            second = second.max(first.min(arm.plays));
            first = first.max(arm.plays);
        }
        first - second > more
    }

    /// The node of a pair of moves, if it has one.
    pub(crate) fn node_after(&self, node: u32, [black, white]: [u16; 2]) -> Option<u32> {
        self.children.get(&ChildKey { node, black, white }).and_then(|child| child.node)
    }

    /// The node of a pair of moves, if it has one. Counts a try; the caller may then expand.
    pub(crate) fn child(&mut self, node: u32, [black, white]: [u16; 2]) -> Option<u32> {
        let child = self.children.entry(ChildKey { node, black, white }).or_default();
        child.tries += 1;
        child.node
    }

    pub(crate) fn wants_child(&self, node: u32, [black, white]: [u16; 2], weights: &Weights) -> bool {
        let tries = self.children.get(&ChildKey { node, black, white }).map_or(0, |child| child.tries);
        tries >= weights.expand_at && self.arms < MAX_ARMS
    }

    pub(crate) fn link(&mut self, node: u32, [black, white]: [u16; 2], to: u32) {
        self.children.entry(ChildKey { node, black, white }).or_default().node = Some(to);
    }

    /// Records Black's result of a game that chose these arms here. `first` says who played first on each cell.
    pub(crate) fn record(&mut self, node: u32, chosen: [u16; 2], result: GameResult, first: &[u8]) {
        self.nodes[node as usize].visits += 1;
        let plays = u32::from(node != ROOT || !result.prescribed);
        for (side, worth, lead) in [(0, result.black, result.lead), (1, 1.0 - result.black, -result.lead)] {
            let bit = side as u8 + 1;
            let arms = self.arms_mut(node, side);
            if let Some(arm) = arms.get_mut(usize::from(chosen[side])) {
                arm.plays += plays;
                arm.visits += 1.0;
                arm.wins += worth;
                arm.leads += lead * plays as f32;
            }
            for arm in arms {
                // Passes are not counted (cell 0 is never marked): a later pass says nothing about passing now.
                let played = f32::from(first[usize::from(arm.at)] & bit != 0);
                arm.rave_visits += played;
                arm.rave_wins += played * worth;
            }
        }
    }

    /// Makes the child for this pair of moves the new root and drops the rest. False if there is none.
    pub(crate) fn descend(&mut self, [black, white]: [Vertex; 2]) -> bool {
        if self.is_empty() {
            return false;
        }
        let place = |side, at| self.arms(ROOT, side).iter().position(|arm: &Arm| arm.at == at);
        let (Some(black), Some(white)) = (place(0, black), place(1, white)) else { return false };
        let Some(root) = self.node_after(ROOT, [black as u16, white as u16]) else { return false };
        *self = self.subtree(root);
        true
    }

    /// Parents have lower ids than their children, so one pass in id order finds the whole subtree.
    fn subtree(&mut self, root: u32) -> Tree {
        let mut parents = vec![None; self.nodes.len()];
        for (pair, child) in &self.children {
            if let Some(node) = child.node {
                parents[node as usize] = Some(pair.node);
            }
        }
        let mut kept = Tree::default();
        let mut new_ids = vec![None; self.nodes.len()];
        for id in root..self.nodes.len() as u32 {
            let parent: Option<u32> = parents[id as usize];
            if id == root || parent.is_some_and(|parent| new_ids[parent as usize].is_some()) {
                new_ids[id as usize] = Some(kept.put(std::mem::take(&mut self.nodes[id as usize])));
            }
        }
        for (pair, child) in &self.children {
            if let Some(node) = new_ids[pair.node as usize] {
                let node_of = |id: u32| new_ids[id as usize];
                let child = Child { node: child.node.and_then(node_of), ..*child };
                kept.children.insert(ChildKey { node, ..*pair }, child);
            }
        }
        kept
    }

    /// Disables the root's illegal arms.
    pub(crate) fn restrict_root(&mut self, side: usize, allowed: impl Fn(Vertex) -> bool) {
        for arm in self.arms_mut(ROOT, side) {
            if !allowed(arm.at) {
                // Never chosen again, and never the most visited.
                (arm.wins, arm.plays, arm.rave_wins) = (f32::MIN / 4.0, 0, 0.0);
            }
        }
    }
}

fn uct_value(arm: &Arm, seen: f32, weights: &Weights) -> f32 {
    let own = arm.wins / arm.visits;
    let exploration = if weights.explore > 0.0 { weights.explore * (seen / arm.visits).sqrt() } else { 0.0 };
    if arm.rave_visits == 0.0 {
        return own + exploration;
    }
    let rave_weight =
        arm.rave_visits / (arm.rave_visits + arm.visits + arm.rave_visits * arm.visits / weights.rave);
    own + rave_weight * (arm.rave_wins / arm.rave_visits - own) + exploration
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_decided_once_nobody_can_catch_up() {
        let arm = |plays| Arm { plays, ..Arm::new(0, 1.0, 0.5) };
        for (plays, decided_with) in
            [(vec![5, 30, 12], Some(17)), (vec![30], Some(29)), (vec![12, 30, 30], None)]
        {
            let mut tree = Tree::default();
            let node = tree.add(&plays.iter().map(|n| arm(*n)).collect::<Vec<_>>(), &[]);
            let most = (0..50).filter(|more| tree.is_decided(node, 0, *more)).max();
            assert_eq!(most, decided_with, "{plays:?}");
        }
    }
}
