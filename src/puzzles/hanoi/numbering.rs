//! Ranks of states: numbers in base p for p pegs or, with interchangeable pegs, mixed-radix numbers that skip states
//! which are not canonical.

use super::{Hanoi, MOST_PEGS, Towers};
use crate::puzzle::Ranked;

/// Ranks (numbers) all states.
impl Ranked for Hanoi {
    fn state_count(&self) -> Option<u128> {
        if !self.modulo_pegs {
            return u128::from(self.pegs).checked_pow(self.discs);
        }
        // The largest disc is on the last peg or on another.
        let [on_last, on_other, ..] = self.arrangements().get(self.discs() - 1)?;
        Some(u128::from(*on_last) + u128::from(*on_other))
    }

    #[inline]
    fn rank(&self, towers: &Towers) -> Option<u128> {
        let (mut rank, mut used, mut disc) = (0, 0, self.discs);
        if self.modulo_pegs {
            let (bits, last) = (self.peg_bits(), u64::from(self.pegs) - 1);
            let left = self.arrangements();
            while disc > 0 && used < last {
                disc -= 1;
                let peg = (towers.0 >> (disc * bits)) & ((1 << bits) - 1);
                let left = left.get(disc as usize)?.get(used as usize)?;
                if peg == last {
                    rank += used * left;
                } else if peg < used {
                    rank += peg * left;
                } else if peg == used {
                    rank += (used + 1) * left;
                    used += 1;
                } else {
                    return None; // The state is not canonical.
                }
            }
        }
        Some(u128::from(rank + self.digits(towers.0, disc)))
    }

    #[inline]
    fn unrank(&self, rank: u128) -> Option<Towers> {
        if rank >= self.state_count()? {
            return None;
        }
        let (mut rank, mut word, mut used, mut disc) = (rank as u64, 0, 0, self.discs);
        if self.modulo_pegs {
            let (bits, last) = (self.peg_bits(), u64::from(self.pegs) - 1);
            let left = self.arrangements();
            while disc > 0 && used < last {
                disc -= 1;
                let left = left.get(disc as usize)?.get(used as usize)?;
                let choice = (rank / left).min(used + 1);
                rank -= choice * left;
                let peg = match choice {
                    _ if choice < used => choice,
                    _ if choice == used => last,
                    _ => used,
                };
                used += u64::from(choice > used);
                word |= peg << (disc * bits);
            }
        }
        Some(Towers(word | self.word_of_digits(rank, disc)))
    }
}

/// The number of ways to place n discs if larger discs use k of the interchangeable pegs: `[pegs - 3][n][k]`.
static ARRANGEMENTS: [[[u64; MOST_PEGS]; 32]; MOST_PEGS - 2] = {
    let mut table = [[[1_u64; MOST_PEGS]; 32]; MOST_PEGS - 2];
    let mut pegs = 3;
    while pegs <= MOST_PEGS {
        let of_pegs = &mut table[pegs - 3];
        let mut discs = 1;
        while discs < 32 {
            let mut used = 0;
            while used < pegs {
                // Numbers that overflow belong to more discs than are possible on more than four pegs.
                let known = of_pegs[discs - 1][used].wrapping_mul(used as u64 + 1);
                let new = if used + 1 < pegs {
                    of_pegs[discs - 1][used + 1]
                } else {
                    0
                };
                of_pegs[discs][used] = known.wrapping_add(new);
                used += 1;
            }
            discs += 1;
        }
        pegs += 1;
    }
    table
};

impl Hanoi {
    /// The row of [`ARRANGEMENTS`] for the number of pegs.
    #[inline]
    fn arrangements(&self) -> &'static [[u64; MOST_PEGS]; 32] {
        &ARRANGEMENTS[self.pegs() - 3]
    }

    /// The number whose digits are the pegs of the `discs` smallest discs.
    #[inline]
    fn digits(&self, word: u64, discs: u32) -> u64 {
        let (base, bits) = (u64::from(self.pegs), self.peg_bits());
        if self.pegs == 1 << bits {
            let above = u64::MAX.checked_shl(discs * bits).unwrap_or(0);
            return word & !above;
        }
        let peg = |disc| (word >> (disc * bits)) & ((1 << bits) - 1);
        // The base is less than 2^bits, so the number fits wherever the bits do.
        (0..discs)
            .rev()
            .fold(0, |rank, disc| rank * base + peg(disc))
    }

    /// The word in which the pegs of the `discs` smallest discs are the digits of a number.
    #[inline]
    fn word_of_digits(&self, rank: u64, discs: u32) -> u64 {
        let (base, bits) = (u64::from(self.pegs), self.peg_bits());
        if self.pegs == 1 << bits {
            return rank;
        }
        let (mut rank, mut word) = (rank, 0);
        for disc in 0..discs {
            word |= (rank % base) << (disc * bits);
            rank /= base;
        }
        word
    }
}
