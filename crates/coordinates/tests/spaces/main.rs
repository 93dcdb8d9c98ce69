//! What walks whole spaces, or searches again and again: built with optimisation, which `cargo test` alone
//! does not ask for.
//!
//! ```sh
//! cargo test --profile checked --package puzzle-search-coordinates --test spaces
//! ```

mod coordinates;
mod cube_counts;
#[path = "../../../../tests/spaces/published.rs"]
mod published;
#[expect(dead_code, reason = "what only other tests need")]
#[path = "../../../../tests/it/support.rs"]
mod support;
mod two_phase;
