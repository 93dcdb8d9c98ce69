//! The text that an example is about: from a file that is named, or from stdin.

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// What is printed, and the exit code.
pub(crate) type Answer = Result<(String, u8), Box<dyn Error>>;

/// Prints what `answer` makes of the text, and ends with its exit code; of bad input, one sentence on
/// stderr and exit code 2.
pub(crate) fn main(usage: &str, answer: fn(&str) -> Answer) -> ExitCode {
    let printed = read(usage).and_then(|text| {
        let Some(text) = text else {
            return Ok((usage.to_owned(), 0));
        };
        answer(&text)
    });
    let printed = printed.and_then(|(answer, code)| {
        io::stdout().lock().write_all(answer.as_bytes())?;
        Ok(code)
    });
    match printed {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            // If stderr is closed too, the exit code is all that is left to say.
            let _ = writeln!(io::stderr().lock(), "{error}");
            ExitCode::from(2)
        }
    }
}

/// `None` if help is asked for.
fn read(usage: &str) -> Result<Option<String>, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next();
    if arguments.next().is_some() {
        return Err(format!("there are too many arguments: {}", usage.trim_end()).into());
    }
    let mut bytes = Vec::new();
    match path {
        Some(path) if path == "--help" || path == "-h" => return Ok(None),
        Some(path) if path != "-" => {
            let name = path.display();
            bytes =
                std::fs::read(&path).map_err(|error| format!("{name} cannot be read: {error}"))?;
        }
        _ => {
            io::stdin().lock().read_to_end(&mut bytes)?;
        }
    }
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        format!("byte {byte} of the input is not UTF-8: expected a text").into()
    })
}
