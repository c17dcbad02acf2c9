//! Compares outcomes by row, outcomes by word and exact outcomes.

use drawproof_board::{BitBoard, Color};
use drawproof_tables::{
    Aligned, Cell, Layout, Metric, NormalMaterial, PlainTable, SolvedPart, TableSet,
};

use crate::{
    conversions::{
        by_row::{RowBuffers, RowOfSide},
        by_word::fold_word,
        exact::ExactOutcomes,
        kinds::{Conversions, Subproblem},
        outcomes::{ALWAYS, FAR, NO_WIN, Outcomes},
        solved::SolvedSlice,
    },
    request::Options,
    shape::{
        Shape,
        attacks::Geometry,
        legality::legal_lanes,
        row::{Row, RowSet},
    },
    simd::Plain,
    solve::{solve_closure, solve_closure_with},
};

/// Returns the slices of a solved table.
fn slices(table: &PlainTable) -> Vec<Option<SolvedSlice<'_>>> {
    let layout = table.layout();
    let size = layout.count() / layout.slices().len();
    let slice = |number: usize| SolvedSlice {
        parts: Color::ALL.map(|side| SolvedPart {
            cells: &table.cells(side)[number * size..][..size],
            far: table.far(side).map(|far| &far[number * size..][..size]),
            legal: &table.legal(side)[number * size / 64..][..size / 64],
        }),
        stalemates: Default::default(),
    };
    (0..layout.slices().len()).map(|number| Some(slice(number))).collect()
}

#[test]
fn outcomes_by_row_are_those_by_word() {
    for name in ["KRKB", "KBNKQ", "KNNKR", "KPK", "KPKP", "KRKP", "KQPK"] {
        let material = name.parse::<NormalMaterial>().unwrap();
        let tables = solve_closure(&[material], &()).unwrap();
        let layout = Layout::new(material);
        let conversions = Conversions::new(&layout, &tables, (Metric::Dtm, None), None).unwrap();
        let has_pawns = material.get().has_pawns();
        let solved = if has_pawns { slices(tables.get(material).unwrap()) } else { Vec::new() };
        let slice_count = if has_pawns { layout.slices().len() } else { 1 };
        let mut buffers = RowBuffers::new(&conversions);
        let mut compared = 0;
        for slice in (0..slice_count).step_by(slice_count.div_ceil(40)) {
            let shape = Shape::new(&layout, slice);
            let problem = Subproblem { shape: &shape, conversions: &conversions, slices: &solved };
            for block in (0..shape.blocks).step_by(shape.blocks.div_ceil(12)) {
                buffers.next_block();
                let step = 64 * (1 + shape.words / 64 / 8);
                for first in (0..shape.words).step_by(step) {
                    compared += compare_row(&problem, (block, first), &mut buffers);
                }
            }
        }
        assert!(compared > 10_000, "{name}: only {compared} positions");
    }
}

/// Compares the outcomes of a row with those of its words, and returns the number of positions.
fn compare_row(problem: &Subproblem, place: (usize, usize), buffers: &mut RowBuffers) -> usize {
    let (shape, (block, first)) = (problem.shape, place);
    let Some(row) = Row::new(shape, Geometry::get(), block, first) else { return 0 };
    let mut compared = 0;
    for side in Color::ALL {
        let own = shape.canonical_in_row(first);
        let lanes: RowSet = std::array::from_fn(|square| {
            let word = shape.word(block, first + square);
            let own = if own >> square & 1 != 0 { u64::MAX } else { 0 };
            legal_lanes(shape, &word)[side as usize] & own
        });
        RowOfSide { problem, row: &row, place, side }.fold(Plain, &lanes, buffers);
        for (square, &lanes) in lanes.iter().enumerate() {
            let word = shape.word(block, first + square);
            let expected = fold_word(problem, side, &word, lanes);
            for lane in BitBoard(lanes).into_iter().map(|lane| lane as usize) {
                let none = Outcomes::NONE;
                let found = buffers.outcomes.others().map_or(&none, |all| &all[square]);
                let is_saved = buffers.outcomes.saved[square] >> lane & 1 != 0;
                let escape = if is_saved { ALWAYS } else { found.escape[lane] };
                let found = (found.win[lane], escape);
                let expected = (expected.win[lane], expected.escape[lane]);
                assert_eq!(found, expected, "{:?} {side} {place:?}", shape.layout);
                compared += 1;
            }
        }
    }
    compared
}

/// Returns the table with `by` added to all distances, in two layers.
fn longer(table: &PlainTable, by: u16) -> PlainTable {
    let layers = Color::ALL.map(|side| {
        let number = |index| match table.value(side, index).number() {
            Some(number) => Cell::split(number + by),
            None => (Cell::DRAW, 0),
        };
        let cells = (0..table.layout().count()).map(number);
        let (cells, far): (Vec<u8>, Vec<u8>) = cells.map(|(cell, far)| (cell.byte(), far)).unzip();
        (Aligned::from(cells), Aligned::from(far))
    });
    let [(white, white_far), (black, black_far)] = layers;
    let legal = Color::ALL.map(|side| table.legal(side).to_vec());
    let longer = PlainTable::new(table.layout().clone(), [white, black], legal);
    longer.with_metric(table.metric(), Some([white_far, black_far]))
}

#[test]
fn outcomes_of_a_byte_are_the_exact_ones_up_to_the_far_number() {
    for (name, metric) in [("KPKP", Metric::Dtm), ("KPKP", Metric::Dtz), ("KPKP", Metric::Dtc)] {
        let material = name.parse::<NormalMaterial>().unwrap();
        let options = Options { metric, ..Options::default() };
        let tables = solve_closure_with(&options, &[material], &()).unwrap();
        compare_exact(&tables, tables.get(material).unwrap(), 1);
        if metric == Metric::Dtc {
            compare_exact(&tables, &longer(tables.get(material).unwrap(), 240), 1000);
        }
    }
}

/// Compares the outcomes of some words with the exact ones. `solved` is the table whose slices pawn
/// moves lead to; `far_least` is the least number of outcomes beyond a byte.
fn compare_exact(tables: &TableSet, solved: &PlainTable, far_least: usize) {
    let layout = solved.layout();
    let conversions = Conversions::new(layout, tables, (solved.metric(), None), None).unwrap();
    let slices = slices(solved);
    let (mut compared, mut far) = (0, 0);
    for slice in (0..slices.len()).step_by(13) {
        let shape = Shape::new(layout, slice);
        let problem = Subproblem { shape: &shape, conversions: &conversions, slices: &slices };
        for (block, word) in (0..shape.blocks).flat_map(|block| (0..64).map(move |w| (block, w))) {
            let word = shape.word(block, word);
            for (side, lanes) in Color::ALL.into_iter().zip(legal_lanes(&shape, &word)) {
                let folded = fold_word(&problem, side, &word, lanes);
                let exact = ExactOutcomes::new(&problem, side, &word, lanes);
                for lane in BitBoard(lanes).into_iter().map(|lane| lane as usize) {
                    let byte = |number, none: u8| match number {
                        u16::MAX => none,
                        number => number.min(FAR.into()) as u8,
                    };
                    let found = [folded.win[lane], folded.escape[lane]];
                    let [win, escape] = [exact.win[lane], exact.escape[lane]];
                    assert_eq!(found, [byte(win, NO_WIN), byte(escape, ALWAYS)]);
                    compared += 1;
                    far += found.iter().filter(|&&number| number == FAR).count();
                }
            }
        }
    }
    assert!(compared > 10_000 && far + 1 >= far_least, "{compared} positions, {far} far");
}
