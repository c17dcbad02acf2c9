//! The files of a folder of tables: their names, locks, writing and opening.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::{error::Damage, error::TableError, mapped::FileBytes, reader::Table};
use crate::endgame::material::{Material, NormalMaterial};

/// The ending of a table's file name.
const EXTENSION: &str = "dpt";

/// The folder within the folder where locks and half-written tables are.
const WORK: &str = ".work";

/// A folder of tables. It need not exist before something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    path: PathBuf,
}

/// What went wrong with a file of a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The bytes are no sound table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The table is not in the folder.
    #[error("there is no table of {material} in '{}': run 'drawproof generate {material}'", folder.display())]
    Missing {
        /// The endgame.
        material: NormalMaterial,
        /// The folder.
        folder: PathBuf,
    },
    /// The system refused.
    #[error("cannot {action} '{}': {cause}; {advice}", path.display())]
    System {
        /// What was tried.
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// The system's word.
        cause: io::Error,
        /// What to do.
        advice: &'static str,
    },
}

/// What is known of an endgame's file.
#[derive(Debug)]
pub enum State {
    /// There is none.
    Missing,
    /// All its bytes are as they were written.
    Sound,
    /// It cannot be used, for that reason.
    Damaged(FolderError),
}

/// As long as this lives, no other process that asks makes the same table.
#[derive(Debug)]
pub struct TableLock {
    /// Closing the file ends the lock. `None` where the system has no locks.
    file: Option<File>,
}

impl Folder {
    /// The folder at `path`.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of an endgame, whether it is there or not.
    pub fn file(&self, material: NormalMaterial) -> PathBuf {
        self.path.join(format!("{material}.{EXTENSION}"))
    }

    /// Opens an endgame's table: its header is read and checked, the rest when it is looked at.
    pub fn open(&self, material: NormalMaterial) -> Result<Table<FileBytes>, FolderError> {
        let path = self.file(material);
        // What is there and cannot be opened is never taken for missing.
        let table = match open_file(&path) {
            Err(FolderError::System { cause, .. }) if is_missing(&path, &cause) => {
                return Err(FolderError::Missing { material, folder: self.path.clone() });
            }
            other => other?,
        };
        if table.material() == material {
            return Ok(table);
        }
        let damage = Damage::Material { expected: material, found: table.material() };
        Err(TableError { origin: table.origin().to_owned(), damage }.into())
    }

    /// Reads an endgame's whole file to see whether it is sound.
    pub fn state(&self, material: NormalMaterial) -> State {
        match self.open(material).map(|table| table.verify_checksums()) {
            Ok(Ok(())) => State::Sound,
            Ok(Err(error)) => State::Damaged(error.into()),
            Err(FolderError::Missing { .. }) => State::Missing,
            Err(error) => State::Damaged(error),
        }
    }

    /// The endgames that have a file here, sound or not, in the order of their names.
    pub fn list(&self) -> Result<Vec<NormalMaterial>, FolderError> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if is_missing(&self.path, &error) => return Ok(Vec::new()),
            other => other,
        };
        let failed = |cause| system("list", &self.path, cause);
        let mut found = Vec::new();
        for entry in entries.map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".dpt")) else {
                continue;
            };
            let material = stem.parse::<Material>().map(|material| material.normalise().0);
            found.extend(material.ok().filter(|material| material.to_string() == stem));
        }
        found.sort_by_key(|material| material.to_string());
        Ok(found)
    }

    /// Waits until no other process makes the table of an endgame, and keeps others from it. Look
    /// for the file again once this returns: another process may have made it meanwhile.
    pub fn lock(&self, material: NormalMaterial) -> Result<TableLock, FolderError> {
        let work = self.path.join(WORK);
        fs::create_dir_all(&work).map_err(|e| system("make the folder", &work, e))?;
        let path = work.join(format!("{material}.lock"));
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|e| system("write the lock", &path, e))?;
        loop {
            match file.lock() {
                Ok(()) => return Ok(TableLock { file: Some(file) }),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Without locks two processes may do the same work; renaming keeps it right.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(TableLock { file: None });
                }
                Err(error) => return Err(system("lock", &path, error)),
            }
        }
    }

    /// Writes the bytes of an endgame's table, as [`super::pack`] makes them. At any moment the
    /// file is the old one or the new one, whole.
    pub fn write(
        &self,
        lock: &TableLock,
        material: NormalMaterial,
        bytes: &[u8],
    ) -> Result<PathBuf, FolderError> {
        let path = self.file(material);
        let partial = match lock.file {
            Some(_) => format!("{material}.part"),
            None => format!("{material}.{}.part", std::process::id()),
        };
        let partial = self.path.join(WORK).join(partial);
        let written = write_synced(&partial, bytes)
            .and_then(|()| fs::rename(&partial, &path).map_err(|e| system("write", &path, e)));
        if let Err(error) = written {
            // A file that cannot be removed either is overwritten by the next run.
            let _ = fs::remove_file(&partial);
            return Err(error);
        }
        sync_folder(&self.path)?;
        Ok(path)
    }
}

/// Opens the table in the file at `path`, whatever the file's name.
pub fn open_file(path: &Path) -> Result<Table<FileBytes>, FolderError> {
    let bytes = FileBytes::open(path).map_err(|e| system("open", path, e))?;
    Ok(Table::new(bytes, path.display().to_string())?)
}

/// Writes a file that is on the disk when this returns.
fn write_synced(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(|e| system("write", path, e))
}

/// Makes sure that a rename in the folder outlives a power cut, where folders can be synced.
fn sync_folder(path: &Path) -> Result<(), FolderError> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(path).and_then(|folder| folder.sync_all());
    match synced {
        // Some file systems cannot; the rename is done all the same.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other.map_err(|e| system("sync the folder", path, e)),
    }
}

/// Whether nothing is there by that name, not even a link that leads nowhere.
fn is_missing(path: &Path, error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound && fs::symlink_metadata(path).is_err()
}

fn system(action: &'static str, path: &Path, cause: io::Error) -> FolderError {
    let advice = match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "make room on that disk or choose another folder with --tables"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a folder that you may use with --tables"
        }
        _ => "see what is at that path or choose another folder with --tables",
    };
    FolderError::System { action, path: path.to_owned(), cause, advice }
}
