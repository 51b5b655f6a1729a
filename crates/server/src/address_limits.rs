//! What one address on the network may hold at a time, and how fast it may send requests. A host that one visitor can
//! fill is no use to the others.
//!
//!     let account = limits.account(ip, now);
//!     account.request(now)            // false: too many requests
//!     account.take(Held::Room)        // a lease that is given back when it is dropped; None: too many rooms

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moment::Moment;
use play::peer::TokenBucket;

/// Limits per address. A club or a school may share one address, so they are set for sixty people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostLimits {
    /// Open connections: a browser keeps up to seven.
    pub connections: usize,
    /// Rooms: thirty games at a time, and as many again that were left unfinished, with room to spare.
    pub rooms: usize,
    /// Bots and engines that play at the same time. Each is a process that may use a whole core.
    pub engines: usize,
}

impl Default for HostLimits {
    fn default() -> HostLimits {
        HostLimits { connections: 512, rooms: 100, engines: 8 }
    }
}

/// Sockets of relayed tables are a part of the connections, so that an address cannot fill itself with connections that
/// its host may not close.
const RELAYED_SHARE: usize = 4;
/// Requests are limited as the messages of this share of the connections: at 512 connections a burst of 2,040 and then
/// 510 per second, where opening the page takes about twenty.
const REQUESTING_SHARE: usize = 10;
/// What a connection that had to be closed costs, in requests: at 512 connections an address can afford twenty at once
/// and then five per second. Otherwise a peer that floods would just connect again.
const VIOLATION_COST: f32 = 100.0;
/// Unused accounts are removed when there are more than this.
const MAX_IDLE_ACCOUNTS: usize = 1024;
/// After this time without a request an account has nothing to remember.
const IDLE: Duration = Duration::from_secs(60);

/// What an address can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Connection,
    Relayed,
    Room,
    Engine,
}

impl HostLimits {
    fn of(&self, what: Held) -> usize {
        match what {
            Held::Connection => self.connections,
            Held::Relayed => self.connections / RELAYED_SHARE,
            Held::Room => self.rooms,
            Held::Engine => self.engines,
        }
    }

    fn request_bucket(&self, now: Moment) -> TokenBucket {
        let people = u16::try_from(self.connections / REQUESTING_SHARE).unwrap_or(u16::MAX);
        TokenBucket::for_many(now, people.max(1))
    }
}

/// What counts as one address: of IPv6, where a machine can have as many as it wants, the network of a household.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(ip: IpAddr) -> Network {
        Network(match ip.to_canonical() {
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            ip => ip,
        })
    }
}

/// The accounts of all addresses.
pub(crate) struct AddressLimits {
    limits: HostLimits,
    accounts: Mutex<HashMap<Network, Arc<Account>>>,
    connections: Arc<AtomicUsize>,
}

/// What one address holds.
pub(crate) struct Account {
    pub(crate) network: Network,
    limits: HostLimits,
    held: [AtomicUsize; 4],
    /// Sockets in rooms that no player uses; counted by the event loop.
    spectators: AtomicUsize,
    requests: Mutex<TokenBucket>,
    /// Of all addresses.
    all_connections: Arc<AtomicUsize>,
}

/// Counts until it is dropped.
pub(crate) struct Lease {
    account: Arc<Account>,
    what: Held,
}

impl AddressLimits {
    pub(crate) fn new(limits: HostLimits) -> AddressLimits {
        AddressLimits { limits, accounts: Mutex::default(), connections: Arc::default() }
    }

    pub(crate) fn account(&self, ip: IpAddr, now: Moment) -> Arc<Account> {
        let network = Network::from(ip);
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if accounts.len() >= MAX_IDLE_ACCOUNTS && !accounts.contains_key(&network) {
            accounts.retain(|_, account| Arc::strong_count(account) > 1 || !account.is_idle(now));
        }
        let account = accounts.entry(network).or_insert_with(|| {
            Arc::new(Account {
                network,
                limits: self.limits,
                held: Default::default(),
                spectators: AtomicUsize::new(0),
                requests: Mutex::new(self.limits.request_bucket(now)),
                all_connections: Arc::clone(&self.connections),
            })
        });
        Arc::clone(account)
    }

    /// Open connections of all addresses.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// The account with most sockets that no player uses.
    pub(crate) fn most_spectators(&self) -> Option<Arc<Account>> {
        let accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.values().max_by_key(|account| account.spectators.load(Ordering::Relaxed)).cloned()
    }
}

impl Account {
    fn requests(&self) -> MutexGuard<'_, TokenBucket> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_idle(&self, now: Moment) -> bool {
        now.since(self.requests().last_used()) >= IDLE
    }

    /// Counts a request; false if there were too many.
    pub(crate) fn request(&self, now: Moment) -> bool {
        self.requests().try_take(now, 1.0)
    }

    /// A peer flooded the host or broke the protocol, and was disconnected.
    pub(crate) fn charge_violation(&self) {
        self.requests().charge(VIOLATION_COST);
    }

    fn count(&self, what: Held) -> &AtomicUsize {
        let [connections, relayed, rooms, engines] = &self.held;
        match what {
            Held::Connection => connections,
            Held::Relayed => relayed,
            Held::Room => rooms,
            Held::Engine => engines,
        }
    }

    /// How many more it holds than it may.
    pub(crate) fn excess(&self, what: Held) -> usize {
        self.count(what).load(Ordering::Relaxed).saturating_sub(self.limits.of(what))
    }

    /// `None` if it holds as many as it may.
    pub(crate) fn take(self: &Arc<Account>, what: Held) -> Option<Lease> {
        let lease = self.hold(what);
        (self.excess(what) == 0).then_some(lease)
    }

    /// Counts without a limit.
    pub(crate) fn hold(self: &Arc<Account>, what: Held) -> Lease {
        self.count(what).fetch_add(1, Ordering::Relaxed);
        if what == Held::Connection {
            self.all_connections.fetch_add(1, Ordering::Relaxed);
        }
        Lease { account: Arc::clone(self), what }
    }

    pub(crate) fn has_spectators(&self) -> bool {
        self.spectators.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn set_spectators(&self, count: usize) {
        self.spectators.store(count, Ordering::Relaxed);
    }
}

impl Lease {
    pub(crate) fn account(&self) -> &Arc<Account> {
        &self.account
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.account.count(self.what).fetch_sub(1, Ordering::Relaxed);
        if self.what == Held::Connection {
            self.account.all_connections.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 5));

    fn at(seconds: u64) -> Moment {
        Moment::from_millis(1000 * seconds)
    }

    fn limits(connections: usize, rooms: usize) -> AddressLimits {
        AddressLimits::new(HostLimits { connections, rooms, engines: 1 })
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address_and_a_mapped_address_as_ipv4() {
        for (one, other, same) in [
            ("192.168.1.5", "192.168.1.5", true),
            ("192.168.1.5", "192.168.1.6", false),
            ("192.168.1.5", "::ffff:192.168.1.5", true),
            ("2001:db8:0:1::1", "2001:db8:0:1:ffff:2:3:4", true),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
            ("::1", "127.0.0.1", false),
        ] {
            let [one, other] = [one, other].map(|ip| Network::from(ip.parse::<IpAddr>().unwrap()));
            assert_eq!(one == other, same, "{one:?} {other:?}");
        }
    }

    #[test]
    fn what_is_dropped_is_free_again_and_other_addresses_have_their_own() {
        let limits = limits(40, 2);
        let account = limits.account(HOME, at(0));
        let leases = [account.take(Held::Room), account.take(Held::Room)];
        assert!(leases.iter().all(Option::is_some) && account.take(Held::Room).is_none());
        assert!(account.take(Held::Connection).is_some(), "each kind has its own limit");
        assert!(limits.account(HOME, at(1)).take(Held::Room).is_none(), "the same account");
        let other = limits.account("10.0.0.1".parse().unwrap(), at(1));
        assert!(other.take(Held::Room).is_some());
        drop(leases);
        assert!(account.take(Held::Room).is_some());
    }

    #[test]
    fn connections_of_all_addresses_are_counted_together() {
        let limits = limits(1, 1);
        let held: Vec<Lease> = ["10.0.0.1", "10.0.0.2", "10.0.0.2"]
            .map(|ip| limits.account(ip.parse().unwrap(), at(0)).hold(Held::Connection))
            .into();
        assert_eq!(limits.connections(), 3);
        assert_eq!(held[2].account().excess(Held::Connection), 1);
        drop(held);
        assert_eq!(limits.connections(), 0);
    }

    #[test]
    fn a_burst_of_requests_passes_a_flood_does_not_and_waiting_helps() {
        let limits = limits(10, 1);
        let account = limits.account(HOME, at(0));
        assert!((0..40).all(|_| account.request(at(0))));
        assert!(!account.request(at(0)));
        assert!(account.request(at(1)));
        assert!((0..10_000).any(|_| !account.request(at(1))), "what was refused is not owed");
        assert!((0..600).all(|second| (0..10).all(|_| account.request(at(2 + second)))), "ten per second");
    }

    #[test]
    fn who_floods_again_and_again_has_to_wait_and_others_do_not() {
        let limits = limits(512, 1);
        let (account, other) =
            (limits.account(HOME, at(0)), limits.account("10.0.0.1".parse().unwrap(), at(0)));
        let mut connected = 0;
        for millis in (0..10_000).step_by(10) {
            if account.request(Moment::from_millis(millis)) {
                connected += 1;
                account.charge_violation();
            }
        }
        assert!((60..=75).contains(&connected), "{connected}");
        assert!(other.request(at(10)));
        assert!(account.request(at(20)), "it is forgotten soon");
    }

    #[test]
    fn idle_accounts_are_forgotten_and_those_that_hold_something_are_not() {
        let limits = limits(10, 1);
        let room = limits.account(HOME, at(0)).take(Held::Room);
        for n in 0..5000u32 {
            let ip = IpAddr::V4(std::net::Ipv4Addr::from(n));
            assert!(limits.account(ip, at(u64::from(n))).request(at(u64::from(n))));
        }
        assert!(limits.accounts.lock().unwrap().len() <= MAX_IDLE_ACCOUNTS);
        assert!(room.is_some() && limits.account(HOME, at(5000)).take(Held::Room).is_none());
    }
}
