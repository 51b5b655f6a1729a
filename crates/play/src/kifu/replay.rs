//! What an entry does to the board. Taking back plays the line again from the start, as positions only go forward.

use rules::go::{Color, Move, Outcome, Point};

use super::{Board, Event, Kifu, Stage, Step, Unwritable};

impl Kifu {
    pub(super) fn carry_out(&mut self, event: &Event) -> Result<(), Unwritable> {
        match (self.stage(), event) {
            (Stage::Over(_), _) => Err(Unwritable::NotNow),
            (Stage::Play, Event::Turn { black_move, white_move }) => {
                self.step(Step::Both(black_move.mv, white_move.mv))
            }
            (Stage::Play, Event::Move { color, mv, .. }) => self.one(*color, *mv),
            (Stage::Count, Event::Resumed) => self.resume(),
            (_, Event::TakenBack { turns }) => self.take_back(*turns),
            (_, Event::Ended { result, dead }) => self.end(*result, dead),
            _ => Err(Unwritable::NotNow),
        }
    }

    /// Stones that Black and that White lost in each turn on the board.
    pub fn costs(&self) -> Vec<[u32; 2]> {
        let mut board = Board::new(&self.settings);
        let lost = |board: &Board| Color::BOTH.map(|color| board.lost(color));
        let cost = |step: &Step| {
            let before = lost(&board);
            // The line was played once already.
            board = after(&board, *step).ok()?;
            let now = lost(&board);
            Some([now[0].saturating_sub(before[0]), now[1].saturating_sub(before[1])])
        };
        self.line.iter().map_while(cost).collect()
    }

    fn one(&mut self, color: Color, mv: Move) -> Result<(), Unwritable> {
        if self.to_play().is_some_and(|to_play| to_play != color) {
            return Err(Unwritable::NotYourTurn(color));
        }
        self.step(Step::One(mv))
    }

    fn step(&mut self, step: Step) -> Result<(), Unwritable> {
        self.board = after(&self.board, step)?;
        self.line.push(step);
        Ok(())
    }

    /// Where they move at once the turn in which both passed stays played; where they take turns both passes go.
    fn resume(&mut self) -> Result<(), Unwritable> {
        match &self.board {
            Board::Both(position) => {
                self.board = Board::Both(position.resumed());
                Ok(())
            }
            Board::Turns(_) => self.take_back(2),
        }
    }

    fn take_back(&mut self, turns: u32) -> Result<(), Unwritable> {
        let left = usize::try_from(turns).ok().and_then(|turns| self.line.len().checked_sub(turns));
        let kept = left.filter(|_| turns > 0).and_then(|left| self.line.get(..left));
        let kept = kept.ok_or(Unwritable::NotNow)?;
        let mut board = Board::new(&self.settings);
        for step in kept {
            board = after(&board, *step)?;
        }
        self.line.truncate(kept.len());
        self.board = if let Board::Both(position) = &board { Board::Both(position.resumed()) } else { board };
        Ok(())
    }

    fn end(&mut self, result: Outcome, dead: &[Point]) -> Result<(), Unwritable> {
        // Points are counted when nobody can or wants to move any more.
        if self.stage() == Stage::Play && matches!(result, Outcome::Won(..) | Outcome::Draw) {
            return Err(Unwritable::NotNow);
        }
        self.result = Some(result);
        self.dead = dead.to_vec();
        Ok(())
    }
}

fn after(board: &Board, step: Step) -> Result<Board, Unwritable> {
    match (board, step) {
        (Board::Both(position), Step::Both(black, white)) => {
            // A turn after one in which both passed: the players went on.
            let resumed = position.end().map(|_| position.resumed());
            let turn = resumed.as_ref().unwrap_or(position).turn(black, white);
            turn.map(|outcome| Board::Both(outcome.position)).map_err(Unwritable::Refused)
        }
        (Board::Turns(position), Step::One(mv)) => {
            position.play(mv).map(Board::Turns).map_err(Unwritable::Illegal)
        }
        _ => Err(Unwritable::NotNow),
    }
}
