//! Cards: their content, escaping, and that exporting again gives the same cards.

#![allow(clippy::unwrap_used, clippy::panic)]

use flashcards::card::{FIELDS, back_template, front_template, preview, style};
use flashcards::{Card, CardKind, Decision, Deck, NOTE_TYPE, NOTE_TYPE_ID, Settings, read};
use i18n::Language;

const ENGLISH: &str = include_str!("data/opening_english.txt");
const GERMAN: &str = include_str!("data/cube_german.txt");
const FRENCH: &str = include_str!("data/cube_french.txt");

fn decision(text: &str) -> Decision {
    read(text.as_bytes()).decisions().next().unwrap().clone()
}

fn card(text: &str, settings: &Settings) -> Card {
    Card::new(&decision(text), settings)
}

/// The options in the order they are shown.
fn options(card: &Card) -> Vec<String> {
    let labels = card.fields[1].split("</b>").skip(1);
    labels.map(|rest| rest.split("</button>").next().unwrap().to_string()).collect()
}

#[test]
fn the_front_asks_with_facts_and_shuffled_options() {
    let settings = Settings::default();
    let front = &card(ENGLISH, &settings).fields[1];
    assert!(front.contains("White | Dice: 31 | Score: 2-0 | Cube: — | Match: 5pt</p>"));
    assert!(front.contains("data-m=\"8-5 6-5\""));
    assert!(!front.contains("<script"));
    let orders: std::collections::HashSet<Vec<String>> =
        (0..20).map(|seed| options(&card(ENGLISH, &Settings { seed, ..Settings::default() }))).collect();
    assert!(orders.len() > 5, "the seed decides the order");
    let mut sorted = options(&card(ENGLISH, &settings));
    assert_eq!(sorted, options(&card(ENGLISH, &settings)), "the same seed, the same order");
    sorted.sort();
    assert_eq!(sorted, ["13/9", "24/20", "24/23 13/10", "8/5 6/5"]);
}

#[test]
fn the_number_of_options_is_configurable_and_the_best_is_always_there() {
    for option_count in 2..=10 {
        let found = options(&card(ENGLISH, &Settings { option_count, ..Settings::default() }));
        assert_eq!(found.len(), usize::from(option_count).min(4));
        assert!(found.contains(&"8/5 6/5".to_string()));
    }
    let cube = options(&card(GERMAN, &Settings { option_count: 2, ..Settings::default() }));
    assert_eq!(cube, ["No double/Take", "Double/Take", "Double/Pass", "Too good/Take", "Too good/Pass"]);
    assert!(options(&card(ENGLISH, &Settings { show_options: false, ..Settings::default() })).is_empty());
    let still = card(ENGLISH, &Settings { interactive_moves: false, ..Settings::default() });
    assert!(!still.fields[1].contains("data-m") && !still.fields[2].contains("data-m"));
}

#[test]
fn the_back_keeps_the_programs_order_and_signs() {
    let back = card(ENGLISH, &Settings::default()).fields[2].clone();
    let rows: Vec<&str> = back.split("<tr").skip(1).collect();
    assert_eq!(rows.len(), 4);
    assert!(rows[0].contains("class=\"top\"") && rows[0].contains("8/5 6/5"));
    assert!(rows[3].contains("(+0.008)"), "an error may be positive");
    assert!(rows[0].contains("Wins 55.10% (G 17.20 B 1.10)"), "percentages keep XG's digits: {}", rows[0]);
    let cube = card(GERMAN, &Settings::default()).fields[2].clone();
    assert!(cube.contains("<p class=\"best\">Double/Take</p>"));
    assert_eq!(cube.matches("<tr").count(), 3, "options that no program lists are not in the table");
    assert!(cube.contains("Redoppel/Annehmen"));
}

/// The text of the right option, of the heading and what follows it.
fn heading(card: &Card) -> (String, String) {
    let right = card.fields[1].split("data-j=\"r\"").nth(1).unwrap();
    let right = right.split("</b>").nth(1).unwrap().split('<').next().unwrap();
    let heading = card.fields[2].split("<p class=\"best\">").nth(1).unwrap().split('<').next().unwrap();
    (right.to_owned(), heading.to_owned())
}

#[test]
fn the_heading_is_the_right_option_also_where_a_double_would_be_beavered() {
    for text in [ENGLISH, GERMAN, FRENCH] {
        let (right, heading) = heading(&card(text, &Settings::default()));
        assert_eq!(right, heading);
    }
    let beaver = card(FRENCH, &Settings::default());
    assert!(
        beaver.fields[2].contains("No double/Take</p><p class=\"source\">A double would be beavered.</p>")
    );
}

/// An analysed match of one double that was passed, and what a card says of it.
fn sgf(answer: &str) -> String {
    let cube =
        "DA[E ver 3 2C 1 0.0 1 0.7 0.13 0.005 0.13 0.006 0.41 0.470 0.7 0.13 0.005 0.13 0.006 0.4 0.440]";
    format!(
        "(;FF[4]GM[6]AP[GNU Backgammon:1.08.003]MI[length:5][game:0][ws:1][bs:0]PW[Ada]PB[Bob]RU[Crawford]\n\
         ;W[31hefe]\n;B[double]{cube}\n;W[{answer}]{cube}\n)"
    )
}

#[test]
fn a_pending_double_asks_the_taker_at_the_bottom() {
    let settings = Settings::default();
    let text = sgf("drop");
    let decisions: Vec<Decision> = read(text.as_bytes()).decisions().cloned().collect();
    let [doubler, taker] = decisions.as_slice() else { panic!("{}", decisions.len()) };
    let cards = [doubler, taker].map(|decision| Card::new(decision, &settings));
    assert_eq!(options(&cards[0]).len(), 5);
    assert_eq!(options(&cards[1]), ["Take", "Pass"]);
    assert_ne!(cards[0].guid, cards[1].guid);
    // Bob is White here and doubles; Ada's checkers are those at the bottom, and her points are numbered.
    let mover = |card: &Card| {
        card.fields[1].split("data-p=\"m").next().unwrap().rsplit("class=\"").next().unwrap()[..1].to_owned()
    };
    assert_ne!(mover(&cards[0]), mover(&cards[1]));
    let facts = ["White | Dice: — | Score: 0-1", "Black | Doubled to 2 | Score: 1-0"];
    for (card, facts) in cards.iter().zip(facts) {
        assert!(card.fields[1].contains(facts), "{}", card.fields[1]);
    }
}

#[test]
fn what_was_played_is_what_the_player_did_and_no_more() {
    let text = sgf("drop");
    let decisions: Vec<Decision> = read(text.as_bytes()).decisions().cloned().collect();
    let backs: Vec<String> = decisions
        .iter()
        .map(|decision| Card::new(decision, &Settings::default()).fields[2].clone())
        .collect();
    assert!(backs[0].contains("Played: Double</p>") || backs[0].contains("Played: Double ("), "{}", backs[0]);
    assert!(backs[1].contains("Played: Pass ("), "{}", backs[1]);
}

#[test]
fn a_wrong_too_good_costs_nothing_and_is_called_wrong() {
    let export = "XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n No redouble: +0.760\n \
        Redouble/Take: +0.675 (-0.085)\n Redouble/Pass: +1.000 (+0.240)\n";
    let front = &card(export, &Settings::default()).fields[1];
    assert!(front.contains("data-j=\"w\" data-l=\"\"><b>D</b>Too good/Take"), "{front}");
}

#[test]
fn source_note_and_numbers_are_on_the_card() {
    let card = card(ENGLISH, &Settings::default());
    assert_eq!(card.fields[0], "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:0:0:5:10");
    assert_eq!(card.fields[4], "Make the five point.<br><br>Always.");
    assert!(card.fields[5].starts_with("eXtreme Gammon 2.19.211 · Rollout¹ · Kazaross XG2 · ¹  1296 Games"));
    let data: serde_json::Value = serde_json::from_str(&card.fields[3]).unwrap();
    assert_eq!(data["choices"][1]["xg_error"], -0.173);
    assert_eq!(data["choices"][1]["from_xg_analysis"], true);
    assert_eq!(card.tags, ["backgammon", "checker", "match::5pt"]);
}

#[test]
fn text_by_players_is_escaped() {
    let wicked = ENGLISH
        .replace("Make the five point.", "<script>alert(1)</script> {{FrontSide}} & \"x\"")
        .replace("Kazaross XG2", "<img src=x>");
    let card = card(&wicked, &Settings::default());
    for field in &card.fields[4..6] {
        assert!(!field.contains("<script") && !field.contains("<img") && !field.contains("{{"), "{field}");
    }
    assert!(
        preview(&card, true, false)
            .contains("&lt;script&gt;alert(1)&lt;/script&gt; &#123;&#123;FrontSide&#125;&#125;")
    );
}

#[test]
fn the_same_question_is_the_same_card_whatever_its_note() {
    let settings = Settings::default();
    let other = Settings { deck_name: "Other".into(), seed: 9, ..Settings::default() };
    let one = card(ENGLISH, &settings);
    assert_eq!(one.guid, card(&ENGLISH.replace("+0.162", "+0.163"), &other).guid);
    assert_ne!(one.guid, card(&ENGLISH.replace(":1:31:2:0:", ":1:31:3:0:"), &settings).guid);
    let twice =
        [decision(ENGLISH), decision(GERMAN), decision(&ENGLISH.replace("Always.", "Nearly always."))];
    let deck = Deck::new(&twice, &settings);
    assert_eq!(deck.cards.len(), 2);
    assert!(deck.cards[0].fields[4].contains("Nearly"));
    assert_eq!(deck.name_for(CardKind::Cube), "Backgammon::Cube");
}

#[test]
fn ids_and_names_in_learners_collections_never_change() {
    assert_eq!((NOTE_TYPE_ID, NOTE_TYPE), (1_763_200_000_451, "Tabiya Backgammon"));
    assert_eq!(FIELDS, ["XGID", "Front", "Back", "AnalysisData", "Note", "Source", "Extra1", "Extra2"]);
    assert_eq!(card(ENGLISH, &Settings::default()).guid, "GlspkpQm8O");
    assert!(front_template().starts_with("<div class=\"tabiya\">{{Front}}</div>"));
    assert!(
        back_template().starts_with(
            "<div class=\"tabiya\">{{Front}}<div class=\"answer\" id=\"answer\">{{Back}}{{#Note}}"
        )
    );
}

#[test]
fn nothing_on_a_card_needs_the_network_or_hovering() {
    let card = card(ENGLISH, &Settings::default());
    let page = preview(&card, true, true).replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http") && !page.contains("url(") && !page.contains("@import"));
    assert!(!style().contains(":hover"));
}

#[test]
fn a_card_in_another_language_is_the_same_card() {
    let english = card(GERMAN, &Settings::default());
    for (language, take, dice, right) in [
        (Language::Vi, "Nhân đôi/Nhận", "Xúc xắc: —", "data-w=\"Đúng|Gần đúng|Sai|Chép|Đã chép\""),
        (Language::Zh, "加倍/接受", "骰子：—", "data-w=\"正确|接近|错误|复制|已复制\""),
    ] {
        let translated = card(GERMAN, &Settings { language, ..Settings::default() });
        assert!(options(&translated).contains(&take.to_owned()), "{:?}", options(&translated));
        let [_, front, back, ..] = &translated.fields;
        assert!(front.contains(dice) && front.contains(right), "{front}");
        assert!(!back.contains("Wins") && !back.contains("Double"), "{back}");
        assert_eq!((&translated.guid, &translated.tags), (&english.guid, &english.tags));
    }
}
