//! The permutation module against itself: two parities, rank and unrank.

use proptest::prelude::*;
use puzzle_search::permutation::{
    Parity, inversions, parity_by_cycles, parity_by_inversions, rank, unrank,
};

proptest! {
    #[test]
    fn both_parities_are_equal(items in Just((0..60_u16).collect::<Vec<_>>()).prop_shuffle()) {
        let by_cycles = parity_by_cycles(&items);
        prop_assert_eq!(by_cycles, parity_by_inversions(&items));
        let mut swapped = items.clone();
        swapped.swap(17, 40);
        prop_assert_eq!(parity_by_cycles(&swapped).map(|p| p + Parity::Odd), by_cycles);
    }

    #[test]
    fn inversions_are_counted_as_by_two_loops(items in proptest::collection::vec(0..50_i32, 0..80)) {
        let pairs = (0..items.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let expected = pairs.filter(|&(a, b)| items[a] > items[b]).count();
        prop_assert_eq!(inversions(&items), expected as u64);
    }

    #[test]
    fn unrank_is_the_inverse_of_rank(
        items in (0..35_usize).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle()),
    ) {
        let number = rank(&items).expect("a permutation").expect("at most 34 items");
        prop_assert_eq!(unrank(items.len(), number), Some(items));
    }
}

#[test]
fn ranks_are_in_lexicographic_order() {
    for n in 0..=7_usize {
        let count: u128 = (1..=n as u128).product();
        let all: Vec<_> = (0..count)
            .map(|number| unrank(n, number).expect("in range"))
            .collect();
        assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]));
        for (number, permutation) in (0..).zip(&all) {
            assert_eq!(rank(permutation), Ok(Some(number)));
        }
        assert_eq!(unrank(n, count), None);
    }
}

#[test]
fn large_permutations() {
    let last: Vec<u64> = (0..34).rev().collect();
    let count: u128 = (1..=34).product();
    assert_eq!(rank(&last), Ok(Some(count - 1)));
    let larger: Vec<u64> = (0..35).rev().collect();
    assert_eq!(rank(&larger), Ok(None));
    assert_eq!(unrank(35, 0), None);
}

#[test]
fn what_is_no_permutation_is_answered_with_a_sentence() {
    let say = |items: &[i32]| {
        parity_by_inversions(items)
            .expect_err("no permutation")
            .to_string()
    };
    assert_eq!(
        say(&[0, 3, 1]),
        "the item at position 1 is out of range: expected 0 to 2"
    );
    assert_eq!(
        say(&[0, -1]),
        "the item at position 1 is out of range: expected 0 to 1"
    );
    assert_eq!(
        say(&[1, 0, 1]),
        "1 stands at positions 0 and 2: expected each of 0 to 2 once"
    );
    assert!(parity_by_cycles::<u8>(&[]).is_ok());
}
