//! The decisions themselves, without a table: also for a game at one terminal and for the bot as a GTP engine.

use rules::go::{Color, Move, Points, Score, Size};

use crate::gtp::EngineMove;

/// Below this share of won games a search has no hope.
const HOPELESS: f32 = 0.03;
/// Moves without hope in a row before the player resigns: one search may overlook something.
const RESIGN_AFTER: u8 = 5;
/// A player resigns only if it is behind by one point for this many points of the board: close games are played out.
const AREA_PER_POINT: i32 = 10;
/// Illegal moves in a row before the engine is considered broken.
const MAX_ILLEGAL_MOVES: u8 = 3;

/// What the opponent asks of an automatic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Takeback,
    Adjournment,
    Rematch,
    /// To end the game with this lead for the automatic player, where its own count gives it `own`.
    Count {
        lead: Points,
        own: Points,
    },
}

/// The game belongs to the person, but points are not given away.
pub fn agrees_to(request: Request) -> bool {
    match request {
        Request::Takeback | Request::Adjournment | Request::Rematch => true,
        Request::Count { lead, own } => lead >= own,
    }
}

/// A player's score if the board were counted as it stands, with all stones alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardCount {
    lead: Points,
    size: Size,
}

impl BoardCount {
    pub fn new(score: Score, color: Color, size: Size) -> BoardCount {
        BoardCount { lead: score.lead(color), size }
    }

    fn is_far_behind(self) -> bool {
        let area = i32::try_from(self.size.area()).unwrap_or(i32::MAX / 4);
        self.lead < -Points::quarters(4 * area / AREA_PER_POINT)
    }
}

/// Decides when to give up.
///
/// What a search believes may be wrong, so that the player must also be far behind on the board: it gives up no game
/// that it wins as the stones lie. A pass costs nothing and is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resignation {
    hopeless: f32,
    hopeless_moves: u8,
}

impl Default for Resignation {
    fn default() -> Resignation {
        Resignation::below(HOPELESS)
    }
}

impl Resignation {
    /// When fewer games than this share are won; never at 0.
    pub fn below(hopeless: f32) -> Resignation {
        Resignation { hopeless, hopeless_moves: 0 }
    }

    /// `win_rate` is the share of games that the search won.
    pub fn should_resign(&mut self, best: Move, win_rate: f32, board: BoardCount) -> bool {
        let hopeless = win_rate < self.hopeless && board.is_far_behind();
        self.hopeless_moves = if hopeless { self.hopeless_moves.saturating_add(1) } else { 0 };
        self.hopeless_moves >= RESIGN_AFTER && best != Move::Pass
    }
}

/// What an automatic player's engine or search answers when asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub enum MoveAnswer {
    /// Of an engine, which decides itself when to resign.
    Engine(EngineMove),
    /// Of a search, which only reports its chances.
    Search { best: Move, win_rate: f32 },
}

/// What follows from the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveDecision {
    Play(Move),
    Resign,
    /// The engine has lost track of the game: send it again, then ask again.
    AskAgain,
    /// Too many illegal moves in a row.
    GiveUp,
}

/// Decides about the moves of one player in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveDecider {
    resignation: Resignation,
    illegal_moves: u8,
}

impl MoveDecider {
    pub fn decide(
        &mut self,
        answer: &MoveAnswer,
        board: BoardCount,
        is_legal: impl Fn(Move) -> bool,
    ) -> MoveDecision {
        match answer {
            MoveAnswer::Engine(EngineMove::Resign) => MoveDecision::Resign,
            MoveAnswer::Engine(EngineMove::Move(mv)) if is_legal(*mv) => {
                self.illegal_moves = 0;
                MoveDecision::Play(*mv)
            }
            MoveAnswer::Engine(_) => self.illegal_move(),
            MoveAnswer::Search { best, win_rate } => {
                if self.resignation.should_resign(*best, *win_rate, board) {
                    return MoveDecision::Resign;
                }
                // A search knows no superko, so there is no better move to ask for.
                MoveDecision::Play(if is_legal(*best) { *best } else { Move::Pass })
            }
        }
    }

    fn illegal_move(&mut self) -> MoveDecision {
        self.illegal_moves += 1;
        if self.illegal_moves < MAX_ILLEGAL_MOVES { MoveDecision::AskAgain } else { MoveDecision::GiveUp }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::go::Point;

    fn place() -> Move {
        Move::Place(Point::new(2, 2))
    }

    /// On a board of 81 points.
    fn lead(points: u32) -> BoardCount {
        let score = Score { black: points.into(), white: Points::ZERO };
        BoardCount::new(score, Color::Black, Size::square(9).unwrap())
    }

    fn behind(points: u32) -> BoardCount {
        BoardCount { lead: -Points::from(points), ..lead(0) }
    }

    /// Whether the last of these evaluations leads to resignation.
    fn resigns(evaluations: &[(Move, f32, BoardCount)]) -> bool {
        let mut resignation = Resignation::default();
        let decide = |_, (best, win_rate, board): &(Move, f32, BoardCount)| {
            resignation.should_resign(*best, *win_rate, *board)
        };
        evaluations.iter().fold(false, decide)
    }

    #[test]
    fn a_game_is_given_up_after_five_hopeless_moves_in_a_row() {
        let lost = (place(), 0.01, behind(20));
        assert!(!resigns(&[lost; 4]));
        assert!(resigns(&[lost; 5]));
        let chance = (place(), 0.2, behind(20));
        assert!(!resigns(&[lost, lost, lost, lost, chance, lost]), "there was a chance between");
    }

    #[test]
    fn a_player_that_is_ahead_on_the_board_never_resigns() {
        let (lost, ahead) = ((place(), 0.0, behind(20)), (place(), 0.0, lead(1)));
        assert!(!resigns(&[ahead; 50]));
        assert!(!resigns(&[lost, lost, lost, lost, ahead]));
    }

    #[test]
    fn when_to_resign_is_settable() {
        let lost = (0..50).map(|_| (place(), 0.01_f32, behind(40)));
        let resigns = |hopeless: f32| {
            let mut resignation = Resignation::below(hopeless);
            lost.clone().any(|(best, win_rate, board)| resignation.should_resign(best, win_rate, board))
        };
        assert!(resigns(0.02) && !resigns(0.005) && !resigns(0.0));
    }

    #[test]
    fn a_close_game_is_played_out() {
        assert!(!resigns(&[(place(), 0.0, behind(8)); 50]));
        assert!(resigns(&[(place(), 0.0, behind(9)); 50]));
    }

    #[test]
    fn a_pass_is_played_in_a_lost_game_too() {
        assert!(!resigns(&[(Move::Pass, 0.0, behind(20)); 9]));
    }

    #[test]
    fn an_engine_is_given_up_after_three_illegal_moves_in_a_row() {
        let mut decider = MoveDecider::default();
        let illegal = |decider: &mut MoveDecider| {
            decider.decide(&MoveAnswer::Engine(EngineMove::Move(place())), behind(20), |_| false)
        };
        assert_eq!(illegal(&mut decider), MoveDecision::AskAgain);
        let legal = MoveAnswer::Engine(EngineMove::Move(place()));
        assert_eq!(decider.decide(&legal, behind(20), |_| true), MoveDecision::Play(place()));
        assert_eq!(illegal(&mut decider), MoveDecision::AskAgain);
        let unreadable = MoveAnswer::Engine(EngineMove::Invalid("banana".into()));
        assert_eq!(decider.decide(&unreadable, behind(20), |_| true), MoveDecision::AskAgain);
        assert_eq!(illegal(&mut decider), MoveDecision::GiveUp);
    }

    #[test]
    fn an_illegal_move_of_a_search_becomes_a_pass() {
        let answer = MoveAnswer::Search { best: place(), win_rate: 0.5 };
        let decision = MoveDecider::default().decide(&answer, behind(20), |mv| mv == Move::Pass);
        assert_eq!(decision, MoveDecision::Play(Move::Pass));
    }

    #[test]
    fn only_a_count_that_costs_points_is_declined() {
        let count = |lead, own| Request::Count { lead: Points::halves(lead), own: Points::halves(own) };
        assert!(agrees_to(count(3, 3)) && agrees_to(count(4, 3)) && !agrees_to(count(2, 3)));
        assert!([Request::Takeback, Request::Adjournment, Request::Rematch].into_iter().all(agrees_to));
    }
}
