//! The WebSocket handshake: turns a request into a raw TCP stream.

use api::{ApiError, ErrorCode};
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    CONNECTION, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto::upgrade::downcast;
use sha1::{Digest, Sha1};
use tokio::net::TcpStream;

use crate::error_response::ErrorResponse;

/// Appended to every key (RFC 6455, section 1.3).
const KEY_SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/// The version of the RFC; drafts had lower ones.
const VERSION: &str = "13";
/// Bytes of a key.
const NONCE: usize = 16;

/// Replies, and then passes the stream to `then` with the bytes that arrived early.
pub(super) fn upgrade<F, T>(mut request: Request, then: F) -> Response
where
    F: FnOnce(TcpStream, Vec<u8>) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let accept = match accept_key(&request) {
        Ok(accept) => accept,
        Err(refusal) => return refusal.into_response(),
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // Fails if the client disconnects during the handshake.
        if let Ok(upgraded) = upgraded.await
            && let Some((stream, early)) = raw_stream(upgraded)
        {
            drop(stream.set_nodelay(true));
            then(stream, early).await;
        }
    });
    let headers =
        [(CONNECTION, HeaderValue::from_static("upgrade")), (UPGRADE, HeaderValue::from_static("websocket"))];
    let headers = HeaderMap::from_iter(headers.into_iter().chain([(SEC_WEBSOCKET_ACCEPT, accept)]));
    (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
}

/// With the bytes that arrived early. The studio's listener wraps its streams; the host's does not.
fn raw_stream(upgraded: Upgraded) -> Option<(TcpStream, Vec<u8>)> {
    match downcast::<TokioIo<TcpStream>>(upgraded) {
        Ok(parts) => Some((parts.io.into_inner(), parts.read_buf.to_vec())),
        Err(upgraded) => {
            let parts = upgraded.downcast::<TokioIo<TcpStream>>().ok()?;
            Some((parts.io.into_inner(), parts.read_buf.to_vec()))
        }
    }
}

/// Why a handshake is refused.
#[derive(Debug, PartialEq, Eq)]
enum HandshakeError {
    /// An ordinary request, or another version of the protocol.
    NotWebSocket,
    InvalidKey,
}

impl IntoResponse for HandshakeError {
    fn into_response(self) -> Response {
        match self {
            // Clients of other versions learn which one to try (RFC 6455, section 4.2.2).
            HandshakeError::NotWebSocket => {
                let understood = [(UPGRADE, "websocket"), (SEC_WEBSOCKET_VERSION, VERSION)];
                (understood, ErrorResponse::from(ErrorCode::WebSocketOnly)).into_response()
            }
            HandshakeError::InvalidKey => {
                let error = ApiError::new(ErrorCode::Malformed).with("error", "Sec-WebSocket-Key");
                ErrorResponse::from(error).into_response()
            }
        }
    }
}

/// The reply to the key of a complete handshake (RFC 6455, section 4.2.1).
fn accept_key(request: &Request) -> Result<HeaderValue, HandshakeError> {
    let headers = request.headers();
    let lists = |header: &HeaderName, word: &str| {
        let values = headers.get_all(header).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
    };
    // A request of HTTP/1.0 cannot be upgraded (RFC 9110, section 7.8).
    let is_upgrade = request.version() >= Version::HTTP_11
        && request.method() == Method::GET
        && lists(&CONNECTION, "upgrade")
        && lists(&UPGRADE, "websocket");
    if !is_upgrade || only(headers, &SEC_WEBSOCKET_VERSION) != Some(VERSION.as_bytes()) {
        return Err(HandshakeError::NotWebSocket);
    }
    let key = only(headers, &SEC_WEBSOCKET_KEY).ok_or(HandshakeError::InvalidKey)?;
    let nonce = BASE64_STANDARD.decode(key).map_err(|_| HandshakeError::InvalidKey)?;
    if nonce.len() != NONCE {
        return Err(HandshakeError::InvalidKey);
    }
    let hash = Sha1::new().chain_update(key).chain_update(KEY_SUFFIX).finalize();
    HeaderValue::from_str(&BASE64_STANDARD.encode(hash)).map_err(|_| HandshakeError::InvalidKey)
}

/// The value of a header that is there once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h [u8]> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).map(HeaderValue::as_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPLETE: [(&str, &str); 4] = [
        ("connection", "keep-alive, Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];

    fn request(headers: &[(&str, &str)]) -> Request {
        let request = headers.iter().fold(Request::builder(), |to, (name, value)| to.header(*name, *value));
        request.body(Body::empty()).unwrap()
    }

    /// Key and reply are the example of RFC 6455, section 1.3.
    #[test]
    fn only_a_complete_handshake_is_accepted() {
        assert_eq!(accept_key(&request(&COMPLETE)).unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        for (index, (name, _)) in COMPLETE.iter().enumerate() {
            let mut headers = COMPLETE.to_vec();
            headers.remove(index);
            assert!(accept_key(&request(&headers)).is_err(), "without {name}");
        }
        for version in [Version::HTTP_09, Version::HTTP_10] {
            let mut old = request(&COMPLETE);
            *old.version_mut() = version;
            assert_eq!(accept_key(&old), Err(HandshakeError::NotWebSocket), "{version:?}");
        }
    }

    #[test]
    fn a_key_is_sixteen_bytes_in_base64_and_there_once() {
        for key in
            ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA", "!!!!!!!!!!!!!!!!!!!!!!=="]
        {
            let mut headers = COMPLETE;
            headers[3].1 = key;
            assert_eq!(accept_key(&request(&headers)), Err(HandshakeError::InvalidKey), "{key:?}");
        }
        let twice = [&COMPLETE[..], &COMPLETE[3..]].concat();
        assert_eq!(accept_key(&request(&twice)), Err(HandshakeError::InvalidKey));
    }

    #[test]
    fn other_versions_are_told_which_one_is_understood() {
        for version in ["0", "7", "8", "12", "14", "13, 8", "x"] {
            let mut headers = COMPLETE;
            headers[2].1 = version;
            let refusal = accept_key(&request(&headers)).unwrap_err().into_response();
            assert_eq!(refusal.status(), StatusCode::UPGRADE_REQUIRED, "{version}");
            assert_eq!(refusal.headers()[SEC_WEBSOCKET_VERSION], "13", "{version}");
        }
    }
}
