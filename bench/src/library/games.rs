//! Random games in files as people have them: many small SGF files and some collections, PGN files with thousands of
//! games, match files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use rules::backgammon::{Board, Dice, Side, legal_plays};
use rules::chess;
use rules::go::{Color, Move, Point, Position, Size};

pub struct GeneratedGames {
    pub files: usize,
    pub positions: usize,
    /// Positions to search for: a description and the position as text.
    pub searches: Vec<(&'static str, String)>,
}

const NAMES: [&str; 40] = [
    "Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jan", "Kim", "Leo", "May", "Ned", "Oda",
    "Pia", "Quin", "Ray", "Sue", "Tom", "Uma", "Vic", "Wil", "Xia", "Yun", "Zoe", "Åsa", "Đức", "Łuc", "Øyv",
    "Çan", "Éli", "Ōta", "Šim", "Žan", "Min", "Jun", "Rin", "Sho", "Tai",
];
const EVENTS: [&str; 6] = ["Spring Cup", "Club Evening", "Autumn Open", "League", "Summer Camp", "Final"];

pub fn make(folder: &Path, [go, chess, backgammon]: [usize; 3]) -> Result<GeneratedGames> {
    let mut rng = Rng::with_seed(5);
    let mut generated = GeneratedGames { files: 0, positions: 0, searches: Vec::new() };
    fs::create_dir_all(folder)?;
    generated.searches.push(("the empty board", vec![".".repeat(19); 19].join("\n")));
    go_files(folder, go, &mut rng, &mut generated)?;
    let start = chess::Position::initial();
    generated.searches.push(("the first position of chess", start.fen()));
    let e4 = start.read_move("e4").ok().and_then(|mv| start.play(mv).ok());
    generated.searches.extend(e4.map(|after| ("after 1. e4", after.fen())));
    chess_files(folder, chess, &mut rng, &mut generated)?;
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    generated.searches.push(("the first position of backgammon", opening.to_owned()));
    backgammon_files(folder, backgammon, &mut rng, &mut generated)?;
    Ok(generated)
}

fn name(rng: &mut Rng) -> String {
    format!("{} {}", NAMES[rng.usize(..NAMES.len())], NAMES[rng.usize(..NAMES.len())].to_lowercase() + "son")
}

fn date(rng: &mut Rng, between: char) -> String {
    format!("{}{between}{:02}{between}{:02}", rng.u32(1950..2027), rng.u32(1..13), rng.u32(1..29))
}

/// Half of them one to a file, the others fifty.
fn go_files(folder: &Path, count: usize, rng: &mut Rng, generated: &mut GeneratedGames) -> Result<()> {
    let mut collection = String::new();
    for n in 0..count {
        let (game, last) = go_game(rng, generated);
        if n % 9973 == 0 {
            generated.searches.push(("a position late in a Go game", last.board().to_string()));
        }
        if n % 2 == 0 {
            let place = folder.join(format!("go/{:03}", n / 1000));
            fs::create_dir_all(&place)?;
            fs::write(place.join(format!("{n}.sgf")), game)?;
            generated.files += 1;
        } else {
            collection += &game;
        }
        if n % 100 == 99 || n + 1 == count {
            fs::write(folder.join(format!("collection-{n}.sgf")), std::mem::take(&mut collection))?;
            generated.files += 1;
        }
    }
    Ok(())
}

/// About two hundred moves: most are near the last one, as in real games, and some anywhere.
fn go_game(rng: &mut Rng, generated: &mut GeneratedGames) -> (String, Position) {
    let result = format!("{}+{}.5", if rng.bool() { 'B' } else { 'W' }, rng.u8(0..60));
    let (black, white, date) = (name(rng), name(rng), date(rng, '-'));
    let event = EVENTS[rng.usize(..EVENTS.len())];
    let mut text = format!(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[{black}]PW[{white}]DT[{date}]EV[{event}]RE[{result}]KM[6.5]\n"
    );
    let mut position = Position::new(Size::NINETEEN);
    let stars = [(3, 3), (15, 15), (15, 3), (3, 15)];
    let mut near = Point::new(9, 9);
    let length = rng.usize(120..280);
    let mut played = 0;
    for tries in 0..length * 3 {
        let at = match () {
            () if played < 4 => Point::new(stars[played].0, stars[played].1),
            () if rng.u8(..10) < 7 => {
                let step = |line: u8, rng: &mut Rng| (i16::from(line) + rng.i16(-2..=2)).clamp(0, 18) as u8;
                Point::new(step(near.x, rng), step(near.y, rng))
            }
            () => Point::new(rng.u8(..19), rng.u8(..19)),
        };
        let color = position.to_play();
        let Ok(next) = position.play(Move::Place(at)) else { continue };
        let letter = if color == Color::Black { 'B' } else { 'W' };
        let [x, y] = at.to_sgf().map(char::from);
        let _ = write!(text, ";{letter}[{x}{y}]");
        (position, near) = (next, at);
        played += 1;
        if played == length || tries + 1 == length * 3 {
            break;
        }
    }
    generated.positions += played + 1;
    (text + ")\n", position)
}

/// Annotated Go games, fifty to a file, with ten variations of twelve moves each. Returns the number of positions.
pub fn make_studied(folder: &Path, count: usize) -> Result<usize> {
    let mut rng = Rng::with_seed(6);
    let mut generated = GeneratedGames { files: 0, positions: 0, searches: Vec::new() };
    fs::create_dir_all(folder)?;
    let mut collection = String::new();
    for n in 0..count {
        let (game, _) = go_game(&mut rng, &mut generated);
        collection += &studied(&mut rng, &game, &mut generated);
        if n % 50 == 49 || n + 1 == count {
            fs::write(folder.join(format!("studied-{n}.sgf")), std::mem::take(&mut collection))?;
        }
    }
    Ok(generated.positions)
}

fn studied(rng: &mut Rng, game: &str, generated: &mut GeneratedGames) -> String {
    let (head, line) = game.trim_end().trim_end_matches(')').split_once('\n').unwrap_or_default();
    let mut position = Position::new(Size::NINETEEN);
    let mut before = Vec::new();
    for node in line.split(';').skip(1) {
        let place =
            node.as_bytes().get(2..4).map_or(Point::new(0, 0), |at| Point::new(at[0] - b'a', at[1] - b'a'));
        let next = position.play(Move::Place(place)).unwrap_or_else(|_| position.clone());
        before.push((std::mem::replace(&mut position, next), node));
    }
    let branches: Vec<usize> = (0..10).map(|_| rng.usize(4..before.len())).collect();
    let mut rest = String::new();
    for (n, (position, node)) in before.iter().enumerate().rev() {
        rest = match branches.contains(&n) {
            true => format!("(;{node}{rest})({})", variation(rng, position, generated)),
            false => format!(";{node}{rest}"),
        };
    }
    format!("{head}\n{rest})\n")
}

fn variation(rng: &mut Rng, from: &Position, generated: &mut GeneratedGames) -> String {
    let mut text = String::new();
    let mut position = from.clone();
    for _ in 0..12 {
        let at = Point::new(rng.u8(..19), rng.u8(..19));
        let letter = if position.to_play() == Color::Black { 'B' } else { 'W' };
        let Ok(next) = position.play(Move::Place(at)) else { continue };
        let [x, y] = at.to_sgf().map(char::from);
        let _ = write!(text, ";{letter}[{x}{y}]");
        position = next;
        generated.positions += 1;
    }
    if text.is_empty() { ";".to_owned() } else { text }
}

fn chess_files(folder: &Path, count: usize, rng: &mut Rng, generated: &mut GeneratedGames) -> Result<()> {
    let mut text = String::new();
    for n in 0..count {
        let (white, black, date) = (name(rng), name(rng), date(rng, '.'));
        let event = EVENTS[rng.usize(..EVENTS.len())];
        let result = ["1-0", "0-1", "1/2-1/2"][rng.usize(..3)];
        let _ = write!(
            text,
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n"
        );
        let last = chess_moves(rng, &mut text, generated);
        let _ = write!(text, "{result}\n\n");
        if n % 9973 == 0 {
            generated.searches.push(("a position late in a chess game", last.fen()));
        }
        if n % 1000 == 999 || n + 1 == count {
            fs::write(folder.join(format!("chess-{n}.pgn")), std::mem::take(&mut text))?;
            generated.files += 1;
        }
    }
    Ok(())
}

fn chess_moves(rng: &mut Rng, text: &mut String, generated: &mut GeneratedGames) -> chess::Position {
    let mut position = chess::Position::initial();
    for ply in 0..rng.usize(40..120) {
        let moves = position.legal_moves();
        let Some(mv) = rng.choice(&moves).copied() else { break };
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = write!(text, "{} ", position.san(mv));
        let Ok(next) = position.play(mv) else { break };
        position = next;
        generated.positions += 1;
    }
    generated.positions += 1;
    position
}

/// Five games to a match.
fn backgammon_files(
    folder: &Path,
    count: usize,
    rng: &mut Rng,
    generated: &mut GeneratedGames,
) -> Result<()> {
    for n in 0..count / 5 {
        let (left, right) = (name(rng), name(rng));
        let mut text = format!("; [EventDate \"{}\"]\n\n 7 point match\n", date(rng, '.'));
        for game in 1..=5 {
            let _ = write!(text, "\n Game {game}\n {left} : {}          {right} : 0\n", game - 1);
            backgammon_game(rng, &mut text, generated);
        }
        fs::write(folder.join(format!("match-{n}.mat")), text)?;
        generated.files += 1;
    }
    Ok(())
}

fn backgammon_game(rng: &mut Rng, text: &mut String, generated: &mut GeneratedGames) {
    let mut board = Board::START;
    generated.positions += 1;
    for turn in 0..60 {
        let mut line = format!("{:3}) ", turn + 1);
        for side in [Side::Top, Side::Bottom] {
            let Some(dice) = Dice::new(rng.u8(1..7), rng.u8(1..7)) else { continue };
            let plays = legal_plays(&board, side, dice);
            let played = rng.choice(&plays).map(|legal| {
                board = legal.board;
                legal.play.to_string()
            });
            let _ = write!(line, "{:32}", format!("{dice}: {}", played.unwrap_or_default()));
            generated.positions += 1;
            if board.off(side) == 15 {
                let _ = write!(text, "{}\n      Wins 1 point\n", line.trim_end());
                return;
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
