//! Which part of the tree is in sight: as far as the player scrolls, and wherever the cursor goes.

use diagram::tree::{TreeGrid, Viewport};
use leptos::html;
use leptos::prelude::*;

use super::Shared;
use crate::study::page_state::PageState;

/// The pane with the sheet in it that is moved to and fro. To ask the browser how far would make it lay the page out.
#[derive(Clone, Copy)]
pub struct ScrollArea {
    pub pane: NodeRef<html::Div>,
    pub sheet: NodeRef<html::Div>,
    pub room: Signal<(f64, f64)>,
    pub scrolled: RwSignal<(f64, f64)>,
}

/// Keeps the sheet as large as the tree, and the cursor in sight.
pub fn follow(page_state: PageState, layout: Memo<Shared>, sight: ScrollArea) {
    let ScrollArea { pane, sheet, room, scrolled } = sight;
    let grid = TreeGrid::default();
    let size = Memo::new(move |_| layout.with(|Shared(layout)| layout.size()));
    Effect::new(move |_| {
        let (Some(sheet), (columns, rows)) = (sheet.get(), size.get()) else { return };
        let (width, height) = grid.size(columns, rows);
        for (side, length) in [("width", width), ("height", height)] {
            let _ = web_sys::HtmlElement::style(&sheet).set_property(side, &format!("{length}px"));
        }
    });
    let here = page_state.watch(|workspace| workspace.current().record().here());
    Effect::new(move |_| {
        let (Some(pane), (width, height)) = (pane.get(), room.get()) else { return };
        let here = layout.with(|Shared(layout)| layout.coord(here.get()));
        let Some(here) = here.filter(|_| width > 0.0) else { return };
        let (x, y) = scrolled.get_untracked();
        let seen = Viewport { x, y, width, height };
        let wanted = grid.scrolled(seen, here);
        if wanted != seen {
            // The browser goes no further than the grid reaches.
            let (columns, rows) = size.get_untracked();
            let (across, down) = grid.size(columns, rows);
            let to = |wanted: f64, whole: f64, part: f64| wanted.min(whole - part).max(0.0).floor();
            let (x, y) = (to(wanted.x, across, width), to(wanted.y, down, height));
            scrolled.set((x, y));
            // Once everything of this step is drawn: it makes the browser lay the page out.
            request_animation_frame(move || {
                pane.set_scroll_left(x as i32);
                pane.set_scroll_top(y as i32);
            });
        }
    });
}
