//! A puzzle of your own in twenty lines, and seven solvers on it.
//!
//! A farmer has to row a wolf, a goat and a cabbage over a river, one at a time. Left alone, the
//! wolf eats the goat, or the goat the cabbage.
//!
//! Run it with `cargo run --example quickstart`.

#[path = "common/end.rs"]
mod end;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use puzzle_search::{
    AStar, Bidirectional, BranchAndBound, BreadthFirst, IdaStar, IterativeDeepening, Neighbor,
    NeighborOf, Puzzle, Reversible, Solver, UniformCost,
};

const ABOARD: [&str; 4] = [
    "alone",
    "with the wolf",
    "with the goat",
    "with the cabbage",
];

/// Whether the farmer, the wolf, the goat and the cabbage have crossed.
type Crossed = [bool; 4];
const FARMER: usize = 0;
const WOLF: usize = 1;
const GOAT: usize = 2;
const CABBAGE: usize = 3;

struct River;

impl Puzzle for River {
    type State = Crossed;
    type Move = &'static str;
    type Cost = u32;

    fn neighbors(&self, &from: &Crossed) -> impl IntoIterator<Item = NeighborOf<Self>> {
        // A farmer who takes himself along rows alone.
        let at_hand = (0..4).filter(move |&who| from[who] == from[FARMER]);
        let crossings = at_hand.map(move |who| {
            let mut to = from;
            to[FARMER] = !from[FARMER];
            to[who] = to[FARMER];
            Neighbor::unit(ABOARD[who], to)
        });
        crossings.filter(|crossing| nobody_is_eaten(&crossing.state))
    }

    fn is_goal(&self, crossed: &Crossed) -> bool {
        *crossed == [true; 4]
    }

    /// There and back for each who is left; the last time there is no way back.
    fn heuristic(&self, crossed: &Crossed) -> Option<u32> {
        let left = crossed[WOLF..].iter().filter(|&&over| !over).count() as u32;
        let from_this_bank = (2 * left).max(2) - 1;
        Some(if crossed[FARMER] {
            2 * left
        } else {
            from_this_bank
        })
    }
}

fn nobody_is_eaten(crossed: &Crossed) -> bool {
    let unguarded = crossed[GOAT] != crossed[FARMER];
    !(unguarded && (crossed[GOAT] == crossed[WOLF] || crossed[GOAT] == crossed[CABBAGE]))
}

/// Only bidirectional search asks for this. Whoever was rowed over can be rowed back.
impl Reversible for River {
    fn goals(&self) -> impl IntoIterator<Item = Crossed> {
        [[true; 4]]
    }

    fn predecessors(&self, crossed: &Crossed) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.neighbors(crossed)
    }
}

fn main() -> ExitCode {
    end::end(cross())
}

fn cross() -> Result<ExitCode, Box<dyn Error>> {
    let start = [false; 4];
    let solvers: [(&str, &dyn Solver<River>); 7] = [
        ("breadth-first", &BreadthFirst::new()),
        ("bidirectional", &Bidirectional::new()),
        ("uniform cost", &UniformCost::new()),
        ("A*", &AStar::new()),
        ("IDA*", &IdaStar::new()),
        ("iterative deepening", &IterativeDeepening::new()),
        ("branch and bound", &BranchAndBound::new()),
    ];

    let mut out = std::io::stdout().lock();
    writeln!(out, "{:20} cost  expanded  generated", "solver")?;
    for (name, solver) in solvers {
        let report = solver.solve(&River, &start);
        let (expanded, generated) = (report.stats.expanded, report.stats.generated);
        let solution = report.into_result()?;
        solution.verify(&River, &start)?;
        let cost = solution.cost();
        writeln!(out, "{name:20} {cost:4}  {expanded:8}  {generated:9}")?;
    }

    let solution = AStar::new().solve(&River, &start).into_result()?;
    let states = solution.states(&River, &start)?;
    writeln!(out)?;
    for (company, crossed) in solution.moves().iter().zip(&states[1..]) {
        let direction = if crossed[FARMER] { "over" } else { "back" };
        writeln!(out, "The farmer rows {direction} {company}.")?;
    }
    Ok(ExitCode::SUCCESS)
}
