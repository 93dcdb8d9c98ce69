//! Draws cost against time for one or more searches, and lists which search was in the lead at what time.

use std::collections::BTreeSet;

use crate::plot::Plot;
use crate::search::{Improvement, SearchResult};
use crate::svg::Svg;
use crate::units::short;

/// Heights: from the heading to the plot, of the plot, and from the plot to the list of leaders.
const HEIGHTS: (f64, f64, f64) = (20.0, 240.0, 68.0);
const ROW: f64 = 20.0;

/// The lower bound is a dashed line.
const STYLE: &str = "\
.trial{fill:none;stroke:#afb8c1;stroke-width:1.25}.found{fill:#afb8c1}
.least{fill:none;stroke:#3b82c4;stroke-dasharray:5 4}
@media (prefers-color-scheme:dark){.trial{stroke:#565e67}.found{fill:#565e67}}
";

/// A search that is drawn.
pub(crate) struct NamedSearch<'a> {
    pub(crate) name: String,
    pub(crate) found: &'a SearchResult,
}

/// A solution and the name of its search.
type FoundBy<'a> = (&'a str, Improvement);

/// The solutions that were the cheapest of all searches when they were found.
fn best<'a>(searches: &'a [NamedSearch<'_>]) -> Vec<FoundBy<'a>> {
    let named = |search: &'a NamedSearch<'_>| {
        let solutions = search.found.solutions().into_iter();
        solutions.map(|found| (search.name.as_str(), found))
    };
    let mut all: Vec<_> = searches.iter().flat_map(named).collect();
    all.sort_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
    let mut least = u32::MAX;
    all.retain(|(_, found)| {
        let is_best = found.cost < least;
        least = least.min(found.cost);
        is_best
    });
    all
}

/// The greatest lower bound of all searches and the second from which on it is known, as steps.
fn bounds(searches: &[NamedSearch<'_>]) -> Vec<(f64, u32)> {
    let of = |search: &NamedSearch<'_>| {
        let end = (search.found.seconds(), search.found.lower_bound);
        let solutions = search.found.solutions().into_iter();
        let known = solutions.map(|found| (found.seconds, found.lower_bound));
        known.chain([end]).collect::<Vec<_>>()
    };
    let known = searches.iter().flat_map(of);
    let mut known: Vec<_> = known.filter_map(|(at, bound)| Some((at, bound?))).collect();
    known.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut greatest = None;
    known.retain(|&(_, bound)| {
        let rises = greatest < Some(bound);
        greatest = greatest.max(Some(bound));
        rises
    });
    known
}

/// Groups the best solutions into runs of the same search.
fn leaders<'a, 'b>(best: &'b [FoundBy<'a>]) -> impl Iterator<Item = &'b [FoundBy<'a>]> {
    best.chunk_by(|(a, _), (b, _)| a == b)
}

/// The height of the plot and its list.
pub(crate) fn height(searches: &[NamedSearch<'_>]) -> f64 {
    let (heading, plot, below) = HEIGHTS;
    match leaders(&best(searches)).count() {
        0 => 0.0,
        rows => heading + plot + below + ROW * rows as f64,
    }
}

/// Draws the plot and its list; nothing if no search has found a solution.
pub(crate) fn draw(
    svg: &mut Svg,
    searches: &[NamedSearch<'_>],
    (left, top): (f64, f64),
    right: f64,
) {
    let (best, bounds) = (best(searches), bounds(searches));
    let all = || searches.iter().flat_map(|search| search.found.solutions());
    let costs = || all().map(|found| found.cost);
    let lowest = costs().chain(bounds.iter().map(|&(_, bound)| bound)).min();
    let (Some(lowest), Some(highest), Some((_, first))) = (lowest, costs().max(), best.first())
    else {
        return;
    };
    svg.style(STYLE);
    svg.text((left, top), "ink bold", "Cost of the best solution so far");
    let ends = searches.iter().map(|search| search.found.seconds());
    let end = ends.fold(0.0, f64::max);
    let (top, bottom) = (top + HEIGHTS.0, top + HEIGHTS.0 + HEIGHTS.1);
    let area = [left, top, right, bottom];
    let plot = Plot::new(area, (first.seconds, end), (lowest, highest));
    plot.grid(svg);
    for NamedSearch { name, found } in searches {
        let solutions = found.solutions();
        let steps: Vec<_> = solutions
            .iter()
            .map(|found| (found.seconds, found.cost))
            .collect();
        plot.steps(svg, "trial", &steps, found.seconds());
        for found in solutions {
            let (x, y) = (plot.x(found.seconds), plot.y(found.cost));
            svg.add(format_args!(
                "<circle class=\"found\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{}</title></circle>",
                described(&[(name, found)])
            ));
        }
    }
    for cost in BTreeSet::from([lowest, highest]) {
        svg.text((left - 6.0, plot.y(cost) + 4.0), "soft small end", cost);
    }
    plot.steps(svg, "least", &bounds, end);
    let steps = best.iter().map(|(_, found)| (found.seconds, found.cost));
    plot.steps(svg, "mark", &steps.collect::<Vec<_>>(), end);
    let mut y = bottom + 44.0;
    let words = "In orange the best of all; dashed what every solution costs at least. Ahead were:";
    svg.text((left, y), "soft small", words);
    for (place, steps) in (1_u32..).zip(leaders(&best)) {
        y += ROW;
        let (_, first) = steps[0];
        let at = (plot.x(first.seconds) + 4.0, plot.y(first.cost) - 6.0);
        svg.text(at, "ink small halo", place);
        svg.text((left, y), "ink small", place);
        svg.text((left + 24.0, y), "ink small", described(steps));
    }
}

/// A run of solutions of one search, in words.
fn described(steps: &[FoundBy<'_>]) -> String {
    let ((name, first), (_, last)) = (steps[0], steps[steps.len() - 1]);
    let cost = format!("cost {} after {}", first.cost, short(first.seconds, "s"));
    if steps.len() == 1 {
        return format!("{name}: {cost}");
    }
    let then = short(last.seconds, "s");
    format!("{name}: {cost}, down to {} after {then}", last.cost)
}
