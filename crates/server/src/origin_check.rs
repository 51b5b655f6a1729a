//! Checks that a request comes from the studio's own page or from a program on this machine.
//!
//! A name that another site points at 127.0.0.1 (DNS rebinding) has the wrong Host; a request of another site's page has
//! the wrong Origin, or `cross-site` in Sec-Fetch-Site where browsers send no Origin.

use api::ErrorCode;
use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use crate::error_response::refuse;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

pub async fn check(port: u16, request: Request, next: Next) -> Response {
    match refusal(port, request.method(), request.headers()) {
        Some(code) => refuse(code, request.uri().path(), request.headers()),
        None => next.run(request).await,
    }
}

fn refusal(port: u16, method: &Method, headers: &HeaderMap) -> Option<ErrorCode> {
    if !text(headers, &HOST).is_some_and(|host| is_ours(host, port)) {
        return Some(ErrorCode::OwnAddressOnly);
    }
    if let Some(origin) = text(headers, &ORIGIN)
        && !origin.strip_prefix("http://").is_some_and(|host| is_ours(host, port))
    {
        return Some(ErrorCode::OtherSite);
    }
    cross_site(method, headers)
}

/// Following a link to us is allowed; loading our resources into another site's page is not.
pub(crate) fn cross_site(method: &Method, headers: &HeaderMap) -> Option<ErrorCode> {
    let is_cross_site = matches!(text(headers, &FETCH_SITE), Some("cross-site" | "same-site"));
    let follows_link = method == Method::GET && text(headers, &FETCH_MODE) == Some("navigate");
    (is_cross_site && !follows_link).then_some(ErrorCode::OtherSite)
}

pub(crate) fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// `127.0.0.1:PORT`, `localhost:PORT` or `[::1]:PORT`; on port 80 browsers leave the port out.
fn is_ours(host: &str, port: u16) -> bool {
    let (name, given) = name_and_port(host);
    given == Some(port) && matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

pub(crate) fn name_and_port(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, digits)) if !digits.ends_with(']') => (name, digits.parse().ok()),
        _ => (host, Some(80)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: Method, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()))
            .collect();
        refusal(38760, &method, &headers).is_some()
    }

    #[test]
    fn only_our_own_names_are_accepted() {
        for (host, ours) in [
            ("127.0.0.1:38760", true),
            ("localhost:38760", true),
            ("[::1]:38760", true),
            ("evil.example:38760", false),
            ("127.0.0.1:80", false),
            ("127.0.0.1", false),
            ("127.0.0.1.evil.example:38760", false),
            ("localhost:38760.evil.example", false),
            ("", false),
        ] {
            assert_eq!(refused(Method::GET, &[("host", host)]), !ours, "{host:?}");
        }
        assert!(refused(Method::GET, &[]), "no Host at all");
    }

    #[test]
    fn another_sites_page_is_refused_but_its_link_may_be_followed() {
        let host = ("host", "127.0.0.1:38760");
        assert!(refused(Method::POST, &[host, ("origin", "http://evil.example")]));
        assert!(refused(Method::GET, &[host, ("origin", "null")]));
        assert!(refused(Method::GET, &[host, ("origin", "https://127.0.0.1:38760")]));
        assert!(refused(Method::GET, &[host, ("origin", "http://127.0.0.1:38761")]));
        assert!(!refused(Method::POST, &[host, ("origin", "http://localhost:38760")]));
        assert!(refused(
            Method::GET,
            &[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]
        ));
        assert!(refused(
            Method::POST,
            &[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]
        ));
        assert!(!refused(
            Method::GET,
            &[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]
        ));
        assert!(!refused(
            Method::GET,
            &[host, ("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors")]
        ));
    }
}
