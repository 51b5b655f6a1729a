//! Legal plays against GNU Backgammon: 2,000 positions, all plays of each, compared as boards.
//! Needs the program `gnubg`, which `cargo xtask setup` installs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use rules::backgammon::{Board, Dice, Notation, Play, Position, Side, Stage, legal_plays};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

const POSITIONS: usize = 2000;

struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n) as usize
    }

    fn dice(&mut self) -> Dice {
        Dice::new(self.below(6) as u8 + 1, self.below(6) as u8 + 1).unwrap()
    }
}

fn rolled(board: Board, turn: Side, dice: Dice) -> Position {
    Position { turn, stage: Stage::Rolled(dice), ..Position::money(board) }
}

/// Every position of games played at random: openings, checkers on the bar, bear-offs.
fn from_games(chance: &mut Chance, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let (mut board, mut turn) = (Board::START, Side::Bottom);
    while positions.len() < count {
        if Side::BOTH.iter().any(|side| board.off(*side) == 15) {
            board = Board::START;
        }
        let dice = chance.dice();
        positions.push(rolled(board, turn, dice));
        let plays = legal_plays(&board, turn, dice);
        if !plays.is_empty() {
            board = plays[chance.below(plays.len() as u64)].board;
        }
        turn = turn.other();
    }
    positions
}

/// Checkers at random: positions that no game would reach.
fn random_position(chance: &mut Chance) -> Position {
    let mut points = [0i8; 26];
    for checker in 0..30 {
        let (sign, at) = if checker < 15 { (1, chance.below(27)) } else { (-1, chance.below(27)) };
        let bar = if sign > 0 { 0 } else { 25 };
        if at < 26 && at != bar && points[at] * sign >= 0 {
            points[at] += sign;
        }
    }
    let turn = if chance.below(2) == 0 { Side::Bottom } else { Side::Top };
    rolled(Board::new(points).unwrap(), turn, chance.dice())
}

/// The plays gnubg lists for each position, by the id it prints above them.
fn gnubg_plays(gnubg: &std::path::Path, positions: &[Position]) -> HashMap<String, Vec<String>> {
    let home = tempfile::tempdir().unwrap();
    let mut commands = String::from(
        "set confirm default no\nset automatic roll off\nset automatic game off\nset automatic move off\n\
         set evaluation chequerplay evaluation plies 0\n",
    );
    for position in positions {
        writeln!(commands, "set xgid {}\nhint 4000", position.xgid()).unwrap();
    }
    let script = home.path().join("commands");
    std::fs::write(&script, commands).unwrap();
    let output = Command::new(gnubg)
        .args(["-t", "-q", "-r"])
        .env("LC_ALL", "C")
        .env("HOME", home.path())
        .stdin(Stdio::from(std::fs::File::open(script).unwrap()))
        .output()
        .unwrap();
    listed(&String::from_utf8_lossy(&output.stdout))
}

fn listed(output: &str) -> HashMap<String, Vec<String>> {
    let mut plays: HashMap<String, Vec<String>> = HashMap::new();
    let (mut position_id, mut id) = (String::new(), String::new());
    for line in output.lines() {
        if let Some((_, found)) = line.split_once("Position ID:") {
            position_id = found.trim().to_string();
        } else if let Some((_, found)) = line.split_once("Match ID   :") {
            id = format!("{position_id}:{}", found.trim());
            plays.entry(id.clone()).or_default();
        } else if let Some((_, row)) = line.split_once(". Cubeful 0-ply") {
            let play = row.split("Eq.:").next().unwrap().trim();
            plays.entry(id.clone()).or_default().push(play.to_string());
        }
    }
    plays
}

#[test]
fn the_boards_a_roll_can_reach_are_those_that_gnubg_reaches() {
    let gnubg = e2e::program("gnubg").expect("no gnubg: `cargo xtask setup` installs it");
    let mut chance = Chance(20_260_217);
    let mut positions = from_games(&mut chance, POSITIONS / 2);
    positions.extend((0..POSITIONS / 2).map(|_| random_position(&mut chance)));
    let listed = gnubg_plays(&gnubg, &positions);
    let (mut boards, mut dances, mut same_notation) = (0, 0, 0);
    for position in &positions {
        let id = position.write(Notation::Gnuid).text;
        let theirs = listed.get(&id).unwrap_or_else(|| panic!("gnubg never showed {id} {}", position.xgid()));
        let ours = position.legal_plays();
        let reached: HashSet<Board> = ours.iter().map(|legal| legal.board).collect();
        assert_eq!(reached.len(), ours.len(), "a board twice: {}", position.xgid());
        let expected: HashSet<Board> = theirs
            .iter()
            .map(|play| {
                let read: Play = play.parse().unwrap();
                read.on(&position.board, position.turn)
                    .unwrap_or_else(|| panic!("{play} {}", position.xgid()))
            })
            .collect();
        assert_eq!(reached, expected, "{} {id} {theirs:?}", position.xgid());
        same_notation += ours.iter().filter(|legal| theirs.contains(&legal.play.to_string())).count();
        boards += reached.len();
        dances += usize::from(ours.is_empty());
    }
    println!(
        "{POSITIONS} positions, {boards} boards, {dances} without a play, {same_notation} plays spelled as gnubg does"
    );
    assert!(boards > 20_000 && dances > 20);
}
