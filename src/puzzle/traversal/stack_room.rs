//! [`StackRoom`]: how deep a walk may recurse on the call stack.

/// The bytes of the call stack that the recursive part of a walk may use: half of a stack of 64 KiB.
const BUDGET: usize = 32 << 10;

/// The part of the thread's call stack into which the walk may recurse.
///
/// The addresses of local variables tell how much of it is used, however large the frames of a build are. Frames that
/// are alive have different addresses, so that the depth is bounded even where these do not fall from call to call.
#[derive(Clone, Copy)]
pub(super) struct StackRoom {
    /// The lowest address at which a frame may begin.
    end: usize,
}

impl StackRoom {
    /// Room for frames, if the last of them and what it calls take no more than `last` bytes.
    #[inline(always)]
    pub(super) fn before(last: usize) -> Self {
        match BUDGET.checked_sub(last) {
            Some(room) => Self {
                end: Self::here().wrapping_sub(room),
            },
            None => Self::none(),
        }
    }

    /// No room at all.
    #[inline(always)]
    pub(super) fn none() -> Self {
        let end = Self::here().wrapping_add(usize::MAX / 2);
        Self { end }
    }

    /// Whether another frame may begin.
    #[inline(always)]
    pub(super) fn is_left(self) -> bool {
        Self::here().wrapping_sub(self.end) <= BUDGET
    }

    /// An address in the frame of the caller.
    #[inline(always)]
    fn here() -> usize {
        let local = 0_u8;
        core::ptr::from_ref(&local).addr()
    }
}
