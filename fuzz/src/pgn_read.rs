//! Any bytes read as PGN are written back unchanged, and exporting its games does not panic.

use record::pgn::Pgn;

pub(crate) fn check(bytes: &[u8]) {
    let file = Pgn::read(bytes.to_vec());
    assert_eq!(file.write(), bytes);
    for n in 0..file.len() {
        let game = file.game(n).expect("every counted game can be read");
        assert!(!game.is_changed());
        let exported = Pgn::read(game.to_text().into_bytes());
        assert_eq!(exported.len(), 1);
    }
}
