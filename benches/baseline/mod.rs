//! What the crate is measured against; but for `by_hand`, which takes its puzzles, nothing in here depends on it.

pub(crate) mod by_hand;
pub(crate) mod fifteen;
pub(crate) mod founding;
pub(crate) mod newcomer;
pub(crate) mod plain;
