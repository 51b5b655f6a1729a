//! Errors as HTTP responses. Below `/api` they are JSON with a code; elsewhere, where a person reads them in a browser,
//! they are text in the language that the browser asks for.

use api::{ApiError, ErrorCode, is_api_path};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::accept_language::accept_language;

#[derive(Debug)]
pub(crate) struct ErrorResponse {
    pub status: StatusCode,
    pub error: ApiError,
}

pub(crate) type HandlerResult = Result<Response, ErrorResponse>;

impl From<ApiError> for ErrorResponse {
    fn from(error: ApiError) -> ErrorResponse {
        let is_missing = error.cause.as_ref().is_some_and(|cause| cause.code == ErrorCode::Missing);
        let status = match error.code {
            ErrorCode::CannotRead if is_missing => 404,
            code => code.status(),
        };
        ErrorResponse {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            error,
        }
    }
}

impl From<ErrorCode> for ErrorResponse {
    fn from(code: ErrorCode) -> ErrorResponse {
        ApiError::new(code).into()
    }
}

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        (self.status, json(&self.error)).into_response()
    }
}

/// Never cached: the same request may be answered differently the next moment.
pub(crate) fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], body).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// For requests that may come from a person's address bar.
pub(crate) fn refuse(code: ErrorCode, path: &str, headers: &HeaderMap) -> Response {
    let refusal = ErrorResponse::from(code);
    match is_api_path(path) {
        true => refusal.into_response(),
        false => (refusal.status, refusal.error.message(accept_language(headers))).into_response(),
    }
}

/// The answer to a request with the wrong method for its route.
pub(crate) async fn wrong_method() -> ErrorResponse {
    ErrorCode::WrongMethod.into()
}

#[cfg(test)]
pub(crate) mod tests {
    use axum::http::header::ACCEPT_LANGUAGE;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;

    /// The whole response to a request without a body.
    pub(crate) async fn ask(address: &str, method: &str, path: &str) -> String {
        ask_with(address, method, path, "").await
    }

    /// The same with further headers, each with its line end.
    pub(crate) async fn ask_with(address: &str, method: &str, path: &str, headers: &str) -> String {
        let mut socket = TcpStream::connect(address).await.unwrap();
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n");
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    async fn body(response: Response) -> String {
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 16).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn programs_get_a_code_and_people_a_sentence_in_their_language() {
        let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, "vi".parse().unwrap())]);
        let for_program = refuse(ErrorCode::OtherSite, "/api/rooms", &headers);
        assert_eq!(body(for_program).await, r#"{"code":"other-site"}"#);
        let for_person = refuse(ErrorCode::OtherSite, "/study", &headers);
        assert_eq!(for_person.status(), StatusCode::FORBIDDEN);
        assert_eq!(body(for_person).await, i18n::Language::Vi.server().other_site);
    }
}
