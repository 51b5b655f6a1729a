//! When rooms want to be woken: a timer wheel with a common tick. One wakeup for several rooms costs far less than one
//! each, and nobody sees a clock that is a tick late. Setting a timer touches nothing but this structure.

/// Milliseconds.
pub(super) const TICK: u64 = 8;
/// Slots of the wheel: about eight seconds. A timer that is due later goes around again.
const SLOTS: u64 = 1024;
const NEVER: u64 = u64::MAX;

#[derive(Clone, Copy)]
struct Timer {
    /// The tick under whose slot the room is listed.
    scheduled: u64,
    /// The tick on which it is due; later than `scheduled` if it was postponed.
    due: u64,
}

pub(super) struct Timers {
    slots: Vec<Vec<u32>>,
    /// By room.
    timers: Vec<Timer>,
    /// The last tick that was processed.
    tick: u64,
}

impl Timers {
    pub(super) fn new() -> Timers {
        Timers { slots: vec![Vec::new(); SLOTS as usize], timers: Vec::new(), tick: 0 }
    }

    /// Due on the first tick after this millisecond; never before it, which would wake the room twice.
    pub(super) fn set(&mut self, room: u32, at: u64) {
        let due = (at / TICK).saturating_add(1).max(self.tick + 1);
        let index = room as usize;
        if index >= self.timers.len() {
            self.timers.resize(index + 1, Timer { scheduled: NEVER, due: NEVER });
        }
        let Some(timer) = self.timers.get_mut(index) else { return };
        timer.due = due;
        // A postponed timer is moved when its old slot comes up: moving it for every message would cost more.
        if due < timer.scheduled {
            self.schedule(room, due);
        }
    }

    /// The room is gone.
    pub(super) fn cancel(&mut self, room: u32) {
        if let Some(timer) = self.timers.get_mut(room as usize) {
            *timer = Timer { scheduled: NEVER, due: NEVER };
        }
    }

    fn schedule(&mut self, room: u32, due: u64) {
        let tick = due.min(self.tick + SLOTS - 1);
        if let (Some(timer), Some(slot)) =
            (self.timers.get_mut(room as usize), self.slots.get_mut((tick % SLOTS) as usize))
        {
            timer.scheduled = tick;
            slot.push(room);
        }
    }

    /// Appends to `due` the rooms that are due by this millisecond.
    pub(super) fn advance(&mut self, now: u64, due: &mut Vec<u32>) {
        let (first, last) = (self.tick + 1, now / TICK);
        self.tick = self.tick.max(last);
        for tick in first..=last.min(first + SLOTS - 1) {
            let index = (tick % SLOTS) as usize;
            let mut listed = self.slots.get_mut(index).map(std::mem::take).unwrap_or_default();
            for room in listed.drain(..) {
                self.fire(room, index, due);
            }
            // Keep the allocation, unless the slot is in use again.
            if let Some(slot) = self.slots.get_mut(index).filter(|slot| slot.is_empty()) {
                *slot = listed;
            }
        }
    }

    fn fire(&mut self, room: u32, index: usize, due: &mut Vec<u32>) {
        let Some(timer) = self.timers.get_mut(room as usize) else { return };
        if timer.scheduled > self.tick {
            // Rescheduled or cancelled since; but it may be in this very slot for the next round.
            if timer.scheduled != NEVER
                && (timer.scheduled % SLOTS) as usize == index
                && let Some(slot) = self.slots.get_mut(index)
            {
                slot.push(room);
            }
            return;
        }
        timer.scheduled = NEVER;
        let at = timer.due;
        if at > self.tick {
            self.schedule(room, at);
        } else {
            due.push(room);
        }
    }

    /// The millisecond of the next tick on which a room may be due.
    pub(super) fn next(&self) -> Option<u64> {
        let mut ticks = (self.tick + 1..self.tick + SLOTS)
            .filter(|tick| self.slots.get((tick % SLOTS) as usize).is_some_and(|slot| !slot.is_empty()));
        ticks.next().map(|tick| tick.saturating_mul(TICK))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Action {
        Set(u32, u64),
        Cancel(u32),
        Wait(u64),
    }

    fn actions() -> impl Strategy<Value = Vec<Action>> {
        let ahead = prop_oneof![0u64..50, 0u64..2_000, 0u64..40_000];
        prop::collection::vec(
            prop_oneof![
                4 => (0u32..6, ahead.clone()).prop_map(|(room, ahead)| Action::Set(room, ahead)),
                1 => (0u32..6).prop_map(Action::Cancel),
                3 => ahead.prop_map(Action::Wait),
            ],
            1..60,
        )
    }

    proptest! {
        /// Compared with a plain map: each timer fires once, on the first tick after its time, however long the host slept.
        #[test]
        fn every_room_is_woken_once_and_on_time(actions in actions()) {
            let (mut timers, mut now, mut due) = (Timers::new(), 0, Vec::new());
            let mut expected_at: BTreeMap<u32, u64> = BTreeMap::new();
            for action in actions {
                match action {
                    Action::Set(room, ahead) => {
                        timers.set(room, now + ahead);
                        expected_at.insert(room, ((now + ahead) / TICK + 1) * TICK);
                    }
                    Action::Cancel(room) => {
                        timers.cancel(room);
                        expected_at.remove(&room);
                    }
                    Action::Wait(millis) => now += millis,
                }
                due.clear();
                timers.advance(now, &mut due);
                due.sort_unstable();
                let expected: Vec<u32> =
                    expected_at.iter().filter(|(_, at)| **at <= now / TICK * TICK).map(|(room, _)| *room).collect();
                prop_assert_eq!(&due, &expected);
                expected_at.retain(|room, _| !expected.contains(room));
                if let Some(first) = expected_at.values().min() {
                    let next = timers.next();
                    prop_assert!(next.is_some_and(|next| next <= *first && next > now), "{:?} for {} at {}", next, first, now);
                }
            }
        }
    }
}
