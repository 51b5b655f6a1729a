//! Rules in the words of KataGo's `kata-set-rules` and `kata-get-rules`: a name, or an object with a field for each point
//! in which rules differ.

use rules::go::{Compensation, Ko, Rules, Scoring};
use serde_json::{Value, json};

const TROMP_TAYLOR: Rules = Rules { ko: Ko::Positional, ..Rules::NEW_ZEALAND };

/// The first name of each is the one that is sent.
const NAMES: [(Rules, &[&str]); 5] = [
    (Rules::CHINESE, &["chinese-ogs", "chinese-kgs", "chinese"]),
    (Rules::JAPANESE, &["japanese", "korean"]),
    (Rules::AGA, &["aga", "bga", "french"]),
    (Rules::NEW_ZEALAND, &["new-zealand", "nz"]),
    (TROMP_TAYLOR, &["tromp-taylor"]),
];

/// A name or an object. `None` for rules that cannot be played here.
pub(super) fn parse(text: &str) -> Option<Rules> {
    let text = text.trim();
    if text.starts_with('{') {
        return read_fields(serde_json::from_str(text).ok()?);
    }
    let text = text.to_ascii_lowercase().replace('_', "-");
    NAMES.iter().find(|(_, names)| names.contains(&text.as_str())).map(|(rules, _)| *rules)
}

fn read_fields(fields: Value) -> Option<Rules> {
    let Value::Object(fields) = fields else { return None };
    fields.iter().try_fold(TROMP_TAYLOR, |rules, (field, value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        with_field(rules, field, &text)
    })
}

/// These rules, different in one point.
pub(super) fn with_field(rules: Rules, field: &str, value: &str) -> Option<Rules> {
    Some(match (field, value.to_ascii_uppercase().as_str()) {
        ("ko", "SIMPLE") => Rules { ko: Ko::Simple, ..rules },
        ("ko", "POSITIONAL") => Rules { ko: Ko::Positional, ..rules },
        ("ko", "SITUATIONAL") => Rules { ko: Ko::Situational, ..rules },
        ("scoring" | "score", "AREA") => Rules { scoring: Scoring::Area, ..rules },
        ("scoring" | "score", "TERRITORY") => Rules { scoring: Scoring::Territory, ..rules },
        ("suicide", "TRUE") => Rules { suicide: true, ..rules },
        ("suicide", "FALSE") => Rules { suicide: false, ..rules },
        ("whiteHandicapBonus", "0") => Rules { compensation: Compensation::None, ..rules },
        ("whiteHandicapBonus", "N") => Rules { compensation: Compensation::EveryStone, ..rules },
        ("whiteHandicapBonus", "N-1") => Rules { compensation: Compensation::EveryStoneButOne, ..rules },
        // Points in a seki are not counted apart from others, and nobody is paid for passing first.
        ("hasButton", "FALSE") | ("friendlyPassOk", _) | ("tax", "NONE" | "SEKI") => rules,
        _ => return None,
    })
}

pub(super) fn fields(rules: Rules) -> String {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let (scoring, tax) = match rules.scoring {
        Scoring::Area => ("AREA", "NONE"),
        Scoring::Territory => ("TERRITORY", "SEKI"),
    };
    let bonus = match rules.compensation {
        Compensation::None => "0",
        Compensation::EveryStone => "N",
        Compensation::EveryStoneButOne => "N-1",
    };
    json!({
        "friendlyPassOk": true, "hasButton": false, "ko": ko, "scoring": scoring, "suicide": rules.suicide,
        "tax": tax, "whiteHandicapBonus": bonus,
    })
    .to_string()
}

/// What an engine is sent.
pub(super) fn name(rules: Rules) -> String {
    let named = NAMES.iter().find(|(known, _)| *known == rules).and_then(|(_, names)| names.first());
    named.map_or_else(|| fields(rules), |name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_back_as_they_are_written() {
        for (rules, names) in NAMES {
            assert!(names.iter().all(|name| parse(name) == Some(rules)), "{names:?}");
            assert_eq!(parse(&name(rules)), Some(rules));
            let plain = Rules { pass_stones: false, ..rules };
            assert_eq!(parse(&fields(rules)), Some(plain), "{names:?}");
        }
    }

    #[test]
    fn rules_that_cannot_be_played_are_refused() {
        for text in
            ["stone-scoring", "aga-button", "", "{", "[]", r#"{"tax":"ALL"}"#, r#"{"hasButton":true}"#]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    /// As KataGo 1.18.1 answers `kata-get-rules`.
    #[test]
    fn the_rules_of_katago_are_read() {
        let text = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;
        assert_eq!(parse(text), Some(Rules { ko: Ko::Simple, ..Rules::CHINESE }));
    }
}
