//! [`GridMap`]: a rectangle of letters, and the parser for `.map` files.
//!
//! Rows of text go in, with or without the header of a `.map` file. Invariant: a map has at least one cell, width x
//! height letters, and each letter has a [`Terrain`].

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::Cell;
use crate::puzzles::error::{PuzzleError, shortened};

/// The map of a [`Grid`](super::Grid): a letter for each cell of a rectangle of up to 65,535 x 65,535 cells.
///
/// | letter | meaning |
/// |---|---|
/// | `.` `S` `G` `E`, `a` to `z` | ground of weight 1; `S`, `G` and `E` set neither a start nor a goal |
/// | `1` to `9` | ground of weight 1 to 9 |
/// | `W` | water of weight 1: no step leads from ground to water or from water to ground |
/// | `#` `@` `O` `T` | a wall |
///
/// The cost of a step is multiplied by the weight of the cell that the step enters.
/// [`with_weight`](super::Grid::with_weight) sets another weight for a letter. The table includes all letters of the
/// `.map` files of the [Moving AI] benchmarks. [`from_map_text`](Self::from_map_text) reads such a file.
/// [`with_letters`](Self::with_letters) reads a map whose letters have other meanings.
///
/// A map is parsed from its rows, one on each line, and is printed in the same format.
///
/// ```
/// use puzzle_search::puzzles::{Cell, GridMap};
///
/// let map: GridMap = "S.#\n..G".parse()?;
/// assert_eq!((map.width(), map.height()), (3, 2));
/// assert_eq!(map.find('G').collect::<Vec<_>>(), [Cell::new(2, 1)]);
/// assert_eq!(map.to_string(), "S.#\n..G");
///
/// let error = "S.#\n.x?".parse::<GridMap>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(2), Some(3)));
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// To draw a path, create a new map with another letter on the cells of the path:
///
/// ```
/// use puzzle_search::puzzles::{Cell, Connectivity, Grid, GridMap};
/// use puzzle_search::{AStar, Solver};
///
/// let grid = Grid::new("..#\n#..".parse()?, Connectivity::Four).with_goals([Cell::new(2, 1)])?;
/// let path = AStar::new().solve(&grid, &Cell::new(0, 0)).into_result()?;
/// let on_it = path.states(&grid, &Cell::new(0, 0))?;
/// let letter = |cell| if on_it.contains(&cell) { 'x' } else { grid.map().letter(cell).unwrap_or('#') };
/// assert_eq!(GridMap::new(3, 2, letter)?.to_string(), "xx#\n#xx");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [Moving AI]: https://movingai.com/benchmarks/formats.html
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GridMap {
    width: u16,
    height: u16,
    /// The letters row by row, each of which is in the table.
    letters: Vec<u8>,
}

/// The terrain of a cell. Steps lead from ground to ground and from water to water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terrain {
    Ground,
    Water,
    Wall,
}

impl Terrain {
    /// The terrain that a letter means; `None` if the letter has no meaning.
    pub(super) const fn of(letter: u8) -> Option<Self> {
        match letter {
            b'.' | b'S' | b'G' | b'E' | b'a'..=b'z' | b'1'..=b'9' => Some(Self::Ground),
            b'W' => Some(Self::Water),
            b'#' | b'@' | b'O' | b'T' => Some(Self::Wall),
            _ => None,
        }
    }
}

impl GridMap {
    /// Creates a map of `width` x `height` cells. The function `letter` returns the letter of each cell.
    ///
    /// # Errors
    ///
    /// Returns an error if `width` or `height` is 0, or if a letter is not in the [table](Self) of letters.
    ///
    /// ```
    /// use puzzle_search::puzzles::GridMap;
    ///
    /// let map = GridMap::new(4, 3, |cell| if cell.x() == cell.y() { '#' } else { '.' })?;
    /// assert_eq!(map.to_string(), "#...\n.#..\n..#.");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn new(
        width: u16,
        height: u16,
        mut letter: impl FnMut(Cell) -> char,
    ) -> Result<Self, PuzzleError> {
        if width == 0 || height == 0 {
            return Err(PuzzleError::new(format!(
                "a map of {width} x {height} cells is empty: expected 1 to 65535 each way"
            )));
        }
        let mut letters = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let cell = Cell::new(x, y);
                let letter = read_letter(letter(cell)).map_err(|error| {
                    let (line, column) = (usize::from(y) + 1, usize::from(x) + 1);
                    error.at_column(column).on_line(line)
                })?;
                letters.push(letter);
            }
        }
        Ok(Self {
            width,
            height,
            letters,
        })
    }

    /// Reads a map from the text of a `.map` file of the [Moving AI](https://movingai.com/benchmarks/formats.html)
    /// benchmarks. The file has a header, which consists of the lines `type octile` (or `type tile`), `height H`,
    /// `width W` and `map`, in lower case or in capitals. The rows of the map follow.
    ///
    /// Paper: N. R. Sturtevant, "Benchmarks for grid-based pathfinding", IEEE Transactions on Computational
    /// Intelligence and AI in Games 4(2), 2012.
    ///
    /// # Errors
    ///
    /// Returns an error if a line of the header is missing or wrong, if the header does not match the number or the
    /// length of the rows, or if a letter is not in the [table](Self) of letters.
    ///
    /// ```
    /// use puzzle_search::puzzles::GridMap;
    ///
    /// let map = GridMap::from_map_text("type octile\nheight 2\nwidth 3\nmap\n.@.\n..T\n")?;
    /// assert_eq!(map.to_string(), ".@.\n..T");
    /// assert_eq!(GridMap::from_map_text(&map.to_map_text())?, map);
    ///
    /// let error = GridMap::from_map_text("type octile\nheight 2\nwidth 3\nmap\n.@.\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 6: the map ends after 1 row: expected 2");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn from_map_text(text: &str) -> Result<Self, PuzzleError> {
        let mut lines = numbered_lines(text);
        let (mut height, mut width, mut has_type) = (None, None, false);
        let mut lines_read = 0;
        let missing = |word: &str, line: usize| {
            let message = format!("the header has no {word}: expected a line \"{word}\"");
            Err(PuzzleError::new(message).on_line(line))
        };
        for (number, line) in lines.by_ref() {
            lines_read = number;
            let lowercase = line.to_ascii_lowercase();
            let mut words = lowercase.split_whitespace();
            let value = match (words.next(), words.next(), words.next()) {
                (Some("map"), None, None) => {
                    return match (has_type, height, width) {
                        (false, ..) => missing("type octile", number),
                        (_, None, _) => missing("height", number),
                        (_, _, None) => missing("width", number),
                        (_, Some(height), Some(width)) => {
                            read_rows(lines, number, Some((width, height)))
                        }
                    };
                }
                (Some(_), value, None) => value.unwrap_or_default(),
                _ => "",
            };
            let side = || {
                let side = value.parse().ok().filter(|&side: &u16| side > 0);
                side.ok_or_else(|| {
                    let found = shortened(line);
                    let message =
                        format!("{found:?} is no size: expected a number from 1 to 65535");
                    PuzzleError::new(message).on_line(number)
                })
            };
            match lowercase.split_whitespace().next() {
                Some("height") if height.is_none() => height = Some(side()?),
                Some("width") if width.is_none() => width = Some(side()?),
                Some("type") if !has_type && ["octile", "tile"].contains(&value) => has_type = true,
                _ => {
                    let found = shortened(line);
                    let expected = "expected \"type octile\", height and width, then \"map\"";
                    let message = format!("{found:?} is no line of a header: {expected}");
                    return Err(PuzzleError::new(message).on_line(number));
                }
            }
        }
        missing("map", lines_read + 1)
    }

    /// Reads a map whose letters have other meanings than in the [table](Self): each letter of `open` is ground, and
    /// each letter of `walls` is a wall. All other letters keep their meaning. The text is a `.map` file or rows.
    ///
    /// A letter of `open` that is ground in the table too is kept, with its weight, so that [`find`](Self::find) finds
    /// it; the other letters of `open` become `.`. The letters of `walls` become `#`. White space, commas, semicolons
    /// and brackets in the rows are ignored unless they are letters of `open` or `walls`. If the space is such a
    /// letter, spaces are appended to rows that are too short; an empty line is no row.
    ///
    /// # Errors
    ///
    /// Returns an error if a letter is both in `open` and in `walls`, and the errors of
    /// [`from_map_text`](Self::from_map_text).
    ///
    /// ```
    /// use puzzle_search::puzzles::GridMap;
    ///
    /// let maze = GridMap::with_letters("#####\n#S E\n#####", " ", "#")?;
    /// assert_eq!(maze.to_string(), "#####\n#S.E.\n#####");
    /// let table = GridMap::with_letters("0,0,1\n1,0,0\n", "0", "1")?;
    /// assert_eq!(table.to_string(), "..#\n#..");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn with_letters(text: &str, open: &str, walls: &str) -> Result<Self, PuzzleError> {
        if let Some(letter) = open.chars().find(|&letter| walls.contains(letter)) {
            let message = format!("{letter:?} is both open and a wall: expected it to be one");
            return Err(PuzzleError::new(message));
        }
        let is_declared = |letter| open.contains(letter) || walls.contains(letter);
        let is_separator = |letter: char| letter.is_whitespace() || ",;[](){}".contains(letter);
        let is_ground = |letter| {
            let byte = u8::try_from(letter).ok();
            byte.and_then(Terrain::of) == Some(Terrain::Ground)
        };
        let translated = |letter| match letter {
            _ if walls.contains(letter) => '#',
            _ if open.contains(letter) && !is_ground(letter) => '.',
            _ => letter,
        };
        let row = |(number, line): (usize, &str)| -> Result<String, PuzzleError> {
            let letters = (1..).zip(line.chars());
            let letters =
                letters.filter(|&(_, letter)| is_declared(letter) || !is_separator(letter));
            let letters = letters.map(|(column, letter)| {
                let letter = translated(letter);
                // Letters are read here, where their columns in the given text are known.
                let known = read_letter(letter).map(|_| letter);
                known.map_err(|error| error.at_column(column).on_line(number))
            });
            letters.collect()
        };
        let in_header = header_length(text);
        let rows: Result<Vec<String>, _> = numbered_lines(text).skip(in_header).map(row).collect();
        let mut rows = rows?;
        if is_declared(' ') {
            let width = rows.iter().map(|row| row.chars().count()).max();
            let width = width.unwrap_or_default();
            // A short text must not make a huge map. If the map with filled rows had more than a million cells, and
            // over 16 times as many as the text has bytes, no row is filled, and a short row is an error.
            let cells = width.saturating_mul(rows.len());
            let is_huge = cells > 1 << 20 && cells / 16 > text.len();
            for row in rows.iter_mut().filter(|row| !row.is_empty() && !is_huge) {
                let fill = width - row.chars().count();
                row.extend(core::iter::repeat_n(translated(' '), fill));
            }
        }
        let lines = numbered_lines(text).take(in_header).map(|(_, line)| line);
        let lines: Vec<&str> = lines.chain(rows.iter().map(String::as_str)).collect();
        let map = lines.join("\n");
        if in_header > 0 {
            Self::from_map_text(&map)
        } else {
            map.parse()
        }
    }

    /// Returns the map as the text of a `.map` file, including the header.
    #[must_use]
    pub fn to_map_text(&self) -> String {
        let (height, width) = (self.height, self.width);
        format!("type octile\nheight {height}\nwidth {width}\nmap\n{self}\n")
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Returns the letter of a cell, or `None` if the cell is outside the map.
    ///
    /// ```
    /// use puzzle_search::puzzles::{Cell, GridMap};
    ///
    /// let map: GridMap = "..T".parse()?;
    /// assert_eq!(map.letter(Cell::new(2, 0)), Some('T'));
    /// assert_eq!(map.letter(Cell::new(0, 2)), None);
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn letter(&self, cell: Cell) -> Option<char> {
        let letter = self.letters.get(self.index_if_inside(cell)?)?;
        Some(char::from(*letter))
    }

    /// Returns all cells with the letter `letter`, row by row.
    pub fn find(&self, letter: char) -> impl Iterator<Item = Cell> + '_ {
        let letters = self.letters.iter().enumerate();
        let found = letters.filter(move |&(_, &other)| char::from(other) == letter);
        found.map(|(index, _)| self.cell(index))
    }

    /// The letters, row by row.
    pub(super) fn letters(&self) -> &[u8] {
        &self.letters
    }

    /// The index of a cell in the list of letters, or `None` if the cell is outside the map.
    #[inline]
    pub(super) fn index_if_inside(&self, cell: Cell) -> Option<usize> {
        let is_inside = cell.x() < self.width && cell.y() < self.height;
        is_inside.then(|| self.index(cell))
    }

    /// The number of cells.
    pub(super) const fn len(&self) -> usize {
        self.letters.len()
    }

    /// The index of a cell, which must be on the map.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.y()) * usize::from(self.width) + usize::from(cell.x())
    }

    /// The cell with this index.
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        let width = usize::from(self.width);
        Cell::new((index % width) as u16, (index / width) as u16)
    }
}

/// Parses a map from its rows, one on each line.
impl FromStr for GridMap {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let lines = numbered_lines(text).skip_while(|(_, line)| line.trim_end().is_empty());
        read_rows(lines, 0, None)
    }
}

/// The lines of a text with their numbers, without a byte order mark.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    (1..).zip(text.trim_start_matches('\u{feff}').lines())
}

/// The number of lines of the header of a `.map` file; 0 if there are only rows. The first line of a header has two
/// words, the first of which is `type`, `height` or `width`. Blank lines before it are counted too:
/// [`GridMap::from_map_text`] refuses them, and names their lines.
fn header_length(text: &str) -> usize {
    let first = numbered_lines(text).find(|(_, line)| !line.trim().is_empty());
    let first = first.map_or("", |(_, line)| line);
    let words: Vec<&str> = first.split_whitespace().collect();
    let keywords = ["type", "height", "width"];
    let is_keyword = |word: &str| keywords.iter().any(|key| word.eq_ignore_ascii_case(key));
    if words.len() != 2 || !is_keyword(words[0]) {
        return 0;
    }
    let is_last = |line: &str| line.trim().eq_ignore_ascii_case("map");
    1 + numbered_lines(text)
        .take_while(|(_, line)| !is_last(line))
        .count()
}

/// Reads the rows, which follow the line with the number `line_before`. All must have the same width. If `size` is
/// given, it is the width and the height that the rows must have. Blank lines may follow the rows.
fn read_rows<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    mut line_before: usize,
    size: Option<(u16, u16)>,
) -> Result<GridMap, PuzzleError> {
    let (mut width, mut rows, mut letters) = (size.map(|size| size.0), 0_usize, Vec::new());
    let (least_rows, most_rows) = size.map_or((1, u16::MAX), |(_, height)| (height, height));
    let mut rows_ended = false;
    for (number, line) in lines {
        let line = line.trim_end();
        if line.is_empty() {
            rows_ended = true;
            continue;
        }
        if rows_ended {
            let message = "the map goes on after a blank line: expected all rows without a gap";
            return Err(PuzzleError::new(message).on_line(number));
        }
        line_before = number;
        let before = letters.len();
        for (column, letter) in (1..).zip(line.chars()) {
            let letter = read_letter(letter);
            letters.push(letter.map_err(|error| error.at_column(column).on_line(number))?);
        }
        let found = letters.len() - before;
        let width = *width.get_or_insert(u16::try_from(found).unwrap_or(u16::MAX));
        if found != usize::from(width) {
            let message = format!("the row has {}: expected {width}", amount(found, "cell"));
            return Err(PuzzleError::new(message).on_line(number));
        }
        rows += 1;
        if rows > usize::from(most_rows) {
            let message = format!("the map has more than {}", amount(most_rows.into(), "row"));
            return Err(PuzzleError::new(message).on_line(number));
        }
    }
    if rows < usize::from(least_rows) {
        let message = format!(
            "the map ends after {}: expected {least_rows}",
            amount(rows, "row")
        );
        return Err(PuzzleError::new(message).on_line(line_before + 1));
    }
    Ok(GridMap {
        width: width.unwrap_or_default(),
        height: rows as u16,
        letters,
    })
}

/// A number and what it counts, such as "1 row" or "2 rows".
fn amount(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The letter as a byte, or an error if it means no terrain.
fn read_letter(letter: char) -> Result<u8, PuzzleError> {
    let byte = u8::try_from(letter).ok();
    let known = byte.filter(|&byte| Terrain::of(byte).is_some());
    known.ok_or_else(|| {
        PuzzleError::new(format!(
            "{letter:?} is no terrain: expected . S G E a-z 1-9 (ground), W (water) or # @ O T (wall)"
        ))
    })
}

/// Prints the rows of the map, one on each line.
impl fmt::Display for GridMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.letters.chunks(self.width.into()).enumerate() {
            if y > 0 {
                f.write_char('\n')?;
            }
            f.write_str(core::str::from_utf8(row).unwrap_or_default())?;
        }
        Ok(())
    }
}
