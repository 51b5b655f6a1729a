//! Five files, two of them with several games, in real browsers that are killed: in random orders the right game is in
//! front, at the move where one was, and nothing that was autosaved is lost. A hundred orders without a browser are in
//! `crates/study/tests/scripts/random_orders.rs`.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use e2e::{Page, Studio, StudyPage, file_with};
use tempfile::TempDir;
use thirtyfour::Key;

const FILES: [(&str, &str); 5] = [
    ("one.sgf", "(;SZ[9];B[ee];W[ec])"),
    ("three.sgf", "(;SZ[9]PB[Ann];B[aa])(;SZ[9]PB[Bob];B[bb];W[cc])(;SZ[9]PB[Cleo];B[cc])"),
    ("two.pgn", "[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 d5 *\n"),
    ("fork.sgf", "(;SZ[13](;B[cc])(;B[dd]))"),
    ("text.sgf", "(;SZ[19]C[only text];B[pp])"),
];
/// How many games the files with several have.
const SEVERAL: [(&str, usize); 2] = [("three.sgf", 3), ("two.pgn", 2)];
const KILLS: usize = 3;

/// What is open and changed in the browser, by the name of the file: the game of the file and its comment.
type Expected = HashMap<&'static str, (usize, String)>;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn shuffled(&mut self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..FILES.len()).collect();
        (0..FILES.len()).map(|_| left.remove(self.below(left.len()))).collect()
    }
}

/// The heading of the dialog that is open.
async fn heading(page: &Page) -> Result<Option<String>> {
    let heading = page.eval("return document.querySelector('dialog[open] h2')?.textContent ?? null").await?;
    Ok(heading.as_str().map(str::to_owned))
}

/// Answers the questions at the start, each for its own file. Returns when nothing is asked any more.
async fn answer(page: &Page, random: &mut Random, expected: &Expected) -> Result<()> {
    let mut quiet = 0;
    while quiet < 4 {
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        let Some(heading) = heading(page).await? else {
            quiet += 1;
            continue;
        };
        quiet = 0;
        let asked = page.eval("return document.querySelector('dialog[open]').textContent").await?;
        let file = FILES.iter().find(|(name, _)| asked.as_str().is_some_and(|text| text.contains(name)));
        let (name, _) = file.with_context(|| format!("which file is this about? {asked}"))?;
        if heading.contains("games in") {
            ensure!(!expected.contains_key(name), "{name} is restored, there is nothing to choose");
            let several = SEVERAL.iter().find(|(file, _)| file == name);
            let number = random.below(several.with_context(|| format!("{name} has one game"))?.1);
            page.eval(&format!("document.querySelectorAll('dialog[open] .sample-game')[{number}].click()"))
                .await?;
        } else if heading.contains("Restore") {
            ensure!(expected.contains_key(name), "{name} had no unsaved changes");
            page.press(Key::Enter + "").await?;
        } else {
            bail!("{heading} is not expected");
        }
    }
    Ok(())
}

async fn title(page: &Page) -> Result<String> {
    let title = page.eval("return document.querySelector('.title .name').textContent").await?;
    Ok(title.as_str().unwrap_or_default().to_owned())
}

/// Brings a file to the front.
async fn bring(study: &StudyPage<'_>, name: &str) -> Result<()> {
    study.page.eval("document.getElementById('board').focus()").await?;
    for _ in 0..=FILES.len() {
        if title(study.page).await?.starts_with(name) {
            return Ok(());
        }
        study.page.click_on("[aria-label=\"Open games\"]").await?;
        let choose = format!(
            "const it = [...document.querySelectorAll('[role=menuitemradio]')].find((b) => b.textContent.includes({name:?})); it?.click()"
        );
        study.page.eval(&choose).await?;
    }
    bail!("{name} is not open: {}", title(study.page).await?)
}

/// Comments on the first move of the game that is in front, and waits until that is stored.
async fn comment(study: &StudyPage<'_>, text: &str) -> Result<()> {
    let page = study.page;
    page.eval("document.getElementById('board').focus()").await?;
    page.press(Key::Home + Key::Right).await?;
    page.eval("const field = document.getElementById('comment'); field.focus(); field.select()").await?;
    page.press(text).await?;
    page.wait_until("the work is autosaved", &e2e::AUTOSAVED.replace("B[dd]", text)).await?;
    // Its place is written after it.
    let place = "return (async () => { const top = await navigator.storage.getDirectory(); \
        const folder = await top.getDirectoryHandle('autosave'); let places = 0, works = 0; \
        for await (const name of folder.keys()) name.startsWith('place') ? places++ : works++; \
        return places >= works })()";
    page.wait_until("its place too", place).await
}

async fn check(study: &StudyPage<'_>, expected: &Expected) -> Result<()> {
    for (name, (number, text)) in expected {
        bring(study, name).await?;
        let games = study.page.eval("return document.querySelector('.title .name').textContent").await?;
        if SEVERAL.iter().any(|(file, _)| file == name) {
            let wanted = format!("({} of", number + 1);
            let shown = games.as_str().unwrap_or_default();
            ensure!(shown.contains(&wanted), "{name}: {shown} is not {wanted}");
        }
        // At the same move its comment shows without a step.
        study.wait_for_comment(text).await.with_context(|| format!("the comment of {name}"))?;
    }
    Ok(())
}

fn order(seed: u64) -> Result<()> {
    let mut random = Random(seed);
    let written: Vec<(TempDir, PathBuf)> =
        FILES.iter().map(|(name, bytes)| file_with(name, bytes)).collect::<Result<_>>()?;
    let opened: Vec<&PathBuf> = random.shuffled().into_iter().map(|n| &written[n].1).collect();
    let studio = Studio::start_with(&opened)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut expected = Expected::new();
        let mut profile = TempDir::new()?;
        for kill in 0..=KILLS {
            let page = Page::open_with_profile(studio.printed_address(), profile).await?;
            page.visit("/study").await?;
            answer(&page, &mut random, &expected)
                .await
                .with_context(|| format!("seed {seed}, kill {kill}"))?;
            let study = StudyPage { page: &page, file: written[0].1.clone() };
            check(&study, &expected).await.with_context(|| format!("seed {seed}, after kill {kill}"))?;
            if kill == KILLS {
                return page.close().await;
            }
            let (name, _) = FILES[random.below(FILES.len())];
            bring(&study, name).await?;
            let text = format!("note {seed} {kill}");
            comment(&study, &text).await.with_context(|| format!("seed {seed}, {name}"))?;
            let number = game_number(&title(&page).await?);
            expected.insert(name, (number, text));
            profile = page.crash().await;
        }
        Ok(())
    })
}

/// The number of the game in its file, from 0: `two.pgn (2 of 2)`.
fn game_number(title: &str) -> usize {
    let number = title.split_once('(').and_then(|(_, rest)| rest.split(' ').next()?.parse::<usize>().ok());
    number.map_or(0, |number| number - 1)
}

#[test]
fn after_kills_in_one_order_the_right_games_are_in_front() -> Result<()> {
    order(1)
}

#[test]
fn after_kills_in_another_order_the_right_games_are_in_front() -> Result<()> {
    order(2)
}

#[test]
fn after_kills_in_a_third_order_the_right_games_are_in_front() -> Result<()> {
    order(3)
}
