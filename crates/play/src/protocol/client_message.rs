//! Messages from a player or spectator to the room.

use rules::go::{Move, Point};
use serde::{Deserialize, Serialize};

use super::wire_format::{is_first, is_yes, yes};
use super::{
    Digest, MAX_CANDIDATE, MAX_CHAT, MAX_NAME, MAX_SDP, MalformedMessage, Nonce, Settings, Token, wire_format,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientMessage {
    /// Numbers the messages of this seat: a repeated number is a resent message. 0 before there is a seat.
    pub seq: u64,
    /// Which game of the room the message is about.
    #[serde(default)]
    pub game: u32,
    /// The number of the record's next entry, as far as the sender knows.
    #[serde(default)]
    pub turn: u32,
    #[serde(flatten)]
    pub request: ClientRequest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ClientRequest {
    /// Takes a free seat. The player chooses the token, so that a resent message takes one seat, not two.
    Join {
        version: u16,
        player_name: String,
        token: Token,
        /// See `Access`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Digest>,
    },
    /// Returns to a seat. Messages numbered below `resend_from` are not sent again; without it, none is.
    Rejoin {
        version: u16,
        token: Token,
        resend_from: Option<u64>,
    },
    Spectate {
        version: u16,
        /// For the chat among spectators.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        player_name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<Digest>,
    },
    /// Asks for everything since `game` and `turn`.
    Sync,
    /// Proposes settings in place of those of this revision.
    Propose {
        revision: u32,
        settings: Settings,
    },
    /// Agrees to the settings of this revision; or, after an adjournment, is back at the board.
    Ready {
        revision: u32,
    },
    /// A commitment in simultaneous games; the move itself in alternating ones. Until both have committed, a commitment with
    /// a higher version replaces the one before; the time since then counts as thinking.
    SubmitMove {
        #[serde(default, skip_serializing_if = "is_first")]
        version: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Digest>,
        #[serde(
            default,
            rename = "move",
            with = "wire_format::choice::optional",
            skip_serializing_if = "Option::is_none"
        )]
        mv: Option<Move>,
    },
    /// The move that was committed to.
    Reveal {
        #[serde(rename = "move", with = "wire_format::choice")]
        mv: Move,
        nonce: Nonce,
    },
    Resign,
    /// To everybody; from a spectator, to the other spectators.
    Chat {
        message: String,
    },
    /// Takes back this many turns once both players ask for the same number.
    Takeback {
        turns: u32,
        agree: bool,
    },
    MarkDead {
        #[serde(with = "wire_format::points")]
        dead: Vec<Point>,
        verdict: Verdict,
    },
    /// Asks for another game, or declines one.
    Rematch {
        #[serde(default = "yes", skip_serializing_if = "is_yes")]
        agree: bool,
    },
    /// Suspends the game once both players ask for it.
    Adjourn,
    /// Frees the seat, before the game.
    Leave,
    /// Ends the room, while no game is on. Only for the player who opened it.
    CloseRoom,
    /// Forwarded to the other player's page to set up a direct connection. Attempt numbers only grow.
    WebrtcOffer(SessionDescription),
    WebrtcAnswer(SessionDescription),
    WebrtcIceCandidate(IceCandidate),
    /// This side sees the connection of this attempt as open.
    WebrtcConnected {
        attempt: u32,
    },
}

/// What one page says of itself in an offer or an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionDescription {
    pub attempt: u32,
    pub sdp: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IceCandidate {
    pub attempt: u32,
    #[serde(flatten)]
    pub candidate: Candidate,
}

/// An address where a page can be reached; empty when there are no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    pub candidate: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sdp_mid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sdp_m_line_index: Option<u16>,
}

/// What a player says about the stones marked as dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Proposes these.
    Mark,
    /// Agrees to exactly these.
    Agree,
    /// Disagrees: play resumes.
    Resume,
}

impl ClientRequest {
    /// One of the four messages that set up a direct connection between pages.
    pub fn is_signal(&self) -> bool {
        matches!(
            self,
            ClientRequest::WebrtcOffer { .. }
                | ClientRequest::WebrtcAnswer { .. }
                | ClientRequest::WebrtcIceCandidate { .. }
                | ClientRequest::WebrtcConnected { .. }
        )
    }

    pub(super) fn within_limits(&self) -> Result<(), MalformedMessage> {
        let short = |text: &str, most: usize, what| match text.chars().nth(most) {
            Some(_) => Err(MalformedMessage::Limit { what }),
            None => Ok(()),
        };
        match self {
            ClientRequest::Join { player_name, .. } | ClientRequest::Spectate { player_name, .. } => {
                short(player_name, MAX_NAME, "the name is")
            }
            ClientRequest::Chat { message } => short(message, MAX_CHAT, "the line is"),
            ClientRequest::WebrtcOffer(SessionDescription { sdp, .. })
            | ClientRequest::WebrtcAnswer(SessionDescription { sdp, .. }) => match sdp.starts_with("v=0") {
                true => short(sdp, MAX_SDP, "the description is"),
                false => Err(MalformedMessage::NotADescription),
            },
            ClientRequest::WebrtcIceCandidate(IceCandidate {
                candidate: Candidate { candidate, sdp_mid, .. },
                ..
            }) => {
                short(candidate, MAX_CANDIDATE, "the address is")?;
                short(sdp_mid.as_deref().unwrap_or_default(), MAX_NAME, "its name is")
            }
            _ => Ok(()),
        }
    }
}
