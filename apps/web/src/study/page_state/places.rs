//! Where one was in a game with unsaved changes, stored beside its autosave, so that after a crash the same move is shown.

use study::Place;
use web_sys::js_sys::Date;

use crate::storage;

const PREFIX: &str = "tabiya.study.place.";
/// As long as autosaves are kept.
const MAX_AGE: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;

/// `key` is that of the autosave.
pub fn store(key: &str, place: &Place) {
    // Without it the game is shown from its start.
    let _ = storage::set(&format!("{PREFIX}{key}"), &write(Date::now(), place));
}

pub fn load(key: &str) -> Option<Place> {
    read(&storage::get(&format!("{PREFIX}{key}"))?).map(|(_, place)| place)
}

pub fn remove(key: &str) {
    storage::remove(&format!("{PREFIX}{key}"));
}

pub fn remove_expired() {
    let oldest = Date::now() - MAX_AGE;
    let stored = storage::keys().into_iter().filter(|key| key.starts_with(PREFIX));
    for key in stored {
        let is_new = |text: String| read(&text).is_some_and(|(at, _)| at > oldest);
        if !storage::get(&key).is_some_and(is_new) {
            storage::remove(&key);
        }
    }
}

/// The time in milliseconds, the number of the game, the side from which it is seen, the path.
fn write(at: f64, place: &Place) -> String {
    format!("{at} {} {} {}", place.number, u8::from(place.is_flipped), place.path)
}

fn read(text: &str) -> Option<(f64, Place)> {
    let mut parts = text.splitn(4, ' ');
    let at = parts.next()?.parse().ok()?;
    let number = parts.next()?.parse().ok()?;
    let is_flipped = parts.next()? == "1";
    Some((at, Place { number, is_flipped, path: parts.next()?.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_back() {
        let place = Place { number: 3, path: "0.0.12".to_owned(), is_flipped: true };
        assert_eq!(read(&write(12.5, &place)), Some((12.5, place)));
        assert_eq!(read(&write(1.0, &Place::default())), Some((1.0, Place::default())));
        assert_eq!(read("no place"), None);
    }
}
