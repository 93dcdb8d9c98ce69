//! A stand-alone page: the picture of the film, with buttons that play it.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::film::Film;
use super::picture;

/// The template of the page, which loads nothing from elsewhere.
const PAGE: &str = include_str!("player.html");

pub(super) fn html(film: &Film, step: Duration) -> String {
    let (svg, tracks) = picture::still(film);
    let tracks = tracks.into_iter().map(|track| (track.id, json!(track.at)));
    let script = json!({
        "tracks": tracks.collect::<Map<_, _>>(),
        "moves": film.frames.iter().map(|frame| frame.mv.as_str()).collect::<Value>(),
        "milliseconds": step.as_millis() as u64,
    });
    // Within the page, `</` would end the script.
    let script = script.to_string().replace('<', "\\u003c");
    PAGE.replace("<!-- picture -->", &svg.end())
        .replace("/* film */", &script)
}
