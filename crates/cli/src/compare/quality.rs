//! Draws cost against time for all trials, and lists which trial was in the lead at what time.

use super::SolverTrial;
use crate::plot::Plot;
use crate::search::Improvement;
use crate::svg::Svg;
use crate::units::short;

/// Heights: from the heading to the plot, of the plot, and from the plot to the list of leaders.
const HEIGHTS: (f64, f64, f64) = (20.0, 240.0, 68.0);
const ROW: f64 = 20.0;

/// The lower bound is a dashed line.
pub(super) const STYLE: &str = "\
.trial{fill:none;stroke:#afb8c1;stroke-width:1.25}.found{fill:#afb8c1}.least{stroke:#3b82c4;stroke-dasharray:5 4}
@media (prefers-color-scheme:dark){.trial{stroke:#565e67}.found{fill:#565e67}}
";

/// A solution with its trial.
type FoundBy<'a> = (&'a SolverTrial, &'a Improvement);

/// The solutions that were the cheapest of all trials when they were found.
fn best(trials: &[SolverTrial]) -> Vec<FoundBy<'_>> {
    let all = trials
        .iter()
        .flat_map(|trial| trial.improvements.iter().map(move |found| (trial, found)));
    let mut all: Vec<_> = all.collect();
    all.sort_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
    let mut least = u32::MAX;
    all.retain(|(_, found)| {
        let is_best = found.cost < least;
        least = least.min(found.cost);
        is_best
    });
    all
}

/// Groups the best solutions into runs of the same trial.
fn leaders<'a, 'b>(best: &'b [FoundBy<'a>]) -> impl Iterator<Item = &'b [FoundBy<'a>]> {
    best.chunk_by(|(a, _), (b, _)| std::ptr::eq(*a, *b))
}

/// The height of the plot and its list.
pub(super) fn height(trials: &[SolverTrial]) -> f64 {
    let (heading, plot, below) = HEIGHTS;
    match leaders(&best(trials)).count() {
        0 => 0.0,
        rows => heading + plot + below + ROW * rows as f64,
    }
}

pub(super) fn draw(svg: &mut Svg, trials: &[SolverTrial], left: f64, top: f64, right: f64) {
    let best = best(trials);
    let all = || trials.iter().flat_map(|trial| &trial.improvements);
    let least = trials
        .iter()
        .filter_map(|trial| trial.found.lower_bound)
        .max();
    let costs = || all().map(|found| found.cost);
    let Some((lowest, highest)) = costs().chain(least).min().zip(costs().max()) else {
        return;
    };
    let bold = "class=\"ink\" style=\"font-weight:600\"";
    svg.text((left, top), bold, "Cost of the best solution so far");
    let first = all().map(|found| found.seconds).min_by(f64::total_cmp);
    let first = first.unwrap_or_default();
    let end = trials.iter().map(SolverTrial::seconds).fold(0.0, f64::max);
    let (top, bottom) = (top + HEIGHTS.0, top + HEIGHTS.0 + HEIGHTS.1);
    let area = [left, top, right, bottom];
    let plot = Plot::new(area, (first, end), (lowest, highest));
    plot.grid(svg);
    for trial in trials {
        let found = trial.improvements.iter();
        let steps: Vec<_> = found.map(|found| (found.seconds, found.cost)).collect();
        plot.steps(svg, "trial", &steps, trial.seconds());
        for found in &trial.improvements {
            let (x, y) = (plot.x(found.seconds), plot.y(found.cost));
            svg.add(format_args!(
                "<circle class=\"found\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{}</title></circle>",
                described(&[(trial, found)])
            ));
        }
    }
    for cost in std::collections::BTreeSet::from([lowest, highest]) {
        let at = (left - 6.0, plot.y(cost) + 4.0);
        let attributes = "class=\"soft small\" text-anchor=\"end\"";
        svg.text(at, attributes, &cost.to_string());
    }
    if let Some(least) = least {
        let (x, y) = (right, plot.y(least));
        svg.add(format_args!(
            "<line class=\"least\" x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/>"
        ));
    }
    let steps = best.iter().map(|(_, found)| (found.seconds, found.cost));
    plot.steps(svg, "mark", &steps.collect::<Vec<_>>(), end);
    let mut y = bottom + 44.0;
    let words = "In orange the best of all; dashed what every solution costs at least. Ahead were:";
    svg.text((left, y), "class=\"soft small\"", words);
    for (place, steps) in (1_u32..).zip(leaders(&best)) {
        y += ROW;
        let (place, (_, first)) = (place.to_string(), steps[0]);
        let at = (plot.x(first.seconds) + 4.0, plot.y(first.cost) - 6.0);
        svg.text(at, "class=\"ink small halo\"", &place);
        svg.text((left, y), "class=\"ink small\"", &place);
        svg.text((left + 24.0, y), "class=\"ink small\"", &described(steps));
    }
}

/// A run of solutions of one trial, in words.
fn described(steps: &[FoundBy<'_>]) -> String {
    let (trial, first) = steps[0];
    let (_, last) = steps[steps.len() - 1];
    let named = match &*trial.heuristic {
        "" => trial.solver.clone(),
        heuristic => format!("{}, {heuristic}", trial.solver),
    };
    let cost = format!("cost {} after {}", first.cost, short(first.seconds, "s"));
    if steps.len() == 1 {
        return format!("{named}: {cost}");
    }
    let then = short(last.seconds, "s");
    format!("{named}: {cost}, down to {} after {then}", last.cost)
}
