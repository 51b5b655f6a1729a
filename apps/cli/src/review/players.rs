//! Which player's moves are reviewed.

use analysis::review::Player;
use i18n::folded;

use crate::failure::Failure;
use crate::record::Input;

/// The name as people know it; a question mark if the file has none.
pub fn shown(name: Option<&str>) -> String {
    match name.map(str::trim) {
        None | Some("" | "?") => "?".to_owned(),
        Some(name) => name.to_owned(),
    }
}

/// The player whose name contains the text, ignoring accents and case. None for neither.
pub fn wanted(names: &[String; 2], text: &str) -> Option<Player> {
    let text = folded(text);
    let is_wanted = |name: &String| folded(name).contains(&text);
    let [first, second] = names;
    match (is_wanted(first), is_wanted(second)) {
        (true, false) => Some(Player::First),
        (false, true) => Some(Player::Second),
        // Of father and son, the whole name tells.
        (true, true) => Some(if folded(second) == text { Player::Second } else { Player::First }),
        (false, false) => None,
    }
}

/// The error for a name that is in no game, with those that are.
pub fn unknown(input: &Input, text: &str, names: impl Iterator<Item = String>) -> Failure {
    let mut names: Vec<String> = names.filter(|name| name != "?").collect();
    names.sort();
    names.dedup();
    let shown = names.iter().take(20).cloned().collect::<Vec<_>>().join(", ");
    let more = if names.len() > 20 { ", …" } else { "" };
    input.failure(format!("no player is called {text}: the players are {shown}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_found_by_a_part_of_the_name() {
        let names = ["Nguyễn Ann".to_owned(), "Bob".to_owned()];
        assert_eq!(wanted(&names, "ann"), Some(Player::First));
        assert_eq!(wanted(&names, "nguyen"), Some(Player::First));
        assert_eq!(wanted(&names, "BOB"), Some(Player::Second));
        assert_eq!(wanted(&names, "carl"), None);
        let family = ["Ann Lee jr".to_owned(), "Ann Lee".to_owned()];
        assert_eq!(wanted(&family, "ann lee"), Some(Player::Second));
    }
}
