//! The endgame knowledge of the engine: tables with three men, the files of a folder, and the draw
//! rules.

use std::collections::BTreeSet;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering::Relaxed},
};
use std::time::Duration;

use drawproof_board::{Board, Piece};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_recognizers::{Claim, Position, catalogue, learned, recognize};
use drawproof_session::budget::table_bytes;
use drawproof_syzygy::{Syzygy, SyzygyError};
use drawproof_tables::{
    Dtm, Dtz, MEN_MIN, Metric, NormalMaterial, Number, Placement, PlainTable, Shelf, ThreeMen,
    Value, Wdl,
    file::{Folder, FolderError},
    parallel::locked,
    probe::{ProbeError, Values, probe_as},
};

use super::{endgames::Endgames, uci::Recognizers};

/// The maximum number of men for which distances to zeroing are solved if the root of a search
/// needs them.
const SOLVED_MEN_MAX: usize = 4;

/// The time for solving an endgame and all endgames that it leads to.
const SOLVING_TIME: Duration = Duration::from_millis(50);

/// The time for four men with pawns, whose promotions lead to many other endgames.
const SOLVING_TIME_WITH_PAWNS: Duration = Duration::from_millis(1_000);

/// The maximum size in bytes of tables solved for a root.
const SOLVED_BYTES_MAX: u64 = 512 << 20;

/// Endgame knowledge from the tables with three men, the tables of a folder, Syzygy tables, and the
/// built-in draw rules.
pub struct Knowledge {
    /// The distances to mate.
    mates: Shelf,
    /// The distances to zeroing from files, and those of the last endgame solved for a root of this
    /// game, with all endgames that it leads to.
    zeroing: Shelf,
    /// The tables solved last, possibly in an earlier game.
    solved: Mutex<Vec<Arc<PlainTable>>>,
    /// Whether `zeroing` holds any table, in a form that searches can read often.
    knows_zeroing: AtomicBool,
    /// The Syzygy tables, for positions that `zeroing` lacks.
    syzygy: Option<Syzygy>,
    most_men: u32,
    recognizers: Recognizers,
    /// The table files for which a fault has been reported.
    faulty: Mutex<BTreeSet<(Metric, NormalMaterial)>>,
    /// The sentences that the next call of [`Endgames::faults`] returns.
    faults: Mutex<Vec<String>>,
}

impl Knowledge {
    /// Creates the knowledge with the tables of three men, without a folder of tables.
    pub fn new(three_men: &'static ThreeMen) -> Knowledge {
        let of_rule = |name: &str| name.len() as u32;
        let all = catalogue().iter().chain(learned::catalogue());
        let rules = all.map(|rule| of_rule(rule.endgame())).max();
        let mates = Shelf::new(Folder::none()).of_lasting_folder().with_three_men(three_men);
        Knowledge {
            zeroing: mates.of_metric(Metric::Dtz),
            mates,
            solved: Mutex::default(),
            knows_zeroing: AtomicBool::new(false),
            syzygy: None,
            most_men: rules.unwrap_or(0).max(3),
            recognizers: Recognizers::default(),
            faulty: Mutex::default(),
            faults: Mutex::default(),
        }
    }

    /// Sets which draw recognizers to ask.
    #[must_use]
    pub fn asking(self, recognizers: Recognizers) -> Knowledge {
        Knowledge { recognizers, ..self }
    }

    /// Adds all tables of a folder. [`Endgames::faults`] names each file that cannot be opened.
    /// Fails if the folder cannot be read.
    pub fn with_folder(mut self, folder: &Folder) -> Result<Knowledge, FolderError> {
        for shelf in [&mut self.mates, &mut self.zeroing] {
            let files = shelf.over(folder.of_metric(shelf.metric()));
            for material in files.folder().list()? {
                match files.file(material) {
                    Ok(_) => self.most_men = self.most_men.max(material.get().men() as u32),
                    Err(error) => {
                        files.leave_out(material);
                        locked(&self.faults).push(format!("a table is not used: {error}"));
                    }
                }
            }
            *shelf = files;
        }
        self.knows_zeroing = AtomicBool::new(self.zeroing.open_files() > 0);
        Ok(self)
    }

    /// Adds Syzygy tables for positions that no other table covers.
    #[must_use]
    pub fn with_syzygy(self, tables: Syzygy) -> Knowledge {
        let most_men = self.most_men.max(tables.most_men() as u32);
        Knowledge { syzygy: Some(tables), most_men, ..self }
    }

    /// Adds a sentence for the user about available or missing tables, which [`Endgames::faults`]
    /// returns.
    #[must_use]
    pub fn with_remark(self, sentence: String) -> Knowledge {
        locked(&self.faults).push(sentence);
        self
    }

    /// Returns the distance to zeroing from Syzygy tables. If the result depends on a ply that they
    /// round, a ply is added, so that no win is claimed that may be too slow. A damaged file is
    /// reported once.
    fn syzygy(&self, board: &Board) -> Option<Value<Dtz>> {
        let value = match self.syzygy.as_ref()?.value(board) {
            Ok(value) => value,
            Err(SyzygyError::Missing { .. } | SyzygyError::Position(_)) => return None,
            Err(error) => {
                let material = Placement::from(board).normalise().0;
                if locked(&self.faulty).insert((Metric::Dtz, material)) {
                    locked(&self.faults).push(format!("a table is not used: {error}"));
                }
                return None;
            }
        };
        let plies = u16::try_from(value.distance?.plies.unsigned_abs()).ok()?;
        let plies = plies + u16::from(value.within.is_none());
        Some(Metric::Dtz.read(match value.result {
            Wdl::Win => Value::Win(Number::new(plies)),
            Wdl::Draw => Value::Draw,
            Wdl::Loss => Value::Loss(Number::new(plies)),
        }))
    }

    /// Returns the number of the folder's table files that hold distances to mate.
    pub fn files(&self) -> usize {
        self.mates.open_files()
    }

    /// Returns a source of the values on `shelf`, which also records errors as faults.
    fn values<'k>(&'k self, shelf: &'k Shelf) -> Noting<'k> {
        Noting { knowledge: self, shelf }
    }
}

/// A source of the values on a shelf. The first error of each file is also added to the faults;
/// readable values are still used.
struct Noting<'k> {
    knowledge: &'k Knowledge,
    shelf: &'k Shelf,
}

impl Values for Noting<'_> {
    fn metric(&self) -> Metric {
        self.shelf.metric()
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let stored = self.shelf.of_tables(material, placement, self).inspect_err(|error| {
            let is_missing = matches!(error, ProbeError::NoTable(missing) if *missing == material);
            if !is_missing && locked(&self.knowledge.faulty).insert((self.metric(), material)) {
                locked(&self.knowledge.faults).push(format!(
                    "a table cannot be read everywhere, the engine evaluates those positions: {error}"
                ));
            }
        });
        stored?.ok_or(ProbeError::Illegal(material))
    }
}

impl Endgames for Knowledge {
    fn most_men(&self) -> u32 {
        self.most_men
    }

    /// Returns the value from a table. A position with an unreadable value has none: the search
    /// continues, and [`Endgames::faults`] names the file.
    fn exact(&self, board: &Board) -> Option<Value<Dtm>> {
        probe_as(board, &self.values(&self.mates)).ok()
    }

    fn zeroing(&self, board: &Board) -> Option<Value<Dtz>> {
        let knows = self.knows_zeroing.load(Relaxed);
        let own = knows.then(|| probe_as(board, &self.values(&self.zeroing)).ok()).flatten();
        own.or_else(|| self.syzygy(board))
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
        let has_zeroing = self.zeroing.has(material).unwrap_or(false);
        if has_zeroing || bytes > SOLVED_BYTES_MAX {
            return;
        }
        let mut solved = locked(&self.solved);
        if !solved.iter().any(|table| table.material() == material) {
            let options = Options { metric: Metric::Dtz, ..Options::default() };
            match solve_closure_with(&options, &[material], &()) {
                Ok(tables) => *solved = tables.iter().cloned().collect(),
                Err(error) => {
                    let fault = format!("the fifty-move rule may be overlooked: {error}");
                    return locked(&self.faults).push(fault);
                }
            }
        }
        self.begin_game();
        // Of the tables for an earlier endgame, only those that this one leads to are kept.
        let closure = material.closure();
        let of_closure = solved.iter().filter(|table| closure.contains(&table.material()));
        of_closure.for_each(|table| self.zeroing.put(table.clone()));
        self.knows_zeroing.store(true, Relaxed);
    }

    fn begin_game(&self) {
        for table in self.zeroing.tables() {
            self.zeroing.take(table.material());
        }
        self.knows_zeroing.store(self.zeroing.open_files() > 0, Relaxed);
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
        std::mem::take(&mut *locked(&self.faults))
    }
}
