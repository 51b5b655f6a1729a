//! A browser at a table: what a player does on the page Play, by its buttons and with the keyboard.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use thirtyfour::{By, Key};

use crate::browser::Page;

/// Column and row from the upper left, or a pass.
pub type Move = Option<(i32, i32)>;

/// Of a room; `time` in seconds: base, periods, and each of them.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub game: &'static str,
    pub size: u8,
    pub time: Option<(u32, u8, u32)>,
}

impl Settings {
    fn written(self) -> Value {
        let time = self.time.map(
            |(base, periods, each)| json!({ "baseSeconds": base, "periods": periods, "periodSeconds": each }),
        );
        json!({ "game": self.game, "boardSize": self.size, "komi": 0, "time": time, "lossOnTime": false,
            "hostColor": "black" })
    }
}

/// Keeps every word that the page is told, under `window.told_`.
const LISTEN: &str = "window.told_ = []; const Real = window.WebSocket; \
    window.WebSocket = class extends Real { constructor(...args) { super(...args); window.socket_ = this; \
    this.addEventListener('message', (said) => window.told_.push(JSON.parse(said.data))); } };";

impl Page {
    /// From the next page on, what comes over sockets is kept.
    pub async fn listen_in(&self) -> Result<()> {
        self.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await?;
        Ok(())
    }

    /// A room with these settings, opened as the page opens one.
    pub async fn open_room(&self, settings: Settings) -> Result<String> {
        let wanted = json!({ "title": "Proof", "settings": settings.written() });
        let script = format!(
            "return (async () => {{ const headers = {{ 'Content-Type': 'application/json' }}; \
             const made = await fetch('/api/rooms', {{ method: 'POST', headers, body: JSON.stringify({wanted}) }}); \
             return (await made.json()).room }})()"
        );
        self.ask(&script).await?.as_str().map(str::to_owned).context("no room was opened")
    }

    /// Goes to a room by its link and takes a seat there.
    pub async fn sit_down(&self, room: &str, name: &str) -> Result<()> {
        self.visit(&format!("/play?room={room}")).await?;
        self.until("the door", "return document.querySelector('.at-door input[name=name]') !== null").await?;
        self.find(By::Css(".at-door input[name=name]")).await?.send_keys(name).await?;
        self.push("Take a seat").await?;
        self.until("the lobby", "return document.querySelector('.seats') !== null").await
    }

    /// The button that begins with these words, once it can be pressed.
    pub async fn push(&self, button: &str) -> Result<()> {
        let find = format!(
            "[...document.querySelectorAll('main button, dialog button, main a.button')].find((b) => \
             b.textContent.trim().startsWith({button:?}) && !b.disabled && b.checkVisibility())"
        );
        self.until(button, &format!("return {find} !== undefined")).await?;
        self.ask(&format!("{find}.click()")).await?;
        Ok(())
    }

    pub async fn until_turns(&self, n: usize) -> Result<()> {
        let rows = format!("return document.querySelectorAll('.turns tbody tr').length === {n}");
        self.until(&format!("{n} turns"), &rows).await
    }

    /// The list of turns, the first one first: what Black and White played, without what it took.
    pub async fn turns(&self) -> Result<Vec<[String; 2]>> {
        let rows = "const played = (cell) => [...cell.childNodes].filter((node) => node.nodeType === 3) \
            .map((node) => node.textContent).join(''); \
            return [...document.querySelectorAll('.turns tbody tr')].reverse().map((row) => \
            [...row.querySelectorAll('td')].map(played))";
        Ok(serde_json::from_value(self.ask(rows).await?)?)
    }

    pub async fn until_status(&self, part: &str) -> Result<()> {
        let script =
            format!("return document.querySelector('.status')?.textContent.includes({part:?}) ?? false");
        self.until(part, &script).await
    }

    /// With the keyboard alone.
    pub async fn choose(&self, mv: Move) -> Result<()> {
        self.until_status("Choose a point").await?;
        match mv {
            Some(at) => self.touch(at).await,
            None => self.push("Pass").await,
        }
    }

    /// A point of nine lines, with the keyboard.
    pub async fn touch(&self, (x, y): (i32, i32)) -> Result<()> {
        self.ask("const board = document.querySelector('.game-board'); board.blur(); board.focus()").await?;
        // The first arrow puts the cursor into the middle.
        self.press(Key::Up + "").await?;
        for (to, less, more) in [(x, Key::Left, Key::Right), (y, Key::Up, Key::Down)] {
            for _ in 0..(to - 4).abs() {
                self.press(if to < 4 { less.clone() + "" } else { more.clone() + "" }).await?;
            }
        }
        self.press(Key::Enter + "").await
    }

    /// What stands on the board: a red stone is a disc with a mark on it.
    pub async fn stones(&self) -> Result<usize> {
        // Stones that go are seen for a moment.
        self.until("no stone goes", "return document.querySelector('.stones [opacity]') === null").await?;
        let count = self.ask("return document.querySelectorAll('.game-board .stones circle').length").await?;
        Ok(usize::try_from(count.as_u64().unwrap_or_default())?)
    }
}

/// One turn at two browsers, Black first.
pub async fn together(ann: &Page, ben: &Page, black: Move, white: Move, n: usize) -> Result<()> {
    ann.choose(black).await?;
    ann.until_status("Waiting").await?;
    ben.choose(white).await?;
    ann.until_turns(n).await?;
    ben.until_turns(n).await
}
