//! [`GroupNumbering`]: the ranks of a group's elements, by the fastest numbering that fits the group.
//!
//! States are numbered by rank in the symmetric or the alternating group if the puzzle's group is one of these,
//! otherwise by the stabiliser chain.

use crate::permutation::PermutationGroup;
use crate::permutation::{EvenPermutations, Lexicographic, Numbering, Permutation};

/// The permutations of a group, with their numbering.
#[derive(Clone, Debug)]
pub(super) enum GroupNumbering {
    All(Lexicographic<u128>),
    Even(EvenPermutations<u128>),
    /// Any other group, which numbers its elements itself if their number, the order, fits into 128 bits.
    Other(Option<u128>),
}

impl GroupNumbering {
    pub(super) fn new(points: usize, group: &PermutationGroup) -> Self {
        let order = group.order();
        if let Some(all) = Lexicographic::new(points).filter(|all| Some(all.count()) == order) {
            return Self::All(all);
        }
        // The alternating group is the only subgroup of index 2.
        let even = EvenPermutations::new(points).filter(|even| Some(even.count()) == order);
        even.map_or(Self::Other(order), Self::Even)
    }

    pub(super) fn count(&self) -> Option<u128> {
        match self {
            Self::All(all) => Some(all.count()),
            Self::Even(even) => Some(even.count()),
            Self::Other(order) => *order,
        }
    }

    pub(super) fn rank(&self, group: &PermutationGroup, images: &[u8]) -> Option<u128> {
        match self {
            Self::All(all) => all.rank(images).ok(),
            Self::Even(even) => even.rank(images).ok(),
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
            Self::All(all) => all.unrank_into(number, images).ok(),
            Self::Even(even) => even.unrank_into(number, images).ok(),
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
