//! The settings form: game, board and time first, the rest in a section that opens.

use leptos::prelude::*;
use play::clock::TimeControl;
use play::protocol::{GameKind, Opponent, Settings, TimeSettings};
use rules::go::{Color, Points};

use super::http::Opponents;
use super::wording;
use crate::language;

/// The current settings, and a callback for changed ones.
#[derive(Clone, Copy)]
struct Edit {
    settings: Signal<Settings>,
    change: Callback<Settings>,
}

impl Edit {
    fn with(self, edit: impl FnOnce(&mut Settings)) {
        let mut new = self.settings.get_untracked();
        edit(&mut new);
        self.change.run(new);
    }

    fn time(self, edit: impl FnOnce(&mut TimeSettings)) {
        self.with(|new| {
            if let Some(time) = &mut new.time {
                edit(time);
            }
        });
    }

    fn is(self, what: impl Fn(&Settings) -> bool + Send + Sync + 'static) -> Signal<bool> {
        Signal::derive(move || self.settings.with(&what))
    }
}

#[component]
pub fn SettingsForm(
    #[prop(into)] settings: Signal<Settings>,
    change: impl Fn(Settings) + Send + Sync + 'static,
    /// The label of the player whose colour is chosen here.
    #[prop(optional, into)]
    host: Option<&'static str>,
    /// The automatic players that the host offers.
    #[prop(optional)]
    opponents: Option<RwSignal<Opponents>>,
    /// For the next game of the same two players, who swap colours.
    #[prop(optional)]
    same_players: bool,
) -> impl IntoView {
    let words = language::play();
    let edit = Edit { settings, change: Callback::new(change) };
    view! {
        <div class="agreement">
            {game(edit)}
            <div class="form columns">{size(edit)} {time(edit)}</div>
            {opponents.map(|opponents| opponent(edit, opponents))}
            <details class="more">
                <summary>{words.more_settings}</summary>
                <div class="form columns">
                    {main_time(edit)} {increment(edit)} {periods(edit)} {period(edit)} {komi(edit)} {handicap(edit)}
                    {lateness(edit)} {(!same_players).then(|| colour(edit, host.unwrap_or(words.opener_plays)))}
                </div>
            </details>
        </div>
    }
}

fn game(edit: Edit) -> impl IntoView {
    let option = |kind: GameKind| {
        let chosen = edit.is(move |settings| settings.game == kind);
        // An engine stays: what it cannot play is not offered.
        let cannot = edit.is(move |settings| !plays(&settings.opponent, kind));
        view! { <option value=format!("{kind:?}") selected=chosen disabled=cannot>{wording::kind(kind)}</option> }
    };
    let choose = move |name: String| {
        if let Some(kind) = GameKind::ALL.into_iter().find(|kind| format!("{kind:?}") == name) {
            edit.with(|new| {
                if new.game.is_simultaneous() != kind.is_simultaneous() {
                    new.komi = if kind.is_simultaneous() { 0 } else { 13 };
                }
                if kind.is_simultaneous() {
                    new.handicap = 0;
                }
                new.game = kind;
            });
        }
    };
    view! {
        <div class="form">
            <label>
                {language::play().game}
                <select name="game" on:change=move |event| choose(event_target_value(&event))>
                    {GameKind::ALL.map(option).collect_view()}
                </select>
            </label>
        </div>
    }
}

fn size(edit: Edit) -> impl IntoView {
    let option = |size: u8| {
        let chosen = edit.is(move |settings| settings.board_size == size);
        view! { <option value=size.to_string() selected=chosen>{format!("{size} × {size}")}</option> }
    };
    let choose = move |text: String| {
        if let Ok(size) = text.parse() {
            edit.with(|new| {
                new.board_size = size;
                new.handicap = if fits(new, new.handicap) { new.handicap } else { 0 };
            });
        }
    };
    view! {
        <label>
            {language::play().board}
            <select name="size" on:change=move |event| choose(event_target_value(&event))>
                {[9_u8, 13, 19].map(option).collect_view()}
            </select>
        </label>
    }
}

/// The offered clocks: fast ones, then the usual base times with byo-yomi.
fn time(edit: Edit) -> impl IntoView {
    let fast = |base_seconds, periods, period_seconds, increment_seconds| TimeSettings {
        base_seconds,
        periods,
        period_seconds,
        increment_seconds,
    };
    let blitz = [
        fast(60, 0, 30, 2),
        fast(180, 0, 30, 2),
        fast(300, 0, 30, 3),
        fast(30, 5, 10, 0),
        fast(300, 3, 15, 0),
    ];
    let usual = TimeControl::BASES.map(TimeSettings::minutes);
    let offered: Vec<TimeSettings> = blitz.into_iter().chain(usual).collect();
    let option = |time: TimeSettings| {
        let chosen = edit.is(move |settings| settings.time == Some(time));
        view! { <option value=clock_value(time) selected=chosen>{wording::time(time)}</option> }
    };
    let clocks = offered.clone();
    let choose = move |text: String| {
        let time = clocks.iter().copied().find(|time| clock_value(*time) == text);
        edit.with(|new| new.time = time);
    };
    let untimed = edit.is(|settings| settings.time.is_none());
    let options = offered.iter().copied().map(option).collect_view();
    // A clock that is not offered stays as it is.
    let odd = move || {
        let time = edit.settings.get().time.filter(|time| !offered.contains(time))?;
        Some(view! { <option value="odd" selected disabled>{wording::time(time)}</option> })
    };
    view! {
        <label>
            {language::play().time_each}
            <select name="time" on:change=move |event| choose(event_target_value(&event))>
                <option value="" selected=untimed>{language::play().no_clock_choice}</option>
                {odd}
                {options}
            </select>
        </label>
    }
}

/// The usual clocks by their minutes, the others by all their numbers.
fn clock_value(time: TimeSettings) -> String {
    let TimeSettings { base_seconds, periods, period_seconds, increment_seconds } = time;
    if time == TimeSettings::minutes(base_seconds / 60) {
        return (base_seconds / 60).to_string();
    }
    format!("{base_seconds}+{periods}x{period_seconds}+{increment_seconds}")
}

/// From one second to five hours.
fn main_time(edit: Edit) -> impl IntoView {
    let set = |time: &mut TimeSettings, seconds| time.base_seconds = seconds;
    time_number(edit, ("base", language::play().main_seconds), (1, 18_000), |time| time.base_seconds, set)
}

/// With an increment there are no periods.
fn increment(edit: Edit) -> impl IntoView {
    let set = |time: &mut TimeSettings, seconds| {
        time.increment_seconds = seconds;
        if seconds > 0 {
            time.periods = 0;
        }
    };
    time_number(edit, ("increment", language::play().increment), (0, 600), |time| time.increment_seconds, set)
}

/// A number of the clock. Without a clock it cannot be set.
fn time_number(
    edit: Edit,
    (name, label): (&'static str, &'static str),
    (min, max): (u32, u32),
    get: fn(TimeSettings) -> u32,
    set: fn(&mut TimeSettings, u32),
) -> impl IntoView {
    let choose = move |text: String| {
        if let Ok(number) = text.parse() {
            edit.time(|time| set(time, number));
        }
    };
    view! {
        <label>
            {label}
            <input
                name=name type="number" min=min max=max
                disabled=edit.is(|settings| settings.time.is_none())
                prop:value=move || edit.settings.get().time.map_or(0, get)
                on:change=move |event| choose(event_target_value(&event))
            />
        </label>
    }
}

fn periods(edit: Edit) -> impl IntoView {
    let set = |time: &mut TimeSettings, periods| {
        time.periods = u8::try_from(periods).unwrap_or(time.periods);
        if time.periods > 0 {
            time.increment_seconds = 0;
        }
    };
    time_number(edit, ("periods", language::play().periods), (0, 100), |time| time.periods.into(), set)
}

fn period(edit: Edit) -> impl IntoView {
    let set = |time: &mut TimeSettings, seconds| time.period_seconds = seconds;
    time_number(edit, ("period", language::play().seconds_each), (1, 3600), |time| time.period_seconds, set)
}

fn komi(edit: Edit) -> impl IntoView {
    let choose = move |text: String| {
        if let Some(halves) = Points::parse(&text).and_then(|komi| i16::try_from(komi.in_quarters() / 2).ok())
        {
            edit.with(|new| new.komi = halves);
        }
    };
    view! {
        <label>
            {language::play().komi}
            <input
                name="komi" type="text" inputmode="decimal"
                prop:value=move || edit.settings.get().komi().to_string()
                on:change=move |event| choose(event_target_value(&event))
            />
        </label>
    }
}

/// The largest handicap on this board in this game.
fn fits(settings: &Settings, handicap: u8) -> bool {
    Settings { handicap, ..settings.clone() }.check().is_ok()
}

fn handicap(edit: Edit) -> impl IntoView {
    let option = |stones: u8| {
        let chosen = edit.is(move |settings| settings.handicap == stones);
        let title = wording::handicap(stones);
        let cannot = edit.is(move |settings| !fits(settings, stones));
        view! { <option value=stones.to_string() selected=chosen disabled=cannot>{title}</option> }
    };
    let choose = move |text: String| {
        if let Ok(stones) = text.parse() {
            edit.with(|new| {
                // With handicap stones the komi is half a point, which only decides draws.
                new.komi = if stones > 0 { 1 } else { 13 };
                new.handicap = stones;
            });
        }
    };
    view! {
        <label>
            {language::play().handicap}
            <select
                name="handicap"
                disabled=edit.is(|settings| settings.game.is_simultaneous())
                on:change=move |event| choose(event_target_value(&event))
            >
                {[0_u8, 2, 3, 4, 5, 6, 7, 8, 9].map(option).collect_view()}
            </select>
        </label>
    }
}

fn plays(opponent: &Opponent, kind: GameKind) -> bool {
    !(kind.is_simultaneous() && matches!(opponent, Opponent::Engine(_)))
}

/// The same in every language.
fn value(opponent: &Opponent) -> String {
    match opponent {
        Opponent::Person => "person".to_owned(),
        Opponent::Bot(level) => format!("bot {}", level.0.name()),
        Opponent::Engine(name) => format!("engine {name}"),
    }
}

fn opponent(edit: Edit, opponents: RwSignal<Opponents>) -> impl IntoView {
    let option = move |one: Opponent| {
        let (value, title) = (value(&one), wording::opponent(&one));
        let same = one.clone();
        let chosen = edit.is(move |settings| settings.opponent == same);
        let cannot = edit.is(move |settings| !plays(&one, settings.game));
        view! { <option value=value selected=chosen disabled=cannot>{title}</option> }
    };
    let choose = move |chosen: String| {
        let chosen = opponents.get_untracked().all().into_iter().find(|one| value(one) == chosen);
        edit.with(|new| new.opponent = chosen.unwrap_or_default());
    };
    view! {
        <div class="form">
            <label>
                {language::play().opponent}
                <select name="opponent" on:change=move |event| choose(event_target_value(&event))>
                    {move || opponents.get().all().into_iter().map(option).collect_view()}
                </select>
            </label>
            <p class="muted hint" hidden=move || opponents.get().engines.is_empty()>{language::play().engines_in_turns}</p>
        </div>
    }
}

fn lateness(edit: Edit) -> impl IntoView {
    let choose = move |word: String| edit.with(|new| new.loss_on_time = word == "loses");
    view! {
        <label class="wide">
            {language::play().out_of_time}
            <select name="lateness" on:change=move |event| choose(event_target_value(&event))>
                <option value="passes" selected=edit.is(|settings| !settings.loss_on_time)>{language::play().passes_then}</option>
                <option value="loses" selected=edit.is(|settings| settings.loss_on_time)>{language::play().loses}</option>
            </select>
        </label>
    }
}

fn colour(edit: Edit, who: &'static str) -> impl IntoView {
    let option = |color: Color| {
        let chosen = edit.is(move |settings| settings.host_color == color);
        view! { <option value=color.letter().to_string() selected=chosen>{wording::color(color)}</option> }
    };
    let choose = move |name: String| {
        let color = if name == "W" { Color::White } else { Color::Black };
        edit.with(|new| new.host_color = color);
    };
    view! {
        <label class="wide">
            {who}
            <select name="color" on:change=move |event| choose(event_target_value(&event))>
                {Color::BOTH.map(option).collect_view()}
            </select>
        </label>
    }
}
