//! A stone on wood, stones taken off, a collision: short noises made in the browser, if the player wants them.

use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Float32Array, Function, Reflect};

use crate::js::{call, member};
use crate::storage;

const SOUNDS: &str = "tabiya.sounds";
/// Seconds that a knock lasts.
const KNOCK: f64 = 0.09;

pub fn are_on() -> bool {
    storage::get(SOUNDS).as_deref() != Some("off")
}

pub fn turn_on(on: bool) {
    let _ = storage::set(SOUNDS, if on { "on" } else { "off" });
}

/// Two stones come down; a collision is deep, and what is taken off clicks.
pub fn turn(lost: u32, collision: bool) {
    if collision {
        return play_all(&[(260.0, 0.0), (180.0, 0.06)]);
    }
    let mut knocks = vec![(900.0, 0.0), (760.0, 0.07)];
    knocks.extend((0..lost.min(5)).map(|n| (1700.0 + 120.0 * f64::from(n), 0.2 + 0.06 * f64::from(n))));
    play_all(&knocks);
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

/// Pitches and when. A browser that lets no page sound before a click is silent.
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

/// Noise that dies away at once, heard through wood.
fn knock(audio: &JsValue, pitch: f64, after: f64) -> Result<(), JsValue> {
    let start = (member(audio, "currentTime").as_f64().unwrap_or(0.0) + after).into();
    let rate = member(audio, "sampleRate").as_f64().unwrap_or(44_100.0);
    let samples = noise((rate * KNOCK) as usize);
    let buffer = call(audio, "createBuffer", &[&1.into(), &(samples.len() as u32).into(), &rate.into()])?;
    call(&buffer, "copyToChannel", &[&Float32Array::from(samples.as_slice()), &0.into()])?;
    let source = call(audio, "createBufferSource", &[])?;
    Reflect::set(&source, &"buffer".into(), &buffer)?;
    let wood = call(audio, "createBiquadFilter", &[])?;
    Reflect::set(&wood, &"type".into(), &"bandpass".into())?;
    call(&member(&wood, "frequency"), "setValueAtTime", &[&pitch.into(), &start])?;
    call(&member(&wood, "Q"), "setValueAtTime", &[&4.0.into(), &start])?;
    call(&source, "connect", &[&wood])?;
    call(&wood, "connect", &[&member(audio, "destination")])?;
    call(&source, "start", &[&start])?;
    Ok(())
}

/// The same every time: only its colour is heard.
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
    fn a_knock_is_loud_at_first_and_then_dies_away() {
        let samples = noise(4000);
        let loud = |part: &[f32]| part.iter().map(|sample| sample.abs()).fold(0.0_f32, f32::max);
        assert!(loud(&samples) <= 1.0 && loud(&samples[..400]) > 0.5 && loud(&samples[3600..]) < 0.001);
    }
}
