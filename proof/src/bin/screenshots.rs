//! Pictures of the real page for the README and docs/.

use anyhow::Result;
use proof::{Page, Screen, Studio, terminal_film, workspace};
use thirtyfour::Key;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let game = workspace().join("proof/tests/data/study.sgf");
    let studio = Studio::start_with(&[game])?;
    let page = Page::open(studio.address()).await?;
    let folder = workspace().join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    terminal_film(&folder.join("term.svg"))?;
    println!("   {}", folder.join("term.svg").display());
    for (name, place, screen) in [
        ("study-light", "/study", Screen::LAPTOP),
        ("study-dark", "/study", Screen::LAPTOP.dark()),
        ("study-phone", "/study", Screen::PHONE),
        ("study-phone-dark", "/study", Screen::PHONE.dark()),
        ("home-light", "/", Screen::LAPTOP),
    ] {
        page.screen(screen).await?;
        page.visit(place).await?;
        if place == "/study" {
            to_the_middle(&page).await?;
        }
        let path = folder.join(format!("{name}.png"));
        page.screenshot(&path).await?;
        println!("   {}", path.display());
    }
    page.close().await
}

/// A position with something to see: stones, marks, a comment, branches in the tree.
async fn to_the_middle(page: &Page) -> Result<()> {
    let open = "return document.querySelector('.title .name').textContent === 'study.sgf'";
    page.until("the game is open", open).await?;
    page.press(Key::End + "").await?;
    page.until("the end", "return document.getElementById('board').ariaLabel.endsWith('move 65')").await?;
    page.chord(&[Key::Control, Key::Shift], Key::Up).await?;
    let there = "return document.getElementById('comment').value.startsWith('The fight')";
    page.until("a comment", there).await?;
    // Whoever looks at the picture presses no keys: no frame around what has the focus.
    page.ask("document.activeElement.blur()").await?;
    Ok(())
}
