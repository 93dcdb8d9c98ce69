//! Prints the steps of a search: expansions with the open and closed lists after each, or the nodes of a depth-first
//! search, indented by depth.

use std::fmt::Write;

use super::nodes::{Fate, SearchRecord, SearchTree, TreeNode};
use crate::places::Placement;

pub(super) fn render(search: &SearchRecord) -> String {
    let mut text = search.title.clone();
    if search
        .trees
        .iter()
        .any(|tree| tree.nodes.iter().any(|node| node.h.is_some()))
    {
        text += "; each node with g+h=f";
    }
    let _ = writeln!(text, "\nletters: {}", search.moves_are);
    for tree in &search.trees {
        match tree.bound {
            Some(bound) => walk(&mut text, search, tree, bound),
            None => steps(&mut text, search, tree),
        }
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", search.end);
    text
}

/// The number, the formula and the pieces of a node, on one line.
fn line(search: &SearchRecord, node: &TreeNode) -> String {
    let board = board(&search.places, &node.pieces);
    format!("{:>3}  {:<7} {board}", node.number, node.formula())
}

/// Writes a line for each node of an iteration, indented by its depth.
fn walk(text: &mut String, search: &SearchRecord, tree: &SearchTree, bound: u32) {
    let _ = writeln!(text, "\nbound {bound}");
    for node in &tree.nodes {
        let mut depth = 0;
        let mut above = node.parent;
        while let Some(parent) = above {
            depth += 1;
            above = tree.nodes[parent].parent;
        }
        let fate = match node.fate {
            Fate::CutOff => format!("  cut off: f > {bound}"),
            Fate::Solution => "  on the way".into(),
            _ => String::new(),
        };
        let (indent, letter) = ("  ".repeat(depth), &node.letter);
        let _ = writeln!(text, "{indent}{letter:1} {}{fate}", line(search, node));
    }
}

/// Writes a step for each expansion of a best-first search.
fn steps(text: &mut String, search: &SearchRecord, tree: &SearchTree) {
    let mut expanded: Vec<_> = tree
        .nodes
        .iter()
        .filter(|node| node.expanded.is_some())
        .collect();
    expanded.sort_unstable_by_key(|node| node.expanded);
    if expanded.is_empty() {
        for root in &tree.nodes {
            let _ = writeln!(text, "\n  {}", line(search, root));
        }
    }
    for (step, node) in (1..).zip(&expanded) {
        let _ = writeln!(text, "\nstep {step}: expand\n  {}", line(search, node));
        let children = node.children.iter().map(|&child| &tree.nodes[child]);
        let end = children.clone().next_back().map(|child| child.generated);
        let end = end.or(node.expanded).unwrap_or(0);
        for child in children {
            let fate = match child.fate {
                Fate::Known => "known already",
                _ if child.pieces == search.goal => "the goal",
                _ => "new",
            };
            let (letter, line) = (&child.letter, line(search, child));
            let _ = writeln!(text, "    {letter} -> {line}  {fate}");
        }
        let _ = writeln!(text, "  open:   {}", open(tree, end));
        let closed = expanded[..step].iter().map(|node| node.number.to_string());
        let closed: Vec<_> = closed.collect();
        let _ = writeln!(text, "  closed: {}", closed.join(" "));
    }
}

/// The open nodes after an event, sorted by f, which is in brackets.
fn open(tree: &SearchTree, event: usize) -> String {
    let is_open = |node: &&TreeNode| {
        node.generated <= event
            && node.expanded.is_none_or(|expanded| expanded > event)
            && matches!(node.fate, Fate::Kept | Fate::Solution)
    };
    let mut open: Vec<_> = tree.nodes.iter().filter(is_open).collect();
    open.sort_by_key(|node| node.f());
    let numbers = open.iter().map(|node| match node.h {
        Some(_) => format!("{} ({})", node.number, node.f()),
        None => node.number.to_string(),
    });
    numbers.collect::<Vec<_>>().join(", ")
}

/// The pieces row by row, with slashes between rows.
fn board(places: &Placement, pieces: &[u8]) -> String {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    if !places.is_graph() {
        let at = |&place: &usize| places.at[place];
        order.sort_by(|a, b| {
            at(a)
                .1
                .total_cmp(&at(b).1)
                .then(at(a).0.total_cmp(&at(b).0))
        });
    }
    let mut text = String::new();
    for (index, &place) in order.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| order[before]) {
            let same_row = places.is_graph() || places.at[before].1 == places.at[place].1;
            text += if same_row { " " } else { " / " };
        }
        match pieces[place] {
            0 => text += "_",
            piece => text += &piece.to_string(),
        }
    }
    text
}
