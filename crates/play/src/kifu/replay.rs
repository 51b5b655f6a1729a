//! What an entry does to the board. Taking back replays the turns from the start, as positions only go forward.

use rules::go::simultaneous::ResolvedTurn;
use rules::go::{Color, Move, Outcome, Point};

use super::{Board, Event, InvalidEvent, Kifu, PlayedTurn, Stage};

impl Kifu {
    pub(super) fn apply(&mut self, event: &Event) -> Result<(), InvalidEvent> {
        match (self.stage(), event) {
            (Stage::Over(_), _) => Err(InvalidEvent::NotNow),
            (Stage::Play, Event::Turn { black_move, white_move }) => {
                self.turn_played(PlayedTurn::Both(black_move.mv, white_move.mv))
            }
            (Stage::Play, Event::Move { color, mv, .. }) => self.one(*color, *mv),
            (Stage::Count, Event::Resumed) => self.resume(),
            (_, Event::TakenBack { turns }) => self.take_back(*turns),
            (_, Event::Ended { result, dead }) => self.end(*result, dead),
            _ => Err(InvalidEvent::NotNow),
        }
    }

    /// Stones that Black and that White lost in each turn on the board.
    pub fn losses_per_turn(&self) -> Vec<[u32; 2]> {
        let mut board = Board::new(&self.settings);
        let lost = |board: &Board| Color::BOTH.map(|color| board.lost(color));
        let cost = |turn_played: &PlayedTurn| {
            let before = lost(&board);
            // Cannot fail: these turns were played before.
            board = after(&board, *turn_played).ok()?;
            let now = lost(&board);
            Some([now[0].saturating_sub(before[0]), now[1].saturating_sub(before[1])])
        };
        self.line.iter().map_while(cost).collect()
    }

    /// The board after this many turns of those on it.
    pub fn board_after(&self, turns: usize) -> Option<Board> {
        let mut board = Board::new(&self.settings);
        for turn_played in self.line.get(..turns)? {
            board = after(&board, *turn_played).ok()?;
        }
        Some(board)
    }

    /// The last turn of a simultaneous game as the rules resolved it, and whether it left the board as it was.
    pub fn last_resolved(&self) -> Option<(ResolvedTurn, bool)> {
        let (PlayedTurn::Both(black, white), before) = self.line.split_last()? else { return None };
        let Board::Simultaneous(position) = self.board_after(before.len())? else { return None };
        let turn = position.resumed().turn(*black, *white).ok()?;
        let unchanged = turn.position.hash() == position.hash();
        Some((turn, unchanged))
    }

    fn one(&mut self, color: Color, mv: Move) -> Result<(), InvalidEvent> {
        if self.to_play().is_some_and(|to_play| to_play != color) {
            return Err(InvalidEvent::NotYourTurn(color));
        }
        self.turn_played(PlayedTurn::One(mv))
    }

    fn turn_played(&mut self, turn_played: PlayedTurn) -> Result<(), InvalidEvent> {
        self.board = after(&self.board, turn_played)?;
        self.line.push(turn_played);
        Ok(())
    }

    /// In simultaneous games the turn in which both passed stays; in alternating games both passes are removed.
    fn resume(&mut self) -> Result<(), InvalidEvent> {
        match &self.board {
            Board::Simultaneous(position) => {
                self.board = Board::Simultaneous(position.resumed());
                Ok(())
            }
            Board::Alternating(_) => self.take_back(2),
        }
    }

    fn take_back(&mut self, turns: u32) -> Result<(), InvalidEvent> {
        let left = usize::try_from(turns).ok().and_then(|turns| self.line.len().checked_sub(turns));
        let kept = left.filter(|_| turns > 0).and_then(|left| self.line.get(..left));
        let kept = kept.ok_or(InvalidEvent::NotNow)?;
        let mut board = Board::new(&self.settings);
        for turn_played in kept {
            board = after(&board, *turn_played)?;
        }
        self.line.truncate(kept.len());
        self.board = if let Board::Simultaneous(position) = &board {
            Board::Simultaneous(position.resumed())
        } else {
            board
        };
        Ok(())
    }

    fn end(&mut self, result: Outcome, dead: &[Point]) -> Result<(), InvalidEvent> {
        // A score is possible only after play has stopped.
        if self.stage() == Stage::Play && matches!(result, Outcome::Won(..) | Outcome::Draw) {
            return Err(InvalidEvent::NotNow);
        }
        self.result = Some(result);
        self.dead = dead.to_vec();
        Ok(())
    }
}

fn after(board: &Board, turn_played: PlayedTurn) -> Result<Board, InvalidEvent> {
    match (board, turn_played) {
        (Board::Simultaneous(position), PlayedTurn::Both(black, white)) => {
            // A turn after one in which both passed: the players resumed.
            let resumed = position.end().map(|_| position.resumed());
            let turn = resumed.as_ref().unwrap_or(position).turn(black, white);
            turn.map(|outcome| Board::Simultaneous(outcome.position)).map_err(InvalidEvent::Refused)
        }
        (Board::Alternating(position), PlayedTurn::One(mv)) => {
            position.play(mv).map(Board::Alternating).map_err(InvalidEvent::Illegal)
        }
        _ => Err(InvalidEvent::NotNow),
    }
}
