//! Law: whatever is read as PGN is written back as it was, and no game in it makes anything panic, exported or not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use record::pgn::Pgn;

fuzz_target!(|bytes: &[u8]| {
    let file = Pgn::read(bytes.to_vec());
    assert_eq!(file.write(), bytes);
    for n in 0..file.len() {
        let game = file.game(n).expect("a game that was counted");
        assert!(!game.is_changed());
        let exported = Pgn::read(game.to_text().into_bytes());
        assert_eq!(exported.len(), 1);
    }
});
