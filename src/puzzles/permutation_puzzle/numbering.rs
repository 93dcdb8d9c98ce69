//! [`GroupNumbering`]: the ranks of a group's elements, by the fastest numbering that fits the group.
//!
//! States are numbered by rank in the symmetric or the alternating group if the puzzle's group is one of these,
//! otherwise by the stabilizer chain.

use crate::permutation::{Lexicographic, Parity, Permutation, PermutationGroup};

/// The permutations of a group, with their numbering.
#[derive(Clone, Debug)]
pub(super) enum GroupNumbering {
    All(Lexicographic),
    /// The even permutations, each numbered by the half of its rank.
    Even(Lexicographic),
    /// Any other group, which numbers its elements itself if their number, the order, fits into 128 bits.
    Other(Option<u128>),
}

impl GroupNumbering {
    pub(super) fn new(points: usize, group: &PermutationGroup) -> Self {
        let order = group.order();
        match Lexicographic::new(points) {
            Some(all) if Some(all.count()) == order => Self::All(all),
            // The alternating group is the only subgroup of index 2.
            Some(all) if Some(all.count() / 2) == order => Self::Even(all),
            _ => Self::Other(order),
        }
    }

    pub(super) fn count(&self) -> Option<u128> {
        match self {
            Self::All(all) => Some(all.count()),
            Self::Even(all) => Some(all.count() / 2),
            Self::Other(order) => *order,
        }
    }

    pub(super) fn rank(&self, group: &PermutationGroup, images: &[u8]) -> Option<u128> {
        match self {
            Self::All(all) => all.rank(images).ok(),
            Self::Even(all) => match all.rank_and_parity(images) {
                Ok((rank, Parity::Even)) => Some(rank / 2),
                _ => None,
            },
            Self::Other(_) => {
                let images = images.iter().map(|&image| u32::from(image));
                group.rank(&Permutation::from_images(images))
            }
        }
    }

    pub(super) fn unrank(
        &self,
        group: &PermutationGroup,
        number: u128,
        images: &mut [u8],
    ) -> Option<()> {
        match self {
            Self::All(all) => all.unrank_into(number, images),
            Self::Even(all) => {
                all.unrank_into(number.checked_mul(2)?, images)?;
                let (_, parity) = all.rank_and_parity(images).ok()?;
                if let (Parity::Odd, [.., a, b]) = (parity, images) {
                    core::mem::swap(a, b);
                }
                Some(())
            }
            Self::Other(_) => {
                let element = group.unrank(number)?;
                for (image, point) in images.iter_mut().zip(0..) {
                    *image = element.image(point) as u8;
                }
                Some(())
            }
        }
    }
}
