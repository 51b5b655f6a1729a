//! What Cards cannot do in the browser: packages, which need SQLite; Anki, which is another program; gnubg, which is a
//! process; and the settings, which the command line shares.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use api::cards::{ANALYSE, ANKI, Analyse, NewDeck, PACKAGE, PREVIEW, SETTINGS, Sent, SettingsFile};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use flashcards::card::preview_page;
use flashcards::connect::{ConnectError, TIMEOUT_SECONDS, VERSION};
use flashcards::{Decision, Deck, Question, Settings, package};
use tokio::task::spawn_blocking;

use crate::anki::{Anki, AnkiError};
use crate::error_response::{ErrorResponse, HandlerResult, json};
use crate::extract::{JsonBody, RawBody};
use crate::file::replace_private_file;
use crate::gnubg::{ANSWER_TIMEOUT, Gnubg, GnubgError};

/// Ten thousand decisions are about 15 MB.
const MAX_DECK_BYTES: usize = 128 << 20;
const MAX_SETTINGS_BYTES: usize = 64 << 10;
pub(crate) const MAX_PLIES: u8 = 4;

/// The card may run its script and be styled, but can reach nothing, not even the studio that served it.
const PREVIEW_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
     frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-scripts";

struct Cards {
    settings: Option<PathBuf>,
    /// Started for the first question, with the number of plies that it was started for.
    gnubg: Mutex<Option<(u8, Gnubg)>>,
}

type Shared = Arc<Cards>;

pub fn routes(settings: Option<PathBuf>) -> Router {
    let limit = DefaultBodyLimit::max;
    Router::new()
        .route(PREVIEW, get(preview))
        .route(SETTINGS, get(read_settings).put(write_settings).layer(limit(MAX_SETTINGS_BYTES)))
        .route(ANALYSE, post(analyse).layer(limit(MAX_SETTINGS_BYTES)))
        .route(PACKAGE, post(pack).layer(limit(MAX_DECK_BYTES)))
        .route(ANKI, post(send).layer(limit(MAX_DECK_BYTES)))
        .with_state(Arc::new(Cards { settings, gnubg: Mutex::new(None) }))
}

async fn preview() -> Response {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, PREVIEW_POLICY),
    ];
    (headers, preview_page()).into_response()
}

fn read_deck(request: &NewDeck) -> Result<(Deck, Settings), ApiError> {
    let settings = Settings::read(&request.settings).map_err(bad_settings)?;
    if request.decisions.is_empty() {
        return Err(ErrorCode::NoDecisions.into());
    }
    Ok((Deck::new(&request.decisions, &settings), settings))
}

fn bad_settings(error: flashcards::SettingsError) -> ApiError {
    ApiError::new(ErrorCode::BadSettings).with("error", error)
}

fn anki_error(error: AnkiError) -> ApiError {
    match error {
        AnkiError::Package(error) => ApiError::new(ErrorCode::NoPackage).with("error", error),
        AnkiError::File(error) | AnkiError::Runtime(error) => ApiError::from(&error),
        AnkiError::Connect(error) => connect_error(error),
    }
}

fn connect_error(error: ConnectError) -> ApiError {
    match error {
        ConnectError::NotRunning => ErrorCode::AnkiNotRunning.into(),
        ConnectError::TimedOut => ApiError::new(ErrorCode::AnkiSlow).with("n", TIMEOUT_SECONDS),
        ConnectError::NotAnkiConnect => ErrorCode::AnkiOther.into(),
        ConnectError::TooOld(version) => {
            ApiError::new(ErrorCode::AnkiOld).with("version", version).with("needed", VERSION)
        }
        ConnectError::KeyRequired => ErrorCode::AnkiKey.into(),
        ConnectError::Stopped => ErrorCode::AnkiStopped.into(),
        ConnectError::Anki(text) => ApiError::new(ErrorCode::AnkiSaid).with("text", text),
    }
}

pub(crate) fn gnubg_error(error: GnubgError) -> ApiError {
    match error {
        GnubgError::NotFound(program) => ApiError::new(ErrorCode::GnubgMissing).with("program", program),
        GnubgError::NotStarted(program, error) => {
            ApiError::new(ErrorCode::GnubgNotStarted).with("program", program.display()).with("error", error)
        }
        GnubgError::Exited => ErrorCode::GnubgExited.into(),
        GnubgError::TooSlow => ApiError::new(ErrorCode::GnubgSlow).with("n", ANSWER_TIMEOUT.as_secs()),
        GnubgError::Stopped => ErrorCode::GnubgStopped.into(),
        GnubgError::Answer(error) => ApiError::new(ErrorCode::GnubgSilent).with("problem", error.problem),
    }
}

/// Runs on a thread for blocking work.
async fn blocking<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ErrorResponse> {
    Ok(spawn_blocking(act).await.map_err(|_| ErrorCode::Internal)??)
}

async fn pack(JsonBody(request): JsonBody<NewDeck>) -> HandlerResult {
    let bytes = blocking(move || {
        let (deck, _) = read_deck(&request)?;
        package(&deck, now()).map_err(|error| ApiError::new(ErrorCode::NoPackage).with("error", error))
    })
    .await?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    Ok((headers, bytes).into_response())
}

/// Becomes true when it is dropped: the request was aborted.
struct AbortFlag(Arc<AtomicBool>);

impl Drop for AbortFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn send(JsonBody(request): JsonBody<NewDeck>) -> HandlerResult {
    let aborted = AbortFlag(Arc::default());
    let stopped = aborted.0.clone();
    let sent = blocking(move || {
        let (deck, settings) = read_deck(&request)?;
        let anki = Anki::at(&settings.anki_address, &settings.anki_key);
        let sent = anki.send(&deck, now(), || !stopped.load(Ordering::Relaxed)).map_err(anki_error)?;
        Ok(Sent {
            cards: deck.cards.len(),
            package: sent.package,
            added: sent.added,
            updated: sent.updated,
            known: sent.known,
            refused: sent.refused,
        })
    })
    .await?;
    Ok(json(&sent))
}

/// One question at a time: the page shows the progress and may abort, which stops gnubg as well.
async fn analyse(State(cards): State<Shared>, JsonBody(request): JsonBody<Analyse>) -> HandlerResult {
    let aborted = AbortFlag(Arc::default());
    let stopped = aborted.0.clone();
    let decision = blocking(move || {
        cards.ask(&request.question, request.plies.min(MAX_PLIES), &stopped).map_err(gnubg_error)
    })
    .await?;
    Ok(json(&decision))
}

impl Cards {
    fn ask(&self, question: &Question, plies: u8, stopped: &AtomicBool) -> Result<Decision, GnubgError> {
        let mut running = self.gnubg.lock().unwrap_or_else(PoisonError::into_inner);
        let mut gnubg = match running.take() {
            Some((for_plies, gnubg)) if for_plies == plies => gnubg,
            _ => Gnubg::start(&Gnubg::find(&gnubg_setting(self.settings.as_deref()))?, plies)?,
        };
        let answer = gnubg.ask_until(question, stopped);
        // After any other error the process cannot be used any more and is restarted for the next question.
        if matches!(answer, Ok(_) | Err(GnubgError::Answer(_))) {
            *running = Some((plies, gnubg));
        }
        answer
    }
}

/// The program that the user has named for gnubg; empty for the one that is installed.
pub(crate) fn gnubg_setting(settings: Option<&Path>) -> String {
    let text = settings.map(read_file).transpose().ok().flatten();
    text.and_then(|text| Settings::read(&text).ok()).unwrap_or_default().gnubg
}

/// Empty where there is no file yet.
fn read_file(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

async fn read_settings(State(cards): State<Shared>) -> Response {
    let read = cards.settings.as_deref().map_or(Ok(String::new()), settings_text);
    json(&match read {
        Ok(text) => SettingsFile { text, problem: None },
        Err(problem) => SettingsFile { text: String::new(), problem: Some(problem) },
    })
}

/// The contents of the file, if they are valid settings.
fn settings_text(path: &Path) -> Result<String, ApiError> {
    let about = |code| ApiError::new(code).with("path", path.display());
    let text = read_file(path).map_err(|error| about(ErrorCode::SettingsUnreadable).because(&error))?;
    match Settings::read(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(about(ErrorCode::SettingsBroken)
            .with("line", error.line)
            .with("column", error.column)
            .with("error", error)),
    }
}

/// A broken file is never overwritten: the user may want to fix it.
async fn write_settings(State(cards): State<Shared>, RawBody(body): RawBody) -> HandlerResult {
    let text = String::from_utf8_lossy(&body).into_owned();
    Settings::read(&text).map_err(bad_settings)?;
    let done = StatusCode::NO_CONTENT.into_response();
    let Some(path) = &cards.settings else { return Ok(done) };
    settings_text(path)?;
    replace_private_file(path, text.as_bytes()).map_err(|error| {
        ApiError::new(ErrorCode::SettingsNotWritten).with("path", path.display()).because(&error)
    })?;
    Ok(done)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;

    use super::*;

    fn decisions() -> Vec<Decision> {
        let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n";
        flashcards::read(text.as_bytes()).decisions().cloned().collect()
    }

    fn deck(settings: &str, decisions: Vec<Decision>) -> JsonBody<NewDeck> {
        JsonBody(NewDeck { settings: settings.to_owned(), decisions })
    }

    fn question() -> Question {
        let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10";
        flashcards::read(id.as_bytes()).questions().next().unwrap().clone()
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()
    }

    async fn read<T: DeserializeOwned>(response: Response) -> T {
        serde_json::from_slice(&body(response).await).unwrap()
    }

    #[tokio::test]
    async fn decisions_go_in_and_a_package_comes_out() {
        let package = pack(deck("deck_name = \"Openings\"", decisions())).await.unwrap();
        assert_eq!(&body(package).await[..2], b"PK");
    }

    #[tokio::test]
    async fn a_deck_that_cannot_be_made_is_refused_with_a_code() {
        for (request, code) in [
            (deck("", Vec::new()), ErrorCode::NoDecisions),
            (deck("pips = 3", decisions()), ErrorCode::BadSettings),
        ] {
            let refusal = pack(request).await.unwrap_err();
            assert_eq!((refusal.status.as_u16(), refusal.error.code), (400, code));
        }
    }

    #[tokio::test]
    async fn an_anki_that_does_not_run_has_its_code() {
        let refusal = send(deck("anki_address = \"127.0.0.1:9\"", decisions())).await.unwrap_err();
        assert_eq!((refusal.status.as_u16(), refusal.error.code), (502, ErrorCode::AnkiNotRunning));
    }

    #[tokio::test]
    async fn settings_are_stored_but_a_broken_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper/cards.toml");
        let cards = || State(Arc::new(Cards { settings: Some(path.clone()), gnubg: Mutex::new(None) }));
        let write = async |text: &'static str| match write_settings(cards(), RawBody(text.into())).await {
            Ok(response) => response.status().as_u16(),
            Err(refusal) => refusal.status.as_u16(),
        };
        let first: SettingsFile = read(read_settings(cards()).await).await;
        assert_eq!(first, SettingsFile { text: String::new(), problem: None });
        assert_eq!(write("pips = false").await, 204);
        assert_eq!(write("pips = 7").await, 400);
        assert_eq!(fs::read_to_string(&path).unwrap(), "pips = false");
        fs::write(&path, "pips = ").unwrap();
        let broken: SettingsFile = read(read_settings(cards()).await).await;
        let message = broken.problem.unwrap().message(i18n::Language::En);
        assert!(message.contains("cards.toml:1:8: "), "{message}");
        assert_eq!(write("pips = true").await, 409);
        assert_eq!(fs::read_to_string(&path).unwrap(), "pips = ");
    }

    #[tokio::test]
    async fn without_gnubg_the_answer_explains_how_to_install_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cards.toml");
        fs::write(&path, "gnubg = \"/no/such/gnubg\"").unwrap();
        let cards = State(Arc::new(Cards { settings: Some(path), gnubg: Mutex::new(None) }));
        let request = JsonBody(Analyse { question: question(), plies: 0 });
        let refusal = analyse(cards, request).await.unwrap_err();
        assert_eq!(refusal.status.as_u16(), 404);
        let message = refusal.error.message(i18n::Language::En);
        assert!(message.contains("/no/such/gnubg") && message.contains("apt install gnubg"), "{message}");
    }

    /// A gnubg that starts and never answers its first question.
    #[cfg(unix)]
    fn hanging_gnubg(folder: &Path) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join("gnubg");
        let script = "#!/bin/sh\necho x >> \"$0.started\"\necho '3 digits after the decimal separator.'\nexec sleep 600\n";
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_aborted_request_stops_gnubg() {
        use std::time::Duration;
        let folder = tempfile::tempdir().unwrap();
        let settings = folder.path().join("cards.toml");
        fs::write(&settings, format!("gnubg = {:?}", hanging_gnubg(folder.path()))).unwrap();
        let cards = Arc::new(Cards { settings: Some(settings), gnubg: Mutex::new(None) });
        let started = || fs::read(folder.path().join("gnubg.started")).map_or(0, |lines| lines.len());
        for turn in 1..=2 {
            let request = JsonBody(Analyse { question: question(), plies: 0 });
            let asking = tokio::spawn(analyse(State(cards.clone()), request));
            while started() < 2 * turn {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            asking.abort();
            // The lock is released only after the question was abandoned.
            while cards.gnubg.try_lock().is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            assert!(cards.gnubg.lock().unwrap().is_none(), "the process is not used again");
        }
    }
}
