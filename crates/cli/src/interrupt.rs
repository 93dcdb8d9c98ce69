//! Ctrl-C ends a search, not the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code after the second Ctrl-C, as shells report it.
const KILLED: i32 = 130;

/// A flag that the first Ctrl-C sets; the second one ends the program.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(KILLED);
        }
    })?;
    Ok(cancel)
}
