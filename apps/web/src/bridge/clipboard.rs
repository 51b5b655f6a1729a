//! Text to the clipboard.

use leptos::prelude::window;

use super::{Clipboard, Failure, LocalFuture};
use crate::js::{call_async, has, member};

pub struct BrowserClipboard;

impl Clipboard for BrowserClipboard {
    fn copy(&self, text: String) -> LocalFuture<Result<(), Failure>> {
        Box::pin(async move {
            // Pages loaded over plain HTTP from another machine have no clipboard.
            let clipboard = member(&window().navigator(), "clipboard");
            if !has(&clipboard, "writeText") {
                return Err(Failure(crate::language::frame().no_clipboard.to_owned()));
            }
            call_async(&clipboard, "writeText", &[&text.into()]).await?;
            Ok(())
        })
    }
}
