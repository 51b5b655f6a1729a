//! A second, slow implementation of the rules for comparison: rows of characters, liberties and reach found by sweeping
//! the whole board until nothing changes, whole boards as history.
//! `TABIYA_TURNS=1000000 cargo nextest run --release -p rules oracle` is the long run.
#![allow(clippy::disallowed_methods)]

use super::*;

type Rows = Vec<Vec<char>>;

#[derive(Clone, PartialEq)]
struct Picture {
    rows: Rows,
    barred: Option<(usize, usize)>,
}

struct Oracle {
    variant: Variant,
    now: Picture,
    before: Vec<Picture>,
}

/// Spreads `true` over cells of the same character until nothing changes.
fn spread(rows: &Rows, mark: &mut [Vec<bool>]) {
    let mut changed = true;
    while changed {
        changed = false;
        for y in 0..rows.len() {
            for x in 0..rows[y].len() {
                let near = around(rows, x, y);
                if !mark[y][x] && near.into_iter().any(|(a, b)| mark[b][a] && rows[b][a] == rows[y][x]) {
                    mark[y][x] = true;
                    changed = true;
                }
            }
        }
    }
}

fn around(rows: &Rows, x: usize, y: usize) -> Vec<(usize, usize)> {
    let mut near = Vec::new();
    if x > 0 {
        near.push((x - 1, y));
    }
    if y > 0 {
        near.push((x, y - 1));
    }
    if x + 1 < rows[y].len() {
        near.push((x + 1, y));
    }
    if y + 1 < rows.len() {
        near.push((x, y + 1));
    }
    near
}

/// Cells of character `who` that touch character `what`, and all cells connected to them.
fn reaching(rows: &Rows, who: char, what: char) -> Vec<Vec<bool>> {
    let touches = |x: usize, y: usize| {
        rows[y][x] == who && around(rows, x, y).into_iter().any(|(a, b)| rows[b][a] == what)
    };
    let mut mark: Vec<Vec<bool>> =
        (0..rows.len()).map(|y| (0..rows[y].len()).map(|x| touches(x, y)).collect()).collect();
    spread(rows, &mut mark);
    mark
}

/// The numbers of black and white stones removed.
fn sweep(rows: &mut Rows) -> [u32; 2] {
    let alive = [reaching(rows, 'X', '.'), reaching(rows, 'O', '.')];
    let mut lost = [0; 2];
    for y in 0..rows.len() {
        for x in 0..rows[y].len() {
            let Some(who) = ['X', 'O'].iter().position(|c| *c == rows[y][x]) else { continue };
            if !alive[who][y][x] {
                rows[y][x] = '.';
                lost[who] += 1;
            }
        }
    }
    lost
}

fn stone(color: Color) -> char {
    if color == Color::Black { 'X' } else { 'O' }
}

impl Oracle {
    fn allows(&self, color: Color, at: Point) -> bool {
        let (x, y) = (usize::from(at.x), usize::from(at.y));
        if self.now.rows[y][x] != '.' || self.now.barred == Some((x, y)) {
            return false;
        }
        let mut rows = self.now.rows.clone();
        rows[y][x] = stone(color);
        let lost = sweep(&mut rows);
        let suicide = rows[y][x] == '.' && lost[color.other() as usize] == 0;
        !suicide && !self.before.contains(&Picture { rows, barred: None })
    }

    fn turn(&mut self, choices: [Move; 2]) -> [u32; 2] {
        let mut next = Picture { rows: self.now.rows.clone(), barred: None };
        let points: Vec<(usize, usize)> = choices.iter().filter_map(|c| point(*c)).collect();
        if choices[0] == choices[1] && self.variant == Variant::Void {
            next.barred = points.first().copied();
        } else if choices[0] == choices[1] {
            points.iter().for_each(|(x, y)| next.rows[*y][*x] = '#');
        } else {
            for (choice, stone) in choices.iter().zip(['X', 'O']) {
                point(*choice).into_iter().for_each(|(x, y)| next.rows[y][x] = stone);
            }
        }
        let mut lost = sweep(&mut next.rows);
        if !points.is_empty() && self.before.contains(&next) {
            next = Picture { rows: self.now.rows.clone(), barred: None };
            points.iter().for_each(|(x, y)| next.rows[*y][*x] = '#');
            lost = sweep(&mut next.rows);
        }
        self.before.push(std::mem::replace(&mut self.now, next));
        lost
    }

    fn area(&self) -> [u32; 2] {
        let rows = &self.now.rows;
        let reach = [reaching(rows, '.', 'X'), reaching(rows, '.', 'O')];
        let owns = |x: usize, y: usize, who: usize| {
            rows[y][x] == ['X', 'O'][who] || (reach[who][y][x] && !reach[1 - who][y][x])
        };
        let cells = || (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)));
        [0, 1].map(|who| cells().filter(|(x, y)| owns(*x, *y, who)).count() as u32)
    }
}

fn point(choice: Move) -> Option<(usize, usize)> {
    match choice {
        Move::Place(at) => Some((usize::from(at.x), usize::from(at.y))),
        Move::Pass => None,
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn size(&mut self) -> Size {
        let lines = [2, 3, 3, 4, 4, 5, 6, 9];
        let mut line = || lines[self.below(lines.len() as u64) as usize];
        Size::new(line(), line()).unwrap()
    }
}

/// A random legal move; each try is compared with the oracle.
fn choose(position: &Position, oracle: &Oracle, color: Color, dice: &mut Dice) -> Move {
    if dice.below(12) == 0 {
        return Move::Pass;
    }
    let size = position.size();
    for _ in 0..4 {
        let at = Point::new(dice.below(size.width().into()) as u8, dice.below(size.height().into()) as u8);
        let legal = position.legal(color, Move::Place(at)).is_ok();
        assert_eq!(legal, oracle.allows(color, at), "{color:?} at {at:?}\n{}", picture(position));
        if legal {
            return Move::Place(at);
        }
    }
    Move::Pass
}

fn rows(position: &Position) -> Rows {
    let size = position.size();
    let cell = |x, y| position.at(Point::new(x, y)).symbol();
    (0..size.height()).map(|y| (0..size.width()).map(|x| cell(x, y)).collect()).collect()
}

fn picture(position: &Position) -> String {
    rows(position).into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

fn swapped(rows: &Rows) -> Rows {
    let swap = |c: &char| match c {
        'X' => 'O',
        'O' => 'X',
        other => *other,
    };
    rows.iter().map(|row| row.iter().map(swap).collect()).collect()
}

fn red(rows: &Rows) -> Vec<usize> {
    let cells = rows.iter().flatten().enumerate();
    cells.filter(|(_, c)| **c == '#').map(|(i, _)| i).collect()
}

/// Plays one random game in parallel with the oracle and with a game with swapped colours.
fn game(dice: &mut Dice, turns: u64) -> u64 {
    let size = dice.size();
    let variant = Variant::ALL[dice.below(3) as usize];
    let mut position = Position::new(size, variant);
    let mut mirror = position.clone();
    let now = Picture { rows: rows(&position), barred: None };
    let mut oracle = Oracle { variant, now, before: Vec::new() };
    for played in 0..turns {
        if position.end().is_some() {
            return played;
        }
        let choices = Color::BOTH.map(|color| choose(&position, &oracle, color, dice));
        let walls = red(&oracle.now.rows);
        let before = [position.lost(Color::Black), position.lost(Color::White)];
        let lost = oracle.turn(choices);
        position = position.turn(choices[0], choices[1]).unwrap().position;
        mirror = mirror.turn(choices[1], choices[0]).unwrap().position;
        let board = rows(&position);
        assert_eq!(board, oracle.now.rows, "{choices:?}");
        assert_eq!(position.barred().map(|at| point(Move::Place(at)).unwrap()), oracle.now.barred);
        assert_eq!(Color::BOTH.map(|c| position.lost(c)), [before[0] + lost[0], before[1] + lost[1]]);
        assert_eq!(Color::BOTH.map(|c| position.area(&[]).points(c)), oracle.area());
        assert_eq!(swapped(&board), rows(&mirror));
        assert!(walls.iter().all(|wall| red(&board).contains(wall)), "red stones stay");
        assert_eq!(sweep(&mut board.clone()), [0, 0], "every group has a liberty");
    }
    turns
}

#[test]
fn random_turns_agree_with_the_oracle() {
    let turns = std::env::var("TABIYA_TURNS").ok().and_then(|n| n.parse().ok()).unwrap_or(5_000);
    let mut dice = Dice(11);
    let mut played = 0;
    while played < turns {
        played += game(&mut dice, turns - played);
    }
}
