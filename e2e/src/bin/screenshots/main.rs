//! Takes the pictures of docs/pictures: the product at work, in light and dark mode, on a laptop and on a phone.

mod scenes;

use std::path::Path;

use anyhow::{Context, Result};
use e2e::{Page, Screen, Studio, workspace, write_terminal_demo};

/// A plausible home folder, because its name can be read in some pictures. It is removed afterwards.
const HOME: &str = "/tmp/ann";
const SCREENS: [(&str, Screen); 4] = [
    ("light", Screen::LAPTOP),
    ("dark", Screen::LAPTOP.dark()),
    ("phone", Screen::PHONE),
    ("phone-dark", Screen::PHONE.dark()),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let home = Path::new(HOME);
    std::fs::create_dir(home).with_context(|| format!("{HOME} must not exist yet"))?;
    let taken = take_all(home).await;
    std::fs::remove_dir_all(home)?;
    taken
}

async fn take_all(home: &Path) -> Result<()> {
    let folder = workspace().join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    if std::env::var_os("TABIYA_NO_FILM").is_none() {
        write_terminal_demo(&folder.join("term.svg"))?;
        println!("   {}", folder.join("term.svg").display());
    }
    let games = scenes::write_games(&home.join("games"))?;
    let studio = Studio::start_at(home, &[games.join("study.sgf")])?;
    let page = Page::open(studio.printed_address()).await?;
    scenes::fill(&page, &games).await?;
    take_pages(&page, &folder).await?;
    take(
        &page,
        &folder,
        "train",
        async |first| if first { scenes::solve_a_puzzle(&page).await } else { Ok(()) },
    )
    .await?;
    let opponent = Page::open(studio.printed_address()).await?;
    take(
        &page,
        &folder,
        "play",
        async |first| {
            if first { scenes::play_a_game(&page, &opponent).await } else { Ok(()) }
        },
    )
    .await?;
    opponent.close().await?;
    page.close().await?;
    drop(studio);
    take_chess(&folder, &home.join("games/opera.pgn")).await
}

/// The pages that show the same after every reload.
async fn take_pages(page: &Page, folder: &Path) -> Result<()> {
    take_page(page, folder, "home", "/", async |page| page.wait_for(".continue-list a[href='/cards']").await)
        .await?;
    take_page(page, folder, "study", "/study", scenes::go_to_the_fight).await?;
    take_page(page, folder, "cards", "/cards", scenes::show_a_card).await?;
    take_page(page, folder, "library", "/library", scenes::select_a_game).await?;
    take_page(page, folder, "settings", "/settings", async |page| page.wait_for(".library-path").await).await
}

/// A studio of its own, because only the first file of a studio is shown at once.
async fn take_chess(folder: &Path, game: &Path) -> Result<()> {
    let studio = Studio::start_with(&[game])?;
    let page = Page::open(studio.printed_address()).await?;
    page.visit("/").await?;
    scenes::skip_the_tour(&page).await?;
    take_page(&page, folder, "chess", "/study", scenes::go_to_the_sacrifice).await?;
    page.close().await
}

/// Visits a path before each picture.
async fn take_page(
    page: &Page,
    folder: &Path,
    name: &str,
    path: &str,
    prepare: impl AsyncFn(&Page) -> Result<()>,
) -> Result<()> {
    take(page, folder, name, async |_| {
        page.visit(path).await?;
        prepare(page).await
    })
    .await
}

/// Prepares the scene and takes a picture on each screen. `prepare` learns whether it is called for the first time.
async fn take(
    page: &Page,
    folder: &Path,
    name: &str,
    prepare: impl AsyncFn(bool) -> Result<()>,
) -> Result<()> {
    for (n, (variant, screen)) in SCREENS.into_iter().enumerate() {
        page.screen(screen).await?;
        prepare(n == 0).await.with_context(|| format!("{name} on {variant}"))?;
        scenes::wait_until_painted(page).await?;
        let path = folder.join(format!("{name}-{variant}.png"));
        page.screenshot(&path).await?;
        println!("   {}", path.display());
    }
    page.screen(Screen::LAPTOP).await
}
