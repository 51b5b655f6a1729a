//! What is shown, in the address: the filter, the order, whether a drill runs or a position is set up, so that the browser's Back leads to
//! what was shown before.

use flashcards::Selection;
use web_sys::js_sys::encode_uri_component;

use crate::pages::Page;
use crate::route;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardsAddress {
    pub selection: Selection,
    pub by_cost: bool,
    pub drills: bool,
    pub sets_up: bool,
}

impl CardsAddress {
    /// The current address; none on another page.
    pub fn here() -> Option<CardsAddress> {
        let path = leptos::prelude::window().location().pathname().unwrap_or_default();
        (path == Page::Cards.path()).then(|| CardsAddress::read(route::query))
    }

    fn read(parameter: impl Fn(&str) -> Option<String>) -> CardsAddress {
        let least_loss = parameter("least").map(|text| loss(&text)).unwrap_or_default();
        CardsAddress {
            selection: Selection { least_loss, player: parameter("player").unwrap_or_default() },
            by_cost: parameter("order").as_deref() == Some("cost"),
            drills: parameter("drill").is_some(),
            sets_up: parameter("setup").is_some(),
        }
    }

    /// The address of what is shown. `encode` makes a name safe for it.
    fn write(&self, encode: impl Fn(&str) -> String) -> String {
        let Selection { least_loss, player } = &self.selection;
        let parts = [
            (!player.is_empty()).then(|| format!("player={}", encode(player))),
            (*least_loss > 0.0).then(|| format!("least={least_loss:.3}")),
            self.by_cost.then(|| "order=cost".to_owned()),
            self.drills.then(|| "drill=1".to_owned()),
            self.sets_up.then(|| "setup=1".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => Page::Cards.path().to_owned(),
            false => format!("{}?{}", Page::Cards.path(), parts.join("&")),
        }
    }

    pub fn path(&self) -> String {
        self.write(|text| String::from(encode_uri_component(text)))
    }
}

/// Text that is not a number means no threshold.
pub fn loss(text: &str) -> f64 {
    let loss: f64 = text.trim().replace(',', ".").parse().unwrap_or_default();
    if loss.is_finite() { loss.clamp(0.0, 3.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_a_number_or_nothing() {
        for (text, is) in [("0.02", 0.02), ("0,1", 0.1), ("", 0.0), ("-1", 0.0), ("9", 3.0), ("inf", 0.0)] {
            assert_eq!(loss(text), is, "{text}");
        }
    }

    #[test]
    fn an_address_says_what_is_shown_and_is_read_back() {
        let selection = Selection { least_loss: 0.05, player: "Ann".into() };
        for (address, path) in [
            (CardsAddress::default(), "/cards"),
            (CardsAddress { sets_up: true, ..CardsAddress::default() }, "/cards?setup=1"),
            (
                CardsAddress { selection: selection.clone(), ..CardsAddress::default() },
                "/cards?player=Ann&least=0.050",
            ),
            (
                CardsAddress { selection, by_cost: true, drills: true, sets_up: false },
                "/cards?player=Ann&least=0.050&order=cost&drill=1",
            ),
        ] {
            let written = address.write(str::to_owned);
            assert_eq!(written, path);
            let parameter = |name: &str| {
                let (_, query) = written.split_once('?')?;
                query.split('&').find_map(|part| part.strip_prefix(&format!("{name}="))).map(str::to_owned)
            };
            assert_eq!(CardsAddress::read(parameter), address);
        }
    }
}
