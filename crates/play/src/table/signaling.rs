//! WebRTC signaling: forwards offers, answers and candidates between the two players' pages, one attempt at a time.
//! Late, repeated and unexpected messages are not forwarded.

use rules::go::Color;
use serde::{Deserialize, Serialize};

use super::Table;
use crate::protocol::{ClientRequest, ErrorCode, ServerEvent, wire_format};

/// Candidates that one side may send per attempt.
pub const MAX_CANDIDATES: u8 = 64;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Attempt {
    number: u32,
    #[serde(with = "wire_format::color")]
    offerer: Color,
    answered: bool,
    candidates: [u8; 2],
    connected: [bool; 2],
}

impl Table {
    pub(super) fn signal(&mut self, color: Color, request: ClientRequest) {
        if !self.is_present(color.other()) {
            return self.refuse(color, ErrorCode::Undeliverable, "the other player is not connected");
        }
        match self.forward(color, request) {
            Some(ServerEvent::WebrtcConnected { attempt, connected }) => {
                self.broadcast(ServerEvent::WebrtcConnected { attempt, connected });
            }
            Some(event) => self.send_to_player(color.other(), event),
            None => self.refuse(color, ErrorCode::Undeliverable, "that connection attempt is over"),
        }
    }

    fn forward(&mut self, color: Color, request: ClientRequest) -> Option<ServerEvent> {
        if let ClientRequest::WebrtcOffer(offer) = request {
            let attempt = offer.attempt;
            // Two offers may cross: the higher number holds, and of the same number the first.
            if self.attempt.as_ref().is_some_and(|before| attempt <= before.number) {
                return None;
            }
            let (candidates, connected) = ([0; 2], [false; 2]);
            self.attempt =
                Some(Attempt { number: attempt, offerer: color, answered: false, candidates, connected });
            return Some(ServerEvent::WebrtcOffer(offer));
        }
        let now = self.attempt.as_mut()?;
        match request {
            ClientRequest::WebrtcAnswer(answer) => {
                let wanted = answer.attempt == now.number && color != now.offerer && !now.answered;
                now.answered |= wanted;
                wanted.then_some(ServerEvent::WebrtcAnswer(answer))
            }
            ClientRequest::WebrtcIceCandidate(candidate) if candidate.attempt == now.number => {
                let named = &mut now.candidates[color as usize];
                *named = named.checked_add(1).filter(|named| *named <= MAX_CANDIDATES)?;
                Some(ServerEvent::WebrtcIceCandidate(candidate))
            }
            ClientRequest::WebrtcConnected { attempt } if attempt == now.number && now.answered => {
                now.connected[color as usize] = true;
                Some(ServerEvent::WebrtcConnected { attempt, connected: now.connected })
            }
            _ => None,
        }
    }
}
