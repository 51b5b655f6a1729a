//! The address under which others reach a host through a tunnel, a reverse proxy or a name of its own. Only this name is
//! accepted besides numbers: any other may be another site's (DNS rebinding).

use std::fmt;
use std::str::FromStr;

/// `https://go.example.org` or `http://go.example.org:8080`, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    is_https: bool,
    /// The name and, unless it is the usual one of the scheme, the port; in lower case.
    authority: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidPublicUrl;

impl fmt::Display for InvalidPublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an address such as https://go.example.org or http://go.example.org:8080, without a path")
    }
}

impl std::error::Error for InvalidPublicUrl {}

impl FromStr for PublicUrl {
    type Err = InvalidPublicUrl;

    fn from_str(text: &str) -> Result<PublicUrl, InvalidPublicUrl> {
        let (scheme, rest) = text.split_once("://").ok_or(InvalidPublicUrl)?;
        let is_https = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(InvalidPublicUrl),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest).to_ascii_lowercase();
        let authority = authority.strip_suffix(usual_port(is_https)).unwrap_or(&authority).to_owned();
        let (name, port) = match authority.rsplit_once(':') {
            Some((name, digits)) if !digits.ends_with(']') => (name, Some(digits)),
            _ => (authority.as_str(), None),
        };
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-.[]:".contains(c));
        let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok());
        if is_name && is_port { Ok(PublicUrl { is_https, authority }) } else { Err(InvalidPublicUrl) }
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_https { "https" } else { "http" }, self.authority)
    }
}

impl PublicUrl {
    /// Whether a request has this address as its Host. Some proxies add the usual port.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        host.strip_suffix(usual_port(self.is_https)).unwrap_or(&host) == self.authority
    }

    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.to_string())
    }
}

fn usual_port(is_https: bool) -> &'static str {
    if is_https { ":443" } else { ":80" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_write_it() {
        for (text, shown) in [
            ("https://go.example.org", Some("https://go.example.org")),
            ("https://Go.Example.org:443/", Some("https://go.example.org")),
            ("http://go.example.org:8080", Some("http://go.example.org:8080")),
            ("http://[2001:db8::1]:8080", Some("http://[2001:db8::1]:8080")),
            ("go.example.org", None),
            ("ftp://go.example.org", None),
            ("https://go.example.org/play", None),
            ("https://", None),
            ("http://go.example.org:none", None),
        ] {
            assert_eq!(text.parse::<PublicUrl>().ok().map(|url| url.to_string()).as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn only_its_own_name_and_origin_are_accepted() {
        let url: PublicUrl = "https://go.example.org".parse().unwrap();
        assert!(url.is_host("go.example.org") && url.is_host("GO.example.org:443"));
        assert!(!url.is_host("go.example.org:80") && !url.is_host("evil.example") && !url.is_host(""));
        assert!(url.is_origin("https://go.example.org"));
        assert!(
            !url.is_origin("http://go.example.org") && !url.is_origin("https://go.example.org.evil.example")
        );
    }
}
