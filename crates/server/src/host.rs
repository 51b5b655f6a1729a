//! A host on the local network: the page and the rooms for everybody who can reach this machine, and nothing else of
//! the studio. Only chosen, never started by itself.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{HOST, ORIGIN};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use tokio::net::TcpListener;

use crate::rooms::Rooms;
use crate::studio::BindError;
use crate::tongue::Tongue;
use crate::{guard, page};

/// How many ports after the usual one are tried.
const TRIES: u16 = 10;

pub struct Host {
    listener: TcpListener,
    port: u16,
}

impl Host {
    /// Where hosts are looked for.
    pub const USUAL_PORT: u16 = 38765;

    /// A port that was asked for is taken or refused; otherwise the usual one or one of the next.
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
        Ok(Host { listener, port })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Under which addresses others find this machine; loopback if there is no network.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        let mut found: Vec<IpAddr> = if_addrs::get_if_addrs()
            .unwrap_or_default()
            .into_iter()
            .map(|interface| interface.ip())
            .filter(|ip| ip.is_ipv4() && !ip.is_loopback())
            .collect();
        // What a home or club network hands out comes before anything else the machine has.
        found.sort_by_key(|ip| !matches!(ip, IpAddr::V4(ip) if ip.is_private()));
        found.dedup();
        if found.is_empty() {
            found.push(Ipv4Addr::LOCALHOST.into());
        }
        found.into_iter().map(|ip| SocketAddr::new(ip, self.port)).collect()
    }

    /// Serves until `stop` is ready.
    pub async fn serve(
        self,
        rooms: &Arc<Rooms>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let routes = routes(self.port, rooms);
        axum::serve(self.listener, routes).with_graceful_shutdown(stop).await
    }
}

fn routes(port: u16, rooms: &Arc<Rooms>) -> Router {
    rooms
        .routes()
        // The page asks where it came from: a studio, or a host whose guest it is.
        .route("/api/hosting", axum::routing::get(|| async { Json(serde_json::json!({ "guest": true })) }))
        .fallback(page::serve)
        .layer(middleware::from_fn(move |request, next| check(port, request, next)))
}

/// A name that another site points at this machine (DNS rebinding) is no address, and another site's page has another
/// origin than the address it speaks to.
async fn check(port: u16, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let words = Tongue::of(headers).words();
    let refuse = |why: &'static str| (StatusCode::FORBIDDEN, why).into_response();
    let host = guard::text(headers, &HOST);
    if !host.is_some_and(|host| is_address(host, port)) {
        return refuse(words.numbers_only);
    }
    let origin = guard::text(headers, &ORIGIN).map(|origin| origin.strip_prefix("http://"));
    if origin.is_some_and(|origin| origin.is_none() || origin != host) {
        return refuse(words.other_site_host);
    }
    if let Some(why) = guard::another_sites(request.method(), headers) {
        return refuse(why(words));
    }
    next.run(request).await
}

/// `192.168.1.5:38765`, `[fe80::1]:38765`, or `localhost:38765`; on port 80 browsers leave the port out.
fn is_address(host: &str, port: u16) -> bool {
    let (name, said) = guard::name_and_port(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    said == Some(port) && (bare.parse::<IpAddr>().is_ok() || bare == "localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_localhost_are_an_address() {
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
}
