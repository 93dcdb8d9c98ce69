//! Draws a bar for each depth, as SVG.

use crate::plot::Scale;
use crate::svg::Svg;
use crate::units::{round, short};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 440.0;
/// Left, top, right, bottom.
const MARGIN: (f64, f64, f64, f64) = (84.0, 84.0, 32.0, 64.0);

/// A histogram of the number of states at each depth.
pub(super) fn svg(title: &str, layers: &[u64]) -> String {
    let (left, top, right, bottom) = MARGIN;
    let (width, height) = (WIDTH - left - right, HEIGHT - top - bottom);
    let greatest = layers.iter().copied().max().unwrap_or(0).max(1) as f64;
    let mut svg = Svg::new((WIDTH, HEIGHT), title);
    let up = Scale::new((top + height, top), (0.0, greatest));
    let step = tick_step(greatest);
    for tick in 0..=(greatest / step) as u32 {
        let states = step * f64::from(tick);
        svg.path("grid", format_args!("M{left} {:.1}h{width}", up.at(states)));
        let beside = (left - 10.0, up.at(states) + 4.5);
        // A count below a thousand has no prefix, so `round` has no digits to drop.
        let label = match states {
            ..1000.0 => short(states, ""),
            _ => round(states, ""),
        };
        svg.text(beside, "soft end", label);
    }
    // Every `labelled` depths there is a label, so that labels do not overlap.
    let labelled = layers.len().div_ceil(32).max(1);
    let column = width / layers.len().max(1) as f64;
    for (depth, &states) in layers.iter().enumerate() {
        let x = left + column * depth as f64;
        let bar = up.at(states as f64);
        svg.add(format_args!(
            "<rect class=\"bar\" x=\"{:.2}\" y=\"{bar:.2}\" width=\"{:.2}\" height=\"{:.2}\">\
             <title>depth {depth}: {states} states</title></rect>",
            x + column * 0.1,
            column * 0.8,
            top + height - bar
        ));
        if depth % labelled == 0 {
            let below = (x + column / 2.0, top + height + 19.0);
            svg.text(below, "soft middle", depth);
        }
    }
    let below = (left + width / 2.0, HEIGHT - 22.0);
    svg.text(below, "ink middle", "moves away");
    svg.text((32.0, top - 14.0), "ink", "states");
    svg.end()
}

/// The least round number of which at most six fit into `greatest`.
fn tick_step(greatest: f64) -> f64 {
    let decade = 10_f64.powi(greatest.log10().floor() as i32);
    let mut steps = [0.2, 0.25, 0.5, 1.0, 2.0]
        .map(|part| part * decade)
        .into_iter();
    let step = steps.find(|&step| step.fract() == 0.0 && greatest / step <= 6.0);
    step.unwrap_or(2.0 * decade)
}
