//! Counts the moves of any number of games within a memory limit. Counts that do not fit are
//! sorted, written to a scratch folder, and merged at the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The results of the games in which a move of a position was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// The key of the position.
    pub key: u64,
    /// The move, packed by [`pack_move`](crate::entry::pack_move).
    pub mv: u16,
    /// The number of games with the move that the mover won.
    pub wins: u32,
    /// The number of drawn games with the move.
    pub draws: u32,
    /// The number of all games with the move.
    pub games: u32,
}

/// The size of a count in a file, in bytes.
const BYTES: usize = 24;
/// The maximum number of files merged at the same time.
const FILES_MAX: usize = 64;
/// The size in bytes of each file's buffer during a merge.
const BUFFER_BYTES: usize = 32 << 10;

impl Count {
    /// Counts one game with a move, in which the mover scored `half_points` half points.
    pub fn new(key: u64, mv: u16, half_points: u8) -> Count {
        let [wins, draws] = [2, 1].map(|points| u32::from(half_points == points));
        Count { key, mv, wins, draws, games: 1 }
    }

    /// Returns the sort key: the position's key, then the packed move.
    pub fn place(&self) -> (u64, u16) {
        (self.key, self.mv)
    }

    fn add(&mut self, other: &Count) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.games = self.games.saturating_add(other.games);
    }

    fn to_bytes(self) -> [u8; BYTES] {
        let [low, high] = [self.key as u32, (self.key >> 32) as u32];
        let fields = [low, high, self.mv.into(), self.wins, self.draws, self.games];
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(fields.map(u32::to_le_bytes).as_flattened());
        bytes
    }

    fn from_bytes(bytes: &[u8; BYTES]) -> Count {
        let field = |place: usize| u32::from_le_bytes(bytes.as_chunks().0[place]);
        let key = u64::from(field(0)) | u64::from(field(1)) << 32;
        let [wins, draws, games] = [3, 4, 5].map(field);
        Count { key, mv: field(2) as u16, wins, draws, games }
    }
}

/// Counts of games by move, kept in memory and in sorted files.
pub struct Tally {
    counts: Vec<Count>,
    /// The maximum number of counts in memory.
    counts_max: usize,
    /// The folder for the sorted files.
    folder: PathBuf,
    /// The paths of the sorted files.
    runs: Vec<PathBuf>,
    /// The number of sorted files written so far.
    written: usize,
}

impl Tally {
    /// Creates an empty tally that takes about `memory_bytes`, but at least a few MiB. Counts that
    /// do not fit go to `folder`, which the tally owns.
    pub fn new(memory_bytes: u64, folder: &Path) -> Tally {
        /// The minimum memory in bytes. With less, the buffers of merged files would exceed the
        /// limit.
        const BYTES_MIN: u64 = 4 << 20;
        /// The maximum memory in bytes; more would not make counting faster.
        const BYTES_MAX: u64 = 1 << 30;
        let bytes = memory_bytes.clamp(BYTES_MIN, BYTES_MAX) as usize;
        Tally {
            counts: Vec::new(),
            counts_max: bytes / size_of::<Count>(),
            folder: folder.into(),
            runs: Vec::new(),
            written: 0,
        }
    }

    /// Adds `count` to the counts of its move.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn add(&mut self, count: Count) -> io::Result<()> {
        if self.counts.len() >= self.counts_max {
            condense(&mut self.counts);
            if self.counts.len() > self.counts_max / 2 {
                self.spill()?;
            }
        }
        if self.counts.capacity() == self.counts.len() {
            // The capacity never exceeds the limit, as doubling it would.
            let more = self.counts.len().max(1 << 14).min(self.counts_max - self.counts.len());
            self.counts.reserve_exact(more);
        }
        self.counts.push(count);
        Ok(())
    }

    /// Returns the number of files written so far.
    pub fn files(&self) -> usize {
        self.written
    }

    /// Calls `visit` with the counts of each position, in the order of keys, with moves in the
    /// order of their bits.
    ///
    /// # Errors
    /// Fails if `visit` fails, or if a file cannot be read or written.
    pub fn finish(mut self, visit: &mut dyn FnMut(&[Count]) -> io::Result<()>) -> io::Result<()> {
        condense(&mut self.counts);
        let mut position: Vec<Count> = Vec::new();
        let mut take = |count: Count| -> io::Result<()> {
            if position.first().is_some_and(|first| first.key != count.key) {
                visit(&position)?;
                position.clear();
            }
            position.push(count);
            Ok(())
        };
        if self.runs.is_empty() {
            self.counts.drain(..).try_for_each(&mut take)?;
        } else {
            self.spill()?;
            self.counts = Vec::new();
            while self.runs.len() > FILES_MAX {
                let first: Vec<PathBuf> = self.runs.drain(..FILES_MAX).collect();
                let (path, mut out) = self.create()?;
                merge(&first, &mut |count| out.write_all(&count.to_bytes()))?;
                out.flush()?;
                self.runs.push(path);
                for path in first {
                    fs::remove_file(path)?;
                }
            }
            merge(&self.runs, &mut take)?;
        }
        if position.is_empty() { Ok(()) } else { visit(&position) }
    }

    /// Condenses the counts and writes them to a new sorted file.
    fn spill(&mut self) -> io::Result<()> {
        let (path, mut out) = self.create()?;
        for count in self.counts.drain(..) {
            out.write_all(&count.to_bytes())?;
        }
        out.flush()?;
        self.runs.push(path);
        Ok(())
    }

    fn create(&mut self) -> io::Result<(PathBuf, BufWriter<File>)> {
        let path = self.folder.join(format!("{}.counts", self.written));
        self.written += 1;
        let file = File::create_new(&path)?;
        Ok((path, BufWriter::with_capacity(1 << 16, file)))
    }
}

/// Sorts counts by position and move, and sums those of the same move.
pub fn condense(counts: &mut Vec<Count>) {
    counts.sort_unstable_by_key(Count::place);
    counts.dedup_by(|later, kept| {
        let same = later.place() == kept.place();
        if same {
            kept.add(later);
        }
        same
    });
}

/// Calls `visit` with the counts of all sorted files in order, those of the same move summed.
fn merge(runs: &[PathBuf], visit: &mut dyn FnMut(Count) -> io::Result<()>) -> io::Result<()> {
    let mut files = Vec::new();
    let mut next = BinaryHeap::new();
    for (number, path) in runs.iter().enumerate() {
        let mut file = BufReader::with_capacity(BUFFER_BYTES, File::open(path)?);
        if let Some(count) = read(&mut file)? {
            next.push(Reverse((count, number)));
        }
        files.push(file);
    }
    let mut pending: Option<Count> = None;
    while let Some(Reverse((count, number))) = next.pop() {
        if let Some(more) = read(&mut files[number])? {
            next.push(Reverse((more, number)));
        }
        match &mut pending {
            Some(sum) if sum.place() == count.place() => sum.add(&count),
            other => {
                if let Some(sum) = other.replace(count) {
                    visit(sum)?;
                }
            }
        }
    }
    pending.map_or(Ok(()), visit)
}

fn read(file: &mut impl Read) -> io::Result<Option<Count>> {
    let mut bytes = [0; BYTES];
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(Count::from_bytes(&bytes))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn spilled_counts_are_those_of_memory() {
        let folder = std::env::temp_dir().join(format!("drawproof-tally-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut tally = Tally::new(0, &folder);
        // The limit is so small that the files are merged in two passes.
        tally.counts_max = 100;
        let mut expected: BTreeMap<(u64, u16), (u32, u32, u32)> = BTreeMap::new();
        let mut state = 1_u64;
        for _ in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (key, mv) = (state >> 52, (state >> 40 & 3) as u16);
            let (wins, draws) = ((state >> 30 & 1) as u32, (state >> 31 & 1) as u32);
            tally.add(Count { key, mv, wins, draws, games: 1 }).unwrap();
            let sums = expected.entry((key, mv)).or_default();
            *sums = (sums.0 + wins, sums.1 + draws, sums.2 + 1);
        }
        assert!(tally.files() > FILES_MAX);
        let mut found = BTreeMap::new();
        let mut last = None;
        tally
            .finish(&mut |position| {
                assert!(last < Some(position[0].key), "positions come once, by key");
                last = Some(position[0].key);
                for count in position {
                    let sums = (count.wins, count.draws, count.games);
                    found.insert((count.key, count.mv), sums);
                }
                Ok(())
            })
            .unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, expected);
    }
}
