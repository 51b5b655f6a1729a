//! Any file of eXtreme Gammon is written back unchanged and can be navigated, its errors name its records, and its
//! decisions become cards. Packed data rarely survives a change, so the corpus also has a file that is not packed.

use flashcards::{Card, ReadItem, Settings, read};
use record::GameRecord;
use record::backgammon::{Action, Location, MatchFile, MatchRecord};
use rules::backgammon::{CHECKERS, Side};

pub(crate) fn check(bytes: &[u8]) {
    let Ok(file) = MatchFile::read(bytes) else { return };
    let Some(xg) = file.xg() else { return };
    assert_eq!(file.write(), bytes);
    for error in file.errors() {
        assert!(matches!(error.location, Location::Record(number) if number < xg.records().len()), "{error}");
    }
    for (number, game) in file.games().iter().enumerate() {
        for played in &game.actions {
            let record = played.location.record().expect("an action has a record");
            let is_checker = xg.checker(record).is_some();
            assert_eq!(matches!(played.action, Action::Roll { .. }), is_checker);
            assert!(is_checker || xg.cube(record).is_some());
        }
        navigate(MatchRecord::open(file.clone(), number));
    }
    let settings = Settings::default();
    for item in read(bytes).found.into_iter().flatten() {
        if let ReadItem::Decision(decision) = item {
            assert!(decision.best().is_some());
            let card = Card::new(&decision, &settings);
            assert!(card.fields.iter().all(|field| !field.contains('\u{1f}')));
        }
    }
}

fn navigate(mut record: MatchRecord) {
    loop {
        let position = record.position();
        assert!(Side::BOTH.iter().all(|side| position.board.in_play(*side) <= u16::from(CHECKERS)));
        record.is_irregular(record.here());
        record.comment();
        if !record.forward() {
            break;
        }
    }
    assert!(!record.is_dirty());
}
