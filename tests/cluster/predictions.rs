//! What a space takes that is larger than these machines: MEASURED.md has the table.

use crate::{published, say};

/// What was measured of two processes that counted the 3x4, while other programs ran on the same two cores.
struct Rates {
    /// Neighbors for each second of processor time.
    generated: f64,
    /// Bytes of memory for each state held.
    held: f64,
    /// The most bytes of all files for each state of the three largest layers, on disk.
    on_disk: f64,
}

const MEASURED: Rates = Rates {
    generated: 2.3e6,
    held: 29.5,
    on_disk: 3.5,
};

struct Space {
    name: &'static str,
    states: f64,
    layers: usize,
    /// Neighbors of a state, on average.
    branching: f64,
    /// The bytes of a state.
    bytes: f64,
}

/// The layers of a space as large and as deep as is said, with the outline of another.
fn stretched(outline: &[u64], space: &Space) -> Vec<f64> {
    let scale = outline.len() as f64 / space.layers as f64;
    let at = |layer: usize| {
        let place = ((layer as f64 + 0.5) * scale - 0.5).clamp(0.0, outline.len() as f64 - 1.0);
        let (low, part) = (place as usize, place.fract());
        let high = (low + 1).min(outline.len() - 1);
        outline[low] as f64 * (1.0 - part) + outline[high] as f64 * part
    };
    let layers: Vec<_> = (0..space.layers).map(at).collect();
    let sum: f64 = layers.iter().sum();
    layers
        .iter()
        .map(|states| states * space.states / sum)
        .collect()
}

/// Most states in three layers in a row: what is held of them.
fn widest(layers: &[f64]) -> f64 {
    layers
        .windows(3)
        .map(|three| three.iter().sum())
        .fold(0.0, f64::max)
}

#[test]
fn predicted_layers_are_near_those_known() {
    // The outline of one board predicts another, whose layers are known.
    let outline = published("sliding-3x4");
    for name in [
        "sliding-2x5",
        "sliding-2x6",
        "sliding-2x7",
        "sliding-3x3-corner",
    ] {
        let known: Vec<_> = published(name)
            .into_iter()
            .map(|states| states as f64)
            .collect();
        let states = known.iter().sum();
        let space = Space {
            name,
            states,
            layers: known.len(),
            branching: 0.0,
            bytes: 0.0,
        };
        let ratio = widest(&stretched(&outline, &space)) / widest(&known);
        assert!((1.05..1.2).contains(&ratio), "{name}: {ratio}");
    }
    let boards = |name, states, layers, edges: f64, cells: f64| Space {
        name,
        states,
        layers,
        branching: 2.0 * edges / cells,
        bytes: cells,
    };
    let hanoi = Space {
        name: "Hanoi, 24 discs",
        states: 4_f64.powi(24),
        layers: 514,
        branching: 6.0,
        bytes: 24.0,
    };
    for (space, expected) in [
        (boards("2x6", 239_500_800.0, 81, 16.0, 12.0), 1.0),
        (boards("3x4", 239_500_800.0, 54, 17.0, 12.0), 1.0),
        (boards("3x5", 653_837_184_000.0, 85, 22.0, 15.0), 166.0),
        (boards("4x4", 10_461_394_944_000.0, 81, 24.0, 16.0), 2_784.0),
        (hanoi, 31_310.0),
    ] {
        let (held, generated) = (
            widest(&stretched(&outline, &space)),
            space.states * space.branching,
        );
        // A key has 16 bytes or 64.
        let key = if space.bytes > 16.0 { 48.0 } else { 0.0 };
        let memory = held * (MEASURED.held + key);
        let machines = (memory / 20e9).ceil();
        assert_eq!(machines, expected, "{}", space.name);
        let hours = generated / MEASURED.generated / 3600.0;
        say(format_args!(
            "{:<16} {:>8.3} TB of memory or {:>8.3} TB of files, {:>8.1} TB sent, {:>10.2} process hours: \
             {machines} machines of 24 GB and two cores, {:.2} hours",
            space.name,
            memory / 1e12,
            held * MEASURED.on_disk / 1e12,
            generated * space.bytes / 1e12,
            hours,
            hours / machines / 2.0,
        ));
    }
}
