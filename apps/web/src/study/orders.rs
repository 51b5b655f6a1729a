//! Orders of the program whose window the page is in: files that the system opens, the menus, the end.

use leptos::prelude::*;
use leptos::task::spawn_local;
use study::{Desk, Group, Input, Shell, TABLE};

use super::session::Session;
use crate::between::{self, Word};
use crate::bridge::shell::{self, Order};
use crate::pages::Page;
use crate::room::Shown;
use crate::{route, sheet};

/// Those that wait, and those to come.
pub fn take(session: Session) {
    let take = move || shell::take_orders().into_iter().for_each(|order| obey(session, order));
    take();
    between::hear(&window(), Word::Order, take);
}

/// Tells the program's menus what can be done. While another room is shown, that is what leads to the desk.
pub fn keep_menus(session: Session) {
    if session.peek(Desk::shell) != Shell::Desktop {
        return;
    }
    let shown = Shown::here();
    let can = session.watch(|desk| {
        let rows = TABLE.iter().enumerate().filter(|(_, entry)| desk.can(entry.command));
        rows.map(|(row, _)| row).collect::<Vec<usize>>()
    });
    Effect::new(move |_| {
        let leads = |row: &usize| TABLE.get(*row).is_some_and(|entry| entry.group == Group::File);
        let mut rows = can.get();
        rows.retain(|row| shown.get() || leads(row));
        shell::offer(&rows);
    });
}

fn obey(session: Session, order: Order) {
    match order {
        Order::Open => spawn_local(session.open_given()),
        // As with keys: an open dialog comes first.
        Order::Command(_) if sheet::is_open() => {}
        Order::Command(row) => {
            if let Some(entry) = TABLE.get(row) {
                session.command(entry.command);
            }
        }
        Order::Quit => {
            session.act(Input::Quit);
            if session.peek(Desk::question).is_some() {
                route::go(Page::Study.path());
            }
        }
        Order::Leave => {
            session.act(Input::PageHides);
            session.leave();
        }
    }
}
