//! [`Plot`]: costs against time, on a logarithmic scale of time.

use crate::svg::Svg;
use crate::units::round;

/// The least time on the scale, in seconds.
const LEAST: f64 = 1e-6;

/// A linear scale.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    pixels: (f64, f64),
    values: (f64, f64),
}

impl Scale {
    /// A scale between two places in a drawing, from the first to the last value.
    pub(crate) const fn new(pixels: (f64, f64), values: (f64, f64)) -> Self {
        Self { pixels, values }
    }

    /// The place of a value in the drawing.
    pub(crate) fn at(self, value: f64) -> f64 {
        let ((begin, end), (first, last)) = (self.pixels, self.values);
        begin + (end - begin) * (value - first) / (last - first)
    }
}

pub(crate) struct Plot {
    /// The logarithms of seconds.
    decades: Scale,
    costs: Scale,
}

impl Plot {
    /// A plot between these edges in pixels (left, top, right, bottom), from the first to the last second and from the
    /// least to the greatest cost.
    pub(crate) fn new(
        [left, top, right, bottom]: [f64; 4],
        seconds: (f64, f64),
        costs: (u32, u32),
    ) -> Self {
        let from = seconds.0.max(LEAST).log10().floor();
        // The scale has at least one decade.
        let to = seconds.1.max(LEAST).log10().max(from + 1.0);
        let (least, most) = (f64::from(costs.0), f64::from(costs.1));
        let room = ((most - least) / 10.0).max(1.0);
        Self {
            decades: Scale::new((left, right), (from, to)),
            costs: Scale::new((bottom, top), (least - room, most + room)),
        }
    }

    pub(crate) fn x(&self, seconds: f64) -> f64 {
        let (from, _) = self.decades.values;
        self.decades.at(seconds.max(LEAST).log10().max(from))
    }

    pub(crate) fn y(&self, cost: u32) -> f64 {
        self.costs.at(cost.into())
    }

    /// Draws a line for each decade.
    pub(crate) fn grid(&self, svg: &mut Svg) {
        let ((bottom, top), (from, to)) = (self.costs.pixels, self.decades.values);
        for decade in from as i32..=to.floor() as i32 {
            let seconds = 10_f64.powi(decade);
            let x = self.x(seconds);
            svg.path("grid", format_args!("M{x:.1} {top:.1}V{bottom:.1}"));
            svg.text((x, bottom + 18.0), "soft small middle", round(seconds, "s"));
        }
    }

    /// Draws a step function up to `end`, which changes to a cost at each second.
    pub(crate) fn steps(&self, svg: &mut Svg, class: &str, steps: &[(f64, u32)], end: f64) {
        let Some(&(first, _)) = steps.first() else {
            return;
        };
        let mut path = String::new();
        for (at, &(seconds, cost)) in steps.iter().enumerate() {
            let (x, y) = (self.x(seconds), self.y(cost));
            path += &match at {
                0 => format!("M{x:.1} {y:.1}"),
                _ => format!("H{x:.1}V{y:.1}"),
            };
        }
        // The last step stays visible.
        let end = self.x(end).max(self.x(first) + 6.0);
        svg.path(class, format_args!("{path}H{end:.1}"));
    }
}
