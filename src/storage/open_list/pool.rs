//! [`Pool`]: many small stacks over one list of blocks. Invariant: each block is in one stack or in the free list.

use super::super::arena::Arena;
use crate::account::{Quota, Stop};

/// Stacks that share their memory. A stack is known by its cursor, and consists of linked blocks of `N` items, so that
/// it is never copied. `N` is one less than a power of two.
#[derive(Debug)]
pub(super) struct Pool<T, const N: usize> {
    blocks: Arena<Block<T, N>>,
    /// The first block of the free list.
    free: u32,
}

/// Up to `N` items of one stack. `below` is the cursor of the block below, or the next free block.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Block<T, const N: usize> {
    below: u32,
    items: [T; N],
}

/// The cursor of an empty stack. Any other cursor is the block of the latest item and, in the lowest bits, its position
/// there, counted from one. The lowest bits of an empty stack are those of a full block, so that one test finds both.
pub(super) const EMPTY: u32 = u32::MAX;

impl<T: Copy, const N: usize> Pool<T, N> {
    /// A cursor is the number of a block times `SIZE`, plus a position from 1 to `LAST`.
    const SIZE: u32 = N as u32 + 1;
    const LAST: u32 = N as u32;

    pub(super) const fn new() -> Self {
        const { assert!((N + 1).is_power_of_two()) };
        Self {
            blocks: Arena::new(),
            free: EMPTY,
        }
    }

    /// Empties all stacks, whose cursors must not be used any more, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.free = EMPTY;
    }

    /// Adds an item to a stack.
    #[inline(always)]
    pub(super) fn push(&mut self, stack: &mut u32, item: T, memory: &Quota) -> Result<(), Stop> {
        if !self.push_within(stack, item) {
            *stack = self.begin_block(*stack, item, memory)?;
        }
        Ok(())
    }

    /// Adds an item to a stack, unless it needs another block.
    #[inline(always)]
    pub(super) fn push_within(&mut self, stack: &mut u32, item: T) -> bool {
        if *stack & Self::LAST == Self::LAST {
            return false;
        }
        let cursor = *stack + 1;
        *stack = cursor;
        let block = self.blocks.get_mut(cursor / Self::SIZE);
        block.items[(cursor & Self::LAST) as usize - 1] = item;
        true
    }

    /// The cursor of `item` as the first one in a new block, on top of the stack `below`.
    #[inline]
    fn begin_block(&mut self, below: u32, item: T, memory: &Quota) -> Result<u32, Stop> {
        let block = if self.free == EMPTY {
            let items = [item; N];
            let block = self.blocks.push(Block { below, items }, memory)?;
            if block >= EMPTY / Self::SIZE {
                return Err(Stop::TooManyStates);
            }
            block
        } else {
            let number = self.free;
            let block = self.blocks.get_mut(number);
            self.free = core::mem::replace(&mut block.below, below);
            block.items[0] = item;
            number
        };
        Ok(block * Self::SIZE + 1)
    }

    /// Removes the latest item of a stack that is not empty.
    #[inline]
    pub(super) fn pop(&mut self, stack: &mut u32) -> T {
        let cursor = *stack;
        let number = cursor / Self::SIZE;
        let block = self.blocks.get_mut(number);
        let item = block.items[(cursor & Self::LAST) as usize - 1];
        *stack = cursor - 1;
        if cursor & Self::LAST == 1 {
            *stack = core::mem::replace(&mut block.below, self.free);
            self.free = number;
        }
        item
    }

    /// Removes up to `most` of the latest items of a stack, and passes them on.
    #[inline]
    pub(super) fn pop_some(&mut self, stack: &mut u32, mut most: usize, mut take: impl FnMut(T)) {
        while most > 0 && *stack != EMPTY {
            let number = *stack / Self::SIZE;
            let block = self.blocks.get_mut(number);
            let top = (*stack & Self::LAST) as usize;
            let some = top.min(most);
            for &item in block.items[top - some..top].iter().rev() {
                take(item);
            }
            *stack -= some as u32;
            if some == top {
                *stack = core::mem::replace(&mut block.below, self.free);
                self.free = number;
            }
            most -= some;
        }
    }

    /// The items of a stack, latest first.
    pub(super) fn iter(&self, mut cursor: u32) -> impl Iterator<Item = T> {
        core::iter::from_fn(move || {
            if cursor == EMPTY {
                return None;
            }
            let block = self.blocks.get(cursor / Self::SIZE);
            let item = block.items[(cursor & Self::LAST) as usize - 1];
            cursor = if cursor & Self::LAST == 1 {
                block.below
            } else {
                cursor - 1
            };
            Some(item)
        })
    }

    /// Reverses a stack.
    pub(super) fn reverse(&mut self, stack: &mut u32, memory: &Quota) -> Result<(), Stop> {
        let mut reversed = EMPTY;
        while *stack != EMPTY {
            let item = self.pop(stack);
            self.push(&mut reversed, item, memory)?;
        }
        *stack = reversed;
        Ok(())
    }
}
