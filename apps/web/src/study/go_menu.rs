//! The menu of the board and of a move in the tree: the commands that people look for there.

use leptos::prelude::*;
use record::GameType;
use study::{Command, Workspace};

use super::context_menu::{ContextMenu, MenuCorner, MenuItem};
use super::page_state::PageState;
use crate::language;

/// In the order of the menu, in groups.
const GROUPS: [&[Command]; 4] = [
    &[Command::Cut, Command::CopyVariation, Command::Paste],
    &[Command::MakeMainLine, Command::MoveBranchUp, Command::MoveBranchDown, Command::RemoveOtherVariations],
    &[Command::Pass, Command::EditMode, Command::CountGame, Command::MakeProblem],
    &[Command::CopyGame, Command::CopyPicture, Command::SavePicture],
];

/// Which menu is open.
#[derive(Clone, Copy)]
pub struct GoMenu(RwSignal<Option<MenuCorner>>);

impl GoMenu {
    pub fn provide() {
        provide_context(GoMenu(RwSignal::new(None)));
    }

    /// Every part of Study is below `provide`.
    pub fn here() -> GoMenu {
        expect_context()
    }

    pub fn open(self, corner: MenuCorner) {
        self.0.set(Some(corner));
    }
}

#[component]
pub fn GoMenuView() -> impl IntoView {
    let words = language::here().go_study();
    let page_state = PageState::here();
    let GoMenu(menu) = GoMenu::here();
    let close = move || {
        menu.set(None);
        page_state.focus_board();
    };
    let entry = move |command: Command| {
        let can = page_state.peek(|workspace: &Workspace| workspace.can(command));
        let name = command.entry().map(|entry| entry.name_in(language::here(), GameType::Go));
        let choose = move || {
            close();
            page_state.command(command);
        };
        view! { <MenuItem name=name.unwrap_or_default() can choose /> }
    };
    let comment = move || {
        menu.set(None);
        focus_comment();
    };
    let shown = move |corner: MenuCorner| {
        let groups = GROUPS.map(|group| {
            view! { <div class="menu-group" role="group">{group.iter().map(|command| entry(*command)).collect_view()}</div> }
        });
        view! {
            <ContextMenu corner label=words.menu.to_owned() close leave=move || menu.set(None)>
                <div class="menu-group" role="group">
                    <MenuItem name=words.write_comment can=true choose=comment />
                </div>
                {groups.into_iter().collect_view()}
            </ContextMenu>
        }
    };
    move || menu.get().map(shown)
}

/// On a phone it may be in a tab that is not shown; then the tab is chosen first.
fn focus_comment() {
    if let Ok(Some(tab)) = document().query_selector(".tabs .tab") {
        let _ = wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(tab).map(|tab| tab.click());
    }
    request_animation_frame(|| {
        let field = document().get_element_by_id("comment");
        let field =
            field.and_then(|field| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(field).ok());
        let _ = field.map(|field| field.focus());
    });
}
