//! The players' browsers: they find addresses, understand descriptions and open channels, each after a delay.

use play::peer::{HostInput, Input};
use play::protocol::Candidate;

use super::{InTransit, Pages};

/// A fake connection of one attempt.
#[derive(Default)]
pub(super) struct Link {
    pub(super) described: [bool; 2],
    pub(super) understood: [bool; 2],
    pub(super) open: bool,
    pub(super) gone: bool,
    pub(super) added: [u32; 2],
}

pub fn candidate(n: u32) -> Candidate {
    let candidate = format!("candidate:{n} 1 udp 1 10.0.0.{n} 9 typ host");
    Candidate { candidate, sdp_mid: None, sdp_m_line_index: Some(0) }
}

impl Pages {
    /// Both browsers notice, or none.
    pub fn cut_channel(&mut self, noticed: bool) {
        let open: Vec<u32> =
            self.links.iter().filter(|(_, link)| link.open && !link.gone).map(|(n, _)| *n).collect();
        for attempt in open {
            self.links.get_mut(&attempt).unwrap().gone = true;
            if noticed {
                self.schedule(5, InTransit::Browser(0, Input::Closed { attempt }));
                self.schedule(9, InTransit::Browser(1, Input::Closed { attempt }));
            }
        }
    }

    pub(super) fn describe(&mut self, who: usize, attempt: u32) {
        // Browsers find addresses while they still describe themselves.
        for n in 0..3 {
            let delay = self.dice.u64(..30);
            let found = Input::CandidateFound { attempt, candidate: candidate(n) };
            self.schedule(delay, InTransit::Browser(who, found));
        }
        let delay = 5 + self.dice.u64(..10);
        let sdp = "v=0\r\nhere".to_owned();
        self.schedule(delay, InTransit::Browser(who, Input::LocalDescription { attempt, sdp }));
        self.links.entry(attempt).or_default().described[who] = true;
    }

    pub(super) fn accept_description(&mut self, who: usize, attempt: u32) {
        let delay = 5 + self.dice.u64(..30);
        self.schedule(delay, InTransit::Browser(who, Input::RemoteDescriptionSet { attempt }));
    }

    pub(super) fn connect(&mut self, attempt: u32) {
        let link = self.links.get_mut(&attempt).unwrap();
        let ready = link.understood == [true; 2] && link.added.iter().all(|added| *added > 0);
        if self.possible && ready && !link.open && !link.gone {
            link.open = true;
            self.schedule(3, InTransit::Browser(0, Input::Opened { attempt }));
            self.schedule(6, InTransit::Browser(1, Input::Opened { attempt }));
        }
    }

    pub(super) fn is_open(&self, attempt: u32) -> bool {
        self.links.get(&attempt).is_some_and(|link| link.open && !link.gone)
    }

    pub(super) fn browser(&mut self, who: usize, input: Input) {
        match &input {
            Input::RemoteDescriptionSet { attempt } => {
                self.links.get_mut(attempt).unwrap().understood[who] = true;
            }
            Input::Opened { attempt } if who == 0 => self.host_input(HostInput::Opened(*attempt)),
            Input::Closed { attempt } if who == 0 => self.host_input(HostInput::Closed(*attempt)),
            _ => {}
        }
        self.peer(who, input);
    }
}
