//! The Cards page in a real browser: pasted text becomes decisions, cards and a drill.

use anyhow::{Result, ensure};
use e2e::{BARE_POSITION, CardsPage, Page, SHORT_MATCH, Screen, XG_EXPORT, in_browser, on_cards_page};
use serde_json::json;

#[test]
fn pasted_text_becomes_a_list_with_errors_in_place() -> Result<()> {
    on_cards_page("cards-list", XG_EXPORT, async |cards| {
        let page = cards.page;
        let rows = page
            .eval("return [...document.querySelectorAll('.decisions li')].map(li => li.querySelector('strong').textContent)")
            .await?;
        ensure!(rows == json!(["8/5 6/5", "Pasted text, line 13, column 39", "Double/Take"]), "{rows}");
        cards.wait_for_status("2 decisions, 1 error").await?;
        let checkers = page.count(".small-board svg use").await?;
        ensure!(checkers > 40, "{checkers}");
        // Remove the error; the rest stays, also after a reload.
        page.eval("document.querySelectorAll('.decisions .tool')[1].click()").await?;
        page.wait_for_count(".decisions li", 2).await?;
        page.visit("/cards").await?;
        page.wait_for_count(".decisions li", 2).await?;
        // Removed items can be put back, also all at once.
        cards.press("Clear").await?;
        page.wait_for(".cards-start").await?;
        cards.press("Undo").await?;
        page.wait_for_count(".decisions li", 2).await?;
        page.visit("/cards").await?;
        page.wait_for_count(".decisions li", 2).await
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

#[test]
fn five_thousand_decisions_are_restored_after_a_reload() -> Result<()> {
    on_cards_page("cards-many", &many(5000), async |cards| {
        let page = cards.page;
        cards.wait_for_heading("5000 decisions").await?;
        // A note on one of them is written at once.
        page.fill(".card-note textarea", "Number one").await?;
        page.visit("/cards").await?;
        cards.wait_for_heading("5000 decisions").await?;
        let note = page.eval("return document.querySelector('.card-note textarea').value").await?;
        ensure!(note == json!("Number one"), "{note}");
        cards.press("Show more (4940 left)").await?;
        page.wait_for_count(".decisions li", 120).await
    })
}

#[test]
fn a_full_browser_reports_it_and_saves_once_there_is_space() -> Result<()> {
    in_browser("cards-full", async |page| {
        let cards = CardsPage { page };
        page.visit("/cards").await?;
        page.wait_for("#cards-text").await?;
        let origin = page.eval("return location.origin").await?;
        let quota = async |size: u64| {
            let wanted = json!({ "origin": origin, "quotaSize": size });
            page.cdp().send_raw("Storage.overrideQuotaForOrigin", wanted).await
        };
        quota(1000).await?;
        cards.paste(&many(400)).await?;
        cards
            .wait_for_status("This browser’s storage is full: export the deck before you close the page.")
            .await?;
        quota(1 << 30).await?;
        page.click_on(".decisions .tool").await?;
        cards.wait_for_heading("399 decisions").await?;
        page.visit("/cards").await?;
        cards.wait_for_heading("399 decisions").await
    })
}

#[test]
fn the_card_is_shown_as_on_a_phone_front_and_back_with_its_note() -> Result<()> {
    on_cards_page("cards-preview", XG_EXPORT, async |cards| {
        let page = cards.page;
        cards
            .in_card(async |card| {
                card.wait_for_count(".op", 3).await?;
                // A clicked move is animated on the board.
                let click = "[...document.querySelectorAll('.op')].find(o => o.textContent.slice(1) === '24/20').click()";
                card.eval(click).await?;
                card.wait_for("use[data-p=m20]").await
            })
            .await?;
        page.eval("document.querySelectorAll('.preview input[type=radio]')[1].click()").await?;
        cards.in_card(async |card| card.wait_for_text(".verdict", "Wrong (-0.178)").await).await?;
        page.fill(".card-note textarea", "Always the five point").await?;
        cards.in_card(async |card| card.wait_for_text(".note", "Always the five point").await).await?;
        // The card is sandboxed: it cannot reach the studio.
        let reach = "try { return String(parent.document.title) } catch (e) { return e.name }";
        let reach = cards.in_card(async |card| card.eval(reach).await).await?;
        ensure!(reach == json!("SecurityError"), "{reach}");
        Ok(())
    })
}

#[test]
fn decisions_are_drilled_and_asked_again_when_due() -> Result<()> {
    on_cards_page("cards-drill", XG_EXPORT, async |cards| {
        let page = cards.page;
        cards.press("Drill now").await?;
        for (label, verdict) in [
            ("8/5 6/5", "Right."),
            ("No double/Take", "Wrong: you will see it again today."),
            ("Double/Take", "Right."),
        ] {
            let choose = format!(
                "const o = [...document.querySelectorAll('.op')].find(o => o.textContent.slice(1) === {label:?}); \
                 if (!o || document.querySelector('.answer')) return false; o.click(); return true"
            );
            cards.in_card(async |card| card.wait_until(label, &choose).await).await?;
            cards.press("Answer").await?;
            page.wait_for_text(".when", verdict).await?;
            cards.wait_for_in_card(".answer").await?;
            cards.press("Next").await?;
        }
        page.wait_for(".drilling-done").await?;
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

#[test]
fn the_page_passes_the_accessibility_check_in_light_and_dark_and_on_a_phone() -> Result<()> {
    in_browser("cards-access", async |page| {
        let cards = CardsPage { page };
        for (n, screen) in Screen::ALL.into_iter().enumerate() {
            page.screen(screen).await?;
            page.visit("/cards").await?;
            page.wait_for(".cards, .cards-start").await?;
            if n > 0 {
                cards.press("Clear").await?;
                cards.press("Dismiss").await?;
            }
            check_screen(page, n, "beginning").await?;
            cards.paste(&format!("{XG_EXPORT}\n{BARE_POSITION}\n{}", many(2))).await?;
            cards.paste(SHORT_MATCH).await?;
            check_screen(page, n, "list").await?;
            cards.press("Dismiss").await?;
            page.click_on(".decision").await?;
            cards.wait_for_in_card(".op").await?;
            check_screen(page, n, "card").await?;
            page.eval("document.querySelectorAll('.preview input[type=radio]')[1].click()").await?;
            cards.wait_for_in_card(".answer").await?;
            check_screen(page, n, "back").await?;
            pane(page, "Deck").await?;
            page.eval("document.querySelector('.options').open = true").await?;
            page.eval("document.querySelector('.options').scrollIntoView()").await?;
            check_screen(page, n, "deck").await?;
            cards.press("Drill now").await?;
            cards.wait_for_in_card(".op").await?;
            check_screen(page, n, "drill").await?;
            cards.press("End the drill").await?;
        }
        Ok(())
    })
}

/// Takes a screenshot, checks accessibility, and that the page is not wider than the screen.
async fn check_screen(page: &Page, screen: usize, place: &str) -> Result<()> {
    let name = ["day", "night", "phone", "phone-night"][screen];
    page.save_screenshot(&format!("cards-{name}-{place}")).await;
    // A dark phone adds nothing to the dark laptop and the light phone.
    if screen < 3 {
        page.check_accessibility(&format!("{place}, {name}")).await?;
    }
    let wide = page.eval("return document.documentElement.scrollWidth > innerWidth").await?;
    ensure!(wide == json!(false), "{place} is wider than the screen ({name})");
    Ok(())
}
