//! Recognises a link to a chess game on a web site. Nothing is fetched: the user is told how to download the game.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSite {
    Lichess,
    ChessCom,
}

/// The site, if the text is a single address there, with or without `https://`.
pub fn game_link(text: &str) -> Option<GameSite> {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return None;
    }
    let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
    let (host, path) = address.split_once('/')?;
    let host = host.to_ascii_lowercase();
    let is_on =
        |site: &str| host.strip_suffix(site).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    match () {
        () if path.is_empty() => None,
        () if is_on("lichess.org") => Some(GameSite::Lichess),
        () if is_on("chess.com") => Some(GameSite::ChessCom),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_games_are_recognised_with_and_without_a_scheme() {
        for link in [
            "https://lichess.org/AbCdEfGh",
            "lichess.org/AbCdEfGh/black#12",
            " http://lichess.org/study/x \n",
        ] {
            assert_eq!(game_link(link), Some(GameSite::Lichess), "{link}");
        }
        for link in ["https://www.chess.com/game/live/123", "chess.com/analysis/game/live/1?tab=x"] {
            assert_eq!(game_link(link), Some(GameSite::ChessCom), "{link}");
        }
    }

    #[test]
    fn other_text_is_no_link() {
        for text in [
            "",
            "lichess.org",
            "https://lichess.org/",
            "https://notlichess.org/a",
            "https://lichess.org.example/a",
            "see https://lichess.org/a",
            "1. e4 e5",
            "8/8/8/4k3/8/8/4P3/4K3",
        ] {
            assert_eq!(game_link(text), None, "{text}");
        }
    }
}
