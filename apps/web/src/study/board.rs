//! The Go board of the Study page: as large as its pane, with pointer, wheel and tools.

use diagram::Layer;
use diagram::go::{
    Geometry, Ghost, GhostKind, Line, Look, Scene, Variations, bare_board, hint_layers, on_board,
};
use i18n::fill;
use leptos::ev::{self, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use leptos::svg::Svg;
use rules::go::{Point, Size};
use study::{ClickAction, ClickModifiers, Command, GoInput, Input, Tool, Workspace};

use super::analysis::LiveAnalysis;
use super::board_options::BoardOptions;
use super::comment_points::MentionedPoint;
use super::context_menu::MenuCorner;
use super::go_menu::GoMenu;
use super::page_state::PageState;
use super::swipe::Swipe;
use super::wheel::Wheel;
use crate::board::{self, point_under, scale_to_fit};
use crate::canvas::paint_parts;
use crate::element_size::available_size;
use crate::language;
use crate::settings::Settings;

#[derive(Clone, Copy)]
struct PointerInput {
    page_state: PageState,
    tool: Memo<Tool>,
    geometry: Memo<Geometry>,
    /// The point under the mouse.
    over: RwSignal<Option<Point>>,
    /// Where the button went down.
    from: RwSignal<Option<Point>>,
    /// The point that was drawn over last, with the button held down.
    painted: RwSignal<Option<Point>>,
    /// The modifier keys while the pointer is over the board: they change what a click does.
    held: RwSignal<ClickModifiers>,
    /// Of the comment.
    mentioned: MentionedPoint,
    menu: GoMenu,
}

#[component]
pub fn StudyBoard() -> impl IntoView {
    let page_state = PageState::here();
    let settings = Settings::here();
    let board_options = BoardOptions::here();
    let pane = page_state.board;
    let room = available_size(pane);
    let shown = page_state.watch(geometry);
    let geometry = Memo::new(move |_| {
        let (width, height) = room.get();
        shown.get().with_coordinates(settings.coordinates()).fitting(width, height)
    });
    let pointer = PointerInput {
        page_state,
        tool: page_state.watch(|workspace| workspace.tool().clone()),
        geometry,
        over: RwSignal::new(None),
        from: RwSignal::new(None),
        painted: RwSignal::new(None),
        held: RwSignal::new(ClickModifiers::default()),
        mentioned: MentionedPoint::here(),
        menu: GoMenu::here(),
    };
    let wheel = Wheel::new(page_state);
    pointer.watch_keys();
    let scene = Memo::new(move |_| {
        let look = board_options.look();
        page_state.picture_options.set_value((look, settings.coordinates()));
        page_state.read(|workspace| scene(workspace, look))
    });
    let other_game = page_state.watch_go(|record| record.other_game());
    let swipe = Swipe::new(page_state);
    let (under, svg) = (NodeRef::<Svg>::new(), NodeRef::<Svg>::new());
    pointer.draw(scene, under, svg);
    let size = Memo::new(move |_| geometry.with(|geometry| (geometry.width(), geometry.height())));
    let scale = move || scale_to_fit(size.get(), room.get());
    let across = move || size.get().0 * scale();
    let down = move || size.get().1 * scale();
    let view_box = move || format!("0 0 {} {}", size.get().0, size.get().1);
    let label = Memo::new(move |_| scene.with(|scene| scene.label.clone()));
    view! {
        <div class="pane" tabindex="0" role="application" aria-label=label node_ref=pane id="board">
            <div class="boards">
                <svg
                    class="board board-background"
                    width=across
                    height=down
                    viewBox=view_box
                    aria-hidden="true"
                    node_ref=under
                ></svg>
                <svg
                    class="board"
                    class:marking=move || pointer.tool.with(|tool| *tool != Tool::Stone)
                    class:drawing=move || pointer.tool.with(|tool| tool.is_drawn() || is_painted(tool))
                    width=across
                    height=down
                    viewBox=view_box
                    aria-hidden="true"
                    on:pointerdown=move |event| {
                        swipe.begin(&event);
                        pointer.down(&event);
                    }
                    on:pointermove=move |event| pointer.moved(&event)
                    on:pointerup=move |event| {
                        if swipe.ends(&event) && !pointer.tool.with_untracked(|tool| tool.is_drawn() || is_painted(tool)) {
                            pointer.let_go();
                        } else {
                            pointer.up(&event);
                        }
                    }
                    on:pointercancel=move |_| pointer.let_go()
                    on:pointerleave=move |event| pointer.left(&event)
                    on:contextmenu=move |event| pointer.menu(&event)
                    on:wheel=move |event| wheel.turn(&event)
                    node_ref=svg
                ></svg>
            </div>
            {move || other_game.get().map(|number| other_game_notice(page_state, number))}
        </div>
    }
}

/// The visible part of the board, as it is turned.
fn geometry(workspace: &Workspace) -> Geometry {
    let game = workspace.current();
    let Some(record) = game.go() else { return Geometry::new(Size::NINETEEN) };
    let part = match game.shows_whole_board() {
        true => Geometry::new(record.size()),
        false => Geometry::at_cursor(record),
    };
    part.seen(game.view().quarter_turns(), game.view().is_mirrored())
}

fn scene(workspace: &Workspace, look: Look) -> Scene {
    let game = workspace.current();
    let Some(record) = game.go() else { return Scene::new(Size::NINETEEN) };
    // The next move must not show while it is being guessed.
    let look = match workspace.guessing() {
        Some(_) => Look { variations: Variations::None, ..look },
        None => look,
    };
    let mut scene = Scene { label: board::label_at(record), ..Scene::at_cursor(record, look) };
    if game.shows_whole_board() {
        scene.visible.clear();
    }
    if let Some(counted) = workspace.counted() {
        scene.territory = counted.owners;
    }
    scene
}

/// In place of the board of a game that is not Go.
fn other_game_notice(page_state: PageState, number: i64) -> impl IntoView {
    let words = language::here().go_study();
    view! {
        <div class="panel other-game">
            <h3>{words.other_game_title}</h3>
            <p>{fill(words.other_game_text, &[("number", &number.to_string())])}</p>
            <button class="button" on:click=move |_| page_state.command(Command::Properties)>{words.show_properties}</button>
        </div>
    }
}

/// Whether it is drawn over several points with the button held down.
fn is_painted(tool: &Tool) -> bool {
    matches!(tool, Tool::Territory(_) | Tool::Erase)
}

/// Pointer and keyboard have their own layers, because they change independently of the board.
fn is_pointer_layer(layer: &Layer) -> bool {
    matches!(layer.class, "highlights" | "pointer")
}

impl PointerInput {
    /// Four layers, each redrawn only when it changes: the bare board, the stones, what an engine thinks, and what follows
    /// the pointer.
    fn draw(self, scene: Memo<Scene>, under: NodeRef<Svg>, svg: NodeRef<Svg>) {
        let geometry = self.geometry;
        let bare = Memo::new(move |_| scene.with(Scene::bare));
        let wood = move || bare.with(|bare| bare_board(bare, &geometry.get())).into();
        let stones = move || {
            let all = scene.with(|scene| on_board(scene, &geometry.get()));
            all.into_iter().filter(|layer| !is_pointer_layer(layer)).collect()
        };
        let shown = Memo::new(move |_| self.scene(bare.with(|bare| bare.size)));
        let touched = move || {
            let all = shown.with(|scene| on_board(scene, &geometry.get()));
            all.into_iter().filter(|layer| is_pointer_layer(layer) || layer.class == "lines").collect()
        };
        let live = LiveAnalysis::here();
        let hints = Memo::new(move |_| live.go_hints(self.page_state, self.over.get()));
        let thought = move || hints.with(|hints| hint_layers(hints, &geometry.get())).into();
        paint_parts(under, [Box::new(wood)]);
        paint_parts(svg, [Box::new(stones), Box::new(thought), Box::new(touched)]);
    }

    fn down(self, event: &PointerEvent) {
        self.page_state.focus_board();
        if event.button() == 0 {
            self.from.set(point_under(event, &self.geometry.get_untracked()));
        }
    }

    fn moved(self, event: &PointerEvent) {
        let at = point_under(event, &self.geometry.get_untracked());
        if self.over.get_untracked() != at {
            self.over.set(at);
        }
        self.paint(at, held(event, false));
        self.hold(held(event, false));
    }

    /// Territory and the eraser follow the pointer while the button is down.
    fn paint(self, at: Option<Point>, held: ClickModifiers) {
        let (Some(from), Some(at)) = (self.from.get_untracked(), at) else { return };
        let is_painting = self.page_state.peek(
            |workspace| matches!(workspace.click_action(held), ClickAction::Draw(tool) if is_painted(&tool)),
        );
        let last = self.painted.get_untracked();
        if !is_painting || last == Some(at) || last.is_none() && at == from {
            return;
        }
        let paint = |at, begins| self.page_state.act(Input::Go(GoInput::Paint { at, begins }));
        if last.is_none() {
            paint(from, true);
        }
        paint(at, false);
        self.painted.set(Some(at));
    }

    fn hold(self, held: ClickModifiers) {
        if self.held.get_untracked() != held {
            self.held.set(held);
        }
    }

    /// Modifier keys may change while the pointer rests.
    fn watch_keys(self) {
        let note = move |press: KeyboardEvent| {
            let ctrl = press.ctrl_key() || press.meta_key();
            self.hold(ClickModifiers {
                ctrl,
                shift: press.shift_key(),
                alt: press.alt_key(),
                right_button: false,
            });
        };
        let handles = [window_event_listener(ev::keydown, note), window_event_listener(ev::keyup, note)];
        on_cleanup(move || handles.into_iter().for_each(WindowListenerHandle::remove));
    }

    /// A click ends where it started; an arrow or a line may end elsewhere.
    fn up(self, event: &PointerEvent) {
        let Some(from) = self.from.get_untracked().filter(|_| event.button() == 0) else { return };
        self.from.set(None);
        if self.painted.get_untracked().is_some() {
            self.painted.set(None);
            return;
        }
        let Some(to) = point_under(event, &self.geometry.get_untracked()) else { return };
        let held = held(event, false);
        if from == to {
            self.page_state.act(Input::Go(GoInput::Click { at: to, held }));
        } else if self.draws(held) {
            self.page_state.act(Input::Go(GoInput::Drag { from, to }));
        }
        if event.pointer_type() != "mouse" {
            self.over.set(None);
        }
    }

    fn draws(self, held: ClickModifiers) -> bool {
        self.page_state.peek(
            |workspace| matches!(workspace.click_action(held), ClickAction::Draw(tool) if tool.is_drawn()),
        )
    }

    fn let_go(self) {
        self.from.set(None);
        self.painted.set(None);
        self.over.set(None);
    }

    fn left(self, event: &PointerEvent) {
        self.over.set(None);
        if event.pointer_type() == "mouse" {
            self.from.set(None);
        }
    }

    /// In set-up mode the right button adds the other colour; otherwise it opens the menu.
    fn menu(self, event: &MouseEvent) {
        event.prevent_default();
        if self.page_state.peek(Workspace::set_up_color).is_none() {
            self.let_go();
            return self.menu.open(MenuCorner::of(event));
        }
        if let Some(at) = point_under(event, &self.geometry.get_untracked()) {
            self.page_state.act(Input::Go(GoInput::Click { at, held: held(event, true) }));
        }
    }

    /// The stone that a click would place.
    fn ghost(self) -> Option<Ghost> {
        let at = self.over.get()?;
        let held = self.held.get();
        self.page_state.read(|workspace| {
            let record = workspace.current().go()?;
            let color = match workspace.click_action(held) {
                ClickAction::Play => record.to_play(),
                ClickAction::SetUp(color) => color,
                ClickAction::Draw(_) | ClickAction::Jump => return None,
            };
            let free = record.position().get(at).is_none();
            free.then_some(Ghost { at, color, kind: GhostKind::Pointer })
        })
    }

    /// What follows the pointer: a ghost stone, the line being drawn, the keyboard's cursor.
    fn scene(self, size: Size) -> Scene {
        let (board_cursor, line_start) =
            self.page_state.read(|workspace| (workspace.board_cursor(), workspace.line_start()));
        let from = line_start.or_else(|| self.from.get());
        Scene {
            ghosts: self.ghost().into_iter().collect(),
            lines: self.drawn(from, board_cursor).into_iter().collect(),
            highlights: line_start.into_iter().chain(board_cursor).chain(self.mentioned.0.get()).collect(),
            ..Scene::new(size)
        }
    }

    /// The arrow or line being drawn, to the pointer or to the keyboard's cursor.
    fn drawn(self, from: Option<Point>, board_cursor: Option<Point>) -> Option<Line> {
        let (from, to) = (from?, board_cursor.or_else(|| self.over.get())?);
        let (draws, arrow) = self.tool.with(|tool| (tool.is_drawn(), *tool == Tool::Arrow));
        (draws && from != to).then_some(Line { from, to, arrow })
    }
}

fn held(event: &MouseEvent, right_button: bool) -> ClickModifiers {
    let ctrl = event.ctrl_key() || event.meta_key();
    ClickModifiers { ctrl, shift: event.shift_key(), alt: event.alt_key(), right_button }
}
