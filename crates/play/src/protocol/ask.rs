//! What a player or an onlooker says to the room.

use rules::go::{Move, Point};
use serde::{Deserialize, Serialize};

use super::{
    Digest, LONGEST_CANDIDATE, LONGEST_CHAT, LONGEST_NAME, LONGEST_SDP, Malformed, Nonce, Settings, Token,
    spelling,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Counts what this seat has said; the same number again is the same message. 0 before there is a seat.
    pub seq: u64,
    /// The game of this room that is meant.
    #[serde(default)]
    pub game: u32,
    /// The entry of its record that comes next, as far as the sender knows.
    #[serde(default)]
    pub turn: u32,
    #[serde(flatten)]
    pub ask: Ask,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Ask {
    /// A free seat. The token is the player's own choice, so that asking twice takes one seat.
    Join {
        version: u16,
        player_name: String,
        token: Token,
    },
    /// Back to a seat. Numbers below `resend_from` are settled; without it, all are.
    Rejoin {
        version: u16,
        token: Token,
        resend_from: Option<u64>,
    },
    Spectate {
        version: u16,
    },
    /// What was missed since `game` and `turn`.
    Sync,
    /// Other settings than those of this revision.
    Propose {
        revision: u32,
        settings: Settings,
    },
    /// Agreed to the settings of this revision; or, after an adjournment, back at the board.
    Ready {
        revision: u32,
    },
    /// A commitment where both move at once; the move itself where they take turns.
    SubmitMove {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Digest>,
        #[serde(
            default,
            rename = "move",
            with = "spelling::choice::optional",
            skip_serializing_if = "Option::is_none"
        )]
        mv: Option<Move>,
    },
    /// What was committed to.
    Reveal {
        #[serde(rename = "move", with = "spelling::choice")]
        mv: Move,
        nonce: Nonce,
    },
    Resign,
    Chat {
        message: String,
    },
    /// So many turns back; done when both want the same.
    Takeback {
        turns: u32,
        agree: bool,
    },
    MarkDead {
        #[serde(with = "spelling::points")]
        dead: Vec<Point>,
        verdict: Verdict,
    },
    Rematch,
    /// To go on another day; done when both want it.
    Adjourn,
    /// Before the game: the seat is free again.
    Leave,
    /// For the other player's page, which wants a connection of its own; attempts are counted upwards.
    WebrtcOffer {
        attempt: u32,
        sdp: String,
    },
    WebrtcAnswer {
        attempt: u32,
        sdp: String,
    },
    WebrtcIceCandidate {
        attempt: u32,
        #[serde(flatten)]
        candidate: Candidate,
    },
    /// The connection of this attempt stands, as this side sees it.
    WebrtcConnected {
        attempt: u32,
    },
}

/// An address at which a page may be reached; empty when there are no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    pub candidate: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sdp_mid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sdp_m_line_index: Option<u16>,
}

/// About stones that are said to be dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// These should be.
    Mark,
    /// Exactly these are.
    Agree,
    /// No agreement: play goes on.
    Resume,
}

impl Ask {
    /// One of the four messages with which pages connect directly.
    pub fn is_signal(&self) -> bool {
        matches!(
            self,
            Ask::WebrtcOffer { .. }
                | Ask::WebrtcAnswer { .. }
                | Ask::WebrtcIceCandidate { .. }
                | Ask::WebrtcConnected { .. }
        )
    }

    pub(super) fn within_limits(&self) -> Result<(), Malformed> {
        let short = |text: &str, most: usize, what| match text.chars().nth(most) {
            Some(_) => Err(Malformed::Limit { what }),
            None => Ok(()),
        };
        match self {
            Ask::Join { player_name, .. } => short(player_name, LONGEST_NAME, "the name is"),
            Ask::Chat { message } => short(message, LONGEST_CHAT, "the line is"),
            Ask::WebrtcOffer { sdp, .. } | Ask::WebrtcAnswer { sdp, .. } => match sdp.starts_with("v=0") {
                true => short(sdp, LONGEST_SDP, "the description is"),
                false => Err(Malformed::NotADescription),
            },
            Ask::WebrtcIceCandidate { candidate: Candidate { candidate, sdp_mid, .. }, .. } => {
                short(candidate, LONGEST_CANDIDATE, "the address is")?;
                short(sdp_mid.as_deref().unwrap_or_default(), LONGEST_NAME, "its name is")
            }
            _ => Ok(()),
        }
    }
}
