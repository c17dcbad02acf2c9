//! Mutates Syzygy and Gaviota files, which probes read without a checksum. A probe must return an
//! error or a value, the same twice, with little memory.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use drawproof_board::{Board, BoardBuilder, Color, Piece, Square};
use drawproof_gaviota::Gaviota;
use drawproof_syzygy::Syzygy;
use drawproof_tables::probe;

use crate::{Outcome, damage::damaged, forged_syzygy, random::Random};

/// The maximum number of bytes that a case may allocate at once.
pub const REQUEST_BYTES_MAX: usize = 8 << 20;

/// The number of positions that a file is probed for.
const PROBES: usize = 12;

/// The size in bytes of the header, which half of the mutations hit.
const HEAD_BYTES: usize = 160;

/// One file in this many is extended by sparse zeros.
const SPARSE_SHARE: usize = 16;

/// The table files of one maker, to be mutated and forged.
pub struct Foreign {
    maker: Maker,
    /// The folder of intact files; empty if there are none.
    sound: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
    /// The temporary folder, with a subfolder for each case.
    folder: tempfile::TempDir,
    cases: AtomicU64,
}

/// The maker of third-party tables, which determines the file format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    Syzygy,
    Gaviota,
}

impl Foreign {
    /// Opens the tables of a maker in a folder. If the folder is missing or empty, no file is
    /// mutated.
    pub fn new(maker: Maker, sound: &Path) -> Foreign {
        let names = sound.read_dir().map(|entries| entries.map(|it| it.expect("a file").path()));
        let is_table = |path: &PathBuf| {
            let name = path.to_string_lossy();
            [".rtbw", ".rtbz", ".gtb.cp4"].iter().any(|end| name.ends_with(end))
        };
        let paths = names.into_iter().flatten().filter(is_table);
        let read = |path: PathBuf| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, fs::read(path).expect("a table"))
        };
        Foreign {
            maker,
            sound: sound.to_owned(),
            files: paths.map(read).collect(),
            folder: tempfile::tempdir().expect("a temporary folder"),
            cases: AtomicU64::new(0),
        }
    }

    /// Returns whether there are files to mutate.
    pub fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Mutates a table file and probes it.
    pub fn mutated(&self, random: &mut Random) -> Result<Outcome, String> {
        let names: Vec<&String> = self.files.keys().collect();
        let (name, other) = (*random.one(&names), *random.one(&names));
        let (sound, other) = (&self.files[name], &self.files[other]);
        let bytes = if random.below(2) == 0 {
            damaged(sound, other, random)
        } else {
            let (head, rest) = sound.split_at(HEAD_BYTES.min(sound.len()));
            [damaged(head, other, random), rest.to_vec()].concat()
        };
        let size = match random.below(SPARSE_SHARE) {
            0 => bytes.len() as u64 + 64 * (random.next() >> (30 + random.below(34))),
            _ => bytes.len() as u64,
        };
        self.probed(name, &bytes, size, random)
    }

    /// Forges a file with the header of a table for up to seven men and with blocks of zeros or
    /// noise, and probes it.
    pub fn forged(&self, random: &mut Random) -> Result<Outcome, String> {
        let forged_syzygy::Forged { name, bytes, size_bytes } = forged_syzygy::forged(random);
        self.probed(&name, &bytes, size_bytes, random)
    }

    /// Writes a file, probes positions, and deletes the file.
    fn probed(
        &self,
        name: &str,
        bytes: &[u8],
        size_bytes: u64,
        random: &mut Random,
    ) -> Result<Outcome, String> {
        let number = self.cases.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.path().join(number.to_string());
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join(name), bytes).expect("a file");
        let file = fs::File::options().write(true).open(folder.join(name)).expect("the file");
        // Some file systems do not support files of that size.
        let is_sized = file.set_len(size_bytes).is_ok();
        let result = if is_sized { self.ask(name, &folder, random) } else { Ok(Outcome::Refused) };
        let _ = fs::remove_dir_all(&folder);
        result
    }

    fn ask(&self, name: &str, folder: &Path, random: &mut Random) -> Result<Outcome, String> {
        let folders = [folder, &self.sound];
        // The file of the case is found first.
        let folders = &folders[..if self.has_files() { 2 } else { 1 }];
        let text = |error: &dyn std::error::Error| error.to_string();
        let men = men_of(name);
        type Ask = dyn Fn(&Board) -> Result<String, String>;
        let ask: Box<Ask> = match self.maker {
            Maker::Syzygy => {
                let tables = Syzygy::open(folders.iter().copied()).map_err(|it| text(&it))?;
                Box::new(move |board| {
                    let value = tables.value(board).map_err(|it| text(&it))?;
                    let result = tables.result(board).map_err(|it| text(&it))?;
                    Ok(format!("{value:?} {result:?}"))
                })
            }
            Maker::Gaviota => {
                let tables = Gaviota::open(folders.iter().copied()).map_err(|it| text(&it))?;
                Box::new(move |board| {
                    probe::probe(board, &tables).map(|it| format!("{it:?}")).map_err(|it| text(&it))
                })
            }
        };
        let mut outcome = Outcome::Refused;
        for board in (0..PROBES).filter_map(|_| board(&men, random)) {
            let found = ask(&board);
            if found != ask(&board) {
                return Err(format!("two values of {board}: {found:?}"));
            }
            if found.is_ok() {
                outcome = Outcome::Accepted;
            }
        }
        Ok(outcome)
    }
}

/// Returns the men that a file name states: `KRvKN.rtbw`, `krkn.gtb.cp4`.
fn men_of(name: &str) -> Vec<(Color, Piece)> {
    let letters = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let mut kings = 0;
    let man = |letter: char| {
        let piece = Piece::try_from(letter).ok()?;
        kings += u8::from(piece == Piece::King);
        Some((if kings < 2 { Color::White } else { Color::Black }, piece))
    };
    letters.chars().filter_map(man).collect()
}

/// Returns a random legal position with the given men; `None` if none was found soon.
fn board(men: &[(Color, Piece)], random: &mut Random) -> Option<Board> {
    (0..32).find_map(|_| {
        let mut builder = BoardBuilder::empty();
        for &(color, piece) in men {
            *builder.square_mut(Square::index(random.below(64))) = Some((piece, color));
        }
        builder.side_to_move = *random.one(&Color::ALL);
        let board = builder.build().ok()?;
        (board.occupied().len() as usize == men.len()).then_some(board)
    })
}
