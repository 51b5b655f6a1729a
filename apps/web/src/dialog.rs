//! Modal dialogs: Tab stays inside; Esc and a click outside close them. A dialog is in the document only while it is open.

use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::icons;
use crate::language;
use crate::page_mount::PageVisibility;

const FOCUSABLE: &str = "a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary";

/// `close` is called when the user dismisses the dialog; the caller then removes it from the view.
#[component]
pub fn Dialog(
    #[prop(into)] title: Signal<String>,
    #[prop(optional)] class: &'static str,
    close: impl Fn() + Copy + Send + Sync + 'static,
    children: Children,
) -> impl IntoView {
    let words = language::frame();
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = PageVisibility::here();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        // A modal dialog blocks the whole document, even while its page is hidden.
        if !shown.get() {
            dialog.close();
        } else if !dialog.open() {
            let _ = dialog.show_modal();
        }
    });
    restore_focus();
    // The content fills the dialog, so a click whose target is the dialog itself hit the backdrop.
    let click_outside = move |click: MouseEvent| {
        if click.target() == click.current_target() {
            close();
        }
    };
    let cancel = move |event: Event| {
        event.prevent_default();
        close();
    };
    // Browsers may close a dialog without asking first; a hidden page has closed it itself.
    let closed = move |_: Event| {
        if shown.now() {
            close();
        }
    };
    view! {
        <dialog
            class=format!("dialog {class}")
            role="dialog"
            aria-modal="true"
            aria-labelledby="sheet-title"
            node_ref=dialog
            on:click=click_outside
            on:cancel=cancel
            on:close=closed
            on:keydown=move |press| trap_focus(&press, dialog)
        >
            <div class="dialog-content">
                <div class="dialog-head">
                    <h2 id="sheet-title">{title}</h2>
                    <button class="tool" type="button" title=words.close_title aria-label=words.close on:click=move |_| close()>
                        {icons::CLOSE.draw()}
                    </button>
                </div>
                {children()}
            </div>
        </dialog>
    }
}

/// Once the dialog is closed, focuses the element that had the focus before, unless another has taken it.
fn restore_focus() {
    let before = document().active_element().and_then(|active| active.dyn_into::<HtmlElement>().ok());
    let before = StoredValue::new_local(before);
    on_cleanup(move || {
        let before = before.try_get_value().flatten();
        request_animation_frame(move || {
            let unfocused = document().active_element().is_none_or(|active| active.tag_name() == "BODY");
            if let Some(before) = before.filter(|_| unfocused) {
                let _ = before.focus();
            }
        });
    });
}

/// Tab on the last control leads to the first, and Shift+Tab on the first to the last.
fn trap_focus(press: &KeyboardEvent, dialog: NodeRef<html::Dialog>) {
    if press.key() != "Tab" {
        return;
    }
    let Some(dialog) = dialog.get_untracked() else { return };
    let Ok(all) = dialog.query_selector_all(FOCUSABLE) else { return };
    let ends = [all.item(0), all.item(all.length().saturating_sub(1))];
    let [Some(first), Some(last)] = ends.map(|end| end.and_then(|end| end.dyn_into::<HtmlElement>().ok()))
    else {
        return;
    };
    let (edge, other) = if press.shift_key() { (&first, &last) } else { (&last, &first) };
    let inside = document().active_element().filter(|active| dialog.contains(Some(active)));
    if inside.is_none_or(|active| active == *AsRef::<Element>::as_ref(edge)) {
        press.prevent_default();
        let _ = other.focus();
    }
}

pub fn is_open() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|open| open.is_some())
}
