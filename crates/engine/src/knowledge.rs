//! The endgame knowledge of the engine: tables of three men, the files of a folder, the draw rules.

use std::collections::BTreeMap;
use std::sync::{
    Mutex, PoisonError, RwLock,
    atomic::{AtomicBool, Ordering::Relaxed},
};
use std::time::Duration;

use drawproof_board::{Board, Piece};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_recognizers::{Claim, Position, catalogue, learned, recognize};
use drawproof_tables::{
    Dtm, Dtz, MEN_MIN, Metric, NormalMaterial, Placement, TableSet, ThreeMen, Value,
    file::{FileBytes, Folder, FolderError, Table},
    probe::{ProbeError, Values, probe_as},
};

use super::{
    endgames::{Endgames, Outcome},
    uci::Recognizers,
};
use drawproof_session::budget::table_bytes;

/// The most men of an endgame whose distances to zeroing are solved when the root of a search needs
/// them.
const SOLVED_MEN_MAX: usize = 4;

/// The time that solving an endgame and all that it leads to takes.
const SOLVING_TIME: Duration = Duration::from_millis(50);

/// The same for four men with pawns, whose promotions lead to many other endgames.
const SOLVING_TIME_WITH_PAWNS: Duration = Duration::from_millis(1_000);

/// The most bytes of tables that are solved for a root.
const SOLVED_BYTES_MAX: u64 = 512 << 20;

/// The tables of three men, the tables of a folder, and the built-in draw rules.
pub struct Knowledge {
    three_men: &'static ThreeMen,
    /// Distances to mate.
    files: BTreeMap<NormalMaterial, TableFile>,
    /// Distances to zeroing.
    zeroing_files: BTreeMap<NormalMaterial, TableFile>,
    /// Distances to zeroing of the last endgame that was solved for a root, and all that it leads to.
    solved: RwLock<TableSet>,
    /// Whether `solved` has tables: searches ask often.
    has_solved: AtomicBool,
    most_men: u32,
    recognizers: Recognizers,
    /// Sentences for [`Endgames::faults`].
    faults: Mutex<Vec<String>>,
}

/// A table of the folder.
struct TableFile {
    table: Table<FileBytes>,
    /// Whether a fault of this file has been reported.
    faulty: AtomicBool,
}

impl Knowledge {
    /// The knowledge without a folder.
    pub fn new(three_men: &'static ThreeMen) -> Knowledge {
        let of_rule = |name: &str| name.len() as u32;
        let all = catalogue().iter().chain(learned::catalogue());
        let rules = all.map(|rule| of_rule(rule.endgame())).max();
        Knowledge {
            three_men,
            files: BTreeMap::new(),
            zeroing_files: BTreeMap::new(),
            solved: RwLock::default(),
            has_solved: AtomicBool::new(false),
            most_men: rules.unwrap_or(0).max(3),
            recognizers: Recognizers::default(),
            faults: Mutex::default(),
        }
    }

    /// This knowledge with other recognizers.
    #[must_use]
    pub fn asking(self, recognizers: Recognizers) -> Knowledge {
        Knowledge { recognizers, ..self }
    }

    /// This knowledge and all tables of a folder. A file that cannot be opened is left out, and
    /// [`Endgames::faults`] names it. An error if the folder cannot be read.
    pub fn with_folder(self, folder: &Folder) -> Result<Knowledge, FolderError> {
        let mut knowledge = self;
        knowledge.files = knowledge.open(&folder.of_metric(Metric::Dtm))?;
        knowledge.zeroing_files = knowledge.open(&folder.of_metric(Metric::Dtz))?;
        let materials = knowledge.files.keys().chain(knowledge.zeroing_files.keys());
        let most_men = materials.map(|material| material.get().men() as u32).max();
        knowledge.most_men = knowledge.most_men.max(most_men.unwrap_or(0));
        Ok(knowledge)
    }

    /// Opens all tables of one metric.
    fn open(&self, folder: &Folder) -> Result<BTreeMap<NormalMaterial, TableFile>, FolderError> {
        let mut files = BTreeMap::new();
        for material in folder.list()? {
            match folder.open(material) {
                Ok(table) => {
                    files.insert(material, TableFile { table, faulty: AtomicBool::new(false) });
                }
                Err(error) => self.note(format!("a table is not used: {error}")),
            }
        }
        Ok(files)
    }

    /// Number of tables of distances to mate from the folder.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Whether distances to zeroing of an endgame are there.
    fn has_zeroing(&self, material: NormalMaterial) -> bool {
        let solved = self.solved.read().unwrap_or_else(PoisonError::into_inner);
        self.zeroing_files.contains_key(&material) || solved.get(material).is_some()
    }

    fn note(&self, fault: String) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }
}

impl TableFile {
    /// The stored value, among `values` of the same metric. The first error of this file goes to the faults of
    /// `knowledge` too; values that can be read are still used.
    fn probe(
        &self,
        placement: &Placement,
        values: &impl Values,
        knowledge: &Knowledge,
    ) -> Result<Option<Value>, ProbeError> {
        self.table.probe_among(placement, values).map_err(|error| {
            if !self.faulty.swap(true, Relaxed) {
                knowledge.note(format!(
                    "a table cannot be read everywhere, the engine evaluates those positions: {error}"
                ));
            }
            error
        })
    }
}

impl Values for Knowledge {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = if let Some(table) = self.three_men.table(material) {
            table.probe(placement)
        } else {
            let file = self.files.get(&material).ok_or(ProbeError::NoTable(material))?;
            file.probe(placement, self, self)?
        };
        value.ok_or(ProbeError::Illegal(material))
    }
}

/// The distances to zeroing of the knowledge.
struct Zeroing<'a>(&'a Knowledge);

impl Values for Zeroing<'_> {
    fn metric(&self) -> Metric {
        Metric::Dtz
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = match self.0.zeroing_files.get(&material) {
            Some(file) => file.probe(placement, self, self.0)?,
            None => {
                let solved = self.0.solved.read().unwrap_or_else(PoisonError::into_inner);
                solved.get(material).ok_or(ProbeError::NoTable(material))?.probe(placement)
            }
        };
        value.ok_or(ProbeError::Illegal(material))
    }
}

impl Endgames for Knowledge {
    fn most_men(&self) -> u32 {
        self.most_men
    }

    /// A position whose value cannot be read has none: the search goes on, and [`Endgames::faults`]
    /// names the file.
    fn exact(&self, board: &Board) -> Option<Outcome> {
        match probe_as::<Dtm>(board, self).ok()? {
            Value::Draw => Some(Outcome::Draw),
            Value::Win(dtm) => Some(Outcome::Win(dtm.plies())),
            Value::Loss(dtm) => Some(Outcome::Loss(dtm.plies())),
        }
    }

    fn zeroing(&self, board: &Board) -> Option<Value<Dtz>> {
        let has_tables = !self.zeroing_files.is_empty() || self.has_solved.load(Relaxed);
        if has_tables { probe_as(board, &Zeroing(self)).ok() } else { None }
    }

    fn prepare_zeroing(&self, board: &Board, time: Duration) {
        let men = board.occupied().len() as usize;
        let is_long = men > MEN_MIN && !board.pieces(Piece::Pawn).is_empty();
        let solving_time = if is_long { SOLVING_TIME_WITH_PAWNS } else { SOLVING_TIME };
        if !(MEN_MIN..=SOLVED_MEN_MAX).contains(&men) || time < solving_time {
            return;
        }
        let material = Placement::from(board).normalise().0;
        let bytes_of = |material| table_bytes(Metric::Dtz, material);
        let bytes: u64 = material.closure().into_iter().map(bytes_of).sum();
        if self.has_zeroing(material) || bytes > SOLVED_BYTES_MAX {
            return;
        }
        let options = Options { metric: Metric::Dtz, ..Options::default() };
        match solve_closure_with(&options, &[material], &()) {
            Ok(tables) => {
                *self.solved.write().unwrap_or_else(PoisonError::into_inner) = tables;
                self.has_solved.store(true, Relaxed);
            }
            Err(error) => self.note(format!("the fifty-move rule may be overlooked: {error}")),
        }
    }

    fn claim(&self, board: &Board) -> Claim {
        let position = Position::from(board);
        match self.recognizers {
            Recognizers::None => Claim::NONE,
            Recognizers::Hand => recognize(&position),
            Recognizers::Learned => learned::recognize(&position).or_else(|| recognize(&position)),
        }
    }

    fn faults(&self) -> Vec<String> {
        std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
