//! A small picture of text that may be opened, for the field on Home: drawing would make the first page larger.

use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, json};
use crate::path::with_query;

pub const PREVIEW: &str = "/api/preview";

/// How the picture is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Look {
    pub dark: bool,
    /// The tag of the language of its texts.
    pub language: String,
}

/// What is in the text; `catalogue::recognise` says of which kind it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Of the first game: who moves first, and the other. Empty if it names nobody.
    pub players: [String; 2],
    pub games: usize,
    /// An SVG of the first game's last position, or of the position.
    pub picture: Option<String>,
}

pub fn preview(text: &str, look: &Look) -> Call<Preview> {
    let params = [("dark", if look.dark { "true" } else { "" }), ("language", &*look.language)];
    Call::new(Method::Post, with_query(PREVIEW, &params), json).with_bytes(text.as_bytes().to_vec())
}
