use super::*;
use crate::term::testing::keys;

fn form() -> Setup {
    Setup::new(GameChoice::default(), true)
}

fn typed(mut setup: Setup, text: &str) -> (Setup, Option<Request>) {
    let request = keys(text).into_iter().filter_map(|key| setup.key(key)).last();
    (setup, request)
}

#[test]
fn enter_starts_a_game_with_the_last_settings() {
    assert_eq!(typed(form(), "<Enter>").1, Some(Request::Press(Button::Play)));
}

#[test]
fn arrows_move_and_change() {
    let to_size = "<Down>";
    let (setup, _) = typed(form(), &format!("{to_size}<Right>"));
    assert_eq!(setup.choice().size, 9, "after 19 comes 9");
    let (setup, _) = typed(form(), &format!("{to_size}<Down><Right><Down><Right>"));
    assert_eq!((setup.choice().color, setup.choice().opponent), (ColorChoice::White, OpponentChoice::Bot));
}

#[test]
fn any_size_can_be_typed() {
    for (digits, size) in [("7", 7), ("17", 17), ("52", 52), ("53", 3), ("0", 19)] {
        let (setup, _) = typed(form(), &format!("<Down>{digits}"));
        assert_eq!(setup.choice().size, size, "{digits}");
    }
}

#[test]
fn komi_stays_as_typed_and_an_invalid_one_blocks_the_start() {
    let to_komi = "<Up><Up><Up><Up>";
    let (setup, request) = typed(form(), &format!("{to_komi}0.50<Up><Up><Up><Up><Up><Up><Enter>"));
    assert_eq!(setup.row, Row::Buttons);
    assert_eq!((setup.choice().komi.as_str(), request), ("0.50", Some(Request::Press(Button::Play))));
    let (setup, request) = typed(form(), &format!("{to_komi}6,5<Up><Up><Up><Up><Up><Up><Enter>"));
    assert_eq!((setup.problem(), request), (Some("Write komi with a point, not a comma: 6.5"), None));
    let (setup, request) = typed(form(), &format!("{to_komi}<C-u>6.5.5p"));
    assert!(setup.problem().is_some());
    assert_eq!(request, None);
}

#[test]
fn a_custom_engine_needs_a_command() {
    let to_engine = "<Down><Down><Down><Right><Right><Down>";
    let (setup, request) = typed(form(), &format!("{to_engine}<Up><Up><Up><Up><Enter>"));
    assert_eq!(request, None, "{:?}", setup.problem());
    let (setup, request) = typed(form(), &format!("{to_engine}pachi -t 5<Up><Up><Up><Up><Enter>"));
    assert_eq!(setup.choice().engine, "pachi -t 5");
    assert_eq!(request, Some(Request::Press(Button::Play)));
}

#[test]
fn without_gnu_go_the_bot_plays() {
    let setup = Setup::new(GameChoice::default(), false);
    assert_eq!(setup.choice().opponent, OpponentChoice::Bot);
    let (setup, _) = typed(setup, "<Down><Down><Down><Left>");
    assert_eq!(setup.choice().opponent, OpponentChoice::Friend);
}

#[test]
fn the_rules_are_chosen() {
    let (setup, _) = typed(form(), "<Up><Up><Up><Up><Up><Right>");
    assert_eq!(setup.choice().rules, RulesChoice::Chinese);
    let (setup, _) = typed(setup, "<Left><Left>");
    assert_eq!(setup.choice().rules, RulesChoice::Nz);
}

#[test]
fn handicap_is_limited_by_the_board() {
    let (setup, _) = typed(form(), "<Up><Up><Up><Left>");
    assert_eq!(setup.choice().handicap, 9);
    let (setup, _) = typed(setup, "<Down><Down><Down><Down>8");
    assert_eq!(setup.choice().handicap, 4, "an even board has no middle");
}

#[test]
fn komi_follows_rules_and_handicap_unless_it_was_typed() {
    let to_rules = "<Up><Up><Up><Up><Up>";
    let (setup, _) = typed(form(), &format!("{to_rules}<Right>"));
    assert_eq!(setup.choice().komi, "7.5");
    let (setup, _) = typed(setup, "<Down><Down>3");
    assert_eq!((setup.choice().handicap, setup.choice().komi.as_str()), (3, "0.5"));
    let (setup, _) = typed(setup, "0");
    assert_eq!((setup.choice().handicap, setup.choice().komi.as_str()), (0, "7.5"));
    let (setup, _) = typed(setup, "<Up>5<Up><Left>");
    assert_eq!(setup.choice().komi, "5", "a typed komi stays");
}

#[test]
fn levels_are_typed_and_are_those_that_the_opponent_has() {
    let to_level = "<Down><Down><Down><Down>";
    let (setup, _) = typed(form(), &format!("{to_level}10"));
    assert_eq!(setup.choice().level, 10);
    let (setup, _) = typed(setup, "0");
    assert_eq!(setup.choice().level, 10, "there is no level 0");
    let (setup, _) = typed(setup, "<Up><Right>");
    assert_eq!((setup.choice().opponent, setup.choice().bot_level()), (OpponentChoice::Bot, Level::Max));
    let (setup, _) = typed(setup, "<Down>2");
    assert_eq!((setup.choice().bot_level(), setup.choice().level), (Level::Easy, 10));
}

#[test]
fn a_board_that_gnu_go_does_not_know_is_refused_here() {
    let (setup, request) = typed(form(), "<Down>25<Up><Enter>");
    assert_eq!(request, None);
    assert!(setup.problem().is_some_and(|why| why.contains("up to 19 lines")));
    let (_, request) = typed(setup, "<Down><Down><Down><Right><Up><Up><Up><Enter>");
    assert_eq!(request, Some(Request::Press(Button::Play)), "the bot plays there");
}

#[test]
fn the_colour_may_be_drawn_and_the_time_typed() {
    let (setup, _) = typed(form(), "<Down><Down><Left>");
    assert_eq!(setup.choice().color, ColorChoice::Random);
    let (setup, _) = typed(setup, "<Up><Up><Up><Up>10+3x30");
    assert_eq!((setup.choice().time.as_str(), setup.problem()), ("10+3x30", None));
    let (setup, request) = typed(setup, "x<Down><Down><Enter>");
    assert!(setup.problem().is_some() && request.is_none());
}

#[test]
fn shift_tab_goes_back_and_an_unfinished_game_is_offered() {
    let (setup, _) = typed(form(), "<Tab><S-Tab>");
    assert_eq!(setup.row, Row::Buttons);
    assert_eq!(typed(setup, "r").1, None);
    let offered = || form().with_unfinished(Some("against Kim".to_owned()));
    assert_eq!(typed(offered(), "r").1, Some(Request::Resume));
    assert_eq!(typed(offered(), "<Down><Enter>").1, Some(Request::Resume));
}

#[test]
fn the_question_who_plays_on_has_only_the_rows_it_needs() {
    let setup = Setup::asking(Purpose::Opponent, GameChoice::default(), true);
    assert_eq!(setup.rows(), [Row::Opponent, Row::Color, Row::Level]);
    let (setup, request) = typed(setup, "<Left><Enter>");
    assert_eq!(
        (setup.choice().opponent, request),
        (OpponentChoice::Friend, Some(Request::Press(Button::Play)))
    );
}

#[test]
fn the_bot_has_levels_with_names_and_engines_have_numbers() {
    let without_gnu_go = || Setup::new(GameChoice::default(), false);
    let to_level = "<Down><Down><Down><Down>";
    assert_eq!(without_gnu_go().choice().bot_level(), Level::Medium, "as the number 5 was");
    let (setup, _) = typed(without_gnu_go(), &format!("{to_level}<Right>"));
    assert_eq!((setup.choice().bot_level(), setup.choice().level), (Level::Hard, 5));
    let (setup, _) = typed(setup, "<Right><Right><Right>");
    assert_eq!(setup.choice().bot_level(), Level::Max, "there is none above");
    let (setup, _) = typed(setup, "2");
    assert_eq!(setup.choice().bot_level(), Level::Easy, "the second of them");
    let (setup, _) = typed(form(), &format!("{to_level}<Right>"));
    assert_eq!((setup.choice().bot.as_deref(), setup.choice().level), (None, 6));
}
