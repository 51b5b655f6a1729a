//! The languages by name and tag.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    #[default]
    En,
    Vi,
    Zh,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::En, Language::Vi, Language::Zh];

    /// Its name in the language itself.
    pub fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::Vi => "Tiếng Việt",
            Language::Zh => "简体中文",
        }
    }

    /// Its name in Latin letters, if its own name is not: a machine without a font for that script shows boxes.
    pub fn latin_name(self) -> Option<&'static str> {
        match self {
            Language::En | Language::Vi => None,
            Language::Zh => Some("Chinese"),
        }
    }

    /// Its BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Vi => "vi",
            Language::Zh => "zh-Hans",
        }
    }

    /// The language of any of its tags: `en-GB`, `vi`, `zh-CN`. None if it is not available.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_']).next()?;
        Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(primary))
    }

    /// The tag up to its first dash.
    fn code(self) -> &'static str {
        self.tag().split('-').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_any_of_its_tags() {
        for (tag, language) in [
            ("en", Some(Language::En)),
            ("en-GB", Some(Language::En)),
            ("VI-vn", Some(Language::Vi)),
            ("zh-CN", Some(Language::Zh)),
            ("zh_TW", Some(Language::Zh)),
            ("zhx", None),
            ("fr", None),
            ("", None),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag}");
        }
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
    }
}
