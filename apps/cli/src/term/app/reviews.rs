//! The review of the game on the screen.

use ratatui::crossterm::event::KeyEvent;
use record::GameRecord;

use super::{App, Effect, Overlay, Screen};
use crate::term::review::{ReviewEvent, ReviewJob};
use crate::term::screen::review::{ReviewBox, ReviewRequest};
use server::review::BOT_VISITS;

impl App {
    /// Shows the last review again if the game is the same.
    pub(super) fn review_game(&mut self) -> Vec<Effect> {
        let Screen::Game(game) = &self.screen else { return Vec::new() };
        let record = game.record();
        let job = ReviewJob {
            id: self.reviews + 1,
            file: record.write(),
            game: record.number(),
            visits: BOT_VISITS,
        };
        let is_same = |last: &ReviewBox| (&last.job.file, last.job.game) == (&job.file, job.game);
        if let Some(last) = self.last_review.take_if(|last| is_same(last)) {
            return self.show(Overlay::Review(last));
        }
        self.reviews = job.id;
        self.overlay = Some(Overlay::Review(Box::new(ReviewBox::new(job.clone()))));
        vec![Effect::Review(Box::new(job))]
    }

    pub(super) fn review_event(&mut self, id: u32, event: ReviewEvent) -> Vec<Effect> {
        if let Some(Overlay::Review(shown)) = &mut self.overlay
            && shown.job.id == id
            && let Err(why) = shown.event(event)
        {
            self.overlay = Some(Overlay::message("The game cannot be reviewed", vec![why]));
        }
        Vec::new()
    }

    pub(super) fn review_key(&mut self, mut shown: Box<ReviewBox>, key: KeyEvent) -> Vec<Effect> {
        match shown.key(key) {
            None => self.show(Overlay::Review(shown)),
            Some(ReviewRequest::Close) if shown.is_running() => {
                self.tell("The review was stopped; v continues it");
                vec![Effect::StopReview]
            }
            Some(request) => {
                self.last_review = Some(shown);
                if let (ReviewRequest::GoTo(step), Screen::Game(game)) = (request, &mut self.screen) {
                    game.jump_to_move(step);
                }
                Vec::new()
            }
        }
    }

    pub(in crate::term) fn is_reviewing(&self) -> bool {
        self.overlay.as_ref().is_some_and(Overlay::is_waiting)
    }

    /// In plain mode, which has no keys.
    pub(in crate::term) fn stop_review(&mut self) -> Vec<Effect> {
        self.overlay = None;
        vec![Effect::StopReview]
    }
}
