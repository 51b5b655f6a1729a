//! The study for everybody: axe-core finds nothing to complain about, on the page and in each dialog, by day and night.

use anyhow::{Result, ensure};
use proof::{Desk, Screen, at_desk, axe_script, sample};
use thirtyfour::Key;

async fn no_violations(desk: &Desk<'_>, place: &str) -> Result<()> {
    let axe = std::fs::read_to_string(axe_script()?)?;
    // What still moves is half transparent.
    let script = format!(
        "{axe}; await Promise.all(document.getAnimations().map((moving) => moving.finished)); \
         return axe.run(document, {{ resultTypes: ['violations'] }}).then((found) => \
         found.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')))"
    );
    let found = desk.page.ask(&format!("return (async () => {{ {script} }})()")).await?;
    ensure!(found.as_array().is_some_and(Vec::is_empty), "{place}: {found:#}");
    Ok(())
}

#[test]
fn the_page_and_every_dialog_pass_the_accessibility_check() -> Result<()> {
    at_desk("access", &sample("study.sgf")?, async |desk| {
        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE] {
            desk.page.screen(screen).await?;
            desk.page.press(Key::Home + Key::Right).await?;
            desk.until_label("move 1").await?;
            no_violations(desk, &format!("the page on {screen:?}")).await?;
            desk.page.ask("document.querySelector('.judge').open = true").await?;
            for label in ["All commands", "Open games", "View"] {
                let button = format!("document.querySelector('[aria-label=\"{label}\"]').click()");
                desk.page.ask(&button).await?;
                desk.page.until(label, "return document.querySelector('.drop') !== null").await?;
                no_violations(desk, label).await?;
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
                no_violations(desk, &format!("the dialog of {key}")).await?;
                desk.page.press(Key::Escape + "").await?;
                desk.page.until("closed", "return document.querySelector('dialog[open]') === null").await?;
            }
        }
        Ok(())
    })
}
