//! Work in a directory that holds some already: it is resumed, refused, or of use.

use puzzle_search::puzzle::Portable;
use puzzle_search::puzzles::{Pancake, SlidingTiles};
use puzzle_search::space::{Census, OnCluster, OnDisk, SpaceError};
use puzzle_search::{Limits, Outcome, Ranked, Stop, from_steps};

use crate::support::Temporary;

/// From each number one leads to the next, and back to 0: a walk comes to small numbers alone.
fn ladder(goals: &[u16]) -> impl Portable<State = u16, Cost = u32> + Sync {
    let ways = |&n: &u16| [Some(n + 1).filter(|&n| n <= 60), Some(0)];
    let ladder = from_steps(
        move |n| ways(n).into_iter().flatten(),
        |n| goals.contains(n),
    );
    ladder.with_bytes(|n| n.to_be_bytes(), |bytes| Some(u16::from_be_bytes(bytes)))
}

#[test]
fn a_search_in_the_directory_of_another_goal_misses_no_goal_in_its_layers() {
    for most in [0, 20, 40, 1_000] {
        for goals in [&[40][..], &[40, 55], &[30, 40], &[60], &[]] {
            let directory = Temporary::new("another-goal");
            let cost = |goals, most| {
                let puzzle = ladder(goals);
                let task = OnDisk::new(&directory.0).solve(&puzzle, &0);
                match { task }.limits(Limits::new().max_moves(most)).run() {
                    Ok(Outcome::Solved { solution, .. }) => Ok(Some(solution.cost())),
                    Ok(Outcome::Unsolvable { .. }) => Ok(None),
                    other => Err(format!("{other:?}")),
                }
            };
            assert_eq!(cost(&[50], most).is_ok(), most > 50);
            let nearest = goals.iter().min().copied().map(u32::from);
            for _ in 0..2 {
                assert_eq!(cost(goals, 1_000), Ok(nearest), "{most}");
            }
        }
    }
}

/// Branches from 0, each with one more state at its end, but for that of `short`; they can be counted by rank.
fn branches(short: u16, ranks: u128) -> impl Portable<State = u16, Cost = u32> + Ranked + Sync {
    let ways = move |&n: &u16| match n {
        0 => 1..9,
        n if n < 100 && n != short => n + 100..n + 101,
        _ => 0..0,
    };
    let branches = from_steps(ways, |_| false);
    let branches =
        branches.with_bytes(|n| n.to_be_bytes(), |bytes| Some(u16::from_be_bytes(bytes)));
    branches.with_ranks(ranks, |&n| Some(n.into()), |rank| Some(rank as u16))
}

#[test]
fn a_count_is_not_resumed_for_a_space_that_differs_after_any_start_or_dead_end() {
    for starts in [vec![0], vec![7, 6, 5, 4, 3, 2, 1]] {
        for by_rank in [false, true] {
            let directory = Temporary::new("differs");
            let disk = OnDisk::new(&directory.0);
            let count = |short, ranks| {
                let (puzzle, starts) = (branches(short, ranks), starts.clone());
                let census = if by_rank {
                    disk.count_by_rank(&puzzle, starts).run()
                } else {
                    disk.count_by_sorting(&puzzle, starts).run()
                };
                census.map(|census| census.states())
            };
            let whole = count(200, 1_000);
            assert_eq!(whole, Ok(if starts.len() == 1 { 17 } else { 14 }));
            for short in 1..8 {
                let other = count(short, 1_000);
                assert!(
                    matches!(other, Err(SpaceError::WrongDirectory { .. })),
                    "{short}: {other:?}"
                );
            }
            assert_eq!(count(200, 1_001) == whole, !by_rank);
        }
    }
}

#[test]
fn a_count_from_no_start_has_no_layer_however_often_it_runs() {
    let tiles = SlidingTiles::new(2, 3).expect("a size");
    for by_rank in [false, true] {
        let directory = Temporary::new("no-start");
        let disk = OnDisk::new(&directory.0);
        for _ in 0..2 {
            let census = if by_rank {
                disk.count_by_rank(&tiles, []).run()
            } else {
                disk.count_by_sorting(&tiles, []).run()
            };
            assert_eq!(
                census.map(|census| (census.layers, census.stop)),
                Ok((vec![], None))
            );
            assert_eq!(disk.layers_so_far(), Ok(vec![]));
        }
    }
}

#[test]
fn the_list_of_the_hardest_takes_no_more_memory_than_it_has_states() {
    let stack = Pancake::new(6).expect("a size");
    let listed = |census: Result<Census<_>, SpaceError>| {
        let census = census?.into_result()?;
        assert_eq!(census.layers.last(), Some(&(census.hardest.len() as u64)));
        Ok::<_, SpaceError>(census.states())
    };
    let directories = [1, 2, 3].map(|n| Temporary::new(&format!("hardest-{n}")));
    let [ranked, sorted, owned] = &directories;
    let cluster = OnCluster::new(["127.0.0.1:0"], 0).on_disk(&owned.0);
    let most = |bytes| Limits::new().max_bytes(bytes);
    for hardest in [usize::MAX, 10_000_000] {
        let by_rank = || {
            OnDisk::new(&ranked.0)
                .hardest(hardest)
                .count_by_rank(&stack, [stack.goal()])
        };
        let error = by_rank()
            .limits(most(1_000))
            .run()
            .map(|census| census.layers);
        let Err(SpaceError::TooLittleMemory { needed }) = error else {
            panic!("{error:?}")
        };
        assert!(needed < 2 << 20, "{needed}");
        assert_eq!(listed(by_rank().limits(most(needed)).run()), Ok(720));
        let by_sorting = OnDisk::new(&sorted.0)
            .hardest(hardest)
            .count_by_sorting(&stack, [stack.goal()]);
        assert_eq!(listed(by_sorting.limits(most(64 << 20)).run()), Ok(720));
        for limits in [Limits::new(), most(64 << 20)] {
            let task = cluster
                .clone()
                .hardest(hardest)
                .count(&stack, [stack.goal()]);
            assert_eq!(listed(task.limits(limits).run()), Ok(720));
        }
    }
    let worker = OnDisk::new(owned.0.join("worker-0")).layers_so_far();
    assert!(
        matches!(worker, Err(SpaceError::WrongDirectory { .. })),
        "{worker:?}"
    );
}

#[test]
fn the_memory_named_as_needed_is_the_least_that_is_enough() {
    let directory = Temporary::new("needed");
    let puzzle = branches(0, 1 << 40);
    let count = |bytes| {
        let task = OnDisk::new(&directory.0).count_by_rank(&puzzle, [0]);
        task.limits(Limits::new().max_bytes(bytes))
            .run()
            .map(|census| census.states())
    };
    let Err(SpaceError::TooLittleMemory { needed }) = count(1 << 20) else {
        panic!("2^40 ranks")
    };
    assert!(needed < 40_000_000, "{needed}");
    assert_eq!(
        count(needed - 1),
        Err(SpaceError::TooLittleMemory { needed })
    );
    assert_eq!(count(needed), Ok(17));
}

#[test]
fn bytes_that_are_not_read_back_as_a_state_are_named() {
    let ladder = from_steps(|&n: &u16| [n + 1], |&n| n == 9);
    let read = |bytes| Some(u16::from_be_bytes(bytes)).filter(|&n| n != 5);
    let ladder = ladder.with_bytes(|n| n.to_be_bytes(), read);
    let directories = ["unread-count", "unread-path"].map(Temporary::new);
    let [counted, searched] = directories
        .each_ref()
        .map(|directory| OnDisk::new(&directory.0));
    let census = counted
        .count_by_sorting(&ladder, [0])
        .run()
        .expect("an early end");
    assert_eq!((census.stop, census.states()), (Some(Stop::NotAState), 6));
    let outcome = searched.solve(&ladder, &0).run();
    let is_named = matches!(
        outcome,
        Ok(Outcome::Stopped {
            stop: Stop::NotAState,
            ..
        })
    );
    assert!(is_named, "{outcome:?}");
}
