//! The endgame knowledge of the engine: embedded tables, the files of a folder, the draw rules.

use std::collections::BTreeMap;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use drawproof_board::Board;
use drawproof_recognizers::{Claim, Position, catalogue, learned, recognize};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, Value,
    file::{FileBytes, Folder, FolderError, Table},
    probe::{ProbeError, Values, probe},
};

use super::{
    endgames::{Endgames, Outcome},
    uci::Recognizers,
};
use drawproof_session::embedded;

/// The embedded tables, the tables of a folder, and the built-in draw rules.
pub struct Knowledge {
    files: BTreeMap<NormalMaterial, TableFile>,
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
    pub fn embedded() -> Knowledge {
        let of_rule = |name: &str| name.len() as u32;
        let all = catalogue().iter().chain(learned::catalogue());
        let rules = all.map(|rule| of_rule(rule.endgame())).max();
        Knowledge {
            files: BTreeMap::new(),
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

    /// The embedded knowledge and all tables of a folder. A file that cannot be opened is left out, and
    /// [`Endgames::faults`] names it. An error if the folder cannot be read.
    pub fn with_folder(folder: &Folder) -> Result<Knowledge, FolderError> {
        let mut knowledge = Knowledge::embedded();
        for material in folder.list()? {
            match folder.open(material) {
                Ok(table) => {
                    let file = TableFile { table, faulty: AtomicBool::new(false) };
                    knowledge.files.insert(material, file);
                    knowledge.most_men = knowledge.most_men.max(material.get().men() as u32);
                }
                Err(error) => knowledge.note(format!("a table is not used: {error}")),
            }
        }
        Ok(knowledge)
    }

    /// Number of tables from the folder.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    fn note(&self, fault: String) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }
}

impl TableFile {
    /// The stored value. The first error of this file goes to the faults of `knowledge` too; values
    /// that can be read are still used.
    fn probe(
        &self,
        placement: &Placement,
        knowledge: &Knowledge,
    ) -> Result<Option<Value>, ProbeError> {
        self.table.probe(placement).map_err(|error| {
            if !self.faulty.swap(true, Relaxed) {
                knowledge.note(format!(
                    "a table cannot be read everywhere, the engine evaluates those positions: {error}"
                ));
            }
            ProbeError::Unreadable(error.into())
        })
    }
}

impl Values for Knowledge {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = if let Some(values) = embedded::values(material) {
            values.probe(placement)
        } else {
            let file = self.files.get(&material).ok_or(ProbeError::NoTable(material))?;
            file.probe(placement, self)?
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
        match probe(board, self).ok()? {
            Value::Draw => Some(Outcome::Draw),
            Value::Win(dtm) => Some(Outcome::Win(dtm.plies())),
            Value::Loss(dtm) => Some(Outcome::Loss(dtm.plies())),
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
