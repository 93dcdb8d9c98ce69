//! What every judge example does: read all of stdin, answer, and print all or one sentence.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// Prints what `judge` makes of stdin; of bad input, one sentence on stderr and exit code 2.
pub(crate) fn main(judge: fn(&str) -> Result<String, Box<dyn Error>>) -> ExitCode {
    // The answer is printed in one piece: nothing of it may stand before an error.
    let printed = read().and_then(|text| judge(&text)).and_then(|answer| {
        io::stdout().lock().write_all(answer.as_bytes())?;
        Ok(())
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, the exit code is all that is left to say.
            let _ = writeln!(io::stderr().lock(), "{error}");
            ExitCode::from(2)
        }
    }
}

fn read() -> Result<String, Box<dyn Error>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        format!("byte {byte} of the input is not UTF-8: expected a text").into()
    })
}
