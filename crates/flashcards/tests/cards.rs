//! Cards: their content, escaping, and that exporting again gives the same cards.

#![allow(clippy::unwrap_used)]

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
    assert!(rows[0].contains("Wins 55.1% (G 17.2 B 1.1)"));
    let cube = card(GERMAN, &Settings::default()).fields[2].clone();
    assert!(cube.contains("<p class=\"best\">Double/Take</p>"));
    assert_eq!(cube.matches("<tr").count(), 3, "options that no program lists are not in the table");
    assert!(cube.contains("Redoppel/Annehmen"));
    assert!(card(FRENCH, &Settings::default()).fields[2].contains("No double/Beaver"));
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
        back_template().starts_with("<div class=\"tabiya\">{{Front}}<div class=\"answer\">{{Back}}{{#Note}}")
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
