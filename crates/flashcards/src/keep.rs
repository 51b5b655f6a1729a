//! How the types of `rules` are written where decisions are kept or sent: as players write them.

macro_rules! spelled {
    ($name:ident, $type:ty, $write:expr, $read:expr) => {
        pub(crate) mod $name {
            use serde::{Deserialize, Deserializer, Serializer, de::Error};

            pub fn serialize<S: Serializer>(value: &$type, to: S) -> Result<S::Ok, S::Error> {
                let write: fn(&$type) -> String = $write;
                to.serialize_str(&write(value))
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let text = String::deserialize(from)?;
                let read: fn(&str) -> Result<$type, String> = $read;
                read(&text).map_err(D::Error::custom)
            }
        }
    };
}

// A board that cannot be was kept because it had been printed: it comes back as it was.
spelled!(position, rules::backgammon::Position, |position| position.xgid(), |text| {
    rules::backgammon::Position::read_crowded(text).map_err(|error| error.to_string())
});
spelled!(play, rules::backgammon::Play, |play| play.to_string(), |text| {
    text.parse().map_err(|error: rules::backgammon::PlayError| error.to_string())
});
spelled!(side, rules::backgammon::Side, |side| side.to_string(), |text| match text {
    "bottom" => Ok(rules::backgammon::Side::Bottom),
    "top" => Ok(rules::backgammon::Side::Top),
    other => Err(format!("{other:?} is no side")),
});
