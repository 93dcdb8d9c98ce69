//! The text that an example is about: from a file that is named, or from standard input.

#[path = "end.rs"]
mod end;
#[path = "file.rs"]
mod file;

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// What is printed, and the exit code.
pub(crate) type Answer = Result<(String, u8), Box<dyn Error>>;

/// Prints what `answer` makes of the text, and ends with its exit code; of bad input, one sentence on
/// standard error and exit code 2.
pub(crate) fn main(usage: &str, answer: fn(&str) -> Answer) -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next();
    let answered = match &path {
        _ if arguments.next().is_some() => {
            Err(format!("there are too many arguments: {}", usage.trim_end()).into())
        }
        Some(path) if path == "--help" || path == "-h" => Ok((usage.to_owned(), 0)),
        path => file::read(path.as_ref().map(Path::new)).and_then(|text| answer(&text)),
    };
    end::end(answered.and_then(|(answer, code)| {
        io::stdout().lock().write_all(answer.as_bytes())?;
        Ok(ExitCode::from(code))
    }))
}
