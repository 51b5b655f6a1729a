//! The analysis of a Go game in Study, with the built-in bot.

use anyhow::{Result, ensure};
use e2e::{Host, Screen, StudyPage, on_study_page};
use thirtyfour::Key;

const GAME: &str = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cc];B[gc];W[cg];B[gg])";

const ROWS: &str = "document.querySelectorAll('button.engine-line').length";

fn at_analysis(name: &str, sgf: &str, test: impl AsyncFnOnce(&StudyPage<'_>) -> Result<()>) -> Result<()> {
    on_study_page(name, sgf.as_bytes(), async |study| {
        study.page.chord(&[Key::Alt], 'a').await?;
        study.page.wait_for(".analysis").await?;
        test(study).await
    })
}

async fn wait_for_rows(study: &StudyPage<'_>, count: u32) -> Result<()> {
    study.page.wait_until(&format!("{count} lines"), &format!("return {ROWS} === {count}")).await
}

/// Waits until a layer of the board has shapes, or none.
async fn wait_for_layer(study: &StudyPage<'_>, layer: &str, has_shapes: bool) -> Result<()> {
    let script = format!(
        "return (document.querySelector('#board svg g.{layer}')?.children.length > 0) === {has_shapes}"
    );
    study.page.wait_until(&format!("{layer}: {has_shapes}"), &script).await
}

async fn wait_for_game_move(study: &StudyPage<'_>, is_shown: bool) -> Result<()> {
    let script = format!(
        "return (document.querySelector('#board g.candidates [stroke*=\"now-board\"]') !== null) === {is_shown}"
    );
    study.page.wait_until(&format!("the ring of the game's move: {is_shown}"), &script).await
}

#[test]
fn the_bot_shows_candidates_lines_and_the_bar_out_of_the_box() -> Result<()> {
    at_analysis("analysis-go", GAME, async |study| {
        wait_for_rows(study, 3).await?;
        let name =
            "return document.querySelector('.analysis-head strong').textContent.startsWith('Tabiya bot')";
        study.page.wait_until("the engine's name", name).await?;
        let effort = "return /^[\\d.,]+k? visits · [\\d.,]+k?\\/s$/.test(document.querySelector('.analysis-head .fact').textContent)";
        study.page.wait_until("visits and speed", effort).await?;
        wait_for_layer(study, "candidates", true).await?;
        wait_for_game_move(study, true).await?;
        let bar =
            "return /^\\d+\\.\\d$/.test(document.querySelector('.evaluation-bar.black-first b').textContent)";
        study.page.wait_until("the lead in the bar", bar).await?;
        let row = "return /^[A-J]\\d[BW]\\+[\\d.]+[\\d.]+%[\\d.]+k?/.test(document.querySelector('button.engine-line').textContent)";
        study.page.wait_until("move, lead, win rate, visits", row).await?;
        ensure!(!study.is_dirty().await?, "looking changes nothing");
        // At the end there is no next move to ring.
        study.page.press(Key::End + "").await?;
        wait_for_game_move(study, false).await?;
        wait_for_rows(study, 3).await?;
        wait_for_layer(study, "candidates", true).await
    })
}

#[test]
fn ownership_is_shown_on_demand_and_hidden_hints_leave_the_graph() -> Result<()> {
    at_analysis("analysis-go-hints", GAME, async |study| {
        wait_for_layer(study, "candidates", true).await?;
        wait_for_layer(study, "ownership", false).await?;
        study.page.chord(&[Key::Alt], 'o').await?;
        wait_for_layer(study, "ownership", true).await?;
        study.page.chord(&[Key::Alt], 'o').await?;
        wait_for_layer(study, "ownership", false).await?;
        study.page.chord(&[Key::Alt], 'h').await?;
        wait_for_layer(study, "candidates", false).await?;
        study.page.wait_until_gone(".evaluation-bar").await?;
        study.page.wait_until_gone("button.engine-line").await?;
        study.page.wait_for(".graph").await?;
        study.page.chord(&[Key::Alt], 'h').await?;
        wait_for_rows(study, 3).await?;
        study.page.wait_for(".evaluation-bar").await
    })
}

#[test]
fn pointing_at_a_line_plays_it_as_ghosts_and_a_click_adds_it_as_one_undo_step() -> Result<()> {
    at_analysis("analysis-go-line", GAME, async |study| {
        study.page.press(Key::End + "").await?;
        wait_for_rows(study, 3).await?;
        wait_for_layer(study, "line-shown", false).await?;
        // The keyboard points, too.
        study.page.eval("document.querySelectorAll('button.engine-line')[1].focus()").await?;
        wait_for_layer(study, "line-shown", true).await?;
        wait_for_layer(study, "candidates", false).await?;
        study.page.press(Key::Escape + "").await?;
        wait_for_layer(study, "line-shown", false).await?;
        let before = study.page.count(".tree svg [data-node], .tree svg circle").await?;
        study.page.click_on("button.engine-line").await?;
        study.wait_until_dirty().await?;
        let grown = format!(
            "return document.querySelectorAll('.tree svg [data-node], .tree svg circle').length > {before}"
        );
        study.page.wait_until("new nodes in the tree", &grown).await?;
        study.page.chord(&[Key::Control], 'z').await?;
        study.page.wait_until_gone(".title .dirty").await?;
        ensure!(study.file_text()? == GAME, "nothing was written");
        Ok(())
    })
}

#[test]
fn where_there_is_nothing_to_search_the_panel_says_why() -> Result<()> {
    at_analysis("analysis-go-over", "(;GM[1]FF[4]SZ[9];B[ee];W[];B[])", async |study| {
        wait_for_rows(study, 3).await?;
        study.page.press(Key::End + "").await?;
        study.page.wait_for_text(".analysis .notice", "The game is over in this position.").await?;
        wait_for_layer(study, "candidates", false).await?;
        study.page.press(Key::Left + "").await?;
        wait_for_rows(study, 3).await
    })
}

#[test]
fn a_search_that_nobody_watches_stops() -> Result<()> {
    on_study_page("analysis-go-stops", GAME.as_bytes(), async |study| {
        let note = "window.searches = []; const ask = window.fetch; window.fetch = (address, options) => { \
            const url = address.url ?? address; \
            if (String(url).includes('/api/analysis')) window.searches.push((options ?? address).signal ?? address.signal); \
            return ask(address, options); }";
        study.page.eval(note).await?;
        study.page.chord(&[Key::Alt], 'a').await?;
        wait_for_rows(study, 3).await?;
        let running = "return window.searches.filter((signal) => !signal.aborted).length";
        ensure!(study.page.eval(running).await? == 1, "one search");
        let one = format!("{running} === 1");
        let none = format!("{running} === 0");
        // A step ends the search before.
        study.page.press(Key::Right + "").await?;
        study.page.wait_until("two searches", "return window.searches.length === 2").await?;
        study.page.wait_until("one runs", &one).await?;
        let hide = |hidden: bool| {
            format!(
                "Object.defineProperty(document, 'hidden', {{ configurable: true, value: {hidden} }}); \
                 document.dispatchEvent(new Event('visibilitychange'))"
            )
        };
        study.page.eval(&hide(true)).await?;
        study.page.wait_until("no search of a hidden page", &none).await?;
        study.page.eval(&hide(false)).await?;
        study.page.wait_until("it goes on", &one).await?;
        study.page.chord(&[Key::Alt], 'a').await?;
        study.page.wait_until("no search without the panel", &none).await
    })
}

#[test]
fn values_in_the_file_make_a_graph_and_a_click_goes_there() -> Result<()> {
    let sgf = "(;GM[1]FF[4]SZ[9];B[ee]SBKV[50]SBKS[0.5];W[cc]SBKV[52]SBKS[1];B[gc]SBKV[50]SBKS[0.4]\
               ;W[aa]SBKV[95]SBKS[14];B[gg]SBKV[94]SBKS[13.5])";
    at_analysis("analysis-go-graph", sgf, async |study| {
        study.page.wait_for(".graph .graph-mark.blunder").await?;
        study.page.wait_for(".graph-lead").await?;
        let click = "const graph = document.querySelector('.graph'); const box = graph.getBoundingClientRect(); \
            const at = new PointerEvent('pointerdown', { bubbles: true, clientX: box.left + (box.width - 44) * 0.8, \
            clientY: box.top + 20 }); graph.dispatchEvent(at)";
        study.page.eval(click).await?;
        study.wait_for_label("move 4").await?;
        let label = "return document.querySelector('.graph').ariaLabel.includes('Move 4: ')";
        study.page.wait_until("the position in the label", label).await?;
        ensure!(!study.is_dirty().await?);
        Ok(())
    })
}

#[test]
fn the_analysis_of_go_is_accessible_on_all_screens() -> Result<()> {
    at_analysis("analysis-go-screens", GAME, async |study| {
        study.page.press(Key::Right + "").await?;
        study.page.press(Key::Right + "").await?;
        study.page.chord(&[Key::Alt], 'o').await?;
        for screen in Screen::ALL {
            study.page.screen(screen).await?;
            wait_for_rows(study, 3).await?;
            wait_for_layer(study, "ownership", true).await?;
            study.page.save_screenshot(&format!("analysis-go-{}", screen.name())).await;
            study.page.check_accessibility(&screen.name()).await?;
        }
        Ok(())
    })
}

#[test]
fn a_page_that_came_from_a_host_says_that_it_has_no_engine() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let host = Host::start(folder.path())?;
    e2e::with_browser_at(&host.address(), "analysis-guest", async |page| {
        page.visit("/study").await?;
        page.wait_for("#board svg").await?;
        page.chord(&[Key::Alt], 'a').await?;
        page.wait_for_text(
            ".analysis .notice p",
            "This page is a guest of another computer. Analysis needs Tabiya on your own.",
        )
        .await
    })
}
