//! Solves and packs endgames, and prints a Markdown row for each: bytes, bits per position,
//! seconds.
//!
//!     cargo run --release -p drawproof-tables --example table_sizes -- [--level N] [--gaviota DIR] [ENDGAME...]
//!
//! Without endgames, all of three and four men are packed. With `--gaviota`, the column `Gaviota`
//! has the sizes of that folder's files of the same endgames.

use std::{error::Error, fs, path::PathBuf, sync::Arc, time::Instant};

use drawproof_board::Color;
use drawproof_generator::{Options, Request, solve};
use drawproof_tables::{
    NormalMaterial, PlainTable, TableSet,
    file::{LEVEL_DEFAULT, Table, pack},
};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::default();
    let mut level = LEVEL_DEFAULT;
    let mut gaviota: Option<PathBuf> = None;
    let mut materials = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--level" => level = args.next().ok_or("--level needs a number")?.parse()?,
            "--gaviota" => gaviota = Some(args.next().ok_or("--gaviota needs a folder")?.into()),
            name => materials.push(name.parse::<NormalMaterial>()?),
        }
    }
    if materials.is_empty() {
        materials = [3, 4].into_iter().flat_map(NormalMaterial::all_with_men).collect();
    }
    println!("| endgame | bytes | bits a position | Gaviota | pack s | unpack s |");
    println!("|---|--:|--:|--:|--:|--:|");
    let mut tables = TableSet::new();
    let mut totals = [0_u64; 2];
    let mut seconds = [0.0; 2];
    for material in &materials {
        for needed in material.closure() {
            if tables.get(needed).is_none() {
                let solution = solve(Request::new(&options, needed, &tables))?;
                tables.insert(Arc::new(solution.table));
            }
        }
        let table = tables.get(*material).expect("a closure includes its endgame");
        let started = Instant::now();
        let bytes = pack(table, level);
        seconds[0] += started.elapsed().as_secs_f64();
        let packed = started.elapsed();
        let started = Instant::now();
        let loaded = Table::new(&bytes[..], material.to_string())?.load()?;
        seconds[1] += started.elapsed().as_secs_f64();
        assert!(same(&loaded, table), "{material} is the same after packing");
        let theirs = gaviota.as_ref().and_then(|folder| {
            let name = format!("{material}.gtb.cp4").to_lowercase();
            fs::metadata(folder.join(name)).ok().map(|file| file.len())
        });
        let positions = table.legal_count(Color::White) + table.legal_count(Color::Black);
        println!(
            "| {material} | {} | {:.3} | {} | {:.2} | {:.2} |",
            bytes.len(),
            8.0 * bytes.len() as f64 / positions as f64,
            theirs.map_or(String::from("-"), |bytes| bytes.to_string()),
            packed.as_secs_f64(),
            started.elapsed().as_secs_f64(),
        );
        totals[0] += bytes.len() as u64;
        totals[1] += theirs.unwrap_or(0);
        if material.get().men() == 5 {
            tables.remove(*material);
        }
    }
    println!(
        "| all {} | {} | | {} | {:.1} | {:.1} |",
        materials.len(),
        totals[0],
        totals[1],
        seconds[0],
        seconds[1]
    );
    Ok(())
}

fn same(a: &PlainTable, b: &PlainTable) -> bool {
    let same = |side| a.cells(side) == b.cells(side) && a.legal(side) == b.legal(side);
    Color::ALL.into_iter().all(same)
}
