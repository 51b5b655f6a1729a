//! The Play page in a real browser: what a player does there with buttons and the keyboard.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use thirtyfour::{By, Key};

use crate::browser::Page;

/// Column and row from the upper left, or a pass.
pub type Move = Option<(i32, i32)>;

/// Settings of a room; `time` is base seconds, periods, and seconds per period.
#[derive(Clone, Copy, Debug)]
pub struct RoomSettings {
    pub game: &'static str,
    pub size: u8,
    pub time: Option<(u32, u8, u32)>,
}

impl RoomSettings {
    fn to_json(self) -> Value {
        let time = self.time.map(
            |(base, periods, each)| json!({ "baseSeconds": base, "periods": periods, "periodSeconds": each }),
        );
        json!({ "game": self.game, "boardSize": self.size, "komi": 0, "time": time, "lossOnTime": false,
            "hostColor": "black" })
    }
}

/// Keeps every message that the page receives in `window.received_`.
const RECORD_MESSAGES: &str = "window.received_ = []; const Real = window.WebSocket; \
    window.WebSocket = class extends Real { constructor(...args) { super(...args); window.socket_ = this; \
    this.addEventListener('message', (message) => window.received_.push(JSON.parse(message.data))); } };";

impl Page {
    /// Records the messages of sockets, from the next page load on.
    pub async fn record_messages(&self) -> Result<()> {
        self.run_before_load(RECORD_MESSAGES).await
    }

    /// Opens a room with these settings by the page's own request, and gives its id.
    pub async fn open_room(&self, settings: RoomSettings) -> Result<String> {
        let request = json!({ "title": "Test", "settings": settings.to_json() });
        let script = format!(
            "return (async () => {{ const headers = {{ 'Content-Type': 'application/json' }}; \
             const made = await fetch('/api/rooms', {{ method: 'POST', headers, body: JSON.stringify({request}) }}); \
             return (await made.json()).room }})()"
        );
        self.eval(&script).await?.as_str().map(str::to_owned).context("no room was opened")
    }

    /// Opens a room's link and takes a seat.
    pub async fn take_seat(&self, room: &str, name: &str) -> Result<()> {
        self.visit(&format!("/play?room={room}")).await?;
        self.wait_for(".join-form input[name=name]").await?;
        self.find(By::Css(".join-form input[name=name]")).await?.send_keys(name).await?;
        self.click_button("Take a seat").await?;
        self.wait_for(".seats").await
    }

    /// Clicks the button whose text begins with these words, once it is enabled.
    pub async fn click_button(&self, button: &str) -> Result<()> {
        let find = format!(
            "[...document.querySelectorAll('main button, dialog button, main a.button')].find((b) => \
             b.textContent.trim().startsWith({button:?}) && !b.disabled && b.checkVisibility())"
        );
        self.wait_until(button, &format!("return {find} !== undefined")).await?;
        self.eval(&format!("{find}.click()")).await?;
        Ok(())
    }

    pub async fn wait_for_turns(&self, n: usize) -> Result<()> {
        let rows = format!("return document.querySelectorAll('.turns tbody tr').length === {n}");
        self.wait_until(&format!("{n} turns"), &rows).await
    }

    /// The list of turns in order: what Black and White played, without captures.
    pub async fn turns(&self) -> Result<Vec<[String; 2]>> {
        let rows = "const played = (cell) => [...cell.childNodes].filter((node) => node.nodeType === 3) \
            .map((node) => node.textContent).join(''); \
            return [...document.querySelectorAll('.turns tbody tr')].reverse().map((row) => \
            [...row.querySelectorAll('td')].map(played))";
        Ok(serde_json::from_value(self.eval(rows).await?)?)
    }

    pub async fn wait_for_status(&self, part: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('.status')?.textContent.includes({part:?}) ?? false");
        self.wait_until(part, &script).await
    }

    /// Plays a move with the keyboard.
    pub async fn submit_move(&self, mv: Move) -> Result<()> {
        self.wait_for_status("Choose a point").await?;
        match mv {
            Some(at) => self.play_point(at).await,
            None => self.click_button("Pass").await,
        }
    }

    /// Plays a point of a 9×9 board with the arrow keys and Enter.
    pub async fn play_point(&self, (x, y): (i32, i32)) -> Result<()> {
        self.eval("const board = document.querySelector('.game-board'); board.blur(); board.focus()").await?;
        // The first arrow key puts the cursor in the middle.
        self.press(Key::Up + "").await?;
        for (to, less, more) in [(x, Key::Left, Key::Right), (y, Key::Up, Key::Down)] {
            for _ in 0..(to - 4).abs() {
                self.press(if to < 4 { less.clone() + "" } else { more.clone() + "" }).await?;
            }
        }
        self.press(Key::Enter + "").await
    }

    /// The number of stones on the board.
    pub async fn count_stones(&self) -> Result<usize> {
        // Captured stones fade out.
        self.wait_until_gone(".stones [opacity]").await?;
        let count =
            self.eval("return document.querySelectorAll('.game-board .stones circle').length").await?;
        Ok(usize::try_from(count.as_u64().unwrap_or_default())?)
    }
}

/// Plays one turn in two browsers, Black first.
pub async fn play_turn(ann: &Page, ben: &Page, black: Move, white: Move, n: usize) -> Result<()> {
    ann.submit_move(black).await?;
    ann.wait_for_status("Waiting").await?;
    ben.submit_move(white).await?;
    ann.wait_for_turns(n).await?;
    ben.wait_for_turns(n).await
}
