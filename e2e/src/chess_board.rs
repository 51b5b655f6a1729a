//! A chess board on the page: its squares, its pieces, and mouse input to move them.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::browser::Page;

/// Modifier bits of the DevTools protocol.
pub const ALT: u8 = 1;
pub const SHIFT: u8 = 8;

impl Page {
    /// The middle of a square on the screen, for either orientation of the board.
    pub async fn square(&self, name: &str) -> Result<(i64, i64)> {
        let script = format!(
            "const r = document.querySelector('.chess-board [data-square={name}][role=gridcell]').getBoundingClientRect(); \
             return [r.left + r.width / 2, r.top + r.height / 2]"
        );
        let middle = self.eval(&script).await?;
        let along = |n: usize| middle.get(n).and_then(Value::as_f64).context("no such square");
        Ok((along(0)?.round() as i64, along(1)?.round() as i64))
    }

    pub async fn mouse(&self, kind: &str, at: (i64, i64), button: &str, held: u8) -> Result<()> {
        let buttons = match (kind, button) {
            ("mouseReleased", _) => 0,
            (_, "right") => 2,
            _ => 1,
        };
        let event = json!({
            "type": kind, "x": at.0, "y": at.1, "button": button, "buttons": buttons, "clickCount": 1, "modifiers": held
        });
        self.cdp().send_raw("Input.dispatchMouseEvent", event).await?;
        Ok(())
    }

    /// Drags from square to square in four mouse moves.
    pub async fn drag(&self, from: &str, to: &str, button: &str, held: u8) -> Result<()> {
        let (start, end) = (self.square(from).await?, self.square(to).await?);
        self.mouse("mousePressed", start, button, held).await?;
        for step in 1..=4 {
            let along = |a: i64, b: i64| a + (b - a) * step / 4;
            let at = (along(start.0, end.0), along(start.1, end.1));
            self.mouse("mouseMoved", at, button, held).await?;
        }
        self.mouse("mouseReleased", end, button, held).await
    }

    pub async fn click_square(&self, square: &str) -> Result<()> {
        let at = self.square(square).await?;
        self.mouse("mousePressed", at, "left", 0).await?;
        self.mouse("mouseReleased", at, "left", 0).await
    }

    /// A square's label for screen readers, which names the piece on it.
    pub async fn square_label(&self, square: &str) -> Result<String> {
        let script =
            format!("return document.querySelector('[role=gridcell][data-square={square}]').ariaLabel");
        Ok(self.eval(&script).await?.as_str().unwrap_or_default().to_owned())
    }

    pub async fn wait_for_piece(&self, square: &str, piece: &str) -> Result<()> {
        let script = format!(
            "return document.querySelector('[role=gridcell][data-square={square}]')?.ariaLabel?.includes({piece:?})"
        );
        self.wait_until(&format!("{piece} on {square}"), &script).await
    }
}
