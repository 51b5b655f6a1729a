//! Who acts and how, the dice, the cube, the score and the rules.

use leptos::prelude::*;
use rules::backgammon::{Dice, SetUpInput, Side, Stage, Stake};

use super::Setting;
use crate::controls::Switch;
use crate::language;

/// The highest cube that can be chosen, as a power of two.
const HIGHEST_CUBE: u8 = 10;

#[component]
pub(super) fn Options() -> impl IntoView {
    view! {
        <div class="form columns set-up-options">
            <OnRoll />
            <Happens />
            <DiceChoice />
            <CubeChoice />
            <MatchChoice />
        </div>
    }
}

fn number(text: &str) -> u16 {
    text.trim().parse().unwrap_or(0)
}

#[component]
fn OnRoll() -> impl IntoView {
    let setting = Setting::here();
    let turn = setting.watch(|position| position.turn);
    let choose = move |event| {
        let side = if event_target_value(&event) == "top" { Side::Top } else { Side::Bottom };
        setting.handle(SetUpInput::Turn(side));
    };
    view! {
        <label>
            {language::set_up().on_roll}
            <select name="turn" on:change=choose>
                <option value="bottom" selected=move || turn.get() == Side::Bottom>{move || setting.name_of(Side::Bottom)}</option>
                <option value="top" selected=move || turn.get() == Side::Top>{move || setting.name_of(Side::Top)}</option>
            </select>
        </label>
    }
}

/// The name of a stage in the form.
fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::OnRoll => "roll",
        Stage::Rolled(_) => "play",
        Stage::Doubled => "double",
        Stage::Beavered => "beaver",
        Stage::Raccooned => "raccoon",
    }
}

#[component]
fn Happens() -> impl IntoView {
    let words = language::set_up();
    let setting = Setting::here();
    let stage = setting.watch(|position| stage_name(position.stage));
    let choose = move |event| {
        let stage = match event_target_value(&event).as_str() {
            "play" => Dice::new(3, 1).map(Stage::Rolled),
            "double" => Some(Stage::Doubled),
            "beaver" => Some(Stage::Beavered),
            "raccoon" => Some(Stage::Raccooned),
            _ => Some(Stage::OnRoll),
        };
        stage.into_iter().for_each(|stage| setting.handle(SetUpInput::Stage(stage)));
    };
    let options = [
        ("roll", words.to_roll),
        ("play", words.to_play),
        ("double", words.has_doubled),
        ("beaver", words.was_beavered),
        ("raccoon", words.has_raccooned),
    ];
    view! {
        <label>
            {words.happens}
            <select name="stage" on:change=choose>
                {options.map(|(name, text)| view! { <option value=name selected=move || stage.get() == name>{text}</option> }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn DiceChoice() -> impl IntoView {
    let words = language::set_up();
    let setting = Setting::here();
    let dice = setting.watch(|position| position.dice().map(|dice| [dice.high(), dice.low()]));
    let die = move |n: usize, label: &'static str| {
        let choose = move |event| {
            let chosen = u8::try_from(number(&event_target_value(&event))).unwrap_or(1);
            let other = dice.get_untracked().and_then(|dice| dice.get(1 - n).copied()).unwrap_or(1);
            let dice = Dice::new(chosen, other);
            dice.into_iter().for_each(|dice| setting.handle(SetUpInput::Stage(Stage::Rolled(dice))));
        };
        let is = move |value: u8| dice.get().and_then(|dice| dice.get(n).copied()) == Some(value);
        view! {
            <select name=format!("die-{n}") aria-label=label disabled=move || dice.get().is_none() on:change=choose>
                {(1..=6_u8).map(|value| view! { <option value=value.to_string() selected=move || is(value)>{value}</option> }).collect_view()}
            </select>
        }
    };
    view! {
        <div class="set-up-pair" role="group" aria-label=words.dice>
            <span>{words.dice}</span>
            {die(0, words.first_die)}
            {die(1, words.second_die)}
        </div>
    }
}

#[component]
fn CubeChoice() -> impl IntoView {
    let words = language::set_up();
    let setting = Setting::here();
    let cube = setting.watch(|position| (position.cube.log2(), position.cube.owner));
    let choose_value = move |event| {
        let log2 = u8::try_from(number(&event_target_value(&event))).unwrap_or(0);
        setting.handle(SetUpInput::CubeValue(log2));
    };
    let choose_owner = move |event| {
        let owner = match event_target_value(&event).as_str() {
            "bottom" => Some(Side::Bottom),
            "top" => Some(Side::Top),
            _ => None,
        };
        setting.handle(SetUpInput::CubeOwner(owner));
    };
    let owner = move |name: &'static str, side: Option<Side>| {
        let text = move || side.map_or(words.centre, |side| setting.name_of(side));
        view! { <option value=name selected=move || cube.get().1 == side>{text}</option> }
    };
    view! {
        <div class="set-up-pair" role="group" aria-label=words.cube>
            <span>{words.cube}</span>
            <select name="cube" aria-label=words.cube_value on:change=choose_value>
                {(0..=HIGHEST_CUBE).map(|log2| view! {
                    <option value=log2.to_string() selected=move || cube.get().0 == log2>{(1_u32 << log2).to_string()}</option>
                }).collect_view()}
            </select>
            <select name="owner" aria-label=words.cube_owner on:change=choose_owner>
                {owner("", None)}
                {owner("bottom", Some(Side::Bottom))}
                {owner("top", Some(Side::Top))}
            </select>
        </div>
    }
}

#[component]
fn MatchChoice() -> impl IntoView {
    let words = language::set_up();
    let setting = Setting::here();
    let stake = setting.watch(|position| position.stake);
    let is_match = move || matches!(stake.get(), Stake::Match { .. });
    let length = setting.watch(|position| position.match_length().unwrap_or(0));
    let points = move |side: Side, name: &'static str| {
        let score = Memo::new(move |_| setting.read(|position| position.score.of(side)));
        let set = move |event| {
            setting.handle(SetUpInput::Points { side, points: number(&event_target_value(&event)) });
        };
        view! {
            <input type="number" name=name min="0" max="99" inputmode="numeric" aria-label=move || setting.name_of(side)
                prop:value=move || score.get().to_string() on:change=set />
        }
    };
    let rule = move |label: &'static str, is_on: fn(Stake) -> bool, input: fn(bool) -> SetUpInput| {
        view! {
            <label class="set-up-rule">
                <Switch is_on=move || is_on(stake.get()) turn=move |on| setting.handle(input(on)) />
                {label}
            </label>
        }
    };
    view! {
        <label>
            {words.length}
            <input type="number" name="length" min="0" max="99" inputmode="numeric" prop:value=move || length.get().to_string()
                on:change=move |event| setting.handle(SetUpInput::Length(number(&event_target_value(&event)))) />
        </label>
        <div class="set-up-pair" role="group" aria-label=words.score>
            <span>{words.score}</span>
            {points(Side::Bottom, "bottom-points")}
            {points(Side::Top, "top-points")}
        </div>
        <div class="set-up-rules">
            {move || match is_match() {
                true => rule(words.crawford, |stake| matches!(stake, Stake::Match { crawford: true, .. }), SetUpInput::Crawford).into_any(),
                false => view! {
                    {rule(words.jacoby, |stake| matches!(stake, Stake::Money { jacoby: true, .. }), SetUpInput::Jacoby)}
                    {rule(words.beavers, |stake| matches!(stake, Stake::Money { beavers: true, .. }), SetUpInput::Beavers)}
                }
                .into_any(),
            }}
        </div>
    }
}
