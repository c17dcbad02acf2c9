//! Stores with less memory than their tables take: these are in scratch files, and no endgame is solved twice.

#![cfg(target_os = "linux")]

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use drawproof_board::Board;
use drawproof_session::store::Store;
use drawproof_tables::{
    NormalMaterial,
    file::pack,
    probe,
    progress::{Progress, Stage},
};

/// Memory in which KPKP is solved, and hardly anything beside it.
const MEMORY_BYTES: u64 = 56 << 20;

/// A position of KPKP whose lines go through many promotions.
const FEN: &str = "8/P7/8/8/5k2/8/2K4p/8 w - - 0 1";

/// Notes which endgames are solved.
#[derive(Default)]
struct Solved(Mutex<Vec<NormalMaterial>>);

impl Progress for Solved {
    fn begin(&self, stage: Stage, _: u64) {
        if let Stage::Solving(material) = stage {
            self.0.lock().unwrap().push(material);
        }
    }
}

fn store(folder: &Path, memory_bytes: u64, solved: &Arc<Solved>) -> Store {
    let tables = folder.join("tables");
    Store::new(tables, memory_bytes, solved.clone()).with_scratch(folder.into())
}

fn kpkp() -> NormalMaterial {
    "KPKP".parse::<NormalMaterial>().unwrap()
}

#[test]
fn tables_of_earlier_requests_stay_while_there_is_disk_space() {
    let folder = tempfile::tempdir().unwrap();
    let board: Board = FEN.parse().unwrap();
    let [much, little] = [4 << 30, MEMORY_BYTES].map(|memory_bytes| {
        let solved = Arc::new(Solved::default());
        let store = store(folder.path(), memory_bytes, &solved);
        let table = store.table(kpkp()).unwrap();
        assert_eq!(table.is_in_scratch(), memory_bytes == MEMORY_BYTES);
        let moves = probe::moves(&board, &store).unwrap();
        let line = probe::line(&board, &store).unwrap();
        let mut solved = solved.0.lock().unwrap().clone();
        let all = solved.len();
        solved.sort_unstable();
        solved.dedup();
        assert_eq!(solved.len(), all, "an endgame is solved twice");
        assert!(solved.contains(&kpkp()) && all > 10, "{solved:?}");
        (moves, line)
    });
    assert_eq!(much, little);
}

#[test]
fn tables_for_probes_are_those_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let solved = Arc::new(Solved::default());
    let store = store(folder.path(), 4 << 30, &solved);
    let conversions = kpkp().conversions();
    let all = store.for_probes(kpkp()).unwrap();
    assert!(conversions.iter().all(|&it| all.get(it).is_some()));
    for table in all.iter() {
        let (material, bytes) = (table.material(), pack(table, 1));
        let lock = store.folder().lock(material).unwrap();
        store.folder().write(&lock, material, &bytes).unwrap();
    }
    drop(all);
    store.keep_only(&[]);
    let fewer = store.for_probes(kpkp()).unwrap();
    assert!(fewer.get(kpkp()).is_some());
    let four_men = conversions.iter().filter(|it| it.get().men() == 4);
    assert_eq!(four_men.clone().count(), 4);
    assert!(four_men.into_iter().all(|&it| fewer.get(it).is_none()), "files hold them");
}
