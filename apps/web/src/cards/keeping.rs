//! What this browser keeps of the room: the tray in a drawer with room for thousands of cards; the schedule and the
//! selection, which are small, on the shelf.

use std::cell::RefCell;
use std::rc::Rc;

use flashcards::{Schedule, Selection, Tray};

use crate::bridge::Drawer;
use crate::language;
use crate::storage::{self, Refused};

const TRAY: &str = "tabiya.cards";
const SCHEDULE: &str = "tabiya.cards.schedule";
const SELECTION: &str = "tabiya.cards.selection";

/// The drawer, once it is open.
#[derive(Clone, Default)]
pub struct Keeping(Rc<RefCell<Option<Drawer>>>);

impl Keeping {
    /// With the number of cards that cannot be read.
    pub async fn tray(&self) -> Result<(Tray, usize), &'static str> {
        let words = language::cards();
        let drawer = Drawer::open(TRAY).await.map_err(|_| words.keeps_nothing)?;
        let texts = drawer.texts().await.map_err(|_| words.kept_lost)?;
        *self.0.borrow_mut() = Some(drawer);
        Ok(Tray::kept(texts.iter().map(String::as_str)))
    }

    pub async fn write(&self, changes: &[(String, Option<String>)]) -> Result<(), Refused> {
        let drawer = self.0.borrow().clone().ok_or(Refused)?;
        match changes.is_empty() {
            true => Ok(()),
            false => drawer.write(changes).await,
        }
    }
}

pub fn schedule() -> Schedule {
    storage::find(SCHEDULE).and_then(|text| Schedule::kept(&text)).unwrap_or_default()
}

/// Together with what another window has learnt in the meantime.
pub fn keep_schedule(mine: &mut Schedule) -> Result<(), Refused> {
    mine.join(schedule());
    storage::keep(SCHEDULE, &mine.keep())
}

pub fn selection() -> Selection {
    storage::find(SELECTION).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

pub fn keep_selection(selection: &Selection) {
    // A browser that keeps nothing shows everything the next time.
    let _ = storage::keep(SELECTION, &serde_json::to_string(selection).unwrap_or_default());
}
