//! Holds work to its limits on bytes.

use puzzle_search::{Limits, Stop};

use crate::counting::{peak_of, within};

/// What may be held beside what is claimed: the search itself, and lists of a fixed size.
pub(crate) const BESIDE: usize = 64 << 10;

/// Limits from 512 bytes to 8 MiB, and some between.
fn limits() -> Vec<usize> {
    let mut seed = 1_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 40) as usize
    };
    let powers = (9..=23).step_by(2).map(|bits| 1_usize << bits);
    let between = powers.clone().map(|power| power + random() % power);
    powers.chain(between).collect()
}

/// What a run tells: why it was stopped, and how many bytes it says it has held at most.
pub(crate) type Told = (Option<Stop>, usize);

/// Holds work to its limits on bytes. Without one, what is reported is what was held.
pub(crate) fn check(name: &str, work: &dyn Fn(Limits) -> Told) {
    let ((stop, reported), held) = peak_of(|| work(Limits::new()));
    assert!(!matches!(stop, Some(Stop::Bytes)), "{name}");
    let slack = BESIDE.max(held / 20);
    // What each thread claims for a moment counts as if all did so at the same time.
    let more = if name.contains("threads") {
        held / 4
    } else {
        slack
    };
    assert!(
        (held.saturating_sub(slack)..=held + more).contains(&reported),
        "{name} says {reported}: {held} were held"
    );
    for limit in limits() {
        let ((stop, reported), held) = peak_of(|| work(Limits::new().max_bytes(limit)));
        let excess = held.saturating_sub(limit);
        assert!(
            excess <= BESIDE,
            "{name} holds {excess} more than {limit}: {stop:?}"
        );
        assert!(reported <= limit, "{name} says {reported} within {limit}");
        // Where the allocator refuses instead, the end is as orderly.
        if limit.is_power_of_two() {
            let (stop, _) = within(limit + BESIDE, || work(Limits::new()));
            assert!(stop != Some(Stop::Bytes), "{name}");
        }
    }
}
