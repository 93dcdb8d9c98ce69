//! Permutations on one line and as cycles: what is read prints to a text that reads as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle_search::permutation::Permutation;

fuzz_target!(|input: (u8, &str)| {
    let (points, text) = input;
    match text.parse::<Permutation>() {
        Ok(permutation) => {
            assert_eq!(permutation.to_string().parse().as_ref(), Ok(&permutation));
            let points = permutation.images().len() as u32;
            let cycles = permutation.cycle_notation(0).to_string();
            let again = Permutation::parse_cycles(points, &cycles);
            assert_eq!(again.as_ref(), Ok(&permutation));
            assert!(permutation.then(&permutation.inverse()).is_identity());
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    match Permutation::parse_cycles(u32::from(points), text) {
        Ok(permutation) => {
            let cycles = permutation.cycle_notation(0).to_string();
            let again = Permutation::parse_cycles(u32::from(points), &cycles);
            assert_eq!(again.as_ref(), Ok(&permutation));
            assert_eq!(permutation.to_string().parse().as_ref(), Ok(&permutation));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
