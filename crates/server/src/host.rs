//! A host on the local network: serves the page and the rooms to every machine that can reach this one, and nothing else
//! of the studio. It runs only when the user turns it on.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use api::ErrorCode;
use api::hosting::{HOSTING, Hosting};
use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONNECTION, HOST, RETRY_AFTER};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use moment::Moment;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::address_limits::HostLimits;
use crate::error_response::{json, refuse, wrong_method};
use crate::listener::{Listener, Peer};
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
}

impl Host {
    /// Where pages look for hosts.
    pub const USUAL_PORT: u16 = 38765;

    /// Binds the given port or fails; without one, the usual port or one of the next.
    pub async fn bind(port: Option<u16>) -> Result<Host, BindError> {
        if let Some(port) = port {
            return Host::bind_at(port).await;
        }
        let mut at = Host::USUAL_PORT;
        loop {
            match Host::bind_at(at).await {
                Err(_) if at < Host::USUAL_PORT + TRIES => at += 1,
                done => return done,
            }
        }
    }

    async fn bind_at(port: u16) -> Result<Host, BindError> {
        let failed = |cause| BindError { port, cause };
        let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
        let listener = TcpListener::bind(everywhere).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        Ok(Host { listener, port, limits: HostLimits::default() })
    }

    /// What one address may hold.
    #[must_use]
    pub fn with_limits(self, limits: HostLimits) -> Host {
        Host { limits, ..self }
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
            .filter(|ip| ip.is_ipv4() && !ip.is_loopback())
            .collect();
        // Private addresses first: those of a home or club network.
        found.sort_by_key(|ip| !matches!(ip, IpAddr::V4(ip) if ip.is_private()));
        found.dedup();
        if found.is_empty() {
            found.push(Ipv4Addr::LOCALHOST.into());
        }
        found.into_iter().map(|ip| SocketAddr::new(ip, self.port)).collect()
    }

    /// Serves until `stop` is ready.
    pub async fn serve(self, rooms: &Arc<Rooms>, stop: impl Future<Output = ()> + Send + 'static) {
        let listener = Listener::new(self.limits, rooms);
        let routes = routes(self.port, rooms, &listener);
        let refusal =
            Router::new().fallback(refuse_connection).layer(middleware::from_fn(response_headers::add));
        listener.serve(self.listener, routes, refusal, stop).await;
    }
}

fn routes(port: u16, rooms: &Arc<Rooms>, listener: &Arc<Listener>) -> Router {
    let listener = Arc::clone(listener);
    rooms
        .routes()
        .route(HOSTING, get(|| async { json(&Hosting { from_host: true, ..Hosting::default() }) }))
        .method_not_allowed_fallback(wrong_method)
        .fallback(page::serve)
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn(move |request, next| check(port, request, next)))
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

/// The Host must be an IP address, as a name may be another site's (DNS rebinding), and the Origin the same address.
async fn check(port: u16, request: Request, next: Next) -> Response {
    match refusal(port, &request) {
        Some(code) => refuse(code, request.uri().path(), request.headers()),
        None => next.run(request).await,
    }
}

fn refusal(port: u16, request: &Request) -> Option<ErrorCode> {
    let headers = request.headers();
    let Ok(Some(host)) = origin_check::only(headers, &HOST) else {
        return Some(ErrorCode::NumericAddressOnly);
    };
    if !is_address(host, port) {
        return Some(ErrorCode::NumericAddressOnly);
    }
    if !origin_check::has_origin(headers, |origin| origin == host) || origin_check::is_cross_site(request) {
        return Some(ErrorCode::OtherSiteOfHost);
    }
    None
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
