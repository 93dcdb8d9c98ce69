//! The average estimate against the true cost, a line for each heuristic.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::Trial;

/// Colours that are told apart without seeing red and green (Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(240, 228, 66),
    RGBColor(0, 0, 0),
];

pub(crate) fn draw(path: &Path, trials: &[Trial]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (900, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let costs = || trials.iter().flat_map(|trial| &trial.by_cost);
    let least = costs().map(|&(cost, _)| cost).min().unwrap_or(0);
    let most = costs().map(|&(cost, _)| cost).max().unwrap_or(1);
    let lowest = costs()
        .map(|&(_, estimate)| estimate)
        .fold(f64::INFINITY, f64::min);
    let mut chart = ChartBuilder::on(&area)
        .caption("Heuristics of the 15-puzzle", ("sans-serif", 20))
        .margin(20)
        .x_label_area_size(48)
        .y_label_area_size(56)
        .build_cartesian_2d(least..most, (lowest - 1.0).max(0.0)..f64::from(most))?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.15))
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 15))
        .y_label_formatter(&|estimate| format!("{estimate:.0}"))
        .x_desc("cost of a shortest solution, in moves")
        .y_desc("average estimate, in moves")
        .draw()?;
    let exact = (least..=most).map(|cost| (cost, f64::from(cost)));
    chart
        .draw_series(LineSeries::new(exact, &BLACK))?
        .label("exact")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], BLACK));
    for (trial, &colour) in trials.iter().zip(COLOURS.iter().cycle()) {
        let line = LineSeries::new(trial.by_cost.iter().copied(), colour.stroke_width(2));
        chart
            .draw_series(line)?
            .label(&trial.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(("sans-serif", 14))
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
