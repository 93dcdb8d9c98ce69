//! Divides a text into boards of sliding tiles.

use std::error::Error;

use puzzle_search::puzzles::{BoardText, PuzzleError};

use super::items;
use crate::CliResult;

/// Rows and columns.
pub(super) type Dimensions = (usize, usize);

/// The lines of a text that are not blank.
pub(crate) struct TextLines<'a> {
    text: &'a str,
    lines: Vec<TextLine<'a>>,
}

struct TextLine<'a> {
    number: usize,
    code: &'a str,
    /// The byte offset of the end of the line.
    end: usize,
    /// Whether the line is the first, or follows a blank line.
    begins: bool,
}

impl<'a> TextLines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let (mut lines, mut end, mut begins) = (Vec::new(), 0, true);
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            end += line.len();
            let code = line.trim();
            if !code.is_empty() {
                lines.push(TextLine {
                    number,
                    code,
                    end,
                    begins,
                });
            }
            begins = code.is_empty();
        }
        Self { text, lines }
    }

    /// Parses the board on lines `from..to`.
    fn board(
        &self,
        from: usize,
        to: usize,
        size: Option<Dimensions>,
    ) -> Result<BoardText, PuzzleError> {
        let to = to.min(self.lines.len());
        let begin = from
            .checked_sub(1)
            .map_or(0, |before| self.lines[before].end);
        let end = to.checked_sub(1).map_or(0, |last| self.lines[last].end);
        let text = &self.text[begin..end.max(begin)];
        match size {
            Some((rows, columns)) => BoardText::sized(text, rows, columns),
            None => text.parse(),
        }
    }

    /// The error for the board on lines `from..to`, with its place in the text.
    fn fault(&self, from: usize, to: usize, size: Option<Dimensions>) -> Box<dyn Error> {
        let before = from
            .checked_sub(1)
            .map_or("", |before| &self.text[..self.lines[before].end]);
        let to = to.min(self.lines.len());
        let text = &self.text[before.len()..self.lines[to - 1].end];
        let blank: String = before.chars().filter(|&letter| letter == '\n').collect();
        let text = blank + text;
        let several = self.lines.len() > 1;
        match TextLines::of(&text).board(0, usize::MAX, size) {
            Err(error) if several && error.line().is_none() => {
                format!("line {}: {error}", self.lines[from].number).into()
            }
            Err(error) => error.into(),
            Ok(_) => "there are boards of several sizes, with no blank line between them".into(),
        }
    }

    /// The sizes that a line can state: a side, or rows and columns in either order.
    fn sizes(&self, at: usize) -> Vec<Dimensions> {
        let items = items(self.lines[at].code).flat_map(|item| item.split('x'));
        let numbers: Vec<Option<usize>> = items.take(3).map(|item| item.parse().ok()).collect();
        let sizes: Vec<Dimensions> = match numbers[..] {
            [Some(side)] => vec![(side, side)],
            [Some(rows), Some(columns)] => vec![(rows, columns), (columns, rows)],
            _ => vec![],
        };
        sizes
            .into_iter()
            .filter(|&(rows, columns)| rows > 0 && columns > 0)
            .collect()
    }

    /// The board after a line that states its size, and the index of the line after it; `None` if the rows do not
    /// match.
    fn sized(&self, at: usize) -> Option<(BoardText, usize)> {
        let mut boards = self.sizes(at).into_iter().filter_map(|size| {
            let end = (at + 1).checked_add(self.rows_for(at + 1, size)?)?;
            let board = (end <= self.lines.len()).then(|| self.board(at + 1, end, Some(size)));
            Some((board?.ok()?, end))
        });
        boards.next()
    }

    /// The number of lines of a board of this size whose first line is `at`: all rows, or one.
    fn rows_for(&self, at: usize, size: Dimensions) -> Option<usize> {
        let (rows, columns) = size;
        let width = width(self.lines.get(at)?.code);
        match width {
            _ if width == columns || columns == 1 => Some(rows),
            _ => (width == rows.saturating_mul(columns)).then_some(1),
        }
    }

    /// All boards in the text: one, or several in a row, separated by blank lines or each after a line with its size. A
    /// size of zero may end the list.
    pub(crate) fn boards(&self, size: Option<Dimensions>) -> CliResult<Vec<BoardText>> {
        let count = self.lines.len();
        let sized = (size.is_none() && count > 1)
            .then(|| self.sized(0))
            .flatten();
        match (self.board(0, count, size), &sized) {
            (Ok(board), Some((other, end))) if *end == count => {
                let (number, rows, columns) = (self.lines[0].number, board.rows, board.columns);
                return Err(format!(
                    "line {number} is a row of a board of {rows} x {columns}, or the size of a board of {} x {}: \
                     expected a first line with rows and columns",
                    other.rows, other.columns
                )
                .into());
            }
            (Ok(board), _) => return Ok(vec![board]),
            (Err(_), _) if count == 0 => {
                return Err("there is no board: expected its numbers".into());
            }
            _ => {}
        }
        self.boards_from(0, size).or_else(|error| {
            // The first line may also be the number of boards.
            let said = self.lines[0].code.parse().ok();
            let boards = said.and_then(|_| self.boards_from(1, size).ok());
            let boards = boards.filter(|boards| !boards.is_empty() && said == Some(boards.len()));
            boards.ok_or(error)
        })
    }

    fn boards_from(&self, mut at: usize, size: Option<Dimensions>) -> CliResult<Vec<BoardText>> {
        // The size of boards that follow each other without a blank line.
        let (mut boards, mut same) = (Vec::new(), size);
        let count = self.lines.len();
        while at < count {
            let is_zero = matches!(
                items(self.lines[at].code).collect::<Vec<_>>()[..],
                ["0"] | ["0", "0"]
            );
            if is_zero && at > 0 && at + 1 == count {
                break;
            }
            let (board, end) = self.next_board(at, size, same)?;
            same = Some((board.rows, board.columns));
            boards.push(board);
            at = end;
        }
        Ok(boards)
    }

    /// The board that begins on line `at`, and the index of the line after it.
    fn next_board(
        &self,
        at: usize,
        size: Option<Dimensions>,
        same: Option<Dimensions>,
    ) -> CliResult<(BoardText, usize)> {
        if let Some(board) = self.sized(at).filter(|_| size.is_none()) {
            return Ok(board);
        }
        let line = &self.lines[at];
        let block = line.begins.then(|| {
            let next = (at + 1..self.lines.len()).find(|&next| self.lines[next].begins);
            next.unwrap_or(self.lines.len())
        });
        if let Some(end) = block
            && let Ok(board) = self.board(at, end, size)
        {
            return Ok((board, end));
        }
        let same = if line.begins { size } else { same };
        let width = width(line.code);
        let rows = same.map_or(width, |(rows, _)| rows);
        let end = at.saturating_add(rows.max(1));
        // A single number is a size, or one number too many.
        let is_row = width > 1;
        if is_row
            && end <= self.lines.len()
            && let Ok(board) = self.board(at, end, same)
        {
            return Ok((board, end));
        }
        // A short row is not a board on one line whose last cell is missing.
        if is_row
            && let Ok(board) = self.board(at, at + 1, same)
            && board.rows * board.columns == width
        {
            return Ok((board, at + 1));
        }
        // A line of the same length as the next is a row, not a size.
        let next = self
            .lines
            .get(at + 1)
            .map_or(width, |line| self::width(line.code));
        let mut sizes = self.sizes(at).into_iter().filter(|_| width != next);
        let sized = sizes.find_map(|size| Some((size, self.rows_for(at + 1, size)?)));
        Err(match (sized.filter(|_| size.is_none()), block) {
            (Some((size, rows)), _) => self.fault(at + 1, rows.saturating_add(at + 1), Some(size)),
            (None, Some(end)) => self.fault(at, end, size),
            (None, None) if width != self::width(self.lines[at - 1].code) => {
                self.fault(at - 1, at + 1, None)
            }
            (None, None) => self.fault(at, end, same),
        })
    }
}

/// The number of cells of a row.
fn width(code: &str) -> usize {
    let mut items = items(code);
    match (items.next(), items.next()) {
        (Some(digits), None) => digits.chars().count(),
        _ => items.count() + 2,
    }
}
