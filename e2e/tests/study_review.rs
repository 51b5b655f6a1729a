//! Reviews of whole games in Study: chess with the real Stockfish, Go with the built-in bot.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use e2e::{Screen, Studio, StudyPage, file_with, on_study_page, with_browser};
use thirtyfour::Key;

/// 3... Nf6 overlooks the mate on f7, and 4. Nc3 overlooks it, too.
const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {Develops.} 4. Nc3 g6 5. Qf3 d6\n6. h3 Be7 7. Nge2 O-O 8. O-O a6 9. d3 b6 10. a3 Bb7 11. b3  Qd7 *\n";

/// The four black stones in a row are in atari, and Black looks elsewhere.
const ATARI: &str = "(;GM[1]FF[4]SZ[9]KM[0.5]RU[Chinese]AB[de][ee][fe][ge]AW[df][ef][ff][gf][dd][ed][fd][gd][ce]PL[B];B[aa];W[he] C[taken];B[cc];W[cg])";

const PROGRESS: &str = "document.querySelector('.review-progress progress')";

async fn begin(study: &StudyPage<'_>) -> Result<()> {
    study.page.chord(&[Key::Alt, Key::Shift], 'r').await?;
    study.page.wait_for("#tab-review[aria-selected=true]").await?;
    study.page.wait_for(".review").await
}

async fn wait_until_done(study: &StudyPage<'_>) -> Result<()> {
    let done = "return document.querySelector('.review') && !document.querySelector('.review-progress')";
    for _ in 0..8 {
        if study.page.wait_until("the end of the review", done).await.is_ok() {
            return Ok(());
        }
    }
    let text = study.text("return document.querySelector('.review').textContent").await?;
    anyhow::bail!("the review does not end: {text}")
}

/// Stockfish with a list of what it was asked.
fn noted_stockfish(folder: &Path) -> Result<()> {
    let log = folder.join("asked").display().to_string();
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do echo \"$line\" >> {log}; echo \"$line\"; done | exec /usr/games/stockfish\n"
    );
    let program = folder.join("stockfish");
    fs::write(&program, script)?;
    Command::new("chmod").arg("+x").arg(program).status()?;
    Ok(())
}

/// How often each position was searched with the same limit.
fn searches(folder: &Path) -> Result<BTreeMap<(String, String), usize>> {
    let (mut position, mut searches) = (String::new(), BTreeMap::new());
    for line in fs::read_to_string(folder.join("asked"))?.lines() {
        match line.split(' ').next() {
            Some("position") => position = line.to_owned(),
            Some("go") => *searches.entry((position.clone(), line.to_owned())).or_default() += 1,
            _ => {}
        }
    }
    Ok(searches)
}

fn start(home: &Path, engines: &Path, file: &Path) -> Result<Studio> {
    let path = std::env::join_paths([engines, Path::new("/usr/bin"), Path::new("/bin")])?;
    let mut command = Command::new(Studio::binary());
    Studio::run(command.env("PATH", path).args(["--no-open", "--port", "0"]).arg(file), home)
}

async fn open(page: &e2e::Page, file: &Path) -> Result<()> {
    page.visit("/study").await?;
    StudyPage { page, file: file.to_owned() }.wait_until_open("game.pgn").await
}

#[test]
fn a_review_goes_on_where_the_killed_studio_was_and_is_written_only_when_asked() -> Result<()> {
    let (home, engines) = (tempfile::tempdir()?, tempfile::tempdir()?);
    noted_stockfish(engines.path())?;
    let (_folder, file) = file_with("game.pgn", GAME)?;
    let mut studio = start(home.path(), engines.path(), &file)?;
    with_browser(&studio, "review-killed", async |page| {
        open(page, &file).await?;
        let study = StudyPage { page, file: file.clone() };
        begin(&study).await?;
        page.wait_until("four searches", &format!("return ({PROGRESS}?.value ?? 0) >= 4")).await?;
        page.wait_until(
            "the time that is left",
            "return / left$/.test(document.querySelector('.review-progress p').textContent)",
        )
        .await?;
        page.save_screenshot("review-running").await;
        ensure!(!study.is_dirty().await?, "a review changes nothing");
        Ok(())
    })?;
    studio.kill()?;
    let before = searches(engines.path())?.len();
    let studio = start(home.path(), engines.path(), &file)?;
    with_browser(&studio, "review-chess", async |page| {
        open(page, &file).await?;
        let study = StudyPage { page, file: file.clone() };
        begin(&study).await?;
        wait_until_done(&study).await?;
        look_at_the_result(&study).await?;
        write_it(&study).await
    })?;
    let all = searches(engines.path())?;
    ensure!(before >= 4 && all.len() > before, "{before} searches of {}", all.len());
    let twice = all.values().filter(|times| **times > 1).count();
    ensure!(twice <= 1, "only the search that was killed is made again: {all:?}");
    Ok(())
}

async fn look_at_the_result(study: &StudyPage<'_>) -> Result<()> {
    let page = study.page;
    let accuracy = "return /^\\d+\\.\\d%/.test(document.querySelector('.accuracy').textContent)";
    page.wait_until("the accuracy", accuracy).await?;
    page.wait_for(".graph-mark.blunder").await?;
    // Black's moves.
    page.eval("document.querySelectorAll('.reviewed-players input')[1].click()").await?;
    page.wait_until(
        "the blunder",
        "return [...document.querySelectorAll('.worst-move')].some((row) => row.textContent.includes('Nf6??'))",
    )
    .await?;
    page.eval("[...document.querySelectorAll('.worst-move')].find((row) => row.textContent.includes('Nf6')).click()")
        .await?;
    study.wait_for_label("3... Nf6").await?;
    page.wait_for_text(".worst-detail .detail-line:last-child", "Refutation: 4. Qxf7#").await?;
    for screen in Screen::ALL {
        page.screen(screen).await?;
        page.wait_for(".review").await?;
        page.save_screenshot(&format!("review-chess-{}", screen.name())).await;
        page.check_accessibility(&screen.name()).await?;
    }
    page.screen(Screen::LAPTOP).await?;
    page.click_on("#tab-moves").await?;
    page.wait_for(".notation .g.remarked.blunder").await?;
    page.save_screenshot("review-chess-moves").await;
    page.click_on("#tab-review").await
}

async fn write_it(study: &StudyPage<'_>) -> Result<()> {
    ensure!(study.file_text()? == GAME && !study.is_dirty().await?, "looking changes nothing");
    study.page.click_on(".review-actions .button:first-child").await?;
    study.wait_until_dirty().await?;
    study.save().await?;
    let written = study.file_text()?;
    let (mut plain, mut evals) = (written.clone(), 0);
    while let Some(start) = plain.find("[%eval ") {
        let end = plain[start..].find(']').context("the command ends")? + start + 1;
        let whole = plain[..start].ends_with(" { ") && plain[end..].starts_with(" }");
        let (from, to) = if whole { (start - 3, end + 2) } else { (start, end + 1) };
        plain.replace_range(from..to, "");
        evals += 1;
    }
    ensure!(evals == 22, "{written}");
    ensure!(plain == GAME, "every other byte stays: {written}");
    study.page.click_on(".review-actions .button:nth-child(2)").await?;
    study.wait_until_dirty().await?;
    study.page.click_on("#tab-moves").await?;
    study
        .page
        .wait_until(
            "the variation",
            "return document.querySelector('.notation').textContent.includes('Qxf7#')",
        )
        .await
}

#[test]
fn the_bot_reviews_a_go_game_and_its_values_are_written_only_when_asked() -> Result<()> {
    on_study_page("review-go", ATARI.as_bytes(), async |study| {
        let page = study.page;
        page.click_on(".review-game").await?;
        page.wait_for("#tab-review[aria-selected=true]").await?;
        wait_until_done(study).await?;
        page.wait_until(
            "the mistake",
            "return document.querySelector('.worst-move')?.textContent.startsWith('1. A9?') ?? false",
        )
        .await?;
        page.wait_for(".graph-mark").await?;
        page.click_on(".worst-move").await?;
        page.wait_for(".worst-detail .detail-line").await?;
        page.save_screenshot("review-go").await;
        page.check_accessibility("review-go").await?;
        ensure!(study.file_text()? == ATARI && !study.is_dirty().await?, "looking changes nothing");
        page.click_on("#tab-tree").await?;
        page.wait_for(".tree-content g.errors *").await?;
        study.command("Write evaluations into the file").await?;
        study.wait_until_dirty().await?;
        study.save().await?;
        let written = study.file_text()?;
        ensure!(written.matches("SBKV[").count() == 4 && written.matches("SBKS[").count() == 4, "{written}");
        let mut plain = written.clone();
        for property in [" SBKV[", " SBKS[", "SBKV[", "SBKS["] {
            while let Some(start) = plain.find(property) {
                let end = plain[start..].find(']').context("the value ends")? + start + 1;
                plain.replace_range(start..end, "");
            }
        }
        ensure!(plain == ATARI, "every other byte stays: {written}");
        page.click_on("#tab-review").await?;
        for screen in [Screen::LAPTOP.dark(), Screen::PHONE] {
            page.screen(screen).await?;
            page.save_screenshot(&format!("review-go-{}", screen.name())).await;
        }
        Ok(())
    })
}

#[test]
fn several_games_queue_and_a_review_can_be_stopped_and_goes_on() -> Result<()> {
    let games = format!("{GAME}\n[White \"Cem\"]\n[Black \"Dan\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let (_folder, file) = file_with("game.pgn", games)?;
    let studio = Studio::start_with(&[&file])?;
    with_browser(&studio, "review-queue", async |page| {
        open(page, &file).await?;
        let study = StudyPage { page, file: file.clone() };
        page.wait_for("dialog[open]").await?;
        page.press(Key::Escape + "").await?;
        study.wait_until_dialog_closes().await?;
        begin(&study).await?;
        page.wait_until("a search", &format!("return ({PROGRESS}?.value ?? 0) >= 1")).await?;
        study.command("Next game of the file").await?;
        page.wait_until(
            "the other game",
            "return document.querySelector('.side').textContent.includes('Dan')",
        )
        .await?;
        begin(&study).await?;
        page.wait_for_text(".review-progress strong", "Waiting for another game").await?;
        page.click_on(".review-progress .button").await?;
        page.wait_for_text(".review-progress strong", "Stopped. What was found is kept.").await?;
        study.command("Previous game of the file").await?;
        page.wait_until(
            "the first game",
            "return document.querySelector('.side').textContent.includes('Bob')",
        )
        .await?;
        page.wait_for(".review-progress").await?;
        page.click_on(".review-progress .button").await?;
        study.command("Next game of the file").await?;
        page.wait_for_text(".review-progress strong", "Stopped. What was found is kept.").await?;
        page.click_on(".review-progress .button").await?;
        wait_until_done(&study).await?;
        page.wait_for(".worst-move .grade-mark.blunder").await
    })
}
