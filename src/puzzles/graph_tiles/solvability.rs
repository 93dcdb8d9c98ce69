//! Decides, block by block, which boards of a graph can be reached from each other.
//!
//! The decision is made after the blank is moved to its goal vertex. The pieces of a block then move among the vertices
//! of the block other than the one by which the blank enters, independently of other blocks. So the set of reachable
//! boards is the product over the blocks, and no search is needed.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::GraphTiles;
use super::blocks::{BlockKind, GraphBlock};
use crate::permutation::Permutation;
use crate::puzzles::board::Board;
use crate::puzzles::packed::Packed;
use crate::solvability::{Reason, Solvability};

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
        let home = self.component[self.goal.blank()];
        let vertices = self.component.iter().filter(|&&of| of == home).count();
        let mut orders = self.blocks.iter().map(GraphBlock::order);
        orders.try_fold(vertices as u128, |count, order| count.checked_mul(order?))
    }

    /// The pieces after the blank has moved to its goal vertex by a shortest path.
    fn with_blank_at_home(&self, board: &Board<B>) -> Vec<u8> {
        let (from, to) = (board.blank(), self.goal.blank());
        let mut toward = vec![None; self.vertices()];
        toward[to] = Some(to);
        let mut queue = VecDeque::from([to]);
        while let Some(vertex) = queue.pop_front() {
            for next in self.adjacent[vertex].iter().map(|&next| usize::from(next)) {
                if toward[next].is_none() {
                    toward[next] = Some(vertex);
                    queue.push_back(next);
                }
            }
        }
        let mut pieces: Vec<u8> = board.labels().collect();
        let mut blank = from;
        while let Some(next) = toward[blank].filter(|_| blank != to) {
            pieces.swap(blank, next);
            blank = next;
        }
        pieces
    }

    /// Decides solvability: see [`Puzzle::solvability`](crate::Puzzle::solvability) of the puzzle.
    pub(super) fn decide(&self, board: &Board<B>) -> Solvability {
        let unsolvable = |reason: alloc::string::String| {
            let reason = Reason::new(reason);
            Solvability::Unsolvable(reason)
        };
        if *board == self.goal {
            return Solvability::Solvable(Reason::new("every piece is at home"));
        }
        let mut labels: Vec<u8> = board.labels().collect();
        labels.sort_unstable();
        let is_board =
            board.has_cells(self.vertices()) && labels.iter().copied().eq(0..self.vertices() as u8);
        if !is_board {
            // The board belongs to another graph, so a search fails at its start.
            return Solvability::Unknown;
        }
        let (from, to) = (board.blank(), self.goal.blank());
        if self.component[from] != self.component[to] {
            return unsolvable("the blank cannot reach its place: no path leads there".into());
        }
        let mut home = vec![to; self.vertices()];
        for (vertex, piece) in self.goal.labels().enumerate() {
            home[usize::from(piece)] = vertex;
        }
        let pieces = self.with_blank_at_home(board);
        let targets: Vec<usize> = pieces.iter().map(|&p| home[usize::from(p)]).collect();
        for (vertex, &target) in targets.iter().enumerate() {
            if self.component[vertex] != self.component[target] {
                let piece = pieces[vertex];
                return unsolvable(format!(
                    "piece {piece} cannot reach its place: no path leads there"
                ));
            }
            if self.component[vertex] != self.component[from] && vertex != target {
                let piece = pieces[vertex];
                return unsolvable(format!(
                    "piece {piece} is out of place and can never move: the blank is elsewhere"
                ));
            }
        }
        for block in &self.blocks {
            if let Err(reason) = check_block(block, &targets, &pieces) {
                return unsolvable(reason);
            }
        }
        Solvability::Solvable(Reason::new(match &self.blocks[..] {
            [block] => match &block.kind {
                BlockKind::Edge => "there is one piece, and it can move".into(),
                BlockKind::Cycle => {
                    "on a cycle, the pieces come in the same order as in the goal".into()
                }
                BlockKind::Exception(_) => "on the graph theta-0 this is one of the 120 of 720 \
                                       permutations that can be reached"
                    .into(),
                BlockKind::Bipartite => {
                    "the graph is 2-connected and bipartite, and with the blank in \
                                    its place the permutation is even"
                        .into()
                }
                BlockKind::General => "the graph is 2-connected and not bipartite, so that any \
                                  permutation can be reached"
                    .into(),
            },
            blocks => format!(
                "with the blank in its place, the pieces of each of the {} blocks of the graph are \
                 permuted as the blank can permute them",
                blocks.len()
            ),
        }))
    }
}

/// Checks that the blank, in its place, can bring the pieces of a block to their goals. Otherwise returns the reason.
fn check_block(
    block: &GraphBlock,
    targets: &[usize],
    pieces: &[u8],
) -> Result<(), alloc::string::String> {
    let mut images = Vec::with_capacity(block.vertices.len());
    for &vertex in &block.vertices {
        let target = targets[usize::from(vertex)];
        let mut vertices = block.vertices.iter();
        let Some(index) = vertices.position(|&v| usize::from(v) == target) else {
            return Err(format!(
                "piece {} would have to leave its block of the graph: with the blank in its place, \
                 none can pass a vertex that cuts the graph apart",
                pieces[usize::from(vertex)]
            ));
        };
        images.push(index as u32);
    }
    // The targets are distinct vertices of the block, so the images are a permutation.
    if block.allows(&Permutation::from_images(images)) {
        return Ok(());
    }
    let mut vertices: Vec<u8> = block.vertices.to_vec();
    vertices.sort_unstable();
    let what = match &block.kind {
        BlockKind::Edge => "a piece on an edge that leads no further cannot be exchanged",
        BlockKind::Cycle => "on a cycle no piece can pass another, and they come in another order",
        BlockKind::Exception(_) => {
            "on the graph theta-0 only 120 of 720 permutations can be reached, and this is none"
        }
        BlockKind::Bipartite => {
            "a bipartite block allows only even permutations, and this one is odd"
        }
        BlockKind::General => "the permutation cannot be reached",
    };
    Err(format!(
        "with the blank in its place, on the vertices {vertices:?}: {what}"
    ))
}
