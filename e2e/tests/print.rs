//! What is printed: a card, a board with its caption, and pages without what cannot be pressed on paper.

use anyhow::{Result, ensure};
use e2e::{Page, on_cards_page, test_data, with_open_file, workspace};
use serde_json::{Value, json};
use thirtyfour::common::print::PrintParameters;

const ANALYSIS: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:Ann   O:Bob\n\n    \
    1. 3-ply       8/5 6/5                      eq:+0.162\n    2. 3-ply       24/23 13/10                  eq:-0.011 (-0.173)\n\n\
    eXtreme Gammon Version: 2.10\n\n";

/// Prints to a PDF, and gives what the sheet said while it was printed.
async fn printed(page: &Page, name: &str) -> Result<(String, usize)> {
    page.eval("window.addEventListener('beforeprint', () => { const sheet = document.querySelector('.print-sheet'); \
        window.printedSheet = sheet ? [sheet.innerText, sheet.querySelectorAll('svg').length] : ['', 0] })").await?;
    let bytes = page.print_page(PrintParameters::default()).await?;
    ensure!(bytes.starts_with(b"%PDF"));
    ensure!(
        bytes.windows(b"/Count 1\n".len()).any(|part| part == b"/Count 1\n"),
        "{name} does not fit on one page"
    );
    let folder = workspace().join("target/screenshots");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(format!("print-{name}.pdf")), bytes)?;
    let sheet: (String, usize) = serde_json::from_value(page.eval("return window.printedSheet").await?)?;
    page.wait_until_gone(".print-sheet").await?;
    Ok(sheet)
}

#[test]
fn a_card_is_printed_with_its_question_and_its_answer() -> Result<()> {
    on_cards_page("print-card", ANALYSIS, async |cards| {
        cards.page.click_on(".decisions li button").await?;
        cards.page.wait_for(".preview:not(.without)").await?;
        let (text, pictures) = printed(cards.page, "card").await?;
        ensure!(pictures == 1, "{pictures} boards");
        for words in ["Dice: 31", "8/5 6/5", "24/23 13/10", "+0.162", "-0.173", "eXtreme Gammon"] {
            ensure!(text.contains(words), "{words} is missing: {text}");
        }
        Ok(())
    })
}

#[test]
fn a_board_of_a_match_is_printed_with_its_caption() -> Result<()> {
    with_open_file("print-match", "match.mat", &test_data("match.mat")?, async |study| {
        study.wait_for_dialog("3 games in match.mat").await?;
        study.page.eval("document.querySelectorAll('.sample-game')[0].click()").await?;
        study.wait_until_dialog_closes().await?;
        let (text, pictures) = printed(study.page, "match").await?;
        ensure!(pictures == 1 && text.contains("Ann to play 31"), "{text}");
        Ok(())
    })
}

#[test]
fn other_pages_are_printed_without_bar_and_buttons() -> Result<()> {
    e2e::in_browser("print-page", async |page| {
        page.visit("/library").await?;
        page.wait_for(".library-start").await?;
        page.cdp().send_raw("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
        let shown = "return [...document.querySelectorAll('.bar, .library-add button')].map((e) => getComputedStyle(e).display)";
        ensure!(page.eval(shown).await? == json!(["none", "none"]), "{}", page.eval(shown).await?);
        let heading: Value =
            page.eval("return getComputedStyle(document.querySelector('.lead')).display").await?;
        ensure!(heading != "none");
        Ok(())
    })
}
