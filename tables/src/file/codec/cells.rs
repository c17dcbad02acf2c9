//! The walk through a block, cell by cell.

use cozy_chess::{BitBoard, Color};

use super::{
    Coder,
    contexts::{SPREADS, Site, TRIES},
    frame::Frame,
    predict::{self, BEFORE, Bytes},
};
use crate::{
    file::{block::Block, grid::SIDE},
    value::cell::Cell,
};

const DRAW: u8 = Cell::DRAW.file_byte();
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Base 3 number of four neighbours by `[present][guessed right]`: 0 missing, 1 right, 2 wrong.
static AGREEMENT: [[u8; 16]; 16] = {
    let mut agreement = [[0; 16]; 16];
    let mut pair = 0;
    while pair < 256 {
        let (present, right) = (pair / 16, pair % 16);
        let mut neighbour = 0;
        while neighbour < 4 {
            let state =
                if present >> neighbour & 1 == 0 { 0 } else { 2 - (right >> neighbour & 1) };
            agreement[present][right] = agreement[present][right] * 3 + state as u8;
            neighbour += 1;
        }
        pair += 1;
    }
    agreement
};

/// Codes the stored cells of a block, `first` side to move first, as far as row `until.1` of side
/// `until.0`, or all. A decoder fills them in.
pub fn walk(
    coder: &mut impl Coder,
    frame: &Frame,
    first: Color,
    until: Option<(Color, usize)>,
    block: &mut Block,
) {
    let second = !first;
    let (last_side, last_row) = until.unwrap_or((second, SIDE - 1));
    let rows = |side| if side == last_side { last_row + 1 } else { SIDE };
    block.stored = frame.stored;
    walk_side(coder, frame, first, None, rows(first), block);
    if last_side == first {
        return;
    }
    let mut known = block.stored[first as usize];
    let mut cells = Box::new(block.cells[first as usize]);
    if frame.alike() {
        mirror(&mut cells, &mut known);
    }
    let best = predict::best_moves(frame, second, &cells, &known);
    walk_side(coder, frame, second, Some(&best), rows(second), block);
}

/// Fills in the places where two like men are exchanged.
fn mirror(cells: &mut Bytes, known: &mut [u64; SIDE]) {
    for row in 0..SIDE {
        for lane in BitBoard(known[row]) {
            let lane = lane as usize;
            cells[lane][row] = cells[row][lane];
            known[lane] |= 1 << row;
        }
    }
}

/// Codes the first `rows` rows of cells of one side to move; `best` is there for the second.
fn walk_side(
    coder: &mut impl Coder,
    frame: &Frame,
    side: Color,
    best: Option<&Bytes>,
    rows: usize,
    block: &mut Block,
) {
    block.rows[side as usize] = rows;
    let stored = block.stored[side as usize];
    let other_stored = block.stored[!side as usize];
    // Places where the guess was right.
    let mut right = [0_u64; SIDE];
    for row in 0..rows {
        if stored[row] == 0 {
            continue;
        }
        let earlier = rows_before(frame, row);
        let before = earlier.map(|row| row.map_or(0, |row| stored[row]));
        let right_before = earlier.map(|row| row.map_or(0, |row| right[row]));
        let present = around(stored[row], before);
        for lane in BitBoard(stored[row]) {
            let lane = lane as usize;
            let cells = &block.cells[side as usize];
            let value = |row: usize, back: usize| cells[row][lane.wrapping_sub(back) % SIDE];
            let mut site = Site {
                neighbours: [
                    value(row, 1),
                    value(row, 8),
                    value(earlier[0].unwrap_or(row), 0),
                    value(earlier[1].unwrap_or(row), 0),
                    value(row, 9),
                    value(row, 7),
                ],
                present: bits_at(&present, lane),
                tension: frame.tension(side, row, lane),
                second: best.is_some(),
                ..Site::default()
            };
            let actual = cells[row][lane];
            let coded = match best {
                None => not_guessed(coder, &site, None, actual),
                Some(best) => {
                    let around = around(right[row], right_before);
                    let agreeing = usize::from(bits_at(&around, lane)) & 15;
                    site.agreement = AGREEMENT[usize::from(site.present) & 15][agreeing];
                    if other_stored[row] >> lane & 1 != 0 {
                        let other = block.cells[!side as usize][row][lane];
                        site.other = if other == DRAW { 1 } else { 2 + other % 2 };
                    }
                    let rank = best[row][lane];
                    if rank == predict::NONE {
                        not_guessed(coder, &site, None, actual)
                    } else {
                        let guess = BEFORE[usize::from(rank)];
                        if coder.flag(site.guess(guess), actual == guess) {
                            right[row] |= 1 << lane;
                            guess
                        } else {
                            not_guessed(coder, &site, Some(guess), actual)
                        }
                    }
                }
            };
            block.cells[side as usize][row][lane] = coded;
        }
    }
}

/// The rows one step left and one step down, where the row man's square has such neighbours.
fn rows_before(frame: &Frame, row: usize) -> [Option<usize>; 2] {
    let has_left = if frame.row_man.is_some() { !row.is_multiple_of(8) } else { row > 0 };
    [has_left.then(|| row - 1), row.checked_sub(8)]
}

/// Which lanes have each of the six neighbours, from those of a row and of the two rows before.
#[inline]
fn around(row: u64, before: [u64; 2]) -> [u64; 6] {
    let [left, down] = before;
    [row << 1 & NOT_A, row << 8, left, down, row << 9 & NOT_A, row << 7 & NOT_H]
}

#[inline]
fn bits_at(sets: &[u64; 6], lane: usize) -> u8 {
    let mut bits = 0;
    for (place, set) in sets.iter().enumerate() {
        bits |= ((set >> lane & 1) as u8) << place;
    }
    bits
}

/// A value among the neighbours.
#[derive(Clone, Copy, Default)]
struct Candidate {
    value: u8,
    /// Which neighbours have it.
    neighbours: u8,
    votes: u8,
}

/// The different values among the neighbours, the most frequent first.
struct Candidates {
    list: [Candidate; 6],
    count: usize,
}

impl Candidates {
    #[inline]
    fn new(site: &Site) -> Candidates {
        let mut candidates = Candidates { list: [Candidate::default(); 6], count: 0 };
        if let Some(value) = site.unanimous() {
            let neighbours = site.present;
            let votes = (neighbours.count_ones() + (neighbours & 15).count_ones()) as u8;
            candidates.list[0] = Candidate { value, neighbours, votes };
            candidates.count = 1;
            return candidates;
        }
        for (place, &value) in site.neighbours.iter().enumerate() {
            if site.present >> place & 1 != 0 {
                candidates.add(value, place);
            }
        }
        // In order of votes; those with as many stay in the order of the neighbours.
        for i in 1..candidates.count {
            let mut place = i;
            while place > 0 && candidates.list[place - 1].votes < candidates.list[place].votes {
                candidates.list.swap(place - 1, place);
                place -= 1;
            }
        }
        candidates
    }

    /// Adds a neighbour; the first four count twice.
    #[inline(always)]
    fn add(&mut self, value: u8, place: usize) {
        let same = self.list[..self.count].iter().position(|c| c.value == value);
        let entry = same.unwrap_or(self.count);
        self.count += usize::from(same.is_none());
        let candidate = &mut self.list[entry];
        candidate.value = value;
        candidate.neighbours |= 1 << place;
        candidate.votes += if place < 4 { 2 } else { 1 };
    }

    fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.list[..self.count].iter()
    }
}

/// Values that it is known not to be.
#[derive(Clone, Copy, Default)]
struct Excluded {
    values: [u8; TRIES],
    count: usize,
}

impl Excluded {
    fn add(&mut self, value: u8) {
        self.values[self.count] = value;
        self.count += 1;
    }

    fn has(&self, value: u8) -> bool {
        self.values[..self.count].contains(&value)
    }
}

/// Codes a value that is not `guess`, if there was a guess: it is then better for the mover.
#[inline(always)]
fn not_guessed(coder: &mut impl Coder, site: &Site, guess: Option<u8>, actual: u8) -> u8 {
    // Mostly all neighbours have one value, and mostly that is it.
    let floor = guess.map_or(i16::MIN, worth);
    let unanimous = site.unanimous().filter(|&value| worth(value) > floor);
    if let Some(value) = unanimous {
        let context = site.candidate(usize::from(guess.is_some()), value, site.present);
        if coder.flag(context, actual == value) {
            return value;
        }
    }
    not_unanimous(coder, site, guess, unanimous, actual)
}

/// Codes a value that is neither `guess` nor `refused`, which all neighbours have.
#[inline(never)]
fn not_unanimous(
    coder: &mut impl Coder,
    site: &Site,
    guess: Option<u8>,
    refused: Option<u8>,
    actual: u8,
) -> u8 {
    let candidates = Candidates::new(site);
    let mut excluded = Excluded::default();
    guess.into_iter().chain(refused).for_each(|value| excluded.add(value));
    let floor = guess.map_or(i16::MIN, worth);
    let untried = candidates.iter().filter(|c| refused.is_none() && worth(c.value) > floor);
    for candidate in untried {
        if excluded.count == TRIES {
            break;
        }
        let attempt = excluded.count;
        let context = site.candidate(attempt, candidate.value, candidate.neighbours);
        if coder.flag(context, actual == candidate.value) {
            return candidate.value;
        }
        excluded.add(candidate.value);
    }
    spell(coder, site, guess, &candidates, &excluded, actual)
}

/// A larger number is better for the side to move.
fn worth(cell: u8) -> i16 {
    match cell {
        DRAW => 0,
        plies if plies % 2 == 1 => 1000 - i16::from(plies),
        plies => i16::from(plies) - 1000,
    }
}

/// Codes a value that none of the candidates is: its kind, then its distance.
fn spell(
    coder: &mut impl Coder,
    site: &Site,
    guess: Option<u8>,
    candidates: &Candidates,
    excluded: &Excluded,
    actual: u8,
) -> u8 {
    let kind = |value: u8| if value == DRAW { 2 } else { value % 2 };
    let kinds = candidates.iter().fold(0, |kinds, c| kinds | 1 << kind(c.value));
    let no_draw = excluded.has(DRAW);
    let expected = (excluded.count > 0).then(|| excluded.values[0]);
    if !no_draw && coder.flag(site.kind(expected, kinds, no_draw, false), actual == DRAW) {
        return DRAW;
    }
    let wins = coder.flag(site.kind(expected, kinds, no_draw, true), actual % 2 == 1);
    let parity = u8::from(wins);
    let of_kind = || candidates.iter().filter(|c| kind(c.value) == parity);
    let (centre, spread) = match guess.filter(|&guess| kind(guess) == parity) {
        Some(guess) => (guess, 12 + usize::from(guess / 10).min(SPREADS - 13)),
        None if of_kind().next().is_none() => return spell_bits(coder, site, wins, actual),
        None => {
            let (sum, votes) = of_kind().fold((0, 0), |(sum, votes), c| {
                let weight = u32::from(c.votes);
                (sum + u32::from(c.value) * weight, votes + weight)
            });
            let longest = of_kind().map(|c| c.value).max().unwrap_or_default();
            let shortest = of_kind().map(|c| c.value).min().unwrap_or_default();
            ((sum / votes / 2 * 2) as u8 + parity, spread_class((longest - shortest) / 2))
        }
    };
    spell_steps(coder, site, Centre { value: centre, spread, wins }, excluded, actual)
}

/// The distance that is expected.
#[derive(Clone, Copy)]
struct Centre {
    value: u8,
    /// How sure it is, below [`SPREADS`].
    spread: usize,
    wins: bool,
}

fn spread_class(moves: u8) -> usize {
    match moves {
        0..=3 => moves.into(),
        4..=5 => 4,
        6..=8 => 5,
        9..=12 => 6,
        _ => 7,
    }
}

/// Codes how far a distance is from the expected one.
fn spell_steps(
    coder: &mut impl Coder,
    site: &Site,
    centre: Centre,
    excluded: &Excluded,
    actual: u8,
) -> u8 {
    let Centre { value, spread, wins } = centre;
    if !excluded.has(value) && coder.flag(site.sign(spread, wins, true), actual == value) {
        return value;
    }
    let longer = coder.flag(site.sign(spread, wins, false), actual > value);
    let mut reached = value;
    for steps in 1.. {
        let next = if longer { reached.checked_add(2) } else { reached.checked_sub(2) };
        // Sound bytes never lead beyond the distances there are.
        let Some(next) = next.filter(|&next| next != DRAW) else { break };
        reached = next;
        let context = site.length(spread, wins, longer, steps);
        if !excluded.has(reached) && coder.flag(context, actual == reached) {
            break;
        }
    }
    reached
}

/// Codes a distance of known parity, bit by bit.
fn spell_bits(coder: &mut impl Coder, site: &Site, wins: bool, actual: u8) -> u8 {
    let mut before = 1;
    for place in (0..7).rev() {
        let bit = (actual >> (place + 1)) & 1 != 0;
        before = before * 2 + usize::from(coder.flag(site.spelt(wins, before), bit));
    }
    // 7 bits behind the leading one.
    2 * (before as u8 & 127) + u8::from(wins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endgame::{layout::Layout, material::Material},
        file::{
            codec::{CONTEXTS, Decoder, Model},
            grid::Grid,
        },
    };

    #[test]
    fn any_bytes_under_any_model_decode_to_something() {
        let layout = Layout::new("KQKR".parse::<Material>().unwrap().normalise().0);
        let grid = Grid::new(&layout, [1, 0]).unwrap();
        let mut seed = 0x2545f4914f6cdd1d_u64;
        let mut byte = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 30) as u8
        };
        for round in 0..300 {
            let levels = (0..CONTEXTS).map(|_| byte()).collect();
            let model = Model::from_levels(levels).unwrap();
            let bytes: Vec<u8> = (0..round * 20).map(|_| byte()).collect();
            let mut block = Block::empty();
            let frame = Frame::new(&layout, &grid, round, SIDE);
            walk(&mut Decoder::new(&model, &bytes), &frame, Color::Black, None, &mut block);
            assert_eq!(block.stored, frame.stored);
        }
    }
}
