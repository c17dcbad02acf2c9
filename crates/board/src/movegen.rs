//! Generates legal moves without trying them out: when in check, a man may only land where the
//! check ends; a pinned man moves along the line of its pin; the king avoids attacked squares.
//!
//! The order is pawns, en passant, knights, bishops, rooks, queens, king. Of one kind, the free men
//! come first, then the pinned ones, each from a1 to h8. The engine's node counts depend on this
//! order.

use cozy_chess_types::{BitBoard, Color, File, Move, Piece, Rank, Square};

use crate::{
    attacks::{
        get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves, get_line_rays,
        get_pawn_attacks, get_rook_moves,
    },
    board::Board,
};

/// The state of the game, as far as a single position determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// The side to move is mated.
    Won,
    /// The game is drawn by stalemate, or by 50 moves of each side without a capture or pawn move.
    Drawn,
    /// The game is not over.
    Ongoing,
}

/// Receives the moves of each man in turn, and returns whether to stop.
type Listener<'a> = &'a mut dyn FnMut(PieceMoves) -> bool;

impl Board {
    /// Passes all legal moves to `listener`, man by man, until `listener` returns `true`. Returns
    /// whether `listener` returned `true`. The moves of a man may come in two parts; no part is
    /// empty.
    #[inline]
    pub fn generate_moves(&self, mut listener: impl FnMut(PieceMoves) -> bool) -> bool {
        self.visit_moves(BitBoard::FULL, &mut listener)
    }

    /// Does what [`Board::generate_moves`] does, for the men of the side to move that stand on
    /// `squares`.
    #[inline]
    pub fn generate_moves_for(
        &self,
        squares: BitBoard,
        mut listener: impl FnMut(PieceMoves) -> bool,
    ) -> bool {
        self.visit_moves(squares, &mut listener)
    }

    /// Returns whether the game is over. Mate takes precedence over the fifty-move rule. Draws by
    /// repetition and by insufficient material are not detected.
    pub fn status(&self) -> GameStatus {
        let can_move = self.generate_moves(|_| true);
        match (can_move, self.checkers().is_empty()) {
            (false, false) => GameStatus::Won,
            (false, true) => GameStatus::Drawn,
            (true, _) if self.halfmove_clock() >= 100 => GameStatus::Drawn,
            (true, _) => GameStatus::Ongoing,
        }
    }

    /// Returns whether `mv` is a legal move. Castling is written as the king taking its own rook.
    pub fn is_legal(&self, mv: Move) -> bool {
        let pawn = self.pieces(Piece::Pawn).has(mv.from);
        let promotes = pawn && matches!(mv.to.rank(), Rank::First | Rank::Eighth);
        let promotion_fits = match mv.promotion {
            Some(piece) => promotes && PROMOTIONS.contains(&piece),
            None => !promotes,
        };
        promotion_fits && self.generate_moves_for(mv.from.bitboard(), |set| set.to.has(mv.to))
    }

    /// Generates the moves. The function is not generic, so it is compiled only once for all
    /// listeners.
    fn visit_moves(&self, squares: BitBoard, listener: Listener) -> bool {
        let generator = Generator::new(self, squares);
        match self.checkers().len() {
            0 | 1 => generator.all(listener),
            // In double check only the king can move.
            _ => generator.king(listener),
        }
    }
}

/// The side to move, with the sets that all its men share.
struct Generator<'a> {
    board: &'a Board,
    us: Color,
    king: Square,
    occupied: BitBoard,
    /// The men whose moves are generated.
    movers: BitBoard,
    /// Squares where a man other than the king may land: in check, the checker and the squares
    /// between it and the king; never the side's own men. Meaningless in double check.
    targets: BitBoard,
}

impl Generator<'_> {
    fn new(board: &Board, squares: BitBoard) -> Generator<'_> {
        let us = board.side_to_move();
        let king = board.king(us);
        let stopping_check = match board.checkers().next_square() {
            Some(checker) => get_between_rays(checker, king) | checker.bitboard(),
            None => BitBoard::FULL,
        };
        Generator {
            board,
            us,
            king,
            occupied: board.occupied(),
            movers: board.colors(us) & squares,
            targets: stopping_check & !board.colors(us),
        }
    }

    fn all(&self, listener: Listener) -> bool {
        let occupied = self.occupied;
        let diagonal = |from| get_bishop_moves(from, occupied);
        let straight = |from| get_rook_moves(from, occupied);
        self.men(Piece::Pawn, |from| self.pawn_destinations(from), listener)
            || self.en_passant(listener)
            || self.men(Piece::Knight, get_knight_moves, listener)
            || self.men(Piece::Bishop, diagonal, listener)
            || self.men(Piece::Rook, straight, listener)
            || self.men(Piece::Queen, |from| diagonal(from) | straight(from), listener)
            || self.king(listener)
    }

    /// Passes on the moves of all men of a kind. `destinations` ignores check and pins.
    #[inline]
    fn men(
        &self,
        piece: Piece,
        destinations: impl Fn(Square) -> BitBoard,
        listener: Listener,
    ) -> bool {
        let men = self.board.pieces(piece) & self.movers;
        let pinned = self.board.pinned();
        for from in men & !pinned {
            let to = destinations(from) & self.targets;
            if !to.is_empty() && listener(PieceMoves { piece, from, to }) {
                return true;
            }
        }
        // A pinned man cannot end a check by another man.
        if self.board.checkers().is_empty() {
            for from in men & pinned {
                let to = destinations(from) & self.targets & get_line_rays(self.king, from);
                if !to.is_empty() && listener(PieceMoves { piece, from, to }) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the squares that a pawn can push to or capture on, en passant excluded.
    fn pawn_destinations(&self, from: Square) -> BitBoard {
        let empty = !self.occupied;
        let push = |pawns: BitBoard| match self.us {
            Color::White => BitBoard(pawns.0 << 8) & empty,
            Color::Black => BitBoard(pawns.0 >> 8) & empty,
        };
        let once = push(from.bitboard());
        let twice = push(once & Rank::Third.relative_to(self.us).bitboard());
        once | twice | get_pawn_attacks(from, self.us) & self.board.colors(!self.us)
    }

    fn en_passant(&self, listener: Listener) -> bool {
        let Some(file) = self.board.en_passant() else { return false };
        let to = Square::new(file, Rank::Sixth.relative_to(self.us));
        let taken = Square::new(file, Rank::Fifth.relative_to(self.us));
        let takers = get_pawn_attacks(to, !self.us) & self.board.pieces(Piece::Pawn) & self.movers;
        for from in takers {
            let moves = PieceMoves { piece: Piece::Pawn, from, to: to.bitboard() };
            if !self.slider_checks_after_en_passant(from, to, taken) && listener(moves) {
                return true;
            }
        }
        false
    }

    /// Returns whether an enemy slider attacks the king once the pawn on `from` has gone to `to`
    /// and the pawn on `taken` is off the board.
    fn slider_checks_after_en_passant(&self, from: Square, to: Square, taken: Square) -> bool {
        let board = self.board;
        let occupied = self.occupied ^ from.bitboard() ^ taken.bitboard() | to.bitboard();
        let enemies = board.colors(!self.us);
        let diagonal = (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)) & enemies;
        let straight = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & enemies;
        !get_bishop_moves(self.king, occupied).is_disjoint(diagonal)
            || !get_rook_moves(self.king, occupied).is_disjoint(straight)
    }

    fn king(&self, listener: Listener) -> bool {
        if !self.movers.has(self.king) {
            return false;
        }
        let attackers = Attackers::of_king(self.board, self.us);
        let mut to = BitBoard::EMPTY;
        for step in get_king_moves(self.king) & !self.board.colors(self.us) {
            if !attackers.attack(step) {
                to |= step.bitboard();
            }
        }
        if self.board.checkers().is_empty() {
            to |= self.castling(&attackers);
        }
        !to.is_empty() && listener(PieceMoves { piece: Piece::King, from: self.king, to })
    }

    /// Returns the squares of the rooks with which the king can castle.
    fn castling(&self, attackers: &Attackers) -> BitBoard {
        let rights = self.board.castle_rights(self.us);
        let mut rooks = BitBoard::EMPTY;
        for (rook, king_to, rook_to) in
            [(rights.short, File::G, File::F), (rights.long, File::C, File::D)]
        {
            let Some(rook) = rook else { continue };
            let [rook, king_to, rook_to] = [rook, king_to, rook_to]
                .map(|file| Square::new(file, Rank::First.relative_to(self.us)));
            if self.can_castle(rook, king_to, rook_to, attackers) {
                rooks |= rook.bitboard();
            }
        }
        rooks
    }

    /// Returns whether castling is possible, given that the side has the right and is not in check.
    fn can_castle(
        &self,
        rook: Square,
        king_to: Square,
        rook_to: Square,
        attackers: &Attackers,
    ) -> bool {
        let others = self.occupied ^ self.king.bitboard() ^ rook.bitboard();
        let king_path = get_between_rays(self.king, king_to) | king_to.bitboard();
        let path = king_path | get_between_rays(self.king, rook) | rook_to.bitboard();
        // In Chess960 the castling rook may shield the king from an enemy rook.
        !self.board.pinned().has(rook)
            && path.is_disjoint(others)
            && !king_path.into_iter().any(|square| attackers.attack(square))
    }
}

/// The enemy men whose attacks a king must avoid.
struct Attackers {
    /// The occupied squares without that king, because a king does not shield the squares behind
    /// it.
    occupied: BitBoard,
    /// The colour of the king.
    us: Color,
    /// Enemy bishops and queens.
    diagonal: BitBoard,
    /// Enemy rooks and queens.
    straight: BitBoard,
    knights: BitBoard,
    king: BitBoard,
    pawns: BitBoard,
}

impl Attackers {
    fn of_king(board: &Board, us: Color) -> Attackers {
        let enemies = board.colors(!us);
        let queens = board.pieces(Piece::Queen);
        Attackers {
            occupied: board.occupied() ^ board.colored_pieces(us, Piece::King),
            us,
            diagonal: (board.pieces(Piece::Bishop) | queens) & enemies,
            straight: (board.pieces(Piece::Rook) | queens) & enemies,
            knights: board.pieces(Piece::Knight) & enemies,
            king: board.pieces(Piece::King) & enemies,
            pawns: board.pieces(Piece::Pawn) & enemies,
        }
    }

    /// Returns whether an enemy man attacks `square` once the king stands there.
    #[inline]
    fn attack(&self, square: Square) -> bool {
        let leapers = get_knight_moves(square) & self.knights
            | get_king_moves(square) & self.king
            | get_pawn_attacks(square, self.us) & self.pawns;
        !leapers.is_empty()
            || !get_rook_moves(square, self.occupied).is_disjoint(self.straight)
            || !get_bishop_moves(square, self.occupied).is_disjoint(self.diagonal)
    }
}

/// The pieces to which a pawn can promote, in the order of generation.
pub const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The possible values of a move's promotion: `None`, then each of [`PROMOTIONS`].
pub const PROMOTIONS_OR_NONE: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// The moves of one man. The iterator yields them by destination from a1 to h8; a pawn move to the
/// last rank yields four moves: to knight, bishop, rook and queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceMoves {
    /// The kind of the man.
    pub piece: Piece,
    /// The square on which the man stands.
    pub from: Square,
    /// The destinations of the man. Castling is written as a king's move to the square of its own
    /// rook.
    pub to: BitBoard,
}

impl PieceMoves {
    /// Returns the number of moves of the man. A pawn move to the last rank counts as four.
    #[inline]
    pub fn len(&self) -> usize {
        let promotions = (self.to & self.promotion_squares()).len() as usize;
        self.to.len() as usize + (PROMOTIONS.len() - 1) * promotions
    }

    /// Returns whether there are no moves.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Returns the squares on which the man is promoted: the last ranks for a pawn, none for other
    /// men.
    #[inline]
    fn promotion_squares(&self) -> BitBoard {
        if self.piece == Piece::Pawn { LAST_RANKS } else { BitBoard::EMPTY }
    }
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = PieceMovesIter;

    #[inline]
    fn into_iter(self) -> PieceMovesIter {
        let promotions = self.to & self.promotion_squares();
        PieceMovesIter { from: self.from, to: self.to, promotions, promotion: 0 }
    }
}

/// The iterator over the moves of [`PieceMoves`].
#[derive(Clone, Debug)]
pub struct PieceMovesIter {
    from: Square,
    to: BitBoard,
    /// The destinations on which the man is promoted.
    promotions: BitBoard,
    /// The index in `PROMOTIONS` of the next promotion on the first square of `to`.
    promotion: usize,
}

impl Iterator for PieceMovesIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let to = self.to.next_square()?;
        if !self.promotions.is_empty() && self.promotions.has(to) {
            let promotion = Some(PROMOTIONS[self.promotion]);
            self.promotion = (self.promotion + 1) % PROMOTIONS.len();
            if self.promotion == 0 {
                self.to ^= to.bitboard();
            }
            return Some(Move { from: self.from, to, promotion });
        }
        self.to ^= to.bitboard();
        Some(Move { from: self.from, to, promotion: None })
    }
}
