//! Mutual zugzwangs: placements of the men, legal with either side to move, in which having the move
//! is worse for both sides.

use std::{fmt, ops::Range};

use drawproof_board::{Color, Square};
use serde::Serialize;

use super::{
    counting::Counting,
    selection::{Selection, for_each_lane},
};
use crate::{
    endgame::placement::Placement,
    memory::plain::PlainTable,
    parallel,
    value::outcome::{Value, Wdl},
};

/// The kinds of mutual zugzwang. A name gives the result with White to move, then the result with
/// Black to move, each for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ZugzwangKind {
    /// White draws with the move and wins without it.
    #[serde(rename = "draw/loss")]
    DrawLoss,
    /// Black draws with the move and wins without it.
    #[serde(rename = "loss/draw")]
    LossDraw,
    /// Either side loses if it is to move.
    #[serde(rename = "loss/loss")]
    LossLoss,
}

impl ZugzwangKind {
    /// All three kinds of mutual zugzwang.
    pub const ALL: [ZugzwangKind; 3] =
        [ZugzwangKind::DrawLoss, ZugzwangKind::LossDraw, ZugzwangKind::LossLoss];

    /// Returns the kind of mutual zugzwang, given the values of a placement for White to move and
    /// for Black to move; `None` if it is not a mutual zugzwang.
    #[inline]
    pub fn of(white_to_move: Value, black_to_move: Value) -> Option<ZugzwangKind> {
        match (white_to_move.wdl(), black_to_move.wdl()) {
            (Wdl::Draw, Wdl::Loss) => Some(ZugzwangKind::DrawLoss),
            (Wdl::Loss, Wdl::Draw) => Some(ZugzwangKind::LossDraw),
            (Wdl::Loss, Wdl::Loss) => Some(ZugzwangKind::LossLoss),
            _ => None,
        }
    }
}

impl fmt::Display for ZugzwangKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            ZugzwangKind::DrawLoss => "draw/loss",
            ZugzwangKind::LossDraw => "loss/draw",
            ZugzwangKind::LossLoss => "loss/loss",
        })
    }
}

/// A mutual zugzwang and its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MutualZugzwang {
    /// The position with White to move, as a FEN.
    pub fen: String,
    /// The kind of the mutual zugzwang: the result with White to move and the result with Black to
    /// move.
    pub kind: ZugzwangKind,
}

/// Returns the mutual zugzwangs that a convention counts, in the order of table indices. Positions
/// that differ only in the order of like men are listed once. Runs on the current rayon pool.
pub fn mutual_zugzwangs(table: &PlainTable, counting: Counting) -> Vec<MutualZugzwang> {
    let selection = Selection::new(table.layout(), counting);
    mutual_zugzwangs_among(table, &selection, 0..table.layout().words())
}

/// Returns the mutual zugzwangs in some words that the convention counts.
pub(super) fn mutual_zugzwangs_among(
    table: &PlainTable,
    selection: &Selection,
    words: Range<usize>,
) -> Vec<MutualZugzwang> {
    let of_words = |range: Range<usize>| -> Vec<MutualZugzwang> {
        range.flat_map(|word| of_word(table, selection, words.start + word)).collect()
    };
    parallel::map_ranges(words.len(), 1024, of_words).into_iter().flatten().collect()
}

/// Returns the counted mutual zugzwangs of a word.
fn of_word(table: &PlainTable, selection: &Selection, word: usize) -> Vec<MutualZugzwang> {
    let mut found = Vec::new();
    for_each_lane(both_legal(table, selection, word), |lane| {
        let index = word * 64 + lane;
        let [white, black] = Color::ALL.map(|side| table.value(side, index));
        let Some(kind) = ZugzwangKind::of(white, black) else { return };
        let layout = table.layout();
        let squares = layout.squares(index);
        for image in selection.images(word) {
            let squares: Vec<Square> = squares.iter().map(|&s| image.square(s)).collect();
            let fen = Placement::new(layout, &squares, Color::White).to_fen();
            found.push(MutualZugzwang { fen, kind });
        }
    });
    found
}

/// Returns the lanes of a word whose positions `selection` counts and that are legal with either
/// side to move. Of positions that differ only in the order of like men, only one is included.
#[inline]
pub fn both_legal(table: &PlainTable, selection: &Selection, word: usize) -> u64 {
    let legal = table.legal(Color::White)[word] & table.legal(Color::Black)[word];
    if legal == 0 { 0 } else { selection.ordered(word, selection.lanes(word, legal)) }
}
