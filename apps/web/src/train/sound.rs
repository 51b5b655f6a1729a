//! Synthesised sounds: a tap for a move, a harder one for a capture, a rising tone for right, a falling one for wrong.

use std::cell::RefCell;

use web_sys::{AudioContext, OscillatorType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Capture,
    Right,
    Wrong,
}

/// Pitch in hertz, start and length in seconds, volume.
type Tone = (f32, f64, f64, f32);

impl Sound {
    fn tones(self) -> &'static [Tone] {
        match self {
            Sound::Move => &[(210.0, 0.0, 0.06, 0.25)],
            Sound::Capture => &[(150.0, 0.0, 0.09, 0.35), (320.0, 0.0, 0.04, 0.15)],
            Sound::Right => &[(523.0, 0.0, 0.12, 0.16), (784.0, 0.1, 0.2, 0.16)],
            Sound::Wrong => &[(233.0, 0.0, 0.14, 0.18), (185.0, 0.12, 0.22, 0.18)],
        }
    }
}

thread_local! {
    // Browsers limit the number of contexts per page.
    static AUDIO: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Does nothing if the browser has no audio.
pub fn play(sound: Sound) {
    AUDIO.with_borrow_mut(|audio| {
        if audio.is_none() {
            *audio = AudioContext::new().ok();
        }
        if let Some(audio) = audio {
            for tone in sound.tones() {
                let _ = play_tone(audio, *tone);
            }
        }
    });
}

fn play_tone(audio: &AudioContext, (pitch, after, lasts, loud): Tone) -> Result<(), wasm_bindgen::JsValue> {
    let start = audio.current_time() + after;
    let (voice, volume) = (audio.create_oscillator()?, audio.create_gain()?);
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value(pitch);
    volume.gain().set_value_at_time(loud, start)?;
    volume.gain().exponential_ramp_to_value_at_time(0.001, start + lasts)?;
    voice.connect_with_audio_node(&volume)?.connect_with_audio_node(&audio.destination())?;
    voice.start_with_when(start)?;
    voice.stop_with_when(start + lasts)
}
