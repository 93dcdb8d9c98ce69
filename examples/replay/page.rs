//! A page of its own: the picture of the film, and buttons that play it.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::film::Film;
use crate::picture;

/// The page without what belongs to a film. It asks for nothing from elsewhere.
const PAGE: &str = include_str!("player.html");

pub(crate) fn html(film: &Film, step: Duration) -> String {
    let (svg, tracks) = picture::still(film);
    let tracks = tracks.into_iter().map(|track| {
        (
            track.id,
            Value::from_iter(track.at.iter().map(|at| json!([at.0, at.1]))),
        )
    });
    let names = film.frames.iter().map(|frame| frame.mv.as_str());
    let script = json!({
        "tracks": Map::from_iter(tracks),
        "moves": Value::from_iter(names),
        "milliseconds": step.as_millis() as u64,
    });
    PAGE.replace("<!-- picture -->", &svg.end())
        .replace("/* film */", &script.to_string())
}
