//! Pancakes by their gaps: laws, exact distances, and what searches are published to expand.

use puzzle_search::heuristics::{Gap, Heuristic};
use puzzle_search::puzzle::TwoSided;
use puzzle_search::puzzles::Pancake;
use puzzle_search::solvers::BaeStar;
use puzzle_search::{AStar, IdaStar, Puzzle, Ranked, Solver, laws};

use crate::oracle;
use crate::support::Numbers;

#[test]
fn gaps_are_never_more_than_the_distance() {
    let goals: [&[u8]; 2] = [&[1, 2, 3, 4, 5], &[3, 1, 2, 5, 4]];
    for goal in goals {
        let plain = Pancake::new(5).and_then(|p| p.with_goal(goal));
        let plain = plain.expect("a legal goal");
        let distances = oracle::depths(&plain, &plain.goal());
        let mut sums = vec![];
        for ignored in [0, 1, 2, 5, 255] {
            let puzzle = plain.clone().guided_by(Gap::ignoring(ignored));
            let start = plain.unrank(71).expect("a rank");
            let checked = laws::check(&puzzle, &start);
            let checked = checked.unwrap_or_else(|violation| panic!("{violation}"));
            assert!(checked.facts.consistent && checked.complete);
            if ignored < 2 && goal == goals[0] {
                laws::check_traversal(&puzzle, &start).unwrap_or_else(|v| panic!("{v}"));
            }
            let mut sum = 0;
            for (stack, &distance) in &distances {
                let estimate = puzzle.heuristic(stack).expect("all can be solved");
                assert!(estimate as usize <= distance);
                // No gap, no flip.
                assert!(ignored > 0 || (estimate == 0) == (distance == 0));
                sum += estimate;
            }
            sums.push(sum);
        }
        assert!(sums[..4].is_sorted_by(|a, b| a > b), "{sums:?}");
        assert_eq!(sums[3..], [0, 0]);
    }
}

/// Of n random pancakes a place has a gap with probability 1 - 2/n, the plate's with 1 - 1/n.
#[test]
fn the_mean_number_of_gaps_is_the_expected_one() {
    let puzzle = Pancake::new(8).expect("eight").guided_by(Gap::new());
    let gaps = |rank| puzzle.heuristic(&puzzle.puzzle().unrank(rank)?);
    let sum: u32 = (0..40_320).filter_map(gaps).sum();
    assert_eq!(
        f64::from(sum) / 40_320.0,
        7.0 * (1.0 - 2.0 / 8.0) + 1.0 - 1.0 / 8.0
    );
}

#[test]
fn memos_follow_the_flips_in_every_packing() {
    fn follow<B: puzzle_search::puzzles::Packed>(size: usize) {
        let puzzle = Pancake::<B>::packed(size).expect("it fits");
        let mut numbers = Numbers(4);
        let goal = numbers.shuffled(1..size as u8 + 1);
        let puzzle = puzzle.with_goal(&goal).expect("each once");
        for gap in [Gap::new(), Gap::ignoring(3)] {
            let labels = numbers.shuffled(1..size as u8 + 1);
            let stack = puzzle.state(&labels).expect("each once");
            let memo = gap.memo(&puzzle, &stack);
            for edge in puzzle.neighbors(&stack) {
                let kept_up = gap.advance(&puzzle, memo, &stack, &edge.mv, &edge.state);
                assert_eq!(kept_up, gap.memo(&puzzle, &edge.state));
            }
        }
    }
    follow::<u32>(8);
    follow::<u64>(16);
    follow::<u128>(25);
    follow::<[u8; 40]>(40);
}

/// The odd ones on the even ones: no two that belong together touch, and the largest is not on the plate.
#[test]
fn the_largest_stack_can_have_a_gap_everywhere() {
    let puzzle = Pancake::<[u8; 255]>::packed(255).expect("it fits");
    let labels: Vec<u8> = (1..=255).step_by(2).chain((2..255).step_by(2)).collect();
    let stack = puzzle.state(&labels).expect("each once");
    for (gap, gaps) in [(Gap::new(), 255), (Gap::ignoring(255), 0)] {
        assert_eq!(gap.memo(&puzzle, &stack), gaps);
    }
}

/// Expansions of fifty random stacks of 14 pancakes, summed up: A*, BAE*.
fn expansions(gap: Gap, stacks: u64) -> (u64, u64) {
    let puzzle = Pancake::new(14).expect("fourteen").guided_by(gap);
    let mut numbers = Numbers(1_007);
    let (mut one_sided, mut two_sided) = (0, 0);
    for _ in 0..stacks {
        let start = puzzle.puzzle().state(&numbers.shuffled(1..15));
        let start = start.expect("each once");
        let a_star = AStar::new().solve(&puzzle, &start);
        let bae_star = BaeStar::new().solve(&puzzle, &start);
        assert_eq!(a_star.lower_bound, bae_star.lower_bound);
        one_sided += a_star.stats.expanded;
        two_sided += bae_star.stats.expanded;
    }
    (one_sided, two_sided)
}

/// Where estimates are nearly right one side is enough. Published for 50 random stacks: A* 72, BAE* 90 (Siag,
/// Shperberg, Felner, Sturtevant, IJCAI 2023).
#[test]
fn with_all_gaps_one_side_expands_fewer() {
    let (one, two) = expansions(Gap::new(), 50);
    assert!(one < two && one < 50 * 150 && two < 50 * 200, "{one} {two}");
}

/// Where they are weak two sides expand far fewer. Published: A* 351,000, BAE* 15,000.
#[test]
fn without_the_gaps_of_the_smallest_two_sides_expand_far_fewer() {
    let (one, two) = expansions(Gap::ignoring(2), 3);
    assert!(one > 10 * two, "{one} {two}");
}

#[test]
#[ignore = "minutes"]
fn two_sides_expand_a_twentieth() {
    // The hardest few of fifty decide: by the draw it is from 15 to 35 times, here A* 503,663 on average.
    let (one, two) = expansions(Gap::ignoring(2), 50);
    assert!(one > 20 * two, "{one} {two}");
}

/// The same gaps are counted from both ends: of a stack and its way back.
#[test]
fn the_other_end_has_the_same_gaps() {
    let puzzle = Pancake::new(9).expect("nine").guided_by(Gap::new());
    let mut numbers = Numbers(2);
    for _ in 0..20 {
        let start = puzzle.puzzle().state(&numbers.shuffled(1..10));
        let start = start.expect("each once");
        let turned = puzzle.reversed(&start);
        assert_eq!(
            turned.heuristic(&puzzle.puzzle().goal()),
            puzzle.heuristic(&start)
        );
        assert_eq!(turned.heuristic(&start), Some(0));
    }
}

/// A thousand random stacks of forty.
#[test]
#[ignore = "minutes"]
fn forty_pancakes_are_solved_in_two_million_nodes() {
    let puzzle = Pancake::<[u8; 40]>::packed(40).expect("forty");
    let puzzle = puzzle.guided_by(Gap::new());
    let mut numbers = Numbers(40);
    let mut generated = 0;
    for _ in 0..1_000 {
        let start = puzzle.puzzle().state(&numbers.shuffled(1..41));
        let report = IdaStar::new().solve(&puzzle, &start.expect("each once"));
        assert!(report.is_optimal());
        generated += report.stats.generated;
    }
    assert!(
        (1_500_000..2_300_000).contains(&(generated / 1_000)),
        "{generated}"
    );
}
