//! The Cards page and other programs: GNU Backgammon analyses positions, Anki takes decks, a package is downloaded.

#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use anyhow::{Result, ensure};
use e2e::{BARE_POSITION, SHORT_MATCH, XG_EXPORT, on_cards_page};
use serde_json::json;

#[test]
fn the_decisions_of_a_match_are_judged_and_filtered_by_player_and_loss() -> Result<()> {
    on_cards_page("cards-match", SHORT_MATCH, async |cards| {
        let page = cards.page;
        cards.set_option("GNU Backgammon search depth", "0").await?;
        let all = page.count(".decisions li").await?;
        cards.set_filter("Whose decisions", "Ann").await?;
        page.wait_until(
            "fewer rows",
            &format!("return document.querySelectorAll('.decisions li').length < {all}"),
        )
        .await?;
        let hers = page.count(".decisions li").await?;
        cards.press(&format!("Ask GNU Backgammon about {hers} position")).await?;
        cards.wait_for_status(&format!("GNU Backgammon analysed {hers} position")).await?;
        // Breaking the five point is a blunder, making it was none.
        cards.set_filter("Error of at least", "0.08").await?;
        cards.wait_for_heading(&format!("1 of {all} decisions")).await?;
        page.visit("/cards").await?;
        cards.wait_for_heading(&format!("1 of {all} decisions")).await?;
        cards.set_filter("Error of at least", "0").await?;
        cards.wait_for_heading(&format!("{hers} of {all} decisions")).await
    })
}

/// A program that starts like gnubg and never answers.
fn hanging_gnubg(folder: &std::path::Path) -> Result<String> {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("ponderer");
    std::fs::write(&path, "#!/bin/sh\necho '3 digits after the decimal separator.'\nexec sleep 600\n")?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path.display().to_string())
}

#[test]
fn long_work_is_stopped_and_a_missing_gnubg_is_explained() -> Result<()> {
    on_cards_page("cards-stop", SHORT_MATCH, async |cards| {
        let folder = tempfile::tempdir()?;
        let page = cards.page;
        cards.set_option("Path to gnubg", &hanging_gnubg(folder.path())?).await?;
        cards.press("Ask GNU Backgammon").await?;
        cards.press("Stop").await?;
        cards.wait_for_status("Stopped: GNU Backgammon analysed 0 of ").await?;
        page.wait_until_gone(".progress").await?;
        cards.set_option("Path to gnubg", "/no/such/gnubg").await?;
        cards.press("Ask GNU Backgammon").await?;
        cards.wait_for_status("apt install gnubg").await?;
        // The browser logs the expected refusal; reading the log clears it.
        drop(page.browser_log().await?);
        Ok(())
    })
}

#[test]
fn a_package_is_downloaded() -> Result<()> {
    on_cards_page("cards-export", XG_EXPORT, async |cards| {
        let folder = tempfile::tempdir()?;
        cards.page.download_to(folder.path()).await?;
        cards.press("Export .apkg").await?;
        cards.wait_for_status("Backgammon.apkg was saved").await?;
        let package = cards.page.downloaded(&folder.path().join("Backgammon.apkg")).await?;
        ensure!(package.starts_with(b"PK"));
        Ok(())
    })
}

/// Answers two requests as AnkiConnect does.
fn anki() -> Result<(String, thread::JoinHandle<Vec<String>>)> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?.to_string();
    let asked = thread::spawn(move || {
        let ask = |answer: &str| {
            let mut stream = listener.accept().unwrap().0;
            let (mut heard, mut buffer) = (Vec::new(), [0; 4096]);
            while !heard.ends_with(b"}") {
                let count = stream.read(&mut buffer).unwrap();
                heard.extend_from_slice(&buffer[..count]);
            }
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{answer}", answer.len()).unwrap();
            String::from_utf8_lossy(&heard).into_owned()
        };
        [r#"{"result": 6, "error": null}"#, r#"{"result": true, "error": null}"#].map(ask).to_vec()
    });
    Ok((address, asked))
}

#[test]
fn a_deck_is_sent_to_anki_and_a_missing_anki_is_reported() -> Result<()> {
    on_cards_page("cards-anki", XG_EXPORT, async |cards| {
        let (address, asked) = anki()?;
        let page = cards.page;
        page.eval("document.querySelector('.options').open = true").await?;
        for (at, words) in [("127.0.0.1:9", "Anki is not responding"), (&address, "Anki imported 2 cards")] {
            cards.set_option("AnkiConnect address", at).await?;
            cards.press("Send to Anki").await?;
            cards.wait_for_status(words).await?;
            // The browser logs the expected refusal; reading the log clears it.
            drop(page.browser_log().await?);
        }
        ensure!(asked.join().unwrap()[1].contains("importPackage"));
        Ok(())
    })
}

#[test]
fn gnubg_judges_a_bare_position() -> Result<()> {
    on_cards_page("cards-gnubg", BARE_POSITION, async |cards| {
        let page = cards.page;
        cards.press("Ask GNU Backgammon about 1 position").await?;
        cards.wait_for_status("GNU Backgammon analysed 1 position.").await?;
        let best = page.eval("return document.querySelector('.decision strong').textContent").await?;
        ensure!(best == json!("13/11 13/8") || best == json!("24/22 13/8"), "{best}");
        cards.wait_for_in_card(".op").await
    })
}
