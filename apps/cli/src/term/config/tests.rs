use super::*;

#[test]
fn what_is_written_is_read_back() {
    let mut config = Config::default();
    config.game.komi = "0.50".to_owned();
    config.game.opponent = OpponentChoice::Engine;
    config.game.engine = "katago gtp -model 'my net.bin'".to_owned();
    config.game.rules = RulesChoice::Nz;
    config.game.time = "10+3x30".to_owned();
    config.engine.timeout = Some(1200);
    config.keys.insert("pass".to_owned(), "-".to_owned());
    config.look.theme = Some("light".to_owned());
    config.look.colours.insert("board".to_owned(), "#d0b070".to_owned());
    assert_eq!(Config::read(&config.write()), Ok(config));
    assert_eq!(Config::read(""), Ok(Config::default()));
}

/// As version 0.1.0 wrote them.
const SAVED: &str = r##"[game]
size = 13
color = "white"
opponent = "engine"
engine = "gnugo --mode gtp"
level = 7
komi = "0.50"
handicap = 2
record = false

[look]
theme = "light"

[look.colours]
board = "#C0A060"
cursor = "160"
"##;

#[test]
fn settings_of_earlier_versions_load_and_are_saved_unchanged() {
    let config = Config::read(SAVED).unwrap();
    let game = &config.game;
    assert_eq!((game.size, game.color, game.opponent), (13, ColorChoice::White, OpponentChoice::Engine));
    assert_eq!((game.engine.as_str(), game.level, game.komi.as_str()), ("gnugo --mode gtp", 7, "0.50"));
    assert_eq!((game.handicap, game.record), (2, false));
    assert_eq!(config.look.theme(ThemeName::Dark).colour(Part::Cursor), Color::Indexed(160));
    assert_eq!(config.write(), SAVED);
    for opponent in ["gnugo", "bot", "friend"] {
        assert!(Config::read(&format!("[game]\nopponent = {opponent:?}\n")).is_ok(), "{opponent}");
    }
}

#[test]
fn errors_in_the_settings_are_reported_with_their_line() {
    for (text, line) in [
        ("[game]\nsize = 19\nlevel = eleven\n", 3),
        ("[game]\nlevel = 11\n", 2),
        ("[game]\nsize = 9\nbot = \"strongest\"\n", 3),
        ("[game]\nsize = 60\n", 2),
        ("[game]\nsize = 19\nkomi = \"x\"\n", 3),
        ("[game]\nopponent = \"engine\"\n", 2),
        ("[look]\ntheme = \"pink\"\n", 2),
        ("[look.colours]\nboard = \"woody\"\n", 1),
        ("[look.colours]\nwood = \"red\"\n", 1),
        ("[game]\n\ntime = \"ten\"\n", 3),
        ("[keys]\npass = \"7\"\n", 2),
        ("[gamee]\n", 1),
        ("what", 1),
    ] {
        assert_eq!(Config::read(text).map_err(|(line, _)| line), Err(line), "{text:?}");
    }
}

#[test]
fn komi_is_a_number_that_every_program_reads_the_same() {
    for (text, komi) in [("6.5", 26), ("6.50", 26), ("-0.5", -2), ("+7", 28), ("0", 0), ("3.75", 15)] {
        assert_eq!(read_komi(text), Ok(Points::quarters(komi)), "{text:?}");
    }
    for (text, word) in [
        ("6,5", "comma"),
        ("6.", "number"),
        (".5", "number"),
        ("", "number"),
        ("6.3", "quarters"),
        (" 1", "number"),
    ] {
        assert!(read_komi(text).is_err_and(|why| why.contains(word)), "{text:?}");
    }
}

#[test]
fn the_theme_suits_the_terminal() {
    let cases: &[(&[(&str, &str)], ThemeName)] = &[
        (&[("LANG", "en_GB.UTF-8")], ThemeName::Dark),
        (&[("LANG", "C")], ThemeName::Ascii),
        (&[("LANG", "C"), ("LC_ALL", "C.utf8")], ThemeName::Dark),
        (&[("NO_COLOR", "1")], ThemeName::Mono),
        (&[("TERM", "linux")], ThemeName::Sixteen),
        (&[("TERM", "linux"), ("NO_COLOR", "1")], ThemeName::Mono),
        (&[("COLORFGBG", "0;15")], ThemeName::Light),
        (&[("COLORFGBG", "15;0")], ThemeName::Dark),
    ];
    for (variables, theme) in cases {
        let look_up = |name: &str| variables.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        assert_eq!(detect_theme(look_up), *theme, "{variables:?}");
    }
}
