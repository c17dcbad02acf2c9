//! The saved state of an unfinished table, from which an interrupted run continues: a file for each
//! pawn slice until the table is joined from them, and a file for the values of its promotions.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
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

/// The extension of a slice's file name.
const SLICE: &str = "slice";

/// The word in the file name for the values of promotions, instead of the number of a slice and its
/// level.
const PROMOTIONS: &str = "promotions";

impl Folder {
    /// Returns the path of the file of a pawn slice of an unfinished table, packed at a compression
    /// level.
    fn slice_file(&self, material: NormalMaterial, (slice, level): (usize, u8)) -> PathBuf {
        self.part_file(material, &format!("{slice}.level-{level}"))
    }

    /// Returns the path of the file of a part of an unfinished table.
    fn part_file(&self, material: NormalMaterial, part: &str) -> PathBuf {
        // Another version may have other values or bytes.
        let version = env!("CARGO_PKG_VERSION");
        let name = format!("{}.{part}.{version}.{SLICE}", self.stem(material));
        self.path.join(WORK).join(name)
    }

    /// Writes a file with the bytes of a pawn slice, for [`Folder::join_slices`]. The bytes are
    /// those that [`pack_slice`](crate::file::pack_slice) returns at a compression level. At any
    /// moment the file is complete or absent.
    pub fn write_slice(
        &self,
        _lock: &TableLock,
        material: NormalMaterial,
        slice: (usize, u8),
        bytes: &[u8],
    ) -> Result<(), FolderError> {
        // Not synced: after a power failure, the checksums are compared before the file is used.
        self.write_part(material, &self.slice_file(material, slice), |file| file.write_all(bytes))
    }

    /// Writes a file completely or not at all. The file is not synced unless `write` does that.
    fn write_part(
        &self,
        material: NormalMaterial,
        path: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let partial = self.new_partial(material);
        let written = File::create(&partial).and_then(|mut file| write(&mut file));
        written.and_then(|()| fs::rename(&partial, path)).map_err(|cause| {
            // If it cannot be removed, the next run tries again.
            let _ = fs::remove_file(&partial);
            system("write", path, cause)
        })
    }

    /// Writes a file with the values after promotions in the positions of an unfinished table,
    /// replacing an earlier file. `write` writes the contents of the file.
    pub fn write_promotions(
        &self,
        _lock: &TableLock,
        material: NormalMaterial,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        self.write_part(material, &self.part_file(material, PROMOTIONS), |file| {
            let mut packed = zstd::Encoder::new(file, 1)?;
            packed.include_checksum(true)?;
            let mut buffered = BufWriter::with_capacity(1 << 20, packed);
            write(&mut buffered)?;
            buffered.into_inner()?.finish().map(drop)
        })
    }

    /// Opens the file written by [`Folder::write_promotions`]; `None` if it is missing. If the file
    /// is damaged, reading it to its end fails.
    pub fn read_promotions(&self, material: NormalMaterial) -> Option<impl Read + use<>> {
        let path = self.part_file(material, PROMOTIONS);
        zstd::Decoder::new(File::open(path).ok()?).ok()
    }

    /// Opens the file of a pawn slice of an unfinished table, and compares it with its checksums.
    /// Returns `None` if the file is missing or damaged.
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

    /// Joins the files of all pawn slices into the file of the table, and removes the slice files.
    /// Returns the path of the table's file.
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
        let path = self.file(material);
        self.write_part(material, &path, |file| {
            file.write_all(&head)?;
            for part in &parts {
                io::copy(&mut File::open(part)?, file)?;
            }
            file.sync_all()
        })?;
        sync_folder(&self.path)?;
        // The next run removes what cannot be removed now.
        self.parts_of(material)?.into_iter().for_each(|path| drop(fs::remove_file(path)));
        Ok(path)
    }

    /// Returns the files that hold parts of unfinished tables, of any version and compression
    /// level. The stem of the table's file name comes with each path.
    pub(super) fn parts(&self) -> Result<Vec<(String, PathBuf)>, FolderError> {
        let work = self.path.join(WORK);
        let failed = |cause| system("list", &work, cause);
        let entries = match fs::read_dir(&work) {
            Err(error) if is_missing(&work, &error) => return Ok(Vec::new()),
            other => other.map_err(failed)?,
        };
        let mut parts = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            let stem = path.file_name().and_then(|name| stem_of_part(name.to_str()?));
            parts.extend(stem.map(|stem| (stem, path)));
        }
        Ok(parts)
    }

    /// Returns the files of parts of an endgame's table.
    fn parts_of(&self, material: NormalMaterial) -> Result<Vec<PathBuf>, FolderError> {
        let stem = self.stem(material);
        let parts = self.parts()?.into_iter();
        Ok(parts.filter(|(of, _)| *of == stem).map(|(_, path)| path).collect())
    }

    /// Returns the total size in bytes of the slice files that an interrupted run left for an
    /// endgame's table.
    pub fn slice_bytes(&self, material: NormalMaterial) -> Result<u64, FolderError> {
        let promotions = self.part_file(material, PROMOTIONS);
        let slices = self.parts_of(material)?.into_iter().filter(|path| *path != promotions);
        let sizes = slices.map(fs::metadata);
        Ok(sizes.map(|size| size.map_or(0, |it| it.len())).sum())
    }
}

/// Returns the stem of an endgame's file names, given the name of a part of an unfinished table.
fn stem_of_part(name: &str) -> Option<String> {
    let rest = name.strip_suffix(SLICE)?.strip_suffix('.')?;
    if let Some((stem, _)) = rest.split_once(&format!(".{PROMOTIONS}.")) {
        return Some(stem.to_owned());
    }
    let (stem, slice) = rest.split_once(".level-")?.0.rsplit_once('.')?;
    slice.parse::<usize>().is_ok().then(|| stem.to_owned())
}
