//! The Cards page in a real browser, and texts to paste into it.

use anyhow::{Context, Result};
use serde_json::json;

use crate::browser::{Page, in_browser};

/// An export of eXtreme Gammon with two decisions; the second of its three positions has impossible dice.
pub const XG_EXPORT: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10\n\nX:A   O:B\n\n    \
    1. 3-ply       8/5 6/5                      eq:+0.162\n    2. 3-ply       24/23 13/10                  eq:+0.150 (-0.012)\n    \
    3. 3-ply       24/20                        eq:-0.016 (-0.178)\n\nFive point.\n\neXtreme Gammon Version: 2.10\n\n\
    XGID=-b----E-C---eE---c-e----B-:0:0:1:77:2:0:0:5:10\n\n    1. 3-ply  8/5 6/5  eq:+0.162\n\n\
    XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n       No redouble:     +0.760 (-0.085)\n       \
    Redouble/Take:   +0.845\n       Redouble/Pass:   +1.000 (+0.155)\n";
/// A position without analysis.
pub const BARE_POSITION: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10\n";
/// A match without analysis.
pub const SHORT_MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
    1) 31: 8/5 6/5                     42: 8/4 6/4\n  2) 52: 13/8 5/3                    63: 24/15\n";

pub struct CardsPage<'p> {
    pub page: &'p Page,
}

/// Runs `test` on the Cards page of a new browser, with this text pasted.
pub fn on_cards_page(
    name: &str,
    text: &str,
    test: impl AsyncFnOnce(&CardsPage<'_>) -> Result<()>,
) -> Result<()> {
    in_browser(name, async |page| {
        page.visit("/cards").await?;
        let cards = CardsPage { page };
        cards.paste(text).await?;
        test(&cards).await
    })
}

impl CardsPage<'_> {
    pub async fn paste(&self, text: &str) -> Result<()> {
        self.page.wait_for("#cards-text").await?;
        let script = format!(
            "const area = document.getElementById('cards-text'); area.value = {}; \
             [...document.querySelectorAll('.open-panel .button')].find(b => b.textContent === 'Add').click()",
            json!(text)
        );
        self.page.eval(&script).await?;
        self.page.wait_for(".decisions li").await
    }

    /// Clicks the button whose label begins with these words, once it is enabled.
    pub async fn press(&self, words: &str) -> Result<()> {
        let script = format!(
            "const b = [...document.querySelectorAll('main button')].find(b => (b.ariaLabel || b.textContent).trim().startsWith({words:?})); \
             if (!b || b.disabled) return false; b.click(); return true"
        );
        self.page.wait_until(words, &script).await
    }

    pub async fn wait_for_status(&self, words: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('.summary-text').textContent.includes({words:?})");
        let waited = self.page.wait_until(words, &script).await;
        let now = self.page.eval("return document.querySelector('.summary-text')?.textContent ?? ''").await?;
        waited.with_context(|| format!("it says {now}"))
    }

    /// Chooses an option of the drill.
    pub async fn pick(&self, label: &str) -> Result<()> {
        let choose = format!(
            "const o = [...document.querySelectorAll('.ops .op')].find(o => o.textContent.slice(1) === {label:?}); \
             if (!o) return false; o.click(); return true"
        );
        self.page.wait_until(label, &choose).await
    }

    /// The middle of the last checker of the mover on a point of the drill's board, or of the point itself.
    async fn point(&self, point: u8) -> Result<(i64, i64)> {
        let place = format!(
            "const all = document.querySelectorAll('.drill-board use[data-p=m{point}]'); \
             const board = document.querySelector('.drill-board svg').getBoundingClientRect(); \
             if (all.length) {{ const box = all[all.length - 1].getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round) }} \
             const from = {point} > 12 ? {point} - 13 : 12 - {point}; \
             const x = 48 + 42 * (from + 0.5) + (from >= 6 ? 40 : 0), y = {point} > 12 ? 82 : 446; \
             return [board.x + x / 640 * board.width, board.y + y / 528 * board.height].map(Math.round)"
        );
        let place = self.page.eval(&place).await?;
        let at = |n: usize| place[n].as_i64().with_context(|| format!("no point {point}: {place}"));
        Ok((at(0)?, at(1)?))
    }

    pub async fn click_point(&self, point: u8) -> Result<()> {
        self.page.click_at(self.point(point).await?, &[]).await
    }

    pub async fn drag_point(&self, from: u8, to: u8) -> Result<()> {
        let ((x, y), (to_x, to_y)) = (self.point(from).await?, self.point(to).await?);
        let (middle_x, middle_y) = ((x + to_x) / 2, (y + to_y) / 2);
        let drag = self.page.action_chain().move_to(x, y).click_and_hold();
        Ok(drag.move_to(middle_x, middle_y).move_to(to_x, to_y).release().perform().await?)
    }

    /// Types a play below the board and presses Enter.
    pub async fn type_play(&self, play: &str) -> Result<()> {
        let script = format!(
            "const field = document.querySelector('.typed-move input'); field.value = {play:?}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); field.form.requestSubmit()"
        );
        self.page.eval(&script).await.map(drop)
    }

    /// The checkers moved so far, as text.
    pub async fn wait_for_play(&self, play: &str) -> Result<()> {
        let script = format!("return document.querySelector('.typed-move input').value === {play:?}");
        self.page.wait_until(play, &script).await
    }

    /// Runs `act` inside the card, which has a document of its own.
    pub async fn in_card<T>(&self, act: impl AsyncFnOnce(&Page) -> Result<T>) -> Result<T> {
        self.page.enter_frame(0).await?;
        let done = act(self.page).await;
        self.page.enter_default_frame().await?;
        done
    }

    /// Waits until the card has such an element.
    pub async fn wait_for_in_card(&self, selector: &str) -> Result<()> {
        self.in_card(async |card| card.wait_for(selector).await).await
    }

    pub async fn wait_for_heading(&self, words: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('.decisions-head h2')?.textContent === {words:?}");
        self.page.wait_until(words, &script).await
    }

    pub async fn set_option(&self, label: &str, value: &str) -> Result<()> {
        self.set_field(".options", label, value).await
    }

    /// Sets one of the fields that choose which decisions are listed.
    pub async fn set_filter(&self, label: &str, value: &str) -> Result<()> {
        self.set_field(".card-filter", label, value).await
    }

    /// The field is found by how its label begins.
    async fn set_field(&self, part: &str, label: &str, value: &str) -> Result<()> {
        let fill = format!(
            "const i = [...document.querySelectorAll('{part} label')].find(l => l.textContent.startsWith({label:?})) \
             .querySelector('input, select'); i.value = {value:?}; i.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        );
        self.page.eval(&fill).await.map(drop)
    }
}
