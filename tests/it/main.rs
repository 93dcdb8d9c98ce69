//! All integration tests, in one binary.

mod distributions;
mod laws;
mod limits;
mod oracle;
mod parsing;
mod permutation;
mod solvability;
mod solvers;
mod support;
mod weighted;
