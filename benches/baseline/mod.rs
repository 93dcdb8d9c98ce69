//! What the crate is measured against; nothing in here depends on it.

pub(crate) mod fifteen;
pub(crate) mod founding;
pub(crate) mod newcomer;
pub(crate) mod plain;
