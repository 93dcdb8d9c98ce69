//! [`Svg`]: a card with text, legible on light and dark pages.

use std::fmt::{Arguments, Display, Write};

/// The card has its own background, and follows the reader's preference for light or dark and for reduced motion.
const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;font-size:13px}
.card{fill:#fff;stroke:#d0d7de}.ink{fill:#1f2328}.soft{fill:#59636e}.well{fill:#e6eaef}
.line{stroke:#afb8c1}.grid{stroke:#d0d7de}
.bar{fill:#3b82c4}.mark{fill:none;stroke:#d97706;stroke-width:2.5}.label{fill:#fff;font-weight:600}
.title{font-size:18px;font-weight:600}.bold{font-weight:600}.middle{text-anchor:middle}.end{text-anchor:end}
.small{font-size:12px}.halo{stroke:#fff;stroke-width:4;paint-order:stroke}
@media (prefers-color-scheme:dark){.card{fill:#0d1117;stroke:#3d444d}.ink{fill:#f0f6fc}
.soft{fill:#9198a1}.well{fill:#262c36}.line{stroke:#565e67}.grid{stroke:#3d444d}.halo{stroke:#0d1117}}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
";

pub(crate) struct Svg(String);

impl Svg {
    /// A card of this size in pixels with a title, which screen readers read too.
    pub(crate) fn new((width, height): (f64, f64), title: &str) -> Self {
        let (mut svg, title) = (Self(String::new()), capitalised(title));
        svg.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>",
            escaped(&title)
        ));
        svg.style(STYLE);
        svg.rect("card", (0.5, 0.5), (width - 1.0, height - 1.0), 12.0);
        svg.text((32.0, 42.0), "ink title", &title);
        svg
    }

    /// Adds style sheet rules.
    pub(crate) fn style(&mut self, rules: &str) {
        self.add(format_args!("<style>\n{rules}</style>"));
    }

    /// Adds elements, unescaped.
    pub(crate) fn add(&mut self, elements: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{elements}");
    }

    /// Adds text of these classes.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), class: &str, text: impl Display) {
        let text = escaped(&text.to_string());
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        ));
    }

    /// Adds a rectangle by its upper left corner, its size and the radius of its corners.
    pub(crate) fn rect(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        radius: f64,
    ) {
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\" rx=\"{radius:.1}\"/>"
        ));
    }

    /// Adds a path.
    pub(crate) fn path(&mut self, class: &str, path: impl Display) {
        self.add(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    pub(crate) fn end(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

/// A name as the beginning of a sentence.
fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// Escapes a text for markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
