//! A folder of table files: names, locks, writing and opening. [`slices`] handles the slices of
//! unfinished tables.

mod slices;

use std::{
    collections::hash_map::RandomState,
    ffi::OsStr,
    fs::{self, File, OpenOptions, TryLockError},
    hash::{BuildHasher, Hasher},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{
    bytes::FileBytes,
    error::{Damage, TableError},
    reader::Table,
};
use crate::{endgame::material::NormalMaterial, value::metric::Metric};

/// The extension of a table's file name.
const EXTENSION: &str = "dpt";

/// The subfolder for locks and unfinished tables.
const WORK: &str = ".work";

/// The extension of an unfinished table's file name.
const PARTIAL: &str = "part";

/// A folder of table files, and the metric of the tables. The first write creates the folder if it
/// is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
    metric: Metric,
    /// Whether the value stands for a folder at all; see [`Folder::none`].
    exists: bool,
}

/// The reason why a file of a folder could not be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The bytes are not a valid table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table is not in the folder.
    #[error(
        "there is no table of {material} in '{}': run 'drawproof generate {material}{}'",
        folder.display(), metric_option(*metric)
    )]
    Missing {
        /// The endgame of the table.
        material: NormalMaterial,
        /// The metric of the tables.
        metric: Metric,
        /// The path of the folder.
        folder: PathBuf,
    },
    /// The operating system returned an error.
    #[error("cannot {action} '{}': {cause}; {advice}", path.display())]
    System {
        /// The action that failed, such as "open".
        action: &'static str,
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
        /// The advice to the user with which the error message ends.
        advice: &'static str,
    },
}

/// The state of the file of an endgame's table.
#[derive(Debug)]
pub enum State {
    /// The folder has no file of the endgame.
    Missing,
    /// All bytes of the file match their checksums.
    Sound,
    /// The file cannot be read, or its bytes are invalid.
    Damaged(FolderError),
}

/// A lock on a table. Until it is dropped, no other process can lock the table.
#[derive(Debug)]
pub struct TableLock {
    /// Closing the file releases the lock. `None` if the file system has no locks.
    _file: Option<File>,
}

impl Folder {
    /// Makes a value for the folder at `path`, with tables by distance to mate. Creates nothing on
    /// the disk.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into(), metric: Metric::Dtm, exists: true }
    }

    /// Makes a value for a folder without tables, with an empty path, for sources that solve all
    /// tables.
    pub fn none() -> Folder {
        Folder { path: PathBuf::new(), metric: Metric::Dtm, exists: false }
    }

    /// Returns the same folder for the tables of another metric.
    #[must_use]
    pub fn of_metric(&self, metric: Metric) -> Folder {
        Folder { metric, ..self.clone() }
    }

    /// Returns the metric of the tables.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns an endgame's file name without its extension: `KRPKR`, or `KRPKR.dtz`.
    fn stem(&self, material: NormalMaterial) -> String {
        match self.metric {
            Metric::Dtm => material.to_string(),
            other => format!("{material}.{}", other.name()),
        }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the file for an endgame's table, whether or not the file exists.
    pub fn file(&self, material: NormalMaterial) -> PathBuf {
        self.path.join(format!("{}.{EXTENSION}", self.stem(material)))
    }

    /// Returns whether the folder has a file for an endgame, valid or not.
    ///
    /// # Errors
    ///
    /// Fails if the folder is a file, or may not be searched.
    pub fn has(&self, material: NormalMaterial) -> Result<bool, FolderError> {
        if !self.exists {
            return Ok(false);
        }
        let path = self.file(material);
        match fs::symlink_metadata(&path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(system("look for", &path, error)),
        }
    }

    /// Opens an endgame's table. Only the header is read and checked; each probe reads and checks
    /// one block.
    pub fn open(&self, material: NormalMaterial) -> Result<Table<FileBytes>, FolderError> {
        let path = self.file(material);
        let missing =
            || FolderError::Missing { material, metric: self.metric, folder: self.path.clone() };
        if !self.exists {
            return Err(missing());
        }
        // A file that exists but cannot be opened never counts as missing.
        let table = match open_file(&path) {
            Err(FolderError::System { cause, .. }) if is_missing(&path, &cause) => {
                return Err(missing());
            }
            other => other?,
        };
        self.check(material, &table)?;
        Ok(table)
    }

    /// Returns an error unless the table has this endgame and the folder's metric.
    fn check(&self, material: NormalMaterial, table: &Table<FileBytes>) -> Result<(), TableError> {
        let damage = if table.material() != material {
            Damage::Material { expected: material, found: table.material() }
        } else if table.metric() != self.metric {
            Damage::OtherMetric { expected: self.metric, found: table.metric() }
        } else {
            return Ok(());
        };
        Err(TableError { origin: table.origin().to_owned(), damage })
    }

    /// Reads an endgame's whole file and compares it with its checksums.
    pub fn state(&self, material: NormalMaterial) -> State {
        match self.open(material).map(|table| table.verify_checksums()) {
            Ok(Ok(())) => State::Sound,
            Ok(Err(error)) => State::Damaged(error.into()),
            Err(FolderError::Missing { .. }) => State::Missing,
            Err(error) => State::Damaged(error),
        }
    }

    /// Returns the endgames that have a file of the folder's metric, valid or not, sorted by name.
    /// The list is empty if the folder is missing.
    ///
    /// # Errors
    ///
    /// Fails if the folder is a file, or may not be listed.
    pub fn list(&self) -> Result<Vec<NormalMaterial>, FolderError> {
        if !self.exists {
            return Ok(Vec::new());
        }
        let entries = match fs::read_dir(&self.path) {
            Err(error) if is_missing(&self.path, &error) => return Ok(Vec::new()),
            other => other,
        };
        let failed = |cause| system("list", &self.path, cause);
        let mut found = Vec::new();
        for entry in entries.map_err(failed)? {
            found.extend(self.named(&entry.map_err(failed)?.file_name()));
        }
        found.sort_by_key(|material| material.to_string());
        Ok(found)
    }

    /// Returns the endgame whose table would have this file name.
    fn named(&self, file: &OsStr) -> Option<NormalMaterial> {
        let stem = file.to_str()?.strip_suffix(EXTENSION)?.strip_suffix('.')?;
        let name = stem.split('.').next().unwrap_or(stem);
        name.parse().ok().filter(|&material| self.stem(material) == stem)
    }

    /// Locks an endgame's table against other processes, and waits while another process has the
    /// lock. Check again for the file afterwards, because the other process may have written the
    /// file.
    pub fn lock(&self, material: NormalMaterial) -> Result<TableLock, FolderError> {
        let (file, path) = self.open_lock(material)?;
        loop {
            match file.lock() {
                Ok(()) => return Ok(TableLock { _file: Some(file) }),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Without locks, two processes may do the same work; the rename is still atomic.
                Err(error) if has_no_locks(&error) => return Ok(TableLock { _file: None }),
                Err(error) => return Err(system("lock", &path, error)),
            }
        }
    }

    /// Locks an endgame's table as [`Folder::lock`] does; returns `None` if another process has the
    /// lock. The system releases the lock of a process that is killed.
    pub fn try_lock(&self, material: NormalMaterial) -> Result<Option<TableLock>, FolderError> {
        let (file, path) = self.open_lock(material)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(TableLock { _file: Some(file) })),
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if has_no_locks(&error) => {
                    return Ok(Some(TableLock { _file: None }));
                }
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(TryLockError::Error(error)) => return Err(system("lock", &path, error)),
            }
        }
    }

    /// Opens the file of a lock, creating it if it is missing, and returns its path too.
    fn open_lock(&self, material: NormalMaterial) -> Result<(File, PathBuf), FolderError> {
        let work = self.path.join(WORK);
        fs::create_dir_all(&work).map_err(|e| system("make the folder", &work, e))?;
        let path = work.join(format!("{}.lock", self.stem(material)));
        let file = open_lock_file(&path, true).map_err(|e| system("write the lock", &path, e))?;
        Ok((file, path))
    }

    /// Removes the unfinished tables of killed processes, and the slice files of finished tables.
    /// Files of a locked table are kept, because they belong to a process that is still writing.
    pub fn clean(&self) -> Result<(), FolderError> {
        let work = self.path.join(WORK);
        let is_free = |stem: &str| {
            let lock = open_lock_file(&work.join(format!("{stem}.lock")), false);
            lock.is_ok_and(|lock| lock.try_lock().is_ok())
        };
        for (stem, path) in self.parts()? {
            if self.path.join(format!("{stem}.{EXTENSION}")).exists() && is_free(&stem) {
                // If it cannot be removed, the next run tries again.
                let _ = fs::remove_file(&path);
            }
        }
        let entries = match fs::read_dir(&work) {
            Err(error) if is_missing(&work, &error) => return Ok(()),
            other => other,
        };
        let failed = |cause| system("list", &work, cause);
        for entry in entries.map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let Some(stem) = path.file_name().and_then(|name| stem_of_partial(name.to_str()?))
            else {
                continue;
            };
            if is_free(stem) {
                // If it cannot be removed, the next run tries again.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
    }

    /// Writes the bytes of an endgame's table, as [`super::pack`] returns them, and returns the
    /// path of the file. At any moment the file has either the old or the new contents, complete.
    pub fn write(
        &self,
        lock: &TableLock,
        material: NormalMaterial,
        bytes: &[u8],
    ) -> Result<PathBuf, FolderError> {
        self.write_to(lock, material, self.file(material), bytes)
    }

    /// Writes a file of another format, such as Syzygy's, with the guarantees of [`Folder::write`].
    pub fn write_named(
        &self,
        lock: &TableLock,
        material: NormalMaterial,
        name: &str,
        bytes: &[u8],
    ) -> Result<PathBuf, FolderError> {
        self.write_to(lock, material, self.path.join(name), bytes)
    }

    fn write_to(
        &self,
        _lock: &TableLock,
        material: NormalMaterial,
        path: PathBuf,
        bytes: &[u8],
    ) -> Result<PathBuf, FolderError> {
        /// Without locks, another process may take an unfinished table for an abandoned one and
        /// remove it.
        const TRIES: usize = 4;
        let mut written = Ok(());
        for _ in 0..TRIES {
            let partial = self.new_partial(material);
            written = write_synced(&partial, bytes)
                .and_then(|()| fs::rename(&partial, &path).map_err(|e| system("write", &path, e)));
            match &written {
                Ok(()) => break,
                Err(FolderError::System { cause, .. }) if is_missing(&partial, cause) => {}
                // If it cannot be removed, the next run tries again.
                Err(_) => drop(fs::remove_file(&partial)),
            }
        }
        written?;
        sync_folder(&self.path)?;
        Ok(path)
    }

    /// Returns a path for an unfinished table that no other process uses.
    fn new_partial(&self, material: NormalMaterial) -> PathBuf {
        let random = RandomState::new().build_hasher().finish();
        let (stem, process) = (self.stem(material), std::process::id());
        self.path.join(WORK).join(format!("{stem}.{process}-{random:016x}.{PARTIAL}"))
    }
}

/// Returns the stem of an endgame's file names, given the name of an unfinished table.
fn stem_of_partial(name: &str) -> Option<&str> {
    let name = name.strip_suffix(PARTIAL)?.strip_suffix('.')?;
    // Unfinished tables of older versions have only the stem.
    let is_owner = |(_, owner): &(&str, &str)| owner.contains('-');
    Some(name.rsplit_once('.').filter(is_owner).map_or(name, |(stem, _)| stem))
}

/// Returns whether an error of locking means that the file system has no locks.
fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Opens the file of a lock. Links and pipes are refused; a pipe would wait for a reader.
fn open_lock_file(path: &Path, create: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(create);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    Ok(file)
}

/// Opens the table in a file, whatever the file's name is.
pub fn open_file(path: &Path) -> Result<Table<FileBytes>, FolderError> {
    let bytes = FileBytes::open(path).map_err(|e| system("open", path, e))?;
    Ok(Table::new(bytes, path.display().to_string())?)
}

/// Opens the table in a file. If the name is that of a table, such as `KRKN.dpt`, the file must be
/// that table.
pub fn open_named(path: &Path) -> Result<Table<FileBytes>, FolderError> {
    let table = open_file(path)?;
    for metric in Metric::ALL {
        let folder = Folder::none().of_metric(metric);
        if let Some(material) = path.file_name().and_then(|name| folder.named(name)) {
            folder.check(material, &table)?;
        }
    }
    Ok(table)
}

/// Writes a new file and waits until it is on the disk.
fn write_synced(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(|e| system("write", path, e))
}

/// Syncs a folder, so that a rename in it survives a power failure. Does nothing if the system
/// cannot sync folders.
fn sync_folder(path: &Path) -> Result<(), FolderError> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(path).and_then(|folder| folder.sync_all());
    match synced {
        // Some file systems cannot sync folders; the rename is done nevertheless.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other.map_err(|e| system("sync the folder", path, e)),
    }
}

/// Returns whether `error` means that the path did not exist. Another process may have created it
/// since. A dangling link counts as existing.
fn is_missing(path: &Path, error: &io::Error) -> bool {
    let is_link = || fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    error.kind() == io::ErrorKind::NotFound && !is_link()
}

fn system(action: &'static str, path: &Path, cause: io::Error) -> FolderError {
    let advice = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "make room on that disk or choose another folder with --tables"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a folder that you may use with --tables"
        }
        _ => "check that path or choose another folder with --tables",
    };
    FolderError::System { action, path: path.to_owned(), cause, advice }
}

/// Returns the option that selects a metric, with a space before it; empty for the default metric.
fn metric_option(metric: Metric) -> String {
    match metric {
        Metric::Dtm => String::new(),
        other => format!(" --metric {}", other.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_another_process_makes_meanwhile_was_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(WORK);
        let error = fs::read_dir(&path).unwrap_err();
        assert!(is_missing(&path, &error));
        fs::create_dir(&path).unwrap();
        assert!(is_missing(&path, &error));
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
            assert!(!is_missing(&link, &fs::read_dir(&link).unwrap_err()));
        }
    }
}
