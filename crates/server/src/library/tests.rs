use std::time::Duration;

use api::library::{GameList, State as LibraryState};
use serde::de::DeserializeOwned;
use tempfile::TempDir;

use super::*;

const GO: &str = "(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2026-02-11];B[cc];W[gf])";

struct Fixture {
    folder: TempDir,
    service: Shared,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("games")).unwrap();
        fs::write(folder.path().join("games/a.sgf"), GO).unwrap();
        fs::write(folder.path().join("secret.sgf"), "(;GM[1]PB[Nobody];B[aa])").unwrap();
        let service = LibraryService::open(folder.path().join("library.db"), None).unwrap();
        Fixture { folder, service }
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    async fn with_games() -> Fixture {
        let fixture = Fixture::new();
        fixture.service.add_folder(&fixture.games()).unwrap();
        fixture.until(|state| state.games == 1 && state.work.is_none()).await;
        fixture
    }

    fn service(&self) -> State<Shared> {
        State(self.service.clone())
    }

    /// Polls until the condition holds; panics after ten seconds.
    async fn until(&self, condition: impl Fn(&LibraryState) -> bool) {
        for _ in 0..1000 {
            if condition(&self.service.state().unwrap()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:#?}", self.service.state().unwrap());
    }
}

async fn text(answer: HandlerResult) -> (u16, String) {
    let response = answer.into_response();
    let status = response.status().as_u16();
    let body = axum::body::to_bytes(response.into_body(), 1 << 22).await.unwrap();
    (status, String::from_utf8_lossy(&body).into_owned())
}

async fn read<T: DeserializeOwned>(answer: HandlerResult) -> T {
    serde_json::from_str(&text(answer).await.1).unwrap()
}

fn refused(answer: HandlerResult) -> (u16, ErrorCode) {
    let refusal = answer.unwrap_err();
    (refusal.status.as_u16(), refusal.error.code)
}

async fn found(fixture: &Fixture) -> GameList {
    read(games(fixture.service(), QueryParams(Search::default())).await).await
}

#[tokio::test]
async fn a_file_with_one_game_is_opened_and_one_with_more_is_not() {
    let fixture = Fixture::with_games().await;
    let many = format!("{}{}", GO.replace("Ann", "Eve"), GO.replace("Ann", "Fay"));
    fs::write(fixture.games().join("many.sgf"), many).unwrap();
    fixture.service.begin(None);
    fixture.until(|state| state.games == 3 && state.work.is_none()).await;
    let files = OpenedFiles::default();
    for game in found(&fixture).await.games {
        let state = State((fixture.service.clone(), files.clone()));
        let (status, entry) = text(open(state, Segment(game.id)).await).await;
        match game.black.as_str() {
            "Ann" => assert!(status == 200 && entry.contains("a.sgf"), "{entry}"),
            _ => assert_eq!((status, &*entry), (204, "")),
        }
    }
}

#[tokio::test]
async fn a_game_is_found_drawn_and_sent() {
    let fixture = Fixture::with_games().await;
    let id = found(&fixture).await.games[0].id;
    let drawn = Picture { at: Some(1), dark: true, width: Some(90), language: "vi".into() };
    let (status, svg) = text(draw(fixture.service(), Segment(id), QueryParams(drawn)).await).await;
    assert!(status == 200 && svg.starts_with("<svg"), "{svg}");
    let (status, bytes) = text(record(fixture.service(), Segment(id)).await).await;
    assert_eq!((status, bytes.as_str()), (200, GO));
    let gone = record(fixture.service(), Segment(id + 99)).await;
    assert_eq!(refused(gone), (404, ErrorCode::GameGone));
}

/// Programs other than the page may read this list.
#[tokio::test]
async fn games_are_written_as_on_the_command_line() {
    let fixture = Fixture::with_games().await;
    // Three half-moves are two moves.
    fs::write(fixture.games().join("b.pgn"), "[White \"Eve\"]\n\n1. e4 e5 2. Nf3 *\n").unwrap();
    fixture.until(|state| state.games == 2 && state.work.is_none()).await;
    let (_, sent) = text(games(fixture.service(), QueryParams(Search::default())).await).await;
    let sent: serde_json::Value = serde_json::from_str(&sent).unwrap();
    let library = fixture.service.reading(|library| library.find(&library::Query::default())).unwrap();
    assert_eq!(sent, library.json());
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_out_of_the_folder_is_not_followed() {
    let fixture = Fixture::with_games().await;
    std::os::unix::fs::symlink(fixture.folder.path().join("secret.sgf"), fixture.games().join("b.sgf"))
        .unwrap();
    fixture.service.begin(None);
    fixture.until(|state| state.games == 2).await;
    let games = found(&fixture).await.games;
    let linked = games.iter().find(|game| game.black == "Nobody").unwrap().id;
    let outside = (403, ErrorCode::OutsideLibrary);
    assert_eq!(refused(record(fixture.service(), Segment(linked)).await), outside);
    let drawn = QueryParams(Picture::default());
    assert_eq!(refused(draw(fixture.service(), Segment(linked), drawn).await), outside);
}

#[tokio::test]
async fn changes_in_a_folder_are_noticed() {
    let fixture = Fixture::with_games().await;
    fs::write(fixture.games().join("b.sgf"), GO.replace("Ann", "Eve")).unwrap();
    fixture.until(|state| state.games == 2).await;
    fs::remove_file(fixture.games().join("a.sgf")).unwrap();
    fixture.until(|state| state.games == 1).await;
}

/// No one asks for the state in between: the page may be closed.
#[tokio::test]
async fn folders_that_another_process_adds_are_watched_and_those_it_removes_are_not() {
    let fixture = Fixture::new();
    let mut other = library::Library::open(&fixture.folder.path().join("library.db")).unwrap();
    let id = other.add_folder(&fixture.games()).unwrap();
    let count = async |other: &mut library::Library, games| {
        for _ in 0..1000 {
            if other.count().unwrap() == games {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{} games, not {games}", other.count().unwrap());
    };
    count(&mut other, 1).await;
    fs::write(fixture.games().join("b.sgf"), GO.replace("Ann", "Eve")).unwrap();
    count(&mut other, 2).await;
    other.remove_folder(id).unwrap();
    fixture.until(|state| state.folders.is_empty() && state.games == 0).await;
}

/// The folder of the terminal's games does, before the first game.
#[tokio::test]
async fn a_folder_that_is_created_later_is_watched_too() {
    let folder = tempfile::tempdir().unwrap();
    let history = folder.path().join("history");
    let service = LibraryService::open(folder.path().join("library.db"), Some(&history)).unwrap();
    let fixture = Fixture { folder, service };
    fs::create_dir(&history).unwrap();
    for (n, name) in ["a.sgf", "b.sgf"].into_iter().enumerate() {
        fs::write(history.join(name), GO).unwrap();
        fixture.until(|state| state.games == n + 1 && state.work.is_none()).await;
    }
}

#[tokio::test]
async fn folders_are_added_and_removed_and_wrong_names_have_their_code() {
    let fixture = Fixture::with_games().await;
    for (path, code) in [("", ErrorCode::FolderNameMissing), ("/no/such/folder", ErrorCode::NoFolder)] {
        let folder = JsonBody(NewFolder { path: path.to_owned() });
        assert_eq!(refused(add_folder(fixture.service(), folder).await), (400, code));
    }
    let id = fixture.service.state().unwrap().folders[0].id;
    let state: LibraryState = read(remove_folder(fixture.service(), Segment(id)).await).await;
    assert_eq!((state.games, state.folders.len()), (0, 0));
    assert!(fixture.games().join("a.sgf").is_file());
}

#[tokio::test]
async fn unreadable_fields_are_reported_by_name() {
    let fixture = Fixture::new();
    let no_date = Search { from: "yesterday".into(), ..Search::default() };
    let no_day = Search { to: "2026-02-30".into(), ..Search::default() };
    let no_kind = Search { kind: "whist".into(), ..Search::default() };
    let no_position = Search { position: "e4".into(), ..Search::default() };
    for (search, code, text) in [
        (no_date, ErrorCode::NotADate, "yesterday"),
        (no_day, ErrorCode::NotADate, "2026-02-30"),
        (no_kind, ErrorCode::NotUnderstood, "whist"),
        (no_position, ErrorCode::NotUnderstood, "e4"),
    ] {
        let refusal = games(fixture.service(), QueryParams(search)).await.unwrap_err();
        assert_eq!((refusal.error.code, refusal.error.param("text")), (code, text));
    }
}

#[tokio::test]
async fn removing_a_folder_during_an_update_leaves_the_others_to_be_updated() {
    let fixture = Fixture::new();
    let many = fixture.folder.path().join("many");
    fs::create_dir(&many).unwrap();
    (0..300).for_each(|n| fs::write(many.join(format!("{n}.sgf")), GO).unwrap());
    fixture.service.add_folder(&many).unwrap();
    fixture.service.add_folder(&fixture.games()).unwrap();
    let folders = fixture.service.state().unwrap().folders;
    let id = folders.iter().find(|folder| folder.path == many.to_string_lossy()).unwrap().id;
    fixture.service.remove_folder(id).unwrap();
    fixture.until(|state| state.games == 1 && state.work.is_none() && !state.stopped).await;
}

#[tokio::test]
async fn a_database_that_is_damaged_while_the_studio_runs_is_built_again() {
    let fixture = Fixture::with_games().await;
    let path = fixture.folder.path().join("library.db");
    fs::remove_file(fixture.folder.path().join("library.db-wal")).unwrap();
    fs::write(&path, [0xff; 8192]).unwrap();
    fs::write(fixture.games().join("b.sgf"), GO.replace("Ann", "Eve")).unwrap();
    fixture.service.begin(None);
    fixture.until(|state| state.games == 2 && state.work.is_none()).await;
    assert_eq!(fixture.service.state().unwrap().failed, None);
    assert!(fixture.folder.path().join("library.db.damaged").exists());
}

#[tokio::test]
async fn selected_rows_are_taken_from_the_whole_list_and_by_kind() {
    let fixture = Fixture::with_games().await;
    fs::write(fixture.games().join("b.pgn"), "[White \"Eve\"]\n\n1. e4 *\n\n[White \"Fay\"]\n\n1. d4 *\n")
        .unwrap();
    fixture.until(|state| state.games == 3 && state.work.is_none()).await;
    let all = found(&fixture).await.games;
    let row = |name: &str| all.iter().position(|game| game.white == name || game.black == name).unwrap();
    let take = async |rows: &str, of_kind: &str| {
        let search = Search { rows: rows.into(), of_kind: of_kind.into(), ..Search::default() };
        let answer = records(fixture.service(), QueryParams(search)).await;
        let answer = answer.map_err(|refusal| refusal.error.code)?;
        let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        Ok::<_, ErrorCode>(String::from_utf8(bytes.to_vec()).unwrap())
    };
    let fay = take(&row("Fay").to_string(), "chess").await.unwrap();
    assert!(fay.contains("Fay") && !fay.contains("Eve"), "{fay}");
    let every = take("0-99", "go").await.unwrap();
    assert!(every.contains("Ann") && !every.contains("Fay"), "{every}");
    let chess = take("", "chess").await.unwrap();
    assert!(
        chess.contains("Eve") && chess.contains("Fay") && !chess.contains("Ann"),
        "without rows, all: {chess}"
    );
    assert_eq!(take(&row("Ann").to_string(), "chess").await.unwrap(), "");
    assert_eq!(take("1-x", "").await, Err(ErrorCode::NotUnderstood));
}
