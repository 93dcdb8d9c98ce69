//! Draws the trees of a search as an animation that grows step by step.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::nodes::{Fate, SearchRecord, SearchTree, TreeNode};
use super::tidy;
use crate::board_picture::BoardPicture;
use crate::svg::Svg;

const MARGIN: f64 = 32.0;
/// The top of the first tree, and the space above a tree for its bound.
const TOP: f64 = 112.0;
const HEADING: f64 = 34.0;
/// The pixels in a unit of a board and of a graph, whose labels are smaller.
const CELL: f64 = 20.0;
const VERTEX: f64 = 30.0;
/// The space between boards, and below them for g, h and the move.
const GAP: (f64, f64) = (28.0, 64.0);
/// The least width, for the title and the legend.
const LEAST_WIDTH: f64 = 640.0;
/// The seconds between events, and after the last one.
const EVENT: f64 = 0.6;
const TAIL: f64 = 5.0;

const STYLE: &str = "\
.open{fill:none;stroke:#d97706;stroke-width:2;stroke-dasharray:5 3}
.closed{fill:none;stroke:#3b82c4;stroke-width:2.5}.way{fill:none;stroke:#16a34a;stroke-width:4}
.edge{stroke-width:2}.order{fill:#3b82c4}.faint{opacity:.5}
";

pub(super) fn render(search: &SearchRecord) -> String {
    let layouts: Vec<_> = search.trees.iter().map(tidy::layout).collect();
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let columns = most(&mut layouts.iter().flatten().map(|at| at.0)) + 1.0;
    let sizes = Sizes::of(search);
    let width = (2.0 * MARGIN + sizes.step.0 * columns).max(LEAST_WIDTH);
    let heights = search.trees.iter().zip(&layouts).map(|(tree, layout)| {
        let rows = most(&mut layout.iter().map(|at| at.1)) + 1.0;
        rows * sizes.step.1 + tree.bound.map_or(0.0, |_| HEADING)
    });
    let heights: Vec<f64> = heights.collect();
    let height = TOP + heights.iter().sum::<f64>() + MARGIN / 2.0;
    let mut svg = Svg::new((width, height), &search.title);
    svg.style(STYLE);
    svg.style(&rules(search));
    heading(&mut svg, search);
    let mut top = TOP;
    for ((tree, layout), height) in search.trees.iter().zip(&layouts).zip(heights) {
        let broadest = most(&mut layout.iter().map(|at| at.0)) + 1.0;
        let paper = TreeDrawing {
            search,
            tree,
            layout,
            sizes,
            left: (width - sizes.step.0 * broadest) / 2.0,
            top: top + tree.bound.map_or(0.0, |_| HEADING),
        };
        paper.draw(&mut svg);
        top += height;
    }
    svg.end()
}

/// Style sheet rules that hide each element until its event; without animation, everything is visible.
fn rules(search: &SearchRecord) -> String {
    let nodes = || search.trees.iter().flat_map(|tree| &tree.nodes);
    let events = nodes().flat_map(|node| [Some(node.generated), node.expanded]);
    let mut events: BTreeSet<usize> = events.flatten().collect();
    let last = events.last().copied().unwrap_or(0);
    events.insert(last + 1);
    let total = EVENT * last as f64 + TAIL;
    let mut rules = String::new();
    for event in events {
        let begin = 100.0 * EVENT * (event - 1) as f64 / total;
        // Writing to a string cannot fail.
        let _ = writeln!(
            rules,
            ".at{event}{{animation:at{event} {total:.1}s infinite}}\n@keyframes at{event}{{\
             0%,{begin:.3}%{{opacity:0}}{:.3}%,to{{opacity:1}}}}",
            begin + 10.0 / total
        );
    }
    rules
}

/// Draws how the search ended, and the legend.
fn heading(svg: &mut Svg, search: &SearchRecord) {
    let end = format_args!("{}; letters: {}", search.end, search.moves_are);
    svg.text((MARGIN, 64.0), "soft", end);
    let legend = match search.trees.iter().any(|tree| tree.bound.is_some()) {
        true => [
            ("closed", "expanded, in this order"),
            ("faint open", "cut off: f above the bound"),
            ("way", "solution"),
        ],
        false => [
            ("closed", "closed, in this order"),
            ("open", "open"),
            ("way", "solution; faint: known already"),
        ],
    };
    let mut x = MARGIN;
    for (class, words) in legend {
        svg.rect(class, (x + 1.0, 78.0), (16.0, 14.0), 3.0);
        svg.text((x + 25.0, 90.0), "soft small", words);
        x += 58.0 + 6.4 * words.len() as f64;
    }
}

/// The sizes of a board, and of the step from one node to the next.
#[derive(Clone, Copy)]
struct Sizes {
    board: (f64, f64),
    step: (f64, f64),
}

impl Sizes {
    fn of(search: &SearchRecord) -> Self {
        let (width, height) = search.places.size();
        let unit = if search.places.is_graph() {
            VERTEX
        } else {
            CELL
        };
        let board = (unit * width, unit * height);
        Self {
            board,
            step: (board.0 + GAP.0, board.1 + GAP.1),
        }
    }
}

/// A tree in its part of the drawing.
struct TreeDrawing<'a> {
    search: &'a SearchRecord,
    tree: &'a SearchTree,
    layout: &'a [(f64, f64)],
    sizes: Sizes,
    left: f64,
    top: f64,
}

impl TreeDrawing<'_> {
    /// The middle of the upper edge of a node's board.
    fn at(&self, node: usize) -> (f64, f64) {
        let (column, row) = self.layout[node];
        (
            self.left + self.sizes.step.0 * (column + 0.5),
            self.top + self.sizes.step.1 * row + 8.0,
        )
    }

    fn draw(&self, svg: &mut Svg) {
        if let Some(bound) = self.tree.bound {
            let root = self.tree.nodes.first().map_or(0, |root| root.generated);
            let (class, words) = (format!("ink bold at{root}"), format_args!("bound {bound}"));
            svg.text((MARGIN, self.top - 8.0), &class, words);
        }
        let mut nodes: Vec<_> = self.tree.nodes.iter().enumerate().collect();
        for &(index, node) in &nodes {
            self.edge(svg, index, node);
        }
        let expanded = |node: &TreeNode| node.expanded.unwrap_or(usize::MAX);
        nodes.sort_by_key(|(_, node)| expanded(node));
        for (order, &(index, node)) in (1..).zip(&nodes) {
            self.node(svg, index, node);
            if let Some(event) = node.expanded {
                self.frame(svg, index, "closed", event);
            }
            if node.fate == Fate::Solution {
                self.frame(svg, index, "way", self.last_event());
            }
            if let Some(event) = node.expanded {
                self.order(svg, index, event, order);
            }
        }
    }

    /// Draws the edge from a node's parent, and the move.
    fn edge(&self, svg: &mut Svg, index: usize, node: &TreeNode) {
        let Some(parent) = node.parent else {
            return;
        };
        let ((x0, y0), (x1, y1)) = (self.at(parent), self.at(index));
        let (y0, event) = (y0 + self.sizes.board.1 + 20.0, node.generated);
        let path = format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}");
        svg.path(&format!("line edge at{event}"), &path);
        if node.fate == Fate::Solution {
            svg.path(&format!("way at{}", self.last_event()), &path);
        }
        let middle = (x0 + 0.6 * (x1 - x0), y0 + 0.6 * (y1 - y0) + 4.0);
        let class = format!("soft small halo middle at{event}");
        svg.text(middle, &class, &node.letter);
    }

    /// Draws the board of a node, its frame and its formula.
    fn node(&self, svg: &mut Svg, index: usize, node: &TreeNode) {
        let (x, y) = self.at(index);
        let faint = match node.fate {
            Fate::Known | Fate::Superseded | Fate::CutOff => " class=\"faint\"",
            Fate::Kept | Fate::Solution => "",
        };
        svg.add(format_args!("<g class=\"at{}\"><g{faint}>", node.generated));
        let corner = (x - self.sizes.board.0 / 2.0, y);
        let board = BoardPicture::within(&self.search.places, corner, self.sizes.board);
        board.draw(svg, &node.pieces, &self.search.goal);
        self.frame(svg, index, "open", node.generated);
        let below = (x, y + self.sizes.board.1 + 16.0);
        svg.text(below, "ink small middle", node.formula());
        svg.add(format_args!("</g></g>"));
    }

    /// Draws a frame around a node's board, from an event on.
    fn frame(&self, svg: &mut Svg, index: usize, class: &str, event: usize) {
        let ((x, y), (width, height)) = (self.at(index), self.sizes.board);
        let (corner, size) = (
            (x - width / 2.0 - 3.0, y - 3.0),
            (width + 6.0, height + 6.0),
        );
        svg.rect(&format!("{class} at{event}"), corner, size, 6.0);
    }

    /// Draws the position of a node in the order of expansions.
    fn order(&self, svg: &mut Svg, index: usize, event: usize, order: usize) {
        let (x, y) = self.at(index);
        let (x, y) = (x - self.sizes.board.0 / 2.0 - 3.0, y - 1.0);
        svg.add(format_args!(
            "<g class=\"at{event}\"><circle class=\"order\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\"/>"
        ));
        svg.text((x, y + 4.2), "label small middle", order);
        svg.add(format_args!("</g>"));
    }

    /// The event after all others, at which the solution is shown.
    fn last_event(&self) -> usize {
        let nodes = self.search.trees.iter().flat_map(|tree| &tree.nodes);
        let events = nodes.flat_map(|node| [Some(node.generated), node.expanded]);
        events.flatten().max().unwrap_or(0) + 1
    }
}
