//! `/standard`: a position and its legal moves, best first; or the position alone.

use std::cmp::Reverse;

use drawproof_board::{Board, Move, Piece, Square, notation};
use drawproof_tables::{
    MoveKinds, Placement,
    probe::{ProbeError, successors},
};
use serde::Serialize;

use crate::{
    helpmate::{ByColour, CanMate, Helpmate, HelpmateParts, helpmates},
    position::{
        Category, PositionDocument, Tables, category, known, signed_dtm, signed_dtz, value,
    },
};

/// The answer of `/standard`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standard {
    /// The values of the position.
    #[serde(flatten)]
    pub position: PositionDocument,
    /// The name of the endgame, such as `KRKN`. Not in the Lichess API.
    pub endgame: String,
    /// The plies of each colour's shortest helpmate; `None` if no table has helpmates. Not in the
    /// Lichess API.
    pub can_mate: Option<CanMate>,
    /// Whether neither colour can mate; `None` if no table has helpmates. Not in the Lichess API.
    pub dead: Option<bool>,
    /// A shortest helpmate of each colour; `None` if no table has helpmates. Not in the Lichess
    /// API.
    pub helpmates: Option<ByColour<Helpmate>>,
    /// The legal moves, best first.
    pub moves: Vec<MoveDocument>,
}

/// A legal move and the position after it, for the side then to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveDocument {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Whether the move is zeroing (a capture or pawn move) and whether it is a conversion (a
    /// capture or promotion).
    #[serde(flatten)]
    pub kinds: MoveKinds,
    /// The values of the position after the move, for the side then to move.
    #[serde(flatten)]
    pub position: PositionDocument,
}

/// Returns the values of a position and of the positions after its moves, from `tables`.
///
/// # Errors
///
/// Returns the errors of the sources, except for missing tables.
pub fn standard(board: &Board, tables: &Tables) -> Result<Standard, ProbeError> {
    let clock = u16::from(board.halfmove_clock());
    let mut ranked = Vec::new();
    for (mv, after) in successors(board) {
        let has_moves = after.generate_moves(|_| true);
        let document = MoveDocument {
            uci: notation::display_uci_move(board, mv).to_string(),
            san: notation::display_san_move(board, mv),
            kinds: MoveKinds::new(board, mv),
            position: PositionDocument::new(&after, has_moves, clock, tables)?,
        };
        ranked.push((order(board, mv, &document), document));
    }
    ranked.sort_unstable_by_key(|(order, _)| *order);
    let mut moves: Vec<MoveDocument> = ranked.into_iter().map(|(_, document)| document).collect();
    // The clock of the position itself counts: at 100, the move before it came in time.
    let before = clock.saturating_sub(1);
    let mut position = PositionDocument::new(board, !moves.is_empty(), before, tables)?;
    decide_rounded(&mut moves, position.category);
    if let Some(best) = moves.first() {
        position.category = -best.position.category;
    }
    let parts = HelpmateParts { lines: true, moves: false };
    let helpmates = tables.helpmates.map(|source| known(helpmates("", board, source, parts)));
    let (can_mate, dead, helpmates) = match helpmates.transpose()?.flatten() {
        Some(of) => (Some(of.can_mate), Some(of.dead), of.helpmates),
        None => (None, None, None),
    };
    let endgame = Placement::from(board).normalise().0.to_string();
    Ok(Standard { position, endgame, can_mate, dead, helpmates, moves })
}

/// The result and distances of a position, as in [`PositionDocument`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Brief {
    /// The result within the fifty-move rule.
    pub category: Category,
    /// The plies to the next capture or pawn move that keeps the result, or to mate; negative for a
    /// loss.
    pub dtz: Option<i32>,
    /// The plies to mate; negative for a loss.
    pub dtm: Option<i32>,
}

/// Returns the result and the distances of a position from the values of `tables`.
///
/// # Errors
///
/// Returns the errors of the sources, except for missing tables.
pub fn brief(board: &Board, tables: &Tables) -> Result<Brief, ProbeError> {
    let (dtm, dtz) = (value(board, tables.dtm)?, value(board, tables.dtz)?);
    let category = match (dtm, dtz) {
        // Mates, stalemates and bare kings need no tables; some results follow from the moves.
        (None, None) => {
            let has_moves = board.generate_moves(|_| true);
            match PositionDocument::new(board, has_moves, 0, tables)?.category {
                Category::Unknown => standard(board, tables)?.position.category,
                known => known,
            }
        }
        _ => category(board, dtm, dtz),
    };
    let dtm = dtm.and_then(signed_dtm);
    Ok(Brief { category, dtz: dtz.map(signed_dtz), dtm })
}

/// Decides the best moves that rounding leaves open, from the category of the position before them.
/// The Lichess API does the same.
fn decide_rounded(moves: &mut [MoveDocument], before: Category) {
    let (open, decided) = match before {
        Category::Win => (Category::SyzygyLoss, Category::Loss),
        Category::CursedWin => (Category::SyzygyLoss, Category::BlessedLoss),
        Category::BlessedLoss => (Category::SyzygyWin, Category::CursedWin),
        Category::Loss => (Category::SyzygyWin, Category::Win),
        _ => return,
    };
    for document in moves.iter_mut().take_while(|it| it.position.category == open) {
        document.position.category = decided;
    }
}

/// The sort key of a move; the lowest comes first.
///
/// The order is that of the Lichess API. Each criterion breaks the ties of those before it: the
/// category after the move; mates; stalemates and positions without mating material; the distance
/// to mate; conversions and the distance to conversion; zeroing moves and the distance to zeroing;
/// the captured man and the promotion. The squares come last, because the API leaves their order
/// open.
type Order = (
    Category,
    [bool; 3],
    Distance,
    (bool, Distance),
    (bool, Option<Reverse<i32>>),
    (Reverse<Option<Piece>>, Reverse<Option<Piece>>),
    (Square, Square),
);

/// The sort key of a distance for the side then to move: losses come first (quickest first), then
/// draws and unknown distances, then wins (slowest first).
type Distance = (Reverse<Option<i32>>, Option<Reverse<i32>>);

fn order(board: &Board, mv: Move, document: &MoveDocument) -> Order {
    let MoveDocument { kinds, position, .. } = document;
    // The winner zeroes where possible, the loser only where it must.
    let postponed = !position.category.is_win();
    (
        position.category,
        [!position.checkmate, !position.stalemate, !position.insufficient_material],
        distance(position.dtm),
        (kinds.conversion ^ postponed, distance(position.dtc)),
        (kinds.zeroing ^ postponed, position.dtz.map(Reverse)),
        (Reverse(captured(board, mv, *kinds)), Reverse(mv.promotion)),
        (mv.from, mv.to),
    )
}

fn distance(plies: Option<i32>) -> Distance {
    (Reverse(plies.filter(|plies| *plies < 0)), plies.filter(|plies| *plies > 0).map(Reverse))
}

/// Returns the man that a move captures, if any.
fn captured(board: &Board, mv: Move, kinds: MoveKinds) -> Option<Piece> {
    let takes = kinds.conversion && (mv.promotion.is_none() || mv.from.file() != mv.to.file());
    takes.then(|| board.piece_on(mv.to).unwrap_or(Piece::Pawn))
}
