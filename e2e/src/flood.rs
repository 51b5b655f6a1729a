//! How much ten flooding peers slow down another player of the same host: the real `tabiya host`, flooded in several ways,
//! and the round trip of a player at another address with and without.
//!
//!     let report = e2e::flood()?;
//!     println!("{report}");                 // a line for each way of flooding, with the 95th percentile of the round trip

use std::fmt;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::host::Host;
use crate::raw_socket::{HostFrame, RawSocket, client_frame, connect_from};

const FLOODERS: usize = 10;
/// Not 127.0.0.1: thousands of connections would use up its ports, and tests beside this one need some.
const FLOODER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const PLAYER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// A player may send ten frames a second.
const PROBE_INTERVAL: Duration = Duration::from_millis(110);
const PROBES: usize = 60;
/// Connections of one flooder at a time: together more than an address may have.
const HALF_HEADERS: usize = 100;
/// A peer that was refused tries again; on another machine it would take at least this long.
const RETRY: Duration = Duration::from_millis(20);

/// A way to flood a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    Messages,
    EmptyFragments,
    Pings,
    Garbage,
    HalfHeaders,
}

impl Flood {
    pub const ALL: [Flood; 5] =
        [Flood::Messages, Flood::EmptyFragments, Flood::Pings, Flood::Garbage, Flood::HalfHeaders];

    /// Sent over and over.
    fn bytes(self) -> Vec<u8> {
        let many = |frame: Vec<u8>| frame.repeat(1000);
        match self {
            Flood::Messages => many(client_frame(0x81, br#"{"seq":1,"type":"sync"}"#)),
            Flood::EmptyFragments => many(client_frame(0x00, b"")),
            Flood::Pings => many(client_frame(0x89, &[b'!'; 125])),
            Flood::Garbage => (0..64_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
            Flood::HalfHeaders => b"GET / HTTP/1.1\r\nHost: 127".to_vec(),
        }
    }

    /// Until the host ends it. True if it did; an error if it did not even let the peer in.
    fn run(self, host: &Host, stop: &AtomicBool) -> Result<bool> {
        if self == Flood::HalfHeaders {
            let mut streams = Vec::new();
            for _ in 0..HALF_HEADERS {
                let mut stream = connect_from(FLOODER, host.port())?;
                stream.write_all(&self.bytes())?;
                streams.push(stream);
            }
            return Ok(streams.first_mut().is_some_and(|first| is_closed(first, stop)));
        }
        let mut socket = RawSocket::enter(FLOODER, host.port(), host.room())?;
        if self == Flood::EmptyFragments {
            socket.write(&client_frame(0x01, b""))?;
        }
        let bytes = self.bytes();
        while !stop.load(Ordering::Relaxed) {
            if socket.write(&bytes).is_err() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Waits for the end of a connection, or until the flood stops.
fn is_closed(stream: &mut TcpStream, stop: &AtomicBool) -> bool {
    drop(stream.set_read_timeout(Some(Duration::from_millis(100))));
    while !stop.load(Ordering::Relaxed) {
        match stream.read(&mut [0; 64]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => match error.kind() {
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => {}
                _ => return true,
            },
        }
    }
    false
}

#[derive(Clone, Copy, Debug)]
pub struct Flooded {
    pub by: Flood,
    /// The 95th percentile of the player's round trip.
    pub p95: Duration,
    /// Flooding connections that the host ended or refused.
    pub cut_off: usize,
}

#[derive(Clone, Debug)]
pub struct FloodReport {
    /// Without any flood.
    pub quiet_p95: Duration,
    pub flooded: Vec<Flooded>,
}

impl FloodReport {
    /// How much the worst flood adds to the round trip.
    pub fn worst(&self) -> Duration {
        let most = self.flooded.iter().map(|flooded| flooded.p95).max().unwrap_or_default();
        most.saturating_sub(self.quiet_p95)
    }
}

impl fmt::Display for FloodReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        writeln!(f, "{:16} p95 {:>6.2} ms", "quiet", millis(self.quiet_p95))?;
        for Flooded { by, p95, cut_off } in &self.flooded {
            let by = format!("{by:?}");
            writeln!(f, "{by:16} p95 {:>6.2} ms, {cut_off} connections cut off", millis(*p95))?;
        }
        write!(f, "ten flooding peers add {:.2} ms at most", millis(self.worst()))
    }
}

/// Measures with every way of flooding; takes about a minute.
pub fn flood() -> Result<FloodReport> {
    let folder = TempDir::new()?;
    let host = Host::start(folder.path())?;
    let mut player = RawSocket::enter(PLAYER, host.port(), host.room())?;
    player.join("Ann", 1)?;
    let quiet_p95 = p95(&mut player)?;
    let mut flooded = Vec::new();
    for by in Flood::ALL {
        let (p95, cut_off) = while_flooded(by, &host, || p95(&mut player))?;
        flooded.push(Flooded { by, p95, cut_off });
    }
    Ok(FloodReport { quiet_p95, flooded })
}

fn while_flooded<T>(by: Flood, host: &Host, measure: impl FnOnce() -> Result<T>) -> Result<(T, usize)> {
    let (stop, cut_off) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..FLOODERS {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    if by.run(host, &stop).unwrap_or(true) {
                        cut_off.fetch_add(1, Ordering::Relaxed);
                        thread::sleep(RETRY);
                    }
                }
            });
        }
        let measured = measure();
        stop.store(true, Ordering::Relaxed);
        Ok((measured?, cut_off.load(Ordering::Relaxed)))
    })
}

/// Of the round trips of pings.
fn p95(player: &mut RawSocket) -> Result<Duration> {
    let mut trips = Vec::new();
    for n in 0..PROBES {
        let payload = n.to_string().into_bytes();
        let sent = Instant::now();
        player.write(&client_frame(0x89, &payload)).context("the player was cut off")?;
        while player.receive().context("the player was cut off")? != HostFrame::Pong(payload.clone()) {}
        let trip = sent.elapsed();
        trips.push(trip);
        thread::sleep(PROBE_INTERVAL.saturating_sub(trip));
    }
    trips.sort_unstable();
    trips.get(trips.len() * 95 / 100).copied().context("no round trips")
}
