//! [`Reach`]: numbers for the elements of a group, by the fastest numbering that fits.

use crate::permutation::group::PermutationGroup;
use crate::permutation::{EvenPermutations, Lexicographic, Numbering, Permutation};

/// Which permutations a group consists of.
#[derive(Clone, Debug)]
pub(super) enum Reach {
    All(Lexicographic<u128>),
    Even(EvenPermutations<u128>),
    /// Others, numbered by the group itself, if there are fewer than 2^128.
    Some(Option<u128>),
}

impl Reach {
    pub(super) fn new(points: usize, group: &PermutationGroup) -> Self {
        let order = group.order();
        if let Some(all) = Lexicographic::new(points).filter(|all| Some(all.count()) == order) {
            return Self::All(all);
        }
        // A subgroup of half of all permutations is that of the even ones.
        let even = EvenPermutations::new(points).filter(|even| Some(even.count()) == order);
        even.map_or(Self::Some(order), Self::Even)
    }

    pub(super) fn count(&self) -> Option<u128> {
        match self {
            Self::All(all) => Some(all.count()),
            Self::Even(even) => Some(even.count()),
            Self::Some(order) => *order,
        }
    }

    pub(super) fn rank(&self, group: &PermutationGroup, images: &[u8]) -> Option<u128> {
        match self {
            Self::All(all) => all.rank(images).ok(),
            Self::Even(even) => even.rank(images).ok(),
            Self::Some(_) => {
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
            Self::Some(_) => {
                let element = group.unrank(number)?;
                for (image, point) in images.iter_mut().zip(0..) {
                    *image = element.image(point) as u8;
                }
                Some(())
            }
        }
    }
}
