//! Names of the ways in which a board of backgammon can be drawn: the name that is stored, and the text.

use crate::language;

pub fn scheme_names() -> [(&'static str, &'static str); 7] {
    let words = language::here().backgammon_picture();
    [
        ("classic", words.classic),
        ("forest", words.forest),
        ("ocean", words.ocean),
        ("desert", words.desert),
        ("sunset", words.sunset),
        ("midnight", words.midnight),
        ("monochrome", words.monochrome),
    ]
}

/// The side of the board on which the player at the bottom bears off.
pub fn home_names() -> [(&'static str, &'static str); 2] {
    let words = language::here().backgammon_picture();
    [("right", words.on_right), ("left", words.on_left)]
}

#[cfg(test)]
mod tests {
    use diagram::backgammon::Scheme;

    use super::*;

    #[test]
    fn every_scheme_has_a_name() {
        assert_eq!(scheme_names().map(|(name, _)| name), Scheme::ALL.map(Scheme::name));
    }
}
