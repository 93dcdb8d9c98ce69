//! A bar for each depth, drawn as SVG.

use std::fmt::Write;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
/// Left, top, right, bottom.
const MARGIN: (f64, f64, f64, f64) = (90.0, 50.0, 20.0, 50.0);

/// The number of states at each depth.
pub(crate) fn svg(title: &str, layers: &[u64]) -> String {
    // A puzzle from a file is called whatever its author likes.
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let (left, top, right, bottom) = MARGIN;
    let (width, height) = (WIDTH - left - right, HEIGHT - top - bottom);
    let greatest = layers.iter().copied().max().unwrap_or(0).max(1);
    let step = width / layers.len().max(1) as f64;
    let mut svg = String::new();
    let mut line = |text: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "{text}");
    };
    line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">"
    ));
    line(format_args!(
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>"
    ));
    line(format_args!(
        "<text x=\"{}\" y=\"26\" font-size=\"16\" text-anchor=\"middle\">{title}</text>",
        WIDTH / 2.0
    ));
    for quarter in 0..=4_u64 {
        let y = top + height * (1.0 - quarter as f64 / 4.0);
        let states = u128::from(greatest) * u128::from(quarter) / 4;
        line(format_args!(
            "<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>",
            left + width
        ));
        line(format_args!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{states}</text>",
            left - 8.0,
            y + 4.0
        ));
    }
    // So many depths have a number that they do not run into one another.
    let labelled = (layers.len() / 20).max(1);
    for (depth, &states) in layers.iter().enumerate() {
        let x = left + step * depth as f64;
        let bar = height * states as f64 / greatest as f64;
        line(format_args!(
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{bar:.2}\" fill=\"#4477aa\">\
             <title>depth {depth}: {states} states</title></rect>",
            x + step * 0.1,
            top + height - bar,
            step * 0.8
        ));
        if depth % labelled == 0 {
            line(format_args!(
                "<text x=\"{:.2}\" y=\"{:.1}\" text-anchor=\"middle\">{depth}</text>",
                x + step / 2.0,
                top + height + 16.0
            ));
        }
    }
    line(format_args!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">moves from the goal</text>",
        left + width / 2.0,
        HEIGHT - 10.0
    ));
    line(format_args!("</svg>"));
    svg
}
