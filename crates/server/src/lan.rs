//! Finding hosts on the local network by multicast DNS, and being found.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use mdns_sd::{ServiceDaemon, ServiceEvent, ServiceInfo};
use play::protocol::{Hex, VERSION};
use serde::Serialize;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const SERVICE: &str = "_tabiya._tcp.local.";

/// Announced until it is dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    follower: JoinHandle<()>,
}

/// A host that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    pub name: String,
    pub addresses: Vec<SocketAddr>,
    /// Lines of the board in its newest room.
    pub size: Option<u8>,
    /// Of the protocol.
    pub version: Option<u16>,
}

/// Says on the network that a host is here: the version, the board's size, which may change, and the room's name, and
/// nothing else. Wants a tokio runtime around it.
pub fn announce(
    room: &str,
    port: u16,
    mut size: watch::Receiver<u8>,
) -> Result<Announcement, mdns_sd::Error> {
    let daemon = ServiceDaemon::new()?;
    // Two hosts in one house may have the same port; their machines must not share a name.
    let machine = format!("tabiya-{}.local.", tag());
    let first = *size.borrow_and_update();
    daemon.register(service(room, &machine, port, first)?)?;
    let (speaker, room) = (daemon.clone(), room.to_owned());
    let follower = tokio::spawn(async move {
        while size.changed().await.is_ok() {
            let now = *size.borrow_and_update();
            // Registering again only tells the network what is new.
            if let Ok(service) = service(&room, &machine, port, now) {
                drop(speaker.register(service));
            }
        }
    });
    Ok(Announcement { daemon, follower })
}

fn service(room: &str, machine: &str, port: u16, size: u8) -> Result<ServiceInfo, mdns_sd::Error> {
    let (version, size) = (VERSION.to_string(), size.to_string());
    let told = [("v", version.as_str()), ("size", size.as_str()), ("room", room)];
    Ok(ServiceInfo::new(SERVICE, &instance(room), machine, "", port, &told[..])?.enable_addr_auto())
}

/// Without chance two machines may clash, and the daemons sort it out.
fn tag() -> Hex<4> {
    let mut tag = [0; 4];
    let _ = getrandom::fill(&mut tag);
    Hex(tag)
}

/// A label of DNS holds 63 bytes, and a dot would end it.
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
        // Taking leave is a courtesy: the entry times out by itself.
        if let Ok(done) = self.daemon.shutdown() {
            drop(done.recv_timeout(Duration::from_millis(300)));
        }
    }
}

/// Everybody who answers within this time. Blocks.
pub fn find(time: Duration) -> Result<Vec<Found>, mdns_sd::Error> {
    let daemon = ServiceDaemon::new()?;
    let events = daemon.browse(SERVICE)?;
    let end = Instant::now() + time;
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    while let Ok(event) = events.recv_timeout(end.saturating_duration_since(Instant::now())) {
        if let ServiceEvent::ServiceResolved(service) = event {
            let ips = service.get_addresses_v4();
            let port = service.get_port();
            let mut addresses: Vec<SocketAddr> =
                ips.into_iter().map(|ip| SocketAddr::new(IpAddr::V4(ip), port)).collect();
            addresses.sort_unstable();
            // This machine's own host; others have no use for the address.
            if addresses.iter().any(|address| !address.ip().is_loopback()) {
                addresses.retain(|address| !address.ip().is_loopback());
            }
            let said = |key| service.get_property_val_str(key).map(str::to_owned);
            let name = said("room").unwrap_or_else(|| service.get_fullname().to_owned());
            let number = |key| said(key).and_then(|text| text.parse().ok());
            let (size, version) = (number("size").and_then(|n| u8::try_from(n).ok()), number("v"));
            found.insert(service.get_fullname().to_owned(), Found { name, addresses, size, version });
        }
    }
    drop(daemon.shutdown());
    Ok(found.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_room_has_a_name_that_dns_can_hold() {
        for room in ["", "Club evening", "a.b", &"囲碁".repeat(40), "\u{0}"] {
            let label = instance(room);
            assert!(!label.is_empty() && label.len() <= 63 && !label.contains('.'), "{label:?}");
        }
    }

    #[test]
    fn the_network_is_told_three_things() {
        let service = service("Club", "tabiya-00.local.", 38765, 9).unwrap();
        let mut told: Vec<String> = service.get_properties().iter().map(|one| one.to_string()).collect();
        told.sort();
        assert_eq!(told, ["room=Club", "size=9", &format!("v={VERSION}")]);
    }
}
