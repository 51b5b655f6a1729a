//! Pictures as SVG. Colours are attributes of the shapes, so that a file needs no style sheet; pages that update single
//! layers use the parts.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::{Anchor, Form, Ink, Layer, Paint, Picture, Shade, Shape, Theme};

/// A complete SVG file.
pub fn to_svg(picture: &Picture, theme: Theme) -> String {
    to_svg_of_width(picture, theme, picture.width)
}

/// The same, scaled to this width.
pub fn to_svg_of_width(picture: &Picture, theme: Theme, width: f64) -> String {
    let size = format!("{} {}", Number(picture.width), Number(picture.height));
    let height = Number(picture.height * width / picture.width);
    let width = Number(width);
    let label = escape(&picture.label);
    let shades = picture.layers.iter().flat_map(|layer| &layer.shapes).filter_map(|shape| match shape.fill {
        Some(Paint::Shaded(shade)) => Some(shade),
        _ => None,
    });
    let defs = defs(shades.collect(), theme);
    let inner = inner_svg(picture, theme);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{label}\">\n{defs}{inner}</svg>\n"
    )
}

/// The layers without the frame and the gradients around them.
pub fn inner_svg(picture: &Picture, theme: Theme) -> String {
    picture
        .layers
        .iter()
        .map(|layer| format!("<g class=\"{}\">\n{}</g>\n", layer.class, layer_svg(layer, theme)))
        .collect()
}

/// The content of a layer's group.
pub fn layer_svg(layer: &Layer, theme: Theme) -> String {
    let mut out = String::new();
    layer.shapes.iter().filter_map(|shape| Tag::of(shape, theme)).for_each(|tag| tag.write(&mut out));
    out
}

/// All gradients, to be defined once per page.
pub fn defs_svg(theme: Theme) -> String {
    let lights = (0..Shade::LIGHTS).flat_map(|n| [Shade::Black(n), Shade::White(n)]);
    defs(lights.chain([Shade::Wood, Shade::Red, Shade::Shadow]).collect(), theme)
}

fn defs(shades: BTreeSet<Shade>, theme: Theme) -> String {
    if shades.is_empty() || theme == Theme::Print {
        return String::new();
    }
    let all: String = shades.into_iter().map(|shade| gradient(shade, theme)).collect();
    format!("<defs>\n{all}</defs>\n")
}

fn gradient(shade: Shade, theme: Theme) -> String {
    let id = shade_id(shade, theme);
    let stone = |n: u8, stops: [(f64, Ink, f64); 3]| {
        // The light comes from the upper left and varies a little between stones.
        let (dx, dy) =
            [(0.0, 0.0), (0.05, -0.02), (-0.03, 0.04), (0.03, 0.05)][usize::from(n % Shade::LIGHTS)];
        let (x, y) = (Number(0.36 + dx), Number(0.32 + dy));
        format!(
            "<radialGradient id=\"{id}\" cx=\"{x}\" cy=\"{y}\" r=\"0.72\">{}</radialGradient>\n",
            run(&stops, theme)
        )
    };
    match shade {
        Shade::Black(n) => {
            stone(n, [(0.0, Ink::BlackLight, 1.0), (0.5, Ink::Black, 1.0), (1.0, Ink::BlackEdge, 1.0)])
        }
        Shade::White(n) => {
            stone(n, [(0.0, Ink::WhiteLight, 1.0), (0.6, Ink::White, 1.0), (1.0, Ink::WhiteEdge, 1.0)])
        }
        Shade::Red => stone(0, [(0.0, Ink::RedLight, 1.0), (0.55, Ink::Red, 1.0), (1.0, Ink::RedEdge, 1.0)]),
        Shade::Wood => {
            let stops = run(&[(0.0, Ink::Wood, 1.0), (1.0, Ink::WoodShade, 1.0)], theme);
            format!(
                "<linearGradient id=\"{id}\" x1=\"0\" y1=\"0\" x2=\"0.35\" y2=\"1\">{stops}</linearGradient>\n"
            )
        }
        Shade::Shadow => {
            let stops = [(0.0, Ink::Shadow, 0.5), (0.78, Ink::Shadow, 0.42), (1.0, Ink::Shadow, 0.0)];
            format!("<radialGradient id=\"{id}\">{}</radialGradient>\n", run(&stops, theme))
        }
    }
}

fn run(stops: &[(f64, Ink, f64)], theme: Theme) -> String {
    let stop = |(at, ink, opacity): &(f64, Ink, f64)| {
        let opacity = attribute("stop-opacity", *opacity);
        format!("<stop offset=\"{}\" stop-color=\"{}\"{opacity}/>", Number(*at), theme.color(*ink))
    };
    stops.iter().map(stop).collect()
}

fn shade_id(shade: Shade, theme: Theme) -> String {
    let name = match shade {
        Shade::Wood => "wood".into(),
        Shade::Black(n) => format!("black-{n}"),
        Shade::White(n) => format!("white-{n}"),
        Shade::Red => "red".into(),
        Shade::Shadow => "shadow".into(),
    };
    format!("{}-{name}", theme.name())
}

/// A shape as an SVG element, for pages that change single attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    /// The text of a text element.
    pub text: String,
}

impl Tag {
    /// None for a shape without paint.
    pub fn of(shape: &Shape, theme: Theme) -> Option<Tag> {
        let fill = match shape.fill {
            Some(Paint::Flat(ink)) => theme.color(ink).into_owned(),
            Some(Paint::Shaded(shade)) if theme == Theme::Print => theme.color(shade.flat()).into_owned(),
            Some(Paint::Shaded(shade)) => format!("url(#{})", shade_id(shade, theme)),
            None => "none".into(),
        };
        let stroke =
            shape.stroke.map(|(ink, width)| (theme.color(ink), width)).filter(|(color, _)| color != "none");
        if fill == "none" && stroke.is_none() {
            return None;
        }
        let opacity = opacity_of(fill != "none", stroke.is_some());
        let mut paint = vec![("fill", fill)];
        if let Some((color, width)) = stroke {
            paint.extend([("stroke", color.into_owned()), ("stroke-width", Number(width).to_string())]);
        }
        if shape.opacity < 1.0 {
            paint.push((opacity, Number(shape.opacity).to_string()));
        }
        Some(form_tag(&shape.form, paint, theme))
    }

    fn write(&self, out: &mut String) {
        let Tag { name, attributes, text } = self;
        let _ = write!(out, "<{name}");
        for (name, value) in attributes {
            let _ = write!(out, " {name}=\"{value}\"");
        }
        let _ = match *name {
            "text" => writeln!(out, ">{}</text>", escape(text)),
            _ => writeln!(out, "/>"),
        };
    }
}

/// Browsers render an element with `opacity` to a layer of its own, which is slow. A shape with a single paint has no
/// overlaps, so `fill-opacity` or `stroke-opacity` gives the same result.
fn opacity_of(filled: bool, stroked: bool) -> &'static str {
    match (filled, stroked) {
        (true, true) => "opacity",
        (true, false) => "fill-opacity",
        (false, _) => "stroke-opacity",
    }
}

fn form_tag(form: &Form, paint: Vec<(&'static str, String)>, theme: Theme) -> Tag {
    let (name, mut attributes) = place(form, theme);
    attributes.extend(paint);
    let join = ("stroke-linejoin", "round".to_owned());
    match form {
        Form::Polygon(_) => attributes.push(join),
        Form::Line(_) => attributes.extend([("stroke-linecap", "round".to_owned()), join]),
        Form::Lines(_) => attributes.push(("stroke-linecap", "square".to_owned())),
        Form::Rect { .. } | Form::Circle { .. } | Form::Curve(_) | Form::Text { .. } => {}
    }
    let text = if let Form::Text { text, .. } = form { text.clone() } else { String::new() };
    Tag { name, attributes, text }
}

/// The element of a form and its position attributes.
fn place(form: &Form, theme: Theme) -> (&'static str, Vec<(&'static str, String)>) {
    let numbers = |named: &[(&'static str, f64)]| -> Vec<(&'static str, String)> {
        named.iter().map(|(name, value)| (*name, Number(*value).to_string())).collect()
    };
    match form {
        Form::Rect { x, y, width, height, radius } => {
            let place = [("x", *x), ("y", *y), ("width", *width), ("height", *height), ("rx", *radius)];
            ("rect", numbers(if *radius > 0.0 { &place } else { &place[..4] }))
        }
        Form::Circle { x, y, radius } => ("circle", numbers(&[("cx", *x), ("cy", *y), ("r", *radius)])),
        Form::Polygon(corners) => ("path", vec![("d", line(corners) + "Z")]),
        Form::Line(points) => ("path", vec![("d", line(points))]),
        Form::Lines(pairs) => ("path", vec![("d", pairs.iter().map(|pair| line(pair)).collect())]),
        Form::Curve(points) => ("path", vec![("d", curve(points))]),
        Form::Text { x, y, size, anchor, bold, .. } => {
            // Capitals and digits are about 0.71 em high; browsers disagree about `dominant-baseline`.
            let mut place = numbers(&[("x", *x), ("y", *y + size * 0.355), ("font-size", *size)]);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            place.push(("text-anchor", anchor.to_owned()));
            place.extend(bold.then(|| ("font-weight", "600".to_owned())));
            // Pages set their own font.
            place.extend((theme != Theme::Page).then(|| ("font-family", FONT.to_owned())));
            ("text", place)
        }
    }
}

pub(crate) const FONT: &str = "Inter,Segoe UI,system-ui,DejaVu Sans,sans-serif";

fn line(points: &[(f64, f64)]) -> String {
    let mut d = String::new();
    for (n, (x, y)) in points.iter().enumerate() {
        let _ = write!(d, "{}{} {}", if n == 0 { 'M' } else { 'L' }, Number(*x), Number(*y));
    }
    d
}

fn curve(points: &[(f64, f64)]) -> String {
    let mut d = String::new();
    for (n, (x, y)) in points.iter().enumerate() {
        let before = match n {
            0 => "M",
            n if n % 3 == 1 => "C",
            _ => " ",
        };
        let _ = write!(d, "{before}{} {}", Number(*x), Number(*y));
    }
    d
}

fn attribute(name: &str, opacity: f64) -> String {
    if opacity >= 1.0 { String::new() } else { format!(" {name}=\"{}\"", Number(opacity)) }
}

/// At most two decimals, without trailing zeros.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Formatting integers is several times as fast as formatting floats, and a page writes thousands of them.
        let hundredths = (self.0 * 100.0).round_ties_even() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match (part, part % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", part / 10),
            _ => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// For text and attributes. Control characters are not allowed in XML and are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (c, entity(c)) {
            (_, Some(entity)) => out += entity,
            ('\t' | '\n' | '\r', _) => out.push(' '),
            (c, _) if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            (c, _) => out.push(c),
        }
    }
    out
}

/// How XML and HTML write a character that they would otherwise read as markup.
pub fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        _ => None,
    }
}
