//! Of the values that a place may have, one that takes few bits.

use drawproof_board::Color;

use super::{
    candidates::Candidates,
    contexts::Site,
    frame::Frame,
    walk::{DRAW, worth, words_before},
};
use crate::{
    file::{block::Block, grid::SIDE},
    value::width::RawCell,
};

/// Of the values no better than `actual`, the one that most coded neighbours of a place have, or if none of
/// them has one, a draw or `actual`. `side` is coded first.
pub fn predicted_within(
    frame: &Frame,
    side: Color,
    block: &Block,
    (word, lane): (usize, usize),
    actual: RawCell,
) -> RawCell {
    let site = site(frame, side, block, word, lane);
    let allowed = |value: RawCell| worth(value) <= worth(actual);
    let candidate = Candidates::new(&site).map(|candidate| candidate.value).find(|&v| allowed(v));
    candidate.unwrap_or(if allowed(DRAW) { DRAW } else { actual })
}

/// The neighbours of a place.
fn site(frame: &Frame, side: Color, block: &Block, word: usize, lane: usize) -> Site {
    let (stored, cells) = (&frame.stored[side as usize], &block.cells[side as usize]);
    let [left, down] = words_before(frame, word);
    let file = lane % 8;
    let mut site = Site::default();
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
