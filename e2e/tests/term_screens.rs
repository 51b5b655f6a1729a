//! `tabiya term` in tmux, against GNU Go.

use std::fs;

use anyhow::{Context, Result, ensure};
use e2e::Terminal;

/// A 9x9 board against the weakest GNU Go.
const QUICK: &str = "--boardsize 9 --difficulty 1";

#[test]
fn a_game_is_set_up_played_taken_back_and_left() -> Result<()> {
    let terminal = Terminal::started(QUICK)?;
    terminal.wait_for("New game")?;
    terminal.steps(&[
        ("Enter", "Move 1: Black to play"),
        ("Enter", "Move 3: Black to play"),
        ("u", "Move 1: Black to play"),
        ("k k Enter", "Move 3: Black to play"),
        ("q Enter", "Leave the game?"),
        ("y", "New game"),
        ("q", "ended with 0"),
    ])?;
    let game = terminal.game()?;
    ensure!(game.contains("(;B[ec]") && game.contains("(;B[ee]"), "both tries are in {game}");
    let config = fs::read_to_string(terminal.config())?;
    ensure!(config.contains("size = 9") && config.contains("level = 1"), "{config}");
    Ok(())
}

#[test]
fn a_plan_is_made_beside_the_game_and_played_on() -> Result<()> {
    let terminal = Terminal::started(&format!("{QUICK} --play"))?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.steps(&[
        ("Enter", "Move 3: Black to play"),
        ("a Enter l Enter", "Planning: move 4, White"),
        ("j Enter", "Planning: move 5, Black"),
        ("a Enter", "Move 3: Black to play"),
    ])?;
    terminal.wait_until_saved("(;)(;B[fe];W[ff]))")?;
    terminal.steps(&[
        ("a Enter ] ] A Enter", "Move 5: Black to play"),
        ("t Enter", "Tree "),
        ("k k k Enter", "Move 7: Black to play"),
    ])?;
    terminal.wait_until_saved("B[fe]")?;
    Ok(())
}

/// Plays one move in a game that has just begun, waits for the answer, and agrees to the opponent's count.
fn play_a_move_and_count(terminal: &Terminal) -> Result<()> {
    terminal.wait_for("Move 1: Black to play")?;
    terminal.steps(&[("Enter", "Move 3: Black to play")])?;
    terminal.keys(&["s", "Enter"])?;
    terminal.wait_until("its count", |screen| {
        screen.contains("Result") && !screen.contains("The opponent is counting")
    })?;
    terminal.steps(&[("s", "Enter: accept the score"), ("Enter", "Game over")])?;
    terminal.wait_until_saved("RE[")
}

#[test]
fn a_finished_game_is_counted_found_in_the_history_and_continued_on_a_copy() -> Result<()> {
    let terminal = Terminal::started(&format!("{QUICK} --play"))?;
    play_a_move_and_count(&terminal)?;
    terminal.steps(&[
        ("q Enter", "New game"),
        ("i", "move 2 of 2"),
        ("Left", "move 1 of 2"),
        ("Enter", "read only"),
        ("] c", "Move 3: Black to play"),
        ("k Enter", "Move 5: Black to play"),
    ])?;
    let games = terminal.wait_for_games(2)?;
    let copy = fs::read_to_string(&games[1])?;
    ensure!(copy.contains("RE[") && copy.contains("DT["), "nothing was lost: {copy}");
    Ok(())
}

#[test]
fn a_recording_that_starts_in_the_middle_begins_with_the_stones() -> Result<()> {
    let terminal = Terminal::new()?;
    fs::create_dir_all(terminal.config().parent().unwrap_or(terminal.home()))?;
    fs::write(terminal.config(), "[game]\nrecord = false\n")?;
    terminal.start("--boardsize 9 --engine friend --komi 0.50 --play")?;
    terminal.wait_for("not recording")?;
    terminal.keys(&["E5", "Enter", "C3", "Enter"])?;
    terminal.wait_for("Move 3: Black to play")?;
    ensure!(terminal.games()?.is_empty());
    terminal.keys(&["r", "Enter", "G7", "Enter"])?;
    terminal.wait_for("Move 4: White to play")?;
    terminal.wait_until_saved("KM[0.50]")?;
    terminal.wait_until_saved("AB[ee]AW[cg]PL[B];B[gc])")?;
    terminal.keys(&["r", "Enter", "G3", "Enter"])?;
    terminal.wait_for("not recording")?;
    terminal.wait_for("Move 5: Black to play")?;
    terminal.keys(&["r", "Enter"])?;
    terminal.wait_until_saved("PL[B];B[gc];W[gg])")?;
    Ok(())
}

#[test]
fn the_mouse_plays_and_presses() -> Result<()> {
    let terminal = Terminal::started("--boardsize 9 --engine friend --play")?;
    let screen = terminal.wait_for("Move 1: Black to play")?;
    let place = |screen: &str, text: &str| {
        let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text))?;
        Some((line.split(text).next()?.chars().count(), row))
    };
    // Points are four columns and two rows apart.
    let (column, row) = place(&screen, "┌").context("a board")?;
    terminal.click(column + 8, row + 4)?;
    terminal.wait_for("1. B C7")?;
    // The last line is drawn last.
    let screen = terminal.wait_for("p↵ pass")?;
    let (column, row) = place(&screen, "p↵ pass").context("a hint")?;
    terminal.click(column, row)?;
    terminal.wait_for("2. W pass")?;
    Ok(())
}

#[test]
fn a_game_is_deleted_into_the_trash_and_saved_elsewhere() -> Result<()> {
    let terminal = Terminal::new()?;
    fs::create_dir_all(terminal.history())?;
    for day in [1, 2] {
        let name = terminal.history().join(format!("2026-01-0{day}_120000_9x9.sgf"));
        fs::write(name, format!("(;GM[1]SZ[9]PB[Player]PW[Rival {day}];B[ee])"))?;
    }
    terminal.start("")?;
    terminal.wait_for("New game")?;
    terminal.steps(&[("i", "2 of 2"), ("s", "Save a copy as")])?;
    terminal.keys(&["-l", &terminal.home().join("mine").display().to_string()])?;
    terminal.keys(&["Enter"])?;
    terminal.wait_for("Saved as")?;
    ensure!(fs::read_to_string(terminal.home().join("mine.sgf"))?.contains("Rival 2"));
    terminal.steps(&[("d", "Delete?"), ("y", "Moved to")])?;
    ensure!(terminal.home().join("data/tabiya/trash/2026-01-02_120000_9x9.sgf").exists());
    terminal.keys(&["/"])?;
    terminal.keys(&["-l", "nobody"])?;
    terminal.wait_for("No game matches")?;
    Ok(())
}

/// An engine that plays A1 and crashes when asked a second time.
const DYING: &str = r#"#!/bin/sh
echo "a banner before anything else"
moves=0
while read -r id command rest; do
    case "$command" in
        genmove) moves=$((moves + 1)); [ $moves -gt 1 ] && { echo "out of ideas" >&2; exit 7; }; answer=A1 ;;
        list_commands) answer="play genmove" ;;
        name) answer=Dying ;;
        *) answer="" ;;
    esac
    printf '=%s %s\r\n\r\n' "$id" "$answer"
done
"#;

#[test]
fn an_engine_that_crashes_is_restarted_and_the_game_continues() -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let terminal = Terminal::new()?;
    let engine = terminal.home().join("dying");
    fs::write(&engine, DYING)?;
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755))?;
    terminal.start(&format!("--boardsize 9 --engine {} --play", engine.display()))?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.keys(&["Enter"])?;
    terminal.wait_for("2. W A1")?;
    // The second move crashes it; after the restart it plays A1 again, which is no longer legal.
    terminal.keys(&["l", "Enter"])?;
    let screen = terminal.wait_until("an end of it", |screen| {
        screen.contains("invalid answer") || screen.contains("The engine stopped")
    })?;
    ensure!(screen.contains("out of ideas") || screen.contains("A1"), "{screen}");
    terminal.keys(&["Escape"])?;
    terminal.wait_until("the box to be gone", |screen| {
        !screen.contains("invalid answer") && !screen.contains("The engine stopped")
    })?;
    terminal.keys(&["u"])?;
    terminal.wait_for("Move 3: Black to play")?;
    terminal.wait_until_saved(";B[ee];W[ai]")?;
    Ok(())
}

#[test]
fn a_missing_engine_is_reported() -> Result<()> {
    let terminal = Terminal::started("--boardsize 9 --engine /no/such/engine --play")?;
    terminal.wait_for("/no/such/engine cannot be started")?;
    terminal.escape("cannot be started")?;
    terminal.keys(&["q", "Enter"])?;
    terminal.wait_for("New game")?;
    Ok(())
}

#[test]
fn the_window_may_change_its_size_at_any_time() -> Result<()> {
    let terminal = Terminal::started("--boardsize 19 --difficulty 1 --play")?;
    terminal.wait_for("Move 1: Black to play")?;
    terminal.resize(120, 40)?;
    terminal.wait_until("a larger board", |screen| {
        screen.lines().count() >= 40 && screen.contains("A  B  C  D")
    })?;
    terminal.resize(40, 12)?;
    terminal.wait_until("a part of the board", |screen| {
        !screen.contains("Player against") && screen.contains("┼")
    })?;
    terminal.resize(80, 24)?;
    let all = ["Move 1: Black to play", "19  ┌", " 1  └", "? keys", "Player against"];
    terminal.wait_until("all of it again", |screen| all.iter().all(|part| screen.contains(part)))?;
    Ok(())
}

#[test]
fn broken_settings_are_reported_and_left_alone() -> Result<()> {
    let terminal = Terminal::new()?;
    let broken = "[game]\nsize = nineteen\n";
    fs::create_dir_all(terminal.config().parent().unwrap_or(terminal.home()))?;
    fs::write(terminal.config(), broken)?;
    terminal.start("")?;
    terminal.wait_for("term.toml:2")?;
    terminal.keys(&["Enter"])?;
    terminal.steps(&[("c Right q", "New game"), ("q", "ended with 0")])?;
    ensure!(fs::read_to_string(terminal.config())? == broken);
    Ok(())
}

#[test]
fn colours_are_chosen_and_remembered() -> Result<()> {
    let terminal = Terminal::started("")?;
    terminal.wait_for("New game")?;
    terminal.steps(&[("c", "Theme"), ("Left", "ASCII"), ("q", "19  . . ."), ("q", "ended with 0")])?;
    terminal.start("")?;
    terminal.wait_for("19  . . .")?;
    Ok(())
}

#[test]
fn a_file_opens_from_the_command_line_and_when_its_path_is_pasted() -> Result<()> {
    let terminal = Terminal::new()?;
    let file = terminal.home().join("my game.sgf");
    fs::write(&file, "(;GM[1]SZ[9]PB[Ada]PW[Bo];B[ee]C[In the middle];W[cc])")?;
    terminal.start(&format!("'{}'", file.display()))?;
    terminal.wait_for("my game.sgf")?;
    terminal.keys(&["["])?;
    terminal.wait_for("In the middle")?;
    terminal.start("")?;
    terminal.wait_for("New game")?;
    terminal.paste(&format!("{}\n", file.display()))?;
    terminal.wait_for("read only")?;
    Ok(())
}

#[test]
fn sigterm_ends_it_and_restores_the_terminal() -> Result<()> {
    let terminal = Terminal::started(&format!("{QUICK} --play"))?;
    terminal.wait_for("Move 1: Black to play")?;
    let pid = fs::read_dir("/proc")?
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
        .find(|pid| {
            let home = format!("HOME={}", terminal.home().display());
            let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let command = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            command.trim() == "tabiya" && String::from_utf8_lossy(&environ).contains(&home)
        });
    let pid = pid.context("the program is not among the processes")?;
    let status = std::process::Command::new("kill").arg(pid.to_string()).status()?;
    ensure!(status.success());
    let screen = terminal.wait_for("ended with 0")?;
    ensure!(!screen.contains("Black to play"), "the screen is restored: {screen}");
    Ok(())
}

#[test]
fn the_built_in_bot_answers() -> Result<()> {
    let terminal = Terminal::started(&format!("{QUICK} --engine bot --play"))?;
    play_a_move_and_count(&terminal)?;
    terminal.wait_until_saved("PW[Tabiya, beginner]")
}
