//! DOM events turned into inputs of the gestures. One path for mouse, pen and finger.

use std::rc::Rc;

use diagram::chess::SIDE;
use record::pgn::Brush;
use rules::chess::Role;
use wasm_bindgen::JsCast;
use web_sys::{Event, EventTarget, KeyboardEvent, PointerEvent};

use super::gesture::{BoardInput, Button, Key};
use super::{Inner, Listener};

pub(super) fn listen(inner: &Rc<Inner>) {
    let on = |target: &EventTarget, name: &'static str, act: fn(&Rc<Inner>, &Event)| {
        let board = Rc::downgrade(inner);
        Listener::new(target, name, move |event| {
            if let Some(board) = board.upgrade() {
                act(&board, &event);
            }
        })
    };
    let (svg, grid) = (&inner.svg, inner.cells.grid());
    let mut listeners = vec![
        on(svg, "pointerdown", |board, event| with_pointer(board, event, down)),
        on(svg, "pointermove", |board, event| with_pointer(board, event, travel)),
        on(svg, "pointerup", |board, event| with_pointer(board, event, up)),
        on(svg, "pointercancel", |board, _| board.handle(BoardInput::Cancel)),
        on(svg, "contextmenu", |_, event| event.prevent_default()),
        on(grid, "keydown", press),
        on(grid, "focusin", |board, _| board.handle(BoardInput::Focus(true))),
        on(grid, "focusout", |board, _| board.handle(BoardInput::Focus(false))),
    ];
    if let Some(window) = web_sys::window() {
        listeners.push(on(&window, "blur", |board, _| board.handle(BoardInput::Cancel)));
        listeners.push(on(&window, "keydown", escape));
    }
    inner.listeners.replace(listeners);
}

fn with_pointer(board: &Rc<Inner>, event: &Event, act: fn(&Rc<Inner>, &PointerEvent)) {
    if let Some(event) = event.dyn_ref::<PointerEvent>() {
        act(board, event);
    }
}

/// The point on the board's grid, and how much of the grid one pixel is.
fn place(board: &Inner, event: &PointerEvent) -> ((f64, f64), f64) {
    let shown = board.svg.get_bounding_client_rect();
    let pixel = SIDE / shown.width().max(1.0);
    let along = |client: i32, start: f64| (f64::from(client) - start) * pixel;
    ((along(event.client_x(), shown.left()), along(event.client_y(), shown.top())), pixel)
}

fn down(board: &Rc<Inner>, event: &PointerEvent) {
    let pen = board.state.borrow().pen;
    let (button, brush) = match (event.button(), pen) {
        (0, Some(brush)) => (Button::Secondary, brush),
        (0, None) => (Button::Primary, brush(event)),
        (2, _) => (Button::Secondary, brush(event)),
        _ => return,
    };
    // Otherwise the browser selects text or drags the picture.
    event.prevent_default();
    let _ = board.svg.set_pointer_capture(event.pointer_id());
    let (at, pixel) = place(board, event);
    board.handle(BoardInput::Down { pointer: event.pointer_id(), at, button, brush, pixel });
}

/// Browsers report a second button of the same mouse as a movement with a button.
fn travel(board: &Rc<Inner>, event: &PointerEvent) {
    if event.button() >= 0 {
        return board.handle(BoardInput::Cancel);
    }
    if event.buttons() != 0 {
        board.handle(BoardInput::Move { pointer: event.pointer_id(), at: place(board, event).0 });
    }
}

fn up(board: &Rc<Inner>, event: &PointerEvent) {
    board.handle(BoardInput::Up { pointer: event.pointer_id(), at: place(board, event).0 });
}

/// The colour follows the modifier keys.
fn brush(event: &PointerEvent) -> Brush {
    match (event.shift_key() || event.ctrl_key(), event.alt_key() || event.meta_key()) {
        (false, false) => Brush::Green,
        (true, false) => Brush::Red,
        (false, true) => Brush::Blue,
        (true, true) => Brush::Yellow,
    }
}

fn press(board: &Rc<Inner>, event: &Event) {
    let Some(press) = event.dyn_ref::<KeyboardEvent>() else { return };
    if press.ctrl_key() || press.meta_key() || press.alt_key() {
        return;
    }
    let is_choosing = board.state.borrow().gestures.scene().chooser.is_some();
    let Some(key) = key(&press.key(), is_choosing) else { return };
    // On a board that takes no moves Enter is left to the page.
    if matches!(key, Key::Enter) && board.state.borrow().gestures.is_read_only() {
        return;
    }
    press.prevent_default();
    press.stop_propagation();
    board.handle(BoardInput::Key(key));
    // Focusing a cell fires `focusin`, which borrows the state again.
    let (square, view) = {
        let state = board.state.borrow();
        (state.gestures.focus(), state.gestures.view())
    };
    board.cells.focus(square, view);
}

fn key(name: &str, is_choosing: bool) -> Option<Key> {
    Some(match name {
        "ArrowLeft" => Key::Left,
        "ArrowRight" => Key::Right,
        "ArrowUp" => Key::Up,
        "ArrowDown" => Key::Down,
        "Enter" | " " => Key::Enter,
        "Escape" => Key::Escape,
        _ if is_choosing => Key::Role(Role::from_char(name.chars().next().filter(|_| name.len() == 1)?)?),
        _ => return None,
    })
}

/// Wherever the focus is, Escape releases a piece and a letter chooses a promotion.
fn escape(board: &Rc<Inner>, event: &Event) {
    let Some(press) = event.dyn_ref::<KeyboardEvent>() else { return };
    let scene = board.state.borrow().gestures.scene();
    let is_busy = scene.held.is_some() || scene.chooser.is_some();
    match key(&press.key(), scene.chooser.is_some()) {
        Some(found @ (Key::Escape | Key::Role(_))) if is_busy => {
            press.prevent_default();
            board.handle(BoardInput::Key(found));
        }
        // Not prevented: Escape may also close a dialog.
        Some(Key::Escape) if scene.selected.is_some() => board.handle(BoardInput::Key(Key::Escape)),
        _ => {}
    }
}
