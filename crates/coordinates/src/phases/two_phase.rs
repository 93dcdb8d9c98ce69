//! [`TwoPhase`]: a search for moves to a subgroup, and from there to the goal within the subgroup.
//!
//! In a round, first phases have exactly n moves, and second phases at most a limit, at first one move more than the
//! mean estimate, so that a failure is cheap. Invariant: after a round of n moves, no solution has at most n moves. For
//! such a solution would have a second phase of at most n moves less those of its first phase. When n becomes so large
//! that the limit might exclude such a second phase, n starts over with a higher limit.
//!
//! A first phase whose last move stays in the subgroup is skipped, since it ended a move earlier. In a round, an
//! arrangement and its inverse are searched through each axis (a symmetry that maps the subgroup to another), since for
//! one of these variants the first phase is often shorter.

use alloc::boxed::Box;
use alloc::vec::Vec;

use puzzle_search::heuristics::Guided;
use puzzle_search::job::Claim;
use puzzle_search::puzzle::Reason;
use puzzle_search::puzzles::{Arrangement, Packed, PermutationPuzzle, Turn};
use puzzle_search::solver::MonitorOf;
use puzzle_search::solver::{BoxedRun, Run, Verdict, VerdictOf};
use puzzle_search::{Guarantee, Solver, Stop};

use super::phase::Values;
use super::walk::PhaseWalk;
use super::{Phases, TwoPhaseTables};

/// H. Kociemba's two-phase algorithm for puzzles of permutations such as Rubik's cube: it finds a short solution
/// quickly, and then shorter solutions.
///
/// A first phase is a sequence of moves that leads into a subgroup, which is chosen when the [`Phases`] are built. A
/// second phase is a sequence of moves that stays in the subgroup and leads to the goal. The solver tries many first
/// phases, short ones first. After each first phase, it searches for a second phase such that both phases together are
/// shorter than the best solution so far.
///
/// * **Finds** solutions, each shorter than the previous solution. Each solution is shown to the observer
///   ([`incumbent`](puzzle_search::observe::Observer::incumbent)). If the search is stopped, its report has the last solution
///   ([`Report::best`](puzzle_search::Report::best)), and tells by which factor this solution may exceed the optimum
///   ([`Report::factor`](puzzle_search::Report::factor)).
/// * **Needs** a puzzle that is guided by [`Phases`], with [`guided_by`](puzzle_search::Puzzle::guided_by).
/// * **Guarantee**: complete. If the search runs to its end, the last solution is optimal. For puzzles like Rubik's
///   cube, the end is out of reach, so set a limit. The search also proves lower bounds on the length of every solution
///   ([`Report::lower_bound`](puzzle_search::Report::lower_bound)).
/// * **Time**: for a random arrangement of Rubik's cube, a solution of some 20 moves is found within milliseconds.
///   **Memory**: almost none besides the tables.
/// * **Observers** are not shown the nodes of the search.
/// * **Unsolvable** starts are reported at once, without a search.
/// * **Prefer** [`IdaStar`](puzzle_search::IdaStar) with a [`CosetTable`](crate::CosetTable) if the solution has to be
///   optimal.
///
/// ```
/// use puzzle_search::puzzles::PermutationPuzzle;
/// use puzzle_search::{Limits, Puzzle, Solver};
/// use puzzle_search_coordinates::{Phases, TwoPhase};
///
/// // A moves the pieces on odd places, B the pieces on even places, and S swaps places 1 and 2.
/// let rings = "points 8 \n generator A (1 3 5 7) \n generator B (2 4 6 8) \n generator S (1 2) \n powers";
/// let puzzle = PermutationPuzzle::new(&rings.parse()?)?;
/// // The subgroup of A and B: odd pieces are on odd places, even pieces on even ones.
/// let phases = Phases::build(&puzzle, &["A", "B"]).run()?;
/// let puzzle = puzzle.guided_by(phases);
/// let start = puzzle.puzzle().state(&[8, 3, 2, 5, 1, 4, 6, 7])?;
/// let limits = Limits::new().max_expanded(20_000);
/// let report = TwoPhase::new().search(&puzzle, &start).limits(limits).run();
/// let best = report.best().expect("it is found soon");
/// assert!(best.verify(&puzzle, &start).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// **Paper**: H. Kociemba, "Close to God's algorithm", Cubism for Fun 28, 1992.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TwoPhase;

impl TwoPhase {
    /// Returns the solver, which has no settings.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

/// A puzzle with the tables of both phases.
type Phased<B> = Guided<PermutationPuzzle<B>, Phases>;

impl<B: Packed> Solver<Phased<B>> for TwoPhase {
    fn begin<'r>(&self) -> BoxedRun<'r, Phased<B>> {
        BoxedRun::new(TwoPhaseRun::<B> {
            starts: Vec::new(),
            variants: Vec::new(),
            lower: 0,
            round: PhaseRound::default(),
            variant: 0,
            first: PhaseWalk::default(),
            second: PhaseWalk::default(),
            homes: Vec::new(),
            found: None,
            claim: Claim::default(),
            is_capped: false,
        })
    }
}

/// The state of a search in two phases.
#[derive(Debug)]
struct TwoPhaseRun<B: Packed> {
    starts: Vec<Arrangement<B>>,
    variants: Vec<Variant>,
    /// The lower bound: no solution is shorter.
    lower: usize,
    round: PhaseRound,
    /// The index of the variant in progress.
    variant: usize,
    /// The enumeration of first phases, and that of second phases after one of them.
    first: PhaseWalk,
    second: PhaseWalk,
    /// The arrangement in which the second phase begins: for each place, the home of the piece that is there.
    homes: Vec<u32>,
    /// A solution that the monitor has not seen, with the index of its start.
    found: Option<(usize, Vec<Turn>)>,
    claim: Claim,
    /// Whether the limit on the cost has cut off a sequence.
    is_capped: bool,
}

/// All first phases of one length.
#[derive(Clone, Copy, Debug, Default)]
struct PhaseRound {
    length: usize,
    /// The limit: the greatest number of moves of a second phase.
    most: usize,
    /// The length of first phases in the first round with this limit.
    first: usize,
    /// The length of first phases in the last round with this limit.
    last: usize,
}

impl PhaseRound {
    /// The first of the rounds with the limit `most` on second phases. `length` is the least length of a first phase.
    ///
    /// A solution of n <= `last` moves is found by round n at the latest: its first phase has at least `length` moves,
    /// so its second phase has at most `most`.
    const fn first(length: usize, most: usize) -> Self {
        Self {
            length,
            most,
            first: length,
            last: length + most,
        }
    }

    /// The next round.
    const fn next(self) -> Self {
        if self.length == self.last {
            return Self::first(self.first, 2 * self.most + 1);
        }
        Self {
            length: self.length + 1,
            ..self
        }
    }
}

/// A variant of a start: the arrangement or its inverse, through a symmetry.
#[derive(Debug)]
struct Variant {
    start: usize,
    axis: usize,
    inverse: bool,
    /// The arrangement: for each place, the home of the piece that is there.
    homes: Box<[u32]>,
    /// The values of its coordinates in the first phase.
    values: Values,
    /// A lower bound on the length of a first phase.
    bound: usize,
}

/// The outcome of a step of a round.
enum Flow {
    /// The round goes on.
    GoOn,
    /// A solution was found.
    Found,
    /// The round is over.
    Over,
}

impl<B: Packed> Run<Phased<B>> for TwoPhaseRun<B> {
    fn start(
        &mut self,
        _: &Phased<B>,
        starts: Vec<Arrangement<B>>,
        _: &mut MonitorOf<'_, Phased<B>>,
    ) -> Result<(), Stop> {
        self.starts = starts;
        self.variants.clear();
        self.variant = 0;
        self.first.close();
        self.second.close();
        (self.found, self.is_capped) = (None, false);
        self.claim = Claim::default();
        Ok(())
    }

    fn advance(
        &mut self,
        puzzle: &Phased<B>,
        monitor: &mut MonitorOf<'_, Phased<B>>,
    ) -> Result<VerdictOf<Phased<B>>, Stop> {
        let (permutations, Phases(tables)) = puzzle.parts();
        if self.variants.is_empty() && !self.find_variants(permutations, tables, monitor)? {
            let reason = Reason::new("the heuristic proves the start to be a dead end");
            return Ok(Verdict::Unsolvable(reason));
        }
        loop {
            if let Some((start, moves)) = &self.found {
                let cost = moves.len() as u32;
                monitor.improve(puzzle, *start, &self.starts[*start], moves, cost)?;
                self.found = None;
            }
            monitor.raise_lower_bound(self.lower as u32)?;
            let best = monitor.best().map(|best| best.cost() as usize);
            let limit = monitor.max_cost().map(|max| max as usize);
            // The greatest number of moves of a better solution, without the limit on the cost and with it.
            let without_limit = best.map_or(usize::MAX, |best| best.saturating_sub(1));
            let most = limit.map_or(without_limit, |max| max.min(without_limit));
            if self.lower > most {
                return match best {
                    Some(best) if best <= self.lower => Ok(Verdict::Incumbent(Guarantee::Optimal)),
                    _ => Err(monitor.stop_at_cost_limit()),
                };
            }
            let PhaseRound {
                length,
                most: most_second,
                ..
            } = self.round;
            let walks = PhaseWalk::bytes(&tables.first, length)
                + PhaseWalk::bytes(&tables.second, most_second);
            self.claim(self.bytes(permutations, tables) + walks, monitor)?;
            self.first.make_room(&tables.first, length)?;
            self.second.make_room(&tables.second, most_second)?;
            let flow = loop {
                match self.step(permutations, tables, most, without_limit, monitor)? {
                    Flow::GoOn => {}
                    other => break other,
                }
            };
            if let Flow::Over = flow {
                self.lower = self.lower.max(self.round.length + 1);
                self.round = self.round.next();
                self.variant = 0;
            }
        }
    }

    fn has_cut(&self) -> bool {
        self.is_capped
    }
}

impl<B: Packed> TwoPhaseRun<B> {
    /// Finds the variants of all starts, their lower bound and the first round; returns whether there is a variant.
    fn find_variants(
        &mut self,
        puzzle: &PermutationPuzzle<B>,
        tables: &TwoPhaseTables,
        monitor: &mut MonitorOf<'_, Phased<B>>,
    ) -> Result<bool, Stop> {
        self.claim(self.bytes(puzzle, tables), monitor)?;
        let variants = 2 * self.starts.len() * tables.axes.len();
        let room = self.variants.try_reserve_exact(variants);
        room.map_err(|_| Stop::OutOfMemory)?;
        self.lower = usize::MAX;
        for (start, state) in self.starts.iter().enumerate() {
            let Ok(relative) = puzzle.relative(state) else {
                continue;
            };
            let mut bound = 0;
            for inverse in [false, true] {
                let homes = if inverse {
                    relative.clone()
                } else {
                    relative.inverse()
                };
                for (axis, through) in tables.axes.iter().enumerate() {
                    let places = &through.places;
                    let homes = places.inverse().then(&homes).then(places);
                    let Some(values) = tables.first.values(|place| homes.image(place)) else {
                        continue;
                    };
                    let variant = Variant {
                        start,
                        axis,
                        inverse,
                        homes: homes.images().into(),
                        values,
                        bound: usize::from(tables.first.bound(&values)),
                    };
                    bound = variant.bound.max(bound);
                    self.variants.push(variant);
                }
            }
            self.lower = bound.min(self.lower);
        }
        let least = self.variants.iter().map(|variant| variant.bound).min();
        self.round = PhaseRound::first(least.unwrap_or(0), tables.second.mean + 1);
        Ok(!self.variants.is_empty())
    }

    /// The number of bytes of the variants.
    fn bytes(&self, puzzle: &PermutationPuzzle<B>, tables: &TwoPhaseTables) -> usize {
        let variant = size_of::<Variant>() + puzzle.places() * size_of::<u32>();
        2 * self.starts.len() * tables.axes.len() * variant
    }

    /// Raises the claim to at least `bytes` bytes.
    fn claim(&mut self, bytes: usize, monitor: &mut MonitorOf<'_, Phased<B>>) -> Result<(), Stop> {
        let bytes = bytes.max(self.claim.bytes());
        self.claim.resize(bytes, &mut monitor.meter())
    }

    /// Goes on to the next arrival: the end of a first phase in the subgroup, or of a second phase at the goal. A
    /// solution may have `most` moves, or `without_limit` if there were no limit on the cost.
    fn step(
        &mut self,
        puzzle: &PermutationPuzzle<B>,
        tables: &TwoPhaseTables,
        most: usize,
        without_limit: usize,
        monitor: &mut MonitorOf<'_, Phased<B>>,
    ) -> Result<Flow, Stop> {
        let PhaseRound {
            length,
            most: most_second,
            ..
        } = self.round;
        if self.second.is_open() {
            let moves = self.second.length();
            if moves > most_second.min(most - length) {
                self.is_capped |= moves <= most_second.min(without_limit - length);
                self.second.close();
            } else if self
                .second
                .next_arrival(&tables.second, &mut monitor.meter())?
            {
                // The coordinates determine an arrangement only within the group of the second phase's moves.
                let homes = homes_after(&self.homes, tables, self.second.moves());
                if homes.iter().zip(0..).all(|(&home, place)| home == place) {
                    self.found = self.solution(puzzle, tables);
                    self.second.close();
                    return Ok(Flow::Found);
                }
            } else {
                self.second.restart(&tables.second, moves + 1);
            }
            return Ok(Flow::GoOn);
        }
        let Some(variant) = self.variants.get(self.variant) else {
            return Ok(Flow::Over);
        };
        if !self.first.is_open() {
            // If no move leaves the subgroup, every arrangement is in it, and all first phases have no moves.
            if variant.bound <= length && (length == 0 || tables.in_subgroup.contains(&false)) {
                self.first
                    .begin(&tables.first, variant.values, None, length);
            } else {
                self.variant += 1;
            }
        } else if !self
            .first
            .next_arrival(&tables.first, &mut monitor.meter())?
        {
            self.variant += 1;
        } else {
            let last = self.first.moves().last().copied();
            let stays = last.is_some_and(|mv| tables.in_subgroup[usize::from(mv)]);
            // If the last move stays in the subgroup, the first phase ended before it.
            if !stays {
                self.homes = homes_after(&variant.homes, tables, self.first.moves());
                let homes = &self.homes;
                let values = tables.second.values(|place| homes[place as usize]);
                if let Some(values) = values {
                    let least = usize::from(tables.second.bound(&values));
                    self.second.begin(&tables.second, values, last, least);
                }
            }
        }
        Ok(Flow::GoOn)
    }

    /// The index of the start, and the moves of both phases as they are played from it: mapped back through the axis,
    /// and inverted if the inverse was searched.
    fn solution(
        &self,
        puzzle: &PermutationPuzzle<B>,
        tables: &TwoPhaseTables,
    ) -> Option<(usize, Vec<Turn>)> {
        let variant = self.variants.get(self.variant)?;
        let turns: Vec<Turn> = puzzle.moves().collect();
        let through = &tables.axes.get(variant.axis)?.moves;
        let moves = self.first.moves().iter().chain(self.second.moves());
        let moves = moves.filter_map(|&mv| {
            let mv = through.iter().position(|&image| image == usize::from(mv))?;
            let mv = if variant.inverse {
                usize::from(*tables.inverses.get(mv)?)
            } else {
                mv
            };
            turns.get(mv).copied()
        });
        let mut moves: Vec<Turn> = moves.collect();
        if variant.inverse {
            moves.reverse();
        }
        Some((variant.start, moves))
    }
}

/// The home of the piece on each place, after some moves.
fn homes_after(homes: &[u32], tables: &TwoPhaseTables, moves: &[u8]) -> Vec<u32> {
    let mut homes = homes.to_vec();
    let mut moved = homes.clone();
    for permutation in moves
        .iter()
        .filter_map(|&mv| tables.moves.get(usize::from(mv)))
    {
        for (&to, &home) in permutation.images().iter().zip(&homes) {
            moved[to as usize] = home;
        }
        core::mem::swap(&mut homes, &mut moved);
    }
    homes
}
