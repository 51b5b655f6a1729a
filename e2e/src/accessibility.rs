//! Accessibility checks with axe-core.

use anyhow::{Result, ensure};

use crate::browser::Page;
use crate::paths::axe_script;

impl Page {
    /// Fails if axe-core reports a violation on the whole page; `place` names it in the error.
    pub async fn check_accessibility(&self, place: &str) -> Result<()> {
        self.run_axe(place, "{ resultTypes: ['violations'] }").await
    }

    /// Checks content that another program embeds in its own page: rules about whole pages are left out.
    pub async fn check_accessibility_of_part(&self, place: &str) -> Result<()> {
        let tags = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']";
        self.run_axe(place, &format!("{{ resultTypes: ['violations'], runOnly: {tags} }}")).await
    }

    async fn run_axe(&self, place: &str, options: &str) -> Result<()> {
        let axe = std::fs::read_to_string(axe_script()?)?;
        // Fading elements are half transparent and would fail the contrast rule. Endless animations are not waited for.
        // One that is replaced, as by the next value of an engine, is over.
        let script = format!(
            "{axe}; const ends = (animation) => animation.effect.getComputedTiming().endTime < 1e6; \
             await Promise.all(document.getAnimations().filter(ends).map((animation) => animation.finished.catch(() => {{}}))); \
             return axe.run(document, {options}).then((found) => \
             found.violations.map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')))"
        );
        let found = self.eval(&format!("return (async () => {{ {script} }})()")).await?;
        ensure!(found.as_array().is_some_and(Vec::is_empty), "{place}: {found:#}");
        Ok(())
    }
}
