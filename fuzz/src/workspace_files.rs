//! A workspace opens any file with any autosave beside it, and any commands follow: there is always
//! an open game, and only open games are written. The first line gives the commands, the second is the autosave, the rest the file.

use moment::Moment;
use study::{
    Answer, Autosaved, COMMANDS, Effect, FileName, GameId, GamesEdit, Input, Opened, Platform, Workspace,
};

pub(crate) fn check(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
    let (keys, autosave) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let file = parts.next().unwrap_or_default();
    let mut workspace = Workspace::new(Platform::Browser, 1);
    let opened = Opened {
        file: FileName { name: "game".to_owned(), path: None, identity: "1".to_owned() },
        bytes: file.to_vec(),
        autosaved: (!autosave.is_empty()).then(|| Autosaved {
            key: "1".to_owned(),
            saved_at: 1,
            bytes: autosave.to_vec(),
            place: None,
        }),
    };
    handle(&mut workspace, 0, Input::Opened(opened));
    for (second, key) in (1..).zip(keys.iter().take(64)) {
        let input = match key {
            0..128 => match COMMANDS.get(usize::from(*key) % COMMANDS.len()) {
                Some(entry) => Input::Do(entry.command),
                None => continue,
            },
            _ => other(*key, workspace.current().id()),
        };
        handle(&mut workspace, second * 1000, input);
    }
    handle(&mut workspace, 100_000, Input::PageHides);
}

fn other(key: u8, game: GameId) -> Input {
    let number = usize::from(key >> 3);
    match key % 12 {
        0 => Input::Answer(Answer::Yes),
        1 => Input::Answer(Answer::No),
        2 => Input::Answer(Answer::Save),
        3 => Input::Answer(Answer::Discard),
        4 => Input::Comment("so]\\:\n".to_owned()),
        5 => Input::MoveNumber(u32::from(key >> 3)),
        6 => Input::ChooseGame { game, number },
        7 => Input::EditGames { game, edit: GamesEdit::Delete(number % 3) },
        8 => Input::EditGames { game, edit: GamesEdit::Move { from: number % 3, to: number % 2 } },
        9 => Input::PasteText("1. e4 Ke7 (1... a6) *".to_owned()),
        10 => Input::Continue,
        _ => Input::Find("e4".to_owned()),
    }
}

fn handle(workspace: &mut Workspace, now: u64, input: Input) {
    for effect in workspace.handle(Moment::from_millis(now), input) {
        if let Effect::Write { game, bytes, .. } = effect {
            let game = workspace.game(game).expect("only open games are written");
            assert_eq!(bytes.is_empty(), game.record().write().is_empty());
        }
    }
    assert!(!workspace.games().is_empty());
}
