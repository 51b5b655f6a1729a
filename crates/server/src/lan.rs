//! Discovery of hosts on the local network by multicast DNS.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use api::hosting::LanHost;
use mdns_sd::{ServiceDaemon, ServiceEvent, ServiceInfo};
use play::protocol::{Hex, VERSION};
use serde::Serialize;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const SERVICE: &str = "_tabiya._tcp.local.";

/// Withdrawn when dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    follower: JoinHandle<()>,
}

/// A host that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundHost {
    pub name: String,
    pub addresses: Vec<SocketAddr>,
    /// Board size in its newest room.
    pub size: Option<u8>,
    /// The version of the protocol.
    pub version: Option<u16>,
}

impl From<FoundHost> for LanHost {
    fn from(found: FoundHost) -> LanHost {
        let FoundHost { name, addresses, size, version } = found;
        LanHost { name, addresses: addresses.iter().map(SocketAddr::to_string).collect(), size, version }
    }
}

/// Announces a host with the protocol's version, the room's name and the board's size, which may change, and nothing
/// else. Must be called within a tokio runtime.
pub fn announce(
    room: &str,
    port: u16,
    mut size: watch::Receiver<u8>,
) -> Result<Announcement, mdns_sd::Error> {
    let daemon = ServiceDaemon::new()?;
    // Two hosts on one network may have the same port; their machine names must differ.
    let machine = format!("tabiya-{}.local.", tag());
    let first = *size.borrow_and_update();
    daemon.register(service(room, &machine, port, first)?)?;
    let (speaker, room) = (daemon.clone(), room.to_owned());
    let follower = tokio::spawn(async move {
        while size.changed().await.is_ok() {
            let now = *size.borrow_and_update();
            // Registering again announces only the change.
            if let Ok(service) = service(&room, &machine, port, now) {
                drop(speaker.register(service));
            }
        }
    });
    Ok(Announcement { daemon, follower })
}

fn service(room: &str, machine: &str, port: u16, size: u8) -> Result<ServiceInfo, mdns_sd::Error> {
    let (version, size) = (VERSION.to_string(), size.to_string());
    let properties = [("v", version.as_str()), ("size", size.as_str()), ("room", room)];
    Ok(ServiceInfo::new(SERVICE, &instance(room), machine, "", port, &properties[..])?.enable_addr_auto())
}

/// If the system has no randomness, names may clash, which the daemons resolve.
fn tag() -> Hex<4> {
    let mut tag = [0; 4];
    let _ = getrandom::fill(&mut tag);
    Hex(tag)
}

/// A DNS label has at most 63 bytes and no dot.
fn instance(room: &str) -> String {
    let mut label = String::new();
    for c in room.chars().map(|c| if c == '.' { ' ' } else { c }) {
        if label.len() + c.len_utf8() > 60 {
            break;
        }
        label.push(c);
    }
    if label.trim().is_empty() { "Tabiya".to_owned() } else { label }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        self.follower.abort();
        // Without the goodbye packet the entry times out.
        if let Ok(done) = self.daemon.shutdown() {
            drop(done.recv_timeout(Duration::from_millis(300)));
        }
    }
}

/// All hosts that answer within this time. Blocks.
pub fn find(time: Duration) -> Result<Vec<FoundHost>, mdns_sd::Error> {
    let daemon = ServiceDaemon::new()?;
    let events = daemon.browse(SERVICE)?;
    let end = Instant::now() + time;
    let mut found: BTreeMap<String, FoundHost> = BTreeMap::new();
    while let Ok(event) = events.recv_timeout(end.saturating_duration_since(Instant::now())) {
        if let ServiceEvent::ServiceResolved(service) = event {
            let ips = service.get_addresses_v4();
            let port = service.get_port();
            let mut addresses: Vec<SocketAddr> =
                ips.into_iter().map(|ip| SocketAddr::new(IpAddr::V4(ip), port)).collect();
            addresses.sort_unstable();
            // Loopback addresses work only for this machine's own host.
            if addresses.iter().any(|address| !address.ip().is_loopback()) {
                addresses.retain(|address| !address.ip().is_loopback());
            }
            let property = |key| service.get_property_val_str(key).map(str::to_owned);
            let name = property("room").unwrap_or_else(|| service.get_fullname().to_owned());
            let number = |key| property(key).and_then(|text| text.parse().ok());
            let (size, version) = (number("size").and_then(|n| u8::try_from(n).ok()), number("v"));
            found.insert(service.get_fullname().to_owned(), FoundHost { name, addresses, size, version });
        }
    }
    drop(daemon.shutdown());
    Ok(found.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_name_becomes_a_valid_dns_label() {
        for room in ["", "Club evening", "a.b", &"囲碁".repeat(40), "\u{0}"] {
            let label = instance(room);
            assert!(!label.is_empty() && label.len() <= 63 && !label.contains('.'), "{label:?}");
        }
    }

    #[test]
    fn exactly_three_properties_are_announced() {
        let service = service("Club", "tabiya-00.local.", 38765, 9).unwrap();
        let mut properties: Vec<String> =
            service.get_properties().iter().map(|one| one.to_string()).collect();
        properties.sort();
        assert_eq!(properties, ["room=Club", "size=9", &format!("v={VERSION}")]);
    }
}
