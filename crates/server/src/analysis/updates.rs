//! What searches and reviews send.

use api::analysis::SearchUpdate;
use api::review::ReviewUpdate;

use crate::update_stream::Update;

impl Update for SearchUpdate {
    fn is_final(&self) -> bool {
        self.state.is_final()
    }
}

impl Update for ReviewUpdate {
    fn is_final(&self) -> bool {
        self.state.is_final()
    }

    fn since(&self, earlier: &ReviewUpdate) -> ReviewUpdate {
        ReviewUpdate::since(self, earlier)
    }
}
