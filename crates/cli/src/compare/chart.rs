//! Draws the trials as bars for states, time and memory, on logarithmic scales; below, cost against time.

use super::SolverTrial;
use crate::plot::Scale;
use crate::quality::{self, NamedSearch};
use crate::svg::Svg;
use crate::units::{round, short};

const MARGIN: f64 = 32.0;
const TOP: f64 = 126.0;
const ROW: f64 = 24.0;
/// The widths of the columns with the names of solvers and heuristics.
const NAMES: (f64, f64) = (150.0, 130.0);
/// The width of a scale, and of the number after its longest bar.
const SCALE: f64 = 150.0;
const NUMBER: f64 = 72.0;

const STYLE: &str = ".stopped{fill:#d97706}\n";

/// A quantity to be drawn for each trial.
struct BarMeasure {
    name: &'static str,
    unit: &'static str,
    of: fn(&SolverTrial) -> f64,
}

const MEASURES: [BarMeasure; 3] = [
    BarMeasure {
        name: "States generated",
        unit: "",
        of: |trial| trial.found.stats.generated as f64,
    },
    BarMeasure {
        name: "Time",
        unit: "s",
        of: |trial| trial.found.seconds(),
    },
    BarMeasure {
        name: "Peak memory",
        unit: "B",
        of: |trial| trial.found.stats.peak_bytes as f64,
    },
];

pub(super) fn svg(name: &str, trials: &[SolverTrial]) -> String {
    let width = 2.0 * MARGIN + NAMES.0 + NAMES.1 + 3.0 * (SCALE + NUMBER);
    let bars = TOP + ROW * trials.len() as f64 + 44.0;
    let searches = trials.iter().map(|trial| NamedSearch {
        name: match &*trial.heuristic {
            "" => trial.solver.clone(),
            heuristic => format!("{}, {heuristic}", trial.solver),
        },
        found: &trial.found,
    });
    let searches: Vec<_> = searches.collect();
    let height = bars + quality::height(&searches);
    let title = format!("{name}: solvers and heuristics");
    let mut svg = Svg::new((width, height), &title);
    svg.style(STYLE);
    let stopped = "stopped at a limit: it would have taken more";
    for (left, class, words) in [(0.0, "bar", "decided"), (100.0, "stopped", stopped)] {
        svg.rect(class, (MARGIN + left, 57.0), (16.0, 12.0), 2.0);
        svg.text((MARGIN + left + 24.0, 67.5), "soft small", words);
    }
    names(&mut svg, trials);
    for (at, measure) in (0..).zip(&MEASURES) {
        let left = MARGIN + NAMES.0 + NAMES.1 + f64::from(at) * (SCALE + NUMBER);
        panel(&mut svg, measure, trials, left);
    }
    quality::draw(&mut svg, &searches, (MARGIN, bars), width - MARGIN);
    svg.end()
}

/// The baseline of the text in a row.
fn baseline(row: usize) -> f64 {
    TOP + ROW * row as f64 + 16.0
}

fn names(svg: &mut Svg, trials: &[SolverTrial]) {
    for (x, heading) in [(MARGIN, "Solver"), (MARGIN + NAMES.0, "Heuristic")] {
        svg.text((x, TOP - 26.0), "ink bold", heading);
    }
    for (row, trial) in trials.iter().enumerate() {
        let y = baseline(row);
        svg.text((MARGIN, y), "ink", &trial.solver);
        svg.text((MARGIN + NAMES.0, y), "ink", &trial.heuristic);
    }
}

fn panel(svg: &mut Svg, measure: &BarMeasure, trials: &[SolverTrial], left: f64) {
    svg.text((left, TOP - 26.0), "ink bold", measure.name);
    let values = || trials.iter().map(measure.of).filter(|&value| value > 0.0);
    let least = values().fold(f64::INFINITY, f64::min);
    let most = values().fold(0.0, f64::max);
    if most == 0.0 {
        return;
    }
    // The scale begins a decade below the least value, so that its bar is visible.
    let first = least.log10().floor() - 1.0;
    let last = most.log10().ceil().max(first + 1.0);
    let scale = Scale::new((left, left + SCALE), (first, last));
    let bottom = TOP + ROW * trials.len() as f64;
    let decades = (last - first).round() as i32;
    // Every `labelled` decades there is a label, so that labels do not overlap.
    let labelled = (decades + 2) / 3;
    for decade in 0..=decades {
        let value = 10_f64.powi(first.round() as i32 + decade);
        let x = scale.at(value.log10());
        svg.path("grid", format_args!("M{x:.1} {}V{bottom}", TOP - 6.0));
        if decade % labelled == 0 {
            let label = round(value, measure.unit);
            svg.text((x, TOP - 10.0), "soft small middle", label);
        }
    }
    for (row, trial) in trials.iter().enumerate() {
        let value = (measure.of)(trial);
        let end = if value > 0.0 {
            scale.at(value.log10())
        } else {
            left
        };
        let class = if trial.is_stopped() { "stopped" } else { "bar" };
        let corner = (left, TOP + ROW * row as f64 + 4.0);
        svg.rect(class, corner, (end - left, ROW - 8.0), 2.0);
        let number = short(value, measure.unit);
        svg.text((end + 6.0, baseline(row)), "ink small halo", number);
    }
}
