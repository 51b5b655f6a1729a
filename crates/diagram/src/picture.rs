//! A picture as data: layers of shapes from back to front, in pixels from the top left.
//! Shapes have the meaning of their colour; a theme gives the colour.

use crate::HintGrade;

#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: f64,
    pub height: f64,
    /// The label for screen readers.
    pub label: String,
    pub layers: Vec<Layer>,
}

impl Picture {
    pub fn layer(&self, class: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.class == class)
    }
}

/// Shapes that change together. The class is unique in a picture and names the group on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub class: &'static str,
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub form: Form,
    pub fill: Option<Paint>,
    pub stroke: Option<(Ink, f64)>,
    pub opacity: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Rect {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        radius: f64,
    },
    Circle {
        x: f64,
        y: f64,
        radius: f64,
    },
    Polygon(Vec<(f64, f64)>),
    /// An open line through these points.
    Line(Vec<(f64, f64)>),
    /// Straight lines that belong together: a grid, the arms of a cross.
    Lines(Vec<[(f64, f64); 2]>),
    /// Starts at the first point; every three after it are a Bézier curve.
    Curve(Vec<(f64, f64)>),
    /// Centred on `y` by the height of capitals.
    Text {
        x: f64,
        y: f64,
        size: f64,
        text: String,
        anchor: Anchor,
        bold: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The meaning of a colour, the same in every picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ink {
    Wood,
    WoodShade,
    Grain,
    WoodLine,
    Black,
    BlackLight,
    BlackEdge,
    White,
    WhiteLight,
    WhiteEdge,
    Red,
    RedLight,
    RedEdge,
    /// A point that cannot be played on.
    Hole,
    Shadow,
    OnBlack,
    OnWhite,
    OnRed,
    /// The current node.
    Now,
    /// A node with a comment.
    Note,
    /// A mistake, a warning.
    Warn,
    /// A move that an engine considers; carries white text.
    Hint(HintGrade),
    /// The game's move among them.
    NowOnBoard,
    /// The main action.
    Accent,
    Panel,
    Text,
    Muted,
    Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Paint {
    Flat(Ink),
    Shaded(Shade),
}

/// Gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shade {
    Wood,
    /// A stone lit from one of `Shade::LIGHTS` directions, so that neighbours differ slightly.
    Black(u8),
    White(u8),
    Red,
    Shadow,
}

impl Shade {
    pub const LIGHTS: u8 = 4;

    /// The flat colour where gradients are not used.
    pub fn flat(self) -> Ink {
        match self {
            Shade::Wood => Ink::Wood,
            Shade::Black(_) => Ink::Black,
            Shade::White(_) => Ink::White,
            Shade::Red => Ink::Red,
            Shade::Shadow => Ink::Shadow,
        }
    }
}

impl From<Ink> for Paint {
    fn from(ink: Ink) -> Paint {
        Paint::Flat(ink)
    }
}

impl From<Shade> for Paint {
    fn from(shade: Shade) -> Paint {
        Paint::Shaded(shade)
    }
}

impl Shape {
    pub fn new(form: Form) -> Shape {
        Shape { form, fill: None, stroke: None, opacity: 1.0 }
    }

    pub fn circle((x, y): (f64, f64), radius: f64) -> Shape {
        Shape::new(Form::Circle { x, y, radius })
    }

    /// A square around its middle.
    pub fn square((x, y): (f64, f64), side: f64, radius: f64) -> Shape {
        let (left, top) = (x - side / 2.0, y - side / 2.0);
        Shape::new(Form::Rect { x: left, y: top, width: side, height: side, radius })
    }

    pub fn text((x, y): (f64, f64), size: f64, text: impl Into<String>) -> Shape {
        let text = text.into();
        Shape::new(Form::Text { x, y, size, text, anchor: Anchor::Middle, bold: false })
    }

    #[must_use]
    pub fn bold(mut self) -> Shape {
        if let Form::Text { bold, .. } = &mut self.form {
            *bold = true;
        }
        self
    }

    #[must_use]
    pub fn fill(self, paint: impl Into<Paint>) -> Shape {
        Shape { fill: Some(paint.into()), ..self }
    }

    #[must_use]
    pub fn stroke(self, ink: Ink, width: f64) -> Shape {
        Shape { stroke: Some((ink, width)), ..self }
    }

    #[must_use]
    pub fn opacity(self, opacity: f64) -> Shape {
        Shape { opacity, ..self }
    }
}
