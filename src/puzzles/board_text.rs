//! [`BoardText`]: the parser for boards with a blank, in all usual notations. A scan divides the text into items and
//! rows; the items are then read as numbers, or else as digits. Invariant: a board that is returned has each number
//! below the number of its cells once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use super::error::{PuzzleError, check_each_once, parse_item, shortened};

/// A board of sliding tiles of any size, read from a text. The text may be written in any of the usual forms:
///
/// | part | how it can be written |
/// |---|---|
/// | a row | on a line of its own, before a slash, or in brackets within brackets; a square board also on one line |
/// | between numbers | white space, comma, semicolon, bar, or brackets of any kind |
/// | the blank | `0`, `-1`, one of `_ x X . - *`, nothing between two commas or bars, or a last cell that is missing |
/// | numbers as digits | on up to sixteen cells, hexadecimal digits without separators: `812043765`, `1234567_8` |
/// | ignored text | from `#` to the end of the line, and rules such as `+---+---+` |
///
/// If a board has all numbers from 1 to the number of its cells, and so no blank, the greatest number is read as the
/// blank, and [`greatest`](Self::greatest) returns it. All other boards have exactly one blank. A text that can be read
/// in two ways, such as six numbers on one line, is rejected.
///
/// The size is read from the text by [`str::parse`], or is given to [`sized`](Self::sized). The [`Notation`] of
/// [`SlidingTiles`] reads the same forms.
///
/// ```
/// use puzzle_search::Notation;
/// use puzzle_search::puzzles::{BoardText, SlidingTiles};
///
/// let text: BoardText = "[[8, 6, 7], [2, 5, 4], [3, _, 1]]".parse()?;
/// assert_eq!((text.rows, text.columns), (3, 3));
/// assert_eq!(text.labels, [8, 6, 7, 2, 5, 4, 3, 0, 1]);
/// assert_eq!("867254301".parse(), Ok(text));
///
/// let puzzle = SlidingTiles::new(2, 3)?;
/// assert_eq!(puzzle.parse("1 2 3\n4 5")?, puzzle.goal());
/// let error = "1 2 3 4 5 0".parse::<BoardText>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "6 numbers on one line are a board of 2 x 3 or of 3 x 2: expected each row on a line, or the size",
/// );
/// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
/// ```
///
/// [`Notation`]: crate::Notation
/// [`SlidingTiles`]: super::SlidingTiles
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BoardText {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The number of the tile on each cell, row by row, with 0 for the blank: each number below `rows * columns` once.
    pub labels: Vec<u32>,
    /// The greatest number of the text if it is read as the blank because there is no other blank.
    pub greatest: Option<u32>,
}

/// The known part of the size of a board that is to be read.
#[derive(Clone, Copy)]
pub(super) enum BoardSize {
    Unknown,
    Rows(usize, usize),
    /// A number of cells that are not in rows.
    Flat(usize),
}

impl BoardText {
    /// Reads a board of `rows` x `columns` cells. All numbers may be on one line, or each on a line of its own.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has another size, if an item is neither a number nor a blank, if there are several
    /// blanks, or unless each number from 0 to the number of tiles is there once.
    ///
    /// ```
    /// use puzzle_search::puzzles::BoardText;
    ///
    /// assert_eq!(BoardText::sized("1 2 3 4 5", 2, 3)?.labels, [1, 2, 3, 4, 5, 0]);
    /// assert_eq!(BoardText::sized("1 2 3 4", 1, 4)?.greatest, Some(4));
    /// let error = BoardText::sized("1 2\n3 4\n5 0", 2, 3).unwrap_err();
    /// assert_eq!(error.to_string(), "the board has 3 rows of 2 numbers: expected 2 rows of 3");
    /// # Ok::<(), puzzle_search::puzzles::PuzzleError>(())
    /// ```
    pub fn sized(text: &str, rows: usize, columns: usize) -> Result<Self, PuzzleError> {
        Self::read(text, BoardSize::Rows(rows, columns))
    }

    pub(super) fn read(text: &str, size: BoardSize) -> Result<Self, PuzzleError> {
        let rows = TextRows::scan(text);
        let digits = rows.read_digits(size);
        // Digits come first. Few texts are a board of numbers, too, since numbers of two digits repeat the zero that
        // they begin with: `01` on two cells, and `01 2` and `02 1` on three. As numbers, these omit the last cell.
        if let Some(Ok(board)) = digits {
            return Ok(board);
        }
        let numbers = rows.read_numbers();
        let read = numbers.and_then(|cells| rows.read_board(&cells, size));
        read.or_else(|error| digits.unwrap_or(Err(error)))
    }
}

/// Reads a board of unknown size.
///
/// # Errors
///
/// Besides the errors of [`BoardText::sized`], returns an error if the rows have different lengths, or if the size is
/// ambiguous: if all numbers are on one line and cannot be a square board, or if each number is on a line of its own
/// and they could be a square board.
impl FromStr for BoardText {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        Self::read(text, BoardSize::Unknown)
    }
}

/// Whether a character separates items.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || ",;|[](){}/".contains(letter)
}

/// A line without its comment and without a byte order mark; empty if the line is a rule between rows of a table.
fn without_comment(line: &str) -> &str {
    let code = line.split('#').next().unwrap_or_default();
    let is_rule =
        code.contains("--") && code.trim().chars().all(|letter| "+-=:| ".contains(letter));
    if is_rule {
        ""
    } else {
        code.trim_start_matches('\u{feff}')
    }
}

/// The items of a text, without the separators.
pub(super) fn items(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(without_comment);
    let items = lines.flat_map(|line| line.split(is_separator));
    items.filter(|item| !item.is_empty())
}

/// The items of a text in rows.
struct TextRows<'a> {
    /// An item is empty if a field between two commas or bars is.
    items: Vec<&'a str>,
    rows: Vec<TextRow>,
    /// The number of lines of the text.
    lines: usize,
}

#[derive(Clone, Copy)]
struct TextRow {
    /// The number of items up to the end of the row.
    end: usize,
    /// The number of the line, from 1.
    line: usize,
    /// The width of the white space before the first item.
    indent: usize,
    /// The greatest width of white space between two items.
    gap: usize,
}

/// The number that an item means; `None` for a mark of the blank.
type Label = Option<u64>;

impl<'a> TextRows<'a> {
    /// Divides a text into items and rows.
    fn scan(text: &'a str) -> Self {
        let (mut items, mut rows, mut lines) = (Vec::new(), Vec::new(), 0);
        let (mut depth, mut row) = (0_usize, None::<TextRow>);
        for (line, text) in (1..).zip(text.lines()) {
            lines = line;
            // `gap`: the white space since the last item of the line or since its beginning; `None` after any other
            // separator. `is_after_comma`: whether the last separator was a comma, semicolon or bar.
            let (mut rest, mut gap, mut is_after_comma) = (without_comment(text), Some(0), false);
            while let Some(letter) = rest.chars().next() {
                let is_item = !is_separator(letter);
                let width = match is_item {
                    true => rest.find(is_separator).unwrap_or(rest.len()),
                    false => letter.len_utf8(),
                };
                let (item, after) = rest.split_at(width);
                rest = after;
                if letter.is_whitespace() {
                    gap = gap.map(|gap| gap + 1);
                    continue;
                }
                let is_comma = ",;|".contains(letter);
                if is_item || is_comma && is_after_comma {
                    items.push(if is_item { item } else { "" });
                    let (end, gap) = (items.len(), gap.unwrap_or(0));
                    let first = TextRow {
                        end,
                        line,
                        indent: gap,
                        gap: 0,
                    };
                    row = Some(row.map_or(first, |row| TextRow {
                        end,
                        gap: row.gap.max(gap),
                        ..row
                    }));
                }
                (gap, is_after_comma) = (is_item.then_some(0), is_comma);
                match letter {
                    '/' => rows.extend(row.take()),
                    '[' | '(' | '{' => depth += 1,
                    ']' | ')' | '}' => {
                        depth = depth.saturating_sub(1);
                        rows.extend(row.take());
                    }
                    _ => {}
                }
            }
            // Inside nested brackets, brackets end rows and line breaks do not.
            if depth < 2 {
                rows.extend(row.take());
            }
        }
        rows.extend(row);
        Self { items, rows, lines }
    }

    /// An error about an item, with its line if the text has several lines.
    fn error_at(&self, item: usize, message: String) -> PuzzleError {
        self.with_line(PuzzleError::of_item(item, message))
    }

    /// Adds the line of the error's item if the text has several lines.
    fn with_line(&self, error: PuzzleError) -> PuzzleError {
        let Some(item) = error.position().filter(|_| self.lines > 1) else {
            return error;
        };
        let row = self.rows.partition_point(|row| row.end <= item);
        // A missing item is missing in the last row.
        match self.rows.get(row).or(self.rows.last()) {
            Some(row) => error.on_line(row.line),
            None => error,
        }
    }

    /// Reads each item as a number or a mark of the blank.
    fn read_numbers(&self) -> Result<Vec<Label>, PuzzleError> {
        let label = |(index, item): (usize, &&str)| match *item {
            "" | "-1" | "_" | "x" | "X" | "." | "-" | "*" => Ok(None),
            _ => match parse_item(index, item, |item| item, "board") {
                Ok(number) => Ok(Some(number)),
                Err(error) => Err(self.with_line(error)),
            },
        };
        self.items.iter().enumerate().map(label).collect()
    }

    /// Reads each character as a cell. Returns `None` unless all items have the same number of characters, except that
    /// the last item may have one fewer.
    fn read_digits(&self, size: BoardSize) -> Option<Result<BoardText, PuzzleError>> {
        let (last, others) = self.items.split_last()?;
        let width = others.first().unwrap_or(last).chars().count();
        let have_width = others.iter().all(|item| item.chars().count() == width);
        let fewer = width.checked_sub(last.chars().count())?;
        if !have_width || fewer > 1 {
            return None;
        }
        let digits = self.split_digits();
        let board = digits.map(|(rows, cells)| rows.read_board(&cells, size));
        match board {
            // Items of one or two characters are probably meant as numbers, so the error about numbers is reported.
            Some(Err(_)) | None if width <= 2 => None,
            None => {
                let found = shortened(self.items[0]);
                let expected = "expected a number, or at most 16 hexadecimal digits in all";
                let message = format!("{found:?} has {width} characters: {expected}");
                Some(Err(self.error_at(0, message)))
            }
            board => board,
        }
    }

    /// Splits the items into hexadecimal digits. Returns `None` if a character is not a digit, or if there are more
    /// than sixteen.
    fn split_digits(&self) -> Option<(Self, Vec<Label>)> {
        let length = |items: &[&str]| items.iter().map(|item| item.len()).sum();
        if length(&self.items) > 16_usize {
            return None;
        }
        let letters = |item: &'a str| item.split_inclusive(|_| true);
        let items: Vec<&str> = self.items.iter().copied().flat_map(letters).collect();
        let cell = |item: &&str| match *item {
            "_" | "x" | "X" | "." | "-" | "*" => Some(None),
            _ => Some(Some(item.chars().next()?.to_digit(16)?.into())),
        };
        let cells = items.iter().map(cell).collect::<Option<_>>()?;
        let rows = self.rows.iter().map(|row| TextRow {
            end: length(&self.items[..row.end]),
            ..*row
        });
        let (rows, lines) = (rows.collect(), self.lines);
        Some((Self { items, rows, lines }, cells))
    }

    /// Makes the board of which `cells` are the labels, and checks it.
    fn read_board(&self, cells: &[Label], size: BoardSize) -> Result<BoardText, PuzzleError> {
        let mut blanks = (0..cells.len()).filter(|&at| cells[at].unwrap_or(0) == 0);
        let (first, second) = (blanks.next(), blanks.next());
        if let (Some(first), Some(second)) = (first, second)
            && (cells[first].is_none() || cells[second].is_none())
        {
            let [one, other] = [first, second].map(|at| self.items[at]);
            let (first, number) = (first + 1, second + 1);
            let message = format!(
                "items {first} and {number} of the board, {one:?} and {other:?}, are both blank: expected one blank"
            );
            return Err(self.error_at(second, message));
        }
        let (rows, columns) = match size {
            BoardSize::Flat(count) => (1, count),
            BoardSize::Rows(rows, columns) => (rows, columns),
            BoardSize::Unknown => self.infer_size(first)?,
        };
        let count = rows.saturating_mul(columns);
        if count == 0 {
            let message = format!("a board of {rows} x {columns} cells is empty: expected a cell");
            return Err(PuzzleError::new(message));
        }
        // 1 if the last cell, which is the blank, is omitted.
        let missing = usize::from(first.is_none() && cells.len().checked_add(1) == Some(count));
        if !matches!(size, BoardSize::Flat(_)) {
            self.check_rows(rows, columns, missing)?;
        } else if cells.len() != count {
            return Err(wrong_count(cells.len(), count));
        }
        let mut labels: Vec<u64> = cells.iter().map(|cell| cell.unwrap_or(0)).collect();
        labels.extend((missing > 0).then_some(0));
        let greatest = labels.iter().position(|&label| label == count as u64);
        let greatest = greatest.filter(|_| count > 1 && !labels.contains(&0));
        if let Some(at) = greatest {
            labels[at] = 0;
        }
        let checked = check_each_once(labels.iter().copied(), count, 0, "board");
        checked.map_err(|error| self.with_line(error))?;
        Ok(BoardText {
            rows,
            columns,
            labels: labels.into_iter().map(|label| label as u32).collect(),
            greatest: greatest.map(|_| count as u32),
        })
    }

    /// The number of items of each row.
    fn lengths(&self) -> impl Iterator<Item = usize> {
        let ends = self.rows.iter().map(|row| row.end);
        let begins = [0].into_iter().chain(ends.clone());
        begins.zip(ends).map(|(begin, end)| end - begin)
    }

    /// Whether the text does not show the rows: all items are on one line, or each is on a line of its own.
    fn is_list(&self) -> bool {
        self.rows.len() <= 1 || self.rows.len() == self.items.len()
    }

    /// The numbers of rows and columns. `blank` is the index of the item that marks the blank, if there is one.
    fn infer_size(&self, blank: Option<usize>) -> Result<(usize, usize), PuzzleError> {
        let (found, rows) = (self.items.len(), self.rows.len());
        let is_square = |count: usize| count.isqrt().pow(2) == count;
        if found == 0 {
            return Err(PuzzleError::new("there is no board: expected its numbers"));
        }
        if !self.is_list() {
            return Ok((rows, self.lengths().next().unwrap_or(0)));
        }
        // A board on a single line may omit a blank at its end.
        let cells = found + usize::from(rows == 1 && blank.is_none() && !is_square(found));
        match rows {
            1 if is_square(cells) => Ok((cells.isqrt(), cells.isqrt())),
            2.. if !is_square(found) => Ok((rows, 1)),
            _ => Err(self.ambiguous_size()),
        }
    }

    /// The error for numbers on one line that are not a square board, or for one number on each line that could be one.
    fn ambiguous_size(&self) -> PuzzleError {
        let (found, rows) = (self.items.len(), self.rows.len());
        let mut sides = (1..=found.isqrt()).rev();
        let side = sides.find(|&side| found.is_multiple_of(side)).unwrap_or(1);
        let (across, numbers) = (found / side, counted(found));
        let (place, other) = match rows {
            1 => ("on one line", format!("{across} x {side}")),
            _ => ("on a line each", format!("{found} x 1")),
        };
        PuzzleError::new(format!(
            "{numbers} {place} are a board of {side} x {across} or of {other}: expected each row on a line, or the size"
        ))
    }

    /// Checks the number of rows and their lengths, unless the text does not show the rows. `missing` is 1 if the last
    /// cell, which is the blank, was omitted, and otherwise 0.
    fn check_rows(&self, rows: usize, columns: usize, missing: usize) -> Result<(), PuzzleError> {
        let (found, count) = (self.items.len(), rows.saturating_mul(columns));
        if !self.is_list() {
            let length = self.lengths().next().unwrap_or(0);
            let last = self.rows.len() - 1;
            for (at, found) in self.lengths().enumerate() {
                let omitted = if at == last { missing } else { 0 };
                if found + omitted != length {
                    let message = format!("the row has {}: expected {length}", counted(found));
                    return Err(PuzzleError::new(message).on_line(self.rows[at].line));
                }
            }
            if (self.rows.len(), length) != (rows, columns) {
                let (found, length) = (self.rows.len(), counted(length));
                return Err(PuzzleError::new(format!(
                    "the board has {found} rows of {length}: expected {rows} rows of {columns}"
                )));
            }
        }
        if missing == 0 && found != count {
            return Err(wrong_count(found, count));
        }
        let (last, others) = match self.rows.split_last() {
            Some(rows) if missing > 0 => rows,
            _ => return Ok(()),
        };
        // If the blank is written as white space, it may be anywhere in the row: a wide gap makes the row ambiguous.
        let most = |of: fn(&TextRow) -> usize| others.iter().map(of).max();
        let usual = most(|row| row.gap).map_or(2, |gap| gap.max(1));
        if last.gap > usual || most(|row| row.indent).is_some_and(|indent| last.indent > indent) {
            let expected = "expected a mark for the blank, such as _";
            let message = format!("a number is missing, and there is a gap: {expected}");
            return Err(PuzzleError::new(message).on_line(last.line));
        }
        Ok(())
    }
}

fn wrong_count(found: usize, expected: usize) -> PuzzleError {
    let found = counted(found);
    PuzzleError::new(format!(
        "the board has {found}: expected {expected}, one for each cell"
    ))
}

/// The text `1 number`, `2 numbers` and so on.
fn counted(count: usize) -> String {
    format!("{count} number{}", if count == 1 { "" } else { "s" })
}
