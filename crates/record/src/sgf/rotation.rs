//! Rotates games: every point of every node, in moves, set-up, marks, labels, arrows and rectangles.

use std::sync::Arc;

use rules::go::{Point, Size};

use super::node::{Node, Property, Value};
use super::{Collection, GameKind};
use crate::tree::NodeId;

/// Clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rotation {
    Quarter,
    Half,
    ThreeQuarters,
}

impl Rotation {
    pub fn from_degrees(degrees: u32) -> Option<Rotation> {
        match degrees {
            90 => Some(Rotation::Quarter),
            180 => Some(Rotation::Half),
            270 => Some(Rotation::ThreeQuarters),
            _ => None,
        }
    }

    pub fn size(self, size: Size) -> Size {
        match self {
            Rotation::Half => size,
            Rotation::Quarter | Rotation::ThreeQuarters => {
                Size::new(size.height().into(), size.width().into()).unwrap_or(size)
            }
        }
    }

    /// The rotated point of a board of this size; points off the board stay.
    pub fn point(self, at: Point, size: Size) -> Point {
        if !size.contains(at) {
            return at;
        }
        let (right, bottom) = (size.width() - 1 - at.x, size.height() - 1 - at.y);
        match self {
            Rotation::Quarter => Point::new(bottom, at.x),
            Rotation::Half => Point::new(right, bottom),
            Rotation::ThreeQuarters => Point::new(at.y, right),
        }
    }
}

/// How the values of a property contain points.
enum PointValues {
    /// One, or a rectangle of them, or two joined by a colon.
    Points { rectangles: bool },
    /// One before a colon.
    Labels,
    /// The size of the board.
    Size,
}

fn point_values(property: Property<'_>) -> Option<PointValues> {
    const LISTS: [&str; 14] =
        ["AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW", "M", "L"];
    // The properties of simultaneous Go.
    const OWN: [&str; 4] = ["SGB", "SGW", "SGR", "SGD"];
    let is = |names: &[&str]| names.iter().any(|name| property.means(name));
    match () {
        () if is(&["B", "W"]) || is(&LISTS) || is(&OWN) => Some(PointValues::Points { rectangles: true }),
        () if is(&["AR", "LN"]) => Some(PointValues::Points { rectangles: false }),
        () if is(&["LB"]) => Some(PointValues::Labels),
        () if is(&["SZ"]) => Some(PointValues::Size),
        () => None,
    }
}

impl Collection {
    /// Rotates every Go game of the file. Values that are not points of the board stay.
    pub fn rotate(&mut self, rotation: Rotation) {
        for root in self.games.clone() {
            if self.kind(root) == GameKind::Go {
                let size = self.node(root).size();
                let nodes: Vec<NodeId> = self.tree().preorder(root).collect();
                nodes.into_iter().for_each(|node| self.rotate_node(node, rotation, size));
            }
        }
    }

    fn rotate_node(&mut self, node: NodeId, rotation: Rotation, size: Size) {
        if let Some(text) = rotated(self.node(node), rotation, size) {
            self.set_edited_text(node, Some(text));
        }
    }
}

fn rotated(node: Node<'_>, rotation: Rotation, size: Size) -> Option<Arc<[u8]>> {
    let mut text = node.raw().to_vec();
    let mut changed = false;
    // From the end backwards, so that offsets before a change stay valid.
    let properties: Vec<_> = node.properties().filter_map(|p| Some((p, point_values(p)?))).collect();
    for (property, point_values) in properties.into_iter().rev() {
        let values: Vec<_> = property.values().collect();
        for value in values.into_iter().rev() {
            if let Some(new) = rotated_value(value, &point_values, rotation, size) {
                text.splice(value.start..value.start + value.raw().len(), new);
                changed = true;
            }
        }
    }
    changed.then(|| text.into())
}

fn rotated_value(
    value: Value<'_>,
    point_values: &PointValues,
    rotation: Rotation,
    size: Size,
) -> Option<Vec<u8>> {
    let raw = value.raw();
    let colon = raw.iter().position(|b| *b == b':');
    match point_values {
        PointValues::Size => {
            let (new, text) = (rotation.size(size), std::str::from_utf8(raw).ok()?);
            (new != size && text.contains([':', 'x', 'X']))
                .then(|| format!("{}:{}", new.width(), new.height()).into_bytes())
        }
        PointValues::Labels => {
            let (at, label) = raw.split_at(colon?);
            Some([rotated_point(at, rotation, size)?.as_slice(), label].concat())
        }
        PointValues::Points { rectangles } => {
            let Some(colon) = colon else { return rotated_point(raw, rotation, size) };
            let (one, other) = (raw.get(..colon)?, raw.get(colon + 1..)?);
            match rectangles {
                true => rotated_rectangle(one, other, rotation, size),
                false => Some(
                    [rotated_point(one, rotation, size)?, rotated_point(other, rotation, size)?].join(&b':'),
                ),
            }
        }
    }
}

/// A point between blanks, which are kept.
fn rotated_point(raw: &[u8], rotation: Rotation, size: Size) -> Option<Vec<u8>> {
    let name = raw.trim_ascii();
    let at = Point::from_sgf(name).filter(|at| size.contains(*at))?;
    let before = raw.len() - raw.trim_ascii_start().len();
    let after = before + name.len();
    let new = rotation.point(at, size).to_sgf();
    Some([raw.get(..before)?, new.as_slice(), raw.get(after..)?].concat())
}

/// The first corner is the upper left one.
fn rotated_rectangle(one: &[u8], other: &[u8], rotation: Rotation, size: Size) -> Option<Vec<u8>> {
    let corner = |raw: &[u8]| Point::from_sgf(raw.trim_ascii()).filter(|at| size.contains(*at));
    let (a, b) = (rotation.point(corner(one)?, size), rotation.point(corner(other)?, size));
    let first = Point::new(a.x.min(b.x), a.y.min(b.y));
    let last = Point::new(a.x.max(b.x), a.y.max(b.y));
    Some([first.to_sgf(), last.to_sgf()].join(&b':'))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn rotated_file(file: &str, rotation: Rotation) -> String {
        let mut file = read(file.as_bytes()).unwrap();
        file.rotate(rotation);
        String::from_utf8(file.write()).unwrap()
    }

    #[test]
    fn every_point_of_every_node_is_turned() {
        let file =
            "(;SZ[5:3]AB[aa:bb] [ec]\n;B[ab]C[ab](;W[tt]LB[ab:ab]AR[aa:ba]XX[aa])(;W[]DD[]TW[zz][ca]))";
        let half =
            "(;SZ[5:3]AB[db:ec] [aa]\n;B[eb]C[ab](;W[tt]LB[eb:ab]AR[ec:dc]XX[aa])(;W[]DD[]TW[zz][cc]))";
        assert_eq!(rotated_file(file, Rotation::Half), half);
        let quarter =
            "(;SZ[3:5]AB[ba:cb] [ae]\n;B[ba]C[ab](;W[tt]LB[ba:ab]AR[ca:cb]XX[aa])(;W[]DD[]TW[zz][cc]))";
        assert_eq!(rotated_file(file, Rotation::Quarter), quarter);
        assert_eq!(rotated_file(quarter, Rotation::ThreeQuarters), file);
    }

    #[test]
    fn turns_add_up() {
        for (width, height) in [(19, 19), (5, 3), (1, 52)] {
            let size = Size::new(width, height).unwrap();
            for at in size.points() {
                let quarter = Rotation::Quarter.point(at, size);
                let rotated = Rotation::Quarter.size(size);
                assert!(rotated.contains(quarter));
                assert_eq!(Rotation::Quarter.point(quarter, rotated), Rotation::Half.point(at, size));
                assert_eq!(Rotation::ThreeQuarters.point(quarter, rotated), at);
            }
        }
    }

    #[test]
    fn games_other_than_go_are_left_alone() {
        let file = "(;GM[6]B[65aabb])(;GM[1]SZ[9];B[aa])";
        assert_eq!(rotated_file(file, Rotation::Half), "(;GM[6]B[65aabb])(;GM[1]SZ[9];B[ii])");
    }
}
