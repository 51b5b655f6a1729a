//! The page in each language: chosen in Settings, stored, and nothing left in English.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use e2e::{Page, Screen, in_browser};
use i18n::Language;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A script to run on a page, and the selector that shows it is done.
type PageAction = (&'static str, &'static str);

/// Every page, and what is opened on it.
const PAGES: &[(&str, &[PageAction])] = &[
    (
        "/",
        &[
            (PRESS_F1, DIALOG),
            (CLOSE, NO_DIALOG),
            (
                "document.querySelector('.home .open-panel .button.main').click()",
                ".home .error-text:not(:empty)",
            ),
            ("document.querySelector('.invitation .button').click()", "dialog[open] .tour-text"),
            (TOUR_ON, "dialog[open] .tour-row a[href='/study']"),
            (TOUR_ON, "dialog[open] .tour-row a[href='/play']"),
            (TOUR_ON, "dialog[open] .tour-row a[href='/train']"),
            (TOUR_ON, "dialog[open] .tour-row a[href='/cards']"),
            (TOUR_ON, "dialog[open] .tour-row a[href='/library']"),
            (TOUR_ON, NO_DIALOG),
        ],
    ),
    ("/nowhere", &[]),
    (
        "/settings",
        &[
            ("document.querySelector('.keys-setting').open = true", ".keys-setting[open]"),
            ("document.querySelector('.keys-setting li .button:last-child').click()", ".keys-setting"),
            (
                "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))",
                ".keys-setting .error-text:not(:empty)",
            ),
            (PRESS_F1, DIALOG),
        ],
    ),
    (
        "/study",
        &[
            (PRESS_F1, DIALOG),
            (CLOSE, NO_DIALOG),
            (GAME_INFO, DIALOG),
            (CLOSE, NO_DIALOG),
            ("document.querySelector('.title [aria-haspopup=menu]:last-of-type').click()", "[role=menu]"),
            ("document.body.click()", "body"),
            (NEW_GAME, DIALOG),
            ("document.querySelector('.game-kinds label:last-child').click()", "dialog #fen"),
            (SET_UP, "dialog .set-up-board"),
            ("document.querySelector('dialog .button.main').click()", ".chess-board"),
            ("document.querySelector('.tab:last-child')?.click()", PENS),
        ],
    ),
    (
        "/train",
        &[
            ("document.querySelectorAll('.open-set .button')[1].click()", ".train-set"),
            ("document.querySelector('.task .main').click()", ".solve"),
            ("document.querySelector('.button-row .button').click()", ".hint-text"),
        ],
    ),
    (
        "/cards",
        &[
            ("document.querySelector('.open-panel-row .button:last-child').click()", ".decisions li"),
            ("document.querySelector('.options summary').click()", ".options[open]"),
        ],
    ),
    (
        "/play",
        &[
            ("document.querySelector('select[name=level]').form.requestSubmit()", ".game-room"),
            ("document.querySelector('.actions > .button:not(.main):not(.sound)').click()", DIALOG),
        ],
    ),
    (
        "/library",
        &[
            (
                "document.querySelector('#library-folder').form.requestSubmit()",
                ".library-start .error-text:not(:empty)",
            ),
            (ADD_FOLDER, "#game-2"),
            ("document.querySelector('#game-0').click()", ".library-about"),
            ("document.querySelector('.library-more').open = true", ".library-more[open]"),
            ("document.querySelector('.library-problems').open = true", ".library-problems[open]"),
            (PRESS_F1, DIALOG),
            (CLOSE, NO_DIALOG),
            ("document.querySelector('.library-find [aria-pressed]').click()", ".library-group"),
        ],
    ),
];

const PRESS_F1: &str =
    "window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1', bubbles: true, cancelable: true }))";
const GAME_INFO: &str = "document.body.dispatchEvent(new KeyboardEvent('keydown', \
     { key: 'i', code: 'KeyI', ctrlKey: true, bubbles: true, cancelable: true }))";
const NEW_GAME: &str = "document.body.dispatchEvent(new KeyboardEvent('keydown', \
     { key: 'n', code: 'KeyN', altKey: true, bubbles: true, cancelable: true }))";
const CLOSE: &str = "document.querySelector('dialog[open] .tool').click()";
const TOUR_ON: &str = "document.querySelector('dialog[open] .tour-row .main').click()";
const ADD_FOLDER: &str = "const field = document.querySelector('#library-folder'); \
     field.value = localStorage.getItem('test.folder'); field.form.requestSubmit()";
const SET_UP: &str = "document.querySelector('dialog .answers button[type=button]').click()";
const PENS: &str = ".pen";
/// The default name of the deck.
const DECK: &str = "Backgammon";
const DIALOG: &str = "dialog[open]";
const NO_DIALOG: &str = "body:not(:has(dialog[open]))";

/// Every visible text and every label for screen readers, with normalised whitespace.
const TEXTS: &str = "const texts = []; \
    const even = (text) => text.replace(/\\s+/g, ' ').trim(); \
    const shown = (element) => element.closest('[hidden], [aria-hidden=true] svg, script, style, code, kbd, textarea, [lang]:not(html)') === null; \
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
    while (walk.nextNode()) if (shown(walk.currentNode.parentElement)) texts.push(even(walk.currentNode.data)); \
    for (const name of ['aria-label', 'title', 'placeholder']) \
      for (const element of document.querySelectorAll(`[${name}]`)) \
        if (shown(element)) texts.push(even(element.getAttribute(name))); \
    texts.push(even(document.title)); \
    return texts.filter((text) => text !== '')";

async fn choose(page: &Page, language: Language) -> Result<()> {
    page.visit("/settings").await?;
    let tag = language.tag();
    page.eval(&format!("document.querySelector('input[name=language][value={tag:?}]').click()")).await?;
    page.wait_until("the page is reloaded", &format!("return document.documentElement.lang === {tag:?}"))
        .await?;
    page.wait_for("main[aria-busy=false]").await
}

/// English texts without placeholders that differ in this language.
fn english_only(language: Language) -> BTreeSet<&'static str> {
    let own: BTreeSet<&str> = language.entries().into_iter().map(|(_, _, text)| text).collect();
    let english = Language::En.entries().into_iter().flat_map(|(_, _, text)| text.split('|'));
    let is_name = |text: &str| text == DECK;
    english
        .filter(|text| !text.contains('{') && !own.contains(text) && text.len() > 2 && !is_name(text))
        .collect()
}

/// Two lower-case words in a row: not a name, and not Chinese. Vietnamese has such words too, but not these.
fn is_english(text: &str, language: Language) -> bool {
    let small = |word: &str| word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_lowercase());
    // Terminal commands are the same in all languages.
    let text = text.replace("sudo apt install", "");
    let words: Vec<&str> = text.split([' ', ',', ':']).collect();
    match language {
        Language::Vi => {
            words.iter().any(|word| ["the", "and", "this", "is", "of", "was", "by"].contains(word))
        }
        _ => words.windows(2).any(|pair| pair.iter().all(|word| small(word))),
    }
}

/// A folder with a duplicate game, a chess game, a match, and a file without any.
fn sample_folder() -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    put("club.sgf", "(;GM[1]SZ[9]PB[Ann]PW[Bob]EV[Club]DT[2026-02-11]RE[W+3.5];B[cc];W[gf];B[gc])")?;
    put("turned.sgf", "(;GM[1]SZ[9]PB[A. N.]PW[B. O.]DT[1999];B[gg];W[cd];B[cg])")?;
    put("open.pgn", "[White \"Zoe\"]\n[Black \"Dan\"]\n[Date \"2025.06.??\"]\n\n1. e4 e5 2. Nf3 1-0\n")?;
    put("broken.sgf", "nothing in it")?;
    Ok(folder)
}

/// Texts left in English, and where.
async fn left_in_english(page: &Page, language: Language, place: &str) -> Result<Vec<String>> {
    let english = english_only(language);
    let texts = page.eval(TEXTS).await?;
    let texts: Vec<&str> = texts.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    ensure!(!texts.is_empty(), "{place} says nothing");
    let is_left = |text: &&str| english.contains(text) || is_english(text, language);
    let left = texts.into_iter().filter(is_left);
    Ok(left.map(|text| format!("{text:?} in {} at {place}", language.name())).collect())
}

/// Chooses the language in Settings and visits every page.
fn every_page_is_in(language: Language) -> Result<()> {
    let folder = sample_folder()?;
    in_browser(&format!("languages-{}", language.tag()), async |page| {
        choose(page, language).await?;
        page.eval(&format!("localStorage.setItem('test.folder', {})", json!(folder.path()))).await?;
        let mut left = Vec::new();
        for (place, acts) in PAGES {
            page.visit(place).await?;
            let lang = page.eval("return document.documentElement.lang").await?;
            ensure!(lang == json!(language.tag()), "{place} is said to be in {lang}");
            left.extend(left_in_english(page, language, place).await?);
            page.check_accessibility(&format!("{place} in {}", language.name())).await?;
            for (act, there) in *acts {
                page.eval(act).await?;
                let seen = format!("return document.querySelector({there:?}) !== null");
                page.wait_until(&format!("{there} after {act}"), &seen).await?;
                left.extend(left_in_english(page, language, &format!("{place} after {act}")).await?);
            }
        }
        ensure!(left.is_empty(), "still English: {left:#?}");
        choose(page, Language::En).await?;
        let title = page.title().await?;
        ensure!(title == "Settings · Tabiya", "back in English the title is {title:?}");
        // The library refused an empty name, as expected; the browser logs that as an error.
        page.browser_log().await?;
        Ok(())
    })
}

#[test]
fn every_page_is_in_vietnamese() -> Result<()> {
    every_page_is_in(Language::Vi)
}

#[test]
fn every_page_is_in_chinese() -> Result<()> {
    every_page_is_in(Language::Zh)
}

#[test]
fn nothing_is_wider_than_the_screen_in_any_language() -> Result<()> {
    in_browser("languages-width", async |page| {
        for language in [Language::Vi, Language::Zh] {
            choose(page, language).await?;
            for width in [360, 768, 1280] {
                page.screen(Screen { width, height: 800, dark: false }).await?;
                for (place, _) in PAGES {
                    page.visit(place).await?;
                    let wide = page.eval("return document.documentElement.scrollWidth").await?;
                    ensure!(
                        wide.as_u64() <= Some(width.into()),
                        "{place} in {} is {wide} wide on a screen of {width}",
                        language.name()
                    );
                }
            }
        }
        Ok(())
    })
}

#[test]
fn dates_and_numbers_follow_the_language() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let moves = ";B[aa];W[bb]".repeat(617);
    std::fs::write(folder.path().join("long.sgf"), format!("(;GM[1]SZ[9]DT[2026-02-11]{moves})"))?;
    in_browser("languages-dates", async |page| {
        let add = json!({ "method": "POST", "body": json!({ "path": folder.path() }).to_string() });
        page.visit("/library").await?;
        page.eval(&format!("fetch('/api/library/folders', {add})")).await?;
        for (language, date) in [
            (Language::En, "Feb 11, 2026"),
            (Language::Vi, "11 thg 2, 2026"),
            (Language::Zh, "2026年2月11日"),
        ] {
            choose(page, language).await?;
            page.visit("/library").await?;
            let shown =
                format!("return document.querySelector('#game-0 .library-date')?.textContent === {date:?}");
            page.wait_until(date, &shown).await?;
        }
        Ok(())
    })
}

#[test]
fn the_default_language_is_that_of_the_browser() -> Result<()> {
    in_browser("languages-first", async |page| {
        for (wanted, tag) in [("vi-VN,en", "vi"), ("fr-FR,zh-TW,en", "zh-Hans"), ("fr-FR,de", "en")] {
            let asks = json!({ "userAgent": "test", "acceptLanguage": wanted });
            page.cdp().send_raw("Emulation.setUserAgentOverride", asks).await?;
            page.visit("/").await?;
            let lang = page.eval("return document.documentElement.lang").await?;
            ensure!(lang == json!(tag), "{wanted} is answered in {lang}");
        }
        Ok(())
    })
}
