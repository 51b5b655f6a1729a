//! The copies of opened files for the page: what there is, with small boards, and how many are kept.

use i18n::Language;
use std::fs;

use api::files::{BACKUPS, BackupSettings, VERSION, VERSIONS, Version};
use api::{ApiError, ErrorCode};
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use catalogue::{PictureStyle, picture};
use diagram::Theme;
use tokio::task::spawn_blocking;

use crate::backups::{Backup, Backups};
use crate::error_response::{ErrorResponse, HandlerResult, json};
use crate::extract::{JsonBody, Segment};
use crate::opened_files::{self, OpenedFiles, milliseconds};

/// Larger files are listed without a picture: reading them would take too long.
const MAX_BYTES_OF_PICTURE: u64 = 4 << 20;
const PICTURE_WIDTH: u32 = 160;

pub(crate) fn routes(files: OpenedFiles) -> Router {
    Router::new()
        .route(VERSIONS, get(list))
        .route(VERSION, get(read))
        .route(BACKUPS, get(settings).put(set_settings))
        .with_state(files)
}

fn backups(files: &OpenedFiles) -> Result<Backups, ErrorResponse> {
    files.backups().ok_or(ErrorCode::NoBackups.into())
}

async fn list(State(files): State<OpenedFiles>, Segment(number): Segment<usize>) -> HandlerResult {
    let (path, backups) = (files.path(number)?, backups(&files)?);
    let versions =
        spawn_blocking(move || backups.list(&path).into_iter().filter_map(version).collect::<Vec<Version>>());
    Ok(json(&versions.await.map_err(|_| ErrorCode::Internal)?))
}

fn version(backup: Backup) -> Option<Version> {
    let id = backup.path.file_name()?.to_str()?.to_owned();
    let modified = backup.modified.and_then(milliseconds);
    let bytes = (backup.size <= MAX_BYTES_OF_PICTURE).then(|| fs::read(&backup.path).ok()).flatten();
    let style = PictureStyle { theme: Theme::Page, width: PICTURE_WIDTH, language: Language::En };
    let picture = bytes.and_then(|bytes| picture(&id, &bytes, 0, None, style));
    Some(Version { id, modified, size: backup.size, picture })
}

async fn read(
    State(files): State<OpenedFiles>,
    Segment((number, id)): Segment<(usize, String)>,
) -> HandlerResult {
    let path = files.path(number)?;
    let backup = backups(&files)?.get(&path, &id).ok_or(ErrorCode::NoSuchVersion)?;
    let bytes = fs::read(&backup.path)
        .map_err(|error| opened_files::failed(ErrorCode::CannotRead, &backup.path, &error))?;
    let headers = [(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")];
    // What the file contains now would otherwise be lost by saving the restored version.
    files.set_backed_up(&path, false);
    Ok((headers, bytes).into_response())
}

async fn settings(State(files): State<OpenedFiles>) -> HandlerResult {
    Ok(json(&backups(&files)?.settings()))
}

async fn set_settings(
    State(files): State<OpenedFiles>,
    JsonBody(wanted): JsonBody<BackupSettings>,
) -> HandlerResult {
    let backups = backups(&files)?;
    let wanted = BackupSettings { keep: wanted.keep.min(BackupSettings::MAX_KEEP) };
    backups.set_settings(&wanted).map_err(|error| {
        let folder = backups.folder().to_string_lossy();
        ApiError::new(ErrorCode::BackupSettingsNotWritten).with("folder", folder).because(&error)
    })?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const GAMES: [&str; 3] = ["(;SZ[9])", "(;SZ[9];B[ee])", "(;SZ[9];B[ee];W[cc])"];

    fn with_versions() -> (tempfile::TempDir, OpenedFiles, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        fs::write(&file, GAMES[2]).unwrap();
        let files = OpenedFiles::new(vec![file.clone()]);
        let backups = Backups::in_folder(folder.path().join("backups"));
        for text in GAMES {
            backups.add(&files.path(0).unwrap(), text.as_bytes()).unwrap();
        }
        files.set_backups(backups);
        (folder, files, file)
    }

    async fn body(answer: HandlerResult) -> Vec<u8> {
        let body = answer.unwrap().into_body();
        axum::body::to_bytes(body, 1 << 20).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn versions_are_listed_with_a_board_and_read_by_their_id() {
        let (_folder, files, _) = with_versions();
        let listed = body(list(State(files.clone()), Segment(0)).await).await;
        let versions: Vec<Version> = serde_json::from_slice(&listed).unwrap();
        let sizes: Vec<u64> = versions.iter().map(|version| version.size).collect();
        assert_eq!(sizes, [20, 14, 8]);
        assert!(versions.iter().all(|version| version.modified.is_some()));
        let stones = |version: &Version| version.picture.as_ref().unwrap().matches("<circle").count();
        assert!(stones(&versions[0]) > stones(&versions[2]), "{versions:?}");
        let id = versions[1].id.clone();
        assert_eq!(body(read(State(files), Segment((0, id))).await).await, GAMES[1].as_bytes());
    }

    #[tokio::test]
    async fn nothing_else_can_be_read() {
        let (_folder, files, _) = with_versions();
        for id in ["none", "../game.sgf", ".."] {
            let refused = read(State(files.clone()), Segment((0, id.to_owned()))).await.unwrap_err();
            assert_eq!(refused.error.code, ErrorCode::NoSuchVersion, "{id}");
        }
        let refused = list(State(files), Segment(1)).await.unwrap_err();
        assert_eq!(refused.error.code, ErrorCode::NotOpened);
    }

    #[tokio::test]
    async fn the_number_of_versions_is_stored() {
        let (_folder, files, _) = with_versions();
        let read = || settings(State(files.clone()));
        assert_eq!(body(read().await).await, br#"{"keep":10}"#);
        set_settings(State(files.clone()), JsonBody(BackupSettings { keep: 0 })).await.unwrap();
        assert_eq!(body(read().await).await, br#"{"keep":0}"#);
    }
}
