//! [`Placement`]: the positions of a puzzle's places in a drawing.

use std::f64::consts::TAU;

use puzzle_search::answers::Distances;
use puzzle_search::from_steps;

/// The centers of the places, in units of the width of a cell or the length of an edge, and the edges between them.
#[derive(Default)]
pub(crate) struct Placement {
    pub(crate) at: Vec<(f64, f64)>,
    /// Empty if the places are adjacent cells.
    pub(crate) edges: Vec<(usize, usize)>,
    /// The cells that are walls.
    pub(crate) walls: Vec<usize>,
}

impl Placement {
    /// Cells row by row.
    pub(crate) fn grid(rows: usize, columns: usize) -> Self {
        let cells = 0..rows * columns;
        let at = cells.map(|cell| ((cell % columns) as f64 + 0.5, (cell / columns) as f64 + 0.5));
        Self {
            at: at.collect(),
            ..Self::default()
        }
    }

    /// The eight cells of a sheet of magic squares, clockwise.
    pub(crate) fn sheet() -> Self {
        let mut sheet = Self::grid(2, 4);
        sheet.at[4..].reverse();
        sheet
    }

    /// The vertices of a graph at distances close to the lengths of shortest paths between them (stress majorisation;
    /// E. Gansner, Y. Koren, S. North, "Graph drawing by stress majorization", 2004).
    pub(crate) fn graph(vertices: usize, edges: &[(usize, usize)]) -> Self {
        let distances = distances(vertices, edges);
        // The search begins at all circular orders with equal steps, and keeps the best drawing.
        let starts = (1..=vertices / 2).filter(|&step| is_coprime(step, vertices));
        let drawings = starts.map(|step| {
            let mut at = around(vertices, step);
            for _ in 0..500 {
                relax(&mut at, &distances);
            }
            at
        });
        let best = drawings.min_by(|a, b| stress(a, &distances).total_cmp(&stress(b, &distances)));
        let at = best.unwrap_or_else(|| around(vertices, 1));
        Self {
            at: moved_to_corner(&upright(&apart(&at))),
            edges: edges.to_vec(),
            ..Self::default()
        }
    }

    /// Width and height of the drawing, in the same units.
    pub(crate) fn size(&self) -> (f64, f64) {
        let (_, (x, y)) = corners(&self.at);
        (x.max(0.5) + 0.5, y.max(0.5) + 0.5)
    }

    pub(crate) fn is_graph(&self) -> bool {
        !self.edges.is_empty()
    }
}

/// The length of a shortest path between any two vertices. If there is none, it is one more than the greatest length
/// from the first.
fn distances(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<f64>> {
    let beside = |&vertex: &usize| -> Vec<usize> {
        let pairs = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        pairs
            .filter(|&(a, _)| a == vertex)
            .map(|(_, b)| b)
            .collect()
    };
    let graph = from_steps(beside, |_| false);
    let from = |vertex| {
        let mut distances = Distances::new(&graph, [vertex]);
        // Nothing limits or cancels it.
        let _ = distances.run();
        let farthest = distances
            .iter()
            .last()
            .map_or(1, |(_, length)| length.max(1));
        let length = |to| distances.get(&to).unwrap_or(farthest + 1);
        (0..vertices).map(|to| f64::from(length(to))).collect()
    };
    (0..vertices).map(from).collect()
}

const fn is_coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { is_coprime(b, a % b) }
}

/// The vertices on a circle, each `step` places after the one before.
fn around(vertices: usize, step: usize) -> Vec<(f64, f64)> {
    let circle = (0..vertices).map(|vertex| {
        let angle = TAU * (vertex * step % vertices) as f64 / vertices as f64;
        // Not quite round, so that symmetry does not trap the vertices on a line.
        let radius = (1.0 + 0.01 * vertex as f64) * vertices as f64 / TAU;
        (radius * angle.cos(), radius * angle.sin())
    });
    circle.collect()
}

/// One step of stress majorisation: each vertex moves to the weighted mean of the positions that the other vertices ask
/// for.
fn relax(at: &mut [(f64, f64)], distances: &[Vec<f64>]) {
    for vertex in 0..at.len() {
        let (x, y) = at[vertex];
        let (mut sum, mut total) = ((0.0, 0.0), 0.0);
        for (other, &(x0, y0)) in at.iter().enumerate().filter(|&(other, _)| other != vertex) {
            let wanted = distances[vertex][other];
            let stretch = wanted / (x - x0).hypot(y - y0).max(1e-9);
            let weight = 1.0 / (wanted * wanted);
            sum.0 += weight * (x0 + stretch * (x - x0));
            sum.1 += weight * (y0 + stretch * (y - y0));
            total += weight;
        }
        if total > 0.0 {
            at[vertex] = (sum.0 / total, sum.1 / total);
        }
    }
}

fn stress(at: &[(f64, f64)], distances: &[Vec<f64>]) -> f64 {
    let mut stress = 0.0;
    for (a, row) in distances.iter().enumerate() {
        for (b, &wanted) in row.iter().enumerate().skip(a + 1) {
            let (x, y) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
            stress += (x.hypot(y) / wanted - 1.0).powi(2);
        }
    }
    stress
}

/// Scales the drawing up if vertices are too close together for the pieces on them.
fn apart(at: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let pairs = (0..at.len()).flat_map(|a| (0..a).map(move |b| (at[a], at[b])));
    let nearest = pairs.map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1));
    let scale = 0.95 / nearest.fold(0.95, f64::min).max(0.2);
    at.iter().map(|at| (at.0 * scale, at.1 * scale)).collect()
}

/// Rotates and perhaps reflects the drawing, so that it takes little room and its vertices can be read nearly in order.
fn upright(at: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let turned = |degrees: u32, side: f64| -> Vec<(f64, f64)> {
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let turn = |&(x, y): &(f64, f64)| (side * (x * cos - y * sin), x * sin + y * cos);
        at.iter().map(turn).collect()
    };
    let paper = |at: &[(f64, f64)]| {
        let (low, high) = corners(at);
        (high.0 - low.0 + 1.0) * (high.1 - low.1 + 1.0)
    };
    let order = |at: &[(f64, f64)]| -> f64 {
        let along = (0_u32..).zip(at);
        let weighed = along.map(|(index, at)| f64::from(index) * (at.0 + 3.0 * at.1));
        weighed.sum()
    };
    // A quarter turn takes the same area.
    let least = (0..90).min_by(|&a, &b| paper(&turned(a, 1.0)).total_cmp(&paper(&turned(b, 1.0))));
    let least = least.unwrap_or(0);
    let quarters = (0..4).map(|quarter| least + 90 * quarter);
    let all = quarters.flat_map(|degrees| [turned(degrees, 1.0), turned(degrees, -1.0)]);
    all.max_by(|a, b| order(a).total_cmp(&order(b)))
        .unwrap_or_default()
}

fn moved_to_corner(at: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (low, _) = corners(at);
    let moved = at.iter().map(|at| (at.0 - low.0 + 0.5, at.1 - low.1 + 0.5));
    moved.collect()
}

/// The upper left and the lower right corner.
fn corners(at: &[(f64, f64)]) -> ((f64, f64), (f64, f64)) {
    let inf = f64::INFINITY;
    at.iter()
        .fold(((inf, inf), (-inf, -inf)), |(low, high), at| {
            (
                (low.0.min(at.0), low.1.min(at.1)),
                (high.0.max(at.0), high.1.max(at.1)),
            )
        })
}
