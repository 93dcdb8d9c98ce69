//! The stabilizer chain of a permutation group, by the deterministic Schreier-Sims algorithm (*Handbook of
//! Computational Group Theory*, section 4.4).
//!
//! A *level* belongs to a base point: its *orbit* has the images of this point under the elements that fix all earlier
//! base points, and its *transversal* has for each point of the orbit one such element, the coset representative, that
//! maps the base point there. To *sift* a permutation is to divide it, level after level, by the representative that
//! maps the base point as it does; the last quotient is the *residue*.
//!
//! Invariant: the generators of level i fix the first i base points, and the transversal of the level has one element
//! for each point of its orbit. Once `complete` has sifted all Schreier generators, the generators of level i generate
//! the stabilizer of the first i base points.
//!
//! A transversal stores its elements, not words in the generators: sifting through a level takes one composition.
//! Membership tests, ranking and the completion of the chain spend their time on sifting.

use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::Permutation;

/// A permutation as the images of all points.
type Images = Vec<u32>;

/// A base and a strong generating set: for each base point a level, with its orbit and transversal.
#[derive(Clone, Debug)]
pub(super) struct StabilizerChain {
    pub(super) points: u32,
    pub(super) levels: Vec<Level>,
    strong_generators: Vec<Images>,
}

/// The stabilizer of the earlier base points, acting on `base_point`.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) base_point: u32,
    pub(super) orbit: Vec<u32>,
    /// For each point, its index in the orbit; `None` if the orbit does not contain it.
    index_in_orbit: Vec<Option<u32>>,
    /// For each point of the orbit, an element that maps the base point to it.
    transversal: Vec<CosetRepresentative>,
    /// The strong generators that fix the earlier base points.
    generators: Vec<LevelGenerator>,
}

#[derive(Clone, Debug)]
struct CosetRepresentative {
    images: Images,
    inverse: Images,
}

/// A strong generator at a level.
#[derive(Clone, Copy, Debug)]
struct LevelGenerator {
    /// Its index in the strong generators of the chain.
    index: usize,
    /// The number of points of the orbit to which it has been applied.
    applied: usize,
}

/// The product that applies first `first`, then `next`.
fn then(first: &[u32], next: &[u32]) -> Images {
    first.iter().map(|&image| next[image as usize]).collect()
}

fn inverse(images: &[u32]) -> Images {
    let mut inverse = vec![0; images.len()];
    for (&image, point) in images.iter().zip(0..) {
        inverse[image as usize] = point;
    }
    inverse
}

/// The smallest point that is not fixed; `None` for the identity.
pub(super) fn first_moved(images: &[u32]) -> Option<u32> {
    let moved = images
        .iter()
        .zip(0..)
        .find(|&(&image, point)| image != point);
    moved.map(|(_, point)| point)
}

impl Level {
    fn new(base_point: u32, points: u32) -> Self {
        let mut index_in_orbit = vec![None; points as usize];
        index_in_orbit[base_point as usize] = Some(0);
        let images: Images = (0..points).collect();
        Self {
            base_point,
            orbit: vec![base_point],
            index_in_orbit,
            transversal: vec![CosetRepresentative {
                inverse: images.clone(),
                images,
            }],
            generators: Vec::new(),
        }
    }
}

impl StabilizerChain {
    /// The chain of the group with these generators, whose base begins with `base` as far as these points are needed.
    pub(super) fn new(points: u32, generators: &[Permutation], base: &[u32]) -> Self {
        let mut chain = Self {
            points,
            levels: Vec::new(),
            strong_generators: Vec::new(),
        };
        for &point in base.iter().filter(|&&point| point < points) {
            if chain.levels.iter().all(|level| level.base_point != point) {
                chain.levels.push(Level::new(point, points));
            }
        }
        for generator in generators {
            let images: Images = (0..points).map(|point| generator.image(point)).collect();
            if first_moved(&images).is_some() {
                chain.add(images, 0);
            }
        }
        chain.complete();
        // Base points that the stabilizer of the earlier ones fixes are redundant.
        chain.levels.retain(|level| level.orbit.len() > 1);
        chain
    }

    pub(super) fn strong_generators(&self) -> Vec<Permutation> {
        let permutation = |images: &Images| Permutation::from_images(images.iter().copied());
        self.strong_generators.iter().map(permutation).collect()
    }

    /// The images of all points, or `None` if the permutation moves a point beyond them.
    pub(super) fn images_of(&self, permutation: &Permutation) -> Option<Images> {
        let beyond = permutation.images().iter().zip(0..);
        let mut beyond = beyond.skip(self.points as usize);
        if beyond.any(|(&image, point): (&u32, u32)| image != point) {
            return None;
        }
        Some((0..self.points).map(|p| permutation.image(p)).collect())
    }

    /// Adds a strong generator that fixes the base points before level `from`: to this level, and to each following
    /// level if it fixes the base points before that. Extends the base if the generator fixes all base points.
    fn add(&mut self, images: Images, from: usize) {
        let index = self.strong_generators.len();
        let mut depth = from;
        loop {
            if depth == self.levels.len() {
                let Some(point) = first_moved(&images) else {
                    break;
                };
                self.levels.push(Level::new(point, self.points));
            }
            let level = &mut self.levels[depth];
            level.generators.push(LevelGenerator { index, applied: 0 });
            if images[level.base_point as usize] != level.base_point {
                break;
            }
            depth += 1;
        }
        self.strong_generators.push(images);
    }

    /// Extends all orbits and sifts all Schreier generators, those of the deepest level first.
    fn complete(&mut self) {
        let mut depth = self.levels.len();
        while depth > 0 {
            match self.next_pair(depth - 1) {
                None => depth -= 1,
                Some((point, generator)) => {
                    if self.apply(depth - 1, point, generator) {
                        // Deeper levels have a new generator.
                        depth = self.levels.len();
                    }
                }
            }
        }
    }

    /// Chooses, at level `depth`, a point of the orbit and a strong generator that has not been applied to it, and
    /// counts the generator as applied. Returns the index of the point in the orbit, and of the generator in the chain.
    fn next_pair(&mut self, depth: usize) -> Option<(usize, usize)> {
        let level = &mut self.levels[depth];
        let length = level.orbit.len();
        let mut generators = level.generators.iter_mut();
        let generator = generators.find(|generator| generator.applied < length)?;
        generator.applied += 1;
        Some((generator.applied - 1, generator.index))
    }

    /// Applies, at level `depth`, a strong generator to a point of the orbit. A new image extends the orbit; otherwise
    /// the Schreier generator of the pair is sifted. Returns whether its residue became a new strong generator.
    fn apply(&mut self, depth: usize, point: usize, generator: usize) -> bool {
        let (level, generator) = (&self.levels[depth], &self.strong_generators[generator]);
        let target = generator[level.orbit[point] as usize];
        let representative = &level.transversal[point];
        let Some(to) = level.index_in_orbit[target as usize] else {
            let images = then(&representative.images, generator);
            let level = &mut self.levels[depth];
            level.index_in_orbit[target as usize] = Some(level.orbit.len() as u32);
            level.orbit.push(target);
            level.transversal.push(CosetRepresentative {
                inverse: inverse(&images),
                images,
            });
            return false;
        };
        let product = then(&representative.images, generator);
        let schreier = then(&product, &level.transversal[to as usize].inverse);
        let (residue, _) = self.sift(schreier, depth + 1);
        if first_moved(&residue).is_none() {
            return false;
        }
        self.add(residue, depth + 1);
        true
    }

    /// Sifts a permutation through the levels from `from` on, up to one that has no representative for it. Returns the
    /// residue, and for each level passed the index of the coset representative by which the permutation was divided.
    /// If the chain is complete, the residue is the identity exactly if the generators of level `from` generate the
    /// permutation.
    pub(super) fn sift(&self, mut images: Images, from: usize) -> (Images, Vec<usize>) {
        let mut steps = Vec::with_capacity(self.levels.len() - from);
        for level in &self.levels[from..] {
            let target = images[level.base_point as usize];
            let Some(step) = level.index_in_orbit[target as usize] else {
                break;
            };
            if step > 0 {
                let divisor = &level.transversal[step as usize].inverse;
                for image in &mut images {
                    *image = divisor[*image as usize];
                }
            }
            steps.push(step as usize);
        }
        (images, steps)
    }

    /// The product of one representative of each level, from the last level to the first. `steps` has the index of each
    /// in its transversal.
    pub(super) fn element(&self, steps: &[usize]) -> Permutation {
        let mut images: Images = (0..self.points).collect();
        for (level, &step) in self.levels.iter().zip(steps).rev() {
            if step > 0 {
                images = then(&images, &level.transversal[step].images);
            }
        }
        Permutation::from_images(images)
    }
}
