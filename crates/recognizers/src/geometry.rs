//! Shared geometry: attacks, distances, edges, corners, square colours. All results are sets of
//! squares or numbers; nothing here depends on an endgame.

pub(crate) use drawproof_board::{
    BitBoard, Color, Piece, Rank, Square, get_between_rays as between,
    get_bishop_moves as bishop_attacks, get_bishop_rays as bishop_rays,
    get_king_moves as king_attacks, get_knight_moves as knight_attacks, get_line_rays as line,
    get_pawn_attacks as pawn_attacks, get_rook_moves as rook_attacks, get_rook_rays as rook_rays,
};

/// The squares on the edge of the board.
pub(crate) const EDGE: BitBoard = BitBoard::EDGES;

/// Returns the number of king moves between two squares (Chebyshev distance), 0-7.
#[inline(always)]
pub(crate) fn distance(a: Square, b: Square) -> u8 {
    file_distance(a, b).max(rank_distance(a, b))
}

/// Returns the difference of the files of two squares, 0-7.
#[inline(always)]
pub(crate) fn file_distance(a: Square, b: Square) -> u8 {
    (a as u8 & 7).abs_diff(b as u8 & 7)
}

/// Returns the difference of the ranks of two squares, 0-7.
#[inline(always)]
pub(crate) fn rank_distance(a: Square, b: Square) -> u8 {
    (a as u8 >> 3).abs_diff(b as u8 >> 3)
}

/// Returns the smaller of the distances in ranks and in files between two squares: 0 on one rank or
/// file, 1 for squares a knight's move apart.
#[inline(always)]
pub(crate) fn line_distance(a: Square, b: Square) -> u8 {
    file_distance(a, b).min(rank_distance(a, b))
}

/// Returns the number of king moves from `square` to the nearest edge of the board, 0-3.
#[inline(always)]
pub(crate) fn edge_distance(square: Square) -> u8 {
    file_edge_distance(square).min(rank_edge_distance(square))
}

/// Returns the number of files to the nearer of the a- and h-file, 0-3.
#[inline(always)]
pub(crate) fn file_edge_distance(square: Square) -> u8 {
    let file = square as u8 & 7;
    file.min(7 - file)
}

/// Returns the number of ranks to the nearer of the first and the eighth rank, 0-3.
#[inline(always)]
pub(crate) fn rank_edge_distance(square: Square) -> u8 {
    let rank = square as u8 >> 3;
    rank.min(7 - rank)
}

/// Returns the number of king moves from `square` to the nearest corner, 0-4.
#[inline(always)]
pub(crate) fn corner_distance(square: Square) -> u8 {
    file_edge_distance(square).max(rank_edge_distance(square))
}

/// Returns whether two squares have the same colour.
#[inline(always)]
pub(crate) fn same_colour(a: Square, b: Square) -> bool {
    is_light(a) == is_light(b)
}

/// Returns whether `square` is light, like h1.
#[inline(always)]
pub(crate) fn is_light(square: Square) -> bool {
    (square as u8 ^ (square as u8 >> 3)) & 1 == 1
}

/// Returns whether two squares share a side or a corner.
#[inline(always)]
pub(crate) fn adjacent(a: Square, b: Square) -> bool {
    king_attacks(a).has(b)
}

/// Returns the squares that a queen on `from` attacks if the squares `occupied` are occupied.
#[inline(always)]
pub(crate) fn queen_attacks(from: Square, occupied: BitBoard) -> BitBoard {
    rook_attacks(from, occupied) | bishop_attacks(from, occupied)
}

/// Returns the set that contains only `square`.
#[inline(always)]
pub(crate) fn set(square: Square) -> BitBoard {
    square.bitboard()
}

/// A kind of man other than king and pawn, and how it attacks.
pub(crate) trait Man {
    /// The kind of the man.
    const PIECE: Piece;
    /// Returns the squares that the man attacks from `from` if the squares `occupied` are occupied.
    fn attacks(from: Square, occupied: BitBoard) -> BitBoard;
    /// Returns the squares that the man attacks from `from` on an empty board.
    fn rays(from: Square) -> BitBoard;
}

macro_rules! men {
    ($($name:ident $attacks:expr, $rays:expr;)+) => { $(
        pub(crate) struct $name;
        impl Man for $name {
            const PIECE: Piece = Piece::$name;
            #[inline(always)]
            fn attacks(from: Square, occupied: BitBoard) -> BitBoard {
                let attacks: fn(Square, BitBoard) -> BitBoard = $attacks;
                attacks(from, occupied)
            }
            #[inline(always)]
            fn rays(from: Square) -> BitBoard {
                let rays: fn(Square) -> BitBoard = $rays;
                rays(from)
            }
        }
    )+ };
}

men! {
    Knight |from, _| knight_attacks(from), knight_attacks;
    Bishop bishop_attacks, bishop_rays;
    Rook rook_attacks, rook_rays;
    Queen queen_attacks, |from| rook_rays(from) | bishop_rays(from);
}

/// Returns whether the corner nearest to `square` has the colour of `man`'s square.
#[inline(always)]
pub(crate) fn corner_of_colour(square: Square, man: Square) -> bool {
    let near = |coordinate: u8| if coordinate < 4 { 0 } else { 7 };
    let (file, rank) = (near(square as u8 & 7), near(square as u8 >> 3));
    is_light(man) == ((file ^ rank) & 1 == 1)
}

/// Returns the number of ranks by which `a` is ahead of `b` from White's point of view, negative if
/// behind.
#[inline(always)]
pub(crate) fn ranks_ahead(a: Square, b: Square) -> i8 {
    (a as u8 >> 3) as i8 - (b as u8 >> 3) as i8
}

/// Returns the square in front of a white pawn, which is never on the eighth rank.
#[inline(always)]
pub(crate) fn front(pawn: Square) -> Square {
    Square::index(pawn as usize + 8)
}
