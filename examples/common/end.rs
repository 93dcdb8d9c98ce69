//! How every example ends.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Bad input, and output that cannot be written: one sentence on standard error.
const FAILED: u8 = 2;

/// The exit code that an example ends with; an error is said, unless it is that nobody reads on.
pub(crate) fn end(ended: Result<ExitCode, Box<dyn Error>>) -> ExitCode {
    ended.unwrap_or_else(|error| {
        // Whoever reads only the beginning, as `head` does, has seen enough.
        let io = error.downcast_ref::<io::Error>();
        if io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        // If standard error is closed too, the exit code is all that is left to say.
        let _ = writeln!(io::stderr().lock(), "{error}");
        ExitCode::from(FAILED)
    })
}
