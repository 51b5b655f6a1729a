//! Evaluations written into a game that was read, as `[%eval 0.17]` in the comment after the move, as on lichess. Every
//! other byte stays.

use super::charset::Charset;
use super::command::{Eval, Score};
use super::file::Pgn;
use super::game::Game;
use super::notes::{NoteData, NotePlacement, RewrittenNotes, SourceText, Style};
use super::scan::Span;
use crate::editor::EditOf;
use crate::encodings::DoesNotFit;
use crate::tree::NodeId;

const COMMAND: &[u8] = b"[%eval";

/// Bytes of a game that are replaced; an empty range is an insertion.
struct Splice {
    start: usize,
    end: usize,
    text: String,
}

impl Pgn {
    /// Writes these evaluations into one of the games as it was read. A move has one: an earlier one is replaced.
    pub fn put_evals(&mut self, number: usize, evals: &[(NodeId, Eval)]) {
        let Some(game) = self.game(number) else { return };
        let mut splices: Vec<Splice> =
            evals.iter().filter_map(|(node, eval)| splice(&game, *node, eval)).collect();
        splices.sort_by_key(|splice| splice.start);
        self.put([(number, spliced(&game.text, &splices))].into());
    }
}

impl Game {
    /// The edit that writes an evaluation after a move, in place of an earlier one. None for the start of the game.
    pub fn eval_edit(&self, node: NodeId, eval: &Eval) -> Option<EditOf<Game>> {
        if node == self.root {
            return None;
        }
        let notes = self.notes_with_eval(self.entries(node), eval);
        let (_, comment_before) = self.typed_comments(node);
        // The comment as it was typed lacks the command.
        Some(self.notes_edit(node, RewrittenNotes { notes, comment: None, comment_before }))
    }

    fn notes_with_eval(&self, mut notes: Vec<NoteData>, eval: &Eval) -> Vec<NoteData> {
        let command = eval_text(eval);
        let written = |notes: &[NoteData], at: usize| {
            notes.get(at).map(|note| self.string(&note.text).into_owned()).unwrap_or_default()
        };
        let comments: Vec<usize> =
            notes.iter().enumerate().filter(|(_, note)| is_comment(note)).map(|(at, _)| at).collect();
        let there = comments.iter().find_map(|at| {
            let text = written(&notes, *at);
            let (start, end) = command_within(text.as_bytes())?;
            Some((*at, format!("{}{command}{}", text.get(..start)?, text.get(end..)?)))
        });
        let new = there.or_else(|| {
            let at = *comments.first()?;
            let text = written(&notes, at);
            let (brace, rest) = text.split_at_checked(1)?;
            Some((at, format!("{brace}{}{rest}", inserted(&command, rest.as_bytes()))))
        });
        match new {
            Some((at, text)) => {
                if let Some(note) = notes.get_mut(at) {
                    note.text = SourceText::New(text.into());
                }
            }
            None => {
                let text = SourceText::New(format!("{{ {command} }}").into());
                let comment = NoteData { text, style: Style::Braces, placement: NotePlacement::After };
                notes.insert(signs(&notes).count(), comment);
            }
        }
        notes
    }

    /// The game as it was read with its new evaluations, if nothing else differs.
    fn with_evals_only(&self, charset: Charset) -> Option<Vec<u8>> {
        if self.charset != charset || self.has_other_moves_or_tags() {
            return None;
        }
        let mut splices = Vec::new();
        for node in self.edited_nodes() {
            let eval = self.eval(node)?;
            if self.notes_with_eval(self.entries_as_read(node), &eval) != self.entries(node) {
                return None;
            }
            splices.push(splice(self, node, &eval)?);
        }
        splices.sort_by_key(|splice| splice.start);
        Some(spliced(&self.text, &splices))
    }

    /// A changed game as it is written into its file: if only evaluations are new, every other byte stays.
    pub(super) fn changed_text(&self, charset: Charset) -> Result<Vec<u8>, DoesNotFit> {
        match self.with_evals_only(charset) {
            Some(text) => Ok(text),
            None => self.export_in(charset),
        }
    }
}

/// What lichess writes: hundredths without a trailing zero, but always one decimal.
pub(super) fn eval_text(eval: &Eval) -> String {
    let score = match eval.score {
        Score::Centipawns(centipawns) => format!("{:?}", f64::from(centipawns) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    };
    match eval.depth {
        Some(depth) => format!("[%eval {score},{depth}]"),
        None => format!("[%eval {score}]"),
    }
}

fn splice(game: &Game, node: NodeId, eval: &Eval) -> Option<Splice> {
    let written = game.ply(node).written;
    if node == game.root || written.len == 0 {
        return None;
    }
    let command = eval_text(eval);
    let notes = game.entries_as_read(node);
    let comments: Vec<Span> = notes.iter().filter(|note| is_comment(note)).filter_map(read_span).collect();
    if let Some(there) = comments.iter().find_map(|span| command_in(&game.text, *span)) {
        return Some(Splice { start: there.0, end: there.1, text: command });
    }
    if let Some(comment) = comments.first() {
        let inside = comment.start as usize + 1;
        let text = inserted(&command, game.text.get(inside..).unwrap_or_default());
        return Some(Splice { start: inside, end: inside, text });
    }
    let at = end_of_move(written, &notes);
    let is_free = game.text.get(at).is_none_or(|next| next.is_ascii_whitespace() || *next == b')');
    Some(Splice { start: at, end: at, text: format!(" {{ {command} }}{}", if is_free { "" } else { " " }) })
}

/// A command at the start of a comment.
fn inserted(command: &str, rest: &[u8]) -> String {
    match rest.first().is_some_and(u8::is_ascii_whitespace) {
        true => format!(" {command}"),
        false => format!("{command} "),
    }
}

fn is_comment(note: &NoteData) -> bool {
    note.style == Style::Braces && note.placement == NotePlacement::After
}

fn read_span(note: &NoteData) -> Option<Span> {
    match note.text {
        SourceText::Read(span) => Some(span),
        SourceText::New(_) => None,
    }
}

/// The move with the signs that follow it: `e4!`, `e4 $1`. They belong before the comment.
fn end_of_move(written: Span, notes: &[NoteData]) -> usize {
    signs(notes).filter_map(read_span).map(Span::end).fold(written.end(), usize::max)
}

fn signs(notes: &[NoteData]) -> impl Iterator<Item = &NoteData> {
    let is_sign = |note: &&NoteData| note.style == Style::Nag && note.placement == NotePlacement::After;
    notes.iter().take_while(is_sign)
}

/// Where an evaluation is written in a comment.
fn command_in(text: &[u8], comment: Span) -> Option<(usize, usize)> {
    let (start, end) = command_within(comment.of(text))?;
    Some((comment.start as usize + start, comment.start as usize + end))
}

fn command_within(comment: &[u8]) -> Option<(usize, usize)> {
    let start = memchr::memmem::find(comment, COMMAND)?;
    let rest = comment.get(start + COMMAND.len()..)?;
    if !rest.first().is_some_and(u8::is_ascii_whitespace) {
        return None;
    }
    Some((start, start + COMMAND.len() + memchr::memchr(b']', rest)? + 1))
}

fn spliced(text: &[u8], splices: &[Splice]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 24 * splices.len());
    let mut from = 0;
    for splice in splices.iter() {
        out.extend_from_slice(text.get(from..splice.start).unwrap_or_default());
        out.extend_from_slice(splice.text.as_bytes());
        from = splice.end.max(from);
    }
    out.extend_from_slice(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(text: &str, evals: &[Score]) -> String {
        let mut file = Pgn::read(text.as_bytes().to_vec());
        let game = file.game(0).unwrap();
        let moves = game.tree().main_line(game.root()).skip(1);
        let scores = evals.iter().map(|score| Eval { score: *score, depth: None });
        file.put_evals(0, &moves.zip(scores).collect::<Vec<_>>());
        String::from_utf8(file.write()).unwrap()
    }

    #[test]
    fn evaluations_are_written_as_on_lichess() {
        use Score::*;
        assert_eq!(
            written("1. e4 e5 2. Nf3 *\n", &[Centipawns(17), Centipawns(0), Mate(-3)]),
            "1. e4 { [%eval 0.17] } e5 { [%eval 0.0] } 2. Nf3 { [%eval #-3] } *\n"
        );
        assert_eq!(written("1. e4 *", &[Centipawns(-120)]), "1. e4 { [%eval -1.2] } *");
    }

    #[test]
    fn comments_signs_and_odd_spacing_stay_as_they_are() {
        let text = "[White \"Ann\"]\n\n1.e4! $14 {Open.}e5  {[%clk 0:05:00]}\r\n2.Nf3(2.f4 {Sharp} exf4)Nc6 ; why?\n3. Bb5 { [%eval 0.3,20] [%clk 0:01:00] }*\n";
        let new = written(text, &[Score::Centipawns(10); 5]);
        assert_eq!(
            new,
            "[White \"Ann\"]\n\n1.e4! $14 {[%eval 0.1] Open.}e5  {[%eval 0.1] [%clk 0:05:00]}\r\n2.Nf3 { [%eval 0.1] } (2.f4 {Sharp} exf4)Nc6 { [%eval 0.1] } ; why?\n3. Bb5 { [%eval 0.1] [%clk 0:01:00] }*\n"
        );
    }

    #[test]
    fn other_games_and_their_charset_stay() {
        let latin = b"[White \"J\xfcrgen\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. d4 {caf\xe9} *\n".to_vec();
        let mut file = Pgn::read(latin.clone());
        file.put_evals(0, &[]);
        file.put_evals(7, &[]);
        assert_eq!(file.write(), latin);
        let game = file.game(1).unwrap();
        let first = game.tree().first_child(game.root()).unwrap();
        file.put_evals(1, &[(first, Eval { score: Score::Centipawns(5), depth: None })]);
        let at = latin.len() - 8;
        assert_eq!(file.write(), [&latin[..at], b"[%eval 0.05] ".as_slice(), &latin[at..]].concat());
    }

    const GAME: &str = "[Event \"x\"]\n\n{Start} 1. e4 {a} {b [%eval 9.9]} 1... e5 $2 (1... c5! 2. Nf3) 2. Nf3?!{}Nc6 ; c\n% d\n 3. Bb5 (3. Bc4 {[%eval 0.1]}) a6 4.Ba4Nf6 5. O-O {e\n} Be7 1/2-1/2 {end}\n\n1. d4 *\n";

    proptest! {
        #[test]
        fn what_is_written_is_read_and_nothing_else_changes(
            evals in prop::collection::vec(prop::option::of((-2000i32..2000, any::<bool>())), 10),
        ) {
            let mut file = Pgn::read(GAME.as_bytes().to_vec());
            let game = file.game(0).unwrap();
            let moves = game.tree().main_line(game.root()).skip(1);
            let score = |(value, mate)| if mate { Score::Mate(value) } else { Score::Centipawns(value) };
            let wanted: Vec<(NodeId, Eval)> = moves
                .zip(&evals)
                .filter_map(|(node, eval)| Some((node, Eval { score: score((*eval)?), depth: None })))
                .collect();
            file.put_evals(0, &wanted);
            let new = Pgn::read(file.write());
            let after = new.game(0).unwrap();
            prop_assert_eq!(after.tree().len(), game.tree().len());
            for node in game.tree().preorder(game.root()) {
                let expected = wanted.iter().find(|(n, _)| *n == node).map(|(_, eval)| *eval);
                prop_assert_eq!(after.eval(node), expected.or(game.eval(node)));
                prop_assert_eq!(after.comment(node), game.comment(node));
                prop_assert_eq!(after.mv(node), game.mv(node));
                prop_assert!(after.nags(node).eq(game.nags(node)));
            }
            file.put_evals(0, &[]);
            prop_assert_eq!(file.write(), GAME.as_bytes());
        }
    }
}
