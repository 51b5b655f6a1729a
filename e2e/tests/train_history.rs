//! The training history: in the browser and in the studio's data folder, shared with other browsers and the terminal,
//! forgotten and restored, exported and imported, kept when a file is edited and when the studio is killed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use drill::{History, KnownSet, Selection};
use e2e::{Host, Page, Studio, TrainPage, free_port, in_browser, with_browser, with_browser_at};
use serde_json::json;
use tempfile::TempDir;
use thirtyfour::prelude::*;

const TWO: &str = "1. e4 *\n\n1. d4 *\n";
const SETS: &str =
    "return [...document.querySelectorAll('.stored-set-open')].map((set) => set.textContent).join('|')";

fn history_path(home: &Path) -> PathBuf {
    home.join(".local/share/tabiya/training/history.jsonl")
}

/// The sets that the studio has stored.
fn stored_sets(home: &Path) -> Vec<KnownSet> {
    let text = fs::read_to_string(history_path(home)).unwrap_or_default();
    History::read_store(&text).map(|read| read.history.sets()).unwrap_or_default()
}

/// Waits until the studio has stored this many attempts at its first set.
async fn wait_for_stored(page: &Page, home: &Path, attempts: usize) -> Result<()> {
    for _ in 0..500 {
        if stored_sets(home).first().is_some_and(|set| set.progress.attempts().len() == attempts) {
            return Ok(());
        }
        // Lets the page work; there is nothing to wait for in it.
        page.eval("return 1").await?;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    anyhow::bail!("the studio stored {:?}", fs::read_to_string(history_path(home)))
}

/// Solves the first puzzle of the open set.
async fn solve_first(train: &TrainPage<'_>) -> Result<()> {
    train.press_button("Start a session").await?;
    train.wait_for_feedback("Your turn").await?;
    train.page.drag("e2", "e4", "left", 0).await?;
    train.wait_for_feedback("Solved").await?;
    train.press_button("End").await?;
    train.press_button("Back to the set").await
}

async fn wait_for_sets(page: &Page, text: &str) -> Result<()> {
    let waited = page.wait_until(text, &format!("{SETS}.includes({text:?})")).await;
    let shown = page.eval(SETS).await?;
    waited.with_context(|| format!("the list shows {shown}"))
}

#[test]
fn another_browser_shows_what_was_solved_in_the_first() -> Result<()> {
    let home = TempDir::new()?;
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    with_browser(&studio, "history-first", async |page| {
        let train = TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(TWO).await?;
        solve_first(&train).await?;
        wait_for_stored(page, home.path(), 1).await?;
        page.visit("/train").await?;
        wait_for_sets(page, "2 puzzles · 1 tried").await
    })?;
    // A new profile, as of another browser or of the desktop program.
    with_browser(&studio, "history-second", async |page| {
        page.visit("/train").await?;
        wait_for_sets(page, "2 puzzles · 1 tried").await?;
        page.wait_for_text(".history-file", "in this browser and in Tabiya's data folder").await?;
        let train = TrainPage { page };
        train.press_button("Pasted puzzles").await?;
        page.wait_for_text(".statistics", "100 %").await?;
        train.press_button("Start a session").await?;
        train.wait_for_feedback("Your turn").await?;
        // The unsolved puzzle comes first.
        page.drag("d2", "d4", "left", 0).await?;
        train.wait_for_feedback("Solved").await?;
        wait_for_stored(page, home.path(), 2).await
    })
}

#[test]
fn a_forgotten_set_is_restored_at_once_and_after_a_reload() -> Result<()> {
    in_browser("history-forget", async |page| {
        let train = TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(TWO).await?;
        solve_first(&train).await?;
        train.press_button("All sets").await?;
        let forget = "[aria-label=\"Forget Pasted puzzles\"]";
        page.click_on(forget).await?;
        page.wait_for_count(".stored-set", 0).await?;
        train.press_button("Undo").await?;
        wait_for_sets(page, "2 puzzles · 1 tried").await?;
        page.click_on(forget).await?;
        page.wait_for_count(".stored-set", 0).await?;
        page.visit("/train").await?;
        page.wait_for_text(".forgotten-sets", "1 forgotten set").await?;
        ensure!(page.count(".stored-set").await? == 0, "it stays forgotten");
        page.eval("document.querySelector('.forgotten-sets').open = true").await?;
        page.click_on("[aria-label=\"Restore Pasted puzzles\"]").await?;
        wait_for_sets(page, "2 puzzles · 1 tried").await
    })
}

#[test]
fn sets_are_renamed_tagged_sorted_and_told_apart() -> Result<()> {
    in_browser("history-names", async |page| {
        page.visit("/train").await?;
        for puzzles in [TWO, "1. c4 *\n", "1. f4 *\n"] {
            page.paste_puzzles(puzzles).await?;
            TrainPage { page }.press_button("All sets").await?;
        }
        wait_for_sets(page, "Pasted puzzles (3)").await?;
        page.click_on("[aria-label=\"Rename or tag Pasted puzzles (3)\"]").await?;
        page.wait_for(".edit-set").await?;
        let fill = |name: &str, text: &str| {
            format!("document.querySelector('.edit-set [name={name}]').value = {text:?}")
        };
        page.eval(&fill("name", "Bird's opening")).await?;
        page.eval(&fill("tags", "openings, rare")).await?;
        page.eval("document.querySelector('.edit-set [type=submit]').click()").await?;
        wait_for_sets(page, "Bird's opening1 puzzle · not startedopeningsrare").await?;
        let names = "return [...document.querySelectorAll('.stored-set-open strong')].map((name) => name.textContent).join('|')";
        ensure!(page.eval(names).await? == "Bird's opening|Pasted puzzles|Pasted puzzles (2)");
        let choose = |label: &str, value: &str| {
            format!(
                "const field = [...document.querySelectorAll('.set-controls label')].find((label) => label.textContent.startsWith({label:?})).querySelector('select'); \
                 field.value = {value:?}; field.dispatchEvent(new Event('change'))"
            )
        };
        page.eval(&choose("Sort by", "3")).await?;
        page.wait_until(
            "the last first",
            &format!("{names} === \"Bird's opening|Pasted puzzles (2)|Pasted puzzles\""),
        )
        .await?;
        page.eval(&choose("Tag", "rare")).await?;
        page.wait_for_count(".stored-set", 1).await?;
        page.visit("/train").await?;
        page.wait_until(
            "the order is remembered",
            &format!("{names}.startsWith(\"Bird's opening|Pasted puzzles (2)\")"),
        )
        .await
    })
}

#[test]
fn an_edited_file_keeps_the_history_of_its_puzzles() -> Result<()> {
    in_browser("history-edited", async |page| {
        let train = TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(TWO).await?;
        solve_first(&train).await?;
        train.press_button("All sets").await?;
        page.paste_puzzles("1. c4 {new} *\n\n1. d4 {edited} *\n\n1. e4 {best by test} *\n").await?;
        page.wait_for_text(".train-set", "3 puzzles").await?;
        page.wait_for_text(".statistics", "100 %").await?;
        train.press_button("All sets").await?;
        wait_for_sets(page, "3 puzzles · 1 tried").await?;
        ensure!(page.count(".stored-set").await? == 1, "it is the same set");
        Ok(())
    })
}

#[test]
fn an_exported_history_is_imported_elsewhere() -> Result<()> {
    let exported = {
        let home = TempDir::new()?;
        let studio = Studio::start_at::<&str>(home.path(), &[])?;
        let mut text = String::new();
        with_browser(&studio, "history-export", async |page| {
            let train = TrainPage { page };
            page.visit("/train").await?;
            page.paste_puzzles(TWO).await?;
            solve_first(&train).await?;
            train.press_button("All sets").await?;
            wait_for_sets(page, "1 tried").await?;
            let catch = "window.saved_ = null; URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved_ = text); return '#'; }";
            page.eval(catch).await?;
            train.press_button("Export the history").await?;
            page.wait_until("the file", "return window.saved_").await?;
            text = page.eval("return window.saved_").await?.as_str().unwrap_or_default().to_owned();
            Ok(())
        })?;
        text
    };
    ensure!(exported.starts_with("{\"tabiya-training\":1}\n"), "{exported}");
    in_browser("history-import", async |page| {
        page.visit("/train").await?;
        let folder = TempDir::new()?;
        let choose = async |name: &str, text: &str| -> Result<()> {
            let path = folder.path().join(name);
            fs::write(&path, text)?;
            let field = page.find(By::Css(".history-file input[type=file]")).await?;
            Ok(field.send_keys(path.to_string_lossy()).await?)
        };
        page.wait_for(".history-file").await?;
        choose("game.pgn", TWO).await?;
        page.wait_for_text(".history-file", "game.pgn is not a training history").await?;
        choose("history.jsonl", &exported).await?;
        page.wait_for_text(".history-file", "1 new attempt imported.").await?;
        wait_for_sets(page, "2 puzzles · 1 tried").await?;
        choose("history.jsonl", &exported).await?;
        page.wait_for_text(".history-file", "0 new attempts imported.").await?;
        // The puzzles themselves are in their file.
        TrainPage { page }.press_button("Pasted puzzles").await?;
        page.wait_for_text(".error-text", "open its file again").await
    })
}

#[test]
fn answers_given_while_the_studio_is_killed_reach_it_when_it_is_back() -> Result<()> {
    let (home, port) = (TempDir::new()?, free_port()?);
    let start = || Studio::start_in::<&str>(home.path(), Path::new("."), port, &[]);
    let mut studio = start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(studio.printed_address()).await?;
        let train = TrainPage { page: &page };
        train.begin("1. e4 *\n\n1. d4 *\n\n1. c4 *\n").await?;
        page.drag("e2", "e4", "left", 0).await?;
        train.wait_for_feedback("Solved").await?;
        wait_for_stored(&page, home.path(), 1).await?;
        studio.kill()?;
        page.wait_for_text(".puzzle-number", "2 of 3").await?;
        page.drag("d2", "d4", "left", 0).await?;
        train.wait_for_feedback("Solved").await?;
        page.wait_for_text(".puzzle-number", "3 of 3").await?;
        ensure!(stored_sets(home.path())[0].progress.attempts().len() == 1);
        // Half a line, as of a program that was killed while it was writing.
        fs::OpenOptions::new()
            .append(true)
            .open(history_path(home.path()))?
            .write_all(b"{\"attempt\":{\"puz")?;
        studio = start()?;
        page.goto(studio.printed_address().replace("/?", "/train?")).await?;
        wait_for_sets(&page, "3 puzzles · 2 tried").await?;
        wait_for_stored(&page, home.path(), 2).await?;
        page.close().await
    })
}

fn drill(home: &Path, args: &[&str], lines: &str) -> Result<String> {
    let mut drill = Command::new(Studio::binary());
    drill.arg("drill").args(args).env("XDG_DATA_HOME", home.join(".local/share"));
    let mut running = drill.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    running.stdin.take().context("no input")?.write_all(lines.as_bytes())?;
    let output = running.wait_with_output()?;
    ensure!(output.status.success(), "{output:?}");
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn terminal_and_page_share_the_history() -> Result<()> {
    let home = TempDir::new()?;
    let file = home.path().join("mates.pgn");
    fs::write(&file, TWO)?;
    let path = file.to_string_lossy();
    let first = drill(home.path(), &["--plain", &path], "e4\nquit\n")?;
    ensure!(first.contains("1 of 1 correct"), "{first}");
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    with_browser(&studio, "history-terminal", async |page| {
        page.visit("/train").await?;
        wait_for_sets(page, "mates.pgn2 puzzles · 1 tried").await?;
        let train = TrainPage { page };
        // The page has never seen the file.
        train.press_button("mates.pgn").await?;
        train.ask_engine(false).await?;
        train.press_button("Start a session").await?;
        train.wait_for_feedback("Your turn").await?;
        page.drag("e2", "e3", "left", 0).await?;
        train.wait_for_feedback("try again").await?;
        page.drag("d2", "d4", "left", 0).await?;
        train.wait_for_feedback("Done, with mistakes").await?;
        wait_for_stored(page, home.path(), 2).await
    })?;
    let failed = drill(home.path(), &["--plain", "--only", "failed", &path], "d4\n")?;
    ensure!(failed.contains("Puzzle 1 of 1") && failed.contains("1 of 1 correct"), "{failed}");
    let set = &stored_sets(home.path())[0];
    ensure!(set.progress.attempts().len() == 3 && set.progress.puzzles(Selection::Failed, 0).is_empty());
    let untouched = fs::read(history_path(home.path()))?;
    drill(home.path(), &["--plain", "--no-history", &path], "e4\nquit\n")?;
    ensure!(fs::read(history_path(home.path()))? == untouched, "--no-history stores nothing");
    Ok(())
}

#[test]
fn sets_of_the_version_before_become_part_of_the_history() -> Result<()> {
    let home = TempDir::new()?;
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    let old = r#"{"name":"Old mates","size":2,"attempts":[
        [20000,{"puzzle":1,"right":false,"think":{"secs":9,"nanos":0},"mistakes":1,"hints":0}]],"woodpecker":null}"#;
    with_browser(&studio, "history-old", async |page| {
        page.visit("/settings").await?;
        let store =
            |key: &str, value: &str| format!("localStorage.setItem('tabiya.train.{key}', {})", json!(value));
        page.eval(&store("progress.file:mates", old)).await?;
        page.eval(&store("text.file:mates", TWO)).await?;
        page.eval(&store("progress.file:large", &old.replace("Old mates", "Large"))).await?;
        page.visit("/train").await?;
        wait_for_sets(page, "Old mates2 puzzles · 1 tried").await?;
        wait_for_sets(page, "Large2 puzzles · 1 tried").await?;
        wait_for_stored(page, home.path(), 1).await?;
        // Once the history has it, the old copy is removed. The one without its puzzles waits for its file.
        page.visit("/train").await?;
        page.wait_until(
            "it was moved",
            "return localStorage.getItem('tabiya.train.progress.file:mates') === null",
        )
        .await?;
        wait_for_sets(page, "Large2 puzzles").await?;
        // An address that the version before has made.
        page.visit("/train?set=file%3Amates").await?;
        page.wait_for_text(".train-set", "Old mates").await?;
        page.wait_for_text(".task", "Retry failed (1)").await
    })
}

#[test]
fn a_page_of_a_host_keeps_the_history_in_its_browser() -> Result<()> {
    let home = TempDir::new()?;
    let host = Host::start(&home.path().join("rooms.jsonl"))?;
    with_browser_at(&host.address(), "history-guest", async |page| {
        let train = TrainPage { page };
        page.visit("/train").await?;
        page.paste_puzzles(TWO).await?;
        solve_first(&train).await?;
        page.visit("/train").await?;
        wait_for_sets(page, "2 puzzles · 1 tried").await?;
        page.wait_for_text(".history-file", "The training history is saved in this browser.").await
    })?;
    ensure!(!history_path(home.path()).exists());
    Ok(())
}

#[test]
fn a_set_of_more_than_five_thousand_games_is_used_as_a_whole() -> Result<()> {
    in_browser("history-large", async |page| {
        page.visit("/train").await?;
        page.wait_for(".paste").await?;
        let puzzles = "[...Array(6000).keys()].map((n) => `[Event \"${n}\"]\\n\\n1. ${['e4', 'd4', 'c4'][n % 3]} *\\n\\n`).join('')";
        let script = format!(
            "const paste = document.querySelector('.paste'); paste.open = true; \
             paste.querySelector('textarea').value = {puzzles}; paste.querySelector('button').click()"
        );
        page.eval(&script).await?;
        page.wait_for_text(".train-set", "6000 puzzles").await?;
        let train = TrainPage { page };
        train.press_button("Start a session").await?;
        page.wait_for_text(".puzzle-number", "Puzzle 1 of 6000").await
    })
}

#[test]
fn a_set_and_a_solved_puzzle_are_opened_in_study() -> Result<()> {
    in_browser("history-study", async |page| {
        let train = TrainPage { page };
        train.begin(TWO).await?;
        train.press_button("Solution").await?;
        train.press_button("Open in Study").await?;
        page.wait_until("Study", "return location.pathname === '/study'").await?;
        page.wait_for(".chess-board").await?;
        page.follow_link("/train").await?;
        train.press_button("End").await?;
        train.press_button("Back to the set").await?;
        train.press_button("Open in Study").await?;
        page.wait_until("Study", "return location.pathname === '/study'").await
    })
}

#[test]
fn the_games_of_a_library_list_are_trained() -> Result<()> {
    let folder = TempDir::new()?;
    let game = |white: &str, mv: &str| format!("[White \"{white}\"]\n[Black \"B\"]\n\n1. {mv} *\n\n");
    let games = [game("Ann", "e4"), game("Bob", "d4"), game("Ann", "c4")].concat();
    fs::write(folder.path().join("games.pgn"), games)?;
    fs::write(folder.path().join("go.sgf"), "(;GM[1]SZ[9]PB[Cy]PW[Dan];B[ee])")?;
    in_browser("history-library", async |page| {
        page.visit("/library").await?;
        page.fill("#library-folder", &folder.path().to_string_lossy()).await?;
        page.eval("document.getElementById('library-folder').form.requestSubmit()").await?;
        page.wait_for_text(".library-filter [role=status]", "4 games").await?;
        page.fill("#library-text", "Ann").await?;
        page.wait_for_text(".library-filter [role=status]", "2 of 4").await?;
        let train = TrainPage { page };
        train.press_button("Train these").await?;
        page.wait_for_path("/train").await?;
        page.wait_for_text(".train-set h1", "Ann.pgn").await?;
        page.wait_for_text(".train-set", "2 puzzles").await?;
        train.press_button("Start a session").await?;
        train.wait_for_feedback("Your turn").await
    })
}
