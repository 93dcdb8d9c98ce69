//! Work in a directory that holds some already: it is resumed, refused, or of use.

use puzzle_search::puzzle::Portable;
use puzzle_search::space::OnDisk;
use puzzle_search::{Limits, Outcome, from_steps};

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
