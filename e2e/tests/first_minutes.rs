//! The first ten minutes of a new user.

use anyhow::{Result, ensure};
use e2e::{Page, Screen, in_browser};
use serde_json::json;
use thirtyfour::Key;

async fn wait_for_study(page: &Page, name: &str) -> Result<()> {
    page.wait_for_path("/study").await?;
    page.wait_for_text(".title .name", name).await
}

async fn wait_for_field(page: &Page) -> Result<()> {
    page.wait_until("the field", "return document.getElementById('open-anything')?.checkVisibility()").await
}

async fn paste(page: &Page, text: &str) -> Result<()> {
    wait_for_field(page).await?;
    page.fill("#open-anything", text).await?;
    page.click_on(".home .open-panel .button.main").await
}

#[test]
fn a_new_user_looks_around_studies_plays_solves_and_makes_a_deck() -> Result<()> {
    in_browser("first-minutes", async |page| {
        page.visit("/").await?;
        // Part of the tour.
        page.click_button("Take the tour").await?;
        page.wait_for_text(".tour-card", "1 of 7").await?;
        page.check_accessibility("the tour").await?;
        page.click_button("Next").await?;
        page.wait_for_text(".tour-card", "2 of 7").await?;
        page.press(Key::Escape + "").await?;
        page.wait_until_gone(".tour-card").await?;
        page.wait_until_gone(".invitation").await?;

        // A sample, stepped through.
        page.click_button("A Go game").await?;
        wait_for_study(page, "A first game.sgf").await?;
        page.press(Key::Right + Key::Right).await?;
        page.wait_until(
            "two stones",
            "return document.querySelectorAll('#board svg g.stones > *').length >= 2",
        )
        .await?;

        // The bot.
        page.follow_link("/play").await?;
        page.click_button("Start").await?;
        page.wait_for(".game-board").await?;
        page.submit_move(Some((2, 2))).await?;
        page.wait_for_turns(1).await?;

        // A puzzle.
        page.follow_link("/train").await?;
        page.click_button("Try chess").await?;
        page.click_button("Start a session").await?;
        page.wait_for_piece("a1", "white rook").await?;
        page.click_square("a1").await?;
        page.click_square("a8").await?;
        page.wait_for_piece("a8", "white rook").await?;

        // A deck.
        page.follow_link("/").await?;
        page.click_button("A backgammon decision").await?;
        page.wait_for_path("/cards").await?;
        page.wait_until("a decision", "return document.querySelectorAll('.decisions li').length > 0").await?;
        let folder = tempfile::tempdir()?;
        page.download_to(folder.path()).await?;
        page.click_button("Export .apkg").await?;
        let package = page.downloaded(&folder.path().join("Backgammon.apkg")).await?;
        ensure!(package.starts_with(b"PK"), "the deck is no package");

        // Home lists what was started, and the tour is not offered again.
        page.visit("/").await?;
        let begun = "const all = document.querySelector('.continue-list').textContent; \
            return all.includes('A first game.sgf') && all.includes('Your game against the bot') && all.includes('Cards in progress')";
        page.wait_until("the game to continue", begun).await?;
        ensure!(page.count(".invitation").await? == 0);
        page.check_accessibility("home with unfinished work").await?;
        for screen in Screen::ALL {
            page.screen(screen).await?;
            page.save_screenshot(&format!("home-{}", screen.name())).await;
        }
        page.click_button("A first game.sgf").await?;
        wait_for_study(page, "A first game.sgf").await
    })
}

/// The name and content of a file, the page that opens it, and what is shown there.
const KINDS: &[(&str, &str, &str, &str)] = &[
    ("club.sgf", "(;GM[1]SZ[9];B[ee])", "/study", "Pasted.sgf"),
    ("open.pgn", "1. e4 e5 2. Nf3 *", "/study", "Pasted.pgn"),
    ("mate.fen", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "/study", "Position.pgn"),
    ("xgid.txt", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "/cards", "1 without analysis"),
    ("ogid.txt", "11jjjjjhhhccccc:ooddddd88866666:N0N:43:W:IW:0:0:1:0", "/cards", "1 without analysis"),
    ("gnuid.txt", "4HPwATDgc/ABMA:cAkAAAAAAAAA", "/cards", "1 without analysis"),
    ("xg.txt", include_str!("../../apps/web/src/cards/example.txt"), "/cards", "2 decisions"),
    ("thursday.mat", MATCH, "/cards", "read as a match file"),
];

const MATCH: &str = " 5 point match\n\n Game 1\n Eve : 0                          Fay : 0\n  \
    1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 2 points\n";

/// `shown` is the name of the open game in Study, or part of the status text in Cards.
async fn wait_for_element(page: &Page, place: &str, shown: &str) -> Result<()> {
    page.wait_for_path(place).await?;
    page.wait_for_text(
        if place == "/study" { ".title .name" } else { ".status-message .summary-text" },
        shown,
    )
    .await
}

#[test]
fn anything_pasted_opens_on_the_right_page() -> Result<()> {
    in_browser("open-anything", async |page| {
        for (_, text, place, shown) in KINDS {
            page.visit("/").await?;
            paste(page, text).await?;
            wait_for_element(page, place, shown).await?;
        }
        page.visit("/").await?;
        paste(page, "Dear Bob, see you on Thursday.").await?;
        page.wait_for_text(".home .error-text", "Tabiya opens SGF").await?;
        page.check_accessibility("a refusal").await
    })
}

#[test]
fn any_file_dropped_on_home_opens_on_the_right_page() -> Result<()> {
    in_browser("drop-anything", async |page| {
        for (name, text, place, shown) in KINDS {
            page.visit("/").await?;
            wait_for_field(page).await?;
            drop_file(page, name, text).await?;
            // It keeps its name; a position becomes a game.
            let named = name.replace(".fen", ".pgn");
            wait_for_element(page, place, if *place == "/study" { &named } else { shown }).await?;
        }
        page.visit("/").await?;
        wait_for_field(page).await?;
        drop_file(page, "letter.doc", "Dear Bob").await?;
        page.wait_for_text(".home .error-text", "letter.doc is not in a format").await
    })
}

async fn drop_file(page: &Page, name: &str, text: &str) -> Result<()> {
    let script = format!(
        "const held = new DataTransfer(); held.items.add(new File([{}], {})); \
         for (const kind of ['dragover', 'drop']) document.querySelector('main').dispatchEvent(\
           new DragEvent(kind, {{ dataTransfer: held, bubbles: true, cancelable: true }}))",
        json!(text),
        json!(name)
    );
    page.eval(&script).await?;
    Ok(())
}

#[test]
fn home_links_to_what_was_started() -> Result<()> {
    in_browser("going-on", async |page| {
        // A room that somebody could join, and today's share of a cycle.
        page.visit("/play").await?;
        page.click_button("Open a room").await?;
        page.wait_until("the page", "return location.search.startsWith('?room=')").await?;
        page.visit("/train").await?;
        page.click_button("Try chess").await?;
        page.click_button("Start the first cycle").await?;
        page.wait_for(".solve").await?;
        page.visit("/play").await?;
        page.click_button("Start").await?;
        page.wait_for(".game-board").await?;
        for (tile, place, there) in [
            ("a[href^=\"/play?room=\"]:not([href$=bot])", "/play", ".join-form, .lobby, .game-room"),
            ("a[href=\"/play?room=bot\"]", "/play", ".game-board"),
            ("a[href^=\"/train?set=\"]", "/train", ".train-set"),
        ] {
            page.visit("/").await?;
            page.click_on(&format!(".continue-list {tile}")).await?;
            page.wait_for_path(place).await?;
            let seen = format!("return document.querySelector({there:?})?.checkVisibility() === true");
            page.wait_until(there, &seen).await?;
        }
        Ok(())
    })
}

#[test]
fn a_question_mark_shows_the_keys_of_every_page() -> Result<()> {
    in_browser("keys-everywhere", async |page| {
        for place in ["/", "/study", "/play", "/train", "/cards", "/library", "/settings"] {
            page.visit(place).await?;
            page.eval("document.activeElement?.blur()").await?;
            page.press("?").await?;
            page.wait_for("dialog[open] dl.keys").await?;
            page.press(Key::Escape + "").await?;
        }
        Ok(())
    })
}

/// Whether the ring is around this control, and ring and card are inside the window.
fn points_at(selector: &str) -> String {
    format!(
        "const [at, ring, card] = [{selector:?}, '.tour-ring', '.tour-card'].map((s) => document.querySelector(s)?.getBoundingClientRect()); \
         if (!at || !ring || !card) return false; \
         const covers = Math.abs(ring.left - at.left + 6) < 2 && Math.abs(ring.top - at.top + 6) < 2 && Math.abs(ring.right - at.right - 6) < 8; \
         const apart = card.bottom <= ring.top || card.top >= ring.bottom || card.height + at.height > innerHeight; \
         return covers && apart && card.left >= 0 && card.right <= innerWidth && card.top >= 0 && card.bottom <= innerHeight"
    )
}

#[test]
fn the_tour_points_at_the_real_controls_by_keyboard_and_on_a_phone() -> Result<()> {
    const TARGETS: [&str; 7] = [
        ".home .open-panel",
        ".page-link[href='/study']",
        ".page-link[href='/play']",
        ".page-link[href='/train']",
        ".page-link[href='/cards']",
        ".page-link[href='/library']",
        ".bar button.tool",
    ];
    in_browser("tour", async |page| {
        for screen in [Screen::LAPTOP, Screen::PHONE.dark()] {
            page.screen(screen).await?;
            page.visit("/").await?;
            page.eval("localStorage.removeItem('tabiya.tour')").await?;
            page.visit("/").await?;
            page.click_button("Take the tour").await?;
            for (number, target) in TARGETS.into_iter().enumerate() {
                page.wait_for_text(".tour-card", &format!("{} of 7", number + 1)).await?;
                page.wait_until(&format!("the ring is around {target}"), &points_at(target)).await?;
                if matches!(number, 0 | 3) {
                    page.check_accessibility(&format!("step {number} of the tour on {screen:?}")).await?;
                    page.save_screenshot(&format!("tour-{number}-{}", screen.name())).await;
                }
                page.press(Key::Right + "").await?;
            }
            page.wait_until_gone(".tour-card").await?;
            let seen = page.eval("return localStorage.getItem('tabiya.tour')").await?;
            ensure!(seen == json!("seen"), "it is offered again");
        }
        Ok(())
    })
}

#[test]
fn what_is_pasted_on_home_is_shown_as_a_picture_before_it_is_opened() -> Result<()> {
    in_browser("home-recognised", async |page| {
        page.visit("/").await?;
        wait_for_field(page).await?;
        for (name, text, words) in [
            ("go", "(;GM[1]SZ[9]PB[Ann]PW[Bob];B[cc];W[gf])", "Go recordAnn – Bob"),
            (
                "chess",
                "[White \"Zoë\"]\n[Black \"Dan\"]\n\n1. e4 *\n\n[White \"Eve\"]\n\n1. d4 *\n",
                "Chess gamesZoë – Dan · 2 games",
            ),
            ("position", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "Chess position"),
            ("backgammon", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10", "Backgammon position"),
        ] {
            page.fill("#open-anything", text).await?;
            page.wait_for_text(".recognised", words).await?;
            let drawn = "const i = document.querySelector('.recognised-board'); return i?.complete && i.naturalWidth > 0";
            page.wait_until(&format!("a picture of {name}"), drawn).await?;
            page.save_screenshot(&format!("home-recognised-{name}")).await;
        }
        page.screen(Screen::PHONE.dark()).await?;
        page.check_accessibility("a recognised text").await?;
        page.save_screenshot("home-recognised-390-dark").await;
        page.fill("#open-anything", "good morning").await?;
        page.wait_until_gone(".recognised-board").await
    })
}
