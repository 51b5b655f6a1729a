//! The studio's key: 128 random bits, new at each start. Every account of this machine can reach the port, but only those
//! who were given the address that the studio printed or opened have the key.
//!
//! A browser follows that address once: the answer moves the key into a cookie and redirects to the address without it.
//! Programs send the key in a header.

use std::hint::black_box;
use std::sync::Arc;

use api::access::{KEY_HEADER, KEY_PARAM, cookie_name};
use api::files::FILES;
use api::{ErrorCode, is_api_path};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, HeaderName, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use play::protocol::Hex;

use crate::error_response::refuse;

const HEADER: HeaderName = HeaderName::from_static(KEY_HEADER);

pub(crate) struct AccessKey {
    key: String,
    cookie: String,
}

impl AccessKey {
    /// For the studio on this port.
    pub(crate) fn new(port: u16) -> Result<AccessKey, getrandom::Error> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret)?;
        Ok(AccessKey { key: Hex(secret).to_string(), cookie: cookie_name(port) })
    }

    /// A path of the page, with the key.
    pub(crate) fn add_to(&self, path: &str) -> String {
        format!("{path}?{KEY_PARAM}={}", self.key)
    }

    fn is_in(&self, headers: &HeaderMap) -> bool {
        self.is_in_header(headers) || self.cookies(headers).any(|given| self.is(given.as_bytes()))
    }

    fn is_in_header(&self, headers: &HeaderMap) -> bool {
        headers.get_all(HEADER).iter().any(|given| self.is(given.as_bytes()))
    }

    /// Pages have the key only as a cookie, so they cannot name files of the disk.
    fn allows(&self, request: &Request) -> bool {
        let names_files = request.uri().path() == FILES && request.method() == Method::POST;
        match names_files {
            true => self.is_in_header(request.headers()),
            false => self.is_in(request.headers()),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.key
    }

    /// There may be several: programs on other ports can set cookies of this name too.
    fn cookies<'h>(&self, headers: &'h HeaderMap) -> impl Iterator<Item = &'h str> {
        let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = all.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.filter(|(name, _)| *name == self.cookie).map(|(_, value)| value)
    }

    /// Takes the same time wherever the first difference is, so that the key cannot be guessed byte by byte.
    fn is(&self, given: &[u8]) -> bool {
        let key = self.key.as_bytes();
        let differences = key.iter().zip(given).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        given.len() == key.len() && differences == 0
    }

    /// To the same address without the key, right or wrong: the page tells the user if it was wrong.
    fn redirect(&self, given: &str, uri: &Uri) -> Response {
        let to = [(LOCATION, address_without_key(uri)), (CACHE_CONTROL, "no-store".to_owned())];
        let redirect = (StatusCode::SEE_OTHER, to);
        if !self.is(given.as_bytes()) {
            return redirect.into_response();
        }
        let AccessKey { key, cookie } = self;
        let cookie = format!("{cookie}={key}; Path=/; HttpOnly; SameSite=Strict");
        ([(SET_COOKIE, cookie)], redirect).into_response()
    }
}

/// Everything below `/api` needs the key; the page itself is the same for everybody.
pub(crate) async fn check(State(key): State<Arc<AccessKey>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if is_api_path(path) && !key.allows(&request) {
        return refuse(ErrorCode::WrongKey, path, request.headers());
    }
    match key_in_address(request.uri()) {
        Some(given) if request.method() == Method::GET && !is_api_path(path) => {
            key.redirect(given, request.uri())
        }
        _ => next.run(request).await,
    }
}

fn key_in_address(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(given_key)
}

fn given_key(pair: &str) -> Option<&str> {
    pair.split_once('=').filter(|(name, _)| *name == KEY_PARAM).map(|(_, value)| value)
}

/// A path with two slashes at its start would lead to another site.
fn address_without_key(uri: &Uri) -> String {
    let path = uri.path().trim_start_matches(['/', '\\']);
    let others = uri.query().unwrap_or_default().split('&').filter(|pair| given_key(pair).is_none());
    match others.collect::<Vec<_>>().join("&") {
        none if none.is_empty() => format!("/{path}"),
        others => format!("/{path}?{others}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn the_key_is_new_at_each_start() {
        let [first, second] = [0; 2].map(|_| AccessKey::new(38760).unwrap().key);
        assert_eq!((first.len(), second.len()), (32, 32));
        assert_ne!(first, second);
    }

    #[test]
    fn the_key_is_accepted_as_a_header_and_as_the_cookie_of_this_port() {
        let key = AccessKey::new(38760).unwrap();
        let right = key.key.clone();
        let wrong = format!("{}{}", if right.starts_with('0') { '1' } else { '0' }, &right[1..]);
        let cookie = |name: &str, value: &str| with(COOKIE, &format!("theme=dark; {name}={value}"));
        for (headers, accepted) in [
            (with(HEADER, &right), true),
            (cookie("tabiya-key-38760", &right), true),
            (with(COOKIE, &format!("tabiya-key-38760=tossed; tabiya-key-38760={right}")), true),
            (HeaderMap::new(), false),
            (with(HEADER, &wrong), false),
            (with(HEADER, ""), false),
            (with(HEADER, &right[1..]), false),
            (with(HEADER, &format!("{right}0")), false),
            (cookie("tabiya-key-38760", &wrong), false),
            (cookie("tabiya-key-38761", &right), false),
        ] {
            assert_eq!(key.is_in(&headers), accepted, "{headers:?}");
        }
    }

    #[test]
    fn a_page_cannot_name_files_of_the_disk() {
        let key = AccessKey::new(38760).unwrap();
        let ask = |method: Method, name: HeaderName, value: String| {
            let request = Request::builder().method(method).uri(FILES).header(name, value);
            key.allows(&request.body(axum::body::Body::empty()).unwrap())
        };
        let cookie = format!("{}={}", key.cookie, key.key);
        assert!(ask(Method::GET, COOKIE, cookie.clone()));
        assert!(!ask(Method::POST, COOKIE, cookie));
        assert!(ask(Method::POST, HEADER, key.key.clone()));
    }

    #[test]
    fn the_rest_of_the_address_stays_and_never_leads_to_another_site() {
        for (opened, to) in [
            ("/?key=1", "/"),
            ("/study?key=1", "/study"),
            ("/play?room=a&key=1&x", "/play?room=a&x"),
            ("/play?key=1&key=2", "/play"),
            ("//evil.example/?key=1", "/evil.example/"),
            ("/\\evil.example/?key=1", "/evil.example/"),
        ] {
            assert_eq!(address_without_key(&opened.parse().unwrap()), to, "{opened}");
        }
    }

    #[test]
    fn only_the_right_key_sets_the_cookie() {
        let key = AccessKey::new(38760).unwrap();
        let opened: Uri = key.add_to("/study").parse().unwrap();
        let given = key_in_address(&opened).unwrap();
        let answer = key.redirect(given, &opened);
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(answer.headers()[LOCATION], "/study");
        let cookie = format!("tabiya-key-38760={given}; Path=/; HttpOnly; SameSite=Strict");
        assert_eq!(answer.headers()[SET_COOKIE], cookie);
        assert!(!key.redirect("0", &opened).headers().contains_key(SET_COOKIE));
    }
}
