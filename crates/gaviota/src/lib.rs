//! Reads Gaviota tables: distances to mate of up to five men.
//!
//! The crate compares tables with those of another maker. [`Gaviota`] knows which files its folders
//! hold, and opens each file when it is first needed; threads share it. It implements [`Values`],
//! so [`drawproof_tables::probe`] can answer from it, en-passant rights included. Only compression
//! scheme 4 is supported, which all published files use. The format is that of Gaviota's probing
//! code (M. Ballicora, 2010, MIT licence).

#![forbid(unsafe_code)]

mod file;
mod index;
mod lzma;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use drawproof_board::Color;
use drawproof_tables::{
    Metric, NormalMaterial, Placement, Value,
    parallel::locked,
    probe::{ProbeError, Values},
};

pub use file::GaviotaError;
use file::Table;

/// The maximum number of men of a table, kings included.
const MEN_MAX: usize = 5;

/// The Gaviota tables in some folders. Files are opened when they are first needed.
pub struct Gaviota {
    files: BTreeMap<String, PathBuf>,
    open: Mutex<BTreeMap<NormalMaterial, Arc<Table>>>,
}

impl fmt::Debug for Gaviota {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Gaviota").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Gaviota {
    /// Finds the tables in some folders. If two folders have a file of the same name, the first one
    /// is used.
    ///
    /// # Errors
    ///
    /// Fails if a folder cannot be read.
    pub fn open<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Gaviota, GaviotaError> {
        let mut files = BTreeMap::new();
        for folder in folders {
            let error = |source| GaviotaError::Folder { path: folder.to_owned(), source };
            for entry in folder.read_dir().map_err(error)? {
                let path = entry.map_err(error)?.path();
                let name = path.file_name().and_then(|it| it.to_str());
                let name = name.and_then(|it| it.strip_suffix(".gtb.cp4"));
                if let Some(name) = name.filter(|name| is_table(name)) {
                    files.entry(name.to_owned()).or_insert(path);
                }
            }
        }
        Ok(Gaviota { files, open: Mutex::default() })
    }

    /// Returns the names of the tables, such as `krpkr`, in alphabetical order.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the table of an endgame, and opens its file first if necessary. Threads that ask at
    /// the same time may each open the file, so that no thread waits for another.
    fn table(&self, material: NormalMaterial) -> Result<Arc<Table>, GaviotaError> {
        if let Some(table) = locked(&self.open).get(&material) {
            return Ok(table.clone());
        }
        let name = material.to_string().to_lowercase();
        let path = self.files.get(&name).ok_or(GaviotaError::Missing(name))?;
        let table = Arc::new(Table::open(path, material)?);
        Ok(locked(&self.open).entry(material).or_insert(table).clone())
    }
}

impl Values for Gaviota {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let unreadable = |error: GaviotaError| ProbeError::Unreadable(error.into());
        let table = self.table(material).map_err(unreadable)?;
        let side = placement.side_to_move;
        let index = index::index(placement).ok_or(ProbeError::Illegal(material))?;
        let byte = table.byte(side, index).map_err(unreadable)?;
        Ok(value(side, byte))
    }
}

/// Returns whether `name` can be the name of a table: in lower case, with at most five men.
fn is_table(name: &str) -> bool {
    let named = name.parse::<NormalMaterial>().ok();
    named.is_some_and(|it| it.get().men() <= MEN_MAX && it.to_string().to_lowercase() == name)
}

/// Returns the value that a stored byte represents. 0 is a draw, 3 an index without a position.
/// Otherwise the lower two bits name the side that mates, or neither if the number of moves does
/// not fit into the upper bits.
fn value(side: Color, byte: u8) -> Value {
    /// The number of moves from which on the lower bits do not name a side.
    const FAR: u16 = 63;
    let (moves, winner) = (u16::from(byte >> 2), byte & 3);
    let win = |moves: u16| Metric::Dtm.decisive(true, 2 * moves + 1);
    let loss = |moves: u16| Metric::Dtm.decisive(false, 2 * moves);
    let own = if side == Color::White { 1 } else { 2 };
    match winner {
        _ if byte == 0 || byte == 3 => Value::Draw,
        0 if side == Color::Black && moves == FAR => loss(2 * FAR + 1),
        0 => win(moves + FAR),
        3 => loss(moves + FAR),
        _ if winner == own => win(moves),
        _ => loss(moves),
    }
}
