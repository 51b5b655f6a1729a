//! Facts that depend only on the eight cells around a point: whether it is an eye, and whether a stone there matches a
//! pattern (hane, cut, block, descent). Looked up in a table of all 65,536 surroundings.

use std::sync::LazyLock;

use crate::board::{BLACK, EMPTY, WALL, WHITE};

/// Two bits for each cell around a point: up, left, right, down, then the diagonals from the upper left.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Surroundings(u16);

impl Surroundings {
    pub(crate) fn of(seen: [u8; 8]) -> Surroundings {
        Surroundings(
            (0..).zip(seen).fold(0, |code, (direction, what)| code | u16::from(what) << (2 * direction)),
        )
    }

    /// Updates a cell that has changed. `direction` leads from that cell to this point, so it is reversed here.
    pub(crate) fn flip(&mut self, direction: usize, change: u8) {
        let back = if direction < 4 { 3 - direction } else { 11 - direction };
        self.0 ^= u16::from(change) << (2 * back);
    }

    pub(crate) fn has_empty_beside(self) -> bool {
        self.has_beside(EMPTY)
    }

    /// Whether one of the four neighbours is `what`. Finds a pair of zero bits after subtracting `what`.
    pub(crate) fn has_beside(self, what: u8) -> bool {
        let rest = (self.0 & 0xff) ^ (u16::from(what) * 0x55);
        (rest | rest >> 1) & 0x55 != 0x55
    }

    pub(crate) fn count_beside(self, what: u8) -> u32 {
        let rest = (self.0 & 0xff) ^ (u16::from(what) * 0x55);
        4 - ((rest | rest >> 1) & 0x55).count_ones()
    }

    /// A bit for each of the four neighbours that is `what`.
    pub(crate) fn beside_mask(self, what: u8) -> u32 {
        let rest = u32::from(self.0 & 0xff) ^ (u32::from(what) * 0x55);
        let same = !(rest | rest >> 1) & 0x55;
        let pairs = (same | same >> 1) & 0x33;
        (pairs | pairs >> 2) & 15
    }

    pub(crate) fn cell(self, direction: usize) -> u8 {
        (self.0 >> (2 * direction) & 3) as u8
    }
}

/// Each diagonal with the two neighbours between which it lies.
const CORNERS: [(usize, [usize; 2]); 4] = [(4, [0, 1]), (5, [0, 2]), (6, [3, 1]), (7, [3, 2])];

/// `X` and `O` are the two colours (either way round), `.` empty, `#` the wall, `x` and `o` anything but that colour,
/// `?` anything. The patterns are those of Gelly, Wang, Munos and Teytaud, "Modification of UCT with Patterns" (2006).
const PATTERNS: [[&str; 3]; 13] = [
    ["XOX", "...", "???"],
    ["XO.", "...", "?.?"],
    ["XO?", "X..", "x.?"],
    [".O.", "X..", "..."],
    ["XO?", "O.o", "?o?"],
    ["XO?", "O.X", "???"],
    ["?X?", "O.O", "ooo"],
    ["OX?", "o.O", "???"],
    ["X.?", "O.?", "###"],
    ["OX?", "X.O", "###"],
    ["?X?", "x.O", "###"],
    ["?XO", "x.x", "###"],
    ["?OX", "X.O", "###"],
];

const PATTERN: u8 = 4;

/// How much space the four neighbours leave a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Two empty points, or one and a friendly stone.
    Enough,
    /// Only friendly stones and walls: perhaps an eye.
    Eye,
    /// It depends on the groups around.
    Little,
}

pub(crate) struct Patterns {
    /// Bit 0: Black's eye, bit 1: White's eye, bit 2: a pattern.
    flags: Vec<u8>,
    /// For Black and for White, by the lower half of the surroundings.
    spaces: [[Space; 256]; 2],
}

impl Patterns {
    pub(crate) fn table() -> &'static Patterns {
        static TABLE: LazyLock<Patterns> = LazyLock::new(Patterns::build);
        &TABLE
    }

    fn build() -> Patterns {
        let mut flags: Vec<u8> = (0..=u16::MAX)
            .map(|code| {
                u8::from(is_eye(Surroundings(code), BLACK)) | u8::from(is_eye(Surroundings(code), WHITE)) << 1
            })
            .collect();
        for pattern in PATTERNS {
            for wanted in orientations(read(pattern)) {
                for code in matching(wanted) {
                    flags[usize::from(code)] |= PATTERN;
                }
            }
        }
        Patterns { flags, spaces: [BLACK, WHITE].map(spaces) }
    }

    pub(crate) fn eye(&self, around: Surroundings, color: u8) -> bool {
        self.flags[usize::from(around.0)] & color != 0
    }

    pub(crate) fn space(&self, around: Surroundings, color: u8) -> Space {
        self.spaces[usize::from(color >> 1 & 1)][usize::from(around.0 & 255)]
    }

    pub(crate) fn matches(&self, around: Surroundings) -> bool {
        self.flags[usize::from(around.0)] & PATTERN != 0
    }
}

fn spaces(color: u8) -> [Space; 256] {
    std::array::from_fn(|code| {
        let around = Surroundings(code as u16);
        match around.count_beside(EMPTY) {
            2.. => Space::Enough,
            1 if around.has_beside(color) => Space::Enough,
            0 if !around.has_beside(WALL - color) => Space::Eye,
            _ => Space::Little,
        }
    })
}

/// All four neighbours are own stones or walls, and the stones are connected: the opponent holds none of the diagonals
/// between them, or at most one away from the edge.
fn is_eye(code: Surroundings, color: u8) -> bool {
    let own = |direction: usize| code.cell(direction) == color;
    if !(0..4).any(own) || !(0..4).all(|d| own(d) || code.cell(d) == WALL) {
        return false;
    }
    let broken = |(corner, [one, other]): &(usize, [usize; 2])| {
        own(*one) && own(*other) && !matches!(code.cell(*corner), what if what == color || what == EMPTY)
    };
    let spare = usize::from((0..4).all(own));
    CORNERS.iter().filter(|corner| broken(corner)).count() <= spare
}

/// For each direction the allowed contents, one bit per content.
type Wanted = [u8; 8];

fn read(rows: [&str; 3]) -> Wanted {
    let cells: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    [1, 3, 5, 7, 0, 2, 6, 8].map(|place| match cells[place] {
        b'X' => 1 << BLACK,
        b'O' => 1 << WHITE,
        b'.' => 1 << EMPTY,
        b'#' => 1 << WALL,
        b'x' => 15 & !(1 << BLACK),
        b'o' => 15 & !(1 << WHITE),
        _ => 15,
    })
}

/// The eight orientations of a pattern, in both colours.
fn orientations(wanted: Wanted) -> Vec<Wanted> {
    let quarter = |w: Wanted| [w[1], w[3], w[0], w[2], w[6], w[4], w[7], w[5]];
    let mirror = |w: Wanted| [w[0], w[2], w[1], w[3], w[5], w[4], w[7], w[6]];
    let swap = |set: u8| set & 9 | (set & 2) << 1 | (set & 4) >> 1;
    let mut all = vec![wanted];
    for _ in 0..3 {
        all.extend(all.last().copied().map(quarter));
    }
    all.extend(all.clone().into_iter().map(mirror));
    all.extend(all.clone().into_iter().map(|w| w.map(swap)));
    all
}

fn matching(wanted: Wanted) -> Vec<u16> {
    let mut codes = vec![0_u16];
    for (direction, set) in wanted.into_iter().enumerate() {
        let kinds = (0..4_u16).filter(|kind| set >> kind & 1 == 1);
        codes = kinds.flat_map(|kind| codes.iter().map(move |code| code | kind << (2 * direction))).collect();
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(rows: [&str; 3]) -> Surroundings {
        let seen = read(rows).map(|set| set.trailing_zeros() as u8);
        Surroundings::of(seen)
    }

    #[test]
    fn an_eye_needs_its_corners() {
        let eyes = [
            ["XXX", "X.X", "XXX"],
            ["OXX", "X.X", "XXX"],
            [".X.", "X.X", "XX."],
            ["###", "X.X", "XXX"],
            ["###", "#.X", "#XX"],
            ["X#O", "X.X", "XXX"],
        ];
        let none = [
            ["OXX", "X.X", "XXO"],
            ["###", "X.X", "OXX"],
            ["###", "#.X", "#XO"],
            ["#XX", "X.X", "OXX"],
            ["X.X", "X.X", "XXX"],
            ["###", "#.#", "###"],
        ];
        for rows in eyes {
            assert!(Patterns::table().eye(code(rows), BLACK), "{rows:?}");
            assert!(!Patterns::table().eye(code(rows), WHITE), "{rows:?}");
        }
        for rows in none {
            assert!(!Patterns::table().eye(code(rows), BLACK), "{rows:?}");
        }
    }

    #[test]
    fn a_pattern_is_found_in_every_orientation_and_colour() {
        let hane =
            [["XOX", "...", "..."], ["..X", "..O", "..X"], ["...", "...", "OXO"], ["O..", "X..", "O.."]];
        for rows in hane {
            assert!(Patterns::table().matches(code(rows)), "{rows:?}");
        }
        assert!(!Patterns::table().matches(code(["...", "...", "..."])));
        assert!(!Patterns::table().matches(code(["XXX", "X.X", "XXX"])));
    }
}
