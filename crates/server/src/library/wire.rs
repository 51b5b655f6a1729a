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
    Game {
        id: game.id,
        kind: game.kind.name().to_owned(),
        black: game.black.clone(),
        white: game.white.clone(),
        event: game.event.clone(),
        date: game.date.to_string(),
        result: game.result.clone(),
        winner: game.winner.name().to_owned(),
        size: game.size,
        moves: game.moves,
        path: game.path.to_string_lossy().into_owned(),
        number: game.number,
        at: None,
    }
}
