//! The moves of a position: their values, the best one, ranks and scores, as Fathom defines them.

use std::ptr::addr_of_mut;

use drawproof_board::{Board, Move, Piece};
use drawproof_tablebase::Position;
use drawproof_tables::probe::{MoveKinds, successors};

use crate::tables::{FAILED, Tables, at_zero};

/// The distance of a zeroing move in plies, by the result that it keeps: loss, blessed loss, draw,
/// cursed win, win.
const ZEROING: [i32; 5] = [-1, -101, 0, 101, 1];

/// `TB_VALUE_PAWN` of the header.
const PAWN: i32 = 100;
/// The score of a win: `TB_VALUE_MATE - TB_MAX_MATE_PLY - 1`.
const WIN: i32 = 32_000 - 255 - 1;

/// `TB_RESULT_CHECKMATE` of the header: `TB_WIN`.
const CHECKMATE: u32 = 4;
/// `TB_RESULT_STALEMATE` of the header: `TB_DRAW`.
const STALEMATE: u32 = 2;

/// `struct TbRootMove` of the header.
#[repr(C)]
pub struct RootMove {
    mv: u16,
    line: [u16; 256],
    line_size: u32,
    score: i32,
    rank: i32,
}

/// `struct TbRootMoves` of the header.
#[repr(C)]
pub struct RootMoves {
    size: u32,
    moves: [RootMove; 193],
}

/// A position, its distance to zeroing and its legal moves, in Fathom's order.
pub struct Root {
    board: Board,
    dtz: i32,
    clock: i32,
    moves: Vec<Move>,
}

impl Root {
    /// Returns a position with the distance to zeroing through each legal move, in plies from the
    /// position: 1 for a mate, 0 for a draw. Returns `None` if a table is missing.
    pub fn by_dtz(tables: &Tables, at: &Position, clock: u32) -> Option<(Root, Vec<i32>)> {
        let (mut root, after) = Root::new(at, clock)?;
        root.dtz = tables.dtz(at)?;
        let value = |(mv, after): (&Move, &Board)| {
            if MoveKinds::new(&root.board, *mv).zeroing && !is_mate(after) {
                return Some(ZEROING[(2 - tables.wdl(&at_zero(after))?) as usize]);
            }
            let plies = -tables.dtz(&at_zero(after))?;
            Some(if is_mate(after) { 1 } else { plies + plies.signum() })
        };
        let values = root.moves.iter().zip(&after).map(value).collect::<Option<_>>()?;
        Some((root, values))
    }

    /// Returns a position with the result of each legal move, in the numbers that [`Tables::wdl`]
    /// returns.
    pub fn by_wdl(tables: &Tables, at: &Position) -> Option<(Root, Vec<i32>)> {
        let (root, after) = Root::new(at, 0)?;
        let values = after.iter().map(|after| Some(-tables.wdl(&at_zero(after))?));
        let values = values.collect::<Option<_>>()?;
        Some((root, values))
    }

    /// Returns a position with the boards after its legal moves; `None` if the position is illegal.
    fn new(at: &Position, clock: u32) -> Option<(Root, Vec<Board>)> {
        let board = at.board().ok()?;
        let mut found: Vec<(Move, Board)> = successors(&board).collect();
        // The king's moves first, the pawns' last; captures en passant before a pawn's other moves;
        // promotions to queen, knight, rook, bishop.
        found.sort_by_key(|&(mv, _)| {
            let piece = board.piece_on(mv.from).map_or(0, |piece| 5 - piece as u8);
            let promotion = match mv.promotion {
                Some(Piece::Knight) => 1,
                Some(Piece::Rook) => 2,
                Some(Piece::Bishop) => 3,
                _ => 0,
            };
            (piece, mv.from, !is_en_passant(&board, mv), mv.to, promotion)
        });
        let (moves, after) = found.into_iter().unzip();
        Some((Root { board, dtz: 0, clock: clock.min(u32::from(u8::MAX)) as i32, moves }, after))
    }

    /// Returns the value of each legal move in the form of `tb_probe_root`.
    pub fn results<'a>(&'a self, values: &'a [i32]) -> impl Iterator<Item = u32> + 'a {
        self.moves.iter().zip(values).map(|(&mv, &plies)| self.result(mv, plies))
    }

    /// Returns the value of `tb_probe_root` for the best move: the quickest win, the slowest loss,
    /// or some move that draws.
    pub fn best(&self, values: &[i32]) -> u32 {
        let moves = || self.moves.iter().zip(values);
        // The winner takes the least positive distance, the loser the longest negative one; of equal
        // ones the first.
        let is_kept = |plies: &i32| plies.signum() == self.dtz.signum() && self.dtz != 0;
        let best = moves().filter(|it| is_kept(it.1)).min_by_key(|it| *it.1);
        if let Some((&mv, _)) = best {
            return self.result(mv, self.dtz);
        }
        let draws: Vec<Move> = moves().filter(|it| *it.1 == 0).map(|it| *it.0).collect();
        match (self.dtz, draws.len()) {
            (0, 0) => STALEMATE,
            (0, count) => self.result(draws[(self.material_key() % count as u64) as usize], 0),
            (..0, _) => CHECKMATE,
            (1.., _) => FAILED,
        }
    }

    /// Returns a move in the form of `tb_probe_root`: its result, given the half-move clock and the
    /// distance of `plies` plies, the move, and the distance.
    fn result(&self, mv: Move, plies: i32) -> u32 {
        let within = plies.abs() + self.clock <= 100;
        let result = 2 + plies.signum() * if within { 2 } else { 1 };
        let en_passant = u32::from(is_en_passant(&self.board, mv));
        let move_bits = u32::from(coded(mv));
        let promotes = move_bits >> 12;
        let squares = move_bits & 0xfff;
        result as u32
            | squares << 4
            | promotes << 16
            | en_passant << 19
            | plies.unsigned_abs() << 20
    }

    /// Returns the number by which Fathom chooses among moves that draw: a weighted sum of the men
    /// other than kings. The first row of factors is for the side to move.
    fn material_key(&self) -> u64 {
        // Pawn, knight, bishop, rook, queen.
        const FACTORS: [[u64; 5]; 2] = [
            [
                17_008_651_141_875_982_339,
                15_202_887_380_319_082_783,
                12_311_744_257_139_811_149,
                10_979_190_538_029_446_137,
                11_811_845_319_353_239_651,
            ],
            [
                11_695_583_624_105_689_831,
                13_469_005_675_588_064_321,
                15_394_650_811_035_483_107,
                18_264_461_213_049_635_989,
                15_484_752_644_942_473_553,
            ],
        ];
        let to_move = self.board.side_to_move();
        let mut key = 0u64;
        for (color, factors) in [to_move, !to_move].into_iter().zip(FACTORS) {
            for (piece, factor) in Piece::ALL.into_iter().zip(factors) {
                let men = u64::from(self.board.colored_pieces(color, piece).len());
                key = key.wrapping_add(men.wrapping_mul(factor));
            }
        }
        key
    }

    /// Writes the legal moves with ranks and scores by distance to zeroing.
    ///
    /// # Safety
    ///
    /// `results` points to memory for root moves.
    pub unsafe fn write_by_dtz(
        &self,
        values: &[i32],
        has_repeated: bool,
        use_rule50: bool,
        results: *mut RootMoves,
    ) {
        // The least rank of a win.
        let bound = if use_rule50 { 900 } else { 1 };
        let rank = |&plies: &i32| match plies {
            1.. if plies + self.clock <= 99 && !has_repeated => 1000,
            1.. => 1000 - (plies + self.clock),
            0 => 0,
            ..0 if -plies * 2 + self.clock < 100 => -1000,
            ..0 => -1000 - plies + self.clock,
        };
        // The scores of wins and losses that are draws are those that Fathom's code computes, not those
        // of its comments: its macros `max` and `min` multiply a part of their argument.
        let score = |rank: i32| match rank {
            _ if rank >= bound => WIN,
            _ if rank <= -bound => -WIN,
            803.. => rank - 800 * PAWN / 200,
            1.. => 3,
            0 => 0,
            -802.. => -3,
            ..-802 => rank + 800 * PAWN / 200,
        };
        let ranked = values.iter().map(rank).map(|rank| (rank, score(rank)));
        // SAFETY: the caller passes memory for root moves.
        unsafe { self.write(ranked, results) };
    }

    /// Writes the legal moves with ranks and scores by result.
    ///
    /// # Safety
    ///
    /// As for [`Root::write_by_dtz`].
    pub unsafe fn write_by_wdl(&self, values: &[i32], use_rule50: bool, results: *mut RootMoves) {
        let ranked = values.iter().map(|&wdl| {
            let wdl = if use_rule50 { wdl } else { 2 * wdl.signum() };
            (
                [-1000, -899, 0, 899, 1000][(wdl + 2) as usize],
                [-WIN, -2, 0, 2, WIN][(wdl + 2) as usize],
            )
        });
        // SAFETY: the caller passes memory for root moves.
        unsafe { self.write(ranked, results) };
    }

    /// Writes the moves with their ranks and scores. Like Fathom, does not change the lines.
    ///
    /// # Safety
    ///
    /// As for [`Root::write_by_dtz`].
    unsafe fn write(&self, ranked: impl Iterator<Item = (i32, i32)>, results: *mut RootMoves) {
        // SAFETY: the caller passes memory for root moves, and no position has more than 193 of them.
        unsafe {
            addr_of_mut!((*results).size).write(self.moves.len() as u32);
            let first = addr_of_mut!((*results).moves).cast::<RootMove>();
            for (place, (&mv, (rank, score))) in self.moves.iter().zip(ranked).enumerate() {
                let at = first.add(place);
                addr_of_mut!((*at).mv).write(coded(mv));
                addr_of_mut!((*at).score).write(score);
                addr_of_mut!((*at).rank).write(rank);
            }
        }
    }
}

/// Returns a move in the form of `TbMove`.
fn coded(mv: Move) -> u16 {
    let promotes = match mv.promotion {
        Some(Piece::Queen) => 1,
        Some(Piece::Rook) => 2,
        Some(Piece::Bishop) => 3,
        Some(Piece::Knight) => 4,
        _ => 0,
    };
    promotes << 12 | (mv.from as u16) << 6 | mv.to as u16
}

fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn)
        && mv.from.file() != mv.to.file()
        && board.color_on(mv.to).is_none()
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !board.generate_moves(|_| true)
}
