//! The search for the current position: begun, replaced at every step, and ended when nobody looks.

use std::collections::BTreeMap;

use analysis::{Evaluation, Limit};
use api::analysis::{SearchRequest, SearchState, SearchUpdate};
use api::{ApiError, CallError};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::AbortController;

use super::question::{Place, Question};
use super::switches::AnalysisSwitches;
use crate::client::read_lines;
use crate::page_mount::PageVisibility;
use crate::pages::is_guest;
use crate::storage;
use crate::study::page_state::PageState;
use crate::{language, page_events};

pub const MAX_LINES: usize = 5;
const LINES: &str = "tabiya.analysis.lines";
/// Nobody learns much from a minute more, and a laptop gets hot.
const LIMIT: Limit = Limit::Millis(60_000);

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// Another window has the engine.
    Replaced,
    Failed(String),
}

/// What was found out about a position in this session, and how many nodes it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub evaluation: Evaluation,
    pub nodes: u64,
    pub depth: u32,
}

#[derive(Clone, Copy)]
pub struct LiveAnalysis {
    pub switches: AnalysisSwitches,
    pub line_count: RwSignal<usize>,
    pub problem: RwSignal<Option<Problem>>,
    /// The line that the pointer or the focus is on, by its rank.
    pub pointed: RwSignal<Option<usize>>,
    question: Memo<Option<Question>>,
    /// The last update, with its question.
    answer: RwSignal<Option<(Question, SearchUpdate)>>,
    /// While the games are open.
    found: RwSignal<BTreeMap<Place, Found>>,
    attempts: RwSignal<u32>,
    search: StoredValue<Option<AbortController>, LocalStorage>,
}

impl LiveAnalysis {
    pub fn provide() {
        let page_state = PageState::here();
        let switches = page_state.analysis;
        let question = Memo::new(move |_| {
            let look = || page_state.read(Question::of);
            switches.is_on.get().then(look).flatten()
        });
        let stored: Option<usize> = storage::get(LINES).and_then(|text| text.parse().ok());
        let live = LiveAnalysis {
            switches,
            line_count: RwSignal::new(stored.unwrap_or(3).clamp(1, MAX_LINES)),
            problem: RwSignal::new(None),
            pointed: RwSignal::new(None),
            question,
            answer: RwSignal::new(None),
            found: RwSignal::new(BTreeMap::new()),
            attempts: RwSignal::new(0),
            search: StoredValue::new_local(None),
        };
        provide_context(live);
        live.follow();
    }

    pub fn here() -> LiveAnalysis {
        expect_context()
    }

    pub fn set_line_count(self, count: usize) {
        self.line_count.set(count.clamp(1, MAX_LINES));
        let _ = storage::set(LINES, &count.to_string());
    }

    pub fn try_again(self) {
        self.attempts.update(|attempts| *attempts += 1);
    }

    /// Whether there is something to search here.
    pub fn has_question(self) -> bool {
        self.question.with(Option::is_some)
    }

    /// Whether moves and values are shown.
    pub fn shows_hints(self) -> bool {
        self.switches.is_on.get() && self.switches.hints.get()
    }

    /// Reads the last update, if it belongs to the position on the board.
    pub fn read<T>(self, look: impl FnOnce(&Question, &SearchUpdate) -> T) -> Option<T> {
        self.question.with(|question| {
            let question = question.as_ref()?;
            self.answer.with(|answer| {
                let (asked, update) = answer.as_ref()?;
                (asked == question).then(|| look(question, update))
            })
        })
    }

    /// Reads what was found out in this session.
    pub fn found<T>(self, look: impl FnOnce(&BTreeMap<Place, Found>) -> T) -> T {
        self.found.with(look)
    }

    /// Searches for as long as the page is seen, and begins again with each position.
    fn follow(self) {
        let shown = PageVisibility::here();
        let hidden = RwSignal::new(document().hidden());
        page_events::on_browser_event(&document(), "visibilitychange", move || {
            hidden.set(document().hidden());
        });
        Effect::new(move |_| {
            self.attempts.track();
            let (question, lines) = (self.question.get(), self.line_count.get());
            let is_seen = shown.get() && !hidden.get();
            self.stop();
            self.problem.set(None);
            self.pointed.set(None);
            match question.filter(|_| is_seen) {
                Some(_) if is_guest() => {
                    self.problem.set(Some(Problem::Failed(language::here().analysis().guests.to_owned())));
                }
                Some(question) => self.begin(question, lines),
                None => {}
            }
        });
    }

    fn stop(self) {
        if let Some(search) = self.search.try_update_value(Option::take).flatten() {
            search.abort();
        }
    }

    fn begin(self, question: Question, lines: usize) {
        let Ok(controller) = AbortController::new() else { return };
        let signal = controller.signal();
        self.search.set_value(Some(controller));
        let position = question.position();
        let call = api::analysis::search(&SearchRequest { position, lines, only: Vec::new(), limit: LIMIT });
        spawn_local(async move {
            let on_line = |line: &[u8]| {
                if let Ok(update) = serde_json::from_slice::<SearchUpdate>(line)
                    && !signal.aborted()
                {
                    self.receive(&question, update);
                }
            };
            match read_lines(&call, &signal, on_line).await {
                Ok(()) | Err(CallError::Aborted) => {}
                Err(error) => {
                    let text = error.message_in(api::analysis::wording, language::here());
                    self.problem.set(Some(Problem::Failed(text)));
                }
            }
        });
    }

    fn receive(self, question: &Question, update: SearchUpdate) {
        match &update.state {
            SearchState::Replaced => self.problem.set(Some(Problem::Replaced)),
            SearchState::Failed(error) => self.problem.set(Some(Problem::Failed(failure_text(error)))),
            SearchState::Running | SearchState::Finished => {}
        }
        let report = &update.report;
        if let Some(best) = report.lines.first() {
            let found = Found { evaluation: best.evaluation, nodes: report.nodes, depth: report.depth };
            self.keep(question.place, found);
            self.answer.set(Some((question.clone(), update)));
        }
    }

    /// A short second look does not replace a long one.
    fn keep(self, place: Place, found: Found) {
        let is_news = self.found.with_untracked(|all| {
            all.get(&place).is_none_or(|before| before.nodes <= found.nodes && *before != found)
        });
        if is_news {
            self.found.update(|all| _ = all.insert(place, found));
        }
    }
}

fn failure_text(error: &ApiError) -> String {
    error.message_in(api::analysis::wording, language::here())
}
