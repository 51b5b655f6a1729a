//! The icons as systems want them, drawn from the SVGs beside them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::place::root;

/// The program's own icon, by the names that the bundler knows.
const SIZES: &[(&str, u32)] = &[("32x32.png", 32), ("128x128.png", 128), ("128x128@2x.png", 256)];
const WINDOWS_SIZES: [u32; 4] = [16, 32, 48, 256];

pub fn folder() -> PathBuf {
    root().join("apps/desktop/icons")
}

pub fn draw() -> Result<()> {
    let icon = folder().join("tabiya.svg");
    for (name, size) in SIZES {
        fs::write(folder().join(name), png(&icon, *size)?)?;
    }
    let images = WINDOWS_SIZES.map(|size| png(&icon, size).map(|image| (size, image)));
    let images: Vec<_> = images.into_iter().collect::<Result<_>>()?;
    fs::write(folder().join("icon.ico"), windows_icon(&images))?;
    Ok(())
}

/// The drawing at that width and height.
pub fn png(svg: &Path, size: u32) -> Result<Vec<u8>> {
    let tree = Tree::from_data(&fs::read(svg)?, &Options::default())
        .with_context(|| format!("{} cannot be drawn", svg.display()))?;
    let mut picture = Pixmap::new(size, size).context("an icon of no size")?;
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    Ok(picture.encode_png()?)
}

/// The format .ico: a list of pictures with their sizes and places, then the pictures. 256 is written as 0.
fn windows_icon(images: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut icon = vec![0, 0, 1, 0];
    icon.extend((images.len() as u16).to_le_bytes());
    let mut place = 6 + 16 * images.len() as u32;
    for (size, image) in images {
        icon.extend([*size as u8, *size as u8, 0, 0, 1, 0, 32, 0]);
        icon.extend((image.len() as u32).to_le_bytes());
        icon.extend(place.to_le_bytes());
        place += image.len() as u32;
    }
    images.iter().for_each(|(_, image)| icon.extend(image));
    icon
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_windows_icon_says_where_its_pictures_are() {
        let icon = windows_icon(&[(16, vec![7; 3]), (256, vec![9; 2])]);
        assert_eq!(icon[..6], [0, 0, 1, 0, 2, 0]);
        assert_eq!((icon[6], icon[22]), (16, 0));
        assert_eq!(icon[18..22], 38_u32.to_le_bytes());
        assert_eq!(icon[34..38], 41_u32.to_le_bytes());
        assert_eq!(icon[38..], [7, 7, 7, 9, 9]);
    }
}
