//! [`Track`]: the positions of an element in each frame; and [`Timing`], which animates them by style sheets, without a
//! script.

use std::fmt::Write;
use std::time::Duration;

/// The positions of the element `id` in each frame, in pixels.
pub(super) struct Track {
    pub(super) id: String,
    pub(super) at: Vec<(f64, f64)>,
}

/// The timing of frames in an endless loop.
pub(super) struct Timing {
    /// Seconds for each move.
    step: f64,
    moves: usize,
}

/// The seconds for which the start and the goal are shown.
const LEAD: f64 = 1.5;
const TAIL: f64 = 3.0;

impl Timing {
    pub(super) fn new(step: Duration, moves: usize) -> Self {
        // Animations need a positive duration.
        let step = step.as_secs_f64().max(0.01);
        Self { step, moves }
    }

    /// Style sheet rules that move the elements along their tracks.
    pub(super) fn rules(&self, tracks: &[Track]) -> String {
        let total = LEAD + self.step * self.moves as f64 + TAIL;
        let percent = |seconds: f64| 100.0 * seconds / total;
        let mut rules = String::new();
        for Track { id, at } in tracks {
            if at.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            // Writing to a string cannot fail.
            let _ = write!(
                rules,
                "#{id}{{animation:{id} {total:.2}s infinite}}\n@keyframes {id}{{0%"
            );
            for (frame, pair) in at.windows(2).enumerate() {
                let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
                if (x0, y0) == (x1, y1) {
                    continue;
                }
                let begin = LEAD + self.step * frame as f64;
                let _ = write!(
                    rules,
                    ",{:.3}%{{transform:translate({x0:.1}px,{y0:.1}px)}}{:.3}%",
                    percent(begin),
                    percent(begin + 0.5 * self.step),
                );
            }
            let &(x, y) = at.last().unwrap_or(&(0.0, 0.0));
            let _ = writeln!(rules, ",to{{transform:translate({x:.1}px,{y:.1}px)}}}}");
        }
        rules
    }
}
