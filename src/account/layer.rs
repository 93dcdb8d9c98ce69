//! [`Layer`]: a layer that a search or a task reports; [`Side`]: from where it was reached.

/// A complete layer of a breadth-first search or of a [`Task`](crate::Task): all states at the same depth. In beam
/// search, a layer is all states that the beam keeps at the same depth.
///
/// ```
/// use puzzle_search::observe::{Layer, Side};
///
/// fn line(layer: &Layer) -> Option<String> {
///     (layer.side == Side::Start).then(|| format!("{} after {} moves", layer.states, layer.depth))
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Layer {
    /// Whether the layer was reached from the start or from the goals.
    pub side: Side,
    /// The number of moves from the start, or to the nearest goal if the layer was reached from the goals. In the build
    /// of a pattern database, the depth is the cost to the goal in the abstraction.
    pub depth: u64,
    /// The number of states in the layer.
    pub states: u64,
}

/// The side from which a search reached a state or a layer.
///
/// ```
/// assert_ne!(puzzle_search::observe::Side::Start, puzzle_search::observe::Side::Goal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The start: the search goes forward.
    Start,
    /// The goals: the search goes backward.
    Goal,
}

impl Side {
    /// The other side.
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Start => Self::Goal,
            Self::Goal => Self::Start,
        }
    }
}
