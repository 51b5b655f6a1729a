//! Pings on one transport between two pages: `ping 7` and `pong 7` among the messages. Measures the round-trip time and
//! detects a stalled or dead connection.

use std::time::Duration;

use moment::Moment;

const INTERVAL: Duration = Duration::from_secs(1);
/// After this long without an answer the other transport is better. A commitment must be revealed within five seconds,
/// including the switch of transports.
const STALLED_AFTER: Duration = Duration::from_secs(2);
const DEAD_AFTER: Duration = Duration::from_secs(15);

#[derive(Clone, Copy, Debug)]
pub struct Heartbeat {
    next: Moment,
    number: u32,
    /// When the oldest ping was sent that nobody has answered.
    unanswered: Option<Moment>,
    sent: Moment,
    round_trip: Option<Duration>,
}

impl Heartbeat {
    pub fn new(now: Moment) -> Heartbeat {
        Heartbeat { next: now, number: 0, unanswered: None, sent: now, round_trip: None }
    }

    /// A ping, when it is time for one.
    pub fn ping_if_due(&mut self, now: Moment) -> Option<String> {
        if now < self.next {
            return None;
        }
        self.next = now + INTERVAL;
        self.number = self.number.wrapping_add(1);
        self.sent = now;
        self.unanswered.get_or_insert(now);
        Some(format!("ping {}", self.number))
    }

    /// Any frame shows that the other end is alive; pings and pongs are consumed here.
    pub fn receive(&mut self, now: Moment, frame: &str) -> Frame {
        self.unanswered = None;
        match frame.split_once(' ') {
            Some(("ping", number)) if number.len() <= 10 => Frame::Ping(format!("pong {number}")),
            Some(("pong", number)) => {
                if number.parse() == Ok(self.number) {
                    self.round_trip = Some(now.since(self.sent));
                }
                Frame::Pong
            }
            _ => Frame::Message,
        }
    }

    pub fn is_stalled(&self, now: Moment) -> bool {
        self.unanswered.is_some_and(|since| now >= since + STALLED_AFTER)
    }

    pub fn is_dead(&self, now: Moment) -> bool {
        self.unanswered.is_some_and(|since| now >= since + DEAD_AFTER)
    }

    pub fn round_trip(&self) -> Option<Duration> {
        self.round_trip
    }

    pub fn deadline(&self) -> Moment {
        self.next
    }
}

/// The kind of a received frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    Message,
    /// With the pong to send.
    Ping(String),
    Pong,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Moment {
        Moment::from_millis(millis)
    }

    #[test]
    fn the_last_pong_gives_the_round_trip_time() {
        let mut heartbeat = Heartbeat::new(at(0));
        assert_eq!(heartbeat.ping_if_due(at(0)).as_deref(), Some("ping 1"));
        assert_eq!(heartbeat.ping_if_due(at(999)), None);
        assert_eq!(heartbeat.receive(at(30), "pong 1"), Frame::Pong);
        assert_eq!(heartbeat.round_trip(), Some(Duration::from_millis(30)));
        assert_eq!(heartbeat.ping_if_due(at(1000)).as_deref(), Some("ping 2"));
        heartbeat.receive(at(2500), "pong 1");
        assert_eq!(heartbeat.round_trip(), Some(Duration::from_millis(30)), "an old answer is not measured");
        assert_eq!(heartbeat.receive(at(2500), "ping 77"), Frame::Ping("pong 77".to_owned()));
        assert_eq!(heartbeat.receive(at(2500), "{\"seq\":1}"), Frame::Message);
        assert_eq!(heartbeat.receive(at(2500), &format!("ping {}", "9".repeat(4000))), Frame::Message);
    }

    #[test]
    fn silence_stalls_then_kills_but_a_suspended_page_is_neither() {
        let mut heartbeat = Heartbeat::new(at(0));
        for second in 0..15 {
            heartbeat.ping_if_due(at(second * 1000));
            assert_eq!(heartbeat.is_stalled(at(second * 1000)), second >= 2, "{second}");
            assert!(!heartbeat.is_dead(at(second * 1000)));
        }
        assert!(heartbeat.is_dead(at(15_000)));
        heartbeat.receive(at(15_001), "pong 3");
        assert!(!heartbeat.is_stalled(at(15_001)));
        // No ping was sent for an hour, so none is unanswered.
        assert!(!heartbeat.is_stalled(at(3_600_000)));
    }
}
