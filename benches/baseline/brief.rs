//! Criterion with short measurements: all benchmarks together take minutes.

use std::time::Duration;

use criterion::Criterion;

pub(crate) fn brief() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
}
