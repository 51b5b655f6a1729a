//! The icons of the desktop program: PNG and ICO files drawn from the SVGs in apps/desktop/icons. The drawing itself is a
//! program of its own (`src/bin/icons.rs`), so that only the tasks that draw compile resvg.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::native;
use crate::paths::{root, target};
use crate::step::run;

/// The program's icon, by the names that Tauri's bundler expects.
const SIZES: &[(&str, u32)] = &[("32x32.png", 32), ("128x128.png", 128), ("128x128@2x.png", 256)];
const WINDOWS_SIZES: [u32; 4] = [16, 32, 48, 256];

pub fn folder() -> PathBuf {
    root().join("apps/desktop/icons")
}

/// Draws the icons that are in the repository.
pub fn draw_all() -> Result<()> {
    let icon = folder().join("tabiya.svg");
    let sizes: Vec<u32> = SIZES.iter().map(|(_, size)| *size).collect();
    for ((name, _), png) in SIZES.iter().zip(draw(&icon, &sizes)?) {
        fs::write(folder().join(name), png)?;
    }
    let images: Vec<_> = WINDOWS_SIZES.into_iter().zip(draw(&icon, &WINDOWS_SIZES)?).collect();
    Ok(fs::write(folder().join("icon.ico"), windows_icon(&images))?)
}

/// The SVG as PNG files of these widths and heights, in the same order.
pub fn draw(svg: &Path, sizes: &[u32]) -> Result<Vec<Vec<u8>>> {
    let folder = target().join("icons");
    fs::create_dir_all(&folder)?;
    let file = |size: &u32| folder.join(format!("{size}.png"));
    let mut icons = native::cargo();
    icons.args([
        "run",
        "--locked",
        "--quiet",
        "--package",
        "xtask",
        "--features",
        "icons",
        "--bin",
        "icons",
        "--",
    ]);
    for size in sizes {
        icons.arg(svg).arg(size.to_string()).arg(file(size));
    }
    run(&mut icons, "see the error above")?;
    sizes.iter().map(|size| Ok(fs::read(file(size))?)).collect()
}

/// An .ico file: a list of images with their sizes and offsets, then the images. 256 is written as 0.
fn windows_icon(images: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut icon = vec![0, 0, 1, 0];
    icon.extend((images.len() as u16).to_le_bytes());
    let mut offset = 6 + 16 * images.len() as u32;
    for (size, image) in images {
        icon.extend([*size as u8, *size as u8, 0, 0, 1, 0, 32, 0]);
        icon.extend((image.len() as u32).to_le_bytes());
        icon.extend(offset.to_le_bytes());
        offset += image.len() as u32;
    }
    images.iter().for_each(|(_, image)| icon.extend(image));
    icon
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_windows_icon_holds_the_offsets_of_its_images() {
        let icon = windows_icon(&[(16, vec![7; 3]), (256, vec![9; 2])]);
        assert_eq!(icon[..6], [0, 0, 1, 0, 2, 0]);
        assert_eq!((icon[6], icon[22]), (16, 0));
        assert_eq!(icon[18..22], 38_u32.to_le_bytes());
        assert_eq!(icon[34..38], 41_u32.to_le_bytes());
        assert_eq!(icon[38..], [7, 7, 7, 9, 9]);
    }
}
