//! How good the best solution was at what time, as a picture: costs go down in steps, the lower bound goes up.

use crate::answer::Answer;
use crate::svg::{Svg, capitalised};
use crate::units::{round, short};

const SIZE: (f64, f64) = (760.0, 400.0);
const LEFT: f64 = 64.0;
const RIGHT: f64 = 696.0;
const TOP: f64 = 96.0;
const BOTTOM: f64 = 340.0;
/// Costs are written no closer to one another.
const APART: f64 = 34.0;

const STYLE: &str = "\
.cost{fill:none;stroke:#3b82c4;stroke-width:2.5}.grid{stroke:#d0d7de}
@media (prefers-color-scheme:dark){.grid{stroke:#3d444d}}
";

/// What was known from some second on.
struct Known {
    seconds: f64,
    cost: u32,
    bound: Option<u32>,
}

pub(crate) fn svg(answer: &Answer) -> String {
    let incumbents = answer.incumbents.iter();
    let mut known: Vec<Known> = incumbents
        .map(|found| Known {
            seconds: found.seconds,
            cost: found.cost,
            bound: found.lower_bound,
        })
        .collect();
    // The end of the search: what was found then, and what is proved at last.
    let last = answer.solution.as_ref().map(|solution| Known {
        seconds: answer.seconds,
        cost: solution.cost(),
        bound: answer.lower_bound,
    });
    known.extend(last);
    let title = format!(
        "{} {}: {}",
        answer.puzzle, answer.question.size, answer.solver
    );
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
    // A search that was over at once has a decade, too.
    let from = first.seconds.max(1e-6).log10().floor();
    let to = end.seconds.max(1e-6).log10().max(from + 1.0);
    let x = |seconds: f64| {
        let at = (seconds.max(1e-6).log10() - from) / (to - from);
        LEFT + (RIGHT - LEFT) * at
    };
    let bounds = || known.iter().filter_map(|known| known.bound);
    let least = bounds().min().unwrap_or(end.cost).min(end.cost);
    let (least, most) = (f64::from(least), f64::from(first.cost));
    let room = ((most - least) / 10.0).max(1.0);
    let y = |cost: u32| {
        let at = (f64::from(cost) - least + room) / (most - least + 2.0 * room);
        BOTTOM - (BOTTOM - TOP) * at
    };
    axis(&mut svg, (from, to), x);
    let costs = known.iter().map(|known| (x(known.seconds), y(known.cost)));
    let rising = known.iter();
    let rising = rising.filter_map(|known| Some((x(known.seconds), y(known.bound?))));
    for (class, points) in [
        ("cost", costs.collect::<Vec<_>>()),
        ("mark", rising.collect()),
    ] {
        svg.add(format_args!(
            "<path class=\"{class}\" d=\"{}\"/>",
            steps(&points, x(end.seconds))
        ));
    }
    let mut written = f64::NEG_INFINITY;
    let incumbents = &known[..known.len().max(2) - 1];
    for known in incumbents {
        if x(known.seconds) - written >= APART {
            written = x(known.seconds);
            let at = (written + 4.0, y(known.cost) - 6.0);
            svg.text(at, "class=\"ink small halo\"", &known.cost.to_string());
        }
    }
    for (class, cost) in [("ink", Some(end.cost)), ("soft", end.bound)] {
        if let Some(cost) = cost {
            let at = (x(end.seconds) + 8.0, y(cost) + 4.0);
            svg.text(at, &format!("class=\"{class} small\""), &cost.to_string());
        }
    }
    legend(&mut svg);
    svg.end()
}

/// A line that changes in steps, up to the end.
fn steps(points: &[(f64, f64)], end: f64) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        path += &match at {
            0 => format!("M{x:.1} {y:.1}"),
            _ => format!("H{x:.1}V{y:.1}"),
        };
    }
    if let Some((first, _)) = points.first() {
        // What was found at the end is to be seen.
        path += &format!("H{:.1}", end.max(first + 6.0));
    }
    path
}

/// The time, a line for each decade.
fn axis(svg: &mut Svg, (from, to): (f64, f64), x: impl Fn(f64) -> f64) {
    for decade in from as i32..=to.floor() as i32 {
        let seconds = 10_f64.powi(decade);
        let x = x(seconds);
        svg.add(format_args!(
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{BOTTOM}\"/>"
        ));
        let middle = "class=\"soft small\" text-anchor=\"middle\"";
        svg.text((x, BOTTOM + 18.0), middle, &round(seconds, "s"));
    }
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
