//! Draws cost against time: the cost of the incumbent falls in steps, and the lower bound rises.

use super::Solved;
use crate::plot::Plot;
use crate::search::Improvement;
use crate::svg::{Svg, capitalised};
use crate::units::short;

const SIZE: (f64, f64) = (760.0, 400.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 696.0;
const TOP: f64 = 96.0;
const BOTTOM: f64 = 340.0;
/// The least distance between the labels of two costs.
const APART: f64 = 34.0;

const STYLE: &str = ".cost{fill:none;stroke:#3b82c4;stroke-width:2.5}\n";

pub(super) fn svg(solved: &Solved) -> String {
    let answer = &solved.found;
    // The end of the search: the solution and the final lower bound.
    let last = answer.solution.as_ref().map(|solution| Improvement {
        cost: solution.cost(),
        lower_bound: answer.lower_bound,
        expanded: answer.stats.expanded,
        seconds: answer.elapsed.as_secs_f64(),
    });
    let known: Vec<_> = answer.improvements.iter().copied().chain(last).collect();
    let title = format!("{} {}: {}", solved.name, solved.size, solved.solver);
    let mut svg = Svg::new(SIZE, &title);
    svg.style(STYLE);
    let large = "class=\"ink\" style=\"font-size:18px;font-weight:600\"";
    svg.text((32.0, 42.0), large, &capitalised(&title));
    let Some((first, end)) = known.first().zip(known.last()) else {
        svg.text(
            (32.0, 67.5),
            "class=\"soft small\"",
            "no solution was found",
        );
        return svg.end();
    };
    let factor = answer
        .factor
        .map(|factor| format!(" {factor:.3} times the lower bound,"));
    let summary = format!(
        "cost {},{} after {}",
        end.cost,
        factor.unwrap_or_default(),
        short(end.seconds, "s")
    );
    svg.text((32.0, 67.5), "class=\"soft small\"", &summary);
    let bounds = known.iter().filter_map(|known| known.lower_bound);
    let least = bounds.min().unwrap_or(end.cost).min(end.cost);
    let area = [LEFT, TOP, RIGHT, BOTTOM];
    let plot = Plot::new(area, (first.seconds, end.seconds), (least, first.cost));
    plot.grid(&mut svg);
    let costs = known.iter().map(|known| (known.seconds, known.cost));
    let rising = known.iter();
    let rising = rising.filter_map(|known| Some((known.seconds, known.lower_bound?)));
    for (class, steps) in [
        ("cost", costs.collect::<Vec<_>>()),
        ("mark", rising.collect()),
    ] {
        plot.steps(&mut svg, class, &steps, end.seconds);
    }
    let mut written = f64::NEG_INFINITY;
    let incumbents = &known[..known.len().max(2) - 1];
    for known in incumbents {
        let x = plot.x(known.seconds);
        if x - written >= APART {
            written = x;
            let at = (x + 4.0, plot.y(known.cost) - 6.0);
            svg.text(at, "class=\"ink small halo\"", &known.cost.to_string());
        }
    }
    for (class, cost) in [("ink", Some(end.cost)), ("soft", end.lower_bound)] {
        if let Some(cost) = cost {
            let at = (plot.x(end.seconds) + 8.0, plot.y(cost) + 4.0);
            svg.text(at, &format!("class=\"{class} small\""), &cost.to_string());
        }
    }
    legend(&mut svg);
    svg.end()
}

fn legend(svg: &mut Svg) {
    let (x, y) = (LEFT, BOTTOM + 42.0);
    let meanings = [
        ("cost", "cost of the best solution"),
        ("mark", "what every solution costs at least"),
    ];
    for (at, (class, meaning)) in (0..).zip(meanings) {
        let x = x + 220.0 * f64::from(at);
        svg.add(format_args!(
            "<path class=\"{class}\" d=\"M{x} {:.1}h24\"/>",
            y - 4.0
        ));
        svg.text((x + 32.0, y), "class=\"soft small\"", meaning);
    }
}
