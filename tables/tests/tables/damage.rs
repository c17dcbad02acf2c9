//! Damage to the bytes of a table is always an error, never a panic or a wrong value.

use drawproof_tables::file::{Damage, Part, Table, TableError};

use crate::{packed, packed_by_slices, versions::as_version_1};

/// Opens the bytes and reads all of them.
fn read_all(bytes: &[u8]) -> Result<(), TableError> {
    Table::new(bytes, "damaged.dpt")?.verify()
}

/// Packs a table of three men, in each version of the format.
fn versions_of(name: &str) -> [Vec<u8>; 2] {
    let bytes = packed(name, 5);
    [as_version_1(&bytes), bytes]
}

/// Returns the size of prefix and header, which is the offset of the block index.
fn header_bytes(bytes: &[u8]) -> usize {
    let prefix = if bytes[8] == 1 { 24 } else { 32 };
    prefix + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize
}

#[test]
fn a_table_cut_anywhere_is_an_error() {
    for bytes in versions_of("KRK") {
        assert!(read_all(&bytes).is_ok());
        for length in 0..bytes.len() {
            let error = read_all(&bytes[..length]).unwrap_err();
            assert!(error.to_string().starts_with("damaged.dpt: "), "{error}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(
            read_all(&longer),
            Err(TableError { damage: Damage::Length { part: Part::File, .. }, .. })
        ));
    }
}

#[test]
fn every_flipped_bit_of_header_and_index_is_an_error() {
    for bytes in versions_of("KRK") {
        // The index of 8 blocks: offset, 8 entries of 6 bytes, checksum.
        let end = header_bytes(&bytes) + 8 + 8 * 6 + 4;
        for bit in 0..8 * end {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(read_all(&damaged).is_err(), "version {}, bit {bit}", bytes[8]);
        }
    }
}

#[test]
fn every_damage_to_a_table_of_slices_is_an_error() {
    let bytes = packed_by_slices("KPK", 5);
    read_all(&bytes).unwrap();
    // Checksums detect the damage without decoding a block.
    let read_all =
        |bytes: &[u8]| Table::new(bytes, "damaged.dpt").and_then(|it| it.verify_checksums());
    for place in (0..bytes.len()).step_by(5) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(read_all(&damaged).is_err(), "byte {place}");
        assert!(read_all(&bytes[..place]).is_err(), "{place} bytes");
    }
    // Two slices are exchanged; then one slice replaces the table.
    let end = header_bytes(&bytes);
    let starts: Vec<usize> = (end..bytes.len())
        .filter(|&place| bytes[place..].starts_with(b"drawprf\n") && bytes[place + 26] == 0)
        .collect();
    assert_eq!(starts.len(), 24);
    assert!(read_all(&bytes[starts[23]..]).is_err());
    let (first, second) = (&bytes[starts[0]..starts[1]], &bytes[starts[1]..starts[2]]);
    let exchanged = [&bytes[..end], second, first, &bytes[starts[2]..]].concat();
    assert!(read_all(&exchanged).is_err());
}

#[test]
fn damaged_blocks_are_named() {
    let bytes = packed("KRKN", 5);
    let table = Table::new(&bytes[..], "sound").unwrap();
    let index_bytes = table.blocks() * 6 + table.blocks().div_ceil(32) * 12;
    let data = header_bytes(&bytes) + index_bytes;
    let mut seed = 0x2545f4914f6cdd1d_u64;
    for round in 0..5000 {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let mut damaged = bytes.clone();
        let place = data + (seed >> 20) as usize % (bytes.len() - data);
        if round % 2 == 0 {
            damaged[place] ^= 1 << (seed % 8);
        } else {
            let end = (place + 1 + seed as usize % 40).min(bytes.len());
            damaged[place..end].iter_mut().for_each(|byte| *byte = byte.wrapping_add(77));
        }
        let block = block_at(&bytes, header_bytes(&bytes), table.blocks(), place - data);
        let opened = Table::new(&damaged[..], "damaged.dpt").unwrap();
        // Block numbers are king pairs here.
        let index = block << 12;
        let error = opened.value(drawproof_board::Color::White, index).unwrap_err();
        assert!(
            matches!(error.damage, Damage::Checksum { part: Part::Block(found), .. } if found == block),
            "{error}"
        );
    }
}

/// Returns the block that contains the data byte `place`.
fn block_at(bytes: &[u8], index: usize, blocks: usize, place: usize) -> usize {
    let mut end = 0;
    for block in 0..blocks {
        let entry = index + block / 32 * (8 + 32 * 6 + 4) + 8 + block % 32 * 6;
        end += usize::from(u16::from_le_bytes([bytes[entry], bytes[entry + 1]]));
        if place < end {
            return block;
        }
    }
    panic!("no block holds byte {place}");
}

/// Forged tables with correct checksums, and with groups of blocks that overlap or leave a gap.
#[test]
fn groups_that_are_not_contiguous_are_an_error() {
    use twox_hash::XxHash3_64;
    let bytes = packed("KRKN", 5);
    let table = Table::new(&bytes[..], "sound").unwrap();
    let identity = u64::from_le_bytes(bytes[16..24].try_into().unwrap());
    let group_bytes = 8 + 32 * 6 + 4;
    for group in [0, 1, table.blocks() / 32] {
        for change in [-1_i64, 1] {
            let mut forged = bytes.clone();
            let start = header_bytes(&bytes) + group * group_bytes;
            let entries = 32.min(table.blocks() - group * 32);
            let end = start + 8 + entries * 6;
            let offset = u64::from_le_bytes(bytes[start..start + 8].try_into().unwrap());
            let offset = offset.wrapping_add_signed(change);
            forged[start..start + 8].copy_from_slice(&offset.to_le_bytes());
            let seed = identity.wrapping_add(2 * group as u64 + 1);
            let sum = XxHash3_64::oneshot_with_seed(seed, &forged[start..end]) as u32;
            forged[end..end + 4].copy_from_slice(&sum.to_le_bytes());
            let table = Table::new(&forged[..], "forged.dpt").unwrap();
            let error = table.verify_checksums().unwrap_err().to_string();
            assert!(error.contains("contiguous") || error.contains("expected"), "{error}");
            assert!(table.load().is_err());
        }
    }
}

#[test]
fn another_kind_of_file_is_an_error() {
    let error = read_all(b"# Notes\n\nNot a table at all.").unwrap_err();
    assert!(matches!(error.damage, Damage::Magic { .. }), "{error}");
}

#[test]
fn a_block_of_another_table_is_an_error() {
    let queen = packed("KQK", 5);
    let mut mixed = packed("KRK", 5);
    let last = mixed.len() - 1;
    mixed[last] = queen[queen.len() - 1].wrapping_add(1);
    assert!(read_all(&mixed).is_err());
}
