//! Groups against their known orders, and against their elements listed one by one.

use std::collections::HashSet;

use proptest::prelude::*;
use puzzle_search::permutation::Permutation;
use puzzle_search::permutation::PermutationGroup;

use crate::support::Numbers;

/// Every element, by multiplying until nothing new comes.
fn elements(generators: &[Permutation]) -> HashSet<Permutation> {
    let points = generators.iter().map(Permutation::points).max();
    let identity = Permutation::identity(points.unwrap_or(0));
    let mut seen = HashSet::from([identity.clone()]);
    let mut pending = vec![identity];
    while let Some(element) = pending.pop() {
        for generator in generators {
            let product = element.then(generator);
            if seen.insert(product.clone()) {
                pending.push(product);
            }
        }
    }
    seen
}

fn permutations(points: usize) -> impl Strategy<Value = Permutation> {
    let shuffled = Just((0..points as u32).collect::<Vec<_>>()).prop_shuffle();
    shuffled.prop_map(|images| Permutation::new(&images).expect("a permutation"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn groups_are_their_elements(
        generators in (1..7_usize).prop_flat_map(|n| proptest::collection::vec(permutations(n), 1..4)),
        base in proptest::collection::vec(0..8_u32, 0..4),
        others in proptest::collection::vec(permutations(6), 10),
    ) {
        let expected = elements(&generators);
        let group = PermutationGroup::new(&generators);
        let order = expected.len() as u128;
        prop_assert_eq!(group.order(), Some(order));
        let listed: HashSet<_> = (0..order).map(|n| group.unrank(n).expect("in range")).collect();
        prop_assert_eq!(&listed, &expected);
        prop_assert_eq!(group.unrank(order), None);
        for number in 0..order {
            let element = group.unrank(number).expect("in range");
            prop_assert_eq!(group.rank(&element), Some(number));
        }
        for other in others {
            let padded = other.then(&Permutation::identity(group.points()));
            let is_element = expected.iter().any(|e| e.then(&other.power(0)) == padded);
            prop_assert_eq!(group.contains(&other), is_element);
        }
        let fixing = expected.iter().filter(|e| base.iter().all(|&point| e.image(point) == point));
        prop_assert_eq!(group.stabilizer(&base).order(), Some(fixing.count() as u128));
        for point in 0..group.points() {
            let fixing = expected.iter().filter(|e| e.image(point) == point).count();
            prop_assert_eq!(group.stabilizer(&[point]).order(), Some(fixing as u128));
            let mut orbit: Vec<u32> = expected.iter().map(|e| e.image(point)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            prop_assert_eq!(group.orbit(point), orbit);
        }
    }
}

fn cycles(points: u32, text: &str) -> Permutation {
    Permutation::parse_cycles(points, text).expect("cycles")
}

/// 43,252,003,274,489,856,000 from the six face turns on 48 stickers.
pub(crate) fn cube() -> Vec<Permutation> {
    let turns = [
        "(1 3 8 6)(2 5 7 4)(9 33 25 17)(10 34 26 18)(11 35 27 19)",
        "(9 11 16 14)(10 13 15 12)(1 17 41 40)(4 20 44 37)(6 22 46 35)",
        "(17 19 24 22)(18 21 23 20)(6 25 43 16)(7 28 42 13)(8 30 41 11)",
        "(25 27 32 30)(26 29 31 28)(3 38 43 19)(5 36 45 21)(8 33 48 24)",
        "(33 35 40 38)(34 37 39 36)(3 9 46 32)(2 12 47 29)(1 14 48 27)",
        "(41 43 48 46)(42 45 47 44)(14 22 30 38)(15 23 31 39)(16 24 32 40)",
    ];
    // The stickers are numbered from 1: the point 0 stays.
    turns.map(|text| cycles(49, text)).to_vec()
}

#[test]
fn the_cube_has_its_known_order() {
    let generators = cube();
    let group = PermutationGroup::new(&generators);
    assert_eq!(group.order(), Some(43_252_003_274_489_856_000));
    // Exchanging two stickers of different pieces, or turning a single corner, cannot be done.
    assert!(!group.contains(&cycles(49, "(1 2)")));
    assert!(!group.contains(&cycles(49, "(1 9 35)")));
    // The corners, the edges, and the point that is no sticker.
    let orbits: Vec<usize> = group.orbits().iter().map(Vec::len).collect();
    assert_eq!(orbits, [1, 24, 24]);
    // Corner stickers fixed: what is left are the edges, evenly permuted.
    let edges = group.stabilizer(&group.orbit(1));
    assert_eq!(edges.order(), Some(479_001_600 / 2 * 2048));

    let mut numbers = Numbers(3);
    for _ in 0..20 {
        let element = group.random(|| numbers.bits());
        assert!(group.contains(&element));
        let number = group.rank(&element).expect("an element");
        assert_eq!(group.unrank(number).as_ref(), Some(&element));
    }
}

#[test]
fn groups_of_known_orders() {
    let order = |points: u32, generators: &[&str]| {
        let generators: Vec<_> = generators.iter().map(|text| cycles(points, text)).collect();
        PermutationGroup::new(&generators).order()
    };
    assert_eq!(order(5, &["()"]), Some(1));
    assert_eq!(PermutationGroup::new(&[]).order(), Some(1));
    assert_eq!(PermutationGroup::new(&[]).order_in_decimal(), "1");
    // Mathieu's groups.
    let eleven = ["(0 1 2 3 4 5 6 7 8 9 10)", "(2 6 10 7)(3 9 4 5)"];
    assert_eq!(order(11, &eleven), Some(7_920));
    let twelve = [eleven[0], eleven[1], "(0 11)(1 10)(2 5)(3 7)(4 8)(6 9)"];
    assert_eq!(order(12, &twelve), Some(95_040));
    let m24 = [
        "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)",
        "(2 16 9 6 8)(3 12 13 18 4)(7 17 10 11 22)(14 19 21 20 15)",
        "(0 23)(1 22)(2 11)(3 15)(4 17)(5 9)(6 19)(7 13)(8 20)(10 16)(12 21)(14 18)",
    ];
    assert_eq!(order(24, &m24), Some(244_823_040));
    // All permutations of 40 items: too many for an integer, and exact as a product.
    let generators = [
        Permutation::new(&[1, 0]),
        Permutation::new(&(1..40).chain([0]).collect::<Vec<_>>()),
    ];
    let group = PermutationGroup::new(&generators.map(|g| g.expect("a permutation")));
    assert_eq!(group.order(), None);
    // The same product, digit by digit.
    let mut digits = vec![1_u32];
    for factor in 2..=40 {
        let mut carry = 0;
        for digit in &mut digits {
            carry += *digit * factor;
            (*digit, carry) = (carry % 10, carry / 10);
        }
        while carry > 0 {
            digits.push(carry % 10);
            carry /= 10;
        }
    }
    let digits: String = digits.iter().rev().map(ToString::to_string).collect();
    assert_eq!(group.order_in_decimal(), digits);
    let mut lengths = group.orbit_lengths();
    lengths.sort_unstable();
    assert!(lengths.into_iter().eq(2..=40));
    assert_eq!(group.rank(&Permutation::identity(40)), None);
}
