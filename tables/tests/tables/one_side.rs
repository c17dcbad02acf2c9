//! Tables of one side to move have the same values as tables of both.

use std::collections::BTreeMap;

use drawproof_board::{Board, Color};
use drawproof_tables::{
    Metric, NormalMaterial, Placement, TableSet, Value,
    file::{Damage, Part, Sides, Table, TableError},
    probe::{ProbeError, Values, moves, probe, with_en_passant_rights},
};

use crate::{material, packed, packed_one_side};

/// Files of one side to move, in memory.
#[derive(Default)]
struct OneSided(BTreeMap<NormalMaterial, Table<Vec<u8>>>);

impl OneSided {
    /// Packs the tables of a set.
    fn new(tables: &TableSet) -> OneSided {
        let packed = tables.iter().map(|table| {
            let bytes = packed_one_side(table.material(), tables, 1);
            (table.material(), Table::new(bytes, format!("{}.dpt", table.material())).unwrap())
        });
        OneSided(packed.collect())
    }
}

impl Values for OneSided {
    fn metric(&self) -> Metric {
        Metric::Dtm
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let table = self.0.get(&material).ok_or(ProbeError::NoTable(material))?;
        table.probe_among(placement, self)?.ok_or(ProbeError::Illegal(material))
    }
}

/// Every position of three men, a sample of four men, and positions with an en-passant right.
#[test]
fn values_are_those_of_both_sides() {
    let tables =
        drawproof_generator::solve_closure(&[material("KPKP"), material("KRRK")], &()).unwrap();
    let files = OneSided::new(&tables);
    let (mut compared, mut with_right) = (0, 0);
    for table in tables.iter() {
        let (layout, material) = (table.layout(), table.material());
        let step = if material.get().men() == 3 { 1 } else { 3001 };
        for index in (0..layout.count()).step_by(step) {
            for side in Color::ALL {
                let placement = Placement::new(layout, &layout.squares(index), side);
                let found = files.0[&material].probe_among(&placement, &files).unwrap();
                assert_eq!(found, table.probe(&placement), "{}", placement.to_fen());
                compared += 1;
                if material.to_string() == "KPKP"
                    && let Some(board) = placement.to_board()
                {
                    for board in with_en_passant_rights(&board) {
                        assert_eq!(probe(&board, &files).unwrap(), probe(&board, &tables).unwrap());
                        with_right += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 150_000, "{compared}");
    // The few positions of KPKP in which a pawn has just made a double push beside another pawn.
    let kpkp = tables.get(material("KPKP")).unwrap().layout();
    for index in (0..kpkp.count()).step_by(7) {
        let placement = Placement::new(kpkp, &kpkp.squares(index), Color::ALL[index % 2]);
        let Some(board) = placement.to_board() else { continue };
        for board in with_en_passant_rights(&board) {
            assert_eq!(probe(&board, &files).unwrap(), probe(&board, &tables).unwrap(), "{board}");
            with_right += 1;
        }
    }
    assert!(with_right > 300, "{with_right}");
}

/// Mates, stalemates, and moves with their values.
#[test]
fn moves_of_a_position_are_those_of_both_sides() {
    let krkp = material("KRKP");
    let tables = drawproof_generator::solve_closure(&[krkp], &()).unwrap();
    let files = OneSided::new(&tables);
    for fen in [
        "8/8/8/8/8/2k5/1p6/1K1R4 w - - 0 1",
        "8/8/8/8/8/6K1/4p3/5k1R b - - 0 1",
        "k7/2K5/8/8/8/8/p7/R7 b - - 0 1",
        "k6R/2K5/8/8/8/8/p7/8 b - - 0 1",
        "k7/8/1K6/8/8/8/p7/1R6 b - - 0 1",
        "8/8/8/8/8/8/p7/R1K1k3 w - - 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        assert_eq!(probe(&board, &files).unwrap(), probe(&board, &tables).unwrap(), "{fen}");
        assert_eq!(moves(&board, &files).unwrap(), moves(&board, &tables).unwrap(), "{fen}");
    }
}

#[test]
fn a_table_that_a_capture_leads_to_is_named_where_it_is_missing() {
    let krkn = material("KRKN");
    let tables = drawproof_generator::solve_closure(&[krkn], &()).unwrap();
    let mut files = OneSided::new(&tables);
    files.0.remove(&material("KRK"));
    let hanging: Board = "8/8/8/8/8/1k3n2/8/K4R2 w - - 0 1".parse().unwrap();
    let error = probe(&hanging, &files).unwrap_err();
    assert!(error.to_string().contains("no table of KRK here"), "{error}");
    let mut known = 0;
    let layout = tables.get(krkn).unwrap().layout();
    for index in (0..layout.count()).step_by(9973) {
        for side in Color::ALL {
            let placement = Placement::new(layout, &layout.squares(index), side);
            let expected = tables.get(krkn).unwrap().probe(&placement);
            match files.0[&krkn].probe_among(&placement, &files) {
                Ok(found) => assert_eq!(found, expected),
                Err(error) => assert!(matches!(error, ProbeError::NoTable(_)), "{error}"),
            }
            known += 1;
        }
    }
    assert!(known > 350);
}

#[test]
fn whole_tables_and_single_values_of_one_side_are_refused() {
    let krk = material("KRK");
    let tables = drawproof_generator::solve_closure(&[krk], &()).unwrap();
    let table = Table::new(packed_one_side(krk, &tables, 5), "KRK.dpt").unwrap();
    let Sides::One(side) = table.sides() else { panic!("both sides") };
    table.verify().unwrap();
    let is_refused = |error: TableError| {
        assert!(matches!(error.damage, Damage::OneSide), "{error}");
        assert!(error.to_string().starts_with("KRK.dpt: the table holds one side"), "{error}");
    };
    is_refused(table.load().unwrap_err());
    is_refused(table.value(!side, 0).unwrap_err());
    let placement = Placement::new(table.layout(), &table.layout().squares(77), side);
    is_refused(table.probe(&placement).unwrap_err());
    assert_eq!(Table::new(packed("KRK", 5), "").unwrap().sides(), Sides::Both);
}

/// As with tables of both sides: cut at every length, and every bit flipped.
#[test]
fn damage_is_always_an_error() {
    let krk = material("KRK");
    let tables = drawproof_generator::solve_closure(&[krk], &()).unwrap();
    let bytes = packed_one_side(krk, &tables, 5);
    Table::new(&bytes[..], "sound.dpt").unwrap().verify().unwrap();
    // Checksums detect the damage without decoding a block.
    let read_all =
        |bytes: &[u8]| Table::new(bytes, "damaged.dpt").and_then(|it| it.verify_checksums());
    for length in 0..bytes.len() {
        assert!(read_all(&bytes[..length]).is_err(), "{length}");
    }
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read_all(&damaged).is_err(), "bit {bit}");
    }
    // Every value of the sides in the prefix, with a matching checksum.
    for sides in 0..=255 {
        let mut forged = bytes.clone();
        forged[27] = sides;
        let sum = twox_hash::XxHash3_64::oneshot_with_seed(2, &forged[..28]) as u32;
        forged[28..32].copy_from_slice(&sum.to_le_bytes());
        let found = read_all(&forged).map_err(|error| error.damage);
        match sides {
            _ if sides == bytes[27] => found.unwrap(),
            // The checksum of the header differs.
            0..=2 => assert!(matches!(found, Err(Damage::Checksum { part: Part::Header, .. }))),
            _ => assert!(matches!(found, Err(Damage::Content { part: Part::Prefix, .. }))),
        }
    }
}
