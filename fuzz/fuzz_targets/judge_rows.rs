//! The input of the judges' examples: rows of numbers. What is read prints to a row that reads the same,
//! and a complaint is one line.

#![no_main]

#[path = "../../examples/common/rows.rs"]
mod rows;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u16, &str)| {
    let (length, most, text) = input;
    let length = 1 + usize::from(length % 20);
    let mut lines = rows::lines(text).peekable();
    loop {
        let is_end = lines.peek().is_none();
        match rows::row(&mut lines, "a row", length, 0..=most) {
            Ok(row) => {
                assert!(row.len() == length && row.iter().all(|number| *number <= most));
                let words: Vec<String> = row.iter().map(u16::to_string).collect();
                let printed = words.join(" ");
                let again = rows::row(&mut rows::lines(&printed), "a row", length, 0..=most);
                assert_eq!(again.ok().as_ref(), Some(&row));
            }
            Err(error) => {
                assert!(!error.to_string().contains('\n'));
                let is_short = error.to_string().starts_with("the input ends too early");
                assert_eq!(is_short, is_end);
                if is_end {
                    return;
                }
            }
        }
    }
});
