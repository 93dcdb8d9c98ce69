//! [`Style`]: how a database treats the blank, and how it stores an entry.

/// What a database knows of the blank.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Blank, Style};
///
/// assert_eq!(Style::default().blank, Blank::Minimised);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blank {
    /// Nothing: an entry is the least over all places of the blank. Admissible, not consistent. The
    /// smallest (R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002).
    #[default]
    Minimised,
    /// Which of the regions that the pattern's tiles divide the other cells into it is in: "zero-aware".
    /// Admissible and consistent, never less than the other, and larger: 1.4 times the entries with six
    /// tiles of 24, 2.4 and 2.75 times with seven and eight of 15 (R. Clausecker and A. Reinefeld,
    /// "Zero-aware pattern databases with 1-bit compression for sliding tile puzzles", 2019).
    RegionKept,
}

/// How an entry is stored.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Entries, Style};
///
/// assert_eq!(Style::default().entries, Entries::Bytes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Entries {
    /// A byte each.
    #[default]
    Bytes,
    /// Four bits each: half of what the value exceeds the Manhattan distance of the pattern's tiles by,
    /// which is always even. What exceeds it by more than 30 is stored as 30.
    HalvedNibbles,
}

/// How a database is made: by default with the blank minimised, in entries of a byte.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Style};
///
/// let style = Style { blank: Blank::RegionKept, ..Style::default() };
/// assert_eq!(style.entries, Entries::Bytes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// What it knows of the blank.
    pub blank: Blank,
    /// How it stores an entry.
    pub entries: Entries,
}
