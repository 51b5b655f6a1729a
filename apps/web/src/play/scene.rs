//! The board as a client shows it, and the transition from one position to the next.

use std::collections::{BTreeMap, BTreeSet};

use diagram::go::{Ghost, GhostKind, Mark, MarkKind, Scene, Stone};
use i18n::fill;
use play::client::Client;
use play::kifu::{Board, Event, Kifu, Stage};
use rules::go::simultaneous::{Cell, Variant};
use rules::go::{Color, Move, Outcome, Point};

use super::wording;
use crate::language;

pub type Stones = BTreeMap<Point, Stone>;

/// The board after an entry of the record, and what that entry put on it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardSnapshot {
    pub game: u32,
    pub entry: u32,
    pub stones: Stones,
    pub placed: Stones,
}

/// The stones to show, and which of them are being removed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownStones {
    pub stones: Stones,
    pub removed: BTreeSet<Point>,
}

impl BoardSnapshot {
    pub fn of(client: &Client) -> Option<BoardSnapshot> {
        let kifu = client.kifu()?;
        Some(BoardSnapshot {
            game: client.game(),
            entry: kifu.next(),
            stones: stones(kifu),
            placed: placed(kifu),
        })
    }

    /// Both boards at once, if stones were removed between them.
    pub fn transition(&self, before: &BoardSnapshot) -> Option<ShownStones> {
        if (self.game, self.entry) != (before.game, before.entry + 1) {
            return None;
        }
        let mut stones = before.stones.clone();
        stones.extend(self.placed.iter().map(|(at, stone)| (*at, *stone)));
        stones.extend(self.stones.iter().map(|(at, stone)| (*at, *stone)));
        let removed: BTreeSet<Point> =
            stones.keys().filter(|at| !self.stones.contains_key(at)).copied().collect();
        (!removed.is_empty()).then_some(ShownStones { stones, removed })
    }

    pub fn shown_stones(&self) -> ShownStones {
        ShownStones { stones: self.stones.clone(), removed: BTreeSet::new() }
    }
}

/// How two stones on one point look.
fn red(kifu: &Kifu) -> Stone {
    if kifu.settings().game.variant() == Some(Variant::Hole) { Stone::Hole } else { Stone::Red }
}

fn stones(kifu: &Kifu) -> Stones {
    stones_on(kifu.board(), kifu)
}

fn stones_on(board: &Board, kifu: &Kifu) -> Stones {
    let stone = |at| match board.at(at) {
        Cell::Empty => None,
        Cell::Stone(color) => Some((at, Stone::from(color))),
        Cell::Red => Some((at, red(kifu))),
    };
    board.size().points().filter_map(stone).collect()
}

fn placed(kifu: &Kifu) -> Stones {
    match kifu.links().last().map(|link| &link.event) {
        Some(Event::Turn { black_move, white_move }) => match (black_move.mv, white_move.mv) {
            (Move::Place(at), Move::Place(other)) if at == other => Stones::from([(at, red(kifu))]),
            (black, white) => {
                let both = [(black, Stone::Black), (white, Stone::White)];
                both.into_iter().filter_map(|(mv, stone)| Some((point(mv)?, stone))).collect()
            }
        },
        Some(Event::Move { color, mv, .. }) => {
            point(*mv).map(|at| (at, Stone::from(*color))).into_iter().collect()
        }
        _ => Stones::new(),
    }
}

fn point(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(at) => Some(at),
        Move::Pass => None,
    }
}

pub fn scene(client: &Client, shown: ShownStones, pointed: Option<Point>) -> Option<Scene> {
    let kifu = client.kifu()?;
    let board = kifu.board();
    let mut scene = Scene {
        stones: shown.stones,
        dimmed: shown.removed,
        last: last(kifu),
        label: wording::board(client, board.size()),
        ..Scene::new(board.size())
    };
    add_own_choice(&mut scene, client, pointed);
    add_count(&mut scene, client, kifu);
    if let Board::Simultaneous(position) = board
        && let Some(at) = position.barred()
    {
        scene.marks.push(Mark { at, kind: MarkKind::Cross });
    }
    Some(scene)
}

/// The position after this many turns, without what belongs to the turn that is on.
pub fn earlier_scene(client: &Client, turns: usize) -> Option<Scene> {
    let kifu = client.kifu()?;
    let board = kifu.board_after(turns)?;
    let played = kifu.played();
    let last = turns.checked_sub(1).and_then(|last| played.get(last));
    let number = turns.to_string();
    Some(Scene {
        stones: stones_on(&board, kifu),
        last: last.map(|event| placed_by(event, &board)).unwrap_or_default(),
        label: fill(language::play().board_earlier, &[("n", &number)]),
        ..Scene::new(board.size())
    })
}

fn last(kifu: &Kifu) -> Vec<Point> {
    kifu.played().last().map(|event| placed_by(event, kifu.board())).unwrap_or_default()
}

/// Where this turn put stones that are still on the board.
fn placed_by(event: &Event, board: &Board) -> Vec<Point> {
    let moves = match Some(event) {
        Some(Event::Turn { black_move, white_move }) => vec![black_move.mv, white_move.mv],
        Some(Event::Move { mv, .. }) => vec![*mv],
        _ => Vec::new(),
    };
    let mut points: Vec<Point> = moves.into_iter().filter_map(point).collect();
    points.dedup();
    // A red stone is visible enough without a ring.
    points.retain(|at| board.at(*at) != Cell::Red);
    points
}

/// The stone under the pointer, or the chosen move while the opponent still thinks.
fn add_own_choice(scene: &mut Scene, client: &Client, pointed: Option<Point>) {
    let (Some(color), Some(kifu)) = (client.color(), client.kifu()) else { return };
    if let Some(Move::Place(at)) = client.chosen() {
        scene.ghosts.push(Ghost { at, color, kind: GhostKind::Pointer });
        scene.marks.push(Mark { at, kind: MarkKind::Circle });
    }
    if let Some(at) = pointed
        && (client.is_your_turn() || client.may_change())
        && kifu.legal(color, Move::Place(at)).is_ok()
    {
        scene.ghosts.push(Ghost { at, color, kind: GhostKind::Pointer });
    }
}

fn add_count(scene: &mut Scene, client: &Client, kifu: &Kifu) {
    let dead = match kifu.stage() {
        Stage::Count | Stage::TooLong => client.marks().0,
        Stage::Over(Outcome::Won(..) | Outcome::Draw) => kifu.dead(),
        Stage::Over(_) | Stage::Play => return,
    };
    scene.dimmed.extend(dead);
    let free = |at: &Point| dead.contains(at) || kifu.board().at(*at) == Cell::Empty;
    let owned: Vec<(Point, Color)> = kifu.count(dead).territory;
    scene.territory.extend(owned.into_iter().filter(|(at, _)| free(at)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::turns::tests::turn;
    use play::protocol::{GameKind, Hex, Settings};

    fn snapshot(kifu: &Kifu) -> BoardSnapshot {
        BoardSnapshot { game: 1, entry: kifu.next(), stones: stones(kifu), placed: placed(kifu) }
    }

    fn play(kifu: &mut Kifu, black: (u8, u8), white: (u8, u8)) -> Option<ShownStones> {
        let before = snapshot(kifu);
        kifu.append(turn(black, white)).unwrap();
        snapshot(kifu).transition(&before)
    }

    fn nine(game: GameKind) -> Kifu {
        Kifu::new(Hex([0; 16]), Settings { game, board_size: 9, ..Settings::default() })
    }

    #[test]
    fn stones_that_capture_each_other_are_shown_before_they_are_removed() {
        let mut kifu = nine(GameKind::Red);
        assert_eq!(play(&mut kifu, (0, 8), (1, 8)), None, "nothing was removed");
        assert_eq!(play(&mut kifu, (1, 7), (6, 2)), None);
        let transition = play(&mut kifu, (2, 8), (0, 7)).unwrap();
        let gone = [Point::new(0, 8), Point::new(1, 8)];
        assert!(gone.iter().all(|at| transition.removed.contains(at) && transition.stones.contains_key(at)));
        assert!(gone.iter().all(|at| !stones(&kifu).contains_key(at)));
    }

    #[test]
    fn two_stones_on_one_point_look_as_the_variant_says() {
        for (game, stays) in
            [(GameKind::Red, Some(Stone::Red)), (GameKind::Hole, Some(Stone::Hole)), (GameKind::Void, None)]
        {
            let mut kifu = nine(game);
            let transition = play(&mut kifu, (4, 4), (4, 4));
            assert_eq!(stones(&kifu).get(&Point::new(4, 4)).copied(), stays);
            assert_eq!(
                transition.is_some(),
                stays.is_none(),
                "stones that are removed at once are shown for a moment"
            );
        }
    }
}
