//! The result and the distance of a position. Tables leave out what captures and pawn moves show, know no
//! en-passant rights, and hold distances for one side to move: the rest follows from the successors.

use drawproof_board::{Board, Color, Piece, Square, get_king_moves};
use drawproof_tables::{
    FiftyMoves::{self, BlessedLoss, CursedWin, Draw, Loss, Win},
    probe::{MoveKinds, successors},
};

use crate::{
    MEN_MAX, Syzygy, SyzygyDistance, SyzygyError,
    file::{BLACK_STORED, Kind, LOSSES_IN_PLIES, Part, Table, WINS_IN_PLIES},
    index::pawn_number,
};

/// The results in the order in which tables of results number them.
const RESULTS: [FiftyMoves; 5] = [Loss, BlessedLoss, Draw, CursedWin, Win];

/// The facts about a position that its captures determine.
struct ByCapture {
    result: FiftyMoves,
    /// Whether a capture wins and no move has a better result, so that the best move zeroes the clock
    /// at once.
    zeroes: bool,
}

impl Syzygy {
    /// Returns the result of a position for the side to move, with the half-move clock taken as 0.
    /// En-passant rights are taken into account.
    ///
    /// # Errors
    ///
    /// Fails if a table is missing or damaged, or if the position has castling rights, touching
    /// kings or too many men.
    pub fn result(&self, board: &Board) -> Result<FiftyMoves, SyzygyError> {
        check(board)?;
        Ok(self.by_captures(board)?.result)
    }

    /// Returns the distance to zeroing of a position for the side to move. En-passant rights are
    /// taken into account.
    ///
    /// # Errors
    ///
    /// Fails as [`Syzygy::result`] does, or if the file of distances is missing.
    pub fn distance(&self, board: &Board) -> Result<SyzygyDistance, SyzygyError> {
        check(board)?;
        let (plies, is_rounded) = self.plies(board)?;
        Ok(SyzygyDistance { plies, is_rounded })
    }

    /// Returns the best of the results of captures and the result in the table.
    fn by_captures(&self, board: &Board) -> Result<ByCapture, SyzygyError> {
        let (mut best, mut en_passant, mut others): (Option<FiftyMoves>, _, _) =
            (None, None, false);
        for (mv, after) in successors(board) {
            let passes = board.piece_on(mv.from) == Some(Piece::Pawn)
                && mv.from.file() != mv.to.file()
                && board.piece_on(mv.to).is_none();
            others |= !passes;
            if !passes && board.color_on(mv.to).is_none() {
                continue;
            }
            let result = self.by_captures(&after)?.result.reversed();
            if result == Win {
                return Ok(ByCapture { result, zeroes: true });
            }
            let best = if passes { &mut en_passant } else { &mut best };
            *best = (*best).max(Some(result));
        }
        let stored = self.stored(board)?;
        // Where the capture en passant is the only move, the table holds a stalemate.
        if let Some(result) = en_passant
            && (!others || Some(result) > best.max(Some(stored)))
        {
            return Ok(ByCapture { result, zeroes: true });
        }
        let best = best.max(en_passant).unwrap_or(Loss);
        let zeroes = best > Draw && best >= stored;
        Ok(ByCapture { result: best.max(stored), zeroes })
    }

    /// Returns the result that the table holds, which is right unless a capture is better.
    fn stored(&self, board: &Board) -> Result<FiftyMoves, SyzygyError> {
        if board.occupied().len() == 2 {
            return Ok(Draw);
        }
        let (table, is_reversed) = self.table(board, Kind::Results)?;
        let (_, part, index) = locate(&table, board, is_reversed);
        let number = table.number(part, index)? & 0xff;
        RESULTS
            .get(usize::from(number))
            .copied()
            .ok_or_else(|| table.damaged("a result is none of a table"))
    }

    /// Returns the distance to zeroing of a position in plies, and whether the distance may be
    /// rounded.
    fn plies(&self, board: &Board) -> Result<(i32, bool), SyzygyError> {
        let ByCapture { result, zeroes } = self.by_captures(board)?;
        if result == Draw {
            return Ok((0, false));
        }
        if zeroes {
            return Ok((zeroing(result), false));
        }
        let is_mated = result == Loss && successors(board).next().is_none();
        if is_mated {
            return Ok((0, false));
        }
        if result.wins() {
            for (mv, after) in successors(board) {
                let is_push = MoveKinds::new(board, mv).zeroing && mv.from.file() == mv.to.file();
                if is_push
                    && board.color_on(mv.to).is_none()
                    && self.by_captures(&after)?.result.reversed() == result
                {
                    return Ok((zeroing(result), false));
                }
            }
        }
        let (table, is_reversed) = self.table(board, Kind::Distances)?;
        let (side, part, index) = locate(&table, board, is_reversed);
        let is_symmetric = men_are_equal(board);
        if is_symmetric || (part.flags & BLACK_STORED == BLACK_STORED) == (side == Color::Black) {
            let in_plies = match result {
                Win => part.flags & WINS_IN_PLIES != 0,
                Loss => part.flags & LOSSES_IN_PLIES != 0,
                _ => false,
            };
            let number = table.number(part, index)?;
            let number = i32::from(table.mapped(part, number, result as u16)?);
            let number = if in_plies { number } else { 2 * number };
            let sign = if result.wins() { 1 } else { -1 };
            return Ok((zeroing(result) + sign * number, !in_plies));
        }
        self.by_moves(board, result)
    }

    /// Returns the distance of a position whose side to move the table does not hold. Searches one
    /// ply deep for the best move that does not zero the clock.
    fn by_moves(&self, board: &Board, result: FiftyMoves) -> Result<(i32, bool), SyzygyError> {
        // A lost side that has zeroing moves only is at the distance of one.
        let mut best = (!result.wins()).then_some(zeroing(result));
        let mut rounded = false;
        for (mv, after) in successors(board) {
            if MoveKinds::new(board, mv).zeroing {
                continue;
            }
            let (plies, is_rounded) = self.plies(&after)?;
            let mates = plies == 0 && self.by_captures(&after)?.result == Loss;
            let found = match (-plies, result.wins()) {
                _ if mates => 1,
                (plies, true) if plies > 0 => plies + 1,
                (plies, false) if plies < 0 => plies - 1,
                _ => continue,
            };
            rounded |= is_rounded;
            // The winning side is quick, the losing side slow: both want the lowest number.
            best = Some(best.map_or(found, |best: i32| best.min(found)));
        }
        Ok((best.unwrap_or(zeroing(result)), rounded))
    }
}

/// Returns an error if tables cannot have the position.
fn check(board: &Board) -> Result<(), SyzygyError> {
    if board.has_castling_rights() {
        return Err(SyzygyError::Position("positions with castling rights"));
    }
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(SyzygyError::Position("kings that touch"));
    }
    if board.occupied().len() as usize > MEN_MAX {
        return Err(SyzygyError::Position("more than seven men"));
    }
    Ok(())
}

fn men_are_equal(board: &Board) -> bool {
    let count = |color, piece| board.colored_pieces(color, piece).len();
    Piece::ALL.iter().all(|&piece| count(Color::White, piece) == count(Color::Black, piece))
}

/// Returns the distance of a position with this result in which the best move zeroes the clock at
/// once.
fn zeroing(result: FiftyMoves) -> i32 {
    [-1, -101, 0, 101, 1][result as usize]
}

/// Returns the side to move from the table's point of view, the part that holds a position, and the
/// position's index in that part. `is_reversed` is whether Black is the first side of the table's
/// name.
fn locate<'t>(table: &'t Table, board: &Board, is_reversed: bool) -> (Color, &'t Part, u64) {
    // A table of equal sides holds positions with White to move.
    let is_reversed =
        if men_are_equal(board) { board.side_to_move() == Color::Black } else { is_reversed };
    let side = if is_reversed { !board.side_to_move() } else { board.side_to_move() };
    let parts = &table.parts[(side as usize).min(table.parts.len() - 1)];
    let turn = if is_reversed && table.numbering.leading_pawns > 0 { 56 } else { 0 };
    let squares_of = |code: u8| {
        let is_black = (code & 8 != 0) != is_reversed;
        let color = if is_black { Color::Black } else { Color::White };
        let men = board.colored_pieces(color, Piece::ALL[usize::from(code & 7) - 1]);
        men.into_iter().map(move |square: Square| square as u8 ^ turn)
    };
    let mut part = &parts[0];
    let mut leader = None;
    if table.numbering.leading_pawns > 0 {
        let square = squares_of(part.codes[0]).max_by_key(|&square| pawn_number(square));
        leader = square;
        let file = square.map_or(0, |square| square % 8);
        part = &parts[usize::from(file.min(7 - file))];
    }
    let mut squares = [0u8; MEN_MAX];
    let mut placed = 0;
    while placed < part.codes.len() {
        let code = part.codes[placed];
        let start = placed;
        for square in squares_of(code) {
            squares[placed] = square;
            placed += 1;
        }
        if start == 0
            && let Some(leader) = leader
        {
            let place = squares[..placed].iter().position(|&square| square == leader).unwrap_or(0);
            squares.swap(0, place);
        }
    }
    let index = table.numbering.index(&part.groups, &mut squares[..placed]);
    (side, part, index)
}
