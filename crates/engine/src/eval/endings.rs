//! Endings that a sum of terms misjudges: won endings that need progress, and extra material that
//! does not win.

use drawproof_board::{
    BitBoard, Board, Color, Piece, Rank, Square, get_king_moves, get_knight_moves, get_rook_moves,
};

use super::pawns::{distance, stop};
use super::squares::ring;

/// The bonus for a certain win in addition to the material, in centipawns.
pub const KNOWN_WIN: i32 = 4_000;

/// The value of [`winning_chances`] for a certain win, which is its maximum.
pub const CERTAIN: i32 = 64;

/// The winning chances, out of [`CERTAIN`], of material that wins only after a mistake.
const DRAWISH: i32 = 6;

/// The advantage, in centipawns, of a well-placed king and pawn together with a pawn that queens,
/// if each side has one pawn.
const KING_IS_BETTER: i32 = 200;
const PAWN_QUEENS: i32 = 400;

/// Rough piece values by [`Piece`] in pawns, for comparing material only.
const POINTS: [u32; Piece::NUM] = [0, 3, 3, 5, 9, 0];

/// Returns the score of a known win from White's point of view, from material and progress alone;
/// `None` unless one side has a bare king and the other can force mate, or a queen plays against a
/// rook.
pub fn known_win(board: &Board) -> Option<i32> {
    for (strong, sign) in [(Color::White, 1), (Color::Black, -1)] {
        let bare = board.colors(!strong).len() == 1;
        if (bare && can_mate(board, strong)) || is_queen_against_rook(board, strong) {
            return Some(sign * (KNOWN_WIN + material(board, strong) + progress(board, strong)));
        }
    }
    None
}

/// Returns the progress of `strong` towards mate, in centipawns. It grows as the weak king nears
/// the edge (for bishop and knight, a corner of the bishop's colour), as the kings come together,
/// and as the weak side's men are far from their king.
pub fn progress(board: &Board, strong: Color) -> i32 {
    let weak_king = board.king(!strong);
    let kings = distance(weak_king, board.king(strong));
    let place = match bishop_and_knight(board, strong) {
        Some(bishop) => 150 * to_corner(weak_king, bishop) + 20 * ring(weak_king) as i32,
        None => 40 * ring(weak_king) as i32 + 8 * edge_distance_sum(weak_king),
    };
    let scattered: i32 =
        board.colors(!strong).into_iter().map(|man| distance(man, weak_king)).sum();
    place + 30 * (7 - kings) + 8 * scattered.min(14)
}

/// Returns the chances that the side that is ahead wins, from 0 to [`CERTAIN`]. `score` is from
/// White's point of view.
pub fn winning_chances(board: &Board, score: i32) -> i32 {
    let strong = if score >= 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    let (own, enemy) = (points(board, strong), points(board, !strong));
    if pawns.is_empty() {
        let knights = board.colored_pieces(strong, Piece::Knight).len();
        if own < 5 || (own == 6 && knights == 2 && enemy == 0) {
            return 0;
        }
        if let Some(chances) = lone_rook_chances(board, strong) {
            return chances;
        }
        return if own <= enemy + 3 { DRAWISH } else { CERTAIN };
    }
    if is_wrong_corner(board, strong, pawns) {
        return 0;
    }
    if opposite_bishops(board) {
        return if own == 3 && enemy == 3 { CERTAIN / 2 } else { CERTAIN * 3 / 4 };
    }
    if board.occupied().len() == 4 && own == 0 && enemy == 0 && pawns.len() == 1 {
        // With one pawn each, a small advantage is a draw, unless one pawn queens.
        let more = score.abs().clamp(KING_IS_BETTER, PAWN_QUEENS) - KING_IS_BETTER;
        return CERTAIN / 4 + CERTAIN * 3 / 4 * more / (PAWN_QUEENS - KING_IS_BETTER);
    }
    if pawns.len() == 1 && own <= enemy {
        // The last pawn can often be eliminated by sacrificing a piece.
        return CERTAIN * 3 / 4;
    }
    CERTAIN
}

fn can_mate(board: &Board, strong: Color) -> bool {
    let men = |piece| board.colored_pieces(strong, piece);
    let bishops = men(Piece::Bishop);
    let both_colours = !(bishops & BitBoard::LIGHT_SQUARES).is_empty()
        && !(bishops & BitBoard::DARK_SQUARES).is_empty();
    !(men(Piece::Queen) | men(Piece::Rook)).is_empty()
        || both_colours
        || (!bishops.is_empty() && !men(Piece::Knight).is_empty())
}

fn is_queen_against_rook(board: &Board, strong: Color) -> bool {
    board.occupied().len() == 4
        && board.colored_pieces(strong, Piece::Queen).len() == 1
        && board.colored_pieces(!strong, Piece::Rook).len() == 1
}

/// Returns the bishop's square if `strong` has only bishop and knight.
fn bishop_and_knight(board: &Board, strong: Color) -> Option<Square> {
    let bishops = board.colored_pieces(strong, Piece::Bishop);
    let knights = board.colored_pieces(strong, Piece::Knight);
    let only = board.colors(strong).len() == 3 && bishops.len() == 1 && knights.len() == 1;
    if only { bishops.next_square() } else { None }
}

/// Returns 7 in a corner of the bishop's colour, falling to 0 on the long diagonal between the two
/// other corners.
fn to_corner(king: Square, bishop: Square) -> i32 {
    let dark = BitBoard::DARK_SQUARES.has(bishop);
    let file = king.file() as i32;
    let file = if dark { file } else { 7 - file };
    (7 - file - king.rank() as i32).abs()
}

fn edge_distance_sum(king: Square) -> i32 {
    let off = |line: i32| (2 * line - 7).abs() / 2;
    off(king.file() as i32) + off(king.rank() as i32)
}

fn points(board: &Board, color: Color) -> u32 {
    Piece::ALL.iter().map(|&p| board.colored_pieces(color, p).len() * POINTS[p as usize]).sum()
}

fn material(board: &Board, strong: Color) -> i32 {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).len() as i32 * 100;
    let side = |color| points(board, color) as i32 * 100 + pawns(color);
    side(strong) - side(!strong)
}

/// Returns the winning chances of a lone rook against one man; `None` with other men.
fn lone_rook_chances(board: &Board, strong: Color) -> Option<i32> {
    let man = (board.colors(!strong) & !board.pieces(Piece::King)).next_square()?;
    if board.occupied().len() != 4 || board.colored_pieces(strong, Piece::Rook).is_empty() {
        return None;
    }
    match board.piece_on(man)? {
        Piece::Pawn => Some(rook_against_pawn(board, strong, man)),
        Piece::Knight => Some(rook_against_knight(board, strong, man)),
        _ => None,
    }
}

/// Returns the winning chances of a rook against a pawn. The rook alone does not stop a pawn that
/// its king supports: the strong king must reach the promotion square in time, or the weak king
/// must be too far away.
fn rook_against_pawn(board: &Board, strong: Color, pawn: Square) -> i32 {
    let promotion = Square::new(pawn.file(), Rank::Eighth.relative_to(!strong));
    let to_move = i32::from(board.side_to_move() == strong);
    let late = distance(board.king(strong), promotion) - to_move - distance(pawn, promotion);
    let support = distance(board.king(!strong), stop(pawn, !strong));
    let gets_through = support <= 3 && late >= 2.max(2 * support - 1);
    if gets_through { CERTAIN / 8 } else { CERTAIN }
}

/// Returns the winning chances of a rook against a knight. A knight far from its king with hardly a
/// safe move is usually lost.
fn rook_against_knight(board: &Board, strong: Color, knight: Square) -> i32 {
    let weak_king = board.king(!strong);
    let rooks = board.colored_pieces(strong, Piece::Rook);
    let controlled = rooks.into_iter().fold(get_king_moves(board.king(strong)), |squares, rook| {
        squares | get_rook_moves(rook, board.occupied())
    });
    let safe = (get_knight_moves(knight) & !controlled & !weak_king.bitboard()).len() as i32;
    let to_move = i32::from(board.side_to_move() == strong);
    let far = distance(knight, weak_king) + to_move;
    match far - safe {
        ..=2 => DRAWISH,
        3..=4 => 2 * DRAWISH,
        _ => CERTAIN * 3 / 4,
    }
}

/// Returns whether a bare king holds the corner against rook pawns on one file. The pawns have at
/// most the help of bishops that do not control the promotion square, and the king is in or next to
/// the corner. The position is a draw with either side to move: only the strong king could attack
/// the corner, and then it would stand next to the weak king. So the weak king can always enter the
/// corner. The weak king captures a pawn that promotes; in the corner it is stalemated or has a
/// move to a neighbouring square.
pub fn is_dead_corner(board: &Board) -> bool {
    let bare = Color::ALL.into_iter().find(|&color| board.colors(color).len() == 1);
    bare.is_some_and(|bare| {
        let pawns = board.colored_pieces(!bare, Piece::Pawn);
        !pawns.is_empty() && is_wrong_corner(board, !bare, pawns)
    })
}

/// Returns whether the pawns are on one rook file, with at most a bishop that does not control the
/// promotion square and the weak king in front. The king cannot be driven out of the corner.
fn is_wrong_corner(board: &Board, strong: Color, pawns: BitBoard) -> bool {
    let pieces = board.colors(strong) & !pawns & !board.pieces(Piece::King);
    let bishops = board.colored_pieces(strong, Piece::Bishop);
    let file = pawns.next_square().expect("there are pawns").file();
    let edge = matches!(file, drawproof_board::File::A | drawproof_board::File::H);
    if pieces != bishops || !edge || !pawns.is_subset(file.bitboard()) {
        return false;
    }
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let corner_is_light = BitBoard::LIGHT_SQUARES.has(corner);
    let controls = bishops.into_iter().any(|b| BitBoard::LIGHT_SQUARES.has(b) == corner_is_light);
    !controls && distance(board.king(!strong), corner) <= 1
}

fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL.iter().all(|&c| (bishops & board.colors(c)).len() == 1);
    one_each && (bishops & BitBoard::LIGHT_SQUARES).len() == 1
}

#[cfg(test)]
mod tests {
    use drawproof_generator::solve_closure;
    use drawproof_tables::{NormalMaterial, Placement, Value};

    use super::*;

    #[test]
    fn a_dead_corner_is_a_draw_in_every_position_of_the_tables() {
        let materials = ["KPK", "KPPK", "KBPK"].map(|name| name.parse::<NormalMaterial>().unwrap());
        let tables = solve_closure(&materials, &()).unwrap();
        for material in materials {
            let table = tables.get(material).unwrap();
            let layout = table.layout();
            let mut found = 0_u32;
            for index in 0..layout.count() {
                for side in Color::ALL.into_iter().filter(|&side| table.is_legal(side, index)) {
                    let placement = Placement::new(layout, &layout.squares(index), side);
                    let board = placement.to_board().expect("the position is legal");
                    if is_dead_corner(&board) {
                        found += 1;
                        assert_eq!(table.value(side, index), Value::Draw, "{board}");
                    }
                }
            }
            assert!(found > 1_000, "{material}: {found}");
        }
    }
}
