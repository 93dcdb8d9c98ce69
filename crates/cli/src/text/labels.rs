//! Parses the numbers of pieces.

use std::str::FromStr;

use super::items;

/// The numbers in a text with any separators; the puzzle checks whether they are a state.
pub(crate) fn labels<T: FromStr>(what: &str, text: &str) -> Result<Vec<T>, String> {
    let label = |(at, item): (usize, &str)| {
        item.parse().map_err(|_| {
            let item: String = item.chars().take(20).collect();
            format!("item {at} of the {what} is {item:?}: expected a number that fits")
        })
    };
    (1..).zip(items(text)).map(label).collect()
}
