//! The film on standard output: an animation on a terminal, one frame after another in a pipe.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::film::Film;
use crate::text_frame::{self, Tone};

/// Shows each frame for so long; without a delay, until Enter is pressed. Ends early if it is
/// cancelled.
pub(crate) fn show(film: &Film, delay: Option<Duration>, cancel: &AtomicBool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let has_colours = is_terminal && std::env::var_os("NO_COLOR").is_none();
    writeln!(out, "{}", film.summary())?;
    writeln!(out, "{}", film.search)?;
    for (at, frame) in film.frames.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &film.frames[before]);
        let mut lines = text_frame::lines(&film.places, &film.goal, frame, before);
        for line in &mut lines {
            let blanks = line
                .iter()
                .rev()
                .take_while(|(character, _)| *character == ' ');
            line.truncate(line.len() - blanks.count());
        }
        if is_terminal && at > 0 {
            // Over the frame before: up, and nothing left of it.
            write!(out, "\x1b[{}A\x1b[J", lines.len() + 2)?;
        }
        match at {
            0 => writeln!(out, "\nstart")?,
            _ => writeln!(out, "\nmove {at} of {}: {}", film.moves(), frame.mv)?,
        }
        for line in lines {
            for (character, tone) in line {
                match tone {
                    _ if !has_colours => write!(out, "{character}")?,
                    Tone::Plain => write!(out, "{character}")?,
                    Tone::Faint => write!(out, "\x1b[2m{character}\x1b[0m")?,
                    Tone::Home => write!(out, "\x1b[32m{character}\x1b[0m")?,
                    Tone::Moved => write!(out, "\x1b[1;33m{character}\x1b[0m")?,
                }
            }
            writeln!(out)?;
        }
        out.flush()?;
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        if is_terminal && at < film.moves() {
            match delay {
                Some(delay) => thread::sleep(delay),
                None => wait_for_enter(&mut out)?,
            }
        }
    }
    Ok(())
}

/// Waits, and takes back the line that Enter has ended.
fn wait_for_enter(out: &mut impl Write) -> io::Result<()> {
    write!(out, "Enter: next move")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let line_ended = line.ends_with('\n') && io::stdin().is_terminal();
    write!(out, "{}\r\x1b[J", if line_ended { "\x1b[A" } else { "" })
}
