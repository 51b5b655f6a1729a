//! Pictures of the real page for the README and docs/: every room by day and by night, on a laptop and on a phone.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use proof::{Page, Screen, Studio, terminal_film, workspace};
use serde_json::json;
use thirtyfour::Key;

const ROOMS: [(&str, &str); 7] = [
    ("home", "/"),
    ("study", "/study"),
    ("play", "/play"),
    ("train", "/train"),
    ("cards", "/cards"),
    ("library", "/library"),
    ("settings", "/settings"),
];
/// A place that a player could have; it is made for the pictures, and goes with them.
const HOME: &str = "/tmp/ann";
const SCREENS: [(&str, Screen); 4] = [
    ("light", Screen::LAPTOP),
    ("dark", Screen { dark: true, ..Screen::LAPTOP }),
    ("phone", Screen::PHONE),
    ("phone-dark", Screen { dark: true, ..Screen::PHONE }),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let game = workspace().join("proof/tests/data/study.sgf");
    let home = Path::new(HOME);
    std::fs::create_dir(home).with_context(|| format!("{HOME} must not be there yet"))?;
    let studio = Studio::start_at(home, &[game])?;
    let page = Page::open(studio.address()).await?;
    let folder = workspace().join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    if std::env::var_os("TABIYA_NO_FILM").is_none() {
        terminal_film(&folder.join("term.svg"))?;
        println!("   {}", folder.join("term.svg").display());
    }
    fill(&page, &home.join("games")).await?;
    for (room, place) in ROOMS {
        for (name, screen) in SCREENS {
            page.screen(screen).await?;
            page.visit(place).await?;
            match room {
                "home" => until_there(&page, ".going-on a[href='/cards']").await?,
                "study" => to_the_middle(&page).await?,
                "train" => until_there(&page, ".known-set").await?,
                "cards" => until_there(&page, ".decisions li svg").await?,
                "library" => choose_a_game(&page).await?,
                "settings" => until_there(&page, ".library-path").await?,
                _ => {}
            }
            until_painted(&page).await?;
            let path = folder.join(format!("{room}-{name}.png"));
            page.screenshot(&path).await?;
            println!("   {}", path.display());
        }
    }
    page.close().await?;
    drop(studio);
    Ok(std::fs::remove_dir_all(home)?)
}

/// Something on every shelf, as it is after some days.
async fn fill(page: &Page, records: &Path) -> Result<()> {
    std::fs::create_dir(records)?;
    for name in ["game.sgf", "game.pgn", "puzzles.pgn"] {
        std::fs::copy(workspace().join("docs/embed").join(name), records.join(name))?;
    }
    std::fs::copy(workspace().join("proof/tests/data/study.sgf"), records.join("study.sgf"))?;
    std::fs::write(records.join("club.sgf"), (0..40).map(club_game).collect::<String>())?;
    page.visit("/").await?;
    let add = format!(
        "return fetch('/api/library/folders', {{ method: 'POST', body: {} }}).then((r) => r.ok)",
        json!(json!({ "path": records }).to_string())
    );
    page.ask(&add).await?;
    let read =
        "return fetch('/api/library').then((r) => r.json()).then((s) => s.games > 40 && s.work === null)";
    page.until("the library is read", read).await?;
    for sample in ["A Go game", "A chess trap", "A backgammon decision"] {
        page.visit("/").await?;
        page.push(sample).await?;
        page.until(sample, "return location.pathname !== '/'").await?;
        page.until("it is there", "return document.querySelector('.title .name, .decisions li') !== null")
            .await?;
    }
    page.visit("/train").await?;
    page.push("Try chess").await?;
    page.until("the puzzles", "return document.querySelector('.train-set') !== null").await?;
    page.ask("localStorage.setItem('tabiya.tour', 'seen')").await?;
    Ok(())
}

/// Stones here and there, each game its own.
fn club_game(n: usize) -> String {
    let names = ["Ann", "Bob", "Cem", "Dan", "Eve", "Fay"];
    let (black, white) = (names[n % 6], names[(n * 5 + 1) % 6]);
    let winner = if n.is_multiple_of(3) { 'W' } else { 'B' };
    let mut game = format!(
        "(;GM[1]SZ[9]PB[{black}]PW[{white}]EV[Club evening]DT[2026-01-{:02}]RE[{winner}+{}.5]",
        1 + n % 28,
        1 + n * 7 % 19
    );
    for turn in 0..24 + n % 9 {
        // Every point once: 31 and 81 have no common divisor.
        let point = (n * 17 + 40 + turn * 31) % 81;
        let [x, y] = [point % 9, point / 9].map(|line| char::from(b'a' + line as u8));
        let _ = write!(game, ";{}[{x}{y}]", if turn.is_multiple_of(2) { 'B' } else { 'W' });
    }
    game + ")"
}

/// What is there need not have been drawn.
async fn until_painted(page: &Page) -> Result<()> {
    let frames = "return document.fonts.ready.then(() => new Promise((done) => \
                  requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))";
    page.ask(frames).await.map(drop)
}

async fn until_there(page: &Page, selector: &str) -> Result<()> {
    page.until(selector, &format!("return document.querySelector({selector:?}) !== null")).await
}

async fn choose_a_game(page: &Page) -> Result<()> {
    page.until("the games", "return document.querySelector('#game-0 strong') !== null").await?;
    page.ask("document.querySelector('#game-0').click()").await?;
    let drawn = "const all = [...document.querySelectorAll('.library img')]; return all.length > 3 && all.every((i) => i.complete)";
    page.until("the pictures", drawn).await
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
