//! A puzzle of your own: implement [`Puzzle`], and every solver works on it.
//!
//! A farmer has to row a wolf, a goat and a cabbage over a river, one at a time. Left alone, the wolf eats the goat,
//! or the goat the cabbage.

#![expect(clippy::print_stdout, reason = "what an example is for")]

use std::error::Error;

use puzzle_search::{AStar, BreadthFirst, IdaStar, Neighbor, NeighborOf, Puzzle, Solver};

/// Whether the farmer, the wolf, the goat and the cabbage have crossed.
type Crossed = [bool; 4];

const NAMES: [&str; 4] = ["alone", "the wolf", "the goat", "the cabbage"];

struct River;

impl Puzzle for River {
    type State = Crossed;
    type Move = &'static str;
    type Cost = u32;

    fn neighbors(&self, &from: &Crossed) -> impl IntoIterator<Item = NeighborOf<Self>> {
        // A farmer who takes himself along rows alone.
        let at_hand = (0..4).filter(move |&who| from[who] == from[0]);
        let crossings = at_hand.map(move |who| {
            let mut to = from;
            to[0] = !from[0];
            to[who] = to[0];
            Neighbor::unit(NAMES[who], to)
        });
        crossings.filter(|crossing| {
            let [farmer, wolf, goat, cabbage] = crossing.state;
            goat == farmer || (goat != wolf && goat != cabbage)
        })
    }

    fn is_goal(&self, crossed: &Crossed) -> bool {
        *crossed == [true; 4]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let start = [false; 4];
    let solvers: [&dyn Solver<River>; 3] = [&BreadthFirst::new(), &AStar::new(), &IdaStar::new()];
    for solver in solvers {
        let report = solver.solve(&River, &start);
        let generated = report.stats.generated;
        let solution = report.into_result()?;
        solution.verify(&River, &start)?;
        println!(
            "{} crossings, {generated} states: {solution}",
            solution.cost()
        );
    }
    Ok(())
}
