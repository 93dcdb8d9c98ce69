//! What a move does to a rank: it rotates a window of the tile order, which changes only the digits
//! of that window in the factorial number system.
//!
//! The digit of an item is how many of the items behind it are smaller; so an item has a digit
//! below the number of items from it to the end, and what is in front or behind of a window keeps
//! its digits when the window is rearranged.

/// No move passes more tiles.
const MOST_WIDTH: usize = 5;

/// Carries the last item of a window to its front.
///
/// Each step is an exchange of neighbors with digits a and b: the larger of the two items loses one
/// that is behind it, or gains it.
pub(super) fn carry_to_front(digits: &mut [u8]) {
    let Some(last) = digits.len().checked_sub(1) else {
        return;
    };
    let mut carried = digits[last];
    for at in (0..last).rev() {
        let passed = digits[at];
        if passed > carried {
            digits[at + 1] = passed - 1;
        } else {
            digits[at + 1] = passed;
            carried += 1;
        }
    }
    digits[0] = carried;
}

/// How many numbers the digits of a window make, which is of the first `width` of `left` items.
pub(super) fn numbers(left: usize, width: usize) -> usize {
    (left + 1 - width..=left).product()
}

/// The number that the digits of a window make after its last item was carried to its front.
pub(super) fn rotated(mut number: u32, left: usize, width: usize) -> u32 {
    let mut digits = [0; MOST_WIDTH];
    let digits = &mut digits[..width];
    let radices = (left + 1 - width..).map(|radix| radix as u32);
    for (digit, radix) in digits.iter_mut().rev().zip(radices) {
        *digit = (number % radix) as u8;
        number /= radix;
    }
    carry_to_front(digits);
    digits.iter().zip(0..).fold(0, |number, (&digit, at)| {
        number * (left - at) as u32 + u32::from(digit)
    })
}

/// The permutations of five items of each parity, by half their rank.
pub(super) const UNIT: usize = 60;

/// For each parity of five items, and each half of a rank, the half after the last item of a window
/// was carried to its front; an even number of items is passed. The window is of `width` items,
/// the first of the last `left`.
pub(super) fn unit_rotations(left: usize, width: usize) -> [[u8; 64]; 2] {
    let mut table = [[0; 64]; 2];
    for rank in 0..2 * UNIT as u8 {
        let mut digits = [rank / 24, rank / 6 % 4, rank / 2 % 3, rank % 2, 0];
        let parity = digits.iter().sum::<u8>() % 2;
        carry_to_front(&mut digits[5 - left..][..width]);
        let [a, b, c, ..] = digits;
        table[usize::from(parity)][usize::from(rank / 2)] = 12 * a + 3 * b + c;
    }
    table
}

/// The tables that undo these.
pub(super) fn unit_inverse(table: &[[u8; 64]; 2]) -> [[u8; 64]; 2] {
    table.map(|table| {
        let mut inverse = [0; 64];
        for (from, &to) in (0..).zip(&table[..UNIT]) {
            inverse[usize::from(to)] = from;
        }
        inverse
    })
}
