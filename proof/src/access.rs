//! Pages for everybody: axe-core looks for what shuts people out.

use anyhow::{Result, ensure};

use crate::browser::Page;
use crate::place::axe_script;

impl Page {
    /// axe-core finds nothing to complain about.
    pub async fn is_accessible(&self, place: &str) -> Result<()> {
        self.passes(place, "{ resultTypes: ['violations'] }").await
    }

    /// The same for what another program puts into a page of its own: what holds for whole pages is not asked.
    pub async fn is_accessible_as_a_part(&self, place: &str) -> Result<()> {
        let tags = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']";
        self.passes(place, &format!("{{ resultTypes: ['violations'], runOnly: {tags} }}")).await
    }

    async fn passes(&self, place: &str, options: &str) -> Result<()> {
        let axe = std::fs::read_to_string(axe_script()?)?;
        // What still moves is half transparent; what moves for ever is not waited for.
        let script = format!(
            "{axe}; const ends = (moving) => moving.effect.getComputedTiming().endTime < 1e6; \
             await Promise.all(document.getAnimations().filter(ends).map((moving) => moving.finished)); \
             return axe.run(document, {options}).then((found) => \
             found.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')))"
        );
        let found = self.ask(&format!("return (async () => {{ {script} }})()")).await?;
        ensure!(found.as_array().is_some_and(Vec::is_empty), "{place}: {found:#}");
        Ok(())
    }
}
