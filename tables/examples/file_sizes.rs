//! Prints a Markdown row for each table of a folder: its bytes, the bits per index, and the bytes
//! of Gaviota's file.
//!
//!     cargo run --release -p drawproof-tables --example file_sizes -- FOLDER [--gaviota DIR] [--men N]
//!
//! Reads only headers. An index is one of the layout, with a side to move; 55 to 80 percent of the
//! indices are legal positions. The example `table_sizes` prints the bits per legal position.

use std::{error::Error, fs, path::PathBuf};

use drawproof_tables::file::Folder;

fn main() -> Result<(), Box<dyn Error>> {
    let mut folder = None;
    let mut gaviota: Option<PathBuf> = None;
    let mut men = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--gaviota" => gaviota = Some(args.next().ok_or("--gaviota needs a folder")?.into()),
            "--men" => men = Some(args.next().ok_or("--men needs a number")?.parse::<usize>()?),
            _ => folder = Some(Folder::new(arg)),
        }
    }
    let folder = folder.ok_or("usage: file_sizes FOLDER [--gaviota DIR] [--men N]")?;
    let wanted = |count: usize| men.is_none_or(|men| men == count);
    println!("| endgame | bytes | bits a place | Gaviota cp4 |\n|---|--:|--:|--:|");
    let (mut tables, mut bytes, mut places, mut theirs) = (0, 0, 0, 0);
    for material in folder.list()?.into_iter().filter(|material| wanted(material.get().men())) {
        let table = folder.open(material)?;
        let name = format!("{material}.gtb.cp4").to_lowercase();
        let file = gaviota.as_ref().and_then(|folder| fs::metadata(folder.join(name)).ok());
        let size = table.size_bytes() as u64;
        let count = 2 * table.layout().count() as u64;
        println!("| {material} | {size} | {} | {} |", bits(size, count), file_size(&file));
        tables += 1;
        bytes += size;
        places += count;
        theirs += file.map_or(0, |file| file.len());
    }
    println!("| all {tables} | {bytes} | {} | {theirs} |", bits(bytes, places));
    Ok(())
}

fn bits(bytes: u64, places: u64) -> String {
    format!("{:.3}", 8.0 * bytes as f64 / places as f64)
}

fn file_size(file: &Option<fs::Metadata>) -> String {
    file.as_ref().map_or_else(String::new, |file| file.len().to_string())
}
