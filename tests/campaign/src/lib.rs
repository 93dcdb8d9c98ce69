//! Random searches without end, each checked against answers found in another way: a campaign.
//!
//! Graphs of every kind, small puzzles, every solver, enumeration and oracle, under random limits, and stopped and run
//! on. On a *schedule*, limits are raised, lowered and removed in pauses, and a search is saved and loaded, given a
//! solution, or meets a panic in the puzzle.

mod answer;
mod claims;
mod graph;
mod instance;
mod numbers;
mod questions;
mod schedules;
mod spaces;
mod trial;

use std::panic::{AssertUnwindSafe, catch_unwind};

pub use instance::Checked;
use numbers::Numbers;

/// What was found wrong.
pub type Fault = String;

/// Checks the instance of this number that belongs to a seed: the same on every machine.
///
/// # Errors
///
/// Returns what was wrong.
pub fn check(seed: u64, number: u64) -> Result<Checked, Fault> {
    let check = || instance::check(&mut Numbers::of(seed, number));
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| Err("it panicked".into()))
}

/// Checks the instance that a fuzzer's input describes.
///
/// # Errors
///
/// Returns what was wrong.
pub fn check_input(input: &[u8]) -> Result<Checked, Fault> {
    instance::check(&mut Numbers::read(input))
}

/// Says nothing more of the panics that belong to a check.
pub fn hide_planned_panics() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload().downcast_ref() != Some(&graph::PLANNED) {
            told(panic);
        }
    }));
}

/// Ten seconds of a campaign, and an instance that takes every turn.
#[test]
fn no_fault_is_found() {
    hide_planned_panics();
    let begun = std::time::Instant::now();
    let numbers = (0..).take_while(|_| begun.elapsed().as_secs() < 10);
    for number in [260].into_iter().chain(numbers) {
        let checked = check(1, number);
        assert!(checked.is_ok(), "instance {number}: {:?}", checked.err());
    }
    assert!(check_input(&[7; 300]).is_ok());
}
