//! The worker's side: searches in short slices and handles messages between them, so that a job can be cancelled at
//! once.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use bot::{Level, Playouts, Search, Settings, Tuning};
use rules::go::{Color, Point, Size};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use web_sys::MessageEvent;
use web_sys::js_sys::{Date, Function, Reflect, global};

use super::job::{Answer, CurrentPosition, Job, Question};

/// Milliseconds between two looks at the messages from the page.
const SLICE: f64 = 12.0;
/// Simulations between two looks at the clock.
const STEP: u32 = 8;

/// From this on a point counts for its owner.
const MOSTLY: f32 = 0.3;

/// A job in progress.
struct RunningJob {
    job_id: u32,
    left: u32,
    task: RunningTask,
}

enum RunningTask {
    Move { search: Search, color: Color },
    Dead(Playouts),
    Estimate(Playouts, Size),
}

impl RunningJob {
    fn begin(job_id: u32, job: &Job) -> Option<RunningJob> {
        let position = job.game.position()?;
        let playouts = || Playouts::new(position.game(), Tuning::default().policy, job.seed);
        let task = match job.question {
            Question::Move(color) => RunningTask::Move { search: search(job, &position)?, color },
            Question::Dead => RunningTask::Dead(playouts()),
            Question::Estimate => RunningTask::Estimate(playouts(), job.game.size),
        };
        Some(RunningJob { job_id, left: job.simulations, task })
    }

    /// Continues a little. Returns the answer when it is complete.
    fn step(&mut self) -> Option<Answer> {
        let now = STEP.min(self.left);
        self.left -= now;
        match &mut self.task {
            RunningTask::Move { search, color } => search.step(STEP).is_done().then(|| {
                let root = search.root();
                Answer::Move { best: root.best(*color), win_rate: root.win_rate(*color) }
            }),
            RunningTask::Dead(playouts) => {
                for _ in 0..now {
                    playouts.play();
                }
                (self.left == 0).then(|| Answer::Dead(playouts.dead()))
            }
            RunningTask::Estimate(playouts, size) => {
                for _ in 0..now {
                    playouts.play();
                }
                (self.left == 0)
                    .then(|| Answer::Estimate { dead: playouts.dead(), owned: owned(playouts, *size) })
            }
        }
    }
}

/// The points that belonged to one side in most games.
fn owned(playouts: &Playouts, size: Size) -> Vec<(Point, Color)> {
    let owner = |at: Point| match playouts.owner(at) {
        black if black > MOSTLY => Some((at, Color::Black)),
        white if white < -MOSTLY => Some((at, Color::White)),
        _ => None,
    };
    size.points().filter_map(owner).collect()
}

/// A search that knows what was played last.
fn search(job: &Job, now: &CurrentPosition) -> Option<Search> {
    let settings = Settings {
        simulations: job.simulations,
        komi: job.komi.in_quarters() as f32 / 4.0,
        handicap: job.game.handicap(),
        ..Settings::new(Level::Easy)
    };
    let mut before = job.game.clone();
    Some(match before.turns.pop() {
        Some(turn) => Search::after(before.position()?.game(), turn, now.game(), settings, job.seed),
        None => Search::new(now.game(), settings, job.seed),
    })
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(text: &str);
    /// Defined in `assets/worker.js`: calls back after the messages already queued.
    fn after_messages(act: &Function);
}

/// Handles jobs until the worker ends.
pub fn listen() {
    let runner = Rc::new(JobRunner::default());
    let working = runner.clone();
    let slice = Closure::<dyn FnMut()>::new(move || working.run_slice());
    // Set only once: the runner is new.
    let _ = runner.slice.set(slice.into_js_value().unchecked_into());
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |message: MessageEvent| {
        runner.take(&message.data().as_string().unwrap_or_default());
    });
    // Every worker has this property.
    let _ = Reflect::set(&global(), &"onmessage".into(), &on_message.into_js_value());
}

#[derive(Default)]
struct JobRunner {
    work: RefCell<Option<RunningJob>>,
    slice: OnceCell<Function>,
    scheduled: Cell<bool>,
}

impl JobRunner {
    /// A job starts; anything else stops the current one.
    fn take(&self, message: &str) {
        *self.work.borrow_mut() =
            Job::read(message).and_then(|(job_id, job)| RunningJob::begin(job_id, &job));
        self.schedule_slice();
    }

    fn run_slice(&self) {
        self.scheduled.set(false);
        let begun = Date::now();
        let mut slot = self.work.borrow_mut();
        while let Some(work) = slot.as_mut() {
            if let Some(answer) = work.step() {
                post_message(&answer.to_message(work.job_id));
                *slot = None;
            } else if Date::now() - begun >= SLICE {
                break;
            }
        }
        drop(slot);
        self.schedule_slice();
    }

    /// At most one slice is scheduled at a time.
    fn schedule_slice(&self) {
        let busy = self.work.borrow().is_some();
        if let Some(slice) = self.slice.get().filter(|_| busy)
            && !self.scheduled.replace(true)
        {
            after_messages(slice);
        }
    }
}
