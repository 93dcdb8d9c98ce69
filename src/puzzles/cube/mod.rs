//! Cubes with two and three layers, given by their stickers.

mod facelets;
mod model;
mod pieces;
mod text;

pub use facelets::Facelets;
pub(super) use model::{FACES, Model};
pub(super) use pieces::{check_colors, homes, opposite};
pub(super) use text::{colors, is_sticker};
