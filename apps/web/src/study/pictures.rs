//! Pictures of the board: copied as PNG, saved as SVG or PNG, and a line as an animated SVG.

use diagram::go::{Geometry, Look, Scene, animation, draw};
use diagram::{Theme, to_svg_of_width};
use leptos::prelude::*;
use leptos::task::spawn_local;
use record::GoRecord;
use study::{OpenGame, PictureUse};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Function, Promise, encode_uri_component};
use web_sys::{Blob, Element};

use super::page_state::PageState;
use crate::bridge::{Failure, bytes_of, download};
use crate::js::{call, call_async, member, object};
use crate::language;

/// Of pictures, in pixels.
const WIDTH: f64 = 1000.0;

impl PageState {
    pub(super) fn make_picture(self, purpose: PictureUse, look: Look, has_coordinates: bool) {
        let made = self.peek(|workspace| {
            let game = workspace.current();
            let record = game.go()?;
            let geometry = geometry(game, record, has_coordinates);
            let svg = match purpose {
                PictureUse::SaveAnimation => animation(record, &geometry, Theme::Light),
                PictureUse::Copy | PictureUse::Save => {
                    let scene = Scene::at_cursor(record, look);
                    to_svg_of_width(&draw(&scene, &geometry), Theme::Light, WIDTH)
                }
            };
            Some((svg, stem(&game.name()).to_owned(), geometry.height() * WIDTH / geometry.width()))
        });
        let Some((svg, name, height)) = made else { return };
        spawn_local(async move {
            if let Err(why) = self.use_picture(purpose, svg, &name, height).await {
                let words = language::here().go_study();
                self.toasts.show(i18n::fill(words.no_picture, &[("why", &why.sentence())]));
            }
        });
    }

    async fn use_picture(
        self,
        purpose: PictureUse,
        svg: String,
        name: &str,
        height: f64,
    ) -> Result<(), Failure> {
        let words = language::here().go_study();
        match purpose {
            PictureUse::SaveAnimation => download(&format!("{name}-animated.svg"), svg.as_bytes())?,
            PictureUse::Save => {
                download(&format!("{name}.svg"), svg.as_bytes())?;
                let png = bytes_of(&png(&svg, height).await?).await?;
                download(&format!("{name}.png"), &png)?;
            }
            PictureUse::Copy => {
                copy_picture(&png(&svg, height).await?).await?;
                self.toasts.show(words.picture_copied.to_owned());
            }
        }
        Ok(())
    }
}

fn geometry(game: &OpenGame, record: &GoRecord, has_coordinates: bool) -> Geometry {
    let part = match game.shows_whole_board() {
        true => Geometry::new(record.size()),
        false => Geometry::at_cursor(record),
    };
    let seen = part.seen(game.view().quarter_turns(), game.view().is_mirrored());
    seen.with_coordinates(has_coordinates).fitting(WIDTH, WIDTH)
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Drawn by the browser.
async fn png(svg: &str, height: f64) -> Result<Blob, JsValue> {
    let image: Element = document().create_element("img")?;
    let source = format!("data:image/svg+xml;charset=utf-8,{}", String::from(encode_uri_component(svg)));
    image.set_attribute("src", &source)?;
    call_async(&image, "decode", &[]).await?;
    let canvas: Element = document().create_element("canvas")?;
    canvas.set_attribute("width", &WIDTH.to_string())?;
    canvas.set_attribute("height", &height.round().to_string())?;
    let context = call(&canvas, "getContext", &[&"2d".into()])?;
    call(&context, "drawImage", &[&image, &0.into(), &0.into(), &WIDTH.into(), &height.into()])?;
    let made =
        Promise::new(&mut |done: Function, _| drop(call(&canvas, "toBlob", &[&done, &"image/png".into()])));
    JsFuture::from(made).await?.dyn_into()
}

async fn copy_picture(png: &Blob) -> Result<(), JsValue> {
    let item: Function = member(&window(), "ClipboardItem").dyn_into()?;
    let item = web_sys::js_sys::Reflect::construct(&item, &Array::of1(&object(&[("image/png", png)])))?;
    let clipboard = member(&window().navigator(), "clipboard");
    call_async(&clipboard, "write", &[&Array::of1(&item)]).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_name_of_its_game() {
        assert_eq!([stem("a.b.sgf"), stem("a")], ["a.b", "a"]);
    }
}
