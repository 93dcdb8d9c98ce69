//! [`Plot`]: costs against time, on a logarithmic scale of time.

use crate::svg::Svg;
use crate::units::round;

/// The least time on the scale, in seconds.
const LEAST: f64 = 1e-6;

pub(crate) struct Plot {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    /// The logarithms of the first and the last second.
    decades: (f64, f64),
    costs: (f64, f64),
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
            left,
            top,
            right,
            bottom,
            decades: (from, to),
            costs: (least - room, most + room),
        }
    }

    pub(crate) fn x(&self, seconds: f64) -> f64 {
        let (from, to) = self.decades;
        let at = (seconds.max(LEAST).log10().max(from) - from) / (to - from);
        self.left + (self.right - self.left) * at
    }

    pub(crate) fn y(&self, cost: u32) -> f64 {
        let (least, most) = self.costs;
        let at = (f64::from(cost) - least) / (most - least);
        self.bottom - (self.bottom - self.top) * at
    }

    /// Draws a line for each decade.
    pub(crate) fn grid(&self, svg: &mut Svg) {
        let (top, bottom) = (self.top, self.bottom);
        for decade in self.decades.0 as i32..=self.decades.1.floor() as i32 {
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
