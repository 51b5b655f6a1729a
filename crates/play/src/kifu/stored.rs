//! The record as it is stored: its entries. Positions and hashes follow from them.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::{Event, InvalidEvent, Kifu, Link};
use crate::protocol::{GameId, Settings};

#[derive(Deserialize)]
pub(super) struct StoredKifu {
    id: GameId,
    settings: Settings,
    events: Vec<Event>,
}

struct Events<'a>(&'a [Link]);

impl Serialize for Events<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|link| &link.event))
    }
}

impl Serialize for Kifu {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut stored = to.serialize_struct("StoredKifu", 3)?;
        stored.serialize_field("id", &self.id)?;
        stored.serialize_field("settings", &self.settings)?;
        stored.serialize_field("events", &Events(&self.links))?;
        stored.end()
    }
}

impl TryFrom<StoredKifu> for Kifu {
    type Error = InvalidEvent;

    fn try_from(stored: StoredKifu) -> Result<Kifu, InvalidEvent> {
        let mut kifu = Kifu::new(stored.id, stored.settings);
        for event in stored.events {
            kifu.append(event)?;
        }
        Ok(kifu)
    }
}
