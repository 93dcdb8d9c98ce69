//! The integration tests, in one binary: linked once, run in parallel.

mod example_runner;
mod examples;
