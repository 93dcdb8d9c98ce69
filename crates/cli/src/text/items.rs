//! Splits a text into items.

/// The items of a text with any separators, without comments, as in [`BoardText`](puzzle_search::puzzles::BoardText).
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    let separates = |letter: char| letter.is_whitespace() || ",;|[](){}/".contains(letter);
    let code = text.lines().filter_map(|line| line.split('#').next());
    let items = code.flat_map(move |code| code.split(separates));
    items.filter(|item| !item.is_empty())
}
