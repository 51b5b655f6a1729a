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
        cards.wait_for_status("2 decisions, 1 problem").await?;
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
            cards.pick(label).await?;
            cards.press("Answer").await?;
            page.wait_for_text(".when", verdict).await?;
            page.wait_for(".drill-analysis tr.best").await?;
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

/// The verdict, its cost, the best row and the button to go on, without scrolling.
async fn everything_is_in_sight(page: &Page) -> Result<()> {
    let hidden = page
        .eval(
            "const tabs = document.querySelector('.tabs')?.getBoundingClientRect(); \
             const bottom = tabs && tabs.top > innerHeight / 2 ? tabs.top : innerHeight; \
             return ['.drill-board svg', '.says strong', '.says .cost', '.equities tr.best', '.equities tr.you', \
             '.drilling-foot .button'].filter(what => { \
             const box = document.querySelector(what)?.getBoundingClientRect(); \
             return box && (box.top < 0 || box.bottom > bottom + 1) }).concat(scrollY ? ['scrolled'] : [])",
        )
        .await?;
    ensure!(hidden == json!([]), "not in sight: {hidden}");
    Ok(())
}

#[test]
fn a_drill_is_answered_by_moving_checkers_with_the_verdict_in_sight() -> Result<()> {
    on_cards_page("cards-by-hand", XG_EXPORT, async |cards| {
        let page = cards.page;
        page.screen(Screen::LAPTOP).await?;
        cards.press("Drill now").await?;
        page.wait_for(".drill-board svg").await?;
        let board = page
            .eval("return document.querySelector('.drill-board svg').getBoundingClientRect().width")
            .await?;
        ensure!(
            board.as_f64().unwrap_or_default() > 740.0,
            "the board is as large as the window allows: {board}"
        );
        // Click and click: the checker, then its target.
        cards.click_point(8).await?;
        page.wait_for(".drill-board .h").await?;
        cards.click_point(5).await?;
        cards.wait_for_play("8/5").await?;
        page.wait_for_count(".drill-board rect.u", 1).await?;
        cards.press("Take back").await?;
        cards.wait_for_play("").await?;
        // Drag.
        cards.drag_point(8, 5).await?;
        cards.wait_for_play("8/5").await?;
        cards.drag_point(6, 5).await?;
        cards.wait_for_play("8/5 6/5").await?;
        page.wait_for_count(".drill-board rect.u", 2).await?;
        cards.press("Answer").await?;
        page.wait_for_text(".says strong", "Right: 8/5 6/5").await?;
        everything_is_in_sight(page).await?;
        let overlap = page
            .eval("const m = document.querySelector('.status-message:not(.visually-hidden)')?.getBoundingClientRect(); \
                   const a = document.querySelector('.drilling-foot .button').getBoundingClientRect(); \
                   return Boolean(m) && m.bottom > a.top && m.right > a.left")
            .await?;
        ensure!(overlap == json!(false), "a message covers the button");
        Ok(())
    })
}

#[test]
fn a_typed_play_is_an_answer_and_back_ends_the_drill() -> Result<()> {
    on_cards_page("cards-typed", XG_EXPORT, async |cards| {
        let page = cards.page;
        cards.press("Drill now").await?;
        page.wait_for(".typed-move input").await?;
        let address = page.eval("return location.search").await?;
        ensure!(address == json!("?drill=1"), "{address}");
        cards.type_play("13/8").await?;
        page.wait_for_text(".typed-error", "“13/8” is not legal with this roll.").await?;
        cards.type_play("13/9").await?;
        cards.wait_for_play("13/9").await?;
        cards.press("Answer").await?;
        page.wait_for_text(".says .cost", "13/9 is not in the analysis: it costs at least 0.178.").await?;
        page.eval("history.back()").await?;
        page.wait_for(".decisions li").await?;
        page.eval("history.forward()").await?;
        page.wait_for(".drilling").await
    })
}

#[test]
fn the_list_names_plays_and_costs_and_its_filter_is_in_the_address() -> Result<()> {
    on_cards_page("cards-worst-first", XG_EXPORT, async |cards| {
        let page = cards.page;
        cards.paste(SHORT_MATCH).await?;
        let rows = page
            .eval("return [...document.querySelectorAll('.decision')].map(row => row.innerText.replace(/\\s+/g, ' '))")
            .await?;
        ensure!(rows.to_string().contains("Ann"), "{rows}");
        cards.set_filter("Whose", "Ann").await?;
        page.wait_until("the address", "return location.search === '?player=Ann'").await?;
        cards.set_filter("Order", "cost").await?;
        page.wait_until("the address", "return location.search === '?player=Ann&order=cost'").await?;
        page.eval("history.back()").await?;
        page.wait_until(
            "the order",
            "return [...document.querySelectorAll('.card-filter select')].at(-1).value === ''",
        )
        .await?;
        page.eval("history.back()").await?;
        page.wait_until("no filter", "return document.querySelector('.card-filter select').value === ''")
            .await?;
        // A position without analysis: a large board and one green button.
        page.eval("[...document.querySelectorAll('.decision')].find(row => row.innerText.includes('Not analysed')).click()").await?;
        page.wait_for(".large-board svg").await?;
        page.wait_for_text(".preview .button.main", "Ask GNU Backgammon").await?;
        // One thing scrolls: the list.
        page.screen(Screen::LAPTOP).await?;
        let scrolling = page
            .eval("return [...document.querySelectorAll('main *')].concat(document.documentElement).filter(element => \
                   element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0 && \
                   (element === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)))\
                   .map(element => element.className || element.tagName)")
            .await?;
        ensure!(scrolling.as_array().is_some_and(|all| all.len() <= 1), "{scrolling}");
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
            page.wait_for(".ops .op").await?;
            check_screen(page, n, "drill").await?;
            page.eval("document.querySelectorAll('.ops .op')[1].click()").await?;
            cards.press("Answer").await?;
            page.wait_for(".drill-analysis tr.best").await?;
            check_screen(page, n, "answer").await?;
            everything_is_in_sight(page).await?;
            cards.press("End the drill").await?;
            page.wait_for(".cards").await?;
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

/// A file of eXtreme Gammon, which is also an input of the fuzz targets.
fn xg_match() -> std::path::PathBuf {
    e2e::workspace().join("fuzz/corpus/xg_read/match.xg")
}

#[test]
fn a_dropped_file_of_extreme_gammon_has_its_analysis_and_my_errors_are_one_filter_away() -> Result<()> {
    in_browser("cards-xg", async |page| {
        page.visit("/cards").await?;
        page.wait_for("#cards-text").await?;
        page.drop_file(&xg_match()).await?;
        let cards = CardsPage { page };
        cards
            .wait_for_status("match.xg, read as an eXtreme Gammon file: 7 decisions, 2 without analysis")
            .await?;
        cards.wait_for_heading("9 decisions").await?;
        cards.set_filter("Whose decisions", "Ann Ž").await?;
        cards.set_filter("Error of at least", "0.04").await?;
        let titles =
            "return [...document.querySelectorAll('.decisions li strong')].map(row => row.textContent)";
        page.wait_until("two errors and one question", &format!("{titles}.length === 3")).await?;
        let rows = page.eval(titles).await?;
        // What was played: the first two cost something, the last one is not analysed.
        ensure!(rows == json!(["24/20", "Double", "24/13"]), "{rows}");
        Ok(())
    })
}

#[test]
fn a_broken_file_of_extreme_gammon_is_called_a_problem() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("half.xg");
    std::fs::write(&path, &std::fs::read(xg_match())?[..5000])?;
    in_browser("cards-half-xg", async |page| {
        page.visit("/cards").await?;
        page.wait_for("#cards-text").await?;
        page.drop_file(&path).await?;
        let cards = CardsPage { page };
        cards.wait_for_status("half.xg, read as an eXtreme Gammon file: 1 problem.").await?;
        page.wait_for_text(".decisions li", "half.xg, record 0").await?;
        page.wait_for_text(".decisions li", "the file is incomplete: its end is missing").await
    })
}
