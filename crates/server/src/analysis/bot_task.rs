//! The built-in bot's search on a thread of its own. The newest search replaces the one before, as with engines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use analysis::Limit;
use api::analysis::{SearchState, SearchUpdate};
use play::bot_analysis::BotAnalysis;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

/// Simulations between two looks at the clock and at whether anybody still reads.
const SLICE: u32 = 8;
/// Until the first report, and between two of them.
const INTERVAL: Duration = Duration::from_millis(150);
/// A search without a limit ends some time: its memory grows.
const LONGEST: Duration = Duration::from_secs(3600);

#[derive(Clone, Default)]
pub(super) struct BotTask {
    /// Set once another search begins.
    replaced: Arc<Mutex<Arc<AtomicBool>>>,
}

impl BotTask {
    /// Dropping the receiver ends the search.
    pub(super) fn search(
        &self,
        analysis: BotAnalysis,
        lines: usize,
        limit: Limit,
    ) -> watch::Receiver<SearchUpdate> {
        let (updates, receiver) = watch::channel(SearchUpdate::default());
        let replaced = Arc::new(AtomicBool::new(false));
        let before = std::mem::replace(
            &mut *self.replaced.lock().unwrap_or_else(PoisonError::into_inner),
            replaced.clone(),
        );
        before.store(true, Ordering::Relaxed);
        let run = Run { analysis, lines, limit, replaced, updates };
        // It ends by itself.
        drop(spawn_blocking(move || run.until_end()));
        receiver
    }
}

struct Run {
    analysis: BotAnalysis,
    lines: usize,
    limit: Limit,
    replaced: Arc<AtomicBool>,
    updates: watch::Sender<SearchUpdate>,
}

impl Run {
    fn until_end(mut self) {
        let begun = Instant::now();
        let mut reported = Duration::ZERO;
        while !self.updates.is_closed() {
            let simulations = self.analysis.step(SLICE);
            let elapsed = begun.elapsed();
            let state = self.state(simulations, elapsed);
            if state.is_final() || elapsed - reported >= INTERVAL {
                reported = elapsed;
                let is_final = state.is_final();
                self.report(elapsed, state);
                if is_final {
                    return;
                }
            }
        }
    }

    fn state(&self, simulations: u32, elapsed: Duration) -> SearchState {
        let is_reached = match self.limit {
            Limit::Nodes(nodes) => u64::from(simulations) >= nodes,
            Limit::Millis(millis) => elapsed >= Duration::from_millis(millis),
            Limit::Depth(_) | Limit::None => false,
        };
        match () {
            () if self.replaced.load(Ordering::Relaxed) => SearchState::Replaced,
            () if is_reached || elapsed >= LONGEST => SearchState::Finished,
            () => SearchState::Running,
        }
    }

    fn report(&self, elapsed: Duration, state: SearchState) {
        let millis = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        let report = self.analysis.report(self.lines, millis);
        self.updates.send_replace(SearchUpdate { engine: BotAnalysis::engine(), report, state });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use api::analysis::GoGame;

    use super::super::go_request::go_search;
    use super::*;

    fn empty_board() -> BotAnalysis {
        let game = GoGame { width: 9, height: 9, rules: "Chinese".to_owned(), ..GoGame::default() };
        go_search(&game, &[]).unwrap()
    }

    #[tokio::test]
    async fn a_search_ends_at_its_limit() {
        let mut updates = BotTask::default().search(empty_board(), 2, Limit::Nodes(500));
        let last = updates.wait_for(|update| update.state.is_final()).await.unwrap().clone();
        assert_eq!((last.state, last.report.nodes), (SearchState::Finished, 504));
        assert_eq!((last.report.lines.len(), last.engine.name.as_str()), (2, "Tabiya bot"));
    }

    #[tokio::test]
    async fn the_newest_search_replaces_the_one_before() {
        let bot = BotTask::default();
        let mut first = bot.search(empty_board(), 1, Limit::None);
        first.wait_for(|update| update.report.nodes > 0).await.unwrap();
        let mut second = bot.search(empty_board(), 1, Limit::None);
        first.wait_for(|update| update.state == SearchState::Replaced).await.unwrap();
        second.wait_for(|update| update.report.nodes > 0).await.unwrap();
    }

    #[tokio::test]
    async fn a_search_that_nobody_reads_ends() {
        let bot = BotTask::default();
        let updates = bot.search(empty_board(), 1, Limit::None);
        let running = Arc::downgrade(&bot.replaced.lock().unwrap().clone());
        assert_eq!(running.strong_count(), 2, "the task's and the search's");
        drop(updates);
        while running.strong_count() > 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
