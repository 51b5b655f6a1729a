//! Which decisions a collection has already, whatever program wrote them.

use std::collections::HashSet;

use rules::backgammon::{DEFAULT_CUBE_LIMIT, Position, Score, Side};

use super::{Content, Item};

/// A position as its mover sees it: programs disagree about who is at the bottom, and about the limit of the cube.
pub(super) fn same_decision(position: &Position) -> Position {
    let turn = position.turn;
    let mut cube = position.cube;
    cube.owner = cube.owner.map(|owner| if owner == turn { Side::Bottom } else { Side::Top });
    Position {
        board: position.board.mover_view(turn),
        turn: Side::Bottom,
        cube,
        score: Score { bottom: position.score.of(turn), top: position.score.of(turn.other()) },
        cube_limit: DEFAULT_CUBE_LIMIT,
        ..*position
    }
}

/// The decisions and questions of a collection, to find one of thousands at once.
pub(super) struct KnownDecisions(HashSet<Position>);

impl KnownDecisions {
    pub fn of(items: &[Item]) -> KnownDecisions {
        let position = |item: &Item| match &item.content {
            Content::Decision(decision) => Some(same_decision(&decision.position)),
            Content::Question(question) => Some(same_decision(&question.position)),
            Content::Error(_) => None,
        };
        KnownDecisions(items.iter().filter_map(position).collect())
    }

    /// True if it was known before.
    pub fn insert(&mut self, position: &Position) -> bool {
        !self.0.insert(same_decision(position))
    }
}

#[cfg(test)]
mod tests {
    use super::super::CardCollection;
    use super::super::tests::MATCH;
    use super::*;
    use crate::decision::Question;

    /// XG's rows for the second play of `MATCH`, which do not say what was played.
    const ROWS: &str = " 1. 3-ply  8/4 6/4  eq:+0.162\n 2. 3-ply  24/20 13/11  eq:+0.016 (-0.146)\n";

    /// The same position seen from the other side, as another program writes it.
    fn turned(position: &Position) -> Position {
        Position {
            board: position.board.mover_view(Side::Top),
            turn: position.turn.other(),
            score: Score { bottom: position.score.top, top: position.score.bottom },
            ..*position
        }
    }

    #[test]
    fn an_analysed_match_and_its_match_file_are_one_list_in_either_order() {
        let mut asked = CardCollection::default();
        asked.add("match.mat", MATCH.as_bytes());
        let is_second = |q: &Question| q.position.dice().is_some() && q.players.of(q.position.turn) == "Bo";
        let second = asked.questions().find(|(_, question)| is_second(question)).unwrap().1.position;
        let xgid = turned(&second).xgid();
        assert_ne!(xgid, second.xgid());
        let export = format!("{xgid}\n\n{ROWS}");
        let mut both = CardCollection::default();
        for (order, texts) in [("match first", [MATCH, &export]), ("analysis first", [&export, MATCH])] {
            let mut collection = CardCollection::default();
            for text in texts {
                collection.add("file", text.as_bytes());
            }
            assert_eq!(collection.items().len(), asked.items().len(), "{order}");
            let decision = collection.decisions().next().unwrap();
            assert_eq!(decision.player(), "Bo", "{order}");
            assert_eq!(decision.played().map(|choice| choice.label.as_str()), Some("8/4 6/4"), "{order}");
            both = collection;
        }
        assert_eq!(both.add("again", export.as_bytes()).known, 1);
        assert_eq!(both.decisions().next().unwrap().played().unwrap().label, "8/4 6/4");
    }
}
