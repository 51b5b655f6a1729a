//! What the pictures show: the games, puzzles and decisions, and the steps that bring them to the screen.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use e2e::{Move, Page, RoomSettings, play_turn, workspace};
use serde_json::json;
use thirtyfour::Key;

/// Paul Morphy against two allies, Paris 1858, with our own remarks.
const OPERA_GAME: &str = r#"[Event "At the opera"]
[Site "Paris"]
[Date "1858.11.02"]
[White "Paul Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 {The pin costs a tempo.} (3... exd4 4. Nxd4 Nf6 5. Nc3) 4. dxe5 Bxf3 5. Qxf3 dxe5
6. Bc4 Nf6 7. Qb3 {Two threats at once: f7 and b7.} Qe7 8. Nc3 (8. Qxb7 Qb4+ {leads to an endgame a pawn up.}) c6
9. Bg5 b5? {Black cannot afford this.} 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O {[%cal Gd1d7,Gb5d7,Gg5f6][%csl Rd7]
Every white piece plays, and d7 cannot be defended for long.} Rd8 13. Rxd7! Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7
16. Qb8+! Nxb8 17. Rd8# 1-0
"#;

/// The knight mates after a queen sacrifice.
const PUZZLES: &str = r#"[Event "Smothered mate"]
[FEN "r4r1k/p1p3pp/1p1p3N/q7/8/1QP5/PP3PPP/4R1K1 w - - 0 1"]
[SetUp "1"]

1. Qg8+ Rxg8 2. Nf7# *

[Event "Back rank"]
[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]
[SetUp "1"]

1. Ra8# *
"#;

/// Turns of Black and White, by column and row; in the fourth both choose the same point, which gets a red stone.
const TURNS: [[Move; 2]; 8] = [
    [Some((2, 2)), Some((6, 6))],
    [Some((6, 2)), Some((2, 6))],
    [Some((4, 2)), Some((4, 6))],
    [Some((4, 4)), Some((4, 4))],
    [Some((3, 5)), Some((5, 3))],
    [Some((2, 5)), Some((6, 3))],
    [Some((3, 3)), Some((5, 5))],
    [Some((7, 3)), Some((3, 6))],
];

/// The user's files.
pub fn write_games(folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir(folder)?;
    for name in ["game.sgf", "game.pgn", "puzzles.pgn"] {
        std::fs::copy(workspace().join("docs/embed").join(name), folder.join(name))?;
    }
    std::fs::copy(workspace().join("e2e/tests/data/study.sgf"), folder.join("study.sgf"))?;
    std::fs::write(folder.join("opera.pgn"), OPERA_GAME)?;
    std::fs::write(folder.join("club.sgf"), (0..40).map(club_game).collect::<String>())?;
    Ok(folder.to_owned())
}

/// A short game with its stones spread over the board, different for each `n`.
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
        // Each point at most once: 31 and 81 have no common divisor.
        let point = (n * 17 + 40 + turn * 31) % 81;
        let [x, y] = [point % 9, point / 9].map(|line| char::from(b'a' + line as u8));
        let _ = write!(game, ";{}[{x}{y}]", if turn.is_multiple_of(2) { 'B' } else { 'W' });
    }
    game + ")"
}

/// Adds the folder to the library and opens the examples, as after some days of use.
pub async fn fill(page: &Page, games: &Path) -> Result<()> {
    page.visit("/").await?;
    skip_the_tour(page).await?;
    let add = format!(
        "return fetch('/api/library/folders', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, \
         body: {} }}).then((r) => r.ok)",
        json!(json!({ "path": games }).to_string())
    );
    page.eval(&add).await?;
    let indexed =
        "return fetch('/api/library').then((r) => r.json()).then((s) => s.games > 40 && s.work === null)";
    page.wait_until("the library is indexed", indexed).await?;
    for example in ["A Go game", "A chess trap", "A backgammon decision"] {
        page.visit("/").await?;
        page.click_button(example).await?;
        page.wait_until(example, "return location.pathname !== '/'").await?;
        page.wait_for(".title .name, .decisions li").await?;
    }
    Ok(())
}

pub async fn skip_the_tour(page: &Page) -> Result<()> {
    page.eval("localStorage.setItem('tabiya.tour', 'seen')").await.map(drop)
}

/// Two frames after the fonts are loaded and pieces have stopped moving.
pub async fn wait_until_painted(page: &Page) -> Result<()> {
    let frames = "const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity; \
                  const moving = document.getAnimations().filter(ends).map((one) => one.finished); \
                  return Promise.allSettled([document.fonts.ready, ...moving]).then(() => new Promise((done) => \
                  requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))";
    page.eval(frames).await.map(drop)
}

/// No frame around the focused element.
async fn remove_focus(page: &Page) -> Result<()> {
    page.eval("document.activeElement.blur()").await.map(drop)
}

/// A position of study.sgf with stones, marks, a comment and branches.
pub async fn go_to_the_fight(page: &Page) -> Result<()> {
    page.wait_for_text(".title .name", "study.sgf").await?;
    page.press(Key::End + "").await?;
    page.wait_until("the end", "return document.getElementById('board').ariaLabel.endsWith('move 65')")
        .await?;
    page.chord(&[Key::Control, Key::Shift], Key::Up).await?;
    let commented = "return document.getElementById('comment').value.startsWith('The fight')";
    page.wait_until("a comment", commented).await?;
    remove_focus(page).await
}

/// The move before the exchange sacrifice of the opera game, with arrows and a comment.
pub async fn go_to_the_sacrifice(page: &Page) -> Result<()> {
    page.wait_for(".chess-board svg .pieces .piece").await?;
    page.press(Key::Home + "").await?;
    for _ in 0..23 {
        page.press(Key::Right + "").await?;
    }
    let there = "return document.getElementById('board').ariaLabel.endsWith('12. O-O-O')";
    page.wait_until("the sacrifice", there).await?;
    remove_focus(page).await
}

/// The first decision's card; on a phone it is below the list.
pub async fn show_a_card(page: &Page) -> Result<()> {
    page.wait_for(".decisions li svg").await?;
    page.wait_for("iframe").await?;
    let phone = "return innerWidth < 600 && (document.querySelector('iframe').scrollIntoView({ block: 'center' }), true)";
    page.eval(phone).await.map(drop)
}

pub async fn select_a_game(page: &Page) -> Result<()> {
    page.wait_for("#game-0 strong").await?;
    page.click_on("#game-0").await?;
    let drawn = "const all = [...document.querySelectorAll('.library img')]; return all.length > 3 && all.every((i) => i.complete)";
    page.wait_until("the positions are drawn", drawn).await
}

/// A puzzle whose first move is solved; the piece for the second is selected.
pub async fn solve_a_puzzle(page: &Page) -> Result<()> {
    page.visit("/train").await?;
    page.paste_puzzles(PUZZLES).await?;
    page.click_button("Start a session").await?;
    page.wait_for_piece("b3", "white queen").await?;
    page.click_square("b3").await?;
    page.click_square("g8").await?;
    page.wait_for_piece("g8", "black rook").await?;
    wait_until_still(page).await?;
    page.click_square("h6").await?;
    page.wait_for(".chess-board .targets .dot").await
}

/// The reply slides to its square. Animations that never end are not waited for.
async fn wait_until_still(page: &Page) -> Result<()> {
    let script = "const ends = (animation) => animation.effect.getComputedTiming().endTime < 1e6; \
                  return document.getAnimations().every((one) => one.playState !== 'running' || !ends(one))";
    page.wait_until("nothing moves", script).await
}

/// A simultaneous game with a red stone in the middle.
pub async fn play_a_game(black: &Page, white: &Page) -> Result<()> {
    black.visit("/play").await?;
    let room = black.open_room(RoomSettings { game: "red", size: 9, time: Some((600, 5, 30)) }).await?;
    white.visit("/").await?;
    skip_the_tour(white).await?;
    black.take_seat(&room, "Ann").await?;
    white.take_seat(&room, "Ben").await?;
    black.click_button("Agree and start").await?;
    white.click_button("Agree and start").await?;
    for (n, [first, second]) in TURNS.into_iter().enumerate() {
        play_turn(black, white, first, second, n + 1).await?;
    }
    remove_focus(black).await
}
