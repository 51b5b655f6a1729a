//! The games of a match file as they were played, without a word about how well: for lists of games and for pictures.
//! Whether a play was legal is not asked; where one cannot be carried out at all, the game ends there.

use crate::decision::Players;
use crate::gnubg::{self, Node};
use crate::mat::{self, Cell};
use crate::text::decode;
use rules::backgammon::{Board, Dice, Play, Score, Side};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    pub event: String,
    /// As it is written.
    pub date: String,
    /// In points; 0 for money.
    pub length: u16,
    pub games: Vec<MatchGame>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    pub players: Players,
    /// Before the game.
    pub score: Score,
    /// Each turn: who rolled, what, and the board after it.
    pub turns: Vec<(Side, Dice, Board)>,
    /// Who won, and how many points.
    pub won: Option<(Side, u16)>,
}

impl Match {
    /// None if it is neither a match file (`.mat`) nor SGF of gnubg.
    pub fn read(bytes: &[u8]) -> Option<Match> {
        let text = decode(bytes);
        if gnubg::is_sgf(&text) {
            return Some(from_sgf(&text));
        }
        mat::is_mat(&text).then(|| from_mat(&text))
    }
}

impl MatchGame {
    fn new(players: Players, score: Score) -> MatchGame {
        MatchGame { players, score, turns: Vec::new(), won: None }
    }

    pub fn board(&self) -> Board {
        self.turns.last().map_or(Board::START, |(_, _, board)| *board)
    }

    fn play(&mut self, side: Side, dice: Dice, play: &Play) -> Option<()> {
        let after = play.on(&self.board(), side)?;
        self.turns.push((side, dice, after));
        Some(())
    }
}

fn from_mat(text: &str) -> Match {
    let length = text.lines().find_map(mat::match_length).unwrap_or(0);
    let mut all = Match {
        event: heading(text, "Event").unwrap_or_default(),
        date: heading(text, "EventDate").or_else(|| heading(text, "Date")).unwrap_or_default(),
        length,
        games: Vec::new(),
    };
    let mut open = false;
    for line in text.lines() {
        if let Some((top, bottom)) = mat::score_line(line) {
            let players = Players { bottom: bottom.name, top: top.name };
            let score = Score { bottom: bottom.score, top: top.score };
            all.games.push(MatchGame::new(players, score));
            open = true;
            continue;
        }
        let Some(game) = all.games.last_mut() else { continue };
        for (side, cell) in mat::cells(line) {
            match cell {
                Cell::Wins(points) => game.won = Some((side, first_number(points))),
                Cell::Roll(dice, play) if open => open = mat_turn(game, side, dice, play).is_some(),
                _ => {}
            }
        }
    }
    all
}

fn mat_turn(game: &mut MatchGame, side: Side, dice: &str, play: &str) -> Option<()> {
    let dice = read_dice(dice)?;
    // Some programs write words where nothing could be played.
    let play: Play = if play.contains('/') { play.parse().ok()? } else { Play::default() };
    game.play(side, dice, &play)
}

fn read_dice(text: &str) -> Option<Dice> {
    let [one, other] = text.as_bytes() else { return None };
    Dice::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0'))
}

/// `; [Event "Club evening"]`
fn heading(text: &str, name: &str) -> Option<String> {
    let headings = text.lines().filter_map(|line| line.trim_start().strip_prefix(';'));
    let mut values = headings.filter_map(|line| {
        let rest = line.trim().strip_prefix('[')?.strip_prefix(name)?.trim_start();
        rest.strip_prefix('"')?.strip_suffix("\"]")
    });
    values.next().map(str::to_owned)
}

fn first_number(text: &str) -> u16 {
    text.split_whitespace().find_map(|word| word.parse().ok()).unwrap_or(1)
}

fn from_sgf(text: &str) -> Match {
    let games = gnubg::games(text);
    let root = games.iter().find_map(|nodes| nodes.first());
    let said = |name: &str| root.and_then(|root| root.value(name)).unwrap_or_default().to_owned();
    Match {
        event: said("EV"),
        date: said("DT"),
        length: root.map_or(0, |root| gnubg::match_info(root, "length")),
        games: games.iter().filter_map(|nodes| sgf_game(nodes)).collect(),
    }
}

fn sgf_game(nodes: &[Node<'_>]) -> Option<MatchGame> {
    let (root, moves) = nodes.split_first()?;
    let name = |property: &str| root.value(property).unwrap_or_default().to_owned();
    let players = Players { bottom: name("PB"), top: name("PW") };
    let score = Score { bottom: gnubg::match_info(root, "bs"), top: gnubg::match_info(root, "ws") };
    let mut game = MatchGame::new(players, score);
    game.won = root.value("RE").and_then(sgf_result);
    for node in moves {
        let (side, action) = match (node.value("W"), node.value("B")) {
            (Some(action), _) => (Side::Top, action),
            (_, Some(action)) => (Side::Bottom, action),
            _ => continue,
        };
        if !action.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let turn = gnubg::read_roll(action, side).and_then(|(dice, play)| game.play(side, dice, &play));
        if turn.is_none() {
            break;
        }
    }
    Some(game)
}

/// `W+2R`: who won, how many points, and whether by resignation.
fn sgf_result(text: &str) -> Option<(Side, u16)> {
    let (winner, points) = text.split_once('+')?;
    let side = match winner {
        "W" => Side::Top,
        "B" => Side::Bottom,
        _ => return None,
    };
    let digits: String = points.chars().take_while(char::is_ascii_digit).collect();
    Some((side, digits.parse().unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAT: &str = "; [Event \"Thursday\"]\n; [EventDate \"2026.03.05\"]\n\n 5 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 65: 24/18 18/13             66: Cannot Move\n  3)  Doubles => 2                Drops\n      Wins 1 point\n\n Game 2\n Ann : 1                          Bob : 0\n  1)                             21: 13/11 6/5\n";

    #[test]
    fn a_match_file_is_games_with_their_boards() {
        let read = Match::read(MAT.as_bytes()).unwrap();
        assert_eq!((read.event.as_str(), read.date.as_str(), read.length), ("Thursday", "2026.03.05", 5));
        let [first, second] = &read.games[..] else { panic!("{read:?}") };
        assert_eq!((first.turns.len(), first.won), (4, Some((Side::Top, 1))));
        assert_eq!((first.players.top.as_str(), first.players.bottom.as_str()), ("Ann", "Bob"));
        assert_eq!(first.turns[0].2.mover_view(Side::Top).count(Side::Bottom, 5), 2);
        assert_eq!((second.score.top, second.turns.len(), second.turns[0].0), (1, 1, Side::Bottom));
    }

    #[test]
    fn a_game_ends_where_it_cannot_be_carried_out() {
        let broken = MAT.replace("42: 8/4 6/4", "42: 9/5 7/5");
        let read = Match::read(broken.as_bytes()).unwrap();
        assert_eq!(read.games[0].turns.len(), 1);
        assert_eq!(read.games[1].turns.len(), 1);
    }

    #[test]
    fn gnubgs_sgf_is_the_same() {
        let sgf = "(;FF[4]GM[6]AP[GNU Backgammon:1.06]MI[length:5][game:0][ws:0][bs:1]PW[Ann]PB[Bob]DT[2026-03-05]RE[B+2];B[31qtst];W[drop])";
        let read = Match::read(sgf.as_bytes()).unwrap();
        assert_eq!((read.length, read.date.as_str(), read.games.len()), (5, "2026-03-05", 1));
        let game = &read.games[0];
        assert_eq!((game.score.bottom, game.won, game.turns.len()), (1, Some((Side::Bottom, 2)), 1));
    }

    #[test]
    fn other_texts_are_no_match() {
        for text in ["", "(;GM[1];B[aa])", "1. e4 e5", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"]
        {
            assert_eq!(Match::read(text.as_bytes()), None, "{text}");
        }
    }
}
