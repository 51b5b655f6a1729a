use super::*;

#[test]
fn no_key_has_two_commands() {
    for platform in [Platform::Browser, Platform::Desktop] {
        let keys: Vec<_> = COMMANDS.iter().flat_map(|entry| entry.keys_in(platform)).collect();
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[..at].contains(key), "{key} stands twice");
        }
    }
}

#[test]
fn a_chess_game_has_no_words_of_other_games() {
    for language in Language::ALL {
        let words = language.commands();
        let foreign = [
            words.pass,
            words.find,
            words.set_up,
            words.mention_marks_by_shape,
            words.mention_move_as_this,
            words.flatten,
            words.properties,
            words.save_flipped,
        ];
        for entry in COMMANDS.iter().filter(|entry| entry.command.is_for(GameType::Chess)) {
            let name = entry.name_in(language, GameType::Chess);
            assert!(!foreign.contains(&name.as_str()), "{name}");
            let has_stone = ["stone", "point", "komi"].iter().any(|word| name.to_lowercase().contains(word));
            assert!(!has_stone, "{name}");
        }
    }
}

#[test]
fn every_command_has_a_name_of_its_own_in_each_game_that_has_it() {
    for game in [GameType::Go, GameType::Chess, GameType::Backgammon] {
        let entries = COMMANDS.iter().filter(|entry| entry.command.is_for(game));
        let mut names: Vec<String> = entries.map(|entry| entry.name_in(Language::En, game)).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{game}");
        assert!(!names.iter().any(|name| name == Language::En.commands().general));
    }
}

#[test]
fn capital_w_can_be_typed() {
    let pressed = Chord { ctrl: false, shift: true, alt: false, key: "W" };
    assert_eq!(command_for(pressed, Focus::Board, Platform::Browser), Some(Command::RotateGames));
    assert_eq!(command_for(pressed, Focus::Text, Platform::Browser), None);
}

#[test]
fn arrow_keys_work_in_text_fields_and_all_keys_in_dialogs() {
    let right = Chord::parse("Right");
    assert_eq!(command_for(right, Focus::Board, Platform::Browser), Some(Command::Next));
    assert_eq!(command_for(right, Focus::Text, Platform::Browser), None);
    assert_eq!(command_for(Chord::parse("Ctrl+S"), Focus::Text, Platform::Browser), Some(Command::Save));
    assert_eq!(command_for(Chord::parse("Ctrl+S"), Focus::Dialog, Platform::Browser), None);
}

#[test]
fn enter_plays_on_the_board_unless_a_button_has_the_focus() {
    let (enter, right) = (Chord::parse("Enter"), Chord::parse("Right"));
    assert_eq!(command_for(enter, Focus::Board, Platform::Browser), Some(Command::TouchPoint));
    assert_eq!(command_for(enter, Focus::Control, Platform::Browser), None);
    assert_eq!(command_for(enter, Focus::Text, Platform::Browser), None);
    assert_eq!(command_for(right, Focus::Control, Platform::Browser), Some(Command::Next));
}

#[test]
fn the_desktop_has_the_keys_that_browsers_reserve() {
    let key = Chord::parse("Ctrl+N");
    assert_eq!(command_for(key, Focus::Board, Platform::Desktop), Some(Command::New));
    assert_eq!(command_for(key, Focus::Board, Platform::Browser), None);
}
