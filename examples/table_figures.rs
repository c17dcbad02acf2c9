//! Prints what `crates/session/src/figures.txt` has of endgames.
//!
//!     cargo run --release --example table_figures -- dtm MEMORY_GIB ENDGAME...
//!
//! For dtm: draws, decisive positions, and the CPU seconds of solving. For another metric: the longest
//! distance, the CPU seconds, and the bytes of the file, extrapolated from a sample of its blocks. No file
//! is written; the bytes of files by dtm are those of `drawproof generate --format json`.

use std::{error::Error, sync::Arc};

use drawproof_miner::world::World;
use drawproof_session::store::Store;
use drawproof_tables::{
    Metric, NormalMaterial,
    file::{LEVEL_DEFAULT, packed_bytes_about},
};

/// The number of blocks from which the size of a table's file is extrapolated.
const SAMPLE_BLOCKS: usize = 2048;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: table_figures METRIC MEMORY_GIB ENDGAME...";
    let metric = arguments.next().ok_or(usage)?.parse::<Metric>()?;
    let memory_bytes = arguments.next().ok_or(usage)?.parse::<u64>()? << 30;
    let folder = std::env::temp_dir().join("no-such-folder");
    let store = Store::new(folder, memory_bytes, Arc::new(())).of_metric(metric);
    for name in arguments {
        let (table, solved) = store.solve(name.parse::<NormalMaterial>()?)?;
        let cpu_seconds = solved.time.cpu.as_secs_f64();
        if metric == Metric::Dtm {
            let (draws, decisive) = World::new(&table).count();
            println!("{name} {draws} {decisive} {cpu_seconds:.4}");
        } else {
            let bytes = packed_bytes_about(&table, LEVEL_DEFAULT, SAMPLE_BLOCKS);
            println!("{name} {} {cpu_seconds:.4} {bytes}", solved.plies.unwrap_or(0));
        }
    }
    Ok(())
}
