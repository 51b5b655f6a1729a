//! Clocks compared with a model that counts every millisecond down, on random schedules.

use std::time::Duration;

use fastrand::Rng;
use moment::Moment;
use play::clock::{Clock, Lag, Reading, TimeControl};

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn at(n: u64) -> Moment {
    Moment::from_millis(n)
}

fn control(base: u64, periods: u8, period: u64) -> TimeControl {
    TimeControl { base: ms(base), periods, period: ms(period), increment: Duration::ZERO }
}

#[test]
fn base_time_runs_over_into_byo_yomi_inside_one_turn() {
    let mut clock = Clock::new(Some(TimeControl::minutes(10)));
    clock.start(at(0));
    assert_eq!(clock.reading(at(599_000)), Reading::Base { left: ms(1000) });
    assert_eq!(clock.reading(at(600_000)), Reading::ByoYomi { periods: 3, left: ms(30_000) });
    assert_eq!(clock.reading(at(629_999)), Reading::ByoYomi { periods: 3, left: ms(1) });
    assert_eq!(clock.reading(at(630_000)), Reading::ByoYomi { periods: 2, left: ms(30_000) });
    assert_eq!(clock.reading(at(689_999)), Reading::ByoYomi { periods: 1, left: ms(1) });
    assert_eq!(clock.reading(at(690_000)), Reading::Out);
    assert_eq!(clock.runs_out(), Some(at(690_000)));
}

#[test]
fn a_turn_inside_the_period_uses_none_and_a_longer_one_does() {
    let mut clock = Clock::new(Some(control(0, 3, 30_000)));
    clock.start(at(0));
    clock.stop(at(29_999), ms(0));
    assert_eq!(clock.reading(at(40_000)), Reading::ByoYomi { periods: 3, left: ms(30_000) });
    clock.start(at(40_000));
    clock.stop(at(70_001), ms(0));
    assert_eq!(clock.reading(at(80_000)), Reading::ByoYomi { periods: 2, left: ms(30_000) });
}

#[test]
fn a_pause_within_a_period_gives_nothing_back() {
    let mut clock = Clock::new(Some(control(0, 1, 30_000)));
    clock.start(at(0));
    clock.pause(at(20_000));
    assert_eq!(clock.reading(at(500_000)), Reading::ByoYomi { periods: 1, left: ms(10_000) });
    assert_eq!(clock.runs_out(), None);
    clock.start(at(500_000));
    assert_eq!(clock.runs_out(), Some(at(510_000)));
}

#[test]
fn without_a_time_control_nothing_runs_out_but_thinking_is_counted() {
    let mut clock = Clock::new(None);
    clock.start(at(0));
    assert_eq!((clock.runs_out(), clock.reading(at(1 << 40))), (None, Reading::Untimed));
    assert_eq!(clock.stop(at(5000), ms(100)), ms(4900));
    assert_eq!(clock.thought(), ms(4900));
}

#[test]
fn unusual_time_controls_and_clocks_set_back_are_accepted() {
    let mut instant = Clock::new(Some(control(10, 5, 0)));
    instant.start(at(0));
    assert!(instant.is_out(at(10)) && !instant.is_out(at(9)));
    let mut back = Clock::new(Some(control(1000, 0, 0)));
    back.start(at(500));
    assert_eq!(back.reading(at(100)), Reading::Base { left: ms(1000) });
    let mut huge = Clock::new(Some(TimeControl {
        base: Duration::MAX,
        periods: 255,
        period: Duration::MAX,
        increment: Duration::ZERO,
    }));
    huge.start(at(u64::MAX));
    assert!(!huge.is_out(at(u64::MAX)) && huge.runs_out().is_some());
}

#[test]
fn measured_lag_is_compensated_out_of_a_budget() {
    let mut lag = Lag::default();
    assert_eq!(lag.compensate(ms(30)), ms(30));
    assert_eq!(lag.compensate(ms(1000)), ms(170));
    assert_eq!(lag.compensate(ms(1000)), ms(100), "the purse holds only what the last move put in");
    for _ in 0..20 {
        lag.compensate(ms(0));
    }
    assert_eq!(lag.compensate(ms(10_000)), Lag::MAX);
}

/// Counts down one millisecond at a time.
struct Model {
    base: u64,
    periods: u8,
    period: u64,
    full_period: u64,
    out: bool,
    counted: u64,
}

impl Model {
    fn new(base: u64, periods: u8, period: u64) -> Model {
        let out = base == 0 && periods == 0;
        Model { base, periods, period, full_period: period, out, counted: 0 }
    }

    fn tick(&mut self) {
        self.counted += 1;
        if self.base > 0 {
            self.base -= 1;
            self.out = self.base == 0 && self.periods == 0;
            return;
        }
        if self.out {
            return;
        }
        self.period -= 1;
        if self.period == 0 {
            self.periods -= 1;
            self.period = self.full_period;
            self.out = self.periods == 0;
        }
    }

    fn move_made(&mut self) {
        self.period = self.full_period;
    }

    fn reading(&self) -> Reading {
        match (self.out, self.base) {
            (true, _) => Reading::Out,
            (_, 0) => Reading::ByoYomi { periods: self.periods, left: ms(self.period) },
            (_, base) => Reading::Base { left: ms(base) },
        }
    }
}

fn compare_on(seed: u64) {
    let mut dice = Rng::with_seed(seed);
    let (base, periods, period) = (dice.u64(..200), dice.u8(..5), 1 + dice.u64(..60));
    let mut clock = Clock::new(Some(control(base, periods, period)));
    let mut model = Model::new(base, periods, period);
    let (mut now, mut ran) = (dice.u64(..1000), 0);
    for _ in 0..2 + dice.u64(..10) {
        for _ in 0..1 + dice.u64(..3) {
            clock.start(at(now));
            let run = dice.u64(..30);
            let promised = clock.runs_out();
            for step in 0..run {
                model.tick();
                assert_eq!(clock.reading(at(now + step + 1)), model.reading(), "seed {seed}");
                assert_eq!(model.out, promised.is_some_and(|end| at(now + step + 1) >= end), "seed {seed}");
            }
            (now, ran) = (now + run, ran + run);
            if dice.u64(..2) == 0 {
                clock.pause(at(now));
                now += dice.u64(..500);
                assert_eq!(clock.reading(at(now)), model.reading(), "seed {seed}: a pause takes nothing");
            }
        }
        clock.stop(at(now), ms(0));
        model.move_made();
        now += dice.u64(..100);
        assert_eq!(clock.reading(at(now)), model.reading(), "seed {seed}: between turns");
    }
    assert_eq!((clock.thought(), model.counted), (ms(ran), ran), "seed {seed}: not a millisecond is lost");
}

#[test]
fn a_hundred_thousand_schedules_agree_with_counting_every_millisecond() {
    for seed in 0..100_000 {
        compare_on(seed);
    }
}

#[test]
fn an_increment_is_added_after_each_move_made_in_time() {
    let fischer = TimeControl { increment: ms(2000), ..control(10_000, 0, 0) };
    let mut clock = Clock::new(Some(fischer));
    clock.start(Moment::from_millis(0));
    clock.stop(Moment::from_millis(3000), Duration::ZERO);
    assert_eq!(clock.reading(Moment::from_millis(3000)), Reading::Base { left: ms(9000) });
    clock.start(Moment::from_millis(5000));
    assert!(clock.is_out(Moment::from_millis(14_000)), "never during a move");
}
