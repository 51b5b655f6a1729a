//! A picture as a file: SVG as it is, PNG by resvg.

use std::path::Path;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::input;
use crate::failure::{Failure, shown_path};

/// The format follows from the file's extension.
pub fn save_svg(svg: &str, to: &Path) -> Result<(), Failure> {
    match to.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => input::write(Some(to), svg.as_bytes()),
        Some("png") => {
            let png = png(svg).ok_or_else(|| Failure::Usage("the picture is too large for PNG".into()))?;
            input::write(Some(to), &png)
        }
        _ => Err(Failure::Usage(format!("{}: the file name must end in .svg or .png", shown_path(to)))),
    }
}

fn png(svg: &str) -> Option<Vec<u8>> {
    let options = Options { fontdb: Arc::new(fonts()), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// A bundled font, so that pictures are the same on every machine; the system's fonts only for characters it lacks.
fn fonts() -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.load_system_fonts();
    fonts
}
