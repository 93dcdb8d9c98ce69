//! What every judge example does: read all of standard input, answer, and print all or one sentence.

mod end;
mod file;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints what `judge` makes of standard input; of bad input, one sentence on standard error and exit code 2.
pub(crate) fn main(judge: fn(&str) -> Result<String, Box<dyn Error>>) -> ExitCode {
    let answer = file::read(None).and_then(|text| judge(&text));
    // The answer is printed in one piece: nothing of it may stand before an error.
    end::end(answer.and_then(|answer| {
        io::stdout().lock().write_all(answer.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }))
}
