//! Of the values that a place may have, one that takes few bits.

use drawproof_board::Color;

use super::{
    candidates::Candidates,
    coder::Coder,
    contexts::Site,
    frame::Frame,
    model::Model,
    walk::{DRAW, not_guessed, words_before, worth},
};
use crate::{
    file::{block::Block, grid::SIDE},
    value::width::RawCell,
};

/// Of some values no better than `actual`, the one that takes the fewest bits under a model: those of the coded
/// neighbours, a draw, and `actual` itself. Without a model, the one that most neighbours have. `side` is coded
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

/// Adds up what decisions cost.
struct Cost<'m> {
    model: &'m Model,
    /// In the units of [`Model::cost`].
    bits: u64,
}

impl Coder for Cost<'_> {
    #[inline]
    fn flag(&mut self, context: usize, bit: bool) -> bool {
        self.bits += self.model.cost(context, bit);
        bit
    }
}

/// The neighbours of a place.
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
