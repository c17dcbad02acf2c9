//! The pawn slices of a table in the making: a file each, from which an interrupted run goes on, until the table is
//! joined from them.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::PathBuf,
};

use super::{Folder, FolderError, TableLock, WORK, is_missing, sync_folder, system};
use crate::{
    endgame::material::NormalMaterial,
    file::{
        bytes::{FileBytes, ReadBytes},
        reader::Table,
        writer::head_of_slices,
    },
    value::width::Width,
};

/// The extension of the file name of a slice.
const SLICE: &str = "slice";

impl Folder {
    /// The path of the file of a pawn slice of a table in the making, coded at a compression level.
    fn slice_file(&self, material: NormalMaterial, (slice, level): (usize, u8)) -> PathBuf {
        // Of another version, values or bytes may be others.
        let version = env!("CARGO_PKG_VERSION");
        let name = format!("{}.{slice}.level-{level}.{version}.{SLICE}", self.stem(material));
        self.path.join(WORK).join(name)
    }

    /// Writes the bytes of a pawn slice, as [`pack_slice`](crate::file::pack_slice) returns them at a compression level, for
    /// [`Folder::join_slices`]. At any moment the file is whole or absent.
    pub fn write_slice(
        &self,
        _lock: &TableLock,
        material: NormalMaterial,
        slice: (usize, u8),
        bytes: &[u8],
    ) -> Result<(), FolderError> {
        let (path, partial) = (self.slice_file(material, slice), self.new_partial(material));
        // Not synced: what a power cut leaves is compared with its checksums before it is used.
        let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, &path));
        written.map_err(|cause| {
            // If it cannot be removed, the next run tries again.
            let _ = fs::remove_file(&partial);
            system("write", &path, cause)
        })
    }

    /// Opens the file of a pawn slice of a table in the making, and compares it with its checksums; `None` if there is
    /// none that is sound.
    pub fn open_slice(
        &self,
        material: NormalMaterial,
        (slice, level): (usize, u8),
    ) -> Option<Table<FileBytes>> {
        let path = self.slice_file(material, (slice, level));
        let bytes = FileBytes::open(&path).ok()?;
        let (table, found) = Table::of_slice(bytes, path.display().to_string()).ok()?;
        let is_meant = (table.material(), table.metric(), found) == (material, self.metric, slice);
        (is_meant && table.verify_checksums_of(slice).is_ok()).then_some(table)
    }

    /// Makes the file of a table from the files of all its pawn slices, which it removes, and returns its path.
    pub fn join_slices(
        &self,
        _lock: &TableLock,
        material: NormalMaterial,
        (slices, level): (usize, u8),
    ) -> Result<PathBuf, FolderError> {
        let parts: Vec<PathBuf> =
            (0..slices).map(|slice| self.slice_file(material, (slice, level))).collect();
        let (mut sizes, mut width) = (Vec::new(), Width::One);
        for part in &parts {
            let bytes = FileBytes::open(part).map_err(|e| system("open", part, e))?;
            sizes.push(bytes.size_bytes());
            let (table, _) = Table::of_slice(bytes, part.display().to_string())?;
            width = width.max(table.width());
        }
        let head = head_of_slices(material, (self.metric, width), sizes);
        let (path, partial) = (self.file(material), self.new_partial(material));
        let write = || {
            let mut file = OpenOptions::new().write(true).create_new(true).open(&partial)?;
            file.write_all(&head)?;
            for part in &parts {
                io::copy(&mut File::open(part)?, &mut file)?;
            }
            file.sync_all()?;
            fs::rename(&partial, &path)
        };
        write().map_err(|cause| {
            // If it cannot be removed, the next run tries again.
            let _ = fs::remove_file(&partial);
            system("write", &path, cause)
        })?;
        sync_folder(&self.path)?;
        // What cannot be removed, the next run removes.
        self.slices_of(material)?.into_iter().for_each(|path| drop(fs::remove_file(path)));
        Ok(path)
    }

    /// The files of pawn slices of tables in the making, of any version and compression level, with their tables' stems.
    pub(super) fn slices(&self) -> Result<Vec<(String, PathBuf)>, FolderError> {
        let work = self.path.join(WORK);
        let failed = |cause| system("list", &work, cause);
        let entries = match fs::read_dir(&work) {
            Err(error) if is_missing(&work, &error) => return Ok(Vec::new()),
            other => other.map_err(failed)?,
        };
        let mut slices = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            let stem = path.file_name().and_then(|name| stem_of_slice(name.to_str()?));
            slices.extend(stem.map(|stem| (stem, path)));
        }
        Ok(slices)
    }

    /// The files of pawn slices of an endgame's table.
    fn slices_of(&self, material: NormalMaterial) -> Result<Vec<PathBuf>, FolderError> {
        let stem = self.stem(material);
        let slices = self.slices()?.into_iter();
        Ok(slices.filter(|(of, _)| *of == stem).map(|(_, path)| path).collect())
    }

    /// The bytes of the pawn slices that an interrupted run has left of an endgame's table.
    pub fn slice_bytes(&self, material: NormalMaterial) -> Result<u64, FolderError> {
        let sizes = self.slices_of(material)?.into_iter().map(fs::metadata);
        Ok(sizes.map(|size| size.map_or(0, |it| it.len())).sum())
    }
}

/// The stem of an endgame's file names, of the name of a pawn slice.
fn stem_of_slice(name: &str) -> Option<String> {
    let (rest, _) = name.strip_suffix(SLICE)?.strip_suffix('.')?.split_once(".level-")?;
    let (stem, slice) = rest.rsplit_once('.')?;
    slice.parse::<usize>().is_ok().then(|| stem.to_owned())
}
