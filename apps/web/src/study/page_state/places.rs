//! Where one was in a game with unsaved changes, stored beside its autosave, so that after a crash the same move is shown.
//! Local storage would not do: browsers write it to disk up to a minute later.

use study::Place;

use crate::bridge::AutosaveStore;

/// Prefix of the keys of places among those of the autosaves.
const PREFIX: &str = "place:";

/// Under which the place in a game is stored; `key` is that of its autosave.
pub fn key_of(key: &str) -> String {
    format!("{PREFIX}{key}")
}

pub async fn load(store: &dyn AutosaveStore, key: &str) -> Option<Place> {
    read(&store.load(key_of(key)).await?.bytes)
}

/// The number of the game, the side from which it is seen, the path.
pub fn write(place: &Place) -> Vec<u8> {
    format!("{} {} {}", place.number, u8::from(place.is_flipped), place.path).into_bytes()
}

fn read(bytes: &[u8]) -> Option<Place> {
    let mut parts = std::str::from_utf8(bytes).ok()?.splitn(3, ' ');
    let number = parts.next()?.parse().ok()?;
    let is_flipped = parts.next()? == "1";
    Some(Place { number, is_flipped, path: parts.next()?.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_back() {
        let place = Place { number: 3, path: "0.0.12".to_owned(), is_flipped: true };
        assert_eq!(read(&write(&place)), Some(place));
        assert_eq!(read(&write(&Place::default())), Some(Place::default()));
        assert_eq!(read(b"no place"), None);
    }
}
