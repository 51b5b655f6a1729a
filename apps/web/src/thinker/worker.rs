//! The worker's side: thinks in short slices and looks for news between them, so that a job is dropped at once.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use bot::{Level, Playouts, Search, Settings, Tuning};
use rules::go::Color;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use web_sys::MessageEvent;
use web_sys::js_sys::{Date, Function, Reflect, global};

use super::job::{Job, Question, Standing, Thought};

/// Milliseconds that pass without a look at what the page wants.
const SLICE: f64 = 12.0;
/// Simulations between two looks at the clock.
const STEP: u32 = 8;

/// A job under way.
struct Work {
    ticket: u32,
    left: u32,
    about: About,
}

enum About {
    Move { search: Search, color: Color },
    Dead(Playouts),
}

impl Work {
    fn begin(ticket: u32, job: &Job) -> Option<Work> {
        let standing = job.game.standing()?;
        let settings = Settings {
            simulations: job.simulations,
            komi: job.komi.in_quarters() as f32 / 4.0,
            ..Settings::new(Level::Easy)
        };
        let habits = Tuning::default().habits;
        let about = match (job.question, &standing) {
            (Question::Move(color), Standing::Turns(at)) => {
                About::Move { search: Search::new(at, settings, job.seed), color }
            }
            (Question::Move(color), Standing::Together(at)) => {
                About::Move { search: Search::new(at, settings, job.seed), color }
            }
            (Question::Dead, Standing::Turns(at)) => About::Dead(Playouts::new(at, habits, job.seed)),
            (Question::Dead, Standing::Together(at)) => About::Dead(Playouts::new(at, habits, job.seed)),
        };
        Some(Work { ticket, left: job.simulations, about })
    }

    /// A little more. The thought, once it is done.
    fn step(&mut self) -> Option<Thought> {
        let now = STEP.min(self.left);
        self.left -= now;
        match &mut self.about {
            About::Move { search, color } => {
                let done = search.step(now).is_done() || self.left == 0;
                done.then(|| {
                    let root = search.root();
                    Thought::Move { best: root.best(*color), win_rate: root.win_rate(*color) }
                })
            }
            About::Dead(playouts) => {
                for _ in 0..now {
                    playouts.play();
                }
                (self.left == 0).then(|| Thought::Dead(playouts.dead()))
            }
        }
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = postMessage)]
    fn say(words: &str);
    /// Of `assets/worker.js`: after the messages that wait already.
    fn soon(act: &Function);
}

/// Waits for jobs, for as long as the worker lives.
pub fn listen() {
    let desk = Rc::new(Desk::default());
    let working = desk.clone();
    let slice = Closure::<dyn FnMut()>::new(move || working.work_on());
    // Set once: the desk is new.
    let _ = desk.slice.set(slice.into_js_value().unchecked_into());
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        desk.take(&message.data().as_string().unwrap_or_default());
    });
    // Every worker has it.
    let _ = Reflect::set(&global(), &"onmessage".into(), &hear.into_js_value());
}

#[derive(Default)]
struct Desk {
    work: RefCell<Option<Work>>,
    slice: OnceCell<Function>,
    comes: Cell<bool>,
}

impl Desk {
    /// A job, or anything else to stop.
    fn take(&self, said: &str) {
        *self.work.borrow_mut() = Job::read(said).and_then(|(ticket, job)| Work::begin(ticket, &job));
        self.go_on();
    }

    fn work_on(&self) {
        self.comes.set(false);
        let begun = Date::now();
        let mut slot = self.work.borrow_mut();
        while let Some(work) = slot.as_mut() {
            if let Some(thought) = work.step() {
                say(&thought.answer(work.ticket));
                *slot = None;
            } else if Date::now() - begun >= SLICE {
                break;
            }
        }
        drop(slot);
        self.go_on();
    }

    /// Only one slice is on its way at a time.
    fn go_on(&self) {
        let busy = self.work.borrow().is_some();
        if let Some(slice) = self.slice.get().filter(|_| busy)
            && !self.comes.replace(true)
        {
            soon(slice);
        }
    }
}
