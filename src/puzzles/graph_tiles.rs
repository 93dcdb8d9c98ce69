//! [`GraphTiles`]: sliding pieces on any graph.
//!
//! To decide solvability, the blanks of the board and of the goal are moved to one vertex, the root. Invariant: a board
//! whose blank can reach the root is solvable if, and only if, the group of the blank's closed walks from the root
//! contains the permutation that takes the pieces of the board to those of the goal.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::board::Board;
use super::board_text::BoardSize;
use super::by_group::{self, GroupWords};
use super::error::PuzzleError;
use super::homes::{self, Homes, tile_heuristics};
use super::packed::Packed;
use crate::facts::Facts;
use crate::permutation::{
    Permutation, PermutationGroup, factorial, lexicographic_rank, lexicographic_unrank,
};
use crate::puzzle::heuristic::Heuristic;
use crate::puzzle::notation::Notation;
use crate::puzzle::{Neighbor, NeighborOf, Puzzle, Ranked};
use crate::puzzles::{Manhattan, Misplaced};
use crate::solvability::{Reason, Solvability};

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
#[derive(Clone, Debug)]
pub struct GraphTiles<B: Packed = u64> {
    goal: Board<B>,
    /// The neighbors of each vertex, in ascending order.
    adjacent: Box<[Box<[u8]>]>,
    /// The distances of pieces from their goal vertices, for heuristics.
    homes: Homes,
    /// For each vertex, the distances of all vertices from it.
    distances: Box<[VertexDistances]>,
    /// A vertex from which the blank can reach its goal vertex.
    root: usize,
    /// The permutations of the vertices by which closed walks of the blank from the root move the pieces. They do not
    /// depend on the goal, so another goal in the same component of the graph keeps root and group.
    walk_group: PermutationGroup,
}

/// Two puzzles are equal if they have the same edges and the same goal.
impl<B: Packed> PartialEq for GraphTiles<B> {
    fn eq(&self, other: &Self) -> bool {
        (&self.adjacent, self.goal) == (&other.adjacent, other.goal)
    }
}

impl<B: Packed> Eq for GraphTiles<B> {}

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
        for (index, &(a, b)) in edges.iter().enumerate() {
            let edge = index + 1;
            let wrong = |message| Err(PuzzleError::of_item(index, message));
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
            if let Some(first) = edges[..index].iter().position(same) {
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
        let distances: Box<[VertexDistances]> = (0..vertices)
            .map(|v| distances_from(&adjacent, v))
            .collect();
        let mut puzzle = Self {
            homes: homes_of(&goal, &distances),
            root: goal.blank(),
            walk_group: PermutationGroup::new(&[]),
            goal,
            adjacent,
            distances,
        };
        puzzle.walk_group = PermutationGroup::new(&puzzle.closed_walks());
        Ok(puzzle)
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
    pub fn with_goal(mut self, pieces: &[u8]) -> Result<Self, PuzzleError> {
        self.goal = Board::from_labels(pieces, self.vertices(), "goal")?;
        self.homes = homes_of(&self.goal, &self.distances);
        let blank = self.goal.blank();
        if self.distances[self.root][blank].is_none() {
            self.root = blank;
            self.walk_group = PermutationGroup::new(&self.closed_walks());
        }
        Ok(self)
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

/// The distance of each vertex from a fixed vertex; `None` for vertices that cannot be reached.
type VertexDistances = Box<[Option<u8>]>;

/// The distances of all vertices from `from`, by breadth-first search.
fn distances_from(adjacent: &[Box<[u8]>], from: usize) -> VertexDistances {
    let mut distances: VertexDistances = vec![None; adjacent.len()].into();
    distances[from] = Some(0);
    let mut queue = vec![from];
    let mut expanded = 0;
    while let Some(&vertex) = queue.get(expanded) {
        for next in adjacent[vertex].iter().map(|&next| usize::from(next)) {
            if distances[next].is_none() {
                distances[next] = distances[vertex].map(|distance| distance + 1);
                queue.push(next);
            }
        }
        expanded += 1;
    }
    distances
}

/// The distances of the pieces from their goal vertices.
fn homes_of<B: Packed>(goal: &Board<B>, distances: &[VertexDistances]) -> Homes {
    let homes = goal.labels().zip(0..).filter(|&(piece, _)| piece != 0);
    let distance = |a: usize, b: usize| distances[a][b].unwrap_or(0);
    let mut homes = Homes::new(distances.len(), homes, distance);
    homes.add_pairs::<B>();
    homes
}

/// The group of the blank's closed walks from the root.
impl<B: Packed> GraphTiles<B> {
    /// Returns the number of boards that can be reached from the goal, or `None` if this number exceeds `u128`. This
    /// method does not search.
    ///
    /// ```
    /// use puzzle_search::puzzles::GraphTiles;
    ///
    /// // The only exception to Wilson's theorem (see `solvability`): 840 of the 7! = 5040 boards can be reached.
    /// let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)];
    /// assert_eq!(GraphTiles::new(7, &edges)?.reachable_count(), Some(840));
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn reachable_count(&self) -> Option<u128> {
        let vertices = self.distances[self.root].iter().flatten().count();
        self.walk_group.order()?.checked_mul(vertices as u128)
    }

    /// The next vertex on a shortest path of the blank to the root; `None` at the root. These edges are a spanning tree of
    /// the vertices that the blank can reach.
    fn toward_root(&self, vertex: usize) -> Option<usize> {
        let distances = &self.distances[self.root];
        let mut next = self.adjacent[vertex].iter().map(|&next| usize::from(next));
        next.find(|&next| distances[next] < distances[vertex])
    }

    /// The vertices on the blank's path to the root, with both ends.
    fn path_to_root(&self, from: usize) -> impl DoubleEndedIterator<Item = usize> + use<B> {
        let path = core::iter::successors(Some(from), |&vertex| self.toward_root(vertex));
        path.collect::<Vec<_>>().into_iter()
    }

    /// For each edge, the permutation of the vertices by which a closed walk of the blank moves the pieces: from the
    /// root to the edge along the spanning tree, across the edge, and back along the tree. These closed walks generate
    /// all others. An edge of the tree gives the identity.
    fn closed_walks(&self) -> Vec<Permutation> {
        let reached = |&vertex: &usize| self.distances[self.root][vertex].is_some();
        let mut walks = vec![Permutation::identity(self.vertices() as u32)];
        for from in (0..self.vertices()).filter(reached) {
            for to in self.adjacent[from].iter().map(|&to| usize::from(to)) {
                if from < to {
                    let walk = self.path_to_root(from).rev().chain(self.path_to_root(to));
                    let mut pieces: Vec<u32> = (0..self.vertices() as u32).collect();
                    slide(&mut pieces, walk);
                    walks.push(Permutation::from_images(pieces).inverse());
                }
            }
        }
        walks
    }
}

/// Moves the blank along a walk, which lists its vertices: each piece on the way slides to the vertex before its own.
fn slide<T>(pieces: &mut [T], walk: impl Iterator<Item = usize>) {
    let mut last = None;
    for vertex in walk {
        if let Some(last) = last.replace(vertex) {
            pieces.swap(last, vertex);
        }
    }
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
            Neighbor::unit(Slide(board.tile(vertex)), board.with_blank_moved(vertex))
        })
    }

    #[inline]
    fn is_goal(&self, board: &Board<B>) -> bool {
        *board == self.goal
    }

    /// Decides without a search, for every board, whether the board can reach the goal. The method moves the blanks of
    /// the board and of the goal to the same vertex along shortest paths. The permutation that then takes the board to
    /// the goal must be in the group that closed walks of the blank generate.
    ///
    /// Within a block of the graph (a part that no single vertex separates), the group has the rotations if the block
    /// is a cycle. Otherwise it has all permutations, or all even permutations if the block is bipartite. The only
    /// exception is one graph on seven vertices (Wilson's theorem: R. M. Wilson, "Graph puzzles, homotopy, and the
    /// alternating group", 1974).
    ///
    /// Takes O(v^2) time for v vertices. The group is computed with the puzzle, and kept by
    /// [`with_goal`](Self::with_goal): in 0.1 ms for 4x4 cells, in 85 ms for 8x8 cells, and in two seconds if all pairs of
    /// 64 vertices have an edge.
    fn solvability(&self, board: &Board<B>) -> Solvability {
        if !board.has_cell_count(self.vertices()) {
            return Solvability::NotAState;
        }
        if self.distances[self.root][board.blank()].is_none() {
            let reason = "the blank cannot reach its place: no path leads there";
            return Solvability::Unsolvable(Reason::new(reason));
        }
        let [pieces, goal] = [board, &self.goal].map(|board| {
            let mut pieces: Vec<u8> = board.labels().collect();
            slide(&mut pieces, self.path_to_root(board.blank()));
            pieces
        });
        let vertex_of = |piece| pieces.iter().position(|other| other == piece);
        let vertices: Option<Vec<usize>> = goal.iter().map(vertex_of).collect();
        let needed = vertices.and_then(|vertices| Permutation::new(&vertices).ok());
        let Some(needed) = needed else {
            return Solvability::Unknown; // The board belongs to another graph, so a search fails at its start.
        };
        let words = GroupWords {
            when: "with the blank in its place, ",
            generator: "walk of the blank",
            generators: "walks of the blank",
        };
        let piece = |place| usize::from(goal[place as usize]);
        by_group::decide(&self.walk_group, &needed, piece, words, || None)
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected().consistent()
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

/// Ranks (numbers) all boards, including boards that cannot reach the goal: first by the vertex of the blank, then by
/// the lexicographic rank of the pieces in the order of their vertices.
impl<B: Packed> Ranked for GraphTiles<B> {
    fn state_count(&self) -> Option<u128> {
        factorial(self.vertices())
    }

    fn rank(&self, board: &Board<B>) -> Option<u128> {
        self.state_count()?;
        let pieces = self.vertices() - 1;
        let order = || board.order().map(|piece| usize::from(piece) - 1);
        if !board.has_cell_count(pieces + 1) {
            return None;
        }
        let orders = factorial(pieces)?;
        Some(board.blank() as u128 * orders + lexicographic_rank(order(), pieces))
    }

    fn unrank(&self, rank: u128) -> Option<Board<B>> {
        let pieces = self.vertices() - 1;
        let orders = factorial(pieces)?;
        if rank >= self.state_count()? {
            return None;
        }
        let order = lexicographic_unrank(pieces, rank % orders);
        let order = order.map(|piece| piece as u8 + 1);
        Some(Board::from_order((rank / orders) as usize, order))
    }
}

tile_heuristics!(
    GraphTiles:
    Manhattan by distance, in all total_distance, with parity false;
    Misplaced by misplaced, in all total_misplaced, with parity false;
);
