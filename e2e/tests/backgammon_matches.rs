//! Matches of real players and programs: every game is read, nothing in them is odd, and the bytes come back.

use anyhow::{Context, Result, ensure};
use e2e::corpus_files;
use record::backgammon::{MatchFile, MatchFormat};
use rules::backgammon::Side;

fn matches() -> Result<Vec<(String, Vec<u8>, MatchFile)>> {
    let files = corpus_files("backgammon", "mat")?.into_iter().chain(corpus_files("backgammon", "sgf")?);
    let read = |path: std::path::PathBuf| {
        let bytes = std::fs::read(&path)?;
        let file = MatchFile::read(&bytes).with_context(|| path.display().to_string())?;
        Ok((path.display().to_string(), bytes, file))
    };
    files.map(read).collect()
}

#[test]
fn every_match_is_read_without_losing_a_game_and_without_a_warning() -> Result<()> {
    for (name, bytes, file) in matches()? {
        let text = String::from_utf8_lossy(&bytes);
        let games = match file.format() {
            MatchFormat::Mat => text.lines().filter(|line| line.trim_start().starts_with("Game ")).count(),
            MatchFormat::Sgf => text.matches("(;FF[4]GM[6]").count(),
            MatchFormat::Xg => anyhow::bail!("{name} is no text"),
        };
        ensure!(file.games().len() == games && games > 0, "{name}: {} of {games} games", file.games().len());
        let errors: Vec<String> = file.errors().iter().map(ToString::to_string).collect();
        ensure!(errors.is_empty(), "{name}: {errors:#?}");
        ensure!(file.write() == bytes, "{name} is written differently");
        ensure!(file.games().iter().all(|game| game.won.is_some()), "{name}: a result is missing");
    }
    Ok(())
}

#[test]
fn the_score_of_a_real_match_is_the_one_that_its_owner_recorded() -> Result<()> {
    let all = matches()?;
    let Some((_, _, file)) = all.iter().find(|(name, ..)| name.contains("charlot")) else { return Ok(()) };
    let scores: Vec<(u16, u16)> =
        file.games().iter().map(|game| (game.score().of(Side::Top), game.score().of(Side::Bottom))).collect();
    ensure!(scores == [(0, 0), (0, 2), (2, 2), (6, 2)], "{scores:?}");
    let crawford: Vec<bool> = file.games().iter().map(|game| game.start.is_crawford()).collect();
    ensure!(crawford == [false, false, false, true]);
    Ok(())
}
