//! The match: its state after the inputs so far, and which input may be next.

use record::backgammon::{Action, Win};
use rules::backgammon::{BAR, Board, Cube, Dice, Play, Position, Score, Side, Stage, Stake};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSettings {
    /// In points; 0 is a session for money, without the Jacoby rule and beavers.
    pub length: u16,
    /// Of the person, at the bottom.
    pub name: String,
    pub opponent: String,
}

/// The player is the one who has to act.
#[derive(Clone, Copy, Debug)]
pub enum TableInput {
    /// Each player's die for the first turn of a game. Equal dice are rolled again.
    Opening {
        bottom: u8,
        top: u8,
    },
    Roll(Dice),
    Double,
    Take,
    Pass,
    /// Empty if nothing can be played.
    Play(Play),
    /// Gives up this many times the cube.
    Resign(u16),
    NextGame,
}

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    OpeningDice,
    /// The player may double, if `may_double`, or rolls.
    Turn(Side),
    Play(Side),
    /// To a double.
    Answer(Side),
    NextGame,
    /// The match is over.
    Nothing,
}

/// Why an input does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    NotNow,
    /// Both have the same die: roll again.
    Tie,
    Illegal,
    MayNotDouble,
    /// More can still be lost than was offered.
    TooLittle,
}

#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Before the game.
    pub score: Score,
    pub actions: Vec<(Side, Action)>,
    pub won: Option<Win>,
}

#[derive(Clone, Debug)]
pub struct BackgammonTable {
    settings: TableSettings,
    inputs: Vec<TableInput>,
    games: Vec<PlayedGame>,
    position: Position,
    is_opening: bool,
    crawford_played: bool,
}

impl BackgammonTable {
    pub fn new(settings: TableSettings) -> BackgammonTable {
        let stake = match settings.length {
            0 => Stake::Money { jacoby: false, beavers: false },
            length => Stake::Match { length, crawford: false },
        };
        let mut table = BackgammonTable {
            settings,
            inputs: Vec::new(),
            games: Vec::new(),
            position: Position { stake, ..Position::money(Board::START) },
            is_opening: true,
            crawford_played: false,
        };
        table.begin_game(Score::default());
        table
    }

    /// The same match after these inputs. Stops at the first that does not fit.
    pub fn restore(settings: TableSettings, inputs: impl IntoIterator<Item = TableInput>) -> BackgammonTable {
        let mut table = BackgammonTable::new(settings);
        for input in inputs {
            if table.handle(input).is_err() {
                break;
            }
        }
        table
    }

    pub fn settings(&self) -> &TableSettings {
        &self.settings
    }

    pub fn inputs(&self) -> &[TableInput] {
        &self.inputs
    }

    pub fn games(&self) -> &[PlayedGame] {
        &self.games
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    fn won(&self) -> Option<Win> {
        self.games.last().and_then(|game| game.won)
    }

    /// With the points of the game that is over.
    pub fn score(&self) -> Score {
        let Score { mut bottom, mut top } = self.position.score;
        match self.won() {
            Some(Win { side: Side::Bottom, points }) => bottom = bottom.saturating_add(points),
            Some(Win { side: Side::Top, points }) => top = top.saturating_add(points),
            None => {}
        }
        Score { bottom, top }
    }

    /// Who has won the match.
    pub fn winner(&self) -> Option<Side> {
        let length = self.position.match_length()?;
        Side::BOTH.into_iter().find(|side| self.score().of(*side) >= length)
    }

    pub fn need(&self) -> Need {
        let side = self.position.to_act();
        match self.position.stage {
            _ if self.winner().is_some() => Need::Nothing,
            _ if self.won().is_some() => Need::NextGame,
            _ if self.is_opening => Need::OpeningDice,
            Stage::OnRoll => Need::Turn(side),
            Stage::Rolled(_) => Need::Play(side),
            Stage::Doubled | Stage::Beavered | Stage::Raccooned => Need::Answer(side),
        }
    }

    /// Whether the player on roll may double now, and has something to win by it.
    pub fn may_double(&self) -> bool {
        let turn = self.position.turn;
        let is_on_roll = self.need() == Need::Turn(turn);
        is_on_roll
            && self.position.may_double(turn)
            && !self.position.cube_is_dead_for(turn)
            && self.is_cube_low()
    }

    fn is_cube_low(&self) -> bool {
        self.position.cube.log2() < self.position.cube_limit
    }

    /// How many times the cube the player who has to act may give up: at least what can still be lost.
    pub fn resignations(&self) -> Vec<u16> {
        match self.need() {
            Need::Turn(side) | Need::Play(side) => {
                (least_resignation(&self.position.board, side)..=3).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn handle(&mut self, input: TableInput) -> Result<(), Refusal> {
        self.apply(input)?;
        self.inputs.push(input);
        Ok(())
    }

    fn apply(&mut self, input: TableInput) -> Result<(), Refusal> {
        match (self.need(), input) {
            (Need::OpeningDice, TableInput::Opening { bottom, top }) => self.open(bottom, top),
            (Need::Turn(_), TableInput::Roll(dice)) => {
                self.position.stage = Stage::Rolled(dice);
                Ok(())
            }
            (Need::Turn(side), TableInput::Double) => self.double(side),
            (Need::Answer(side), TableInput::Take) => self.take(side),
            (Need::Answer(side), TableInput::Pass) => {
                self.record(side, Action::Pass);
                self.end(side.other(), self.position.cube.value());
                Ok(())
            }
            (Need::Play(side), TableInput::Play(play)) => self.play(side, play),
            (Need::Turn(side) | Need::Play(side), TableInput::Resign(times)) => self.resign(side, times),
            (Need::NextGame, TableInput::NextGame) => {
                self.begin_game(self.score());
                Ok(())
            }
            _ => Err(Refusal::NotNow),
        }
    }

    fn begin_game(&mut self, score: Score) {
        let mut stake = self.position.stake;
        if let Stake::Match { length, crawford } = &mut stake {
            let lacks_one = |points: u16| points.checked_add(1) == Some(*length);
            let is_at_point = lacks_one(score.bottom) != lacks_one(score.top);
            *crawford = is_at_point && !self.crawford_played;
            self.crawford_played |= is_at_point;
        }
        self.position = Position { stake, score, ..Position::money(Board::START) };
        self.is_opening = true;
        self.games.push(PlayedGame { score, actions: Vec::new(), won: None });
    }

    fn record(&mut self, side: Side, action: Action) {
        if let Some(game) = self.games.last_mut() {
            game.actions.push((side, action));
        }
    }

    fn end(&mut self, side: Side, points: u32) {
        let points = u16::try_from(points).unwrap_or(u16::MAX);
        if let Some(game) = self.games.last_mut() {
            game.won = Some(Win { side, points });
        }
    }

    fn open(&mut self, bottom: u8, top: u8) -> Result<(), Refusal> {
        let dice = Dice::new(bottom, top).ok_or(Refusal::Illegal)?;
        if dice.is_double() {
            return Err(Refusal::Tie);
        }
        self.position.turn = if bottom > top { Side::Bottom } else { Side::Top };
        self.position.stage = Stage::Rolled(dice);
        self.is_opening = false;
        Ok(())
    }

    fn double(&mut self, side: Side) -> Result<(), Refusal> {
        if !self.position.may_double(side) || !self.is_cube_low() {
            return Err(Refusal::MayNotDouble);
        }
        self.position.stage = Stage::Doubled;
        self.record(side, Action::Double);
        Ok(())
    }

    fn take(&mut self, side: Side) -> Result<(), Refusal> {
        let cube = Cube::new(self.position.cube.log2() + 1, Some(side)).ok_or(Refusal::MayNotDouble)?;
        self.position.cube = cube;
        self.position.stage = Stage::OnRoll;
        self.record(side, Action::Take);
        Ok(())
    }

    fn play(&mut self, side: Side, play: Play) -> Result<(), Refusal> {
        let dice = self.position.dice().ok_or(Refusal::NotNow)?;
        let legal = self.position.legal_plays();
        let board = match (legal.is_empty(), play.is_empty()) {
            (true, true) => self.position.board,
            (true, false) | (false, true) => return Err(Refusal::Illegal),
            (false, false) => {
                let after = play.on(&self.position.board, side).ok_or(Refusal::Illegal)?;
                legal.iter().find(|legal| legal.board == after).ok_or(Refusal::Illegal)?.board
            }
        };
        self.record(side, Action::Roll { dice, play });
        self.position.board = board;
        self.position.stage = Stage::OnRoll;
        self.position.turn = side.other();
        if board.in_play(side) == 0 {
            let times = multiple(&board, side.other());
            self.end(side, self.position.cube.value() * u32::from(times));
        }
        Ok(())
    }

    fn resign(&mut self, side: Side, times: u16) -> Result<(), Refusal> {
        if times > 3 {
            return Err(Refusal::Illegal);
        }
        if times < least_resignation(&self.position.board, side) {
            return Err(Refusal::TooLittle);
        }
        if let Some(dice) = self.position.dice() {
            // As in files: a roll that was not played, and then the result.
            self.record(side, Action::Roll { dice, play: Play::default() });
        }
        self.end(side.other(), self.position.cube.value() * u32::from(times));
        Ok(())
    }
}

/// What the loser has lost: 2 for a gammon, 3 for a backgammon.
fn multiple(board: &Board, loser: Side) -> u16 {
    let is_far = (19..=BAR).any(|at| board.count(loser, at) > 0);
    match (board.off(loser), is_far) {
        (1.., _) => 1,
        (0, false) => 2,
        (0, true) => 3,
    }
}

/// The least that a player can still be sure to lose no more than.
fn least_resignation(board: &Board, loser: Side) -> u16 {
    multiple(board, loser)
}
