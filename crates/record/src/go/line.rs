//! Lines of moves: the one that led to the cursor, as an engine needs it, and those that are added as variations.

use rules::go::{Color, Move, Position, Scoring};

use super::file::{GoFile, NodeKind, State};
use super::record::GoRecord;
use crate::editor::{Edit, EditOf};
use crate::game_record::GameRecord;
use crate::refusal::Refusal;
use crate::tree::{Attachment, NodeId};

/// The game up to the cursor: legal moves of both sides in turn from a position without history.
#[derive(Clone, Debug)]
pub struct MovesHere {
    pub start: Position,
    pub moves: Vec<Move>,
    /// White's points, with the prisoners taken before `start` where these count.
    pub komi: f64,
    /// Black's handicap stones, for which White may get points.
    pub handicap: u32,
}

impl GoRecord {
    /// None if nothing can be played here: another game, simultaneous Go, or two passes. Stones that were set up, moves
    /// against the rules and moves out of turn are where the line starts anew from the board.
    pub fn moves_here(&self) -> Option<MovesHere> {
        if self.state().is_other_game || self.variant().is_some() || self.position().passes() >= 2 {
            return None;
        }
        let line: Vec<(NodeId, &State)> = self.editor.line().collect();
        let mut moves = Vec::new();
        let mut start = self.position();
        for pair in line.windows(2).rev() {
            let &[(_, before), (node, after)] = pair else { continue };
            match self.one_move(node, before, after) {
                Step::Nothing => {}
                Step::Move(mv) => moves.push(mv),
                Step::Break => break,
            }
            start = &before.position;
        }
        moves.reverse();
        let prisoners = |taker| f64::from(start.prisoners(taker));
        let taken = match start.rules().scoring {
            Scoring::Territory => prisoners(Color::White) - prisoners(Color::Black),
            Scoring::Area => 0.0,
        };
        let first = if moves.is_empty() { self.to_play() } else { start.to_play() };
        let handicap = self.node(self.root()).integer("HA").and_then(|stones| u32::try_from(stones).ok());
        Some(MovesHere {
            start: start.clone().with_to_play(first),
            moves,
            komi: self.komi() + taken,
            handicap: handicap.unwrap_or(0).min(99),
        })
    }

    /// What a node adds to the line.
    fn one_move(&self, node: NodeId, before: &State, after: &State) -> Step {
        let node = self.node(node);
        if node.has_setup() || node.has("PL") {
            return Step::Break;
        }
        match after.last_move.filter(|_| after.kind == NodeKind::Move) {
            None if after.kind == NodeKind::Plain => Step::Nothing,
            Some((color, mv))
                if node.moves(self.size()).count() == 1
                    && color == before.position.to_play()
                    && after.irregular.is_empty()
                    && before.position.play(mv).is_ok() =>
            {
                Step::Move(mv)
            }
            _ => Step::Break,
        }
    }

    /// Adds a line of moves after the cursor, both sides in turn, as one undo step. Moves that are there already are
    /// followed; the cursor stays.
    pub fn add_line(&mut self, moves: &[Move]) -> Result<(), Refusal> {
        self.add_lines(&[(self.here(), moves.to_vec())])
    }

    /// Adds lines, each after its node, as one undo step.
    pub fn add_lines(&mut self, lines: &[(NodeId, Vec<Move>)]) -> Result<(), Refusal> {
        self.end_set_up();
        self.check_is_go()?;
        let mut edits = Vec::new();
        for (node, moves) in lines {
            edits.extend(self.line_edit(*node, moves)?);
        }
        let here = self.here();
        Ok(self.editor.apply(edits, here)?)
    }

    /// None if all moves are there. A line with an illegal move is refused.
    fn line_edit(&mut self, node: NodeId, moves: &[Move]) -> Result<Option<EditOf<GoFile>>, Refusal> {
        let state = self.editor.position_at(node);
        let (mut color, mut parent) = (self.to_play_at(node, &state), node);
        let mut position = state.position.with_to_play(color);
        for mv in moves {
            position = position.play(*mv)?;
        }
        let mut rest = moves.iter();
        let first = loop {
            let Some(mv) = rest.next() else { return Ok(None) };
            let known = self.branches_of(parent).find(|branch| branch.mv == Some((color, *mv)));
            match known {
                Some(branch) => parent = branch.node,
                None => break self.editor.add_detached(Some(move_text(color, *mv).into())),
            }
            color = color.other();
        };
        let mut last = first;
        for mv in rest {
            color = color.other();
            last = self.editor.add_detached_under(last, None, Some(move_text(color, *mv).into()));
        }
        let attachment = Attachment { parent, index: usize::MAX, preferred: false };
        Ok(Some(Edit::Attach { node: first, attachment }))
    }
}

enum Step {
    Nothing,
    Move(Move),
    Break,
}

fn move_text(color: Color, mv: Move) -> Vec<u8> {
    let point = match mv {
        Move::Place(at) => String::from_utf8_lossy(&at.to_sgf()).into_owned(),
        Move::Pass => String::new(),
    };
    format!(";{}[{point}]", color.letter()).into_bytes()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sgf::read;

    fn at_end(sgf: &str) -> GoRecord {
        let mut record = GoRecord::open(read(sgf.as_bytes()).unwrap(), 0);
        while record.forward() {}
        record
    }

    fn names(record: &GoRecord, moves: &[Move]) -> Vec<String> {
        let name = |mv: &Move| match mv {
            Move::Place(at) => at.name(record.size()),
            Move::Pass => "pass".to_owned(),
        };
        moves.iter().map(name).collect()
    }

    fn place(record: &GoRecord, name: &str) -> Move {
        Move::Place(rules::go::Point::from_name(name, record.size()).unwrap())
    }

    #[test]
    fn the_moves_of_a_game_lead_from_its_start_to_the_cursor() {
        let record = at_end("(;SZ[9]KM[6.5]RU[Chinese];B[ee];W[cc]C[x];C[only text];B[])");
        let here = record.moves_here().unwrap();
        assert_eq!(names(&record, &here.moves), ["E5", "C7", "pass"]);
        assert_eq!((here.start.to_play(), here.komi, here.handicap), (Color::Black, 6.5, 0));
        assert_eq!(here.start.board().count(Color::Black), 0);
    }

    #[test]
    fn handicap_stones_are_on_the_board_and_white_begins() {
        let record = at_end("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ce])");
        let here = record.moves_here().unwrap();
        assert_eq!((here.start.to_play(), here.handicap), (Color::White, 2));
        assert_eq!(here.start.board().count(Color::Black), 2);
        assert_eq!(here.moves.len(), 2);
    }

    #[test]
    fn stones_set_up_moves_out_of_turn_and_illegal_ones_start_anew_from_the_board() {
        for (sgf, moves) in [
            ("(;SZ[9];B[ee];W[cc];AB[gg]PL[B];B[gc];W[cg])", &["G7", "C3"][..]),
            ("(;SZ[9];B[ee];B[cc];B[gg];B[gc];W[cg])", &["C3"]),
            ("(;SZ[9];B[ee];W[ee];B[gc];W[cg])", &["G7", "C3"]),
        ] {
            let record = at_end(sgf);
            let here = record.moves_here().unwrap();
            assert_eq!(names(&record, &here.moves), moves, "{sgf}");
            let mut position = here.start.clone();
            for mv in &here.moves {
                position = position.play(*mv).unwrap();
            }
            assert_eq!(position.board(), record.position().board(), "{sgf}");
        }
    }

    #[test]
    fn prisoners_taken_before_the_start_count_as_komi_where_territory_counts() {
        let game = "KM[0.5];B[aa];W[ba];B[ee];W[ab];AE[ee]PL[B];B[gg])";
        let japanese = at_end(&format!("(;SZ[9]RU[Japanese]{game}")).moves_here().unwrap();
        let chinese = at_end(&format!("(;SZ[9]RU[Chinese]{game}")).moves_here().unwrap();
        assert_eq!((japanese.komi, chinese.komi), (1.5, 0.5));
    }

    #[test]
    fn after_two_passes_and_in_other_games_there_is_nothing_to_play() {
        assert!(at_end("(;SZ[9];B[ee];W[];B[])").moves_here().is_none());
        assert!(at_end("(;GM[2];B[ee])").moves_here().is_none());
    }

    #[test]
    fn a_line_is_one_undo_step_and_follows_what_is_there() {
        let mut record = at_end("(;SZ[9];B[ee])");
        let before = record.write();
        let line = ["C7", "G3", "C3"].map(|name| place(&record, name));
        record.add_line(&line).unwrap();
        assert_eq!(record.write(), b"(;SZ[9];B[ee];W[cc];B[gg];W[cg])");
        let other = ["C7", "G3", "G7"].map(|name| place(&record, name));
        record.add_line(&other).unwrap();
        assert_eq!(record.write(), b"(;SZ[9];B[ee];W[cc];B[gg](;W[cg])(;W[gc]))");
        assert!(record.undo() && record.undo());
        assert_eq!(record.write(), before);
    }

    #[test]
    fn lines_after_several_moves_are_one_step() {
        let mut record = at_end("(;SZ[9];B[ee];W[cc];B[gg])");
        let before = record.write();
        let line = |names: &[&str]| names.iter().map(|name| place(&record, name)).collect::<Vec<_>>();
        let nodes: Vec<NodeId> = record.tree().main_line(record.root()).collect();
        let lines = [(nodes[0], line(&["E5", "G7"])), (nodes[2], line(&["C3"])), (nodes[1], line(&["C7"]))];
        record.add_lines(&lines).unwrap();
        assert_eq!(record.write(), b"(;SZ[9];B[ee](;W[cc](;B[gg])(;B[cg]))(;W[gc]))");
        assert!(record.undo() && !record.can_undo());
        assert_eq!(record.write(), before);
    }

    #[test]
    fn a_line_with_an_illegal_move_is_refused_as_a_whole() {
        let mut record = at_end("(;SZ[9];B[ee])");
        let line = ["C7", "E5"].map(|name| place(&record, name));
        assert!(record.add_line(&line).is_err());
        assert_eq!(record.write(), b"(;SZ[9];B[ee])");
    }
}
