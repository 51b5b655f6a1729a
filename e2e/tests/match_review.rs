//! The review of a backgammon match in a real browser, with the real gnubg: the same figures as `tabiya review`, a way to
//! each decision, and cards of the errors.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use e2e::{SHORT_MATCH, Screen, Studio, StudyPage, on_cards_page, test_data, with_open_file, workspace};
use serde_json::{Value, json};
use thirtyfour::Key;

/// Opens the review of the match on the page, and waits until the figures are there.
async fn review(study: &StudyPage<'_>) -> Result<()> {
    study.page.wait_for(".match-notes .button.main").await?;
    study.page.click_on(".match-notes .button.main").await?;
    study.page.wait_for(".review-pr").await
}

/// What `tabiya review` says about the same file.
fn told_by_the_command_line(study: &StudyPage<'_>) -> Result<Value> {
    let home = tempfile::tempdir()?;
    let mut command = Command::new(Studio::binary());
    command.env("XDG_CONFIG_HOME", home.path()).env("XDG_DATA_HOME", home.path());
    let output = command.args(["review", "--json"]).arg(&study.file).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

async fn choose_first_game(study: &StudyPage<'_>) -> Result<()> {
    study.wait_for_dialog("3 games in match.mat").await?;
    study.page.eval("document.querySelector('.sample-game').click()").await?;
    study.wait_until_dialog_closes().await
}

#[test]
fn the_figures_are_those_of_the_command_line_and_errors_lead_to_study_and_cards() -> Result<()> {
    with_open_file("match-review", "match.mat", &test_data("match.mat")?, async |study| {
        let page = study.page;
        choose_first_game(study).await?;
        review(study).await?;
        let told = told_by_the_command_line(study)?;
        let shown = page
            .eval("return [...document.querySelectorAll('.review-pr strong')].map((pr) => pr.textContent)")
            .await?;
        let pr = |n: usize| told["total"][n]["pr"].as_f64().map(|pr| format!("{pr:.2}"));
        ensure!(shown == json!([pr(0), pr(1)]), "{shown} {told:#}");
        ensure!(page.count(".review-games tbody tr").await? == 4, "three games and their sum");

        for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE, Screen::PHONE.dark()] {
            page.screen(screen).await?;
            page.check_accessibility(&format!("the review on {screen:?}")).await?;
            let fits = "return document.documentElement.scrollWidth <= innerWidth";
            ensure!(page.eval(fits).await? == json!(true), "{screen:?} scrolls sideways");
            page.save_screenshot(&format!("match-review-{}", screen.name())).await;
        }
        page.screen(Screen::LAPTOP).await?;

        // The worst error of the player who is chosen, in Study.
        let worst = "return document.querySelector('.review-error strong').textContent";
        let played = study.text(worst).await?;
        page.click_on(".review-error").await?;
        page.wait_until_gone(".match-review").await?;
        let next = "return document.querySelector('.match-next').textContent";
        let next = study.text(next).await?;
        ensure!(next.to_lowercase().contains(&played.to_lowercase()), "{next} is not {played}");

        // The second time it is there at once; Escape leaves it.
        review(study).await?;
        page.press(Key::Escape + "").await?;
        page.wait_until_gone(".match-review").await?;
        review(study).await?;
        let button = ".review-errors > footer .button.main";
        let label = study.text(&format!("return document.querySelector({button:?}).textContent")).await?;
        let count: u64 = label.split(' ').nth(1).context("a number")?.parse()?;
        page.click_on(button).await?;
        page.wait_for_count(".decisions li", count).await?;
        page.wait_for_text(".summary-text", "From match.mat: ").await
    })
}

#[test]
fn a_match_added_to_cards_can_be_reviewed() -> Result<()> {
    on_cards_page("match-review-cards", SHORT_MATCH, async |cards| {
        let page = cards.page;
        cards.press("Review the match").await?;
        page.wait_for(".review-pr").await?;
        let path = page.eval("return location.pathname").await?;
        ensure!(path == json!("/study"), "{path}");
        ensure!(page.count(".review-error").await? > 0);
        Ok(())
    })
}

#[test]
fn a_file_of_xg_is_reviewed_by_its_own_analysis() -> Result<()> {
    let bytes = std::fs::read(workspace().join("fuzz/corpus/xg_read/match.xg"))?;
    with_open_file("match-review-xg", "match.xg", &bytes, async |study| {
        study.wait_for_dialog("2 games in match.xg").await?;
        study.page.eval("document.querySelector('.sample-game').click()").await?;
        study.wait_until_dialog_closes().await?;
        review(study).await?;
        let about = study.text("return document.querySelector('.match-review-stack').innerText").await?;
        ensure!(
            about.contains("eXtreme Gammon") && about.contains("2 decisions have no analysis."),
            "{about}"
        );
        let rows =
            "return [...document.querySelectorAll('.review-error .cost')].map((cost) => cost.textContent)";
        let costs = study.page.eval(rows).await?;
        ensure!(costs == json!(["−0.200", "−0.100"]), "{costs}");
        study.page.click_on(".review-error:nth-of-type(2)").await?;
        study.page.wait_for_text(".match-next", "Ann Ž").await
    })
}
