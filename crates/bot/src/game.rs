//! The two games the bot plays, and their positions on the bot's own board.

use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Move, Point, Position, Scoring, Size};

use crate::board::{BLACK, Board, WHITE, stone};
use crate::playout::MoveOrder;
use crate::settings::TurnModel;

/// A position to search.
#[derive(Clone, Copy)]
pub enum Game<'a> {
    Ordinary(&'a Position),
    Simultaneous(&'a simultaneous::Position),
}

impl<'a> From<&'a Position> for Game<'a> {
    fn from(position: &'a Position) -> Game<'a> {
        Game::Ordinary(position)
    }
}

impl<'a> From<&'a simultaneous::Position> for Game<'a> {
    fn from(position: &'a simultaneous::Position) -> Game<'a> {
        Game::Simultaneous(position)
    }
}

impl Game<'_> {
    pub(crate) fn board<const N: usize>(&self) -> Board<N> {
        match self {
            Game::Ordinary(position) => ordinary_board(position),
            Game::Simultaneous(position) => simultaneous_board(position),
        }
    }

    pub(crate) fn size(&self) -> Size {
        match self {
            Game::Ordinary(position) => position.size(),
            Game::Simultaneous(position) => position.size(),
        }
    }

    pub(crate) fn order(&self, turn_model: TurnModel) -> MoveOrder {
        match (self, turn_model) {
            (Game::Ordinary(position), _) => MoveOrder::Alternating(stone(position.to_play())),
            (Game::Simultaneous(_), TurnModel::Simultaneous) => MoveOrder::Simultaneous,
            (Game::Simultaneous(_), TurnModel::Alternating(first)) => MoveOrder::Alternating(stone(first)),
        }
    }

    /// How the game is counted, with komi and the compensation for handicap stones.
    pub(crate) fn points(&self, komi: f32, handicap: u32) -> PointRules {
        let (stones, given, pass_stones) = match self {
            Game::Ordinary(position) => {
                let rules = position.rules();
                let territory = rules.scoring == Scoring::Territory;
                let given = rules.compensation.points(handicap) as f32;
                (territory.then(|| extra_stones(position)), given, territory && rules.pass_stones)
            }
            Game::Simultaneous(_) => (None, 0.0, false),
        };
        PointRules {
            territory: stones.is_some(),
            pass_stones,
            white: komi + given + stones.unwrap_or_default() as f32,
        }
    }

    /// Whether the side that is not to move has just passed.
    pub(crate) fn was_passed(&self) -> bool {
        match self {
            Game::Ordinary(position) => position.passes() > 0,
            Game::Simultaneous(_) => false,
        }
    }

    pub(crate) fn is_legal(&self, color: Color, at: Point) -> bool {
        match self {
            Game::Ordinary(position) => position.is_legal(color, Move::Place(at)),
            Game::Simultaneous(position) => position.legal(color, Move::Place(at)).is_ok(),
        }
    }
}

/// How an area becomes a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointRules {
    /// Territory and prisoners count. With equally many moves of both sides that is the area, so that the area is
    /// counted, less the stones that one side has played more than the other.
    pub(crate) territory: bool,
    /// A pass costs as much as a stone.
    pub(crate) pass_stones: bool,
    /// White's points besides the area of the board.
    pub(crate) white: f32,
}

/// The stones that Black has played more than White: on the board, or captured since.
fn extra_stones(position: &Position) -> i32 {
    let played = |color: Color| {
        let on_board = i32::try_from(position.board().stones(color).count()).unwrap_or(0);
        on_board.saturating_add(i32::try_from(position.prisoners(color.other())).unwrap_or(0))
    };
    played(Color::Black) - played(Color::White)
}

fn ordinary_board<const N: usize>(position: &Position) -> Board<N> {
    let mut board = Board::empty(position.size());
    for color in Color::BOTH {
        for point in position.board().stones(color) {
            board.put(board.vertex_of(point), stone(color));
        }
    }
    board.barred = position.ko().map_or(0, |point| board.vertex_of(point));
    board.passes = position.passes().min(1);
    board
}

fn simultaneous_board<const N: usize>(position: &simultaneous::Position) -> Board<N> {
    let mut board = Board::empty(position.size());
    for point in position.size().points() {
        let at = board.vertex_of(point);
        match position.at(point) {
            Cell::Empty => {}
            Cell::Stone(Color::Black) => _ = board.put(at, BLACK),
            Cell::Stone(Color::White) => _ = board.put(at, WHITE),
            Cell::Red => _ = board.wall(at),
        }
    }
    board.barred = position.barred().map_or(0, |point| board.vertex_of(point));
    board.void = position.variant() == Variant::Void;
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{PASS, Vertex};
    use proptest::prelude::*;
    use rules::go::Rules;

    /// A board size, and for each turn what both sides try: an index into the legal points, or sometimes a pass.
    fn games() -> impl Strategy<Value = (u32, u32, Vec<(u16, u16)>)> {
        (1..8_u32, 1..8_u32, prop::collection::vec((any::<u16>(), any::<u16>()), 0..120))
    }

    fn legal_points(game: Game<'_>, color: Color, size: Size) -> Vec<Point> {
        size.points().filter(|at| game.is_legal(color, *at)).collect()
    }

    fn pick(from: &[Point], random: u16) -> Move {
        let random = usize::from(random);
        if random % 16 == 0 || from.is_empty() { Move::Pass } else { Move::Place(from[random % from.len()]) }
    }

    fn place(board: &Board<128>, choice: Move) -> Vertex {
        match choice {
            Move::Place(point) => board.vertex_of(point),
            Move::Pass => PASS,
        }
    }

    fn same(board: &Board<128>, fresh: &Board<128>) -> Result<(), TestCaseError> {
        prop_assert!(board.has_same_cells(fresh));
        prop_assert_eq!(board.barred, fresh.barred);
        for at in board.empties() {
            prop_assert_eq!(board.around(at), fresh.around(at));
        }
        for point in board.size().points() {
            let at = board.vertex_of(point);
            if matches!(board.what(at), BLACK | WHITE) {
                prop_assert_eq!(board.stones(at), fresh.stones(at));
                prop_assert_eq!(board.atari(at), fresh.atari(at));
            }
        }
        Ok(())
    }

    /// The fast board allows what the rules allow, except repetitions.
    fn same_moves(
        board: &Board<128>,
        color: Color,
        refused: impl Fn(Point) -> bool,
    ) -> Result<(), TestCaseError> {
        for point in board.size().points() {
            let legal = board.is_legal(stone(color), board.vertex_of(point));
            prop_assert_eq!(legal, !refused(point), "{:?} at {:?}", color, point);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_fast_board_plays_simultaneous_go(
            (width, height, random_pairs) in games(),
            void in any::<bool>(),
        ) {
            let variant = if void { Variant::Void } else { Variant::Red };
            let mut position = simultaneous::Position::new(Size::new(width, height).unwrap(), variant);
            let mut board = Game::from(&position).board::<128>();
            for (black, white) in random_pairs {
                if position.end().is_some() {
                    break;
                }
                for color in Color::BOTH {
                    let refused = |at| matches!(position.legal(color, Move::Place(at)),
                        Err(why) if why != (simultaneous::Illegal::Repetition { at }));
                    same_moves(&board, color, refused)?;
                }
                let size = position.size();
                let game = Game::from(&position);
                let black = pick(&legal_points(game, Color::Black, size), black);
                let white = pick(&legal_points(game, Color::White, size), white);
                let outcome = position.turn(black, white).unwrap();
                board.play_both(place(&board, black), place(&board, white));
                position = outcome.position;
                let fresh = Game::from(&position).board();
                if outcome.event == simultaneous::TurnEvent::Repetition {
                    board = fresh;
                } else {
                    same(&board, &fresh)?;
                }
            }
        }

        #[test]
        fn the_fast_board_plays_ordinary_go((width, height, random_pairs) in games()) {
            let size = Size::new(width, height).unwrap();
            let mut position = Position::new(size).with_rules(Rules::CHINESE);
            let mut board = Game::from(&position).board::<128>();
            for (random, _) in random_pairs {
                let color = position.to_play();
                let refused = |at| matches!(position.play(Move::Place(at)),
                    Err(why) if why != (rules::go::Illegal::Superko { at }));
                same_moves(&board, color, refused)?;
                let choice = pick(&legal_points(Game::from(&position), color, size), random);
                position = position.play(choice).unwrap();
                board.play(stone(color), place(&board, choice));
                same(&board, &Game::from(&position).board())?;
            }
        }

        #[test]
        fn the_fast_board_counts_the_true_area((width, height, random_pairs) in games()) {
            let mut position = simultaneous::Position::new(Size::new(width, height).unwrap(), Variant::Red);
            for (black, white) in random_pairs {
                let game = Game::from(&position);
                let choice = |color, random| pick(&legal_points(game, color, position.size()), random);
                let turn = position.turn(choice(Color::Black, black), choice(Color::White, white));
                position = turn.unwrap().position.resumed();
                if position.end().is_some() {
                    break;
                }
                let board = Game::from(&position).board::<128>();
                let lead = crate::score::AreaCounter::new().count(&board);
                prop_assert_eq!(2 * lead, position.area(&[]).lead(0));
            }
        }
    }
}
