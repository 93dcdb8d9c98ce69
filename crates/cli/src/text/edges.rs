//! Parses the edges of a graph.

use super::items;

/// Edges such as `1-2 2-3` between `vertices` vertices, which are counted from 1 in the text and from 0 here.
pub(crate) fn edges(text: &str, vertices: usize) -> Result<Vec<(usize, usize)>, String> {
    let vertex = |digits: &str| -> Option<usize> {
        let vertex = digits.parse().ok();
        Some(vertex.filter(|vertex| (1..=vertices).contains(vertex))? - 1)
    };
    let edge = |(at, item): (usize, &str)| {
        let ends = item.split_once('-');
        let ends = ends.and_then(|(a, b)| Some((vertex(a)?, vertex(b)?)));
        ends.filter(|(a, b)| a != b).ok_or_else(|| {
            let item: String = item.chars().take(20).collect();
            let expected = format!("two different vertices from 1 to {vertices}, such as 1-2");
            format!("edge {at} is {item:?}: expected {expected}")
        })
    };
    (1..).zip(items(text)).map(edge).collect()
}
