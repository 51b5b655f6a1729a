//! A settings file is read completely or refused with the place of the error; what was read is written and read back
//! the same. The same holds for custom keys.

use flashcards::Settings;
use study::Bindings;

pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Settings::read(&text) {
        Ok(settings) => {
            assert_eq!(Settings::read(&settings.write()).as_ref(), Ok(&settings));
            settings.look();
        }
        Err(error) => {
            assert!(
                (1..=text.matches('\n').count() + 1).contains(&error.line) && error.column >= 1,
                "{error}"
            );
        }
    }
    let bindings = Bindings::read(&text);
    assert_eq!(Bindings::read(&bindings.write()), bindings);
}
