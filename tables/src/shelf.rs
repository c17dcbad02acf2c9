//! Which tables of one metric are here, and the values of single positions in them.
//!
//! The one place where a position is looked up, for every face: in the tables of three men, in whole
//! tables, in the files of a folder; without a table, by the rules of chess. A lookup waits for nobody: who makes a
//! table puts it on the shelf when it is whole.

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

/// The tables of one metric, shared by any number of threads.
pub struct Shelf {
    folder: Folder,
    three_men: Option<&'static ThreeMen>,
    /// Whether an endgame whose file is missing is looked for again.
    expects_files: bool,
    /// The decoded blocks of all its files.
    cache: Arc<BlockCache>,
    /// Each endgame is in the first free place from that of its number on. A place in two is free, so a
    /// search ends.
    slots: Box<[Slot]>,
}

/// Bytes of decoded blocks that a shelf keeps unless it is told otherwise.
const CACHE_BYTES: u64 = 64 << 20;

/// Places for endgames; there are 510 of three to six men.
const PLACES: usize = 1024;

/// What is here of an endgame.
#[derive(Default)]
struct Slot {
    /// `None` for a free place.
    material: Option<NormalMaterial>,
    /// The whole table, in memory or in scratch files.
    whole: ArcSwapOption<PlainTable>,
    /// Whether there is one: cheaper to read.
    has_whole: AtomicBool,
    /// That of three men, once it was needed.
    three_men: OnceLock<&'static Arc<PlainTable>>,
    /// Its file, opened at the first lookup; `None` inside if the folder has none.
    file: OnceLock<Option<Box<OpenFile>>>,
    /// What [`Shelf::mark_used`] was told last.
    last_used: AtomicU64,
}

/// A file that is open for single positions.
struct OpenFile {
    table: Arc<Table<FileBytes>>,
    /// The bytes of the file and the time of its last change, when it was opened.
    state: Option<(u64, SystemTime)>,
    /// Whether a lookup failed in it.
    is_damaged: AtomicBool,
    /// The file in its place, which was repaired since.
    repaired: OnceLock<Box<OpenFile>>,
}

/// The endgames that have a slot: all of three men and more.
static ENDGAMES: LazyLock<Vec<NormalMaterial>> =
    LazyLock::new(|| (MEN_MIN..=MEN_MAX).flat_map(NormalMaterial::all_with_men).collect());

impl Shelf {
    /// Returns the files of a folder, which decides the metric. An endgame whose file is missing is
    /// looked for at each lookup.
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

    /// This shelf with the tables of three men, which one of distances to mate has.
    #[must_use]
    pub fn with_three_men(self, three_men: &'static ThreeMen) -> Shelf {
        Shelf { three_men: Some(three_men), ..self }
    }

    /// This shelf, for a folder to which no files are added: each is looked for once.
    #[must_use]
    pub fn of_lasting_folder(self) -> Shelf {
        Shelf { expects_files: false, ..self }
    }

    /// This shelf, whose files and those of shelves made from it keep at most so many bytes of decoded blocks. To be
    /// called before a file is open.
    #[must_use]
    pub fn with_cache_bytes(self, bytes: u64) -> Shelf {
        Shelf { cache: Arc::new(BlockCache::new(bytes)), ..self }
    }

    /// Returns the decoded blocks of the files.
    pub fn cache(&self) -> &BlockCache {
        &self.cache
    }

    /// Returns an empty shelf of another metric over the same folder.
    #[must_use]
    pub fn of_metric(&self, metric: Metric) -> Shelf {
        self.over(self.folder.of_metric(metric))
    }

    /// Returns an empty shelf over another folder.
    #[must_use]
    pub fn over(&self, folder: Folder) -> Shelf {
        let (three_men, expects_files) = (self.three_men, self.expects_files);
        Shelf { three_men, expects_files, cache: self.cache.clone(), ..Shelf::new(folder) }
    }

    /// Returns the distance that the values count.
    pub fn metric(&self) -> Metric {
        self.folder.metric()
    }

    /// Returns the folder of the files.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Returns the value of a position from the tables, as [`Shelf::of_tables`], or from the rules
    /// of chess where there is no table: of a mate, a stalemate, or men that cannot mate.
    ///
    /// # Errors
    ///
    /// [`ProbeError::NoTable`] if there is no table and the rules decide nothing; else as [`Shelf::of_tables`].
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

    /// Returns the stored value of a position; `None` if it is illegal. `values` are all values of
    /// the metric, for files of one side to move. A missing table costs nothing, so that a search,
    /// which knows mates and stalemates itself, calls this at every node.
    ///
    /// # Errors
    ///
    /// [`ProbeError::NoTable`] if there is no table; [`ProbeError::Unreadable`] with a [`FolderError`] or a
    /// [`crate::file::TableError`] if there is a file that cannot be read.
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

    /// [`Shelf::of_tables`], where the table is not known yet.
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

    /// Returns whether positions of an endgame can be looked up.
    ///
    /// # Errors
    ///
    /// There is a file that cannot be opened.
    pub fn has(&self, material: NormalMaterial) -> Result<bool, FolderError> {
        let is_known = material.get().men() < MEN_MIN || material.is_lone_minor();
        Ok(is_known || self.has_whole(material) || self.file(material)?.is_some())
    }

    /// Returns whether the whole table of an endgame is here, in memory or scratch files.
    pub fn has_whole(&self, material: NormalMaterial) -> bool {
        let Some(slot) = self.slot(material) else { return false };
        self.is_of_three_men(material) || slot.has_whole.load(Ordering::Acquire)
    }

    /// Returns the whole table of an endgame, if it is in memory or scratch files.
    pub fn whole(&self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        let slot = self.slot(material)?;
        self.of_three_men(material, slot).cloned().or_else(|| slot.whole.load_full())
    }

    /// Returns the tables of some endgames, as far as they are whole.
    pub fn set_of(&self, materials: impl IntoIterator<Item = NormalMaterial>) -> TableSet {
        let mut set = TableSet::new();
        materials.into_iter().filter_map(|it| self.whole(it)).for_each(|table| set.insert(table));
        set
    }

    /// Returns all tables that were put here.
    pub fn tables(&self) -> Vec<Arc<PlainTable>> {
        ENDGAMES.iter().filter_map(|&it| self.slot(it)?.whole.load_full()).collect()
    }

    /// Puts a whole table on the shelf.
    ///
    /// # Panics
    ///
    /// It is of another metric, or of too many men.
    pub fn put(&self, table: Arc<PlainTable>) {
        assert_eq!(table.metric(), self.metric(), "one metric a shelf");
        let slot = self.slot(table.material()).expect("a table has at most six men");
        slot.whole.store(Some(table));
        slot.has_whole.store(true, Ordering::Release);
    }

    /// Takes a whole table off the shelf. Lookups under way may use it a moment longer.
    pub fn take(&self, material: NormalMaterial) -> Option<Arc<PlainTable>> {
        let slot = self.slot(material)?;
        slot.has_whole.store(false, Ordering::Release);
        slot.whole.swap(None)
    }

    /// Returns the file of an endgame, opened for single positions; `None` if the folder has none.
    ///
    /// # Errors
    ///
    /// It cannot be opened.
    pub fn file(
        &self,
        material: NormalMaterial,
    ) -> Result<Option<&Arc<Table<FileBytes>>>, FolderError> {
        match self.slot(material) {
            Some(slot) => Ok(self.open(material, slot)?.map(|file| &file.table)),
            None => Ok(None),
        }
    }

    /// Does not use the file of an endgame. Without effect if it is open.
    pub fn leave_out(&self, material: NormalMaterial) {
        if let Some(slot) = self.slot(material) {
            slot.file.get_or_init(|| None);
        }
    }

    /// Returns the number of open files.
    pub fn open_files(&self) -> usize {
        self.slots.iter().filter(|slot| matches!(slot.file.get(), Some(Some(_)))).count()
    }

    /// Notes that a table is used at a time.
    pub fn mark_used(&self, material: NormalMaterial, time: u64) {
        if let Some(slot) = self.slot(material) {
            slot.last_used.store(time, Ordering::Relaxed);
        }
    }

    /// Returns the time that [`Shelf::mark_used`] was told last; 0 if there was none.
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

    /// Returns the file of an endgame as it is now. Of threads that open it at the same time, one
    /// keeps it.
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

    /// Returns the bytes of a file and the time of its last change.
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

/// Returns a number of an endgame, below [`PLACES`], that few others share.
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
