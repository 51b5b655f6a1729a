//! The match on the page: it rolls dice, asks gnubg when it is its turn, and is stored after every action.

use api::cards::Analyse;
use api::{CallError, ErrorCode};
use flashcards::Question;
use i18n::fill;
use leptos::prelude::*;
use leptos::task::spawn_local;
use play::backgammon::{BackgammonTable, GnubgLevel, Need, Refusal, TableInput, TableSettings};
use rules::backgammon::{Dice, PartialPlay, Side};
use web_sys::AbortController;

use super::answer::{self, Next};
use super::saved::{self, SavedMatch};
use crate::backgammon_board::Hand;
use crate::client::call_until;
use crate::pages::Page;
use crate::play::saved_seats::random;
use crate::{handoff, language, route};

/// In the address of the page.
pub const PARAMETER: &str = "backgammon";
const OPPONENT: &str = "GNU Backgammon";

#[derive(Clone, Copy)]
pub struct BackgammonGame {
    table: RwSignal<Option<BackgammonTable>>,
    pub level: RwSignal<GnubgLevel>,
    date: RwSignal<String>,
    /// The play that the person is making.
    pub hand: Hand,
    pub is_thinking: RwSignal<bool>,
    /// Why gnubg does not answer, or what is not stored.
    pub problem: RwSignal<Option<String>>,
    pub is_shown: RwSignal<bool>,
    request: StoredValue<Option<AbortController>, LocalStorage>,
}

impl BackgammonGame {
    pub fn provide() {
        let table = RwSignal::new(None::<BackgammonTable>);
        let is_open = move || table.with(|table| table.as_ref().is_some_and(is_my_roll));
        let game = BackgammonGame {
            table,
            level: RwSignal::new(GnubgLevel::default()),
            date: RwSignal::new(String::new()),
            hand: Hand::new(is_open, || {}),
            is_thinking: RwSignal::new(false),
            problem: RwSignal::new(None),
            is_shown: RwSignal::new(false),
            request: StoredValue::new_local(None),
        };
        provide_context(game);
        game.follow_address();
        route::on_navigation(move || game.follow_address());
    }

    pub fn here() -> BackgammonGame {
        expect_context()
    }

    pub fn read<T>(self, look: impl FnOnce(&BackgammonTable) -> T) -> Option<T> {
        self.table.with(|table| table.as_ref().map(look))
    }

    fn peek<T>(self, look: impl FnOnce(&BackgammonTable) -> T) -> Option<T> {
        self.table.with_untracked(|table| table.as_ref().map(look))
    }

    /// The address of the match.
    pub fn address() -> String {
        format!("{}?{PARAMETER}=1", Page::Play.path())
    }

    fn follow_address(self) {
        let is_here =
            leptos::prelude::window().location().pathname().is_ok_and(|path| path == Page::Play.path());
        if !is_here {
            return;
        }
        let is_wanted = route::query(PARAMETER).is_some();
        if is_wanted && self.table.with_untracked(Option::is_none) {
            self.resume();
        }
        self.is_shown.set(is_wanted && self.table.with_untracked(Option::is_some));
    }

    fn resume(self) {
        if let Some(saved) = saved::load() {
            self.level.set(saved.level());
            self.date.set(saved.date.clone());
            self.table.set(Some(saved.table()));
            self.proceed();
        }
    }

    pub fn begin(self, length: u16, level: GnubgLevel, name: &str) {
        self.stop_thinking();
        let settings = TableSettings { length, name: name.to_owned(), opponent: OPPONENT.to_owned() };
        self.level.set(level);
        self.date.set(saved::today());
        self.table.set(Some(BackgammonTable::new(settings)));
        self.proceed();
        route::go(&BackgammonGame::address());
        self.follow_address();
    }

    /// False if the input does not fit now.
    pub fn act(self, input: TableInput) -> bool {
        let handled =
            self.table.try_update(|table| table.as_mut().map(|table| table.handle(input))).flatten();
        if handled == Some(Ok(())) {
            self.problem.set(None);
            self.proceed();
        }
        handled == Some(Ok(()))
    }

    /// Whatever needs no decision of the person: dice, and what gnubg does.
    fn proceed(self) {
        loop {
            let Some(need) = self.peek(BackgammonTable::need) else { return };
            let may_double = self.peek(BackgammonTable::may_double).unwrap_or_default();
            let input = match need {
                Need::OpeningDice => {
                    let [bottom, top] = two_dice();
                    TableInput::Opening { bottom, top }
                }
                Need::Turn(Side::Bottom) if !may_double => TableInput::Roll(roll()),
                _ => match self.peek(|table| answer::next(table, roll)) {
                    Some(Next::Act(input)) => input,
                    Some(Next::Ask(question)) => {
                        self.ask(*question);
                        break;
                    }
                    Some(Next::Wait) | None => break,
                },
            };
            let handled =
                self.table.try_update(|table| table.as_mut().map(|table| table.handle(input))).flatten();
            if !matches!(handled, Some(Ok(()) | Err(Refusal::Tie))) {
                break;
            }
        }
        let position = self.peek(|table| is_my_roll(table).then_some(*table.position())).flatten();
        self.hand.begin(position.as_ref());
        self.store();
    }

    fn store(self) {
        let saved =
            self.peek(|table| SavedMatch::of(table, self.level.get_untracked(), &self.date.get_untracked()));
        if saved.is_some_and(|saved| saved::store(&saved).is_err()) {
            self.problem.set(Some(language::backgammon_play().not_stored.to_owned()));
        }
    }

    fn stop_thinking(self) {
        if let Some(request) = self.request.try_update_value(Option::take).flatten() {
            request.abort();
        }
        self.is_thinking.set(false);
    }

    fn ask(self, question: Question) {
        self.stop_thinking();
        let Ok(controller) = AbortController::new() else { return };
        let signal = controller.signal();
        self.request.set_value(Some(controller));
        self.is_thinking.set(true);
        let level = self.level.get_untracked();
        let call = api::cards::analyse(&Analyse { question, plies: level.plies() });
        spawn_local(async move {
            let answered = call_until(call, Some(&signal)).await;
            if signal.aborted() {
                return;
            }
            self.request.set_value(None);
            self.is_thinking.set(false);
            match answered {
                Ok(decision) => {
                    let input = answer::input(&decision, level, seed(), roll);
                    if !input.is_some_and(|input| self.act(input)) {
                        self.problem.set(Some(language::backgammon_play().not_understood.to_owned()));
                    }
                }
                Err(CallError::Aborted) => {}
                Err(error) => self.problem.set(Some(problem(&error))),
            }
        });
    }

    pub fn try_again(self) {
        self.problem.set(None);
        self.proceed();
    }

    /// Confirms the play, or does what the main button does.
    pub fn advance(self) {
        match self.peek(BackgammonTable::need) {
            Some(Need::Turn(Side::Bottom)) => _ = self.act(TableInput::Roll(roll())),
            Some(Need::Play(Side::Bottom)) => self.confirm(),
            Some(Need::NextGame) => _ = self.act(TableInput::NextGame),
            _ => {}
        }
    }

    /// Whether all that can be played is played.
    pub fn is_complete(self) -> bool {
        self.hand.moved.with(|moved| moved.as_ref().is_some_and(PartialPlay::is_complete))
    }

    fn confirm(self) {
        let play = self.hand.moved.with_untracked(|moved| {
            moved.as_ref().filter(|moved| moved.is_complete()).map(PartialPlay::play)
        });
        if let Some(play) = play {
            self.act(TableInput::Play(play));
        }
    }

    /// False if the key means nothing now.
    pub fn key(self, key: &str) -> bool {
        match (key, self.peek(BackgammonTable::need)) {
            ("Enter" | " ", _) => self.advance(),
            ("Backspace", _) => self.hand.take_back(),
            ("d" | "D", Some(Need::Turn(Side::Bottom))) => _ = self.act(TableInput::Double),
            ("t" | "T", Some(Need::Answer(Side::Bottom))) => _ = self.act(TableInput::Take),
            ("p" | "P", Some(Need::Answer(Side::Bottom))) => _ = self.act(TableInput::Pass),
            _ => return false,
        }
        true
    }

    /// What has happened last, and what is next.
    pub fn status(self) -> String {
        let last = self.read(last_text).flatten().unwrap_or_default();
        let next = self.read(|table| next_text(table, self.is_thinking.get())).unwrap_or_default();
        format!("{last} {next}").trim().to_owned()
    }

    fn file(self) -> Option<(String, String)> {
        self.peek(|table| {
            let name = format!("{}.mat", language::backgammon_play().file_name);
            (name, table.mat(&self.date.get_untracked()))
        })
    }

    pub fn open_in_study(self) {
        if let Some((name, mat)) = self.file() {
            handoff::open_in_study(&name, mat.as_bytes());
        }
    }

    pub fn review(self) {
        if let Some((name, mat)) = self.file() {
            handoff::review_in_study(&name, mat.as_bytes());
        }
    }
}

fn is_my_roll(table: &BackgammonTable) -> bool {
    table.need() == Need::Play(Side::Bottom)
}

fn problem(error: &CallError) -> String {
    let is_missing = error.api_error().is_some_and(|error| error.code == ErrorCode::GnubgMissing);
    if is_missing {
        return language::backgammon_play().gnubg_missing.to_owned();
    }
    error.message_in(api::cards::wording, language::here())
}

/// GNU Backgammon's last action, which the person has not made.
fn last_text(table: &BackgammonTable) -> Option<String> {
    let (side, action) = table.games().last()?.actions.last()?;
    (*side == Side::Top).then(|| {
        let values = [("name", OPPONENT), ("action", &super::action_text(action))];
        fill(language::backgammon_play().last, &values)
    })
}

fn next_text(table: &BackgammonTable, is_thinking: bool) -> String {
    let words = language::backgammon_play();
    let dice = table.position().dice().map(|dice| dice.to_string()).unwrap_or_default();
    let won = || {
        let won = table.games().last().and_then(|game| game.won)?;
        let name = if won.side == Side::Bottom { &table.settings().name } else { &table.settings().opponent };
        Some(language::here().count_with(
            language::study().match_won,
            usize::from(won.points),
            &[("name", name)],
        ))
    };
    match table.need() {
        _ if is_thinking => words.thinking.to_owned(),
        Need::Turn(Side::Bottom) => words.your_turn.to_owned(),
        Need::Play(Side::Bottom) if table.position().legal_plays().is_empty() => {
            fill(words.you_cannot_move, &[("dice", &dice)])
        }
        Need::Play(Side::Bottom) => fill(words.your_roll, &[("dice", &dice)]),
        Need::Answer(Side::Bottom) => {
            let value = table.position().offered().unwrap_or(2).to_string();
            fill(words.you_are_doubled, &[("value", &value)])
        }
        Need::NextGame => won().unwrap_or_default(),
        Need::Nothing => {
            let winner = table.winner().unwrap_or(Side::Bottom);
            let TableSettings { name, opponent, .. } = table.settings();
            fill(words.match_won, &[("name", if winner == Side::Bottom { name } else { opponent })])
        }
        Need::OpeningDice | Need::Turn(_) | Need::Play(_) | Need::Answer(_) => String::new(),
    }
}

/// Two fair dice: bytes that would favour low numbers are left out.
fn two_dice() -> [u8; 2] {
    const FAIR: u8 = 252;
    loop {
        let mut fair = random().into_iter().filter(|byte| *byte < FAIR).map(|byte| byte % 6 + 1);
        if let (Some(one), Some(other)) = (fair.next(), fair.next()) {
            return [one, other];
        }
    }
}

fn roll() -> Dice {
    loop {
        let [one, other] = two_dice();
        if let Some(dice) = Dice::new(one, other) {
            return dice;
        }
    }
}

fn seed() -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = random();
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}
