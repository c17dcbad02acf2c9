//! Prints what `session/src/figures.rs` has of endgames: draws, decisive positions, and the CPU
//! seconds of solving.
//!
//!     cargo run --release --example table_figures -- MEMORY_GIB ENDGAME...
//!
//! No file is written; the bytes of files are those of `drawproof generate --format json`.

use std::{error::Error, sync::Arc};

use drawproof_miner::world::World;
use drawproof_session::store::Store;
use drawproof_tables::Material;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: table_figures MEMORY_GIB ENDGAME...";
    let memory_bytes = arguments.next().ok_or(usage)?.parse::<u64>()? << 30;
    let folder = std::env::temp_dir().join("no-such-folder");
    let store = Store::new(folder, memory_bytes, Arc::new(()));
    for name in arguments {
        let (table, solved) = store.solve(name.parse::<Material>()?.normalise().0)?;
        let (draws, decisive) = World::new(&table).count();
        println!("{name} {draws} {decisive} {:.4}", solved.time.cpu.as_secs_f64());
    }
    Ok(())
}
