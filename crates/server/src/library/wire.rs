//! Games of the library as the API sends them.

use api::library::{DuplicateGroup, Game, GameList};

pub(super) fn found(found: library::SearchResults) -> GameList {
    let games = found.games.iter().map(|place| Game { at: place.at, ..game(&place.game) });
    GameList { total: found.total, games: games.collect() }
}

pub(super) fn duplicates(group: &library::DuplicateGroup) -> DuplicateGroup {
    DuplicateGroup { exact: group.exact, games: group.games.iter().map(game).collect() }
}

fn game(game: &library::Game) -> Game {
    let summary = &game.summary;
    Game {
        id: game.id,
        kind: summary.kind.name().to_owned(),
        black: summary.black.clone(),
        white: summary.white.clone(),
        event: summary.event.clone(),
        date: summary.date.to_string(),
        result: summary.result.clone(),
        winner: summary.winner.name().to_owned(),
        size: summary.size,
        moves: summary.move_count(),
        path: game.path.to_string_lossy().into_owned(),
        number: game.number,
        at: None,
    }
}
