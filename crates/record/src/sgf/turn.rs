//! Games turned on the board: every point of every node, in moves, set-up, marks, labels, arrows and rectangles.

use std::sync::Arc;

use rules::go::{Point, Size};

use super::node::{Node, Property, Value};
use super::{Collection, GameKind};
use crate::tree::NodeId;

/// Clockwise, as one looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    Quarter,
    Half,
    ThreeQuarters,
}

impl Turn {
    pub fn from_degrees(degrees: u32) -> Option<Turn> {
        match degrees {
            90 => Some(Turn::Quarter),
            180 => Some(Turn::Half),
            270 => Some(Turn::ThreeQuarters),
            _ => None,
        }
    }

    pub fn size(self, size: Size) -> Size {
        match self {
            Turn::Half => size,
            Turn::Quarter | Turn::ThreeQuarters => {
                Size::new(size.height().into(), size.width().into()).unwrap_or(size)
            }
        }
    }

    /// Where a point of a board of this size goes; points off the board stay.
    pub fn point(self, at: Point, size: Size) -> Point {
        if !size.contains(at) {
            return at;
        }
        let (right, bottom) = (size.width() - 1 - at.x, size.height() - 1 - at.y);
        match self {
            Turn::Quarter => Point::new(bottom, at.x),
            Turn::Half => Point::new(right, bottom),
            Turn::ThreeQuarters => Point::new(at.y, right),
        }
    }
}

/// How the values of a property hold points.
enum Holds {
    /// One, or a rectangle of them, or two joined by a colon.
    Points { rectangles: bool },
    /// One before a colon.
    Labels,
    /// The size of the board.
    Size,
}

fn holds(property: Property<'_>) -> Option<Holds> {
    const LISTS: [&str; 14] =
        ["AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW", "M", "L"];
    // Those of simultaneous Go.
    const OWN: [&str; 4] = ["SGB", "SGW", "SGR", "SGD"];
    let is = |names: &[&str]| names.iter().any(|name| property.means(name));
    match () {
        () if is(&["B", "W"]) || is(&LISTS) || is(&OWN) => Some(Holds::Points { rectangles: true }),
        () if is(&["AR", "LN"]) => Some(Holds::Points { rectangles: false }),
        () if is(&["LB"]) => Some(Holds::Labels),
        () if is(&["SZ"]) => Some(Holds::Size),
        () => None,
    }
}

impl Collection {
    /// Turns every Go game of the file. Values that are no points of the board stay as they are.
    pub fn turn(&mut self, turn: Turn) {
        for root in self.games.clone() {
            if self.kind(root) == GameKind::Go {
                let size = self.node(root).size();
                let nodes: Vec<NodeId> = self.tree().preorder(root).collect();
                nodes.into_iter().for_each(|node| self.turn_node(node, turn, size));
            }
        }
    }

    fn turn_node(&mut self, node: NodeId, turn: Turn, size: Size) {
        if let Some(text) = turned(self.node(node), turn, size) {
            self.set_own_text(node, Some(text));
        }
    }
}

fn turned(node: Node<'_>, turn: Turn, size: Size) -> Option<Arc<[u8]>> {
    let mut text = node.raw().to_vec();
    let mut changed = false;
    // From the end backwards, so that places before a change stay what they are.
    let properties: Vec<_> = node.properties().filter_map(|p| Some((p, holds(p)?))).collect();
    for (property, holds) in properties.into_iter().rev() {
        let values: Vec<_> = property.values().collect();
        for value in values.into_iter().rev() {
            if let Some(new) = turned_value(value, &holds, turn, size) {
                text.splice(value.start..value.start + value.raw().len(), new);
                changed = true;
            }
        }
    }
    changed.then(|| text.into())
}

fn turned_value(value: Value<'_>, holds: &Holds, turn: Turn, size: Size) -> Option<Vec<u8>> {
    let raw = value.raw();
    let colon = raw.iter().position(|b| *b == b':');
    match holds {
        Holds::Size => {
            let (new, text) = (turn.size(size), std::str::from_utf8(raw).ok()?);
            (new != size && text.contains([':', 'x', 'X']))
                .then(|| format!("{}:{}", new.width(), new.height()).into_bytes())
        }
        Holds::Labels => {
            let (at, label) = raw.split_at(colon?);
            Some([turned_point(at, turn, size)?.as_slice(), label].concat())
        }
        Holds::Points { rectangles } => {
            let Some(colon) = colon else { return turned_point(raw, turn, size) };
            let (one, other) = (raw.get(..colon)?, raw.get(colon + 1..)?);
            match rectangles {
                true => turned_rectangle(one, other, turn, size),
                false => Some([turned_point(one, turn, size)?, turned_point(other, turn, size)?].join(&b':')),
            }
        }
    }
}

/// A point between blanks, which stay.
fn turned_point(raw: &[u8], turn: Turn, size: Size) -> Option<Vec<u8>> {
    let name = raw.trim_ascii();
    let at = Point::from_sgf(name).filter(|at| size.contains(*at))?;
    let before = raw.len() - raw.trim_ascii_start().len();
    let after = before + name.len();
    let new = turn.point(at, size).to_sgf();
    Some([raw.get(..before)?, new.as_slice(), raw.get(after..)?].concat())
}

/// The first corner is the upper left one.
fn turned_rectangle(one: &[u8], other: &[u8], turn: Turn, size: Size) -> Option<Vec<u8>> {
    let corner = |raw: &[u8]| Point::from_sgf(raw.trim_ascii()).filter(|at| size.contains(*at));
    let (a, b) = (turn.point(corner(one)?, size), turn.point(corner(other)?, size));
    let first = Point::new(a.x.min(b.x), a.y.min(b.y));
    let last = Point::new(a.x.max(b.x), a.y.max(b.y));
    Some([first.to_sgf(), last.to_sgf()].join(&b':'))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn turned_file(file: &str, turn: Turn) -> String {
        let mut file = read(file.as_bytes()).unwrap();
        file.turn(turn);
        String::from_utf8(file.write()).unwrap()
    }

    #[test]
    fn every_point_of_every_node_is_turned() {
        let file =
            "(;SZ[5:3]AB[aa:bb] [ec]\n;B[ab]C[ab](;W[tt]LB[ab:ab]AR[aa:ba]XX[aa])(;W[]DD[]TW[zz][ca]))";
        let half =
            "(;SZ[5:3]AB[db:ec] [aa]\n;B[eb]C[ab](;W[tt]LB[eb:ab]AR[ec:dc]XX[aa])(;W[]DD[]TW[zz][cc]))";
        assert_eq!(turned_file(file, Turn::Half), half);
        let quarter =
            "(;SZ[3:5]AB[ba:cb] [ae]\n;B[ba]C[ab](;W[tt]LB[ba:ab]AR[ca:cb]XX[aa])(;W[]DD[]TW[zz][cc]))";
        assert_eq!(turned_file(file, Turn::Quarter), quarter);
        assert_eq!(turned_file(quarter, Turn::ThreeQuarters), file);
    }

    #[test]
    fn turns_add_up() {
        for (width, height) in [(19, 19), (5, 3), (1, 52)] {
            let size = Size::new(width, height).unwrap();
            for at in size.points() {
                let quarter = Turn::Quarter.point(at, size);
                let turned = Turn::Quarter.size(size);
                assert!(turned.contains(quarter));
                assert_eq!(Turn::Quarter.point(quarter, turned), Turn::Half.point(at, size));
                assert_eq!(Turn::ThreeQuarters.point(quarter, turned), at);
            }
        }
    }

    #[test]
    fn games_other_than_go_are_left_alone() {
        let file = "(;GM[6]B[65aabb])(;GM[1]SZ[9];B[aa])";
        assert_eq!(turned_file(file, Turn::Half), "(;GM[6]B[65aabb])(;GM[1]SZ[9];B[ii])");
    }
}
