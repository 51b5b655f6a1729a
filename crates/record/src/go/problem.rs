//! Problems: which moves are marked as right or wrong, and a problem made of the position at the cursor and the branches
//! that follow it.

use std::sync::Arc;

use super::record::GoRecord;
use super::refusal::GoRefusal;
use crate::sgf::Node;
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionMark {
    Right,
    Wrong,
}

/// `TE`, `BM`, or the words that problem sites write into comments.
pub fn solution_mark(node: Node<'_>) -> Option<SolutionMark> {
    let comment = node.text("C").unwrap_or_default();
    if node.has("BM") || is_marked_wrong(&comment) {
        return Some(SolutionMark::Wrong);
    }
    (node.has("TE") || is_marked_right(&comment)).then_some(SolutionMark::Right)
}

/// `RIGHT` as goproblems.com writes it, or "Correct"; "right" alone may be a side of the board.
fn is_marked_right(comment: &str) -> bool {
    says(comment, ["RIGHT", "Correct", "CORRECT"], "correct")
}

fn is_marked_wrong(comment: &str) -> bool {
    says(comment, ["Wrong", "WRONG", "Incorrect"], "wrong")
}

/// One of these words anywhere, or `start` in any spelling at the beginning.
fn says(comment: &str, words: [&str; 3], start: &str) -> bool {
    comment.split(|c: char| !c.is_alphanumeric()).any(|found| words.contains(&found))
        || comment.trim_start().to_lowercase().starts_with(start)
}

impl GoRecord {
    /// A file with one problem: the position at the cursor and its side to play. What follows is the solution: lines that
    /// are marked right; if none is, the first branch, with all answers of the opponent. Other branches are wrong.
    pub fn problem_from_here(&self) -> Result<Vec<u8>, Refusal> {
        self.check_is_go()?;
        let here = self.here();
        if self.tree().is_leaf(here) {
            return Err(GoRefusal::NoSolution.into());
        }
        let mut file = self.file().clone();
        let below = self.tree().preorder(here).skip(1);
        let is_right = |node: &NodeId| solution_mark(self.node(*node)) == Some(SolutionMark::Right);
        if !below.into_iter().any(|node| is_right(&node)) {
            for leaf in self.first_choices(here) {
                let text: Arc<[u8]> = self.node(leaf).raw().into();
                let text = file.with_property(&text, "TE", &[b"1".to_vec()]);
                file.set_edited_text(leaf, Some(text));
            }
        }
        Ok(file.write_game_with(here, &self.problem_root()))
    }

    /// The ends of the lines in which the solving side always plays its first branch.
    fn first_choices(&self, here: NodeId) -> Vec<NodeId> {
        let mut ends = Vec::new();
        let mut open = vec![(here, true)];
        while let Some((node, solves)) = open.pop() {
            let children: Vec<NodeId> = self.tree().children(node).collect();
            let followed = if solves { children.len().min(1) } else { children.len() };
            open.extend(children.iter().take(followed).map(|child| (*child, !solves)));
            if children.is_empty() {
                ends.push(node);
            }
        }
        ends
    }

    /// Without a result, which would be that of the game.
    fn problem_root(&self) -> Vec<u8> {
        let text: Arc<[u8]> = match self.here() == self.root() {
            true => self.node(self.root()).raw().into(),
            false => self.root_text_here().into(),
        };
        let turn = vec![self.to_play().letter().to_string().into_bytes()];
        let changes = [("RE", Vec::new()), ("PL", turn)];
        let changed =
            changes.iter().fold(text, |text, (name, values)| self.file().with_property(&text, name, values));
        changed.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn problem(text: &str, path: &str) -> String {
        let mut record = GoRecord::open(sgf::read(text.as_bytes()).unwrap(), 0);
        let node = record.tree().follow(record.root(), &path.parse().unwrap(), |_| true).unwrap();
        record.go_to(node);
        String::from_utf8(record.problem_from_here().unwrap()).unwrap()
    }

    #[test]
    fn the_first_branch_is_the_solution_and_the_others_are_wrong() {
        let game = "(;SZ[9]PB[Ann]RE[B+R];B[aa];W[bb](;B[cc](;W[dd];B[ee])(;W[ff];B[gg](;W[hh])(;W[ii])))(;B[hi];W[ih]))";
        let problem = problem(game, "0.0");
        assert!(problem.starts_with("(;SZ[9]PB[Ann]AB[aa]AW[bb]PL[B]"), "{problem}");
        assert!(!problem.contains("RE["), "{problem}");
        for part in ["B[ee]TE[1]", "W[hh]TE[1]", "W[ii]TE[1]", "(;B[hi];W[ih])"] {
            assert!(problem.contains(part), "{part}: {problem}");
        }
    }

    #[test]
    fn marks_of_the_author_are_kept_as_they_are() {
        let game = "(;SZ[9];B[aa](;W[bb])(;W[cc]C[RIGHT]))";
        let problem = problem(game, "0");
        assert!(problem.contains("(;W[bb])(;W[cc]C[RIGHT]))"), "{problem}");
    }

    #[test]
    fn without_a_branch_there_is_no_solution() {
        let record = GoRecord::open(sgf::read(b"(;SZ[9])").unwrap(), 0);
        assert_eq!(record.problem_from_here(), Err(GoRefusal::NoSolution.into()));
    }
}
