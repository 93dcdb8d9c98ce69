//! Table files: any bytes, with and without the checksums set right. What is read is written to a file
//! that reads as the same table.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use puzzle_search::table_file::{TableFile, checksum, load, map, save};

/// Where the header's own checksum is, and that of the payload.
const HEADER: std::ops::Range<usize> = 56..64;
const PAYLOAD: std::ops::Range<usize> = 48..56;
const MAGIC: &[u8] = b"\x89PST\r\n\x1a\n\x01\0\0\0";

fuzz_target!(|input: (u8, &[u8])| {
    let (repair, bytes) = input;
    let mut bytes = bytes.to_vec();
    if repair % 2 == 1 {
        repaired(&mut bytes);
    }
    let path = file("fuzzed");
    fs::write(path, &bytes).expect("a temporary file can be written");
    let table = match TableFile::open(path) {
        Ok(table) => table,
        Err(error) => {
            assert!(!error.to_string().contains('\n'));
            return;
        }
    };
    let header = table.header().clone();
    let payload = match load(path, &header) {
        Ok(payload) => payload,
        Err(error) => {
            assert!(map(path, &header).is_err(), "{error}");
            return;
        }
    };
    assert!(bytes.ends_with(&payload));
    let mapped = map(path, &header).expect("what is read can be mapped");
    assert_eq!(*mapped, *payload);
    let again = file("again");
    save(again, &header, &payload).expect("it can be written");
    assert_eq!(*load(again, &header).expect("it can be read"), *payload);
});

/// Sets magic, lengths and checksums right, so that what comes behind them is tried.
fn repaired(bytes: &mut Vec<u8>) {
    if bytes.len() < 64 {
        bytes.resize(64, 0);
    }
    bytes[..MAGIC.len()].copy_from_slice(MAGIC);
    bytes[41..48].fill(0);
    let text = usize::from(bytes[40]);
    let offset = 64 + text.next_multiple_of(64);
    if bytes.len() < offset {
        bytes.resize(offset, 0);
    }
    let payload = checksum(&bytes[offset..]);
    bytes[PAYLOAD].copy_from_slice(&payload.to_le_bytes());
    let length = (bytes.len() - offset) as u64;
    bytes[32..40].copy_from_slice(&length.to_le_bytes());
    let header = checksum(&[&bytes[..HEADER.start], &bytes[64..offset]].concat());
    bytes[HEADER].copy_from_slice(&header.to_le_bytes());
}

/// A file of this process, in memory where there is such a place.
fn file(name: &str) -> &'static PathBuf {
    static FILES: [OnceLock<PathBuf>; 2] = [OnceLock::new(), OnceLock::new()];
    FILES[usize::from(name == "again")].get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let directory = if memory.is_dir() {
            memory
        } else {
            std::env::temp_dir()
        };
        directory.join(format!("puzzle-search-{name}-{}", std::process::id()))
    })
}
