//! One player's end of the connection between two pages: attempts to make it, one after the other, and which way to
//! speak meanwhile. The page's browser does what it is told to and says what came of it.

use std::time::Duration;

use super::pulse::{Heard, Pulse};
use crate::Moment;
use crate::protocol::{Ask, Candidate, Fault, Tell, Told};
use crate::table::MOST_CANDIDATES;

/// Who comes to the table offers; the page that keeps it answers. So two offers never cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Offers,
    Answers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Direct,
    Host,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The other player sits at the table, or does not.
    There(bool),
    /// The way through the host is open, or broken.
    Host(bool),
    /// The browser has described this end.
    Described {
        attempt: u32,
        sdp: String,
    },
    /// The browser has found an address of this end.
    Found {
        attempt: u32,
        candidate: Candidate,
    },
    /// The browser has taken in how the other describes itself.
    Understood {
        attempt: u32,
    },
    Opened {
        attempt: u32,
    },
    /// The channel is gone, or never came about.
    Closed {
        attempt: u32,
    },
    /// What the other page says through the room.
    Signal(Box<Tell>),
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
    Add {
        attempt: u32,
        candidate: Candidate,
    },
    /// Nothing of this attempt is wanted any more.
    Drop {
        attempt: u32,
    },
    /// To the other page, through the room.
    Say(Box<Ask>),
    /// A sign of life.
    Send(Way, String),
    /// Nobody answers through the host: a new socket may find somebody.
    Reopen,
    /// From now on the guest speaks this way: another connection to it. None: it has lost its connection.
    Speak(Option<Way>),
}

/// For making a connection.
const TO_CONNECT: Duration = Duration::from_secs(15);
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

#[derive(Debug)]
struct Attempt {
    number: u32,
    begun: Moment,
    /// This end's description has been said; its addresses may follow.
    described: bool,
    /// The other end's has been taken in; its addresses may be used.
    understood: bool,
    own: Vec<Candidate>,
    others: Vec<Candidate>,
    answered: bool,
    /// Since the channel opened.
    pulse: Option<Pulse>,
}

#[derive(Debug)]
pub struct Peering {
    side: Side,
    /// This browser can, and its player wants to.
    able: bool,
    last: u32,
    attempt: Option<Attempt>,
    failures: u32,
    again: Option<Moment>,
    there: bool,
    host: Option<Pulse>,
    way: Option<Way>,
    /// The table has let the guest in on this way.
    is_in: bool,
    out: Vec<Output>,
}

impl Peering {
    /// Attempts are numbered upwards from `first`, which must be higher than at the last visit: the time will do.
    pub fn new(side: Side, able: bool, first: u32) -> Peering {
        Peering {
            side,
            able,
            last: first,
            attempt: None,
            failures: 0,
            again: None,
            there: false,
            host: None,
            way: None,
            is_in: false,
            out: Vec::new(),
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input) -> Vec<Output> {
        match input {
            Input::There(there) => self.there = there,
            Input::Host(open) => self.host = open.then(|| self.host.unwrap_or(Pulse::new(now))),
            Input::Described { attempt, sdp } => self.described(attempt, sdp),
            Input::Found { attempt, candidate } => self.found(attempt, candidate),
            Input::Understood { attempt } => self.understood(attempt),
            Input::Opened { attempt } => self.opened(now, attempt),
            Input::Closed { attempt } if self.is_on(attempt) => self.failed(now),
            Input::Closed { .. } | Input::Wake => {}
            Input::Signal(tell) => self.signalled(now, *tell),
        }
        self.look(now);
        std::mem::take(&mut self.out)
    }

    /// A frame that came this way: a sign of life, or what the table says to the guest. What comes another way than
    /// the guest speaks is about a connection that it has left.
    pub fn hears(&mut self, now: Moment, way: Way, frame: &str) -> (Vec<Output>, Option<Told>) {
        let direct = self.attempt.as_mut().and_then(|attempt| attempt.pulse.as_mut());
        let pulse = if way == Way::Direct { direct } else { self.host.as_mut() };
        let heard = pulse.map(|pulse| pulse.hears(now, frame));
        if let Some(Heard::Ping(answer)) = &heard {
            self.out.push(Output::Send(way, answer.clone()));
        }
        let told = match heard {
            Some(Heard::Message) if self.way == Some(way) => Told::read(frame.as_bytes()).ok(),
            _ => None,
        };
        let told = told.filter(|told| self.concerns(&told.tell));
        self.look(now);
        (std::mem::take(&mut self.out), told)
    }

    /// Until the table has let the guest in again, somebody replaced it on this way: it did so itself.
    fn concerns(&mut self, tell: &Tell) -> bool {
        self.is_in |= matches!(tell, Tell::Joined { .. });
        self.is_in || !matches!(tell, Tell::Error { code: Fault::Replaced, .. })
    }

    pub fn deadline(&self) -> Option<Moment> {
        let attempt = self.attempt.as_ref().map(|attempt| match (attempt.pulse, self.side) {
            (Some(pulse), Side::Offers) => pulse.deadline(),
            (Some(_), Side::Answers) => Moment::ORIGIN + Duration::MAX,
            (None, _) => attempt.begun + TO_CONNECT,
        });
        let host = self.host.filter(|_| self.side == Side::Offers).map(|pulse| pulse.deadline());
        [attempt, host, self.again.filter(|_| self.may_offer())].into_iter().flatten().min()
    }

    /// Which way the guest speaks.
    pub fn way(&self) -> Option<Way> {
        self.way
    }

    /// Both ends have a channel.
    pub fn is_direct(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.pulse.is_some())
    }

    /// How long a word and its answer take, the way that is spoken.
    pub fn round_trip(&self) -> Option<Duration> {
        match self.way? {
            Way::Direct => self.attempt.as_ref()?.pulse?.round_trip(),
            Way::Host => self.host?.round_trip(),
        }
    }

    fn is_on(&self, number: u32) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.number == number)
    }

    fn on(&mut self, number: u32) -> Option<&mut Attempt> {
        self.attempt.as_mut().filter(|attempt| attempt.number == number)
    }

    fn may_offer(&self) -> bool {
        self.able && self.side == Side::Offers && self.there && self.attempt.is_none() && self.way.is_some()
    }

    /// Whatever the time has brought, and which way is best now.
    fn look(&mut self, now: Moment) {
        let given_up = self.attempt.as_ref().is_some_and(|attempt| match attempt.pulse {
            None => now >= attempt.begun + TO_CONNECT,
            Some(pulse) => self.side == Side::Offers && pulse.is_dead(now),
        });
        if given_up {
            self.failed(now);
        }
        if self.side == Side::Answers {
            return;
        }
        if self.host.take_if(|pulse| pulse.is_dead(now)).is_some() {
            self.out.push(Output::Reopen);
        }
        self.beat(now);
        let way = self.best(now);
        if way != self.way {
            (self.way, self.is_in) = (way, false);
            self.out.push(Output::Speak(way));
        }
        if self.may_offer() && self.again.is_none_or(|again| now >= again) {
            self.begin(now);
        }
    }

    fn beat(&mut self, now: Moment) {
        let direct = self.attempt.as_mut().and_then(|attempt| attempt.pulse.as_mut());
        for (way, pulse) in [(Way::Direct, direct), (Way::Host, self.host.as_mut())] {
            if let Some(ping) = pulse.and_then(|pulse| pulse.beat(now)) {
                self.out.push(Output::Send(way, ping));
            }
        }
    }

    fn best(&self, now: Moment) -> Option<Way> {
        let direct = self.attempt.as_ref().and_then(|attempt| attempt.pulse);
        match (direct, self.host) {
            (Some(pulse), Some(_)) if pulse.is_stalled(now) => Some(Way::Host),
            (Some(_), _) => Some(Way::Direct),
            (None, Some(_)) => Some(Way::Host),
            (None, None) => None,
        }
    }

    fn begin(&mut self, now: Moment) {
        self.last = self.last.saturating_add(1);
        let attempt = self.last;
        self.try_with(now, attempt);
        self.out.push(Output::Offer { attempt });
    }

    fn try_with(&mut self, now: Moment, number: u32) {
        self.attempt = Some(Attempt {
            number,
            begun: now,
            described: false,
            understood: false,
            own: Vec::new(),
            others: Vec::new(),
            answered: false,
            pulse: None,
        });
    }

    fn failed(&mut self, now: Moment) {
        let Some(attempt) = self.attempt.take() else { return };
        self.out.push(Output::Drop { attempt: attempt.number });
        self.failures = if attempt.pulse.is_some() { 0 } else { self.failures.saturating_add(1) };
        let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(6)).min(LONGEST_WAIT);
        self.again = Some(now + wait);
    }

    fn described(&mut self, number: u32, sdp: String) {
        let offers = self.side == Side::Offers;
        let Some(attempt) = self.on(number).filter(|attempt| !attempt.described) else { return };
        attempt.described = true;
        let own = std::mem::take(&mut attempt.own);
        let description = if offers {
            Ask::WebrtcOffer { attempt: number, sdp }
        } else {
            Ask::WebrtcAnswer { attempt: number, sdp }
        };
        self.out.push(Output::Say(Box::new(description)));
        own.into_iter().for_each(|candidate| self.say_candidate(number, candidate));
    }

    fn found(&mut self, number: u32, candidate: Candidate) {
        let Some(attempt) = self.on(number) else { return };
        if attempt.described {
            self.say_candidate(number, candidate);
        } else if attempt.own.len() < usize::from(MOST_CANDIDATES) {
            attempt.own.push(candidate);
        }
    }

    fn say_candidate(&mut self, attempt: u32, candidate: Candidate) {
        self.out.push(Output::Say(Box::new(Ask::WebrtcIceCandidate { attempt, candidate })));
    }

    fn understood(&mut self, number: u32) {
        let Some(attempt) = self.on(number) else { return };
        attempt.understood = true;
        let others = std::mem::take(&mut attempt.others);
        let add = |candidate| Output::Add { attempt: number, candidate };
        self.out.extend(others.into_iter().map(add));
    }

    fn opened(&mut self, now: Moment, number: u32) {
        let Some(attempt) = self.on(number).filter(|attempt| attempt.pulse.is_none()) else { return };
        attempt.pulse = Some(Pulse::new(now));
        self.failures = 0;
        self.out.push(Output::Say(Box::new(Ask::WebrtcConnected { attempt: number })));
    }

    fn signalled(&mut self, now: Moment, tell: Tell) {
        match tell {
            Tell::WebrtcOffer { attempt, sdp } => self.offered(now, attempt, sdp),
            Tell::WebrtcAnswer { attempt, sdp } => {
                let offers = self.side == Side::Offers;
                if let Some(on) = self.on(attempt).filter(|on| offers && on.described && !on.answered) {
                    on.answered = true;
                    self.out.push(Output::Accept { attempt, sdp });
                }
            }
            Tell::WebrtcIceCandidate { attempt, candidate } => self.other_found(attempt, candidate),
            // The rest is not about connecting, or says only what the channel itself will show.
            _ => {}
        }
    }

    fn offered(&mut self, now: Moment, number: u32, sdp: String) {
        if !self.able || self.side == Side::Offers || number <= self.last {
            return;
        }
        if let Some(before) = self.attempt.take() {
            self.out.push(Output::Drop { attempt: before.number });
        }
        self.last = number;
        self.try_with(now, number);
        self.out.push(Output::Answer { attempt: number, sdp });
    }

    fn other_found(&mut self, number: u32, candidate: Candidate) {
        let Some(attempt) = self.on(number) else { return };
        if attempt.understood {
            self.out.push(Output::Add { attempt: number, candidate });
        } else if attempt.others.len() < usize::from(MOST_CANDIDATES) {
            attempt.others.push(candidate);
        }
    }
}
