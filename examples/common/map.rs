//! Maps from files.

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use puzzle_search::puzzles::GridMap;

use crate::file;

#[derive(Args, Debug)]
pub(crate) struct MapFile {
    /// A map: rows of . and #, or a .map file; - is standard input
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Letters of the map that are open cells, such as " .E"
    #[arg(
        long,
        value_name = "LETTERS",
        default_value = "",
        requires = "map",
        hide_default_value = true
    )]
    #[arg(allow_hyphen_values = true)]
    open: String,

    /// Letters of the map that are walls, such as "#1"
    #[arg(
        long,
        value_name = "LETTERS",
        default_value = "",
        requires = "map",
        hide_default_value = true
    )]
    #[arg(allow_hyphen_values = true)]
    wall: String,
}

impl MapFile {
    /// The map, if one is named, and its name.
    pub(crate) fn read(&self) -> Result<Option<(GridMap, String)>, Box<dyn Error>> {
        let Some(path) = &self.map else {
            return Ok(None);
        };
        let name = path.display().to_string();
        let map = GridMap::with_letters(&file::read(Some(path))?, &self.open, &self.wall);
        let map = map.map_err(|error| format!("{name}: {error}"))?;
        Ok(Some((map, name)))
    }
}
