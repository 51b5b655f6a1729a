//! gnubg's SGF (GM[6]): games replayed move by move, with the analysis gnubg kept at each.
//! Chances in a match are winning chances of the match; they become equities by the match equity table.

use super::source;
use super::tree::{Node, games};
use crate::cube::CubePlay;
use crate::decision::{Chances, Decision, Played, Players, Question};
use crate::error::{Problem, ReadError};
use crate::met;
use crate::read::Found;
use crate::table::{CubeRow, CubeTable, PlayRow, checker_decision};
use crate::turns::Game;
use rules::backgammon::{Board, Dice, Hop, LegalPlay, Play, Position, Score, Side, Stage, Stake};

pub(crate) fn is_sgf(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('(') && text.contains("GM[6]")
}

pub(crate) fn read(text: &str) -> Vec<Result<Found, ReadError>> {
    games(text).iter().flat_map(|nodes| read_game(nodes)).collect()
}

fn read_game(nodes: &[Node<'_>]) -> Vec<Result<Found, ReadError>> {
    let Some((root, moves)) = nodes.split_first() else { return Vec::new() };
    let version = root.value("AP").and_then(|ap| ap.split_once(':')).map_or("", |(_, version)| version);
    let players = Players {
        bottom: root.value("PB").unwrap_or_default().to_string(),
        top: root.value("PW").unwrap_or_default().to_string(),
    };
    let mut game = Game::new(opening(root));
    let mut found = Vec::new();
    // Where gnubg has looked at a game, a turn without analysis is one it found nothing to say about.
    let analysed = moves.iter().any(|node| node.value("DA").is_some() || node.values("A").len() > 1);
    for node in moves {
        match read_turn(&mut game, node, analysed) {
            Ok(turn) => found.extend(turn),
            Err(error) => {
                found.push(Err(error));
                break;
            }
        }
    }
    for item in found.iter_mut().flatten() {
        match item {
            Found::Decision(decision) => {
                decision.source = source(version);
                decision.players = players.clone();
            }
            Found::Question(question) => question.players = players.clone(),
        }
    }
    found
}

/// `MI[length:5][game:0][ws:0][bs:0]RU[Crawford:CrawfordGame]`
fn opening(root: &Node<'_>) -> Position {
    let number = |name: &str| match_info(root, name);
    let rule = |name: &str| root.values("RU").iter().any(|rules| rules.contains(name));
    let stake = match number("length") {
        0 => Stake::Money { jacoby: rule("Jacoby"), beavers: false },
        length => Stake::Match { length, crawford: rule("CrawfordGame") },
    };
    Position {
        stake,
        score: Score { top: number("ws"), bottom: number("bs") },
        ..Position::money(Board::START)
    }
}

/// A number of the match; 0 where it is not told.
pub(crate) fn match_info(root: &Node<'_>, name: &str) -> u16 {
    let entry = root.values("MI").iter().find_map(|entry| entry.strip_prefix(name)?.strip_prefix(':'));
    entry.and_then(|n| n.parse().ok()).unwrap_or(0)
}

type Turn = Vec<Result<Found, ReadError>>;

fn read_turn(game: &mut Game, node: &Node<'_>, analysed: bool) -> Result<Turn, ReadError> {
    if ["AB", "AW", "AE"].iter().any(|name| node.value(name).is_some()) {
        return Err(ReadError::new(
            node.line,
            Problem::Record("a position set up by hand is not read".into()),
        ));
    }
    let (side, action) = match (node.value("W"), node.value("B")) {
        (Some(action), _) => (Side::Top, action),
        (_, Some(action)) => (Side::Bottom, action),
        _ => return Ok(Vec::new()),
    };
    let fail = |what: String| ReadError::new(node.line, Problem::Record(what));
    match action {
        "double" => {
            let before = game.on_roll(side);
            game.double(side).map_err(fail)?;
            Ok(cube_turn(before, node, CubePlay::Doubled, analysed))
        }
        "take" | "drop" => {
            let before = game.position();
            game.answer(action == "take").map_err(fail)?;
            let played = if action == "take" { CubePlay::Took } else { CubePlay::Passed };
            Ok(cube_turn(before, node, played, analysed))
        }
        "resign" => Ok(Vec::new()),
        roll => {
            let (dice, play) = read_roll(roll, side).ok_or_else(|| fail(format!("“{roll}” is no move")))?;
            let before = game.on_roll(side);
            let rolled = Position { stage: Stage::Rolled(dice), ..before };
            game.play(side, dice, &play).map_err(fail)?;
            let mut turn = match game.could_double(side) {
                true => cube_turn(before, node, CubePlay::Rolled, analysed),
                false => Vec::new(),
            };
            turn.extend(checker_turn(rolled, node, side, &play));
            Ok(turn)
        }
    }
}

/// `41mixw`: the dice and pairs of points, `a` to `x` in White's numbering, `y` the bar, `z` off.
pub(crate) fn read_roll(text: &str, side: Side) -> Option<(Dice, Play)> {
    let (dice, points) = text.split_at_checked(2)?;
    let [one, other] = dice.as_bytes() else { return None };
    let dice = Dice::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0'))?;
    Some((dice, read_points(points, side)?))
}

fn read_points(text: &str, side: Side) -> Option<Play> {
    let point = |letter: u8| match (letter, side) {
        (b'a'..=b'x', Side::Top) => Some(letter - b'a' + 1),
        (b'a'..=b'x', Side::Bottom) => Some(24 - (letter - b'a')),
        (b'y', _) => Some(rules::backgammon::BAR),
        (b'z', _) => Some(rules::backgammon::OFF),
        _ => None,
    };
    let mut hops = Vec::new();
    for pair in text.as_bytes().chunks(2) {
        let [from, to] = pair else { return None };
        hops.push(Hop { from: point(*from)?, to: point(*to)?, hit: false });
    }
    // The file lists them in any order; a checker that moves on must have come first.
    hops.sort_by_key(|hop| std::cmp::Reverse(hop.from));
    let mut play = Play::default();
    for hop in hops {
        play.add(hop).ok()?;
    }
    Some(play)
}

fn checker_turn(position: Position, node: &Node<'_>, side: Side, played: &Play) -> Turn {
    let legal = position.legal_plays();
    let rows: Option<Vec<PlayRow>> =
        node.values("A").iter().skip(1).map(|row| play_row(row, &position, &legal)).collect();
    match rows {
        // A forced move is no decision.
        Some(_) if legal.len() < 2 => Vec::new(),
        Some(rows) if !rows.is_empty() => {
            let after = played.on(&position.board, side);
            let best = rows.first().map_or(0.0, |row| row.equity);
            let rows = rows.into_iter().enumerate().map(|(n, row)| PlayRow {
                played: row.play.on(&position.board, side) == after,
                error: (n > 0).then_some(row.equity - best),
                ..row
            });
            let decision = checker_decision(position, rows.collect());
            vec![Ok(Found::Decision(Box::new(Decision { line: node.line, ..decision })))]
        }
        Some(_) => {
            let (players, line) = (Players::default(), node.line);
            vec![Ok(Found::Question(Question {
                position,
                players,
                played: Some(Played::Play(*played)),
                line,
            }))]
        }
        None => vec![Err(ReadError::new(
            node.line,
            Problem::Record("the analysis of the move is unknown".into()),
        ))],
    }
}

/// `mixw E ver 3 p p p p p score 1C …` or, rolled out, `mixw X ver 3 Score s s Trials n Output p p p p p e e …`.
fn play_row(text: &str, position: &Position, legal: &[LegalPlay]) -> Option<PlayRow> {
    let mut words = text.split_whitespace();
    let play = read_points(words.next()?, position.turn)?;
    let rest: Vec<&str> = words.collect();
    let (equity, level, chances) = match rest.as_slice() {
        ["E", "ver", _, chances @ ..] => {
            let equity = number(chances.get(5)?)?;
            (equity, plies(chances.get(6)?), numbers(chances.get(..5)?)?)
        }
        ["X", "ver", _, "Score", score, ..] => {
            let output = after(&rest, "Output")?;
            (number(score)?, rolled_out(&rest), numbers(output.get(..5)?)?)
        }
        _ => return None,
    };
    let after = play.on(&position.board, position.turn);
    let legal = legal.iter().find(|legal| Some(legal.board) == after);
    let notation = legal.map_or(play, |legal| legal.play).to_string();
    let chances = Some(percentages(&chances)?);
    Some(PlayRow { play, notation, equity, error: None, level, chances, played: false })
}

fn after<'a, 'b>(words: &'a [&'b str], mark: &str) -> Option<&'a [&'b str]> {
    let at = words.iter().position(|word| *word == mark)?;
    words.get(at + 1..)
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|n| n.is_finite())
}

fn numbers(words: &[&str]) -> Option<Vec<f64>> {
    words.iter().map(|word| number(word)).collect()
}

/// `1C` is one ply with the cube in mind.
fn plies(word: &str) -> String {
    format!("{}-ply", word.trim_end_matches('C'))
}

fn rolled_out(words: &[&str]) -> String {
    let trials = after(words, "Trials").and_then(|rest| rest.first().copied()).unwrap_or("?");
    format!("Rollout ({trials} games)")
}

fn percentages(chances: &[f64]) -> Option<Chances> {
    let [wins, gammons, backgammons, lost_gammons, lost_backgammons] = chances else { return None };
    let percent = |n: f64| (n * 10_000.0).round() / 100.0;
    Some(Chances {
        wins: percent(*wins),
        gammons: percent(*gammons),
        backgammons: percent(*backgammons),
        losses: percent(1.0 - wins),
        lost_gammons: percent(*lost_gammons),
        lost_backgammons: percent(*lost_backgammons),
    })
}

fn cube_turn(position: Position, node: &Node<'_>, played: CubePlay, analysed: bool) -> Turn {
    let first_roll = position.board == Board::START && position.cube.owner.is_none();
    let idle = played == CubePlay::Rolled && (first_roll || position.cube_is_dead_for(position.turn));
    match node.value("DA") {
        None if analysed || idle => Vec::new(),
        None => {
            let (players, played) = (Players::default(), Some(Played::Cube(played)));
            vec![Ok(Found::Question(Question { position, players, played, line: node.line }))]
        }
        Some(analysis) => match cube_table(&position, analysis) {
            Some(table) => {
                let decision = table.decision(position, Some(played));
                vec![Ok(Found::Decision(Box::new(Decision { line: node.line, ..decision })))]
            }
            None => {
                vec![Err(ReadError::new(node.line, Problem::Record("the cube analysis is unknown".into())))]
            }
        },
    }
}

/// `E ver 3 1C 1 0 1`, then seven numbers without and seven with a double; or the same rolled out.
fn cube_table(position: &Position, text: &str) -> Option<CubeTable> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (level, no_double, double) = match words.as_slice() {
        ["E", "ver", _, level, _, _, _, rest @ ..] => (plies(level), rest.get(..7)?, rest.get(7..14)?),
        ["X", "ver", _, "Eq", ..] => {
            let outputs = after(&words, "Output")?;
            (rolled_out(&words), outputs.get(..7)?, after(outputs, "Output")?.get(..7)?)
        }
        _ => return None,
    };
    let (no_double, double) = (numbers(no_double)?, numbers(double)?);
    let equity = |values: &[f64]| met::equity(position, *values.get(6)?);
    let equities = [equity(&no_double)?, equity(&double)?, 1.0];
    let chances = Some(percentages(no_double.get(..5)?)?);
    let row = |n: usize, notation: &str| CubeRow {
        notation: notation.into(),
        equity: equities[n],
        error: None,
        rank: n + 1,
    };
    let rows = [row(0, "No double"), row(1, "Double, take"), row(2, "Double, pass")];
    Some(CubeTable { rows, level, chances }.with_errors(position))
}
