//! Versions of the format: version 1 is still read, and unknown versions are refused.

use drawproof_board::Color;
use drawproof_tables::file::{Damage, Part, Table};
use twox_hash::XxHash3_64;

use crate::packed;

/// The table of KBK, written by the last program of version 1.
const KBK_VERSION_1: &str = "\
    647261777072660a010000007500000013307467eac9f546034b424b01000008006b28b52ffda060070100fd02006000\
    fe000000fe000000fe00fe1f80d017e63d037e7f0cc8e9fb23a360fd3880de85d6d7e291014a3d424fd7014eda4566c0\
    134f3014bc40cd42373ac607308780eee819e611475c0780557006d0d7c52144438141b793a3995b926c3b2001000000\
    00000000000000fdd07bf10000329d1bd200009c1a56d500000cc4e61a0000d1a5b1f400007f1424e700000fc5120000\
    009b3cb7defc4c8e8f\
";

/// Converts a table to version 1 of the format: the prefix is shorter, everything else is the same.
pub fn as_version_1(bytes: &[u8]) -> Vec<u8> {
    let version = 1_u32.to_le_bytes();
    [&bytes[..8], &version, &bytes[12..24], &bytes[32..]].concat()
}

/// Returns a table with one byte of its prefix replaced and the checksum of the prefix corrected.
fn with_prefix_byte(bytes: &[u8], place: usize, byte: u8) -> Vec<u8> {
    let mut forged = bytes.to_vec();
    forged[place] = byte;
    let checksum = XxHash3_64::oneshot_with_seed(2, &forged[..28]) as u32;
    forged[28..32].copy_from_slice(&checksum.to_le_bytes());
    forged
}

fn damage_of(bytes: &[u8]) -> (Damage, String) {
    let error = Table::new(bytes, "forged.dpt").unwrap_err();
    let text = error.to_string();
    (error.damage, text)
}

#[test]
fn a_file_of_version_1_is_read() {
    let digits: Vec<u8> = KBK_VERSION_1.chars().map(|c| c.to_digit(16).unwrap() as u8).collect();
    let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    assert_eq!(bytes[8], 1);
    let table = Table::new(&bytes[..], "KBK.dpt").unwrap();
    table.verify().unwrap();
    let new = packed("KBK", 5);
    let loaded = table.load().unwrap();
    let expected = Table::new(&new[..], "new").unwrap().load().unwrap();
    for side in Color::ALL {
        assert_eq!(loaded.legal(side), expected.legal(side));
        assert!(loaded.cells(side) == expected.cells(side));
    }
}

#[test]
fn both_versions_hold_the_same_values() {
    let new = packed("KRK", 5);
    let old = as_version_1(&new);
    let [new, old] = [&new, &old].map(|bytes| Table::new(&bytes[..], "KRK.dpt").unwrap());
    for index in 0..new.layout().count() {
        for side in Color::ALL {
            assert_eq!(old.value(side, index).unwrap(), new.value(side, index).unwrap());
        }
    }
}

#[test]
fn a_later_version_is_refused() {
    let mut bytes = packed("KRK", 1);
    bytes[8] = 4;
    let (damage, text) = damage_of(&bytes);
    assert_eq!(damage, Damage::Version { expected: 3, found: 4 });
    assert!(text.contains("format version 4, expected 1 to 3"), "{text}");
    assert!(text.contains("drawproof generate"), "{text}");
}

#[test]
fn an_unknown_metric_or_width_is_refused() {
    let bytes = packed("KRK", 1);
    assert_eq!(with_prefix_byte(&bytes, 24, 0), bytes);
    for (place, byte, expected) in [
        (24, 3, "the table holds distances of an unknown kind, code 3"),
        (24, 200, "the table holds distances of an unknown kind, code 200"),
        (25, 3, "the table has cells of 3 bytes, expected 1 or 2"),
        (25, 0, "the table has cells of 0 bytes, expected 1 or 2"),
    ] {
        let (_, text) = damage_of(&with_prefix_byte(&bytes, place, byte));
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("drawproof generate"), "{text}");
    }
    for (place, byte) in [(26, 1), (26, 2), (27, 3), (27, 255)] {
        let (damage, _) = damage_of(&with_prefix_byte(&bytes, place, byte));
        assert!(matches!(damage, Damage::Content { part: Part::Prefix, .. }), "{damage}");
    }
    // The second layer is missing.
    let (damage, _) = damage_of(&with_prefix_byte(&bytes, 25, 2));
    assert!(matches!(damage, Damage::Length { .. }), "{damage}");
}
