//! The studio's key: other accounts of this machine, which can reach the port and list processes, get nothing without it;
//! the user never sees it again after opening the page.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use api::access::{KEY_HEADER, cookie_name};
use api::{ApiError, ErrorCode};
use e2e::http::ask;
use e2e::{KillOnDrop, Page, Screen, Studio, StudyPage, file_with, free_port, with_browser};
use i18n::Language;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::Key;

const TIMEOUT: Duration = Duration::from_secs(15);
const AUTOSAVED: &str = "return (async () => { try { const top = await navigator.storage.getDirectory(); \
    const folder = await top.getDirectoryHandle('autosave', { create: true }); const all = []; \
    for await (const file of folder.values()) all.push(await (await file.getFile()).text()); \
    return all.some((text) => text.includes('W[pp]')) } catch { return null } })()";

fn notice(language: Language) -> String {
    ApiError::new(ErrorCode::WrongKey).message(language)
}

/// On this port, with this home folder.
fn start(port: u16, home: &Path, file: &Path) -> Result<Studio> {
    let mut command = Command::new(Studio::binary());
    Studio::run(command.args(["--no-open", "--port", &port.to_string()]).arg(file), home)
}

#[test]
fn without_the_key_no_program_can_be_set_and_with_it_every_way_works() -> Result<()> {
    let home = TempDir::new()?;
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    let settings = home.path().join(".config/tabiya/cards.toml");
    let body = b"gnubg = \"/tmp/any-program\"\n";
    let own = format!("http://{}", studio.host());
    let other_port = format!("{}=0; {}={}", cookie_name(1), cookie_name(2), studio.key());
    for header in [
        ("Accept", "*/*"),
        // The port can be found by anybody, so its address proves nothing.
        ("Origin", own.as_str()),
        (KEY_HEADER, "00000000000000000000000000000000"),
        ("Cookie", other_port.as_str()),
    ] {
        let answer = ask(studio.host(), "PUT /api/cards/settings", &[header], body)?;
        ensure!(answer.status == 401, "{header:?}: {} {}", answer.status, answer.text());
        ensure!(serde_json::from_slice::<ApiError>(&answer.body)?.code == ErrorCode::WrongKey);
    }
    ensure!(!settings.exists(), "the settings were written");
    let port = studio.host().rsplit(':').next().context("no port")?.parse()?;
    let cookie = format!("{}={}", cookie_name(port), studio.key());
    for header in [(KEY_HEADER, studio.key()), ("Cookie", cookie.as_str())] {
        let answer = ask(studio.host(), "PUT /api/cards/settings", &[header], body)?;
        ensure!(answer.status == 204, "{header:?}: {} {}", answer.status, answer.text());
    }
    ensure!(fs::read(&settings)? == body);
    Ok(())
}

#[test]
fn a_socket_needs_the_key_too() -> Result<()> {
    let studio = Studio::start()?;
    let room = br#"{"title":"x","settings":{"game":"red","boardSize":9,"komi":0,"time":null,"lossOnTime":true,"hostColor":"black"}}"#;
    let opened = ask(studio.host(), "POST /api/rooms", &[(KEY_HEADER, studio.key())], room)?;
    let opened: Value = serde_json::from_slice(&opened.body).with_context(|| opened.text())?;
    let path = format!("GET /api/rooms/{}/socket", opened["room"].as_str().context("no room")?);
    let upgrade = [
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    ensure!(ask(studio.host(), &path, &upgrade, b"")?.status == 401);
    // With `Connection: close` this is no valid handshake, but it is the room that refuses it.
    let with_key: Vec<_> = upgrade.into_iter().chain([(KEY_HEADER, studio.key())]).collect();
    ensure!(ask(studio.host(), &path, &with_key, b"")?.status != 401);
    Ok(())
}

/// Every account can list the arguments of running programs.
#[test]
fn the_program_that_opens_the_browser_is_not_given_the_key() -> Result<()> {
    let folder = TempDir::new()?;
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    fs::write(&opener, format!("#!/bin/sh\nprintf '%s\\n' \"$*\" >> {}\n", opened.display()))?;
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755))?;
    let mut process = Command::new(Studio::binary())
        .args(["--port", "0"])
        .env("PATH", format!("{}:{}", folder.path().display(), std::env::var("PATH")?))
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .stdout(Stdio::null())
        .spawn()
        .map(KillOnDrop)?;
    let begun = Instant::now();
    while !fs::read_to_string(&opened).is_ok_and(|text| text.ends_with('\n')) {
        ensure!(begun.elapsed() < TIMEOUT, "no browser was opened");
        sleep(Duration::from_millis(20));
    }
    let page = fs::read_to_string(&opened)?.trim().to_owned();
    ensure!(!page.contains("key="), "{page}");
    ensure!(fs::metadata(&page)?.permissions().mode() & 0o777 == 0o600, "others can read {page}");
    let content = fs::read_to_string(&page)?;
    let address = content.split('"').find_map(|text| text.strip_prefix("http://")).context("no address")?;
    let (host, key) = address.split_once("/?key=").context("no key")?;
    ensure!(ask(host, "GET /api/opened", &[(KEY_HEADER, key)], b"")?.status == 200);
    ensure!(Command::new("kill").arg(process.id().to_string()).status()?.success());
    ensure!(process.0.wait()?.success());
    ensure!(!Path::new(&page).exists(), "the file is left behind");
    Ok(())
}

/// The way of a browser that is given the private file.
#[test]
fn a_local_file_may_lead_to_the_studio() -> Result<()> {
    let studio = Studio::start()?;
    let (_folder, file) = file_with(
        "open.html",
        format!("<meta http-equiv=\"refresh\" content=\"0;url={}\">", studio.printed_address()),
    )?;
    with_browser(&studio, "access-file", async |page| {
        page.goto(format!("file://{}", file.display())).await?;
        page.wait_until(
            "the page is drawn",
            "return document.querySelector('main[aria-busy=false]') !== null",
        )
        .await?;
        let status = "return fetch('/api/opened').then((answer) => answer.status)";
        ensure!(page.eval(status).await? == json!(200), "the page has no key");
        Ok(())
    })
}

#[test]
fn the_key_is_in_no_history_no_page_and_no_script() -> Result<()> {
    let home = TempDir::new()?;
    let studio = Studio::start_at::<&str>(home.path(), &[])?;
    with_browser(&studio, "access-history", async |page| {
        page.visit("/play?room=none").await?;
        let key = studio.key();
        let told = page
            .eval(
                "return [location.href, document.referrer, document.cookie, document.documentElement.outerHTML, \
                 JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state), \
                 ...performance.getEntries().map((entry) => entry.name)].join(' ')",
            )
            .await?;
        ensure!(!told.to_string().contains(key), "{told}");
        let at = page.eval("return location.pathname + location.search").await?;
        ensure!(at == json!("/play?room=none"), "{at}");
        let history = page.cdp().send_raw("Page.getNavigationHistory", json!({})).await?;
        let entries = history["entries"].as_array().context("no history")?;
        ensure!(entries.iter().all(|entry| !entry["url"].to_string().contains("key=")), "{history}");
        let cookies = page.cdp().send_raw("Network.getAllCookies", json!({})).await?;
        let [cookie] = cookies["cookies"].as_array().map(Vec::as_slice).unwrap_or_default() else {
            anyhow::bail!("one cookie expected: {cookies}")
        };
        ensure!(
            cookie["value"] == key && cookie["httpOnly"] == true && cookie["sameSite"] == "Strict",
            "{cookie}"
        );
        ensure!(cookie["session"] == true && cookie["path"] == "/", "{cookie}");
        Ok(())
    })
}

/// Without the key a page can be loaded, but has nothing of the user's.
#[test]
fn a_page_without_the_key_says_what_to_do_in_every_language() -> Result<()> {
    let (_folder, file) = file_with("game.sgf", "(;SZ[19]C[secret])")?;
    let studio = Studio::start_with(&[&file])?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let page = Page::open(&format!("http://{}", studio.host())).await?;
        page.visit("/study").await?;
        for language in Language::ALL {
            page.eval(&format!("localStorage.setItem('tabiya.language', {:?})", language.tag())).await?;
            page.visit("/study").await?;
            page.wait_for_text(".key-notice", &notice(language)).await?;
        }
        let shown = page.eval("return document.body.textContent").await?.to_string();
        ensure!(!shown.contains("secret") && !shown.contains("game.sgf"), "{shown}");
        page.close().await
    })
}

#[test]
fn a_page_of_an_earlier_studio_says_so_loses_nothing_and_works_again() -> Result<()> {
    let (home, (_folder, file)) = (TempDir::new()?, file_with("game.sgf", "(;SZ[19])")?);
    let port = free_port()?;
    let mut studio = start(port, home.path(), &file)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        // Not by `with_browser`: refused requests are errors in the browser's console.
        let page = Page::open(studio.printed_address()).await?;
        let ended = work_through_a_restart(&page, &mut studio, home.path(), &file).await;
        // A browser that is not closed takes two minutes to go.
        page.close().await?;
        ended
    })
}

async fn work_through_a_restart(page: &Page, studio: &mut Studio, home: &Path, file: &Path) -> Result<()> {
    page.visit("/study").await?;
    let study = StudyPage { page, file: file.to_owned() };
    study.wait_until_open("game.sgf").await?;
    study.click(3, 3, &[]).await?;
    study.check_saved("(;SZ[19];B[dd])").await?;
    page.refresh().await?;
    study.wait_until_open("game.sgf").await?;

    let port = studio.host().rsplit(':').next().context("no port")?.parse()?;
    studio.kill()?;
    *studio = start(port, home, file)?;
    page.press(Key::End + "").await?;
    study.click(15, 15, &[]).await?;
    study.wait_until_dirty().await?;
    page.chord(&[Key::Control], 's').await?;
    study.wait_for_toast(&notice(Language::En)).await?;
    page.wait_for_text(".key-notice", &notice(Language::En)).await?;
    ensure!(study.file_text()? == "(;SZ[19];B[dd])" && study.is_dirty().await?, "nothing is saved");
    page.wait_until("the work is autosaved", AUTOSAVED).await?;
    for screen in Screen::ALL {
        page.screen(screen).await?;
        page.save_screenshot(&format!("access-notice-{}", screen.name())).await;
    }
    page.screen(Screen::LAPTOP).await?;

    let old = page.window().await?;
    let new = page.new_tab().await?;
    page.switch_to_window(new).await?;
    page.goto(studio.printed_address()).await?;
    page.wait_for("main[aria-busy=false]").await?;
    page.close_window().await?;
    page.switch_to_window(old).await?;
    page.wait_until_gone(".key-notice").await?;
    study.check_saved("(;SZ[19];B[dd];W[pp])").await
}
