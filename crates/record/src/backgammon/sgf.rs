//! Backgammon in SGF (GM[6]) as gnubg writes it: one game tree per game; the main line of each is read.

use std::borrow::Cow;

use rules::backgammon::{BAR, Dice, Hop, OFF, Play, Position, Score, Side};

use super::action::{Action, TextLocation};
use super::game::{MatchGame, Players, Win, stake};
use super::problem::MatchProblem;
use super::replay::Replay;
use super::text::clipped;
use super::variant;
use crate::sgf::{Collection, GameKind, Node};
use crate::tree::NodeId;

pub(super) fn is_match(file: &Collection) -> bool {
    file.games().iter().any(|root| file.kind(*root) == GameKind::Backgammon)
}

/// Finds the locations of nodes, in one pass over the file if they are requested in file order.
struct Locations<'a> {
    file: &'a Collection,
    /// Where `last` is in the file.
    at: usize,
    last: TextLocation,
}

impl<'a> Locations<'a> {
    fn new(file: &'a Collection) -> Locations<'a> {
        Locations { file, at: 0, last: TextLocation { line: 1, column: 1 } }
    }

    fn of(&mut self, node: NodeId) -> TextLocation {
        let at = self.file.source_offset(node, 0);
        if at < self.at {
            *self = Locations::new(self.file);
        }
        let between = self.file.source().get(self.at..at).unwrap_or_default();
        let line = memchr::memrchr(b'\n', between).map(|end| between.split_at(end + 1));
        let (breaks, rest) = match line {
            Some((lines, rest)) => (memchr::memchr_iter(b'\n', lines).count(), rest),
            None => (0, between),
        };
        let before = if breaks > 0 { 1 } else { self.last.column };
        let column = before + self.file.charset().decode(rest).0.chars().count();
        (self.at, self.last) = (at, TextLocation { line: self.last.line + breaks, column });
        self.last
    }
}

/// The root properties that `.mat` files have as tags.
const TAGS: [(&str, &str); 7] = [
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("DT", "EventDate"),
    ("AN", "Annotator"),
    ("GC", "Comment"),
    ("AP", "Program"),
];

pub(super) fn tags(file: &Collection) -> Vec<(String, String)> {
    let Some(root) = roots(file).next() else { return Vec::new() };
    let tag = |(property, name): &(&str, &str)| {
        let text = file.node(root).simple_text(property)?;
        Some(((*name).to_owned(), text)).filter(|(_, text)| !text.trim().is_empty())
    };
    TAGS.iter().filter_map(tag).collect()
}

pub(super) fn length(file: &Collection) -> u16 {
    roots(file).next().map_or(0, |root| match_info(file.node(root), "length"))
}

pub(super) fn games(file: &Collection) -> Vec<MatchGame> {
    let mut locations = Locations::new(file);
    roots(file).map(|root| game(file, root, &mut locations)).collect()
}

fn roots(file: &Collection) -> impl Iterator<Item = NodeId> + '_ {
    file.games().iter().copied().filter(|root| file.kind(*root) == GameKind::Backgammon)
}

fn game(file: &Collection, root: NodeId, locations: &mut Locations<'_>) -> MatchGame {
    let first = file.node(root);
    let name = |property: &str| first.simple_text(property).unwrap_or_default();
    let players = Players { bottom: name("PB"), top: name("PW") };
    let start = locations.of(root);
    let mut replay = Replay::new(players, opening(first), start);
    for id in file.tree().main_line(root).skip(1) {
        let node = file.node(id);
        if ["AB", "AW", "AE"].iter().any(|name| node.has(name)) {
            replay.stop(MatchProblem::SetUp, locations.of(id));
            break;
        }
        let Some((side, text)) = action_text(node) else { continue };
        match read_action(&text, side) {
            Some(Some(action)) => replay.act(side, action, locations.of(id), Some(id)),
            Some(None) => {}
            None => replay.stop(MatchProblem::Unreadable(clipped(&text)), locations.of(id)),
        }
    }
    if let Some(won) = first.simple_text("RE").and_then(|text| result(&text)) {
        replay.end(won, start);
    }
    replay.finish()
}

fn action_text(node: Node<'_>) -> Option<(Side, Cow<'_, str>)> {
    let text = |name: &str| node.value(name).map(|value| value.simple_text());
    text("W").map(|text| (Side::Top, text)).or_else(|| Some((Side::Bottom, text("B")?)))
}

/// `None` if the text cannot be read; `Some(None)` for a resignation, which the result of the game repeats.
fn read_action(text: &str, side: Side) -> Option<Option<Action>> {
    Some(match text.trim() {
        "double" => Some(Action::Double),
        "take" => Some(Action::Take),
        "drop" => Some(Action::Pass),
        "resign" => None,
        roll => {
            let (dice, play) = read_roll(roll, side)?;
            Some(Action::Roll { dice, play })
        }
    })
}

/// `MI[length:5][game:0][ws:0][bs:0]RU[Crawford:CrawfordGame]`
fn opening(root: Node<'_>) -> Position {
    let rules: Vec<String> = root.values("RU").map(|rules| rules.text().into_owned()).collect();
    let rule = |name: &str| rules.iter().any(|rules| rules.contains(name));
    let variant = rules.iter().flat_map(|rules| rules.split(':')).find(|rule| rule.ends_with("gammon"));
    Position {
        stake: stake(match_info(root, "length"), rule("CrawfordGame"), rule("Jacoby")),
        score: Score { top: match_info(root, "ws"), bottom: match_info(root, "bs") },
        ..Position::money(variant::start(variant.unwrap_or_default()))
    }
}

/// A number of the match; 0 if absent.
fn match_info(root: Node<'_>, name: &str) -> u16 {
    let number = |text: &str| text.strip_prefix(name)?.strip_prefix(':')?.trim().parse().ok();
    root.values("MI").find_map(|value| number(&value.simple_text())).unwrap_or(0)
}

/// `W+2R`: the winner, the points, and whether by resignation.
fn result(text: &str) -> Option<Win> {
    let (winner, points) = text.split_once('+')?;
    let side = match winner.trim() {
        "W" => Side::Top,
        "B" => Side::Bottom,
        _ => return None,
    };
    let digits: String = points.chars().take_while(char::is_ascii_digit).collect();
    Some(Win { side, points: digits.parse().unwrap_or(1) })
}

/// `41mixw`: the dice and pairs of points, `a` to `x` in White's numbering, `y` the bar, `z` off.
fn read_roll(text: &str, side: Side) -> Option<(Dice, Play)> {
    let (dice, points) = text.split_at_checked(2)?;
    Some((Dice::read(dice.as_bytes())?, read_points(points, side)?))
}

/// The play of a roll without its dice: pairs of letters, in any order.
pub fn read_points(text: &str, side: Side) -> Option<Play> {
    let point = |letter: u8| match (letter, side) {
        (b'a'..=b'x', Side::Top) => Some(letter - b'a' + 1),
        (b'a'..=b'x', Side::Bottom) => Some(24 - (letter - b'a')),
        (b'y', _) => Some(BAR),
        (b'z', _) => Some(OFF),
        _ => None,
    };
    let mut play = Play::default();
    for pair in text.as_bytes().chunks(2) {
        let [from, to] = pair else { return None };
        play.add(Hop { from: point(*from)?, to: point(*to)?, hit: false }).ok()?;
    }
    Some(play.from_the_back())
}
