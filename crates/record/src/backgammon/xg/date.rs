//! Dates as the program stores them: days since 30 December 1899.

/// `2025.11.08`, as in other match files; `None` without a date.
pub(super) fn text(days: f64) -> Option<String> {
    const EARLIEST: f64 = 1.0;
    /// The year 2300.
    const LATEST: f64 = 146_100.0;
    let days = (EARLIEST..LATEST).contains(&days).then_some(days as u32)?;
    let (mut year, mut day) = (1900, days.checked_sub(2)?);
    while day >= days_of(year) {
        day -= days_of(year);
        year += 1;
    }
    let lengths = [31, days_of(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    Some(format!("{year}.{month:02}.{:02}", day + 1))
}

fn days_of(year: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if is_leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn days_become_dates() {
        for (days, date) in [
            (2.0, "1900.01.01"),
            (61.0, "1900.03.01"),
            (36526.0, "2000.01.01"),
            (36585.5, "2000.02.29"),
            (36891.0, "2000.12.31"),
            (45969.96, "2025.11.08"),
        ] {
            assert_eq!(text(days).as_deref(), Some(date), "{days}");
        }
        for days in [0.0, 1.5, -5.0, 1e9, f64::NAN] {
            assert_eq!(text(days), None, "{days}");
        }
    }
}
