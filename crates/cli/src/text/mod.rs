//! Parsers for input: boards in all usual notations, goals, edges and numbers, from files and standard input.

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
