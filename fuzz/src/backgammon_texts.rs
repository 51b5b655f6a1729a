//! For any pasted text, every decision becomes a card, saved collections load again, and errors lie in the text.

use flashcards::{Card, CardCollection, Content, Settings};
use record::backgammon::Location;

pub(crate) fn check(bytes: &[u8]) {
    let mut collection = CardCollection::default();
    collection.add("text", bytes);
    let settings = Settings::default();
    for item in collection.items() {
        match &item.content {
            Content::Decision(decision) => {
                assert!(decision.best().is_some());
                let card = Card::new(decision, &settings);
                assert!(card.fields.iter().all(|field| !field.contains('\u{1f}')));
            }
            Content::Question(_) => {}
            Content::Error(error) => {
                assert!(!matches!(error.location, Location::Text(at) if at.line == 0 || at.column == 0));
            }
        }
    }
    let stored = collection.changes();
    let (restored, unreadable) =
        CardCollection::restore(stored.iter().filter_map(|(_, text)| text.as_deref()));
    assert_eq!((unreadable, restored.questions().count()), (0, collection.questions().count()));
    assert!(restored.decisions().eq(collection.decisions()));
    let _ = Settings::read(&String::from_utf8_lossy(bytes));
}
