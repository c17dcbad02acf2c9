//! Memory for the long lists of one solve, those of conversions and of its log: from the pool, or
//! in scratch files.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use drawproof_tables::{Aligned, ScratchFiles};

use crate::memory::pool::Pool;

/// Lists with fewer words share a scratch file.
const OWN_FILE_LEN_MIN: usize = 256 * 1024;

/// The number of words of a scratch file that lists share.
const SHARED_FILE_LEN: usize = 4 * 1024 * 1024;

/// The memory for the long lists of one solve, in a pool or in scratch files. The solve's threads
/// share this value.
#[derive(Debug)]
pub struct ListMemory<'s> {
    /// The memory for short lists, and for long lists if there are no scratch files.
    pub pool: &'s Pool,
    files: Option<&'s ScratchFiles>,
    /// The unused rest of a scratch file that short lists share.
    shared: Mutex<Aligned<u64>>,
}

impl<'s> ListMemory<'s> {
    /// Selects the memory for long lists: scratch files if `files` is given, otherwise the pool.
    pub fn new(pool: &'s Pool, files: Option<&'s ScratchFiles>) -> ListMemory<'s> {
        ListMemory { pool, files, shared: Mutex::default() }
    }

    /// Returns whether long lists go into scratch files.
    pub fn are_in_files(&self) -> bool {
        self.files.is_some()
    }

    /// Returns a buffer of `len` words for a list, with arbitrary contents. Returns an error if a
    /// scratch file cannot be created.
    pub fn words(&self, len: usize) -> io::Result<Aligned<u64>> {
        let Some(files) = self.files else { return Ok(self.pool.words(len)) };
        if len >= OWN_FILE_LEN_MIN {
            return files.words(len);
        }
        // Other threads wait while a file is created, which is quick. A panic cannot leave the
        // words half split.
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut words = match shared.split_front(len) {
            Some(words) => words,
            None => {
                *shared = files.open_words(SHARED_FILE_LEN)?;
                shared.split_front(len).expect("a new file has room")
            }
        };
        words.truncate(len);
        Ok(words)
    }
}
