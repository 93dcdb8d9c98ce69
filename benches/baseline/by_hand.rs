//! Searches as one would write them by hand for one problem, on the functions of the crate's puzzles: how near the
//! solvers come to them.
//!
//! Nothing here can be stopped, limited or asked what it has done; there is no path, and memory is not counted.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use hashbrown::HashTable;
use puzzle_search::Puzzle;
use puzzle_search::puzzles::{Cell, Grid};

/// One folded multiplication a word.
#[derive(Default)]
struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(padded));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// States in the order in which they came, found by hash.
struct States<S> {
    list: Vec<S>,
    table: HashTable<u32>,
    build: BuildHasherDefault<Folded>,
}

impl<S: Eq + Hash> States<S> {
    fn from(start: S) -> Self {
        let mut states = Self {
            list: Vec::new(),
            table: HashTable::new(),
            build: BuildHasherDefault::default(),
        };
        let _ = states.insert(start);
        states
    }

    fn find(&self, state: &S) -> Option<u32> {
        let hash = self.build.hash_one(state);
        let found = self
            .table
            .find(hash, |&at| self.list[at as usize] == *state);
        found.copied()
    }

    /// The number of a state that is new, or the one that it has.
    fn insert(&mut self, state: S) -> Result<u32, u32> {
        let Self { list, table, build } = self;
        let hash = build.hash_one(&state);
        if let Some(&known) = table.find(hash, |&at| list[at as usize] == state) {
            return Err(known);
        }
        let new = list.len() as u32;
        list.push(state);
        table.insert_unique(hash, new, |&at| build.hash_one(&list[at as usize]));
        Ok(new)
    }
}

/// A* with a hash table, and a stack for each f and h.
pub(crate) fn a_star<P: Puzzle<State: Copy, Cost = u32>>(
    puzzle: &P,
    start: P::State,
) -> Option<u32> {
    #[derive(Clone, Copy)]
    struct Node {
        g: u32,
        parent: u32,
        is_closed: bool,
    }
    let root = Node {
        g: 0,
        parent: 0,
        is_closed: false,
    };
    let (mut states, mut nodes) = (States::from(start), vec![root]);
    let least = puzzle.heuristic(&start)?;
    let mut open: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); least as usize + 1]];
    open[0][least as usize].push(0);
    let (mut row, mut column) = (0, 0);
    loop {
        let stacks = open.get_mut(row)?;
        let Some(stack) = stacks.get_mut(column) else {
            (row, column) = (row + 1, 0);
            continue;
        };
        let Some(at) = stack.pop() else {
            column += 1;
            continue;
        };
        let Node { g, parent, .. } = nodes[at as usize];
        if std::mem::replace(&mut nodes[at as usize].is_closed, true) {
            continue;
        }
        let state = states.list[at as usize];
        if puzzle.is_goal(&state) {
            return Some(g);
        }
        let before = states.list[parent as usize];
        for neighbor in puzzle.neighbors(&state) {
            let next = neighbor.state;
            if next == before {
                continue;
            }
            let reached = Node {
                g: g + neighbor.cost,
                parent: at,
                is_closed: false,
            };
            let child = match states.insert(next) {
                Ok(new) => {
                    nodes.push(reached);
                    new
                }
                Err(known) if nodes[known as usize].g <= reached.g => continue,
                Err(known) => {
                    nodes[known as usize] = reached;
                    known
                }
            };
            let h = puzzle.heuristic(&next)? as usize;
            let at_row = (reached.g as usize + h).saturating_sub(least as usize);
            if at_row >= open.len() {
                open.resize(at_row + 1, Vec::new());
            }
            if h >= open[at_row].len() {
                open[at_row].resize(h + 1, Vec::new());
            }
            open[at_row][h].push(child);
            if (at_row, h) < (row, column) {
                (row, column) = (at_row, h);
            }
        }
    }
}

/// Breadth-first search with a hash table; returns the number of moves.
pub(crate) fn breadth_first<S: Clone + Eq + Hash, I: IntoIterator<Item = S>>(
    start: S,
    neighbors: impl Fn(&S) -> I,
    is_goal: impl Fn(&S) -> bool,
) -> Option<u64> {
    let mut states = States::from(start);
    let (mut at, mut depth) = (0, 0);
    while at < states.list.len() {
        depth += 1;
        for at in std::mem::replace(&mut at, states.list.len())..states.list.len() {
            for next in neighbors(&states.list[at]) {
                let is_end = is_goal(&next);
                if states.insert(next).is_ok() && is_end {
                    return Some(depth);
                }
            }
        }
    }
    None
}

/// Breadth-first search from both ends, the smaller layer first; returns the number of moves.
pub(crate) fn bidirectional<P: Puzzle<State: Copy>>(
    puzzle: &P,
    ends: [P::State; 2],
) -> Option<u64> {
    let mut sides = ends.map(|end| (States::from(end), 0));
    let mut depth = 0;
    loop {
        let [one, other] = &sides;
        let layer = |(states, at): &(States<P::State>, usize)| states.list.len() - at;
        if layer(one) > layer(other) {
            sides.swap(0, 1);
        }
        let [(states, at), (others, _)] = &mut sides;
        let layer = std::mem::replace(at, states.list.len())..states.list.len();
        if layer.is_empty() {
            return None;
        }
        depth += 1;
        for at in layer {
            let state = states.list[at];
            for neighbor in puzzle.neighbors(&state) {
                let next = neighbor.state;
                if states.insert(next).is_ok() && others.find(&next).is_some() {
                    return Some(depth);
                }
            }
        }
    }
}

/// IDA* on a puzzle whose edges cost one, without the way back to the state before.
pub(crate) fn ida_star<P: Puzzle<Cost = u32>>(puzzle: &P, start: &P::State) -> Option<u32> {
    let mut bound = puzzle.heuristic(start)?;
    loop {
        let mut next = u32::MAX;
        if let Some(cost) = within(puzzle, start, start, 0, bound, &mut next) {
            return Some(cost);
        }
        if next == u32::MAX {
            return None;
        }
        bound = next;
    }
}

/// What a goal costs below a state, within the bound; else the least f beyond it is noted.
fn within<P: Puzzle<Cost = u32>>(
    puzzle: &P,
    state: &P::State,
    before: &P::State,
    g: u32,
    bound: u32,
    next: &mut u32,
) -> Option<u32> {
    if puzzle.is_goal(state) {
        return Some(g);
    }
    for edge in puzzle.neighbors(state) {
        if edge.state == *before {
            continue;
        }
        let Some(h) = puzzle.heuristic(&edge.state) else {
            continue;
        };
        let f = g + 1 + h;
        if f > bound {
            *next = f.min(*next);
        } else if let Some(cost) = within(puzzle, &edge.state, state, g + 1, bound, next) {
            return Some(cost);
        }
    }
    None
}

/// Searches on one map: lists by the numbers of cells, which are not cleared, and a stack for each f.
#[derive(Default)]
pub(crate) struct OnMap {
    /// Which search each cell belongs to, what a path to it costs, and whether it is expanded.
    cells: Vec<(u32, u32, bool)>,
    open: Vec<Vec<u32>>,
    search: u32,
}

impl OnMap {
    /// A* to one goal.
    pub(crate) fn a_star(&mut self, grid: &Grid, start: Cell, goal: Cell) -> Option<u32> {
        let (width, height) = (usize::from(grid.map().width()), grid.map().height());
        let cell = |at: usize| Cell::new((at % width) as u16, (at / width) as u16);
        let number = |cell: Cell| usize::from(cell.y()) * width + usize::from(cell.x());
        self.cells
            .resize(width * usize::from(height), (0, 0, false));
        self.search += 1;
        self.open.iter_mut().for_each(Vec::clear);
        self.open.resize(self.open.len().max(1), Vec::new());
        let (least, mut row) = (grid.heuristic(&start)?, 0);
        self.cells[number(start)] = (self.search, 0, false);
        self.open[0].push(number(start) as u32);
        loop {
            let Some(at) = self.open.get_mut(row)?.pop() else {
                row += 1;
                continue;
            };
            let (_, g, is_closed) = &mut self.cells[at as usize];
            if std::mem::replace(is_closed, true) {
                continue;
            }
            let (g, state) = (*g, cell(at as usize));
            if state == goal {
                return Some(g);
            }
            for step in grid.neighbors(&state) {
                let (at, g) = (number(step.state), g + step.cost);
                let (search, known, _) = self.cells[at];
                if search == self.search && known <= g {
                    continue;
                }
                self.cells[at] = (self.search, g, false);
                let at_row = (g + grid.heuristic(&step.state)? - least) as usize;
                if at_row >= self.open.len() {
                    self.open.resize(at_row + 1, Vec::new());
                }
                self.open[at_row].push(at as u32);
                row = row.min(at_row);
            }
        }
    }
}
