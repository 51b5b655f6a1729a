//! The engine's own name in the record.

use record::go::Field;

use super::GameScreen;
use crate::term::app::Effect;

impl GameScreen {
    /// Writes the engine's own name and version into the record, once it has told them.
    pub(super) fn note_engine_name(&mut self) -> Vec<Effect> {
        let told =
            self.opponent.conversation().map(|engine| format!("{} {}", engine.name(), engine.version()));
        let Some(told) = told.filter(|told| !told.trim().is_empty()) else { return Vec::new() };
        let known = self.opponent.conversation().is_some_and(|engine| engine.is_introduced());
        let Some(placeholder) = self.engine_placeholder.take_if(|_| known) else { return Vec::new() };
        let level = placeholder.find(", level ").and_then(|at| placeholder.get(at..)).unwrap_or_default();
        let name = format!("{}{level}", told.trim());
        let fields: Vec<(Field, &str)> = ["PB", "PW"]
            .into_iter()
            .filter(|property| self.info(property).as_ref() == Some(&placeholder))
            .filter_map(|property| Some((Field::named(property)?, name.as_str())))
            .collect();
        // Fails only for characters that the charset of an old record lacks; the name then stays as it is.
        drop(self.local_game.record_mut().set_info(&fields));
        self.title = self.title.replace(&placeholder, &name);
        self.recording.version(&self.local_game)
    }
}
