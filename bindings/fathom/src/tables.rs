//! The tables that probes use: four men in memory, and files of more men.

use std::{
    collections::BTreeSet,
    env,
    ffi::CStr,
    path::{Path, PathBuf},
    sync::Arc,
};

use drawproof_board::Board;
use drawproof_syzygy::Syzygy;
use drawproof_tablebase::{Metric, Options, Position, Tablebase};
use drawproof_tables::{FIFTY_MOVES_PLIES, NormalMaterial, Placement};

use crate::memory::{MEN_MAX, Memory};

/// `TB_RESULT_FAILED` of the header.
pub const FAILED: std::ffi::c_uint = !0;

/// The memory limit in bytes for solving the endgames without a file that the captures and
/// promotions of a folder's endgames lead to.
const MEMORY_BYTES: u64 = 1 << 30;

/// The tables that one call of `tb_init` opened.
pub struct Tables {
    memory: Arc<Memory>,
    /// The tables of distances to zeroing in a folder, and the endgames of these tables.
    files: Option<(Tablebase, BTreeSet<NormalMaterial>)>,
    syzygy: Syzygy,
}

impl Tables {
    /// Finds the files in the folders of `path`. Takes the solved tables from `before`. Returns
    /// `None` if there is too little memory.
    pub fn open(path: &CStr, before: Option<&Tables>) -> Option<Tables> {
        let memory = match before {
            Some(tables) => tables.memory.clone(),
            None => Arc::new(Memory::solve()?),
        };
        let folders = folders(path);
        let (syzygy, _) = Syzygy::open_readable(folders.iter().map(PathBuf::as_path));
        Some(Tables { memory, files: folders.iter().find_map(|folder| files(folder)), syzygy })
    }

    /// Returns the maximum number of men, kings included, of a table.
    pub fn men_max(&self) -> u32 {
        let named = self.syzygy.tables().map(|name| name.len() - 1);
        let files = self.files.iter().flat_map(|(_, endgames)| endgames);
        let of_files = files.map(|endgame| endgame.get().men());
        named.chain(of_files).fold(MEN_MAX, usize::max) as u32
    }

    /// Returns the result at a half-move clock of 0, from -2 for a loss to 2 for a win; -1 and 1 are
    /// draws by the fifty-move rule.
    #[inline]
    pub fn wdl(&self, position: &Position) -> Option<i32> {
        match self.plies(position)? {
            Some(0) => Some(0),
            Some(plies) if plies.unsigned_abs() <= FIFTY_MOVES_PLIES.into() => {
                Some(2 * plies.signum())
            }
            Some(plies) => Some(plies.signum()),
            None => Some(self.syzygy.result(&position.board().ok()?).ok()? as i32 - 2),
        }
    }

    /// Returns the distance to zeroing in Fathom's form: 0 for a draw, -1 for a mate, more than 100
    /// plies for a draw by the fifty-move rule.
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        match self.plies(position)? {
            Some(plies) => Some(plies),
            None if self.wdl(position)? == 0 => Some(0),
            None => {
                let plies = self.syzygy.distance(&position.board().ok()?).ok()?.plies;
                Some(if plies == 0 { -1 } else { plies })
            }
        }
    }

    /// Returns the distance that drawproof's tables hold; `Some(None)` if Syzygy's tables must be
    /// probed.
    #[inline]
    fn plies(&self, position: &Position) -> Option<Option<i32>> {
        let plies = match &self.files {
            _ if position.men() <= MEN_MAX => self.memory.plies(position)?,
            None => return Some(None),
            Some((tables, endgames)) => {
                let (endgame, _) = Placement::from(&position.board().ok()?).normalise();
                if !endgames.contains(&endgame) {
                    return Some(None);
                }
                tables.probe(position).ok()?.dtz
            }
        };
        Some(Some(match plies {
            None => 0,
            Some(0) => -1,
            Some(plies) => plies,
        }))
    }
}

/// Opens the files in a folder that hold distances to zeroing for more men than the endgames in
/// memory have.
fn files(folder: &Path) -> Option<(Tablebase, BTreeSet<NormalMaterial>)> {
    let options = Options::new().metrics(&[Metric::Dtz]).folder(folder);
    let tablebase = options.solve_within(MEMORY_BYTES).open().ok()?;
    let names = tablebase.endgames(Metric::Dtz).ok()?;
    let endgames: BTreeSet<NormalMaterial> = names
        .iter()
        .filter_map(|name| name.parse().ok())
        .filter(|endgame: &NormalMaterial| endgame.get().men() > MEN_MAX)
        .collect();
    (!endgames.is_empty()).then_some((tablebase, endgames))
}

/// Returns the folders in a path, which are separated by colons, or by semicolons on Windows.
fn folders(path: &CStr) -> Vec<PathBuf> {
    #[cfg(unix)]
    let path: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(path.to_bytes());
    #[cfg(not(unix))]
    let path = &*path.to_string_lossy();
    let is_folder = |it: &PathBuf| !it.as_os_str().is_empty() && it.as_os_str() != "<empty>";
    env::split_paths(path).filter(is_folder).collect()
}

/// Returns the position of a board with a half-move clock of 0, as tables are probed.
pub fn at_zero(board: &Board) -> Position {
    Position::from(board).with_halfmove_clock(0)
}
