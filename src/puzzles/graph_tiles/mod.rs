//! [`GraphTiles`]: sliding pieces on any graph.

mod blocks;
mod solvability;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::board::Board;
use super::board_text::BoardSize;
use super::error::PuzzleError;
use super::homes::{self, Homes, tile_heuristics};
use super::packed::Packed;
use crate::facts::Facts;
use crate::permutation::{factorial, lexicographic_rank, lexicographic_unrank};
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked, Reversible};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::Solvability;
use blocks::GraphBlock;

/// A sliding puzzle with numbered pieces on the vertices of a simple undirected graph, which need not be connected. One
/// vertex is blank. A move slides a piece along an edge into the blank.
///
/// A board is [packed](Packed) into a value of type `B`. This type limits the number of vertices: up to 16 for `u64`,
/// up to 25 for `u128`, and up to 64 for `[u8; 64]`.
///
/// Vertices are numbered from 0. A board lists the number of the piece on each vertex, with 0 for the blank. The
/// default goal is 1, 2, 3 .. with the blank on the last vertex.
///
/// ```
/// use puzzle_search::puzzles::GraphTiles;
/// use puzzle_search::{BreadthFirst, Solver};
///
/// // A square with one diagonal.
/// let puzzle = GraphTiles::new(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])?;
/// let start = puzzle.state(&[2, 1, 3, 0])?;
/// let solution = BreadthFirst::new().solve(&puzzle, &start).into_result()?;
/// // The numbers of the pieces that slide, in order:
/// assert_eq!(solution.to_string(), "3 2 1 2 3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphTiles<B: Packed = u64> {
    goal: Board<B>,
    /// The neighbors of each vertex, in ascending order.
    adjacent: Box<[Box<[u8]>]>,
    homes: Homes,
    /// The connected component of each vertex.
    component: Box<[u8]>,
    /// The blocks of the component of the blank's goal vertex.
    blocks: Box<[GraphBlock]>,
}

impl GraphTiles {
    /// Creates the puzzle on the graph with `vertices` vertices and the edges `edges`. For more than 16 vertices, use
    /// [`packed`](Self::packed).
    ///
    /// # Errors
    ///
    /// Returns an error if the graph has no vertices or more than 16 vertices. Also returns an error if an edge has a
    /// vertex that does not exist, joins a vertex to itself, or is given twice (in either direction).
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// let triangle = GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)])?;
    /// assert_eq!(triangle.vertices(), 3);
    /// assert!(GraphTiles::new(3, &[(0, 0)]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(vertices: usize, edges: &[(usize, usize)]) -> Result<Self, PuzzleError> {
        Self::packed(vertices, edges)
    }
}

impl<B: Packed> GraphTiles<B> {
    /// Creates the puzzle on the graph with `vertices` vertices and the edges `edges`. Boards are packed into `B`.
    ///
    /// # Errors
    ///
    /// Returns an error if the graph has no vertices, more than 64 vertices, or more vertices than fit into `B`. Also
    /// returns an error if an edge has a vertex that does not exist, joins a vertex to itself, or is given twice (in
    /// either direction).
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// let puzzle = GraphTiles::<[u8; 5]>::packed(3, &[(0, 1), (1, 2)])?;
    /// assert_eq!(size_of_val(&puzzle.goal()), 5);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn packed(vertices: usize, edges: &[(usize, usize)]) -> Result<Self, PuzzleError> {
        let most = Board::<B>::MOST_CELLS.min(homes::CELLS);
        if !(1..=most).contains(&vertices) {
            return Err(PuzzleError::new(format!(
                "a graph of {vertices} vertices is out of range: expected 1 to {most} vertices"
            )));
        }
        let mut adjacent = vec![Vec::new(); vertices];
        for (at, &(a, b)) in edges.iter().enumerate() {
            let edge = at + 1;
            let wrong = |message| Err(PuzzleError::of_item(at, message));
            if let Some(vertex) = [a, b].into_iter().find(|&v| v >= vertices) {
                let last = vertices - 1;
                return wrong(format!(
                    "edge {edge} of the graph names vertex {vertex}: expected 0 to {last}"
                ));
            }
            if a == b {
                return wrong(format!(
                    "edge {edge} of the graph joins vertex {a} to itself: expected two vertices"
                ));
            }
            let same = |&(c, d): &(usize, usize)| (c, d) == (a, b) || (d, c) == (a, b);
            if let Some(first) = edges[..at].iter().position(same) {
                let first = first + 1;
                return wrong(format!(
                    "edges {first} and {edge} of the graph are the same: expected each once"
                ));
            }
            adjacent[a].push(b as u8);
            adjacent[b].push(a as u8);
        }
        for neighbors in &mut adjacent {
            neighbors.sort_unstable();
        }
        let adjacent: Box<[Box<[u8]>]> = adjacent.into_iter().map(Vec::into_boxed_slice).collect();
        let goal = Board::new((1..vertices).chain([0]).map(|label| label as u8));
        Ok(Self::for_goal(adjacent, goal))
    }

    fn for_goal(adjacent: Box<[Box<[u8]>]>, goal: Board<B>) -> Self {
        let vertices = adjacent.len();
        let distances: Vec<_> = (0..vertices)
            .map(|v| distances_from(&adjacent, v))
            .collect();
        let homes = goal.labels().zip(0..).filter(|&(piece, _)| piece != 0);
        let distance = |a: usize, b: usize| distances[a][b].unwrap_or(0);
        let first_reached = |v: usize| distances[v].iter().position(Option::is_some);
        let component: Box<[u8]> = (0..vertices)
            .map(|v| first_reached(v).unwrap_or(v) as u8)
            .collect();
        let mut puzzle = Self {
            goal,
            homes: Homes::new(vertices, homes, distance),
            component,
            blocks: blocks::blocks(&adjacent, goal.blank()),
            adjacent,
        };
        puzzle.homes.add_pairs::<B>();
        puzzle
    }

    /// Returns the same puzzle with another goal. `pieces` lists the number of the piece on each vertex, with 0 for the
    /// blank.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` lists each number from 0 to the number of pieces exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// let triangle = GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)])?.with_goal(&[0, 1, 2])?;
    /// assert_eq!(triangle.goal().blank(), 0);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_goal(self, pieces: &[u8]) -> Result<Self, PuzzleError> {
        let goal = Board::from_labels(pieces, self.vertices(), "goal")?;
        Ok(Self::for_goal(self.adjacent, goal))
    }

    /// Returns the goal state.
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// let triangle = GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)])?;
    /// assert_eq!(triangle.goal(), triangle.state(&[1, 2, 0])?);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Board<B> {
        self.goal
    }

    /// Returns the number of vertices of the graph.
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// assert_eq!(GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)])?.vertices(), 3);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.adjacent.len()
    }

    /// Returns the state that `pieces` describes: the number of the piece on each vertex, with 0 for the blank.
    ///
    /// # Errors
    ///
    /// Returns an error unless `pieces` lists each number from 0 to the number of pieces exactly once.
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// let triangle = GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)])?;
    /// assert_eq!(triangle.state(&[0, 2, 1])?.blank(), 0);
    /// assert!(triangle.state(&[0, 2]).is_err());
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn state(&self, pieces: &[u8]) -> Result<Board<B>, PuzzleError> {
        Board::from_labels(pieces, self.vertices(), "board")
    }
}

/// The distance of each vertex from `from` by breadth-first search; `None` if it cannot be reached.
fn distances_from(adjacent: &[Box<[u8]>], from: usize) -> Vec<Option<u8>> {
    let mut distances = vec![None; adjacent.len()];
    distances[from] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((vertex, distance)) = queue.pop_front() {
        for &next in &adjacent[vertex] {
            let next = usize::from(next);
            if distances[next].is_none() {
                distances[next] = Some(distance + 1);
                queue.push_back((next, distance + 1));
            }
        }
    }
    distances
}

/// A move of [`GraphTiles`]: the piece with the given number slides into the blank. A slide is printed as this number.
///
/// ```
/// assert_eq!(puzzle_search::puzzles::Slide(7).to_string(), "7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slide(pub u8);

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<B: Packed> Puzzle for GraphTiles<B> {
    type State = Board<B>;
    type Move = Slide;
    type Cost = u32;

    #[inline]
    fn neighbors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        // A board of another graph may have its blank on a vertex that this graph lacks.
        let adjacent = self.adjacent.get(board.blank());
        let board = *board;
        adjacent.into_iter().flatten().map(move |&vertex| {
            let vertex = usize::from(vertex);
            Neighbor::unit(Slide(board.tile(vertex)), board.with_blank_at(vertex))
        })
    }

    #[inline]
    fn is_goal(&self, board: &Board<B>) -> bool {
        *board == self.goal
    }

    /// Decides without a search, for every board, whether the board can reach the goal. The method first moves the
    /// blank to its goal vertex. It then decides the blocks (biconnected components) of the graph one by one.
    ///
    /// In a block that is a cycle, the moves can only rotate the pieces. In any other block, the moves can make all
    /// permutations of the pieces, or all even permutations if the block is bipartite. The only exception is one graph
    /// on seven vertices (Wilson's theorem: R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", 1974).
    ///
    /// Takes time O(v^2 + e) for v vertices and e edges.
    fn solvability(&self, board: &Board<B>) -> Solvability {
        if !board.has_cells(self.vertices()) {
            return Solvability::NotAState;
        }
        self.decide(board)
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new()
            .unit_costs(true)
            .undirected(true)
            .consistent(true)
    }

    #[inline]
    fn is_redundant(&self, last: &Slide, next: &Slide) -> bool {
        last == next
    }
}

/// A board is written as the number of the piece on each vertex, with 0 or another mark of
/// [`BoardText`](super::BoardText) for the blank.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::GraphTiles;
///
/// let triangle = GraphTiles::new(3, &[(0, 1), (1, 2), (2, 0)])?;
/// let board = triangle.parse("0 2 1")?;
/// assert_eq!(board, triangle.state(&[0, 2, 1])?);
/// assert_eq!(triangle.display(&board).to_string(), "0 2 1");
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
impl<B: Packed> Notation for GraphTiles<B> {
    type ParseError = PuzzleError;

    fn parse(&self, text: &str) -> Result<Board<B>, PuzzleError> {
        Board::parse(text, BoardSize::Flat(self.vertices()))
    }

    fn display<'a>(&'a self, board: &'a Board<B>) -> impl fmt::Display + 'a {
        board.printed(self.vertices(), self.vertices())
    }
}

crate::puzzles::portable::portable!(
    GraphTiles<B>,
    |this, state| (0..this.vertices()).map(|vertex| state.tile(vertex)),
    |this, bytes| this.state(bytes),
    B
);

impl<B: Packed> Reversible for GraphTiles<B> {
    fn goals(&self) -> impl IntoIterator<Item = Board<B>> {
        [self.goal]
    }

    /// The predecessors of a board are its neighbors.
    #[inline]
    fn predecessors(&self, board: &Board<B>) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.neighbors(board)
    }
}

/// Ranks (numbers) all boards, including boards that cannot reach the goal.
impl<B: Packed> Ranked for GraphTiles<B> {
    fn state_count(&self) -> Option<u128> {
        factorial(self.vertices())
    }

    fn rank(&self, board: &Board<B>) -> Option<u128> {
        self.state_count()?;
        let pieces = self.vertices() - 1;
        let order = || board.order().map(|piece| usize::from(piece) - 1);
        if !board.has_cells(pieces + 1) {
            return None;
        }
        let section = factorial(pieces)?;
        Some(board.blank() as u128 * section + lexicographic_rank(order(), pieces))
    }

    fn unrank(&self, rank: u128) -> Option<Board<B>> {
        let pieces = self.vertices() - 1;
        let section = factorial(pieces)?;
        if rank >= self.state_count()? {
            return None;
        }
        let order = lexicographic_unrank(pieces, rank % section);
        let order = order.map(|piece| piece as u8 + 1);
        Some(Board::from_order((rank / section) as usize, order))
    }
}

tile_heuristics!(
    GraphTiles:
    Manhattan by distance, in all total_distance, with parity false;
    Misplaced by misplaced, in all total_misplaced, with parity false;
);
