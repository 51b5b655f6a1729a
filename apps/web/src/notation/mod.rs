//! The moves of a chess game in any element: draws the visible blocks of `record::chess::notation` and reports clicks to
//! its owner. Uses no framework, so the studio and embedding pages share it.

mod drawing;
mod heights;
mod html;
mod input;
mod view;

pub use html::{Remark, Remarks};
pub use input::NotationEvent;
pub use view::{Display, NotationView};
