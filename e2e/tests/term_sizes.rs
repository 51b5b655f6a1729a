//! `tabiya term` at the four sizes of windows that people use, and what it leaves when it is interrupted.

use std::fs;

use anyhow::{Context, Result, ensure};
use e2e::Terminal;

const SIZES: [(u32, u32); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

const RECORD: &str = "(;GM[1]FF[4]SZ[19]PB[Ada \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}]BR[5d]PW[Bo]WR[3k]KM[6.5]\
    ;B[pd];W[dd]C[A comment.]LB[qf:A]TR[pd](;B[qf])(;B[nc]))";

fn with_record() -> Result<Terminal> {
    let terminal = Terminal::new()?;
    fs::write(terminal.home().join("record.sgf"), RECORD)?;
    Ok(terminal)
}

/// Waits until the hints are in the last line. A key pressed at the moment of a resize may wait for the next one.
fn drawn(terminal: &Terminal, height: u32) -> Result<String> {
    let last = height as usize - 1;
    terminal.wait_until("the new size", |screen| {
        screen.lines().nth(last).is_some_and(|line| line.contains("? keys"))
    })
}

#[test]
fn typed_points_run_no_command_at_any_size() -> Result<()> {
    let terminal = Terminal::started("--boardsize 19 --engine friend --play")?;
    terminal.wait_for("Move 1: Black to play")?;
    for (number, (width, height)) in (0..).zip(SIZES) {
        terminal.resize(width, height)?;
        drawn(&terminal, height)?;
        for (n, letter) in (0..).zip("afhprst".chars()) {
            let row = 3 + 4 * number;
            terminal.keys(&["-l", &format!("{letter}{row}")])?;
            terminal.wait_for(&format!("Play at: {letter}{row}"))?;
            terminal.keys(&["Enter"])?;
            terminal.wait_for(&format!("Move {}:", 7 * number + n + 2))?;
        }
        let screen = terminal.wait_for("REC")?;
        ensure!(screen.contains("Move") && !screen.contains("Leave"), "{screen}");
    }
    terminal.wait_until_saved(";B[aq];W[fq];B[hq]")?;
    ensure!(!terminal.game()?.contains("[]"), "nobody passed: {}", terminal.game()?);
    Ok(())
}

#[test]
fn turn_captures_and_score_are_shown_at_every_size() -> Result<()> {
    let terminal = Terminal::started("--boardsize 9 --engine friend --play")?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.keys(&["b1", "Enter", "a1", "Enter", "a2", "Enter"])?;
    terminal.wait_for("Move 4: White to play")?;
    for (width, height) in SIZES {
        terminal.resize(width, height)?;
        let captured = if width < 64 { "+1" } else { "1 captured" };
        terminal.wait_until("turn and captures", |screen| {
            screen.lines().count() >= height as usize
                && screen.contains("Move 4: White to play")
                && screen.contains(captured)
        })?;
    }
    terminal.keys(&["s", "Enter"])?;
    for (width, height) in SIZES {
        terminal.resize(width, height)?;
        let score = if width < 64 { "Black 80, White 6.5: B+73.5" } else { "Result B+73.5" };
        terminal.wait_for(score)?;
    }
    Ok(())
}

/// The columns between the letters A and B above the board.
fn pitch(screen: &str) -> Result<usize> {
    let line = screen.lines().find(|line| line.trim_start().starts_with("A ")).context("no letters")?;
    let column = |letter| line.find(letter).context("no such letter");
    Ok(column('B')? - column('A')?)
}

#[test]
fn the_board_and_the_panel_take_the_whole_screen() -> Result<()> {
    let terminal = with_record()?;
    terminal.start(&terminal.home().join("record.sgf").display().to_string())?;
    terminal.wait_for("read only")?;
    for ((width, height), columns) in SIZES.into_iter().zip([2, 2, 3, 5]) {
        terminal.resize(width, height)?;
        terminal.wait_until("a board of that size", |screen| {
            screen.lines().count() >= height as usize && pitch(screen).is_ok_and(|pitch| pitch == columns)
        })?;
    }
    terminal.keys(&["Left"])?;
    let screen = terminal.wait_for("A comment.")?;
    let heading = screen.lines().find(|line| line.contains("Moves ─")).context("no list of moves")?;
    ensure!(heading.trim_end().chars().count() > 190, "the panel ends at {heading:?}");
    ensure!(screen.contains("5d") && screen.contains("3k"), "{screen}");
    Ok(())
}

#[test]
fn joined_emoji_leave_no_debris() -> Result<()> {
    let terminal = with_record()?;
    terminal.start(&terminal.home().join("record.sgf").display().to_string())?;
    terminal.wait_for("read only")?;
    drawn(&terminal, 24)?;
    terminal.keys(&["Left"])?;
    terminal.wait_for("A comment.")?;
    terminal.keys(&["?"])?;
    terminal.wait_for("any key closes")?;
    terminal.keys(&["x", "Right"])?;
    terminal.wait_for("Move 3")?;
    terminal.settled_screen()?;
    let before = terminal.screen()?;
    terminal.keys(&["C-l"])?;
    terminal.settled_screen()?;
    let again = terminal.screen()?;
    ensure!(again == before, "drawing again changes the screen:\n{before}\n{again}");
    let name = |line: &str| line.contains("\u{1f468}\u{1f469}\u{1f467} 5d") && line.ends_with("0 captured");
    ensure!(again.lines().nth(1).is_some_and(name), "{again}");
    Ok(())
}

#[test]
fn a_dumb_terminal_gets_lines_and_the_linux_console_sixteen_colours() -> Result<()> {
    let terminal = Terminal::new()?;
    terminal.run_any(&format!(
        "TERM=dumb {} term --boardsize 9 --engine friend",
        e2e::Studio::binary().display()
    ))?;
    terminal.wait_for("Black to play.")?;
    terminal.run_any(&format!("TERM=linux {} term --boardsize 9", e2e::Studio::binary().display()))?;
    terminal.wait_for("New game")?;
    let screen = terminal.settled_screen()?;
    let numbers = screen.split(";5;").skip(1).filter_map(|rest| {
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|number| number.parse::<u32>().ok())
    });
    let numbers: Vec<u32> = numbers.collect();
    ensure!(!numbers.is_empty() && numbers.iter().all(|number| *number < 16), "{numbers:?}");
    Ok(())
}

#[test]
fn the_shell_gets_the_terminal_back_and_the_game_goes_on_after_it() -> Result<()> {
    let terminal = Terminal::new()?;
    terminal.run_any("bash --norc -i")?;
    terminal.keys(&[
        "-l",
        &format!("{} term --boardsize 9 --engine friend --play", e2e::Studio::binary().display()),
    ])?;
    terminal.keys(&["Enter"])?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.keys(&["C-z"])?;
    terminal.wait_for("Stopped")?;
    terminal.keys(&["-l", "fg"])?;
    terminal.keys(&["Enter"])?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.steps(&[("Enter", "Move 2: White to play")])
}

#[test]
fn a_killed_game_is_resumed_with_the_same_colour() -> Result<()> {
    let terminal = Terminal::new()?;
    fs::create_dir_all(terminal.history())?;
    let game = "(;GM[1]SZ[9]KM[5.5]RU[Japanese]PB[Player]PW[GNU Go 3.8, level 1];B[ee])";
    fs::write(terminal.history().join("2026-01-01_120000_9x9.sgf"), game)?;
    terminal.start("")?;
    terminal.wait_for("Resume GNU Go 3.8 L1, move 1")?;
    terminal.steps(&[("r", "Move 3: Black to play"), ("q Enter", "Leave the game?"), ("y", "New game")])?;
    terminal.wait_for_games(2)?;
    terminal.steps(&[("r", "Move 3: Black to play"), ("q Enter", "Leave the game?"), ("y", "New game")])?;
    ensure!(terminal.games()?.len() == 2, "leaving unchanged makes no copy: {:?}", terminal.games()?);
    Ok(())
}

#[test]
fn the_bots_opinion_is_shown_and_follows_the_game() -> Result<()> {
    let terminal = Terminal::started("--boardsize 9 --engine friend --play")?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.keys(&["i"])?;
    let screen = terminal.wait_for("visits   1 ")?;
    let row = screen.lines().find(|line| line.contains("visits")).unwrap_or_default();
    ensure!(row.contains(" %") && row.contains("   2 "), "a value and several moves: {row}");
    // After Black's move the bot compares White's answers.
    terminal.steps(&[("Enter", "Move 2: White to play")])?;
    terminal.wait_for("visits   1 ")?;
    terminal.keys(&["i"])?;
    terminal.wait_until("no opinion", |screen| !screen.contains("visits"))?;
    Ok(())
}

#[test]
fn a_game_opens_in_the_studio() -> Result<()> {
    let terminal = Terminal::started("--boardsize 9 --engine friend --play")?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.steps(&[("Enter", "Move 2: White to play")])?;
    terminal.wait_until_saved(";B[ee]")?;
    terminal.keys(&["o", "Enter"])?;
    terminal.wait_for("Opened in the studio")?;
    let address = terminal.home().join("data/tabiya/studio.json");
    let running = fs::read_to_string(&address).context("a studio runs")?;
    ensure!(running.contains("port"), "{running}");
    end_studio(&terminal)
}

/// The studio stays when the terminal ends; the test ends it.
fn end_studio(terminal: &Terminal) -> Result<()> {
    let home = format!("HOME={}", terminal.home().display());
    for entry in fs::read_dir("/proc")?.flatten() {
        let path = entry.path();
        let environ = fs::read(path.join("environ")).unwrap_or_default();
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        let is_studio = String::from_utf8_lossy(&command).contains("--no-open");
        if is_studio && String::from_utf8_lossy(&environ).contains(&home) {
            let pid = entry.file_name().to_string_lossy().into_owned();
            std::process::Command::new("kill").arg(pid).status()?;
        }
    }
    Ok(())
}
