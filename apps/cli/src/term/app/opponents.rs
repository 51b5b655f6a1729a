//! Opponents: the chosen one for a game, and another one in the middle of it.

use std::time::Duration;

use moment::Moment;
use play::clock::TimeControl;
use play::gtp::{self, Conversation};
use record::go::{Field, GoRecord};
use rules::go::{Color, Rules, Scoring};

use super::start::{Seats, opponent_name, players, title};
use super::{App, Effect, Overlay, Screen};
use crate::term::config::{ColorChoice, GameChoice, OpponentChoice};
use crate::term::engine::CommandLine;
use crate::term::screen::game::{Bot, GameScreen, Opponent};
use crate::term::screen::history::PLAYER;
use crate::term::screen::setup::Setup;

impl App {
    pub(super) fn opponent(
        &self,
        choice: &GameChoice,
        rules: Rules,
        time: Option<TimeControl>,
        effects: &mut Vec<Effect>,
    ) -> Opponent {
        let command = match choice.opponent {
            OpponentChoice::Friend => return Opponent::Human,
            OpponentChoice::Bot => {
                let seed = self.environment.seed.wrapping_add(self.games.into());
                return Opponent::Bot(Bot::new(choice.bot_level(), seed));
            }
            OpponentChoice::GnuGo => {
                let counts_area = rules.scoring == Scoring::Area;
                let rules = if counts_area { "--chinese-rules" } else { "--japanese-rules" };
                CommandLine::gnu_go(choice.level).map(|command| command.with_arg(rules))
            }
            OpponentChoice::Engine => CommandLine::parse(&choice.engine),
        };
        // Not reached: GNU Go can be chosen only if it is installed, and invalid commands are rejected before.
        let Some(command) = command else { return Opponent::Human };
        effects.push(Effect::OpenEngine(command));
        let patience = self.environment.config.engine.timeout.map(Duration::from_secs);
        let conversation = Conversation::new(Some(choice.level)).with_time(time).with_patience(patience);
        Opponent::Engine(Box::new(conversation))
    }

    /// Asks who replaces the opponent.
    pub(super) fn ask_opponent(&mut self) -> Vec<Effect> {
        let choice = self.current.clone().unwrap_or_else(|| self.environment.config.game.clone());
        self.show(Overlay::who_plays(choice, self.environment.gnu_go, None))
    }

    /// The answer to the question who plays: continues the record, or the running game.
    pub(in crate::term) fn seat_chosen(
        &mut self,
        now: Moment,
        form: &Setup,
        record: Option<Box<GoRecord>>,
    ) -> Vec<Effect> {
        let choice = form.choice();
        match record {
            Some(record) => {
                let human = choice.color.drawn(self.environment.seed.wrapping_add(self.games.into()));
                self.seat(now, *record, &Seats { choice: &choice, human, continued: true })
            }
            None => self.change_opponent(now, choice),
        }
    }

    fn change_opponent(&mut self, now: Moment, mut choice: GameChoice) -> Vec<Effect> {
        let human = choice.color.drawn(self.environment.seed.wrapping_add(self.games.into()));
        choice.color = if human == Color::Black { ColorChoice::Black } else { ColorChoice::White };
        let mut effects = self.end_opponent(now);
        let Screen::Game(game) = &self.screen else { return effects };
        let (rules, time) = (game.record().position().rules(), game.local_game.time_control());
        let opponent = self.opponent(&choice, rules, time, &mut effects);
        let Screen::Game(game) = &mut self.screen else { return effects };
        let players = players(&opponent, human);
        game.opponent = opponent;
        rename(game, &choice, human);
        let outputs = game.opponent.engine(now, gtp::Input::Begin);
        effects.extend(game.handle_opponent_outputs(now, outputs).0);
        let done = game.seat(now, players);
        self.current = Some(choice);
        effects.extend(self.game_done(now, done));
        effects
    }

    /// Ends the engine of the game on the screen.
    pub(super) fn end_opponent(&mut self, now: Moment) -> Vec<Effect> {
        let Screen::Game(game) = &mut self.screen else { return Vec::new() };
        let mut effects = Vec::new();
        if matches!(game.opponent, Opponent::Bot(_)) {
            effects.push(Effect::StopThinking);
        }
        let outputs = game.opponent.engine(now, gtp::Input::Quit);
        let stops = outputs.into_iter().filter(|output| !matches!(output, gtp::Output::Died { .. }));
        effects.extend(game.handle_opponent_outputs(now, stops.collect()).0);
        effects
    }

    /// Remembers how the player's own engine calls itself, by which its games are continued.
    pub(super) fn learn_engine_name(&mut self) {
        let is_own = self.current.as_ref().is_some_and(|choice| choice.opponent == OpponentChoice::Engine);
        if let (true, Screen::Game(game)) = (is_own, &self.screen)
            && let Some(engine) = game.opponent.conversation().filter(|engine| engine.is_introduced())
            && !engine.name().is_empty()
        {
            let name = format!("{} {}", engine.name(), engine.version()).trim().to_owned();
            self.environment.config.engine.name = Some(name);
        }
    }
}

/// The names of a game that was recorded here follow who plays.
fn rename(game: &mut GameScreen, choice: &GameChoice, human: Color) {
    let is_ours = ["PB", "PW"].iter().any(|property| game.info(property).as_deref() == Some(PLAYER));
    let name = opponent_name(choice);
    game.engine_placeholder = game.opponent.conversation().map(|_| name.clone());
    if is_ours {
        let names = if human == Color::Black { [PLAYER, &name] } else { [&name, PLAYER] };
        let fields = ["PB", "PW"].into_iter().zip(names);
        let fields: Vec<(Field, &str)> =
            fields.filter_map(|(property, name)| Some((Field::named(property)?, name))).collect();
        // Fails only for characters that the charset of an old record lacks.
        drop(game.local_game.record_mut().set_info(&fields));
        game.title = title(game);
    }
}
