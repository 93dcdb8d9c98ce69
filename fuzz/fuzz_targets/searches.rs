//! The searches of the example `campaign`, each compared with an answer found in another way; what is drawn
//! there is read here.

#![no_main]

#[path = "../../examples/campaign/answer.rs"]
mod answer;
#[path = "../../examples/campaign/claims.rs"]
mod claims;
#[path = "../../examples/campaign/graph.rs"]
mod graph;
#[path = "../../examples/campaign/instance.rs"]
mod instance;
#[path = "../../examples/campaign/questions.rs"]
mod questions;
#[path = "../../examples/campaign/schedules.rs"]
mod schedules;
#[path = "../../examples/campaign/spaces.rs"]
mod spaces;
#[path = "../../examples/campaign/trial.rs"]
mod trial;

use libfuzzer_sys::fuzz_target;
use numbers::Numbers;

type Fault = String;

fuzz_target!(|input: &[u8]| {
    if let Err(fault) = instance::check(&mut Numbers::new(input)) {
        panic!("{fault}");
    }
});

/// The numbers of an input, in the place of random ones.
mod numbers {
    pub(crate) struct Numbers {
        /// The next byte last.
        rest: Vec<u8>,
        /// What follows where the input ends.
        after: u64,
    }

    impl Numbers {
        pub(crate) fn new(input: &[u8]) -> Self {
            Self {
                rest: input.iter().rev().copied().collect(),
                after: 0,
            }
        }

        /// Less than the bound, of as many bytes as that takes.
        pub(crate) fn below(&mut self, bound: u64) -> u64 {
            let bytes = (u64::BITS - (bound - 1).leading_zeros()).div_ceil(8);
            let number = (0..bytes).fold(0, |number, _| {
                let byte = self.rest.pop().unwrap_or_else(|| {
                    self.after = self
                        .after
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (self.after >> 56) as u8
                });
                number << 8 | u64::from(byte)
            });
            number % bound
        }

        pub(crate) fn of_these<T: Copy>(&mut self, items: &[T]) -> T {
            items[self.below(items.len() as u64) as usize]
        }

        pub(crate) fn one_in(&mut self, cases: u64) -> bool {
            self.below(cases) == 0
        }

        /// The fuzzer takes any panic for a fault.
        pub(crate) const fn may_panic(&self) -> bool {
            false
        }

        pub(crate) fn size(&mut self, bits: u64) -> u64 {
            let most = 1 << self.below(bits + 1);
            self.below(most)
        }
    }
}
