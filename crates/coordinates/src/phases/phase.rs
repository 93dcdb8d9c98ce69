//! [`PhaseTables`]: the coordinates that the moves of a phase change, and pruning tables of distances by pairs of them.
//! The moves of a phase and the views that it brings to the goal go in.
//!
//! Invariant: each entry of a filled table is the least number of the phase's moves that bring two coordinates to 0,
//! their value in the goal. So it is a lower bound on the number of moves to the end of the phase.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;

use puzzle_search::Stop;
use puzzle_search::job::{BuildError, Claim, Meter};
use puzzle_search::permutation::Permutation;
use puzzle_search::puzzles::{Packed, PermutationPuzzle};

use super::walk::PhaseNode;
use crate::coordinate::{Coordinate, may_follow};
use crate::view::View;

/// The greatest number of coordinates of a phase.
pub(super) const MOST_COORDINATES: usize = 8;
/// The greatest number of values (states) of a coordinate.
const MOST_STATES: usize = 1 << 20;
/// The greatest number of entries of a table, which has one for each pair of values of two coordinates. For a larger
/// pair, a coarser coordinate is added in place of the second, in which some colors are merged. If no such coordinate
/// is small enough, or there are too many coordinates, the pair has no table.
const MOST_ENTRIES: usize = 1 << 24;
/// The entry of a pair of values that is not reached yet, or cannot be reached.
pub(super) const UNREACHED: u8 = u8::MAX;
/// The greatest distance that fits into an entry.
pub(super) const MOST_MOVES: u8 = UNREACHED - 1;

/// The value of each coordinate.
pub(super) type Values = [u32; MOST_COORDINATES];

/// Buffers for the lookup of children.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    parents: Vec<PhaseNode>,
    /// The index of the parent, and the move.
    children: Vec<(u8, u8)>,
    /// The indices of the children's entries in a table, and then their distances.
    indices: Vec<usize>,
}

/// The moves of a phase, its coordinates, and lower bounds on the number of moves.
#[derive(Debug)]
pub(super) struct PhaseTables {
    /// The moves, by their indices in the puzzle, in ascending order.
    moves: Box<[u8]>,
    /// For each move of the puzzle, and last for no move: the moves of the phase that may follow it, as indices into
    /// `moves`.
    allowed: Box<[Box<[u8]>]>,
    coordinates: Vec<Coordinate>,
    pub(super) tables: Vec<PairTable>,
    /// The mean distance of the table in which it is greatest, rounded up.
    pub(super) mean: usize,
}

/// A pruning table: the least number of moves that bring two coordinates to 0.
#[derive(Debug)]
pub(super) struct PairTable {
    /// The indices of the two coordinates in [`PhaseTables`], which are equal if the table is for one coordinate.
    first: usize,
    second: usize,
    /// The difference between the indices of entries with consecutive values of the second coordinate; 0 if the table
    /// is for one coordinate.
    stride: usize,
    /// The number of entries.
    pub(super) entries: usize,
    pub(super) distances: Vec<u8>,
    pub(super) claim: Claim,
    /// The number of entries in the last layer.
    frontier: usize,
    /// The number of entries without a distance.
    unreached: usize,
}

impl PairTable {
    /// The mean distance in 64ths, so that tables with close means are told apart.
    fn mean_in_64ths(&self) -> usize {
        let reached = self
            .distances
            .iter()
            .filter(|&&distance| distance != UNREACHED);
        let (sum, count) = reached.fold((0, 0), |(sum, count), &distance| {
            (sum + usize::from(distance), count + 1)
        });
        64 * sum / count.max(1)
    }

    /// Fills in the entries at distance `depth + 1`; returns their number.
    pub(super) fn fill_layer(&mut self, coordinates: &[Coordinate], depth: u8) -> u64 {
        let (first, second) = (&coordinates[self.first], &coordinates[self.second]);
        let (stride, distances) = (self.stride, &mut self.distances);
        let (width, mut unreached) = (first.states(), self.unreached);
        // Every move has an inverse, so distances from the goal are those to it, and a layer can also be found
        // bottom-up, from the unreached entries. That is faster once they are fewer than the last layer.
        let bottom_up = unreached < self.frontier;
        let expanded = if bottom_up { UNREACHED } else { depth };
        for (b, start) in (0..self.entries).step_by(width).enumerate() {
            let row = second.row(b);
            for a in 0..width {
                if distances[start + a] != expanded {
                    continue;
                }
                for (&a_after, &b_after) in first.row(a).iter().zip(row) {
                    let after = a_after as usize + stride * b_after as usize;
                    if bottom_up && distances[after] == depth {
                        distances[start + a] = depth + 1;
                        unreached -= 1;
                        break;
                    } else if !bottom_up && distances[after] == UNREACHED {
                        distances[after] = depth + 1;
                        unreached -= 1;
                    }
                }
            }
        }
        self.frontier = self.unreached - unreached;
        self.unreached = unreached;
        self.frontier as u64
    }

    /// The index of the entry of two values.
    #[inline]
    const fn index(&self, first: u32, second: u32) -> usize {
        first as usize + self.stride * second as usize
    }
}

impl PhaseTables {
    /// The phase of these moves, which ends when all `views` show the goal; its tables are yet to be filled.
    pub(super) fn new<B: Packed>(
        puzzle: &PermutationPuzzle<B>,
        moves: &[u8],
        views: impl Iterator<Item = View>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, BuildError> {
        let permutations = permutations_of(puzzle, moves);
        let too_many = |what: &str, most: usize| {
            BuildError::unfit(format!("a phase has {what}: expected at most {most}"))
        };
        let mut coordinates: Vec<Coordinate> = Vec::new();
        // The view of each coordinate so far, before coarser ones are added.
        let mut kept_views: Vec<View> = Vec::new();
        for view in views {
            meter.look()?;
            let coordinate = Coordinate::new(&view, &permutations, MOST_STATES, meter)?;
            let coordinate = coordinate
                .ok_or_else(|| too_many("a coordinate with too many values", MOST_STATES))?;
            let before = coordinates.len();
            add(&mut coordinates, coordinate)
                .ok_or_else(|| too_many("too many coordinates", MOST_COORDINATES))?;
            if coordinates.len() > before {
                kept_views.push(view);
            }
        }
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (second, view) in kept_views.iter().enumerate() {
            for first in 0..second {
                let most = MOST_ENTRIES / coordinates[first].states();
                if coordinates[second].states() <= most {
                    pairs.push((first, second));
                    continue;
                }
                meter.look()?;
                let whole = &coordinates[second];
                let coarser = coarser(view, whole, &permutations, most, meter)?;
                let added = coarser.and_then(|coarser| add(&mut coordinates, coarser));
                let pair = added.map(|added| (first, added));
                pairs.extend(pair.filter(|pair| pair.1 != first && !pairs.contains(pair)));
            }
        }
        let table = |first: usize, second: usize| {
            let states = [first, second].map(|index| coordinates[index].states());
            PairTable {
                first,
                second,
                stride: if first == second { 0 } else { states[0] },
                entries: states[0] * if first == second { 1 } else { states[1] },
                distances: Vec::new(),
                claim: Claim::default(),
                frontier: 0,
                unreached: 0,
            }
        };
        let mut tables: Vec<PairTable> = pairs.into_iter().map(|(a, b)| table(a, b)).collect();
        // A coordinate in no pair has a table of its own.
        let is_alone = |index: &usize| {
            !tables
                .iter()
                .any(|pair| [pair.first, pair.second].contains(index))
        };
        let alone: Vec<usize> = (0..coordinates.len()).filter(is_alone).collect();
        tables.extend(alone.into_iter().map(|index| table(index, index)));
        Ok(Self {
            allowed: may_follow(puzzle, moves),
            moves: moves.into(),
            coordinates,
            tables,
            mean: 0,
        })
    }

    /// Makes room for the tables and enters the goal; returns the number of tables.
    pub(super) fn begin(&mut self, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        for table in &mut self.tables {
            table.distances.clear();
            let PairTable {
                distances, claim, ..
            } = table;
            claim.reserve(distances, table.entries, meter)?;
            table.distances.resize(table.entries, UNREACHED);
            table.distances[0] = 0;
            (table.frontier, table.unreached) = (1, table.entries - 1);
        }
        Ok(self.tables.len() as u64)
    }

    /// Each table, with all coordinates.
    pub(super) fn coordinates_and_tables(
        &mut self,
    ) -> impl Iterator<Item = (&[Coordinate], &mut PairTable)> {
        let coordinates = &self.coordinates[..];
        self.tables
            .iter_mut()
            .map(move |table| (coordinates, table))
    }

    /// Sorts the filled tables by their mean distance, so that the table that prunes most comes first.
    pub(super) fn sort_tables(&mut self) {
        self.tables
            .sort_by_cached_key(|table| Reverse(table.mean_in_64ths()));
        self.mean = self
            .tables
            .first()
            .map_or(0, PairTable::mean_in_64ths)
            .div_ceil(64);
    }

    /// The number of bytes of the coordinates and the tables.
    pub(super) fn bytes(&self) -> usize {
        let coordinates = self.coordinates.iter().map(Coordinate::bytes);
        let tables = self.tables.iter().map(|table| table.entries);
        coordinates.chain(tables).sum()
    }

    /// The moves that may follow the move `last`, or begin a path if it is `None`: indices to pass to
    /// [`after`](Self::after).
    #[inline]
    pub(super) fn allowed(&self, last: Option<u8>) -> &[u8] {
        let index = last.map_or(self.allowed.len() - 1, usize::from);
        self.allowed.get(index).map_or(&[], |allowed| allowed)
    }

    /// The values after a move of the phase, given its index in `moves`.
    pub(super) fn after(&self, values: &Values, mv: u8) -> Values {
        let mut after = Values::default();
        for ((after, &value), coordinate) in after.iter_mut().zip(values).zip(&self.coordinates) {
            *after = coordinate.next(value as usize, usize::from(mv));
        }
        after
    }

    /// Replaces the last `count` nodes of a stack, all of one depth, by those of their children from which `left` moves
    /// may be enough to end the phase. `count` is at most 256, since a byte numbers the parents.
    ///
    /// All children are looked up in one table, and those that remain in the next, in a loop that does nothing else, so
    /// that cache misses overlap.
    pub(super) fn expand(
        &self,
        count: usize,
        left: usize,
        stack: &mut Vec<PhaseNode>,
        Scratch {
            parents,
            children,
            indices,
        }: &mut Scratch,
    ) {
        parents.clear();
        parents.extend(stack.drain(stack.len().saturating_sub(count)..));
        children.clear();
        for (parent, node) in parents.iter().enumerate() {
            let allowed = self.allowed(node.last).iter().rev();
            children.extend(allowed.map(|&mv| (parent as u8, mv)));
        }
        for table in &self.tables {
            let (first, second) = (
                &self.coordinates[table.first],
                &self.coordinates[table.second],
            );
            indices.clear();
            indices.extend(children.iter().map(|&(parent, mv)| {
                let (values, mv) = (&parents[usize::from(parent)].values, usize::from(mv));
                let first = first.next(values[table.first] as usize, mv);
                table.index(first, second.next(values[table.second] as usize, mv))
            }));
            // From here on, `indices` has the distances.
            for index in &mut *indices {
                *index = usize::from(table.distances.get(*index).copied().unwrap_or(UNREACHED));
            }
            let mut distances = indices.iter();
            children.retain(|_| distances.next().is_some_and(|&distance| distance <= left));
        }
        stack.extend(children.iter().map(|&(parent, mv)| {
            let node = &parents[usize::from(parent)];
            PhaseNode {
                values: self.after(&node.values, mv),
                // The move before the root is not on the path.
                before: node.last.filter(|_| node.depth > 0),
                last: self.moves.get(usize::from(mv)).copied(),
                depth: node.depth + 1,
            }
        }));
    }

    /// A lower bound on the number of moves until all coordinates are 0.
    pub(super) fn bound(&self, values: &Values) -> u8 {
        let distances = self.tables.iter().map(|table| {
            let index = table.index(values[table.first], values[table.second]);
            table.distances.get(index).copied().unwrap_or(UNREACHED)
        });
        distances.max().unwrap_or(0)
    }

    /// The values of the coordinates in an arrangement, given the home of the piece on each place, or `None` if a
    /// coordinate cannot take its value.
    pub(super) fn values(&self, home: impl Fn(u32) -> u32) -> Option<Values> {
        let mut values = Values::default();
        for (value, coordinate) in values.iter_mut().zip(&self.coordinates) {
            *value = coordinate.number_of_arrangement(&home)?;
        }
        Some(values)
    }
}

/// Adds a coordinate to a list, unless the list has one with the same transitions; returns the index of this
/// coordinate, or `None` if the list is full.
fn add(coordinates: &mut Vec<Coordinate>, coordinate: Coordinate) -> Option<usize> {
    // The stickers of a piece often have the same transitions.
    let known = coordinates
        .iter()
        .position(|other| other.has_same_transitions(&coordinate));
    if known.is_some() || coordinates.len() == MOST_COORDINATES {
        return known;
    }
    coordinates.push(coordinate);
    Some(coordinates.len() - 1)
}

/// The finest coordinate with at most `most` states that keeps some colors of `view` apart and merges the others;
/// `None` if even the coordinate that keeps one color apart has more. The coordinate of `view` itself, `whole`, must
/// have more than `most` states.
fn coarser(
    view: &View,
    whole: &Coordinate,
    moves: &[Permutation],
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Coordinate>, Stop> {
    let mut last: Option<Coordinate> = None;
    for kept in 1.. {
        let view = view.coarser(kept, whole.places());
        let Some(coordinate) = Coordinate::new(&view, moves, most, meter)? else {
            break;
        };
        last = Some(coordinate);
    }
    Ok(last)
}

/// The permutations of the moves with these indices, in the order of the puzzle.
pub(super) fn permutations_of<B: Packed>(
    puzzle: &PermutationPuzzle<B>,
    moves: &[u8],
) -> Vec<Permutation> {
    let all = puzzle.permutations().zip(0..);
    let chosen = all.filter(|(_, mv)| moves.contains(mv));
    chosen.map(|(permutation, _)| permutation.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinate::without_limits;

    /// Compares pairs of coordinates and single ones; parity excludes half of the entries.
    #[test]
    fn a_table_has_the_distances_of_breadth_first_search() {
        let moves = [
            [1, 2, 3, 0, 5, 6, 7, 4],
            [3, 0, 1, 2, 7, 4, 5, 6],
            [1, 0, 2, 3, 5, 4, 6, 7],
        ];
        let moves = moves.map(|images| Permutation::new(&images).expect("a permutation"));
        let views = [[1, 2, 3, 4, 0, 0, 0, 0], [0, 0, 0, 0, 1, 2, 2, 2]];
        let parts = views.map(|colors| {
            let view = View::new(&colors);
            let part = without_limits(|meter| Coordinate::new(&view, &moves, 24, meter));
            part.expect("there is memory").expect("few enough states")
        });
        let states = [parts[0].states(), parts[1].states()];
        assert_eq!(states, [24, 4]);
        let phase = PhaseTables {
            moves: Box::default(),
            allowed: Box::default(),
            coordinates: parts.into(),
            tables: Vec::new(),
            mean: 0,
        };
        for (first, second) in [(0, 1), (1, 0), (0, 0), (1, 1)] {
            let alone = first == second;
            let mut table = PairTable {
                first,
                second,
                stride: if alone { 0 } else { states[first] },
                entries: states[first] * if alone { 1 } else { states[second] },
                distances: Vec::new(),
                claim: Claim::default(),
                frontier: 0,
                unreached: 0,
            };
            table.distances.resize(table.entries, UNREACHED);
            table.distances[0] = 0;
            (table.frontier, table.unreached) = (1, table.entries - 1);
            let filled =
                (0..UNREACHED).find(|&depth| table.fill_layer(&phase.coordinates, depth) == 0);
            assert!(filled.is_some());
            let mut found = Vec::from([([0_usize; 2], 0)]);
            let mut expanded = 0;
            while let Some(&(at, distance)) = found.get(expanded) {
                expanded += 1;
                for mv in 0..moves.len() {
                    let part = |part: usize, at| phase.coordinates[part].next(at, mv) as usize;
                    let after = [part(first, at[0]), part(second, at[1])];
                    if found.iter().all(|(known, _)| *known != after) {
                        found.push((after, distance + 1));
                    }
                }
            }
            let mut expected = Vec::new();
            expected.resize(table.entries, UNREACHED);
            for ([first, second], distance) in found {
                expected[table.index(first as u32, second as u32)] = distance;
            }
            assert_eq!(table.distances, expected);
        }
    }

    #[test]
    fn merging_colors_keeps_the_limit_and_raises_no_distance() {
        let moves = [[1, 2, 3, 4, 5, 0], [5, 0, 1, 2, 3, 4], [1, 0, 2, 3, 4, 5]];
        let moves = moves.map(|images| Permutation::new(&images).expect("a permutation"));
        let view = View::new(&[9, 3, 7, 1, 0, 4]);
        let whole = without_limits(|meter| Coordinate::new(&view, &moves, 720, meter));
        let whole = whole.expect("there is memory").expect("few enough states");
        for (most, states) in [(5, None), (6, Some(6)), (119, Some(30)), (120, Some(120))] {
            let part = without_limits(|meter| coarser(&view, &whole, &moves, most, meter));
            let part = part.expect("there is memory");
            assert_eq!(part.as_ref().map(Coordinate::states), states);
            let Some(part) = part else { continue };
            // A sequence of moves that solves the finer coordinate solves the coarser one, from every state.
            let mut parts: Vec<Option<usize>> = Vec::new();
            parts.resize(whole.states(), None);
            parts[0] = Some(0);
            for state in 0..whole.states() {
                let at = parts[state].expect("numbers are in breadth-first order");
                for (&after, &part_after) in whole.row(state).iter().zip(part.row(at)) {
                    let known = parts[after as usize].get_or_insert(part_after as usize);
                    assert_eq!(*known, part_after as usize);
                }
            }
        }
    }
}
