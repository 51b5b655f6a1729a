//! The content of a node, parsed on demand: properties by name or meaning, values as text, numbers and points.

use std::borrow::Cow;

use rules::go::{Color, Move, Point, Size};

use super::charset::Charset;
use super::lex::{self, NodePart, Wide};
use super::points::{self, PointSet};
use super::text;

/// The text of one node, `;B[pd]C[good]`, as in the file or as edited.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) charset: Charset,
    pub(crate) wide: Wide,
}

#[derive(Clone, Copy, Debug)]
pub struct Property<'a> {
    node: Node<'a>,
    pub(crate) start: usize,
    values: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    raw: &'a [u8],
    charset: Charset,
    /// Its offset in the text of its node.
    pub(crate) start: usize,
}

impl<'a> Node<'a> {
    pub fn raw(self) -> &'a [u8] {
        self.bytes
    }

    pub fn properties(self) -> impl Iterator<Item = Property<'a>> {
        let mut at = usize::from(self.bytes.first() == Some(&b';'));
        std::iter::from_fn(move || {
            loop {
                let part = lex::node_part(self.bytes, at, self.wide)?;
                at = part.end();
                if let NodePart::Property { start, values, end, .. } = part {
                    return Some(Property { node: self, start, values, end });
                }
            }
        })
    }

    /// All properties with that meaning: `AB` also finds `AddBlack`.
    pub fn all<'n>(self, meaning: &'n str) -> impl Iterator<Item = Property<'a>> + use<'a, 'n> {
        self.properties().filter(move |p| p.means(meaning))
    }

    pub fn has(self, meaning: &str) -> bool {
        self.all(meaning).next().is_some()
    }

    /// The values of all properties with that meaning.
    pub fn values<'n>(self, meaning: &'n str) -> impl Iterator<Item = Value<'a>> + use<'a, 'n> {
        self.all(meaning).flat_map(Property::values)
    }

    pub fn value(self, meaning: &str) -> Option<Value<'a>> {
        self.values(meaning).next()
    }

    /// Multi-line text. If a file has the property twice, both texts are joined.
    pub fn text(self, meaning: &str) -> Option<String> {
        let mut parts = self.values(meaning).map(Value::text);
        let first = parts.next()?.into_owned();
        Some(parts.fold(first, |all, part| all + "\n" + &part))
    }

    pub fn simple_text(self, meaning: &str) -> Option<String> {
        self.value(meaning).map(|value| value.simple_text().into_owned())
    }

    pub fn number(self, meaning: &str) -> Option<f64> {
        self.value(meaning).and_then(Value::number)
    }

    pub fn integer(self, meaning: &str) -> Option<i64> {
        self.value(meaning).and_then(Value::integer)
    }

    /// 1 for normal, 2 for "very": TE, BM, GB, GW, DM, UC, HO.
    pub fn emphasis(self, meaning: &str) -> Option<u8> {
        self.value(meaning).map(|v| if v.integer() == Some(2) { 2 } else { 1 })
    }

    /// Each point once, rectangles expanded.
    pub fn points(self, meaning: &str, size: Size) -> Vec<Point> {
        let mut seen = PointSet::new();
        let mut all = Vec::new();
        for value in self.values(meaning) {
            points::expand(&value.decoded(), size, &mut seen, |p| all.push(p));
        }
        all
    }

    /// Moves in file order; `None` if the value is not a point of the board.
    pub fn moves(self, size: Size) -> impl Iterator<Item = (Color, Option<Move>)> + use<'a> {
        self.properties().filter_map(move |p| {
            let color = p.move_color()?;
            Some((color, p.values().next().and_then(|v| v.move_on(size))))
        })
    }

    /// SZ, as far as it can be read; 19 by 19 otherwise.
    pub fn size(self) -> Size {
        let size = self.value("SZ").and_then(|v| points::read_size(&v.decoded()));
        size.unwrap_or(Size::NINETEEN)
    }

    pub fn has_move(self) -> bool {
        self.properties().any(|p| p.move_color().is_some())
    }

    pub fn has_setup(self) -> bool {
        self.properties().any(Property::is_setup)
    }
}

impl<'a> Property<'a> {
    pub(crate) fn new(node: Node<'a>, start: usize, values: usize, end: usize) -> Property<'a> {
        Property { node, start, values, end }
    }

    /// The node's whole text.
    pub(crate) fn text(self) -> &'a [u8] {
        self.node.bytes
    }

    /// As written in the file.
    pub fn name(self) -> &'a str {
        let raw = self.node.bytes.get(self.start..self.values).unwrap_or_default();
        std::str::from_utf8(raw.trim_ascii_end()).unwrap_or_default()
    }

    /// The name without its lower-case letters, as in FF[1] to FF[3]: `GaMe` is GM. A name in lower case only is read
    /// as upper case.
    pub fn meaning(self) -> String {
        let name = self.name();
        match name.chars().any(|c| c.is_ascii_uppercase()) {
            true => name.chars().filter(|c| !c.is_ascii_lowercase()).collect(),
            false => name.to_ascii_uppercase(),
        }
    }

    pub fn means(self, meaning: &str) -> bool {
        let name = self.name();
        if name.len() == meaning.len() && name == meaning {
            return true;
        }
        name.bytes().any(|b| b.is_ascii_lowercase()) && self.meaning() == meaning
    }

    pub fn values(self) -> impl Iterator<Item = Value<'a>> {
        let Node { bytes, charset, wide } = self.node;
        let mut at = self.values;
        std::iter::from_fn(move || {
            let open = lex::skip_space(bytes, at);
            if open >= self.end || bytes.get(open) != Some(&b'[') {
                return None;
            }
            let close = lex::value_end(bytes, open + 1, wide);
            at = close + 1;
            Some(Value { raw: bytes.get(open + 1..close)?, charset, start: open + 1 })
        })
    }

    pub fn raw(self) -> &'a [u8] {
        self.node.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// AB, AW or AE.
    pub fn is_setup(self) -> bool {
        ["AB", "AW", "AE"].iter().any(|meaning| self.means(meaning))
    }

    /// The colour of a move property.
    pub fn move_color(self) -> Option<Color> {
        match () {
            () if self.means("B") => Some(Color::Black),
            () if self.means("W") => Some(Color::White),
            () => None,
        }
    }
}

impl<'a> Value<'a> {
    pub fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// Decoded, but still escaped.
    pub fn decoded(self) -> Cow<'a, str> {
        self.charset.decode(self.raw).0
    }

    /// Whether all its bytes are valid in the file's charset.
    pub fn is_intact(self) -> bool {
        !self.charset.decode(self.raw).1
    }

    pub fn text(self) -> Cow<'a, str> {
        mapped(self.decoded(), text::text)
    }

    pub fn simple_text(self) -> Cow<'a, str> {
        mapped(self.decoded(), text::simple_text)
    }

    /// Both halves of a composed value.
    pub fn pair(self) -> Option<(String, String)> {
        let whole = self.decoded();
        let (left, right) = text::split(&whole)?;
        Some((text::simple_text(left).into_owned(), text::simple_text(right).into_owned()))
    }

    /// `6.5`, `6,5`, ` 6.5 points `.
    pub fn number(self) -> Option<f64> {
        let text = self.decoded().trim().replace(',', ".");
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
        let end = text.find(|c| !digits(c)).unwrap_or(text.len());
        text.get(..end)?.parse().ok().filter(|n: &f64| n.is_finite())
    }

    pub fn integer(self) -> Option<i64> {
        self.number().map(|n| n as i64)
    }

    /// Empty is a pass; `tt` is a pass on boards up to 19 by 19 without that point.
    pub fn move_on(self, size: Size) -> Option<Move> {
        points::read_move(&self.decoded(), size)
    }

    /// A point, or those of a rectangle.
    pub fn points(self, size: Size) -> Vec<Point> {
        let mut all = Vec::new();
        points::expand(&self.decoded(), size, &mut PointSet::new(), |p| all.push(p));
        all
    }

    pub fn point(self, size: Size) -> Option<Point> {
        points::read_point(&self.decoded(), size)
    }

    /// Both ends of an arrow or a line.
    pub fn point_pair(self, size: Size) -> Option<(Point, Point)> {
        let (from, to) = self.pair()?;
        Some((points::read_point(&from, size)?, points::read_point(&to, size)?))
    }

    /// A point and its label.
    pub fn labelled_point(self, size: Size) -> Option<(Point, String)> {
        let (at, label) = self.pair()?;
        Some((points::read_point(&at, size)?, label))
    }

    pub(crate) fn is_size(self) -> bool {
        points::read_size(&self.decoded()).is_some()
    }
}

/// Maps a text, and keeps it borrowed if possible.
fn mapped<'a>(text: Cow<'a, str>, change: impl Fn(&str) -> Cow<'_, str>) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(text) => change(text),
        Cow::Owned(text) => Cow::Owned(change(&text).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> Node<'_> {
        Node { bytes: text.as_bytes(), charset: Charset::Utf8, wide: Wide::No }
    }

    #[test]
    fn sizes_and_numbers_are_read_leniently() {
        for (text, width, height) in [
            ("", 19, 19),
            ("SZ[ 9 ]", 9, 9),
            ("SZ[19:13]", 19, 13),
            ("SZ[13x9]", 13, 9),
            ("SiZe[52]", 52, 52),
            ("SZ[0]", 19, 19),
            ("SZ[99]", 19, 19),
            ("SZ[]", 19, 19),
        ] {
            let size = node(text).size();
            assert_eq!((size.width(), size.height()), (width, height), "{text}");
        }
        for (text, komi) in [
            ("KM[6.5]", Some(6.5)),
            ("KM[6,5]", Some(6.5)),
            ("KM[ -3 ]", Some(-3.0)),
            ("KM[0.5 points]", Some(0.5)),
            ("KM[]", None),
            ("KM[none]", None),
            ("KoMi[375]", Some(375.0)),
        ] {
            assert_eq!(node(text).number("KM"), komi, "{text}");
        }
    }

    #[test]
    fn old_long_names_mean_their_capitals() {
        let old = node("White[aa]AddBlack[bb]GaMe[1]KGSDE[x]b[cc]");
        let meanings: Vec<String> = old.properties().map(Property::meaning).collect();
        assert_eq!(meanings, ["W", "AB", "GM", "KGSDE", "B"]);
        assert!(old.has("W") && old.has("AB") && !old.has("DE"));
    }

    #[test]
    fn a_pass_is_empty_or_tt_on_boards_that_lack_the_point() {
        let at = |x, y| Some(Move::Place(Point::new(x, y)));
        for (value, lines, meant) in [
            ("", 19, Some(Move::Pass)),
            ("", 52, Some(Move::Pass)),
            ("tt", 19, Some(Move::Pass)),
            ("tt", 9, Some(Move::Pass)),
            ("tt", 20, at(19, 19)),
            ("Zz", 52, at(51, 25)),
            ("pd", 19, at(15, 3)),
            (" pd\n", 19, at(15, 3)),
            ("pd", 9, None),
            ("p", 19, None),
        ] {
            assert_eq!(points::read_move(value, Size::square(lines).unwrap()), meant, "{value} on {lines}");
        }
    }

    #[test]
    fn rectangles_are_expanded_and_no_point_is_repeated() {
        let points =
            node("AB[aa:bb][bb][db:ca]AddBlack[aa][zz][xx:zz]").points("AB", Size::square(4).unwrap());
        let names: String =
            points.iter().map(|p| String::from_utf8(p.to_sgf().to_vec()).unwrap() + " ").collect();
        assert_eq!(names, "aa ba ab bb ca da cb db ");
    }

    #[test]
    fn texts_of_a_repeated_property_are_joined() {
        assert_eq!(node("C[a]B[aa]C[b][c]").text("C").as_deref(), Some("a\nb\nc"));
        assert_eq!(node("PB[a]PB[b]").simple_text("PB").as_deref(), Some("a"));
    }
}
