//! One attempt at a WebRTC channel between two pages. The other page is trusted as little as a socket: only text of a
//! limited length is accepted.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::window;
use leptos::task::spawn_local;
use play::peer::SendQueue;
use play::protocol::{Candidate, MAX_SERVER_FRAME};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Function, Reflect};

use crate::js::{call, call_async, member, object, text};

pub enum Event {
    /// The session description of this end.
    LocalDescription(String),
    CandidateFound(Candidate),
    /// The session description of the other end was accepted.
    RemoteDescriptionSet,
    Opened,
    Received(String),
    /// For any reason, also before it was open.
    Closed,
}

type Callback = Rc<dyn Fn(Event)>;
type Listeners = Vec<Closure<dyn FnMut(JsValue)>>;

pub struct RtcChannel {
    connection: JsValue,
    channel: JsValue,
    queue: Rc<RefCell<SendQueue>>,
    emit: Callback,
    _listeners: Listeners,
}

const PEER: &str = "RTCPeerConnection";

/// Whether this browser can connect to another at all.
pub fn is_possible() -> bool {
    member(&window(), PEER).is_function()
}

impl RtcChannel {
    pub fn offer(stun: Vec<String>, emit: impl Fn(Event) + 'static) -> Result<RtcChannel, JsValue> {
        let channel = RtcChannel::new(stun, Rc::new(emit))?;
        channel.run(async |connection, emit| {
            let offer = call_async(&connection, "createOffer", &[]).await?;
            describe(&connection, &offer, &emit).await
        });
        Ok(channel)
    }

    pub fn answer(
        stun: Vec<String>,
        sdp: &str,
        emit: impl Fn(Event) + 'static,
    ) -> Result<RtcChannel, JsValue> {
        let channel = RtcChannel::new(stun, Rc::new(emit))?;
        let offer = description("offer", sdp);
        channel.run(async move |connection, emit| {
            call_async(&connection, "setRemoteDescription", &[&offer]).await?;
            emit(Event::RemoteDescriptionSet);
            let answer = call_async(&connection, "createAnswer", &[]).await?;
            describe(&connection, &answer, &emit).await
        });
        Ok(channel)
    }

    pub fn accept(&self, sdp: &str) {
        let answer = description("answer", sdp);
        self.run(async move |connection, emit| {
            call_async(&connection, "setRemoteDescription", &[&answer]).await?;
            emit(Event::RemoteDescriptionSet);
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
        // An address that is not understood does not spoil the others.
        spawn_local(async move { drop(call_async(&connection, "addIceCandidate", &[&init]).await) });
    }

    /// False if the queue is full or the channel is closed.
    pub fn send(&self, frame: String) -> bool {
        self.queue.borrow_mut().push(frame) && flush(&self.channel, &self.queue)
    }

    fn new(stun: Vec<String>, emit: Callback) -> Result<RtcChannel, JsValue> {
        let servers: Array = stun.iter().map(|urls| object(&[("urls", &urls.into())])).collect();
        let options = object(&[("iceServers", &servers)]);
        let made: Function = member(&window(), PEER).dyn_into()?;
        let connection = Reflect::construct(&made, &Array::of1(&options))?;
        // Both ends create the same channel, so neither waits for the other to announce it.
        let known = object(&[("negotiated", &true.into()), ("id", &0.into())]);
        let channel = call(&connection, "createDataChannel", &[&"tabiya".into(), &known])?;
        Reflect::set(
            &channel,
            &"bufferedAmountLowThreshold".into(),
            &(SendQueue::HIGH_WATER as u32 / 4).into(),
        )?;
        let queue = Rc::new(RefCell::new(SendQueue::default()));
        let listeners = listen(&connection, &channel, &queue, &emit)?;
        Ok(RtcChannel { connection, channel, queue, emit, _listeners: listeners })
    }

    /// A failure of any step closes the attempt.
    fn run(&self, act: impl AsyncFnOnce(JsValue, Callback) -> Result<(), JsValue> + 'static) {
        let (connection, emit) = (self.connection.clone(), self.emit.clone());
        spawn_local(async move {
            if act(connection, emit.clone()).await.is_err() {
                emit(Event::Closed);
            }
        });
    }
}

fn description(kind: &str, sdp: &str) -> JsValue {
    object(&[("type", &kind.into()), ("sdp", &sdp.into())])
}

async fn describe(connection: &JsValue, own: &JsValue, emit: &Callback) -> Result<(), JsValue> {
    call_async(connection, "setLocalDescription", &[own]).await?;
    emit(Event::LocalDescription(text(own, "sdp")));
    Ok(())
}

fn listen(
    connection: &JsValue,
    channel: &JsValue,
    queue: &Rc<RefCell<SendQueue>>,
    emit: &Callback,
) -> Result<Listeners, JsValue> {
    let mut all = Vec::new();
    let mut on = |target: &JsValue, name: &str, act: Box<dyn FnMut(JsValue)>| {
        let act = Closure::wrap(act);
        let done = Reflect::set(target, &name.into(), act.as_ref());
        all.push(act);
        done
    };
    let emit_event = emit.clone();
    on(connection, "onicecandidate", Box::new(move |event| emit_if(&emit_event, found(&event))))?;
    let (emit_event, states) = (emit.clone(), connection.clone());
    let failed = move |_| {
        if matches!(text(&states, "connectionState").as_str(), "failed" | "closed") {
            emit_event(Event::Closed);
        }
    };
    on(connection, "onconnectionstatechange", Box::new(failed))?;
    let emit_event = emit.clone();
    on(channel, "onopen", Box::new(move |_| emit_event(Event::Opened)))?;
    let emit_event = emit.clone();
    on(channel, "onclose", Box::new(move |_| emit_event(Event::Closed)))?;
    let emit_event = emit.clone();
    on(channel, "onmessage", Box::new(move |event| emit_if(&emit_event, received(&event))))?;
    let (waiting, full) = (queue.clone(), channel.clone());
    let low = move |_| {
        flush(&full, &waiting);
    };
    on(channel, "onbufferedamountlow", Box::new(low))?;
    Ok(all)
}

fn emit_if(emit: &Callback, event: Option<Event>) {
    if let Some(event) = event {
        emit(event);
    }
}

fn found(event: &JsValue) -> Option<Event> {
    let candidate = member(event, "candidate");
    let index = member(&candidate, "sdpMLineIndex").as_f64();
    candidate.is_truthy().then(|| {
        Event::CandidateFound(Candidate {
            candidate: text(&candidate, "candidate"),
            sdp_mid: member(&candidate, "sdpMid").as_string(),
            sdp_m_line_index: index.map(|index| index as u16),
        })
    })
}

fn received(event: &JsValue) -> Option<Event> {
    let frame = member(event, "data").as_string()?;
    (frame.len() <= MAX_SERVER_FRAME).then_some(Event::Received(frame))
}

fn flush(channel: &JsValue, queue: &RefCell<SendQueue>) -> bool {
    loop {
        let held = member(channel, "bufferedAmount").as_f64().unwrap_or_default();
        let Some(frame) = queue.borrow_mut().next(held as usize) else { return true };
        if call(channel, "send", &[&frame.into()]).is_err() {
            return false;
        }
    }
}

impl Drop for RtcChannel {
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
