//! Orders of the program whose window the page is in: files that the system opens, the menus, the end.

use leptos::prelude::*;
use leptos::task::spawn_local;
use study::{Desk, Input, TABLE};

use super::session::Session;
use crate::between::{self, Word};
use crate::bridge::shell::{self, Order};
use crate::pages::Page;
use crate::{route, sheet};

/// Those that wait, and those to come.
pub fn take(session: Session) {
    let take = move || shell::take_orders().into_iter().for_each(|order| obey(session, order));
    take();
    between::hear(&window(), Word::Order, take);
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
