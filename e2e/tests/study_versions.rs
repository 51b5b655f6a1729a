//! What is kept of a file in Study: unsaved work by its whole path, earlier versions, and other programs' changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use e2e::{AUTOSAVED, Page, Screen, Studio, StudyPage, free_port, on_study_page, with_browser};
use tempfile::TempDir;
use thirtyfour::Key;

const RESTORE: &str = "Restore unsaved changes";

/// A home with the folders x and y, each with another `game.sgf`.
struct Folders {
    home: TempDir,
    port: u16,
}

impl Folders {
    fn new() -> Result<Folders> {
        let home = tempfile::tempdir()?;
        for (folder, text) in [("x", "(;SZ[19]PB[Xia])"), ("y", "(;SZ[19]PB[Yen])")] {
            fs::create_dir(home.path().join(folder))?;
            fs::write(home.path().join(folder).join("game.sgf"), text)?;
        }
        Ok(Folders { home, port: free_port()? })
    }

    fn file(&self, folder: &str) -> Result<PathBuf> {
        Ok(fs::canonicalize(self.home.path().join(folder).join("game.sgf"))?)
    }

    /// `cd FOLDER; tabiya PATH`
    fn start(&self, folder: &str, path: &str) -> Result<Studio> {
        Studio::start_in(self.home.path(), &self.home.path().join(folder), self.port, &[path])
    }
}

/// Puts a stone on D16 and kills the studio and the browser once it is autosaved.
async fn work_is_interrupted(mut studio: Studio, profile: TempDir) -> Result<TempDir> {
    let page = Page::open_with_profile(studio.printed_address(), profile).await?;
    page.visit("/study").await?;
    let study = StudyPage { page: &page, file: PathBuf::new() };
    study.wait_until_open("game.sgf").await?;
    study.click(3, 3, &[]).await?;
    study.wait_for_label("move 1").await?;
    page.wait_until("the work is autosaved", AUTOSAVED).await?;
    studio.kill()?;
    Ok(page.crash().await)
}

fn run(test: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(test)
}

#[test]
fn unsaved_work_is_offered_for_its_own_file_and_not_for_another_of_that_name() -> Result<()> {
    let folders = Folders::new()?;
    run(async {
        let profile = work_is_interrupted(folders.start("x", "game.sgf")?, tempfile::tempdir()?).await?;
        let mut studio = folders.start("y", "game.sgf")?;
        let page = Page::open_with_profile(studio.printed_address(), profile).await?;
        page.visit("/study").await?;
        let study = StudyPage { page: &page, file: folders.file("y")? };
        study.wait_until_open("game.sgf").await?;
        ensure!(page.count("dialog[open]").await? == 0, "the work on the other file is offered");
        study.page.chord(&[Key::Control], 'p').await?;
        study.wait_for_label("move 1").await?;
        study.check_saved("(;SZ[19]PB[Yen];B[])").await?;
        studio.kill()?;
        let profile = page.crash().await;

        // By another path to the same file.
        let studio = folders.start("y", "../x/game.sgf")?;
        let page = Page::open_with_profile(studio.printed_address(), profile).await?;
        page.visit("/study").await?;
        let study = StudyPage { page: &page, file: folders.file("x")? };
        study.wait_for_dialog(RESTORE).await?;
        page.wait_for_text(".unsaved-work strong", &study.file.to_string_lossy()).await?;
        page.wait_for_text(".unsaved-work span", "Autosaved on ").await?;
        page.wait_for(".unsaved-work svg.record-board circle").await?;
        for screen in Screen::ALL {
            page.screen(screen).await?;
            page.check_accessibility(&format!("the question on {screen:?}")).await?;
            page.save_screenshot(&format!("restore-{}", screen.name())).await;
        }
        page.screen(Screen::LAPTOP).await?;
        page.press(Key::Enter + "").await?;
        study.wait_until_dirty().await?;
        study.check_saved("(;SZ[19]PB[Xia];B[dd])").await?;
        page.close().await
    })
}

#[cfg(unix)]
#[test]
fn a_file_opened_under_two_names_is_open_once() -> Result<()> {
    let folders = Folders::new()?;
    let link = folders.home.path().join("link.sgf");
    std::os::unix::fs::symlink(folders.file("x")?, &link)?;
    let names = [Path::new("game.sgf"), &link, Path::new("../x/game.sgf"), Path::new("../y/game.sgf")];
    let studio = Studio::start_in(folders.home.path(), &folders.home.path().join("x"), 0, &names)?;
    with_browser(&studio, "two-names", async |page| {
        page.visit("/study").await?;
        page.wait_for_text(".title .name", "game.sgf").await?;
        page.click_on("[aria-label=\"Open games\"]").await?;
        page.wait_for_count("[role=menuitemradio]", 2).await
    })
}

/// Earlier versions of the studio stored this under the path as it was given on the command line.
#[test]
fn unsaved_work_whose_folder_is_unknown_is_restored_without_a_file() -> Result<()> {
    on_study_page("unplaced", b"(;SZ[19]PB[Yen])", async |study| {
        let old =
            "localStorage.setItem('tabiya.aside.path:game.sgf', `${Date.now()} (;SZ[19]PB[Xia];B[dd])`)";
        study.page.eval(old).await?;
        study.page.visit("/study").await?;
        study.wait_for_toast("not known in which folder").await?;
        // The file that was asked for stays in front.
        study.page.wait_for_text(".players", "Yen").await?;
        study.page.click_on("[aria-label=\"Open games\"]").await?;
        study.page.click_on("[role=menuitemradio][aria-checked=false]").await?;
        study.page.wait_for_text(".players", "Xia").await?;
        study.wait_until_dirty().await?;
        study.stub_save_picker().await?;
        study.save().await?;
        ensure!(study.saved_as().await? == ("game.sgf".into(), "(;SZ[19]PB[Xia];B[dd])".into()));
        ensure!(study.file_text()? == "(;SZ[19]PB[Yen])");
        let gone = "return localStorage.getItem('tabiya.aside.path:game.sgf') === null";
        study.page.wait_until("the autosave is removed", gone).await
    })
}

/// The record with this many moves, on the fourth line from the left.
fn record(moves: usize) -> String {
    let node = |n: usize| format!(";{}[{}d]", ["B", "W"][n % 2], char::from(b'd' + n as u8));
    format!("(;SZ[19]{})", (0..moves).map(node).collect::<String>())
}

/// Saves five times, each time after opening the file again, with one more move.
async fn save_five_times(study: &StudyPage<'_>) -> Result<()> {
    for moves in 0..5 {
        study.page.visit("/study").await?;
        study.wait_until_open("game.sgf").await?;
        study.page.press(Key::End + "").await?;
        study.click(3 + moves as u32, 3, &[]).await?;
        study.wait_for_label(&format!("move {}", moves + 1)).await?;
        study.check_saved(&record(moves + 1)).await?;
    }
    Ok(())
}

async fn open_versions(study: &StudyPage<'_>, count: u64) -> Result<()> {
    study.command("Earlier versions…").await?;
    study.wait_for_dialog("Earlier versions of game.sgf").await?;
    study.page.wait_for_count(".versions li", count).await
}

#[test]
fn the_second_of_five_saves_is_restored_and_undone() -> Result<()> {
    on_study_page("versions", record(0).as_bytes(), async |study| {
        save_five_times(study).await?;
        open_versions(study, 5).await?;
        study.page.wait_for_count(".versions .record-board svg", 5).await?;
        study.page.wait_for_text(".version-path", &study.file.to_string_lossy()).await?;
        for screen in Screen::ALL {
            study.page.screen(screen).await?;
            study.page.check_accessibility(&format!("earlier versions on {screen:?}")).await?;
            study.page.save_screenshot(&format!("versions-{}", screen.name())).await;
        }
        study.page.screen(Screen::LAPTOP).await?;
        study.page.click_on(".versions li:nth-child(3) button").await?;
        study.wait_for_toast("The earlier version was restored").await?;
        study.wait_until_dirty().await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 2").await?;
        ensure!(study.file_text()? == record(5), "the file was changed without saving");
        study.page.chord(&[Key::Control], 'z').await?;
        study.page.wait_until_gone(".title .dirty").await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_label("move 5").await?;
        study.page.chord(&[Key::Control, Key::Shift], 'z').await?;
        study.wait_until_dirty().await?;
        study.check_saved(&record(2)).await?;
        // The version that was replaced by this is there too.
        open_versions(study, 6).await
    })
}

#[test]
fn a_file_without_earlier_versions_says_so() -> Result<()> {
    on_study_page("no-versions", b"(;SZ[19])", async |study| {
        study.command("Earlier versions…").await?;
        study.page.wait_for_text("dialog[open]", "no earlier versions yet").await
    })
}

#[test]
fn another_programs_version_is_kept_when_it_is_overwritten() -> Result<()> {
    on_study_page("overwritten", b"(;SZ[19])", async |study| {
        fs::write(&study.file, "(;SZ[19]PB[Theirs])")?;
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.page.chord(&[Key::Control], 's').await?;
        study.wait_for_dialog("The file has changed").await?;
        study.page.wait_for_text("dialog[open] .question", &study.file.to_string_lossy()).await?;
        study.page.check_accessibility("a changed file").await?;
        study.page.save_screenshot("file-changed").await;
        study.page.click_button("Overwrite").await?;
        study.wait_for_toast("was kept: ").await?;
        study.page.wait_until_gone(".title .dirty").await?;
        ensure!(study.file_text()? == "(;SZ[19];B[dd])", "{}", study.file_text()?);
        let kept = "return [...document.querySelectorAll('.toast')].map((toast) => toast.textContent) \
            .find((text) => text.includes('was kept: ')).split('was kept: ')[1]";
        ensure!(fs::read_to_string(study.text(kept).await?)? == "(;SZ[19]PB[Theirs])");
        open_versions(study, 1).await?;
        study.page.click_on(".versions button").await?;
        study.page.wait_for_text(".players", "Theirs").await?;
        // The browser logs the expected refusal.
        study.page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn what_killed_writes_left_is_removed_at_the_next_start_and_nothing_else() -> Result<()> {
    let folders = Folders::new()?;
    let home = folders.home.path();
    let data = home.join(".local/share/tabiya");
    let left = ["x", ".local/share/tabiya", ".local/share/tabiya/history"].map(|folder| home.join(folder));
    for folder in &left {
        fs::create_dir_all(folder)?;
        fs::write(folder.join(".tabiya-aB3xYz.part"), "(;")?;
        fs::write(folder.join("film.part"), "mine")?;
    }
    fs::write(home.join("y/.tabiya-aB3xYz.part"), "(;")?;
    let _studio = folders.start("x", "game.sgf")?;
    let begun = Instant::now();
    while left.iter().any(|folder| folder.join(".tabiya-aB3xYz.part").exists()) {
        ensure!(begun.elapsed() < Duration::from_secs(15), "something is left: {}", data.display());
        std::thread::sleep(Duration::from_millis(20));
    }
    ensure!(left.iter().all(|folder| folder.join("film.part").exists()));
    ensure!(home.join("y/.tabiya-aB3xYz.part").exists(), "no file of that folder is open");
    Ok(())
}
