//! Texts from a file or from standard input.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::Answer;
use crate::console::Console;

/// The most bytes of a text; more is no text that anybody means.
const MOST: usize = 1 << 25;

/// The text in a file; with the name `-`, that on standard input.
pub(crate) fn read_file(path: &Path, console: &dyn Console) -> Answer<String> {
    let name = path.display();
    if path.as_os_str() == "-" {
        let mut input = console.input();
        return text_of("the input", &mut *input);
    }
    let file = File::open(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    text_of(&name.to_string(), &mut { file })
}

/// All that there is to be read, as a text.
fn text_of(name: &str, from: &mut dyn Read) -> Answer<String> {
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
    // A mark with which some editors begin a text.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}
