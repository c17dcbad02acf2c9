//! The available tables of one metric, and the values of single positions in them.
//!
//! Every face looks positions up here: in the tables of three men, in whole tables, in the files of
//! a folder, and without a table by the rules of chess. A lookup never waits: whoever makes a table
//! puts it on the shelf when it is complete.

use std::{
    fs,
    sync::{
        Arc, LazyLock, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::SystemTime,
};

use arc_swap::ArcSwapOption;
use drawproof_board::{Color, Piece};

use crate::{
    endgame::{
        material::{MEN_MAX, MEN_MIN, NormalMaterial},
        placement::Placement,
    },
    file::{BlockCache, FileBytes, Folder, FolderError, Table},
    memory::plain::{PlainTable, TableSet},
    probe::{ProbeError, Values, by_rules},
    three_men::ThreeMen,
    value::{metric::Metric, outcome::Value},
};

/// The available tables of one metric, in memory, scratch files and table files. Any number of
/// threads may share a shelf.
pub struct Shelf {
    folder: Folder,
    three_men: Option<&'static ThreeMen>,
    /// Whether to look again for an endgame whose file is missing.
    expects_files: bool,
    /// The decoded blocks of all files.
    cache: Arc<BlockCache>,
    /// A hash table of endgames: each endgame is in the first free slot at or after its number.
    /// Half of the slots stay free, so a search ends.
    slots: Box<[Slot]>,
}

/// The default limit for decoded blocks, in bytes.
const CACHE_BYTES: u64 = 64 << 20;

/// The number of slots; there are 510 endgames of three to six men.
const PLACES: usize = 1024;

/// The tables and files that are available for an endgame.
#[derive(Default)]
struct Slot {
    /// The endgame; `None` for a free slot.
    material: Option<NormalMaterial>,
    /// The whole table, in memory or in scratch files.
    whole: ArcSwapOption<PlainTable>,
    /// Whether `whole` has a table; cheaper to read.
    has_whole: AtomicBool,
    /// The table of three men, set when it is first needed.
    three_men: OnceLock<&'static Arc<PlainTable>>,
    /// The file, opened at the first lookup; the inner `None` means that the folder has no file.
    file: OnceLock<Option<Box<OpenFile>>>,
    /// The last time that [`Shelf::mark_used`] was called with.
    last_used: AtomicU64,
}

/// A file that is open for single positions.
struct OpenFile {
    table: Arc<Table<FileBytes>>,
    /// The size of the file and the time of its last change, as of opening.
    state: Option<(u64, SystemTime)>,
    /// Whether a lookup in the file has failed.
    is_damaged: AtomicBool,
    /// The repaired file that has replaced this one.
    repaired: OnceLock<Box<OpenFile>>,
}

/// The endgames that have a slot: all of three to six men.
static ENDGAMES: LazyLock<Vec<NormalMaterial>> =
    LazyLock::new(|| (MEN_MIN..=MEN_MAX).flat_map(NormalMaterial::all_with_men).collect());

impl Shelf {
    /// Makes a shelf with the files of a folder, which determines the metric. Each lookup of an
    /// endgame without a file searches the folder again.
    pub fn new(folder: Folder) -> Shelf {
        let mut slots: Box<[Slot]> = (0..PLACES).map(|_| Slot::default()).collect();
        for &material in &*ENDGAMES {
            let mut places = (0..).map(|step| (number(material) + step) % PLACES);
            let place = places.find(|&place| slots[place].material.is_none());
            slots[place.expect("a place in two is free")].material = Some(material);
        }
        let cache = Arc::new(BlockCache::new(CACHE_BYTES));
        Shelf { folder, three_men: None, expects_files: true, cache, slots }
    }

    /// Adds the tables of endgames with three men. The tables hold distances to mate, so a shelf of
    /// another metric ignores them.
    #[must_use]
    pub fn with_three_men(self, three_men: &'static ThreeMen) -> Shelf {
        Shelf { three_men: Some(three_men), ..self }
    }

    /// Returns the shelf, set to search for each file only once. Use it if no files will be added
    /// to the folder.
    #[must_use]
    pub fn of_lasting_folder(self) -> Shelf {
        Shelf { expects_files: false, ..self }
    }

    /// Sets the size limit of the cache of decoded blocks, in bytes. The limit covers the files of
    /// this shelf and of shelves made from it. Call this before any file is open.
    #[must_use]
    pub fn with_cache_bytes(self, bytes: u64) -> Shelf {
        Shelf { cache: Arc::new(BlockCache::new(bytes)), ..self }
    }

    /// Returns the cache of the files' decoded blocks.
    pub fn cache(&self) -> &BlockCache {
        &self.cache
    }

    /// Makes an empty shelf of another metric over the same folder.
    #[must_use]
    pub fn of_metric(&self, metric: Metric) -> Shelf {
        self.over(self.folder.of_metric(metric))
    }

    /// Makes an empty shelf over another folder.
    #[must_use]
    pub fn over(&self, folder: Folder) -> Shelf {
        let (three_men, expects_files) = (self.three_men, self.expects_files);
        Shelf { three_men, expects_files, cache: self.cache.clone(), ..Shelf::new(folder) }
    }

    /// Returns the metric of the tables.
    pub fn metric(&self) -> Metric {
        self.folder.metric()
    }

    /// Returns the folder of the table files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Returns the value of a position from the tables, as [`Shelf::of_tables`] does. If there is
    /// no table, returns the value that the rules of chess decide: a mate, a stalemate, or men that
    /// cannot mate.
    ///
    /// # Errors
    ///
    /// Returns [`ProbeError::NoTable`] if there is no table and the rules do not decide the
    /// position. Otherwise fails as [`Shelf::of_tables`] does.
    #[inline]
    pub fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
        values: &(impl Values + ?Sized),
    ) -> Result<Option<Value>, ProbeError> {
        match self.of_tables(material, placement, values) {
            Err(ProbeError::NoTable(missing)) if missing == material => {
                let decided = placement.to_board().and_then(|board| by_rules(&board));
                decided.map(Some).ok_or(ProbeError::NoTable(material))
            }
            stored => stored,
        }
    }

    /// Returns the stored value of a position; `None` if the position is illegal. `values` must
    /// supply all values of the metric: it is used if a file holds only one side to move. A missing
    /// table costs almost no time, so a search that detects mates and stalemates itself can call
    /// this at every node.
    ///
    /// # Errors
    ///
    /// Returns [`ProbeError::NoTable`] if there is no table. Returns [`ProbeError::Unreadable`],
    /// with a [`FolderError`] or a [`crate::file::TableError`], if the table's file cannot be read.
    #[inline]
    pub fn of_tables(
        &self,
        material: NormalMaterial,
        placement: &Placement,
        values: &(impl Values + ?Sized),
    ) -> Result<Option<Value>, ProbeError> {
        let slot = self.slot(material).ok_or(ProbeError::NoTable(material))?;
        if let Some(table) = slot.three_men.get() {
            return Ok(table.probe(placement));
        }
        if slot.has_whole.load(Ordering::Acquire)
            && let Some(table) = &*slot.whole.load()
        {
            return Ok(table.probe(placement));
        }
        if let Some(Some(file)) = slot.file.get()
            && !file.is_damaged.load(Ordering::Relaxed)
        {
            return file.probe(placement, values);
        }
        self.stored_elsewhere(material, slot, placement, values)
    }

    /// Does what [`Shelf::of_tables`] does for an endgame whose whole table is not on the shelf.
    #[cold]
    fn stored_elsewhere(
        &self,
        material: NormalMaterial,
        slot: &Slot,
        placement: &Placement,
        values: &(impl Values + ?Sized),
    ) -> Result<Option<Value>, ProbeError> {
        if material.is_lone_minor() {
            return Ok(placement.to_board().map(|_| Value::Draw));
        }
        if let Some(table) = self.of_three_men(material, slot) {
            return Ok(table.probe(placement));
        }
        let unreadable = |error: FolderError| ProbeError::Unreadable(error.into());
        match self.open(material, slot).map_err(unreadable)? {
            Some(file) => file.probe(placement, values),
            None => Err(ProbeError::NoTable(material)),
        }
    }

    /// Returns whether the shelf can look up positions of an endgame.
    ///
    /// # Errors
    ///
    /// Fails if there is a file that cannot be opened.
    pub fn has(&self, material: NormalMaterial) -> Result<bool, FolderError> {
        let is_known = material.get().men() < MEN_MIN || material.is_lone_minor();
        Ok(is_known || self.has_whole(material) || self.file(material)?.is_some())
    }

    /// Returns whether the whole table of an endgame is in memory or scratch files.
    pub fn has_whole(&self, material: NormalMaterial) -> bool {
        let Some(slot) = self.slot(material) else { return false };
        self.is_of_three_men(material) || slot.has_whole.load(Ordering::Acquire)
    }

    /// Returns the whole table of an endgame; `None` unless it is in memory or scratch files.
    pub fn whole(&self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        let slot = self.slot(material)?;
        self.of_three_men(material, slot).cloned().or_else(|| slot.whole.load_full())
    }

    /// Returns the whole tables of the given endgames, without endgames that have no whole table on
    /// the shelf.
    pub fn set_of(&self, materials: impl IntoIterator<Item = NormalMaterial>) -> TableSet {
        let mut set = TableSet::new();
        materials.into_iter().filter_map(|it| self.whole(it)).for_each(|table| set.insert(table));
        set
    }

    /// Returns all whole tables on the shelf.
    pub fn tables(&self) -> Vec<Arc<PlainTable>> {
        ENDGAMES.iter().filter_map(|&it| self.slot(it)?.whole.load_full()).collect()
    }

    /// Puts a whole table on the shelf, replacing any whole table of the same endgame.
    ///
    /// # Panics
    ///
    /// Panics if the table has another metric or too many men.
    pub fn put(&self, table: Arc<PlainTable>) {
        assert_eq!(table.metric(), self.metric(), "one metric a shelf");
        let slot = self.slot(table.material()).expect("a table has at most six men");
        slot.whole.store(Some(table));
        slot.has_whole.store(true, Ordering::Release);
    }

    /// Removes a whole table from the shelf and returns it; `None` if the shelf lacks the table.
    /// Lookups in progress may still use the table for a moment.
    pub fn take(&self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        let slot = self.slot(material)?;
        slot.has_whole.store(false, Ordering::Release);
        slot.whole.swap(None)
    }

    /// Returns the file of an endgame, opened for single positions; `None` if the folder has no
    /// file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn file(
        &self,
        material: NormalMaterial,
    ) -> Result<Option<&Arc<Table<FileBytes>>>, FolderError> {
        match self.slot(material) {
            Some(slot) => Ok(self.open(material, slot)?.map(|file| &file.table)),
            None => Ok(None),
        }
    }

    /// Excludes the file of an endgame from lookups. Does nothing if the file is already open.
    pub fn leave_out(&self, material: NormalMaterial) {
        if let Some(slot) = self.slot(material) {
            slot.file.get_or_init(|| None);
        }
    }

    /// Returns the number of open files.
    pub fn open_files(&self) -> usize {
        self.slots.iter().filter(|slot| matches!(slot.file.get(), Some(Some(_)))).count()
    }

    /// Records that a table was used at `time`. The caller chooses the unit of time.
    pub fn mark_used(&self, material: NormalMaterial, time: u64) {
        if let Some(slot) = self.slot(material) {
            slot.last_used.store(time, Ordering::Relaxed);
        }
    }

    /// Returns the last time recorded for a table by [`Shelf::mark_used`]; 0 before the first call.
    pub fn last_used(&self, material: NormalMaterial) -> u64 {
        self.slot(material).map_or(0, |slot| slot.last_used.load(Ordering::Relaxed))
    }

    #[inline]
    fn slot(&self, material: NormalMaterial) -> Option<&Slot> {
        let mut place = number(material);
        loop {
            let slot = &self.slots[place % PLACES];
            if slot.material == Some(material) {
                return Some(slot);
            }
            slot.material?;
            place += 1;
        }
    }

    fn is_of_three_men(&self, material: NormalMaterial) -> bool {
        self.three_men.is_some() && self.metric() == Metric::Dtm && ThreeMen::has(material)
    }

    fn of_three_men(&self, material: NormalMaterial, slot: &Slot) -> Option<&Arc<PlainTable>> {
        let three_men = self.three_men.filter(|_| self.is_of_three_men(material))?;
        let table = || three_men.table(material).expect("it has all of its endgames");
        Some(*slot.three_men.get_or_init(table))
    }

    /// Returns the current file of an endgame. If several threads open it at the same time, the
    /// file of one is kept.
    fn open<'s>(
        &self,
        material: NormalMaterial,
        slot: &'s Slot,
    ) -> Result<Option<&'s OpenFile>, FolderError> {
        let file = match slot.file.get() {
            Some(file) => file,
            None => match self.folder.open(material) {
                Ok(table) => {
                    slot.file.get_or_init(|| Some(self.open_file(table, self.state(material))))
                }
                Err(FolderError::Missing { .. }) if self.expects_files => return Ok(None),
                Err(FolderError::Missing { .. }) => slot.file.get_or_init(|| None),
                Err(error) => return Err(error),
            },
        };
        let Some(mut file) = file.as_deref() else { return Ok(None) };
        while file.is_damaged.load(Ordering::Relaxed) {
            file = match file.repaired.get() {
                Some(repaired) => repaired,
                None => {
                    let state = self.state(material);
                    if state.is_none() || state == file.state {
                        break;
                    }
                    let table = self.folder.open(material)?;
                    file.repaired.get_or_init(|| self.open_file(table, state))
                }
            };
        }
        Ok(Some(file))
    }

    fn open_file(
        &self,
        table: Table<FileBytes>,
        state: Option<(u64, SystemTime)>,
    ) -> Box<OpenFile> {
        let table = Arc::new(table.with_cache(&self.cache));
        let is_damaged = AtomicBool::new(false);
        Box::new(OpenFile { table, state, is_damaged, repaired: OnceLock::new() })
    }

    /// Returns the size of a file and the time of its last change.
    fn state(&self, material: NormalMaterial) -> Option<(u64, SystemTime)> {
        let file = fs::metadata(self.folder.file(material)).ok()?;
        Some((file.len(), file.modified().ok()?))
    }
}

impl OpenFile {
    #[inline]
    fn probe(
        &self,
        placement: &Placement,
        values: &(impl Values + ?Sized),
    ) -> Result<Option<Value>, ProbeError> {
        self.table.probe_among(placement, values).inspect_err(|error| {
            if matches!(error, ProbeError::Unreadable(_)) {
                self.is_damaged.store(true, Ordering::Relaxed);
            }
        })
    }
}

impl Values for Shelf {
    fn metric(&self) -> Metric {
        self.folder.metric()
    }

    #[inline]
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        self.stored(material, placement, self)?.ok_or(ProbeError::Illegal(material))
    }
}

/// Returns a number of an endgame, below [`PLACES`]; few endgames share a number.
#[inline]
fn number(material: NormalMaterial) -> usize {
    let material = material.get();
    let mut digits = 0_u64;
    for color in Color::ALL {
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            digits = digits << 3 | material.count(color, piece) as u64;
        }
    }
    const _: () = assert!(PLACES == 1 << 10);
    (digits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endgame_has_a_slot_and_others_none() {
        let shelf = Shelf::new(Folder::none());
        assert_eq!(ENDGAMES.len(), 510);
        for &material in &*ENDGAMES {
            assert_eq!(shelf.slot(material).unwrap().material, Some(material));
        }
        let kings = NormalMaterial::all_with_men(2);
        assert!(kings.into_iter().all(|material| shelf.slot(material).is_none()));
    }
}
