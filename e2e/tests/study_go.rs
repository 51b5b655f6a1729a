//! Go in Study: one studio for several starts, recovery, problems of a file, conflicts, commands, counting, guessing,
//! printing, and phones.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use e2e::{
    Page, Screen, Studio, StudyPage, across_a_crash, file_with, on_study_page, with_browser_at,
    with_open_file,
};
use serde_json::json;
use tempfile::TempDir;
use thirtyfour::Key;

/// Starts the program without a port of its own, as a user does.
fn start(home: &Path, file: &Path) -> Result<Studio> {
    Studio::run(Command::new(Studio::binary()).arg("--no-open").arg(file), home)
}

/// What a later start prints before it ends.
fn start_again(home: &Path, file: &Path) -> Result<String> {
    let output = Command::new(Studio::binary())
        .arg("--no-open")
        .arg(file)
        .env("XDG_CONFIG_HOME", home.join(".config"))
        .env("XDG_DATA_HOME", home.join(".local/share"))
        .output()?;
    ensure!(output.status.success(), "{output:?}");
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn a_second_start_hands_its_file_to_the_running_studio() -> Result<()> {
    let home = TempDir::new()?;
    let (_first, one) = file_with("one.sgf", "(;SZ[9])")?;
    let (_second, two) = file_with("two.sgf", "(;SZ[13])")?;
    let mut studio = start(home.path(), &one)?;
    ensure!(studio.printed_address().contains("/study?"), "{}", studio.printed_address());
    let said = start_again(home.path(), &two)?;
    let address = said.split_whitespace().find(|word| word.starts_with("http://")).context(said.clone())?;
    ensure!(address.contains(studio.host()), "{said} is not at {}", studio.host());
    with_browser_at(studio.printed_address(), "second-start", async |page| {
        let study = StudyPage { page, file: two.clone() };
        page.goto(address).await?;
        study.wait_until_open("two.sgf").await?;
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.save().await?;
        ensure!(study.file_text()?.contains(";B["), "{}", study.file_text()?);
        page.click_on("[aria-label=\"Open games\"]").await?;
        page.wait_for_count("[role=menuitemradio]", 1).await
    })?;
    // A killed studio leaves its files, but nobody answers there.
    studio.kill()?;
    let next = start(home.path(), &two)?;
    ensure!(next.printed_address().contains("/study?"), "{}", next.printed_address());
    Ok(())
}

/// Whether an autosave contains a text.
fn autosaved(text: &str) -> String {
    e2e::AUTOSAVED.replace("B[dd]", text)
}

#[test]
fn typing_is_autosaved_while_it_goes_on_and_the_same_move_is_shown_after_a_crash() -> Result<()> {
    let (_folder, file) = file_with("game.sgf", "(;SZ[19];B[dd];W[pp];B[dp])")?;
    let studio = Studio::start_with(&[&file])?;
    let before = async |study: &StudyPage<'_>| {
        study.wait_until_open("game.sgf").await?;
        study.page.press(Key::Right + Key::Right).await?;
        study.wait_for_label("move 2").await?;
        study.page.eval("document.getElementById('comment').focus()").await?;
        // Without a pause until some of it is stored.
        for _ in 0..400 {
            study.page.press("words ").await?;
            if study.page.eval(&autosaved("words")).await? == json!(true) {
                return Ok(());
            }
        }
        anyhow::bail!("nothing was autosaved while typing")
    };
    across_a_crash(&studio, &file, before, async |study| {
        study.wait_for_dialog("Restore unsaved changes").await?;
        study.page.press(Key::Enter + "").await?;
        study.wait_until_dirty().await?;
        study.wait_for_label("move 2").await?;
        let comment = "return document.getElementById('comment').value.startsWith('words words')";
        study.page.wait_until("the comment", comment).await
    })
}

#[test]
fn problems_are_listed_with_their_places_and_an_illegal_move_is_marked() -> Result<()> {
    on_study_page("problems", b"(;SZ[19];B[dd]\n;W[dd];B[zz])", async |study| {
        study.page.wait_for_text(".problems summary", "2 problems").await?;
        study.page.click_on(".problems summary").await?;
        study.page.wait_for_text(".problems li", "Line 2, column 2: W: a move onto a stone").await?;
        study.page.click_on(".problems li button").await?;
        study.wait_for_label("move 2").await?;
        study.page.wait_for_text(".irregular-move", "a move onto a stone").await?;
        ensure!(study.count("last").await? > 1, "the move is framed");
        study.page.save_screenshot("study-problems").await;
        Ok(())
    })
}

#[test]
fn another_game_is_shown_as_a_tree_without_a_board() -> Result<()> {
    let chess = b"(;GM[3]FF[4]SZ[8]XX[a];B[aa];W[bb])";
    on_study_page("other-game", chess, async |study| {
        study.page.wait_for_text(".other-game h3", "not Go").await?;
        study.page.press(Key::Right + "").await?;
        study.page.eval("document.getElementById('comment').focus()").await?;
        study.page.press("here").await?;
        study.check_saved("(;GM[3]FF[4]SZ[8]XX[a];B[aa]C[here];W[bb])").await
    })
}

#[test]
fn a_file_that_another_program_changed_is_compared_and_reloaded() -> Result<()> {
    on_study_page("compared", b"(;SZ[19])", async |study| {
        std::fs::write(&study.file, "(;SZ[19];B[pp]C[theirs])")?;
        study.click(3, 3, &[]).await?;
        study.page.chord(&[Key::Control], 's').await?;
        study.wait_for_dialog("The file has changed").await?;
        study.page.eval(&button("Compare")).await?;
        study.page.wait_for_text(".comparison .only-here", "B[dd]").await?;
        study.page.wait_for_text(".comparison .only-in-file", "C[theirs]").await?;
        study.page.save_screenshot("study-comparison").await;
        study.page.eval(&button("Reload")).await?;
        study.wait_until_dialog_closes().await?;
        study.page.press(Key::End + "").await?;
        study.wait_for_comment("theirs").await?;
        ensure!(!study.is_dirty().await?);
        study.page.eval("document.activeElement.blur()").await?;
        study.page.chord(&[Key::Control], 'z').await?;
        study.wait_until_dirty().await?;
        // The browser logs the expected refusal.
        study.page.browser_log().await?;
        Ok(())
    })
}

fn button(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('dialog[open] button')].find((b) => b.textContent.trim() === {name:?}).click()"
    )
}

#[test]
fn a_change_on_disk_is_noticed_while_the_file_is_open() -> Result<()> {
    on_study_page("changed-on-disk", b"(;SZ[19])", async |study| {
        let page = study.page;
        study.click(15, 15, &[]).await?;
        study.save().await?;
        std::fs::write(&study.file, "(;SZ[19];B[dd]C[theirs])")?;
        page.wait_for_text(".file-change p", "game.sgf was changed by another program.").await?;
        for (name, screen) in
            [("laptop", Screen::LAPTOP), ("dark", Screen::LAPTOP.dark()), ("phone", Screen::PHONE)]
        {
            page.screen(screen).await?;
            page.save_screenshot(&format!("study-file-change-{name}")).await;
        }
        page.screen(Screen::LAPTOP).await?;
        page.eval("[...document.querySelectorAll('.file-change button')].find((b) => b.textContent === 'Show the difference').click()").await?;
        page.wait_for_text(".comparison .only-in-file", "C[theirs]").await?;
        page.press(Key::Escape + "").await?;
        study.wait_until_dialog_closes().await?;
        page.click_on(".file-change .main").await?;
        page.wait_until_gone(".file-change").await?;
        page.press(Key::End + "").await?;
        study.wait_for_comment("theirs").await
    })
}

#[test]
fn problems_are_found_again_after_edits() -> Result<()> {
    on_study_page("problems-again", b"(;SZ[19];B[dd];W[dd])", async |study| {
        let page = study.page;
        page.wait_for_text(".problems summary", "1 problem").await?;
        page.press(Key::End + "").await?;
        study.wait_for_label("move 2").await?;
        page.press(Key::Delete + "").await?;
        page.wait_for("dialog[open]").await?;
        page.press(Key::Enter + "").await?;
        study.wait_for_label("move 1").await?;
        page.wait_until_gone(".problems").await?;
        page.chord(&[Key::Control], 'z').await?;
        page.wait_for_text(".problems summary", "1 problem").await
    })
}

#[test]
fn the_board_is_turned_by_a_quarter() -> Result<()> {
    on_study_page("quarter", b"(;SZ[19:9])", async |study| {
        let page = study.page;
        let shape = "const r = document.querySelector('#board svg').getBoundingClientRect(); return r.height > r.width";
        ensure!(page.eval(shape).await? == json!(false));
        page.chord(&[Key::Alt], 'r').await?;
        page.wait_until("the board stands on its side", shape).await?;
        page.save_screenshot("study-quarter").await;
        ensure!(!study.is_dirty().await?, "it is a view only");
        Ok(())
    })
}

#[test]
fn on_a_phone_the_choices_of_set_up_are_in_view() -> Result<()> {
    on_study_page("phone-set-up", b"(;SZ[19])", async |study| {
        let page = study.page;
        page.screen(Screen::PHONE).await?;
        page.press(Key::F2 + "").await?;
        is_visible(page, ".tool-choice").await?;
        page.save_screenshot("study-phone-set-up").await;
        page.screen(Screen::PHONE.dark()).await?;
        page.save_screenshot("study-phone-set-up-dark").await;
        Ok(())
    })
}

#[test]
fn commands_are_found_by_their_names_and_on_the_board() -> Result<()> {
    on_study_page("palette", b"(;SZ[19];B[dd](;W[pp])(;W[dp]))", async |study| {
        let page = study.page;
        page.press(Key::F1 + "").await?;
        study.wait_for_dialog("Find a command").await?;
        page.save_screenshot("study-palette").await;
        page.press("pass").await?;
        page.wait_for_count(".palette-list li", 1).await?;
        page.press(Key::Enter + "").await?;
        study.wait_for_label("move 1").await?;
        page.chord(&[Key::Control], 'z').await?;
        study.wait_for_label("move 0").await?;
        // The menu of the board.
        let middle = study.point(9, 9).await?;
        page.action_chain().move_to(middle.0, middle.1).context_click().perform().await?;
        page.wait_for(".move-menu[role=menu]").await?;
        page.save_screenshot("study-menu").await;
        page.eval("[...document.querySelectorAll('.move-menu button')].find((b) => b.textContent === 'Pass').click()").await?;
        study.wait_for_label("move 1").await?;
        page.wait_until_gone(".move-menu").await?;
        // The menu of a move in the tree goes there.
        let (x, y) = study.tree_cell(2).await?;
        page.action_chain().move_to(x, y).context_click().perform().await?;
        study.wait_for_label("move 2").await?;
        page.wait_for(".move-menu").await?;
        page.press(Key::Escape + "").await?;
        page.wait_until_gone(".move-menu").await
    })
}

#[test]
fn a_position_is_counted_with_the_dead_stones_that_the_bot_proposes() -> Result<()> {
    let columns = |names: &str| -> String {
        let points = names.chars().flat_map(|x| ('a'..='s').map(move |y| format!("[{x}{y}]")));
        points.collect()
    };
    // Walls that leave no room to live; one stone of each colour is behind those of the other.
    let (black, white) = (columns("cfi"), columns("jmp"));
    let sgf = format!("(;SZ[19]KM[0.5]AB{black}[sq]AW{white}[ac])");
    on_study_page("counting", sgf.as_bytes(), async |study| {
        let page = study.page;
        page.chord(&[Key::Alt], 's').await?;
        page.wait_for(".mode.counting").await?;
        page.wait_until(
            "an estimate",
            "return /^[BW]/.test(document.querySelectorAll('.count-rows dd')[2].textContent)",
        )
        .await?;
        // Both invaders are dead: White has one row more, and komi.
        page.wait_for_text(".count-rows dd", "W+19.5").await?;
        page.save_screenshot("study-counting").await;
        study.click(0, 2, &[]).await?;
        let changed = "return document.querySelector('.count-rows dd').textContent !== 'W+19.5'";
        page.wait_until("corrected by a click", changed).await?;
        ensure!(!study.is_dirty().await?, "nothing is written");
        // Esc ends it, as the button does.
        page.press(Key::Escape + "").await?;
        page.wait_until_gone(".mode").await
    })
}

#[test]
fn moves_are_guessed_shown_automatically_and_made_into_a_problem() -> Result<()> {
    on_study_page("guessing", b"(;SZ[19];B[dd];W[pp];B[dp])", async |study| {
        let page = study.page;
        page.chord(&[Key::Alt], 'm').await?;
        page.wait_for(".mode").await?;
        ensure!(study.count("ghosts").await? == 0, "the next move does not show");
        study.click(9, 9, &[]).await?;
        study.wait_for_toast("not the move").await?;
        study.click(3, 3, &[]).await?;
        study.wait_for_label("move 1").await?;
        page.click_on(".mode .button").await?;
        page.wait_until_gone(".mode").await?;
        page.chord(&[Key::Alt, Key::Shift], 'p').await?;
        study.wait_for_label("move 3").await?;
        page.wait_until_gone(".mode").await?;
        page.press(Key::Home + "").await?;
        study.stub_save_picker().await?;
        study.command("Make a problem from here…").await?;
        page.wait_for_path("/train").await
    })?;
    Ok(())
}

#[test]
fn a_game_is_printed_in_figures_and_drawn_turned_around() -> Result<()> {
    on_study_page("figures", b"(;SZ[19]PB[Ann]PW[Ben];B[dd];W[pp])", async |study| {
        let page = study.page;
        page.eval("window.dispatchEvent(new Event('beforeprint'))").await?;
        page.wait_for_text(".print-sheet figcaption", "Diagram 1: 1–2").await?;
        page.eval("window.dispatchEvent(new Event('afterprint'))").await?;
        page.wait_until_gone(".print-sheet").await?;
        // Turned by 180 degrees, the upper left corner is the lower right one of the board.
        page.press("f").await?;
        page.eval("document.getElementById('board').focus()").await?;
        study.click(0, 0, &[]).await?;
        study.wait_for_label("move 1").await?;
        study.check_saved("(;SZ[19]PB[Ann]PW[Ben](;B[dd];W[pp])(;B[ss]))").await
    })
}

#[test]
fn territory_is_painted_and_messages_leave_the_board_alone() -> Result<()> {
    on_study_page("painting", b"(;SZ[19])", async |study| {
        let page = study.page;
        page.click_on(".tools [aria-label=\"Black territory\"]").await?;
        let (from, to) = (study.point(3, 3).await?, study.point(5, 3).await?);
        let chain = page.action_chain().move_to(from.0, from.1).click_and_hold();
        chain.move_to((from.0 + to.0) / 2, from.1).move_to(to.0, to.1).release().perform().await?;
        study.wait_until_dirty().await?;
        study.check_saved("(;SZ[19]TB[dd][ed][fd])").await?;
        page.wait_for(".toast").await?;
        let apart = "const b = document.querySelector('#board svg').getBoundingClientRect(), \
            t = document.querySelector('.toast').getBoundingClientRect(); return t.left >= b.right || t.top >= b.bottom";
        ensure!(page.eval(apart).await? == json!(true), "the message lies on the board");
        let selection = "return getComputedStyle(document.querySelector('.tree-pane')).userSelect";
        ensure!(page.eval(selection).await? == json!("none"));
        Ok(())
    })
}

#[test]
fn points_in_a_comment_are_shown_and_marked() -> Result<()> {
    on_study_page("points", b"(;SZ[19]C[Look at Q16.])", async |study| {
        let page = study.page;
        page.wait_for_text(".comment-points .chip", "Q16").await?;
        page.eval("document.querySelector('.comment-points .chip').focus()").await?;
        page.wait_until(
            "shown",
            "return document.querySelector('#board svg g.highlights').children.length > 0",
        )
        .await?;
        page.press(Key::Enter + "").await?;
        study.check_saved("(;SZ[19]C[Look at Q16.]TR[pd])").await
    })
}

async fn is_visible(page: &Page, selector: &str) -> Result<()> {
    let script = format!(
        "const e = document.querySelector({selector:?}), r = e.getBoundingClientRect(); \
         const at = document.elementFromPoint(r.left + r.width / 2, r.top + 8); \
         return r.height > 30 && r.top >= 0 && r.top + 30 <= innerHeight && e.contains(at)"
    );
    page.wait_until(&format!("{selector} is in view"), &script).await
}

#[test]
fn on_a_phone_the_comment_is_in_a_sheet_and_a_swipe_is_a_step() -> Result<()> {
    on_study_page("phone", b"(;SZ[19];B[dd]C[words];W[pp])", async |study| {
        let page = study.page;
        page.screen(Screen::PHONE).await?;
        is_visible(page, "#comment").await?;
        let board = "const r = document.querySelector('#board svg').getBoundingClientRect(); return r.top >= 0 && r.top < 120";
        page.wait_until("the board is in view too", board).await?;
        let (from, to) = (study.point(14, 9).await?, study.point(4, 9).await?);
        for (kind, at) in [("touchStart", Some(from)), ("touchMove", Some(to)), ("touchEnd", None)] {
            page.touch(kind, at).await?;
        }
        study.wait_for_label("move 1").await?;
        page.save_screenshot("study-phone").await;
        let before =
            page.eval("return document.querySelector('.sheet').getBoundingClientRect().height").await?;
        page.eval("document.querySelector('.sheet-handle').focus()").await?;
        page.press(Key::Enter + "").await?;
        let higher = format!(
            "return document.querySelector('.sheet').getBoundingClientRect().height > {before} + 100"
        );
        page.wait_until("the sheet is pulled up", &higher).await?;
        page.save_screenshot("study-phone-pulled").await;
        Ok(())
    })
}

async fn choose(study: &StudyPage<'_>, heading: &str, number: usize) -> Result<()> {
    study.wait_for_dialog(heading).await?;
    let click = format!("document.querySelectorAll('dialog[open] .sample-game')[{number}].click()");
    study.page.eval(&click).await?;
    Ok(())
}

#[test]
fn files_with_several_games_are_chosen_one_after_another_after_a_kill() -> Result<()> {
    let (_folder, one) = file_with("one.sgf", "(;SZ[9]PB[A];B[aa])(;SZ[9]PB[B];B[bb])")?;
    let (_other, two) = file_with("two.sgf", "(;SZ[13]PB[C];B[cc])(;SZ[13]PB[D];B[dd])")?;
    let (_third, three) = file_with("three.sgf", "(;SZ[19])")?;
    let studio = Studio::start_with(&[&one, &two, &three])?;
    let before = async |study: &StudyPage<'_>| {
        choose(study, "2 games in one.sgf", 1).await?;
        choose(study, "2 games in two.sgf", 1).await?;
        study.wait_until_open("two.sgf").await?;
        study.page.press("x").await?;
        study.page.eval("document.getElementById('comment').focus()").await?;
        study.page.press("kept").await?;
        study.page.wait_until("the work is autosaved", &autosaved("kept")).await
    };
    across_a_crash(&studio, &two, before, async |study| {
        choose(study, "2 games in one.sgf", 0).await?;
        study.wait_for_dialog("Restore unsaved changes").await?;
        study.page.press(Key::Enter + "").await?;
        // One was in a game of that file: there is nothing to choose.
        let closed = "return document.querySelector('dialog[open]') === null";
        let waited = study.page.wait_until("nothing is left to answer", closed).await;
        let asked = study.page.eval("return document.querySelector('dialog[open]')?.textContent").await?;
        waited.with_context(|| format!("still asked: {asked}"))?;
        // The file that was changed is there with its comment, whichever is in front.
        for _ in 0..3 {
            if study
                .text("return document.querySelector('.title .name').textContent")
                .await?
                .starts_with("two.sgf")
            {
                break;
            }
            study.page.chord(&[Key::Shift], 'W').await?;
        }
        study.wait_for_comment("kept").await
    })
}

#[test]
fn a_picture_is_no_record() -> Result<()> {
    let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR(;C[x])(;)".as_slice(), &[0; 64]].concat();
    let (_folder, picture) = file_with("board.png", png)?;
    with_open_file("picture", "game.sgf", b"(;SZ[19])", async |study| {
        study.page.drop_file(&picture).await?;
        study.wait_for_toast("Could not open board.png").await
    })
}
