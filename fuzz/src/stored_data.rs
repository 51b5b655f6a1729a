//! What a browser stored is restored or refused, whatever happened to it: progress, cards, schedules, seats, tables.
//! What was restored is stored and restored the same.

use drill::{Progress, Selection};
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

fn use_progress(mut progress: Progress) {
    for selection in [Selection::All, Selection::Failed, Selection::Cycle, Selection::Due] {
        let puzzles = progress.puzzles(selection, TODAY);
        assert!(selection != Selection::All || puzzles.len() == progress.size());
    }
    let _ = (progress.stage(TODAY), progress.reports(), progress.totals(), progress.due_today(TODAY));
    if let Some((_, attempt)) = progress.attempts().last().copied() {
        progress.record(TODAY, Selection::Cycle, attempt);
    }
    progress.start_cycles(TODAY);
}
