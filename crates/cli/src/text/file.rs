//! Reads texts from files and from standard input.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::CliResult;
use crate::console::Console;

/// The maximum number of bytes of a text.
const MOST: usize = 1 << 25;

/// Reads a file; the name `-` stands for standard input.
pub(crate) fn read_file(path: &Path, console: &dyn Console) -> CliResult<String> {
    let name = path.display();
    if path.as_os_str() == "-" {
        let mut input = console.input();
        return text_of("the input", &mut *input);
    }
    let file = File::open(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    text_of(&name.to_string(), &mut { file })
}

/// Reads to the end.
fn text_of(name: &str, from: &mut dyn Read) -> CliResult<String> {
    let mut bytes = Vec::new();
    let read = from.take(MOST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("{name} cannot be read: {error}"))?;
    if bytes.len() > MOST {
        return Err(format!("{name} is too long: expected at most {MOST} bytes").into());
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        format!("byte {byte} of {name} is not UTF-8: expected a text")
    })?;
    // A byte order mark, as some editors write it.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}
