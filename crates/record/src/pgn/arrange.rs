//! The games of a file in another order, with one added or left out. Every other game keeps its bytes, and so does the
//! text between games, unless it is only blank lines around a game that is left out.

use std::fmt;

use super::file::Pgn;
use super::game::Game;
use super::index::Index;
use crate::encodings::DoesNotFit;

/// Why the games of a file were not rearranged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrangeError {
    /// A file keeps at least one game.
    OnlyGame,
    NoSuchGame,
    /// A game has neither tags nor a result, so it would become a part of the one before or after it.
    RunsTogether,
    DoesNotFit(DoesNotFit),
}

impl fmt::Display for ArrangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrangeError::OnlyGame => f.write_str("this is the only game of the file"),
            ArrangeError::NoSuchGame => f.write_str("there is no such game in the file"),
            ArrangeError::RunsTogether => {
                f.write_str("a game without tags and result would run into the next one")
            }
            ArrangeError::DoesNotFit(lacks) => lacks.fmt(f),
        }
    }
}

impl std::error::Error for ArrangeError {}

/// A file as text between games and games: one gap more than games.
struct Slots<'a> {
    gaps: Vec<&'a [u8]>,
    games: Vec<&'a [u8]>,
}

impl Slots<'_> {
    fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for (at, gap) in self.gaps.iter().enumerate() {
            text.extend_from_slice(gap);
            text.extend_from_slice(self.games.get(at).copied().unwrap_or_default());
        }
        text
    }
}

/// The file must have no pending changes: it was read from what a record would write.
impl Pgn {
    pub(crate) fn with_game_moved(&self, from: usize, to: usize) -> Result<Pgn, ArrangeError> {
        let mut slots = self.slots();
        if from.max(to) >= slots.games.len() {
            return Err(ArrangeError::NoSuchGame);
        }
        let game = slots.games.remove(from);
        slots.games.insert(to, game);
        self.rearranged(slots.text(), &slots.games)
    }

    pub(crate) fn without_game(&self, at: usize) -> Result<Pgn, ArrangeError> {
        let mut slots = self.slots();
        match slots.games.len() {
            1 => return Err(ArrangeError::OnlyGame),
            games if at >= games => return Err(ArrangeError::NoSuchGame),
            _ => drop(slots.games.remove(at)),
        }
        let after = slots.gaps.remove(at + 1);
        let before = slots.gaps.get(at).copied().unwrap_or_default();
        let joined = match (is_blank(before), is_blank(after)) {
            // The file keeps its beginning and its end.
            (true, true) if at == 0 => before.to_vec(),
            (true, true) => after.to_vec(),
            (true, false) if at > 0 => after.to_vec(),
            (false, true) => before.to_vec(),
            _ => [before, after].concat(),
        };
        if let Some(gap) = slots.gaps.get_mut(at) {
            *gap = &joined;
        }
        self.rearranged(slots.text(), &slots.games)
    }

    pub(crate) fn with_game_added(&self, at: usize, game: &Game) -> Result<Pgn, ArrangeError> {
        let mut slots = self.slots();
        let line_break = self.line_break();
        let written = game.export_in(self.charset()).map_err(ArrangeError::DoesNotFit)?;
        let written = with_line_breaks(&written, line_break);
        let blank_line = line_break.repeat(2).into_bytes();
        let (at, games) = (at.min(slots.games.len()), slots.games.len());
        let before = slots.gaps.get(at).copied().unwrap_or_default();
        let before = if at == 0 { before.to_vec() } else { with_blank_line(before, line_break) };
        let after = if at < games { blank_line } else { line_break.as_bytes().to_vec() };
        if let Some(gap) = slots.gaps.get_mut(at) {
            *gap = &before;
        }
        slots.gaps.insert(at + 1, &after);
        slots.games.insert(at, &written);
        self.rearranged(slots.text(), &slots.games)
    }

    fn slots(&self) -> Slots<'_> {
        let (text, extents) = (self.source(), self.extents());
        let starts = extents.iter().map(|extent| extent.start).chain([text.len()]);
        let ends = [0].into_iter().chain(extents.iter().map(|extent| extent.end));
        let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        Slots {
            gaps: ends.zip(starts).map(|(from, to)| part(from, to)).collect(),
            games: extents.iter().map(|extent| part(extent.start, extent.end)).collect(),
        }
    }

    /// The file with another text, if the games in it are these.
    fn rearranged(&self, text: Vec<u8>, games: &[&[u8]]) -> Result<Pgn, ArrangeError> {
        let index = Index::read(&text);
        let found = index.games.iter().map(|extent| text.get(extent.start..extent.end).unwrap_or_default());
        match found.eq(games.iter().copied()) {
            true => Ok(self.with_source(text, index)),
            false => Err(ArrangeError::RunsTogether),
        }
    }

    fn line_break(&self) -> &'static str {
        let text = self.source();
        match memchr::memchr2(b'\r', b'\n', text).map(|n| (text.get(n), text.get(n + 1))) {
            Some((Some(b'\r'), Some(b'\n'))) => "\r\n",
            Some((Some(b'\r'), _)) => "\r",
            _ => "\n",
        }
    }
}

fn is_blank(gap: &[u8]) -> bool {
    gap.iter().all(u8::is_ascii_whitespace)
}

/// With as many line breaks as are missing for a blank line at its end.
fn with_blank_line(gap: &[u8], line_break: &str) -> Vec<u8> {
    let end = gap.iter().rev().take_while(|byte| byte.is_ascii_whitespace());
    let broken = end.filter(|byte| Some(**byte) == line_break.as_bytes().last().copied()).count();
    [gap, line_break.repeat(2_usize.saturating_sub(broken)).as_bytes()].concat()
}

fn with_line_breaks(written: &[u8], line_break: &str) -> Vec<u8> {
    if line_break == "\n" || written.contains(&b'\r') {
        return written.to_vec();
    }
    let lines: Vec<&[u8]> = written.split(|byte| *byte == b'\n').collect();
    lines.join(line_break.as_bytes())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: &str = "% head\n[White \"Ann\"]\n\n1. e4   e5 *\n\n[White \"Bob\"]\n\n1. d4 {x} *\n\nprose\n\n[White \"Cy\"]\n\n1. c4 *\n";

    fn file(text: &str) -> Pgn {
        Pgn::read(text.as_bytes().to_vec())
    }

    fn text(file: &Pgn) -> String {
        String::from_utf8(file.write()).unwrap()
    }

    fn names(file: &Pgn) -> Vec<String> {
        (0..file.len()).filter_map(|n| file.tag(n, "White").map(|name| name.into_owned())).collect()
    }

    #[test]
    fn games_change_places_and_the_text_between_them_stays() {
        let moved = file(FILE).with_game_moved(2, 0).unwrap();
        assert_eq!(
            text(&moved),
            "% head\n[White \"Cy\"]\n\n1. c4 *\n\n[White \"Ann\"]\n\n1. e4   e5 *\n\nprose\n\n[White \"Bob\"]\n\n1. d4 {x} *\n"
        );
        assert_eq!(text(&moved.with_game_moved(0, 2).unwrap()), FILE);
        assert_eq!(file(FILE).with_game_moved(0, 3).unwrap_err(), ArrangeError::NoSuchGame);
    }

    #[test]
    fn a_deleted_game_leaves_no_hole_and_takes_no_text_with_it() {
        let deleted = |at| text(&file(FILE).without_game(at).unwrap());
        assert_eq!(
            deleted(0),
            "% head\n[White \"Bob\"]\n\n1. d4 {x} *\n\nprose\n\n[White \"Cy\"]\n\n1. c4 *\n"
        );
        assert_eq!(
            deleted(1),
            "% head\n[White \"Ann\"]\n\n1. e4   e5 *\n\nprose\n\n[White \"Cy\"]\n\n1. c4 *\n"
        );
        assert_eq!(
            deleted(2),
            "% head\n[White \"Ann\"]\n\n1. e4   e5 *\n\n[White \"Bob\"]\n\n1. d4 {x} *\n\nprose\n\n"
        );
        let two = "[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 *\n";
        assert_eq!(text(&file(two).without_game(0).unwrap()), "[White \"Bob\"]\n\n1. d4 *\n");
        assert_eq!(text(&file(two).without_game(1).unwrap()), "[White \"Ann\"]\n\n1. e4 *\n");
        assert_eq!(file("1. e4 *").without_game(0).unwrap_err(), ArrangeError::OnlyGame);
    }

    #[test]
    fn a_game_is_added_anywhere_with_the_line_breaks_of_the_file() {
        let game = Game::read("[White \"New\"]\n\n1. f4 *").unwrap();
        for at in 0..=3 {
            let added = file(FILE).with_game_added(at, &game).unwrap();
            let mut expected = vec!["Ann", "Bob", "Cy"];
            expected.insert(at, "New");
            assert_eq!(names(&added), expected);
            assert_eq!(text(&added.without_game(at).unwrap()), FILE, "{at}");
        }
        let bare = file("[White \"Ann\"]\r\n\r\n1. e4 *").with_game_added(1, &game).unwrap();
        assert!(!text(&bare).replace("\r\n", "").contains('\n'), "{:?}", text(&bare));
        assert!(text(&bare).starts_with("[White \"Ann\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"?\"]\r\n"));
    }

    #[test]
    fn games_that_would_run_together_stay_where_they_are() {
        let odd = "[White \"Ann\"]\n\n1. e4 *\n\n1. d4 d5 *\n\n[White \"Bob\"]\n\n1. c4";
        assert_eq!(file(odd).with_game_moved(2, 1).unwrap_err(), ArrangeError::RunsTogether);
        assert!(file(odd).with_game_moved(2, 0).is_ok_and(|file| file.len() == 3));
    }

    proptest! {
        #[test]
        fn other_games_keep_their_bytes(parts in prop::collection::vec(0..5_usize, 2..7), at in 0..7_usize, to in 0..7_usize) {
            const GAMES: [&str; 5] = [
                "[White \"A\"]\n\n1. e4 *\n\n", "1. d4 {a\n[b \"c\"]} 1-0\n", "[White \"B\"]\r\n\r\n1. c4 (1. d4\r\n\r\n",
                "prose\n\n[White \"C\"]\n", "% x\n[White \"D\"]\n\n1. h9 ; y\n*\n",
            ];
            let whole: String = parts.iter().filter_map(|part| GAMES.get(*part)).copied().collect();
            let before = file(&whole);
            let texts = |file: &Pgn| (0..file.len()).filter_map(|n| file.text(n).map(|text| text.into_owned())).collect::<Vec<_>>();
            let mut expected = texts(&before);
            if let Ok(after) = before.without_game(at) {
                expected.remove(at);
                prop_assert_eq!(texts(&after), expected.clone());
            }
            let mut expected = texts(&before);
            if let Ok(after) = before.with_game_moved(at, to) {
                let game = expected.remove(at);
                expected.insert(to, game);
                prop_assert_eq!(texts(&after), expected);
            }
        }
    }
}
