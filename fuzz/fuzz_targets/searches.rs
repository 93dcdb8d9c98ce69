//! The searches of the campaign, each compared with an answer found in another way; what is drawn there is read here.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Err(fault) = campaign::check_input(input) {
        panic!("{fault}");
    }
});
