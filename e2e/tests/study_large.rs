//! Files of many megabytes in a real browser: searched by tags, parsed game by game, autosaved and saved.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use e2e::{Studio, StudyPage, with_browser};
use tempfile::TempDir;
use thirtyfour::Key;

const GAMES: usize = 30_000;

/// About twenty megabytes of chess.
fn large_file() -> Result<(TempDir, PathBuf)> {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7\n\
                 {The knight comes to a better square; what follows is the usual plan.} 11. Nbd2 Bb7 12. Bc2 Re8\n\
                 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Be7\n\
                 21. Ra3 Nfd7 22. Bxe7 Rxe7 23. Rea1 Rb8 24. axb5 axb5 25. b4 cxb3 26. Bxb3 Nxb3 27. Rxb3 Nc5\n";
    let mut text = String::new();
    for number in 1..=GAMES {
        write!(
            text,
            "[Event \"Large\"]\n[White \"White {number}\"]\n[Black \"Black {number}\"]\n[Result \"*\"]\n\n{moves}*\n\n"
        )?;
    }
    let folder = TempDir::new()?;
    let file = folder.path().join("large.pgn");
    std::fs::write(&file, text)?;
    Ok((folder, file))
}

/// Finds a game of the list by its player and opens it.
async fn choose(study: &StudyPage<'_>, player: &str) -> Result<()> {
    study.wait_for_dialog("30,000 games in large.pgn").await?;
    ensure!(study.page.count(".sample-game").await? <= 24, "only the opened game is parsed");
    study.page.eval("document.querySelector('.game-filter input').focus()").await?;
    study.page.press(player).await?;
    let found = format!(
        "const all = document.querySelectorAll('.sample-game'); \
         return all.length === 1 && all[0].textContent.includes({player:?})"
    );
    study.page.wait_until("the game", &found).await?;
    study.page.click_on(".sample-game").await?;
    study.wait_until_dialog_closes().await?;
    let shown =
        format!("return document.querySelector('.player.white strong').textContent.includes({player:?})");
    study.page.wait_until("the players", &shown).await
}

#[test]
fn a_large_file_is_opened_changed_in_one_place_and_saved() -> Result<()> {
    let (_folder, file) = large_file()?;
    let before = std::fs::read_to_string(&file)?;
    let studio = Studio::start_with(&[&file])?;
    with_browser(&studio, "large", async |page| {
        page.visit("/study").await?;
        let study = StudyPage { page, file: file.clone() };
        study.wait_until_open("large.pgn").await?;
        choose(&study, "White 29999").await?;
        page.press(Key::Right + "").await?;
        study.wait_for_label("1. e4").await?;
        page.eval("document.getElementById('comment').focus()").await?;
        page.press("Best by test").await?;
        study.wait_until_dirty().await?;
        // Five seconds after the last change. A file that is still being written has a temporary name, which may vanish
        // at any moment.
        let autosave_size = "return (async () => { const top = await navigator.storage.getDirectory(); \
             const folder = await top.getDirectoryHandle('autosave', { create: true }); let size = 0; \
             for await (const [name, file] of folder.entries()) if (name.endsWith('.sgf') && !name.startsWith('place')) size += (await file.getFile()).size; \
             return size || null })()";
        page.wait_until("it is autosaved", autosave_size).await?;
        let size = page.eval(autosave_size).await?.as_u64().context("no size")?;
        ensure!(size < 10_000, "{size} bytes are autosaved");
        study.save().await?;
        let (start, end) = before.split_once("[White \"White 29999\"]").context("the game")?;
        let after = study.file_text()?;
        ensure!(after.starts_with(start) && after.contains("1. e4 {Best by test}"));
        ensure!(after.ends_with(end.split_once("*\n").context("its end")?.1), "unedited games are unchanged");
        Ok(())
    })
}

#[test]
fn a_large_file_may_be_dropped_on_study_and_on_train() -> Result<()> {
    let (_folder, file) = large_file()?;
    let studio = Studio::start()?;
    with_browser(&studio, "large-drop", async |page| {
        page.visit("/study").await?;
        page.wait_for("#board").await?;
        page.drop_file(&file).await?;
        choose(&StudyPage { page, file: file.clone() }, "White 15000").await?;
        page.visit("/train").await?;
        page.wait_for(".train-sets").await?;
        page.drop_file(&file).await?;
        page.wait_for(".train-set").await?;
        // The first puzzles can be trained while the rest is read.
        page.wait_for_text(".train-set", "puzzles").await
    })
}
