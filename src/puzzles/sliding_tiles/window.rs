//! The effect of a move on a lexicographic rank: it rotates a window of the tile order, which changes only the digits
//! of that window in the factorial number system.
//!
//! The digit of an item is the number of smaller items behind it. So it is below the number of items from it to the
//! end, and items in front of a window or behind it keep their digits when the window is permuted.

/// The widest window.
const MOST_WIDTH: usize = 5;

/// Carries the last item of a window to its front.
///
/// Each step exchanges adjacent items with digits a and b: the larger item loses a smaller one behind it, or gains one.
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

/// The number of values of the digits of a window that holds the first `width` of `left` items.
pub(super) fn numbers(left: usize, width: usize) -> usize {
    (left + 1 - width..=left).product()
}

/// The value of the digits of a window after its last item is carried to the front.
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

/// The number of permutations of five items of each parity, numbered by half their rank.
pub(super) const UNIT: usize = 60;

/// For each parity of five items and each half of a rank, the half after the last item of a window is carried to its
/// front past an even number of items. The window has `width` items, the first of the last `left`.
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

/// The inverse tables.
pub(super) fn unit_inverse(table: &[[u8; 64]; 2]) -> [[u8; 64]; 2] {
    table.map(|table| {
        let mut inverse = [0; 64];
        for (from, &to) in (0..).zip(&table[..UNIT]) {
            inverse[usize::from(to)] = from;
        }
        inverse
    })
}
