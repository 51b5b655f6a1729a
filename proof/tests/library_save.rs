//! A game that is opened from the library is its file: what is saved goes back to it.

use std::fs;

use anyhow::{Result, ensure};
use proof::{Desk, Studio, beside};
use serde_json::json;

#[test]
fn what_is_saved_goes_back_to_the_file_of_the_library() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("club.sgf");
    fs::write(&file, "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[cc];W[gf])")?;
    let studio = Studio::start()?;
    beside(&studio, "library-save", async |page| {
        page.visit("/library").await?;
        let add = json!({ "method": "POST", "body": json!({ "path": folder.path() }).to_string() });
        page.ask(&format!("fetch('/api/library/folders', {add})")).await?;
        page.until("the game", "return document.querySelector('#game-0 strong') !== null").await?;
        page.ask("document.querySelector('#game-0').click()").await?;
        page.push("Open in Study").await?;
        let desk = Desk { page, file };
        page.until("the study", "return location.pathname === '/study'").await?;
        page.until("the file", "return document.querySelector('.title .name')?.textContent === 'club.sgf'")
            .await?;
        page.ask("document.getElementById('comment').focus()").await?;
        page.press("A fine game.").await?;
        desk.save().await?;
        let text = desk.on_disk()?;
        ensure!(text.contains("C[A fine game.]"), "{text}");
        // A page that comes anew begins as before: it does not open what was lent.
        page.visit("/study").await?;
        let list = page.ask("return fetch('/api/opened').then((answer) => answer.text())").await?;
        ensure!(list == json!("[]"), "{list}");
        Ok(())
    })
}
