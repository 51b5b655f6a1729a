//! Law: whatever is pasted, every decision becomes a card, what is kept comes back, and each mistake lies in the text.
#![no_main]

use flashcards::{Card, Settings, Tray, What};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut tray = Tray::default();
    tray.add("text", bytes);
    let settings = Settings::default();
    for item in tray.items() {
        match &item.what {
            What::Decision(decision) => {
                assert!(decision.best().is_some());
                let card = Card::new(decision, &settings);
                assert!(card.fields.iter().all(|field| !field.contains('\u{1f}')));
            }
            What::Question(_) => {}
            What::Mistake(error) => assert!(error.line >= 1 && error.column >= 1),
        }
    }
    let kept = tray.changes();
    let (back, unreadable) = Tray::kept(kept.iter().filter_map(|(_, text)| text.as_deref()));
    assert_eq!((unreadable, back.questions().count()), (0, tray.questions().count()));
    assert!(back.decisions().eq(tray.decisions()));
    let _ = Settings::read(&String::from_utf8_lossy(bytes));
});
