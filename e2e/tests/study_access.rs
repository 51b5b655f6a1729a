//! Accessibility of Study: axe-core reports no violations on the page and in each dialog, in light and dark.

use anyhow::Result;
use e2e::{Screen, on_study_page, test_data};
use thirtyfour::Key;

#[test]
fn the_page_and_every_dialog_pass_the_accessibility_check() -> Result<()> {
    on_study_page("access", &test_data("study.sgf")?, async |study| {
        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE] {
            study.page.screen(screen).await?;
            study.page.press(Key::Home + Key::Right).await?;
            study.wait_for_label("move 1").await?;
            study.page.check_accessibility(&format!("the page on {screen:?}")).await?;
            study.page.eval("document.querySelector('.judgements').open = true").await?;
            for label in ["All commands", "Open games", "View"] {
                let button = format!("document.querySelector('[aria-label=\"{label}\"]').click()");
                study.page.eval(&button).await?;
                study.page.wait_until(label, "return document.querySelector('.drop') !== null").await?;
                study.page.check_accessibility(label).await?;
                study.page.eval(&button).await?;
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
                study.page.eval("document.getElementById('board').focus()").await?;
                study.page.chord(held, key).await?;
                study.page.wait_for("dialog[open]").await?;
                study.page.check_accessibility(&format!("the dialog of {key}")).await?;
                study.page.press(Key::Escape + "").await?;
                study.page.wait_until_gone("dialog[open]").await?;
            }
        }
        Ok(())
    })
}
