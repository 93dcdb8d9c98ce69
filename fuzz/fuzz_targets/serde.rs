//! What serde reads: what is read is written to a text that reads as the same.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use puzzle_search::observe::IterationCounts;
use puzzle_search::puzzles::{CubeTurn, Direction, Flip, Slide, Swap, Turn};
use puzzle_search::{Solution, Stats};
use serde_json::{from_str, to_string};

fuzz_target!(|text: &str| {
    again::<Solution<Direction, u32>>(text);
    again::<Solution<String, u8>>(text);
    again::<Stats>(text);
    again::<IterationCounts<u64>>(text);
    again::<Direction>(text);
    again::<CubeTurn>(text);
    again::<Flip>(text);
    again::<Slide>(text);
    if let Some(swap) = again::<Swap>(text) {
        // Of a board there may not be.
        let _ = (swap.to_string(), swap.cells());
    }
    if let Some(turn) = again::<Turn>(text) {
        let _ = turn.to_string();
    }
});

fn again<T>(text: &str) -> Option<T>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    let value = from_str::<T>(text).ok()?;
    let written = to_string(&value).expect("it can be written");
    assert_eq!(from_str::<T>(&written).ok().as_ref(), Some(&value));
    Some(value)
}
