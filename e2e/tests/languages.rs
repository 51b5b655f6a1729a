//! The page in each language: chosen in Settings, stored, and nothing left in English.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use e2e::{Page, Screen, Studio, in_browser, with_browser};
use i18n::Language;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::Key;

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
            (FILL_POSITION, ".recognised-board"),
            ("document.querySelector('.invitation .button').click()", ".tour-card"),
            (TOUR_ON, ".tour-card"),
            (TOUR_ON, ".tour-card"),
            (TOUR_ON, ".tour-card"),
            (TOUR_ON, ".tour-card"),
            (TOUR_ON, ".tour-card"),
            (TOUR_ON, ".tour-card"),
            (TOUR_ON, "body:not(:has(.tour-card))"),
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
            ("document.querySelector('.decisions li button').click()", ".preview:not(.without)"),
            (ADD_BROKEN, ".decisions li:nth-child(4)"),
            (PRESS_F1, DIALOG),
            (CLOSE, NO_DIALOG),
            (CARD_SCORE_AWAY, ".decisions li"),
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
const CLOSE: &str = "document.querySelector('dialog[open] .tool')?.click()";
const TOUR_ON: &str = "document.querySelector('.tour-card .main').click()";
const FILL_POSITION: &str = "const area = document.getElementById('open-anything'); \
     area.value = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10'; area.dispatchEvent(new Event('input', { bubbles: true }))";
const ADD_FOLDER: &str = "const field = document.querySelector('#library-folder'); \
     field.value = localStorage.getItem('test.folder'); field.form.requestSubmit()";
/// Position ids and a match with mistakes.
const ADD_BROKEN: &str = "const area = document.getElementById('cards-text'); \
     area.value = 'XGID=-b----E-C---eE---c-e----:0:0:1:31:2:0:0:5:10\\n\\nXGID=-b----E-C---eE---c-e----B-:0:0:1:70:2:0:0:5:10\\n'; \
     area.closest('.open-panel').querySelector('.open-panel-row .button').click()";
const CARD_SCORE_AWAY: &str = "const away = document.querySelector('.options option[value=away]'); \
     away.parentElement.value = 'away'; away.parentElement.dispatchEvent(new Event('change', { bubbles: true }))";
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

/// Common English words of the page that are neither Vietnamese syllables nor names of programs, formats and keys.
const ENGLISH: &str = "the and of this that is are was were by at for from with your you it its not no yes \
    away pips characters found expected line column field file files folder folders name named player players match score \
    white black brown cream red yellow purple roll play plays move moves game games board point points turn side open close \
    closed save saved next previous back start new delete remove position piece pieces king queen rook bishop knight pawn \
    stone stones wins loses resigned time minutes seconds day days today yesterday settings library cards train study search \
    select all none error failed cannot could should would will has have been before after only other more less than into \
    nothing something already again here there where when what which who why how click press key keys show hide hidden \
    answer right wrong correct mistake blunder best level easy hard strong room rooms spectators empty address computer \
    download upload choose chosen browser studio running stopped loading undo redo cut paste copy print size rules handicap";

/// An English word from the list, or in Chinese two words of small Latin letters in a row.
fn is_english(text: &str, language: Language) -> bool {
    // The same in all languages: commands, the name of a key, a player's name as it goes into records, the English words
    // that two commands write into comments, and paths.
    const NAMES: [&str; 5] = ["sudo apt install", ", Delete)", "Bot, easy", "“this”", "“marked stone”"];
    let text = NAMES.iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
    let is_path = |word: &&str| word.starts_with('/') || word.starts_with("~/");
    let text = text.split(' ').filter(|word| !is_path(word)).collect::<Vec<_>>().join(" ");
    let listed: BTreeSet<&str> = ENGLISH.split_whitespace().collect();
    // `no` is Vietnamese for "full".
    let is_listed = |word: &&str| {
        listed.contains(word.to_lowercase().as_str()) && !(language == Language::Vi && *word == "no")
    };
    let is_small = |word: &&str| word.len() > 1 && word.bytes().all(|letter| letter.is_ascii_lowercase());
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && !"._-".contains(c)).collect();
    words.iter().any(is_listed)
        || language == Language::Zh && words.windows(2).any(|pair| pair.iter().all(is_small))
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

const MATCH: &str = " 5 point match\n\n Game 1\n Eve : 0                          Fay : 0\n  \
    1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2                 Takes\n";
const PGN: &str = "[White \"Zoe\"]\n[Black \"Dan\"]\n\n1. e4 $1 e5 (1... c5 2. Nf3) 2. Nf3 Qh4?? 3. Nxh4 1-0\n\n[White \"Eve\"]\n\n1. d4 *\n";
const SGF: &str = "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bob]KM[6.5];B[cc];W[gf](;B[gc]TE[1]C[?])(;B[cg]BM[1]))\
    (;GM[1]FF[4]SZ[9];B[ee]B[zz])";

/// Clicks the button with this number that opens a menu or a panel.
fn click_popup(number: u64) -> String {
    format!("document.querySelectorAll('#content .host:not([hidden]) [aria-haspopup]')[{number}].click()")
}

/// Study with a game of each kind: everything that opens from its buttons, and its dialogs.
fn study_is_in(language: Language) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).map(|()| path)
    };
    for (name, text) in [("a.mat", MATCH), ("b.pgn", PGN), ("c.sgf", SGF)] {
        let studio = Studio::start_with(&[file(name, text)?])?;
        with_browser(&studio, &format!("languages-{}-{name}", language.tag()), async |page| {
            choose(page, language).await?;
            page.visit("/study").await?;
            page.wait_for_text(".title .name", name).await?;
            let mut left = left_in_english(page, language, name).await?;
            for (act, there) in [
                (CLOSE, NO_DIALOG),
                (PRESS_F1, DIALOG),
                (CLOSE, NO_DIALOG),
                (GAME_INFO, DIALOG),
                (CLOSE, NO_DIALOG),
            ] {
                page.eval(act).await?;
                page.wait_for(there).await?;
                left.extend(left_in_english(page, language, &format!("{name} after {act}")).await?);
            }
            for press in [Key::Right, Key::Right, Key::End] {
                page.press(press + "").await?;
                left.extend(left_in_english(page, language, &format!("{name} further on")).await?);
            }
            for number in 0..page.count("#content .host:not([hidden]) [aria-haspopup]").await? {
                page.eval(&click_popup(number)).await?;
                left.extend(left_in_english(page, language, &format!("{name}, menu {number}")).await?);
                page.press(Key::Escape + "").await?;
            }
            ensure!(left.is_empty(), "still English: {left:#?}");
            page.browser_log().await?;
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn study_is_in_vietnamese() -> Result<()> {
    study_is_in(Language::Vi)
}

#[test]
fn study_is_in_chinese() -> Result<()> {
    study_is_in(Language::Zh)
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
