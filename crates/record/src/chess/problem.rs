//! A problem made of the position at the cursor and the branches that follow it.

use super::record::ChessRecord;
use super::refusal::ChessRefusal;
use crate::GameRecord;
use crate::Refusal;
use crate::pgn::Game;
use crate::tree::NodeId;

/// NAG 2: `?`.
const MISTAKE: u32 = 2;

impl ChessRecord {
    /// A file with one problem, which the side to move solves. Its first branch is the solution, with all answers of the
    /// opponent. Its other branches are wrong, unless their author has judged them.
    pub fn problem_from_here(&self) -> Result<Vec<u8>, Refusal> {
        if self.tree().is_leaf(self.here()) {
            return Err(ChessRefusal::NoSolution.into());
        }
        // Of a position in the middle, the result of the game gives the solution away.
        let mut problem = self.game_from_here(|tag| tag != "Result")?;
        for node in wrong_answers(&problem) {
            let nags: Vec<u32> = problem.nags(node).filter_map(|nag| nag.number).collect();
            let edit = problem.nags_edit(node, &[&[MISTAKE], nags.as_slice()].concat());
            problem.change(edit);
        }
        Ok((problem.to_text() + "\n").into_bytes())
    }
}

/// The moves of the solving side beside its first one that nobody has judged.
fn wrong_answers(problem: &Game) -> Vec<NodeId> {
    let tree = problem.tree();
    let is_judged = |node: &NodeId| problem.nags(*node).any(|nag| matches!(nag.number, Some(1..=6)));
    let mut wrong = Vec::new();
    let mut open = vec![(problem.root(), true)];
    while let Some((node, solves)) = open.pop() {
        let children: Vec<NodeId> = tree.children(node).collect();
        if solves {
            wrong.extend(children.iter().skip(1).copied().filter(|child| !is_judged(child)));
        }
        open.extend(children.into_iter().map(|child| (child, !solves)));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Pgn;

    fn problem(game: &str, steps: usize) -> Result<String, Refusal> {
        let mut record = ChessRecord::open(Pgn::read(game.as_bytes().to_vec()), 0);
        for _ in 0..steps {
            record.forward();
        }
        record.problem_from_here().map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn branches_of_the_solver_are_wrong_unless_judged_and_those_of_the_opponent_are_answers() {
        let game = "[Event \"Club\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 (2. f3 {weak}) (2. Bc4 $1) (2. Ke2 $4) 2... Nc6 (2... d6 \
                    3. d4 (3. a3)) 1-0\n";
        let made = problem(game, 2).unwrap();
        let wanted = "2. Nf3 (2. f3 $2 {weak}) (2. Bc4 $1) (2. Ke2 $4) 2... Nc6 (2... d6 3. d4 (3. a3 $2))";
        assert!(made.split_whitespace().collect::<Vec<_>>().join(" ").contains(wanted), "{made}");
        assert!(made.contains("[Event \"Club\"]") && !made.contains("1-0"), "{made}");
        assert!(made.contains("[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"), "{made}");
    }

    #[test]
    fn without_a_move_there_is_no_solution() {
        assert_eq!(problem("1. e4 *", 1), Err(ChessRefusal::NoSolution.into()));
    }
}
