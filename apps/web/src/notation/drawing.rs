//! Puts blocks into the document and takes them out again; what is drawn already and stays the same is not touched.

use std::ops::Range;

use i18n::Language;
use web_sys::{Element, HtmlElement};

use super::html::Page;
use super::view::{Inner, State, focus};

impl Inner {
    /// Draws a range of blocks; those that are drawn already stay.
    pub(super) fn draw(&self, wanted: Range<usize>) {
        let state = &mut *self.state.borrow_mut();
        if state.drawn == wanted {
            return;
        }
        let kept = state.drawn.start.max(wanted.start)..state.drawn.end.min(wanted.end);
        let had_focus = self.has_focus();
        if kept.is_empty() {
            self.list.set_inner_html("");
            state.markup = state.markup_of(self.language, wanted.clone());
            let _ = self.list.insert_adjacent_html("beforeend", &state.markup.concat());
        } else {
            for _ in state.drawn.start..kept.start {
                self.list.first_element_child().inspect(Element::remove);
            }
            for _ in kept.end..state.drawn.end {
                self.list.last_element_child().inspect(Element::remove);
            }
            let before = state.markup_of(self.language, wanted.start..kept.start);
            let after = state.markup_of(self.language, kept.end..wanted.end);
            let _ = self.list.insert_adjacent_html("afterbegin", &before.concat());
            let _ = self.list.insert_adjacent_html("beforeend", &after.concat());
            let still = kept.start - state.drawn.start..kept.end - state.drawn.start;
            let still = state.markup.get(still).map(<[String]>::to_vec).unwrap_or_default();
            state.markup = [before, still, after].concat();
        }
        state.drawn = wanted;
        self.after_drawing(state, had_focus);
    }

    /// Draws the same place again after the blocks have changed; equal ones stay.
    pub(super) fn redraw(&self) {
        let state = &mut *self.state.borrow_mut();
        let all = state.notation.blocks().len();
        let start = state.drawn.start.min(all);
        let now = start..(start + state.drawn.len()).min(all);
        let had_focus = self.has_focus();
        let markup = state.markup_of(self.language, now.clone());
        let same = state.markup.iter().zip(&markup).take_while(|(old, new)| old == new).count();
        let shorter = state.markup.len().min(markup.len()) - same;
        let same_at_end = state
            .markup
            .iter()
            .rev()
            .zip(markup.iter().rev())
            .take(shorter)
            .take_while(|(old, new)| old == new)
            .count();
        let children = self.list.children();
        for n in (same..state.markup.len() - same_at_end).rev() {
            children.item(n as u32).inspect(Element::remove);
        }
        let new = markup.get(same..markup.len() - same_at_end).unwrap_or_default().concat();
        let _ = match same.checked_sub(1).and_then(|last| children.item(last as u32)) {
            Some(last) => last.insert_adjacent_html("afterend", &new),
            None => self.list.insert_adjacent_html("afterbegin", &new),
        };
        (state.drawn, state.markup) = (now, markup);
        self.after_drawing(state, had_focus);
    }

    fn after_drawing(&self, state: &State, had_focus: bool) {
        let height = |place: &HtmlElement, pixels: f64| {
            let _ = place.style().set_property("height", &format!("{pixels}px"));
        };
        height(&self.above, state.heights.top(state.drawn.start));
        height(&self.below, state.heights.below(state.drawn.end));
        self.mark(state.current, None);
        if had_focus && !self.has_focus() {
            self.tab_stop().inspect(focus);
        }
    }
}

impl State {
    fn markup_of(&self, language: Language, range: Range<usize>) -> Vec<String> {
        let State { notation, texts, display, remarks, .. } = self;
        let page = Page { notation, texts, display: *display, language, remarks };
        let blocks = self.notation.blocks().get(range).unwrap_or_default();
        blocks.iter().map(|block| page.block(block)).collect()
    }
}
