//! Commands inside comments: arrows and coloured squares, clocks, evaluations, and any other `[%name value]`.

use std::fmt;
use std::time::Duration;

use rules::chess::Square;

/// One `[%name value]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.name, self.value) {
            (name, "") => write!(f, "[%{name}]"),
            (name, value) => write!(f, "[%{name} {value}]"),
        }
    }
}

/// The colour of an arrow or a square, by its letter in files. Lichess draws the first four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    Green,
    Red,
    Blue,
    Yellow,
    Cyan,
    Magenta,
}

impl Brush {
    pub const ALL: [Brush; 6] =
        [Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow, Brush::Cyan, Brush::Magenta];

    pub fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Blue => 'B',
            Brush::Yellow => 'Y',
            Brush::Cyan => 'C',
            Brush::Magenta => 'M',
        }
    }

    pub fn from_letter(letter: char) -> Option<Brush> {
        Brush::ALL.into_iter().find(|brush| brush.letter() == letter.to_ascii_uppercase())
    }
}

/// An arrow, or a coloured square if it has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub brush: Brush,
    pub from: Square,
    pub to: Option<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// For White, in hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves, for White if positive.
    Mate(i32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eval {
    pub score: Score,
    pub depth: Option<u32>,
}

/// The commands of a comment, in order.
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    comment_parts(comment).filter_map(|piece| match piece {
        CommentPart::Command(command) => Some(command),
        CommentPart::Text(_) => None,
    })
}

/// The comment without its commands.
pub fn comment_text(comment: &str) -> String {
    let texts = comment_parts(comment).filter_map(|piece| match piece {
        CommentPart::Text(text) => Some(text.trim()),
        CommentPart::Command(_) => None,
    });
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The comment without the commands of these names; everything else stays as it is.
pub(super) fn without_commands(comment: &str, is_left_out: impl Fn(&str) -> bool) -> String {
    let mut kept = String::with_capacity(comment.len());
    for part in comment_parts(comment) {
        match part {
            CommentPart::Text(text) if kept.ends_with(char::is_whitespace) || kept.is_empty() => {
                kept.push_str(text.trim_start_matches(' '));
            }
            CommentPart::Text(text) => kept.push_str(text),
            CommentPart::Command(command) if is_left_out(command.name) => {}
            CommentPart::Command(command) => kept.push_str(&command.to_string()),
        }
    }
    kept
}

/// Whether these commands are arrows or squares.
pub(super) fn is_shapes(name: &str) -> bool {
    matches!(name, "cal" | "csl")
}

enum CommentPart<'a> {
    Text(&'a str),
    Command(Command<'a>),
}

fn comment_parts(comment: &str) -> impl Iterator<Item = CommentPart<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((command, after)) = read_command(rest) {
            rest = after;
            return Some(CommentPart::Command(command));
        }
        let from = rest.strip_prefix('[').map_or(0, |_| 1);
        let next = rest.get(from..).and_then(|r| r.find("[%")).map_or(rest.len(), |n| n + from);
        let (text, after) = rest.split_at(next);
        rest = after;
        Some(CommentPart::Text(text))
    })
}

/// A value contains no bracket: in `[%cal [%clk 0:01:00]` the first command was not finished, and the second counts.
fn read_command(text: &str) -> Option<(Command<'_>, &str)> {
    let (inner, after) =
        text.strip_prefix("[%")?.split_once(']').filter(|(inner, _)| !inner.contains('['))?;
    let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some((Command { name, value: value.trim() }, after))
}

impl Command<'_> {
    /// The shapes of `cal` and `csl`; unreadable ones are left out.
    pub fn shapes(&self) -> Vec<Shape> {
        let is_arrow = match self.name {
            "cal" => true,
            "csl" => false,
            _ => return Vec::new(),
        };
        let words = self.value.split(',').map(str::trim);
        words.filter_map(read_shape).filter(|shape| shape.to.is_some() == is_arrow).collect()
    }

    /// `clk` and `emt`: `h:mm:ss`, with or without tenths.
    pub fn duration(&self) -> Option<Duration> {
        let mut seconds = 0.0;
        for part in self.value.split(':') {
            let part: f64 = part.trim().parse().ok().filter(|part| (0.0..1e6).contains(part))?;
            seconds = seconds * 60.0 + part;
        }
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// `eval`: `0.35`, `-1.20,22`, `#-3`.
    pub fn eval(&self) -> Option<Eval> {
        let mut parts = self.value.split(',').map(str::trim);
        let score = parts.next()?;
        let score = match score.strip_prefix('#') {
            Some(moves) => Score::Mate(moves.parse().ok()?),
            None => {
                let pawns: f64 = score.parse().ok().filter(|pawns: &f64| pawns.abs() < 1e6)?;
                Score::Centipawns((pawns * 100.0).round() as i32)
            }
        };
        Some(Eval { score, depth: parts.next().and_then(|depth| depth.parse().ok()) })
    }
}

fn read_shape(word: &str) -> Option<Shape> {
    let brush = Brush::from_letter(word.chars().next()?)?;
    let square = |text: &str| Square::from_ascii(text.as_bytes()).ok();
    let squares = word.get(1..)?;
    match squares.len() {
        2 => Some(Shape { brush, from: square(squares)?, to: None }),
        4 => Some(Shape { brush, from: square(squares.get(..2)?)?, to: Some(square(squares.get(2..)?)?) }),
        _ => None,
    }
}

/// Shapes as commands in a comment: circles first, then arrows.
pub(super) fn write_shapes(shapes: &[Shape]) -> Vec<String> {
    let list = |name: &str, is_arrow: bool| {
        let words: Vec<String> =
            shapes.iter().filter(|shape| shape.to.is_some() == is_arrow).map(write_shape).collect();
        (!words.is_empty()).then(|| format!("[%{name} {}]", words.join(",")))
    };
    list("csl", false).into_iter().chain(list("cal", true)).collect()
}

fn write_shape(shape: &Shape) -> String {
    let to = shape.to.map_or(String::new(), |to| to.to_string());
    format!("{}{}{to}", shape.brush.letter(), shape.from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_text_and_commands() {
        let comment = " Strong [%cal Ge2e4,Rd7d5,Xa1a2,Ga1] [%csl Ye4,Mh8][%clk 0:10:05.5][%eval 0.35,22] [x] [%odd] now ";
        assert_eq!(comment_text(comment), "Strong [x] now");
        let names: Vec<_> = commands(comment).map(|command| command.name).collect();
        assert_eq!(names, ["cal", "csl", "clk", "eval", "odd"]);
        let all: Vec<_> = commands(comment).collect();
        assert_eq!(write_shapes(&all[0].shapes()), ["[%cal Ge2e4,Rd7d5]"]);
        assert_eq!(write_shapes(&all[1].shapes()), ["[%csl Ye4,Mh8]"]);
        assert_eq!(all[2].duration(), Some(Duration::from_millis(605_500)));
        assert_eq!(all[3].eval(), Some(Eval { score: Score::Centipawns(35), depth: Some(22) }));
    }

    #[test]
    fn evaluations_are_for_white_and_may_be_mate() {
        let table = [
            ("-1.2", Some(Score::Centipawns(-120))),
            ("#-3", Some(Score::Mate(-3))),
            ("#4", Some(Score::Mate(4))),
            ("much", None),
            ("NaN", None),
        ];
        for (value, score) in table {
            assert_eq!(Command { name: "eval", value }.eval().map(|e| e.score), score, "{value}");
        }
    }

    #[test]
    fn incomplete_commands_are_text() {
        for text in ["[%", "[%]", "[% clk]", "[%clk 0:1", "[[%"] {
            assert_eq!(commands(text).count(), 0, "{text}");
        }
        assert_eq!(comment_text("a [%clk"), "a [%clk");
        let unfinished = "a [%csl Ge [%clk 0:01:00]";
        assert_eq!(comment_text(unfinished), "a [%csl Ge");
        assert_eq!(
            commands(unfinished).map(|command| command.to_string()).collect::<String>(),
            "[%clk 0:01:00]"
        );
    }

    #[test]
    fn commands_are_left_out_by_name() {
        for (comment, left) in [
            ("a [%csl Ge4] b", "a b"),
            ("[%cal Ge2e4][%clk 0:01:00]  c", "[%clk 0:01:00]  c"),
            ("two\n [%csl Ge4]\n lines", "two\n \n lines"),
            ("[%csl Ge4", "[%csl Ge4"),
        ] {
            assert_eq!(without_commands(comment, is_shapes), left, "{comment}");
        }
    }
}
