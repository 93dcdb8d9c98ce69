//! Solvability by a group of permutations: whether it has the one that a start needs, and if not, why.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::permutation::{Parity, Permutation, PermutationGroup};
use crate::solvability::{Reason, Solvability};

/// What generates the group, as a reason names it.
#[derive(Clone, Copy)]
pub(super) struct GroupWords {
    /// When the permutation is taken: empty, or words that end in a comma and a space.
    pub(super) when: &'static str,
    pub(super) generator: &'static str,
    pub(super) generators: &'static str,
}

/// Decides whether the group has the permutation `needed`, which maps the place of each piece in the goal to its place
/// in the start. `piece` is the number of the piece that has a place in the goal. `detail` may add to a reason that is
/// not plain.
pub(super) fn decide(
    group: &PermutationGroup,
    needed: &Permutation,
    piece: impl Fn(u32) -> usize,
    words: GroupWords,
    detail: impl FnOnce() -> Option<String>,
) -> Solvability {
    let GroupWords {
        when,
        generator,
        generators,
    } = words;
    let order = group.order();
    if group.contains(needed) {
        let elements = match order {
            Some(1) => "one element".into(),
            Some(order) => format!("{order} elements"),
            None => "more than 2^128 elements".into(),
        };
        return Solvability::Solvable(Reason::new(format!(
            "{when}the permutation from goal to start is in the group of the {generators}, which \
             has {elements}"
        )));
    }
    let orbits = group.orbits();
    let strays = |orbit: &Vec<u32>| {
        let mut points = orbit.iter().copied();
        points.find(|&point| orbit.binary_search(&needed.image(point)).is_err())
    };
    let mut all = group.generators().iter();
    let reason = if let Some(place) = orbits.iter().find_map(strays) {
        let piece = piece(place);
        format!("piece {piece} cannot reach its place: no {generator} carries it there")
    } else if needed.parity() == Parity::Odd && all.all(|one| one.parity() == Parity::Even) {
        format!("{when}the permutation from goal to start is odd, and every {generator} is even")
    } else {
        let those = match order {
            Some(order) => format!("the {order} that the {generators} generate"),
            None => format!("those that the {generators} generate"),
        };
        let detail = detail().map_or_else(String::new, |detail| format!(": {detail}"));
        format!("{when}the permutation from goal to start is not among {those}{detail}")
    };
    Solvability::Unsolvable(Reason::new(reason))
}
