//! What a review found, as text and as JSON.

use std::fmt::Write;

use analysis::review::{Phase, Player, PlayerReport, Report, ReviewedMove, Verdict};
use analysis::{Class, EngineName};
use i18n::visible_line;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

/// A game with its review, ready to be printed.
pub struct GameReview {
    /// From 1.
    pub number: usize,
    pub kind: &'static str,
    pub names: [String; 2],
    pub result: String,
    /// None: the values are those of the file.
    pub engine: Option<EngineName>,
    pub report: Report,
    pub is_complete: bool,
    /// The first move that cannot be played.
    pub cut_at: Option<String>,
    /// Only this player's moves are shown.
    pub only: Option<Player>,
    /// The unit of a loss: `%` of the expected result, or points.
    pub unit: &'static str,
    pub texts: Vec<MoveTexts>,
}

/// A move as people write it.
pub struct MoveTexts {
    pub played: String,
    pub best: String,
    pub refutation: String,
}

/// How many of the worst moves are printed.
const WORST: usize = 10;
/// How long a printed line may be.
const LINE: usize = 60;

pub fn text(file: &str, games: &[GameReview]) -> String {
    let mut text = String::new();
    for game in games {
        if !text.is_empty() {
            text.push('\n');
        }
        game_text(&mut text, file, game);
    }
    text
}

fn game_text(text: &mut String, file: &str, game: &GameReview) {
    let [first, second] = game.names.each_ref().map(|name| visible_line(name));
    let engine = match &game.engine {
        Some(engine) => format!("{} {}", engine.name, engine.version).trim().to_owned(),
        None => "the evaluations of the file".to_owned(),
    };
    let number = game.number;
    let _ = writeln!(
        text,
        "{}, game {number}: {first} – {second}  {}",
        visible_line(file),
        visible_line(&game.result)
    );
    let _ = writeln!(text, "by {}", visible_line(&engine));
    if let Some(played) = &game.cut_at {
        let at = game.report.moves.len() + 1;
        let _ = writeln!(text, "reviewed up to move {at}, {}, which cannot be played", visible_line(played));
    }
    if !game.is_complete {
        text.push_str("not complete: some moves are still to be searched\n");
    }
    text.push('\n');
    table(text, game);
    worst(text, game);
}

fn table(text: &mut String, game: &GameReview) {
    let header =
        ["", "accuracy", "opening", "middle", "endgame", "inaccuracies", "mistakes", "blunders", "unsure"];
    let mut rows = vec![header.map(str::to_owned)];
    for (player, name) in Player::ALL.into_iter().zip(&game.names) {
        if game.only.is_none_or(|only| only == player) {
            rows.push(row(name, &game.report.players[player as usize]));
        }
    }
    let widths: Vec<usize> =
        (0..header.len()).map(|n| rows.iter().map(|row| row[n].width()).max().unwrap_or(0)).collect();
    for row in rows {
        for (n, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let padding = " ".repeat(width - cell.width());
            let _ = if n == 0 { write!(text, "{cell}{padding}") } else { write!(text, "  {padding}{cell}") };
        }
        text.push('\n');
    }
}

fn row(name: &str, player: &PlayerReport) -> [String; 9] {
    let percent = |value: Option<f32>| value.map_or("–".to_owned(), |value| format!("{value:.1} %"));
    let [opening, middlegame, endgame] = player.phases.map(percent);
    let count = |count: usize| count.to_string();
    [
        visible_line(name).into_owned(),
        percent(player.accuracy),
        opening,
        middlegame,
        endgame,
        count(player.inaccuracies),
        count(player.mistakes),
        count(player.blunders),
        count(player.unsure),
    ]
}

fn worst(text: &mut String, game: &GameReview) {
    let worst = game.worst_moves();
    if worst.is_empty() {
        text.push_str("\nNo mistakes were found.\n");
        return;
    }
    if worst.len() > WORST {
        let _ = writeln!(text, "\nThe worst {WORST} of {} moves", worst.len());
    } else {
        text.push_str("\nThe worst moves\n");
    }
    for mv in worst.iter().take(WORST) {
        let _ = writeln!(text, "  {}", mv.line);
        for (what, line) in [("better", mv.better), ("reply", mv.reply)] {
            if !line.is_empty() {
                let _ = writeln!(text, "    {what}: {line}");
            }
        }
    }
}

/// A move that lost something.
pub struct WorstMove<'a> {
    /// From 0.
    pub step: usize,
    /// The move, its class and what it lost.
    pub line: String,
    pub better: &'a str,
    pub reply: &'a str,
}

impl GameReview {
    /// The worst first.
    pub fn worst_moves(&self) -> Vec<WorstMove<'_>> {
        let worst = self.report.worst().into_iter();
        let wanted = worst.filter(|mv| self.only.is_none_or(|only| only == mv.player));
        wanted.filter_map(|mv| self.worst_move(mv)).collect()
    }

    fn worst_move(&self, mv: &ReviewedMove) -> Option<WorstMove<'_>> {
        let texts = self.texts.get(mv.step)?;
        let class = mv.verdict.map(verdict_name).unwrap_or_default();
        let lost = mv.loss.map_or(0.0, |loss| loss.native);
        let value = mv.value.map(|value| value.native.to_string()).unwrap_or_default();
        let line = format!("{:<14} {class}, −{lost:.1} {}, then {value}", texts.played, self.unit);
        Some(WorstMove {
            step: mv.step,
            line,
            better: shortened(&texts.best),
            reply: shortened(&texts.refutation),
        })
    }

    /// How well Black and White played in a Go game, a sentence or two each.
    pub fn players_in_words(&self) -> [String; 2] {
        Player::ALL.map(|player| {
            let [name, accuracy, opening, middle, endgame, inaccuracies, mistakes, blunders, unsure] =
                row(&self.names[player as usize], &self.report.players[player as usize]);
            let color = if player == Player::First { "Black" } else { "White" };
            let who = if name == "?" { color.to_owned() } else { format!("{name} ({color})") };
            format!(
                "{who}: accuracy {accuracy} (opening {opening}, middle {middle}, endgame {endgame}). Inaccuracies \
                 {inaccuracies}, mistakes {mistakes}, blunders {blunders}, unsure {unsure}."
            )
        })
    }
}

/// A line up to a whole move, without the number of the next.
fn shortened(line: &str) -> &str {
    if line.len() <= LINE {
        return line;
    }
    let end = line.char_indices().take_while(|(at, _)| *at <= LINE).filter(|(_, c)| *c == ' ').last();
    let whole = end.and_then(|(at, _)| line.get(..at)).unwrap_or(line);
    match whole.rsplit_once(' ') {
        Some((before, number)) if number.ends_with('.') => before,
        _ => whole,
    }
}

pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Unsure => "unsure",
        Verdict::Class(Class::Best) => "best",
        Verdict::Class(Class::Good) => "good",
        Verdict::Class(Class::Inaccuracy) => "inaccuracy",
        Verdict::Class(Class::Mistake) => "mistake",
        Verdict::Class(Class::Blunder) => "blunder",
    }
}

pub fn document(file: &str, games: &[GameReview]) -> Value {
    json!({ "file": file, "games": games.iter().map(game_json).collect::<Vec<_>>() })
}

fn game_json(game: &GameReview) -> Value {
    let players: Vec<Value> = game
        .names
        .iter()
        .zip(&game.report.players)
        .map(|(name, player)| {
            let [opening, middlegame, endgame] = player.phases;
            json!({
                "name": name, "moves": player.moves, "accuracy": player.accuracy,
                "phases": { "opening": opening, "middlegame": middlegame, "endgame": endgame },
                "inaccuracies": player.inaccuracies, "mistakes": player.mistakes, "blunders": player.blunders,
                "unsure": player.unsure, "mean_loss": player.mean_loss,
            })
        })
        .collect();
    let is_shown = |mv: &&ReviewedMove| game.only.is_none_or(|only| only == mv.player);
    let moves = game.report.moves.iter().filter(is_shown).map(|mv| move_json(mv, game.texts.get(mv.step)));
    json!({
        "game": game.number, "kind": game.kind, "result": game.result, "complete": game.is_complete,
        "engine": game.engine, "cut_at": game.cut_at, "loss_unit": game.unit, "players": players,
        "moves": moves.collect::<Vec<_>>(),
    })
}

fn move_json(mv: &ReviewedMove, texts: Option<&MoveTexts>) -> Value {
    let phase = match mv.phase {
        Phase::Opening => "opening",
        Phase::Middlegame => "middlegame",
        Phase::Endgame => "endgame",
    };
    json!({
        "number": mv.step + 1, "move": mv.played, "text": texts.map(|texts| &texts.played), "phase": phase,
        "value": mv.value.map(|value| value.native.to_string().replace('−', "-")),
        "expected": mv.value.map(|value| value.expected),
        "loss": mv.loss.map(|loss| loss.native), "verdict": mv.verdict.map(verdict_name),
        "best": mv.best.as_ref().map(|line| &line.moves), "refutation": mv.refutation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_ends_after_a_move() {
        let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3";
        assert_eq!(shortened(line), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1");
        let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7+ 6. Re1 b5";
        assert_eq!(shortened(line), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7+ 6. Re1");
        let line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Bxe7+ 100. Re1+";
        assert_eq!(shortened(line), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Bxe7+");
        assert_eq!(shortened("1. e4"), "1. e4");
    }
}
