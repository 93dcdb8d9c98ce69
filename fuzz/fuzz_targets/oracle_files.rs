//! Distance tables that are whole files but hold anything: whatever they say, asking them ends.

#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use puzzle_search::puzzles::SlidingTiles;
use puzzle_search::space::DistanceOracle;
use puzzle_search::table_file::{TableEncoding, TableFile, TableHeader, save};

fuzz_target!(|input: (bool, &str, &[u8])| {
    let (is_modulo, counts, payload) = input;
    let puzzle = SlidingTiles::new(2, 3).expect("a size");
    let mut header = header().clone();
    header.description += counts;
    header.description += "; of: ";
    if is_modulo {
        header.encoding = TableEncoding::ModuloThree;
    }
    let bytes = header.payload_bytes().expect("a small table");
    let payload: Vec<u8> = payload
        .iter()
        .copied()
        .cycle()
        .take(bytes as usize)
        .collect();
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
    let board = oracle.puzzle().goal();
    let _ = (oracle.distance(&board), oracle.solve(&board));
    for depth in 0..oracle.layers().len().min(4) as u64 {
        for state in oracle.states_at(depth).take(4) {
            assert_eq!(oracle.distance(&state), Some(depth));
            if let Some(solution) = oracle.solve(&state) {
                let _ = solution.verify(oracle.puzzle(), &state);
            }
        }
        let mut random = 1_u64;
        let _ = oracle.random_at_depth(depth, || {
            random = random.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
            random
        });
    }
});

/// The header of the right table, its counts left out.
fn header() -> &'static TableHeader {
    static HEADER: OnceLock<TableHeader> = OnceLock::new();
    HEADER.get_or_init(|| {
        let puzzle = SlidingTiles::new(2, 3).expect("a size");
        let oracle = DistanceOracle::new(puzzle).expect("it fits");
        oracle
            .save(file(), "")
            .expect("a temporary file can be written");
        let table = TableFile::open(file()).expect("it was written");
        let mut header = table.header().clone();
        let counts = header.description.find(':').map_or(0, |colon| colon + 1);
        header.description.truncate(counts);
        header
    })
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
