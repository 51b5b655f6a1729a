//! The Cards page in a real browser: pasted text becomes decisions, cards, a package, a deck in Anki, and a drill.

#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use anyhow::{Context, Result, ensure};
use e2e::{Page, Screen, in_browser, workspace};
use serde_json::{Value, json};

const EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:A   O:B\n\n    \
    1. 3-ply       8/5 6/5                      eq:+0.162\n    2. 3-ply       24/23 13/10                  eq:+0.150 (-0.012)\n    \
    3. 3-ply       24/20                        eq:-0.016 (-0.178)\n\nFive point.\n\neXtreme Gammon Version: 2.10\n\n\
    XGID=-b----E-C---eE---c-e----B-:0:0:1:77:2:0:0:5:10\n\n    1. 3-ply  8/5 6/5  eq:+0.162\n\n\
    XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n       No redouble:     +0.760 (-0.085)\n       \
    Redouble/Take:   +0.845\n       Redouble/Pass:   +1.000 (+0.155)\n";
const BARE: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10\n";

async fn paste(page: &Page, text: &str) -> Result<()> {
    page.wait_until("the field", "return document.getElementById('cards-text') !== null").await?;
    let script = format!(
        "const area = document.getElementById('cards-text'); area.value = {}; \
         [...document.querySelectorAll('.open-panel .button')].find(b => b.textContent === 'Add').click()",
        json!(text)
    );
    page.eval(&script).await?;
    page.wait_until("the list", "return document.querySelector('.decisions li') !== null").await
}

async fn press(page: &Page, words: &str) -> Result<()> {
    let script = format!(
        "const b = [...document.querySelectorAll('main button')].find(b => (b.ariaLabel || b.textContent).trim().startsWith({words:?})); \
         if (!b || b.disabled) return false; b.click(); return true"
    );
    page.wait_until(words, &script).await
}

async fn expect_status(page: &Page, words: &str) -> Result<()> {
    let script = format!("return document.querySelector('.summary-text').textContent.includes({words:?})");
    let waited = page.wait_until(words, &script).await;
    let now = page.eval("return document.querySelector('.summary-text')?.textContent ?? ''").await?;
    waited.with_context(|| format!("it says {now}"))
}

/// Inside the card.
async fn on_card(page: &Page, script: &str) -> Result<Value> {
    page.enter_frame(0).await?;
    let answer = page.eval(script).await;
    page.enter_default_frame().await?;
    answer
}

async fn wait_for_card(page: &Page, what: &str, script: &str) -> Result<()> {
    page.enter_frame(0).await?;
    let waited = page.wait_until(what, script).await;
    page.enter_default_frame().await?;
    waited
}

async fn picture(page: &Page, name: &str) -> Result<()> {
    let folder = std::env::var_os("TABIYA_SHOTS")
        .map_or_else(|| workspace().join("target/screenshots"), std::path::PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    Ok(page.screenshot(&folder.join(format!("{name}.png"))).await?)
}

#[test]
fn pasted_text_becomes_a_list_with_errors_in_place() -> Result<()> {
    in_browser("cards-list", async |page| {
        page.visit("/cards").await?;
        paste(page, EXPORT).await?;
        let rows = page
            .eval("return [...document.querySelectorAll('.decisions li')].map(li => li.querySelector('strong').textContent)")
            .await?;
        ensure!(rows == json!(["8/5 6/5", "Pasted text, line 13, column 39", "Double/Take"]), "{rows}");
        expect_status(page, "2 decisions, 1 error").await?;
        let boards = page.eval("return document.querySelectorAll('.small-board svg use').length").await?;
        ensure!(boards.as_u64() > Some(40), "{boards}");
        // Remove the error; the rest stays, also after a reload.
        page.eval("document.querySelectorAll('.decisions .tool')[1].click()").await?;
        page.wait_until("two rows", "return document.querySelectorAll('.decisions li').length === 2").await?;
        page.visit("/cards").await?;
        page.wait_until("two rows", "return document.querySelectorAll('.decisions li').length === 2").await?;
        // Removed items can be put back, also all at once.
        press(page, "Clear").await?;
        page.wait_until("the beginning", "return document.querySelector('.cards-beginning') !== null")
            .await?;
        press(page, "Undo").await?;
        page.wait_until("two rows", "return document.querySelectorAll('.decisions li').length === 2").await?;
        page.visit("/cards").await?;
        page.wait_until("two rows", "return document.querySelectorAll('.decisions li').length === 2").await
    })
}

/// This many decisions, each at another score.
fn many(count: usize) -> String {
    let one = |n: usize| {
        format!(
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:{}:{}:0:99:10\n\n    1. 3-ply  8/5 6/5  eq:+0.162\n      \
             Player:   55.10% (G:17.20% B:1.10%)\n      Opponent: 44.90% (G:12.40% B:0.60%)\n    \
             2. 3-ply  24/23 13/10  eq:+0.150 (-0.012)\n    3. 3-ply  24/20  eq:-0.016 (-0.178)\n\n",
            n % 90,
            n / 90
        )
    };
    (0..count).map(one).collect()
}

async fn heading(page: &Page, words: &str) -> Result<()> {
    let script = format!("return document.querySelector('.decisions-head h2')?.textContent === {words:?}");
    page.wait_until(words, &script).await
}

#[test]
fn five_thousand_decisions_are_restored_after_a_reload() -> Result<()> {
    in_browser("cards-many", async |page| {
        page.visit("/cards").await?;
        paste(page, &many(5000)).await?;
        heading(page, "5000 decisions").await?;
        // A note on one of them is written at once.
        let note = "const n = document.querySelector('.card-note textarea'); n.value = 'Number one'; \
            n.dispatchEvent(new Event('input', { bubbles: true }))";
        page.eval(note).await?;
        page.visit("/cards").await?;
        heading(page, "5000 decisions").await?;
        let note = page.eval("return document.querySelector('.card-note textarea').value").await?;
        ensure!(note == json!("Number one"), "{note}");
        press(page, "Show more (4940 left)").await?;
        let rows = page.eval("return document.querySelectorAll('.decisions li').length").await?;
        ensure!(rows == json!(120), "{rows}");
        Ok(())
    })
}

#[test]
fn a_full_browser_reports_it_and_saves_once_there_is_space() -> Result<()> {
    in_browser("cards-full", async |page| {
        page.visit("/cards").await?;
        page.wait_until("the field", "return document.getElementById('cards-text') !== null").await?;
        let origin = page.eval("return location.origin").await?;
        let quota = async |size: u64| {
            let wanted = json!({ "origin": origin, "quotaSize": size });
            page.cdp().send_raw("Storage.overrideQuotaForOrigin", wanted).await
        };
        quota(1000).await?;
        paste(page, &many(400)).await?;
        expect_status(page, "This browser’s storage is full: export the deck before you close the page.")
            .await?;
        quota(1 << 30).await?;
        page.eval("document.querySelector('.decisions .tool').click()").await?;
        heading(page, "399 decisions").await?;
        page.visit("/cards").await?;
        heading(page, "399 decisions").await
    })
}

/// A line of the options.
async fn set_option(page: &Page, label: &str, value: &str) -> Result<()> {
    let fill = format!(
        "const i = [...document.querySelectorAll('.options label')].find(l => l.textContent.startsWith({label:?})) \
         .querySelector('input, select'); i.value = {value:?}; i.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    );
    page.eval(&fill).await.map(drop)
}

const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
    1) 31: 8/5 6/5                     42: 8/4 6/4\n  2) 52: 13/8 5/3                    63: 24/15\n";

#[test]
fn the_decisions_of_a_match_are_analysed_and_filtered_by_player_and_loss() -> Result<()> {
    in_browser("cards-match", async |page| {
        page.visit("/cards").await?;
        paste(page, MATCH).await?;
        set_option(page, "GNU Backgammon search depth", "0").await?;
        let all = page.eval("return document.querySelectorAll('.decisions li').length").await?;
        let sift = |label: &str, value: &str| {
            format!(
                "const i = [...document.querySelectorAll('.card-filter label')].find(l => l.textContent.startsWith({label:?})) \
                 .querySelector('input, select'); i.value = {value:?}; i.dispatchEvent(new Event('change', {{ bubbles: true }}))"
            )
        };
        page.eval(&sift("Whose decisions", "Ann")).await?;
        page.wait_until(
            "fewer rows",
            &format!("return document.querySelectorAll('.decisions li').length < {all}"),
        )
        .await?;
        let of_ann = page.eval("return document.querySelectorAll('.decisions li').length").await?;
        press(page, &format!("Ask GNU Backgammon about {of_ann} position")).await?;
        expect_status(page, &format!("GNU Backgammon analysed {of_ann} position")).await?;
        // Breaking the five point is a blunder, making it was none.
        page.eval(&sift("Error of at least", "0.08")).await?;
        heading(page, &format!("1 of {all} decisions")).await?;
        page.visit("/cards").await?;
        heading(page, &format!("1 of {all} decisions")).await?;
        page.eval(&sift("Error of at least", "0")).await?;
        heading(page, &format!("{of_ann} of {all} decisions")).await
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
    in_browser("cards-stop", async |page| {
        let folder = tempfile::tempdir()?;
        page.visit("/cards").await?;
        paste(page, MATCH).await?;
        set_option(page, "Path to gnubg", &hanging_gnubg(folder.path())?).await?;
        press(page, "Ask GNU Backgammon").await?;
        press(page, "Stop").await?;
        expect_status(page, "Stopped: GNU Backgammon analysed 0 of ").await?;
        page.wait_until("an end", "return document.querySelector('.progress') === null").await?;
        set_option(page, "Path to gnubg", "/no/such/gnubg").await?;
        press(page, "Ask GNU Backgammon").await?;
        expect_status(page, "apt install gnubg").await?;
        // The browser logs the expected refusal; reading the log clears it.
        drop(page.browser_log().await?);
        Ok(())
    })
}

#[test]
fn the_card_is_shown_as_on_a_phone_front_and_back_with_its_note() -> Result<()> {
    in_browser("cards-preview", async |page| {
        page.visit("/cards").await?;
        paste(page, EXPORT).await?;
        wait_for_card(page, "the front", "return document.querySelectorAll('.op').length === 3").await?;
        // A clicked move is animated on the board.
        on_card(
            page,
            "[...document.querySelectorAll('.op')].find(o => o.textContent.slice(1) === '24/20').click()",
        )
        .await?;
        wait_for_card(
            page,
            "a checker that has moved",
            "return document.querySelector('use[data-p=m20]') !== null",
        )
        .await?;
        page.eval("document.querySelectorAll('.preview input[type=radio]')[1].click()").await?;
        wait_for_card(
            page,
            "the verdict",
            "return document.querySelector('.verdict')?.textContent === 'Wrong (-0.178)'",
        )
        .await?;
        let note = "const n = document.querySelector('.card-note textarea'); n.value = 'Always the five point'; \
            n.dispatchEvent(new Event('input', { bubbles: true }))";
        page.eval(note).await?;
        wait_for_card(
            page,
            "the note",
            "return document.querySelector('.note')?.textContent === 'Always the five point'",
        )
        .await?;
        // The card is sandboxed: it cannot reach the studio.
        let reach =
            on_card(page, "try { return String(parent.document.title) } catch (e) { return e.name }").await?;
        ensure!(reach == json!("SecurityError"), "{reach}");
        Ok(())
    })
}

#[test]
fn a_package_is_downloaded() -> Result<()> {
    in_browser("cards-export", async |page| {
        let folder = tempfile::tempdir()?;
        let allow = json!({ "behavior": "allow", "downloadPath": folder.path() });
        page.cdp().send_raw("Browser.setDownloadBehavior", allow).await?;
        page.visit("/cards").await?;
        paste(page, EXPORT).await?;
        press(page, "Export .apkg").await?;
        expect_status(page, "Backgammon.apkg was saved").await?;
        let path = folder.path().join("Backgammon.apkg");
        for _ in 0..200 {
            if path.exists() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        ensure!(std::fs::read(path)?.starts_with(b"PK"));
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
            let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
            while !received.ends_with(b"}") {
                let count = stream.read(&mut buffer).unwrap();
                received.extend_from_slice(&buffer[..count]);
            }
            write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{answer}", answer.len()).unwrap();
            String::from_utf8_lossy(&received).into_owned()
        };
        [r#"{"result": 6, "error": null}"#, r#"{"result": true, "error": null}"#].map(ask).to_vec()
    });
    Ok((address, asked))
}

#[test]
fn a_deck_is_sent_to_anki_and_a_missing_anki_is_reported() -> Result<()> {
    in_browser("cards-anki", async |page| {
        let (address, asked) = anki()?;
        page.visit("/cards").await?;
        paste(page, EXPORT).await?;
        page.eval("document.querySelector('.options').open = true").await?;
        for (at, words) in [("127.0.0.1:9", "Anki is not responding"), (&address, "Anki imported 2 cards")] {
            set_option(page, "AnkiConnect address", at).await?;
            press(page, "Send to Anki").await?;
            expect_status(page, words).await?;
            // The browser logs the expected refusal; reading the log clears it.
            drop(page.browser_log().await?);
        }
        ensure!(asked.join().unwrap()[1].contains("importPackage"));
        Ok(())
    })
}

#[test]
fn gnubg_analyses_a_position_without_analysis() -> Result<()> {
    in_browser("cards-gnubg", async |page| {
        page.visit("/cards").await?;
        paste(page, BARE).await?;
        press(page, "Ask GNU Backgammon about 1 position").await?;
        expect_status(page, "GNU Backgammon analysed 1 position.").await?;
        let best = page.eval("return document.querySelector('.decision strong').textContent").await?;
        ensure!(best == json!("13/11 13/8") || best == json!("24/22 13/8"), "{best}");
        let source = "return document.querySelector('.op') !== null";
        wait_for_card(page, "the card", source).await
    })
}

#[test]
fn decisions_are_drilled_and_asked_again_when_due() -> Result<()> {
    in_browser("cards-drill", async |page| {
        page.visit("/cards").await?;
        paste(page, EXPORT).await?;
        press(page, "Drill now").await?;
        for (label, verdict) in [
            ("8/5 6/5", "Right."),
            ("No double/Take", "Wrong: you will see it again today."),
            ("Double/Take", "Right."),
        ] {
            let choose = format!(
                "const o = [...document.querySelectorAll('.op')].find(o => o.textContent.slice(1) === {label:?}); \
                 if (!o || document.querySelector('.answer')) return false; o.click(); return true"
            );
            wait_for_card(page, label, &choose).await?;
            press(page, "Answer").await?;
            page.wait_until(
                verdict,
                &format!("return document.querySelector('.when').textContent.startsWith({verdict:?})"),
            )
            .await?;
            wait_for_card(page, "the back", "return document.querySelector('.answer') !== null").await?;
            press(page, "Next").await?;
        }
        page.wait_until("the end", "return document.querySelector('.drilling-done') !== null").await?;
        let score = page.eval("return document.querySelector('.drilling-done .muted').textContent").await?;
        ensure!(score == json!("2 of 3 right, 0 to go"), "{score}");
        let kept = page
            .eval(
                "return Object.keys(JSON.parse(localStorage.getItem('tabiya.cards.schedule')).cards).length",
            )
            .await?;
        ensure!(kept == json!(2), "{kept}");
        Ok(())
    })
}

/// Chooses one of the three panes of a narrow screen.
async fn pane(page: &Page, label: &str) -> Result<()> {
    let script = format!(
        "[...document.querySelectorAll('.panes .segment')].find(s => s.textContent === {label:?}).querySelector('input').click()"
    );
    page.eval(&script).await.map(drop)
}

const SCREENS: [Screen; 4] = [
    Screen::LAPTOP,
    Screen { dark: true, ..Screen::LAPTOP },
    Screen::PHONE,
    Screen { dark: true, ..Screen::PHONE },
];

#[test]
fn the_page_passes_the_accessibility_check_in_light_and_dark_and_on_a_phone() -> Result<()> {
    in_browser("cards-access", async |page| {
        for (n, screen) in SCREENS.into_iter().enumerate() {
            page.screen(screen).await?;
            page.visit("/cards").await?;
            page.wait_until("the page", "return document.querySelector('.cards, .cards-beginning') !== null")
                .await?;
            if n > 0 {
                press(page, "Clear").await?;
                press(page, "Dismiss").await?;
            }
            check_screen(page, n, "beginning").await?;
            paste(page, &format!("{EXPORT}\n{BARE}\n{}", many(2))).await?;
            paste(page, MATCH).await?;
            check_screen(page, n, "list").await?;
            press(page, "Dismiss").await?;
            page.eval("document.querySelector('.decision').click()").await?;
            wait_for_card(page, "the card", "return document.querySelector('.op') !== null").await?;
            check_screen(page, n, "card").await?;
            page.eval("document.querySelectorAll('.preview input[type=radio]')[1].click()").await?;
            wait_for_card(page, "the back", "return document.querySelector('.answer') !== null").await?;
            check_screen(page, n, "back").await?;
            pane(page, "Deck").await?;
            page.eval("document.querySelector('.options').open = true").await?;
            page.eval("document.querySelector('.options').scrollIntoView()").await?;
            check_screen(page, n, "deck").await?;
            press(page, "Drill now").await?;
            wait_for_card(page, "the card", "return document.querySelector('.op') !== null").await?;
            check_screen(page, n, "drill").await?;
            press(page, "End the drill").await?;
        }
        Ok(())
    })
}

/// Takes a screenshot, checks accessibility, and that the page is not wider than the screen.
async fn check_screen(page: &Page, screen: usize, place: &str) -> Result<()> {
    let name = ["day", "night", "phone", "phone-night"][screen];
    picture(page, &format!("cards-{name}-{place}")).await?;
    // A dark phone adds nothing to the dark laptop and the light phone.
    if screen < 3 {
        page.check_accessibility(&format!("{place}, {name}")).await?;
    }
    let wide = page.eval("return document.documentElement.scrollWidth > innerWidth").await?;
    ensure!(wide == json!(false), "{place} is wider than the screen ({name})");
    Ok(())
}
