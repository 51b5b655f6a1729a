//! From a request to a WebSocket: the handshake, and the bare stream below it.

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

use crate::tongue::Tongue;

/// What the RFC adds to every key.
const SALT: &[u8] = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Answers, and hands the stream over with what came on it already.
pub(super) fn upgrade<F, T>(mut request: Request, then: F) -> Response
where
    F: FnOnce(TcpStream, Vec<u8>) -> T + Send + 'static,
    T: Future<Output = ()> + Send,
{
    let Some(accept) = accepted(request.method(), request.headers()) else {
        return (
            StatusCode::UPGRADE_REQUIRED,
            [(UPGRADE, "websocket")],
            Tongue::of(request.headers()).words().a_socket,
        )
            .into_response();
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // Who hangs up before the answer is through was never here.
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

fn accepted(method: &Method, headers: &HeaderMap) -> Option<HeaderValue> {
    let names = |header: &HeaderName, word: &str| {
        let said = headers.get_all(header).iter().filter_map(|value| value.to_str().ok());
        said.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
    };
    let asks = method == Method::GET && names(&CONNECTION, "upgrade") && names(&UPGRADE, "websocket");
    let version = headers.get(SEC_WEBSOCKET_VERSION)?.as_bytes() == b"13";
    let key = headers.get(SEC_WEBSOCKET_KEY)?;
    if !asks || !version {
        return None;
    }
    let hash = Sha1::new().chain_update(key.as_bytes()).chain_update(SALT).finalize();
    HeaderValue::from_str(&BASE64_STANDARD.encode(hash)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(said: &[(&'static str, &'static str)]) -> Option<String> {
        let headers = said
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        accepted(&Method::GET, &headers).map(|value| value.to_str().unwrap().to_owned())
    }

    /// The key and the answer are the example of RFC 6455, section 1.3.
    #[test]
    fn only_a_proper_handshake_is_answered() {
        let proper = [
            ("connection", "keep-alive, Upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        assert_eq!(asking(&proper).as_deref(), Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
        for missing in 0..proper.len() {
            let mut said = proper.to_vec();
            said.remove(missing);
            assert_eq!(asking(&said), None, "without {}", proper[missing].0);
        }
    }
}
