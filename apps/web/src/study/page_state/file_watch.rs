//! Notices while a file is open that another program has changed it: at intervals while Study is on the screen, and when
//! the window gets the focus.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use study::{GameId, Input, OnDisk};

use super::PageState;
use crate::page_mount::PageVisibility;

const INTERVAL: Duration = Duration::from_secs(3);

impl PageState {
    /// Never ends: the page stays in memory.
    pub(super) fn watch_files(self) {
        let shown = PageVisibility::here();
        let is_asking = StoredValue::new(false);
        let look = move || {
            let is_seen = shown.now() && document().visibility_state() == web_sys::VisibilityState::Visible;
            if is_seen && !is_asking.get_value() {
                is_asking.set_value(true);
                spawn_local(async move {
                    self.note_changed_files().await;
                    is_asking.set_value(false);
                });
            }
        };
        let _ = window_event_listener(ev::focus, move |_| look());
        Effect::new(move |_| {
            if shown.get() {
                look();
            }
        });
        let _ = set_interval_with_handle(look, INTERVAL);
    }

    async fn note_changed_files(self) {
        for identity in self.host().files.changed().await {
            let is_it = |file: &study::FileName| file.identity == identity;
            let game: Option<GameId> = self.peek(|workspace| {
                let mut games = workspace.games().iter();
                games.find(|game| game.file().is_some_and(is_it)).map(|game| game.id())
            });
            if let Some(game) = game {
                self.act(Input::OnDisk { game, event: OnDisk::Changed });
            }
        }
    }
}
