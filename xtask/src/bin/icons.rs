//! Draws SVG icons as PNG files: `icons SVG SIZE PNG …`, for any number of icons.

use std::fs;

use anyhow::{Context, Result, bail};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for icon in args.chunks(3) {
        let [svg, size, png] = icon else { bail!("usage: icons SVG SIZE PNG …") };
        let size = size.parse().with_context(|| format!("not a size: {size}"))?;
        fs::write(png, draw(&fs::read(svg)?, size).with_context(|| format!("cannot draw {svg}"))?)?;
    }
    Ok(())
}

/// The SVG as a PNG of this width and height.
fn draw(svg: &[u8], size: u32) -> Result<Vec<u8>> {
    let tree = Tree::from_data(svg, &Options::default())?;
    let mut pixels = Pixmap::new(size, size).context("the size is zero")?;
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels.encode_png()?)
}
