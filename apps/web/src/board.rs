//! The board on the page (interim drawing).

use leptos::prelude::*;
use rules::go::{Size, column_name};

#[component]
pub fn Board(
    size: Size,
    #[prop(into)] coordinates: Signal<bool>,

    /// What it shows, for those who do not see it; without, it is only an ornament.
    #[prop(optional, into)]
    label: Option<String>,
) -> impl IntoView {
    let picture = Memo::new(move |_| svg(size, coordinates.get()));
    view! { <div class="board" role=label.is_some().then_some("img") aria-hidden=label.is_none().then_some("true") aria-label=label inner_html=picture></div> }
}

fn svg(size: Size, coordinates: bool) -> String {
    let n = f32::from(size.width());
    let m = if coordinates { 1.6 } else { 0.9 };
    let w = n - 1.0 + 2.0 * m;
    let mut s = format!("<svg viewBox=\"0 0 {w} {w}\"><rect width=\"{w}\" height=\"{w}\" fill=\"#e2b878\"/>");
    for i in 0..size.width() {
        let x = m + f32::from(i);
        let e = m + n - 1.0;
        s += &format!(
            "<path d=\"M{x} {m}V{e}M{m} {x}H{e}\" stroke=\"#5b4523\" stroke-width=\".035\" stroke-linecap=\"square\"/>"
        );
        if coordinates {
            let c = column_name(i);
            let r = size.width() - i;
            for y in [0.62, w - 0.62] {
                s += &format!(
                    "<text x=\"{x}\" y=\"{}\" font-size=\".38\" text-anchor=\"middle\" fill=\"#5b4523\">{c}</text>",
                    y + 0.13
                );
                s += &format!(
                    "<text x=\"{y}\" y=\"{}\" font-size=\".38\" text-anchor=\"middle\" fill=\"#5b4523\">{r}</text>",
                    x + 0.13
                );
            }
        }
    }
    for x in [3.0, 9.0, 15.0] {
        for y in [3.0, 9.0, 15.0] {
            s += &format!("<circle cx=\"{}\" cy=\"{}\" r=\".1\" fill=\"#5b4523\"/>", m + x, m + y);
        }
    }
    s + "</svg>"
}
