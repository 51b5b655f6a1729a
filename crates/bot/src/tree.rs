//! What the search knows: at each position one bandit for each side, and children for the pairs of moves tried.
//! When moves alternate the side that waits has one arm, and the same tree is an ordinary one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::At;

/// One move of one side at one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub(crate) at: At,
    /// Times it was chosen.
    pub(crate) plays: u32,
    /// The same and what was won, with the prior's share.
    pub(crate) visits: f32,
    pub(crate) wins: f32,
    /// Games in which this side came here first at any later time.
    pub(crate) rave_visits: f32,
    pub(crate) rave_wins: f32,
}

/// Each keeps its own arms: one long list of all would have to be moved as it grows, for longer than anybody should
/// have to wait for the search to stop.
#[derive(Default)]
struct Node {
    /// Black's, then White's.
    arms: Box<[Arm]>,
    /// Where White's begin.
    middle: usize,
    visits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    node: u32,
    black: u16,
    white: u16,
}

impl std::hash::Hash for Pair {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.node) << 32 | u64::from(self.black) << 16 | u64::from(self.white));
    }
}

/// One multiplication: the keys are small numbers of our own making.
#[derive(Default)]
pub(crate) struct Multiply(u64);

impl Hasher for Multiply {
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

/// How the arms are weighed.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Games after which what a move did itself counts as much as what it did in other games.
    pub rave: f32,
    /// How curious the search is about moves seldom tried.
    pub explore: f32,
    /// Tries of a pair of moves before its position gets a node of its own.
    pub expand_at: u32,
}

pub(crate) const ROOT: u32 = 0;
/// Some hundred megabytes: a search left running stops growing here and goes on counting.
const MOST_ARMS: usize = 8_000_000;

#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    arms: usize,
    children: HashMap<Pair, Child, BuildHasherDefault<Multiply>>,
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

    /// The arm that promises most.
    pub(crate) fn choose(&self, node: u32, side: usize, weights: &Weights) -> u16 {
        let seen = (self.visits(node) as f32 + 1.0).ln();
        let mut best = (f32::MIN, 0);
        for (index, arm) in (0..).zip(self.arms(node, side)) {
            let promise = promise(arm, seen, weights);
            if promise > best.0 {
                best = (promise, index);
            }
        }
        best.1
    }

    /// The node for a pair of moves, if it has earned one. `None` counts a try; the caller may then expand.
    pub(crate) fn child(&mut self, node: u32, [black, white]: [u16; 2]) -> Option<u32> {
        let child = self.children.entry(Pair { node, black, white }).or_default();
        child.tries += 1;
        child.node
    }

    pub(crate) fn wants_child(&self, node: u32, [black, white]: [u16; 2], weights: &Weights) -> bool {
        let tries = self.children.get(&Pair { node, black, white }).map_or(0, |child| child.tries);
        tries >= weights.expand_at && self.arms < MOST_ARMS
    }

    pub(crate) fn link(&mut self, node: u32, [black, white]: [u16; 2], to: u32) {
        self.children.entry(Pair { node, black, white }).or_default().node = Some(to);
    }

    /// Black's result of a game that went through here by these arms; `first` says who came first to each place.
    pub(crate) fn record(&mut self, node: u32, chosen: [u16; 2], black: f32, first: &[u8]) {
        self.nodes[node as usize].visits += 1;
        for (side, worth) in [(0, black), (1, 1.0 - black)] {
            let bit = side as u8 + 1;
            let arms = self.arms_mut(node, side);
            if let Some(arm) = arms.get_mut(usize::from(chosen[side])) {
                arm.plays += 1;
                arm.visits += 1.0;
                arm.wins += worth;
            }
            for arm in arms {
                // A pass is left out (place 0 is never noted): it says nothing about passing now.
                let came = f32::from(first[usize::from(arm.at)] & bit != 0);
                arm.rave_visits += came;
                arm.rave_wins += came * worth;
            }
        }
    }

    /// Keeps what hangs below the child for this pair of moves, which becomes the root. Whether there was one.
    pub(crate) fn descend(&mut self, [black, white]: [At; 2]) -> bool {
        if self.is_empty() {
            return false;
        }
        let place = |side, at| self.arms(ROOT, side).iter().position(|arm: &Arm| arm.at == at);
        let (Some(black), Some(white)) = (place(0, black), place(1, white)) else { return false };
        let pair = Pair { node: ROOT, black: black as u16, white: white as u16 };
        let Some(root) = self.children.get(&pair).and_then(|child| child.node) else { return false };
        *self = self.below(root);
        true
    }

    /// Parents are older than their children, so one pass in order of age finds all that is kept.
    fn below(&mut self, root: u32) -> Tree {
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
                kept.children.insert(Pair { node, ..*pair }, child);
            }
        }
        kept
    }

    /// Forbids the root's arms that the rules refuse.
    pub(crate) fn keep_at_root(&mut self, side: usize, allowed: impl Fn(At) -> bool) {
        for arm in self.arms_mut(ROOT, side) {
            if !allowed(arm.at) {
                // Never chosen again, and never the most visited.
                (arm.wins, arm.plays, arm.rave_wins) = (f32::MIN / 4.0, 0, 0.0);
            }
        }
    }
}

fn promise(arm: &Arm, seen: f32, weights: &Weights) -> f32 {
    let own = arm.wins / arm.visits;
    let curiosity = if weights.explore > 0.0 { weights.explore * (seen / arm.visits).sqrt() } else { 0.0 };
    if arm.rave_visits == 0.0 {
        return own + curiosity;
    }
    let trust =
        arm.rave_visits / (arm.rave_visits + arm.visits + arm.rave_visits * arm.visits / weights.rave);
    own + trust * (arm.rave_wins / arm.rave_visits - own) + curiosity
}
