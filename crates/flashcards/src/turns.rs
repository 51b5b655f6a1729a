//! A game being replayed from a record: whose turn it is, where the cube is, and what may be done.

use rules::backgammon::{Cube, Dice, Play, Position, Side, Stage};

pub(crate) struct Game {
    position: Position,
}

impl Game {
    pub fn new(position: Position) -> Game {
        Game { position }
    }

    pub fn position(&self) -> Position {
        self.position
    }

    /// The position as this player comes to his turn.
    pub fn on_roll(&self, side: Side) -> Position {
        Position { turn: side, stage: Stage::OnRoll, ..self.position }
    }

    pub fn could_double(&self, side: Side) -> bool {
        !self.position.is_crawford() && self.position.cube.may_be_turned_by(side)
    }

    pub fn double(&mut self, side: Side) -> Result<(), String> {
        if !self.could_double(side) {
            return Err(format!("the {side} player cannot double here"));
        }
        self.position = Position { turn: side, stage: Stage::Doubled, ..self.position };
        Ok(())
    }

    pub fn answer(&mut self, takes: bool) -> Result<(), String> {
        if self.position.stage != Stage::Doubled {
            return Err("an answer where nobody doubled".into());
        }
        let Position { cube, turn, .. } = self.position;
        if takes {
            self.position.cube =
                Cube::new(cube.log2() + 1, Some(turn.other())).ok_or("the cube goes too high")?;
        }
        self.position.stage = Stage::OnRoll;
        Ok(())
    }

    pub fn play(&mut self, side: Side, dice: Dice, play: &Play) -> Result<(), String> {
        let board = self.position.board;
        let legal = Position { turn: side, stage: Stage::Rolled(dice), ..self.position }.legal_plays();
        let after = play.on(&board, side);
        let found = legal.iter().find(|legal| Some(legal.board) == after);
        if found.is_none() && !(legal.is_empty() && play.is_empty()) {
            let said = if play.is_empty() { "no play".to_string() } else { play.to_string() };
            return Err(format!("{said} is not legal with {dice}"));
        }
        self.position.board = found.map_or(board, |legal| legal.board);
        self.position.turn = side.other();
        self.position.stage = Stage::OnRoll;
        Ok(())
    }
}
