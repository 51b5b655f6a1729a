//! Which sockets of rooms no player uses, by the address from which they came: a host that is full closes the oldest of
//! them. Sockets from the studio's own page belong to no address and are not counted.

use std::collections::{HashMap, VecDeque};

use play::table::ConnectionId;

use crate::address_limits::{Lease, Network};

#[derive(Default)]
pub(super) struct Spectators {
    /// By slot of the socket; apart from the sockets, which are used far more often.
    leases: Vec<Option<Lease>>,
    /// Oldest first.
    unseated: HashMap<Network, VecDeque<(u32, ConnectionId)>>,
}

impl Spectators {
    /// Every socket is a spectator's until its player takes a seat.
    pub(super) fn connected(&mut self, slot: u32, conn: ConnectionId, lease: Option<Lease>) {
        let Some(lease) = lease else { return };
        let index = slot as usize;
        if index >= self.leases.len() {
            self.leases.resize_with(index + 1, || None);
        }
        let unseated = self.unseated.entry(lease.account().network).or_default();
        unseated.push_back((slot, conn));
        lease.account().set_spectators(unseated.len());
        if let Some(place) = self.leases.get_mut(index) {
            *place = Some(lease);
        }
    }

    pub(super) fn seated(&mut self, slot: u32) {
        let Some(Some(lease)) = self.leases.get(slot as usize) else { return };
        let network = lease.account().network;
        let Some(unseated) = self.unseated.get_mut(&network) else { return };
        // Players take their seats at once, so theirs is one of the last.
        if let Some(index) = unseated.iter().rposition(|(at, _)| *at == slot) {
            unseated.remove(index);
        }
        lease.account().set_spectators(unseated.len());
        if unseated.is_empty() {
            self.unseated.remove(&network);
        }
    }

    /// Returns the lease, for as long as the socket takes to close.
    pub(super) fn disconnected(&mut self, slot: u32) -> Option<Lease> {
        self.seated(slot);
        self.leases.get_mut(slot as usize)?.take()
    }

    pub(super) fn oldest(&self, network: Network) -> Option<(u32, ConnectionId)> {
        self.unseated.get(&network)?.front().copied()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use moment::Moment;

    use super::*;
    use crate::address_limits::{Account, AddressLimits, Held, HostLimits};

    fn account(limits: &AddressLimits, ip: &str) -> Arc<Account> {
        limits.account(ip.parse().unwrap(), Moment::ORIGIN)
    }

    #[test]
    fn the_oldest_socket_without_a_player_is_found_and_leases_are_given_back() {
        let limits = AddressLimits::new(HostLimits::default());
        let (ann, ben) = (account(&limits, "10.0.0.1"), account(&limits, "10.0.0.2"));
        let mut spectators = Spectators::default();
        for (slot, from) in [(0, &ann), (1, &ann), (2, &ben), (3, &ann)] {
            spectators.connected(slot, ConnectionId(slot.into()), Some(from.hold(Held::Connection)));
        }
        spectators.connected(4, ConnectionId(4), None);
        spectators.seated(0);
        assert_eq!(spectators.oldest(ann.network), Some((1, ConnectionId(1))));
        drop(spectators.disconnected(1));
        assert_eq!(spectators.oldest(ann.network), Some((3, ConnectionId(3))));
        drop(spectators.disconnected(3));
        assert_eq!((spectators.oldest(ann.network), ann.has_spectators()), (None, false));
        assert_eq!(spectators.oldest(ben.network), Some((2, ConnectionId(2))));
        assert_eq!(limits.connections(), 2, "of the player and of the other address");
        drop(spectators.disconnected(0));
        drop(spectators.disconnected(4));
        assert_eq!(limits.connections(), 1);
    }
}
