use std::path::Path;

use analysis::{Limit, Native};
use api::analysis::{SearchState, SearchUpdate};
use play::uci::Search;
use rules::chess::Position;

use super::*;

/// A task with a fake engine. `on_go` is what the shell does when it is asked to search; it reads further lines itself.
struct Fake {
    task: EngineTask,
    script: String,
}

impl Fake {
    fn new(on_go: &str) -> Fake {
        let script = format!(
            "while read -r line; do case \"$line\" in uci) echo id name Fake 1.0; echo uciok;; isready) echo readyok;; \
             go*) {on_go};; quit) exit;; esac; done"
        );
        Fake { task: EngineTask::default(), script }
    }

    fn search(&self) -> watch::Receiver<SearchUpdate> {
        let search = Search::new(Position::initial(), [], 1, Limit::None).unwrap();
        let command = CommandLine::new("sh", ["-c", &self.script]);
        self.task.search("Fake", command, Options { threads: 1, hash_mb: 16 }, search)
    }
}

async fn last(mut updates: watch::Receiver<SearchUpdate>) -> SearchUpdate {
    updates.wait_for(|update| update.state.is_final()).await.unwrap().clone()
}

#[tokio::test]
async fn a_search_ends_with_the_engines_last_word() {
    let fake = Fake::new(
        "echo info depth 1 score cp 10 pv e2e4; echo info depth 2 score cp 20 pv d2d4 d7d5; echo bestmove d2d4",
    );
    for _ in 0..2 {
        let update = last(fake.search()).await;
        assert_eq!(update.state, SearchState::Finished);
        assert_eq!((update.engine.name.as_str(), update.engine.version.as_str()), ("Fake", "1.0"));
        assert_eq!(update.report.lines[0].moves, ["d2d4", "d7d5"]);
        assert_eq!(update.report.lines[0].evaluation.native, Native::Centipawns(20));
    }
}

#[tokio::test]
async fn an_engine_that_always_dies_is_reported_with_its_last_words() {
    let fake = Fake::new("echo no network file >&2; exit 3");
    let SearchState::Failed(error) = last(fake.search()).await.state else { panic!("it failed") };
    assert_eq!(error.code, ErrorCode::EngineDied);
    assert_eq!(error.param("why"), "the engine ended with code 3 (no network file)");
}

#[tokio::test]
async fn an_engine_that_dies_once_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let died = folder.path().join("died").display().to_string();
    let fake = Fake::new(&format!(
        "if [ ! -e {died} ]; then touch {died}; kill -9 $$; fi; echo info depth 1 score cp 5 pv e2e4; echo bestmove e2e4"
    ));
    assert_eq!(last(fake.search()).await.state, SearchState::Finished);
}

/// The file exists once the fake has written it.
async fn appears(path: &Path) {
    while !path.exists() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_search_that_nobody_reads_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (went, stopped) = (folder.path().join("went"), folder.path().join("stopped"));
    let fake = Fake::new(&format!(
        "touch {}; read -r line; [ $line = stop ] && touch {}; echo bestmove e2e4",
        went.display(),
        stopped.display()
    ));
    let updates = fake.search();
    appears(&went).await;
    drop(updates);
    appears(&stopped).await;
}

#[tokio::test]
async fn the_newest_search_has_the_engine() {
    let fake = Fake::new("echo info depth 1 score cp 5 pv e2e4; read -r line; echo bestmove e2e4");
    let mut first = fake.search();
    first.wait_for(|update| update.report.depth == 1).await.unwrap();
    let mut second = fake.search();
    assert_eq!(last(first).await.state, SearchState::Replaced);
    second.wait_for(|update| update.report.depth == 1).await.unwrap();
}

#[tokio::test]
async fn a_program_that_is_not_there_is_reported() {
    let command = CommandLine::new("/no/such/engine", [] as [&str; 0]);
    let search = Search::new(Position::initial(), [], 1, Limit::None).unwrap();
    let task = EngineTask::default();
    let updates = task.search("Fake", command, Options { threads: 1, hash_mb: 16 }, search);
    let SearchState::Failed(error) = last(updates).await.state else { panic!("it failed") };
    assert!(error.param("why").contains("/no/such/engine"), "{error:?}");
}
