//! The host's listener: accepts connections as long as their addresses may have more, and serves them. A host that is
//! full closes the connections that nobody would miss: first those that wait for a request, the longest waiting first,
//! then spectators. So a player who has lost the connection can always come back.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use moment::Moment;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout};

use crate::address_limits::{Account, AddressLimits, Held, HostLimits, Lease, Network};
use crate::open_files;
use crate::rooms::Rooms;

/// A request's header arrives at once; browsers keep idle connections only to save handshakes.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Connections above the limit that get an answer, or are served while others close. More are dropped at once.
const SPARE: usize = 16;
/// After a failed accept, usually for want of files.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);
/// On shutdown, for requests that are being answered.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The account of the address from which a request came.
#[derive(Clone)]
pub(crate) struct Peer(pub(crate) Arc<Account>);

impl Peer {
    /// `None` for the studio's own page.
    pub(crate) fn of<B>(request: &Request<B>) -> Option<&Arc<Account>> {
        request.extensions().get::<Peer>().map(|peer| &peer.0)
    }
}

pub(crate) struct Listener {
    limits: AddressLimits,
    max_connections: usize,
    rooms: Arc<Rooms>,
    waiting: Arc<Mutex<Waiting>>,
    origin: Instant,
}

/// Connections that are not WebSockets, by address, in the order of their last request. Each is closed when notified.
#[derive(Default)]
struct Waiting {
    by_network: HashMap<Network, BTreeMap<u64, Arc<Notify>>>,
    last: u64,
}

impl Waiting {
    fn insert(&mut self, network: Network, close: Arc<Notify>) -> u64 {
        self.last += 1;
        self.by_network.entry(network).or_default().insert(self.last, close);
        self.last
    }

    fn remove(&mut self, network: Network, number: u64) -> Option<Arc<Notify>> {
        let of_network = self.by_network.get_mut(&network)?;
        let close = of_network.remove(&number);
        if of_network.is_empty() {
            self.by_network.remove(&network);
        }
        close
    }

    /// Closes the one that has been waiting longest, at this address or at the one that has most. False if there is none.
    fn close_one(&mut self, network: Option<Network>) -> bool {
        let most = || self.by_network.iter().max_by_key(|(_, waiting)| waiting.len()).map(|(at, _)| *at);
        let Some(network) = network.or_else(most) else { return false };
        let oldest = self.by_network.get(&network).and_then(|waiting| waiting.keys().next().copied());
        match oldest.and_then(|oldest| self.remove(network, oldest)) {
            Some(close) => {
                close.notify_one();
                true
            }
            None => false,
        }
    }
}

/// A connection in `Waiting`, as long as it is served.
struct Registered {
    waiting: Arc<Mutex<Waiting>>,
    network: Network,
    close: Arc<Notify>,
    number: Mutex<u64>,
}

impl Registered {
    fn new(waiting: &Arc<Mutex<Waiting>>, network: Network) -> Registered {
        let close = Arc::new(Notify::new());
        let number = lock(waiting).insert(network, Arc::clone(&close));
        Registered { waiting: Arc::clone(waiting), network, close, number: Mutex::new(number) }
    }

    /// A request has arrived: others are closed first.
    fn touch(&self) {
        let (mut waiting, mut number) = (lock(&self.waiting), lock(&self.number));
        if waiting.remove(self.network, *number).is_some() {
            *number = waiting.insert(self.network, Arc::clone(&self.close));
        }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        lock(&self.waiting).remove(self.network, *lock(&self.number));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What happens to a new connection.
enum Admission {
    Serve(Lease),
    /// It gets an answer that says so.
    Refuse(Lease),
    Drop,
}

impl Listener {
    pub(crate) fn new(limits: HostLimits, rooms: &Arc<Rooms>) -> Arc<Listener> {
        Arc::new(Listener {
            limits: AddressLimits::new(limits),
            max_connections: open_files::max_connections(),
            rooms: Arc::clone(rooms),
            waiting: Arc::default(),
            origin: Instant::now(),
        })
    }

    pub(crate) fn now(&self) -> Moment {
        Moment::ORIGIN + self.origin.elapsed()
    }

    fn admit(&self, account: &Arc<Account>) -> Admission {
        let lease = account.hold(Held::Connection);
        let of_address = account.excess(Held::Connection);
        let of_all = self.limits.connections().saturating_sub(self.max_connections);
        match of_address.max(of_all) {
            0 => Admission::Serve(lease),
            1..=SPARE if self.close_another((of_address > 0).then_some(account)) => Admission::Serve(lease),
            1..=SPARE => Admission::Refuse(lease),
            _ => Admission::Drop,
        }
    }

    /// Closes a connection that nobody would miss: of this address, or of the one that has most of them.
    fn close_another(&self, of: Option<&Arc<Account>>) -> bool {
        if lock(&self.waiting).close_one(of.map(|account| account.network)) {
            return true;
        }
        let account = of.cloned().or_else(|| self.limits.most_spectators());
        account.is_some_and(|account| account.has_spectators() && self.rooms.close_spectator(account.network))
    }

    /// Serves `routes` until `stop` is ready, then finishes the requests that are being answered. `refusal` answers
    /// those who have too many connections.
    pub(crate) async fn serve(
        self: Arc<Listener>,
        listener: TcpListener,
        routes: Router,
        refusal: Router,
        stop: impl Future<Output = ()> + Send,
    ) {
        let mut stop = pin!(stop);
        let (stopping, stopped) = watch::channel(());
        loop {
            let (stream, address) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        self.accept_failed(&error).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            self.accept(stream, address, &routes, &refusal, &stopped);
        }
        drop((listener, stopped));
        // Fails if nobody is connected.
        let _ = stopping.send(());
        let _ = timeout(SHUTDOWN_TIMEOUT, stopping.closed()).await;
    }

    async fn accept_failed(&self, error: &io::Error) {
        let kind = error.kind();
        if !matches!(kind, io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) {
            lock(&self.waiting).close_one(None);
            sleep(ACCEPT_RETRY).await;
        }
    }

    fn accept(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        routes: &Router,
        refusal: &Router,
        stopped: &watch::Receiver<()>,
    ) {
        let account = self.limits.account(address.ip(), self.now());
        let (lease, routes, close) = match self.admit(&account) {
            Admission::Serve(lease) => (lease, routes, Some(Registered::new(&self.waiting, account.network))),
            Admission::Refuse(lease) => (lease, refusal, None),
            Admission::Drop => return,
        };
        tokio::spawn(serve_connection(stream, Peer(account), routes.clone(), close, stopped.clone(), lease));
    }
}

/// Until it ends or becomes a WebSocket.
async fn serve_connection(
    stream: TcpStream,
    peer: Peer,
    routes: Router,
    registered: Option<Registered>,
    mut stopped: watch::Receiver<()>,
    _lease: Lease,
) {
    let registered = registered.map(Arc::new);
    let routes = TowerToHyperService::new(routes);
    let requests = registered.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        if let Some(registered) = &requests {
            registered.touch();
        }
        routes.call(request.map(Body::new))
    });
    // The builder of hyper-util waits for the first bytes without a timeout, to learn the version of HTTP.
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let closed = async {
        match &registered {
            Some(registered) => registered.close.notified().await,
            None => sleep(HEADER_TIMEOUT).await,
        }
    };
    tokio::select! {
        // Its errors are those of the peer.
        _ = connection.as_mut() => return,
        () = closed => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
