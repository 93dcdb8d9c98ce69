//! The chain of stabilisers: Schreier-Sims.

use alloc::vec;
use alloc::vec::Vec;

use crate::permutation::Permutation;

type Images = Vec<u32>;

/// A group in which the points of a base are fixed one after another.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    points: u32,
    levels: Vec<Level>,
    strong: Vec<Images>,
}

/// The group that fixes the base points above: where it takes the next.
#[derive(Clone, Debug)]
pub(super) struct Level {
    base_point: u32,
    orbit: Vec<u32>,
    /// Where a point stands in the orbit.
    index: Vec<Option<u32>>,
    /// For each point of the orbit, an element that takes the base point there.
    representatives: Vec<Representative>,
    /// The strong generators that fix the base points above.
    generators: Vec<Task>,
}

#[derive(Clone, Debug)]
struct Representative {
    images: Images,
    inverse: Images,
}

/// A strong generator of a level, and to how many points of the orbit it has been applied.
#[derive(Clone, Copy, Debug)]
struct Task {
    strong: usize,
    done: usize,
}

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

fn first_moved(images: &[u32]) -> Option<u32> {
    let moved = images
        .iter()
        .zip(0..)
        .find(|&(&image, point)| image != point);
    moved.map(|(_, point)| point)
}

impl Level {
    fn new(base_point: u32, points: u32) -> Self {
        let mut index = vec![None; points as usize];
        index[base_point as usize] = Some(0);
        let images: Images = (0..points).collect();
        Self {
            base_point,
            orbit: vec![base_point],
            index,
            representatives: vec![Representative {
                inverse: images.clone(),
                images,
            }],
            generators: Vec::new(),
        }
    }

    pub(super) const fn base_point(&self) -> u32 {
        self.base_point
    }

    pub(super) fn orbit(&self) -> &[u32] {
        &self.orbit
    }
}

impl Chain {
    pub(super) fn new(points: u32, generators: &[Permutation], base: &[u32]) -> Self {
        let mut chain = Self {
            points,
            levels: Vec::new(),
            strong: Vec::new(),
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
        // A base point that nothing moves is none.
        chain.levels.retain(|level| level.orbit.len() > 1);
        chain
    }

    pub(super) const fn points(&self) -> u32 {
        self.points
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    pub(super) fn strong_generators(&self) -> Vec<Permutation> {
        let known = |images: &Images| Permutation::from_known(images.iter().copied());
        self.strong.iter().map(known).collect()
    }

    /// The images of all points, if the permutation moves no other.
    pub(super) fn images(&self, permutation: &Permutation) -> Option<Images> {
        let beyond = permutation.images().iter().zip(0..);
        let mut beyond = beyond.skip(self.points as usize);
        if beyond.any(|(&image, point): (&u32, u32)| image != point) {
            return None;
        }
        Some((0..self.points).map(|p| permutation.image(p)).collect())
    }

    /// Adds a strong generator, which fixes the base points above level `from`, to that level and
    /// those below as far as it fixes their base points.
    fn add(&mut self, images: Images, from: usize) {
        let strong = self.strong.len();
        let mut at = from;
        loop {
            if at == self.levels.len() {
                let Some(point) = first_moved(&images) else {
                    break;
                };
                self.levels.push(Level::new(point, self.points));
            }
            let level = &mut self.levels[at];
            level.generators.push(Task { strong, done: 0 });
            if images[level.base_point as usize] != level.base_point {
                break;
            }
            at += 1;
        }
        self.strong.push(images);
    }

    /// Sifts Schreier generators, the deepest level's first, until none is left.
    fn complete(&mut self) {
        let mut at = self.levels.len();
        while at > 0 {
            match self.next_task(at - 1) {
                None => at -= 1,
                Some((point, strong)) => {
                    if self.schreier_generator(at - 1, point, strong) {
                        // New generators came in below.
                        at = self.levels.len();
                    }
                }
            }
        }
    }

    /// A point of the orbit and a strong generator that have not met yet.
    fn next_task(&mut self, at: usize) -> Option<(usize, usize)> {
        let level = &mut self.levels[at];
        let length = level.orbit.len();
        let task = level
            .generators
            .iter_mut()
            .find(|task| task.done < length)?;
        task.done += 1;
        Some((task.done - 1, task.strong))
    }

    /// Follows a generator from a point of the orbit; returns whether that gave a new generator.
    fn schreier_generator(&mut self, at: usize, from: usize, strong: usize) -> bool {
        let (level, strong) = (&self.levels[at], &self.strong[strong]);
        let start = level.orbit[from];
        let target = strong[start as usize];
        let representative = &level.representatives[from];
        let Some(to) = level.index[target as usize] else {
            let images = then(&representative.images, strong);
            let level = &mut self.levels[at];
            level.index[target as usize] = Some(level.orbit.len() as u32);
            level.orbit.push(target);
            level.representatives.push(Representative {
                inverse: inverse(&images),
                images,
            });
            return false;
        };
        let across = then(&representative.images, strong);
        let back = &level.representatives[to as usize];
        let schreier = then(&across, &back.inverse);
        let (residue, _) = self.sift(schreier, at + 1);
        if first_moved(&residue).is_none() {
            return false;
        }
        self.add(residue, at + 1);
        true
    }

    /// Divides by representatives from a level on, as far as it goes: the residue and which ones.
    pub(super) fn sift(&self, mut images: Images, from: usize) -> (Images, Vec<usize>) {
        let mut steps = Vec::with_capacity(self.levels.len() - from);
        for level in &self.levels[from..] {
            let target = images[level.base_point as usize];
            let Some(step) = level.index[target as usize] else {
                break;
            };
            if step > 0 {
                let divisor = &level.representatives[step as usize].inverse;
                for image in &mut images {
                    *image = divisor[*image as usize];
                }
            }
            steps.push(step as usize);
        }
        (images, steps)
    }

    /// The product of a representative of each level, the last level's first.
    pub(super) fn element(&self, steps: &[usize]) -> Permutation {
        let mut images: Images = (0..self.points).collect();
        for (level, &step) in self.levels.iter().zip(steps).rev() {
            if step > 0 {
                images = then(&images, &level.representatives[step].images);
            }
        }
        Permutation::from_known(images)
    }
}
