//! One review on a thread of its own: the loop of `crate::review` with updates for the page.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ::analysis::review::{Game, Pass, Plan, Question, Review};
use ::analysis::{Limit, Line};
use api::engines::Game as GameName;
use api::review::{ReviewRequest, ReviewState, ReviewUpdate};
use api::{ApiError, ErrorCode};
use library::Evaluations;
use play::review::{chess, go};
use tokio::sync::watch;

use super::{command_line, options};
use crate::engine::CommandLine;
use crate::private_files::create_private_file;
use crate::review::{
    Analyst, BOT_VISITS, BotAnalyst, CHESS_NODES, Interrupted, Job, PATIENCE, Store, UciAnalyst, run,
};

/// At most so often the page is told what is new.
const INTERVAL: Duration = Duration::from_millis(150);

pub(super) struct ReviewJob {
    line: MainLine,
    again: bool,
    engine: Option<(String, CommandLine)>,
    database: Option<PathBuf>,
}

enum MainLine {
    Chess(chess::MainLine),
    Go(go::MainLine),
}

impl MainLine {
    fn read(request: &ReviewRequest) -> Result<MainLine, ApiError> {
        let refused = |error: String| ApiError::new(ErrorCode::NotReviewable).with("error", error);
        match request.game {
            GameName::Chess => {
                let line = chess::MainLine::read(&request.text).map_err(|why| refused(why.to_string()))?;
                Ok(MainLine::Chess(line))
            }
            GameName::Go => {
                let file = go::read_file(request.text.as_bytes());
                let file = file.ok_or_else(|| refused("the file is not SGF".to_owned()))?;
                go::MainLine::of(&file, 0).map(MainLine::Go).map_err(|why| refused(why.to_string()))
            }
            GameName::Backgammon => Err(refused("this is backgammon".to_owned())),
        }
    }

    fn game(&self, again: bool) -> Game {
        match self {
            MainLine::Chess(line) => line.game(again),
            MainLine::Go(line) => line.game(again),
        }
    }

    fn plan(&self) -> Plan {
        Plan::with_sweep(Limit::Nodes(match self {
            MainLine::Chess(_) => CHESS_NODES,
            MainLine::Go(_) => BOT_VISITS,
        }))
    }

    fn cut_at(&self) -> Option<String> {
        match self {
            MainLine::Chess(line) => line.cut_at.clone(),
            MainLine::Go(line) => line.cut_at.clone(),
        }
    }

    fn key(&self, question: Question) -> Option<(String, String)> {
        match self {
            MainLine::Chess(line) => line.store_key(question.position),
            MainLine::Go(line) => line.key(question.position),
        }
    }

    fn are_legal(&self, question: Question, lines: &[Line]) -> bool {
        match self {
            MainLine::Chess(line) => line.are_legal(question.position, lines),
            MainLine::Go(line) => line.are_legal(question.position, lines),
        }
    }
}

impl ReviewJob {
    /// Refused if there is nothing to review, or no engine for what the file does not have.
    pub fn new(request: &ReviewRequest, database: Option<PathBuf>) -> Result<ReviewJob, ApiError> {
        let job = ReviewJob::read(request, database)?;
        match job.line {
            MainLine::Chess(_) if !job.review().is_complete() => {
                Ok(ReviewJob { engine: Some(command_line(GameName::Chess)?), ..job })
            }
            MainLine::Chess(_) | MainLine::Go(_) => Ok(job),
        }
    }

    fn read(request: &ReviewRequest, database: Option<PathBuf>) -> Result<ReviewJob, ApiError> {
        Ok(ReviewJob { line: MainLine::read(request)?, again: request.again, engine: None, database })
    }

    #[cfg(test)]
    pub fn with_engine(
        request: &ReviewRequest,
        database: PathBuf,
        command: CommandLine,
    ) -> Result<ReviewJob, ApiError> {
        let job = ReviewJob::read(request, Some(database))?;
        Ok(ReviewJob { engine: Some(("Fake".to_owned(), command)), ..job })
    }

    fn review(&self) -> Review {
        Review::new(self.line.game(self.again), self.line.plan())
    }

    pub fn first_update(&self) -> ReviewUpdate {
        update_of(&self.review(), ReviewUpdate { cut_at: self.line.cut_at(), ..ReviewUpdate::default() })
    }

    /// Until everything is answered, nobody reads the updates any more, or the server stops.
    pub fn run(self, updates: &watch::Sender<ReviewUpdate>, stopping: &watch::Receiver<bool>) {
        let mut review = self.review();
        let mut first = ReviewUpdate { state: ReviewState::Starting, ..self.first_update() };
        let ended = if review.is_complete() {
            Ok(())
        } else {
            let store = open_store(self.database.as_deref());
            first.is_not_stored = store.is_none();
            updates.send_replace(first);
            self.search(&mut review, Store::new(store), updates, stopping)
        };
        let state = match ended {
            Ok(()) => ReviewState::Finished,
            Err(Interrupted::Stopped) => return,
            Err(Interrupted::EngineGone { why }) => ReviewState::Failed(self.died(why)),
        };
        updates.send_modify(|update| *update = update_of(&review, ReviewUpdate { state, ..update.clone() }));
    }

    fn died(&self, why: String) -> ApiError {
        let name = self.engine.as_ref().map(|(name, _)| name.as_str()).unwrap_or("Tabiya bot");
        ApiError::new(ErrorCode::EngineDied).with("engine", name).with("why", why)
    }

    fn search(
        &self,
        review: &mut Review,
        store: Store,
        updates: &watch::Sender<ReviewUpdate>,
        stopping: &watch::Receiver<bool>,
    ) -> Result<(), Interrupted> {
        let mut analyst = self.start(review).map_err(|why| Interrupted::EngineGone { why })?;
        let engine = Some(analyst.engine());
        let job = Job {
            key: &|question| self.line.key(question),
            are_legal: &|question, lines| self.line.are_legal(question, lines),
            store: &store,
        };
        let mut told = None;
        let mut tell = |review: &Review| {
            if updates.is_closed() || *stopping.borrow() {
                return ControlFlow::Break(());
            }
            if told.is_none_or(|told: Instant| told.elapsed() >= INTERVAL) {
                told = Some(Instant::now());
                updates.send_if_modified(|update| {
                    let (state, engine) = (ReviewState::Running, engine.clone());
                    let new = update_of(review, ReviewUpdate { state, engine, ..update.clone() });
                    let is_new = *update != new;
                    *update = new;
                    is_new
                });
            }
            ControlFlow::Continue(())
        };
        run(review, &mut *analyst, &job, &mut tell).map(drop)
    }

    fn start(&self, review: &Review) -> Result<Box<dyn Analyst>, String> {
        let limits = [Pass::Sweep, Pass::Deeper].map(|pass| review.limit(pass));
        match (&self.line, &self.engine) {
            (MainLine::Go(line), _) => Ok(Box::new(BotAnalyst::new(options().threads, line.clone(), limits))),
            (MainLine::Chess(line), Some((_, command))) => {
                let (command, line) = (command.clone(), line.clone());
                Ok(Box::new(UciAnalyst::start(command, options(), PATIENCE, line, limits)?))
            }
            (MainLine::Chess(_), None) => Err("there is no engine".to_owned()),
        }
    }
}

/// None: results are not stored.
fn open_store(database: Option<&Path>) -> Option<Evaluations> {
    let path = database?;
    // If it cannot be created, opening it fails.
    let _ = create_private_file(path);
    Evaluations::open(path).ok()
}

fn update_of(review: &Review, before: ReviewUpdate) -> ReviewUpdate {
    let (report, progress) = (review.report(), review.progress());
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    ReviewUpdate {
        done: progress.done,
        of: progress.of,
        remaining: progress.remaining.map(millis),
        start: report.start,
        moves: report.moves,
        players: report.players,
        ..before
    }
}
