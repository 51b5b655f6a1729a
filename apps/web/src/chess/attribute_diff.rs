//! Updates a layer of the board by changing attributes of its elements. Parsing the layer again is a large
//! part of the cost of a step.

use web_sys::Element;

/// Changes the elements of a group from `before` to `now`, one line per element. Returns false and changes nothing where
/// other elements are needed.
pub fn apply(group: &Element, before: &str, now: &str) -> bool {
    let Some(changes) = changes(before, now) else { return false };
    let elements = group.children();
    for Change { element, attribute, value } in changes {
        let _ = elements.item(element).map(|element| element.set_attribute(attribute, value));
    }
    true
}

#[derive(Debug, PartialEq)]
struct Change<'a> {
    element: u32,
    attribute: &'a str,
    value: &'a str,
}

fn changes<'a>(before: &'a str, now: &'a str) -> Option<Vec<Change<'a>>> {
    let (before, now): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    if before.len() != now.len() {
        return None;
    }
    let mut changes = Vec::new();
    for (element, (before, now)) in (0..).zip(before.into_iter().zip(now)) {
        if before == now {
            continue;
        }
        let ((old_name, old), (name, new)) = (tag(before)?, tag(now)?);
        if old_name != name || !old.iter().map(|(name, _)| name).eq(new.iter().map(|(name, _)| name)) {
            return None;
        }
        let differs = |((_, old), (_, new)): &(&(&str, &str), &(&str, &str))| old != new;
        let differ = old.iter().zip(&new).filter(differs);
        changes.extend(differ.map(|(_, (attribute, value))| Change { element, attribute, value }));
    }
    Some(changes)
}

/// Name and attributes of an element without content and without escaped characters.
fn tag(line: &str) -> Option<(&str, Vec<(&str, &str)>)> {
    let (name, mut rest) = line.strip_prefix('<')?.strip_suffix("/>")?.split_once(' ')?;
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        attributes.push((name, value));
        rest = after.trim_start();
    }
    (!line.contains('&')).then_some((name, attributes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(before: &str, now: &str) -> Option<Vec<(u32, String)>> {
        let list = changes(before, now)?;
        Some(
            list.iter()
                .map(|change| (change.element, format!("{}={}", change.attribute, change.value)))
                .collect(),
        )
    }

    #[test]
    fn only_attributes_that_differ_are_changed() {
        let before =
            "<rect class=\"last-move\" x=\"0\" y=\"100\"/>\n<rect class=\"last-move\" x=\"0\" y=\"300\"/>\n";
        let now = "<rect class=\"last-move\" x=\"0\" y=\"100\"/>\n<rect class=\"last-move\" x=\"200\" y=\"400\"/>\n";
        assert_eq!(listed(before, now), Some(vec![(1, "x=200".to_owned()), (1, "y=400".to_owned())]));
        assert_eq!(listed(before, before), Some(Vec::new()));
    }

    #[test]
    fn other_elements_are_parsed_again() {
        let rect = "<rect x=\"0\"/>\n";
        for other in [
            "",
            "<rect x=\"0\"/>\n<rect x=\"1\"/>\n",
            "<circle x=\"1\"/>\n",
            "<rect y=\"1\"/>\n",
            "<rect x=\"1\">a</rect>\n",
            "<rect x=\"&lt;\"/>\n",
        ] {
            assert_eq!(listed(rect, other), None, "{other}");
            assert_eq!(listed(other, rect), None, "{other}");
        }
    }
}
