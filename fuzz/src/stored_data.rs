//! What a browser or the studio stored is restored or refused, whatever happened to it: progress, the training history,
//! cards, schedules, seats, tables. What was restored is stored and restored the same.

use drill::{History, Progress, Selection};
use flashcards::{CardCollection, Quiz, Schedule, Settings};
use moment::Moment;
use play::client::{Client, Input, SavedSeat};
use play::peer::PeerHost;
use play::table::TableJournal;
use serde::Serialize;
use serde::de::DeserializeOwned;

const TODAY: i64 = 20_000;

pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(progress) = again::<Progress>(&text)
        && progress.size() <= 1000
    {
        use_progress(progress);
    }
    if let Ok(read) = History::read_store(&text) {
        use_history(&read.history, &text);
    }
    if let Some(seat) = again::<SavedSeat>(&text) {
        Client::player(seat).handle(Moment::ORIGIN, Input::Connected);
    }
    if let Some(journal) = again::<TableJournal>(&text) {
        PeerHost::resume(Moment::ORIGIN, "A table".to_owned(), journal);
    }
    let (mut cards, _) = CardCollection::restore(text.lines());
    let schedule = Schedule::from_json(&text).unwrap_or_default();
    let mut quiz = Quiz::new(cards.decisions(), &Settings::default(), &schedule, TODAY, true);
    quiz.next();
    let changes = cards.changes();
    let (_, unreadable) = CardCollection::restore(changes.iter().filter_map(|(_, text)| text.as_deref()));
    assert_eq!(unreadable, 0);
}

fn again<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
    let read: T = serde_json::from_str(text).ok()?;
    let stored = serde_json::to_string(&read).expect("it can be stored");
    assert_eq!(serde_json::from_str::<T>(&stored).ok().as_ref(), Some(&read), "{stored}");
    Some(read)
}

fn use_history(history: &History, text: &str) {
    let stored = history.text();
    assert_eq!(
        History::read_store(&stored).ok().map(|read| read.history).as_ref(),
        Some(history),
        "{stored}"
    );
    assert!(History::read_export(&stored).is_ok_and(|read| read.damaged.is_empty()), "{stored}");
    // A copy that has the first half of the file gets the rest, and merging does not depend on the order.
    let half = text.lines().take(text.lines().count() / 2).collect::<Vec<_>>().join("\n");
    if let Ok(half) = History::read_store(&half) {
        let mut both = half.history.clone();
        both.merge(history.clone());
        assert_eq!(both, *history);
        let added = format!("{}{}", half.history.text(), history.lines_missing_in(&half.history));
        assert_eq!(History::read_store(&added).ok().map(|read| read.history).as_ref(), Some(history));
    }
    for set in history.sets().into_iter().chain(history.forgotten_sets()) {
        use_progress(set.progress);
    }
}

fn use_progress(mut progress: Progress) {
    for selection in [Selection::All, Selection::Failed, Selection::Cycle, Selection::Ahead, Selection::Due] {
        let puzzles = progress.puzzles(selection, TODAY);
        assert!(selection != Selection::All || puzzles.len() == progress.size());
    }
    let _ = (progress.stage(TODAY), progress.reports(), progress.totals(), progress.due_today(TODAY));
    if let Some((_, attempt)) = progress.attempts().last().copied() {
        progress.record(TODAY, Selection::Cycle, attempt);
        progress.record(TODAY, Selection::Ahead, attempt);
    }
    progress.start_cycles(TODAY);
}
