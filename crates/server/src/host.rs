//! A host on the local network: serves the page and the rooms to every machine that can reach this one, and nothing else
//! of the studio. It runs only when the user turns it on.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use api::ErrorCode;
use api::hosting::{HOSTING, Hosting};
use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONNECTION, HOST, ORIGIN, RETRY_AFTER};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use moment::Moment;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::address_limits::HostLimits;
use crate::error_response::{json, refuse, wrong_method};
use crate::listener::{Listener, Peer};
use crate::public_url::PublicUrl;
use crate::rooms::Rooms;
use crate::studio::BindError;
use crate::{origin_check, page, response_headers};

/// How many ports after the usual one are tried.
const TRIES: u16 = 10;

/// For a request to arrive completely and be handled. Nothing that a host does takes long.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// After which a refused request may be repeated.
const RETRY_SECONDS: &str = "5";

pub struct Host {
    listener: TcpListener,
    port: u16,
    limits: HostLimits,
    public_url: Option<PublicUrl>,
}

impl Host {
    /// Where pages look for hosts.
    pub const USUAL_PORT: u16 = 38765;

    /// Binds the given port or fails; without one, the usual port, one of the next, or any that is free.
    pub async fn bind(port: Option<u16>) -> Result<Host, BindError> {
        if let Some(port) = port {
            return Host::bind_at(port).await;
        }
        let mut at = Host::USUAL_PORT;
        loop {
            match Host::bind_at(at).await {
                Err(_) if at < Host::USUAL_PORT + TRIES => at += 1,
                Err(_) => return Host::bind_at(0).await,
                done => return done,
            }
        }
    }

    async fn bind_at(port: u16) -> Result<Host, BindError> {
        let failed = |cause| BindError { port, cause };
        // Where the system has IPv6, this listens on IPv4 too.
        let everywhere = SocketAddr::from((Ipv6Addr::UNSPECIFIED, port));
        let only_ipv4 = SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
        let listener = match TcpListener::bind(everywhere).await {
            Err(error) if error.kind() != io::ErrorKind::AddrInUse => TcpListener::bind(only_ipv4).await,
            bound => bound,
        };
        let listener = listener.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        Ok(Host { listener, port, limits: HostLimits::default(), public_url: None })
    }

    /// What one address may hold.
    #[must_use]
    pub fn with_limits(self, limits: HostLimits) -> Host {
        Host { limits, ..self }
    }

    /// Others reach it under this address too.
    #[must_use]
    pub fn with_public_url(self, public_url: Option<PublicUrl>) -> Host {
        Host { public_url, ..self }
    }

    pub fn public_url(&self) -> Option<&PublicUrl> {
        self.public_url.as_ref()
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The addresses under which others reach this machine; loopback if there is no network.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        let mut found: Vec<IpAddr> = if_addrs::get_if_addrs()
            .unwrap_or_default()
            .into_iter()
            .map(|interface| interface.ip())
            .filter(|ip| !ip.is_loopback() && !is_link_local(*ip))
            .collect();
        // Private addresses first: those of a home or club network. IPv6 last: it is long to type.
        found.sort_by_key(|ip| (ip.is_ipv6(), !matches!(ip, IpAddr::V4(ip) if ip.is_private())));
        found.dedup();
        if found.is_empty() {
            found.push(Ipv4Addr::LOCALHOST.into());
        }
        found.into_iter().map(|ip| SocketAddr::new(ip, self.port)).collect()
    }

    /// Serves until `stop` is ready.
    pub async fn serve(self, rooms: &Arc<Rooms>, stop: impl Future<Output = ()> + Send + 'static) {
        let listener = Listener::new(self.limits, rooms);
        let routes = routes(Allowed { port: self.port, public_url: self.public_url }, rooms, &listener);
        let refusal =
            Router::new().fallback(refuse_connection).layer(middleware::from_fn(response_headers::add));
        listener.serve(self.listener, routes, refusal, stop).await;
    }
}

fn routes(allowed: Allowed, rooms: &Arc<Rooms>, listener: &Arc<Listener>) -> Router {
    let (listener, allowed) = (Arc::clone(listener), Arc::new(allowed));
    rooms
        .routes()
        .route(HOSTING, get(|| async { json(&Hosting { from_host: true, ..Hosting::default() }) }))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve_to_guests)
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn(move |request, next| check(Arc::clone(&allowed), request, next)))
        .layer(middleware::from_fn(move |request, next| count(listener.now(), request, next)))
        .layer(middleware::from_fn(response_headers::add))
}

/// Refuses requests of an address that sends too many.
async fn count(now: Moment, request: Request, next: Next) -> Response {
    match Peer::of(&request) {
        Some(account) if !account.request(now) => too_many(ErrorCode::TooManyRequests, &request),
        _ => next.run(request).await,
    }
}

async fn refuse_connection(request: Request) -> Response {
    too_many(ErrorCode::TooManyConnections, &request)
}

fn too_many(code: ErrorCode, request: &Request) -> Response {
    let refusal = refuse(code, request.uri().path(), request.headers());
    // The connection is free for others.
    ([(RETRY_AFTER, RETRY_SECONDS), (CONNECTION, "close")], refusal).into_response()
}

/// Refuses a request whose body does not arrive.
async fn in_time(request: Request, next: Next) -> Response {
    let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
    match timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        // The rest of the body is not waited for either.
        Err(_) => ([(CONNECTION, "close")], refuse(ErrorCode::TooSlow, &path, &headers)).into_response(),
    }
}

/// The addresses under which the host may be asked.
struct Allowed {
    port: u16,
    public_url: Option<PublicUrl>,
}

/// The Host must be an IP address or the public URL, as another name may be another site's (DNS rebinding), and the Origin the
/// same address.
async fn check(allowed: Arc<Allowed>, request: Request, next: Next) -> Response {
    match refusal(&allowed, &request) {
        Some(code) => refuse(code, request.uri().path(), request.headers()),
        None => next.run(request).await,
    }
}

fn refusal(allowed: &Allowed, request: &Request) -> Option<ErrorCode> {
    let headers = request.headers();
    let Ok(Some(host)) = origin_check::only(headers, &HOST) else {
        return Some(ErrorCode::NumericAddressOnly);
    };
    let public = allowed.public_url.as_ref().filter(|url| url.is_host(host));
    if public.is_none() && !is_address(host, allowed.port) {
        return Some(ErrorCode::NumericAddressOnly);
    }
    let same_origin = match public {
        // A proxy speaks HTTPS for the host.
        Some(url) => match origin_check::only(headers, &ORIGIN) {
            Ok(origin) => origin.is_none_or(|origin| url.is_origin(origin)),
            Err(_) => false,
        },
        None => origin_check::has_origin(headers, |origin| origin == host),
    };
    (!same_origin || origin_check::is_cross_site(request)).then_some(ErrorCode::OtherSiteOfHost)
}

fn is_link_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

/// `192.168.1.5:38765`, `[fe80::1]:38765`, or `localhost:38765`; on port 80 browsers leave the port out.
fn is_address(host: &str, port: u16) -> bool {
    let (name, given) = origin_check::name_and_port(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    given == Some(port) && (bare.parse::<IpAddr>().is_ok() || bare == "localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ip_addresses_and_localhost_are_accepted() {
        for (host, ours) in [
            ("192.168.1.5:38765", true),
            ("[fe80::1]:38765", true),
            ("localhost:38765", true),
            ("127.0.0.1:38765", true),
            ("192.168.1.5", false),
            ("192.168.1.5:80", false),
            ("evil.example:38765", false),
            ("192.168.1.5.evil.example:38765", false),
            ("", false),
        ] {
            assert_eq!(is_address(host, 38765), ours, "{host:?}");
        }
    }

    #[test]
    fn a_public_name_is_accepted_with_its_own_origin_only() {
        let allowed = Allowed { port: 38765, public_url: "https://go.example.org".parse().ok() };
        let ask = |headers: &[(&'static str, &str)]| {
            let request = Request::builder().uri("/api/rooms");
            let request = headers.iter().fold(request, |to, (name, value)| to.header(*name, *value));
            refusal(&allowed, &request.body(axum::body::Body::empty()).unwrap())
        };
        let public = ("host", "go.example.org");
        assert_eq!(ask(&[public]), None);
        assert_eq!(ask(&[public, ("origin", "https://go.example.org")]), None);
        assert_eq!(ask(&[public, ("origin", "https://evil.example")]), Some(ErrorCode::OtherSiteOfHost));
        assert_eq!(ask(&[public, ("origin", "http://go.example.org")]), Some(ErrorCode::OtherSiteOfHost));
        assert_eq!(ask(&[("host", "evil.example")]), Some(ErrorCode::NumericAddressOnly));
        assert_eq!(ask(&[("host", "192.168.1.5:38765"), ("origin", "http://192.168.1.5:38765")]), None);
    }

    #[tokio::test]
    async fn an_unknown_api_path_is_a_coded_404_and_not_the_page() {
        let host = Host::bind(Some(0)).await.unwrap();
        let address = format!("127.0.0.1:{}", host.port());
        let rooms = Rooms::in_memory(crate::rooms::Opponents::default()).unwrap();
        tokio::spawn(async move { host.serve(&rooms, std::future::pending()).await });
        for (path, status) in [("/api/nothing", "404"), ("/api/library", "404"), ("/api/rooms", "405")] {
            let method = if status == "405" { "DELETE" } else { "GET" };
            let answer = crate::error_response::tests::ask(&address, method, path).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path}: {answer}");
            assert!(answer.contains("content-type: application/json"), "{path}: {answer}");
            assert!(answer.contains("\"code\":\""), "{path}: {answer}");
        }
    }
}
