//! [`stable_hash`]: divides the states of a space among parts, in the same way on every machine.

use core::hash::Hasher;

use crate::storage::FoldHasher;

/// Returns a hash of the bytes of a state, as [`Portable::write_state`](crate::puzzle::Portable::write_state) writes
/// them. The hash is the same on every platform and in every process. Use it to divide states among files, processes or
/// machines.
#[cfg_attr(
    not(feature = "std"),
    expect(dead_code, reason = "only processes and files divide states by it")
)]
pub(crate) fn stable_hash(bytes: &[u8]) -> u64 {
    let mut hasher = FoldHasher::new();
    hasher.write(bytes);
    // The length tells apart bytes that differ only in zeros at their end.
    hasher.write_u64(bytes.len() as u64);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_bytes_is_the_same_everywhere() {
        assert_eq!(stable_hash(b""), 0xe184_8576_4ba0_3644);
        assert_eq!(stable_hash(b"puzzle-search"), 0x5ca6_a263_a702_dfab);
        assert_ne!(stable_hash(&[1]), stable_hash(&[1, 0]));
        // Each value of the lowest four bits, and of the highest four, occurs about equally often.
        for shift in [0, 60] {
            let mut parts = [0_u32; 16];
            for number in 0..16_000_u32 {
                parts[(stable_hash(&number.to_be_bytes()) >> shift) as usize % 16] += 1;
            }
            assert!(
                parts.iter().all(|part| (900..1_100).contains(part)),
                "{parts:?}"
            );
        }
    }
}
