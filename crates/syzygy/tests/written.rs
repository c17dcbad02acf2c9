//! Files that drawproof writes, read by its own reader.

use std::{fs, path::Path};

use drawproof_board::{Board, BoardBuilder, Color};
use drawproof_generator::{Options, results_beside_captures, solve_closure_with};
use drawproof_syzygy::{KINDS, Packing, Syzygy, file_name, pack};
use drawproof_tables::{
    Dtz, FiftyMoves, Layout, Metric, NormalMaterial, TableSet,
    probe::{probe_as, with_en_passant_rights},
};

/// Writes the files of endgames into a folder.
fn write(folder: &Path, endgames: &[NormalMaterial], unrounded: bool) -> TableSet {
    let options = Options { metric: Metric::Dtz, ..Options::default() };
    let tables = solve_closure_with(&options, endgames, &()).unwrap();
    let closure: Vec<NormalMaterial> = endgames.iter().flat_map(|it| it.closure()).collect();
    for endgame in closure {
        let table = tables.get(endgame).unwrap();
        let results = results_beside_captures(table, &tables).unwrap();
        let files = pack(Packing { table, results, unrounded }, &|_| {});
        for (bytes, kind) in [files.results, files.distances].iter().zip(KINDS) {
            fs::write(folder.join(file_name(endgame, kind)), bytes).unwrap();
        }
    }
    tables
}

/// Every `step`-th position of an endgame, and those that differ from one by an en-passant right.
fn each_position(endgame: NormalMaterial, step: usize, mut visit: impl FnMut(&Board)) {
    let layout = Layout::new(endgame);
    for index in (0..layout.count()).step_by(step) {
        for side in Color::ALL {
            let mut builder = BoardBuilder::empty();
            let squares = layout.squares(index);
            let mut is_free = true;
            for (man, &square) in layout.men().iter().zip(squares.iter()) {
                let place = builder.square_mut(square);
                is_free &= place.is_none();
                *place = Some((man.piece, man.color));
            }
            builder.side_to_move = side;
            let Ok(board) = builder.build() else { continue };
            let kings = Color::ALL.map(|color| board.king(color));
            if !is_free || drawproof_board::get_king_moves(kings[0]).has(kings[1]) {
                continue;
            }
            visit(&board);
            with_en_passant_rights(&board).iter().for_each(&mut visit);
        }
    }
}

fn compare(endgames: &[&str], unrounded: bool) {
    let folder = tempfile::tempdir().unwrap();
    let endgames: Vec<NormalMaterial> = endgames.iter().map(|it| it.parse().unwrap()).collect();
    let ours = write(folder.path(), &endgames, unrounded);
    let files = Syzygy::open([folder.path()]).unwrap();
    for endgame in endgames {
        let name = files.tables().find(|it| it.parse() == Ok(endgame)).unwrap();
        files.verify(name).unwrap();
        let step = if endgame.get().men() == 3 { 1 } else { 61 };
        each_position(endgame, step, |board| {
            let expected = probe_as::<Dtz>(board, &ours).unwrap();
            let result = files.result(board).unwrap();
            assert_eq!(result, FiftyMoves::new(expected, 0), "{board}");
            let found = files.value(board).unwrap().distance.unwrap();
            let expected = expected.signed_plies().unwrap_or(0);
            let more = expected.abs() - found.plies.abs();
            assert!(expected * found.plies > 0 || expected == found.plies, "{board}");
            assert!(more == 0 || found.is_rounded && more == 1, "{board}: {expected} {found:?}");
        });
    }
}

#[test]
fn three_men_are_written_as_they_are() {
    compare(&["KQK", "KRK", "KBK", "KNK", "KPK"], false);
    compare(&["KQK", "KRK", "KPK"], true);
}

#[test]
fn four_men_are_written_as_they_are() {
    compare(&["KRKN", "KBNK", "KNNK", "KQKQ"], false);
}

#[test]
fn four_men_with_pawns_are_written_as_they_are() {
    compare(&["KPKP", "KRKP", "KPPK"], false);
}
