//! Days as the reader's own part of the world writes them: in the language of the page, and where the browser is set to a
//! country that speaks it, as that country does.

use wasm_bindgen::JsValue;
use web_sys::js_sys::Date;
use words::Language;

use crate::language;
use crate::script::object;

const DAY: f64 = 86_400_000.0;

/// A moment in milliseconds since 1970: today, yesterday, or its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Today,
    Yesterday,
    Earlier,
}

impl When {
    pub fn of(moment: f64) -> When {
        let offset = Date::new_0().get_timezone_offset() * 60_000.0;
        When::between(moment - offset, Date::now() - offset)
    }

    /// Both as clocks on the wall show it.
    fn between(moment: f64, now: f64) -> When {
        match (now / DAY).floor() - (moment / DAY).floor() {
            days if days < 1.0 => When::Today,
            days if days < 2.0 => When::Yesterday,
            _ => When::Earlier,
        }
    }
}

/// The day of a moment in milliseconds since 1970.
pub fn day_of(moment: f64) -> String {
    written(&Date::new(&moment.into()), &["year", "month", "day"])
}

/// `2026-02-11`, or as much of it as is known. What is no date stays as it is.
pub fn date(text: &str) -> String {
    if !cfg!(target_arch = "wasm32") {
        return text.to_owned();
    }
    let parts: Option<Vec<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    let Some((year, month, day)) = parts.as_deref().and_then(known) else { return text.to_owned() };
    let date = Date::new_0();
    date.set_full_year_with_month_date(year, month.unwrap_or(1) as i32 - 1, day.unwrap_or(1) as i32);
    let parts = ["year", "month", "day"];
    let known = 1 + usize::from(month.is_some()) + usize::from(day.is_some());
    written(&date, parts.get(..known).unwrap_or(&parts))
}

fn known(parts: &[u32]) -> Option<(u32, Option<u32>, Option<u32>)> {
    match *parts {
        [year] => Some((year, None, None)),
        [year, month] => Some((year, Some(month), None)),
        [year, month, day] => Some((year, Some(month), Some(day))),
        _ => None,
    }
}

fn written(date: &Date, parts: &[&str]) -> String {
    let way = |part: &str| JsValue::from(if part == "month" { "short" } else { "numeric" });
    let ways: Vec<(&str, JsValue)> = parts.iter().map(|part| (*part, way(part))).collect();
    let ways: Vec<(&str, &JsValue)> = ways.iter().map(|(part, way)| (*part, way)).collect();
    date.to_locale_date_string(&locale(), &object(&ways)).into()
}

/// `en-GB` where the browser says so and the page is in English.
fn locale() -> String {
    let language = language::here();
    let asked = leptos::prelude::window().navigator().language();
    asked.filter(|tag| Language::from_tag(tag) == Some(language)).unwrap_or_else(|| language.tag().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight() {
        let noon = 20_000.5 * DAY;
        for (moment, when) in [
            (noon, When::Today),
            (20_000.0 * DAY, When::Today),
            (20_000.0 * DAY - 1.0, When::Yesterday),
            (19_999.0 * DAY, When::Yesterday),
            (19_999.0 * DAY - 1.0, When::Earlier),
            // A clock that was set back.
            (noon + 3.0 * DAY, When::Today),
        ] {
            assert_eq!(When::between(moment, noon), when, "{moment}");
        }
    }

    #[test]
    fn a_date_is_as_long_as_it_is_known() {
        assert_eq!(known(&[2026]), Some((2026, None, None)));
        assert_eq!(known(&[2026, 2]), Some((2026, Some(2), None)));
        assert_eq!(known(&[2026, 2, 11]), Some((2026, Some(2), Some(11))));
        assert_eq!(known(&[]), None);
    }
}
