//! What gnubg's analysis means as an action.

use flashcards::{Decision, DecisionKind, Question, TakeOption};
use play::backgammon::{BackgammonTable, GnubgLevel, Need, TableInput, choose};
use record::backgammon::Players;
use rules::backgammon::{Dice, Play, Side};

/// What the program does next.
pub enum Next {
    /// There is nothing to think about.
    Act(TableInput),
    Ask(Box<Question>),
    /// It is not its turn.
    Wait,
}

/// `roll` gives dice where they are rolled.
pub fn next(table: &BackgammonTable, roll: impl Fn() -> Dice) -> Next {
    let position = *table.position();
    let ask =
        || Next::Ask(Box::new(Question { position, players: Players::default(), played: None, line: 1 }));
    match table.need() {
        Need::Turn(Side::Top) if table.may_double() => ask(),
        Need::Turn(Side::Top) => Next::Act(TableInput::Roll(roll())),
        Need::Play(Side::Top) => match position.legal_plays().as_slice() {
            [] => Next::Act(TableInput::Play(Play::default())),
            [only] => Next::Act(TableInput::Play(only.play)),
            _ => ask(),
        },
        Need::Answer(Side::Top) => ask(),
        _ => Next::Wait,
    }
}

/// The action for a decision that the program was asked about.
pub fn input(
    decision: &Decision,
    level: GnubgLevel,
    seed: u64,
    roll: impl Fn() -> Dice,
) -> Option<TableInput> {
    Some(match decision.kind {
        DecisionKind::Cube(verdict) if verdict.option.doubles() => TableInput::Double,
        DecisionKind::Cube(_) => TableInput::Roll(roll()),
        DecisionKind::Take(TakeOption::Pass) => TableInput::Pass,
        DecisionKind::Take(_) => TableInput::Take,
        DecisionKind::Checker => {
            let choices = decision.listed();
            let equities: Vec<f64> = choices.iter().map(|choice| choice.equity).collect();
            let chosen = choices.get(choose(&equities, level, seed)?)?;
            TableInput::Play(chosen.label.parse().ok()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use play::backgammon::TableSettings;

    use super::*;

    fn table(inputs: &[&str]) -> BackgammonTable {
        let settings = TableSettings { length: 3, name: "Ann".into(), opponent: "GNU Backgammon".into() };
        BackgammonTable::restore(settings, inputs.iter().filter_map(|text| TableInput::read(text)))
    }

    fn dice() -> Dice {
        Dice::new(3, 1).unwrap()
    }

    #[test]
    fn gnubg_is_asked_only_where_there_is_a_choice() {
        assert!(matches!(next(&table(&["opening 13"]), dice), Next::Ask(_)));
        assert!(matches!(next(&table(&["opening 31"]), dice), Next::Wait), "the person's roll");
        let doubled = table(&["opening 13", "play 8/5 6/5", "double"]);
        assert!(matches!(next(&doubled, dice), Next::Ask(_)));
        let taken = ["opening 31", "play 8/5 6/5", "roll 62", "play 24/18 13/11", "double", "take"];
        assert!(matches!(next(&table(&taken), dice), Next::Wait));
        let crawford = [
            "opening 13",
            "play 8/5 6/5",
            "double",
            "pass",
            "next",
            "opening 13",
            "play 8/5 6/5",
            "double",
            "pass",
            "next",
            "opening 31",
            "play 8/5 6/5",
        ];
        assert!(matches!(next(&table(&crawford), dice), Next::Act(TableInput::Roll(_))));
    }

    #[test]
    fn an_analysis_becomes_an_action() {
        let export = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10\n\n 1. 3-ply  8/5 6/5  eq:+0.162\n \
            2. 3-ply  24/20  eq:-0.016 (-0.178)\n\n\
            XGID=---BBBBB-B------A--bbbbcb-:1:1:1:00:1:3:0:7:10\n\n No redouble: +0.760 (-0.085)\n \
            Redouble/Take: +0.845\n Redouble/Pass: +1.000 (+0.155)\n";
        let told =
            |decision: &Decision| input(decision, GnubgLevel::Expert, 1, dice).map(|input| input.text());
        let all: Vec<_> = flashcards::read(export.as_bytes()).decisions().map(told).collect();
        assert_eq!(all, [Some("play 8/5 6/5".to_owned()), Some("double".to_owned())]);
    }
}
