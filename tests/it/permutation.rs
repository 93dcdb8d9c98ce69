//! The permutation module against itself: parities, the algebra, every numbering.

use proptest::prelude::*;
use puzzle_search::permutation::{Lexicographic, Parity, Permutation};

use crate::support::Numbers;

proptest! {
    #[test]
    fn parities_are_those_of_inversions(items in Just((0..60_u16).collect::<Vec<_>>()).prop_shuffle()) {
        let pairs = (0..items.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let inversions = pairs.filter(|&(a, b)| items[a] > items[b]).count();
        let parity = |items: &[u16]| Permutation::new(items).map(|permutation| permutation.parity());
        let expected = Parity::of(inversions as u64);
        prop_assert_eq!(parity(&items), Ok(expected));
        let mut swapped = items.clone();
        swapped.swap(17, 40);
        prop_assert_eq!(parity(&swapped), Ok(expected + Parity::Odd));
    }

    #[test]
    fn unrank_is_the_inverse_of_rank(
        items in (0..35_u8).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle()),
    ) {
        let numbering = Lexicographic::new(items.len()).expect("at most 34 items");
        let number = numbering.rank(&items).expect("a permutation");
        prop_assert_eq!(numbering.unrank(number), Some(items));
    }
}

#[test]
fn large_permutations() {
    let numbering = Lexicographic::new(34).expect("the largest");
    let last: Vec<u8> = (0..34).rev().collect();
    let count: u128 = (1..=34).product();
    assert_eq!(numbering.rank(&last), Ok(count - 1));
}

#[test]
fn what_is_no_permutation_is_answered_with_a_sentence() {
    let say = |items: &[i32]| {
        Permutation::new(items)
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
        "1 stands at positions 0 and 2, and 2 is missing: expected each of 0 to 2 once"
    );
    assert!(Permutation::new::<u8>(&[]).is_ok());
}

/// All permutations of the items, in lexicographic order.
fn permutations(items: &[u8]) -> Vec<Vec<u8>> {
    if items.is_empty() {
        return vec![vec![]];
    }
    let first = items.iter().flat_map(|&first| {
        let others: Vec<u8> = items
            .iter()
            .copied()
            .filter(|&item| item != first)
            .collect();
        let rest = permutations(&others).into_iter();
        rest.map(move |rest| [vec![first], rest].concat())
    });
    first.collect()
}

#[test]
fn the_numbering_is_a_bijection_in_lexicographic_order() {
    for n in 0..=7_u8 {
        let numbering = Lexicographic::new(n.into()).expect("few");
        let all = permutations(&(0..n).collect::<Vec<_>>());
        assert_eq!(numbering.count(), all.len() as u128);
        for (items, rank) in all.iter().zip(0..) {
            assert_eq!(numbering.rank(items), Ok(rank), "{items:?}");
            assert_eq!(numbering.unrank(rank).as_ref(), Some(items));
        }
        assert!(numbering.unrank(numbering.count()).is_none());
    }
}

/// The number of a permutation in lexicographic order, by definition.
fn lexicographic_number(items: &[u8]) -> u128 {
    let digit = |at: usize| items[at..].iter().filter(|&&item| item < items[at]).count();
    (0..items.len()).fold(0, |sum, at| {
        sum * (items.len() - at) as u128 + digit(at) as u128
    })
}

/// At the ends of 64 bits, and of the words of four bits.
#[test]
fn the_numbering_is_right_where_methods_change() {
    let mut numbers = Numbers(5);
    for n in [15, 16, 17, 20, 21, 33, 34_u8] {
        let size = usize::from(n);
        for _ in 0..200 {
            let items = numbers.shuffled(0..n);
            let expected = lexicographic_number(&items);
            let numbering = Lexicographic::new(size).expect("at most 34");
            assert_eq!(numbering.rank(&items), Ok(expected));
            assert_eq!(numbering.unrank(expected).as_ref(), Some(&items));
        }
    }
    assert!(Lexicographic::new(35).is_none());
}

#[test]
fn what_is_not_numbered_is_answered_with_a_sentence() {
    let lexicographic = Lexicographic::new(3).expect("few");
    for (said, sentence) in [
        (lexicographic.rank(&[0, 1]), "there are 2 items: expected 3"),
        (
            lexicographic.rank(&[0, 1, 3]),
            "the item at position 2 is out of range: expected 0 to 2",
        ),
        (
            lexicographic.rank(&[2, 0, 2]),
            "2 stands at positions 0 and 2, and 1 is missing: expected each of 0 to 2 once",
        ),
        (
            Lexicographic::new(0).expect("one").rank(&[0]),
            "there are 1 items: expected 0",
        ),
    ] {
        assert_eq!(said.expect_err("not numbered").to_string(), sentence);
    }
    let mut short = [7];
    assert!(lexicographic.unrank_into(0, &mut short).is_none());
    assert!(lexicographic.rank(&[0, 64, 1]).is_err());
    assert_eq!(short, [7]);
}

fn permutation(points: usize) -> impl Strategy<Value = Permutation> {
    let shuffled = Just((0..points).collect::<Vec<_>>()).prop_shuffle();
    shuffled.prop_map(|images| Permutation::new(&images).expect("a permutation"))
}

proptest! {
    #[test]
    fn permutations_are_a_group(
        (a, b, c) in (1..40_usize).prop_flat_map(|n| (permutation(n), permutation(n), permutation(n))),
        exponent in -50..50_i64,
    ) {
        let identity = Permutation::identity(a.points());
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert_eq!(a.then(&a.inverse()), identity.clone());
        prop_assert_eq!(a.inverse().then(&a), identity.clone());
        let factor = if exponent < 0 { a.inverse() } else { a.clone() };
        let product = (0..exponent.abs()).fold(identity.clone(), |p, _| p.then(&factor));
        prop_assert_eq!(a.power(exponent), product);
        let order = a.order().expect("small");
        prop_assert_eq!(a.power(order as i64), identity.clone());
        prop_assert!((1..order.min(100) as i64).all(|e| !a.power(e).is_identity()));
        prop_assert_eq!(b.inverse().then(&a).then(&b).order(), a.order());
        prop_assert_eq!(a.then(&b).parity(), a.parity() + b.parity());
        prop_assert_eq!(a.to_string().parse::<Permutation>(), Ok(a.clone()));
        let cycles = a.cycle_notation(0).to_string();
        prop_assert_eq!(Permutation::parse_cycles(a.points(), &cycles), Ok(a.clone()));
        prop_assert_eq!(Permutation::from_cycles(a.points(), &a.cycles()), Ok(a));
    }

    #[test]
    fn no_text_makes_a_permutation_panic(text in "\\PC*", shaped in "[0-9 ,()\\[\\]]*") {
        for text in [text, shaped] {
            for said in [text.parse::<Permutation>(), Permutation::parse_cycles(5, &text)] {
                if let Err(error) = said {
                    prop_assert!(!error.to_string().contains('\n'));
                }
            }
        }
    }
}

#[test]
fn permutations_of_different_lengths_fit() {
    let swap = Permutation::new(&[1, 0]).expect("a permutation");
    let turn = Permutation::new(&[0, 2, 3, 1]).expect("a permutation");
    assert_eq!(swap.then(&turn).images(), [2, 0, 3, 1]);
    assert_eq!(turn.then(&swap).images(), [1, 2, 3, 0]);
    assert!(Permutation::new::<u8>(&[]).expect("none").is_identity());
    let mut numbers = Numbers(1);
    let random = Permutation::random(100, || numbers.bits());
    assert_eq!(random.points(), 100);
    assert!(!random.is_identity());
    // A source of bits that does not deserve the name ends all the same.
    for stuck in [0, 1, u64::MAX] {
        assert_eq!(Permutation::random(100, || stuck).points(), 100);
    }
}

#[test]
fn texts_that_are_no_permutations() {
    let one_line = |text: &str| text.parse::<Permutation>().expect_err("none").to_string();
    assert_eq!(one_line("0 -1"), "\"-1\" at byte 3: expected a number");
    assert_eq!(
        one_line("0 0"),
        "0 stands at positions 0 and 1, and 1 is missing: expected each of 0 to 1 once"
    );
    let cycles = |text| {
        let said = Permutation::parse_cycles(3, text);
        said.expect_err("none").to_string()
    };
    assert_eq!(cycles("(0 1) 2"), "\"2\" at byte 7: expected \"(\"");
    assert_eq!(cycles("(0 (1)"), "\"(1\" at byte 4: expected a number");
    assert_eq!(
        cycles("(0 3)"),
        "the item at position 1 is out of range: expected 0 to 2"
    );
    assert_eq!(
        cycles("(0 1"),
        "the text ends within a cycle: expected \")\""
    );
}
