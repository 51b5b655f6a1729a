//! The review of the game on the screen by the built-in bot: every position, and the doubtful ones once more.

use std::ops::ControlFlow;

use analysis::review::Progress;
use record::sgf;

use server::review::Store;

use crate::review::{GameReview, by_bot, open_store};

/// A game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewJob {
    /// What an older job finds is ignored.
    pub id: u32,
    pub file: Vec<u8>,
    pub game: usize,
    /// For each position.
    pub visits: u64,
}

pub enum ReviewEvent {
    Progress(Progress),
    Done(Box<GameReview>),
    Failed(String),
}

impl ReviewJob {
    /// Until everything is searched. What was searched is stored, so that stopping loses nothing.
    pub fn run(self, is_stopped: &dyn Fn() -> bool, notify: impl FnMut(u32, ReviewEvent)) {
        let (store, _) = open_store();
        self.run_with(&store, is_stopped, notify);
    }

    pub fn run_with(
        self,
        store: &Store,
        is_stopped: &dyn Fn() -> bool,
        mut notify: impl FnMut(u32, ReviewEvent),
    ) {
        let id = self.id;
        let event =
            self.review(store, is_stopped, &mut |progress| notify(id, ReviewEvent::Progress(progress)));
        notify(id, event);
    }

    fn review(
        &self,
        store: &Store,
        is_stopped: &dyn Fn() -> bool,
        show: &mut dyn FnMut(Progress),
    ) -> ReviewEvent {
        let file = match sgf::read(&self.file) {
            Ok(file) => file,
            Err(error) => return ReviewEvent::Failed(error.to_string()),
        };
        let mut last = None;
        let reviewed = by_bot(&file, self.game, self.visits, store, &mut |review| {
            let progress = review.progress();
            if last.replace(progress) != Some(progress) {
                show(progress);
            }
            if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match reviewed {
            Ok(review) => ReviewEvent::Done(Box::new(review)),
            Err(why) => ReviewEvent::Failed(format!("{why}.")),
        }
    }
}
