//! Dates in the reader's locale: in the language of the page, with the country's conventions where the browser's locale
//! is of the same language.

use i18n::Language;
use wasm_bindgen::JsValue;
use web_sys::js_sys::Date;

use crate::js::object;
use crate::language;

const DAY: f64 = 86_400_000.0;

/// How a day relates to today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    Today,
    Yesterday,
    Earlier,
}

impl Day {
    /// `moment` is in milliseconds since 1970.
    pub fn of(moment: f64) -> Day {
        let offset = Date::new_0().get_timezone_offset() * 60_000.0;
        Day::relative(moment - offset, Date::now() - offset)
    }

    /// Both in local time.
    fn relative(moment: f64, now: f64) -> Day {
        match (now / DAY).floor() - (moment / DAY).floor() {
            days if days < 1.0 => Day::Today,
            days if days < 2.0 => Day::Yesterday,
            _ => Day::Earlier,
        }
    }
}

/// The day of a moment in milliseconds since 1970.
pub fn day_of(moment: f64) -> String {
    format_date(&Date::new(&moment.into()), &["year", "month", "day"])
}

/// The day and the time of a moment in milliseconds since 1970.
pub fn time_of(moment: f64) -> String {
    let styles = object(&[("dateStyle", &"medium".into()), ("timeStyle", &"short".into())]);
    Date::new(&moment.into()).to_locale_string(&locale(), &styles).into()
}

/// `2026-02-11`, `2026-02` or `2026`. Other texts are returned unchanged.
pub fn date(text: &str) -> String {
    if !cfg!(target_arch = "wasm32") {
        return text.to_owned();
    }
    let parts: Option<Vec<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    let Some((year, month, day)) = parts.as_deref().and_then(year_month_day) else { return text.to_owned() };
    let date = Date::new_0();
    date.set_full_year_with_month_date(year, month.unwrap_or(1) as i32 - 1, day.unwrap_or(1) as i32);
    let parts = ["year", "month", "day"];
    let known = 1 + usize::from(month.is_some()) + usize::from(day.is_some());
    format_date(&date, parts.get(..known).unwrap_or(&parts))
}

fn year_month_day(parts: &[u32]) -> Option<(u32, Option<u32>, Option<u32>)> {
    match *parts {
        [year] => Some((year, None, None)),
        [year, month] => Some((year, Some(month), None)),
        [year, month, day] => Some((year, Some(month), Some(day))),
        _ => None,
    }
}

fn format_date(date: &Date, parts: &[&str]) -> String {
    let style = |part: &str| JsValue::from(if part == "month" { "short" } else { "numeric" });
    let styles: Vec<(&str, JsValue)> = parts.iter().map(|part| (*part, style(part))).collect();
    let styles: Vec<(&str, &JsValue)> = styles.iter().map(|(part, style)| (*part, style)).collect();
    date.to_locale_date_string(&locale(), &object(&styles)).into()
}

/// `en-GB` where the browser is set to it and the page is in English.
fn locale() -> String {
    let language = language::here();
    let browser = leptos::prelude::window().navigator().language();
    browser
        .filter(|tag| Language::from_tag(tag) == Some(language))
        .unwrap_or_else(|| language.tag().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight() {
        let noon = 20_000.5 * DAY;
        for (moment, when) in [
            (noon, Day::Today),
            (20_000.0 * DAY, Day::Today),
            (20_000.0 * DAY - 1.0, Day::Yesterday),
            (19_999.0 * DAY, Day::Yesterday),
            (19_999.0 * DAY - 1.0, Day::Earlier),
            // The clock was set back.
            (noon + 3.0 * DAY, Day::Today),
        ] {
            assert_eq!(Day::relative(moment, noon), when, "{moment}");
        }
    }

    #[test]
    fn a_partial_date_keeps_its_known_parts() {
        assert_eq!(year_month_day(&[2026]), Some((2026, None, None)));
        assert_eq!(year_month_day(&[2026, 2]), Some((2026, Some(2), None)));
        assert_eq!(year_month_day(&[2026, 2, 11]), Some((2026, Some(2), Some(11))));
        assert_eq!(year_month_day(&[]), None);
    }
}
