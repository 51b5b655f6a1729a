//! Files dropped while no page is loaded: they are opened on the page that can read them.

use leptos::ev::{self, DragEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileList;

use crate::bridge::bytes_of;
use crate::opening;

/// `is_ours` says whether the frame handles drops, as no page is open.
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
        // Folders cannot be read.
        if let Ok(bytes) = bytes_of(&file).await {
            // The frame has no place to show an error.
            let _ = opening::open(&file.name(), &bytes);
        }
    }
}
