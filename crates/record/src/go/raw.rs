//! Raw properties, for the panel that shows and edits any of them.

use super::record::GoRecord;
use super::refusal::GoRefusal;
use crate::tree::NodeId;
use crate::{GameRecord, Refusal};

impl GoRecord {
    /// The names and values of a node in file order; values are decoded but still escaped.
    pub fn properties(&self, node: NodeId) -> Vec<(String, Vec<String>)> {
        let value = |v: crate::sgf::Value<'_>| v.decoded().into_owned();
        let all = self.node(node).properties();
        all.map(|p| (p.name().to_owned(), p.values().map(value).collect())).collect()
    }

    /// Sets any property of the cursor's node to escaped values; no values remove it.
    pub fn set_property(&mut self, name: &str, values: &[&str]) -> Result<(), Refusal> {
        let values = self.property_values(name, values)?;
        let edits = self.edits_for(self.here(), &[(name, values)]);
        Ok(self.editor.apply(edits, self.here())?)
    }

    /// Sets several properties as one step.
    pub fn set_properties(&mut self, all: &[(String, Vec<String>)]) -> Result<(), Refusal> {
        let mut changes = Vec::new();
        for (name, values) in all {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            changes.push((name.as_str(), self.property_values(name, &values)?));
        }
        let edits = self.edits_for(self.here(), &changes);
        Ok(self.editor.apply(edits, self.here())?)
    }

    /// The values in bytes, if name and values are valid.
    pub(super) fn property_values(&self, name: &str, values: &[&str]) -> Result<Vec<Vec<u8>>, Refusal> {
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !starts_well || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(GoRefusal::NotAProperty.into());
        }
        let mut encoded = Vec::new();
        for value in values {
            encoded.push(self.file().encode_escaped(value)?.ok_or(GoRefusal::NotAProperty)?);
        }
        Ok(encoded)
    }
}
