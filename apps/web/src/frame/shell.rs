//! What the program with the window says, where the page is in one: most of it is Study's to do.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::host::Rooms;
use crate::bridge::shell::{self, Event, Order};
use crate::pages::Page;
use crate::{language, route};

pub fn obey(rooms: Rooms, page: Memo<Option<Page>>, show_keys: impl Fn() + 'static) {
    if !shell::is_here() {
        return;
    }
    shell::keep_menus(language::here().tag());
    spawn_local(shell::listen(move |event| match event {
        Event::Go(place) => route::go(&place),
        Event::Open(file) => {
            route::go(Page::Study.path());
            shell::hand_over(&file);
        }
        Event::Command { row, leads } if leads || page.get_untracked() == Some(Page::Study) => {
            route::go(Page::Study.path());
            shell::order(Order::Command(row));
        }
        // What belongs to the board does nothing where there is none.
        Event::Command { .. } => {}
        Event::Keys => show_keys(),
        Event::Quit => end(rooms, Order::Quit),
        Event::Leave => end(rooms, Order::Leave),
    }));
}

/// Where Study is not open, nothing is unsaved.
fn end(rooms: Rooms, order: Order) {
    let is_open = rooms.is_open(Some(Page::Study));
    spawn_local(async move {
        shell::heard().await;
        match is_open {
            true => shell::order(order),
            false => shell::ready().await,
        }
    });
}
