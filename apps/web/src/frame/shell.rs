//! Events of the desktop program; most of them are passed on to Study.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::host::PageHosts;
use crate::bridge::shell::{self, Event, ShellRequest};
use crate::pages::Page;
use crate::{language, route};

pub fn handle_events(hosts: PageHosts, page: Memo<Option<Page>>, show_keys: impl Fn() + 'static) {
    if !shell::is_here() {
        return;
    }
    shell::sync_menus(language::here().tag());
    spawn_local(shell::listen(move |event| match event {
        Event::Go(path) => route::go(&path),
        Event::Open(file) => {
            route::go(Page::Study.path());
            shell::hand_over(&file);
        }
        Event::Command { row, leads } if leads || page.get_untracked() == Some(Page::Study) => {
            route::go(Page::Study.path());
            shell::queue_request(ShellRequest::Command(row));
        }
        // Commands for the board do nothing on other pages.
        Event::Command { .. } => {}
        Event::Keys => show_keys(),
        Event::Quit => quit(hosts, ShellRequest::Quit),
        Event::Leave => quit(hosts, ShellRequest::Leave),
    }));
}

/// If Study is not open, nothing is unsaved.
fn quit(hosts: PageHosts, request: ShellRequest) {
    let is_open = hosts.is_open(Some(Page::Study));
    spawn_local(async move {
        shell::confirm_quit().await;
        match is_open {
            true => shell::queue_request(request),
            false => shell::ready().await,
        }
    });
}
