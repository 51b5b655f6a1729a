//! What an engine is asked: a position with the moves that led to it.

use std::fmt;
use std::time::Duration;

use analysis::Limit;
use rules::chess::{Color, Illegal, Move, Position, Role};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    start: Position,
    moves: Vec<Move>,
    position: Position,
    /// Only these moves are compared. Empty: all.
    only: Vec<Move>,
    lines: usize,
    limit: Limit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The move with this number, from zero.
    Illegal { at: usize, illegal: Illegal },
    /// The game is over there, so there is nothing to search.
    Over,
    /// Engines crash on boards with more pieces than a game can have.
    TooManyPieces,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Illegal { at, illegal } => write!(f, "move {}: {illegal}", at + 1),
            SearchError::Over => f.write_str("the game is over in this position"),
            SearchError::TooManyPieces => {
                f.write_str("engines cannot search a position with this many pieces")
            }
        }
    }
}

impl std::error::Error for SearchError {}

impl Search {
    /// The best `lines` moves after the moves from `start`. Engines get only what they need to recognise repetitions: the
    /// moves since the last capture, pawn move or null move.
    pub fn new(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
        lines: usize,
        limit: Limit,
    ) -> Result<Search, SearchError> {
        let mut search =
            Search { position: start.clone(), start, moves: Vec::new(), only: Vec::new(), lines, limit };
        for (at, mv) in moves.into_iter().enumerate() {
            let next = search.position.play(mv).map_err(|illegal| SearchError::Illegal { at, illegal })?;
            if is_irreversible(&search.position, mv) {
                search.start = next.clone();
                search.moves.clear();
            } else {
                search.moves.push(mv);
            }
            search.position = next;
        }
        if has_too_many_pieces(&search.start) {
            return Err(SearchError::TooManyPieces);
        }
        let legal = search.position.legal_moves().len();
        if legal == 0 {
            return Err(SearchError::Over);
        }
        search.lines = lines.clamp(1, legal);
        Ok(search)
    }

    /// Compares only these moves, which must be legal.
    pub fn only(mut self, moves: Vec<Move>) -> Result<Search, SearchError> {
        for (at, mv) in moves.iter().enumerate() {
            self.position.play(*mv).map_err(|illegal| SearchError::Illegal { at, illegal })?;
        }
        if !moves.is_empty() {
            self.lines = self.lines.min(moves.len());
        }
        self.only = moves;
        Ok(self)
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many lines the engine is asked for: not more than there are legal moves.
    pub fn lines(&self) -> usize {
        self.lines
    }

    pub(super) fn position_command(&self, chess960: bool) -> String {
        let mut command = format!("position fen {}", self.start.fen());
        if !self.moves.is_empty() {
            command.push_str(" moves");
        }
        let mut position = self.start.clone();
        for mv in &self.moves {
            command.push(' ');
            command.push_str(&spelled(&position, *mv, chess960));
            let Ok(next) = position.play(*mv) else { break };
            position = next;
        }
        command
    }

    pub(super) fn go_command(&self, chess960: bool) -> String {
        let mut command = match self.limit {
            Limit::Nodes(nodes) => format!("go nodes {nodes}"),
            Limit::Millis(millis) => format!("go movetime {millis}"),
            Limit::Depth(depth) => format!("go depth {depth}"),
            Limit::None => "go infinite".to_owned(),
        };
        if !self.only.is_empty() {
            command.push_str(" searchmoves");
        }
        for mv in &self.only {
            command.push(' ');
            command.push_str(&spelled(&self.position, *mv, chess960));
        }
        command
    }

    /// Whether nobody has to stop it.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.limit != Limit::None
    }

    /// How long the engine may take at most. None: until it is stopped, or as long as its nodes last.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        match self.limit {
            Limit::Millis(millis) => Some(Duration::from_millis(millis)),
            _ => None,
        }
    }
}

fn spelled(position: &Position, mv: Move, chess960: bool) -> String {
    if chess960 { position.uci_960(mv) } else { position.uci(mv) }
}

fn has_too_many_pieces(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        let own: Vec<Role> = position
            .pieces()
            .filter(|(_, piece)| piece.color == color)
            .map(|(_, piece)| piece.role)
            .collect();
        own.len() > 16 || own.iter().filter(|role| **role == Role::Pawn).count() > 8
    })
}

fn is_irreversible(position: &Position, mv: Move) -> bool {
    let moved = mv.from().and_then(|from| position.piece_at(from));
    let pawn = moved.is_some_and(|piece| piece.role == Role::Pawn);
    mv == Move::Null || mv.taken().is_some() || mv.rook().is_some() || pawn
}
