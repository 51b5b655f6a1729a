//! Short sounds made on the spot: a tap for a move, a harder one for a capture, a rise for right, a fall for wrong.

use std::cell::RefCell;

use web_sys::{AudioContext, OscillatorType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Move,
    Capture,
    Right,
    Wrong,
}

/// Pitch, when it begins and how long it lasts, in seconds, and how loud.
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
    // Browsers give a page few of them.
    static SPEAKER: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Silent where the browser has no speaker for us.
pub fn play(sound: Sound) {
    SPEAKER.with_borrow_mut(|speaker| {
        if speaker.is_none() {
            *speaker = AudioContext::new().ok();
        }
        if let Some(speaker) = speaker {
            for tone in sound.tones() {
                let _ = strike(speaker, *tone);
            }
        }
    });
}

fn strike(speaker: &AudioContext, (pitch, after, lasts, loud): Tone) -> Result<(), wasm_bindgen::JsValue> {
    let begin = speaker.current_time() + after;
    let (voice, volume) = (speaker.create_oscillator()?, speaker.create_gain()?);
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value(pitch);
    volume.gain().set_value_at_time(loud, begin)?;
    volume.gain().exponential_ramp_to_value_at_time(0.001, begin + lasts)?;
    voice.connect_with_audio_node(&volume)?.connect_with_audio_node(&speaker.destination())?;
    voice.start_with_when(begin)?;
    voice.stop_with_when(begin + lasts)
}
