//! Backgammon boards: where things are, in both orientations, and the contrast of every scheme.

#![allow(clippy::unwrap_used)]

use diagram::backgammon::{Geometry, Look, Orientation, Scheme, ScoreFormat, WIDTH, css, inline_svg, to_svg};
use i18n::Language;
use rules::backgammon::{Position, Side};

fn position(xgid: &str) -> Position {
    Position::read(xgid).unwrap().position
}

/// The positions of all checkers, as the page's script sees them: `m13 69 60`.
fn checker_positions(svg: &str) -> Vec<String> {
    let value = |tag: &str, name: &str| {
        tag.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_string()
    };
    svg.split("<use ")
        .skip(1)
        .map(|tag| format!("{} {} {}", value(tag, "data-p"), value(tag, "x"), value(tag, "y")))
        .collect()
}

#[test]
fn every_checker_is_drawn_once_at_its_owners_point() {
    let svg = inline_svg(&position("XGID=aB----D-B---cE---d-e---bAA:0:0:-1:00:0:0:0:0:10"), &Look::default());
    let checker_positions = checker_positions(&svg);
    assert_eq!(checker_positions.len(), 15 + 15);
    // Black is on roll: his bar, and his 24 point is White's ace point.
    assert_eq!(checker_positions.iter().filter(|p| p.starts_with("m25 ")).count(), 1);
    assert_eq!(checker_positions.iter().filter(|p| p.starts_with("m2 ")).count(), 2);
    assert_eq!(checker_positions.iter().filter(|p| p.starts_with("w25 ")).count(), 1);
    assert!(svg.contains("aria-label=\"Backgammon: Black on roll"));
}

#[test]
fn the_player_on_roll_is_at_the_bottom_and_the_orientation_sets_the_home_side() {
    let right = Geometry { orientation: Orientation::CounterClockwise };
    let left = Geometry { orientation: Orientation::Clockwise };
    assert!(right.column(1) > right.column(6) && right.column(6) > right.bar());
    assert!(right.checker(Side::Bottom, 1, 0).1 > right.checker(Side::Bottom, 24, 0).1);
    for point in 1..=24 {
        assert_eq!(left.column(point), WIDTH - right.column(point));
        assert_eq!(left.checker(Side::Top, point, 2).1, right.checker(Side::Top, point, 2).1);
        // The same point in either numbering.
        assert_eq!(right.checker(Side::Top, point, 1), right.checker(Side::Bottom, 25 - point, 1));
    }
    assert_eq!(left.tray(), WIDTH - right.tray());
}

#[test]
fn five_checkers_of_both_sides_do_not_touch_and_more_are_stacked_with_a_number() {
    let geometry = Geometry { orientation: Orientation::CounterClockwise };
    let (_, top) = geometry.checker(Side::Bottom, 13, 4);
    let (_, bottom) = geometry.checker(Side::Bottom, 12, 4);
    assert!(bottom - top > 36.0 + 34.0, "room for the dice between them: {top} {bottom}");
    assert_eq!(geometry.checker(Side::Bottom, 6, 4), geometry.checker(Side::Bottom, 6, 11));
    let svg = inline_svg(&position("XGID=------H------------g------:0:0:1:00:0:0:0:0:10"), &Look::default());
    assert!(svg.contains("data-n=\"m6\"") && svg.contains(">8</text>"));
    assert!(svg.contains("data-n=\"w6\"") && svg.contains(">7</text>"));
}

#[test]
fn score_and_pips_follow_the_settings() {
    let at = position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:6:0:7:10");
    let look = |pips, score| to_svg(&at, &Look { pips, score, ..Look::default() });
    assert!(look(true, ScoreFormat::Points).contains("White · 3 of 7"));
    assert!(look(true, ScoreFormat::Away).contains("Black · 1 away"));
    assert!(look(true, ScoreFormat::Hidden).contains("167 pips"));
    assert!(!look(false, ScoreFormat::Hidden).contains(" pips</text>"));
}

fn luminance(color: &str) -> f64 {
    let channel = |at: usize| {
        let c = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(a: &str, b: &str) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The value of a property in one of the scheme's rules.
fn color<'a>(sheet: &'a str, scheme: Scheme, selector: &str, property: &str) -> &'a str {
    let rule = sheet.split(&format!(".bg.{} {selector}{{", scheme.name())).nth(1).unwrap();
    let rule = rule.split('}').next().unwrap();
    rule.split(';').find_map(|pair| pair.strip_prefix(property)?.strip_prefix(':')).unwrap()
}

#[test]
fn checkers_stand_out_from_the_bar_and_numbers_from_the_board_in_every_scheme() {
    let sheet = css();
    for scheme in Scheme::ALL {
        let bar = color(&sheet, scheme, ".r", "fill");
        for checker in ["x", "o"] {
            let fill = contrast(color(&sheet, scheme, &format!(".{checker}"), "fill"), bar);
            let outline = contrast(color(&sheet, scheme, &format!(".{checker}.k"), "stroke"), bar);
            assert!(fill.max(outline) >= 3.0, "{} {checker}: {fill:.1} {outline:.1}", scheme.name());
        }
        let (text, board) = (color(&sheet, scheme, ".n", "fill"), color(&sheet, scheme, ".s", "fill"));
        assert!(contrast(text, board) >= 4.5, "{}", scheme.name());
    }
}

#[test]
fn schemes_are_found_by_name() {
    for scheme in Scheme::ALL {
        assert_eq!(Scheme::named(&scheme.name().to_uppercase()), Some(scheme));
    }
    assert_eq!(Scheme::named("plaid"), None);
}

#[test]
fn a_bear_off_as_a_file() {
    let at = position("XGID=-CDB------------------cdc-:2:-1:1:55:3:1:0:5:10");
    insta::assert_snapshot!("backgammon_bear_off", to_svg(&at, &Look::default()).replace("><", ">\n<"));
}

#[test]
fn a_double_on_a_mirrored_board_in_a_page() {
    let at = position("XGID=--CBBBBaa--------bCbcbbAb-:2:-1:-1:D:0:0:2:0:10");
    let look =
        Look { orientation: Orientation::Clockwise, scheme: Scheme::Ocean, swap: true, ..Look::default() };
    insta::assert_snapshot!("backgammon_double", inline_svg(&at, &look).replace("><", ">\n<"));
}

#[test]
fn the_colours_of_all_seven_schemes() {
    insta::assert_snapshot!("backgammon_schemes", css().replace('}', "}\n"));
}

#[test]
fn one_position_in_both_orientations() {
    let at = position("XGID=aB----E-C---cD---c-e---b-A:1:1:1:63:1:2:0:7:10");
    for (name, orientation) in
        [("counter_clockwise", Orientation::CounterClockwise), ("clockwise", Orientation::Clockwise)]
    {
        let look = Look { orientation, ..Look::default() };
        insta::assert_snapshot!(format!("backgammon_{name}"), inline_svg(&at, &look).replace("><", ">\n<"));
    }
}

#[test]
fn a_scheme_changes_the_colours_with_their_names_and_nothing_else() {
    let at = position("XGID=aB----E-C---cD---c-e---b-A:1:1:1:63:1:2:0:7:10");
    let parts = |scheme, orientation| {
        let look = Look { scheme, orientation, ..Look::default() };
        let [light, dark] = [Side::Bottom, Side::Top].map(|side| look.color(side).name(Language::En));
        assert_ne!(light, dark, "{}", scheme.name());
        let svg = to_svg(&at, &look).replace(light, "White").replace(dark, "Black");
        let (before, rest) = svg.split_once("<style>").unwrap();
        let (style, after) = rest.split_once("</style>").unwrap();
        (style.to_owned(), format!("{before}{after}"))
    };
    for orientation in [Orientation::CounterClockwise, Orientation::Clockwise] {
        let (_, drawing) = parts(Scheme::Classic, orientation);
        let styles: std::collections::HashSet<String> = Scheme::ALL
            .into_iter()
            .map(|scheme| {
                let (style, same) = parts(scheme, orientation);
                assert_eq!(same, drawing, "{}", scheme.name());
                style
            })
            .collect();
        assert_eq!(styles.len(), 7);
    }
}

#[test]
fn the_texts_of_a_picture_are_in_the_language_of_the_look() {
    let at = position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10");
    let look = |language| Look { score: ScoreFormat::Away, language, ..Look::default() };
    for (language, texts) in [
        (Language::En, ["Backgammon: White to play 31, pips 167 to 167", "3 away", "167 pips"]),
        (Language::Vi, ["Backgammon: Trắng đi với 31, 167 pip so với 167", "còn thiếu 3", "167 pip<"]),
        (Language::Zh, ["双陆棋：白方走 31，点数 167 对 167", "还差 3 分", "167 点"]),
    ] {
        let svg = to_svg(&at, &look(language));
        for text in texts {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
