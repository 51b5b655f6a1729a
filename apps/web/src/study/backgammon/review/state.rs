//! The reviews of the open matches: none, one being made, or its result.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use api::CallError;
use api::match_review::{MatchUpdate, analyse_match};
use flashcards::{MatchMistake, MatchReview};
use leptos::prelude::*;
use leptos::task::spawn_local;
use record::MatchRecord;
use record::backgammon::MatchFile;
use study::{GameId, Input};
use web_sys::AbortController;

use crate::client::read_lines;
use crate::language;
use crate::pages::is_guest;
use crate::study::page_state::PageState;

/// What gnubg calls world class.
const PLIES: u8 = 2;

#[derive(Clone)]
pub enum Outcome {
    Working { done: usize, games: usize },
    Failed(String),
    Ready(Reviewed),
}

/// Shared: it is as large as the match.
#[derive(Clone)]
pub struct Reviewed(Arc<ReviewedMatch>);

pub struct ReviewedMatch {
    pub game: GameId,
    /// Of the file.
    pub name: String,
    pub review: MatchReview,
}

impl Deref for Reviewed {
    type Target = ReviewedMatch;

    fn deref(&self) -> &ReviewedMatch {
        &self.0
    }
}

#[derive(Clone, Copy)]
pub struct MatchReviews {
    page_state: PageState,
    /// The match whose review covers the page.
    shown: RwSignal<Option<GameId>>,
    outcomes: RwSignal<BTreeMap<GameId, Outcome>>,
    running: StoredValue<Option<(GameId, AbortController)>, LocalStorage>,
    /// The name of a match that another page wants reviewed, until it is open.
    wanted: RwSignal<Option<String>>,
}

impl MatchReviews {
    pub fn provide() {
        provide_context(MatchReviews {
            page_state: PageState::here(),
            shown: RwSignal::new(None),
            outcomes: RwSignal::new(BTreeMap::new()),
            running: StoredValue::new_local(None),
            wanted: RwSignal::new(None),
        });
    }

    pub fn here() -> MatchReviews {
        expect_context()
    }

    fn current(self) -> GameId {
        self.page_state.peek(|workspace| workspace.current().id())
    }

    pub fn is_shown(self) -> bool {
        let current = self.page_state.read(|workspace| workspace.current().id());
        self.shown.get() == Some(current)
    }

    pub fn outcome(self) -> Option<Outcome> {
        let shown = self.shown.get()?;
        self.outcomes.with(|outcomes| outcomes.get(&shown).cloned())
    }

    /// The games that are analysed and their number, of the match that is shown.
    pub fn progress(self) -> (usize, usize) {
        match self.outcome() {
            Some(Outcome::Working { done, games }) => (done, games),
            _ => (0, 0),
        }
    }

    /// Shows the review of the current match, which is begun unless there is one.
    pub fn open(self) {
        let current = self.current();
        self.shown.set(Some(current));
        let is_known = self.outcomes.with_untracked(|outcomes| {
            matches!(outcomes.get(&current), Some(Outcome::Working { .. } | Outcome::Ready(_)))
        });
        if !is_known {
            self.begin();
        }
    }

    pub fn close(self) {
        self.shown.set(None);
        if let Some(board) = self.page_state.board.get_untracked() {
            let _ = board.focus();
        }
    }

    /// Once the match that another page hands over is open, its review is shown instead of the list of its games.
    pub fn expect(self, name: &str) {
        self.wanted.set(Some(name.to_owned()));
    }

    pub fn follow_games(self) {
        let page_state = self.page_state;
        let current = page_state.watch(|workspace| {
            let game = workspace.current();
            (game.id(), game.backgammon().map(|_| game.name()))
        });
        Effect::new(move |_| {
            let (game, name) = current.get();
            let is_wanted = self.wanted.with(|wanted| wanted.is_some() && *wanted == name);
            if is_wanted && self.shown.get_untracked() != Some(game) {
                self.wanted.set(None);
                page_state.shown.set(None);
                self.open();
            }
        });
    }

    /// Goes to a decision in the record.
    pub fn go_to(self, reviewed: &Reviewed, mistake: &MatchMistake) {
        let game = reviewed.game;
        let place =
            self.page_state.peek(|workspace| mistake.place_in(workspace.game(game)?.backgammon()?.file()));
        if let Some((number, action)) = place {
            self.page_state.act(Input::ChooseGame { game, number });
            self.page_state.act(Input::MoveNumber(u32::try_from(action).unwrap_or(u32::MAX)));
        }
        self.close();
    }

    /// Stops the analysis and leaves the review.
    pub fn stop(self) {
        if let Some((game, running)) = self.running.try_update_value(Option::take).flatten() {
            running.abort();
            self.outcomes.update(|outcomes| _ = outcomes.remove(&game));
        }
        self.close();
    }

    /// Counts what is analysed in the file, or has it analysed.
    pub fn begin(self) {
        let game = self.current();
        let Some(record) = self.page_state.peek(|workspace| workspace.current().backgammon().cloned()) else {
            return;
        };
        let name = self.page_state.peek(|workspace| workspace.current().name());
        match in_the_file(&record) {
            Ok(Some(review)) => self.set(game, self.ready(game, name, review)),
            Ok(None) => self.ask_gnubg(game, name, record.file().write()),
            Err(why) => self.set(game, Outcome::Failed(why.to_owned())),
        }
    }

    fn set(self, game: GameId, outcome: Outcome) {
        self.outcomes.update(|outcomes| _ = outcomes.insert(game, outcome));
    }

    fn ready(self, game: GameId, name: String, review: MatchReview) -> Outcome {
        Outcome::Ready(Reviewed(Arc::new(ReviewedMatch { game, name, review })))
    }

    fn ask_gnubg(self, game: GameId, name: String, bytes: Vec<u8>) {
        if is_guest() {
            let why = language::match_review().guests.to_owned();
            return self.set(game, Outcome::Failed(why));
        }
        let Ok(controller) = AbortController::new() else { return };
        let signal = controller.signal();
        if let Some((before, running)) = self.running.try_update_value(Option::take).flatten() {
            // One match at a time: the other one begins again when its review is opened.
            running.abort();
            self.outcomes.update(|outcomes| _ = outcomes.remove(&before));
        }
        self.running.set_value(Some((game, controller)));
        self.set(game, Outcome::Working { done: 0, games: 0 });
        let call = analyse_match(&bytes, PLIES);
        spawn_local(async move {
            let on_line = |line: &[u8]| {
                if let Ok(update) = serde_json::from_slice::<MatchUpdate>(line)
                    && !signal.aborted()
                {
                    self.receive(game, &name, update);
                }
            };
            let ended = read_lines(&call, &signal, on_line).await;
            if signal.aborted() {
                return;
            }
            self.running.set_value(None);
            let is_working = self
                .outcomes
                .with_untracked(|outcomes| matches!(outcomes.get(&game), Some(Outcome::Working { .. })));
            let failed = match ended {
                Ok(()) => is_working.then_some(CallError::BadReply),
                Err(error) => Some(error),
            };
            if let Some(error) = failed {
                let why = error.message_in(api::cards::wording, language::here());
                self.set(game, Outcome::Failed(why));
            }
        });
    }

    fn receive(self, game: GameId, name: &str, update: MatchUpdate) {
        let outcome = match update {
            MatchUpdate::Running { games_done: done, games } => Outcome::Working { done, games },
            MatchUpdate::Failed(error) => {
                Outcome::Failed(error.message_in(api::cards::wording, language::here()))
            }
            MatchUpdate::Finished { sgf } => match MatchFile::read(sgf.as_bytes()) {
                Ok(file) => self.ready(game, name.to_owned(), MatchReview::of(&file)),
                Err(_) => Outcome::Failed(language::frame().response_unreadable.to_owned()),
            },
        };
        self.set(game, outcome);
    }
}

/// The review by the analysis in the file; `None` if gnubg has to be asked. The error says why it cannot.
fn in_the_file(record: &MatchRecord) -> Result<Option<MatchReview>, &'static str> {
    let review = MatchReview::of(record.file());
    match record.file().xg() {
        // gnubg cannot be asked for the games that eXtreme Gammon has left out.
        Some(_) if review.has_analysis() => Ok(Some(review)),
        Some(_) => Err(language::match_review().xg_without_analysis),
        None => Ok(Some(review).filter(MatchReview::is_analysed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_without_analysis_needs_gnubg() {
        let text = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
            1) 31: 8/5 6/5                     42: 8/4 6/4\n";
        let record = MatchRecord::open(MatchFile::read(text.as_bytes()).unwrap(), 0);
        assert!(matches!(in_the_file(&record), Ok(None)));
    }
}
