//! The tables that need no file.

use std::{
    sync::{Arc, OnceLock},
    thread,
};

use rayon::ThreadPoolBuilder;

use crate::{
    endgame::material::{MEN_MIN, NormalMaterial},
    file::Table,
    memory::{plain::PlainTable, set::TableSet},
};

/// The distances to mate of three men, KPK, KRK and KQK, unpacked or solved when the first of them is
/// needed. The command has them packed; libraries solve them, which takes milliseconds.
#[derive(Debug)]
pub struct ThreeMen {
    origin: Origin,
    tables: OnceLock<TableSet>,
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    Packed(&'static [&'static [u8]]),
    Solved(fn() -> TableSet),
}

impl ThreeMen {
    /// The endgames: those of three men with a mate in them.
    pub const NAMES: [&'static str; 3] = ["KPK", "KRK", "KQK"];

    /// The tables in the bytes of their files, which are sound.
    pub const fn packed(files: &'static [&'static [u8]]) -> ThreeMen {
        ThreeMen { origin: Origin::Packed(files), tables: OnceLock::new() }
    }

    /// The tables that `solve` returns.
    pub const fn solved(solve: fn() -> TableSet) -> ThreeMen {
        ThreeMen { origin: Origin::Solved(solve), tables: OnceLock::new() }
    }

    /// Whether an endgame is one of [`ThreeMen::NAMES`].
    pub fn has(material: NormalMaterial) -> bool {
        material.get().men() == MEN_MIN && !material.is_lone_minor()
    }

    /// The table of an endgame, if it is one of [`ThreeMen::NAMES`].
    pub fn table(&self, material: NormalMaterial) -> Option<&Arc<PlainTable>> {
        if ThreeMen::has(material) { self.tables().get(material) } else { None }
    }

    /// All tables.
    pub fn tables(&self) -> &TableSet {
        self.tables.get_or_init(|| {
            let origin = self.origin;
            // Not in the rayon pool of the caller: a thread of it that waits may take up other work,
            // which waits for these tables.
            let alone = move || {
                let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
                let tables = origin.tables();
                drop(pool);
                tables
            };
            let thread = thread::Builder::new().spawn(alone);
            let tables = thread.ok().and_then(|thread| thread.join().ok());
            tables.unwrap_or_else(|| origin.tables())
        })
    }
}

impl Origin {
    fn tables(self) -> TableSet {
        let files = match self {
            Origin::Packed(files) => files,
            Origin::Solved(solve) => return solve(),
        };
        let mut tables = TableSet::new();
        for &file in files {
            let table = Table::new(file, "an embedded table").and_then(|table| table.load());
            tables.insert(Arc::new(table.expect("the build packed a sound table")));
        }
        tables
    }
}
