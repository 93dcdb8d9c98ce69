//! The permutation module against itself: two parities, the algebra, every numbering.

use proptest::prelude::*;
use puzzle_search::permutation::{
    Combinations, EvenPermutations, Lexicographic, MyrvoldRuskey, Numbering, Parity,
    PartialPermutations, Permutation, inversions, parity,
};

use crate::support::Numbers;

proptest! {
    #[test]
    fn both_parities_are_equal(items in Just((0..60_u16).collect::<Vec<_>>()).prop_shuffle()) {
        let expected = Parity::of(inversions(&items));
        prop_assert_eq!(parity(&items), Ok(expected));
        let mut swapped = items.clone();
        swapped.swap(17, 40);
        prop_assert_eq!(parity(&swapped), Ok(expected + Parity::Odd));
    }

    #[test]
    fn inversions_are_counted_as_by_two_loops(items in proptest::collection::vec(0..50_i32, 0..80)) {
        let pairs = (0..items.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let expected = pairs.filter(|&(a, b)| items[a] > items[b]).count();
        prop_assert_eq!(inversions(&items), expected as u64);
    }

    #[test]
    fn unrank_is_the_inverse_of_rank(
        items in (0..35_u8).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle()),
    ) {
        let numbering = Lexicographic::<u128>::new(items.len()).expect("at most 34 items");
        let number = numbering.rank(&items).expect("a permutation");
        prop_assert_eq!(numbering.unrank(number), Some(items));
    }
}

#[test]
fn large_permutations() {
    let numbering = Lexicographic::<u128>::new(34).expect("the largest");
    let last: Vec<u8> = (0..34).rev().collect();
    let count: u128 = (1..=34).product();
    assert_eq!(numbering.rank(&last), Ok(count - 1));
}

#[test]
fn what_is_no_permutation_is_answered_with_a_sentence() {
    let say = |items: &[i32]| parity(items).expect_err("no permutation").to_string();
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
    assert!(parity::<u8>(&[]).is_ok());
}

/// Every arrangement has its number, in the order that is promised.
fn exhaustive<N: Numbering>(numbering: &N, expected: &[Vec<u8>])
where
    N::Number: From<u32>,
{
    assert_eq!(numbering.count(), N::Number::from(expected.len() as u32));
    for (items, number) in expected.iter().zip(0_u32..) {
        let number = N::Number::from(number);
        assert_eq!(numbering.rank(items), Ok(number), "{items:?}");
        assert_eq!(numbering.unrank(number).as_ref(), Some(items));
    }
    assert!(numbering.unrank(numbering.count()).is_none());
    assert!(numbering.iter().eq(expected.iter().cloned()));
}

/// All sequences of `k` different items below `n`, in lexicographic order.
fn sequences(n: u8, k: usize) -> Vec<Vec<u8>> {
    if k == 0 {
        return vec![vec![]];
    }
    let shorter = sequences(n, k - 1).into_iter();
    let longer = shorter.flat_map(|items| {
        let unused: Vec<u8> = (0..n).filter(|item| !items.contains(item)).collect();
        unused.into_iter().map(move |item| {
            let mut items = items.clone();
            items.push(item);
            items
        })
    });
    longer.collect()
}

#[test]
fn every_numbering_is_a_bijection_in_the_order_it_promises() {
    for n in 0..=7_u8 {
        let size = usize::from(n);
        let all = sequences(n, size);
        exhaustive(&Lexicographic::<u64>::new(size).expect("few"), &all);
        exhaustive(&Lexicographic::<u128>::new(size).expect("few"), &all);
        let even = all.iter().filter(|items| parity(items) == Ok(Parity::Even));
        let even: Vec<Vec<u8>> = even.cloned().collect();
        exhaustive(&EvenPermutations::<u64>::new(size).expect("few"), &even);
        exhaustive(&EvenPermutations::<u128>::new(size).expect("few"), &even);
        for k in 0..=size {
            let partial = sequences(n, k);
            exhaustive(
                &PartialPermutations::<u64>::new(size, k).expect("few"),
                &partial,
            );
            exhaustive(
                &PartialPermutations::<u128>::new(size, k).expect("few"),
                &partial,
            );
            let mut sets: Vec<Vec<u8>> = partial.into_iter().filter(|s| s.is_sorted()).collect();
            sets.sort_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
            exhaustive(&Combinations::<u64>::new(size, k).expect("few"), &sets);
            exhaustive(&Combinations::<u128>::new(size, k).expect("few"), &sets);
        }
        // Of Myrvold and Ruskey's order only that it is a bijection is promised.
        let linear = MyrvoldRuskey::<u64>::new(size).expect("few");
        let in_order: Vec<Vec<u8>> = linear.iter().collect();
        exhaustive(&linear, &in_order);
        exhaustive(&MyrvoldRuskey::<u128>::new(size).expect("few"), &in_order);
        let mut sorted = in_order;
        sorted.sort();
        assert_eq!(sorted, all);
    }
}

/// The number of a permutation in lexicographic order, by definition.
fn lexicographic_number(items: &[u8]) -> u128 {
    let digit = |at: usize| items[at..].iter().filter(|&&item| item < items[at]).count();
    (0..items.len()).fold(0, |sum, at| {
        sum * (items.len() - at) as u128 + digit(at) as u128
    })
}

/// At the ends of both integer types, and of the words of four bits.
#[test]
fn numberings_agree_where_methods_change() {
    let mut numbers = Numbers(5);
    for n in [15, 16, 17, 20, 21, 33, 34_u8] {
        let size = usize::from(n);
        for _ in 0..200 {
            let items = numbers.shuffled(0..n);
            let expected = lexicographic_number(&items);
            let wide = Lexicographic::<u128>::new(size).expect("at most 34");
            assert_eq!(wide.rank(&items), Ok(expected));
            assert_eq!(wide.unrank(expected).as_ref(), Some(&items));
            let linear = MyrvoldRuskey::<u128>::new(size).expect("at most 34");
            let number = linear.rank(&items).expect("a permutation");
            assert_eq!(linear.unrank(number).as_ref(), Some(&items));
            if n <= 20 {
                let narrow = Lexicographic::<u64>::new(size).expect("at most 20");
                assert_eq!(narrow.rank(&items).map(u128::from), Ok(expected));
                let narrow = MyrvoldRuskey::<u64>::new(size).expect("at most 20");
                assert_eq!(narrow.rank(&items).map(u128::from), Ok(number));
            }
        }
    }
    assert!(Lexicographic::<u64>::new(21).is_none() && MyrvoldRuskey::<u128>::new(35).is_none());
    assert!(Combinations::<u64>::new(64, 32).is_some());
    assert!(Combinations::<u64>::new(65, 1).is_none() && Combinations::<u64>::new(3, 4).is_none());
    assert!(PartialPermutations::<u64>::new(64, 11).is_none());
}

#[test]
fn what_is_not_numbered_is_answered_with_a_sentence() {
    let lexicographic = Lexicographic::<u64>::new(3).expect("few");
    let pairs = PartialPermutations::<u64>::new(5, 2).expect("few");
    let sets = Combinations::<u64>::new(5, 2).expect("few");
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
            pairs.rank(&[4, 4]),
            "4 stands at positions 0 and 1: expected each of 0 to 4 at most once",
        ),
        (
            sets.rank(&[4, 1]),
            "the item at position 1 is not larger than the one before: expected ascending items",
        ),
        (
            Lexicographic::<u64>::new(0).expect("one").rank(&[0]),
            "there are 1 items: expected 0",
        ),
    ] {
        assert_eq!(said.expect_err("not numbered").to_string(), sentence);
    }
    let mut short = [7];
    assert!(lexicographic.unrank_into(0, &mut short).is_err());
    assert!(lexicographic.advance(&mut short).is_err());
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
        prop_assert_eq!(a.parity(), Parity::of(inversions(a.images())));
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
