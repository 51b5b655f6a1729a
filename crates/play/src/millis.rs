//! Serde formats of times in stored tables: whole milliseconds, the unit of a table's time.

use std::time::Duration;

use moment::Moment;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

fn whole(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(crate) mod duration {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer, whole};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        whole(*time).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

pub(crate) mod moment_format {
    use super::{Deserialize, Deserializer, Moment, Serialize, Serializer, whole};

    pub(crate) fn serialize<S: Serializer>(at: &Moment, to: S) -> Result<S::Ok, S::Error> {
        whole(at.since_origin()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Moment, D::Error> {
        u64::deserialize(from).map(Moment::from_millis)
    }
}

pub(crate) mod optional_moment {
    use super::{Deserialize, Deserializer, Moment, Serialize, Serializer, whole};

    pub(crate) fn serialize<S: Serializer>(at: &Option<Moment>, to: S) -> Result<S::Ok, S::Error> {
        at.map(|at| whole(at.since_origin())).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Moment>, D::Error> {
        Ok(Option::<u64>::deserialize(from)?.map(Moment::from_millis))
    }
}
