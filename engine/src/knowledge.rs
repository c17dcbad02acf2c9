//! The endgame knowledge of the engine: embedded tables, the files of a folder, the draw rules.

use std::collections::BTreeMap;

use drawproof_board::Board;
use drawproof_recognizers::{Claim, Position, catalogue, learned, recognize};
use drawproof_tables::{
    NormalMaterial, Placement, Value,
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
    files: BTreeMap<NormalMaterial, Table<FileBytes>>,
    most_men: u32,
    recognizers: Recognizers,
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
        }
    }

    /// This knowledge with other recognizers.
    #[must_use]
    pub fn asking(self, recognizers: Recognizers) -> Knowledge {
        Knowledge { recognizers, ..self }
    }

    /// The embedded knowledge and all tables of a folder. A damaged file is an error.
    pub fn with_folder(folder: &Folder) -> Result<Knowledge, FolderError> {
        let mut knowledge = Knowledge::embedded();
        for material in folder.list()? {
            knowledge.files.insert(material, folder.open(material)?);
            knowledge.most_men = knowledge.most_men.max(material.get().men() as u32);
        }
        Ok(knowledge)
    }

    /// Number of tables from the folder.
    pub fn files(&self) -> usize {
        self.files.len()
    }
}

impl Values for Knowledge {
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let value = if let Some(values) = embedded::values(material) {
            values.probe(placement)
        } else {
            let file = self.files.get(&material).ok_or(ProbeError::NoTable(material))?;
            file.probe(placement).map_err(|error| ProbeError::Unreadable(error.into()))?
        };
        value.ok_or(ProbeError::Illegal(material))
    }
}

impl Endgames for Knowledge {
    fn most_men(&self) -> u32 {
        self.most_men
    }

    /// A file that cannot be read counts as missing: the search goes on without it.
    fn exact(&self, board: &Board) -> Option<Outcome> {
        match probe(board, self).ok()? {
            Value::Draw => Some(Outcome::Draw),
            Value::Win(dtm) => Some(Outcome::Win(dtm.plies())),
            Value::Loss(dtm) => Some(Outcome::Loss(dtm.plies())),
        }
    }

    fn claim(&self, board: &Board) -> Option<Claim> {
        let position = Position::from(board);
        match self.recognizers {
            Recognizers::None => None,
            Recognizers::Hand => recognize(&position),
            Recognizers::Learned => learned::recognize(&position).or_else(|| recognize(&position)),
        }
    }
}
