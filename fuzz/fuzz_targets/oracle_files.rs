//! Distance tables that are whole files but hold anything: whatever they say, asking them ends.

#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use puzzle_search::space::{DistanceOracle, Encoding};
use puzzle_search::table_file::{TableFile, TableHeader, load, save};
use puzzle_search::{Facts, Neighbor, NeighborOf, Puzzle, Ranked, Reversible};

fuzz_target!(|input: (bool, &str, Vec<(u16, u8)>)| {
    let (is_modulo, counts, changes) = input;
    let puzzle = Switches;
    let (header, right) = &right()[usize::from(is_modulo)];
    let mut header = header.clone();
    header.description += counts;
    header.description += "; of: ";
    let mut payload = right.clone();
    for &(at, byte) in &changes {
        let at = usize::from(at) % payload.len();
        payload[at] = byte;
    }
    let path = file();
    if save(path, &header, &payload).is_err() {
        return;
    }
    let oracle = match DistanceOracle::load(puzzle, path, "") {
        Ok(oracle) => oracle,
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            return;
        }
    };
    for &(at, _) in &changes {
        // A byte holds one entry, or four.
        let first = u32::from(at) % payload.len() as u32 * (1 + 3 * u32::from(is_modulo));
        for state in first..first + 4 {
            let _ = (oracle.distance(&state), oracle.solve(&state));
        }
    }
    for depth in 0..oracle.layers().len().min(4) as u64 {
        for state in oracle.states_at(depth).take(4) {
            assert_eq!(oracle.distance(&state), Some(depth));
            if let Some(solution) = oracle.solve(&state) {
                assert_eq!(solution.verify(oracle.puzzle(), &state), Ok(()));
            }
        }
        let mut random = 1_u64;
        let _ = oracle.random_at_depth(depth, || {
            random = random.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
            random
        });
    }
});

/// The right tables, of bytes and modulo three: their headers, without the counts, and entries.
fn right() -> &'static [(TableHeader, Vec<u8>); 2] {
    static RIGHT: OnceLock<[(TableHeader, Vec<u8>); 2]> = OnceLock::new();
    RIGHT.get_or_init(|| {
        [Encoding::Bytes, Encoding::ModuloThree].map(|encoding| {
            let puzzle = Switches;
            let oracle = DistanceOracle::build(&puzzle, encoding).run();
            let saved = oracle.expect("it fits").save(file(), "");
            saved.expect("a temporary file can be written");
            let table = TableFile::open(file()).expect("it was written");
            let mut header = table.header().clone();
            let entries = load(file(), &header).expect("it is whole");
            let counts = header.description.find(':').map_or(0, |colon| colon + 1);
            header.description.truncate(counts);
            (header, entries.to_vec())
        })
    })
}

/// Fifteen switches, all of which are to be off: more states than are compared when a table is read.
#[derive(Clone)]
struct Switches;

const SWITCHES: u32 = 15;

impl Puzzle for Switches {
    type State = u32;
    type Move = u32;
    type Cost = u32;

    fn neighbors(&self, &on: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        (0..SWITCHES).map(move |switch| Neighbor::unit(switch, on ^ 1 << switch))
    }

    fn is_goal(&self, &on: &u32) -> bool {
        on == 0
    }

    fn facts(&self) -> Facts<u32> {
        Facts::new().unit_costs().undirected()
    }
}

impl Reversible for Switches {
    fn goals(&self) -> impl IntoIterator<Item = u32> {
        [0]
    }

    fn predecessors(&self, state: &u32) -> impl IntoIterator<Item = NeighborOf<Self>> {
        self.neighbors(state)
    }
}

impl Ranked for Switches {
    fn state_count(&self) -> Option<u128> {
        Some(1 << SWITCHES)
    }

    fn rank(&self, &on: &u32) -> Option<u128> {
        Some(on.into())
    }

    fn unrank(&self, rank: u128) -> Option<u32> {
        u32::try_from(rank).ok().filter(|on| *on < 1 << SWITCHES)
    }
}

/// A file of this process, in memory where there is such a place.
fn file() -> &'static PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let directory = if memory.is_dir() {
            memory
        } else {
            std::env::temp_dir()
        };
        directory.join(format!("puzzle-search-oracle-{}", std::process::id()))
    })
}
