//! The position in all three notations. Each is a field: typing an id sets the board.

use leptos::prelude::*;
use rules::backgammon::{IdError, Notation, Position, SetUpInput};

use super::Setting;
use crate::cards::position_ids::message;

#[component]
pub(super) fn Ids() -> impl IntoView {
    view! {
        <div class="form set-up-ids">
            {Notation::ALL.map(|notation| view! { <Id notation /> }).collect_view()}
        </div>
    }
}

/// What is typed is kept until it can be read.
#[component]
fn Id(notation: Notation) -> impl IntoView {
    let setting = Setting::here();
    let error = RwSignal::new(None::<String>);
    let written = Memo::new(move |_| {
        setting.set_up.with(|set_up| match (set_up.faults().is_empty(), notation) {
            (true, notation) => bare(&set_up.shown().write(notation).text, notation),
            // The other notations have no way to write what cannot be.
            (false, Notation::Xgid) => bare(&set_up.shown().xgid(), notation),
            (false, _) => String::new(),
        })
    });
    let read = move |event| {
        let text: String = event_target_value(&event);
        match read(&text, notation) {
            Ok(position) => {
                error.set(None);
                setting.handle(SetUpInput::Load(position));
            }
            Err(why) => error.set(Some(message(&why))),
        }
    };
    let name = format!("set-up-{}", notation.name());
    let error_id = format!("{name}-error");
    view! {
        <label>
            {notation.name()}
            <input
                type="text"
                name=name
                autocomplete="off"
                spellcheck="false"
                aria-invalid=move || error.with(Option::is_some).to_string()
                aria-describedby=error_id.clone()
                prop:value=written
                on:focus=move |_| error.set(None)
                on:input=read
            />
            <span class="wrong small" id=error_id role="alert">{error}</span>
        </label>
    }
}

/// Without the name in front, which is the field's label.
fn bare(id: &str, notation: Notation) -> String {
    id.strip_prefix(&format!("{}=", notation.name())).unwrap_or(id).to_owned()
}

/// Any of the notations is read in any field. An impossible position is read too, to be named as such.
fn read(text: &str, notation: Notation) -> Result<Position, IdError> {
    let named = || Notation::of(text).unwrap_or(notation);
    match Position::read_as(text, named()) {
        Ok(read) => Ok(read.position),
        Err(error) if named() == Notation::Xgid => Position::read_lenient(text).map_err(|_| error),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use rules::backgammon::Board;

    use super::*;

    #[test]
    fn every_field_reads_every_notation_and_names_what_is_wrong() {
        let position = Position::money(Board::START);
        for written in Notation::ALL {
            let id = position.write(written).text;
            for field in Notation::ALL {
                assert_eq!(read(&id, field).unwrap().board, position.board, "{id} as {field:?}");
            }
            assert_eq!(read(&bare(&id, written), written).unwrap().board, position.board);
        }
        let many = "-b----P-P---eP---c-e----B-:0:0:1:00:0:0:0:0:10";
        assert!(read(many, Notation::Xgid).unwrap().board.off(rules::backgammon::Side::Bottom) == 0);
        let error = read("-b----E-C---eE---c-e----B-:0:0:1:77:0:0:0:0:10", Notation::Xgid).unwrap_err();
        assert!(message(&error).starts_with("XGID, dice: found “77”"), "{}", message(&error));
    }
}
