//! Checks one input after another, and saves the one that breaks a property or takes too long.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::panic;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use crate::Target;

/// An input that needs more CPU time than this is a finding. The time on the clock depends on what else runs.
pub const MAX_TIME: Duration = Duration::from_secs(2);
/// An input that is still being checked after this time never ends.
const GIVE_UP: Duration = Duration::from_secs(60);

/// The figures of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub inputs: u64,
    /// Took longer than `MAX_TIME`.
    pub hangs: u64,
    pub slowest: Duration,
}

/// One per process: the panic hook and the watchdog look at its current input.
pub struct Runner {
    target: &'static Target,
    findings: PathBuf,
    checked: Checked,
}

/// The input that is being checked.
struct Current {
    target: &'static str,
    input: Vec<u8>,
    findings: PathBuf,
    since: Instant,
}

static CURRENT: Mutex<Option<Current>> = Mutex::new(None);

impl Runner {
    /// Findings go to a folder of the target's name in `findings`.
    pub fn new(target: &'static Target, findings: &Path) -> Runner {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            save_on_panic();
            thread::spawn(watch);
        });
        Runner { target, findings: findings.to_owned(), checked: Checked::default() }
    }

    /// Panics, after saving the input, if the property does not hold.
    pub fn check(&mut self, input: &[u8]) {
        let current = Current {
            target: self.target.name,
            input: input.to_vec(),
            findings: self.findings.clone(),
            since: Instant::now(),
        };
        *lock() = Some(current);
        let begun = cpu_time();
        (self.target.check)(input);
        let took = cpu_time().saturating_sub(begun);
        let current = lock().take();
        self.checked.inputs += 1;
        self.checked.slowest = self.checked.slowest.max(took);
        if took > MAX_TIME {
            self.checked.hangs += 1;
            report(current.as_ref(), &format!("took {:.1} s", took.as_secs_f64()));
        }
    }

    pub fn checked(&self) -> Checked {
        self.checked
    }
}

fn lock() -> MutexGuard<'static, Option<Current>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The hook also runs where a panic ends the process, as in release builds.
fn save_on_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        before(info);
        report(lock().as_ref(), "breaks the property");
    }));
}

fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let current = lock();
        if current.as_ref().is_some_and(|current| current.since.elapsed() > GIVE_UP) {
            report(current.as_ref(), "does not end");
            process::exit(1);
        }
    }
}

fn report(current: Option<&Current>, what: &str) {
    let Some(current) = current else { return };
    let target = current.target;
    match save(current) {
        Ok(path) => {
            let path = path.display();
            eprintln!("{target}: an input {what}. It is in {path}");
            eprintln!("   To reproduce: cargo xtask fuzz {target} --input {path}");
        }
        Err(error) => {
            eprintln!("{target}: {:?} {what}, and cannot be saved: {error}", current.input);
        }
    }
}

fn save(current: &Current) -> io::Result<PathBuf> {
    let folder = current.findings.join(current.target);
    fs::create_dir_all(&folder)?;
    let mut hasher = DefaultHasher::new();
    current.input.hash(&mut hasher);
    let path = folder.join(format!("{:016x}", hasher.finish()));
    fs::write(&path, &current.input)?;
    Ok(path)
}
