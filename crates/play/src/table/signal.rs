//! Two pages that want to speak to each other directly find each other here: offers, answers and addresses pass from one
//! player to the other, in one attempt at a time. What is late, repeated or not theirs to say goes nowhere.

use rules::go::Color;

use super::Table;
use crate::protocol::{Ask, Fault, Tell};

/// Addresses that one side may name in one attempt.
pub const MOST_CANDIDATES: u8 = 64;

#[derive(Debug)]
pub(super) struct Attempt {
    number: u32,
    offerer: Color,
    answered: bool,
    candidates: [u8; 2],
    connected: [bool; 2],
}

impl Table {
    pub(super) fn signal(&mut self, color: Color, ask: Ask) {
        if !self.is_present(color.other()) {
            return self.refuse(color, Fault::Unreached, "nobody is there to be reached");
        }
        match self.passed_on(color, ask) {
            Some(Tell::WebrtcConnected { attempt, connected }) => {
                self.tell_all(Tell::WebrtcConnected { attempt, connected });
            }
            Some(tell) => self.tell_color(color.other(), tell),
            None => self.refuse(color, Fault::Unreached, "that attempt to connect is over"),
        }
    }

    fn passed_on(&mut self, color: Color, ask: Ask) -> Option<Tell> {
        if let Ask::WebrtcOffer { attempt, sdp } = ask {
            // Two offers may cross: the higher number holds, and of the same number the first.
            if self.attempt.as_ref().is_some_and(|before| attempt <= before.number) {
                return None;
            }
            let (candidates, connected) = ([0; 2], [false; 2]);
            self.attempt =
                Some(Attempt { number: attempt, offerer: color, answered: false, candidates, connected });
            return Some(Tell::WebrtcOffer { attempt, sdp });
        }
        let now = self.attempt.as_mut()?;
        match ask {
            Ask::WebrtcAnswer { attempt, sdp } => {
                let wanted = attempt == now.number && color != now.offerer && !now.answered;
                now.answered |= wanted;
                wanted.then_some(Tell::WebrtcAnswer { attempt, sdp })
            }
            Ask::WebrtcIceCandidate { attempt, candidate } if attempt == now.number => {
                let named = &mut now.candidates[color as usize];
                *named = named.checked_add(1).filter(|named| *named <= MOST_CANDIDATES)?;
                Some(Tell::WebrtcIceCandidate { attempt, candidate })
            }
            Ask::WebrtcConnected { attempt } if attempt == now.number && now.answered => {
                now.connected[color as usize] = true;
                Some(Tell::WebrtcConnected { attempt, connected: now.connected })
            }
            _ => None,
        }
    }
}
