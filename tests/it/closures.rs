//! Puzzles made of closures: what is known of them, and how they look from their goals.

use proptest::prelude::*;
use puzzle_search::laws::Law;
use puzzle_search::puzzle::{Portable, Reversed, TwoSided};
use puzzle_search::solvers::{BaeStar, Nbs};
use puzzle_search::space::{DistanceOracle, Enumerate, OnDisk};
use puzzle_search::{
    AStar, Bidirectional, BreadthFirst, Facts, IdaStar, Limits, Puzzle, Ranked, Reversible, Search,
    Solution, Solver, UniformCost, from_edges, from_fn, from_steps, laws,
};

use crate::support::Temporary;

#[test]
fn facts_add_to_what_is_known() {
    // A ring of nine.
    let steps = from_steps(|&n: &u8| [(n + 1) % 9, (n + 8) % 9], |&n| n == 4);
    assert!(steps.facts().unit_costs && steps.facts().consistent);
    let steps = steps.with_facts(Facts::new().undirected());
    let known = Facts::new().unit_costs().consistent();
    assert_eq!(steps.facts(), known.undirected());
    assert_eq!(
        laws::check(&steps, &0).map(|seen| seen.facts.unit_costs),
        Ok(true)
    );
    assert!(BreadthFirst::new().solve(&steps, &0).is_optimal());
    let all = AStar::new().all_solutions(&steps, [0]).run();
    assert_eq!(all.map(|all| all.count()), Ok(Some(1)));

    // The estimates are what the last heuristic says: of another one nothing is known.
    let guided = steps.with_heuristic(|&n| Some(u32::from(n.abs_diff(4).min(9 - n.abs_diff(4)))));
    assert_eq!(guided.facts(), Facts::new().unit_costs().undirected());
    let guided = guided.with_facts(Facts::new().consistent());
    assert!(guided.facts().unit_costs && guided.facts().consistent);
    let doubtful = guided.clone().with_facts(Facts::new().inadmissible());
    let doubtful = doubtful.with_facts(Facts::new());
    assert!(!doubtful.facts().admissible && doubtful.facts().consistent);

    let dear = from_fn(|&n: &u8| [((), n / 2, 5_u32)], |&n| n == 0);
    for (first, second) in [(3, 5), (5, 3), (0, 5)] {
        let facts = |least| Facts::new().least_cost(least);
        let dear = dear.clone().with_facts(facts(first));
        assert_eq!(dear.with_facts(facts(second)).facts().least_cost, 5);
    }
}

/// The distance from 0 to the last vertex, as Floyd and Warshall find it.
fn distance(vertices: usize, edges: &[(usize, usize, u32)]) -> Option<u32> {
    let mut all = vec![vec![None; vertices]; vertices];
    for &(from, to, cost) in edges {
        let least = all[from][to].map_or(cost, |least: u32| least.min(cost));
        all[from][to] = Some(least);
    }
    for by in 0..vertices {
        for from in 0..vertices {
            for to in 0..vertices {
                if let (Some(one), Some(two)) = (all[from][by], all[by][to]) {
                    let sum = one + two;
                    all[from][to] = Some(all[from][to].map_or(sum, |least| least.min(sum)));
                }
            }
        }
    }
    all[0][vertices - 1]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn closures_are_searched_backward_and_from_both_ends(
        edges in proptest::collection::vec((0..7_usize, 0..7_usize, 0..9_u32), 0..25),
    ) {
        let out = |&at: &usize| {
            let out = edges.iter().filter(move |edge| edge.0 == at);
            out.map(|&(_, to, cost)| (to, cost)).collect::<Vec<_>>()
        };
        let into = |&at: &usize| {
            let mut before: Vec<_> =
                edges.iter().filter(|edge| edge.1 == at).map(|edge| edge.0).collect();
            before.sort_unstable();
            before.dedup();
            before
        };
        let puzzle = from_edges(out, |&at| at == 6).with_predecessors([6], into);
        prop_assert!(laws::Check::new().reversible(&puzzle, &0).is_ok());
        let expected = distance(7, &edges);
        let solvers: [&dyn Solver<_>; 5] = [
            &UniformCost::new(),
            &BaeStar::new(),
            &Nbs::new(),
            &UniformCost::new().backward(),
            &AStar::new().backward(),
        ];
        for solver in solvers {
            let report = solver.solve(&puzzle, &0);
            prop_assert_eq!(report.solution().map(Solution::cost), expected);
            prop_assert!(report.solution().is_none_or(|path| path.verify(&puzzle, &0).is_ok()));
            prop_assert_eq!(report.is_unsolvable(), expected.is_none());
        }
        // Each edge as two, so that it counts moves: of all that are as cheap.
        let steps = from_steps(|at| out(at).into_iter().map(|(to, _)| to), |&at| at == 6);
        let steps = steps.with_predecessors([6], into);
        let ones: Vec<_> = edges.iter().map(|&(from, to, _)| (from, to, 1)).collect();
        let expected = distance(7, &ones);
        let solvers: [&dyn Solver<_>; 3] =
            [&Bidirectional::new(), &BaeStar::new(), &IdaStar::new().backward()];
        let solvable = if expected.is_some() { 3 } else { 2 };
        for solver in &solvers[..solvable] {
            let report = solver.solve(&steps, &0);
            prop_assert_eq!(report.solution().map(Solution::cost), expected);
        }
    }
}

/// Without a heuristic all estimates are consistent, which search from both ends makes use of.
#[test]
fn from_both_ends_closures_take_fewer_states() {
    let side = 60_i32;
    let edges = move |&(x, y): &(i32, i32)| {
        let around = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].into_iter();
        let around = around.filter(move |&(x, y)| (0..side).contains(&x) && (0..side).contains(&y));
        // The cost of an edge is the same both ways.
        around.map(move |(u, v)| ((u, v), 1 + ((x + u) * 7 + (y + v) * 11).unsigned_abs() % 5))
    };
    let puzzle = from_edges(edges, |&at| at == (20, 20))
        .with_predecessors([(20, 20)], move |at| edges(at).map(|(before, _)| before));
    let blind = UniformCost::new().solve(&puzzle, &(40, 40));
    let both = BaeStar::new().solve(&puzzle, &(40, 40));
    assert_eq!(
        both.solution().map(Solution::cost),
        blind.solution().map(Solution::cost)
    );
    assert!(both.is_optimal() && 4 * both.stats.expanded < 3 * blind.stats.expanded);
}

/// What is copied to be searched from the other end are closures that own what they capture, too.
#[test]
fn closures_that_own_what_they_capture_are_searched_from_both_ends() {
    fn puzzle(graph: Vec<Vec<(usize, u32)>>) -> impl TwoSided<State = usize, Cost = u32> {
        let goal = graph.len() - 1;
        let copy = graph.clone();
        from_edges(move |&at: &usize| graph[at].clone(), move |&at| at == goal).with_predecessors(
            [goal],
            move |&at| {
                let leads = |from: &usize| copy[*from].iter().any(|edge| edge.0 == at);
                (0..copy.len()).filter(leads).collect::<Vec<_>>()
            },
        )
    }
    let puzzle = puzzle(vec![
        vec![(1, 7), (2, 2)],
        vec![(3, 1)],
        vec![(1, 3), (3, 9)],
        vec![],
    ]);
    assert_eq!(BaeStar::new().path(&puzzle, &0), Ok((vec![0, 2, 1, 3], 6)));
}

/// Two boxes in a room of 3x3 cells: where the player is, and where the boxes are, in order.
type Room = (u8, [u8; 2]);

/// The cell next to `at`, unless there is a wall.
fn beside(at: u8, (dx, dy): (i8, i8)) -> Option<u8> {
    let (x, y) = (
        (at % 3).checked_add_signed(dx)?,
        (at / 3).checked_add_signed(dy)?,
    );
    let at = 3 * y + x;
    (x < 3 && y < 3).then_some(at)
}

fn steps(&(player, boxes): &Room) -> impl Iterator<Item = Room> + use<> {
    let around = [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter();
    around.filter_map(move |by| {
        let (player, mut boxes) = (beside(player, by)?, boxes);
        if let Some(pushed) = boxes.iter().position(|&at| at == player) {
            let to = beside(player, by).filter(|to| !boxes.contains(to))?;
            boxes[pushed] = to;
            boxes.sort_unstable();
        }
        Some((player, boxes))
    })
}

/// The states that lead to a state by one step.
fn before(room: &Room) -> Vec<Room> {
    let (player, boxes) = *room;
    let around = [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter();
    let around = around.filter_map(|by| {
        let from = beside(player, by).filter(|from| !boxes.contains(from))?;
        let walked = (from, boxes);
        let pulled = beside(player, (-by.0, -by.1))
            .filter(|at| boxes.contains(at))
            .map(|at| {
                let mut boxes = boxes.map(|other| if other == at { player } else { other });
                boxes.sort_unstable();
                (from, boxes)
            });
        Some([Some(walked), pulled])
    });
    let before = around.flatten().flatten();
    before
        .filter(|before| steps(before).any(|after| after == *room))
        .collect()
}

/// Every cell for the player and for each box, whether they are apart or not.
fn sokoban() -> impl TwoSided<State = Room, Cost = u32> + Portable + Ranked + Sync {
    from_steps(steps, |room: &Room| room.1 == [0, 8])
        .with_ranks(
            9 * 9 * 9,
            |&(player, [one, two])| {
                Some(
                    [player, one, two]
                        .iter()
                        .fold(0, |rank, &at| 9 * rank + u128::from(at)),
                )
            },
            |rank| Some(((rank / 81) as u8, [(rank / 9 % 9) as u8, (rank % 9) as u8])),
        )
        .with_bytes(
            |&(player, [one, two])| [player, one, two],
            |[player, one, two]| Some((player, [one, two])),
        )
        .with_heuristic(|room| Some(u32::from(room.1 != [0, 8])))
        .with_predecessors(
            (0..9)
                .filter(|&at| ![0, 8].contains(&at))
                .map(|at| (at, [0, 8])),
            before,
        )
}

const SOKOBAN: Room = (2, [1, 4]);

#[test]
fn states_of_closures_have_bytes_and_ranks() {
    let puzzle = sokoban();
    assert_eq!((puzzle.state_bytes(), puzzle.state_count()), (3, Some(729)));
    assert_eq!(
        (puzzle.read_state(&[1, 2, 3]), puzzle.read_state(&[1, 2])),
        (Some((1, [2, 3])), None)
    );
    assert_eq!(
        (puzzle.unrank(81 * 2 + 9 + 4), puzzle.unrank(729)),
        (Some(SOKOBAN), None)
    );
    let checked = laws::Check::new()
        .portable(&puzzle, &SOKOBAN)
        .expect("bytes");
    let states = checked.tested(Law::Bytes);
    assert!(states > 100);
    assert!(laws::Check::new().reversible(&puzzle, &SOKOBAN).is_ok());
    // Not all ranks are those of states that can be reached, which is no fault: their neighbors have ranks too.
    let checked = laws::Check::new().ranked(&puzzle, &SOKOBAN).expect("ranks");
    assert!(checked.tested(Law::Ranks) > 700);

    // In hash tables, by rank, and on disk by rank and by bytes.
    let by_hash = Enumerate::new().count_by_hashing(&puzzle, [SOKOBAN]).run();
    assert_eq!(by_hash.states(), states as u64);
    let by_rank = Enumerate::new().count_by_rank(&puzzle, [SOKOBAN]).run();
    assert_eq!(by_rank.expect("all ranks").layers, by_hash.layers);
    let directory = Temporary::new("closures");
    let limits = Limits::new().max_bytes(1 << 20);
    let disk = |name: &str| OnDisk::new(directory.0.join(name));
    let by_rank = disk("ranks")
        .count_by_rank(&puzzle, [SOKOBAN])
        .limits(limits.clone())
        .run();
    assert_eq!(by_rank.expect("room on the disk").layers, by_hash.layers);
    let by_bytes = disk("bytes")
        .count_by_sorting(&puzzle, [SOKOBAN])
        .limits(limits)
        .run();
    assert_eq!(by_bytes.expect("room on the disk").layers, by_hash.layers);

    let cost = AStar::new().cost(&puzzle, &SOKOBAN).expect("a solution");
    let oracle = DistanceOracle::new(puzzle).map(|oracle| oracle.distance(&SOKOBAN));
    assert_eq!(oracle.expect("a table"), Some(u64::from(cost)));
}

#[test]
fn searches_of_closures_are_saved_and_go_on() {
    fn resumes<P: Portable<State = Room, Cost = u32>>(puzzle: &P, start: Room) {
        let solver = BreadthFirst::new();
        let whole = solver.solve(puzzle, &start);
        let mut search = Search::new(&solver, puzzle, [start]);
        search.set_limits(Limits::new().max_expanded(whole.stats.expanded / 2));
        assert!(search.run().stop().is_some());
        let bytes = search.save().expect("it can go on");
        let resumed = Search::load(&solver, puzzle, &bytes).map(|mut search| search.run());
        let resumed = resumed.expect("the same puzzle");
        assert_eq!(
            (resumed.outcome, resumed.stats.expanded),
            (whole.outcome, whole.stats.expanded)
        );
    }
    let puzzle = sokoban();
    resumes(&puzzle, SOKOBAN);
    resumes(
        &Reversed::new(sokoban(), &SOKOBAN),
        puzzle.goals().into_iter().next().expect("one"),
    );
    resumes(&puzzle.guided_by_fn(|_, _| Some(0)), SOKOBAN);
}

#[test]
fn wrong_bytes_and_ranks_of_closures_are_found() {
    let ring = || from_steps(|&n: &u32| [(n + 1) % 300], |&n| n == 7);
    let wrong = ring().with_bytes(|&n| [n as u8], |[n]| Some(u32::from(n)));
    let violation = laws::Check::new()
        .portable(&wrong, &0)
        .expect_err("256 is written as 0");
    assert_eq!(violation.law, Law::Bytes);
    let right = ring().with_bytes(|n| n.to_le_bytes(), |bytes| Some(u32::from_le_bytes(bytes)));
    assert!(laws::Check::new().portable(&right, &0).is_ok());
    for (count, off) in [(299, 0), (300, 1)] {
        let wrong = ring().with_ranks(
            count,
            move |&n| Some(u128::from(n) + off),
            |rank| Some(rank as u32),
        );
        let violation = laws::Check::new()
            .ranked(&wrong, &0)
            .expect_err("one state has no rank below the count");
        assert_eq!(violation.law, Law::Ranks);
    }
    let right = ring().with_ranks(300, |&n| Some(u128::from(n)), |rank| Some(rank as u32));
    assert!(laws::Check::new().ranked(&right, &0).is_ok());
}
