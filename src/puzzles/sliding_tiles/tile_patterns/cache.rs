//! Tile pattern databases in files.

use std::format;
use std::io;
use std::string::{String, ToString};
use std::vec::Vec;

use super::build;
use super::grid::members;
use super::style::{Blank, Entries};
use super::table::{PatternTable, PatternTableBuilder};
use crate::account::{Claim, Meter};
use crate::table_file::{TableBytes, TableEncoding, TableHeader, TableKind, checksum};
use crate::tables::BuildError;
use crate::tables::cached::CachedTable;

impl CachedTable for PatternTableBuilder {
    fn header(&self) -> TableHeader {
        let (shape, style) = (&self.search.shape, self.style);
        let outline = shape.outline;
        let list = |set| -> String {
            let cells: Vec<String> = members(set).map(|cell| cell.to_string()).collect();
            cells.join(" ")
        };
        let (rows, columns) = (outline.cells.rows, outline.cells.columns);
        let blank = match style.blank {
            Blank::Minimized => "minimized",
            Blank::RegionKept => "by region",
        };
        TableHeader {
            kind: TableKind::PatternDatabase,
            encoding: match style.entries {
                Entries::Bytes => TableEncoding::Bytes,
                Entries::HalvedNibbles => TableEncoding::HalvedNibbles,
            },
            puzzle: checksum(format!("sliding tiles {rows}x{columns}").as_bytes()),
            description: format!(
                "moves of the tiles of cells {}, blank {blank}, at the goal on one of {}",
                list(outline.goal),
                list(outline.blank_region),
            ),
            entries: build::entries(shape, style.blank),
        }
    }

    fn write(&self, sink: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        sink(&self.bytes)
    }

    fn read(self, entries: TableBytes, _: &mut Meter<'_>) -> Result<Self::Table, BuildError> {
        let [shape, numbering] = self.claims;
        let table = PatternTable::new(self.search.shape, self.style, entries);
        Ok((table, [shape, numbering, Claim::default()]))
    }
}
