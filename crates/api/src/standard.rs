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
    /// The position.
    #[serde(flatten)]
    pub position: PositionDocument,
    /// The endgame, such as `KRKN`. Not in the Lichess API.
    pub endgame: String,
    /// The plies of the shortest helpmate of each colour. Like the two after it, not in the Lichess API, and
    /// `None` where no table has helpmates.
    pub can_mate: Option<CanMate>,
    /// Whether neither colour can mate.
    pub dead: Option<bool>,
    /// A shortest helpmate of each colour.
    pub helpmates: Option<ByColour<Helpmate>>,
    /// The legal moves, best first.
    pub moves: Vec<MoveDocument>,
}

/// A legal move, and the position after it for the side that then moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveDocument {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// What kind of move it is.
    #[serde(flatten)]
    pub kinds: MoveKinds,
    /// The position after it.
    #[serde(flatten)]
    pub position: PositionDocument,
}

/// Returns the answer about a position from the values of `tables`.
///
/// # Errors
///
/// Those of the sources, other than that a table is missing.
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
    // The clock of the position itself counts: the move before it came in time if it is 100.
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

/// A position's result and distances, as in [`PositionDocument`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Brief {
    /// The result within the fifty-move rule.
    pub category: Category,
    /// Plies to the next capture or pawn move that keeps the result, or to mate.
    pub dtz: Option<i32>,
    /// Plies to mate.
    pub dtm: Option<i32>,
}

/// Returns the result and the distances of a position from the values of `tables`.
///
/// # Errors
///
/// Those of the sources, other than that a table is missing.
pub fn brief(board: &Board, tables: &Tables) -> Result<Brief, ProbeError> {
    let (dtm, dtz) = (value(board, tables.dtm)?, value(board, tables.dtz)?);
    let category = match (dtm, dtz) {
        // Mates, stalemates and bare kings are known without tables, some results by the moves.
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

/// Decides what rounding leaves open about the best moves by the category of the position before them, as the
/// Lichess API does.
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

/// The sort key of a move: the least comes first.
///
/// The order of the Lichess API, of which each part decides where those before it are equal: the
/// category after the move; mates; stalemates and positions without mating material; the distance to
/// mate; conversions and the distance to conversion; zeroing moves and the distance to zeroing; the
/// man captured and the promotion. Last, the squares, because the API leaves that open.
type Order = (
    Category,
    [bool; 3],
    Distance,
    (bool, Distance),
    (bool, Option<Reverse<i32>>),
    (Reverse<Option<Piece>>, Reverse<Option<Piece>>),
    (Square, Square),
);

/// The sort key of a distance of the side that moves next: its losses, the quickest first, then draws
/// and unknown distances, then its wins, the slowest first.
type Distance = (Reverse<Option<i32>>, Option<Reverse<i32>>);

fn order(board: &Board, mv: Move, document: &MoveDocument) -> Order {
    let MoveDocument { kinds, position, .. } = document;
    // The side that wins zeroes where it can, the one that loses where it must.
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

/// Returns the man that a move captures.
fn captured(board: &Board, mv: Move, kinds: MoveKinds) -> Option<Piece> {
    let takes = kinds.conversion && (mv.promotion.is_none() || mv.from.file() != mv.to.file());
    takes.then(|| board.piece_on(mv.to).unwrap_or(Piece::Pawn))
}
