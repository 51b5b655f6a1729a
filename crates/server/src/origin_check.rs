//! Checks that a request comes from the studio's own page or from a program on this machine.
//!
//! A name that another site points at 127.0.0.1 (DNS rebinding) has the wrong Host; a request of another site's page has
//! the wrong Origin, or `cross-site` in Sec-Fetch-Site where browsers send no Origin.

use api::{ErrorCode, is_api_path};
use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::Response;

use crate::error_response::refuse;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

pub async fn check(port: u16, request: Request, next: Next) -> Response {
    match refusal(port, &request) {
        Some(code) => refuse(code, request.uri().path(), request.headers()),
        None => next.run(request).await,
    }
}

fn refusal(port: u16, request: &Request) -> Option<ErrorCode> {
    let headers = request.headers();
    if !matches!(only(headers, &HOST), Ok(Some(host)) if is_ours(host, port)) {
        return Some(ErrorCode::OwnAddressOnly);
    }
    let is_other_site = !has_origin(headers, |host| is_ours(host, port)) || is_cross_site(request);
    is_other_site.then_some(ErrorCode::OtherSite)
}

/// Whether the Origin is absent, as in requests of programs, or one that `is_ours` accepts. One that cannot be read is
/// not ours.
pub(crate) fn has_origin(headers: &HeaderMap, is_ours: impl Fn(&str) -> bool) -> bool {
    match only(headers, &ORIGIN) {
        Ok(None) => true,
        Ok(Some(origin)) => origin.strip_prefix("http://").is_some_and(is_ours),
        Err(Unreadable) => false,
    }
}

/// Following a link to our page is allowed; loading our resources into another site's page, or following its link to the
/// API, is not.
pub(crate) fn is_cross_site(request: &Request) -> bool {
    let headers = request.headers();
    let is_ours = matches!(only(headers, &FETCH_SITE), Ok(None | Some("same-origin" | "none")));
    let follows_link = request.method() == Method::GET
        && only(headers, &FETCH_MODE) == Ok(Some("navigate"))
        && !is_api_path(request.uri().path());
    !is_ours && !follows_link
}

pub(crate) fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// A header that is not text, or is there more than once: programs may take either value for the real one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

pub(crate) fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, Unreadable> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| Unreadable),
        (Some(_), Some(_)) => Err(Unreadable),
    }
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
    use axum::body::Body;

    use super::*;

    fn refused(method: Method, headers: &[(&'static str, &str)]) -> bool {
        refused_at("/study", method, headers)
    }

    fn refused_at(path: &str, method: Method, headers: &[(&'static str, &str)]) -> bool {
        let request = Request::builder().method(method).uri(path);
        let request = headers.iter().fold(request, |to, (name, value)| to.header(*name, value.as_bytes()));
        refusal(38760, &request.body(Body::empty()).unwrap()).is_some()
    }

    #[test]
    fn an_origin_that_cannot_be_read_is_refused() {
        let host = ("host", "127.0.0.1:38760");
        let ours = ("origin", "http://127.0.0.1:38760");
        assert!(!refused(Method::POST, &[host, ours]));
        for origins in [&[ours, ours][..], &[ours, ("origin", "http://evil.example")]] {
            assert!(refused(Method::POST, &[&[host], origins].concat()), "{origins:?}");
        }
        for origin in ["http://127.0.0.1:38760/\u{e9}", "", "null", "http://", "127.0.0.1:38760"] {
            assert!(refused(Method::POST, &[host, ("origin", origin)]), "{origin:?}");
        }
        assert!(refused(Method::GET, &[host, host]), "two hosts");
    }

    #[test]
    fn links_of_other_sites_do_not_lead_to_the_api() {
        let host = ("host", "127.0.0.1:38760");
        for site in ["cross-site", "same-site", "anything", "same-origin, none"] {
            let link = [host, ("sec-fetch-site", site), ("sec-fetch-mode", "navigate")];
            assert!(!refused_at("/study", Method::GET, &link), "{site}");
            for path in ["/api", "/api/opened", "/api/nothing"] {
                assert!(refused_at(path, Method::GET, &link), "{site} {path}");
            }
        }
        let typed = [host, ("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")];
        assert!(!refused_at("/api/opened", Method::GET, &typed), "in the address bar");
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
