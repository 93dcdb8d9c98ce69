//! Textbook searches for the 8-puzzle: correct, not tuned, on nothing but the standard library.
//! Each answers the number of moves, `None` if there is no way.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

/// Labels row by row, 0 for the blank.
pub(crate) type Board = [u8; 9];

fn neighbors(board: &Board) -> Vec<Board> {
    let blank = board.iter().position(|&tile| tile == 0).expect("one blank");
    let (row, column) = (blank / 3, blank % 3);
    let mut result = Vec::new();
    let mut slide = |cell: usize| {
        let mut next = *board;
        next.swap(blank, cell);
        result.push(next);
    };
    if row > 0 {
        slide(blank - 3);
    }
    if column > 0 {
        slide(blank - 1);
    }
    if column < 2 {
        slide(blank + 1);
    }
    if row < 2 {
        slide(blank + 3);
    }
    result
}

fn manhattan(board: &Board, goal: &Board) -> u32 {
    let mut sum = 0;
    for (cell, tile) in board.iter().enumerate() {
        if *tile != 0 {
            let home = goal
                .iter()
                .position(|other| other == tile)
                .expect("same tiles");
            sum += (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3);
        }
    }
    sum as u32
}

pub(crate) fn bfs(start: Board, goal: Board) -> Option<u32> {
    let mut distance = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(board) = queue.pop_front() {
        let d = distance[&board];
        if board == goal {
            return Some(d);
        }
        for next in neighbors(&board) {
            if let Entry::Vacant(entry) = distance.entry(next) {
                entry.insert(d + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Whole layers, always on the side with fewer boards in its last one.
pub(crate) fn bidirectional_bfs(start: Board, goal: Board) -> Option<u32> {
    if start == goal {
        return Some(0);
    }
    let (mut seen, mut seen_other) = (HashSet::from([start]), HashSet::from([goal]));
    let (mut layer, mut layer_other) = (vec![start], vec![goal]);
    let mut moves = 0;
    while !layer.is_empty() && !layer_other.is_empty() {
        if layer.len() > layer_other.len() {
            std::mem::swap(&mut layer, &mut layer_other);
            std::mem::swap(&mut seen, &mut seen_other);
        }
        moves += 1;
        let mut next_layer = Vec::new();
        for board in &layer {
            for next in neighbors(board) {
                if seen_other.contains(&next) {
                    return Some(moves);
                }
                if seen.insert(next) {
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
    }
    None
}

pub(crate) fn a_star(start: Board, goal: Board) -> Option<u32> {
    let mut distance = HashMap::from([(start, 0)]);
    let mut heap = BinaryHeap::from([Reverse((manhattan(&start, &goal), 0, start))]);
    while let Some(Reverse((_, g, board))) = heap.pop() {
        if board == goal {
            return Some(g);
        }
        if g > distance[&board] {
            continue; // a shorter way was found after this was pushed
        }
        for next in neighbors(&board) {
            if distance.get(&next).is_none_or(|&before| g + 1 < before) {
                distance.insert(next, g + 1);
                let f = g + 1 + manhattan(&next, &goal);
                heap.push(Reverse((f, g + 1, next)));
            }
        }
    }
    None
}

/// Hopelessly slow if there is no way, as usual: ask [`bfs`] first.
pub(crate) fn ida_star(start: Board, goal: Board) -> Option<u32> {
    let mut bound = manhattan(&start, &goal);
    let mut path = vec![start];
    loop {
        match descend(&mut path, 0, bound, &goal) {
            Ok(cost) => return Some(cost),
            Err(u32::MAX) => return None,
            Err(next) => bound = next,
        }
    }
}

/// The cost of a path within the bound, or the least f that exceeded it.
fn descend(path: &mut Vec<Board>, g: u32, bound: u32, goal: &Board) -> Result<u32, u32> {
    let board = *path.last().expect("the start is there");
    let f = g + manhattan(&board, goal);
    if f > bound {
        return Err(f);
    }
    if board == *goal {
        return Ok(g);
    }
    let mut least = u32::MAX;
    for next in neighbors(&board) {
        if !path.contains(&next) {
            path.push(next);
            match descend(path, g + 1, bound, goal) {
                Ok(cost) => return Ok(cost),
                Err(f) => least = least.min(f),
            }
            path.pop();
        }
    }
    Err(least)
}
