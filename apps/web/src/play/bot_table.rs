//! A game against the bot: the table runs in this page, with the bot at the other seat. The bot thinks in a worker about
//! the record alone and commits to its move through its own client, so the player's commitment never reaches it.

use bot::{Answer, Level};
use moment::Moment;
use play::automatic_player::{BotPlayer, BotTask};
use play::client::{Action, Client, Input as ClientInput, Output as ClientOutput, SavedSeat};
use play::protocol::{ClientMessage, Hex, ServerMessage, Settings, Token};
use play::table::{ConnectionId, Input, JournaledTable, NewTable, Output, TableJournal};
use serde::{Deserialize, Serialize};

/// A game against the bot as the page stores it, to be resumed after a reload.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedBotGame {
    #[serde(flatten)]
    table: TableJournal,
    level: String,
    bot: SavedSeat,
}

pub struct BotTable {
    table: JournaledTable,
    conns: [ConnectionId; 2],
    bot: Client,
    player: BotPlayer,
}

impl BotTable {
    pub fn new(now: Moment, settings: Settings, level: Level, token: Token, secret: [u8; 32]) -> BotTable {
        let new_table = NewTable::new(settings, Hex(secret));
        let bot = SavedSeat::new(token, BotPlayer::name(level).to_owned());
        let table = TableJournal { new_table, entries: Vec::new() };
        BotTable::resume(now, SavedBotGame { table, level: level.name().to_owned(), bot })
    }

    pub fn resume(now: Moment, saved: SavedBotGame) -> BotTable {
        let SavedBotGame { table, level, bot } = saved;
        let mut table = JournaledTable::resume(now, table);
        let conns = [table.new_connection(), table.new_connection()];
        let player = BotPlayer::new(Level::from_name(&level).unwrap_or(Level::Easy), bot.token);
        BotTable { table, conns, bot: Client::player(bot), player }
    }

    pub fn saved(&self) -> SavedBotGame {
        let table = self.table.journal().clone();
        SavedBotGame { table, level: self.player.level().name().to_owned(), bot: self.bot.saved_seat() }
    }

    /// The bot joins after the player, who has the colour of the host.
    pub fn sit_down(&mut self, now: Moment) -> Vec<ServerMessage> {
        let outputs = self.bot.handle(now, ClientInput::Connected);
        self.bot_sends(now, outputs)
    }

    pub fn receive(&mut self, now: Moment, message: ClientMessage) -> Vec<ServerMessage> {
        self.handle(now, Input::Message { conn: self.conns[0], round_trip: 0, message })
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.table.deadline().into_iter().chain(self.bot.deadline()).min()
    }

    pub fn wake(&mut self, now: Moment) -> Vec<ServerMessage> {
        let mut messages = self.handle(now, Input::Wake);
        let outputs = self.bot.handle(now, ClientInput::Wake);
        messages.append(&mut self.bot_sends(now, outputs));
        messages
    }

    fn handle(&mut self, now: Moment, input: Input) -> Vec<ServerMessage> {
        let outputs = self.table.handle(now, input);
        let mut for_player = Vec::new();
        for output in outputs {
            let Output::Send { to, message } = output else { continue };
            if to == self.conns[0] {
                for_player.push(message);
            } else {
                let outputs = self.bot.handle(now, ClientInput::Received(message));
                for_player.append(&mut self.bot_sends(now, outputs));
            }
        }
        for_player
    }

    fn bot_sends(&mut self, now: Moment, outputs: Vec<ClientOutput>) -> Vec<ServerMessage> {
        let mut messages = Vec::new();
        for output in outputs {
            if let ClientOutput::Send(message) = output {
                let input = Input::Message { conn: self.conns[1], round_trip: 0, message };
                messages.append(&mut self.handle(now, input));
            }
        }
        messages
    }

    pub fn bot_acts(&mut self, now: Moment, act: Action) -> Vec<ServerMessage> {
        let outputs = self.bot.handle(now, ClientInput::Act(act));
        self.bot_sends(now, outputs)
    }

    /// What the bot has to do next.
    pub fn next_task(&mut self) -> Option<BotTask> {
        self.player.next_task(&self.bot)
    }

    /// The bot's answer; one that comes too late is dropped.
    pub fn bot_answered(&mut self, now: Moment, answer: Answer) -> Vec<ServerMessage> {
        match self.player.answered(&self.bot, answer) {
            Some(action) => self.bot_acts(now, action),
            None => Vec::new(),
        }
    }

    pub fn is_unfinished(&self) -> bool {
        self.table.table().is_unfinished()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bot::{Job, MoveOrder, Turn};
    use play::client::Output as Out;
    use play::kifu::Stage;
    use play::protocol::{EndReason, GameKind};
    use rules::go::{Color, Move, Point};

    /// A player and the bot at one table; every message is delivered at once.
    struct TestTable {
        local: BotTable,
        you: Client,
        now: Moment,
    }

    impl TestTable {
        fn new(settings: Settings) -> TestTable {
            let now = Moment::from_millis(5);
            let local = BotTable::new(now, settings, Level::Easy, Hex([2; 16]), [7; 32]);
            let seat = SavedSeat::new(Hex([1; 16]), "You".to_owned());
            let mut test_table = TestTable { local, you: Client::player(seat), now };
            test_table.join();
            test_table.act(Action::Ready);
            test_table
        }

        fn join(&mut self) {
            self.give(ClientInput::Connected);
            let messages = self.local.sit_down(self.now);
            self.handle(messages);
        }

        fn give(&mut self, input: ClientInput) {
            for output in self.you.handle(self.now, input) {
                if let Out::Send(message) = output {
                    let messages = self.local.receive(self.now, message);
                    self.handle(messages);
                }
            }
        }

        fn handle(&mut self, messages: Vec<ServerMessage>) {
            messages.into_iter().for_each(|message| self.give(ClientInput::Received(message)));
        }

        /// Returns what the bot thinks about next.
        fn act(&mut self, act: Action) -> Option<Job> {
            self.give(ClientInput::Act(act));
            self.run_bot()
        }

        fn run_bot(&mut self) -> Option<Job> {
            let mut job = None;
            while let Some(next_task) = self.local.next_task() {
                match next_task {
                    BotTask::Act(act) => {
                        let messages = self.local.bot_acts(self.now, act);
                        self.handle(messages);
                    }
                    BotTask::Think(next) => job = Some(next),
                }
            }
            job
        }

        fn choose(&mut self, mv: Move) -> Option<Job> {
            self.act(Action::Choose { mv, nonce: Hex([9; 32]) })
        }

        fn think(&mut self, answer: Answer) -> Option<Job> {
            let messages = self.local.bot_answered(self.now, answer);
            self.handle(messages);
            self.run_bot()
        }
    }

    fn nine() -> Settings {
        Settings { board_size: 9, time: None, ..Settings::default() }
    }

    fn at(x: u8, y: u8) -> Move {
        Move::Place(Point::new(x, y))
    }

    fn moves(best: Move) -> Answer {
        Answer::Move { best, win_rate: 0.5 }
    }

    #[test]
    fn a_committed_move_does_not_change_what_the_bot_is_asked() {
        let jobs = [at(2, 2), at(6, 6), Move::Pass].map(|mv| {
            let mut test_table = TestTable::new(nine());
            test_table.choose(mv);
            // The bot only begins to think now that the player has committed.
            test_table.local.player.restart();
            test_table.run_bot()
        });
        assert!(jobs[0].is_some() && jobs.iter().all(|job| *job == jobs[0]), "{jobs:?}");
    }

    #[test]
    fn a_turn_is_played_when_both_have_chosen() {
        let mut test_table = TestTable::new(nine());
        test_table.choose(at(2, 2));
        assert_eq!(test_table.you.kifu().unwrap().turns(), 0, "the bot still thinks");
        let next = test_table.think(moves(at(4, 4)));
        assert_eq!(test_table.you.kifu().unwrap().turns(), 1);
        assert_eq!(next.unwrap().game.turns, [Turn::Both { black: at(2, 2), white: at(4, 4) }]);
    }

    #[test]
    fn the_bot_thinks_about_handicap_stones_and_begins() {
        let settings = Settings { game: GameKind::Chinese, handicap: 2, komi: 1, ..nine() };
        let mut test_table = TestTable::new(settings);
        let game = test_table
            .run_bot()
            .or_else(|| {
                test_table.local.player.restart();
                test_table.run_bot()
            })
            .unwrap()
            .game;
        assert_eq!(game.stones.len(), 2);
        assert!(matches!(game.order, MoveOrder::Alternating { first: Color::White, .. }));
    }

    #[test]
    fn a_resumed_game_continues_with_the_moves_both_had_committed_to() {
        let mut test_table = TestTable::new(nine());
        test_table.think(moves(at(4, 4)));
        let (saved, seat) = (test_table.local.saved(), test_table.you.saved_seat());
        let saved = serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
        let now = Moment::from_millis(1);
        let mut test_table =
            TestTable { local: BotTable::resume(now, saved), you: Client::player(seat), now };
        test_table.join();
        test_table.run_bot();
        assert!(test_table.you.opponent_is_ready(), "the bot had moved");
        test_table.choose(at(2, 2));
        assert_eq!(test_table.you.kifu().unwrap().turns(), 1);
    }

    #[test]
    fn the_bot_agrees_to_its_own_count_and_plays_on_against_a_worse_one() {
        let count = |mark: bool| {
            let mut test_table = TestTable::new(nine());
            for (you, bot) in [(at(2, 2), at(6, 6)), (Move::Pass, Move::Pass)] {
                test_table.choose(you);
                test_table.think(moves(bot));
            }
            test_table.think(Answer::Dead(Vec::new()));
            if mark {
                test_table.act(Action::Mark(Point::new(6, 6)));
            }
            test_table.act(Action::Agree);
            test_table.you.kifu().unwrap().stage()
        };
        assert!(matches!(count(false), Stage::Over(_)));
        assert_eq!(count(true), Stage::Play, "its living stone is not given away");
    }

    #[test]
    fn a_game_saved_by_an_earlier_version_is_resumed() {
        let saved = concat!(
            r#"{"opening":{"settings":{"game":"chinese","boardSize":9,"komi":15,"time":null,"lossOnTime":false,"#,
            r#""hostColor":"black"},"secret":"0606060606060606060606060606060606060606060606060606060606060606"},"#,
            r#""entries":[{"at":0,"input":{"asked":{"conn":1,"round_trip":0,"asked":{"seq":0,"game":0,"turn":0,"#,
            r#""type":"join","version":1,"playerName":"You","token":"01010101010101010101010101010101"}}}}],"#,
            r#""level":"easy","bot":{"token":"02020202020202020202020202020202","name":"Bot, easy","#,
            r#""promise":null,"seen":null}}"#,
        );
        let saved: SavedBotGame = serde_json::from_str(saved).unwrap();
        let local = BotTable::resume(Moment::ORIGIN, saved);
        assert_eq!(local.table.table().names(), [Some("You"), None]);
        assert_eq!(local.player.level(), Level::Easy);
    }

    #[test]
    fn the_bot_resigns_when_its_search_wins_nothing_and_it_is_far_behind() {
        // With a negative komi the bot is behind from the start.
        let mut test_table = TestTable::new(Settings { game: GameKind::Chinese, komi: -40, ..nine() });
        for x in 2..7 {
            assert_eq!(test_table.you.kifu().unwrap().stage(), Stage::Play);
            test_table.choose(at(x, 2));
            test_table.think(Answer::Move { best: at(x, 8), win_rate: 0.01 });
        }
        assert_eq!(test_table.you.ending().map(|ending| ending.reason), Some(EndReason::Resignation));
    }

    #[test]
    fn the_bot_lets_the_player_take_back() {
        let mut test_table = TestTable::new(nine());
        test_table.choose(at(2, 2));
        test_table.think(moves(at(4, 4)));
        test_table.act(Action::Takeback { turns: 1, agree: true });
        assert_eq!(test_table.you.kifu().unwrap().turns(), 0);
    }
}
