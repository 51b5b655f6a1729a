//! Commitments: a move's hash with a secret nonce. Nobody can read the move from it, and no other move can be revealed
//! for it.

use rules::go::{Color, Move};
use sha2::{Digest as _, Sha256};

use crate::protocol::{Digest, GameId, Nonce};

const DOMAIN: &[u8] = b"tabiya/commit/1\0";

/// What `submit_move` carries in simultaneous games.
pub fn commitment(game: GameId, turn: u32, color: Color, mv: Move, nonce: &Nonce) -> Digest {
    // No board has 255 lines, so a pass differs from every point.
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
