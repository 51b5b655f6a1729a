//! `tabiya draw`: a picture of a record at a node.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use diagram::Theme;
use diagram::go::{Geometry, Look, Numbering, Scene, Variations, draw as picture_of};

use super::input::Input;
use super::{FileArg, Place, picture};
use crate::failure::Failure;

#[derive(Args)]
pub struct DrawArgs {
    /// The record; - reads standard input
    what: FileArg,
    /// Where the picture goes: a name that ends in .svg or .png
    #[arg(short, long, value_name = "PICTURE")]
    output: PathBuf,
    #[command(flatten)]
    place: Place,
    /// Width of the picture in pixels, at most: cells are whole pixels
    #[arg(long, value_name = "PX", default_value_t = 800, value_parser = clap::value_parser!(u32).range(40..=8000))]
    size: u32,
    #[arg(long, value_enum, default_value_t = Colours::Light)]
    theme: Colours,
    /// Letters and numbers around the board
    #[arg(long)]
    coords: bool,
    /// Numbers on the stones
    #[arg(long)]
    numbers: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colours {
    Light,
    Dark,
    Print,
}

pub fn draw(args: &DrawArgs) -> Result<(), Failure> {
    let record = args.place.find(&Input::read(&args.what)?)?;
    let numbering = if args.numbers { Numbering::All } else { Numbering::None };
    let scene = Scene::at_cursor(&record, Look { numbering, variations: Variations::None });
    let wide = f64::from(args.size);
    let geometry = Geometry::at_cursor(&record).with_coordinates(args.coords).fitting(wide, f64::INFINITY);
    let theme = match args.theme {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
        Colours::Print => Theme::Print,
    };
    picture::save(&picture_of(&scene, &geometry), theme, &args.output)
}
