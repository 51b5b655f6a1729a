//! Any match is written back unchanged and can be navigated, its errors lie in the text, and reading it
//! in another charset loses no game's board.

use record::backgammon::{Location, MatchFile, MatchRecord, decode};
use record::sgf::Charset;
use record::{GameRecord, Record};
use rules::backgammon::{CHECKERS, Side};

pub(crate) fn check(bytes: &[u8]) {
    let Ok(file) = MatchFile::read(bytes) else { return };
    assert_eq!(file.write(), bytes);
    let lines = decode(bytes).lines().count() + 1;
    for error in file.errors() {
        match error.location {
            Location::Text(at) => assert!((1..=lines).contains(&at.line) && at.column >= 1, "{error}"),
            Location::Record(_) => assert!(file.xg().is_some(), "{error}"),
        }
    }
    for number in 0..file.games().len() {
        navigate(MatchRecord::open(file.clone(), number));
    }
    for name in ["Shift_JIS", "windows-1251", "UTF-16BE"] {
        let charset = Charset::named(name).expect("a known charset");
        let record = MatchRecord::open(file.clone(), 0);
        record.sample_as(charset);
        if let Some(Record::Backgammon(other)) = record.read_as(charset) {
            assert_eq!(other.write(), bytes);
            navigate(*other);
        }
    }
}

fn navigate(mut record: MatchRecord) {
    loop {
        let position = record.position();
        assert!(Side::BOTH.iter().all(|side| position.board.in_play(*side) <= u16::from(CHECKERS)));
        record.is_irregular(record.here());
        record.position_text();
        if !record.forward() {
            break;
        }
    }
    assert!(!record.is_dirty());
    assert_eq!(record.actions_made(), record.game().map_or(0, |game| game.actions.len()));
}
