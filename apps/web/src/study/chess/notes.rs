//! Comment and NAGs at the cursor of a chess game.

use leptos::html;
use leptos::prelude::*;
use record::{GameRecord, NodeId};
use study::{ChessInput, Input, Workspace};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::other_nags::OtherNags;
use super::players::MoveEntry;
use crate::language;
use crate::study::notes::FieldText;
use crate::study::page_state::PageState;

/// Number, sign and name of common NAGs.
pub fn nags() -> [(u32, &'static str, &'static str); 15] {
    let words = language::study();
    [
        (3, "!!", words.brilliant),
        (1, "!", words.good),
        (5, "!?", words.interesting_move),
        (6, "?!", words.dubious),
        (2, "?", words.mistake),
        (4, "??", words.blunder),
        (7, "□", words.only_move),
        (10, "=", words.even),
        (13, "∞", words.unclear),
        (14, "+=", words.white_slightly_better),
        (15, "=+", words.black_slightly_better),
        (16, "±", words.white_better),
        (17, "∓", words.black_better),
        (18, "+−", words.white_winning),
        (19, "−+", words.black_winning),
    ]
}

/// Which comment of the move is edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommentPlace {
    Before,
    #[default]
    After,
}

/// The field for comments, for other parts of the page.
#[derive(Clone, Copy)]
pub struct CommentEditing {
    place: RwSignal<CommentPlace>,
    show_notes: Callback<()>,
}

impl CommentEditing {
    /// `show_notes` is called where the field may be hidden.
    pub fn provide(show_notes: impl Fn() + Send + Sync + 'static) {
        let show_notes = Callback::new(move |()| show_notes());
        provide_context(CommentEditing { place: RwSignal::default(), show_notes });
    }

    /// The study's parts are drawn below `provide`.
    pub fn here() -> CommentEditing {
        expect_context()
    }

    /// Puts the caret into that comment.
    pub fn edit(self, place: CommentPlace) {
        self.place.set(place);
        self.show_notes.run(());
        request_animation_frame(|| {
            let field = document()
                .get_element_by_id("comment")
                .and_then(|field| field.dyn_into::<HtmlElement>().ok());
            let _ = field.map(|field| field.focus());
        });
    }
}

#[component]
pub fn ChessNotes() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let CommentEditing { place, .. } = CommentEditing::here();
    let current = page_state.watch_chess(|record| record.nags());
    let has_move = page_state.watch_chess(|record| record.here() != record.root());
    let here = page_state.watch(|workspace| workspace.current().record().here());
    // Another move is looked at from its end.
    Effect::new(move |before: Option<NodeId>| {
        let here = here.get();
        if before.is_some_and(|before| before != here) && place.get_untracked() == CommentPlace::Before {
            place.set(CommentPlace::After);
        }
        here
    });
    let glyph = move |(number, sign, name)| view! { <NagButton number sign name current has_move /> };
    view! {
        <section class="panel notes chess-notes" id="notes" aria-label=words.notes>
            <div class="notes-head">
                <label class="caption" for="comment">{words.comment}</label>
                <BeforeButton place has_move />
                <MoveEntry />
            </div>
            <MoveComment place />
            <div class="chips nags" role="group" aria-label=words.judgement>
                {nags().map(glyph).collect_view()}
                <OtherNags current has_move buttons=nags().map(|(number, ..)| number).to_vec() />
            </div>
        </section>
    }
}

/// Switches between the comments before and after the move.
#[component]
fn BeforeButton(place: RwSignal<CommentPlace>, has_move: Memo<bool>) -> impl IntoView {
    let is_before = move || place.get() == CommentPlace::Before;
    let switch = move |_| {
        place.update(|place| {
            *place = if *place == CommentPlace::Before { CommentPlace::After } else { CommentPlace::Before };
        });
    };
    view! {
        <button
            type="button"
            class="chip before-move"
            aria-pressed=move || is_before().to_string()
            disabled=move || !has_move.get()
            on:click=switch
        >
            {language::here().notation().before_label}
        </button>
    }
}

/// The comment before or after the move at the cursor.
#[component]
fn MoveComment(place: RwSignal<CommentPlace>) -> impl IntoView {
    let page_state = PageState::here();
    let field = NodeRef::<html::Textarea>::new();
    let put = move |text: &str| field.get().map(|field| field.set_value(text)).is_some();
    let look = move |workspace: &Workspace| match (place.get(), workspace.current().chess()) {
        (CommentPlace::Before, Some(record)) => record.comment_before(),
        _ => workspace.current().record().comment(),
    };
    let field_text = FieldText::current(page_state, look, put);
    let write = move |text: String| {
        field_text.typed(&text);
        page_state.act(match place.get_untracked() {
            CommentPlace::Before => Input::Chess(ChessInput::CommentBefore(text)),
            CommentPlace::After => Input::Comment(text),
        });
    };
    let prompt = move || match place.get() {
        CommentPlace::Before => language::here().notation().before_prompt,
        CommentPlace::After => language::study().move_prompt,
    };
    view! {
        <div class="comment-area">
            <div class="comment-field">
                <textarea
                    id="comment"
                    placeholder=prompt
                    node_ref=field
                    on:input=move |event| write(event_target_value(&event))
                ></textarea>
            </div>
        </div>
    }
}

#[component]
fn NagButton(
    number: u32,
    sign: &'static str,
    name: &'static str,
    /// The NAGs at the cursor.
    current: Memo<Vec<u32>>,
    has_move: Memo<bool>,
) -> impl IntoView {
    let page_state = PageState::here();
    let is_set = Memo::new(move |_| current.with(|nags| nags.contains(&number)));
    view! {
        <button
            class="chip"
            title=name
            aria-label=name
            aria-pressed=move || is_set.get().to_string()
            disabled=move || !has_move.get()
            on:click=move |_| page_state.act(Input::Chess(ChessInput::Nag(number)))
        >
            {sign}
        </button>
    }
}
