//! Parquet's hybrid of runs and packed numbers, the encoding of indices into a dictionary and of levels.

use super::thrift::write_varint;

/// A shorter run is packed with its neighbours.
const RUN_MIN: usize = 16;

/// Numbers are packed in groups.
const GROUP: usize = 8;

/// Encodes numbers of `width` bits: 1, 8 or 16. Whole bytes where fewer bits would do, because zstd
/// finds the patterns in them.
pub fn encode(numbers: &[u16], width: u32, out: &mut Vec<u8>) {
    let mut at = 0;
    while at < numbers.len() {
        let length = run(&numbers[at..]);
        if length >= RUN_MIN {
            write_varint(length as u64 * 2, out);
            out.extend_from_slice(&numbers[at].to_le_bytes()[..width.div_ceil(8) as usize]);
            at += length;
            continue;
        }
        let start = at;
        while at < numbers.len() && (at == start || run(&numbers[at..]) < RUN_MIN) {
            at = (at + GROUP).min(numbers.len());
        }
        let groups = (at - start).div_ceil(GROUP);
        write_varint(groups as u64 * 2 + 1, out);
        let end = out.len() + groups * width as usize;
        match width {
            1 => out.extend(numbers[start..at].chunks(GROUP).map(packed)),
            8 => out.extend(numbers[start..at].iter().map(|&number| number as u8)),
            _ => out.extend(numbers[start..at].iter().flat_map(|number| number.to_le_bytes())),
        }
        // Only the last group of all can be short.
        out.resize(end, 0);
    }
}

/// How many numbers at the beginning are the same.
fn run(numbers: &[u16]) -> usize {
    numbers.iter().take_while(|&&number| number == numbers[0]).count()
}

/// Up to eight bits, the first in the lowest place.
fn packed(bits: &[u16]) -> u8 {
    bits.iter().rev().fold(0, |byte, &bit| byte << 1 | bit as u8)
}
