//! One page's end of the connection to the opponent's page: attempts to connect directly, one after another, and which
//! transport to use meanwhile. The browser carries out the outputs and reports back.

use std::time::Duration;

use moment::Moment;

use super::heartbeat::{Frame, Heartbeat};
use crate::protocol::{
    Candidate, ClientRequest, ErrorCode, IceCandidate, ServerEvent, ServerMessage, SessionDescription,
};
use crate::table::MAX_CANDIDATES;

/// The joining page offers, the hosting page answers, so two offers never cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerRole {
    Offerer,
    Answerer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Direct,
    Relay,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Whether the opponent is at the table.
    OpponentPresent(bool),
    /// Whether the connection to the relay is open.
    Relay(bool),
    /// The browser's local session description.
    LocalDescription {
        attempt: u32,
        sdp: String,
    },
    /// The browser found a local candidate.
    CandidateFound {
        attempt: u32,
        candidate: Candidate,
    },
    /// The browser has applied the remote session description.
    RemoteDescriptionSet {
        attempt: u32,
    },
    Opened {
        attempt: u32,
    },
    /// The channel closed or never opened.
    Closed {
        attempt: u32,
    },
    /// A signaling message from the other page.
    Signal(Box<ServerEvent>),
    Wake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Offer {
        attempt: u32,
    },
    Answer {
        attempt: u32,
        sdp: String,
    },
    Accept {
        attempt: u32,
        sdp: String,
    },
    AddCandidate {
        attempt: u32,
        candidate: Candidate,
    },
    /// Abandon this attempt.
    Drop {
        attempt: u32,
    },
    /// Send a signaling message to the other page.
    Signal(Box<ClientRequest>),
    /// A ping or pong.
    Send(Transport, String),
    /// The relay does not answer: open a new socket.
    Reopen,
    /// The client uses this transport from now on, as a new connection. None: it is disconnected.
    UseTransport(Option<Transport>),
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(1);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(10);

#[derive(Debug)]
struct Attempt {
    number: u32,
    begun: Moment,
    /// Our session description has been sent; our candidates may follow.
    description_sent: bool,
    /// The remote session description is applied; remote candidates may be added.
    remote_description_set: bool,
    local_candidates: Vec<Candidate>,
    remote_candidates: Vec<Candidate>,
    answered: bool,
    /// Set once the channel is open.
    heartbeat: Option<Heartbeat>,
}

#[derive(Debug)]
pub struct PeerConnector {
    role: PeerRole,
    /// The browser supports it and the player allows it.
    able: bool,
    last_number: u32,
    attempt: Option<Attempt>,
    failures: u32,
    retry_at: Option<Moment>,
    opponent_present: bool,
    relay: Option<Heartbeat>,
    transport: Option<Transport>,
    /// The table has accepted the client on this transport.
    is_joined: bool,
    out: Vec<Output>,
}

impl PeerConnector {
    /// Attempts are numbered upwards from `first`, which must be higher than at the last visit; a timestamp will do.
    pub fn new(role: PeerRole, able: bool, first: u32) -> PeerConnector {
        PeerConnector {
            role,
            able,
            last_number: first,
            attempt: None,
            failures: 0,
            retry_at: None,
            opponent_present: false,
            relay: None,
            transport: None,
            is_joined: false,
            out: Vec::new(),
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::OpponentPresent(opponent_present) => self.opponent_present = opponent_present,
            Input::Relay(open) => self.relay = open.then(|| self.relay.unwrap_or(Heartbeat::new(now))),
            Input::LocalDescription { attempt, sdp } => self.description_sent(attempt, sdp),
            Input::CandidateFound { attempt, candidate } => self.local_candidate(attempt, candidate),
            Input::RemoteDescriptionSet { attempt } => self.remote_description_set(attempt),
            Input::Opened { attempt } => self.opened(now, attempt),
            Input::Closed { attempt } if self.is_current(attempt) => self.attempt_failed(now),
            Input::Closed { .. } | Input::Wake => {}
            Input::Signal(event) => self.handle_signal(now, *event),
        }
        self.update(now);
        std::mem::take(&mut self.out)
    }

    /// A frame received on this transport: a heartbeat, or a message for the client. Messages on a transport other than
    /// the current one belong to a connection that the client has left and are dropped.
    pub fn receive(
        &mut self,
        now: Moment,
        transport: Transport,
        frame: &str,
    ) -> (Vec<Output>, Option<ServerMessage>) {
        let direct = self.attempt.as_mut().and_then(|attempt| attempt.heartbeat.as_mut());
        let heartbeat = if transport == Transport::Direct { direct } else { self.relay.as_mut() };
        let decoded = heartbeat.map(|heartbeat| heartbeat.receive(now, frame));
        if let Some(Frame::Ping(answer)) = &decoded {
            self.out.push(Output::Send(transport, answer.clone()));
        }
        let message = match decoded {
            Some(Frame::Message) if self.transport == Some(transport) => {
                ServerMessage::read(frame.as_bytes()).ok()
            }
            _ => None,
        };
        let message = message.filter(|message| self.is_for_client(&message.event));
        self.update(now);
        (std::mem::take(&mut self.out), message)
    }

    /// Until the table has accepted the client again, `Replaced` refers to its own move between transports.
    fn is_for_client(&mut self, event: &ServerEvent) -> bool {
        self.is_joined |= matches!(event, ServerEvent::Joined { .. });
        self.is_joined || !matches!(event, ServerEvent::Error { code: ErrorCode::Replaced, .. })
    }

    pub fn deadline(&self) -> Option<Moment> {
        let attempt = self.attempt.as_ref().map(|attempt| match (attempt.heartbeat, self.role) {
            (Some(heartbeat), PeerRole::Offerer) => heartbeat.deadline(),
            (Some(_), PeerRole::Answerer) => Moment::ORIGIN + Duration::MAX,
            (None, _) => attempt.begun + CONNECT_TIMEOUT,
        });
        let host =
            self.relay.filter(|_| self.role == PeerRole::Offerer).map(|heartbeat| heartbeat.deadline());
        [attempt, host, self.retry_at.filter(|_| self.may_offer())].into_iter().flatten().min()
    }

    /// The client's current transport.
    pub fn transport(&self) -> Option<Transport> {
        self.transport
    }

    /// The direct channel is open.
    pub fn is_direct(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.heartbeat.is_some())
    }

    /// Round-trip time on the current transport.
    pub fn round_trip(&self) -> Option<Duration> {
        match self.transport? {
            Transport::Direct => self.attempt.as_ref()?.heartbeat?.round_trip(),
            Transport::Relay => self.relay?.round_trip(),
        }
    }

    fn is_current(&self, number: u32) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.number == number)
    }

    fn current(&mut self, number: u32) -> Option<&mut Attempt> {
        self.attempt.as_mut().filter(|attempt| attempt.number == number)
    }

    fn may_offer(&self) -> bool {
        self.able
            && self.role == PeerRole::Offerer
            && self.opponent_present
            && self.attempt.is_none()
            && self.transport.is_some()
    }

    /// Handles timeouts, sends pings and switches to the best transport.
    fn update(&mut self, now: Moment) {
        let given_up = self.attempt.as_ref().is_some_and(|attempt| match attempt.heartbeat {
            None => now >= attempt.begun + CONNECT_TIMEOUT,
            Some(heartbeat) => self.role == PeerRole::Offerer && heartbeat.is_dead(now),
        });
        if given_up {
            self.attempt_failed(now);
        }
        if self.role == PeerRole::Answerer {
            return;
        }
        if self.relay.take_if(|heartbeat| heartbeat.is_dead(now)).is_some() {
            self.out.push(Output::Reopen);
        }
        self.send_pings(now);
        let transport = self.best_transport(now);
        if transport != self.transport {
            (self.transport, self.is_joined) = (transport, false);
            self.out.push(Output::UseTransport(transport));
        }
        if self.may_offer() && self.retry_at.is_none_or(|retry_at| now >= retry_at) {
            self.start_attempt(now);
        }
    }

    fn send_pings(&mut self, now: Moment) {
        let direct = self.attempt.as_mut().and_then(|attempt| attempt.heartbeat.as_mut());
        for (transport, heartbeat) in [(Transport::Direct, direct), (Transport::Relay, self.relay.as_mut())] {
            if let Some(ping) = heartbeat.and_then(|heartbeat| heartbeat.ping_if_due(now)) {
                self.out.push(Output::Send(transport, ping));
            }
        }
    }

    fn best_transport(&self, now: Moment) -> Option<Transport> {
        let direct = self.attempt.as_ref().and_then(|attempt| attempt.heartbeat);
        match (direct, self.relay) {
            (Some(heartbeat), Some(_)) if heartbeat.is_stalled(now) => Some(Transport::Relay),
            (Some(_), _) => Some(Transport::Direct),
            (None, Some(_)) => Some(Transport::Relay),
            (None, None) => None,
        }
    }

    fn start_attempt(&mut self, now: Moment) {
        self.last_number = self.last_number.saturating_add(1);
        let attempt = self.last_number;
        self.set_attempt(now, attempt);
        self.out.push(Output::Offer { attempt });
    }

    fn set_attempt(&mut self, now: Moment, number: u32) {
        self.attempt = Some(Attempt {
            number,
            begun: now,
            description_sent: false,
            remote_description_set: false,
            local_candidates: Vec::new(),
            remote_candidates: Vec::new(),
            answered: false,
            heartbeat: None,
        });
    }

    fn attempt_failed(&mut self, now: Moment) {
        let Some(attempt) = self.attempt.take() else { return };
        self.out.push(Output::Drop { attempt: attempt.number });
        self.failures = if attempt.heartbeat.is_some() { 0 } else { self.failures.saturating_add(1) };
        let wait = FIRST_RETRY_DELAY.saturating_mul(1 << self.failures.min(6)).min(MAX_RETRY_DELAY);
        self.retry_at = Some(now + wait);
    }

    fn description_sent(&mut self, number: u32, sdp: String) {
        let offers = self.role == PeerRole::Offerer;
        let Some(attempt) = self.current(number).filter(|attempt| !attempt.description_sent) else { return };
        attempt.description_sent = true;
        let local_candidates = std::mem::take(&mut attempt.local_candidates);
        let description = SessionDescription { attempt: number, sdp };
        let request = if offers {
            ClientRequest::WebrtcOffer(description)
        } else {
            ClientRequest::WebrtcAnswer(description)
        };
        self.out.push(Output::Signal(Box::new(request)));
        local_candidates.into_iter().for_each(|candidate| self.send_candidate(number, candidate));
    }

    fn local_candidate(&mut self, number: u32, candidate: Candidate) {
        let Some(attempt) = self.current(number) else { return };
        if attempt.description_sent {
            self.send_candidate(number, candidate);
        } else if attempt.local_candidates.len() < usize::from(MAX_CANDIDATES) {
            attempt.local_candidates.push(candidate);
        }
    }

    fn send_candidate(&mut self, attempt: u32, candidate: Candidate) {
        self.out.push(Output::Signal(Box::new(ClientRequest::WebrtcIceCandidate(IceCandidate {
            attempt,
            candidate,
        }))));
    }

    fn remote_description_set(&mut self, number: u32) {
        let Some(attempt) = self.current(number) else { return };
        attempt.remote_description_set = true;
        let remote_candidates = std::mem::take(&mut attempt.remote_candidates);
        let add = |candidate| Output::AddCandidate { attempt: number, candidate };
        self.out.extend(remote_candidates.into_iter().map(add));
    }

    fn opened(&mut self, now: Moment, number: u32) {
        let Some(attempt) = self.current(number).filter(|attempt| attempt.heartbeat.is_none()) else {
            return;
        };
        attempt.heartbeat = Some(Heartbeat::new(now));
        self.failures = 0;
        self.out.push(Output::Signal(Box::new(ClientRequest::WebrtcConnected { attempt: number })));
    }

    fn handle_signal(&mut self, now: Moment, event: ServerEvent) {
        match event {
            ServerEvent::WebrtcOffer(SessionDescription { attempt, sdp }) => self.offered(now, attempt, sdp),
            ServerEvent::WebrtcAnswer(SessionDescription { attempt, sdp }) => {
                let offers = self.role == PeerRole::Offerer;
                if let Some(on) =
                    self.current(attempt).filter(|on| offers && on.description_sent && !on.answered)
                {
                    on.answered = true;
                    self.out.push(Output::Accept { attempt, sdp });
                }
            }
            ServerEvent::WebrtcIceCandidate(IceCandidate { attempt, candidate }) => {
                self.remote_candidate(attempt, candidate);
            }
            // The rest is not signaling, or repeats what the channel itself reports.
            _ => {}
        }
    }

    fn offered(&mut self, now: Moment, number: u32, sdp: String) {
        if !self.able || self.role == PeerRole::Offerer || number <= self.last_number {
            return;
        }
        if let Some(before) = self.attempt.take() {
            self.out.push(Output::Drop { attempt: before.number });
        }
        self.last_number = number;
        self.set_attempt(now, number);
        self.out.push(Output::Answer { attempt: number, sdp });
    }

    fn remote_candidate(&mut self, number: u32, candidate: Candidate) {
        let Some(attempt) = self.current(number) else { return };
        if attempt.remote_description_set {
            self.out.push(Output::AddCandidate { attempt: number, candidate });
        } else if attempt.remote_candidates.len() < usize::from(MAX_CANDIDATES) {
            attempt.remote_candidates.push(candidate);
        }
    }
}
