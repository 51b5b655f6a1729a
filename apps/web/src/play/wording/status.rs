//! What the player is to do next, in a sentence.

use i18n::fill;
use play::client::{Client, HostViolation};
use play::kifu::Stage;
use rules::go::Color;

use super::{color, join_error, result};
use crate::language;

fn violation(violation: HostViolation) -> String {
    let words = language::play();
    let why = match violation {
        HostViolation::Record(_) => words.violation_record,
        HostViolation::ChangedCommitment { .. } => words.violation_commitment,
        HostViolation::ForgedMove { .. } => words.violation_forged,
        HostViolation::WithoutConsent { .. } => words.violation_unasked,
        HostViolation::Rewritten { .. } => words.violation_rewritten,
    };
    fill(words.violation, &[("why", why)])
}

/// What the player is to do next.
pub fn status(client: &Client) -> String {
    let words = language::play();
    let Some(kifu) = client.kifu() else { return String::new() };
    if let Some(found) = client.violation() {
        return violation(found);
    }
    let you = client.color();
    let away = |color: Color| you.is_some() && !client.seats().present[color as usize];
    let name = |color: Color| client.names()[color as usize].as_str();
    match (kifu.stage(), you) {
        (Stage::Over(_), _) => client.ending().map_or_else(|| words.game_over.to_owned(), result),
        _ if client.seats().adjourned => words.adjourned.to_owned(),
        _ if !client.is_connected() => {
            let join_error = join_error(client.last_refusal().map(|(code, _)| code));
            join_error.unwrap_or(words.reconnecting).to_owned()
        }
        (_, Some(you)) if away(you.other()) => is_away(client, name(you.other())),
        (Stage::Count | Stage::TooLong, Some(_)) => words.mark_dead.to_owned(),
        (Stage::Count | Stage::TooLong, None) => words.players_count.to_owned(),
        (Stage::Play, None) => words.you_watch.to_owned(),
        (Stage::Play, Some(you)) => to_do(client, name(you.other())),
    }
}

/// What it costs the absent player.
fn is_away(client: &Client, name: &str) -> String {
    let words = language::play();
    let timed = client.kifu().is_some_and(|kifu| kifu.settings().time.is_some());
    let runs = Color::BOTH.into_iter().any(|color| client.is_running(color));
    let text = match (timed, runs) {
        (false, _) => words.is_away_untimed,
        (true, false) => words.is_away,
        (true, true) => words.is_away_running,
    };
    fill(text, &[("name", name)])
}

/// Before the first move of an alternating game, which colour begins: White in handicap games.
fn who_begins(client: &Client, opponent: &str) -> Option<String> {
    let words = language::play();
    let kifu = client.kifu().filter(|kifu| kifu.turns() == 0)?;
    let first = kifu.to_play()?;
    let values = [("name", opponent), ("color", color(first))];
    Some(fill(if client.color() == Some(first) { words.you_begin } else { words.other_begins }, &values))
}

fn to_do(client: &Client, opponent: &str) -> String {
    let words = language::play();
    let named = |text| fill(text, &[("name", opponent)]);
    if let Some(text) = who_begins(client, opponent) {
        return text;
    }
    let simultaneous = client.kifu().is_some_and(|kifu| kifu.settings().game.is_simultaneous());
    match (client.is_your_turn(), client.opponent_is_ready(), client.has_chosen()) {
        (true, true, _) => named(words.other_moved),
        (true, ..) if simultaneous => words.choose_point.to_owned(),
        (true, ..) => words.your_turn.to_owned(),
        (false, _, true) if client.may_change() => named(words.you_moved_change),
        (false, _, true) if simultaneous => named(words.you_moved),
        _ => named(words.waiting_for),
    }
}
