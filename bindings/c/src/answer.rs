//! Answers as C structs.

use std::ffi::c_char;

use drawproof_tablebase::{FiftyMoves, MoveAnswer as LibraryMove};

use crate::error::copy;

/// `DRAWPROOF_NO_DISTANCE`.
const NO_DISTANCE: i32 = i32::MIN;

/// `drawproof_answer`: the answer about a position, for the side to move.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// 1 a win, 0 a draw, -1 a loss.
    pub result: i32,
    /// Plies to mate, negative for a loss; `i32::MIN` if there is no distance.
    pub dtm: i32,
    /// Plies to zeroing, as `dtm`.
    pub dtz: i32,
    /// Plies to conversion, as `dtm`.
    pub dtc: i32,
    /// From -2, a loss within the fifty-move rule, to 2, a win; 3 without DTZ.
    pub fifty: i32,
    /// 0.
    pub reserved: [i32; 3],
}

/// `drawproof_move`: a legal move and the answer about the position after it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MoveAnswer {
    /// UCI notation.
    pub uci: [c_char; 8],
    /// Standard algebraic notation.
    pub san: [c_char; 16],
    /// The answer after the move.
    pub answer: Answer,
}

impl From<drawproof_tablebase::Answer> for Answer {
    #[inline]
    fn from(answer: drawproof_tablebase::Answer) -> Answer {
        Answer {
            result: answer.result as i32,
            dtm: answer.dtm.unwrap_or(NO_DISTANCE),
            dtz: answer.dtz.unwrap_or(NO_DISTANCE),
            dtc: answer.dtc.unwrap_or(NO_DISTANCE),
            fifty: match answer.fifty {
                Some(FiftyMoves::Loss) => -2,
                Some(FiftyMoves::BlessedLoss) => -1,
                Some(FiftyMoves::Draw) => 0,
                Some(FiftyMoves::CursedWin) => 1,
                Some(FiftyMoves::Win) => 2,
                None => 3,
            },
            reserved: [0; 3],
        }
    }
}

impl From<LibraryMove> for MoveAnswer {
    fn from(mv: LibraryMove) -> MoveAnswer {
        let mut answer = MoveAnswer { uci: [0; 8], san: [0; 16], answer: mv.answer.into() };
        copy(&mv.uci(), &mut answer.uci);
        copy(&mv.san, &mut answer.san);
        answer
    }
}
