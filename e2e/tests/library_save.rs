//! A game opened from the library is saved back to its file.

use std::fs;

use anyhow::{Result, ensure};
use e2e::{Studio, StudyPage, with_browser};
use serde_json::json;

#[test]
fn saving_writes_back_to_the_file_of_the_library() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("club.sgf");
    fs::write(&file, "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[cc];W[gf])")?;
    let studio = Studio::start()?;
    with_browser(&studio, "library-save", async |page| {
        page.visit("/library").await?;
        let add = json!({ "method": "POST", "body": json!({ "path": folder.path() }).to_string() });
        page.eval(&format!("fetch('/api/library/folders', {add})")).await?;
        page.wait_for("#game-0 strong").await?;
        page.click_on("#game-0").await?;
        page.click_button("Open in Study").await?;
        let study = StudyPage { page, file };
        page.wait_for_path("/study").await?;
        page.wait_for_text(".title .name", "club.sgf").await?;
        page.eval("document.getElementById('comment').focus()").await?;
        page.press("A fine game.").await?;
        study.save().await?;
        let text = study.file_text()?;
        ensure!(text.contains("C[A fine game.]"), "{text}");
        // A reloaded page starts as before: it does not open the file again.
        page.visit("/study").await?;
        let list = page.eval("return fetch('/api/opened').then((answer) => answer.text())").await?;
        ensure!(list == json!("[]"), "{list}");
        Ok(())
    })
}
