//! What the command answers, mostly within this process; a handful of tests run the program.

mod boards;
mod groups;
mod long;
mod markup;
mod pictures;
mod program;
mod runner;
mod solve;
mod spaces;
