//! Files that are incomplete, altered or of something else.

use proptest::prelude::*;

use super::builder::put;
use super::*;

fn fault(bytes: &[u8]) -> Option<XgFault> {
    match MatchFile::read(bytes) {
        Err(NoMatch::Xg(fault)) => Some(fault),
        _ => None,
    }
}

#[test]
fn a_truncated_file_is_called_incomplete() {
    let bytes = sample().file();
    for length in [4, 40, 8232, 9000, bytes.len() - 1] {
        assert_eq!(fault(&bytes[..length]), Some(XgFault::Incomplete), "{length}");
    }
    assert!(XgFault::Incomplete.to_string().contains("its end is missing"));
}

#[test]
fn a_file_of_something_else_is_refused_with_a_reason() {
    assert_eq!(MatchFile::read(b"MZ\x90\0").err(), Some(NoMatch::Unknown));
    let mut other = sample();
    other.records = vec![vec![7; 2560]];
    assert_eq!(fault(&other.file()), Some(XgFault::NoMatch));
    let mut empty = sample();
    empty.records.clear();
    assert_eq!(fault(&empty.file()), Some(XgFault::NoMatch));
}

#[test]
fn altered_contents_are_reported_and_the_rest_is_read() {
    let mut bytes = sample().container(false);
    // The equity of the first candidate.
    bytes[8232 + 3 * 2560 + 124 + 1284 + 24] ^= 1;
    let file = MatchFile::read(&bytes).unwrap();
    assert_eq!(errors(&file), ["record 0: the file is damaged: its records are incomplete or altered"]);
    assert_eq!(file.games().len(), 2);
}

#[test]
fn a_packed_match_that_breaks_off_is_read_up_to_there() {
    let mut bytes = sample().file();
    let at = 8232 + 560;
    bytes[at..at + 20].fill(0xff);
    let file = MatchFile::read(&bytes).unwrap();
    assert!(!file.games().is_empty() && errors(&file)[0].contains("damaged"), "{:?}", errors(&file));
    bytes[8232..8300].fill(0);
    assert_eq!(fault(&bytes), Some(XgFault::Damaged));
}

#[test]
fn a_position_that_does_not_follow_is_reported_with_its_record_and_the_game_goes_on() {
    let mut odd = sample();
    // Bo's roll begins with another board: a checker of Ann's is missing.
    odd.records[5][9 + 13] = 4;
    let file = read(&odd);
    let found = "record 5: the position in the file is not the one that the actions before lead to";
    assert!(errors(&file).iter().any(|error| error == found), "{:?}", errors(&file));
    assert_eq!(actions(&file, 0).len(), 7);
    assert_eq!(file.games().len(), 2);
}

#[test]
fn a_cube_that_does_not_follow_and_a_score_are_reported() {
    let mut odd = sample();
    number(&mut odd.records[8], 32, 2);
    number(&mut odd.records[10], 12, 1);
    let found = errors(&read(&odd));
    assert!(found.iter().any(|error| error.starts_with("record 8: the cube in the file")), "{found:?}");
    assert!(found.iter().any(|error| error.starts_with("record 10: the score of the bottom")), "{found:?}");
}

#[test]
fn an_illegal_play_has_the_board_of_the_file() {
    let mut illegal = Builder::new(3).game(0, 0, false).cube(Side::Bottom, -2, -1, None);
    illegal = illegal.roll(Side::Bottom, "31", "8/5 6/5", &[]);
    put(illegal.last(), 35 + 8, &[3, 0, 0, 0, 0, 4]);
    put(illegal.last(), 35 + 5, &[0, 5]);
    let file = read(&illegal);
    assert!(errors(&file)[0].starts_with("record 3: an illegal play"), "{:?}", errors(&file));
    assert_eq!(file.games()[0].end.board.count(Side::Bottom, 13), 4);
}

#[test]
fn records_and_rolls_that_cannot_be_are_reported() {
    let mut odd = sample();
    odd.records[4][8] = 77;
    number(&mut odd.records[5], 100, 9);
    let found = errors(&read(&odd));
    assert!(found.contains(&"record 4: this does not belong here and is not read".to_owned()), "{found:?}");
    assert!(found.contains(&"record 5: 9 and 2 are not a roll".to_owned()), "{found:?}");
    let mut board = sample();
    board.records[5][9 + 25] = 0x80;
    assert!(errors(&read(&board))[0].contains("record 5"), "{:?}", errors(&read(&board)));
}

fn survives(bytes: &[u8]) {
    let Ok(file) = MatchFile::read(bytes) else { return };
    assert_eq!(file.write(), bytes);
    let errors = file.errors();
    assert!(errors.is_sorted_by_key(|error| error.location));
    for number in 0..file.games().len() {
        let mut record = MatchRecord::open(file.clone(), number);
        while record.forward() {
            assert!(Side::BOTH.iter().all(|side| record.position().board.in_play(*side) <= 15));
            let _ = (record.position().xgid(), record.is_irregular(record.here()), record.comment());
        }
    }
    assert!(file.games().iter().flat_map(|game| &game.actions).all(|played| match played.action {
        Action::Roll { .. } => file.xg().unwrap().checker(played.location.record().unwrap()).is_some(),
        _ => file.xg().unwrap().cube(played.location.record().unwrap()).is_some(),
    }));
}

proptest! {
    #[test]
    fn any_altered_records_are_read_or_refused(
        changes in prop::collection::vec((0..15_usize, 0..2560_usize, any::<u8>()), 1..40),
    ) {
        let mut odd = sample();
        for (record, at, value) in changes {
            odd.records[record][at] = value;
        }
        survives(&odd.container(false));
    }

    #[test]
    fn any_altered_file_is_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = sample().file();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        survives(&bytes);
        survives(&bytes[..length.index(bytes.len())]);
    }
}
