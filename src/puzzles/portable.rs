//! Implements [`Portable`](crate::puzzle::Portable) for the puzzles of this module.

/// A state is written as its labels, one byte each, and read by the puzzle's method `state`.
macro_rules! portable {
    ($puzzle:ty, |$this:tt, $state:ident| $labels:expr, |$it:ident, $bytes:ident| $read:expr $(, $packed:ident)?) => {
        impl$(<$packed: $crate::puzzles::Packed>)? $crate::puzzle::Portable for $puzzle {
            fn state_bytes(&self) -> usize {
                let ($this, $state) = (self, &self.goal());
                $labels.count()
            }

            fn write_state(&self, $state: &Self::State, bytes: &mut [u8]) {
                let $this = self;
                for (byte, label) in bytes.iter_mut().zip($labels) {
                    *byte = label;
                }
            }

            fn read_state(&self, $bytes: &[u8]) -> Option<Self::State> {
                let $it = self;
                $read.ok()
            }
        }
    };
}
pub(crate) use portable;
