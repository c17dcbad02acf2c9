//! The walk through a block, cell by cell.

use drawproof_board::{BitBoard, Color};

use super::{
    candidates::{Candidate, Candidates, Excluded},
    contexts::{Site, TRIES},
    escape::escape,
    frame::Frame,
    model::{Coder, Model},
    predict::{self, BEFORE, Bytes},
};
use crate::{
    file::grid::{Block, SIDE},
    value::{cell::Cell, width::RawCell},
};

pub const DRAW: RawCell = Cell::DRAW.file_byte();
pub const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
pub const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The state of four neighbours as a base 3 number, `[present][guessed right]`: 0 missing, 1
/// guessed right, 2 guessed wrong.
pub static AGREEMENT: [[u8; 16]; 16] = {
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

/// Codes the stored cells of a block. The side `first` is coded first. `until` ends the walk with
/// word `until.1` of side `until.0`; `None` codes all cells. A decoder writes the decoded cells
/// into `block`.
pub fn walk(
    coder: &mut impl Coder,
    frame: &Frame,
    first: Color,
    until: Option<(Color, usize)>,
    block: &mut Block,
) {
    let second = !first;
    let (last_side, last_word) = until.unwrap_or((second, SIDE - 1));
    let words = |side| if side == last_side { last_word + 1 } else { SIDE };
    block.stored = frame.stored;
    walk_side(coder, frame, first, None, words(first), block);
    if last_side == first {
        return;
    }
    let best = best_moves(frame, second, block);
    walk_side(coder, frame, second, Some(&best), words(second), block);
}

/// Returns, for each cell, the rank of the best move of `mover` within the block. The cells of the
/// other side must be known.
pub fn best_moves(frame: &Frame, mover: Color, block: &Block) -> Box<Bytes> {
    let mut known = frame.stored[!mover as usize];
    let mut cells = Box::new(block.cells[!mover as usize]);
    if frame.has_like_men() {
        mirror(&mut cells, &mut known);
    }
    predict::best_moves(frame, mover, &cells, &known)
}

/// Copies each known cell to the place with the two like men exchanged.
fn mirror(cells: &mut Bytes, known: &mut [u64; SIDE]) {
    for word in 0..SIDE {
        for lane in BitBoard(known[word]) {
            let lane = lane as usize;
            cells[lane][word] = cells[word][lane];
            known[lane] |= 1 << word;
        }
    }
}

/// Codes the first `words` words of one side to move. For the second side only, `best` holds the
/// rank of the best move by place.
fn walk_side(
    coder: &mut impl Coder,
    frame: &Frame,
    side: Color,
    best: Option<&Bytes>,
    words: usize,
    block: &mut Block,
) {
    block.words[side as usize] = words;
    let stored = block.stored[side as usize];
    let other_stored = block.stored[!side as usize];
    // For each word, the lanes where the guess was right.
    let mut right = [0_u64; SIDE];
    for word in 0..words {
        if stored[word] == 0 {
            continue;
        }
        let earlier = words_before(frame, word);
        let before = earlier.map(|word| word.map_or(0, |word| stored[word]));
        let right_before = earlier.map(|word| word.map_or(0, |word| right[word]));
        let present = around(stored[word], before);
        for lane in BitBoard(stored[word]) {
            let lane = lane as usize;
            let cells = &block.cells[side as usize];
            let value = |word: usize, back: usize| cells[word][lane.wrapping_sub(back) % SIDE];
            let mut site = Site {
                neighbours: [
                    value(word, 1),
                    value(word, 8),
                    value(earlier[0].unwrap_or(word), 0),
                    value(earlier[1].unwrap_or(word), 0),
                    value(word, 9),
                    value(word, 7),
                    0,
                    0,
                ],
                present: bits_at(&present, lane),
                tension: frame.tension(side, word, lane),
                second: best.is_some(),
                ..Site::default()
            };
            let actual = cells[word][lane];
            let coded = match best {
                None => not_guessed(coder, &site, None, actual),
                Some(best) => {
                    let around = around(right[word], right_before);
                    let agreeing = usize::from(bits_at(&around, lane)) & 15;
                    site.agreement = AGREEMENT[usize::from(site.present) & 15][agreeing];
                    if other_stored[word] >> lane & 1 != 0 {
                        let other = block.cells[!side as usize][word][lane];
                        site.other = if other == DRAW { 1 } else { 2 + other % 2 };
                    }
                    let rank = best[word][lane];
                    if rank == predict::NONE {
                        not_guessed(coder, &site, None, actual)
                    } else {
                        let guess = BEFORE[usize::from(rank)];
                        if coder.flag(site.guess(guess), actual == guess) {
                            right[word] |= 1 << lane;
                            guess
                        } else {
                            not_guessed(coder, &site, Some(guess), actual)
                        }
                    }
                }
            };
            block.cells[side as usize][word][lane] = coded;
        }
    }
}

/// Returns the word in which the upper man is one square farther left, and the word in which it is
/// one square farther down; `None` beyond the edge of the board.
pub fn words_before(frame: &Frame, word: usize) -> [Option<usize>; 2] {
    let has_left = if frame.upper_man.is_some() { !word.is_multiple_of(8) } else { word > 0 };
    [has_left.then(|| word - 1), word.checked_sub(8)]
}

/// Returns, for each neighbour in the order of [`Site::neighbours`], the lanes whose neighbour is
/// in a set. The set has `lanes` in the same word, and `before` in the words left and down.
#[inline]
fn around(lanes: u64, before: [u64; 2]) -> [u64; 6] {
    let [left, down] = before;
    [lanes << 1 & NOT_A, lanes << 8, left, down, lanes << 9 & NOT_A, lanes << 7 & NOT_H]
}

/// Returns a number whose bit `n` says whether set `n` has the lane.
#[inline]
fn bits_at(sets: &[u64; 6], lane: usize) -> u8 {
    let mut bits = 0;
    for (place, set) in sets.iter().enumerate() {
        bits |= ((set >> lane & 1) as u8) << place;
    }
    bits
}

/// Codes a value that is not `guess`, from the candidates. By distance to mate, a value other than
/// the guess must be better for the mover, so only better candidates are tried.
#[inline(always)]
pub fn not_guessed(
    coder: &mut impl Coder,
    site: &Site,
    guess: Option<RawCell>,
    actual: RawCell,
) -> RawCell {
    // In most places all neighbours have one value, and the place has it too.
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

/// Codes a value that is neither `guess` nor `refused`, the common value of all neighbours.
#[inline(never)]
fn not_unanimous(
    coder: &mut impl Coder,
    site: &Site,
    guess: Option<RawCell>,
    refused: Option<RawCell>,
    actual: RawCell,
) -> RawCell {
    let mut excluded = Excluded::new();
    guess.into_iter().chain(refused).for_each(|value| excluded.add(value));
    let floor = guess.map_or(i16::MIN, worth);
    let is_untried = |c: &Candidate| refused.is_none() && worth(c.value) > floor;
    for candidate in Candidates::new(site).filter(is_untried) {
        if excluded.count() == TRIES {
            break;
        }
        let attempt = excluded.count();
        let context = site.candidate(attempt, candidate.value, candidate.neighbours);
        if coder.flag(context, actual == candidate.value) {
            return candidate.value;
        }
        excluded.add(candidate.value);
    }
    escape(coder, site, guess, &excluded, actual)
}

/// Returns the rank of the value in a file cell; larger is better for the side to move.
pub fn worth(cell: RawCell) -> i16 {
    match cell {
        DRAW => 0,
        plies if plies % 2 == 1 => 1000 - i16::from(plies),
        plies => i16::from(plies) - 1000,
    }
}

/// Returns the value to store in a cell where any value no better than `actual` is allowed: the
/// value of a coded neighbour, a draw, or `actual` itself. Selects the value that takes the fewest
/// bits if there is a model, otherwise the value of most neighbours. `side` must be the side coded
/// first.
pub fn predicted_within(
    frame: &Frame,
    side: Color,
    block: &Block,
    (word, lane): (usize, usize),
    (actual, model): (RawCell, Option<&Model>),
) -> RawCell {
    let site = site(frame, side, block, word, lane);
    let of_neighbours = Candidates::new(&site).map(|candidate| candidate.value);
    let all = of_neighbours.chain([DRAW, actual]);
    let mut allowed = all.filter(|&value| worth(value) <= worth(actual));
    let chosen = match model {
        None => allowed.next(),
        Some(model) => allowed.min_by_key(|&value| {
            let mut cost = Cost { model, bits: 0 };
            not_guessed(&mut cost, &site, None, value);
            cost.bits
        }),
    };
    chosen.unwrap_or(actual)
}

/// Adds up the costs of decisions.
struct Cost<'m> {
    model: &'m Model,
    /// The cost in the units of [`Model::cost`].
    bits: u64,
}

impl Coder for Cost<'_> {
    #[inline]
    fn flag(&mut self, context: usize, bit: bool) -> bool {
        self.bits += self.model.cost(context, bit);
        bit
    }
}

/// Returns what is known of a place before its value is coded.
fn site(frame: &Frame, side: Color, block: &Block, word: usize, lane: usize) -> Site {
    let (stored, cells) = (&frame.stored[side as usize], &block.cells[side as usize]);
    let [left, down] = words_before(frame, word);
    let file = lane % 8;
    let mut site = Site { tension: frame.tension(side, word, lane), ..Site::default() };
    let neighbours = [
        (Some(word).filter(|_| file > 0), 1),
        (Some(word), 8),
        (left, 0),
        (down, 0),
        (Some(word).filter(|_| file > 0), 9),
        (Some(word).filter(|_| file < 7), 7),
    ];
    for (place, (word, back)) in neighbours.into_iter().enumerate() {
        let Some((word, lane)) = word.zip(lane.checked_sub(back)) else { continue };
        if stored[word] >> lane & 1 != 0 {
            site.neighbours[place] = cells[word][lane % SIDE];
            site.present |= 1 << place;
        }
    }
    site
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endgame::{layout::Layout, material::NormalMaterial},
        file::{
            codec::{CONTEXTS, Decoder, Model},
            grid::Grid,
        },
    };

    #[test]
    fn any_bytes_under_any_model_decode_to_something() {
        let layout = Layout::new("KQKR".parse::<NormalMaterial>().unwrap());
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
