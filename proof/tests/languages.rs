//! The page in each language it speaks: chosen in Settings, kept, and nothing left in English.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use proof::{Page, Screen, in_browser};
use serde_json::{Value, json};
use words::Language;

/// What every room shows at once, and what is opened in it then: a script each, and what shows that it is there.
const ROOMS: &[(&str, &[(&str, &str)])] = &[
    ("/", &[]),
    ("/nowhere", &[]),
    ("/settings", &[]),
    (
        "/study",
        &[
            (PRESS_F1, DIALOG),
            ("document.querySelector('dialog .tool').click()", NO_DIALOG),
            (GAME_INFO, DIALOG),
            ("document.querySelector('dialog .tool').click()", NO_DIALOG),
            ("document.querySelector('.title [aria-haspopup=menu]:last-of-type').click()", "[role=menu]"),
        ],
    ),
    (
        "/train",
        &[
            ("document.querySelectorAll('.open-set .button')[1].click()", ".train-set"),
            ("document.querySelector('.task .main').click()", ".solve"),
            ("document.querySelector('.deeds .button').click()", ".hint-words"),
        ],
    ),
    (
        "/cards",
        &[
            ("document.querySelector('.intake-row .button:last-child').click()", ".decisions li"),
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
];

const PRESS_F1: &str =
    "window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1', bubbles: true, cancelable: true }))";
const GAME_INFO: &str = "document.body.dispatchEvent(new KeyboardEvent('keydown', \
     { key: 'i', code: 'KeyI', ctrlKey: true, bubbles: true, cancelable: true }))";
const DIALOG: &str = "dialog[open]";
const NO_DIALOG: &str = "body:not(:has(dialog[open]))";

/// What is looked through for English. Home and Settings are being furnished anew, and still speak it here and there.
fn is_translated(place: &str) -> bool {
    !matches!(place, "/" | "/settings")
}

/// Every text that is seen or read aloud, with its whitespace made even.
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
    page.ask(&format!("document.querySelector('input[name=language][value={tag:?}]').click()")).await?;
    page.until("the page has come again", &format!("return document.documentElement.lang === {tag:?}"))
        .await?;
    page.until("it is drawn", "return document.querySelector('main[aria-busy=false]') !== null").await
}

/// English texts without gaps that the language says otherwise.
fn english_only(language: Language) -> BTreeSet<&'static str> {
    let own: BTreeSet<&str> = language.entries().into_iter().map(|(_, _, text)| text).collect();
    let english = Language::En.entries().into_iter().flat_map(|(_, _, text)| text.split('|'));
    english.filter(|text| !text.contains('{') && !own.contains(text) && text.len() > 2).collect()
}

/// Two words in small letters beside each other: no name, and no Chinese.
fn is_english(text: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)))
}

/// What is left in English, and where.
async fn left_in_english(page: &Page, language: Language, place: &str) -> Result<Vec<String>> {
    let english = english_only(language);
    let texts = page.ask(TEXTS).await?;
    let texts: Vec<&str> = texts.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    ensure!(!texts.is_empty(), "{place} says nothing");
    let is_left = |text: &&str| english.contains(text) || language == Language::Zh && is_english(text);
    let left = texts.into_iter().filter(is_left);
    Ok(left.map(|text| format!("{text:?} in {} at {place}", language.name())).collect())
}

/// Chooses the language in Settings and goes through every room.
fn every_room_speaks(language: Language) -> Result<()> {
    in_browser(&format!("languages-{}", language.tag()), async |page| {
        choose(page, language).await?;
        let mut left = Vec::new();
        for (place, acts) in ROOMS {
            page.visit(place).await?;
            let lang = page.ask("return document.documentElement.lang").await?;
            ensure!(lang == json!(language.tag()), "{place} is said to be in {lang}");
            if is_translated(place) {
                left.extend(left_in_english(page, language, place).await?);
            }
            page.is_accessible(&format!("{place} in {}", language.name())).await?;
            for (act, there) in *acts {
                page.ask(act).await?;
                let seen = format!("return document.querySelector({there:?}) !== null");
                page.until(&format!("{there} after {act}"), &seen).await?;
                left.extend(left_in_english(page, language, &format!("{place} after {act}")).await?);
            }
        }
        ensure!(left.is_empty(), "still English: {left:#?}");
        choose(page, Language::En).await?;
        let title = page.title().await?;
        ensure!(title == "Settings · Tabiya", "back in English the title is {title:?}");
        Ok(())
    })
}

#[test]
fn every_room_speaks_vietnamese() -> Result<()> {
    every_room_speaks(Language::Vi)
}

#[test]
fn every_room_speaks_chinese() -> Result<()> {
    every_room_speaks(Language::Zh)
}

#[test]
fn nothing_is_wider_than_the_screen_in_any_language() -> Result<()> {
    in_browser("languages-width", async |page| {
        for language in [Language::Vi, Language::Zh] {
            choose(page, language).await?;
            for width in [360, 768, 1280] {
                page.screen(Screen { width, height: 800, dark: false }).await?;
                for (place, _) in ROOMS {
                    page.visit(place).await?;
                    let wide = page.ask("return document.documentElement.scrollWidth").await?;
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
fn whoever_has_chosen_nothing_is_spoken_to_as_the_browser_asks() -> Result<()> {
    in_browser("languages-first", async |page| {
        for (wanted, tag) in [("vi-VN,en", "vi"), ("fr-FR,zh-TW,en", "zh-Hans"), ("fr-FR,de", "en")] {
            let asks = json!({ "userAgent": "proof", "acceptLanguage": wanted });
            page.cdp().send_raw("Emulation.setUserAgentOverride", asks).await?;
            page.visit("/").await?;
            let lang = page.ask("return document.documentElement.lang").await?;
            ensure!(lang == json!(tag), "{wanted} is answered in {lang}");
        }
        Ok(())
    })
}
