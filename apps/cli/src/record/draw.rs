//! `tabiya draw`: a picture of a record at a node, or of a position of chess or backgammon.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use diagram::backgammon::{self, Scheme};
use diagram::go::{Geometry, Look, Numbering, Scene, Variations, draw as picture_of};
use diagram::{Theme, to_svg_of_width};
use rules::backgammon::{IdError, Notation, Position};

use super::input::Input;
use super::{FileArg, NodeArgs, chess, picture};
use crate::failure::Failure;

#[derive(Args)]
pub struct DrawArgs {
    /// Game record (- reads standard input), or an XGID, OGID, GNUID or FEN
    #[arg(allow_hyphen_values = true)]
    what: FileArg,
    /// Output file, ending in .svg or .png
    #[arg(short, long, value_name = "PICTURE")]
    output: PathBuf,
    #[command(flatten)]
    node: NodeArgs,
    /// Width in pixels
    #[arg(long, value_name = "PX", default_value_t = 800, value_parser = clap::value_parser!(u32).range(40..=8000))]
    size: u32,
    /// light, dark or print; backgammon boards also have schemes of their own
    #[arg(long, value_parser = Colours::parser(), default_value = "light")]
    theme: Colours,
    /// Show coordinates around the board
    #[arg(long)]
    coords: bool,
    /// Show move numbers on the stones
    #[arg(long)]
    numbers: bool,
}

/// A theme of every board, or a scheme that only backgammon boards have.
#[derive(Clone, Copy)]
enum Colours {
    Theme(Theme),
    Scheme(Scheme),
}

const THEMES: [(&str, Theme); 3] = [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];

impl Colours {
    fn parser() -> impl TypedValueParser<Value = Colours> {
        let names = THEMES.map(|(name, _)| name).into_iter().chain(Scheme::ALL.map(Scheme::name));
        PossibleValuesParser::new(names).map(|name| {
            let theme = THEMES.into_iter().find(|(known, _)| *known == name);
            match theme {
                Some((_, theme)) => Colours::Theme(theme),
                None => Colours::Scheme(Scheme::named(&name).unwrap_or_default()),
            }
        })
    }

    fn theme(self) -> Result<Theme, Failure> {
        match self {
            Colours::Theme(theme) => Ok(theme),
            Colours::Scheme(_) => {
                Err(Failure::Usage("only backgammon boards have that theme: use light, dark or print".into()))
            }
        }
    }

    fn scheme(self) -> Scheme {
        match self {
            Colours::Scheme(scheme) => scheme,
            Colours::Theme(Theme::Dark) => Scheme::Midnight,
            Colours::Theme(Theme::Print) => Scheme::Monochrome,
            Colours::Theme(Theme::Light | Theme::Page) => Scheme::Classic,
        }
    }
}

pub fn draw(args: &DrawArgs) -> Result<(), Failure> {
    if let Some(fen) = chess::fen(&args.what) {
        return draw_chess(&chess::scene_of_fen(fen)?, args);
    }
    match position_id(&args.what) {
        Some(id) => draw_position(id, args),
        None => draw_record(args),
    }
}

/// The argument if it looks like a position ID and is not a file.
fn position_id(what: &Path) -> Option<&str> {
    let text = what.to_str().filter(|text| Notation::of(text).is_some())?;
    (!what.exists()).then_some(text)
}

fn draw_position(id: &str, args: &DrawArgs) -> Result<(), Failure> {
    let misread = |error: IdError| Failure::Record {
        name: format!("ID:1:{}", error.column_in(id)),
        what: error.to_string(),
    };
    draw_board(&Position::read(id).map_err(misread)?.position, args)
}

fn draw_board(position: &Position, args: &DrawArgs) -> Result<(), Failure> {
    let look = backgammon::Look { scheme: args.theme.scheme(), ..backgammon::Look::default() };
    picture::save_svg(&backgammon::to_svg_of_width(position, &look, f64::from(args.size)), &args.output)
}

fn draw_chess(scene: &diagram::chess::Scene, args: &DrawArgs) -> Result<(), Failure> {
    let scene = diagram::chess::Scene { coordinates: args.coords, ..scene.clone() };
    let svg = diagram::chess::to_svg(&scene, args.theme.theme()?, args.size);
    picture::save_svg(&svg, &args.output)
}

fn draw_record(args: &DrawArgs) -> Result<(), Failure> {
    let input = Input::read(&args.what)?;
    if input.is_match() {
        return draw_board(&args.node.find_match(&input)?.position(), args);
    }
    let theme = args.theme.theme()?;
    if input.is_pgn() {
        return draw_chess(&chess::scene(&args.node, &input)?, args);
    }
    let record = args.node.find(&input)?;
    let numbering = if args.numbers { Numbering::All } else { Numbering::None };
    let scene = Scene::at_cursor(&record, Look { numbering, variations: Variations::None });
    let wide = f64::from(args.size);
    let geometry = Geometry::at_cursor(&record).with_coordinates(args.coords).fitting(wide, f64::INFINITY);
    picture::save_svg(&to_svg_of_width(&picture_of(&scene, &geometry), theme, wide), &args.output)
}
