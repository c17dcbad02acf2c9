//! The audit accepts right tables and names the errors in wrong ones.

use std::sync::Arc;

use drawproof_board::Color;
use drawproof_tables::{
    Cell, Metric, NormalMaterial, PlainTable, TableSet, Value,
    file::{Table, pack},
};
use drawproof_verifier::audit::{Audit, Entry, Extent, WrongValue, audit, audit_probed};

use super::shared::{HELPMATES, TABLES, material as named};

fn audited(material: NormalMaterial, tables: &TableSet) -> Audit {
    audit(material, tables, Extent::Whole, &()).unwrap()
}

/// The audit of a table after `alter` has changed its cells or its set of legal positions.
fn altered(table: &PlainTable, alter: impl FnOnce(&mut [Vec<u8>; 2], &mut [Vec<u64>; 2])) -> Audit {
    let mut cells = Color::ALL.map(|side| table.cells(side).to_vec());
    let mut legal = Color::ALL.map(|side| table.legal(side).to_vec());
    alter(&mut cells, &mut legal);
    let material = table.material();
    let mut tables = TABLES.clone();
    tables.insert(Arc::new(PlainTable::new(table.layout().clone(), cells, legal)));
    audited(material, &tables)
}

#[test]
fn right_tables_pass_and_no_position_is_left_out() {
    let mut endgames = NormalMaterial::all_with_men(3);
    // Other tables of four men are looked at by samples.
    endgames.extend(["KRBK", "KPKP"].map(named));
    for material in endgames {
        let audit = audited(material, &TABLES);
        assert_eq!(audit.errors, [], "{material}");
        assert!(audit.is_clean() && audit.audited == audit.positions, "{audit:?}");
        assert_eq!(audit.en_passant > 0, material == named("KPKP"), "{audit:?}");
    }
}

/// Captures after which the colours are exchanged, and pawns with en-passant rights. Of KPKP a sample: the tests
/// of the generator compare all its helpmates with those of a search.
#[test]
fn helpmates_are_audited_for_both_colours() {
    let sample = Extent::Sample { places: 1_000_000, seed: 5 };
    let found = audit(named("KPKP"), &HELPMATES, sample, &()).unwrap();
    assert!(found.is_clean() && found.audited > 300_000 && found.en_passant > 1000, "{found:?}");
    for mating in Color::ALL {
        // A helpmate in three plies becomes one in five.
        let table = HELPMATES.get(named("KBKN")).unwrap();
        let cells = |by| Color::ALL.map(|side| table.helpmate_cells(by, side).to_vec());
        let mut both = Color::ALL.map(cells);
        let side = &mut both[mating as usize][mating as usize];
        let index = side.iter().position(|&cell| cell == 4).unwrap();
        side[index] = 6;
        let [by_white, by_black] = both;
        let legal = Color::ALL.map(|side| table.legal(side).to_vec());
        let wrong = PlainTable::new(table.layout().clone(), by_white, legal);
        let wrong = wrong.with_metric(Metric::Helpmate, Some(by_black.map(Into::into)));
        let mut tables = HELPMATES.clone();
        tables.insert(Arc::new(wrong));
        let audit = audited(named("KBKN"), &tables);
        let entry = |plies| Entry::Value(Value::from_number(plies));
        let is_it = |error: &WrongValue| {
            (error.mating, error.stored, error.expected) == (Some(mating), entry(5), entry(3))
        };
        assert_eq!(audit.audited, audit.positions);
        assert!(audit.errors.iter().any(is_it), "{:?}", audit.errors);
        // All else passes, which is every helpmate by the other colour.
        assert!(audit.errors.iter().all(|error| error.mating == Some(mating)));
    }
}

#[test]
fn samples_of_all_tables_of_four_men_pass() {
    for material in NormalMaterial::all_with_men(4) {
        let sample = Extent::Sample { places: 60_000, seed: 4 };
        for tables in [&*TABLES, &*HELPMATES] {
            let audited = audit(material, tables, sample, &()).unwrap();
            assert!(audited.is_clean() && audited.audited > 20_000, "{audited:?}");
        }
    }
}

#[test]
fn a_wrong_value_is_named_with_the_right_one() {
    let table = TABLES.get(named("KRKN")).unwrap();
    // A mate in three plies becomes a mate in five; its predecessors may be reported too.
    let index = (0..table.layout().count())
        .find(|&index| table.value(Color::White, index) == Value::from_number(3))
        .unwrap();
    let audit = altered(table, |cells, _| cells[0][index] = Cell::from_number(5).unwrap().byte());
    assert!(audit.wrong > 0 && audit.errors.len() as u64 == audit.wrong && !audit.is_clean());
    assert_eq!(audit.audited, audit.positions);
    let named = audit.errors.iter().find(|error| {
        error.stored == Entry::Value(Value::from_number(5))
            && error.expected == Entry::Value(Value::from_number(3))
    });
    assert!(named.is_some_and(|error| error.fen.contains(" w ")), "{:?}", audit.errors);
}

#[test]
fn the_audit_of_a_file_finds_what_the_table_shows() {
    let sample = Extent::Sample { places: 40_000, seed: 9 };
    let blocks = Extent::Blocks { blocks: 40, seed: 9 };
    for name in ["KRKN", "KPKP"] {
        let material = named(name);
        let mut tables = TABLES.clone();
        let table = tables.get(material).unwrap().clone();
        // Half of the mates in three plies become mates in five.
        let mut cells = Color::ALL.map(|side| table.cells(side).to_vec());
        let [three, five] = [3, 5].map(|plies| Cell::from_number(plies).unwrap().byte());
        for cell in cells[0].iter_mut().step_by(2).filter(|cell| **cell == three) {
            *cell = five;
        }
        let legal = Color::ALL.map(|side| table.legal(side).to_vec());
        for wrong in [false, true] {
            let file = Table::new(pack(tables.get(material).unwrap(), 1), name).unwrap();
            for extent in [sample, blocks] {
                let expected = audit(material, &tables, extent, &()).unwrap();
                let found = audit_probed(&file, &[], &tables, extent, &()).unwrap();
                assert_eq!(found, expected);
                assert_eq!(found.is_clean(), !wrong, "{found:?}");
            }
            let altered = PlainTable::new(table.layout().clone(), cells.clone(), legal.clone());
            tables.insert(Arc::new(altered));
        }
    }
}

#[test]
fn a_position_left_out_and_one_too_many_are_named() {
    let table = TABLES.get(named("KRK")).unwrap();
    let index = (0..table.layout().count()).find(|&i| table.is_legal(Color::Black, i)).unwrap();
    let left_out = altered(table, |_, legal| legal[1][index / 64] ^= 1 << (index % 64));
    assert_eq!(left_out.audited, left_out.positions + 1);
    assert!(left_out.errors.iter().any(|error| error.stored == Entry::Illegal));

    let index = (0..table.layout().count()).find(|&i| !table.is_legal(Color::White, i)).unwrap();
    let too_many = altered(table, |_, legal| legal[0][index / 64] ^= 1 << (index % 64));
    assert_eq!(too_many.audited + 1, too_many.positions);
    assert!(too_many.errors.iter().any(|error| error.expected == Entry::Illegal));
}

#[test]
fn a_sample_is_a_part_and_the_same_for_the_same_seed() {
    let material = named("KRKN");
    let sample =
        |seed| audit(material, &TABLES, Extent::Sample { places: 100_000, seed }, &()).unwrap();
    let first = sample(1);
    assert!(first.is_clean() && first.audited < first.positions && first.audited > 30_000);
    assert_eq!(first, sample(1));
    assert_ne!(first.audited, sample(2).audited);
    let all = audit(material, &TABLES, Extent::Sample { places: u64::MAX, seed: 1 }, &()).unwrap();
    assert_eq!(all.extent, Extent::Whole);
}

#[test]
fn a_missing_table_is_named() {
    let mut tables = TABLES.clone();
    tables.remove(named("KNK"));
    let error = audit(named("KRKN"), &tables, Extent::Whole, &()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "KRKN cannot be audited without the table of KNK, which its moves lead to"
    );
}
