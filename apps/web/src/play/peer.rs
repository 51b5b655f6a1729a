//! The connection between two players' pages, one of which hosts the table (see `hosted_table`): directly over a
//! WebRTC channel or through the host's relay, as `play::peer::PeerConnector` decides. Here are the browser's parts.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use moment::Moment;
use play::client::{Action, Client, Input as ClientInput};
use play::peer::{HostInput, Input, Output, PeerConnector, PeerHost, PeerRole, SendQueue, Transport};
use play::protocol::{ClientMessage, ErrorCode};
use web_sys::js_sys::Date;

use super::hosted_table::HostedTable;
use super::rtc_channel::{self, Event as ChannelEvent, RtcChannel};
use super::session::{Session, TableConnection, Visit};
use super::socket::{Event, Socket};
use super::{http, stun_server};
use crate::timer::now;

/// The close code of a relay whose table was opened in another window.
const MOVED: u16 = 4001;

/// This page's end of a table that runs in a page.
pub(super) struct Peer {
    pub(super) end: PeerEnd,
    socket: Option<Socket>,
    connector: PeerConnector,
    channel: Option<(u32, RtcChannel)>,
    /// The STUN server of the page that has the table.
    stun: Option<String>,
}

pub(super) enum PeerEnd {
    /// The table is in the other page.
    Joining,
    Hosting(Box<HostedTable>),
}

/// How the players' pages reach each other.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerStatus {
    pub transport: Transport,
    pub round_trip: Option<Duration>,
    /// Whether this browser can connect directly.
    pub possible: bool,
}

impl Peer {
    pub(super) fn new(end: PeerEnd) -> Peer {
        let role = if matches!(end, PeerEnd::Joining) { PeerRole::Offerer } else { PeerRole::Answerer };
        // Only the offerer numbers attempts, and its seconds rise from visit to visit.
        let first = if role == PeerRole::Offerer { (Date::now() / 1000.0) as u32 } else { 0 };
        Peer {
            end,
            socket: None,
            connector: PeerConnector::new(role, rtc_channel::is_possible(), first),
            channel: None,
            stun: None,
        }
    }

    pub(super) fn host(&mut self) -> Option<&mut PeerHost> {
        match &mut self.end {
            PeerEnd::Hosting(hosted) => Some(&mut hosted.host),
            PeerEnd::Joining => None,
        }
    }

    pub(super) fn deadline(&self) -> Option<Moment> {
        let host = match &self.end {
            PeerEnd::Hosting(hosted) => hosted.host.deadline(),
            PeerEnd::Joining => None,
        };
        host.into_iter().chain(self.connector.deadline()).min()
    }

    fn peer_status(&self) -> Option<PeerStatus> {
        let (transport, round_trip) = match &self.end {
            PeerEnd::Joining => (self.connector.transport()?, self.connector.round_trip()),
            PeerEnd::Hosting(hosted) => hosted.host.opponent_connection()?,
        };
        Some(PeerStatus { transport, round_trip, possible: rtc_channel::is_possible() })
    }

    /// False when this transport takes no more.
    fn send(&mut self, transport: Transport, frame: String) -> bool {
        match transport {
            Transport::Direct => self.channel.as_ref().is_none_or(|(_, channel)| channel.send(frame)),
            Transport::Relay => {
                if let Some(socket) = &self.socket {
                    socket.send(&frame);
                    return socket.buffered() <= SendQueue::MAX_QUEUED;
                }
                true
            }
        }
    }

    /// Closes what is open. The other page notices at once.
    pub(super) fn disconnect(&mut self) {
        (self.socket, self.channel) = (None, None);
    }

    pub(super) fn is_unfinished(&self) -> bool {
        matches!(&self.end, PeerEnd::Hosting(hosted) if hosted.host.is_unfinished())
    }
}

impl Session {
    pub(super) fn enter_relay_room(self, room: String, client: Client) {
        let peer = Box::new(Peer::new(PeerEnd::Joining));
        self.begin(Visit::new(room.clone(), client, TableConnection::Peer(peer)));
        let visit_number = self.visits.get_value();
        spawn_local(async move {
            // A host that cannot be asked now is asked for the table itself again and again.
            let stun = http::room(&room).await.ok().flatten().and_then(|listed| listed.stun);
            if self.visits.get_value() == visit_number {
                self.with_peer(|peer| peer.stun = stun);
                self.open_relay_socket();
            }
        });
    }

    pub(super) fn with_peer<T>(self, act: impl FnOnce(&mut Peer) -> T) -> Option<T> {
        let done = self.visit.try_update_value(|visit| match &mut visit.as_mut()?.connection {
            TableConnection::Peer(peer) => Some(act(peer)),
            _ => None,
        });
        done.flatten()
    }

    pub fn peer_status(self) -> Option<PeerStatus> {
        self.with_peer(|peer| peer.peer_status()).flatten()
    }

    pub(super) fn open_relay_socket(self) {
        let visit_number = self.visits.get_value();
        let room = self.visit.with_value(|visit| visit.as_ref().map(|visit| visit.room.clone()));
        let Some(room) = room else { return };
        let key = self.with_peer(|peer| match &peer.end {
            PeerEnd::Hosting(hosted) => Some(hosted.key),
            PeerEnd::Joining => None,
        });
        let path = match key.flatten() {
            Some(key) => api::rooms::table_socket(&key.to_string()),
            None => api::rooms::relay_socket(&room),
        };
        let socket = Socket::open(&path, move |event| {
            if self.visits.get_value() == visit_number {
                self.relay_event(event);
            }
        });
        self.with_peer(|peer| peer.socket = socket);
    }

    fn relay_event(self, event: Event) {
        let hosting = self.with_peer(|peer| matches!(peer.end, PeerEnd::Hosting(_))) == Some(true);
        match (event, hosting) {
            (Event::Open, hosting) => {
                self.visit.update_value(|visit| {
                    if let Some(visit) = visit {
                        visit.tries = 0;
                    }
                });
                if hosting { self.host_input(HostInput::RelayOpened) } else { self.peer(Input::Relay(true)) }
            }
            (Event::Received(text), true) => self.host_input(HostInput::Relay(text)),
            (Event::Received(frame), false) => self.peer_received(Transport::Relay, &frame),
            (Event::Closed(MOVED), _) => self.moved_away(),
            (Event::Closed(_), _) => self.relay_lost(),
        }
    }

    fn relay_lost(self) {
        self.with_peer(|peer| peer.socket = None);
        self.host_input(HostInput::RelayLost);
        self.peer(Input::Relay(false));
        self.retry(move || self.open_relay_socket());
    }

    /// Another window has the table or the seat now, and this one leaves it there.
    fn moved_away(self) {
        self.visit.update_value(|visit| {
            if let Some(visit) = visit {
                visit.connection = TableConnection::None;
            }
        });
        self.replaced.set(true);
        self.give(ClientInput::Lost);
    }

    pub(super) fn peer(self, input: Input) {
        let outputs = self.with_peer(|peer| peer.connector.handle(now(), input));
        self.apply_peer_outputs(outputs.unwrap_or_default());
    }

    fn peer_received(self, transport: Transport, frame: &str) {
        let received = self.with_peer(|peer| peer.connector.receive(now(), transport, frame));
        let Some((outputs, message)) = received else { return };
        self.apply_peer_outputs(outputs);
        if let Some(message) = message {
            self.give(ClientInput::Received(message));
            self.yield_if_replaced();
        }
        self.schedule_wake();
    }

    /// The same seat was taken from another window, which keeps it.
    fn yield_if_replaced(self) {
        let replaced =
            self.peek(|client| client.last_refusal().is_some_and(|(code, _)| code == ErrorCode::Replaced));
        if replaced == Some(true) {
            self.moved_away();
        }
    }

    fn apply_peer_outputs(self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Offer { attempt } => self.open_channel(attempt, RtcChannel::offer),
                Output::Answer { attempt, sdp } => {
                    self.open_channel(attempt, |stun, emit| RtcChannel::answer(stun, &sdp, emit));
                }
                Output::Accept { attempt, sdp } => self.on_channel(attempt, |channel| channel.accept(&sdp)),
                Output::AddCandidate { attempt, candidate } => {
                    self.on_channel(attempt, |channel| channel.add(&candidate));
                }
                Output::Drop { attempt } => self.drop_channel(attempt),
                Output::Signal(request) => self.give(ClientInput::Act(Action::Signal(request))),
                Output::Send(transport, frame) => self.send_by(transport, frame),
                Output::Reopen => self.relay_lost(),
                Output::UseTransport(Some(_)) => self.give(ClientInput::Connected),
                Output::UseTransport(None) => self.give(ClientInput::Lost),
            }
        }
    }

    fn open_channel<T>(
        self,
        attempt: u32,
        make: impl FnOnce(Vec<String>, Callback) -> Result<RtcChannel, T>,
    ) {
        let visit_number = self.visits.get_value();
        let emit: Callback = Box::new(move |event| {
            if self.visits.get_value() == visit_number {
                self.channel_event(attempt, event);
            }
        });
        let of_table = self.with_peer(|peer| peer.stun.clone()).flatten();
        let mut stun: Vec<String> = stun_server::saved().into_iter().chain(of_table).collect();
        stun.dedup();
        match make(stun, emit) {
            Ok(channel) => drop(self.with_peer(|peer| peer.channel.replace((attempt, channel)))),
            Err(_) => self.peer(Input::Closed { attempt }),
        }
    }

    fn on_channel(self, attempt: u32, act: impl FnOnce(&RtcChannel)) {
        self.with_peer(|peer| match &peer.channel {
            Some((number, channel)) if *number == attempt => act(channel),
            _ => {}
        });
    }

    fn drop_channel(self, attempt: u32) {
        // Dropped outside: closing may call back.
        let channel = self.with_peer(|peer| peer.channel.take_if(|(number, _)| *number == attempt));
        drop(channel);
        self.host_input(HostInput::Closed(attempt));
    }

    fn channel_event(self, attempt: u32, event: ChannelEvent) {
        match event {
            ChannelEvent::LocalDescription(sdp) => self.peer(Input::LocalDescription { attempt, sdp }),
            ChannelEvent::CandidateFound(candidate) => {
                self.peer(Input::CandidateFound { attempt, candidate });
            }
            ChannelEvent::RemoteDescriptionSet => self.peer(Input::RemoteDescriptionSet { attempt }),
            ChannelEvent::Opened => {
                self.host_input(HostInput::Opened(attempt));
                self.peer(Input::Opened { attempt });
            }
            ChannelEvent::Received(frame) => {
                if self.with_peer(|peer| matches!(peer.end, PeerEnd::Joining)) == Some(true) {
                    self.peer_received(Transport::Direct, &frame);
                } else {
                    self.host_input(HostInput::Direct(attempt, frame));
                }
            }
            ChannelEvent::Closed => {
                self.host_input(HostInput::Closed(attempt));
                self.peer(Input::Closed { attempt });
            }
        }
        self.schedule_wake();
        self.changed.update(|n| *n += 1);
    }

    pub(super) fn send_by(self, transport: Transport, frame: String) {
        if self.with_peer(|peer| peer.send(transport, frame)) == Some(false) {
            match transport {
                Transport::Relay => self.relay_lost(),
                Transport::Direct => {
                    let attempt = self.with_peer(|peer| peer.channel.as_ref().map(|(number, _)| *number));
                    if let Some(attempt) = attempt.flatten() {
                        self.host_input(HostInput::Closed(attempt));
                        self.peer(Input::Closed { attempt });
                    }
                }
            }
        }
    }

    /// Unless the channel of that attempt is gone.
    pub(super) fn send_on_channel(self, attempt: u32, frame: String) {
        let is_open = self.with_peer(|peer| peer.channel.as_ref().is_some_and(|(n, _)| *n == attempt));
        if is_open == Some(true) {
            self.send_by(Transport::Direct, frame);
        }
    }

    /// A message of this page's client.
    pub(super) fn send_to_peer(self, message: ClientMessage) {
        if self.with_peer(|peer| matches!(peer.end, PeerEnd::Hosting(_))) == Some(true) {
            return self.host_input(HostInput::Own(message));
        }
        if let Some(transport) = self.with_peer(|peer| peer.connector.transport()).flatten() {
            self.send_by(transport, message.write());
        }
    }

    pub(super) fn wake_peer(self) {
        self.host_input(HostInput::Wake);
        self.peer(Input::Wake);
    }

    /// Whether there is somebody to connect to.
    pub(super) fn check_opponent(self) {
        let there = self.peek(|client| {
            let seats = client.seats();
            seats.you.is_some_and(|you| seats.present[you.other() as usize])
        });
        self.peer(Input::OpponentPresent(there == Some(true)));
    }
}

type Callback = Box<dyn Fn(ChannelEvent)>;
