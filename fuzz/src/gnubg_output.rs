//! Any output of gnubg is a decision with a best choice that becomes a card, or an error. The first line is the
//! position that was asked about.

use flashcards::{Card, Players, Question, Settings, gnubg};
use rules::backgammon::Position;

pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (id, output) = text.split_once('\n').unwrap_or((&text, ""));
    let _ = (gnubg::is_answered(output), gnubg::version(output));
    let Ok(read) = Position::read(id) else { return };
    assert!(gnubg::ask(&read.position).ends_with('\n'));
    let question = Question { position: read.position, players: Players::default(), played: None, line: 1 };
    if let Ok(decision) = gnubg::answer(&question, output) {
        assert!(decision.best().is_some());
        Card::new(&decision, &Settings::default());
    }
}
