//! The frame of the studio, in a real browser.

use anyhow::{Result, ensure};
use e2e::{Page, Screen, in_browser};
use serde_json::json;
use thirtyfour::Key;

const PAGES: &[(&str, &str)] = &[
    ("/", "Home"),
    ("/study", "Study"),
    ("/play", "Play"),
    ("/train", "Train"),
    ("/cards", "Cards"),
    ("/library", "Library"),
    ("/settings", "Settings"),
];

#[test]
fn every_page_opens_by_its_address_and_is_marked_as_current() -> Result<()> {
    in_browser("places", async |page| {
        for (place, name) in PAGES {
            page.visit(place).await?;
            let title = page.title().await?;
            ensure!(title.contains(name) || *place == "/", "{place} has the title {title:?}");
            let current =
                page.eval("return document.querySelector('[aria-current=page]').textContent.trim()").await?;
            ensure!(current == json!(name), "{place} marks {current} as current");
        }
        Ok(())
    })
}

#[test]
fn study_shows_an_empty_board_of_nineteen_lines() -> Result<()> {
    in_browser("board", async |page| {
        page.visit("/study").await?;
        let label =
            page.eval("return document.querySelector('[aria-label^=\"Go board\"]').ariaLabel").await?;
        ensure!(
            label.as_str().is_some_and(|label| label.starts_with("Go board 19 by 19")),
            "the board is labelled {label}"
        );
        Ok(())
    })
}

#[test]
fn nothing_is_wider_than_the_screen_from_a_small_phone_to_a_large_monitor() -> Result<()> {
    in_browser("widths", async |page| {
        for width in [360, 390, 640, 768, 900, 1280, 1920, 2560] {
            page.screen(Screen { width, height: 800, dark: false }).await?;
            for (place, _) in PAGES {
                page.visit(place).await?;
                let wide = page.eval("return document.documentElement.scrollWidth").await?;
                ensure!(wide.as_u64() <= Some(width.into()), "{place} is {wide} wide on a screen of {width}");
            }
        }
        Ok(())
    })
}

/// Whether the page is dark: the paper behind everything, by its lightness.
async fn is_dark(page: &Page) -> Result<bool> {
    let script = "const c = document.createElement('canvas').getContext('2d'); \
         c.fillStyle = getComputedStyle(document.documentElement).backgroundColor; c.fillRect(0, 0, 1, 1); \
         const [r, g, b] = c.getImageData(0, 0, 1, 1).data; return r + g + b < 384";
    Ok(page.eval(script).await? == json!(true))
}

async fn choose_theme(page: &Page, name: &str) -> Result<()> {
    page.eval(&format!("document.querySelector('input[name=theme][value={name}]').click()")).await?;
    let chosen = format!("return document.querySelector('input[name=theme][value={name}]').checked");
    page.wait_until(name, &chosen).await
}

#[test]
fn the_chosen_theme_applies_at_once_and_is_stored() -> Result<()> {
    in_browser("theme", async |page| {
        for (choice, by_day, by_night) in
            [("dark", true, true), ("light", false, false), ("system", false, true)]
        {
            page.screen(Screen::LAPTOP).await?;
            page.visit("/settings").await?;
            choose_theme(page, choice).await?;
            ensure!(is_dark(page).await? == by_day, "{choice} by day, at once");
            for place in ["/settings", "/study"] {
                page.screen(Screen::LAPTOP).await?;
                page.visit(place).await?;
                ensure!(is_dark(page).await? == by_day, "{choice} by day, after loading {place} again");
                page.screen(Screen::LAPTOP.dark()).await?;
                ensure!(is_dark(page).await? == by_night, "{choice} by night");
            }
            page.visit("/settings").await?;
            let checked =
                page.eval("return document.querySelector('input[name=theme]:checked').value").await?;
            ensure!(checked == json!(choice), "{checked} is marked");
        }
        Ok(())
    })
}

#[test]
fn without_storage_settings_last_until_the_page_is_closed() -> Result<()> {
    in_browser("no-storage", async |page| {
        let refuse = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })";
        page.run_before_load(refuse).await?;
        page.visit("/settings").await?;
        let status = page.eval("return document.querySelector('main [role=status]').textContent").await?;
        ensure!(status.as_str().is_some_and(|status| status.contains("does not let")), "{status}");
        choose_theme(page, "dark").await?;
        page.click_on("main input.switch").await?;
        // A page that is loaded only now has it as well.
        page.follow_link("/study").await?;
        ensure!(is_dark(page).await?);
        page.wait_for("#board svg g.coordinates:empty").await?;
        page.follow_link("/settings").await?;
        ensure!(
            page.eval("return document.querySelector('main input.switch').checked").await? == json!(false)
        );
        Ok(())
    })
}

#[test]
fn the_frame_can_be_used_with_the_keyboard() -> Result<()> {
    in_browser("keyboard", async |page| {
        let focus = "return document.activeElement.textContent.trim() || document.activeElement.ariaLabel || document.activeElement.id";
        page.visit("/").await?;
        let mut stops = Vec::new();
        for _ in 0..10 {
            page.press(Key::Tab + "").await?;
            stops.push(page.eval(focus).await?.as_str().unwrap_or_default().to_owned());
        }
        let bar = [
            "Skip to content",
            "Home",
            "Study",
            "Play",
            "Train",
            "Cards",
            "Library",
            "Shortcuts",
            "Settings",
        ];
        ensure!(stops[..9] == bar, "{stops:?}");
        ensure!(!bar.contains(&stops[9].as_str()), "nothing to reach on the page: {stops:?}");

        page.visit("/").await?;
        page.press(Key::Tab + Key::Enter).await?;
        ensure!(page.eval("return document.activeElement.id").await? == json!("content"), "past the bar");
        page.visit("/").await?;
        page.press(Key::Tab + Key::Tab).await?;
        page.press(Key::Tab + Key::Enter).await?;
        page.wait_until(
            "the study",
            "return location.pathname === '/study' && document.activeElement.id === 'content'",
        )
        .await?;
        page.press("?").await?;
        page.wait_for("dialog[open]").await?;
        page.press(Key::Escape + "").await?;
        page.wait_until_gone("dialog[open]").await
    })
}

#[test]
fn every_page_passes_the_accessibility_check_while_it_is_empty() -> Result<()> {
    in_browser("access-frame", async |page| {
        for screen in Screen::ALL {
            page.screen(screen).await?;
            for place in PAGES.iter().map(|(place, _)| *place).chain(["/nowhere"]) {
                page.visit(place).await?;
                page.check_accessibility(&format!("{place} on {screen:?}")).await?;
            }
        }
        Ok(())
    })
}
