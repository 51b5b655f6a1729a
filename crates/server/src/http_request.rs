//! Single requests to other programs over plain HTTP: a connection each, and an answer of limited length.

use std::io;

use axum::body::{Body, Bytes, to_bytes};
use hyper::StatusCode;
use hyper::client::conn::http1;
use hyper::header::{CONNECTION, CONTENT_TYPE, HOST, HeaderName};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Longer answers are refused.
const MAX_ANSWER: usize = 8 << 20;

/// Why a request got no answer.
#[derive(Debug)]
pub(crate) enum RequestError {
    Connect(io::Error),
    /// The address or a header cannot be sent.
    Header,
    Http(hyper::Error),
    /// The answer breaks off or is too long.
    Body,
}

impl From<hyper::Error> for RequestError {
    fn from(error: hyper::Error) -> RequestError {
        RequestError::Http(error)
    }
}

/// Posts JSON to a path of a host such as `127.0.0.1:8765`. To be called on a runtime.
pub(crate) async fn post_json(
    address: &str,
    path: &str,
    headers: &[(HeaderName, &str)],
    body: String,
) -> Result<(StatusCode, Bytes), RequestError> {
    let stream = TcpStream::connect(address).await.map_err(RequestError::Connect)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // Ends with the answer: the sender is dropped with this future.
    tokio::spawn(connection);
    let mut request = hyper::Request::post(path)
        .header(HOST, address)
        .header(CONTENT_TYPE, "application/json")
        .header(CONNECTION, "close");
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let request = request.body(body).map_err(|_| RequestError::Header)?;
    let response = sender.send_request(request).await?;
    let status = response.status();
    let body = to_bytes(Body::new(response.into_body()), MAX_ANSWER).await;
    Ok((status, body.map_err(|_| RequestError::Body)?))
}
