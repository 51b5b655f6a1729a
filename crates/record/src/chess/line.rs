//! Lines of moves: the one that led to the cursor, as an engine needs it, and those that are added as variations; and
//! what engines say of the moves.

use rules::chess::{Move, Position};

use super::record::ChessRecord;
use crate::editor::{Edit, EditOf};
use crate::pgn::{Eval, Game, MoveTarget, NodeText};
use crate::tree::{Attachment, NodeId};
use crate::{GameRecord, Refusal};

impl ChessRecord {
    /// The position at the start and the moves from there to the cursor, as an engine needs them. None if they cannot be
    /// played.
    pub fn moves_here(&self) -> Option<(&Position, Vec<Move>)> {
        let mut line = self.editor.line();
        let (_, start) = line.next()?;
        let moves = line.map(|(node, _)| self.game().mv(node)).collect::<Option<_>>()?;
        self.position()?;
        Some((start.as_ref()?, moves))
    }

    /// Adds a line of moves after the cursor as one undo step. Moves that are there already are followed; the cursor stays.
    pub fn add_line(&mut self, moves: &[Move]) -> Result<(), Refusal> {
        self.add_lines(&[(self.here(), moves.to_vec())])
    }

    /// Adds lines, each after its node, as one undo step.
    pub fn add_lines(&mut self, lines: &[(NodeId, Vec<Move>)]) -> Result<(), Refusal> {
        let mut edits = Vec::new();
        for (node, moves) in lines {
            edits.extend(self.line_edit(*node, moves)?);
        }
        let here = self.here();
        Ok(self.editor.apply(edits, here)?)
    }

    /// None if all moves are there.
    fn line_edit(&mut self, mut parent: NodeId, moves: &[Move]) -> Result<Option<EditOf<Game>>, Refusal> {
        let mut rest = moves.iter();
        let first = loop {
            let Some(mv) = rest.next() else { return Ok(None) };
            match self.game().move_target(parent, *mv)? {
                MoveTarget::Existing(node) => parent = node,
                MoveTarget::New(text) => break self.editor.add_detached(text),
            }
        };
        let mut last = first;
        for mv in rest {
            last = self.editor.add_detached_under(last, None, NodeText::of(*mv));
        }
        let attachment = Attachment { parent, index: usize::MAX, preferred: false };
        Ok(Some(Edit::Attach { node: first, attachment }))
    }

    /// Writes evaluations after moves, in place of earlier ones, as one undo step.
    pub fn write_evals(&mut self, evals: &[(NodeId, Eval)]) -> Result<(), Refusal> {
        let is_new = |(node, eval): &&(NodeId, Eval)| self.game().eval(*node) != Some(*eval);
        let edit = |(node, eval): &(NodeId, Eval)| self.game().eval_edit(*node, eval);
        let edits = evals.iter().filter(is_new).filter_map(edit).collect();
        let here = self.here();
        Ok(self.editor.apply(edits, here)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Pgn, Score};

    const FILE: &str = "[White \"Ann\"]\n\n1.e4! {Open.}e5  2.Nf3(2.f4 {Sharp} exf4)Nc6 ; why?\n3. Bb5 { [%eval 9.9,20] [%clk 0:01:00] }*\n\n1.  d4   *\n";

    fn opened(text: &str) -> ChessRecord {
        ChessRecord::open(Pgn::read(text.as_bytes().to_vec()), 0)
    }

    fn main_line(record: &ChessRecord) -> Vec<NodeId> {
        record.tree().main_line(record.root()).skip(1).collect()
    }

    fn text(record: &ChessRecord) -> String {
        String::from_utf8(record.write()).unwrap()
    }

    #[test]
    fn evaluations_are_one_step_and_leave_every_other_byte() {
        let mut record = opened(FILE);
        let eval = Eval { score: Score::Centipawns(10), depth: None };
        let evals: Vec<_> = main_line(&record).into_iter().map(|node| (node, eval)).collect();
        record.write_evals(&evals).unwrap();
        let expected = "[White \"Ann\"]\n\n1.e4! {[%eval 0.1] Open.}e5 { [%eval 0.1] }  2.Nf3 { [%eval 0.1] } (2.f4 {Sharp} exf4)Nc6 { [%eval 0.1] } ; why?\n3. Bb5 { [%eval 0.1] [%clk 0:01:00] }*\n\n1.  d4   *\n";
        assert_eq!(text(&record), expected);
        let file = Pgn::with_changes(FILE.as_bytes(), &record.changes());
        assert_eq!(String::from_utf8(file.unwrap()).unwrap(), expected);
        assert!(record.undo());
        assert_eq!(text(&record), FILE);
        assert!(record.redo());
        assert_eq!(text(&record), expected);
    }

    #[test]
    fn a_comment_typed_after_an_evaluation_keeps_it() {
        let mut record = opened("1. e4 {Open.} *\n");
        record.forward();
        record.write_evals(&[(record.here(), Eval { score: Score::Mate(-3), depth: None })]).unwrap();
        assert_eq!(record.comment(), "Open.");
        record.set_comment("Best by test.").unwrap();
        assert_eq!(record.game().eval(record.here()).map(|eval| eval.score), Some(Score::Mate(-3)));
        assert!(text(&record).contains("1. e4 {Best by test. [%eval #-3]} *"), "{}", text(&record));
    }

    #[test]
    fn values_that_are_there_already_change_nothing() {
        let mut record = opened(FILE);
        let last = *main_line(&record).last().unwrap();
        record.write_evals(&[(last, record.game().eval(last).unwrap())]).unwrap();
        assert!(!record.is_dirty() && !record.can_undo());
    }

    #[test]
    fn lines_after_several_moves_are_one_step_and_the_moves_of_the_game_are_followed() {
        let mut record = opened("1. e4 e5 2. Nf3 Nc6 *\n");
        let nodes = main_line(&record);
        let line = |node: NodeId, moves: &[&str]| {
            let start = record.game().position(node).unwrap();
            let moves: Vec<Move> =
                start.read_engine_line(moves.iter().copied()).into_iter().map(|one| one.mv).collect();
            (node, moves)
        };
        let lines =
            [line(record.root(), &["e2e4", "c7c5"]), line(nodes[1], &["f2f4"]), line(nodes[0], &["e7e5"])];
        record.add_lines(&lines).unwrap();
        assert!(text(&record).contains("1. e4 e5 (1... c5) 2. Nf3 (2. f4) 2... Nc6 *"), "{}", text(&record));
        assert!(record.undo() && !record.can_undo());
        assert_eq!(text(&record), "1. e4 e5 2. Nf3 Nc6 *\n");
    }
}
