//! What the page cannot do for its cards by itself: packages, which need SQLite; Anki, which is another program;
//! gnubg, which is a process; and the settings, which the command line shares.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use flashcards::card::preview_page;
use flashcards::connect::ConnectError;
use flashcards::{Decision, Deck, Question, Settings, package};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::anki::Anki;
use crate::file::replace_file;
use crate::gnubg::{Gnubg, GnubgError};
use crate::tongue::Tongue;

/// Some ten thousand decisions are 15 MB.
const LARGEST: usize = 128 << 20;
const LONGEST_SETTINGS: usize = 64 << 10;

/// The card may run its script and be styled, and can reach nothing: not even the studio it came from.
const PREVIEW_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
     frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts";

struct Cards {
    settings: Option<PathBuf>,
    /// Started when it is first asked, for as many plies as it was asked for.
    gnubg: Mutex<Option<(u8, Gnubg)>>,
}

type Shared = Arc<Cards>;

/// What went wrong: a code for pages in other languages, and the words of one in English.
type Refusal = (StatusCode, [(HeaderName, &'static str); 1], String);

const WHY: HeaderName = HeaderName::from_static("x-why");

fn refused(status: StatusCode, why: &'static str, text: String) -> Refusal {
    (status, [(WHY, why)], text)
}

pub fn routes(settings: Option<PathBuf>) -> Router {
    let limited = |most| DefaultBodyLimit::max(most);
    Router::new()
        .route("/api/cards/preview", get(preview))
        .route("/api/cards/settings", get(read_settings).put(write_settings).layer(limited(LONGEST_SETTINGS)))
        .route("/api/cards/judge", post(judge).layer(limited(LONGEST_SETTINGS)))
        .route("/api/cards/package", post(pack).layer(limited(LARGEST)))
        .route("/api/cards/anki", post(send).layer(limited(LARGEST)))
        .with_state(Arc::new(Cards { settings, gnubg: Mutex::new(None) }))
}

async fn preview() -> Response {
    let told = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, PREVIEW_POLICY),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    (told, preview_page()).into_response()
}

/// Decisions to make cards of, and how.
#[derive(Deserialize)]
struct Order {
    settings: String,
    decisions: Vec<Decision>,
}

impl Order {
    fn read(body: &[u8]) -> Result<(Deck, Settings), Refusal> {
        let order: Order = parse(body)?;
        let settings = Settings::read(&order.settings).map_err(|error| bad(error.to_string()))?;
        if order.decisions.is_empty() {
            return Err(bad("there is no decision to make a card of".to_owned()));
        }
        Ok((Deck::new(&order.decisions, &settings), settings))
    }
}

fn parse<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| bad(format!("the page and the studio do not agree: {error}")))
}

fn bad(what: String) -> Refusal {
    refused(StatusCode::BAD_REQUEST, "unclear", what)
}

fn why_anki(error: &ConnectError) -> &'static str {
    match error {
        ConnectError::NotRunning => "anki-away",
        ConnectError::TimedOut => "anki-slow",
        ConnectError::NotAnkiConnect => "anki-other",
        ConnectError::TooOld(_) => "anki-old",
        ConnectError::KeyWanted => "anki-key",
        ConnectError::Stopped => "anki-stopped",
        ConnectError::Said(_) => "anki-said",
    }
}

fn why_gnubg(error: &GnubgError) -> &'static str {
    match error {
        GnubgError::NotFound(_) => "gnubg-missing",
        GnubgError::NotStarted(..) => "gnubg-not-started",
        GnubgError::WentAway => "gnubg-away",
        GnubgError::TooSlow => "gnubg-slow",
        GnubgError::Stopped => "gnubg-stopped",
        GnubgError::Answer(_) => "gnubg-silent",
    }
}

fn json_answer(value: &Value) -> Response {
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], value.to_string()).into_response()
}

/// Off the threads that answer others.
async fn aside(tongue: Tongue, act: impl FnOnce() -> Result<Response, Refusal> + Send + 'static) -> Response {
    match spawn_blocking(act).await {
        Ok(Ok(response)) => response,
        Ok(Err(refusal)) => refusal.into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, tongue.words().stumbled).into_response(),
    }
}

async fn pack(tongue: Tongue, body: Bytes) -> Response {
    aside(tongue, move || {
        let (deck, _) = Order::read(&body)?;
        let failed = |error: flashcards::PackageError| {
            refused(StatusCode::INTERNAL_SERVER_ERROR, "package", error.to_string())
        };
        let bytes = package(&deck, now()).map_err(failed)?;
        let told = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
        Ok((told, bytes).into_response())
    })
    .await
}

/// True from the moment it is let go: whoever asked has gone.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn send(tongue: Tongue, body: Bytes) -> Response {
    let gone = Gone(Arc::default());
    let stopped = gone.0.clone();
    aside(tongue, move || {
        let (deck, settings) = Order::read(&body)?;
        let anki = Anki::at(&settings.anki_address, &settings.anki_key);
        let sent = anki
            .send(&deck, now(), || !stopped.load(Ordering::Relaxed))
            .map_err(|error| refused(StatusCode::BAD_GATEWAY, why_anki(&error), error.to_string()))?;
        Ok(json_answer(&json!({
            "cards": deck.cards.len(), "package": sent.package,
            "added": sent.added, "known": sent.known, "refused": sent.refused
        })))
    })
    .await
}

#[derive(Deserialize)]
struct Doubt {
    question: Question,
    plies: u8,
}

/// One question at a time: whoever asks shows how far it is, and may stop. Then gnubg need not think to the end.
async fn judge(State(cards): State<Shared>, tongue: Tongue, body: Bytes) -> Response {
    let gone = Gone(Arc::default());
    let stopped = gone.0.clone();
    aside(tongue, move || {
        let Doubt { question, plies } = parse(&body)?;
        let decision = cards.ask(&question, plies.min(4), &stopped).map_err(|error| {
            let status = match error {
                GnubgError::NotFound(_) => StatusCode::NOT_FOUND,
                GnubgError::Answer(_) => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::BAD_GATEWAY,
            };
            refused(status, why_gnubg(&error), error.to_string())
        })?;
        Ok(json_answer(&json!(decision)))
    })
    .await
}

impl Cards {
    fn ask(&self, question: &Question, plies: u8, stopped: &AtomicBool) -> Result<Decision, GnubgError> {
        let mut kept = self.gnubg.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gnubg = match kept.take() {
            Some((for_plies, gnubg)) if for_plies == plies => gnubg,
            _ => Gnubg::start(&Gnubg::find(&self.settings().gnubg)?, plies)?,
        };
        let answer = gnubg.ask_until(question, stopped);
        // One that has lost its tongue is started anew the next time.
        if matches!(answer, Ok(_) | Err(GnubgError::Answer(_))) {
            *kept = Some((plies, gnubg));
        }
        answer
    }

    fn settings(&self) -> Settings {
        let text = self.settings.as_deref().map(read_file).transpose().ok().flatten();
        text.and_then(|text| Settings::read(&text).ok()).unwrap_or_default()
    }
}

/// Nothing, where there is no file yet.
fn read_file(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// The settings as text, and what is wrong with them if something is.
async fn read_settings(State(cards): State<Shared>) -> Response {
    let Some(path) = &cards.settings else { return json_answer(&json!({ "text": "", "problem": null })) };
    let (text, problem) = match read_file(path) {
        Ok(text) => match Settings::read(&text) {
            Ok(_) => (text, None),
            Err(error) => (String::new(), Some(broken(path, &error))),
        },
        Err(error) => (String::new(), Some(format!("{}: {error}", path.display()))),
    };
    json_answer(&json!({ "text": text, "problem": problem }))
}

fn broken(path: &Path, error: &flashcards::SettingsError) -> String {
    format!("{}:{}:{}: {error}", path.display(), error.line, error.column)
}

/// A file that is broken is the user's to mend: it is not written over.
async fn write_settings(State(cards): State<Shared>, body: Bytes) -> Response {
    let text = String::from_utf8_lossy(&body).into_owned();
    if let Err(error) = Settings::read(&text) {
        return bad(error.to_string()).into_response();
    }
    let Some(path) = &cards.settings else { return StatusCode::NO_CONTENT.into_response() };
    let failed = |error: io::Error| {
        let text = format!("Cannot write {}: {error}.", path.display());
        refused(StatusCode::INTERNAL_SERVER_ERROR, "settings", text).into_response()
    };
    match read_file(path).map(|old| Settings::read(&old)) {
        Ok(Err(error)) => return (StatusCode::CONFLICT, broken(path, &error)).into_response(),
        Err(error) => return failed(error),
        Ok(Ok(_)) => {}
    }
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    match folder.and_then(|()| replace_file(path, text.as_bytes())) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => failed(error),
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decisions() -> Vec<Decision> {
        let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n";
        flashcards::read(text.as_bytes()).decisions().cloned().collect()
    }

    async fn said(response: Response) -> (u16, Vec<u8>) {
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, body.to_vec())
    }

    #[tokio::test]
    async fn decisions_go_in_and_a_package_comes_out() {
        let order = json!({ "settings": "deck_name = \"Openings\"", "decisions": decisions() });
        let (status, bytes) = said(pack(Tongue::default(), order.to_string().into()).await).await;
        assert_eq!((status, &bytes[..2]), (200, &b"PK"[..]));
    }

    #[tokio::test]
    async fn orders_that_make_no_sense_are_refused_in_words() {
        let none = json!({ "settings": "", "decisions": [] }).to_string();
        let wrong = json!({ "settings": "pips = 3", "decisions": decisions() }).to_string();
        for (body, words) in [
            ("{", "do not agree"),
            (none.as_str(), "there is no decision"),
            (wrong.as_str(), "pips is 3, but should be true or false"),
        ] {
            let (status, said) = said(pack(Tongue::default(), body.to_owned().into()).await).await;
            assert_eq!(status, 400);
            assert!(String::from_utf8(said).unwrap().contains(words), "{words}");
        }
    }

    #[tokio::test]
    async fn an_anki_that_is_not_there_is_said_not_to_be() {
        let order = json!({ "settings": "anki_address = \"127.0.0.1:9\"", "decisions": decisions() });
        let (status, body) = said(send(Tongue::default(), order.to_string().into()).await).await;
        assert_eq!(status, 502);
        assert!(String::from_utf8(body).unwrap().starts_with("Anki does not answer."));
    }

    #[tokio::test]
    async fn settings_are_kept_but_a_broken_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper/cards.toml");
        let cards = || State(Arc::new(Cards { settings: Some(path.clone()), gnubg: Mutex::new(None) }));
        let (_, body) = said(read_settings(cards()).await).await;
        let said_first: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(said_first, json!({ "problem": null, "text": "" }));
        assert_eq!(write_settings(cards(), "pips = false".into()).await.status(), 204);
        assert_eq!(write_settings(cards(), "pips = 7".into()).await.status(), 400);
        assert_eq!(fs::read_to_string(&path).unwrap(), "pips = false");
        fs::write(&path, "pips = ").unwrap();
        let (_, body) = said(read_settings(cards()).await).await;
        let said: Value = serde_json::from_slice(&body).unwrap();
        assert!(
            said["problem"].as_str().unwrap().contains("cards.toml:1:8: the settings cannot be read"),
            "{said}"
        );
        assert_eq!(write_settings(cards(), "pips = true".into()).await.status(), 409);
        assert_eq!(fs::read_to_string(&path).unwrap(), "pips = ");
    }

    #[tokio::test]
    async fn a_question_without_gnubg_says_how_to_get_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cards.toml");
        fs::write(&path, "gnubg = \"/no/such/gnubg\"").unwrap();
        let cards = State(Arc::new(Cards { settings: Some(path), gnubg: Mutex::new(None) }));
        let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10";
        let question = flashcards::read(id.as_bytes()).questions().next().unwrap().clone();
        let body = json!({ "question": question, "plies": 0 }).to_string();
        let (status, said) = said(judge(cards, Tongue::default(), body.into()).await).await;
        assert_eq!(status, 404);
        assert!(String::from_utf8(said).unwrap().contains("apt install gnubg"));
    }

    /// A gnubg that greets, and thinks for ever about its first question.
    #[cfg(unix)]
    fn ponderer(folder: &Path) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("gnubg");
        let script = "#!/bin/sh\necho x >> \"$0.started\"\necho '3 digits after the decimal separator.'\nexec sleep 600\n";
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn whoever_stops_asking_does_not_leave_gnubg_thinking() {
        use std::time::Duration;
        let folder = tempfile::tempdir().unwrap();
        let settings = folder.path().join("cards.toml");
        fs::write(&settings, format!("gnubg = {:?}", ponderer(folder.path()))).unwrap();
        let cards = Arc::new(Cards { settings: Some(settings), gnubg: Mutex::new(None) });
        let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10";
        let question = flashcards::read(id.as_bytes()).questions().next().unwrap().clone();
        let body = Bytes::from(json!({ "question": question, "plies": 0 }).to_string());
        let started = || fs::read(folder.path().join("gnubg.started")).map_or(0, |lines| lines.len());
        for turn in 1..=2 {
            let asking = tokio::spawn(judge(State(cards.clone()), Tongue::default(), body.clone()));
            while started() < 2 * turn {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            asking.abort();
            // The lock comes free only when the question has been given up.
            while cards.gnubg.try_lock().is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert!(cards.gnubg.lock().unwrap().is_none(), "it is not asked again");
        }
    }
}
