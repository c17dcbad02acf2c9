//! The tables of three men, which need no file.

use std::{
    sync::{Arc, OnceLock},
    thread,
};

use drawproof_board::{Color, Piece};
use rayon::ThreadPoolBuilder;

use crate::{
    endgame::material::{MEN_MIN, NormalMaterial},
    file::Table,
    memory::plain::PlainTable,
};

/// The distances to mate of KPK, KRK and KQK. Each table is unpacked or solved when it is first
/// needed. The `drawproof` program contains the packed tables; libraries solve them, which takes
/// milliseconds.
#[derive(Debug)]
pub struct ThreeMen {
    origin: Origin,
    /// The tables in the order of [`ThreeMen::NAMES`].
    tables: [OnceLock<Arc<PlainTable>>; 3],
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    Packed(&'static [&'static [u8]; 3]),
    Solved(fn(NormalMaterial) -> Arc<PlainTable>),
}

impl ThreeMen {
    /// The endgames of three men in which mate is possible.
    pub const NAMES: [&'static str; 3] = ["KPK", "KRK", "KQK"];

    /// Makes the tables from packed files, in the order of [`ThreeMen::NAMES`]. The bytes must be
    /// valid.
    pub const fn packed(files: &'static [&'static [u8]; 3]) -> ThreeMen {
        ThreeMen { origin: Origin::Packed(files), tables: [const { OnceLock::new() }; 3] }
    }

    /// Makes tables that `solve` computes when they are first needed.
    pub const fn solved(solve: fn(NormalMaterial) -> Arc<PlainTable>) -> ThreeMen {
        ThreeMen { origin: Origin::Solved(solve), tables: [const { OnceLock::new() }; 3] }
    }

    /// Returns whether an endgame is one of [`ThreeMen::NAMES`].
    pub fn has(material: NormalMaterial) -> bool {
        material.get().men() == MEN_MIN && !material.is_lone_minor()
    }

    /// Returns the table of an endgame; `None` unless it is one of [`ThreeMen::NAMES`].
    pub fn table(&self, material: NormalMaterial) -> Option<&Arc<PlainTable>> {
        if !ThreeMen::has(material) {
            return None;
        }
        let number = [Piece::Pawn, Piece::Rook, Piece::Queen]
            .iter()
            .position(|&piece| material.get().count(Color::White, piece) > 0)?;
        let origin = self.origin;
        Some(self.tables[number].get_or_init(|| {
            // Runs outside the caller's rayon pool: a thread of that pool that waits might take up
            // other work that waits for this table.
            let alone = move || {
                let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
                let table = origin.table(number, material);
                drop(pool);
                table
            };
            let thread = thread::Builder::new().spawn(alone);
            let table = thread.ok().and_then(|thread| thread.join().ok());
            table.unwrap_or_else(|| origin.table(number, material))
        }))
    }
}

impl Origin {
    fn table(self, number: usize, material: NormalMaterial) -> Arc<PlainTable> {
        match self {
            Origin::Solved(solve) => solve(material),
            Origin::Packed(files) => {
                let table = Table::new(files[number], "an embedded table");
                let table = table.and_then(|table| table.load());
                Arc::new(table.expect("the build packed a sound table"))
            }
        }
    }
}
