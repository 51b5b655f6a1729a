//! Whole backgammon matches through gnubg, for the page: the same analysis as `tabiya review`, from the same store.

use std::path::PathBuf;
use std::sync::Arc;

use api::match_review::{MATCH_ANALYSIS, MatchOptions, MatchUpdate};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use axum::routing::post;
use library::Evaluations;
use tokio::sync::watch;
use tokio::task::spawn_blocking;

use crate::cards::{MAX_PLIES, gnubg_error, gnubg_setting};
use crate::extract::{QueryParams, RawBody};
use crate::private_files::create_private_file;
use crate::review::{MatchAnalysisError, MatchAnalyst, Store};
use crate::update_stream::{Update, stream};

/// A match of 25 points as SGF with an analysis is about 3 MB.
const MAX_MATCH_BYTES: usize = 32 << 20;

struct MatchAnalysis {
    /// The settings of cards, with the path of gnubg.
    settings: Option<PathBuf>,
    /// Where analyses are stored.
    database: Option<PathBuf>,
    stopping: watch::Receiver<bool>,
}

pub(crate) fn routes(
    settings: Option<PathBuf>,
    database: Option<PathBuf>,
    stopping: watch::Receiver<bool>,
) -> Router {
    let analysis = Arc::new(MatchAnalysis { settings, database, stopping });
    Router::new()
        .route(MATCH_ANALYSIS, post(analyse).layer(DefaultBodyLimit::max(MAX_MATCH_BYTES)))
        .with_state(analysis)
}

impl Update for MatchUpdate {
    fn is_final(&self) -> bool {
        MatchUpdate::is_final(self)
    }
}

async fn analyse(
    State(analysis): State<Arc<MatchAnalysis>>,
    QueryParams(options): QueryParams<MatchOptions>,
    RawBody(match_bytes): RawBody,
) -> Response {
    let (updates, receiver) = watch::channel(MatchUpdate::Running { games_done: 0, games: 0 });
    let stopping = analysis.stopping.clone();
    let ending = stopping.clone();
    spawn_blocking(move || {
        let wants_more = || !updates.is_closed() && !*ending.borrow();
        let mut on_progress = |games_done: usize, games: usize| {
            let update = MatchUpdate::Running { games_done, games };
            if *updates.borrow() != update {
                updates.send_replace(update);
            }
            wants_more()
        };
        let outcome = analysis.run(&match_bytes, options.plies.min(MAX_PLIES), &mut on_progress);
        updates.send_replace(outcome.unwrap_or_else(MatchUpdate::Failed));
    });
    stream(receiver, stopping)
}

impl MatchAnalysis {
    fn run(
        &self,
        match_bytes: &[u8],
        plies: u8,
        on_progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<MatchUpdate, ApiError> {
        let named = gnubg_setting(self.settings.as_deref());
        let analyst = MatchAnalyst::find(&named, plies).map_err(gnubg_error)?;
        let analysed = analyst.analyse(match_bytes, &self.store(), on_progress).map_err(api_error)?;
        Ok(MatchUpdate::Finished { sgf: String::from_utf8_lossy(&analysed.sgf).into_owned() })
    }

    /// Without a database the match is analysed every time.
    fn store(&self) -> Store {
        let open = |path: &PathBuf| {
            // If it cannot be created, opening it fails as well.
            let _ = create_private_file(path);
            Evaluations::open(path).ok()
        };
        Store::new(self.database.as_ref().and_then(open))
    }
}

fn api_error(error: MatchAnalysisError) -> ApiError {
    match error {
        MatchAnalysisError::Gnubg(error) => gnubg_error(error),
        MatchAnalysisError::Unreadable => ErrorCode::GnubgNoMatch.into(),
        MatchAnalysisError::Folder(error) => ApiError::new(ErrorCode::GnubgNoFolder).because(&error),
        MatchAnalysisError::Refused(said) => ApiError::new(ErrorCode::GnubgRefused).with("said", said),
        MatchAnalysisError::Stopped => ErrorCode::GnubgStopped.into(),
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
        1) 31: 8/5 6/5                     42: 8/4 6/4\n";

    /// A program that begins like gnubg, and settings that name it.
    fn studio(folder: &Path, script: &str) -> Arc<MatchAnalysis> {
        let program = folder.join("gnubg");
        let begin = "echo 'GNU Backgammon 1.07'; echo '3 digits after the decimal separator.'";
        fs::write(&program, format!("#!/bin/sh\n{begin}\n{script}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let settings = folder.join("cards.toml");
        fs::write(&settings, format!("gnubg = {program:?}")).unwrap();
        let (_, stopping) = watch::channel(false);
        Arc::new(MatchAnalysis {
            settings: Some(settings),
            database: Some(folder.join("library.db")),
            stopping,
        })
    }

    async fn updates(response: Response) -> Vec<MatchUpdate> {
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        api::match_review::read_updates(&body).unwrap()
    }

    async fn ask(analysis: &Arc<MatchAnalysis>, bytes: &'static str) -> Response {
        let options = QueryParams(MatchOptions { plies: 0 });
        analyse(State(Arc::clone(analysis)), options, RawBody(bytes.into())).await
    }

    #[tokio::test]
    async fn a_match_is_analysed_once_and_then_taken_from_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let script = "[ -f match.mat ] && echo x >> \"$0.runs\" && echo '(;GM[6])' > analysed.sgf; \
            while read line; do case $line in *output*) echo 'digits after the decimal separator';; esac; done";
        let analysis = studio(folder.path(), script);
        for _ in 0..2 {
            let updates = updates(ask(&analysis, MATCH).await).await;
            assert_eq!(updates.last(), Some(&MatchUpdate::Finished { sgf: "(;GM[6])\n".into() }));
        }
        assert_eq!(fs::read_to_string(folder.path().join("gnubg.runs")).unwrap(), "x\n");
    }

    #[tokio::test]
    async fn what_gnubg_refuses_is_reported_with_its_words() {
        let folder = tempfile::tempdir().unwrap();
        let analysis = studio(folder.path(), "echo 'No such file.'; while read line; do :; done");
        let last = updates(ask(&analysis, MATCH).await).await.pop();
        let Some(MatchUpdate::Failed(error)) = last else { panic!("{last:?}") };
        assert_eq!((error.code, error.param("said")), (ErrorCode::GnubgRefused, "No such file."));
        let last = updates(ask(&analysis, "1. e4 e5").await).await.pop();
        assert_eq!(last, Some(MatchUpdate::Failed(ErrorCode::GnubgNoMatch.into())));
    }

    #[tokio::test]
    async fn whoever_stops_reading_stops_gnubg() {
        let folder = tempfile::tempdir().unwrap();
        let script = "while read line; do case $line in *output*) echo 'digits after the decimal separator';; \
            analyse*) echo $$ > \"$0.pid\"; exec sleep 600;; esac; done";
        let analysis = studio(folder.path(), script);
        let response = ask(&analysis, MATCH).await;
        let pid = folder.path().join("gnubg.pid");
        while !pid.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        drop(response);
        let process = Path::new("/proc").join(fs::read_to_string(&pid).unwrap().trim());
        while process.exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
