//! Events of the desktop program whose window shows the page: files opened by the system, menu commands, quitting.

use leptos::prelude::*;
use leptos::task::spawn_local;
use study::{COMMANDS, Group, Input, Platform, Workspace};

use super::page_state::PageState;
use crate::bridge::shell::{self, ShellRequest};
use crate::page_events::{self, PageEvent};
use crate::page_mount::PageVisibility;
use crate::pages::Page;
use crate::{dialog, route};

/// Handles events that are waiting, and those still to come.
pub fn listen(page_state: PageState) {
    let take = move || shell::take_requests().into_iter().for_each(|request| handle(page_state, request));
    take();
    page_events::on(&window(), PageEvent::ShellRequestWaiting, take);
}

/// Tells the program's menus which commands are available. While another page is shown, only those that open a record.
pub fn update_menus(page_state: PageState) {
    if page_state.peek(Workspace::platform) != Platform::Desktop {
        return;
    }
    let shown = PageVisibility::here();
    let can = page_state.watch(|workspace| {
        let rows = COMMANDS.iter().enumerate().filter(|(_, entry)| workspace.can(entry.command));
        rows.map(|(row, _)| row).collect::<Vec<usize>>()
    });
    Effect::new(move |_| {
        let leads = |row: &usize| COMMANDS.get(*row).is_some_and(|entry| entry.group == Group::File);
        let mut rows = can.get();
        rows.retain(|row| shown.get() || leads(row));
        shell::set_available_commands(&rows);
    });
}

fn handle(page_state: PageState, request: ShellRequest) {
    match request {
        ShellRequest::Open => spawn_local(page_state.open_pending()),
        // As with keys: an open dialog takes precedence.
        ShellRequest::Command(_) if dialog::is_open() => {}
        ShellRequest::Command(row) => {
            if let Some(entry) = COMMANDS.get(row) {
                page_state.command(entry.command);
            }
        }
        ShellRequest::Quit => {
            page_state.act(Input::Quit);
            if page_state.peek(Workspace::question).is_some() {
                route::go(Page::Study.path());
            }
        }
        ShellRequest::Leave => {
            page_state.act(Input::PageHides);
            page_state.leave();
        }
    }
}
