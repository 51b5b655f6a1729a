//! What is asked of the studio: packages, Anki, gnubg, settings. Each refusal comes back in words.

use std::fmt;

use flashcards::{Decision, Question, Settings};
use leptos::prelude::window;
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Uint8Array;
use web_sys::{AbortSignal, Response};
use words::{Language, fill};

use crate::bridge::script::{ask, is_abort, object};
use crate::language;

/// What the studio did not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player wanted no more.
    Stopped,
    /// It was not there at all.
    Away,
    Said {
        status: u16,
        /// A code for what it says.
        why: String,
        text: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = language::cards();
        match self {
            Refusal::Stopped => f.write_str(words.stopped),
            Refusal::Away => f.write_str(words.away),
            Refusal::Said { why, text, .. } => f.write_str(in_words(why).unwrap_or(text)),
        }
    }
}

/// None: the studio's own words are as good as any, as they are in English.
fn in_words(why: &str) -> Option<&'static str> {
    let words = language::cards();
    let text = match why {
        "anki-away" => words.anki_away,
        "anki-slow" => words.anki_slow,
        "anki-other" => words.anki_other,
        "anki-old" => words.anki_old,
        "anki-key" => words.anki_key_wanted,
        "anki-stopped" => words.anki_stopped,
        "gnubg-missing" => words.gnubg_missing,
        "gnubg-not-started" => words.gnubg_not_started,
        "gnubg-away" => words.gnubg_away,
        "gnubg-slow" => words.gnubg_slow,
        "gnubg-stopped" => words.stopped,
        "package" => words.no_package,
        "settings" => words.settings_not_written,
        _ => return None,
    };
    Some(text).filter(|_| language::here() != Language::En)
}

impl From<JsValue> for Refusal {
    fn from(thrown: JsValue) -> Refusal {
        if is_abort(&thrown) { Refusal::Stopped } else { Refusal::Away }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        let text = fill(language::cards().bad_answer, &[("error", &error.to_string())]);
        Refusal::Said { status: 0, why: String::new(), text }
    }
}

/// May be given up.
pub type Signal = Option<AbortSignal>;

/// The settings as text, and what is wrong with their file if something is.
pub async fn read_settings() -> Result<(String, Option<String>), Refusal> {
    let answer: Value = serde_json::from_str(&text(&fetch("settings", "GET", None, &None).await?).await?)?;
    Ok((answer["text"].as_str().unwrap_or_default().into(), answer["problem"].as_str().map(str::to_owned)))
}

pub async fn write_settings(text: String) -> Result<(), Refusal> {
    fetch("settings", "PUT", Some(text), &None).await.map(drop)
}

pub async fn judge(question: &Question, plies: u8, signal: &Signal) -> Result<Decision, Refusal> {
    let body = json!({ "question": question, "plies": plies }).to_string();
    Ok(serde_json::from_str(&text(&fetch("judge", "POST", Some(body), signal).await?).await?)?)
}

pub async fn package(
    decisions: &[Decision],
    settings: &Settings,
    signal: &Signal,
) -> Result<Vec<u8>, Refusal> {
    let answer = fetch("package", "POST", Some(order(decisions, settings)), signal).await?;
    let buffer = ask(&answer, "arrayBuffer", &[]).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// What became of the deck, in a sentence.
pub async fn send(decisions: &[Decision], settings: &Settings, signal: &Signal) -> Result<String, Refusal> {
    let answer = fetch("anki", "POST", Some(order(decisions, settings)), signal).await?;
    let sent: Value = serde_json::from_str(&text(&answer).await?)?;
    let count = |name: &str| sent[name].as_u64().unwrap_or_default();
    let (language, words) = (language::here(), language::cards());
    Ok(match sent["package"].as_bool() {
        Some(true) => language.count(words.imported, count("cards") as usize),
        _ => {
            let [added, known, refused] =
                ["added", "known", "refused"].map(|name| language.number(count(name)));
            fill(words.sent, &[("added", &added), ("known", &known), ("refused", &refused)])
        }
    })
}

fn order(decisions: &[Decision], settings: &Settings) -> String {
    json!({ "settings": settings.write(), "decisions": decisions }).to_string()
}

async fn fetch(what: &str, method: &str, body: Option<String>, signal: &Signal) -> Result<Response, Refusal> {
    let body = body.map_or(JsValue::UNDEFINED, |body| body.into());
    let signal = signal.as_ref().map_or(JsValue::UNDEFINED, |signal| signal.into());
    let options = object(&[("method", &method.into()), ("body", &body), ("signal", &signal)]);
    let address = format!("/api/cards/{what}");
    let answer = ask(&window(), "fetch", &[&address.into(), &options]).await?;
    let response: Response = answer.dyn_into()?;
    if response.ok() {
        return Ok(response);
    }
    let why = response.headers().get("x-why").ok().flatten().unwrap_or_default();
    Err(Refusal::Said { status: response.status(), why, text: text(&response).await? })
}

async fn text(response: &Response) -> Result<String, Refusal> {
    Ok(ask(response, "text", &[]).await?.as_string().unwrap_or_default())
}
