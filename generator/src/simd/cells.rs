//! Operations on the 64 cells of a word ([`drawproof_tables::Cell`]) without vector instructions.
//! They are the reference for the vector versions.

/// Updates the outcomes of a word with one more conversion, lane by lane. `win` has the plies of
/// the quickest win so far; 255 if there is no win. `escape` has the plies until the last escape
/// from losing expires; 0 if there is no escape, 255 if an escape never expires.
///
/// The conversion is legal in `lanes` and leads to `cells`, from the opponent's point of view:
/// - an odd cell n (the opponent loses in n - 1 plies) wins in n plies, and is an escape that never
///   expires.
/// - an even cell n (the opponent wins in n - 1 plies) is an escape that expires after n - 1 plies.
/// - a draw (0) is an escape that never expires.
#[inline]
pub fn fold(win: &mut [u8; 64], escape: &mut [u8; 64], cells: &[u8; 64], lanes: u64) {
    if lanes == 0 {
        return;
    }
    for lane in 0..64 {
        let among = if lanes >> lane & 1 != 0 { u8::MAX } else { 0 };
        // All ones if the opponent loses.
        let lost = 0_u8.wrapping_sub(cells[lane] & 1);
        let (best, last) = (&mut win[lane], &mut escape[lane]);
        *best = (*best).min(cells[lane] | !(lost & among));
        *last = (*last).max((cells[lane].wrapping_sub(1) | lost) & among);
    }
}

/// Returns the lanes whose cell is `value`.
#[inline]
pub fn equal(cells: &[u8; 64], value: u8) -> u64 {
    let mut lanes = 0;
    for (eighth, chunk) in cells.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes(chunk.try_into().expect("eight cells"));
        let different = word ^ (u64::from(value) * 0x0101010101010101);
        // The top bit of each byte, set if the byte is 0.
        let low = 0x7f7f7f7f7f7f7f7f;
        let zero = !(((different & low) + low) | different | low);
        lanes |= (zero >> 7).wrapping_mul(0x0102040810204080) >> 56 << (8 * eighth);
    }
    lanes
}

/// Reads one lane of 64 words. For each square, writes the lane's cell in word `image[square] <<
/// shift` to `column[square]`. Returns the squares whose word has the lane in the set `words`. The
/// numbers in `image` are below 64.
#[inline]
pub fn read_column(
    (cells, words): (&[u8], &[u64]),
    lane: usize,
    (image, shift): (&[u8; 64], u32),
    column: &mut [u8; 64],
) -> u64 {
    let mut squares = 0;
    for (square, cell) in column.iter_mut().enumerate() {
        let word = usize::from(image[square]) << shift;
        squares |= (words[word] >> lane & 1) << square;
        *cell = cells[word * 64 + lane];
    }
    squares
}

/// Writes `value` into the cells of `lanes`.
#[inline]
pub fn store(cells: &mut [u8; 64], lanes: u64, value: u8) {
    for (eighth, chunk) in cells.chunks_exact_mut(8).enumerate() {
        let bits = lanes >> (8 * eighth) & 0xff;
        if bits == 0 {
            continue;
        }
        // Bit i of the eight becomes byte i, all ones if the bit is set.
        let spread = bits.wrapping_mul(0x0101010101010101) & 0x8040201008040201;
        let low = 0x7f7f7f7f7f7f7f7f;
        let set = (((spread & low) + low) | spread) & !low;
        let mask = (set >> 7).wrapping_mul(0xff);
        let old = u64::from_le_bytes((&*chunk).try_into().expect("eight cells"));
        let new = (old & !mask) | (u64::from(value).wrapping_mul(0x0101010101010101) & mask);
        chunk.copy_from_slice(&new.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use drawproof_tables::{Cell, Value};

    use super::*;
    use crate::test_numbers::numbers;

    #[test]
    fn cells_are_found_and_stored_lane_by_lane() {
        let mut next = numbers();
        for _ in 0..2000 {
            let mut cells: [u8; 64] =
                std::array::from_fn(|_| [0, 1, 7, 128, 254, 255][next() as usize % 6]);
            for value in [0, 1, 128, 255, 3] {
                let plain = (0..64).fold(0, |set, i| set | u64::from(cells[i] == value) << i);
                assert_eq!(equal(&cells, value), plain);
            }
            let (lanes, value) = (next() & next(), next() as u8);
            let mut plain = cells;
            for (lane, cell) in plain.iter_mut().enumerate() {
                if lanes >> lane & 1 != 0 {
                    *cell = value;
                }
            }
            store(&mut cells, lanes, value);
            assert_eq!(cells, plain);
        }
    }

    #[test]
    fn folding_keeps_the_best_win_and_the_longest_escape() {
        let mut next = numbers();
        for _ in 0..500 {
            let (mut win, mut escape) = ([255; 64], [0; 64]);
            let moves: Vec<([u8; 64], u64)> =
                (0..3).map(|_| (std::array::from_fn(|_| next() as u8), next())).collect();
            for (cells, lanes) in &moves {
                fold(&mut win, &mut escape, cells, *lanes);
            }
            for lane in 0..64 {
                let legal = moves.iter().filter(|(_, lanes)| lanes >> lane & 1 != 0);
                let values: Vec<Value> =
                    legal.map(|(cells, _)| Cell::from_byte(cells[lane]).value()).collect();
                let best = values.iter().filter_map(|value| match value {
                    Value::Loss(number) => Some(number.get() + 1),
                    _ => None,
                });
                let last = values.iter().map(|value| match value {
                    Value::Win(number) => number.get(),
                    _ => 255,
                });
                assert_eq!(u16::from(win[lane]), best.min().unwrap_or(255));
                assert_eq!(u16::from(escape[lane]), last.max().unwrap_or(0));
            }
        }
    }
}
