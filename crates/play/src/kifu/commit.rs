//! A move promised before it is shown: its hash with a secret number. Nobody can read the move from it, and nobody
//! can show another move for it.

use rules::go::{Color, Move};
use sha2::{Digest as _, Sha256};

use crate::protocol::{Digest, GameId, Nonce};

const DOMAIN: &[u8] = b"tabiya/commit/1\0";

/// What `submit_move` carries where both move at once.
pub fn commitment(game: GameId, turn: u32, color: Color, mv: Move, nonce: &Nonce) -> Digest {
    // No board reaches line 255, so a pass is no point.
    let [x, y] = match mv {
        Move::Place(at) => [at.x, at.y],
        Move::Pass => [u8::MAX; 2],
    };
    let hash = Sha256::new()
        .chain_update(DOMAIN)
        .chain_update(game.0)
        .chain_update(turn.to_be_bytes())
        .chain_update([color.letter() as u8, x, y])
        .chain_update(nonce.0);
    super::chain::digest(hash)
}
