//! Engines against each other, game after game, with a referee who knows the rules: every move is checked, an engine that
//! cannot continue forfeits, and what both take for dead is dead.
//!
//!     referee.start_game(now, record, 0, None);   // engine 0 has Black: [ToEngine { engine: 0, output: Write(..) }]

mod tally;

use std::collections::BTreeSet;

use moment::Moment;
use record::GameRecord;
use record::go::GoRecord;
use rules::go::{Color, Outcome, Point};

pub use self::tally::{Elo, Tally};
use crate::automatic_player::MoveAnswer;
use crate::clock::TimeControl;
use crate::gtp::{self, Conversation, Query};
use crate::local_game::{self, LocalGame, Phase, Player};

/// The number of an engine in the match: 0 or 1.
pub type EngineNumber = usize;

#[derive(Debug, PartialEq, Eq)]
pub enum Output {
    /// For the process of this engine: start, write or stop.
    ToEngine {
        engine: EngineNumber,
        output: gtp::Output,
    },
    GameOver(Outcome),
}

pub struct Referee {
    engines: [Conversation; 2],
    game: Option<LocalGame>,
    black: EngineNumber,
    /// What each engine takes for dead; the inner None if it cannot tell.
    dead: [Option<Option<Vec<Point>>>; 2],
    max_moves: usize,
    /// Why the last game ended as it did, if not by the rules.
    incident: Option<String>,
}

impl Referee {
    pub fn new(engines: [Conversation; 2]) -> Referee {
        Referee { engines, game: None, black: 0, dead: [None, None], max_moves: usize::MAX, incident: None }
    }

    pub fn begin(&mut self, now: Moment) -> Vec<Output> {
        let mut out = Vec::new();
        for engine in [0, 1] {
            self.ask_engine(now, engine, gtp::Input::Begin, &mut out);
        }
        out
    }

    /// Starts a game from the cursor of the record; the engine of that number has Black.
    pub fn start_game(
        &mut self,
        now: Moment,
        record: GoRecord,
        black: EngineNumber,
        time: Option<TimeControl>,
    ) -> Vec<Output> {
        // Longer games are counted as they stand: engines that never pass would not end.
        self.max_moves = record.size().area() * 3;
        self.black = black;
        self.dead = [None, None];
        self.incident = None;
        self.game = Some(LocalGame::new(record, [Player::Engine; 2]).with_time(time));
        let mut out = Vec::new();
        self.ask_game(now, local_game::Input::Begin, &mut out);
        out
    }

    pub fn engine_input(&mut self, now: Moment, engine: EngineNumber, input: gtp::Input<'_>) -> Vec<Output> {
        let mut out = Vec::new();
        self.ask_engine(now, engine, input, &mut out);
        out
    }

    pub fn wake(&mut self, now: Moment) -> Vec<Output> {
        let mut out = Vec::new();
        self.ask_game(now, local_game::Input::Wake, &mut out);
        for engine in [0, 1] {
            if self.engines[engine].deadline().is_some_and(|deadline| deadline <= now) {
                self.ask_engine(now, engine, gtp::Input::Wake, &mut out);
            }
        }
        out
    }

    pub fn quit(&mut self, now: Moment) -> Vec<Output> {
        self.game = None;
        let mut out = Vec::new();
        for engine in [0, 1] {
            self.ask_engine(now, engine, gtp::Input::Quit, &mut out);
        }
        out
    }

    pub fn deadline(&self) -> Option<Moment> {
        let engines = self.engines.iter().filter_map(Conversation::deadline);
        engines.chain(self.game.as_ref().and_then(LocalGame::deadline)).min()
    }

    pub fn record(&self) -> Option<&GoRecord> {
        self.game.as_ref().map(LocalGame::record)
    }

    pub fn engine(&self, engine: EngineNumber) -> &Conversation {
        &self.engines[engine]
    }

    pub fn incident(&self) -> Option<&str> {
        self.incident.as_deref()
    }

    fn engine_of(&self, color: Color) -> EngineNumber {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    fn color_of(&self, engine: EngineNumber) -> Color {
        if engine == self.black { Color::Black } else { Color::White }
    }

    fn to_move(&self) -> Option<EngineNumber> {
        let game = self.game.as_ref()?;
        matches!(game.phase(), Phase::Thinking { .. }).then(|| self.engine_of(game.position().to_play()))
    }

    fn ask_game(&mut self, now: Moment, input: local_game::Input, out: &mut Vec<Output>) {
        let before = self.to_move();
        let Some(game) = &mut self.game else { return };
        for output in game.handle(now, input) {
            match output {
                local_game::Output::QueryEngine(query) => self.query(now, query, out),
                local_game::Output::CancelQuery => {
                    for engine in [0, 1] {
                        self.ask_engine(now, engine, gtp::Input::Cancel, out);
                    }
                }
                local_game::Output::ResyncEngine => {
                    if let Some(engine) = before {
                        self.ask_engine(now, engine, gtp::Input::Resync, out);
                    }
                }
                local_game::Output::EngineFailed { why } => {
                    if let Some(engine) = before {
                        self.forfeit(now, engine, why, out);
                    }
                }
                local_game::Output::Moved { .. } => self.stop_endless_game(now, out),
                local_game::Output::Ended(outcome) => out.push(Output::GameOver(outcome)),
                local_game::Output::Changed
                | local_game::Output::Refused(_)
                | local_game::Output::CountDeclined => {}
            }
        }
    }

    fn query(&mut self, now: Moment, query: Query, out: &mut Vec<Output>) {
        match &query {
            Query::Move { color, .. } => {
                let engine = self.engine_of(*color);
                let times = self.game.as_ref().map(|game| game.time_left(now)).unwrap_or_default();
                for time in times {
                    self.ask_engine(now, engine, time, out);
                }
                self.ask_engine(now, engine, gtp::Input::Query(query), out);
            }
            Query::Score { .. } => {
                self.dead = [None, None];
                for engine in [0, 1] {
                    self.ask_engine(now, engine, gtp::Input::Query(query.clone()), out);
                }
            }
        }
    }

    /// The move after the last one allowed is not asked for any more.
    fn stop_endless_game(&mut self, now: Moment, out: &mut Vec<Output>) {
        let Some(game) = &self.game else { return };
        let moves = game.record().tree().line(game.live()).len();
        if moves > self.max_moves && matches!(game.phase(), Phase::Thinking { .. }) {
            self.incident = Some(format!("counted after {} moves", moves - 1));
            self.ask_game(now, local_game::Input::Count, out);
        }
    }

    fn ask_engine(
        &mut self,
        now: Moment,
        engine: EngineNumber,
        input: gtp::Input<'_>,
        out: &mut Vec<Output>,
    ) {
        for output in self.engines[engine].handle(now, input) {
            match output {
                output @ (gtp::Output::Start { .. } | gtp::Output::Write(_) | gtp::Output::Stop) => {
                    out.push(Output::ToEngine { engine, output });
                }
                gtp::Output::Moved { answer, .. } if self.to_move() == Some(engine) => {
                    self.ask_game(now, local_game::Input::EngineMoved(MoveAnswer::Engine(answer)), out);
                }
                gtp::Output::Moved { .. } => {}
                gtp::Output::Scored { dead, .. } => self.judged(now, engine, dead, out),
                gtp::Output::Unable { why } | gtp::Output::Died { why } => match self.to_move() {
                    Some(_) => self.forfeit(now, engine, why, out),
                    None => self.judged(now, engine, None, out),
                },
            }
        }
    }

    fn forfeit(&mut self, now: Moment, engine: EngineNumber, why: String, out: &mut Vec<Output>) {
        self.incident = Some(why);
        self.ask_game(now, local_game::Input::Forfeit(self.color_of(engine)), out);
    }

    /// Once both engines have judged, the game is counted.
    fn judged(&mut self, now: Moment, engine: EngineNumber, dead: Option<Vec<Point>>, out: &mut Vec<Output>) {
        let counts = self.game.as_ref().is_some_and(|game| matches!(game.phase(), Phase::Counting(_)));
        if !counts {
            return;
        }
        self.dead[engine] = Some(dead);
        let [Some(one), Some(other)] = &self.dead else { return };
        let (dead, disputed) = agreed(one.as_deref(), other.as_deref());
        if disputed {
            self.incident = Some("the engines disagree about dead stones".to_owned());
        }
        self.ask_game(now, local_game::Input::EngineScored { dead: Some(dead), score: None }, out);
        self.ask_game(now, local_game::Input::Accept, out);
    }
}

/// The stones that both take for dead, and whether they differ. An engine that cannot judge leaves it to the other.
fn agreed(one: Option<&[Point]>, other: Option<&[Point]>) -> (Vec<Point>, bool) {
    match (one, other) {
        (Some(one), Some(other)) => {
            let [one, other] = [one, other].map(|points| points.iter().copied().collect::<BTreeSet<Point>>());
            (one.intersection(&other).copied().collect(), one != other)
        }
        (Some(one), None) | (None, Some(one)) => (one.to_vec(), false),
        (None, None) => (Vec::new(), false),
    }
}
