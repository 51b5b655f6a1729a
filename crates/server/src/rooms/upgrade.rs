//! The WebSocket handshake: turns a request into a raw TCP stream.

use api::ErrorCode;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    CONNECTION, HeaderName, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto::upgrade::downcast;
use sha1::{Digest, Sha1};
use tokio::net::TcpStream;

use crate::error_response::ErrorResponse;

/// Appended to every key (RFC 6455, section 1.3).
const KEY_SUFFIX: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Replies, and then passes the stream to `then` with the bytes that arrived early.
pub(super) fn upgrade<F, T>(mut request: Request, then: F) -> Response
where
    F: FnOnce(TcpStream, Vec<u8>) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let Some(accept) = accept_key(request.method(), request.headers()) else {
        let refusal = ErrorResponse::from(ErrorCode::WebSocketOnly);
        return ([(UPGRADE, "websocket")], refusal).into_response();
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // Fails if the client disconnects during the handshake.
        if let Ok(upgraded) = upgraded.await
            && let Ok(parts) = downcast::<TokioIo<TcpStream>>(upgraded)
        {
            let stream = parts.io.into_inner();
            drop(stream.set_nodelay(true));
            then(stream, parts.read_buf.to_vec()).await;
        }
    });
    let headers =
        [(CONNECTION, HeaderValue::from_static("upgrade")), (UPGRADE, HeaderValue::from_static("websocket"))];
    let headers = HeaderMap::from_iter(headers.into_iter().chain([(SEC_WEBSOCKET_ACCEPT, accept)]));
    (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
}

fn accept_key(method: &Method, headers: &HeaderMap) -> Option<HeaderValue> {
    let lists = |header: &HeaderName, word: &str| {
        let values = headers.get_all(header).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
    };
    let is_upgrade = method == Method::GET && lists(&CONNECTION, "upgrade") && lists(&UPGRADE, "websocket");
    let version = headers.get(SEC_WEBSOCKET_VERSION)?.as_bytes() == b"13";
    let key = headers.get(SEC_WEBSOCKET_KEY)?;
    if !is_upgrade || !version {
        return None;
    }
    let hash = Sha1::new().chain_update(key.as_bytes()).chain_update(KEY_SUFFIX).finalize();
    HeaderValue::from_str(&BASE64_STANDARD.encode(hash)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(headers: &[(&'static str, &'static str)]) -> Option<String> {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        accept_key(&Method::GET, &headers).map(|value| value.to_str().unwrap().to_owned())
    }

    /// Key and reply are the example of RFC 6455, section 1.3.
    #[test]
    fn only_a_complete_handshake_is_accepted() {
        let complete = [
            ("connection", "keep-alive, Upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        assert_eq!(accepted(&complete).as_deref(), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        for missing in 0..complete.len() {
            let mut headers = complete.to_vec();
            headers.remove(missing);
            assert_eq!(accepted(&headers), None, "without {}", complete[missing].0);
        }
    }
}
