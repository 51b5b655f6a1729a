use std::time::Duration;

use super::*;
use tempfile::TempDir;

const GO: &str = "(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2026-02-11];B[cc];W[gf])";

struct Place {
    folder: TempDir,
    shelf: Shared,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("games")).unwrap();
        fs::write(folder.path().join("games/a.sgf"), GO).unwrap();
        fs::write(folder.path().join("secret.sgf"), "(;GM[1]PB[Nobody];B[aa])").unwrap();
        let shelf = Shelf::open(folder.path().join("library.db"), None).unwrap();
        Place { folder, shelf }
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    async fn with_games() -> Place {
        let place = Place::new();
        place.shelf.add_folder(&place.games()).unwrap();
        place.until(|told| told["games"] == 1 && told["work"].is_null()).await;
        place
    }

    /// Waits for something to come true; a test that hangs has failed.
    async fn until(&self, is_so: impl Fn(&Value) -> bool) {
        for _ in 0..1000 {
            if is_so(&self.shelf.told(Tongue::default()).unwrap()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:#}", self.shelf.told(Tongue::default()).unwrap());
    }
}

async fn said(response: Response) -> (u16, String) {
    let status = response.status().as_u16();
    let body = axum::body::to_bytes(response.into_body(), 1 << 22).await.unwrap();
    (status, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test]
async fn a_file_with_one_game_is_lent_and_one_with_more_is_not() {
    let place = Place::with_games().await;
    let many = format!("{}{}", GO.replace("Ann", "Eve"), GO.replace("Ann", "Fay"));
    fs::write(place.games().join("many.sgf"), many).unwrap();
    place.shelf.begin(None);
    place.until(|told| told["games"] == 3 && told["work"].is_null()).await;
    let (_, body) =
        said(games(State(place.shelf.clone()), Tongue::default(), Asked(Wanted::default())).await).await;
    let found: Value = serde_json::from_str(&body).unwrap();
    let files = Files::default();
    for game in found["games"].as_array().unwrap() {
        let id = Segment(game["id"].as_i64().unwrap());
        let state = State((place.shelf.clone(), files.clone()));
        let (status, entry) = said(open(state, Tongue::default(), id).await).await;
        match game["black"].as_str().unwrap() {
            "Ann" => assert!(status == 200 && entry.contains("a.sgf"), "{entry}"),
            _ => assert_eq!((status, &*entry), (204, "")),
        }
    }
}

#[tokio::test]
async fn games_are_listed_drawn_and_handed_out() {
    let place = Place::with_games().await;
    let wanted = Wanted::default();
    let (status, body) =
        said(games(State(place.shelf.clone()), Tongue::default(), Asked(wanted)).await).await;
    let found: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &found["total"], &found["games"][0]["black"]), (200, &1.into(), &"Ann".into()));
    let id = found["games"][0]["id"].as_i64().unwrap();
    let drawn = Drawn { at: Some(1), dark: true, width: Some(90) };
    let (status, svg) =
        said(draw(State(place.shelf.clone()), Tongue::default(), Segment(id), Asked(drawn)).await).await;
    assert!(status == 200 && svg.starts_with("<svg"), "{svg}");
    let (status, bytes) =
        said(record(State(place.shelf.clone()), Tongue::default(), Segment(id)).await).await;
    assert_eq!((status, bytes.as_str()), (200, GO));
    assert_eq!(
        said(record(State(place.shelf.clone()), Tongue::default(), Segment(id + 99)).await).await.0,
        404
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_out_of_the_folder_leads_nowhere() {
    let place = Place::with_games().await;
    std::os::unix::fs::symlink(place.folder.path().join("secret.sgf"), place.games().join("b.sgf")).unwrap();
    place.shelf.begin(None);
    place.until(|told| told["games"] == 2).await;
    let found = place.shelf.reading(|library| library.find(&library::Query::default())).unwrap();
    let linked = found.games.iter().find(|place| place.game.black == "Nobody").unwrap().game.id;
    assert_eq!(
        said(record(State(place.shelf.clone()), Tongue::default(), Segment(linked)).await).await.0,
        403
    );
    let drawn = Drawn { at: None, dark: false, width: None };
    assert_eq!(
        said(draw(State(place.shelf.clone()), Tongue::default(), Segment(linked), Asked(drawn)).await)
            .await
            .0,
        403
    );
}

#[tokio::test]
async fn what_appears_in_a_folder_is_noticed() {
    let place = Place::with_games().await;
    fs::write(place.games().join("b.sgf"), GO.replace("Ann", "Eve")).unwrap();
    place.until(|told| told["games"] == 2).await;
    fs::remove_file(place.games().join("a.sgf")).unwrap();
    place.until(|told| told["games"] == 1).await;
}

#[tokio::test]
async fn folders_come_and_go_and_wrong_names_are_refused_in_words() {
    let place = Place::with_games().await;
    for (path, words) in [("", "Type the folder's name first."), ("/no/such/folder", "is the name right?")] {
        let body = json!({ "path": path }).to_string();
        let (status, told) =
            said(add_folder(State(place.shelf.clone()), Tongue::default(), body.into()).await).await;
        assert!(status == 400 && told.contains(words), "{told}");
    }
    let id = place.shelf.told(Tongue::default()).unwrap()["folders"][0]["id"].as_i64().unwrap();
    let (_, told) =
        said(remove_folder(State(place.shelf.clone()), Tongue::default(), Segment(id)).await).await;
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["games"], &told["folders"]), (&0.into(), &json!([])));
    assert!(place.games().join("a.sgf").is_file());
}

#[tokio::test]
async fn wishes_that_make_no_sense_are_said_to_make_none() {
    let place = Place::new();
    for (wanted, words) in [
        (json!({ "from": "yesterday" }), "is no date"),
        (json!({ "kind": "whist" }), "“whist” is not understood"),
        (json!({ "position": "e4" }), "“e4” is not understood"),
    ] {
        let wanted: Wanted = serde_json::from_value(wanted).unwrap();
        let (status, told) =
            said(games(State(place.shelf.clone()), Tongue::default(), Asked(wanted)).await).await;
        assert!(status == 400 && told.contains(words), "{told}");
    }
}

#[tokio::test]
async fn taking_out_a_folder_while_it_is_read_leaves_the_others_to_be_read() {
    let place = Place::new();
    let many = place.folder.path().join("many");
    fs::create_dir(&many).unwrap();
    (0..300).for_each(|n| fs::write(many.join(format!("{n}.sgf")), GO).unwrap());
    place.shelf.add_folder(&many).unwrap();
    place.shelf.add_folder(&place.games()).unwrap();
    let told = place.shelf.told(Tongue::default()).unwrap();
    let id = told["folders"].as_array().unwrap().iter().find(|f| f["path"] == *many.to_string_lossy());
    place.shelf.remove_folder(id.unwrap()["id"].as_i64().unwrap()).unwrap();
    place.until(|told| told["games"] == 1 && told["work"].is_null() && told["stopped"] == false).await;
}
