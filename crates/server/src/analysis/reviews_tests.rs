use std::path::Path;

use ::analysis::review::Verdict;
use ::analysis::{Class, Native};
use api::ErrorCode;
use api::engines::Game;
use api::review::ReviewState;

use super::*;
use crate::engine::CommandLine;

const GAME: &str = "1. e4 e5 2. Ke2 Nc6 3. Bb5 {is not legal} *";

fn request(text: &str) -> ReviewRequest {
    ReviewRequest { game: Game::Chess, text: text.to_owned(), again: false }
}

/// A fake engine that counts its searches in a file. It thinks that every position is even.
fn fake(folder: &Path, on_go: &str) -> CommandLine {
    let script = format!(
        "while read -r line; do case \"$line\" in uci) echo id name Fake 1.0; echo uciok;; isready) echo readyok;; \
         position*) case \"$line\" in *' b '*) mv=a7a6;; *) mv=a2a3;; esac;; \
         go*) echo $line >> {}; {on_go};; quit) exit;; esac; done",
        folder.join("searches").display()
    );
    CommandLine::new("sh", ["-c".to_owned(), script])
}

/// After a pawn's move the engine gets the position alone.
const EVEN: &str = "echo info depth 9 nodes 100 score cp 0 pv $mv; echo bestmove $mv";

fn searches(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("searches")).map_or(0, |text| text.lines().count())
}

fn job(folder: &Path, on_go: &str) -> ReviewJob {
    let database = folder.join("library.db");
    ReviewJob::with_engine(&request("1. e4 e5 2. d4 d5 *"), database, fake(folder, on_go)).unwrap()
}

fn never() -> watch::Receiver<bool> {
    let (sender, receiver) = watch::channel(false);
    // The server lives as long as the test.
    std::mem::forget(sender);
    receiver
}

async fn last(mut updates: watch::Receiver<ReviewUpdate>) -> ReviewUpdate {
    updates.wait_for(|update| update.state.is_final()).await.unwrap().clone()
}

#[tokio::test]
async fn a_review_is_stored_and_nothing_is_asked_twice() {
    let folder = tempfile::tempdir().unwrap();
    let reviews = Reviews::default();
    let first = last(reviews.begin(job(folder.path(), EVEN), never())).await;
    assert_eq!(first.state, ReviewState::Finished);
    assert_eq!((first.done, first.of, first.moves.len(), searches(folder.path())), (5, 5, 4, 5));
    assert_eq!(first.engine.map(|engine| engine.version), Some("1.0".to_owned()));
    let again = last(reviews.begin(job(folder.path(), EVEN), never())).await;
    assert_eq!((again.done, again.moves, searches(folder.path())), (5, first.moves, 5));
}

#[tokio::test]
async fn a_review_that_nobody_reads_stops_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let reviews = Reviews::default();
    let slow = format!("sleep 0.2; {EVEN}");
    let mut updates = reviews.begin(job(folder.path(), &slow), never());
    updates.wait_for(|update| update.done >= 2).await.unwrap();
    drop(updates);
    // The turn is free once the first has stopped.
    let turn = reviews.turn.acquire().await.unwrap();
    let asked = searches(folder.path());
    assert!(asked < 5, "{asked}");
    drop(turn);
    let second = last(reviews.begin(job(folder.path(), EVEN), never())).await;
    assert_eq!((second.state, second.done), (ReviewState::Finished, 5));
    assert!(searches(folder.path()) <= 6, "only the search that was stopped is made again");
}

#[tokio::test]
async fn an_engine_that_dies_ends_the_review_with_its_last_words_and_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let reviews = Reviews::default();
    let dying = format!(
        "if [ $(wc -l < {}) -gt 2 ]; then echo no memory >&2; exit 3; fi; {EVEN}",
        folder.path().join("searches").display()
    );
    let failed = last(reviews.begin(job(folder.path(), &dying), never())).await;
    let ReviewState::Failed(error) = failed.state else { panic!("{:?}", failed.state) };
    assert_eq!(error.code, ErrorCode::EngineDied);
    assert!(error.param("why").contains("no memory"), "{error:?}");
    assert_eq!(failed.moves.iter().filter(|mv| mv.value.is_some()).count(), 2);
    assert_eq!(last(reviews.begin(job(folder.path(), EVEN), never())).await.state, ReviewState::Finished);
}

#[tokio::test]
async fn what_the_file_has_needs_no_engine() {
    let text = "1. f3 { [%eval -0.6] } e5 { [%eval -0.5] } 2. g4 { [%eval #-1] } Qh4# 0-1";
    let job = ReviewJob::new(&request(text), None).ok().unwrap();
    let update = last(Reviews::default().begin(job, never())).await;
    assert_eq!((update.state, update.engine), (ReviewState::Finished, None));
    assert_eq!(update.moves[2].verdict, Some(Verdict::Class(Class::Blunder)));
    assert_eq!(update.moves[2].value.map(|value| value.native), Some(Native::Mate(-1)));
}

#[tokio::test]
async fn go_is_reviewed_by_the_bot_and_the_queue_has_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let reviews = Reviews::default();
    let turn = reviews.turn.acquire().await.unwrap();
    let request = ReviewRequest {
        game: Game::Go,
        text: "(;SZ[5]KM[0.5]RU[Chinese];B[cc];W[aa];B[bb])".to_owned(),
        again: false,
    };
    let job = ReviewJob::new(&request, Some(folder.path().join("library.db"))).ok().unwrap();
    let updates = reviews.begin(job, never());
    assert_eq!((updates.borrow().state.clone(), updates.borrow().of), (ReviewState::Waiting, 4));
    drop(turn);
    let update = last(updates).await;
    assert_eq!((update.state, update.moves.len()), (ReviewState::Finished, 3));
    assert!(update.players.iter().all(|player| player.accuracy.is_some()));
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let refusal = |game, text: &str| {
        let request = ReviewRequest { game, text: text.to_owned(), again: false };
        ReviewJob::new(&request, None).err().map(|error| error.code)
    };
    assert_eq!(refusal(Game::Go, "1. e4 *"), Some(ErrorCode::NotReviewable));
    assert_eq!(refusal(Game::Go, "(;GM[2];B[ee])"), Some(ErrorCode::NotReviewable));
    assert_eq!(refusal(Game::Chess, "[FEN \"nonsense\"]\n\n1. e4 *"), Some(ErrorCode::NotReviewable));
    assert_eq!(refusal(Game::Backgammon, ""), Some(ErrorCode::NotReviewable));
    let cut = ReviewJob::with_engine(&request(GAME), "library.db".into(), CommandLine::new("sh", ["-c"]));
    let cut = cut.unwrap();
    assert_eq!((cut.first_update().moves.len(), cut.first_update().cut_at), (4, Some("Bb5".to_owned())));
}
