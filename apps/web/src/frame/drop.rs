//! Files dropped on a page that the frame draws itself: they are taken to the room that they belong to.

use leptos::ev::{self, DragEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileList;

use crate::bridge::bytes_of;
use crate::opening;

/// `is_ours` says whether no room is there to take them.
pub fn take_drops(is_ours: impl Fn() -> bool + Copy + 'static) {
    let over = window_event_listener(ev::dragover, move |event: DragEvent| {
        if is_ours() {
            event.prevent_default();
        }
    });
    let dropped = window_event_listener(ev::drop, move |event: DragEvent| {
        let files = event.data_transfer().and_then(|transfer| transfer.files());
        if let Some(files) = files.filter(|_| is_ours()) {
            event.prevent_default();
            spawn_local(hand_over(files));
        }
    });
    on_cleanup(move || {
        over.remove();
        dropped.remove();
    });
}

async fn hand_over(files: FileList) {
    for n in 0..files.length() {
        let Some(file) = files.get(n) else { continue };
        // A folder cannot be read, and is no record.
        if let Ok(bytes) = bytes_of(&file).await {
            // These pages have no place to say what could not be opened; Home has.
            let _ = opening::open(&file.name(), &bytes);
        }
    }
}
