//! Measures the positions that a search examines per second of wall time and of CPU time:
//! `find_speed KRKP 'wk = e4 and dtm > 20' 10`.

use std::{path::PathBuf, sync::Arc, time::Instant};

use cpu_time::ProcessTime;
use drawproof_find::{Condition, Order, Search, Tables};
use drawproof_session::store::Store;
use drawproof_tables::{Layout, NormalMaterial, census::Counting};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "an endgame, a condition, repetitions, a tables folder";
    let endgame = arguments.next().ok_or(usage)?.parse::<NormalMaterial>()?;
    let text = arguments.next().ok_or(usage)?;
    let times: u64 = arguments.next().ok_or(usage)?.parse()?;
    let folder = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let condition = Condition::new(&text, None, &Arc::new(Layout::new(endgame)))?;
    let store = Store::new(folder, 4 << 30, Arc::new(()));
    let tables = Tables::new(&condition, &store)?;
    let search = Search {
        condition: &condition,
        counting: Counting::Unique,
        order: Order::Table,
        limit: 0,
        room: 0,
        sources: tables.sources(),
        budget: None,
        progress: &(),
    };
    let mut windows = tables.windows()?;
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let mut asked = 0;
    for _ in 0..times {
        asked += search.run(&mut windows)?.asked;
    }
    let [wall, cpu] =
        [start.elapsed(), cpu.elapsed()].map(|it| asked as f64 / it.as_secs_f64() / 1e6);
    println!("{endgame}: {asked} positions, {wall:.1} million a second, {cpu:.1} of CPU time");
    Ok(())
}
