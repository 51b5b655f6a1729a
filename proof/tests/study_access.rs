//! The study for everybody: axe-core finds nothing to complain about, on the page and in each dialog, by day and night.

use anyhow::Result;
use proof::{Screen, at_desk, sample};
use thirtyfour::Key;

#[test]
fn the_page_and_every_dialog_pass_the_accessibility_check() -> Result<()> {
    at_desk("access", &sample("study.sgf")?, async |desk| {
        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE] {
            desk.page.screen(screen).await?;
            desk.page.press(Key::Home + Key::Right).await?;
            desk.until_label("move 1").await?;
            desk.page.is_accessible(&format!("the page on {screen:?}")).await?;
            desk.page.ask("document.querySelector('.judge').open = true").await?;
            for label in ["All commands", "Open games", "View"] {
                let button = format!("document.querySelector('[aria-label=\"{label}\"]').click()");
                desk.page.ask(&button).await?;
                desk.page.until(label, "return document.querySelector('.drop') !== null").await?;
                desk.page.is_accessible(label).await?;
                desk.page.ask(&button).await?;
            }
            let keys: [(&[Key], char); 7] = [
                (&[Key::Alt], 'n'),
                (&[Key::Control], 'i'),
                (&[Key::Control, Key::Shift], 'i'),
                (&[Key::Control], 'f'),
                (&[Key::Control], 'g'),
                (&[], '?'),
                (&[Key::Control], 'x'),
            ];
            for (held, key) in keys {
                desk.page.ask("document.getElementById('board').focus()").await?;
                desk.page.chord(held, key).await?;
                desk.page.until("a dialog", "return document.querySelector('dialog[open]') !== null").await?;
                desk.page.is_accessible(&format!("the dialog of {key}")).await?;
                desk.page.press(Key::Escape + "").await?;
                desk.page.until("closed", "return document.querySelector('dialog[open]') === null").await?;
            }
        }
        Ok(())
    })
}
