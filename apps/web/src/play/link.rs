//! One attempt at a channel between two pages, as the browser makes it. The other page is as little to be trusted here
//! as behind a socket: what comes is text of a limited length, or nothing.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::window;
use leptos::task::spawn_local;
use play::peer::Outbox;
use play::protocol::{Candidate, LONGEST_TOLD};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Function, Reflect};

use crate::bridge::script::{ask, call, member, object, text};

pub enum Event {
    /// How this end describes itself.
    Described(String),
    Found(Candidate),
    /// The other end's description was taken in.
    Understood,
    Opened,
    Heard(String),
    /// For whatever reason, or never opened.
    Closed,
}

type Tell = Rc<dyn Fn(Event)>;
type Listeners = Vec<Closure<dyn FnMut(JsValue)>>;

pub struct Link {
    connection: JsValue,
    channel: JsValue,
    outbox: Rc<RefCell<Outbox>>,
    tell: Tell,
    _heard: Listeners,
}

const PEER: &str = "RTCPeerConnection";

/// Whether this browser can connect to another at all.
pub fn is_possible() -> bool {
    member(&window(), PEER).is_function()
}

impl Link {
    pub fn offer(stun: Option<String>, tell: impl Fn(Event) + 'static) -> Result<Link, JsValue> {
        let link = Link::new(stun, Rc::new(tell))?;
        link.run(async |connection, tell| {
            let offer = ask(&connection, "createOffer", &[]).await?;
            describe(&connection, &offer, &tell).await
        });
        Ok(link)
    }

    pub fn answer(stun: Option<String>, sdp: &str, tell: impl Fn(Event) + 'static) -> Result<Link, JsValue> {
        let link = Link::new(stun, Rc::new(tell))?;
        let offer = description("offer", sdp);
        link.run(async move |connection, tell| {
            ask(&connection, "setRemoteDescription", &[&offer]).await?;
            tell(Event::Understood);
            let answer = ask(&connection, "createAnswer", &[]).await?;
            describe(&connection, &answer, &tell).await
        });
        Ok(link)
    }

    pub fn accept(&self, sdp: &str) {
        let answer = description("answer", sdp);
        self.run(async move |connection, tell| {
            ask(&connection, "setRemoteDescription", &[&answer]).await?;
            tell(Event::Understood);
            Ok(())
        });
    }

    pub fn add(&self, candidate: &Candidate) {
        let Candidate { candidate, sdp_mid, sdp_m_line_index } = candidate;
        let init = object(&[
            ("candidate", &candidate.into()),
            ("sdpMid", &sdp_mid.as_ref().map_or(JsValue::NULL, JsValue::from)),
            ("sdpMLineIndex", &sdp_m_line_index.map_or(JsValue::NULL, JsValue::from)),
        ]);
        let connection = self.connection.clone();
        // One address that is not understood leaves the others.
        spawn_local(async move { drop(ask(&connection, "addIceCandidate", &[&init]).await) });
    }

    /// False when the other end takes too little, or nothing any more.
    pub fn send(&self, frame: String) -> bool {
        self.outbox.borrow_mut().push(frame) && flush(&self.channel, &self.outbox)
    }

    fn new(stun: Option<String>, tell: Tell) -> Result<Link, JsValue> {
        let servers: Array = stun.iter().map(|urls| object(&[("urls", &urls.into())])).collect();
        let options = object(&[("iceServers", &servers)]);
        let made: Function = member(&window(), PEER).dyn_into()?;
        let connection = Reflect::construct(&made, &Array::of1(&options))?;
        // Both ends know the channel, so neither has to wait for the other's.
        let known = object(&[("negotiated", &true.into()), ("id", &0.into())]);
        let channel = call(&connection, "createDataChannel", &[&"tabiya".into(), &known])?;
        Reflect::set(&channel, &"bufferedAmountLowThreshold".into(), &(Outbox::HIGH as u32 / 4).into())?;
        let outbox = Rc::new(RefCell::new(Outbox::default()));
        let heard = listen(&connection, &channel, &outbox, &tell)?;
        Ok(Link { connection, channel, outbox, tell, _heard: heard })
    }

    /// An attempt that fails anywhere has failed.
    fn run(&self, act: impl AsyncFnOnce(JsValue, Tell) -> Result<(), JsValue> + 'static) {
        let (connection, tell) = (self.connection.clone(), self.tell.clone());
        spawn_local(async move {
            if act(connection, tell.clone()).await.is_err() {
                tell(Event::Closed);
            }
        });
    }
}

fn description(kind: &str, sdp: &str) -> JsValue {
    object(&[("type", &kind.into()), ("sdp", &sdp.into())])
}

async fn describe(connection: &JsValue, own: &JsValue, tell: &Tell) -> Result<(), JsValue> {
    ask(connection, "setLocalDescription", &[own]).await?;
    tell(Event::Described(text(own, "sdp")));
    Ok(())
}

fn listen(
    connection: &JsValue,
    channel: &JsValue,
    outbox: &Rc<RefCell<Outbox>>,
    tell: &Tell,
) -> Result<Listeners, JsValue> {
    let mut all = Vec::new();
    let mut on = |target: &JsValue, name: &str, act: Box<dyn FnMut(JsValue)>| {
        let act = Closure::wrap(act);
        let done = Reflect::set(target, &name.into(), act.as_ref());
        all.push(act);
        done
    };
    let said = tell.clone();
    on(connection, "onicecandidate", Box::new(move |event| said_if(&said, found(&event))))?;
    let (said, states) = (tell.clone(), connection.clone());
    let failed = move |_| {
        if matches!(text(&states, "connectionState").as_str(), "failed" | "closed") {
            said(Event::Closed);
        }
    };
    on(connection, "onconnectionstatechange", Box::new(failed))?;
    let said = tell.clone();
    on(channel, "onopen", Box::new(move |_| said(Event::Opened)))?;
    let said = tell.clone();
    on(channel, "onclose", Box::new(move |_| said(Event::Closed)))?;
    let said = tell.clone();
    on(channel, "onmessage", Box::new(move |event| said_if(&said, heard(&event))))?;
    let (waiting, full) = (outbox.clone(), channel.clone());
    let low = move |_| {
        flush(&full, &waiting);
    };
    on(channel, "onbufferedamountlow", Box::new(low))?;
    Ok(all)
}

fn said_if(tell: &Tell, event: Option<Event>) {
    if let Some(event) = event {
        tell(event);
    }
}

fn found(event: &JsValue) -> Option<Event> {
    let candidate = member(event, "candidate");
    let index = member(&candidate, "sdpMLineIndex").as_f64();
    candidate.is_truthy().then(|| {
        Event::Found(Candidate {
            candidate: text(&candidate, "candidate"),
            sdp_mid: member(&candidate, "sdpMid").as_string(),
            sdp_m_line_index: index.map(|index| index as u16),
        })
    })
}

fn heard(event: &JsValue) -> Option<Event> {
    let frame = member(event, "data").as_string()?;
    (frame.len() <= LONGEST_TOLD).then_some(Event::Heard(frame))
}

fn flush(channel: &JsValue, outbox: &RefCell<Outbox>) -> bool {
    loop {
        let held = member(channel, "bufferedAmount").as_f64().unwrap_or_default();
        let Some(frame) = outbox.borrow_mut().next(held as usize) else { return true };
        if call(channel, "send", &[&frame.into()]).is_err() {
            return false;
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        for (target, names) in [
            (&self.connection, &["onicecandidate", "onconnectionstatechange"][..]),
            (&self.channel, &["onopen", "onclose", "onmessage", "onbufferedamountlow"]),
        ] {
            for name in names {
                let _ = Reflect::set(target, &(*name).into(), &JsValue::NULL);
            }
            let _ = call(target, "close", &[]);
        }
    }
}
