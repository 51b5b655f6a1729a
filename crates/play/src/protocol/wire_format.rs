//! Serde formats of colours, moves and points in messages: `"black"`, `{"x":3,"y":3}`, `{"pass":true}`, `"dd"`.

/// `"black"` or `"white"`.
pub mod color {
    use rules::go::Color;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Word {
        Black,
        White,
    }

    pub fn serialize<S: Serializer>(color: &Color, to: S) -> Result<S::Ok, S::Error> {
        match color {
            Color::Black => Word::Black.serialize(to),
            Color::White => Word::White.serialize(to),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        Ok(match Word::deserialize(from)? {
            Word::Black => Color::Black,
            Word::White => Color::White,
        })
    }

    pub mod optional {
        use super::{Color, Deserialize, Deserializer, Serialize, Serializer, Word};

        pub fn serialize<S: Serializer>(color: &Option<Color>, to: S) -> Result<S::Ok, S::Error> {
            let word = color.map(|color| if color == Color::Black { Word::Black } else { Word::White });
            word.serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Color>, D::Error> {
            let word = Option::<Word>::deserialize(from)?;
            Ok(word.map(|word| if matches!(word, Word::Black) { Color::Black } else { Color::White }))
        }
    }
}

/// A point, or `{"pass":true}`.
pub mod choice {
    use rules::go::{Move, Point};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Choice {
        Place { x: u8, y: u8 },
        Pass { pass: bool },
    }

    impl From<Move> for Choice {
        fn from(mv: Move) -> Choice {
            match mv {
                Move::Place(at) => Choice::Place { x: at.x, y: at.y },
                Move::Pass => Choice::Pass { pass: true },
            }
        }
    }

    fn chosen<E: Error>(choice: Choice) -> Result<Move, E> {
        match choice {
            Choice::Place { x, y } => Ok(Move::Place(Point::new(x, y))),
            Choice::Pass { pass: true } => Ok(Move::Pass),
            Choice::Pass { pass: false } => Err(E::custom("neither a point nor a pass")),
        }
    }

    pub fn serialize<S: Serializer>(mv: &Move, to: S) -> Result<S::Ok, S::Error> {
        Choice::from(*mv).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Move, D::Error> {
        chosen(Choice::deserialize(from)?)
    }

    pub mod optional {
        use super::{Choice, Deserialize, Deserializer, Move, Serialize, Serializer, chosen};

        pub fn serialize<S: Serializer>(mv: &Option<Move>, to: S) -> Result<S::Ok, S::Error> {
            mv.map(Choice::from).serialize(to)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Move>, D::Error> {
            Option::<Choice>::deserialize(from)?.map(chosen).transpose()
        }
    }
}

/// Points as in SGF, two letters each, in one string: `"aabbcc"`.
pub mod points {
    use rules::go::Point;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::protocol::MAX_DEAD;

    pub fn serialize<S: Serializer>(points: &[Point], to: S) -> Result<S::Ok, S::Error> {
        let letters = points.iter().flat_map(|at| at.to_sgf()).map(char::from);
        to.serialize_str(&letters.collect::<String>())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Point>, D::Error> {
        let word = String::deserialize(from)?;
        let (pairs, rest) = word.as_bytes().as_chunks::<2>();
        if !rest.is_empty() || pairs.len() > MAX_DEAD {
            return Err(D::Error::custom("not a word of points"));
        }
        let points = pairs.iter().map(|pair| Point::from_sgf(pair)).collect::<Option<Vec<_>>>();
        points.ok_or_else(|| D::Error::custom("not a word of points"))
    }
}

/// The result of a game as in SGF.
pub mod outcome {
    use rules::go::Outcome;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(outcome)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        Outcome::parse(&String::deserialize(from)?).ok_or_else(|| D::Error::custom("not a result"))
    }
}

/// What older messages leave out.
pub(super) fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn is_no(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(super) fn is_yes(agree: &bool) -> bool {
    *agree
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(crate) fn is_first(version: &u32) -> bool {
    *version == 0
}
