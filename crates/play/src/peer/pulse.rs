//! Signs of life on one way between two pages: `ping 7` and `pong 7` among the messages. How long the way is, whether
//! it stalls, and whether anybody is there at all.

use std::time::Duration;

use crate::Moment;

const EVERY: Duration = Duration::from_secs(1);
/// An answer so late that another way is better. A promise has to be shown within five seconds, the move to the other
/// way included.
const STALLED: Duration = Duration::from_secs(2);
const DEAD: Duration = Duration::from_secs(15);

#[derive(Clone, Copy, Debug)]
pub struct Pulse {
    next: Moment,
    number: u32,
    /// When the oldest ping was sent that nobody has answered.
    unanswered: Option<Moment>,
    sent: Moment,
    round_trip: Option<Duration>,
}

impl Pulse {
    pub fn new(now: Moment) -> Pulse {
        Pulse { next: now, number: 0, unanswered: None, sent: now, round_trip: None }
    }

    /// A ping, when it is time for one.
    pub fn beat(&mut self, now: Moment) -> Option<String> {
        if now < self.next {
            return None;
        }
        self.next = now + EVERY;
        self.number = self.number.wrapping_add(1);
        self.sent = now;
        self.unanswered.get_or_insert(now);
        Some(format!("ping {}", self.number))
    }

    /// Whatever is heard shows that somebody is there; signs of life, and the answer to them, are for nobody else.
    pub fn hears(&mut self, now: Moment, frame: &str) -> Heard {
        self.unanswered = None;
        match frame.split_once(' ') {
            Some(("ping", number)) if number.len() <= 10 => Heard::Ping(format!("pong {number}")),
            Some(("pong", number)) => {
                if number.parse() == Ok(self.number) {
                    self.round_trip = Some(now.since(self.sent));
                }
                Heard::Pong
            }
            _ => Heard::Message,
        }
    }

    pub fn is_stalled(&self, now: Moment) -> bool {
        self.unanswered.is_some_and(|since| now >= since + STALLED)
    }

    pub fn is_dead(&self, now: Moment) -> bool {
        self.unanswered.is_some_and(|since| now >= since + DEAD)
    }

    pub fn round_trip(&self) -> Option<Duration> {
        self.round_trip
    }

    pub fn deadline(&self) -> Moment {
        self.next
    }
}

/// What a frame was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Message,
    /// With the answer.
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
    fn a_way_is_as_long_as_its_last_answer_took() {
        let mut pulse = Pulse::new(at(0));
        assert_eq!(pulse.beat(at(0)).as_deref(), Some("ping 1"));
        assert_eq!(pulse.beat(at(999)), None);
        assert_eq!(pulse.hears(at(30), "pong 1"), Heard::Pong);
        assert_eq!(pulse.round_trip(), Some(Duration::from_millis(30)));
        assert_eq!(pulse.beat(at(1000)).as_deref(), Some("ping 2"));
        pulse.hears(at(2500), "pong 1");
        assert_eq!(pulse.round_trip(), Some(Duration::from_millis(30)), "an old answer measures nothing");
        assert_eq!(pulse.hears(at(2500), "ping 77"), Heard::Ping("pong 77".to_owned()));
        assert_eq!(pulse.hears(at(2500), "{\"seq\":1}"), Heard::Message);
        assert_eq!(pulse.hears(at(2500), &format!("ping {}", "9".repeat(4000))), Heard::Message);
    }

    #[test]
    fn silence_stalls_then_kills_and_a_page_that_slept_is_not_mistaken_for_it() {
        let mut pulse = Pulse::new(at(0));
        for second in 0..15 {
            pulse.beat(at(second * 1000));
            assert_eq!(pulse.is_stalled(at(second * 1000)), second >= 2, "{second}");
            assert!(!pulse.is_dead(at(second * 1000)));
        }
        assert!(pulse.is_dead(at(15_000)));
        pulse.hears(at(15_001), "pong 3");
        assert!(!pulse.is_stalled(at(15_001)));
        // Nothing was asked for an hour, so nothing went unanswered.
        assert!(!pulse.is_stalled(at(3_600_000)));
    }
}
