//! Position ids against 225 states written in all three notations and confirmed by gnubg, and against OGIDs that
//! another program wrote.

#![allow(clippy::unwrap_used, clippy::panic)]

use rules::backgammon::{
    Board, Cube, DEFAULT_CUBE_LIMIT, Dice, Lost, Notation, Position, Side, Stage, Stake,
};
use std::collections::HashMap;
use std::fmt::Debug;
use std::str::FromStr;

struct Table {
    columns: HashMap<String, usize>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn load(name: &str) -> Option<Table> {
        let text = std::fs::read_to_string(e2e::corpus("backgammon").unwrap()?.join(name)).unwrap();
        let mut lines = text.lines().map(|line| line.split('\t').map(str::to_string).collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let columns = head.into_iter().enumerate().map(|(n, name)| (name, n)).collect();
        Some(Table { columns, rows: lines.collect() })
    }

    fn get<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        row.get(self.columns[column]).map_or("", String::as_str)
    }

    fn number<T: FromStr<Err: Debug>>(&self, row: &[String], column: &str) -> T {
        self.get(row, column).parse().unwrap()
    }
}

fn side(number: i8) -> Option<Side> {
    match number {
        1 => Some(Side::Bottom),
        -1 => Some(Side::Top),
        _ => None,
    }
}

/// The position as the table's plain columns say it, without looking at any id.
fn stated(table: &Table, row: &[String]) -> Position {
    let points: Vec<i8> = table.get(row, "points").split(',').map(|n| n.parse().unwrap()).collect();
    let mut position = Position::money(Board::new(points.try_into().unwrap()).unwrap());
    position.turn = side(table.number(row, "turn")).unwrap();
    position.stage = match (table.get(row, "pending"), table.get(row, "dice").as_bytes()) {
        ("D", _) => Stage::Doubled,
        ("B", _) => Stage::Beavered,
        ("R", _) => Stage::Raccooned,
        (_, [one, other]) => Stage::Rolled(Dice::new(one - b'0', other - b'0').unwrap()),
        _ => Stage::OnRoll,
    };
    let value: u32 = table.number(row, "cube_value");
    position.cube = Cube::new(value.ilog2() as u8, side(table.number(row, "cube_owner"))).unwrap();
    position.score.bottom = table.number(row, "score_bottom");
    position.score.top = table.number(row, "score_top");
    let flag = |column| table.get(row, column) == "1";
    position.stake = match table.number(row, "match_length") {
        0 => Stake::Money { jacoby: flag("jacoby"), beavers: flag("beavers") },
        length => Stake::Match { length, crawford: flag("crawford") },
    };
    position.cube_limit = table.number(row, "max_cube_log2");
    position
}

/// The position without what a notation loses.
fn without(mut position: Position, lost: &[Lost]) -> Position {
    for loss in lost {
        match (loss, &mut position.stake) {
            (Lost::Jacoby, Stake::Money { jacoby, .. }) => *jacoby = false,
            (Lost::Beavers, Stake::Money { beavers, .. }) => *beavers = false,
            (Lost::CubeLimit(_), _) => position.cube_limit = DEFAULT_CUBE_LIMIT,
            (Lost::Beaver | Lost::Raccoon, _) => position.stage = Stage::Doubled,
            other => panic!("nothing of a vector should be lost as {other:?}"),
        }
    }
    position
}

const COLUMNS: [(Notation, &str); 3] =
    [(Notation::Xgid, "xgid"), (Notation::Ogid, "ogid"), (Notation::Gnuid, "gnuid")];

#[test]
fn every_vector_reads_to_its_stated_position_and_is_written_so_that_it_reads_back() {
    let Some(table) = Table::load("vectors.tsv") else { return };
    assert_eq!(table.rows.len(), 225);
    let mut compared = 0;
    for row in &table.rows {
        let id = table.get(row, "id");
        let expected = stated(&table, row);
        for (column, side) in [("bottom", Side::Bottom), ("top", Side::Top)] {
            assert_eq!(expected.board.pips(side), table.number::<u16>(row, &format!("pip_{column}")), "{id}");
            assert_eq!(expected.board.off(side), table.number::<u8>(row, &format!("off_{column}")), "{id}");
        }
        for (notation, column) in COLUMNS {
            let written = expected.write(notation);
            let left = without(expected, &written.lost);
            assert_eq!(Position::read(&written.text).unwrap().position, left, "{id} {column}");
            let given = table.get(row, column);
            if given.is_empty() {
                continue;
            }
            assert_eq!(Notation::of(given), Some(notation), "{id}");
            assert_eq!(Position::read(given).unwrap().position, left, "{id} {column} {given}");
            // XG writes the dice in the order they were rolled; the others sort them.
            if notation != Notation::Xgid {
                assert_eq!(written.text, given, "{id}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 225 * 3 - 2 * 5, "beavers have no OGID and no GNUID");
}

#[test]
fn every_vector_survives_conversion_through_every_pair_of_notations() {
    let Some(table) = Table::load("vectors.tsv") else { return };
    for row in &table.rows {
        for first in Notation::ALL {
            for second in Notation::ALL {
                let mut expected = stated(&table, row);
                for notation in [first, second, first] {
                    let written = expected.write(notation);
                    expected = without(expected, &written.lost);
                    let read = Position::read(&written.text).unwrap();
                    assert_eq!(read.position, expected, "{} {first:?} {second:?}", table.get(row, "id"));
                }
            }
        }
    }
}

#[test]
fn gnuids_equal_what_gnubg_prints() {
    let Some(table) = Table::load("vectors.tsv") else { return };
    let mut confirmed = 0;
    for row in table.rows.iter().filter(|row| table.get(row, "gnubg_check") == "ok") {
        let position = Position::read(table.get(row, "xgid")).unwrap().position;
        assert_eq!(position.write(Notation::Gnuid).text, table.get(row, "gnubg_gnuid"));
        confirmed += 1;
    }
    assert_eq!(confirmed, 199);
}

#[test]
fn ogids_of_another_program_mean_the_same_position_in_all_three() {
    let Some(table) = Table::load("ogid-hedgehog-real.tsv") else { return };
    assert_eq!(table.rows.len(), 45);
    for row in &table.rows {
        let ogid = table.get(row, "ogid_written_by_hedgehog");
        let read = Position::read(ogid).unwrap();
        let xgid = Position::read(table.get(row, "equal_xgid(geometric: Black=bottom)")).unwrap();
        let gnuid = Position::read(table.get(row, "equal_gnuid")).unwrap();
        assert_eq!(read.position, xgid.position, "{ogid}");
        assert_eq!(read.position, gnuid.position, "{ogid}");
        let acts = if table.get(row, "player_who_acts_next") == "W" { Side::Top } else { Side::Bottom };
        assert_eq!(read.position.to_act(), acts, "{ogid}");
    }
}
