//! Searches for the page: the engine's process belongs to the server, and the answer is a stream of updates.
//!
//! Programs are found by their names only, so no page can have another one started. Go is searched by the built-in bot.

mod bot_task;
mod engine_task;
mod go_request;
mod request;
mod review_job;
mod reviews;
mod updates;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use api::analysis::{ANALYSIS, SearchPosition, SearchRequest};
use api::engines::Game;
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use play::uci::Options;
use tokio::sync::watch;

use crate::engine::CommandLine;
use crate::engines::KnownEngine;
use crate::error_response::HandlerResult;
use crate::extract::JsonBody;
use crate::review::HASH_MB;
use crate::update_stream;
use bot_task::BotTask;
use engine_task::EngineTask;
use reviews::Reviews;

#[derive(Clone)]
pub(crate) struct Analysis {
    chess: EngineTask,
    go: BotTask,
    reviews: Reviews,
    /// True once the server stops: streams would keep it alive.
    stopping: Arc<watch::Sender<bool>>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        let stopping = Arc::new(watch::Sender::new(false));
        let (chess, go, reviews) = (EngineTask::default(), BotTask::default(), Reviews::default());
        Analysis { chess, go, reviews, stopping }
    }
}

impl Analysis {
    /// `database` has the evaluations of reviews.
    pub(crate) fn routes(&self, database: Option<PathBuf>) -> Router {
        let searches = Router::new().route(ANALYSIS, post(search)).with_state(self.clone());
        searches.merge(self.reviews.routes(database, self.stopping.subscribe()))
    }

    /// True once the server stops: other streams end then, too.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Ends all streams.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
    }
}

async fn search(
    State(analysis): State<Analysis>,
    JsonBody(request): JsonBody<SearchRequest>,
) -> HandlerResult {
    let updates = match &request.position {
        SearchPosition::Chess(game) => {
            let search = request::chess_search(game, &request.only, request.lines, request.limit)?;
            let (name, command) = command_line(Game::Chess)?;
            analysis.chess.search(&name, command, options(), search)
        }
        SearchPosition::Go(game) => {
            let search = go_request::go_search(game, &request.only)?;
            analysis.go.search(search, request.lines.min(request::MAX_LINES), request.limit)
        }
    };
    Ok(update_stream::stream(updates, analysis.stopping.subscribe()))
}

/// The first installed engine for the game.
fn command_line(game: Game) -> Result<(String, CommandLine), ApiError> {
    let known = KnownEngine::analysing(game).ok_or(ErrorCode::NoSuchEngine)?;
    let path = known.path().ok_or_else(|| {
        let install = known.install();
        let needed = ApiError::new(ErrorCode::EngineNeeded).with("engine", known.name());
        needed.with("command", install.command().unwrap_or_default())
    })?;
    Ok((known.name().to_owned(), CommandLine::new(path, [] as [&str; 0])))
}

/// Half of the processors: the page has to stay quick.
fn options() -> Options {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let threads = u32::try_from((processors / 2).max(1)).unwrap_or(1);
    Options { threads, hash_mb: HASH_MB }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests;
