//! Plays a film on standard output: an animation on a terminal, otherwise one frame after another.

use std::io;
use std::thread;
use std::time::Duration;

use super::film::Film;
use super::text_frame;
use crate::console::Console;

/// Shows each frame for `delay`, or until Enter is pressed; ends early if it is cancelled.
pub(super) fn show(film: &Film, delay: Option<Duration>, console: &dyn Console) -> io::Result<()> {
    let is_terminal = console.terminals().output;
    let has_colors = is_terminal && std::env::var_os("NO_COLOR").is_none();
    console.print(format_args!("{}\n{}\n", film.summary, film.search))?;
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
        let mut out = String::new();
        if is_terminal && at > 0 {
            // Moves up and clears the frame before.
            out += &format!("\x1b[{}A\x1b[J", lines.len() + 2);
        }
        out += &match at {
            0 => "\nstart\n".to_owned(),
            _ => format!("\nmove {at} of {}: {}\n", film.moves(), frame.mv),
        };
        for line in lines {
            for (character, style) in line {
                out += &match has_colors && !style.is_empty() {
                    true => format!("\x1b[{style}m{character}\x1b[0m"),
                    false => character.to_string(),
                };
            }
            out += "\n";
        }
        console.print(out)?;
        if console.is_cancelled() {
            break;
        }
        if is_terminal && at < film.moves() {
            match delay {
                Some(delay) => thread::sleep(delay),
                None => wait_for_enter(console)?,
            }
        }
    }
    Ok(())
}

/// Waits for Enter, and erases its line.
fn wait_for_enter(console: &dyn Console) -> io::Result<()> {
    console.print("Enter: next move")?;
    let (mut byte, mut is_ended) = ([0], false);
    while !is_ended && console.input().read(&mut byte)? > 0 {
        is_ended = byte == *b"\n";
    }
    let is_on_terminal = is_ended && console.terminals().input;
    console.print(if is_on_terminal {
        "\x1b[A\r\x1b[J"
    } else {
        "\r\x1b[J"
    })
}
