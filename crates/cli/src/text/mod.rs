//! What people write: boards in their many forms, goals, edges, numbers; and where it is read from.

pub(crate) mod boards;
mod edges;
mod file;
mod goal;
mod items;
mod labels;
mod lines;

pub(crate) use edges::edges;
pub(crate) use file::read_file;
pub(crate) use items::items;
pub(crate) use labels::labels;
