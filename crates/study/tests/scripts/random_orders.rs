//! Five files, two of them with several games, opened, edited, saved and killed in random orders: the right game is in
//! front, and no more than five seconds of work are lost.

use std::collections::BTreeMap;
use std::time::Duration;

use moment::Moment;
use study::{
    Answer, Autosaved, Dialog, Effect, FileName, GameId, Input, Opened, Place, Platform, Question, Reopened,
    Workspace,
};

const FILES: [&str; 5] = [
    "(;SZ[9];B[ee];W[ec])",
    "(;SZ[9]PB[Ann];B[aa])(;SZ[9]PB[Bob];B[bb])(;SZ[9]PB[Cleo];B[cc])",
    "[White \"Ann\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. d4 *\n",
    "(;SZ[13](;B[cc])(;B[dd]))",
    "(;SZ[19]C[only text])",
];
const LARGEST_LOSS: Duration = Duration::from_secs(5);

/// A computer with files, and a browser that stores autosaves.
struct Computer {
    seed: u64,
    now: Moment,
    starts: u64,
    disk: Vec<Vec<u8>>,
    autosaves: BTreeMap<String, (Vec<u8>, Place)>,
    /// What each game contained since when, by the key of its autosave.
    history: BTreeMap<String, Vec<(Moment, Vec<u8>)>>,
    /// When each changed game was killed last.
    ended: BTreeMap<String, Moment>,
    workspace: Workspace,
    killed: u32,
    restored: u32,
}

fn identity(file: usize) -> String {
    format!("path:/games/{file}")
}

fn file_name(file: usize) -> FileName {
    let ending = if file == 2 { "pgn" } else { "sgf" };
    FileName {
        name: format!("{file}.{ending}"),
        path: Some(format!("/games/{file}")),
        identity: identity(file),
    }
}

impl Computer {
    fn new(seed: u64) -> Computer {
        Computer {
            seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            now: Moment::ORIGIN,
            starts: 0,
            disk: FILES.iter().map(|text| text.as_bytes().to_vec()).collect(),
            autosaves: BTreeMap::new(),
            history: BTreeMap::new(),
            ended: BTreeMap::new(),
            workspace: Workspace::new(Platform::Browser, 0),
            killed: 0,
            restored: 0,
        }
    }

    fn random(&mut self, below: u64) -> usize {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        ((self.seed >> 11) % below) as usize
    }

    fn give(&mut self, input: Input) -> Vec<Effect> {
        let effects = self.workspace.handle(self.now, input);
        for effect in effects.clone() {
            self.run(effect);
        }
        self.note();
        effects
    }

    fn run(&mut self, effect: Effect) {
        match effect {
            Effect::Autosave { key, bytes, place, .. } => drop(self.autosaves.insert(key, (bytes, place))),
            Effect::StorePlace { key, place } => {
                self.autosaves.entry(key).and_modify(|(_, stored)| *stored = place);
            }
            Effect::DiscardAutosave { key } => drop(self.autosaves.remove(&key)),
            Effect::Write { game, bytes, revision, .. } => self.write(game, bytes, revision),
            _ => {}
        }
    }

    fn write(&mut self, game: GameId, bytes: Vec<u8>, revision: u64) {
        let file = self.workspace.game(game).and_then(|game| game.file().cloned());
        let Some(file) = file.filter(|file| file.path.is_some()) else { return };
        let number = (0..FILES.len()).find(|n| identity(*n) == file.identity).unwrap();
        self.disk[number] = bytes;
        self.give(Input::Saved { game, revision, file: Some(file) });
    }

    fn note(&mut self) {
        for game in self.workspace.games().iter().filter(|game| game.is_dirty()) {
            let states = self.history.entry(game.autosave_key().to_owned()).or_default();
            let bytes = game.record().write();
            if states.last().is_none_or(|(_, last)| *last != bytes) {
                states.push((self.now, bytes));
            }
        }
    }

    fn autosaved(&self, key: &str) -> Option<Autosaved> {
        let (bytes, place) = self.autosaves.get(key)?;
        Some(Autosaved { key: key.to_owned(), saved_at: 1, bytes: bytes.clone(), place: Some(place.clone()) })
    }

    fn open(&mut self, file: usize) {
        let is_open = self.workspace.games().iter().any(|game| game.autosave_key() == identity(file));
        let autosaved = self.autosaved(&identity(file)).filter(|_| !is_open);
        let opened = Opened { file: file_name(file), bytes: self.disk[file].clone(), autosaved };
        let mut effects = self.give(Input::Opened(opened));
        if let Some(Question::RestoreAutosave { name, .. }) = self.workspace.question() {
            assert_eq!(name, file_name(file).name, "the question is about this file");
            effects = self.give(Input::Answer(Answer::Yes));
            self.check_restored(&identity(file));
        }
        assert_eq!(self.workspace.current().file().unwrap().identity, identity(file), "it is in front");
        if let Some(Effect::Show(Dialog::Games(game))) = effects.first() {
            self.choose(*game, file);
        }
    }

    /// Answers the list of games, which may be behind other files by then.
    fn choose(&mut self, game: GameId, file: usize) {
        let listed = self.workspace.game(game).unwrap();
        assert_eq!(listed.file().unwrap().identity, identity(file), "the list is that of this file");
        let games = listed.record().games();
        assert!(games > 1, "there is something to choose");
        if self.random(2) == 0 {
            let other = self.random(FILES.len() as u64);
            self.open(other);
        }
        let number = self.random(games as u64);
        self.give(Input::ChooseGame { game, number });
        assert_eq!(self.workspace.current().file().unwrap().identity, identity(file));
        assert_eq!(self.workspace.current().record().number(), number);
    }

    /// What was restored is what was there at most five seconds before the kill.
    fn check_restored(&mut self, key: &str) {
        self.restored += 1;
        let bytes = self.workspace.current().record().write();
        assert!(self.workspace.current().is_dirty());
        let states = &self.history[key];
        let at = states.iter().rposition(|(_, state)| *state == bytes).unwrap();
        let replaced = states.get(at + 1).map(|(since, _)| *since);
        assert!(
            replaced.is_none_or(|since| since + LARGEST_LOSS >= self.ended[key]),
            "{key}: {} states are lost, the first after {:?}",
            states.len() - at - 1,
            replaced
        );
    }

    fn edit(&mut self) {
        let n = self.random(1000);
        let text = format!("note {n}");
        self.give(Input::Comment(text));
        if self.random(3) == 0 {
            self.give(Input::Do(study::Command::Next));
        }
    }

    /// Time passes in seconds; the host wakes the workspace when it asks for it.
    fn wait(&mut self) {
        for _ in 0..self.random(8) {
            self.now += Duration::from_secs(1);
            while self.workspace.deadline().is_some_and(|deadline| deadline <= self.now) {
                self.give(Input::Wake);
            }
        }
    }

    /// The program is killed and started again, which restores games without a file.
    fn kill(&mut self) {
        self.killed += 1;
        self.starts += 1;
        for game in self.workspace.games().iter().filter(|game| game.is_dirty()) {
            self.ended.insert(game.autosave_key().to_owned(), self.now);
        }
        self.workspace = Workspace::new(Platform::Browser, self.starts);
        let orphaned: Vec<String> =
            self.autosaves.keys().filter(|key| key.starts_with("new-")).cloned().collect();
        let first = self.random(FILES.len() as u64);
        self.open(first);
        for key in orphaned {
            let file = FileName { name: "Untitled.sgf".into(), path: None, identity: key.clone() };
            let opened = Opened { file, bytes: Vec::new(), autosaved: self.autosaved(&key) };
            let reopened = Reopened { opened, place: None, is_current: false };
            self.give(Input::Reopened(Box::new(reopened)));
            let game = self.workspace.games().iter().find(|game| game.autosave_key() == key);
            assert!(game.is_some_and(|game| game.is_dirty()), "{key} is there again");
        }
    }

    fn act(&mut self) {
        match self.random(10) {
            0..3 => {
                let file = self.random(FILES.len() as u64);
                self.open(file);
            }
            3..6 => self.edit(),
            6 => self.wait(),
            7 => drop(self.give(Input::Do(study::Command::Save))),
            8 => drop(self.give(Input::PasteText(format!("(;SZ[9]C[pasted {}])", self.starts)))),
            _ => self.kill(),
        }
    }
}

#[test]
fn in_a_hundred_random_orders_the_right_game_is_in_front_and_nothing_is_lost() {
    let (mut killed, mut restored) = (0, 0);
    for seed in 1..=100 {
        let mut computer = Computer::new(seed);
        for _ in 0..60 {
            computer.act();
        }
        killed += computer.killed;
        restored += computer.restored;
    }
    assert!(killed > 300 && restored > 100, "{killed} kills, {restored} restored");
}
