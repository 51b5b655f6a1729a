//! Work that should be quick, by name on the browser's own timeline: profiles and measurements find it there.

use leptos::prelude::window;

/// From its start until it is dropped. Of each name the latest is kept.
pub struct Timed(&'static str);

impl Timed {
    pub fn start(name: &'static str) -> Timed {
        let _ = window().performance().map(|clock| clock.mark(name));
        Timed(name)
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        let Some(clock) = window().performance() else { return };
        clock.clear_measures_with_measure_name(self.0);
        let _ = clock.measure_with_start_mark(self.0, self.0);
        clock.clear_marks_with_mark_name(self.0);
    }
}
