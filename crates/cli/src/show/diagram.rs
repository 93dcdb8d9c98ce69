//! Draws the average estimate against the true cost, a line for each heuristic.

use super::heuristics::HeuristicTrial;
use crate::plot::Scale;
use crate::svg::Svg;

const SIZE: (f64, f64) = (900.0, 600.0);
/// The area of the lines: left, top, right, bottom.
const AREA: [f64; 4] = [72.0, 72.0, 872.0, 532.0];
/// Colors that readers with color vision deficiency can tell apart (Okabe and Ito).
const COLORS: [&str; 7] = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442",
];

const STYLE: &str =
    ".line2{fill:none;stroke-width:2}.exact{fill:none;stroke:#59636e;stroke-dasharray:5 4}\n";

pub(super) fn svg(trials: &[HeuristicTrial]) -> String {
    let points = || trials.iter().flat_map(|trial| &trial.by_cost);
    let costs = || points().map(|&(cost, _)| cost);
    let least = costs().min().unwrap_or(0);
    let most = costs().max().unwrap_or(1).max(least + 1);
    let estimates = points().map(|&(_, estimate)| estimate);
    let lowest = estimates.fold(f64::from(least), f64::min) - 1.0;
    let [left, top, right, bottom] = AREA;
    let across = Scale::new((left, right), (least.into(), most.into()));
    let up = Scale::new((bottom, top), (lowest, most.into()));
    let title = "Heuristics of the 15-puzzle";
    let mut svg = Svg::new(SIZE, title);
    svg.style(STYLE);
    for tick in (0..=most)
        .step_by(5)
        .filter(|&tick| f64::from(tick) >= lowest)
    {
        let y = up.at(tick.into());
        svg.path("grid", format_args!("M{left} {y:.1}H{right}"));
        svg.text((left - 8.0, y + 4.0), "soft small end", tick);
        if tick >= least {
            let x = across.at(tick.into());
            svg.text((x, bottom + 20.0), "soft small middle", tick);
        }
    }
    let below = (f64::midpoint(left, right), bottom + 46.0);
    svg.text(below, "ink middle", "cost of a shortest solution, in moves");
    svg.text((left, top - 12.0), "ink", "average estimate, in moves");
    let line = |points: &[(u32, f64)]| -> String {
        let at = |&(cost, value)| format!("{:.1} {:.1}", across.at(f64::from(cost)), up.at(value));
        points.iter().map(at).collect::<Vec<_>>().join("L")
    };
    let exact = [least, most].map(|cost| (cost, f64::from(cost)));
    svg.path("exact", format_args!("M{}", line(&exact)));
    for (at, (trial, color)) in trials.iter().zip(COLORS.iter().cycle()).enumerate() {
        let path = line(&trial.by_cost);
        svg.add(format_args!(
            "<path class=\"line2\" style=\"stroke:{color}\" d=\"M{path}\"/>"
        ));
        let y = top + 24.0 + 20.0 * at as f64;
        svg.add(format_args!(
            "<path class=\"line2\" style=\"stroke:{color}\" d=\"M{} {y}h20\"/>",
            left + 16.0
        ));
        svg.text((left + 44.0, y + 4.0), "ink halo", &trial.name);
    }
    svg.end()
}
