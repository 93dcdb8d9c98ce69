//! Tests of the command, mostly within this process; a few run the program.

mod boards;
mod groups;
mod killed;
mod long;
mod markup;
mod pictures;
mod program;
mod runner;
mod solve;
mod spaces;
