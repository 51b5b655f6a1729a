//! The frame of the studio, in a real browser.

use anyhow::{Result, ensure};
use proof::{Screen, in_browser};
use serde_json::json;

const PLACES: &[(&str, &str)] = &[
    ("/", "Home"),
    ("/study", "Study"),
    ("/play", "Play"),
    ("/train", "Train"),
    ("/cards", "Cards"),
    ("/settings", "Settings"),
];

#[test]
fn every_place_opens_by_its_address_and_says_where_one_is() -> Result<()> {
    in_browser("places", async |page| {
        for (place, name) in PLACES {
            page.visit(place).await?;
            let title = page.title().await?;
            ensure!(title.contains(name) || *place == "/", "{place} has the title {title:?}");
            let current =
                page.ask("return document.querySelector('[aria-current=page]').textContent.trim()").await?;
            ensure!(current == json!(name), "{place} marks {current} as current");
        }
        Ok(())
    })
}

#[test]
fn study_shows_an_empty_board_of_nineteen_lines() -> Result<()> {
    in_browser("board", async |page| {
        page.visit("/study").await?;
        let label = page.ask("return document.querySelector('[aria-label^=\"Go board\"]').ariaLabel").await?;
        ensure!(
            label.as_str().is_some_and(|label| label.starts_with("Go board 19 by 19")),
            "the board says {label}"
        );
        Ok(())
    })
}

#[test]
fn nothing_is_wider_than_the_screen_from_a_small_phone_to_a_large_monitor() -> Result<()> {
    in_browser("widths", async |page| {
        for width in [360, 390, 768, 1280, 2560] {
            page.screen(Screen { width, height: 800, dark: false }).await?;
            for (place, _) in PLACES {
                page.visit(place).await?;
                let wide = page.ask("return document.documentElement.scrollWidth").await?;
                ensure!(wide.as_u64() <= Some(width.into()), "{place} is {wide} wide on a screen of {width}");
            }
        }
        Ok(())
    })
}
