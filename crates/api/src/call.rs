//! A request with the type of its answer. The page's client and tests of the server send it; nothing here does.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ApiError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        }
    }
}

/// A request that is answered with an `R`.
pub struct Call<R> {
    pub method: Method,
    pub path: String,
    /// The tag of the content that the request replaces.
    pub if_match: Option<String>,
    pub body: Option<Vec<u8>>,
    read: fn(Reply) -> Result<R, CallError>,
}

/// An answer with a status of 2xx.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    /// The header `ETag`.
    pub tag: Option<String>,
    /// The header `X-Tabiya-At`: when an autosave was written.
    pub saved_at: Option<String>,
    pub body: Vec<u8>,
}

/// Something with the tag of its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged<T> {
    pub tag: String,
    pub value: T,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// The caller aborted the request.
    Aborted,
    /// No server answered.
    Unreachable,
    /// The answer is not what the route specifies: the page and the server have different versions.
    BadReply,
    /// An `ApiError` in JSON. It is parsed only to be shown, so that pages that never show it do not include the parser.
    Refused { status: u16, body: Vec<u8> },
}

impl CallError {
    /// None: the server was not reached, or its answer is not an `ApiError`.
    pub fn api_error(&self) -> Option<ApiError> {
        match self {
            CallError::Refused { body, .. } => serde_json::from_slice(body).ok(),
            _ => None,
        }
    }
}

impl<R> Call<R> {
    pub(crate) fn new(
        method: Method,
        path: impl Into<String>,
        read: fn(Reply) -> Result<R, CallError>,
    ) -> Call<R> {
        Call { method, path: path.into(), if_match: None, body: None, read }
    }

    /// With a JSON body.
    pub(crate) fn with(self, body: &impl Serialize) -> Call<R> {
        // Fails only for maps whose keys are not strings, which no body has.
        self.with_bytes(serde_json::to_vec(body).unwrap_or_default())
    }

    pub(crate) fn with_bytes(self, bytes: Vec<u8>) -> Call<R> {
        Call { body: Some(bytes), ..self }
    }

    /// Refused if the content has another tag now.
    pub(crate) fn if_match(self, tag: &str) -> Call<R> {
        Call { if_match: Some(tag.to_owned()), ..self }
    }

    pub fn read(&self, reply: Reply) -> Result<R, CallError> {
        (self.read)(reply)
    }
}

pub(crate) fn json<T: DeserializeOwned>(reply: Reply) -> Result<T, CallError> {
    serde_json::from_slice(&reply.body).map_err(|_| CallError::BadReply)
}

/// None for an answer without content.
pub(crate) fn optional_json<T: DeserializeOwned>(reply: Reply) -> Result<Option<T>, CallError> {
    if reply.status == 204 { Ok(None) } else { json(reply).map(Some) }
}

/// None for an answer without content.
pub(crate) fn optional_bytes(reply: Reply) -> Result<Option<Vec<u8>>, CallError> {
    Ok((reply.status != 204).then_some(reply.body))
}

pub(crate) fn nothing(_: Reply) -> Result<(), CallError> {
    Ok(())
}

pub(crate) fn bytes(reply: Reply) -> Result<Vec<u8>, CallError> {
    Ok(reply.body)
}

pub(crate) fn tagged_bytes(reply: Reply) -> Result<Tagged<Vec<u8>>, CallError> {
    Ok(Tagged { tag: reply.tag.ok_or(CallError::BadReply)?, value: reply.body })
}

pub(crate) fn optional_tagged<T: DeserializeOwned>(mut reply: Reply) -> Result<Option<Tagged<T>>, CallError> {
    let tag = reply.tag.take();
    let value = optional_json(reply)?;
    Ok(value.map(|value| Tagged { tag: tag.unwrap_or_default(), value }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn a_refusal_is_read_from_its_code() {
        let body = br#"{"code":"cannot-read","params":{"path":"/a.sgf"},"cause":{"code":"denied"}}"#;
        let error = CallError::Refused { status: 500, body: body.to_vec() }.api_error().unwrap();
        assert_eq!(error.code, ErrorCode::CannotRead);
        assert_eq!(error.cause.map(|cause| cause.code), Some(ErrorCode::Denied));
    }

    #[test]
    fn an_answer_of_another_kind_is_an_error() {
        let html = CallError::Refused { status: 502, body: b"<html>".to_vec() };
        assert_eq!(html.api_error(), None);
        let call: Call<Vec<u32>> = Call::new(Method::Get, "/api/x", json);
        assert_eq!(
            call.read(Reply { status: 200, body: b"{".to_vec(), ..Reply::default() }),
            Err(CallError::BadReply)
        );
    }

    #[test]
    fn an_answer_without_content_is_none() {
        let reply = Reply { status: 204, ..Reply::default() };
        assert_eq!(optional_json::<u32>(reply), Ok(None));
    }
}
