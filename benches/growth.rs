//! How the cost of a search grows with the size of its puzzle: a table in Markdown, and charts of the nodes
//! for light and dark pages.
//!
//! `cargo bench --bench growth`: some six minutes, and a gigabyte; `-- hanoi` is that part alone. Tiles up to 4x4
//! and pancakes start at random, from fixed seeds; the two 24-puzzles are the easiest of fifty, and Hanoi is one
//! tower. So nodes and costs are the same at every run, and what is solved in several ways must cost the same. Times
//! are those of this machine, without the time to build databases; the peak is what the search holds beside these.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use plotters::prelude::*;
use puzzle_search::heuristics::tile_patterns::{Partition, Style, TilePatterns};
use puzzle_search::heuristics::{DiscPatterns, Gap, Guided, Heuristic, Manhattan};
use puzzle_search::puzzles::{Board, Hanoi, Pancake, SlidingTiles};
use puzzle_search::solvers::BaeStar;
use puzzle_search::{AStar, IdaStar, Puzzle, Solver};

/// Instances 40 and 38 of Korf and Felner's 24-puzzles (Artificial Intelligence 134, 2002).
const EASIEST: [[u8; 25]; 2] = [
    [
        2, 17, 4, 13, 7, 12, 10, 3, 0, 16, 21, 24, 8, 5, 18, 20, 15, 19, 14, 9, 22, 11, 6, 1, 23,
    ],
    [
        10, 3, 24, 12, 0, 7, 8, 11, 14, 21, 22, 23, 2, 1, 9, 17, 18, 6, 20, 4, 13, 15, 5, 19, 16,
    ],
];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What some searches took.
struct Row {
    series: &'static str,
    /// Tiles, pancakes or discs.
    size: usize,
    searches: u64,
    costs: u64,
    generated: u64,
    time: Duration,
    peak_bytes: usize,
}

/// Fills a part of the table.
type Part = fn(&mut Table) -> Result<()>;

#[derive(Default)]
struct Table(Vec<Row>);

impl Table {
    /// Solves each start, and prints what that took.
    fn add<P: Puzzle<Cost = u32>>(
        &mut self,
        (series, size): (&'static str, usize),
        solver: &dyn Solver<P>,
        puzzle: &P,
        starts: &[P::State],
    ) -> Result<()> {
        let mut row = Row {
            series,
            size,
            searches: starts.len() as u64,
            costs: 0,
            generated: 0,
            time: Duration::ZERO,
            peak_bytes: 0,
        };
        for start in starts {
            let begun = Instant::now();
            let report = solver.solve(puzzle, start);
            row.time += begun.elapsed();
            row.generated += report.stats.generated;
            row.peak_bytes = row.peak_bytes.max(report.stats.peak_bytes);
            row.costs += u64::from(report.into_result()?.cost());
        }
        let (searches, mean) = (row.searches, row.searches as f64);
        let (costs, milliseconds) = (row.costs as f64 / mean, row.time.as_secs_f64() * 1e3 / mean);
        let (generated, kilobytes) = (row.generated / searches, row.peak_bytes / 1000);
        writeln!(
            std::io::stdout(),
            "| {series} | {size} | {searches} | {costs:.1} | {generated} | {milliseconds:.2} | {kilobytes} |"
        )?;
        self.0.push(row);
        Ok(())
    }

    /// Boards of several sizes, each with a heuristic of its own.
    fn add_sizes<H: Heuristic<SlidingTiles>>(
        &mut self,
        series: &'static str,
        solver: &dyn Solver<Guided<SlidingTiles, H>>,
        heuristic: impl Fn(&SlidingTiles) -> Result<H>,
        sizes: &[(usize, SlidingTiles, Vec<Board>)],
    ) -> Result<()> {
        for (tiles, puzzle, starts) in sizes {
            let puzzle = puzzle.clone().guided_by(heuristic(puzzle)?);
            self.add((series, *tiles), solver, &puzzle, starts)?;
        }
        Ok(())
    }

    /// The nodes by the size, a line for each series.
    fn draw(&self, theme: &Theme, path: &Path) -> Result<()> {
        let Theme { paper, ink, .. } = theme;
        let text = |size| ("sans-serif", size).into_font().color(ink);
        let nodes = |row: &Row| row.generated as f64 / row.searches as f64;
        let most_nodes = self.0.iter().map(nodes).fold(1.0, f64::max);
        let largest = self.0.iter().map(|row| row.size).max().unwrap_or(1);
        let area = SVGBackend::new(path, (900, 600)).into_drawing_area();
        area.fill(paper)?;
        let mut chart = ChartBuilder::on(&area)
            .caption("Nodes by size", text(20))
            .margin(20)
            .x_label_area_size(48)
            .y_label_area_size(72)
            .build_cartesian_2d(0..largest + 5, (1.0..most_nodes * 10.0).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("tiles, pancakes or discs")
            .y_desc("generated nodes, mean")
            .y_label_formatter(&|nodes| format!("{nodes:.0e}"))
            .label_style(text(13))
            .axis_style(ink)
            .bold_line_style(ink.mix(0.2))
            .light_line_style(ink.mix(0.1))
            .draw()?;
        for (number, rows) in self.0.chunk_by(|a, b| a.series == b.series).enumerate() {
            let color = Palette99::pick(number).to_rgba();
            let points = rows.iter().map(|row| (row.size, nodes(row)));
            let line = LineSeries::new(points, color.stroke_width(2)).point_size(3);
            let line = chart.draw_series(line)?.label(rows[0].series);
            line.legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        let labels = &mut chart.configure_series_labels();
        labels
            .position(SeriesLabelPosition::LowerRight)
            .border_style(ink.mix(0.3))
            .background_style(paper)
            .label_font(text(13))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

/// The colors of a chart for one kind of page.
struct Theme {
    name: &'static str,
    paper: RGBColor,
    ink: RGBColor,
}

const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        paper: WHITE,
        ink: RGBColor(31, 35, 40),
    },
    Theme {
        name: "dark",
        paper: RGBColor(13, 17, 23),
        ink: RGBColor(240, 246, 252),
    },
];

struct Numbers(u64);

impl Numbers {
    /// `0..count` in any order.
    fn shuffled(&mut self, count: u8) -> Vec<u8> {
        let mut items: Vec<u8> = (0..count).collect();
        for at in (1..items.len()).rev() {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            items.swap(at, (self.0 >> 33) as usize % (at + 1));
        }
        items
    }
}

/// Three patterns that are as equal as may be: 5-5-5 on 4x4, else the tiles in the order of their columns.
fn thirds(puzzle: &SlidingTiles) -> Result<Partition<3>> {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    if (rows, columns) == (4, 4) {
        return Ok(Partition::five_five_five(puzzle)?);
    }
    let by_columns = (0..rows * columns).map(|at| at % rows * columns + at / rows);
    let tiles: Vec<usize> = by_columns
        .filter(|&cell| cell != puzzle.goal().blank())
        .collect();
    let third = tiles.len().div_ceil(3);
    Ok(Partition::new([
        &tiles[..third],
        &tiles[third..2 * third],
        &tiles[2 * third..],
    ]))
}

/// Sliding tiles from 3x3 to 4x4, all positions that can be solved alike.
fn tiles(table: &mut Table) -> Result<()> {
    let mut numbers = Numbers(1);
    let mut sizes = Vec::new();
    for (rows, columns, count) in [(3, 3, 100), (3, 4, 100), (3, 5, 20), (4, 4, 20)] {
        let puzzle = SlidingTiles::new(rows, columns)?;
        let tiles = rows * columns - 1;
        let mut starts = Vec::new();
        while starts.len() < count {
            let board = puzzle.state(&numbers.shuffled(tiles as u8 + 1))?;
            starts.extend(puzzle.solvability(&board).is_solvable().then_some(board));
        }
        sizes.push((tiles, puzzle, starts));
    }
    let manhattan = |_: &SlidingTiles| Ok(Manhattan);
    let patterns = |puzzle: &SlidingTiles| {
        let partition = thirds(puzzle)?;
        Ok(TilePatterns::build(puzzle, &partition, Style::default()).run()?)
    };
    let (ida_star, bae_star) = (IdaStar::new(), BaeStar::new());
    table.add_sizes("tiles, IDA*, Manhattan", &ida_star, manhattan, &sizes)?;
    table.add_sizes("tiles, BAE*, Manhattan", &bae_star, manhattan, &sizes)?;
    table.add_sizes("tiles, IDA*, three databases", &ida_star, patterns, &sizes)?;
    for at in 0..sizes.len() {
        let costs = table.0.iter().skip(at).step_by(sizes.len());
        let costs: Vec<u64> = costs.map(|row| row.costs).collect();
        assert!(costs.windows(2).all(|pair| pair[0] == pair[1]), "{costs:?}");
    }
    twenty_four(table)
}

/// The two easiest of Korf and Felner's 24-puzzles, by databases that take 255 MB.
fn twenty_four(table: &mut Table) -> Result<()> {
    let goal: Vec<u8> = (0..25).collect();
    let puzzle = SlidingTiles::<u128>::packed(5, 5)?.with_goal(&goal)?;
    let starts = EASIEST.map(|labels| puzzle.state(&labels));
    let starts: Vec<_> = starts.into_iter().collect::<std::result::Result<_, _>>()?;
    let partition = Partition::six_six_six_six(&puzzle)?;
    let patterns = TilePatterns::build(&puzzle, &partition, Style::default())
        .threads(2)
        .run()?;
    let guided = puzzle.guided_by(patterns.reflected()?);
    table.add(
        ("tiles, IDA*, 6-6-6-6, the two easiest", 24),
        &IdaStar::new(),
        &guided,
        &starts,
    )?;
    assert_eq!(table.0.last().map(|row| row.costs), Some(82 + 96));
    Ok(())
}

fn pancakes(table: &mut Table) -> Result<()> {
    let mut numbers = Numbers(2);
    for size in [10, 20, 30, 40, 50] {
        let puzzle = Pancake::<[u8; 64]>::packed(size)?;
        let stacks = (0..50).map(|_| {
            let stack = numbers.shuffled(size as u8);
            puzzle.state(&stack.iter().map(|pancake| pancake + 1).collect::<Vec<_>>())
        });
        let starts: Vec<_> = stacks.collect::<std::result::Result<_, _>>()?;
        let guided = puzzle.guided_by(Gap::new());
        table.add(
            ("pancakes, IDA*, gaps", size),
            &IdaStar::new(),
            &guided,
            &starts,
        )?;
    }
    Ok(())
}

fn hanoi(table: &mut Table) -> Result<()> {
    let solvers: [(&'static str, usize); 2] = [("4 pegs, A*", 12), ("4 pegs, BAE*", 15)];
    for (series, most_discs) in solvers {
        for discs in (8..=most_discs).filter(|discs| discs % 2 == 0 || *discs == 15) {
            let puzzle = Hanoi::new(discs, 4)?;
            let parts = [discs - discs / 4, discs / 4];
            let guided = puzzle.guided_by(DiscPatterns::build(&puzzle, &parts).run()?);
            let solver: &dyn Solver<_> = match series {
                "4 pegs, A*" => &AStar::new(),
                _ => &BaeStar::new(),
            };
            table.add((series, discs), solver, &guided, &[puzzle.tower(1)?])?;
        }
    }
    // By Frame and Stewart, from the last row to the first.
    let costs: Vec<u64> = table.0.iter().rev().take(8).map(|row| row.costs).collect();
    assert_eq!(costs, [129, 113, 81, 49, 33, 81, 49, 33]);
    Ok(())
}

fn main() -> Result<()> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "| search | size | searches | cost | generated | ms | peak, kB |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    let mut table = Table::default();
    let named: Vec<String> = std::env::args().skip(1).collect();
    let parts: [(&str, Part); 3] = [("tiles", tiles), ("pancakes", pancakes), ("hanoi", hanoi)];
    let is_named = |name: &str| named.iter().any(|argument| argument == name);
    let all = !parts.iter().any(|&(name, _)| is_named(name));
    for (name, part) in parts {
        if all || is_named(name) {
            part(&mut table)?;
        }
    }
    for theme in &THEMES {
        let file = format!("growth-{}.svg", theme.name);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
        table.draw(theme, &path)?;
        writeln!(out, "\nThe nodes are drawn in {}.", path.display())?;
    }
    Ok(())
}
