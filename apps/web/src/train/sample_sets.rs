//! Puzzles to try the room with, so that nobody needs a file to begin.

pub const CHESS: &str = include_str!("samples/chess.pgn");
pub const GO: &str = include_str!("samples/go.sgf");

#[cfg(test)]
mod tests {
    use crate::train::class::Puzzles;

    #[test]
    fn every_sample_is_a_puzzle() {
        assert_eq!(Puzzles::read(super::CHESS.as_bytes()).len(), super::CHESS.matches("[Event").count());
        assert!(matches!(Puzzles::read(super::GO.as_bytes()), Puzzles::Go(problems) if problems.len() == 3));
    }
}
