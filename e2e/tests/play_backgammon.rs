//! A match against the real gnubg in a real browser: checkers are moved by typed plays, the match survives a reload, and
//! its record opens in Study.

use anyhow::{Context, Result, ensure};
use e2e::{Page, Screen, in_browser};
use play::backgammon::{BackgammonTable, Need, TableInput, TableSettings};
use rules::backgammon::Side;
use serde_json::{Value, json};
use thirtyfour::Key;

/// The match as the page has stored it.
async fn stored(page: &Page) -> Result<BackgammonTable> {
    let text = page.eval("return localStorage.getItem('tabiya.backgammon-match')").await?;
    let saved: Value = serde_json::from_str(text.as_str().context("no match is stored")?)?;
    let inputs = saved["inputs"].as_array().context("inputs")?;
    let inputs: Option<Vec<TableInput>> =
        inputs.iter().map(|text| text.as_str().and_then(TableInput::read)).collect();
    let settings = TableSettings {
        length: saved["length"].as_u64().context("a length")? as u16,
        name: "Ann".into(),
        opponent: "GNU Backgammon".into(),
    };
    Ok(BackgammonTable::restore(settings, inputs.context("an input cannot be read")?))
}

async fn begin(page: &Page, length: &str, level: &str) -> Result<()> {
    page.visit("/play").await?;
    page.wait_for(".backgammon-start").await?;
    let script = format!(
        "for (const [name, value] of [['match-length', {length:?}], ['gnubg-level', {level:?}]]) {{ \
           const choice = document.querySelector(`[name=${{name}}]`); choice.value = value; \
           choice.dispatchEvent(new Event('change', {{ bubbles: true }})); }} \
         document.querySelector('.backgammon-start .main').click()"
    );
    page.eval(&script).await?;
    page.wait_for(".backgammon-game svg").await
}

/// Waits until it is the person's turn, or the match is over.
async fn my_need(page: &Page) -> Result<Need> {
    let ready = "const b = document.querySelector('.drilling-foot .button:last-child'); \
        const typed = document.querySelector('.typed-move'); \
        return b !== null && (b.textContent.trim() !== 'Wait' && (!b.disabled || (typed && !typed.hidden)))";
    page.wait_until("the person's turn", ready).await?;
    Ok(stored(page).await?.need())
}

/// Types a legal play and confirms it.
async fn play_first(page: &Page, table: &BackgammonTable) -> Result<()> {
    let legal = table.position().legal_plays();
    let count = table.inputs().len();
    if let Some(play) = legal.first() {
        let field = ".typed-move input";
        page.eval(&format!("document.querySelector({field:?}).focus()")).await?;
        page.press(format!("{}{}", play.play, Key::Enter.value())).await?;
        page.wait_until(
            "it can be confirmed",
            "return !document.querySelector('.drilling-foot .main').disabled",
        )
        .await?;
    }
    page.eval("document.querySelector('.drilling-foot .main').click()").await?;
    page.wait_until(
        "it is played",
        &format!(
            "return JSON.parse(localStorage.getItem('tabiya.backgammon-match')).inputs.length > {count}"
        ),
    )
    .await
}

#[test]
fn a_match_is_played_to_its_end_and_opens_in_study() -> Result<()> {
    in_browser("play-backgammon", async |page| {
        begin(page, "1", "expert").await?;
        let mut turns = 0;
        loop {
            let need = my_need(page).await?;
            let table = stored(page).await?;
            match need {
                Need::Play(Side::Bottom) => play_first(page, &table).await?,
                Need::Nothing => break,
                other => anyhow::bail!("{other:?} in a match to one point"),
            }
            turns += 1;
            if turns == 2 {
                let before = stored(page).await?.inputs().len();
                page.refresh().await?;
                page.wait_for(".backgammon-game svg").await?;
                ensure!(stored(page).await?.inputs().len() >= before, "the match goes on after a reload");
                my_need(page).await?;
                for screen in [Screen::LAPTOP, Screen::LAPTOP.dark(), Screen::PHONE, Screen::PHONE.dark()] {
                    page.screen(screen).await?;
                    page.check_accessibility(&format!("the match on {screen:?}")).await?;
                    let fits = "return document.documentElement.scrollWidth <= innerWidth";
                    ensure!(page.eval(fits).await? == json!(true), "{screen:?} scrolls sideways");
                    page.save_screenshot(&format!("play-backgammon-{}", screen.name())).await;
                }
                page.screen(Screen::LAPTOP).await?;
            }
            ensure!(turns < 300, "the match does not end");
        }
        page.wait_for_text(".backgammon-game .status", "wins the match").await?;
        page.eval("[...document.querySelectorAll('.backgammon-more .button')].at(-1).click()").await?;
        page.wait_for(".match-pane svg").await?;
        page.wait_for_text(".title .name", "backgammon.mat").await
    })
}

#[test]
fn the_cube_is_offered_and_a_game_is_resigned() -> Result<()> {
    in_browser("play-backgammon-cube", async |page| {
        begin(page, "3", "advanced").await?;
        let mut doubled = false;
        for _ in 0..40 {
            let need = my_need(page).await?;
            let table = stored(page).await?;
            match need {
                Need::Play(Side::Bottom) if doubled => {
                    page.eval("document.querySelector('.backgammon-more .button').click()").await?;
                    page.wait_for(".backgammon-more .button:nth-of-type(3)").await?;
                    page.eval("document.querySelectorAll('.backgammon-more .button')[1].click()").await?;
                    page.wait_for_text(".backgammon-game .status", "GNU Backgammon wins").await?;
                    return Ok(());
                }
                Need::Play(Side::Bottom) => play_first(page, &table).await?,
                Need::Turn(Side::Bottom) => {
                    page.eval("document.activeElement.blur()").await?;
                    page.press("d").await?;
                    let said =
                        "return /takes|passes/.test(document.querySelector('.backgammon-log').textContent)";
                    page.wait_until("gnubg answers", said).await?;
                    doubled = true;
                }
                Need::Answer(Side::Bottom) => {
                    page.eval("document.querySelector('.drilling-foot .button').click()").await?;
                    page.wait_for_text(".backgammon-log", "passes").await?;
                    return Ok(());
                }
                Need::NextGame | Need::Nothing => {
                    ensure!(doubled);
                    return Ok(());
                }
                other => anyhow::bail!("{other:?} is not the person's"),
            }
        }
        anyhow::bail!("nothing was decided")
    })
}
