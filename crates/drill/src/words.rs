//! The author's words, and when they may be shown. The title and the task come with the puzzle, the comment on a move once
//! the move is on the board. A text that names a move which is still to be found waits until that move was played, and in
//! any case until the puzzle is done.

use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::{Board, Puzzle, PuzzleNodeId};

/// What may be shown now. Texts that are unknown or have to wait are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub title: String,
    pub players: String,
    pub date: String,
    /// The comment before the first move.
    pub task: String,
    /// On the moves of the line on the board, and on a line that was just taken back.
    pub comments: Vec<MoveComment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveComment {
    /// The move with its number or colour: `12... Nf6`, `B D4`.
    pub mv: String,
    pub text: String,
}

impl Words {
    /// Whether something is shown here that was not shown before.
    pub(crate) fn has_more_than(&self, before: &Words) -> bool {
        let texts = |words: &Words| [words.title.clone(), words.task.clone()];
        texts(self) != texts(before) || self.comments.iter().any(|comment| !before.comments.contains(comment))
    }
}

/// The moves to be found that each text of a puzzle names.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedMoves {
    title: Vec<PuzzleNodeId>,
    comments: BTreeMap<PuzzleNodeId, Vec<PuzzleNodeId>>,
}

impl NamedMoves {
    pub fn of<B: Board>(puzzle: &Puzzle<B>) -> NamedMoves {
        let has_comment = |id: &PuzzleNodeId| !puzzle.comment(*id).is_empty();
        if puzzle.about().title.is_empty() && !puzzle.ids().any(|id| has_comment(&id)) {
            return NamedMoves::default();
        }
        let keys: BTreeMap<PuzzleNodeId, Vec<String>> =
            puzzle.ids().map(|id| (id, keys_of(puzzle, id))).collect();
        let to_find: Vec<PuzzleNodeId> = puzzle.ids().filter(|id| is_to_be_found(puzzle, *id)).collect();
        let mut by_key: BTreeMap<&str, Vec<PuzzleNodeId>> = BTreeMap::new();
        for id in to_find {
            for key in keys.get(&id).into_iter().flatten() {
                by_key.entry(key).or_default().push(id);
            }
        }
        // The player's moves before the comment are known when it is shown. An opponent's move may well be the one that
        // the player should have made.
        let named_in = |text: &str, at: PuzzleNodeId| -> Vec<PuzzleNodeId> {
            let line = puzzle.line(at);
            let own =
                line.iter().filter(|id| puzzle.parent(**id).is_some_and(|at| puzzle.is_solvers_turn(at)));
            let played: BTreeSet<&String> = own.filter_map(|id| keys.get(id)).flatten().collect();
            let named = B::keys_named_in(text).into_iter().filter(|key| !played.contains(key));
            named.filter_map(|key| by_key.get(key.as_str())).flatten().copied().collect()
        };
        let comments = puzzle.ids().filter(has_comment);
        NamedMoves {
            title: named_in(&puzzle.about().title, puzzle.root()),
            comments: comments.map(|id| (id, named_in(puzzle.comment(id), id))).collect(),
        }
    }

    /// The words for the line to `at`, followed by those on the nodes of `kept`. `is_known` says whether a move has been
    /// played.
    pub fn words<B: Board>(
        &self,
        puzzle: &Puzzle<B>,
        at: PuzzleNodeId,
        kept: &[PuzzleNodeId],
        is_known: impl Fn(PuzzleNodeId) -> bool,
    ) -> Words {
        let about = puzzle.about().clone();
        let may_show = |named: &[PuzzleNodeId]| named.iter().all(|id| is_known(*id));
        let may_comment = |id: PuzzleNodeId| self.comments.get(&id).is_some_and(|named| may_show(named));
        let line = puzzle.line(at);
        let more = kept.iter().filter(|id| !line.contains(id));
        let nodes = line.iter().chain(more).filter(|id| **id != puzzle.root() && may_comment(**id));
        let comment = |id: &PuzzleNodeId| MoveComment {
            mv: move_text(puzzle, *id),
            text: puzzle.comment(*id).to_owned(),
        };
        Words {
            title: if may_show(&self.title) { about.title } else { String::new() },
            players: about.players,
            date: about.date,
            task: if may_comment(puzzle.root()) {
                puzzle.comment(puzzle.root()).to_owned()
            } else {
                String::new()
            },
            comments: nodes.map(comment).collect(),
        }
    }
}

/// The player is asked for this move.
fn is_to_be_found<B: Board>(puzzle: &Puzzle<B>, id: PuzzleNodeId) -> bool {
    puzzle.parent(id).is_some_and(|parent| {
        puzzle.is_solvers_turn(parent)
            && puzzle.children(parent).first() == Some(&id)
            && puzzle.is_on_right_line(id)
    })
}

fn keys_of<B: Board>(puzzle: &Puzzle<B>, id: PuzzleNodeId) -> Vec<String> {
    let keys = || Some(puzzle.board(puzzle.parent(id)?).name_keys(puzzle.mv(id)?));
    keys().unwrap_or_default()
}

fn move_text<B: Board>(puzzle: &Puzzle<B>, id: PuzzleNodeId) -> String {
    let text = || Some(puzzle.board(puzzle.parent(id)?).move_text(puzzle.mv(id)?));
    text().unwrap_or_default()
}
