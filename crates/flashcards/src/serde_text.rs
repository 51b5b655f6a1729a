//! Serde for types of `rules`: positions, plays and sides are stored and sent as text.

macro_rules! as_text {
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

// An impossible board may have been stored because a program printed it: accept it again.
as_text!(position, rules::backgammon::Position, |position| position.xgid(), |text| {
    rules::backgammon::Position::read_lenient(text).map_err(|error| error.to_string())
});
as_text!(play, rules::backgammon::Play, |play| play.to_string(), |text| {
    text.parse().map_err(|error: rules::backgammon::PlayError| error.to_string())
});
as_text!(side, rules::backgammon::Side, |side| side.to_string(), |text| match text {
    "bottom" => Ok(rules::backgammon::Side::Bottom),
    "top" => Ok(rules::backgammon::Side::Top),
    other => Err(format!("{other:?} is no side")),
});

/// `record` does not use serde.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "record::backgammon::Players")]
pub(crate) struct PlayersDef {
    bottom: String,
    top: String,
}
