//! Prints the rows of `session/src/figures.rs`: decisive positions and CPU time of solving.
//!
//!     cargo run --release --example table_figures -- MEMORY_GIB MEN...
//!
//! Files are not written, so the bytes of each file are those of `drawproof generate --format json`.

use std::{error::Error, sync::Arc};

use drawproof_miner::world::World;
use drawproof_session::store::Store;
use drawproof_tables::NormalMaterial;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let memory_bytes = numbers.next().ok_or("usage: table_figures MEMORY_GIB MEN...")?? << 30;
    let folder = std::env::temp_dir().join("no-such-folder");
    let store = Store::new(folder, memory_bytes, Arc::new(()));
    for men in numbers {
        for material in NormalMaterial::all_with_men(men? as usize) {
            let (table, solved) = store.solve(material)?;
            let (draws, decisive) = World::new(&table).count();
            let cpu_seconds = solved.time.cpu.as_secs_f64();
            println!("{material} {draws} {decisive} {cpu_seconds:.4}");
        }
    }
    Ok(())
}
