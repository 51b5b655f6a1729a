//! The box with the review of a game: how far it is, then how both played and the worst moves, of which one is chosen.

use analysis::review::Progress;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::review::GameReview;
use crate::term::review::{ReviewEvent, ReviewJob};

pub struct ReviewBox {
    pub job: ReviewJob,
    pub state: ReviewState,
    /// Among the worst moves.
    pub chosen: usize,
}

pub enum ReviewState {
    Running(Option<Progress>),
    Done(Box<GameReview>),
}

pub enum ReviewRequest {
    Close,
    /// To the move with this number, from 0.
    GoTo(usize),
}

impl ReviewBox {
    pub fn new(job: ReviewJob) -> ReviewBox {
        ReviewBox { job, state: ReviewState::Running(None), chosen: 0 }
    }

    pub fn is_running(&self) -> bool {
        matches!(self.state, ReviewState::Running(_))
    }

    /// Says why the review failed.
    pub fn event(&mut self, event: ReviewEvent) -> Result<(), String> {
        match event {
            ReviewEvent::Progress(progress) => self.state = ReviewState::Running(Some(progress)),
            ReviewEvent::Done(review) => self.state = ReviewState::Done(review),
            ReviewEvent::Failed(why) => return Err(why),
        }
        Ok(())
    }

    /// None: the box stays.
    pub fn key(&mut self, key: KeyEvent) -> Option<ReviewRequest> {
        let ReviewState::Done(review) = &self.state else {
            let closes = matches!(key.code, KeyCode::Esc | KeyCode::Char('q'));
            return closes.then_some(ReviewRequest::Close);
        };
        let moves = review.worst_moves();
        let last = moves.len().saturating_sub(1);
        self.chosen = match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => (self.chosen + 1).min(last),
            KeyCode::PageUp => self.chosen.saturating_sub(10),
            KeyCode::PageDown => (self.chosen + 10).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter => return moves.get(self.chosen).map(|mv| ReviewRequest::GoTo(mv.step)),
            KeyCode::Esc | KeyCode::Char('q' | 'v') => return Some(ReviewRequest::Close),
            _ => self.chosen,
        };
        None
    }
}
