//! All integration tests in one program: they are linked once.

mod example_runner;
mod solve;
