//! Input that comes in rows of numbers, one row on a line.

use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The lines that are not blank, numbered as in the input.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(_, line)| !line.trim_ascii().is_empty())
}

/// The next line, which is to be `what`: `length` numbers of this range.
pub(crate) fn row<'a, T: FromStr + PartialOrd + Display>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    what: impl Display,
    length: usize,
    range: RangeInclusive<T>,
) -> Result<Vec<T>, Box<dyn Error>> {
    let expected = || {
        let numbers = if length == 1 { "number" } else { "numbers" };
        let (least, most) = (range.start(), range.end());
        format!("expected {what} ({length} {numbers} from {least} to {most})")
    };
    let Some((line, text)) = lines.next() else {
        return Err(format!("the input ends too early: {}", expected()).into());
    };
    let found = text.split_ascii_whitespace().count();
    if found != length {
        return Err(format!("line {line} has {found} items: {}", expected()).into());
    }
    let number = |(at, item): (usize, &str)| {
        // `parse` alone would let a plus sign pass.
        let digits = item.bytes().all(|byte| byte.is_ascii_digit());
        let number = item.parse().ok();
        let number = number.filter(|number| digits && range.contains(number));
        number.ok_or_else(|| {
            let item: String = item.chars().take(20).collect();
            format!("item {at} of line {line} is {item:?}: {}", expected()).into()
        })
    };
    let items = (1..).zip(text.split_ascii_whitespace());
    items.map(number).collect()
}
