//! Text at the cursor: the comment, the node's name, and judgements of the move and the position.

use leptos::html;
use leptos::prelude::*;
use record::go::{GoRecord, MoveJudgement, PositionJudgement, Remarks};
use study::{GoInput, Input, Judgement, Workspace};

use super::comment_points::CommentPoints;
use super::page_state::PageState;
use crate::language;

/// The text of a field as last written or typed.
#[derive(Clone, Copy)]
pub struct FieldText {
    text: StoredValue<String>,
    typing: StoredValue<bool>,
}

impl FieldText {
    /// Keeps a field equal to the record. Text being typed is not written back: the caret would jump.
    pub fn current(
        page_state: PageState,
        look: impl Fn(&Workspace) -> String + 'static,
        put: impl Fn(&str) -> bool + 'static,
    ) -> FieldText {
        let field_text = FieldText { text: StoredValue::new(String::new()), typing: StoredValue::new(false) };
        Effect::new(move |_| {
            let text = page_state.read(&look);
            let typing = field_text.typing.try_update_value(std::mem::take).unwrap_or(false);
            if !typing && field_text.text.with_value(|held| *held != text) && put(&text) {
                field_text.text.set_value(text);
            }
        });
        field_text
    }

    pub fn typed(self, text: &str) {
        self.text.set_value(text.to_owned());
        self.typing.set_value(true);
    }
}

#[component]
pub fn Notes() -> impl IntoView {
    let words = language::study();
    let page_state = PageState::here();
    let name = NodeRef::<html::Input>::new();
    let put = move |text: &str| name.get().map(|field| field.set_value(text)).is_some();
    let look = |workspace: &Workspace| {
        workspace.current().go().and_then(|record| record.remarks().name).unwrap_or_default()
    };
    let field_text = FieldText::current(page_state, look, put);
    let write = move |text: String| {
        field_text.typed(&text);
        page_state.act(Input::Go(GoInput::Name(text)));
    };
    let remarks = page_state.watch_go(GoRecord::remarks);
    view! {
        <section class="panel notes" id="notes" aria-label=words.notes>
            <div class="notes-head">
                <label class="caption" for="comment">{words.comment}</label>
                <input
                    class="node-name"
                    type="text"
                    placeholder=words.position_name
                    aria-label=words.position_name
                    autocomplete="off"
                    node_ref=name
                    on:input=move |event| write(event_target_value(&event))
                />
            </div>
            <CommentField prompt=words.position_prompt />
            <CommentPoints />
            <Judgements remarks />
        </section>
    }
}

/// The comment at the cursor, for all games.
#[component]
pub fn CommentField(prompt: &'static str) -> impl IntoView {
    let page_state = PageState::here();
    let field = NodeRef::<html::Textarea>::new();
    let put = move |text: &str| field.get().map(|field| field.set_value(text)).is_some();
    let field_text = FieldText::current(page_state, |workspace| workspace.current().record().comment(), put);
    let write = move |text: String| {
        field_text.typed(&text);
        page_state.act(Input::Comment(text));
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

/// A judgement as a button: pressed once, and twice for emphasis.
#[derive(Clone, Copy, PartialEq)]
enum Chip {
    Move(MoveJudgement),
    Position(PositionJudgement),
    Hotspot,
}

impl Chip {
    const ALL: [Chip; 9] = [
        Chip::Move(MoveJudgement::Good),
        Chip::Move(MoveJudgement::Interesting),
        Chip::Move(MoveJudgement::Doubtful),
        Chip::Move(MoveJudgement::Bad),
        Chip::Position(PositionJudgement::GoodForBlack),
        Chip::Position(PositionJudgement::GoodForWhite),
        Chip::Position(PositionJudgement::Even),
        Chip::Position(PositionJudgement::Unclear),
        Chip::Hotspot,
    ];

    fn name(self, emphasis: u8) -> &'static str {
        let words = language::study();
        match (self, emphasis) {
            (Chip::Move(MoveJudgement::Good), 2) => words.very_good_move,
            (Chip::Move(MoveJudgement::Good), _) => words.good_move,
            (Chip::Move(MoveJudgement::Bad), 2) => words.very_bad_move,
            (Chip::Move(MoveJudgement::Bad), _) => words.bad_move,
            (Chip::Move(MoveJudgement::Doubtful), _) => words.doubtful,
            (Chip::Move(MoveJudgement::Interesting), _) => words.interesting,
            (Chip::Position(PositionJudgement::GoodForBlack), 2) => words.very_good_for_black,
            (Chip::Position(PositionJudgement::GoodForBlack), _) => words.good_for_black,
            (Chip::Position(PositionJudgement::GoodForWhite), 2) => words.very_good_for_white,
            (Chip::Position(PositionJudgement::GoodForWhite), _) => words.good_for_white,
            (Chip::Position(PositionJudgement::Even), 2) => words.very_even,
            (Chip::Position(PositionJudgement::Even), _) => words.even,
            (Chip::Position(PositionJudgement::Unclear), 2) => words.very_unclear,
            (Chip::Position(PositionJudgement::Unclear), _) => words.unclear,
            (Chip::Hotspot, 2) => words.great_hotspot,
            (Chip::Hotspot, _) => words.hotspot,
        }
    }

    /// 0 if the node does not have it.
    fn emphasis(self, remarks: &Remarks) -> u8 {
        let emphasis = match self {
            Chip::Move(this) => {
                remarks.of_move.filter(|(judgement, _)| *judgement == this).map(|(_, much)| much)
            }
            Chip::Position(this) => {
                remarks.of_position.filter(|(judgement, _)| *judgement == this).map(|(_, much)| much)
            }
            Chip::Hotspot => remarks.hotspot,
        };
        emphasis.unwrap_or(0)
    }

    /// SGF has no "very" for these two.
    fn most(self) -> u8 {
        match self {
            Chip::Move(MoveJudgement::Doubtful | MoveJudgement::Interesting) => 1,
            _ => 2,
        }
    }

    fn with(self, emphasis: u8) -> Judgement {
        let much = (emphasis > 0).then_some(emphasis);
        match self {
            Chip::Move(this) => Judgement::Move(much.map(|much| (this, much))),
            Chip::Position(this) => Judgement::Position(much.map(|much| (this, much))),
            Chip::Hotspot => Judgement::Hotspot(much),
        }
    }
}

/// `Good move · Even`.
fn summary(remarks: &Remarks) -> String {
    let chips = Chip::ALL.into_iter().map(|chip| (chip, chip.emphasis(remarks)));
    let names: Vec<_> = chips.filter(|(_, much)| *much > 0).map(|(chip, much)| chip.name(much)).collect();
    if names.is_empty() { language::study().not_judged.to_owned() } else { names.join(" · ") }
}

#[component]
fn Judgements(remarks: Memo<Remarks>) -> impl IntoView {
    let text = Memo::new(move |_| remarks.with(summary));
    view! {
        <details class="judgements">
            <summary>
                <span class="caption">{language::study().judgement}</span>
                <span class="summary-text">{text}</span>
            </summary>
            <div class="chips" role="group" aria-label=language::study().judgement>
                {Chip::ALL.map(|chip| view! { <ChipButton chip remarks /> }).collect_view()}
            </div>
        </details>
    }
}

#[component]
fn ChipButton(chip: Chip, remarks: Memo<Remarks>) -> impl IntoView {
    let page_state = PageState::here();
    let emphasis = Memo::new(move |_| remarks.with(|remarks| chip.emphasis(remarks)));
    let press = move |_| {
        let next = (emphasis.get_untracked() + 1) % (chip.most() + 1);
        page_state.act(Input::Go(GoInput::Judge(chip.with(next))));
    };
    view! {
        <button class="chip" aria-pressed=move || (emphasis.get() > 0).to_string() on:click=press>
            {move || chip.name(emphasis.get())}
        </button>
    }
}
