//! The graph of the game: who was ahead after each move, as far as it is known. A click goes there.

use diagram::HintGrade;
use i18n::fill;
use leptos::ev::PointerEvent;
use leptos::html;
use leptos::prelude::*;
use record::GameType;
use study::Input;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::game_values::{GameValues, ValuePoint};
use super::graph_plot::{Plot, largest_lead};
use super::live::LiveAnalysis;
use super::mark::{Mark, class_of, path_of};
use super::values;
use crate::element_size::available_size;
use crate::language;
use crate::study::page_state::PageState;

/// Below the plot, for move numbers.
const AXIS: f64 = 16.0;
/// Right of it in Go, for the lead.
const LEAD_AXIS: f64 = 44.0;
const MARKS: [HintGrade; 3] = [HintGrade::Inaccuracy, HintGrade::Mistake, HintGrade::Blunder];

#[component]
pub fn GameGraph() -> impl IntoView {
    let words = language::here().analysis();
    let (page_state, live) = (PageState::here(), LiveAnalysis::here());
    let values = GameValues::watch(page_state, live);
    let is_go = Memo::new(move |_| values.with(|values| values.game == GameType::Go));
    let title = move || if is_go.get() { words.win_rate_and_lead } else { words.chances };
    let count = move |grade: HintGrade| {
        move || {
            let all = values.with(|values| values.points.iter().filter(|p| p.mark == Some(grade)).count());
            (all > 0).then(|| view! { <span><Mark grade />{all}</span> })
        }
    };
    view! {
        <section class="panel game-graph" aria-label=title>
            <div class="graph-head">
                <h2 class="caption">{title}</h2>
                <span class="legend">
                    <Show when=move || is_go.get()>
                        <span><i class="lead-key"></i>{words.lead}</span>
                    </Show>
                    {MARKS.map(count).map(|count| view! { {count} })}
                </span>
            </div>
            <Graph values />
        </section>
    }
}

#[component]
fn Graph(values: Memo<GameValues>) -> impl IntoView {
    let page_state = PageState::here();
    let place = NodeRef::<html::Div>::new();
    let size = available_size(place);
    let height = move || values.with(|values| if values.game == GameType::Go { 74.0 } else { 62.0 });
    let plot = Memo::new(move |_| {
        let (game, count) = values.with(|values| (values.game, values.points.len()));
        let axis = if game == GameType::Go { LEAD_AXIS } else { 0.0 };
        Plot { width: (size.get().0 - axis).max(1.0), height: height(), count }
    });
    let here = page_state.watch(|workspace| workspace.current().record().here());
    let index = Memo::new(move |_| {
        values.with(|values| values.points.iter().position(|point| point.node == here.get()))
    });
    let go = move |event: &PointerEvent| {
        let target = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
        let Some(left) = target.map(|target| target.get_bounding_client_rect().left()) else { return };
        let found = plot.get_untracked().index_at(f64::from(event.client_x()) - left);
        let node = values.with_untracked(|values| values.points.get(found).map(|point| point.node));
        if let Some(node) = node.filter(|node| *node != here.get_untracked()) {
            page_state.act(Input::GoTo(node));
        }
    };
    let whole = move || (size.get().0.max(1.0), height() + AXIS);
    let now = move || index.get().map(|index| format!("M{:.2} 0V{}", plot.get().x(index), height()));
    view! {
        <div class="graph-place" node_ref=place>
            <svg
                class="graph"
                class:of-go=move || values.with(|values| values.game == GameType::Go)
                role="img"
                aria-label=move || label(values, index)
                width=move || whole().0
                height=move || whole().1
                viewBox=move || format!("0 0 {} {}", whole().0, whole().1)
                on:pointerdown=move |event| go(&event)
                on:pointermove=move |event| {
                    if event.buttons() & 1 == 1 {
                        go(&event);
                    }
                }
            >
                {move || values.with(|values| areas(plot.get(), values))}
                {move || values.with(|values| marks(plot.get(), &values.points))}
                <path class="graph-now" d=now></path>
                {move || values.with(|values| axes(plot.get(), values))}
            </svg>
            <Show when=move || values.with(|values| values.points.iter().all(|point| point.value.is_none()))>
                <p class="graph-empty">{language::here().analysis().graph_empty}</p>
            </Show>
        </div>
    }
}

fn label(values: Memo<GameValues>, index: Memo<Option<usize>>) -> String {
    let words = language::here().analysis();
    values.with(|values| {
        let title = if values.game == GameType::Go { words.win_rate_and_lead } else { words.chances };
        let n = values.points.len().saturating_sub(1).to_string();
        let whole = fill(words.graph, &[("title", title), ("n", &n)]);
        let here = index.get().and_then(|index| Some((index, values.points.get(index)?.value?)));
        let here = here.map(|(index, value)| {
            fill(words.graph_at, &[("n", &index.to_string()), ("value", &values::text(&value))])
        });
        std::iter::once(whole).chain(here).collect::<Vec<_>>().join(" ")
    })
}

fn areas(plot: Plot, values: &GameValues) -> impl IntoView + use<> {
    let [known, share, edge] = plot.areas(&values.points);
    let lead = (values.game == GameType::Go).then(|| plot.lead(&values.points, largest_lead(&values.points)));
    let (width, height) = (plot.width, plot.height);
    view! {
        <rect class="graph-ground" width=width height=height rx="4"></rect>
        <path class="graph-far" d=known></path>
        <path class="graph-near" d=share></path>
        <path class="graph-middle" d=format!("M0 {}H{width}", height / 2.0)></path>
        <path class="graph-edge" d=edge></path>
        {lead.map(|line| view! { <path class="graph-lead" d=line></path> })}
        <rect class="graph-frame" x="0.5" y="0.5" width=(width - 1.0).max(0.0) height=height - 1.0 rx="4"></rect>
    }
}

fn marks(plot: Plot, points: &[ValuePoint]) -> impl IntoView + use<> {
    let mark = |(index, point): (usize, &ValuePoint)| {
        let (grade, value) = (point.mark?, point.value?);
        let (x, y) = (plot.x(index), plot.y(f64::from(value.expected)));
        let side = 9.0;
        let y = y.clamp(side / 2.0, plot.height - side / 2.0);
        let place = format!("translate({:.2} {:.2}) scale(.75)", x - side / 2.0, y - side / 2.0);
        Some(view! {
            <path class=format!("graph-mark grade-mark {}", class_of(grade)) transform=place d=path_of(grade)></path>
        })
    };
    points.iter().enumerate().filter_map(mark).collect_view()
}

fn axes(plot: Plot, values: &GameValues) -> impl IntoView + use<> {
    let below = plot.height + 13.0;
    let ticks = plot.ticks(values.game).into_iter();
    let ticks = ticks.map(|(x, number)| view! { <text x=x y=below text-anchor="middle">{number}</text> });
    let lead = (values.game == GameType::Go).then(|| {
        let most = largest_lead(&values.points);
        let right = plot.width + LEAD_AXIS;
        let text = |share: f64, text: String| {
            let y = plot.y(share) + 4.0;
            view! { <text x=right y=y text-anchor="end">{text}</text> }
        };
        let [top, bottom] = [format!("B+{most:.0}"), format!("W+{most:.0}")];
        [text(0.9, top), text(0.5, "0".to_owned()), text(0.1, bottom)]
    });
    view! { <g class="graph-axis">{ticks.collect_view()} {lead}</g> }
}
