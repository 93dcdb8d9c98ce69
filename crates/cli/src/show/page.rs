//! A stand-alone page: the picture of the film, with buttons that play it.

use std::time::Duration;

use super::film::Film;
use super::picture;
use crate::json::{Json, object};

/// The template of the page, which loads nothing from elsewhere.
const PAGE: &str = include_str!("player.html");

pub(super) fn html(film: &Film, step: Duration) -> String {
    let (svg, tracks) = picture::still(film);
    let at = |&(x, y): &(f64, f64)| Json::List(vec![x.into(), y.into()]);
    let tracks = tracks
        .iter()
        .map(|track| (track.id.as_str(), track.at.iter().map(at).collect()));
    let script = object! {
        "tracks": Json::named(tracks),
        "moves": film.frames.iter().map(|frame| frame.mv.as_str()).collect::<Json>(),
        "milliseconds": step.as_millis() as u64,
    };
    PAGE.replace("<!-- picture -->", &svg.end())
        .replace("/* film */", &script.to_string())
}
