//! Memory for the values of tables in scratch files: the system keeps in main memory what is in use,
//! and the rest on the disk.
//!
//! For callers that bound the memory of the process. The files have no names, so nothing is left of
//! them when the process ends, however it ends. What [`ScratchFiles::evict`] removes from the memory of the
//! process is not lost: the system reads it again when it is used.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, Weak},
};

use memmap2::MmapRaw;

use super::{
    aligned::{Aligned, Backing, Mapped},
    closing,
    values::TableMemory,
};
use crate::{
    endgame::layout::Layout,
    parallel::locked,
    value::width::{RawCell, Width},
};

/// A set of scratch files in a folder, which hold tables and lists.
#[derive(Debug)]
pub struct ScratchFiles {
    folder: PathBuf,
    /// A panic cannot leave them half changed.
    maps: Mutex<Maps>,
}

/// The mapped files, and which of their bytes are evicted next.
#[derive(Debug, Default)]
struct Maps {
    maps: Vec<Weak<Mapped>>,
    /// The index of a map.
    map: usize,
    /// Bytes of it that have been evicted.
    evicted: usize,
}

/// Bytes that are evicted at once, at most: a multiple of any page.
const EVICTED_AT_ONCE: usize = 4 << 20;

impl ScratchFiles {
    /// Makes an empty set of scratch files in `folder`.
    pub fn new(folder: PathBuf) -> ScratchFiles {
        ScratchFiles { folder, maps: Mutex::default() }
    }

    /// Returns the folder of the scratch files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the number of bytes that the process may still write to files in the folder. The
    /// space of files that are being dropped counts as free. Returns `None` if the system does not
    /// report the number.
    pub fn free_bytes(&self) -> Option<u64> {
        super::system::free_bytes(&self.folder).map(|free| free + closing::pending_bytes())
    }

    /// Returns the total size of the scratch files in bytes.
    pub fn size_bytes(&self) -> u64 {
        let maps = locked(&self.maps);
        maps.maps.iter().filter_map(Weak::upgrade).map(|map| map.map.len() as u64).sum()
    }

    /// Creates memory for a table in scratch files. Their disk space is reserved if the system can
    /// do that.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be written to, or its disk is full.
    pub fn table(&self, layout: &Layout, width: Width) -> io::Result<TableMemory> {
        TableMemory::in_maps(layout.count(), width, |bytes, _| self.map(bytes))
    }

    /// Creates memory as [`ScratchFiles::table`] does, with a second layer that takes disk space
    /// only where it is written. No space is reserved for this layer: writing to a full disk would
    /// end the process.
    ///
    /// # Errors
    ///
    /// Fails as [`ScratchFiles::table`] does.
    pub fn sparse_table(&self, layout: &Layout) -> io::Result<TableMemory> {
        self.sparse(layout.count())
    }

    /// Creates memory as [`ScratchFiles::sparse_table`] does, for one pawn slice.
    ///
    /// # Errors
    ///
    /// Fails as [`ScratchFiles::table`] does.
    pub fn slice(&self, layout: &Layout) -> io::Result<TableMemory> {
        self.sparse(layout.part_count())
    }

    fn sparse(&self, count: usize) -> io::Result<TableMemory> {
        TableMemory::in_maps(count, Width::Two, |bytes, is_far| self.map_new(bytes, !is_far, false))
    }

    /// Creates a scratch file of `len` zero bytes. `reserved` is whether to reserve its disk space,
    /// if the system can do that. Without a reservation, writing to a full disk would end the
    /// process.
    ///
    /// # Errors
    ///
    /// Fails as [`ScratchFiles::table`] does.
    pub fn bytes(&self, len: usize, reserved: bool) -> io::Result<Aligned<RawCell>> {
        Ok(Aligned::of_bytes(self.map_new(len, reserved, false)?))
    }

    /// Creates a scratch file of `len` zero words. Its disk space is reserved if the system can do
    /// that.
    ///
    /// # Errors
    ///
    /// Fails as [`ScratchFiles::table`] does.
    pub fn words(&self, len: usize) -> io::Result<Aligned<u64>> {
        Ok(Aligned::of_words(self.map(size_of::<u64>() * len)?))
    }

    /// Creates words as [`ScratchFiles::words`] does, in a file that is kept open for
    /// [`Aligned::put`] and [`Aligned::read`]. Use it for a few files only.
    ///
    /// # Errors
    ///
    /// Fails as [`ScratchFiles::table`] does.
    pub fn open_words(&self, len: usize) -> io::Result<Aligned<u64>> {
        Ok(Aligned::of_words(self.map_new(size_of::<u64>() * len, true, true)?))
    }

    /// Maps a new file of zeros, whose disk space is reserved.
    fn map(&self, bytes: usize) -> io::Result<Arc<Mapped>> {
        self.map_new(bytes, true, false)
    }

    /// Maps a new file of zeros, whose disk space is reserved if `reserved`. `open`: whether the file is
    /// kept open.
    #[cfg(any(unix, windows))]
    fn map_new(&self, bytes: usize, reserved: bool, open: bool) -> io::Result<Arc<Mapped>> {
        let file = tempfile::tempfile_in(&self.folder)?;
        file.set_len(bytes as u64)?;
        let map = MmapRaw::map_raw(&file)?;
        // A disk that is full may have room once files that were dropped are gone.
        if reserved {
            reserve(&file, bytes as u64).or_else(|error| match closing::wait() {
                true => reserve(&file, bytes as u64),
                false => Err(error),
            })?;
        } else if super::system::free_bytes(&self.folder).is_some_and(|it| it < bytes as u64) {
            closing::wait();
        }
        // Windows removes a file without a name when it is closed, which it refuses while the file is mapped.
        let open = open || cfg!(windows);
        let of = if open { Backing::OpenFile(file) } else { Backing::File };
        let map = Mapped::new(map, of, if reserved { bytes as u64 } else { 0 });
        locked(&self.maps).maps.push(Arc::downgrade(&map));
        Ok(map)
    }

    /// Maps a new file of zeros.
    #[cfg(not(any(unix, windows)))]
    fn map_new(&self, _bytes: usize, _reserved: bool, _open: bool) -> io::Result<Arc<Mapped>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Evicts up to about `bytes` bytes of the files from the memory of the process, least recently
    /// evicted parts first. Returns whether there are any files. Does nothing on systems that
    /// cannot evict pages on request.
    pub fn evict(&self, bytes: usize) -> bool {
        let mut maps = locked(&self.maps);
        let Maps { maps, map: place, evicted } = &mut *maps;
        maps.retain(|map| map.strong_count() > 0);
        let mut left = bytes;
        while left > 0 && !maps.is_empty() {
            *place %= maps.len();
            let len = match maps[*place].upgrade().filter(|map| *evicted < map.map.len()) {
                Some(map) => {
                    let len = EVICTED_AT_ONCE.min(map.map.len() - *evicted);
                    map.evict(*evicted, len);
                    *evicted += len;
                    len
                }
                None => {
                    (*place, *evicted) = (*place + 1, 0);
                    1
                }
            };
            left = left.saturating_sub(len);
        }
        !maps.is_empty()
    }
}

/// Reserves the disk space of a file. Without it, a full disk would end the process when a page is
/// written.
#[cfg(target_os = "linux")]
fn reserve(file: &std::fs::File, bytes: u64) -> io::Result<()> {
    use rustix::{
        fs::{FallocateFlags, fallocate},
        io::Errno,
    };

    match fallocate(file, FallocateFlags::empty(), 0, bytes) {
        Ok(()) => Ok(()),
        // Some file systems, such as ext2, cannot reserve.
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => write_zeros(file, bytes),
        Err(error) => Err(error.into()),
    }
}

/// Reserves the space by writing, because there is no call for it.
#[cfg(all(unix, not(target_os = "linux")))]
fn reserve(file: &std::fs::File, bytes: u64) -> io::Result<()> {
    write_zeros(file, bytes)
}

/// Windows gives a file its space with its length.
#[cfg(windows)]
fn reserve(_file: &std::fs::File, _bytes: u64) -> io::Result<()> {
    Ok(())
}

/// Reserves the disk space of a new file by writing to all of it.
#[cfg(unix)]
fn write_zeros(mut file: &std::fs::File, bytes: u64) -> io::Result<()> {
    use io::{Read, Write, copy};

    let mut buffered = io::BufWriter::with_capacity(1 << 20, &mut file);
    copy(&mut io::repeat(0).take(bytes), &mut buffered)?;
    buffered.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::material::NormalMaterial;

    #[test]
    fn what_is_evicted_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = ScratchFiles::new(folder.path().into());
        assert!(!scratch.evict(1 << 20), "there are no files");
        let layout = Layout::new("KPKP".parse::<NormalMaterial>().unwrap());
        for width in [Width::One, Width::Two] {
            let mut memory = scratch.table(&layout, width).unwrap();
            assert_eq!(memory.far.is_some(), width == Width::Two);
            for side in 0..2 {
                let (cells, legal) = (&mut memory.cells[side], &mut memory.legal[side]);
                assert_eq!((cells.len(), legal.len()), (layout.count(), layout.words()));
                assert!(cells.is_in_scratch() && legal.is_in_scratch());
                assert!(cells.iter().all(|&cell| cell == 0) && legal.iter().all(|&word| word == 0));
                cells.iter_mut().zip(side..).for_each(|(cell, n)| *cell = (n * 7) as u8);
                legal.iter_mut().zip(side as u64..).for_each(|(word, n)| *word = n * n);
            }
            // More than once around.
            (0..10).for_each(|_| assert!(scratch.evict(8 << 20)));
            for side in 0..2 {
                let (cells, legal) = (&memory.cells[side], &memory.legal[side]);
                assert!(cells.iter().zip(side..).all(|(&cell, n)| cell == (n * 7) as u8));
                assert!(legal.iter().zip(side as u64..).all(|(&word, n)| word == n * n));
            }
            assert_eq!(folder.path().read_dir().unwrap().count(), 0, "the files have no names");
        }
        assert!(!scratch.evict(1 << 20), "dropped files are forgotten");
    }

    #[test]
    fn parts_of_a_file_are_written_and_read_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = ScratchFiles::new(folder.path().into());
        for open in [false, true] {
            let mut left =
                if open { scratch.open_words(100_000) } else { scratch.words(100_000) }.unwrap();
            let mut parts: Vec<_> = [1, 8, 5000, 70_000]
                .map(|len| left.split_front(len).expect("there is room"))
                .into();
            assert!(left.split_front(30_000).is_none(), "fewer are left");
            assert_eq!(left.len(), 100_000 - 8 - 8 - 5000 - 70_000);
            for (number, part) in parts.iter_mut().enumerate() {
                assert!(part.is_in_scratch() && part.as_ptr().addr().is_multiple_of(64));
                let words: Vec<u64> =
                    (0..part.len() as u64).map(|n| n * n + number as u64).collect();
                part[0] = 7;
                part.put(1, &words[1..]).unwrap();
                scratch.evict(1 << 30);
            }
            for (number, part) in parts.iter().enumerate() {
                assert_eq!(part[0], 7);
                let mut read = vec![0; part.len() - 1];
                assert_eq!(part.read(1, &mut read).unwrap(), open);
                assert!(!open || read == part[1..]);
                assert!(
                    part.iter().zip(0..).skip(1).all(|(&word, n)| word == n * n + number as u64)
                );
            }
            assert!(left.iter().all(|&word| word == 0));
        }
        assert_eq!(scratch.size_bytes(), 0, "dropped parts close their file");
        let mut own = Aligned::<u64>::new(64);
        assert!(own.split_front(8).is_none(), "no scratch file");
        own.put(60, &[1, 2, 3, 4]).unwrap();
        assert_eq!(own[58..], [0, 0, 1, 2, 3, 4]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_that_were_dropped_are_gone_after_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().file_name().unwrap().to_str().unwrap();
        let is_mapped = || std::fs::read_to_string("/proc/self/maps").unwrap().contains(name);
        let scratch = ScratchFiles::new(folder.path().into());
        let files = [scratch.words(100_000), scratch.open_words(100_000)].map(io::Result::unwrap);
        assert!(is_mapped());
        drop(files);
        closing::wait();
        assert!(!is_mapped());
    }

    #[cfg(unix)]
    #[test]
    fn disk_space_is_reserved_by_writing_where_the_system_cannot_do_it() {
        let file = tempfile::tempfile().unwrap();
        let bytes = (1 << 20) + 4097;
        file.set_len(bytes).unwrap();
        write_zeros(&file, bytes).unwrap();
        let written = file.metadata().unwrap();
        assert_eq!(written.len(), bytes);
        assert!(512 * std::os::unix::fs::MetadataExt::blocks(&written) >= bytes);
    }

    #[test]
    fn a_folder_that_is_missing_or_too_small_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = ScratchFiles::new(folder.path().join("missing"));
        let layout = Layout::new("KRK".parse::<NormalMaterial>().unwrap());
        assert!(scratch.table(&layout, Width::One).is_err());
        assert_eq!(scratch.free_bytes(), None);
        #[cfg(target_os = "linux")]
        {
            let scratch = ScratchFiles::new(folder.path().into());
            let free = scratch.free_bytes().unwrap();
            assert!(scratch.map((free + (1 << 40)) as usize).is_err());
        }
    }
}
