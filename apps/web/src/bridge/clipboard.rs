//! Text to the clipboard.

use leptos::prelude::window;

use super::script::{ask, has, member};
use super::{Clipboard, Failure, Later};

pub struct BrowserClipboard;

impl Clipboard for BrowserClipboard {
    fn copy(&self, text: String) -> Later<Result<(), Failure>> {
        Box::pin(async move {
            // Pages that come over plain HTTP from another machine have none.
            let clipboard = member(&window().navigator(), "clipboard");
            if !has(&clipboard, "writeText") {
                return Err(Failure(crate::language::frame().no_clipboard.to_owned()));
            }
            ask(&clipboard, "writeText", &[&text.into()]).await?;
            Ok(())
        })
    }
}
