//! Temporary files and folders, which are gone at the end of the program, also after an interrupt.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The temporary paths that exist.
static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn paths() -> MutexGuard<'static, Vec<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary path that [`remove_all`] removes. Dropping this value ends the registration, but
/// leaves the file or folder in place.
pub struct Registered(PathBuf);

impl Registered {
    /// Creates a temporary file or folder with `create`, and registers the path that `path_of`
    /// returns.
    pub fn create<T>(
        create: impl FnOnce() -> io::Result<T>,
        path_of: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Registered)> {
        // An interrupt waits until the path is known.
        let mut paths = paths();
        let created = create()?;
        let path = path_of(&created).to_path_buf();
        paths.push(path.clone());
        Ok((created, Registered(path)))
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        paths().retain(|path| *path != self.0);
    }
}

/// A temporary folder, removed with its contents when this value is dropped.
pub struct Folder {
    // Removed before it is forgotten.
    folder: tempfile::TempDir,
    _registered: Registered,
}

impl Folder {
    /// Creates a folder in the system's temporary folder.
    pub fn new() -> io::Result<Folder> {
        let create = || tempfile::Builder::new().prefix("drawproof-").tempdir();
        let (folder, registered) = Registered::create(create, tempfile::TempDir::path)?;
        Ok(Folder { folder, _registered: registered })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes all registered files and folders and prevents new ones, at the end of a program that is
/// interrupted.
pub fn remove_all() {
    let paths = paths();
    for path in &*paths {
        remove(path);
    }
    std::mem::forget(paths);
}

/// Removes a file, or a folder with its contents, if it exists.
pub fn remove(path: &Path) {
    /// A process that still runs may create a file in the folder while it is removed.
    const ATTEMPTS: usize = 20;
    for _ in 0..ATTEMPTS {
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        if removed.is_ok() || !path.exists() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
