//! Numbers of things in messages.

/// `1 game`, `2 games`.
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
