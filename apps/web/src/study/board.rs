//! The board of the study: as large as its pane, answering to pointer, wheel and tools.

use diagram::Layer;
use diagram::go::{Geometry, Ghost, GhostKind, Line, Scene, bare_board, on_board};
use leptos::ev::{self, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use leptos::svg::Svg;
use rules::go::{Point, Size};
use study::{Desk, Held, Input, Tool, Touch};

use super::look::Looks;
use super::session::Session;
use super::wheel::Wheel;
use crate::board::{self, point_under, stretch};
use crate::canvas::paint_parts;
use crate::pane::room_in;
use crate::settings::Settings;

#[derive(Clone, Copy)]
struct Hand {
    session: Session,
    tool: Memo<Tool>,
    geometry: Memo<Geometry>,
    /// The point under the mouse.
    over: RwSignal<Option<Point>>,
    /// Where the button went down.
    from: RwSignal<Option<Point>>,
    /// The keys that are down while the pointer is over the board: they change what a click means.
    held: RwSignal<Held>,
}

#[component]
pub fn StudyBoard() -> impl IntoView {
    let session = Session::here();
    let settings = Settings::here();
    let looks = Looks::here();
    let pane = session.board;
    let room = room_in(pane);
    let shown = session.watch(|desk| Geometry::at_cursor(desk.current().record()));
    let geometry = Memo::new(move |_| {
        let (width, height) = room.get();
        shown.get().with_coordinates(settings.coordinates()).fitting(width, height)
    });
    let hand = Hand {
        session,
        tool: session.watch(|desk| desk.tool().clone()),
        geometry,
        over: RwSignal::new(None),
        from: RwSignal::new(None),
        held: RwSignal::new(Held::default()),
    };
    let wheel = Wheel::new(session);
    hand.watch_keys();
    let scene = Memo::new(move |_| {
        let look = looks.look();
        session.read(|desk| {
            let record = desk.current().record();
            Scene { label: board::label_at(record), ..Scene::at_cursor(record, look) }
        })
    });
    let (under, svg) = (NodeRef::<Svg>::new(), NodeRef::<Svg>::new());
    hand.draw(scene, under, svg);
    let size = Memo::new(move |_| geometry.with(|geometry| (geometry.width(), geometry.height())));
    let stretched = move || stretch(size.get(), room.get());
    let across = move || size.get().0 * stretched();
    let down = move || size.get().1 * stretched();
    let view_box = move || format!("0 0 {} {}", size.get().0, size.get().1);
    let label = Memo::new(move |_| scene.with(|scene| scene.label.clone()));
    view! {
        <div class="pane" tabindex="0" role="application" aria-label=label node_ref=pane id="board">
            <div class="boards">
                <svg
                    class="board under"
                    width=across
                    height=down
                    viewBox=view_box
                    aria-hidden="true"
                    node_ref=under
                ></svg>
                <svg
                    class="board"
                    class:marking=move || hand.tool.with(|tool| *tool != Tool::Stone)
                    class:drawing=move || hand.tool.with(Tool::is_drawn)
                    width=across
                    height=down
                    viewBox=view_box
                    aria-hidden="true"
                    on:pointerdown=move |event| hand.down(&event)
                    on:pointermove=move |event| hand.moved(&event)
                    on:pointerup=move |event| hand.up(&event)
                    on:pointercancel=move |_| hand.let_go()
                    on:pointerleave=move |event| hand.left(&event)
                    on:contextmenu=move |event| hand.menu(&event)
                    on:wheel=move |event| wheel.turn(&event)
                    node_ref=svg
                ></svg>
            </div>
        </div>
    }
}

/// What the pointer and the keyboard show is drawn apart: they move without the board, and the board without them.
fn of_the_hand(layer: &Layer) -> bool {
    matches!(layer.class, "highlights" | "pointer")
}

impl Hand {
    /// The wood, what stands on it, and what the hand shows there: each is drawn anew only when it changes itself.
    fn draw(self, scene: Memo<Scene>, under: NodeRef<Svg>, svg: NodeRef<Svg>) {
        let geometry = self.geometry;
        let bare = Memo::new(move |_| scene.with(Scene::bare));
        let wood = move || bare.with(|bare| bare_board(bare, &geometry.get())).into();
        let stones = move || {
            let all = scene.with(|scene| on_board(scene, &geometry.get()));
            all.into_iter().filter(|layer| !of_the_hand(layer)).collect()
        };
        let shown = Memo::new(move |_| self.scene(bare.with(|bare| bare.size)));
        let touched = move || {
            let all = shown.with(|scene| on_board(scene, &geometry.get()));
            all.into_iter().filter(|layer| of_the_hand(layer) || layer.class == "lines").collect()
        };
        paint_parts(under, [Box::new(wood)]);
        paint_parts(svg, [Box::new(stones), Box::new(touched)]);
    }

    fn down(self, event: &PointerEvent) {
        self.session.focus_board();
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

    fn hold(self, held: Held) {
        if self.held.get_untracked() != held {
            self.held.set(held);
        }
    }

    /// Keys go down and up while the pointer rests.
    fn watch_keys(self) {
        let note = move |press: KeyboardEvent| {
            let ctrl = press.ctrl_key() || press.meta_key();
            self.hold(Held { ctrl, shift: press.shift_key(), alt: press.alt_key(), right_button: false });
        };
        let handles = [window_event_listener(ev::keydown, note), window_event_listener(ev::keyup, note)];
        on_cleanup(move || handles.into_iter().for_each(WindowListenerHandle::remove));
    }

    /// A click ends where it began; an arrow or a line need not.
    fn up(self, event: &PointerEvent) {
        let Some(from) = self.from.get_untracked().filter(|_| event.button() == 0) else { return };
        self.from.set(None);
        let Some(to) = point_under(event, &self.geometry.get_untracked()) else { return };
        let held = held(event, false);
        if from == to {
            self.session.act(Input::Click { at: to, held });
        } else if self.draws(held) {
            self.session.act(Input::Drag { from, to });
        }
        if event.pointer_type() != "mouse" {
            self.over.set(None);
        }
    }

    fn draws(self, held: Held) -> bool {
        self.session.peek(|desk| matches!(desk.meant(held), Touch::Draw(tool) if tool.is_drawn()))
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

    /// The right button sets up the other colour; elsewhere it is the browser's.
    fn menu(self, event: &MouseEvent) {
        if self.session.peek(Desk::sets_up).is_none() {
            return;
        }
        event.prevent_default();
        if let Some(at) = point_under(event, &self.geometry.get_untracked()) {
            self.session.act(Input::Click { at, held: held(event, true) });
        }
    }

    /// The stone that a click would put there.
    fn ghost(self) -> Option<Ghost> {
        let at = self.over.get()?;
        let held = self.held.get();
        self.session.read(|desk| {
            let record = desk.current().record();
            let color = match desk.meant(held) {
                Touch::Play => record.to_play(),
                Touch::SetUp(color) => color,
                Touch::Draw(_) | Touch::Jump => return None,
            };
            let free = record.position().get(at).is_none();
            free.then_some(Ghost { at, color, kind: GhostKind::Pointer })
        })
    }

    /// What the hand shows on the board: a ghost, the line that is being drawn, the keyboard's point.
    fn scene(self, size: Size) -> Scene {
        let (pointed, begun) = self.session.read(|desk| (desk.pointed(), desk.drawn_from()));
        let from = begun.or_else(|| self.from.get());
        Scene {
            ghosts: self.ghost().into_iter().collect(),
            lines: self.drawn(from, pointed).into_iter().collect(),
            highlights: begun.into_iter().chain(pointed).collect(),
            ..Scene::new(size)
        }
    }

    /// The arrow or line that is being drawn, to the pointer or to where the keyboard is.
    fn drawn(self, from: Option<Point>, pointed: Option<Point>) -> Option<Line> {
        let (from, to) = (from?, pointed.or_else(|| self.over.get())?);
        let (draws, arrow) = self.tool.with(|tool| (tool.is_drawn(), *tool == Tool::Arrow));
        (draws && from != to).then_some(Line { from, to, arrow })
    }
}

fn held(event: &MouseEvent, right_button: bool) -> Held {
    let ctrl = event.ctrl_key() || event.meta_key();
    Held { ctrl, shift: event.shift_key(), alt: event.alt_key(), right_button }
}
