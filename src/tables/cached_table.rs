//! Tables of heuristics in the files of a directory.

use std::path::Path;

use super::BuildError;
use crate::account::Meter;
use crate::table_file::{self, TableBytes, TableFileError, TableHeader};

/// The table in its file, mapped where that is possible; none if there is no such file.
pub(crate) fn read(
    directory: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<Option<TableBytes>, BuildError> {
    match open(&directory.join(header.file_name()), header, meter) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(BuildError::File(error)) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same for a table that is looked up anywhere, so that to translate an address takes as long as to read:
/// in large pages of memory of its own, where the system has such and the limit on bytes leaves room.
pub(crate) fn read_apart(
    directory: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<Option<TableBytes>, BuildError> {
    let table = read(directory, header, meter)?;
    #[cfg(all(feature = "mmap", target_os = "linux"))]
    if let Some(mapped) = &table
        && meter.claim(mapped.len()).is_ok()
    {
        let copy = mapped.in_large_pages();
        if copy.is_some() {
            return Ok(copy);
        }
        meter.release(mapped.len());
    }
    Ok(table)
}

/// Writes the table into its file, all or nothing.
pub(crate) fn write(
    directory: &Path,
    header: &TableHeader,
    bytes: &[u8],
) -> Result<(), TableFileError> {
    table_file::save(&directory.join(header.file_name()), header, bytes)
}

/// Makes the directory, if there is none.
pub(crate) fn prepare(directory: &Path) -> Result<(), TableFileError> {
    std::fs::create_dir_all(directory)
        .map_err(|error| TableFileError::io(directory, "written", &error))
}

#[cfg(feature = "mmap")]
fn open(path: &Path, header: &TableHeader, _: &mut Meter<'_>) -> Result<TableBytes, BuildError> {
    Ok(table_file::map(path, header)?)
}

#[cfg(not(feature = "mmap"))]
fn open(
    path: &Path,
    header: &TableHeader,
    meter: &mut Meter<'_>,
) -> Result<TableBytes, BuildError> {
    let file = table_file::TableFile::open(path)?;
    file.expect(header)?;
    let bytes = header
        .payload_bytes()
        .and_then(|bytes| usize::try_from(bytes).ok());
    meter.claim(bytes.ok_or(crate::account::Stop::OutOfMemory)?)?;
    Ok(file.read()?)
}
