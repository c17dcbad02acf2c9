//! Compares Gaviota's tables with drawproof's, if they are beside the checkout; tests damaged
//! files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use drawproof_board::{Board, Color};
use drawproof_gaviota::{Gaviota, GaviotaError};
use drawproof_generator::{Options, solve_closure_with};
use drawproof_tables::{
    Dtm, Layout, NormalMaterial, Placement,
    probe::{ProbeError, probe, probe_as, with_en_passant_rights},
};

/// Returns the folder of Gaviota's tables of up to four men, if it exists.
fn folder() -> Option<PathBuf> {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = checkout.join("../shared/truth/gaviota");
    if !folder.is_dir() {
        eprintln!("NOT COMPARED: there are no Gaviota tables in {}", folder.display());
        return None;
    }
    Some(folder)
}

#[test]
fn distances_are_those_of_our_tables() {
    let Some(folder) = folder() else { return };
    let gaviota = Gaviota::open([folder.as_path()]).unwrap();
    assert_eq!(gaviota.tables().count(), 35);
    let endgames: Vec<NormalMaterial> =
        gaviota.tables().map(|name| name.parse().unwrap()).collect();
    let ours = solve_closure_with(&Options::default(), &endgames, &()).unwrap();
    let (mut all, mut rights) = (0, 0);
    for endgame in endgames {
        let layout = Layout::new(endgame);
        let step = if endgame.get().men() == 3 { 1 } else { 97 };
        for (index, side) in
            (0..layout.count()).step_by(step).flat_map(|index| Color::ALL.map(|side| (index, side)))
        {
            let squares = layout.squares(index);
            let Some(board) = Placement::new(&layout, &squares, side).to_board() else { continue };
            if board.occupied().len() as usize != squares.len() {
                continue;
            }
            let with_rights = with_en_passant_rights(&board);
            rights += with_rights.len();
            for board in with_rights.iter().chain([&board]) {
                let theirs = probe(board, &gaviota).unwrap();
                assert_eq!(theirs, probe(board, &ours).unwrap(), "{board}");
                all += 1;
            }
        }
    }
    assert!(all > 1_000_000 && rights > 50, "{all} {rights}");
}

#[test]
fn missing_cut_and_changed_files_are_errors_that_name_them() {
    let scratch = tempfile::tempdir().unwrap();
    let nowhere = scratch.path().join("nowhere");
    let error = Gaviota::open([nowhere.as_path()]).unwrap_err();
    assert!(matches!(&error, GaviotaError::Folder { .. }) && error.to_string().contains("nowhere"));
    let board: Board = "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1".parse().unwrap();
    let empty = Gaviota::open([scratch.path()]).unwrap();
    let error = probe(&board, &empty).unwrap_err().to_string();
    assert!(error.contains("no Gaviota file krkb.gtb.cp4"), "{error}");
    let castling: Board = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
    assert!(matches!(probe(&castling, &empty), Err(ProbeError::CastlingRights)));

    let Some(folder) = folder() else { return };
    let name = "krkb.gtb.cp4";
    let whole = fs::read(folder.join(name)).unwrap();
    let changed = |bytes: &[u8]| {
        fs::write(scratch.path().join(name), bytes).unwrap();
        let gaviota = Gaviota::open([scratch.path()]).unwrap();
        let value = probe_as::<Dtm>(&board, &gaviota);
        value.map(|it| it.signed_plies()).map_err(|error| error.to_string())
    };
    assert_eq!(changed(&whole), Ok(Some(57)));
    for length in (0..whole.len()).step_by(whole.len() / 50 + 1) {
        let error = changed(&whole[..length]).unwrap_err();
        assert!(error.contains(name) && error.contains("it ends too early"), "{length}: {error}");
    }
    let mut errors = 0;
    for place in (0..400).chain((400..whole.len()).step_by(whole.len() / 300 + 1)) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0xff;
        if let Err(error) = changed(&bytes) {
            assert!(error.contains(name), "{place}: {error}");
            errors += 1;
        }
    }
    assert!(errors > 20, "{errors}");
}
