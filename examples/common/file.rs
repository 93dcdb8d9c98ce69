//! Texts from a file or from standard input.

use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a text; more is no text that anybody means.
const MOST: usize = 1 << 25;

/// The text in a file; without a name, or with the name `-`, that on standard input.
pub(crate) fn read(path: Option<&Path>) -> Result<String, Box<dyn Error>> {
    let path = path.filter(|path| path.as_os_str() != "-");
    let name = path.map_or("the input".to_owned(), |path| path.display().to_string());
    let mut bytes = Vec::new();
    let most = MOST as u64 + 1;
    let read = match path {
        Some(path) => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
        None => io::stdin().lock().take(most).read_to_end(&mut bytes),
    };
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
