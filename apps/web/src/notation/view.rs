//! Draws the visible blocks and keeps the current move in view. A step changes two attributes; blocks are drawn only when
//! they come near the visible part or change.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::{Rc, Weak};

use i18n::Language;
use leptos::prelude::request_animation_frame;
use record::NodeId;
use record::chess::notation::{Block, Folding, MoveTexts, Notation, NotationStyle};
use record::pgn::Game;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

use super::heights::{AHEAD, Heights, scrolled_to};
use super::html::Remarks;
use super::input::{self, NotationEvent, PressCell};
use crate::chess::Listener;
use crate::element_size::SizeObserver;

/// How moves are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Display {
    pub style: NotationStyle,
    pub figurines: bool,
    pub evaluations: bool,
    pub clocks: bool,
}

impl Default for Display {
    fn default() -> Display {
        Display { style: NotationStyle::default(), figurines: false, evaluations: true, clocks: true }
    }
}

/// A handle to the moves of a game. Dropping the last handle removes the event listeners.
#[derive(Clone)]
pub struct NotationView(Rc<Inner>);

pub struct Inner {
    /// Scrolls.
    pub(super) pane: HtmlElement,
    /// Stand for the blocks above and below those that are drawn.
    pub(super) above: HtmlElement,
    pub(super) below: HtmlElement,
    pub(super) list: Element,
    pub(super) language: Language,
    pub(super) state: RefCell<State>,
    pub(super) press: PressCell,
    is_waiting: Cell<bool>,
    /// The pane was scrolled to the current move: the event that follows tells nothing new.
    is_own_scroll: Cell<bool>,
    on_event: Box<dyn Fn(NotationEvent)>,
    listeners: RefCell<Vec<Listener>>,
    size: RefCell<Option<SizeObserver>>,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) texts: MoveTexts,
    pub(super) notation: Notation,
    pub(super) display: Display,
    pub(super) remarks: Remarks,
    folding: Folding,
    pub(super) heights: Heights,
    width: f64,
    row: f64,
    pub(super) drawn: Range<usize>,
    /// The markup of the drawn blocks.
    pub(super) markup: Vec<String>,
    pub(super) current: Option<NodeId>,
    /// The current move is not known to be in view.
    must_show: bool,
    /// It was in view when the pane was last drawn: a pane that changes its size keeps it there.
    is_in_view: bool,
}

/// What happens to the visible part after a change.
#[derive(Clone, Copy, PartialEq)]
enum Scroll {
    ToCurrent,
    Stay,
}

/// The height of a row before one was measured.
const ROW: f64 = 27.0;

impl NotationView {
    /// Puts the moves into a pane, in place of what is there.
    pub fn new(
        pane: HtmlElement,
        language: Language,
        on_event: impl Fn(NotationEvent) + 'static,
    ) -> Option<NotationView> {
        pane.set_inner_html("<div class=\"space\"></div><div class=\"blocks\" role=\"list\"></div><div class=\"space\"></div>");
        let part = |n: u32| pane.children().item(n);
        let list = part(1)?;
        list.set_attribute("aria-label", language.notation().moves).ok()?;
        let inner = Rc::new(Inner {
            above: part(0)?.dyn_into().ok()?,
            below: part(2)?.dyn_into().ok()?,
            list,
            pane,
            language,
            state: RefCell::default(),
            press: PressCell::default(),
            is_waiting: Cell::new(false),
            is_own_scroll: Cell::new(false),
            on_event: Box::new(on_event),
            listeners: RefCell::default(),
            size: RefCell::default(),
        });
        inner.listeners.replace(input::listen(&inner));
        let weak = Rc::downgrade(&inner);
        let resized = move |_, _| weak.upgrade().into_iter().for_each(|inner| inner.resized());
        inner.size.replace(SizeObserver::new(&inner.pane, resized));
        Some(NotationView(inner))
    }

    /// Shows another game, with nothing folded.
    pub fn open(&self, game: &Game) {
        {
            let state = &mut *self.0.state.borrow_mut();
            let (display, remarks) = (state.display, std::mem::take(&mut state.remarks));
            *state = State { texts: MoveTexts::new(game), display, remarks, row: ROW, ..State::default() };
            self.0.list.set_inner_html("");
        }
        self.rebuild(game, Scroll::ToCurrent);
    }

    /// Shows the same game after edits.
    pub fn refresh(&self, game: &Game) {
        self.0.state.borrow_mut().texts.refresh(game);
        self.rebuild(game, Scroll::ToCurrent);
    }

    pub fn set_display(&self, game: &Game, display: Display) {
        if std::mem::replace(&mut self.0.state.borrow_mut().display, display) != display {
            self.rebuild(game, Scroll::ToCurrent);
        }
    }

    /// Shows remarks beside the signs of the file.
    pub fn set_remarks(&self, remarks: Remarks) {
        let is_new = self.0.state.borrow().remarks != remarks;
        if is_new {
            self.0.state.borrow_mut().remarks = remarks;
            self.0.redraw();
            self.0.settle_soon();
        }
    }

    /// Changes what is folded. The place that was clicked stays where it is.
    pub fn fold(&self, game: &Game, change: impl FnOnce(&mut Folding)) {
        change(&mut self.0.state.borrow_mut().folding);
        self.rebuild(game, Scroll::Stay);
    }

    pub fn is_anything_folded(&self) -> bool {
        !self.0.state.borrow().folding.heads.is_empty()
    }

    pub fn folding(&self) -> Folding {
        self.0.state.borrow().folding.clone()
    }

    pub fn is_folded(&self, head: NodeId) -> bool {
        self.0.state.borrow().folding.heads.contains(&head)
    }

    /// Marks the current move and scrolls to it if it is not visible. A folded variation around it is unfolded.
    pub fn set_current(&self, game: &Game, node: NodeId) {
        let is_hidden = self.0.state.borrow_mut().folding.reveal(game, node);
        if is_hidden {
            self.rebuild(game, Scroll::ToCurrent);
        }
        let before = self.0.state.borrow_mut().current.replace(node);
        self.0.state.borrow_mut().must_show = true;
        if before != Some(node) {
            self.0.mark_current(before);
        }
        self.0.settle_soon();
    }

    /// Focuses the current move, or the first one at the start of the game.
    pub fn focus(&self) {
        self.0.settle();
        if let Some(button) = self.0.tab_stop() {
            focus(&button);
        }
    }

    fn rebuild(&self, game: &Game, scroll: Scroll) {
        {
            let state = &mut *self.0.state.borrow_mut();
            let notation = Notation::new(game, &state.texts, state.display.style, &state.folding);
            let before = std::mem::replace(&mut state.notation, notation);
            let (old, new) = (before.blocks(), state.notation.blocks());
            let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
            let shorter = old.len().min(new.len()) - start;
            let end = old
                .iter()
                .rev()
                .zip(new.iter().rev())
                .take(shorter)
                .take_while(|(old, new)| old == new)
                .count();
            let mut heights = Heights::estimated(new, state.width, state.row);
            heights.keep(&state.heights, start, end);
            state.heights = heights;
            state.must_show |= scroll == Scroll::ToCurrent;
        }
        self.0.redraw();
        self.0.settle_soon();
    }
}

impl State {
    /// At the start of the game that is the top of the pane.
    fn is_current_within(&self, top: f64, bottom: f64) -> bool {
        let Some(block) = self.current.and_then(|node| self.notation.block_of(node)) else {
            return top == 0.0;
        };
        let start = self.heights.top(block);
        start < bottom && start + self.heights.of(block..block + 1) > top
    }
}

impl Inner {
    pub(super) fn send(&self, event: NotationEvent) {
        (self.on_event)(event);
    }

    /// The node with that number, if it is drawn.
    pub(super) fn node(&self, index: usize) -> Option<NodeId> {
        let state = self.state.borrow();
        let blocks = state.notation.blocks().get(state.drawn.clone())?;
        blocks.iter().flat_map(Block::nodes).find(|node| node.index() == index)
    }

    /// Once per frame, after everything of a step has changed the page: measuring forces a layout.
    pub(super) fn settle_soon(self: &Rc<Self>) {
        if self.is_waiting.replace(true) {
            return;
        }
        let weak: Weak<Inner> = Rc::downgrade(self);
        request_animation_frame(move || {
            if let Some(inner) = weak.upgrade() {
                inner.is_waiting.set(false);
                inner.settle();
            }
        });
    }

    /// The pane has another size. A current move that was in view stays there; who has scrolled away stays there too.
    fn resized(self: &Rc<Self>) {
        {
            let state = &mut *self.state.borrow_mut();
            state.must_show |= state.is_in_view;
        }
        self.settle_soon();
    }

    /// The pane has been scrolled by somebody.
    pub(super) fn scrolled(self: &Rc<Self>) {
        if !self.is_own_scroll.take() {
            self.settle_soon();
        }
    }

    /// The user scrolls: a step before that no longer moves the pane.
    pub(super) fn leave_current(&self) {
        self.state.borrow_mut().must_show = false;
    }

    /// Shows the current move if it should be in view, and draws what is visible.
    fn settle(&self) {
        let (width, height) = (f64::from(self.pane.client_width()), f64::from(self.pane.client_height()));
        if height == 0.0 {
            return;
        }
        self.measure(width);
        if self.must_show() {
            self.show_current(height);
        }
        let top = f64::from(self.pane.scroll_top());
        let wanted = {
            let state = self.state.borrow();
            // Who has scrolled away from the current move reads there, without steps.
            let ahead = if state.is_in_view { AHEAD } else { 0 };
            state.heights.next_drawn(&state.drawn, ahead, top, height)
        };
        self.draw(wanted);
        let state = &mut *self.state.borrow_mut();
        state.is_in_view = state.is_current_within(top, top + height);
    }

    fn must_show(&self) -> bool {
        std::mem::take(&mut self.state.borrow_mut().must_show)
    }

    fn show_current(&self, height: f64) {
        let place = |state: &State| state.current.and_then(|node| state.notation.block_of(node));
        let Some(block) = place(&self.state.borrow()) else {
            // At the start of the game, or another game without a cursor.
            return self.pane.set_scroll_top(0);
        };
        if !self.state.borrow().drawn.contains(&block) {
            let range = {
                let heights = &self.state.borrow().heights;
                heights.near(heights.top(block) - height / 3.0, height)
            };
            self.draw(range);
            self.measure(f64::from(self.pane.client_width()));
        }
        let (top, own) = self.place_of_current(block);
        let scrolled = f64::from(self.pane.scroll_top());
        let wanted = scrolled_to(scrolled, height, top, own);
        if wanted != scrolled {
            self.pane.set_scroll_top(wanted as i32);
            // At the end of the text it may stay where it is, without an event.
            self.is_own_scroll.set(f64::from(self.pane.scroll_top()) != scrolled);
        }
    }

    /// The top and the height of the current move in the pane's content. In a long paragraph the move counts, not the
    /// block.
    fn place_of_current(&self, block: usize) -> (f64, f64) {
        let state = self.state.borrow();
        let row = (state.heights.top(block), state.heights.of(block..block + 1));
        let button = state.current.and_then(|node| self.button(node));
        match button.filter(|_| row.1 > 2.0 * ROW) {
            Some(button) => {
                let (pane, button) =
                    (self.pane.get_bounding_client_rect(), button.get_bounding_client_rect());
                (button.top() - pane.top() + f64::from(self.pane.scroll_top()), button.height())
            }
            None => row,
        }
    }

    /// Notes the heights of what is drawn.
    fn measure(&self, width: f64) {
        let state = &mut *self.state.borrow_mut();
        let children = self.list.children();
        let mut row = None;
        for (n, block) in state.drawn.clone().enumerate() {
            let Some(child) = children.item(n as u32) else { break };
            let Some(child) = child.dyn_ref::<HtmlElement>() else { break };
            let height = f64::from(child.offset_height());
            if matches!(state.notation.blocks().get(block), Some(Block::Row { .. })) {
                row = Some(height);
            }
            state.heights.set(block, height);
        }
        let row = row.unwrap_or(state.row);
        if (state.width, state.row) != (width, row) {
            (state.width, state.row) = (width, row);
            let mut heights = Heights::estimated(state.notation.blocks(), width, row);
            for block in state.drawn.clone() {
                heights.set(block, state.heights.of(block..block + 1));
            }
            state.heights = heights;
        }
    }

    pub(super) fn has_focus(&self) -> bool {
        self.list.matches(":focus-within").unwrap_or(false)
    }

    /// The current move, or the first one that is drawn.
    pub(super) fn tab_stop(&self) -> Option<HtmlElement> {
        let found = self.list.query_selector("[tabindex=\"0\"]").ok().flatten();
        found.and_then(|found| found.dyn_into().ok())
    }

    fn button(&self, node: NodeId) -> Option<Element> {
        self.list.query_selector(&format!("[data-node=\"{}\"]", node.index())).ok().flatten()
    }

    fn mark_current(&self, before: Option<NodeId>) {
        let current = self.state.borrow().current;
        let had_focus = self.has_focus();
        self.mark(current, before);
        if had_focus {
            current
                .and_then(|node| self.button(node))
                .and_then(|button| button.dyn_into().ok())
                .inspect(focus);
        }
    }

    /// One move can be reached with Tab: the current one, or the first at the start of the game.
    pub(super) fn mark(&self, current: Option<NodeId>, before: Option<NodeId>) {
        let stops = self.tab_stop().map(Element::from);
        for button in before.and_then(|node| self.button(node)).into_iter().chain(stops) {
            let _ = button.remove_attribute("aria-current");
            let _ = button.set_attribute("tabindex", "-1");
        }
        let current = current.and_then(|node| self.button(node));
        if let Some(button) = &current {
            let _ = button.set_attribute("aria-current", "true");
        }
        let first = || self.list.query_selector("[data-node]").ok().flatten();
        if let Some(button) = current.or_else(first) {
            let _ = button.set_attribute("tabindex", "0");
        }
    }
}

pub(super) fn focus(button: &HtmlElement) {
    let still = FocusOptions::new();
    still.set_prevent_scroll(true);
    let _ = button.focus_with_options(&still);
}
