//! Writes files of eXtreme Gammon for tests, as far as the reader looks at them.

use miniz_oxide::deflate::compress_to_vec_zlib;
use rules::backgammon::{Board, Dice, Play, Side};

use super::super::container::crc32;

const SIZE: usize = 2560;

/// A match that is played turn by turn.
pub struct Builder {
    pub records: Vec<Vec<u8>>,
    pub comments: Vec<u8>,
    pub rollouts: Vec<u8>,
    board: Board,
    /// As the file has it: a power of two, negative if the second player owns it.
    cube: i32,
}

/// A play with the level and the equity that the program gives it.
pub type Row = (&'static str, i16, f32);

pub fn put(record: &mut [u8], at: usize, bytes: &[u8]) {
    record[at..at + bytes.len()].copy_from_slice(bytes);
}

pub fn number(record: &mut [u8], at: usize, number: i32) {
    put(record, at, &number.to_le_bytes());
}

pub fn float(record: &mut [u8], at: usize, number: f32) {
    put(record, at, &number.to_le_bytes());
}

pub fn double(record: &mut [u8], at: usize, number: f64) {
    put(record, at, &number.to_le_bytes());
}

pub fn short(record: &mut [u8], at: usize, text: &str) {
    record[at] = text.len() as u8;
    put(record, at + 1, text.as_bytes());
}

pub fn wide(record: &mut [u8], at: usize, text: &str) {
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    put(record, at, &units);
}

fn board(record: &mut [u8], at: usize, board: &Board) {
    put(record, at, &board.points().map(|checkers| checkers as u8));
}

fn sign(side: Side) -> i32 {
    if side == Side::Bottom { 1 } else { -1 }
}

fn record(kind: u8) -> Vec<u8> {
    let mut record = vec![0; SIZE];
    record[8] = kind;
    record
}

impl Builder {
    /// Ann is at the bottom. A match of no points is for money.
    pub fn new(length: i32) -> Builder {
        let mut header = record(0);
        short(&mut header, 9, "Ann");
        short(&mut header, 50, "Bo");
        number(&mut header, 92, if length == 0 { 99_999 } else { length });
        header[100] = 1;
        double(&mut header, 128, 46_000.5);
        number(&mut header, 552, 32);
        number(&mut header, 576, -1);
        number(&mut header, 612, 10);
        for (at, text) in [(622, "Club evening"), (880, "Ann Ž"), (1138, "Bo"), (1396, "Zürich")] {
            wide(&mut header, at, text);
        }
        Builder {
            records: vec![header],
            comments: Vec::new(),
            rollouts: Vec::new(),
            board: Board::START,
            cube: 0,
        }
    }

    pub fn game(mut self, bottom: i32, top: i32, is_crawford: bool) -> Builder {
        let mut game = record(1);
        number(&mut game, 12, bottom);
        number(&mut game, 16, top);
        game[20] = u8::from(is_crawford);
        number(&mut game, 56, -1);
        (self.board, self.cube) = (Board::START, 0);
        self.push(game)
    }

    pub fn push(mut self, record: Vec<u8>) -> Builder {
        self.records.push(record);
        self
    }

    /// The record before a roll. `doubled` and `answer` are the program's numbers; equities are no double and take.
    pub fn cube(mut self, side: Side, doubled: i32, answer: i32, equities: Option<(f32, f32)>) -> Builder {
        let mut cube = record(2);
        number(&mut cube, 12, sign(side));
        number(&mut cube, 16, doubled);
        number(&mut cube, 20, answer);
        number(&mut cube, 24, -1);
        number(&mut cube, 28, -1);
        number(&mut cube, 32, self.cube);
        board(&mut cube, 36, &self.board);
        put(&mut cube, 64 + 56, &(-100_i16).to_le_bytes());
        for at in [200, 216] {
            double(&mut cube, at, -1000.0);
        }
        number(&mut cube, 224, -1);
        number(&mut cube, 292, -1);
        if let Some((no_double, take)) = equities {
            number(&mut cube, 64 + 28, 1001);
            put(&mut cube, 64 + 56, &1_i16.to_le_bytes());
            for (n, chance) in [0.01, 0.1, 0.3, 0.7, 0.2, 0.02, 0.45].into_iter().enumerate() {
                float(&mut cube, 64 + 60 + 4 * n, chance);
            }
            for (at, equity) in [(88, no_double), (92, take), (96, 1.0)] {
                float(&mut cube, 64 + at, equity);
            }
            let doubling = f64::from(take.min(1.0) - no_double);
            let wrong = (doubled == 1) != (doubling > 0.0);
            double(&mut cube, 200, if wrong { doubling.abs() } else { 0.0 });
            double(&mut cube, 216, 0.0);
        }
        if (doubled, answer) == (1, 1) {
            self.cube = -sign(side) * (self.cube.abs() + 1);
        }
        self.push(cube)
    }

    /// A roll and what was played, with the candidates.
    pub fn roll(mut self, side: Side, dice: &str, play: &str, rows: &[Row]) -> Builder {
        let mut checker = record(3);
        let dice = Dice::read(dice.as_bytes()).unwrap();
        let played: Play = play.parse().unwrap();
        let after = played.on(&self.board, side).unwrap();
        board(&mut checker, 9, &self.board);
        board(&mut checker, 35, &after.mover_view(side));
        number(&mut checker, 64, sign(side));
        let mut pairs = played.hops().flat_map(|hop| [hop.from.into(), i32::from(hop.to)]);
        for n in 0..8 {
            // A point beyond the end is what an older play left there.
            number(&mut checker, 68 + 4 * n, pairs.next().map_or(-1, |point| point - 1));
        }
        number(&mut checker, 100, dice.high().into());
        number(&mut checker, 104, dice.low().into());
        number(&mut checker, 108, self.cube + 32);
        checker[2308] = 1;
        double(&mut checker, 2312, -1000.0);
        for n in 0..32 {
            number(&mut checker, 2344 + 4 * n, -1);
        }
        number(&mut checker, 2524, -1);
        self.candidates(&mut checker, side, after, rows);
        self.board = after;
        self.push(checker)
    }

    fn candidates(&self, checker: &mut [u8], side: Side, after: Board, rows: &[Row]) {
        number(checker, 124 + 64, rows.len() as i32);
        for (n, (play, level, equity)) in rows.iter().enumerate() {
            let result = play.parse::<Play>().unwrap().on(&self.board, side).unwrap();
            board(checker, 124 + 68 + 26 * n, &result.mover_view(side));
            put(checker, 124 + 1156 + 4 * n, &level.to_le_bytes());
            let evaluation = [0.004, 0.12, 0.456, 0.544, 0.15, 0.006, *equity];
            for (place, number) in evaluation.into_iter().enumerate() {
                float(checker, 124 + 1284 + 28 * n + 4 * place, number);
            }
            if result == after {
                double(checker, 2312, f64::from(*equity - rows[0].2));
            }
        }
    }

    pub fn end(self, winner: Side, points: i32, how: i32) -> Builder {
        let mut end = record(4);
        number(&mut end, 24, sign(winner));
        number(&mut end, 28, points);
        number(&mut end, 32, how);
        self.push(end)
    }

    pub fn match_end(self) -> Builder {
        self.push(record(5))
    }

    /// The last record, to be changed.
    pub fn last(&mut self) -> &mut Vec<u8> {
        self.records.last_mut().unwrap()
    }

    pub fn set_board(mut self, points: [i8; 26]) -> Builder {
        self.board = Board::new(points).unwrap();
        self
    }

    pub fn comment(mut self, text: &str) -> Builder {
        let index = self.comments.windows(2).filter(|pair| pair == b"\r\n").count() as i32;
        let at = if self.last()[8] == 3 { 2524 } else { 292 };
        number(self.last(), at, index);
        self.comments.extend_from_slice(text.as_bytes());
        self.comments.extend_from_slice(b"\r\n");
        self
    }

    /// Refers the first candidate to a rollout of this many games.
    pub fn rolled_out(mut self, games: i32, confidence: f32) -> Builder {
        let mut context = vec![0; 2184];
        number(&mut context, 84, games);
        float(&mut context, 2020, confidence);
        let index = (self.rollouts.len() / context.len()) as i32;
        number(self.last(), 2344, index);
        put(self.last(), 124 + 1156, &100_i16.to_le_bytes());
        self.rollouts.extend(context);
        self
    }

    pub fn file(&self) -> Vec<u8> {
        self.container(true)
    }

    pub fn container(&self, is_packed: bool) -> Vec<u8> {
        let parts: [(&str, Vec<u8>); 3] = [
            ("temp.xg", self.records.concat()),
            ("temp.xgc", self.comments.clone()),
            ("temp.xgr", self.rollouts.clone()),
        ];
        let (mut data, mut index) = (Vec::new(), Vec::new());
        for (name, contents) in parts.iter().filter(|(_, contents)| !contents.is_empty()) {
            let stored = if is_packed { compress_to_vec_zlib(contents, 9) } else { contents.clone() };
            let mut entry = vec![0; 532];
            short(&mut entry, 0, name);
            for (at, value) in [(512, contents.len()), (516, stored.len()), (520, data.len())] {
                number(&mut entry, at, value as i32);
            }
            put(&mut entry, 524, &crc32(contents).to_le_bytes());
            entry[528] = u8::from(!is_packed);
            data.extend(stored);
            index.extend(entry);
        }
        let entries = index.len() / 532;
        if is_packed {
            index = compress_to_vec_zlib(&index, 9);
        }
        let mut file = vec![0; 8232];
        put(&mut file, 0, b"RGMH");
        number(&mut file, 4, 1);
        number(&mut file, 8, 8232);
        let crc = crc32(&[data.as_slice(), index.as_slice()].concat());
        let (index_size, data_size) = (index.len() as u32, data.len() as u32);
        file.extend(data);
        file.extend(index);
        let trailer = [crc, entries as u32, 1, index_size, data_size, u32::from(is_packed), 0, 0, 0];
        file.extend(trailer.into_iter().flat_map(u32::to_le_bytes));
        file
    }
}

const OPENING: [Row; 3] = [("8/5 6/5", 3, 0.1597), ("13/10 24/23", 2, -0.0101), ("24/20", 1, 0.2)];

/// A match of three points: a double that is taken, one that is passed, a comment and a rollout.
pub fn sample() -> Builder {
    let answer: [Row; 2] = [("8/4 6/4", 1001, 0.05), ("24/20 13/11", 3, 0.01)];
    Builder::new(3)
        .game(0, 0, false)
        .cube(Side::Bottom, -2, -1, None)
        .roll(Side::Bottom, "31", "24/20", &[OPENING[0], OPENING[1], ("24/20", 1, -0.0403)])
        .comment("{\\rtf1\\ansi Not my best.\\par}")
        .cube(Side::Top, 0, -1, Some((0.25, -0.1)))
        .roll(Side::Top, "42", "8/4 6/4", &answer)
        .rolled_out(1296, 0.0061)
        .cube(Side::Bottom, 1, 1, Some((0.4, 0.3)))
        .comment("Why?")
        .roll(Side::Bottom, "65", "24/18 18/13", &[])
        .cube(Side::Top, 1, 0, Some((0.7, 1.2)))
        .end(Side::Top, 2, 0)
        .game(0, 2, true)
        .cube(Side::Top, -2, -1, None)
        .roll(Side::Top, "21", "13/11 6/5", &[])
        .end(Side::Bottom, 3, 101)
        .match_end()
}

/// The race of a position file, where nobody has doubled yet.
pub fn race() -> Builder {
    let mut points = [0; 26];
    (points[6], points[5], points[20], points[19]) = (8, 7, -7, -8);
    Builder::new(7).game(0, 0, false).set_board(points)
}
