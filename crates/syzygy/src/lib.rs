//! Probes Syzygy tables: the results of positions, and their distances to zeroing.
//!
//! For whoever needs the truth about more men than drawproof's own tables have. [`Syzygy`] knows which files
//! its folders hold and opens each when it is first needed; threads share it. [`Syzygy::result`] is won,
//! drawn or lost within the fifty-move rule and without it, [`Syzygy::distance`] the distance to zeroing.
//! Distances to mate, castling rights, and a choice among moves are not here.

#![forbid(unsafe_code)]

mod code;
mod error;
mod file;
mod index;
mod probe;
mod value;

use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use drawproof_board::{Board, Color, Piece};

pub use error::SyzygyError;
use file::{Kind, Table};
pub use index::MEN_MAX;
pub use value::SyzygyValue;

/// A distance to zeroing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyzygyDistance {
    /// Plies until the winning side captures, moves a pawn or mates, with 100 more where the fifty-move
    /// rule makes a draw of it; negative if the side to move loses, 0 for a draw and for a side that is
    /// mated.
    pub plies: i32,
    /// Whether the distance may be one ply more: the table holds it in moves.
    pub is_rounded: bool,
}

/// The men of a position as files name them: of the first side and of the other one, counts by kind, pawns
/// first.
type Men = [[usize; 6]; 2];

/// The tables of some folders.
pub struct Syzygy {
    folders: Vec<PathBuf>,
    files: BTreeMap<String, PathBuf>,
    open: [Mutex<BTreeMap<Men, Opened>>; 2],
}

/// An open table, and whether the first side of its name is the other one.
type Opened = (Arc<Table>, bool);

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Syzygy").field("folders", &self.folders).finish_non_exhaustive()
    }
}

impl Syzygy {
    /// The tables in some folders; of two files of a name the first one counts.
    ///
    /// # Errors
    ///
    /// A folder cannot be read.
    pub fn open<'a>(folders: impl IntoIterator<Item = &'a Path>) -> Result<Syzygy, SyzygyError> {
        let folders: Vec<PathBuf> = folders.into_iter().map(Path::to_path_buf).collect();
        let mut files = BTreeMap::new();
        for folder in &folders {
            let error = |source| SyzygyError::Folder { path: folder.clone(), source };
            for entry in folder.read_dir().map_err(error)? {
                let path = entry.map_err(error)?.path();
                let Some(name) = path.file_name().and_then(|it| it.to_str()) else { continue };
                if name.ends_with(".rtbw") || name.ends_with(".rtbz") {
                    files.entry(name.to_owned()).or_insert(path);
                }
            }
        }
        Ok(Syzygy { folders, files, open: Default::default() })
    }

    /// The number of files that the folders hold.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// The names of the tables of results, such as `KRPvKR`, in the order of the alphabet.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.files.keys().filter_map(|name| name.strip_suffix(".rtbw"))
    }

    /// The most men that a file has; 0 without files.
    pub fn most_men(&self) -> usize {
        let men = |name: &String| name.split('.').next().map_or(0, |name| name.len() - 1);
        self.files.keys().map(men).max().unwrap_or(0)
    }

    /// The table of a position's men, and whether its first side is Black.
    fn table(&self, board: &Board, kind: Kind) -> Result<Opened, SyzygyError> {
        let men = men_of(board);
        let mut open = self.open[kind as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((table, is_reversed)) = open.get(&men) {
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
        open.insert(men, (table.clone(), found == 1));
        open.insert(reversed, (table.clone(), found == 0 && men != reversed));
        Ok((table, found == 1))
    }
}

/// The men of a board: White's, then Black's.
fn men_of(board: &Board) -> Men {
    Color::ALL
        .map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece).len() as usize))
}

/// Whether files name this side first: it has more men, or the higher ones.
fn is_named_first([ours, others]: Men) -> bool {
    let rank = |side: [usize; 6]| (side.iter().sum::<usize>(), side[4], side[3], side[2], side[1]);
    rank(ours) >= rank(others)
}

/// The name of a file, such as `KRPvKR.rtbw`.
fn name_of(men: Men, kind: Kind) -> String {
    let side = |counts: [usize; 6]| -> String {
        let letters = "KQRBNP".chars().zip(counts.into_iter().rev());
        letters.flat_map(|(letter, count)| std::iter::repeat_n(letter, count)).collect()
    };
    format!("{}v{}.{}", side(men[0]), side(men[1]), kind.extension())
}
