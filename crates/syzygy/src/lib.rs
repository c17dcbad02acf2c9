//! Probes and writes Syzygy tables: the results of positions, and their distances to zeroing.
//!
//! For programs that need positions of more men than drawproof's own tables have. [`Syzygy`] lists
//! the files of its folders and opens each on first use; threads share it. [`Syzygy::result`]
//! returns the result within the fifty-move rule and without it, and [`Syzygy::distance`] the
//! distance to zeroing. Distances to mate, castling rights and a choice among moves are not
//! included. [`pack`] makes the two files of an endgame of up to five men.
//!
//! Probes do not read checksums. A damaged file gives an error or a wrong value, and never a panic, an endless
//! loop, or more memory than a few MiB. [`Syzygy::verify`] compares whole files with their checksums.

#![forbid(unsafe_code)]

mod checksum;
mod code;
mod error;
mod file;
mod index;
mod probe;
mod value;
mod write;

use std::{
    collections::BTreeMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use drawproof_board::{Board, Color, Piece};
use drawproof_tables::{NormalMaterial, parallel::locked};

pub use checksum::checksum;
pub use error::SyzygyError;
pub use file::Kind;
use file::{Part, Table};
pub use index::MEN_MAX;
pub use value::SyzygyValue;
pub use write::{Files, Packing, pack, packing_bytes};

/// A distance to zeroing in a Syzygy table, perhaps rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyDistance {
    /// The plies until the winning side captures, moves a pawn or mates, plus 100 if the fifty-move
    /// rule makes the position a draw. Negative if the side to move loses, 0 for a draw or if the
    /// side to move is mated.
    pub plies: i32,
    /// Whether the true distance may be one ply longer, because the table stores moves instead of
    /// plies.
    pub is_rounded: bool,
}

/// The numbers of men by which files are named, `[first side, other side][kind]`, pawns first.
type Men = [[usize; 6]; 2];

/// The Syzygy tables in some folders. Files are opened when they are first needed.
pub struct Syzygy {
    folders: Vec<PathBuf>,
    /// The paths of the table files, by file name.
    files: BTreeMap<String, PathBuf>,
    open: [Mutex<BTreeMap<Men, Opened>>; 2],
}

/// An open table, and whether White has the men of the second side of the table's name.
type Opened = (Arc<Table>, bool);

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Syzygy").field("folders", &self.folders).finish_non_exhaustive()
    }
}

impl Syzygy {
    /// Finds the tables in some folders. If two folders have a file of the same name, the first one
    /// is used.
    ///
    /// # Errors
    ///
    /// Fails if a folder cannot be read.
    pub fn open<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Syzygy, SyzygyError> {
        let (tables, errors) = Syzygy::open_readable(folders);
        errors.into_iter().next().map_or(Ok(tables), Err)
    }

    /// Finds the tables in the readable folders, and returns an error for each of the other
    /// folders.
    pub fn open_readable<'a>(
        folders: impl IntoIterator<Item = &'a Path>,
    ) -> (Syzygy, Vec<SyzygyError>) {
        let (mut readable, mut files, mut errors) = (Vec::new(), BTreeMap::new(), Vec::new());
        for folder in folders {
            match tables_in(folder) {
                Ok(found) => {
                    readable.push(folder.to_owned());
                    for (name, path) in found {
                        files.entry(name).or_insert(path);
                    }
                }
                Err(source) => errors.push(SyzygyError::Folder { path: folder.to_owned(), source }),
            }
        }
        (Syzygy { folders: readable, files, open: Default::default() }, errors)
    }

    /// Returns the number of table files in the folders, of both kinds.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Returns the names of the tables of results, such as `KRPvKR`, in alphabetical order.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.files.keys().filter_map(|name| name.strip_suffix(".rtbw"))
    }

    /// Returns the maximum number of men, kings included, among all files; 0 without files.
    pub fn most_men(&self) -> usize {
        let men = |name: &String| named(name).map(|(men, _)| men.as_flattened().iter().sum());
        self.files.keys().filter_map(men).max().unwrap_or(0)
    }

    /// Reads both files of a table, such as `KRPvKR`, and compares them with their checksums. Runs
    /// on the current rayon pool.
    ///
    /// # Errors
    ///
    /// Fails if a file is damaged or cannot be read.
    pub fn verify(&self, table: &str) -> Result<(), SyzygyError> {
        for (name, path) in &self.files {
            if let Some((men, kind)) = named(name).filter(|_| name.split('.').next() == Some(table))
            {
                Table::open(path, kind, men)?.verify()?;
            }
        }
        Ok(())
    }

    /// Returns the table for a position's men, and whether the first side of its name is Black.
    /// Threads that ask at the same time may each open the file, so that no thread waits for
    /// another.
    fn table(&self, board: &Board, kind: Kind) -> Result<Opened, SyzygyError> {
        let men = men_of(board);
        let open = &self.open[kind as usize];
        if let Some((table, is_reversed)) = locked(open).get(&men) {
            return Ok((table.clone(), *is_reversed));
        }
        let reversed = [men[1], men[0]];
        let names = [men, reversed].map(|men| name_of(men, kind));
        let found = names.iter().position(|name| self.files.contains_key(name));
        let Some(found) = found else {
            let folders: Vec<String> =
                self.folders.iter().map(|it| it.display().to_string()).collect();
            let name = if is_named_first(men) { &names[0] } else { &names[1] };
            return Err(SyzygyError::Missing { name: name.clone(), folders: folders.join(", ") });
        };
        let path = &self.files[&names[found]];
        let table = Arc::new(Table::open(path, kind, if found == 0 { men } else { reversed })?);
        let mut open = locked(open);
        open.insert(men, (table.clone(), found == 1));
        open.insert(reversed, (table.clone(), found == 0 && men != reversed));
        Ok((table, found == 1))
    }
}

/// Both kinds of table file: results, then distances.
pub const KINDS: [Kind; 2] = [Kind::Results, Kind::Distances];

/// Returns the Syzygy file name of an endgame, such as `KRPvKR.rtbw`.
pub fn file_name(material: NormalMaterial, kind: Kind) -> String {
    name_of(men_of_material(material), kind)
}

/// Returns the numbers of an endgame's men.
fn men_of_material(material: NormalMaterial) -> Men {
    Color::ALL.map(|color| Piece::ALL.map(|piece| material.get().count(color, piece)))
}

/// The properties of a file that matches its checksum.
#[derive(Debug)]
pub struct Checked {
    /// The name of the endgame, such as `KRPvKR`.
    pub endgame: String,
    /// The kind of values in the file.
    pub kind: Kind,
    /// The number of sides to move whose values the file holds, 1 or 2.
    pub sides: usize,
    /// Whether all distances are in plies, not rounded to moves; always true for results.
    pub is_unrounded: bool,
    /// The number of blocks of the file, all parts together.
    pub blocks: u64,
    /// The size of the file in bytes.
    pub file_bytes: u64,
}

/// Compares a file with its checksum and returns its properties. The name of the file must be that
/// of a table. Runs on the current rayon pool.
///
/// # Errors
///
/// Fails if the file cannot be read, is damaged, or is not the table that its name says.
pub fn check_file(path: &Path) -> Result<Checked, SyzygyError> {
    let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let foreign = || SyzygyError::Foreign { path: path.display().to_string() };
    let (men, kind) = named(name).ok_or_else(foreign)?;
    let table = Table::open(path, kind, men)?;
    table.verify()?;
    Ok(Checked {
        endgame: name.split('.').next().unwrap_or_default().to_owned(),
        kind,
        sides: table.parts.len(),
        is_unrounded: table.is_unrounded(),
        blocks: table.parts.iter().flatten().map(Part::blocks).sum(),
        file_bytes: table.size_bytes(),
    })
}

/// Returns the names and paths of the tables in a folder.
fn tables_in(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if let Some(name) = path.file_name().and_then(|it| it.to_str())
            && named(name).is_some()
        {
            found.push((name.to_owned(), path));
        }
    }
    Ok(found)
}

/// Returns the men and the kind of values that a file name such as `KRPvKR.rtbw` stands for; `None`
/// if no table has this name.
fn named(name: &str) -> Option<(Men, Kind)> {
    let (sides, extension) = name.split_once('.')?;
    let kind = KINDS.into_iter().find(|it| it.extension() == extension)?;
    let (ours, others) = sides.split_once('v')?;
    let counts = |side: &str| -> [usize; 6] {
        Piece::ALL.map(|piece| side.matches(LETTERS[piece as usize]).count())
    };
    let men = [counts(ours), counts(others)];
    let is_table = sides.len() - 1 <= MEN_MAX && men.iter().all(|side| side[5] == 1);
    (is_table && name_of(men, kind) == name).then_some((men, kind))
}

/// The letters of the kinds of men, pawns first.
const LETTERS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];

/// Returns the numbers of White's men and of Black's men on a board.
fn men_of(board: &Board) -> Men {
    Color::ALL
        .map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece).len() as usize))
}

/// Returns whether the first of the two sides comes first in file names: the side with more men or,
/// if the numbers are equal, with the stronger men.
fn is_named_first([ours, others]: Men) -> bool {
    let rank = |side: [usize; 6]| (side.iter().sum::<usize>(), side[4], side[3], side[2], side[1]);
    rank(ours) >= rank(others)
}

/// Returns the file name of the table for `men`, such as `KRPvKR.rtbw`.
fn name_of(men: Men, kind: Kind) -> String {
    let side = |counts: [usize; 6]| -> String {
        let letters = LETTERS.into_iter().zip(counts).rev();
        letters.flat_map(|(letter, count)| std::iter::repeat_n(letter, count)).collect()
    };
    format!("{}v{}.{}", side(men[0]), side(men[1]), kind.extension())
}
