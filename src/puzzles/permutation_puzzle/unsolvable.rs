//! Explains why a state cannot be solved in terms of pieces with several stickers, which are blocks of the group.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::permutation::Permutation;
use crate::permutation::PermutationGroup;

/// Explains why the permutation `needed` is not in the group: it tears a block apart, permutes the blocks as no
/// moves do, or turns the places within blocks as no moves do. Returns `None` if there are no blocks or no such
/// explanation.
pub(super) fn explain(group: &PermutationGroup, needed: &Permutation) -> Option<String> {
    let moves = group.generators();
    let orbits = group.orbits();
    let orbits = orbits.iter().filter(|orbit| orbit.len() > 1);
    let orbits: Vec<Vec<Vec<u32>>> = orbits.map(|orbit| group.blocks(orbit[0])).collect();
    if orbits.iter().flatten().all(|block| block.len() == 1) {
        return None;
    }
    let blocks: Vec<&Vec<u32>> = orbits.iter().flatten().collect();
    let block_of = |place: u32| blocks.iter().position(|block| block.contains(&place));
    let is_torn = |block: &&&Vec<u32>| {
        let mut images = block.iter().map(|&place| block_of(needed.image(place)));
        let first = images.next();
        images.any(|image| Some(image) != first)
    };
    if let Some(torn) = blocks.iter().find(is_torn) {
        let places = list(torn.iter().copied());
        return Some(format!("the places {places} always stay together"));
    }
    let of_blocks = |permutation: &Permutation| {
        let images = blocks
            .iter()
            .map(|block| block_of(permutation.image(block[0])));
        Permutation::from_images(images.map(|image| image.unwrap_or(0) as u32))
    };
    let arranged: Vec<Permutation> = moves.iter().map(of_blocks).collect();
    if !PermutationGroup::new(&arranged).contains(&of_blocks(needed)) {
        return Some(
            "two pieces would have to be exchanged alone, or others moved as oddly".into(),
        );
    }
    // The action on the places of a single orbit.
    orbits.iter().find_map(|blocks| {
        let places: Vec<u32> = blocks.iter().flatten().copied().collect();
        let number = |place| places.iter().position(|&other| other == place).unwrap_or(0) as u32;
        let within = |permutation: &Permutation| {
            let images = places.iter().map(|&place| number(permutation.image(place)));
            Permutation::from_images(images)
        };
        let turned: Vec<Permutation> = moves.iter().map(within).collect();
        let (turned, needed_within) = (PermutationGroup::new(&turned), within(needed));
        if turned.contains(&needed_within) {
            return None;
        }
        // A piece that is impossible in itself, such as a mirror image, gets another reason than a turned piece.
        let is_wrong = |block: &&Vec<u32>| {
            let numbers: Vec<u32> = block.iter().map(|&place| number(place)).collect();
            !turned.has_element_with_images(&needed_within, &numbers)
        };
        Some(match blocks.iter().find(is_wrong) {
            Some(wrong) => {
                let from = list(wrong.iter().copied());
                let to = list(wrong.iter().map(|&place| needed.image(place)));
                format!("no moves carry the piece of the places {from} to {to} in this order")
            }
            None => {
                let size = blocks.first().map_or(0, Vec::len);
                format!("a piece of {size} places would have to be turned alone")
            }
        })
    })
}

fn list(places: impl Iterator<Item = u32>) -> String {
    let places: Vec<String> = places.map(|place| format!("{}", place + 1)).collect();
    places.join(" ")
}
