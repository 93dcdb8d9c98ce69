//! [`Style`]: how a database treats the blank and stores its entries.
//!
//! Nibbles hold half the excess over the Manhattan distance, in half the memory of bytes. Two bits (the value modulo
//! three) would require neighbors whose values differ by at most one, which does not hold if the blank is minimized
//! out, and a walk to the goal for the first value.

/// How a database treats the position of the blank.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Blank, Style};
///
/// assert_eq!(Style::default().blank, Blank::Minimized);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Blank {
    /// The position of the blank is ignored. An entry is the number of moves that the pattern's tiles need if the blank
    /// is where they need the fewest. The estimate is admissible, but not consistent (R. E. Korf and A. Felner,
    /// "Disjoint pattern database heuristics", 2002).
    #[default]
    Minimized,
    /// The pattern's tiles divide the other cells into connected regions. There is one entry for each region that the
    /// blank may be in. The estimate is admissible and consistent, and never less than with
    /// [`Minimized`](Self::Minimized). The tables are larger: for seven tiles of the 15-puzzle by a factor of 2.4 (R.
    /// Clausecker and A. Reinefeld, "Zero-aware pattern databases with 1-bit compression for sliding tile puzzles",
    /// 2019).
    RegionKept,
}

/// How a database stores its entries.
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Entries, Style};
///
/// assert_eq!(Style::default().entries, Entries::Bytes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Entries {
    /// One byte for each entry.
    #[default]
    Bytes,
    /// Four bits for each entry. An entry is half of the number of moves that the pattern's tiles need beyond their
    /// Manhattan distances. A half above 15 is stored as 15.
    HalvedNibbles,
}

/// How a database treats the blank and stores its entries. By default the blank is [ignored](Blank::Minimized) and an
/// entry takes [a byte](Entries::Bytes).
///
/// ```
/// use puzzle_search::heuristics::tile_patterns::{Blank, Entries, Style};
///
/// let style = Style { blank: Blank::RegionKept, ..Style::default() };
/// assert_eq!(style.entries, Entries::Bytes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// How the database treats the position of the blank.
    pub blank: Blank,
    /// How the database stores its entries.
    pub entries: Entries,
}
