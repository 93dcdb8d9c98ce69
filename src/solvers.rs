//! The solvers. The [table of the crate](crate#which-solver) says which to take, and
//! [Choosing a solver](crate::guide::choosing_a_solver) why.

pub use crate::search::{
    AStar, AStarIdaStar, Anytime, Backward, BaeStar, Beam, Bidirectional, BranchAndBound,
    BreadthFirst, Bts, DepthFirst, Dps, GreedyBestFirst, Guess, Guesses, IdaStar,
    IterativeDeepening, Nbs, RealTime, UniformCost, WeightedAStar,
};
pub use crate::threads::Threads;
