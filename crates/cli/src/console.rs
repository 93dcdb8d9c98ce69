//! [`Console`]: the streams of a run, and its cancel flag.

use std::cell::{RefCell, RefMut};
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use puzzle_search::{Limits, Stop};

/// The streams that a run reads and writes.
pub(crate) trait Console {
    fn input(&self) -> RefMut<'_, dyn Read + '_>;
    fn output(&self) -> RefMut<'_, dyn Write + '_>;
    fn errors(&self) -> RefMut<'_, dyn Write + '_>;
    fn terminals(&self) -> Terminals;
    /// Stops a search once it is set.
    fn cancel(&self) -> &Arc<AtomicBool>;
}

/// Which streams are terminals.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminals {
    pub(crate) input: bool,
    pub(crate) output: bool,
    pub(crate) errors: bool,
}

impl dyn Console + '_ {
    /// Writes a part of the answer, and flushes it.
    pub(crate) fn print(&self, text: impl Display) -> io::Result<()> {
        let mut output = self.output();
        write!(output, "{text}")?;
        output.flush()
    }

    /// Writes to standard error. A failure is ignored, since there is no other place to report it.
    pub(crate) fn remark(&self, text: impl Display) {
        let mut errors = self.errors();
        let _ = write!(errors, "{text}").and_then(|()| errors.flush());
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel().load(Ordering::Relaxed)
    }

    /// Returns an error after Ctrl-C.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        match self.is_cancelled() {
            true => Err(Stop::Cancelled),
            false => Ok(()),
        }
    }

    /// No limits except Ctrl-C.
    pub(crate) fn limits(&self) -> Limits {
        Limits::new().with_cancel(Arc::clone(self.cancel()))
    }
}

/// Standard input, output and errors, or substitutes for them.
pub(crate) struct Streams<'a> {
    input: RefCell<&'a mut dyn Read>,
    output: RefCell<&'a mut dyn Write>,
    errors: RefCell<&'a mut dyn Write>,
    pub(crate) terminals: Terminals,
    pub(crate) cancel: Arc<AtomicBool>,
}

impl<'a> Streams<'a> {
    pub(crate) fn new(
        input: &'a mut dyn Read,
        output: &'a mut dyn Write,
        errors: &'a mut dyn Write,
    ) -> Self {
        Self {
            input: RefCell::new(input),
            output: RefCell::new(output),
            errors: RefCell::new(errors),
            terminals: Terminals::default(),
            cancel: Arc::default(),
        }
    }
}

impl Console for Streams<'_> {
    fn input(&self) -> RefMut<'_, dyn Read + '_> {
        RefMut::map(self.input.borrow_mut(), |input| &mut **input)
    }

    fn output(&self) -> RefMut<'_, dyn Write + '_> {
        RefMut::map(self.output.borrow_mut(), |output| &mut **output)
    }

    fn errors(&self) -> RefMut<'_, dyn Write + '_> {
        RefMut::map(self.errors.borrow_mut(), |errors| &mut **errors)
    }

    fn terminals(&self) -> Terminals {
        self.terminals
    }

    fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }
}
