//! The conformance kit: the crate's puzzles keep the laws, and each broken law is caught.

use core::cell::Cell;
use core::ops::ControlFlow;

use puzzle_search::heuristics::Heuristic;
use puzzle_search::heuristics::{Manhattan, Own};
use puzzle_search::laws::{self, Check, Law};
use puzzle_search::pruning::FixedMoves;
use puzzle_search::puzzle::traversal::{IterationOf, NodeRef, over_neighbors};
use puzzle_search::puzzle::{Portable, Reason};
use puzzle_search::puzzles::{Board, Direction, SlidingTiles};
use puzzle_search::solvers::Anytime;
use puzzle_search::{
    Facts, Neighbor, NeighborOf, Puzzle, Ranked, Reversible, Solvability, from_edges, from_fn,
    from_steps,
};

use crate::oracle;
use crate::support::{Digraph, Numbers, random_graph, walk_back};

#[test]
fn many_goals_are_checked_together() {
    const LENGTH: u32 = 20_000;
    struct EverySecond;
    impl Puzzle for EverySecond {
        type State = u32;
        type Move = bool;
        type Cost = u32;
        fn neighbors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            let steps = [(true, at + 1), (false, at + LENGTH - 1)];
            steps.map(|(on, next)| Neighbor::unit(on, next % LENGTH))
        }
        fn is_goal(&self, at: &u32) -> bool {
            at.is_multiple_of(2)
        }
    }
    impl Reversible for EverySecond {
        fn goals(&self) -> impl IntoIterator<Item = u32> {
            (0..LENGTH).step_by(2)
        }
        fn predecessors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            let steps = [(false, at + 1), (true, at + LENGTH - 1)];
            steps.map(|(on, before)| Neighbor::unit(on, before % LENGTH))
        }
    }
    let checked = Check::new()
        .reversible(&EverySecond, &1)
        .expect("they agree");
    assert_eq!(checked.untested(), []);
    assert!(checked.goals >= 10_000);
}

#[test]
fn an_inconsistent_heuristic_is_told_of() {
    let edges = vec![(0, 1, 1), (1, 2, 1), (2, 3, 5)];
    let estimates = vec![Some(0), Some(6), Some(0), Some(0)];
    let graph = Digraph {
        edges,
        goals: vec![3],
        estimates,
    };
    let checked = laws::check(&graph, &0).expect("admissible all the same");
    assert!(!checked.facts.consistent && checked.complete);
    assert_eq!(checked.states, 4);
}

/// Twice the Manhattan distance, which is too high.
fn twice(tiles: &SlidingTiles) -> impl Reversible<State = Board, Move = Direction, Cost = u32> {
    let single = tiles.clone().guided_by(Manhattan);
    tiles
        .clone()
        .guided_by_fn(move |_, board| Some(2 * single.heuristic(board)?))
}

#[test]
fn goals_are_looked_for() {
    let tiles = SlidingTiles::new(4, 4).expect("a size");
    let mut numbers = Numbers(11);
    for _ in 0..5 {
        let far = walk_back(&tiles, 500, &mut numbers);
        for found in [
            laws::check(&twice(&tiles), &far),
            Check::new().reversible(&twice(&tiles), &far),
        ] {
            assert_eq!(
                found.map_err(|violation| violation.law).err(),
                Some(Law::Admissible)
            );
        }
        let sound = tiles.clone().guided_by(Manhattan);
        let checked = laws::check(&sound, &far).unwrap_or_else(|violation| panic!("{violation}"));
        assert!((checked.goals, checked.complete) == (1, false) && checked.states > 10_000);
        assert!(checked.states <= 20_000 && checked.tested(Law::Admissible) > 5_000);
        assert_eq!(checked.untested(), []);
        assert!(checked.facts.parity && checked.facts.undirected);
        let checked = Check::new().reversible(&sound, &far);
        let checked = checked.unwrap_or_else(|violation| panic!("{violation}"));
        assert_eq!((checked.states, checked.goals), (20_000, 1));
        assert_eq!(checked.untested(), []);
    }
}

/// What was not tested is not said to hold, and is named.
#[test]
fn what_could_not_be_tested_is_named() {
    let steps = |&n: &u64| [n + 1];
    let line = from_steps(steps, |&n| n == 1_000_000)
        .with_heuristic(|&n| Some(if n < 999_990 { 1 } else { 20 }))
        .with_facts(Facts::new().unit_costs().consistent().acyclic());
    let checked = laws::check(&line, &0).expect("nothing is wrong here");
    assert_eq!(checked.untested(), [Law::Admissible, Law::Consistent]);
    assert!(!checked.facts.admissible && !checked.facts.consistent && checked.facts.unit_costs);
    assert_eq!((checked.goals, checked.states), (0, 10_000));
    assert_eq!(
        (checked.tested(Law::Admissible), checked.tested(Law::Goals)),
        (0, 0)
    );
    // Nearer, and from the goal.
    let nearer = laws::check(&line, &992_000).expect_err("it is 20 there");
    assert_eq!(nearer.law, Law::Admissible);
    let line = line.with_predecessors([1_000_000], |&n| n.checked_sub(1));
    let backward = Check::new()
        .reversible(&line, &0)
        .expect_err("it is 20 there");
    assert_eq!((backward.law, &backward.moves), (Law::Admissible, &None));
    assert_eq!(
        backward.to_string(),
        "the heuristic is not admissible at 1000000: it estimates 20, but it is a goal"
    );
    // Estimates of zero need no goal.
    let plain = from_steps(steps, |_| false);
    let checked = laws::check(&plain, &0).expect("nothing is wrong");
    assert_eq!(
        (checked.untested(), checked.tested(Law::Admissible)),
        (vec![], 10_000)
    );
    // A space that is seen as a whole leaves nothing to test.
    let none = from_steps(|&n: &u64| [n / 2], |_| false).with_heuristic(|&n| Some(n as u32));
    let checked = laws::check(&none, &9).expect("no goal can be reached");
    assert!(checked.complete && checked.facts.admissible && checked.untested().is_empty());
    // Proofs that nobody can follow.
    struct Claims;
    impl Puzzle for Claims {
        type State = u64;
        type Move = ();
        type Cost = u32;
        fn neighbors(&self, &n: &u64) -> impl IntoIterator<Item = NeighborOf<Self>> {
            [Neighbor::unit((), n + 1)]
        }
        fn is_goal(&self, _: &u64) -> bool {
            false
        }
        fn solvability(&self, _: &u64) -> Solvability {
            Solvability::Unsolvable(Reason::new("a hunch"))
        }
    }
    let checked = laws::check(&Claims, &0).expect("it may be so");
    assert_eq!(checked.untested(), [Law::Solvability]);
    let tiles = SlidingTiles::new(2, 7).map(|tiles| (tiles.goal(), tiles));
    let (goal, tiles) = tiles.expect("a size");
    let checked = Check::new().ranked(&tiles, &goal).expect("a bijection");
    assert_eq!(checked.untested(), [Law::BitParallel]);
}

/// The counts are those of what can be reached, by another search.
#[test]
fn tests_are_counted() {
    let mut numbers = Numbers(12);
    for _ in 0..60 {
        let graph = random_graph(&mut numbers);
        let (mut reached, mut at) = (vec![0], 0);
        while let Some(&vertex) = reached.get(at) {
            for edge in graph.neighbors(&vertex) {
                if !reached.contains(&edge.state) {
                    reached.push(edge.state);
                }
            }
            at += 1;
        }
        let edges = || {
            graph
                .edges
                .iter()
                .filter(|(from, ..)| reached.contains(from))
        };
        let solvable = reached
            .iter()
            .filter(|at| oracle::least_cost(&graph, at).is_some())
            .count();
        let is_goal = |vertex: &&usize| graph.goals.contains(vertex);
        let goals = reached.iter().filter(is_goal).count();
        let estimate = |vertex: usize| graph.heuristic(&vertex);
        let estimated = |&&(from, to, _): &&_| estimate(from).is_some() && estimate(to).is_some();
        let checked = laws::check(&graph, &0).unwrap_or_else(|violation| panic!("{violation}"));
        assert!(checked.complete && checked.untested().is_empty());
        assert_eq!((checked.states, checked.goals), (reached.len(), goals));
        assert_eq!(checked.tested(Law::UnitCosts), edges().count());
        let is_zero = reached.iter().all(|&vertex| estimate(vertex) == Some(0));
        let bounded = if is_zero { reached.len() } else { solvable };
        assert_eq!(checked.tested(Law::Admissible), bounded);
        let along = if goals > 0 {
            edges().filter(estimated).count()
        } else {
            0
        };
        assert_eq!(checked.tested(Law::Consistent), along);
        assert_eq!(checked.tested(Law::Undirected), edges().count());
    }
}

#[test]
fn the_number_of_states_is_an_option() {
    let tiles = SlidingTiles::new(4, 4).expect("a size");
    for states in [1, 2, 50, 30_000] {
        let check = Check::new().states(states);
        let checked = check.puzzle(&tiles, &tiles.goal()).expect("lawful");
        assert_eq!((checked.states, checked.complete), (states, false));
        let checked = check.reversible(&tiles, &tiles.goal()).expect("lawful");
        assert!((states..=2 * states).contains(&checked.states));
        let checked = check.ranked(&tiles, &tiles.goal()).expect("lawful");
        assert_eq!(checked.states, states);
    }
    assert!(Check::new().states(0).puzzle(&tiles, &tiles.goal()).is_ok());
}

/// A walk round a ring of twelve, with one thing wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    EqualMoves,
    OtherSuccessor,
    Overestimate,
    FalseDeadEnd,
    Costly,
    FalseProof,
    FalseHope,
    Redundant,
    LosesAnEdge,
    EntersAnotherEdge,
    WrongEstimate,
    NoUnwinding,
    BeginsAnew,
    MissingGoal,
    ExtraGoal,
    GoalTwice,
    OneWay,
    RankTwice,
    RankTooLarge,
    UnrankWrong,
    NotClosed,
    TooMany,
}

const RING: i8 = 12;

struct Ring(Fault);

impl Ring {
    fn steps(&self, at: i8) -> Vec<NeighborOf<Self>> {
        let cost = if self.0 == Fault::Costly && at == 3 {
            2
        } else {
            1
        };
        let back = if self.0 == Fault::EqualMoves && at == 5 {
            1
        } else {
            -1
        };
        vec![
            Neighbor::new(1, (at + 1) % RING, cost),
            Neighbor::new(back, (at + RING - 1) % RING, 1),
        ]
    }
}

impl Puzzle for Ring {
    type State = i8;
    type Move = i8;
    type Cost = u32;

    fn neighbors(&self, &at: &i8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.steps(at)
    }

    fn is_goal(&self, &at: &i8) -> bool {
        at == 6 && self.0 != Fault::FalseHope
    }

    fn heuristic(&self, &at: &i8) -> Option<u32> {
        match (self.0, at) {
            (Fault::Overestimate, 2) => Some(5),
            (Fault::FalseDeadEnd, 4) => None,
            (Fault::FalseHope, _) => Some(0),
            _ => Some(u32::from(at.abs_diff(6))),
        }
    }

    fn solvability(&self, &at: &i8) -> Solvability {
        match self.0 {
            Fault::FalseProof if at == 7 => Solvability::Unsolvable(Reason::new("a hunch")),
            _ => Solvability::Solvable(Reason::new("it is a ring")),
        }
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs()
    }

    fn successor(&self, &at: &i8, mv: &i8) -> Option<NeighborOf<Self>> {
        let at = if self.0 == Fault::OtherSuccessor && at == 8 {
            9
        } else {
            at
        };
        self.steps(at).into_iter().find(|edge| edge.mv == *mv)
    }

    fn is_redundant(&self, last: &i8, next: &i8) -> bool {
        *next == -*last || (self.0 == Fault::Redundant && last == next)
    }

    fn deepen(&self, iteration: &mut IterationOf<'_, Self>) -> ControlFlow<()> {
        if self.0 == Fault::WrongEstimate {
            return self.deepen_by(&Unlike, iteration);
        }
        self.deepen_by(&Own, iteration)
    }

    fn deepen_by<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        iteration: &mut IterationOf<'_, Self>,
    ) -> ControlFlow<()> {
        let root = iteration.root();
        match self.0 {
            Fault::LosesAnEdge => return ControlFlow::Continue(()),
            Fault::EntersAnotherEdge => {
                let node = |state, g| NodeRef { state, g, h: None };
                iteration.expand(|| node(root.state, 0))?;
                let child = (root.state + 2) % RING;
                return iteration.generate(root.state, &1, || node(&child, 1));
            }
            Fault::NoUnwinding => return self.walk(heuristic, (*root.state, None, 0), iteration),
            Fault::BeginsAnew => iteration.forget(),
            _ => {}
        }
        over_neighbors(self, heuristic, iteration)
    }
}

impl Ring {
    /// A loop that does not tell the path to where it ends.
    fn walk<H: Heuristic<Self>>(
        &self,
        heuristic: &H,
        (at, before, g): (i8, Option<i8>, u32),
        iteration: &mut IterationOf<'_, Self>,
    ) -> ControlFlow<()> {
        let h = |state: &i8| heuristic.estimate(self, heuristic.memo(self, state));
        if before.is_none()
            && iteration
                .admit(g, 0, h(&at).expect("no dead end"))
                .is_none()
        {
            return ControlFlow::Continue(());
        }
        iteration.expand(|| NodeRef {
            state: &at,
            g,
            h: h(&at),
        })?;
        for edge in self.steps(at) {
            if before == Some(edge.state) {
                continue;
            }
            let state = &edge.state;
            iteration.generate(&at, &edge.mv, || NodeRef {
                state,
                g: g + edge.cost,
                h: h(state),
            })?;
            let admitted = iteration.admit(g, edge.cost, h(&edge.state).expect("no dead end"));
            let Some(below) = admitted else { continue };
            if self.is_goal(&edge.state) {
                iteration.reach(below)?;
            }
            if iteration.descends(&edge.mv, &edge.state, || below)? {
                self.walk(heuristic, (edge.state, Some(at), below), iteration)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Another estimate than the puzzle says it has.
struct Unlike;

impl Heuristic<Ring> for Unlike {
    type Memo = i8;

    fn memo(&self, _: &Ring, at: &i8) -> i8 {
        *at
    }

    fn estimate(&self, ring: &Ring, at: i8) -> Option<u32> {
        Some(if at == 1 { 77 } else { ring.heuristic(&at)? })
    }
}

impl Reversible for Ring {
    fn goals(&self) -> impl IntoIterator<Item = i8> {
        match self.0 {
            Fault::MissingGoal => vec![],
            Fault::ExtraGoal => vec![6, 7],
            Fault::GoalTwice => vec![6, 6],
            _ => vec![6],
        }
    }

    fn predecessors(&self, &at: &i8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let mut edges = self.steps(at);
        for edge in &mut edges {
            edge.mv = -edge.mv;
        }
        if self.0 == Fault::OneWay && at == 9 {
            edges.pop();
        }
        edges
    }
}

impl Ranked for Ring {
    fn state_count(&self) -> Option<u128> {
        Some(if self.0 == Fault::TooMany { 13 } else { 12 })
    }

    fn rank(&self, &at: &i8) -> Option<u128> {
        match (self.0, at) {
            (Fault::RankTwice, 8) => Some(7),
            (Fault::RankTooLarge, 8) => Some(12),
            (Fault::NotClosed, 8) => None,
            _ => u128::try_from(at).ok(),
        }
    }

    fn unrank(&self, rank: u128) -> Option<i8> {
        match (self.0, rank) {
            (Fault::UnrankWrong, 8) => Some(9),
            _ => i8::try_from(rank).ok().filter(|&at| at < RING),
        }
    }
}

#[test]
fn each_broken_law_is_caught() {
    let check = |fault| laws::check(&Ring(fault), &0).map(drop);
    let reversible = |fault| Check::new().reversible(&Ring(fault), &0).map(drop);
    let ranked = |fault| Check::new().ranked(&Ring(fault), &0).map(drop);
    for sound in [
        check(Fault::None),
        reversible(Fault::None),
        ranked(Fault::None),
    ] {
        assert_eq!(sound, Ok(()));
    }
    assert_eq!(laws::check_traversal(&Ring(Fault::None), &0), Ok(()));
    let cases = [
        (check(Fault::EqualMoves), Law::DistinctMoves),
        (check(Fault::OtherSuccessor), Law::Successors),
        (check(Fault::Overestimate), Law::Admissible),
        (check(Fault::FalseDeadEnd), Law::Admissible),
        (check(Fault::Costly), Law::UnitCosts),
        (check(Fault::FalseProof), Law::Solvability),
        (check(Fault::FalseHope), Law::Solvability),
        (check(Fault::Redundant), Law::Redundancy),
        (check(Fault::LosesAnEdge), Law::Redundancy),
        (check(Fault::EntersAnotherEdge), Law::Traversal),
        (check(Fault::WrongEstimate), Law::Traversal),
        (check(Fault::NoUnwinding), Law::Traversal),
        (check(Fault::BeginsAnew), Law::Traversal),
        (reversible(Fault::MissingGoal), Law::Goals),
        (reversible(Fault::ExtraGoal), Law::Goals),
        (reversible(Fault::GoalTwice), Law::Goals),
        (reversible(Fault::OneWay), Law::Predecessors),
        (ranked(Fault::RankTwice), Law::Ranks),
        (ranked(Fault::RankTooLarge), Law::Ranks),
        (ranked(Fault::UnrankWrong), Law::Ranks),
        (ranked(Fault::NotClosed), Law::Ranks),
        (ranked(Fault::TooMany), Law::Ranks),
        (
            laws::check_traversal(&Ring(Fault::NoUnwinding), &0),
            Law::Traversal,
        ),
        (
            laws::check_traversal(&Ring(Fault::BeginsAnew), &0),
            Law::Traversal,
        ),
    ];
    for (at, (found, law)) in cases.into_iter().enumerate() {
        assert_eq!(
            found.map_err(|violation| violation.law),
            Err(law),
            "case {at}"
        );
    }
}

#[test]
fn a_violation_names_state_moves_and_expectation() {
    let violation = laws::check(&Ring(Fault::Overestimate), &0).expect_err("it overestimates");
    assert_eq!(
        violation.to_string(),
        "the heuristic is not admissible in state 2, reached by 1, 1: \
         it estimates 5, but there is a path to a goal that costs 4: 1, 1, 1, 1"
    );
    assert_eq!(violation.state, "2");
    assert!(
        violation
            .moves
            .as_ref()
            .is_some_and(|moves| moves.len() == 2)
    );
    assert!(violation.to_string().ends_with(&violation.detail));
}

#[test]
fn neighbors_that_change_are_caught() {
    let calls = Cell::new(0);
    let moody = from_fn(
        |&n: &u32| {
            calls.set(calls.get() + 1);
            [((), n + calls.get() % 2, 1_u32)]
        },
        |_| false,
    );
    let violation = laws::check(&moody, &0).expect_err("it answers otherwise each time");
    assert_eq!(violation.law, Law::SameNeighbors);
}

/// A state whose equality and hash disagree, one way or the other.
#[derive(Clone, Debug)]
struct Odd<const BLIND: bool>(u32, u32);

impl<const BLIND: bool> PartialEq for Odd<BLIND> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<const BLIND: bool> Eq for Odd<BLIND> {}

impl<const BLIND: bool> core::hash::Hash for Odd<BLIND> {
    fn hash<H: core::hash::Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
        if !BLIND {
            self.1.hash(hasher);
        }
    }
}

#[test]
fn equality_that_disagrees_with_hash_or_neighbors_is_caught() {
    let hashed = from_fn(
        |&Odd(n, k): &Odd<false>| [(1, Odd((n + 1) % 5, (k + 1) % 7), 1_u32)],
        |_| false,
    );
    let violation = laws::check(&hashed, &Odd(0, 0)).expect_err("the hash sees more");
    assert_eq!(violation.law, Law::EqualHashes);
    let blind = from_fn(
        |&Odd(n, k): &Odd<true>| [(1, Odd((n + 1 + k % 2) % 5, k + 1), 1_u32)],
        |_| false,
    );
    let violation = laws::check(&blind, &Odd(0, 0)).expect_err("equality sees too little");
    assert_eq!(violation.law, Law::SameNeighbors);
}

/// Each sentence says where it is, what was found and what was expected.
#[test]
fn the_sentences_of_broken_laws_help() {
    let sentence = |found: Result<(), laws::Violation>| match found {
        Err(violation) => violation.to_string(),
        Ok(()) => "no law is broken".into(),
    };
    let check = |fault| sentence(laws::check(&Ring(fault), &0).map(drop));
    let reversible = |fault| sentence(Check::new().reversible(&Ring(fault), &0).map(drop));
    let ranked = |fault| sentence(Check::new().ranked(&Ring(fault), &0).map(drop));
    let traversal = |fault| sentence(laws::check_traversal(&Ring(fault), &0));
    let found = [
        check(Fault::EqualMoves),
        check(Fault::FalseDeadEnd),
        check(Fault::Costly),
        check(Fault::FalseProof),
        check(Fault::Redundant),
        check(Fault::EntersAnotherEdge),
        check(Fault::WrongEstimate),
        check(Fault::NoUnwinding),
        reversible(Fault::MissingGoal),
        reversible(Fault::ExtraGoal),
        reversible(Fault::OneWay),
        ranked(Fault::RankTwice),
        ranked(Fault::RankTooLarge),
        ranked(Fault::UnrankWrong),
        ranked(Fault::TooMany),
        traversal(Fault::LosesAnEdge),
    ];
    let expected = [
        "two moves of one state are the same in state 5, reached by 1, 1, 1, 1, 1: the move \
         1 leads to 6 and to 4: expected distinct moves",
        "the heuristic is not admissible in state 4, reached by 1, 1, 1, 1: it answers \
         `None`, a dead end, but there is a path to a goal that costs 2: 1, 1",
        "not every edge costs one in state 3, reached by 1, 1, 1: the edge to 4 costs \
         2: expected 1, since the facts say so",
        "the solvability is wrong in state 7, reached by -1, -1, -1, -1, -1: it is said to \
         be unsolvable (a hunch), but there is a path to a goal that costs 1: -1",
        "the depth-first traversal loses a cheapest way in state 2, reached by 1, 1: the \
         walk does not get there, but there is a path that costs 2; `is_redundant` says that 1 need not follow 1",
        "the depth-first traversal is wrong in state 0, reached by no move: it generates 2 by 1 \
         from 0, 1 from the start: expected one of the neighbors",
        "the depth-first traversal is wrong in state 0, reached by no move: it does not go below \
         1, which is within the bound 6 by `heuristic`",
        "the depth-first traversal is wrong in state 0, reached by no move: within the bound 5, \
         stopped before edge 1 and continued along the children [], with each node shown, it \
         expands 12 states and generates 12: expected 11 and 12, the same goals, and the same cut \
         off, as without a stop",
        "the list of goals is wrong in state 6, reached by 1, 1, 1, 1, 1, 1: it is a goal: \
         expected it in the list that `goals` returns",
        "the list of goals is wrong in state 7, reached by -1, -1, -1, -1, -1: `goals` lists it: \
         expected a state for which `is_goal` holds",
        "predecessors are not the converse of neighbors in state 8, reached by -1, -1, -1, \
         -1: the move 1 leads to 9: expected Neighbor { mv: 1, state: 8, cost: 1 } among its \
         predecessors, found none",
        "the numbering is not a bijection in state 8, reached by -1, -1, -1, -1: its rank is \
         7, but `unrank` answers 7 for that: expected the state",
        "the numbering is not a bijection in state 8, reached by -1, -1, -1, -1: its rank is \
         12: expected less than 12",
        "the numbering is not a bijection in state 8, reached by -1, -1, -1, -1: its rank is \
         8, but `unrank` answers 9 for that: expected the state",
        "the numbering is not a bijection at number 12: `unrank` answers no state: expected \
         one, since there are 13",
        "the depth-first traversal is wrong in state 0, reached by no move: within the bound 0, \
         step 1 of the walk is none: expected Expanded { state: 0, g: 0, h: Some(0) }, as by \
         default",
    ];
    assert_eq!(found.each_ref().map(String::as_str), expected);
}

/// What is wrong with a [`Line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineFault {
    None,
    /// The list of moves is in another order.
    Order,
    /// A move is missing in the list.
    Missing,
    /// The letter of a move is that of the other.
    Letter,
    /// To step to the left is said to do nothing.
    Effect,
    /// Every sequence is said to be playable everywhere.
    Needs,
    /// A second step in the same direction is said to be redundant.
    Redundant,
    /// One step costs more.
    Costly,
    /// A byte is not written.
    Unwritten,
    /// Two states have the same bytes.
    SameBytes,
    /// No state is read.
    Unreadable,
}

/// Steps along nine cells.
struct Line(LineFault);

impl Puzzle for Line {
    type State = u8;
    type Move = &'static str;
    type Cost = u32;

    fn neighbors(&self, &at: &u8) -> impl IntoIterator<Item = NeighborOf<Self>> {
        let cost = 1 + u32::from(self.0 == LineFault::Costly && at == 4);
        let left = (at > 0).then(|| Neighbor::new("left", at - 1, cost));
        let right = (at < 8).then(|| Neighbor::new("right", at + 1, 1));
        left.into_iter().chain(right)
    }

    fn is_goal(&self, at: &u8) -> bool {
        *at == 8
    }

    fn is_redundant(&self, last: &&'static str, next: &&'static str) -> bool {
        (last == next) == (self.0 == LineFault::Redundant)
    }
}

impl Portable for Line {
    fn state_bytes(&self) -> usize {
        2
    }

    fn write_state(&self, at: &u8, bytes: &mut [u8]) {
        bytes[0] = *at
            & if self.0 == LineFault::SameBytes {
                14
            } else {
                15
            };
        if self.0 != LineFault::Unwritten {
            bytes[1] = 0;
        }
    }

    fn read_state(&self, bytes: &[u8]) -> Option<u8> {
        (self.0 != LineFault::Unreadable).then_some(bytes[0])
    }
}

/// The effect is where one is afterwards, and the needs are how far one goes to the left and to the right.
impl FixedMoves for Line {
    type Effect = i8;
    type Needs = (i8, i8);

    fn letters(&self) -> impl ExactSizeIterator<Item = &'static str> {
        let letters: &[_] = match self.0 {
            LineFault::Order => &["right", "left"],
            LineFault::Missing => &["left"],
            _ => &["left", "right"],
        };
        letters.iter().copied()
    }

    fn letter(&self, mv: &&'static str) -> usize {
        if self.0 == LineFault::Letter {
            return 0;
        }
        self.letters().position(|letter| letter == *mv).unwrap_or(9)
    }

    fn nothing(&self) -> (i8, (i8, i8)) {
        (0, (0, 0))
    }

    fn follow(&self, effect: &mut i8, (left, right): &mut (i8, i8), letter: usize) {
        *effect += match self.letters().nth(letter) {
            Some("right") => 1,
            _ if self.0 == LineFault::Effect => 0,
            _ => -1,
        };
        (*left, *right) = ((*left).min(*effect), (*right).max(*effect));
    }

    fn suffices(&self, first: &(i8, i8), second: &(i8, i8)) -> bool {
        self.0 == LineFault::Needs || first.0 >= second.0 && first.1 <= second.1
    }
}

#[test]
fn broken_laws_of_bytes_and_of_fixed_moves_are_caught() {
    let portable = |fault| {
        Check::new()
            .portable(&Line(fault), &4)
            .map(|checked| checked.states)
    };
    assert_eq!(portable(LineFault::None), Ok(9));
    for fault in [
        LineFault::Unwritten,
        LineFault::SameBytes,
        LineFault::Unreadable,
    ] {
        let violation = portable(fault).expect_err("it is broken");
        assert_eq!(violation.law, Law::Bytes, "{fault:?}");
    }
    let fixed = |fault| Check::new().fixed_moves(&Line(fault), &4);
    let checked = fixed(LineFault::None).expect("it is sound");
    // Sixteen edges, and all sequences of up to eight moves.
    assert_eq!(checked.tested(Law::FixedMoves), 16 + 511);
    for fault in [
        LineFault::Order,
        LineFault::Missing,
        LineFault::Letter,
        LineFault::Effect,
        LineFault::Needs,
        LineFault::Redundant,
        LineFault::Costly,
    ] {
        let violation = fixed(fault).expect_err("it is broken");
        assert_eq!(violation.law, Law::FixedMoves, "{fault:?}");
    }
    assert_eq!(
        fixed(LineFault::Needs)
            .expect_err("it is broken")
            .to_string(),
        "the moves are not fixed as stated in state 0, reached by \"left\", \"left\", \"left\", \"left\": \
         [\"left\"] cannot be played and [] can: expected both, since `suffices` says so",
    );
}

/// As the guide says.
#[test]
fn a_check_calls_neighbors_a_few_million_times_at_most() {
    let rings = [(10, 2), (1_000, 2), (20_000, 25)];
    let of_5003 = [2, 5, 12, 25].map(|edges| (5_003, edges));
    for (states, edges) in rings.into_iter().chain(of_5003) {
        let calls = Cell::new(0);
        let ring = from_steps(
            |&at: &u32| {
                calls.set(calls.get() + 1);
                (0..edges).map(move |step| (at + 1 + step * step) % states)
            },
            |&at| at == 0,
        );
        let checked = laws::check(&ring, &0).expect("it keeps the laws");
        let calls = calls.get();
        let is_usual = checked.complete && (25..=145).contains(&(calls / checked.states));
        assert!(
            (is_usual || states != 5_003) && (100_000..3_000_000).contains(&calls),
            "{states} states, {edges} edges: {calls} calls"
        );
    }
}

#[test]
fn costs_beyond_the_range_break_no_law() {
    // The walk to 2 and 3 ends at the greatest cost, which it shows in the place of a greater one.
    let edges = |&at: &u32| match at {
        0 => vec![(1, u8::MAX)],
        1 => vec![(2, 1), (3, 1)],
        _ => vec![],
    };
    let puzzle = from_edges(edges, |&at| at == 9);
    assert_eq!(
        laws::check(&puzzle, &0).map(|checked| checked.states),
        Ok(4)
    );

    /// Two steps of 200 lead to the goal.
    struct Far;
    impl Puzzle for Far {
        type State = u32;
        type Move = bool;
        type Cost = u8;
        fn neighbors(&self, &at: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
            (at < 2).then(|| Neighbor::new(true, at + 1, 200))
        }
        fn is_goal(&self, &at: &u32) -> bool {
            at == 2
        }
        fn solvability(&self, _: &u32) -> Solvability {
            Solvability::Solvable(Reason::new("each step leads on"))
        }
    }
    assert_eq!(laws::check(&Far, &0).map(|checked| checked.states), Ok(3));

    // Where memory ends, `Anytime` goes on depth-first, around a ring without a goal until the costs are too great.
    let edges = |&at: &u32| match at {
        0 => vec![(3_u32, 2_u8)],
        1 => vec![(1, 3), (0, 1)],
        2 => vec![(0, 3)],
        _ => vec![(1, 1), (0, 3), (2, 3)],
    };
    let ring = from_edges(edges, |_| false).with_heuristic(|&at| (at != 1).then_some(0));
    let checked = laws::check_solver(&Anytime::new(), &ring, [3]);
    assert!(checked.is_ok(), "{checked:?}");
}

#[test]
fn parity_is_that_of_cheapest_paths() {
    // The exact distance has its own parity, also where edges of a triangle have another.
    let triangle = from_steps(|&at: &u32| [(at + 1) % 3, (at + 2) % 3], |&at| at == 0);
    let facts = || Facts::new().unit_costs().parity();
    let exact = triangle
        .with_heuristic(|&at| Some(u32::from(at > 0)))
        .with_facts(facts());
    assert_eq!(laws::check(&exact, &1).map(|checked| checked.states), Ok(3));
    let line = from_steps(|&at: &u32| (at > 0).then(|| at - 1), |&at| at == 0);
    let wrong = line
        .with_heuristic(|&at| Some(at.min(1)))
        .with_facts(facts());
    let error = laws::check(&wrong, &2).expect_err("1 is no even number");
    assert_eq!(error.law, Law::Parity);
}

#[test]
fn a_predecessor_is_listed_once() {
    let steps = |&at: &u32| (at > 0).then(|| at - 1);
    let line = |times: usize| {
        let line = from_steps(steps, |&at| at == 0);
        let sources = move |&at: &u32| (0..times).filter_map(move |_| (at < 3).then_some(at + 1));
        line.with_predecessors([0], sources)
    };
    assert!(Check::new().reversible(&line(1), &3).is_ok());
    let error = Check::new().reversible(&line(2), &3).expect_err("twice");
    assert_eq!(error.law, Law::Predecessors);
}
