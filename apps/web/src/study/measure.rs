//! Named durations on the browser's performance timeline, for profiles and benchmarks.

use leptos::prelude::window;

/// From its start until it is dropped. Only the latest of each name stays on the timeline.
pub struct Measure(&'static str);

impl Measure {
    pub fn start(name: &'static str) -> Measure {
        let _ = window().performance().map(|clock| clock.mark(name));
        Measure(name)
    }
}

impl Drop for Measure {
    fn drop(&mut self) {
        let Some(clock) = window().performance() else { return };
        clock.clear_measures_with_measure_name(self.0);
        let _ = clock.measure_with_start_mark(self.0, self.0);
        clock.clear_marks_with_mark_name(self.0);
    }
}
