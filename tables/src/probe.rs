//! Probing: the value of a complete position, with en-passant right, from tables that hold only the
//! men and the side to move.
//!
//! This module serves callers with single positions. Tables implement the trait [`Values`]; a
//! [`TableSource`] also has whole tables. Probing exchanges colours if the table has them
//! exchanged, scores bare kings as a draw, and resolves an en-passant right by looking one ply
//! ahead. Castling rights are an error.

use std::{error::Error, sync::Arc};

use drawproof_board::{Board, BoardBuilder, Move, Piece, Rank, Square};
use serde::Serialize;

use crate::{
    endgame::{
        material::{MEN_MAX, NormalMaterial},
        placement::Placement,
    },
    memory::{
        plain::{PlainTable, TableSet},
        windows::Windows,
    },
    value::{
        distance::Distance,
        metric::{Metric, MoveKind},
        outcome::{Number, Value},
    },
};

/// A source of stored values for single positions: tables in memory or on disk.
pub trait Values {
    /// Returns the metric of the values.
    fn metric(&self) -> Metric;

    /// Returns the stored value of `placement`, for the side to move. The placement must have
    /// exactly the men of `material`, at least three, and White must be the first side of the
    /// canonical name.
    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError>;
}

/// A source of tables: memory, files, or a generator.
pub trait TableSource: Values + Sync {
    /// Returns the table of an endgame of at least three men.
    ///
    /// # Errors
    ///
    /// Fails if the source cannot supply the table: for example, the table is missing, its file is
    /// damaged, or there is too little memory to solve it.
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>>;

    /// Returns a reader for one pass over all values of an endgame. The reader supplies a table
    /// that does not fit into memory window by window.
    ///
    /// # Errors
    ///
    /// Fails as [`TableSource::table`] does.
    fn windows(&self, material: NormalMaterial) -> Result<Windows, Box<dyn Error + Send + Sync>> {
        Ok(Windows::Whole(self.table(material)?))
    }

    /// Evicts pages of scratch files from memory if the source exceeds its memory limit. A long
    /// operation that reads much of a table must call this from time to time.
    fn keep_within_bound(&self) {}

    /// Returns a source of tables by distance to zeroing, which give the results of `material`
    /// under the fifty-move rule. The caller may keep using the table of `material` by distance to
    /// mate.
    ///
    /// # Errors
    ///
    /// Fails if this source has no tables by distance to zeroing.
    fn zeroing(
        &self,
        material: NormalMaterial,
    ) -> Result<Box<dyn TableSource + '_>, Box<dyn Error + Send + Sync>> {
        Err(format!("there are no tables of distances to zeroing for {material}").into())
    }
}

/// The reason why the value of a position cannot be returned.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The position has castling rights, which tables do not support.
    #[error(
        "the position has castling rights, which tables do not know: write '-' if there are none"
    )]
    CastlingRights,
    /// The position has this many men, which is more than any table supports.
    #[error("the position has {0} men; tables have at most {MEN_MAX}")]
    TooManyMen(usize),
    /// The position, which has this material, is illegal.
    #[error("the position is illegal in {0}")]
    Illegal(NormalMaterial),
    /// The source lacks the table of this endgame.
    #[error("there is no table of {0} here: run 'drawproof generate {0}'")]
    NoTable(NormalMaterial),
    /// The stored values of a position and its successors contradict each other. The text is the
    /// FEN of the position.
    #[error("the tables contradict each other at '{0}': audit them with 'drawproof check'")]
    Contradiction(String),
    /// The source has the table but cannot read it.
    #[error(transparent)]
    Unreadable(Box<dyn std::error::Error + Send + Sync>),
}

impl Values for TableSet {
    fn metric(&self) -> Metric {
        TableSet::metric(self)
    }

    fn value(&self, material: NormalMaterial, placement: &Placement) -> Result<Value, ProbeError> {
        let table = self.get(material).ok_or(ProbeError::NoTable(material))?;
        table.probe(placement).ok_or(ProbeError::Illegal(material))
    }
}

impl TableSource for TableSet {
    fn table(
        &self,
        material: NormalMaterial,
    ) -> Result<Arc<PlainTable>, Box<dyn Error + Send + Sync>> {
        self.get(material).cloned().ok_or_else(|| format!("there is no table of {material}").into())
    }
}

/// The properties of a move that metrics distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveKinds {
    /// Whether the move is a capture or a pawn move, which resets the half-move clock.
    pub zeroing: bool,
    /// Whether the move is a capture or a promotion.
    pub conversion: bool,
}

impl MoveKinds {
    /// Returns the properties of a legal move on `board`.
    pub fn new(board: &Board, mv: Move) -> MoveKinds {
        let is_pawn = board.piece_on(mv.from) == Some(Piece::Pawn);
        let captures = board.color_on(mv.to) == Some(!board.side_to_move())
            || is_pawn && mv.from.file() != mv.to.file();
        MoveKinds { zeroing: captures || is_pawn, conversion: captures || mv.promotion.is_some() }
    }

    /// Returns the [`MoveKind`] that these properties determine.
    pub fn of_metric(self) -> MoveKind {
        match self {
            MoveKinds { conversion: true, .. } => MoveKind::Conversion,
            MoveKinds { zeroing: true, .. } => MoveKind::PawnMove,
            _ => MoveKind::Quiet,
        }
    }
}

/// A legal move, the position after it, and the value of that position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The legal move.
    pub mv: Move,
    /// The position after the move.
    pub after: Board,
    /// The value of the position after the move, for the side to move there.
    pub value: Value,
}

/// Returns the value of a position for the side to move, taking an en-passant right into account.
/// Returns an error for castling rights, for an illegal position, and if the source has no readable
/// table.
pub fn probe(board: &Board, source: &(impl Values + ?Sized)) -> Result<Value, ProbeError> {
    if board.has_castling_rights() {
        return by_rules(board).ok_or(ProbeError::CastlingRights);
    }
    let captures = en_passant_captures(board);
    if captures.is_empty() {
        return stored(board, source);
    }
    let mut best: Option<Value> = None;
    for mv in captures.iter() {
        let value = stored(&after(board, mv), source)?;
        let value = source.metric().before(MoveKind::Conversion, value);
        best = Some(best.map_or(value, |best| best.or_better(value)));
    }
    let en_passant = best.expect("there is a capture");
    // The stored value ignores the capture. If the capture is the only move, the stored value is
    // that of a mate or stalemate that is not on the board.
    if captures.only_moves {
        Ok(en_passant)
    } else {
        Ok(stored(board, source)?.or_better(en_passant))
    }
}

/// Does what [`probe`] does, but returns the value with its distance. Panics unless the source has
/// the metric of `D`.
pub fn probe_as<D: Distance>(
    board: &Board,
    source: &(impl Values + ?Sized),
) -> Result<Value<D>, ProbeError> {
    Ok(source.metric().read(probe(board, source)?))
}

/// Returns all legal moves with the values of the positions after them, best move first; equally
/// good moves are ordered by their squares. Errors are those of [`probe`].
pub fn moves(board: &Board, source: &(impl Values + ?Sized)) -> Result<Vec<MoveValue>, ProbeError> {
    let mut moves = successors(board)
        .map(|(mv, after)| Ok(MoveValue { mv, value: probe(&after, source)?, after }))
        .collect::<Result<Vec<_>, ProbeError>>()?;
    moves.sort_by_key(|MoveValue { mv, value, .. }| (value.rank(), mv.from, mv.to, mv.promotion));
    Ok(moves)
}

/// Returns an optimal line to mate: the winner mates as soon as possible, and the loser delays the
/// mate as long as possible. The line is empty for a draw and for mate on the board. Errors are
/// those of [`probe`].
pub fn line(board: &Board, source: &(impl Values + ?Sized)) -> Result<Vec<Move>, ProbeError> {
    let mut line = Vec::new();
    let mut board = board.clone();
    let mut left = probe(&board, source)?.number().unwrap_or(0);
    while left > 0 {
        left -= 1;
        let best = moves(&board, source)?.into_iter().next();
        let leads_to_mate = |best: &MoveValue| best.value.number() == Some(left);
        let Some(MoveValue { mv, after, .. }) = best.filter(leads_to_mate) else {
            return Err(ProbeError::Contradiction(board.to_string()));
        };
        board = after;
        line.push(mv);
    }
    Ok(line)
}

/// Returns whether neither side has enough material to mate by any moves: bare kings, one bishop or
/// knight besides the kings, or only bishops on squares of one colour.
pub fn insufficient_material(board: &Board) -> bool {
    let [knights, bishops, kings] =
        [Piece::Knight, Piece::Bishop, Piece::King].map(|piece| board.pieces(piece));
    let minor_only = (board.occupied() ^ knights ^ bishops ^ kings).is_empty();
    let light = bishops & drawproof_board::BitBoard::LIGHT_SQUARES;
    let bishops_of_one_colour = light.is_empty() || light == bishops;
    let one_knight = knights.len() == 1 && bishops.is_empty();
    minor_only && (one_knight || (knights.is_empty() && bishops_of_one_colour))
}

/// Returns the value of a position that the rules of chess decide without a table, with any number
/// of men: a mate, a stalemate, or men that cannot mate.
pub fn by_rules(board: &Board) -> Option<Value> {
    if insufficient_material(board) {
        return Some(Value::Draw);
    }
    let is_over = !board.generate_moves(|_| true);
    let is_mate = !board.checkers().is_empty();
    is_over.then(|| if is_mate { Value::Loss(Number::new(0)) } else { Value::Draw })
}

/// Returns all legal moves, in no particular order.
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut legal = Vec::new();
    board.generate_moves(|moves| {
        legal.extend(moves);
        false
    });
    legal
}

/// Returns all legal moves and the positions after them, in the order of [`legal_moves`].
pub fn successors(board: &Board) -> impl Iterator<Item = (Move, Board)> {
    legal_moves(board).into_iter().map(|mv| (mv, after(board, mv)))
}

/// Returns the destination of the en-passant capture, if one is legal.
pub fn en_passant_target(board: &Board) -> Option<Square> {
    let captures = en_passant_captures(board);
    captures.target.filter(|_| !captures.is_empty())
}

/// Returns the position with each possible en-passant right that makes a capture legal, one
/// position per right.
pub fn with_en_passant_rights(board: &Board) -> Vec<Board> {
    let side = board.side_to_move();
    let rank = Rank::Fifth.relative_to(side).bitboard();
    let [takers, pushed] =
        [side, !side].map(|color| board.colored_pieces(color, Piece::Pawn) & rank);
    let mut boards = Vec::new();
    for pawn in pushed {
        let target = Square::new(pawn.file(), Rank::Sixth.relative_to(side));
        if (drawproof_board::get_pawn_attacks(target, !side) & takers).is_empty() {
            continue;
        }
        let mut builder = BoardBuilder::from_board(board);
        builder.en_passant = Some(target);
        // The builder refuses a blocked double push, and a check that no double push can give.
        boards.extend(builder.build().ok().filter(|board| en_passant_target(board).is_some()));
    }
    boards
}

/// Returns the position after a legal move.
pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(mv);
    after
}

/// The legal en-passant captures of a position.
pub(crate) struct EnPassant {
    /// The destination of the captures; `None` without a right.
    target: Option<Square>,
    /// The squares of the capturing pawns, at most two.
    from: drawproof_board::BitBoard,
    /// Whether the side to move has no other legal move.
    pub only_moves: bool,
}

impl EnPassant {
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Move> + use<'_> {
        let to = self.target.into_iter();
        to.flat_map(|to| self.from.into_iter().map(move |from| Move { from, to, promotion: None }))
    }
}

pub(crate) fn en_passant_captures(board: &Board) -> EnPassant {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    let target = board.en_passant().map(|file| Square::new(file, rank));
    let mut found = EnPassant { target, from: drawproof_board::BitBoard::EMPTY, only_moves: true };
    let Some(target) = target else { return found };
    board.generate_moves(|moves| {
        let captures = moves.piece == Piece::Pawn && moves.from.file() != target.file();
        if captures && moves.to.has(target) {
            found.from |= moves.from.bitboard();
        }
        let others = if captures { moves.to - target.bitboard() } else { moves.to };
        found.only_moves &= others.is_empty();
        false
    });
    found
}

/// Returns the stored value of the men on the board, ignoring an en-passant right.
fn stored(board: &Board, source: &(impl Values + ?Sized)) -> Result<Value, ProbeError> {
    let men = board.occupied().len() as usize;
    match men {
        2 => Ok(Value::Draw),
        3..=MEN_MAX => {
            let (material, placement) = Placement::from(board).normalise();
            source.value(material, &placement)
        }
        _ => by_rules(board).ok_or(ProbeError::TooManyMen(men)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that scores every position as a draw.
    struct AllDrawn;

    impl Values for AllDrawn {
        fn metric(&self) -> Metric {
            Metric::Dtm
        }

        fn value(&self, _: NormalMaterial, _: &Placement) -> Result<Value, ProbeError> {
            Ok(Value::Draw)
        }
    }

    fn board(fen: &str) -> Board {
        drawproof_board::fen::parse(fen).unwrap()
    }

    #[test]
    fn castling_rights_and_seven_men_are_errors() {
        let castling: Board = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        assert!(matches!(probe(&castling, &AllDrawn), Err(ProbeError::CastlingRights)));
        let seven = board("4k3/8/8/8/8/8/PPPPP3/4K3 w - - 0 1");
        assert!(matches!(probe(&seven, &AllDrawn), Err(ProbeError::TooManyMen(7))));
        let no_tables = probe(&board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), &TableSet::new());
        assert!(matches!(no_tables, Err(ProbeError::NoTable(_))));
    }

    #[test]
    fn bare_kings_are_drawn_without_a_table() {
        let kings = board("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(probe(&kings, &TableSet::new()).unwrap(), Value::Draw);
    }

    #[test]
    fn the_rules_decide_positions_of_any_number_of_men() {
        let mated = Some(Value::Loss(Number::new(0)));
        for (fen, value) in [
            ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", mated),
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1", None),
            ("7k/5K2/6Q1/8/8/8/PPPPPPPP/8 b - - 0 1", Some(Value::Draw)),
            ("k1b1b1b1/1b1b1b2/8/8/8/8/8/K7 w - - 0 1", Some(Value::Draw)),
            ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", mated),
        ] {
            let board = fen.parse::<Board>().unwrap();
            assert_eq!(by_rules(&board), value, "{fen}");
            assert_eq!(probe(&board, &TableSet::new()).ok(), value, "{fen}");
        }
    }

    #[test]
    fn material_is_insufficient_where_no_mate_can_be_reached() {
        for (fen, insufficient) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ] {
            assert_eq!(insufficient_material(&board(fen)), insufficient, "{fen}");
        }
    }

    #[test]
    fn only_a_legal_capture_is_an_en_passant_right() {
        for (fen, target) in [
            ("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", Some(Square::A3)),
            ("4k3/8/8/8/P1p5/8/8/4K3 b - a3 0 1", None),
            // Both pawns leave the rank, and the rook gives check.
            ("8/8/8/8/R2Ppk2/8/8/4K3 b - d3 0 1", None),
            ("1k1K4/8/8/pP6/8/8/8/8 w - a6 0 1", Some(Square::A6)),
        ] {
            let with = board(fen);
            assert_eq!(en_passant_target(&with), target, "{fen}");
            let without = Placement::from(&with).to_board().unwrap();
            let rights: Vec<_> = target.map(|_| with).into_iter().collect();
            assert_eq!(with_en_passant_rights(&without), rights, "{fen}");
        }
    }
}
