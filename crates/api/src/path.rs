//! Paths from route patterns.

/// Puts the values into the `{…}` segments of a pattern, in order.
pub(crate) fn path(pattern: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let segments = pattern.split('/').map(|segment| match segment.starts_with('{') {
        true => values.next().map(|value| encode(value)).unwrap_or_default(),
        false => segment.to_owned(),
    });
    segments.collect::<Vec<_>>().join("/")
}

/// Appends the parameters that are not empty.
pub(crate) fn with_query(path: &str, params: &[(&str, &str)]) -> String {
    let mut address = path.to_owned();
    for (name, value) in params.iter().filter(|(_, value)| !value.is_empty()) {
        address.push(if address.contains('?') { '&' } else { '?' });
        address.push_str(name);
        address.push('=');
        address.push_str(&encode(value));
    }
    address
}

/// Percent-encodes everything but unreserved characters (RFC 3986).
fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => {
                const DIGITS: [char; 16] =
                    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
                encoded.push('%');
                encoded.extend(DIGITS.get(usize::from(byte >> 4)));
                encoded.extend(DIGITS.get(usize::from(byte & 15)));
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fill_the_segments_in_order_and_cannot_leave_them() {
        assert_eq!(path("/api/a/{id}/b/{key}", &["3", "x"]), "/api/a/3/b/x");
        assert_eq!(path("/api/rooms/{id}", &["../x?y"]), "/api/rooms/..%2Fx%3Fy");
    }

    #[test]
    fn only_parameters_with_a_value_are_in_the_address() {
        let params = [("text", "Sài Gòn & Co"), ("kind", ""), ("skip", "0")];
        assert_eq!(with_query("/g", &params), "/g?text=S%C3%A0i%20G%C3%B2n%20%26%20Co&skip=0");
        assert_eq!(with_query("/g", &[]), "/g");
    }
}
