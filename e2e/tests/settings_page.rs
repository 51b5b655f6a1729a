//! The Settings page in a real browser: boards, custom keys, engines, folders.

use anyhow::{Result, ensure};
use e2e::{Page, Screen, in_browser, on_study_page, program};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::{By, Key};

#[test]
fn a_chosen_board_applies_to_every_page_and_is_stored() -> Result<()> {
    in_browser("board-style", async |page| {
        let wood = "return getComputedStyle(document.documentElement).getPropertyValue('--wood')";
        page.visit("/settings").await?;
        page.wait_for("input[name=board][value=slate]").await?;
        let before = page.eval(wood).await?;
        page.click_on("input[name=board][value=slate]").await?;
        ensure!(page.eval(wood).await? != before);
        page.visit("/study").await?;
        ensure!(page.eval(wood).await? != before, "it is forgotten");
        Ok(())
    })
}

#[test]
fn a_custom_key_works_in_study_and_one_in_use_is_refused_with_a_message() -> Result<()> {
    on_study_page("own-keys", b"(;SZ[9];B[ee];W[cc])", async |study| {
        let page = study.page;
        page.follow_link("/settings").await?;
        let change = "document.querySelector('button[aria-label=\"Change: Next move\"]')";
        page.wait_until("the keys", &format!("return {change} !== null")).await?;
        page.eval("document.querySelector('.keys-setting').open = true").await?;
        page.eval(&format!("{change}.click()")).await?;
        page.chord(&[Key::Control], 'z').await?;
        page.wait_for_text(".keys-setting [role=alert]", "Undo").await?;
        page.check_accessibility("the keys").await?;
        page.eval(&format!("{change}.click()")).await?;
        page.press("j").await?;
        page.wait_until("the new key", &format!("return {change}.closest('li').textContent.includes('j')"))
            .await?;
        page.follow_link("/study").await?;
        page.eval("document.getElementById('board').focus()").await?;
        page.press("j").await?;
        page.wait_until("a step", "return document.getElementById('board').ariaLabel.includes('move 1')")
            .await?;
        page.press(Key::Right + "").await?;
        ensure!(
            page.eval("return document.getElementById('board').ariaLabel.includes('move 1')").await?
                == json!(true),
            "the usual key still works"
        );
        Ok(())
    })
}

#[test]
fn the_number_of_earlier_versions_is_stored() -> Result<()> {
    in_browser("versions-kept", async |page| {
        page.visit("/settings").await?;
        let shows = |number: &str| {
            format!("return document.getElementById('versions-kept')?.value === {}", json!(number))
        };
        page.wait_until("the default", &shows("10")).await?;
        page.fill("#versions-kept", "3").await?;
        page.wait_until(
            "stored",
            "return fetch('/api/backups').then((answer) => answer.json()).then(({ keep }) => keep === 3)",
        )
        .await?;
        page.visit("/settings").await?;
        page.wait_until("the chosen number", &shows("3")).await
    })
}

#[test]
fn engines_are_found_and_tested_and_folders_are_listed() -> Result<()> {
    in_browser("engines", async |page| {
        page.visit("/settings").await?;
        let gnugo = "document.querySelector('button[aria-label=\"Test GNU Go\"]')";
        page.wait_until("the engines", &format!("return {gnugo} !== null")).await?;
        if program("gnugo").is_some() {
            page.eval(&format!("{gnugo}.click()")).await?;
            page.wait_until(
                "it works",
                &format!("return {gnugo}.closest('li').textContent.includes('It works: GNU Go')"),
            )
            .await?;
        } else {
            ensure!(page.eval(&format!("return {gnugo}.disabled")).await? == json!(true));
        }
        page.wait_until("the folders", "return document.body.textContent.includes('library.db')").await?;
        page.check_accessibility("settings").await
    })
}

/// The file that "Export settings" makes, from the page.
async fn exported(page: &Page) -> Result<Value> {
    let catch = "window.madeFile = null; URL.createObjectURL = (blob) => { blob.text().then((text) => window.madeFile = text); return '#'; }; \
        HTMLAnchorElement.prototype.click = () => {}";
    page.eval(catch).await?;
    page.click_button("Export settings").await?;
    page.wait_until("the file", "return window.madeFile !== null").await?;
    let text = page.eval("return window.madeFile").await?;
    Ok(serde_json::from_str(text.as_str().unwrap_or_default())?)
}

async fn import(page: &Page, folder: &TempDir, text: &str) -> Result<()> {
    let path = folder.path().join("mine.json");
    std::fs::write(&path, text)?;
    let field = page.find(By::Css(".transfer-row input[type=file]")).await?;
    Ok(field.send_keys(path.to_string_lossy()).await?)
}

#[test]
fn settings_are_taken_to_another_browser_as_one_file_and_a_broken_one_changes_nothing() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut file = Value::Null;
    in_browser("settings-export", async |page| {
        page.visit("/settings").await?;
        page.click_on("input[name=theme][value=dark]").await?;
        page.click_on("input[name=chess-board][value=blue]").await?;
        page.click_on("input[name=backgammon-board][value=ocean]").await?;
        page.click_on("input[name=backgammon-home][value=left]").await?;
        page.eval("localStorage.setItem('tabiya.keys', 'Next j\\n')").await?;
        page.fill("#versions-kept", "7").await?;
        page.wait_until(
            "stored",
            "return fetch('/api/backups').then((a) => a.json()).then(({ keep }) => keep === 7)",
        )
        .await?;
        page.wait_for(".backgammon-sample .bg.ocean").await?;
        file = exported(page).await?;
        Ok(())
    })?;
    let browser = &file["browser"];
    ensure!(browser["theme"] == "dark" && browser["chess-board"] == "blue", "{file:#}");
    ensure!(browser["backgammon-board"] == "ocean" && browser["sounds"] == Value::Null, "{file:#}");
    ensure!(file["studio"]["versions-kept"] == 7, "{file:#}");
    file["browser"]["smell"] = json!("pine");
    file["browser"]["language"] = json!("vi");
    file["browser"]["keys"] = Value::Null;
    in_browser("settings-import", async |page| {
        page.visit("/settings").await?;
        page.wait_for(".transfer-row").await?;
        let stored = "return JSON.stringify(Object.entries(localStorage).sort())";
        let before = page.eval(stored).await?;
        for (text, words) in [
            ("{\"theme\":", "mine.json is not a file of settings"),
            (r#"{"tabiya-settings":9}"#, "newer version of Tabiya"),
            (
                r#"{"tabiya-settings":1,"browser":{"sounds":"off","theme":"sepia"}}"#,
                "“theme” cannot be “sepia”",
            ),
            (
                r#"{"tabiya-settings":1,"browser":{"sounds":"off"},"studio":{"cards":"pips = 3"}}"#,
                "Nothing was changed",
            ),
        ] {
            import(page, &folder, text).await?;
            page.wait_for_text("[aria-labelledby=transfer-title] [role=alert]", words).await?;
            ensure!(page.eval(stored).await? == before, "{text} changed something");
        }
        page.check_accessibility("a refused file of settings").await?;
        page.save_screenshot("settings-refused").await;
        import(page, &folder, &file.to_string()).await?;
        page.wait_until("in Vietnamese", "return document.documentElement.lang === 'vi'").await?;
        page.wait_for_text("[aria-labelledby=transfer-title] [role=status]", "mine.json").await?;
        page.wait_for_text("[aria-labelledby=transfer-title] [role=status]", "smell").await?;
        page.wait_for("[data-theme=dark]").await?;
        page.wait_for(".backgammon-sample .bg.ocean").await?;
        page.wait_until(
            "versions",
            "return fetch('/api/backups').then((a) => a.json()).then(({ keep }) => keep === 7)",
        )
        .await?;
        for screen in [Screen::LAPTOP, Screen::PHONE] {
            page.screen(screen).await?;
            page.eval("document.querySelector('.backgammon-sample').scrollIntoView({ block: 'center' })")
                .await?;
            page.check_accessibility(&format!("imported settings on {screen:?}")).await?;
            page.save_screenshot(&format!("settings-imported-{}", screen.name())).await;
        }
        // The browser logs the refusal of the studio.
        page.browser_log().await?;
        Ok(())
    })
}
