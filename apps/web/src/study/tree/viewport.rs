//! The visible part of the tree: follows the user's scrolling and the cursor.

use diagram::tree::{TreeGrid, Viewport};
use leptos::html;
use leptos::prelude::*;

use super::SharedLayout;
use crate::study::page_state::PageState;

/// The pane and its scrolled content. The position is stored, because asking the browser would force a layout.
#[derive(Clone, Copy)]
pub struct ScrollArea {
    pub pane: NodeRef<html::Div>,
    pub content: NodeRef<html::Div>,
    pub pane_size: Signal<(f64, f64)>,
    pub scrolled: RwSignal<(f64, f64)>,
}

/// Keeps the content as large as the tree, and the cursor visible.
pub fn follow(page_state: PageState, layout: Memo<SharedLayout>, area: ScrollArea) {
    let ScrollArea { pane, content, pane_size, scrolled } = area;
    let grid = TreeGrid::default();
    let size = Memo::new(move |_| layout.with(|SharedLayout(layout)| layout.size()));
    Effect::new(move |_| {
        let (Some(content), (columns, rows)) = (content.get(), size.get()) else { return };
        let (width, height) = grid.size(columns, rows);
        for (side, length) in [("width", width), ("height", height)] {
            let _ = web_sys::HtmlElement::style(&content).set_property(side, &format!("{length}px"));
        }
    });
    let here = page_state.watch(|workspace| workspace.current().record().here());
    Effect::new(move |_| {
        let (Some(pane), (width, height)) = (pane.get(), pane_size.get()) else { return };
        let here = layout.with(|SharedLayout(layout)| layout.coord(here.get()));
        let Some(here) = here.filter(|_| width > 0.0) else { return };
        let (x, y) = scrolled.get_untracked();
        let seen = Viewport { x, y, width, height };
        let wanted = grid.scrolled(seen, here);
        if wanted != seen {
            // The browser scrolls no further than the grid.
            let (columns, rows) = size.get_untracked();
            let (across, down) = grid.size(columns, rows);
            let to = |wanted: f64, whole: f64, part: f64| wanted.min(whole - part).max(0.0).floor();
            let (x, y) = (to(wanted.x, across, width), to(wanted.y, down, height));
            scrolled.set((x, y));
            // After everything of this step is drawn, because it forces a layout.
            request_animation_frame(move || {
                pane.set_scroll_left(x as i32);
                pane.set_scroll_top(y as i32);
            });
        }
    });
}
