//! Extractors whose rejections are coded errors; axum's own are English sentences.

use std::convert::Infallible;
use std::sync::Arc;

use api::{ApiError, ErrorCode};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::address_limits::Account;
use crate::error_response::ErrorResponse;
use crate::listener::Peer;

/// The account of the address from which the request came; `None` for the studio's own page.
pub(crate) struct Caller(pub Option<Arc<Account>>);

/// The body as JSON, whatever its content type says.
pub(crate) struct JsonBody<T>(pub T);

pub(crate) struct RawBody(pub Bytes);

pub(crate) struct QueryParams<T>(pub T);

/// The variable segment of the path.
pub(crate) struct Segment<T>(pub T);

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        Ok(Caller(parts.extensions.get::<Peer>().map(|peer| Arc::clone(&peer.0))))
    }
}

fn malformed(error: impl ToString) -> ErrorResponse {
    ApiError::new(ErrorCode::Malformed).with("error", error).into()
}

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<RawBody, ErrorResponse> {
        let refused = |status: StatusCode, text: String| match status {
            StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge.into(),
            _ => malformed(text),
        };
        let bytes = Bytes::from_request(request, state).await;
        bytes.map(RawBody).map_err(|rejection| refused(rejection.status(), rejection.body_text()))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ErrorResponse;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, ErrorResponse> {
        let RawBody(bytes) = RawBody::from_request(request, state).await?;
        serde_json::from_slice(&bytes).map(JsonBody).map_err(malformed)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryParams<T>, ErrorResponse> {
        let Query(params) = Query::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| malformed(rejection.body_text()))?;
        Ok(QueryParams(params))
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Segment<T> {
    type Rejection = ErrorResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Segment<T>, ErrorResponse> {
        let Path(value) = Path::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| malformed(rejection.body_text()))?;
        Ok(Segment(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(body: &'static str) -> Result<u32, ErrorCode> {
        let request = Request::new(body.into());
        let read = JsonBody::<u32>::from_request(request, &()).await;
        read.map(|JsonBody(number)| number).map_err(|refusal| refusal.error.code)
    }

    #[tokio::test]
    async fn a_body_that_is_not_json_has_a_code() {
        assert_eq!(read("7").await, Ok(7));
        assert_eq!(read("{").await, Err(ErrorCode::Malformed));
        assert_eq!(read("\"seven\"").await, Err(ErrorCode::Malformed));
    }

    #[tokio::test]
    async fn parameters_of_another_type_have_a_code() {
        let (mut parts, ()) =
            axum::http::Request::builder().uri("/x?after=yes").body(()).unwrap().into_parts();
        let read = QueryParams::<api::shell::After>::from_request_parts(&mut parts, &()).await;
        assert_eq!(read.err().map(|refusal| refusal.error.code), Some(ErrorCode::Malformed));
    }
}
