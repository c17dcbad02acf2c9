//! A checksum of all values of a table, the same in every build.

use drawproof_board::Color;
use drawproof_tables::PlainTable;

/// FNV-1a with 64 bits, over words of eight bytes, first byte lowest.
struct Fnv(u64);

impl Fnv {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(Fnv::PRIME);
    }
}

/// Returns one checksum over the cells and then the legal positions with one side to move, in the
/// form that `PlainTable` stores them.
pub fn checksum(table: &PlainTable, side_to_move: Color) -> u64 {
    let mut sum = Fnv(Fnv::START);
    let (words, _) = table.cells(side_to_move).as_chunks::<8>();
    words.iter().for_each(|&word| sum.add(u64::from_le_bytes(word)));
    table.legal(side_to_move).iter().for_each(|&word| sum.add(word));
    sum.0
}
