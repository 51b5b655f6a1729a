//! The real host under attack: floods, and more connections than it may have files.

use std::net::{Ipv4Addr, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use e2e::{Host, RawSocket, Studio, connect_from, flood};
use tempfile::TempDir;

const CLUB: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);
const HOME: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// The figure is for a release build on a quiet machine; here it only must not be out of all proportion.
#[test]
fn ten_flooding_peers_are_cut_off_and_another_player_hardly_notices() -> Result<()> {
    let report = flood()?;
    println!("{report}");
    for flooded in &report.flooded {
        ensure!(flooded.cut_off > 0, "{report}");
    }
    ensure!(report.worst() < Duration::from_millis(200), "{report}");
    Ok(())
}

/// The same address as the idle connections, and another one.
#[test]
fn a_dropped_player_comes_back_to_a_host_with_few_files_and_two_thousand_idle_connections() -> Result<()> {
    let folder = TempDir::new()?;
    let script = "ulimit -n 1024; exec \"$0\" host --no-mdns --port 0 --keep \"$1\"";
    let mut command = Command::new("sh");
    let host = Host::start_with(command.args(["-c", script]).arg(Studio::binary()).arg(folder.path()))?;
    let mut ann = RawSocket::enter(CLUB, host.port(), host.room())?;
    ann.join("Ann", 1)?;
    let mut ben = RawSocket::enter(HOME, host.port(), host.room())?;
    ben.join("Ben", 2)?;
    let idle = (0..2000).map(|_| connect_from(CLUB, host.port())).collect::<Result<Vec<TcpStream>>>()?;
    drop((ann, ben));
    for (from, name, token) in [(CLUB, "Ann", 1), (HOME, "Ben", 2)] {
        come_back(from, &host, name, token)?;
    }
    ensure!(idle.len() == 2000);
    Ok(())
}

/// As the page does: it tries again for a while.
fn come_back(from: Ipv4Addr, host: &Host, name: &str, token: u8) -> Result<()> {
    let end = Instant::now() + Duration::from_secs(10);
    loop {
        let back =
            RawSocket::enter(from, host.port(), host.room()).and_then(|mut socket| socket.join(name, token));
        match back {
            Err(error) if Instant::now() > end => return Err(error).context(format!("{name} is not let in")),
            Err(_) => std::thread::sleep(Duration::from_millis(100)),
            Ok(()) => return Ok(()),
        }
    }
}
