//! The Go board of the Study page: as large as its pane, with pointer, wheel and tools.

use diagram::Layer;
use diagram::go::{Geometry, Ghost, GhostKind, Line, Scene, bare_board, on_board};
use leptos::ev::{self, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use leptos::svg::Svg;
use rules::go::{Point, Size};
use study::{ClickAction, ClickModifiers, GoInput, Input, Tool, Workspace};

use super::board_options::BoardOptions;
use super::page_state::PageState;
use super::wheel::Wheel;
use crate::board::{self, point_under, scale_to_fit};
use crate::canvas::paint_parts;
use crate::element_size::available_size;
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
    /// The modifier keys while the pointer is over the board: they change what a click does.
    held: RwSignal<ClickModifiers>,
}

#[component]
pub fn StudyBoard() -> impl IntoView {
    let page_state = PageState::here();
    let settings = Settings::here();
    let board_options = BoardOptions::here();
    let pane = page_state.board;
    let room = available_size(pane);
    let shown = page_state.watch(|workspace| match workspace.current().go() {
        Some(record) => Geometry::at_cursor(record),
        None => Geometry::new(Size::NINETEEN),
    });
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
        held: RwSignal::new(ClickModifiers::default()),
    };
    let wheel = Wheel::new(page_state);
    pointer.watch_keys();
    let scene = Memo::new(move |_| {
        let look = board_options.look();
        page_state.read(|workspace| match workspace.current().go() {
            Some(record) => Scene { label: board::label_at(record), ..Scene::at_cursor(record, look) },
            None => Scene::new(Size::NINETEEN),
        })
    });
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
                    class:drawing=move || pointer.tool.with(Tool::is_drawn)
                    width=across
                    height=down
                    viewBox=view_box
                    aria-hidden="true"
                    on:pointerdown=move |event| pointer.down(&event)
                    on:pointermove=move |event| pointer.moved(&event)
                    on:pointerup=move |event| pointer.up(&event)
                    on:pointercancel=move |_| pointer.let_go()
                    on:pointerleave=move |event| pointer.left(&event)
                    on:contextmenu=move |event| pointer.menu(&event)
                    on:wheel=move |event| wheel.turn(&event)
                    node_ref=svg
                ></svg>
            </div>
        </div>
    }
}

/// Pointer and keyboard have their own layers, because they change independently of the board.
fn is_pointer_layer(layer: &Layer) -> bool {
    matches!(layer.class, "highlights" | "pointer")
}

impl PointerInput {
    /// Three layers, each redrawn only when it changes: the bare board, the stones, and what follows the pointer.
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
        paint_parts(under, [Box::new(wood)]);
        paint_parts(svg, [Box::new(stones), Box::new(touched)]);
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
        self.hold(held(event, false));
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
        self.over.set(None);
    }

    fn left(self, event: &PointerEvent) {
        self.over.set(None);
        if event.pointer_type() == "mouse" {
            self.from.set(None);
        }
    }

    /// In set-up mode the right button adds the other colour; otherwise the browser handles it.
    fn menu(self, event: &MouseEvent) {
        if self.page_state.peek(Workspace::set_up_color).is_none() {
            return;
        }
        event.prevent_default();
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
            highlights: line_start.into_iter().chain(board_cursor).collect(),
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
