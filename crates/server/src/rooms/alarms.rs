//! When rooms want to be woken. They wake on a common beat: one waking for a few of them costs far less than one for
//! each, and who looks at a clock does not see it. Setting an alarm touches nothing but this list.

/// The length of a beat in milliseconds.
pub(super) const BEAT: u64 = 8;
/// Beats that are told apart: eight seconds. What is due later is put off once more on the way.
const SLOTS: u64 = 1024;
const NEVER: u64 = u64::MAX;

#[derive(Clone, Copy)]
struct Alarm {
    /// The beat on which it rings.
    set: u64,
    /// The beat on which it should. Later, if something was said meanwhile.
    wanted: u64,
}

pub(super) struct Alarms {
    slots: Vec<Vec<u32>>,
    rooms: Vec<Alarm>,
    /// The last beat that was rung.
    beat: u64,
}

impl Alarms {
    pub(super) fn new() -> Alarms {
        Alarms { slots: vec![Vec::new(); SLOTS as usize], rooms: Vec::new(), beat: 0 }
    }

    /// On the first beat after this millisecond; never before it, which would wake the room twice.
    pub(super) fn set(&mut self, room: u32, at: u64) {
        let wanted = (at / BEAT).saturating_add(1).max(self.beat + 1);
        let place = room as usize;
        if place >= self.rooms.len() {
            self.rooms.resize(place + 1, Alarm { set: NEVER, wanted: NEVER });
        }
        let Some(alarm) = self.rooms.get_mut(place) else { return };
        alarm.wanted = wanted;
        // One that rings too early is put off then; moving it for every message would cost more.
        if wanted < alarm.set {
            self.put(room, wanted);
        }
    }

    /// The room is gone.
    pub(super) fn forget(&mut self, room: u32) {
        if let Some(alarm) = self.rooms.get_mut(room as usize) {
            *alarm = Alarm { set: NEVER, wanted: NEVER };
        }
    }

    fn put(&mut self, room: u32, wanted: u64) {
        let beat = wanted.min(self.beat + SLOTS - 1);
        if let (Some(alarm), Some(slot)) =
            (self.rooms.get_mut(room as usize), self.slots.get_mut((beat % SLOTS) as usize))
        {
            alarm.set = beat;
            slot.push(room);
        }
    }

    /// The rooms that are due by this millisecond, into `due`.
    pub(super) fn ring(&mut self, now: u64, due: &mut Vec<u32>) {
        let (first, last) = (self.beat + 1, now / BEAT);
        self.beat = self.beat.max(last);
        for beat in first..=last.min(first + SLOTS - 1) {
            let place = (beat % SLOTS) as usize;
            let mut waiting = self.slots.get_mut(place).map(std::mem::take).unwrap_or_default();
            for room in waiting.drain(..) {
                self.look_at(room, place, due);
            }
            // Its space is used again, unless somebody is in it already.
            if let Some(slot) = self.slots.get_mut(place).filter(|slot| slot.is_empty()) {
                *slot = waiting;
            }
        }
    }

    fn look_at(&mut self, room: u32, place: usize, due: &mut Vec<u32>) {
        let Some(alarm) = self.rooms.get_mut(room as usize) else { return };
        if alarm.set > self.beat {
            // Set anew since, or taken away; but it may have been put just here for the next time around.
            if alarm.set != NEVER
                && (alarm.set % SLOTS) as usize == place
                && let Some(slot) = self.slots.get_mut(place)
            {
                slot.push(room);
            }
            return;
        }
        alarm.set = NEVER;
        let wanted = alarm.wanted;
        if wanted > self.beat {
            self.put(room, wanted);
        } else {
            due.push(room);
        }
    }

    /// The millisecond of the next beat on which something may be due.
    pub(super) fn next(&self) -> Option<u64> {
        let beats = self.beat + 1..self.beat + SLOTS;
        let mut waited =
            beats.filter(|beat| self.slots.get((beat % SLOTS) as usize).is_some_and(|slot| !slot.is_empty()));
        waited.next().map(|beat| beat.saturating_mul(BEAT))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Step {
        Set(u32, u64),
        Forget(u32),
        Wait(u64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let ahead = prop_oneof![0u64..50, 0u64..2_000, 0u64..40_000];
        prop::collection::vec(
            prop_oneof![
                4 => (0u32..6, ahead.clone()).prop_map(|(room, ahead)| Step::Set(room, ahead)),
                1 => (0u32..6).prop_map(Step::Forget),
                3 => ahead.prop_map(Step::Wait),
            ],
            1..60,
        )
    }

    proptest! {
        /// Beside a list of what every room wants: each rings once, on the first beat after it, however long the host slept.
        #[test]
        fn every_room_is_woken_once_and_in_time(steps in steps()) {
            let (mut alarms, mut now, mut due) = (Alarms::new(), 0, Vec::new());
            let mut wanted: BTreeMap<u32, u64> = BTreeMap::new();
            for step in steps {
                match step {
                    Step::Set(room, ahead) => {
                        alarms.set(room, now + ahead);
                        wanted.insert(room, ((now + ahead) / BEAT + 1) * BEAT);
                    }
                    Step::Forget(room) => {
                        alarms.forget(room);
                        wanted.remove(&room);
                    }
                    Step::Wait(millis) => now += millis,
                }
                due.clear();
                alarms.ring(now, &mut due);
                due.sort_unstable();
                let expected: Vec<u32> =
                    wanted.iter().filter(|(_, at)| **at <= now / BEAT * BEAT).map(|(room, _)| *room).collect();
                prop_assert_eq!(&due, &expected);
                wanted.retain(|room, _| !expected.contains(room));
                if let Some(first) = wanted.values().min() {
                    let next = alarms.next();
                    prop_assert!(next.is_some_and(|next| next <= *first && next > now), "{:?} for {} at {}", next, first, now);
                }
            }
        }
    }
}
