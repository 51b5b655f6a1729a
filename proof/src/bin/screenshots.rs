//! Pictures of the real page for the README and docs/.

use anyhow::Result;
use proof::{Page, Screen, Studio, workspace};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let studio = Studio::start()?;
    let page = Page::open(studio.address()).await?;
    let folder = workspace().join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, place, screen) in [
        ("study-light", "/study", Screen::LAPTOP),
        ("study-dark", "/study", Screen::LAPTOP.dark()),
        ("study-phone", "/study", Screen::PHONE),
        ("home-light", "/", Screen::LAPTOP),
    ] {
        page.screen(screen).await?;
        page.visit(place).await?;
        let path = folder.join(format!("{name}.png"));
        page.screenshot(&path).await?;
        println!("   {}", path.display());
    }
    page.close().await
}
