//! What the review of the current game says of its moves, by node.

use std::collections::BTreeMap;
use std::sync::Arc;

use analysis::review::{ReviewedMove, Verdict};
use analysis::{Class, Evaluation};
use diagram::HintGrade;
use leptos::prelude::*;
use record::NodeId;

use super::reviews::GameReview;
use crate::study::analysis::grade_of;
use crate::study::page_state::PageState;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Of the position after the move.
    pub value: Evaluation,
    /// Of a move that lost something for sure.
    pub error: Option<HintGrade>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgements(Arc<BTreeMap<NodeId, Judgement>>);

impl Judgements {
    /// Every part of Study is below `provide`.
    pub fn provide() {
        let page_state = PageState::here();
        let reviews = page_state.reviews;
        let state = page_state.watch(|workspace| {
            let record = workspace.current().record();
            (workspace.current().id(), record.number(), record.revision())
        });
        let judgements = Memo::new(move |_| {
            let (game, number, _) = state.get();
            let of = |review: &GameReview| {
                let is_current =
                    page_state.peek(|workspace| review.line.is_still_in(workspace.current().record()));
                let root = page_state.peek(|workspace| workspace.current().record().root());
                if is_current { Judgements::of(review, root) } else { Judgements::default() }
            };
            reviews.with((game, number), of).unwrap_or_default()
        });
        provide_context(judgements);
    }

    pub fn here() -> Memo<Judgements> {
        expect_context()
    }

    fn of(review: &GameReview, root: NodeId) -> Judgements {
        let judgement = |(mv, node): (&ReviewedMove, &NodeId)| {
            let class = match mv.verdict {
                Some(Verdict::Class(class)) => Some(class),
                Some(Verdict::Unsure) | None => None,
            };
            let error = class.filter(|class| *class >= Class::Inaccuracy).map(grade_of);
            Some((*node, Judgement { value: mv.value?, error }))
        };
        let moves = review.update.moves.iter().zip(review.line.nodes()).filter_map(judgement);
        let start = review.update.start.map(|value| (root, Judgement { value, error: None }));
        Judgements(Arc::new(start.into_iter().chain(moves).collect()))
    }

    pub fn get(&self, node: NodeId) -> Option<Judgement> {
        self.0.get(&node).copied()
    }

    /// The moves that lost something.
    pub fn errors(&self) -> impl Iterator<Item = (NodeId, HintGrade)> {
        self.0.iter().filter_map(|(node, judgement)| Some((*node, judgement.error?)))
    }
}

/// As players write it.
pub fn glyph_of(grade: HintGrade) -> &'static str {
    match grade {
        HintGrade::Best => "!",
        HintGrade::Good => "",
        HintGrade::Inaccuracy => "?!",
        HintGrade::Mistake => "?",
        HintGrade::Blunder => "??",
    }
}
