//! Cards in a real browser at the width of a phone: light and dark, clicked, judged, and with checkers that move
//! as the rules say.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use diagram::backgammon::{Look, Orientation, Scheme, inline_svg};
use e2e::{Page, Screen, workspace};
use flashcards::card::preview;
use flashcards::{Card, Settings, read};
use rules::backgammon::{Dice, LegalPlay, Position, Stage};
use serde_json::json;

const ANALYSIS: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:A   O:B\n\n    \
    1. 3-ply       8/5 6/5                      eq:+0.162\n      Player:   55.10% (G:17.20% B:1.10%)\n      \
    Opponent: 44.90% (G:12.40% B:0.60%)\n\n    2. 3-ply       24/23 13/10                  eq:+0.150 (-0.012)\n    \
    3. 3-ply       24/20                        eq:-0.016 (-0.178)\n\nFive point.\n\neXtreme Gammon Version: 2.10\n";

fn with_page(test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open("").await?;
        let ended = test(&page).await;
        let log = page.browser_log().await?;
        let errors: Vec<String> =
            log.iter().filter(|entry| entry.level == "SEVERE").map(|entry| entry.message.clone()).collect();
        page.close().await?;
        ensure!(errors.is_empty(), "the console has errors: {errors:?}");
        ended
    })
}

/// A side of a card as a file, opened at the width of a phone.
async fn open(page: &Page, folder: &tempfile::TempDir, html: &str) -> Result<()> {
    let path = folder.path().join("card.html");
    std::fs::write(&path, html)?;
    page.screen(Screen::PHONE).await?;
    page.goto(format!("file://{}", path.display())).await?;
    Ok(())
}

/// The other side, in the same window, as Anki shows it.
async fn turn_over(page: &Page, html: &str) -> Result<()> {
    let script = format!("document.open(); document.write({}); document.close()", json!(html));
    page.eval(&script).await.map(drop)
}

fn card(settings: &Settings) -> Card {
    Card::new(read(ANALYSIS.as_bytes()).decisions().next().unwrap(), settings)
}

#[test]
fn an_answer_is_judged_on_the_back() -> Result<()> {
    with_page(async |page| {
        let folder = tempfile::tempdir()?;
        let card = card(&Settings::default());
        for (label, words, class) in [
            ("8/5 6/5", "Right", "verdict r"),
            ("24/23 13/10", "Close (-0.012)", "verdict c"),
            ("24/20", "Wrong (-0.178)", "verdict w"),
        ] {
            open(page, &folder, &preview(&card, false, false)).await?;
            let click = format!(
                "for (const option of document.querySelectorAll('.op')) \
                   if (option.textContent.slice(1) === '{label}') {{ option.click(); return option.className }}"
            );
            ensure!(page.eval(&click).await? == json!("op on"));
            turn_over(page, &preview(&card, true, false)).await?;
            let verdict = page
                .eval("const v = document.querySelector('.verdict'); return [v.textContent, v.className]");
            ensure!(verdict.await? == json!([words, class]), "{label}");
            let right = page.eval("return document.querySelector('.op.right').textContent.slice(1)").await?;
            ensure!(right == json!("8/5 6/5"));
            let missed = page.eval("return document.querySelectorAll('.op.missed').length").await?;
            ensure!(missed == json!(usize::from(words != "Right")));
        }
        Ok(())
    })
}

/// A long roll, many options, a long note, a rollout with its footnotes; a beaver; one that cannot move.
const LONG: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:11:12:11:0:25:10\n\nX:Maximiliane von Hohenstein-Rothenburg   O:Bo\n\n    \
    1. Rollout\u{b9}    24/22 6/5(2)                 eq:+0.162\n      Player:   55.10% (G:17.20% B:1.10%)\n      \
    Opponent: 44.90% (G:12.40% B:0.60%)\n\n    2. XG Roller++ 8/7(2) 6/5(2)                eq:+0.250 (+0.088)\n      \
    Player:   55.10% (G:17.20% B:1.10%)\n      Opponent: 44.90% (G:12.40% B:0.60%)\n\n    \
    3. XG Roller+  24/23 24/22 6/5              eq:-0.016 (-0.178)\n    4. 4-ply       24/22 24/23 8/7              eq:-0.116 (-0.278)\n    \
    5. 3-ply       13/12(2) 6/5(2)              eq:-1.116 (-1.278)\n\n\u{b9}  1296 Games rolled with Variance Reduction.\n   \
    Dice Seed: 271828\n   Moves: 3-ply, cube decisions: XG Roller\n\n\
    The five point, which is worth a long note with aVeryLongWordThatNobodyWouldWriteButSomebodyWillPasteIntoItAnyway.\n\n\
    eXtreme Gammon Version: 2.19.211.pre-release, MET: Kazaross XG2\n\n";
const CUBE: &str = "XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\nX:A   O:B\n\n       \
    No redouble:     +0.760 (-0.085)\n       Redouble/Take:   +0.845\n       Redouble/Pass:   +1.000 (+0.155)\n\n";

async fn picture(page: &Page, name: &str) -> Result<()> {
    let folder = std::env::var_os("TABIYA_SHOTS")
        .map_or_else(|| workspace().join("target/screenshots"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    Ok(page.screenshot(&folder.join(format!("card-{name}.png"))).await?)
}

#[test]
fn a_card_fits_a_phone_and_is_readable_in_light_and_dark() -> Result<()> {
    with_page(async |page| {
        let folder = tempfile::tempdir()?;
        let reading = read([ANALYSIS, LONG, CUBE].concat().as_bytes());
        let mut papers = Vec::new();
        for (n, decision) in reading.decisions().enumerate() {
            for (scheme, (answer, night)) in Scheme::ALL.iter().cycle().skip(n).zip([
                (false, false),
                (true, false),
                (false, true),
                (true, true),
            ]) {
                let card = Card::new(decision, &Settings { scheme: *scheme, ..Settings::default() });
                open(page, &folder, &preview(&card, answer, night)).await?;
                let place = format!(
                    "{n}-{}-{}",
                    ["front", "back"][usize::from(answer)],
                    ["day", "night"][usize::from(night)]
                );
                picture(page, &place).await?;
                fits(page).await.context(place.clone())?;
                page.check_accessibility_of_part(&place).await?;
                papers.push(page.eval("return getComputedStyle(document.body).backgroundColor").await?);
            }
        }
        ensure!(papers.len() == 12, "{}", papers.len());
        ensure!(papers[0] == papers[1] && papers[2] == papers[3] && papers[0] != papers[2]);
        Ok(())
    })
}

/// Nothing is cut off, wider than the phone, too small for a thumb or too faint.
async fn fits(page: &Page) -> Result<()> {
    let wide = "return [...document.querySelectorAll('.tabiya, .tabiya *')].filter(e => !e.closest('svg') && !e.closest('script') \
        && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 || e.getBoundingClientRect().right > 390)) \
        .map(e => e.outerHTML.slice(0, 90))";
    let wide = page.eval(wide).await?;
    ensure!(wide == json!([]), "too wide: {wide}");
    let width = page.eval("return document.documentElement.scrollWidth").await?;
    ensure!(width.as_u64() <= Some(390), "{width} pixels wide");
    let small = "return [...document.querySelectorAll('button')].filter(b => b.offsetHeight < 44).length";
    let small = page.eval(small).await?;
    ensure!(small == json!(0), "{small} buttons are too small for a thumb");
    let contrast = page.eval(CONTRAST).await?;
    ensure!(contrast.as_f64() >= Some(4.5), "the faintest text has a contrast of {contrast}");
    Ok(())
}

/// The lowest contrast of any text outside the board against what is painted behind it.
const CONTRAST: &str = "
    const rgb = color => (color.match(/[\\d.]+/g) || []).map(Number);
    const light = color => {
        const [r, g, b] = rgb(color).map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = element => {
        for (; element; element = element.parentElement) {
            const color = getComputedStyle(element).backgroundColor;
            if (rgb(color).length === 3 || rgb(color)[3] === 1) return color;
        }
        return 'rgb(255,255,255)';
    };
    const texts = [...document.querySelectorAll('.tabiya *')].filter(e => !e.closest('svg') && !e.closest('script')
        && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()));
    return Math.min(...texts.map(e => {
        const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    }));";

/// A script that clicks an option with each play and reports where every checker is: its drawn place plus its
/// transform.
fn click_script(legal: &[LegalPlay]) -> String {
    let moves: Vec<String> = legal.iter().map(moves).collect();
    format!(
        "window.setTimeout = act => act();
        const option = document.querySelector('.op');
        return {}.map(moves => {{
            option.dataset.m = moves;
            option.click();
            return [...document.querySelectorAll('svg.bg use')].filter(u => u.dataset.p !== 'm0').map(u => {{
                const way = (u.style.transform.match(/-?[\\d.]+/g) || [0, 0]).map(Number);
                return [u.dataset.p, +u.getAttribute('x') + way[0], +u.getAttribute('y') + way[1]].join(' ');
            }}).sort();
        }});",
        json!(moves)
    )
}

fn drawn(position: &Position, look: &Look) -> Vec<String> {
    let svg = inline_svg(position, look);
    let value = |tag: &str, name: &str| {
        tag.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_string()
    };
    let mut places: Vec<String> = svg
        .split("<use ")
        .skip(1)
        .map(|tag| [value(tag, "data-p"), value(tag, "x"), value(tag, "y")].join(" "))
        .collect();
    places.sort();
    places
}

fn moves(legal: &LegalPlay) -> String {
    let hops: Vec<String> = legal.play.hops().map(|hop| format!("{}-{}", hop.from, hop.to)).collect();
    hops.join(" ")
}

/// Positions with checkers on the bar, tall stacks and bear-offs, both sides on roll.
const BOARDS: [&str; 5] = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    "XGID=-a-B--D-B-a-eE---c-e----B-:0:0:-1:00:0:0:0:0:10",
    "XGID=aBBB--G------------gbbba-B:0:0:1:00:0:0:0:0:10",
    "XGID=-CDB------------------cdc-:0:0:1:00:0:0:0:0:10",
    "XGID=bA-aB-BBA--aaDa--b-ca---BA:0:0:-1:00:0:0:0:0:10",
];

#[test]
fn a_clicked_move_moves_every_checker_as_the_rules_say() -> Result<()> {
    with_page(async |page| {
        let folder = tempfile::tempdir()?;
        let mut checked = 0;
        for (n, xgid) in BOARDS.iter().enumerate() {
            let orientation = if n % 2 == 0 { Orientation::CounterClockwise } else { Orientation::Clockwise };
            let settings = Settings { orientation, ..Settings::default() };
            let mut position = Position::read(xgid)?.position;
            for dice in Dice::all().step_by(5) {
                position.stage = Stage::Rolled(dice);
                let legal = position.legal_plays();
                let Some(first) = legal.first() else { continue };
                let text = format!(
                    "{}\n\n 1. 2-ply  {}  eq:+0.100\n 2. 2-ply  {}  eq:+0.000 (-0.100)\n",
                    position.xgid(),
                    first.play,
                    first.play
                );
                let card = Card::new(read(text.as_bytes()).decisions().next().unwrap(), &settings);
                open(page, &folder, &preview(&card, false, false)).await?;
                let found = page.eval(&click_script(&legal)).await?;
                for (legal, found) in legal.iter().zip(found.as_array().into_iter().flatten()) {
                    let after = Position { board: legal.board, ..position };
                    let expected = json!(drawn(&after, &settings.look()));
                    ensure!(*found == expected, "{} {}:\n{found}\n{expected}", position.xgid(), legal.play);
                    checked += 1;
                }
            }
        }
        ensure!(checked > 300, "{checked}");
        println!("{checked} plays walked on {} boards", BOARDS.len());
        Ok(())
    })
}
