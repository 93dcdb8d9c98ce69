//! Counts as they were published.

/// The numbers in a `.layers` file: comments, then one for each depth from 0.
pub(crate) fn published(text: &str) -> Vec<u64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("a number")).collect()
}
