//! Lines that keep a draw as a player would: the side with more material keeps it and sets problems, the other
//! gives the fewest chances.

use std::{cmp::Reverse, collections::HashMap};

use drawproof_board::{Board, Color, File, Move, Piece};

use crate::{
    endgame::placement::Placement,
    probe::{ProbeError, Values, insufficient_material, probe, successors},
    value::outcome::Value,
};

/// The longest [`draw_line`]: ten moves.
pub const DRAW_LINE_PLIES: usize = 20;

/// Moves of the opponent that are looked at, and of the mover in between.
const AHEAD: u32 = 2;

/// Positions after which each move is looked at less far ahead, so that a line costs no more than a moment.
const MANY: usize = 60_000;

/// A chance of 1.
const CERTAIN: u64 = 1 << 20;

/// Returns a line from a drawn position that keeps the draw; empty if the position is not drawn.
/// Both sides give up no material that they can keep. The side that plays for a win is `pressing`,
/// by default the one with more material, or both if they have as much. It plays the moves after
/// which an opponent who moves at random loses most often within two moves; the other side ends the
/// game if it can, and else leaves the least chance to lose it. The line ends where neither side
/// can mate, where a position comes again or no move is left, and after [`DRAW_LINE_PLIES`].
///
/// # Errors
///
/// As [`probe`].
pub fn draw_line(
    start: &Board,
    source: &(impl Values + ?Sized),
    pressing: Option<Color>,
) -> Result<Vec<Move>, ProbeError> {
    let mut looking = Looking { source, values: HashMap::new() };
    let (mut line, mut board) = (Vec::new(), start.clone());
    if looking.value(start)? != Value::Draw {
        return Ok(line);
    }
    let mut seen = vec![Placement::from(start)];
    while line.len() < DRAW_LINE_PLIES && !insufficient_material(&board) {
        let Some(choice) = looking.choice(&board, pressing, &seen)? else { break };
        line.push(choice.mv);
        seen.push(Placement::from(&choice.after));
        board = choice.after;
        if choice.ends {
            break;
        }
    }
    Ok(line)
}

/// A move of the line.
struct Choice {
    mv: Move,
    after: Board,
    /// Whether a position comes again, neither side can mate, or no move is left.
    ends: bool,
}

/// What is known of the positions that were looked at.
struct Looking<'s, S: ?Sized> {
    source: &'s S,
    values: HashMap<(Placement, Option<File>), Value>,
}

/// What a move leads to if its side goes on well.
#[derive(Clone, Copy)]
struct Outlook {
    /// The least material that the side is ahead by, in pawns.
    balance: i32,
    /// How often an opponent who moves at random loses, of [`CERTAIN`].
    chance: u64,
}

impl<S: Values + ?Sized> Looking<'_, S> {
    /// Returns the value of a position for its side to move.
    fn value(&mut self, board: &Board) -> Result<Value, ProbeError> {
        let key = (Placement::from(board), board.en_passant());
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        let value = probe(board, self.source)?;
        self.values.insert(key, value);
        Ok(value)
    }

    /// Returns the legal moves that keep a draw, and the positions after them.
    fn drawing(&mut self, board: &Board) -> Result<Vec<(Move, Board)>, ProbeError> {
        let mut kept = Vec::new();
        for (mv, after) in successors(board) {
            if self.value(&after)? == Value::Draw {
                kept.push((mv, after));
            }
        }
        Ok(kept)
    }

    /// Returns the move of the line from a drawn position on; `None` if there is no legal move.
    fn choice(
        &mut self,
        board: &Board,
        pressing: Option<Color>,
        seen: &[Placement],
    ) -> Result<Option<Choice>, ProbeError> {
        let side = board.side_to_move();
        let now = balance(board, side);
        let presses = pressing.map_or(now >= 0, |it| it == side);
        let ahead = if self.values.len() < MANY { AHEAD } else { 1 };
        let mut best = None;
        for (mv, after) in self.drawing(board)? {
            let over = insufficient_material(&after) || !after.generate_moves(|_| true);
            let is_seen = |board: &Board| seen.contains(&Placement::from(board));
            let again = is_seen(&after);
            // So it is if each reply that holds the draw repeats a position.
            let leads_back = again || self.drawing(&after)?.iter().all(|(_, it)| is_seen(it));
            let outlook = self.outlook(&after, ahead)?;
            let given_up = (now - outlook.balance).max(0);
            let (unwanted, risk) = match presses {
                true => (over || leads_back, 0),
                false => (!over, self.risk(&after)?),
            };
            let by_squares = (mv.from, mv.to, mv.promotion);
            let order = (given_up, unwanted, risk, again, Reverse(outlook.chance), by_squares);
            if best.as_ref().is_none_or(|(least, _)| order < *least) {
                best = Some((order, Choice { mv, ends: over || again, after }));
            }
        }
        Ok(best.map(|(_, choice)| choice))
    }

    /// What a drawing move led to, `ahead` moves of the opponent on. The opponent to move takes what it can
    /// without losing; for chances, it plays any move.
    fn outlook(&mut self, after: &Board, ahead: u32) -> Result<Outlook, ProbeError> {
        let side = !after.side_to_move();
        let before = balance(after, side);
        let mut outlook = Outlook { balance: before, chance: 0 };
        let (mut replies, mut lost) = (0, 0);
        for (reply, board) in successors(after) {
            replies += 1;
            if self.value(&board)? != Value::Draw {
                // From a drawn position the opponent's move cannot win: it loses.
                lost += CERTAIN;
                continue;
            }
            let left = balance(&board, side);
            if ahead == 1 && left >= before {
                continue;
            }
            let (mut kept, mut chance) = (None, 0);
            for (mv, next) in self.drawing(&board)? {
                if ahead > 1 {
                    let of_move = self.outlook(&next, ahead - 1)?;
                    kept = kept.max(Some(of_move.balance));
                    chance = chance.max(of_move.chance);
                } else if mv.to == reply.to {
                    kept = kept.max(Some(left.max(balance(&next, side))));
                }
            }
            outlook.balance = outlook.balance.min(kept.unwrap_or(left));
            lost += chance;
        }
        outlook.chance = lost / u64::from(replies.max(1u32));
        Ok(outlook)
    }

    /// How hard the side that has moved can be pressed at once: the share of its moves that lose after the best
    /// drawing reply, of [`CERTAIN`].
    fn risk(&mut self, after: &Board) -> Result<u64, ProbeError> {
        let mut most = 0;
        for (_, board) in self.drawing(after)? {
            let (mut moves, mut losing) = (0, 0);
            for (_, next) in successors(&board) {
                moves += 1;
                losing += u64::from(self.value(&next)? != Value::Draw);
            }
            most = most.max(losing * CERTAIN / u64::max(moves, 1));
        }
        Ok(most)
    }
}

/// How much more material a side has, in pawns.
fn balance(board: &Board, side: Color) -> i32 {
    const VALUES: [(Piece, i32); 5] = [
        (Piece::Pawn, 1),
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    VALUES.iter().map(|&(piece, value)| value * (count(side, piece) - count(!side, piece))).sum()
}
