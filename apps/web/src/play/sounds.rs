//! The sounds of a game, generated in the browser: a stone on wood, captured stones, a collision.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Float32Array, Function, Reflect};

use crate::js::{call, member};
use crate::storage;

const SOUNDS: &str = "tabiya.sounds";
/// The length of a knock in seconds.
const KNOCK: f64 = 0.09;

pub fn are_on() -> bool {
    storage::get(SOUNDS).as_deref() != Some("off")
}

pub fn turn_on(on: bool) {
    let _ = storage::set(SOUNDS, if on { "on" } else { "off" });
}

/// Two knocks for two stones; a collision is lower, and each captured stone clicks.
pub fn turn(lost: u32, collision: bool) {
    if collision {
        return play_all(&[(260.0, 0.0), (180.0, 0.06)]);
    }
    let mut knocks = vec![(900.0, 0.0), (760.0, 0.07)];
    knocks.extend((0..lost.min(5)).map(|n| (1700.0 + 120.0 * f64::from(n), 0.2 + 0.06 * f64::from(n))));
    play_all(&knocks);
}

/// One knock: the opponent has chosen, and this player has not.
pub fn opponent_moved() {
    play_all(&[(620.0, 0.0)]);
}

/// A second of the last ten.
pub fn countdown() {
    play_all(&[(1300.0, 0.0)]);
}

pub fn end() {
    play_all(&[(520.0, 0.0), (640.0, 0.14), (820.0, 0.28)]);
}

thread_local! {
    static AUDIO: JsValue = context();
}

fn context() -> JsValue {
    let made = member(&window(), "AudioContext");
    made.dyn_into::<Function>()
        .and_then(|made| Reflect::construct(&made, &Array::new()))
        .unwrap_or(JsValue::UNDEFINED)
}

/// Pitches and delays. Browsers stay silent until the first click on the page.
fn play_all(knocks: &[(f64, f64)]) {
    if !are_on() {
        return;
    }
    AUDIO.with(|audio| {
        let _ = call(audio, "resume", &[]);
        for (pitch, after) in knocks {
            let _ = knock(audio, *pitch, *after);
        }
    });
}

/// A short burst of noise through a bandpass filter.
fn knock(audio: &JsValue, pitch: f64, after: f64) -> Result<(), JsValue> {
    let start = (member(audio, "currentTime").as_f64().unwrap_or(0.0) + after).into();
    let rate = member(audio, "sampleRate").as_f64().unwrap_or(44_100.0);
    let samples = noise((rate * KNOCK) as usize);
    let buffer = call(audio, "createBuffer", &[&1.into(), &(samples.len() as u32).into(), &rate.into()])?;
    call(&buffer, "copyToChannel", &[&Float32Array::from(samples.as_slice()), &0.into()])?;
    let source = call(audio, "createBufferSource", &[])?;
    Reflect::set(&source, &"buffer".into(), &buffer)?;
    let filter = call(audio, "createBiquadFilter", &[])?;
    Reflect::set(&filter, &"type".into(), &"bandpass".into())?;
    call(&member(&filter, "frequency"), "setValueAtTime", &[&pitch.into(), &start])?;
    call(&member(&filter, "Q"), "setValueAtTime", &[&4.0.into(), &start])?;
    call(&source, "connect", &[&filter])?;
    call(&filter, "connect", &[&member(audio, "destination")])?;
    call(&source, "start", &[&start])?;
    Ok(())
}

/// Fading white noise, the same every time.
fn noise(length: usize) -> Vec<f32> {
    let mut state = 0x2545_f491_u32;
    let sample = |n: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let fading = (-9.0 * n as f32 / length as f32).exp();
        (state as f32 / u32::MAX as f32 * 2.0 - 1.0) * fading
    };
    (0..length).map(sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knock_fades_out() {
        let samples = noise(4000);
        let loud = |part: &[f32]| part.iter().map(|sample| sample.abs()).fold(0.0_f32, f32::max);
        assert!(loud(&samples) <= 1.0 && loud(&samples[..400]) > 0.5 && loud(&samples[3600..]) < 0.001);
    }
}
