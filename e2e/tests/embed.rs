//! The elements on another site's page: served as plain files, loaded by one script tag.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, ensure};
use e2e::Page;
use serde_json::{Value, json};
use thirtyfour::Key;

/// Serves a folder on a free port while the test runs.
fn serve(folder: PathBuf) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || drop(answer(stream, &folder)));
        }
    });
    Ok(address)
}

fn answer(mut stream: TcpStream, folder: &Path) -> Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let path = request.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let name = if path.is_empty() { "index.html" } else { path };
    let kind = match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("html") => "text/html",
        _ => "text/plain",
    };
    let (status, body) = match fs::read(folder.join(name)) {
        Ok(body) => ("200 OK", body),
        // Browsers ask for a picture of the site.
        Err(_) => ("204 No Content", Vec::new()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    Ok(stream.write_all(&body)?)
}

fn on_sample_page(test: impl AsyncFnOnce(&Page) -> Result<()>) -> Result<()> {
    let folder =
        std::env::var_os("TABIYA_EMBED").map_or_else(|| e2e::workspace().join("target/embed"), PathBuf::from);
    ensure!(folder.join("tabiya.js").is_file(), "no elements there: `cargo xtask embed` builds them");
    let address = serve(folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(&address).await?;
        page.goto(format!("{address}/index.html")).await?;
        let ended = test(&page).await;
        page.close().await?;
        ended
    })
}

/// A game whose first player has a name in GBK, as its CA says.
const IN_GBK: &str = "KDtDQVtHQktdU1pbOV1QQlvG5crWXTtCW2FhXSk=";

async fn middle(page: &Page, element: &str, square: &str) -> Result<(f64, f64)> {
    let script = format!(
        "const host = document.getElementById('{element}'); host.scrollIntoView(); \
         const r = host.shadowRoot.querySelector('[role=gridcell][data-square={square}]').getBoundingClientRect(); \
         return [r.left + r.width / 2, r.top + r.height / 2]"
    );
    let at = page.eval(&script).await?;
    let along = |n: usize| at.get(n).and_then(Value::as_f64).context("no such square");
    Ok((along(0)?, along(1)?))
}

async fn click(page: &Page, element: &str, square: &str) -> Result<()> {
    let (x, y) = middle(page, element, square).await?;
    for (kind, buttons) in [("mousePressed", 1), ("mouseReleased", 0)] {
        let event =
            json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
        page.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
    }
    Ok(())
}

#[test]
fn a_page_embeds_a_board_a_trainer_and_records_with_one_script_tag() -> Result<()> {
    on_sample_page(async |page| {
        let has = |element: &str, part: &str| {
            format!("return document.getElementById('{element}').shadowRoot.querySelector('{part}') !== null")
        };
        page.wait_until("the board", &has("board", ".chess-board [data-square=e2]")).await?;
        click(page, "board", "e2").await?;
        click(page, "board", "e4").await?;
        page.wait_until("the move event", "return document.getElementById('last').value === 'e2e4'").await?;
        page.wait_until("the arrow", &has("board", ".arrow")).await?;
        page.eval("document.getElementById('board').setPosition('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')").await?;
        page.wait_until("another position", "return document.getElementById('board').fen.startsWith('4k3')")
            .await?;

        page.wait_until("the trainer", &has("drill", ".chess-board [data-square=a1]")).await?;
        click(page, "drill", "a1").await?;
        click(page, "drill", "a8").await?;
        let received =
            |name: &str| format!("return globalThis.receivedEvents.some(([name]) => name === '{name}')");
        for name in ["puzzle-start", "status-change", "move-completed", "puzzle-complete", "timer-update"] {
            page.wait_until(name, &received(name)).await?;
        }
        page.wait_until(
            "the second puzzle",
            "return globalThis.receivedEvents.filter(([n]) => n === 'puzzle-start').length === 2",
        )
        .await?;
        click(page, "drill", "d8").await?;
        click(page, "drill", "h4").await?;
        page.wait_until("the end", &received("session-complete")).await?;
        let end =
            page.eval("return globalThis.receivedEvents.find(([n]) => n === 'session-complete')[1]").await?;
        ensure!(end["reason"] == "all_solved" && end["puzzlesSolved"] == 2, "{end}");

        page.wait_until("the record", &has("game", ".notation [data-node]")).await?;
        page.eval("document.getElementById('game').shadowRoot.querySelector('.forward').click()").await?;
        let comment =
            "return document.getElementById('game').shadowRoot.querySelector('.comment').textContent";
        ensure!(page.eval(comment).await? == "The king's pawn.");
        page.wait_until("stones", &has("go", "svg")).await?;

        page.eval(&format!(
            "const old = document.createElement('tabiya-record'); old.id = 'old'; \
             old.setAttribute('src', 'data:;base64,{IN_GBK}'); document.body.append(old)"
        ))
        .await?;
        let name = "return document.getElementById('old').shadowRoot.querySelector('.title')?.textContent === '棋手'";
        page.wait_until("a name older than Unicode", name).await
    })
}

#[test]
fn the_methods_and_attributes_of_a_board_work() -> Result<()> {
    on_sample_page(async |page| {
        let board = "const board = document.getElementById('board'), root = board.shadowRoot, \
                     count = (part) => root.querySelectorAll(part).length, \
                     corner = () => root.querySelector('[role=gridcell]').dataset.square, \
                     colors = () => [...root.querySelectorAll('.layer.squares *')].slice(0, 2).map((e) => getComputedStyle(e).fill); ";
        page.wait_until("the board", &format!("{board} return count('.chess-board [data-square=e2]') > 0"))
            .await?;
        for (action, then) in [
            ("board.setPosition('8/P6k/8/8/8/8/8/K7 w - - 0 1')", "count('.piece') === 3"),
            ("board.showLastMove('h8', 'h7')", "count('.last-move') === 2"),
            ("board.clearLastMove()", "count('.last-move') === 0"),
            (
                "board.drawArrows([{ from: 'e2', to: 'e4', color: 'red' }, { from: 'g1', to: 'f3' }])",
                "count('.arrow') === 2",
            ),
            ("board.drawHighlights([{ square: 'd4', color: 'blue' }])", "count('.mark') === 1"),
            ("board.flip()", "corner() === 'h1' && count('.arrow') === 2 && count('.mark') === 1"),
            ("board.setAttribute('orientation', 'white')", "corner() === 'a8'"),
            ("board.clearAnnotations()", "count('.arrow') + count('.mark') === 0"),
            ("board.resize(300)", "root.querySelector('svg').getBoundingClientRect().width === 300"),
            (
                "board.setAttribute('light-color', '#ff0000'); board.setAttribute('dark-color', '#0000ff')",
                "colors().join() === 'rgb(255, 0, 0),rgb(0, 0, 255)'",
            ),
        ] {
            page.eval(&format!("{board} {action}")).await?;
            page.wait_until(action, &format!("{board} return {then}")).await?;
        }
        page.eval("document.getElementById('board').setAttribute('player-color', 'black')").await?;
        click(page, "board", "a7").await?;
        ensure!(
            page.eval(&format!("{board} return count('.selected')")).await? == 0,
            "White cannot be moved"
        );
        page.eval("document.getElementById('board').removeAttribute('player-color')").await?;
        click(page, "board", "a7").await?;
        click(page, "board", "a8").await?;
        page.eval(&format!(
            "{board} window.told_ = null; board.addEventListener('move', (e) => window.told_ = e.detail)"
        ))
        .await?;
        page.press("r").await?;
        page.wait_until("the move event", "return window.told_ !== null").await?;
        let move_event = page.eval("return window.told_").await?;
        ensure!(
            move_event["from"] == "a7" && move_event["to"] == "a8" && move_event["promotion"] == "r",
            "{move_event}"
        );
        Ok(())
    })
}

/// A script that runs with the shadow root of an element.
fn inside(element: &str, script: &str) -> String {
    format!("const host = document.getElementById('{element}'), root = host.shadowRoot; {script}")
}

/// The label of the marked move.
async fn wait_for_move(page: &Page, element: &str, label: &str) -> Result<()> {
    let script = format!("return root.querySelector('.notation [aria-current]')?.ariaLabel === {label:?}");
    page.wait_until(label, &inside(element, &script)).await
}

#[test]
fn readers_choose_a_game_of_a_file_and_step_through_it_by_keys() -> Result<()> {
    on_sample_page(async |page| {
        page.wait_until(
            "the moves",
            &inside("game", "return root.querySelector('.notation [data-node]') !== null"),
        )
        .await?;
        let options =
            "return [...root.querySelectorAll('select.game option')].map((one) => one.textContent).join()";
        let options = page.eval(&inside("game", options)).await?;
        ensure!(options == "Game 1: Ann – Bo,Game 2: Cy – Dee", "{options}");
        page.eval(&inside(
            "game",
            "const chooser = root.querySelector('select.game'); chooser.value = '2'; chooser.dispatchEvent(new Event('change'))",
        ))
        .await?;
        page.wait_until(
            "the second game",
            &inside("game", "return root.querySelector('.title').textContent === 'Cy – Dee' && host.getAttribute('game') === '2'"),
        )
        .await?;
        page.eval("document.getElementById('game').focus()").await?;
        for (key, label) in [
            (Key::Right, "1. d4 15:00"),
            (Key::End, "3... Nf6"),
            (Key::Left, "3. Nc3"),
            (Key::Left, "2... e6+="),
        ] {
            page.press(key + "").await?;
            wait_for_move(page, "game", label).await?;
        }
        let sign = "return root.querySelector('.notation [aria-current] .g').textContent";
        ensure!(page.eval(&inside("game", sign)).await? == "+=", "$14 is shown as its sign");
        page.press(Key::Home + "").await?;
        page.wait_until("the start", &inside("game", "return root.querySelector('[aria-current]') === null"))
            .await?;
        page.eval("document.getElementById('game').setAttribute('game', '9')").await?;
        let says =
            "return root.querySelector('.failed')?.textContent === 'This file has no game 9; it has 2.'";
        page.wait_until("an error", &inside("game", says)).await?;
        page.eval("document.getElementById('game').setAttribute('game', '1')").await?;
        page.wait_until(
            "the first game",
            &inside("game", "return root.querySelector('.title')?.textContent === 'Ann – Bo'"),
        )
        .await
    })
}

#[test]
fn a_record_has_both_styles_and_folds_its_variations() -> Result<()> {
    on_sample_page(async |page| {
        page.wait_until(
            "a running text",
            &inside("second", "return root.querySelector('.notation .run') !== null"),
        )
        .await?;
        let text = "return root.querySelector('.notation').textContent";
        let text =
            page.eval(&inside("second", text)).await?.as_str().unwrap_or_default().replace('\u{fe0e}', "");
        ensure!(text.contains("(2... c6 The Slav. 3. ♘f3 ♘f6 (3... e6 4. ♘c3))"), "{text}");
        page.eval(&inside("second", "root.querySelector('[data-fold]').click()")).await?;
        page.wait_until("folded", &inside("second", "return root.querySelector('.folded') !== null")).await?;
        page.eval("document.getElementById('second').setAttribute('notation', 'indented')").await?;
        page.wait_until("rows", &inside("second", "return root.querySelectorAll('.nrow').length > 2"))
            .await?;
        let inks = "const ink = (part) => getComputedStyle(root.querySelector(part)).color; \
                    return [ink('.var .vm'), ink('.nrow .san'), ink('.var .num') === ink('.nrow .no')]";
        page.eval(&inside("second", "root.querySelector('.folded').click()")).await?;
        page.wait_until("unfolded", &inside("second", "return root.querySelector('.var .num') !== null"))
            .await?;
        let inks = page.eval(&inside("second", inks)).await?;
        ensure!(inks[0] == inks[1] && inks[2] == true, "moves of variations are readable: {inks}");
        page.eval(&inside("second", "root.querySelector('[aria-label^=\"3. Nc3\"]').click()")).await?;
        wait_for_move(page, "second", "3. Nc3").await
    })
}

#[test]
fn every_text_of_the_trainer_is_in_the_language_of_its_attribute() -> Result<()> {
    on_sample_page(async |page| {
        let shown = "return root.querySelector('.hint')?.textContent === 'Hint'";
        page.wait_until("the trainer", &inside("drill", shown)).await?;
        page.eval("document.getElementById('drill').setAttribute('lang', 'vi')").await?;
        page.wait_until(
            "Vietnamese",
            &inside("drill", "return root.querySelector('.hint')?.textContent === 'Gợi ý'"),
        )
        .await?;
        page.wait_until(
            "its status",
            &inside("drill", "return root.querySelector('.status-message').textContent !== ''"),
        )
        .await?;
        let english = "const texts = [...root.querySelectorAll('button, [role=status], [role=grid], [role=gridcell]')] \
             .map((part) => (part.ariaLabel ?? '') + part.textContent); \
             return texts.filter((text) => /Hint|Skip|Next|white|black|board|Your/.test(text))";
        let english = page.eval(&inside("drill", english)).await?;
        ensure!(english == json!([]), "still in English: {english}");
        let empty = "const empty = document.createElement('tabiya-drill'); empty.id = 'empty'; empty.lang = 'zh'; \
                     empty.textContent = '1. e4'; document.body.append(empty)";
        page.eval(&empty.replace("1. e4", " ")).await?;
        page.wait_until(
            "an error",
            &inside("empty", "return root.querySelector('.failed')?.textContent.includes('习题')"),
        )
        .await
    })
}
