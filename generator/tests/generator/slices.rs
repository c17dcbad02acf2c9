//! A table that is solved, packed and read slice by slice is the same as one solved as a whole.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc};

use drawproof_board::{Color, Piece, Rank};
use drawproof_generator::{
    Options, Promoted, Request, SliceSolution, SliceSolver, needs_stalemates, promotion_targets,
    slice_order, slice_sources, solve_closure,
};
use drawproof_tables::{
    Layout, Metric, PlainTable, SolvedPart, TableMemory, TableSet, Width, Windows,
    file::{LEVEL_FAST, SliceValues, Table, head_of_slices, pack, pack_slice},
};

use crate::named;

/// Adds to `promoted` the values of promotions into a table.
fn add(promoted: &mut Promoted, layout: &Layout, windows: &mut Windows) {
    let unreadable = |error| panic!("{error}");
    let vectors = Options::default().vectors;
    let added: Result<(), Infallible> =
        promoted.add(layout, vectors, windows, unreadable, |_| Ok(()));
    added.unwrap();
}

/// Packs a table into a file in memory.
fn file_of(table: &PlainTable) -> Arc<Table<Vec<u8>>> {
    Arc::new(Table::new(pack(table, LEVEL_FAST), "file").unwrap())
}

/// Reads the values of promotions without captures: slice by slice from tables with pawns, as a
/// whole from others, in which kings vary within a row.
fn promoted(layout: &Layout, tables: &TableSet) -> Arc<Promoted> {
    let mut promoted = Promoted::new(layout, &|_| true, None).unwrap();
    for target in promotion_targets(layout.material()) {
        let table = tables.get(target).unwrap();
        let mut windows = match target.get().has_pawns() {
            true => Windows::InScratch(table.clone()),
            false => Windows::Whole(table.clone()),
        };
        add(&mut promoted, layout, &mut windows);
    }
    Arc::new(promoted)
}

#[test]
fn promotions_are_the_same_read_window_by_window() {
    // By king pair, with like men after the promotion; and by pawn slice.
    for (from, target) in [("KNPKN", "KNNKN"), ("KPKP", "KNKP")] {
        let (layout, target) = (Layout::new(named(from)), named(target));
        let tables = solve_closure(&[target], &()).unwrap();
        let table = tables.get(target).unwrap();
        let seventh = |slice: usize| {
            let pawns = layout.slices().get(slice).pawns[Color::White as usize];
            !(pawns & Rank::Seventh.bitboard()).is_empty()
        };
        let new = |wanted: &dyn Fn(usize) -> bool| Promoted::new(&layout, wanted, None).unwrap();
        let mut windows = [
            Windows::Whole(table.clone()),
            file_of(table).windows().unwrap(),
            Windows::InScratch(table.clone()),
        ];
        let parts = windows.each_mut().map(|windows| {
            let mut promoted = new(&seventh);
            add(&mut promoted, &layout, windows);
            promoted
        });
        // Some slices a second time, as an interrupted run reads them.
        let mut saved = Vec::new();
        parts[1].save(&mut saved, &|| ()).unwrap();
        let is_even = |slice: usize| slice.is_multiple_of(2);
        let mut even = new(&|slice| seventh(slice) && is_even(slice));
        even.restore(&mut &saved[..], &|| ()).unwrap();
        assert!(new(&seventh).restore(&mut &saved[..saved.len() - 1], &|| ()).is_err());
        let pawn = layout.man(Color::White, Piece::Pawn);
        for slice in (0..layout.slices().len()).filter(|&slice| seventh(slice)) {
            let [whole, in_turn, in_scratch] =
                parts.each_ref().map(|parts| parts.part(slice, pawn));
            assert!(whole.legal.iter().any(|&legal| legal != 0));
            let of = |part: SolvedPart| {
                (part.cells.to_vec(), part.legal.to_vec(), part.far.map(<[u8]>::to_vec))
            };
            assert!(of(whole) == of(in_turn), "{from} {slice}");
            assert!(of(whole) == of(in_scratch), "{from} {slice}");
            assert!(!is_even(slice) || of(whole) == of(even.part(slice, pawn)), "{from} {slice}");
        }
    }
}

#[test]
fn tables_made_slice_by_slice_are_those_made_as_a_whole() {
    // En passant and promotions of both colours, with a quarter of the slices packed; two like
    // pawns; promotions into tables with king pairs.
    for name in ["KPKP", "KPPK", "KNPK"] {
        let material = named(name);
        let mut tables = solve_closure(&[material], &()).unwrap();
        let expected = tables.remove(material).unwrap();
        let layout = expected.layout();
        let promoted = promoted(layout, &tables);
        for target in promotion_targets(material) {
            let captured = material.conversions().into_iter().any(|it| it == target);
            assert!(captured && tables.remove(target).is_some(), "{target}");
        }
        let options = Options::default();
        let request = &Request::new(&options, material, &tables);
        let solver = SliceSolver::new(request, &promoted).unwrap();
        let mut solved = BTreeMap::<usize, Arc<SliceSolution>>::new();
        let mut packed = BTreeMap::new();
        for slice in slice_order(layout) {
            assert!(slice_sources(layout, slice).iter().all(|it| solved.contains_key(it)));
            let solution = solver.solve(slice, TableMemory::of_slice(layout), &solved).unwrap();
            let same = |memory: &TableMemory| {
                Color::ALL.into_iter().all(|side| {
                    let [found, wanted] =
                        [memory.part(side, 0..layout.part_count()), expected.part(side, slice)];
                    found.cells == wanted.cells && found.legal == wanted.legal
                })
            };
            assert!(same(&solution.memory), "{name}, slice {slice}");
            if name == "KPKP" && !slice.is_multiple_of(4) {
                solved.insert(slice, Arc::new(solution));
                continue;
            }
            let memory = &solution.memory;
            let values = SliceValues { layout, metric: Metric::Dtm, slice, memory };
            let bytes = pack_slice(&values, LEVEL_FAST, &|_| {});
            let (file, number) = Table::of_slice(&bytes[..], "slice").unwrap();
            let mut memory = TableMemory::of_slice(layout);
            file.load_slice(number, &mut memory).unwrap();
            assert!(number == slice && same(&memory), "{name}, file of slice {slice}");
            let read = SliceSolution::loaded(memory);
            let keep = if needs_stalemates(layout, slice) { solution } else { read };
            solved.insert(slice, Arc::new(keep));
            packed.insert(slice, bytes);
        }
        if packed.len() < layout.slices().len() {
            continue;
        }
        let sizes = packed.values().map(|bytes| bytes.len() as u64).collect();
        let mut bytes = head_of_slices(material, (Metric::Dtm, Width::One), sizes);
        packed.into_values().for_each(|slice| bytes.extend(slice));
        let file = Table::new(bytes, "file").unwrap();
        file.verify().unwrap();
        let table = file.load().unwrap();
        for side in Color::ALL {
            assert!(table.cells(side) == expected.cells(side), "{name}, file");
            for index in (0..layout.count()).step_by(9973) {
                let value = expected.is_legal(side, index).then(|| expected.value(side, index));
                assert_eq!(file.value(side, index).unwrap(), value);
            }
        }
    }
}
