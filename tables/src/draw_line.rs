//! Lines that keep a draw as a player would: the side with more material sets problems, and the
//! other side avoids them.

use std::{cmp::Reverse, collections::HashMap};

use drawproof_board::{Board, Color, File, Move, Piece};

use crate::{
    endgame::placement::Placement,
    probe::{ProbeError, Values, insufficient_material, probe, successors},
    value::outcome::Value,
};

/// The maximum length of a [`draw_line`] in plies: ten moves by each side.
pub const DRAW_LINE_PLIES: usize = 20;

/// How many moves of the opponent are looked at, with the mover's moves in between.
const AHEAD: u32 = 2;

/// After this many positions each move is looked at less far ahead, so that a line takes only a
/// moment.
const MANY: usize = 60_000;

/// The unit of chances: a chance of 1.
const CERTAIN: u64 = 1 << 20;

/// Returns a line from a drawn position that keeps the draw; empty if the position is not drawn.
///
/// Neither side gives up material that it can keep. `pressing` is the side that plays for a win; by
/// default this is the side with more material, or both sides if material is equal. The pressing
/// side plays the move after which a random opponent most often loses within two moves. The other
/// side ends the game if it can, and otherwise plays the move that makes losing least likely. The
/// line ends when neither side can mate, a position repeats, no move is left, or it has
/// [`DRAW_LINE_PLIES`] plies.
///
/// # Errors
///
/// Fails as [`probe`] does.
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
    /// Whether a position repeats, neither side can mate, or no move is left.
    ends: bool,
}

/// The state of the search: the values of the positions looked at so far.
struct Looking<'s, S: ?Sized> {
    source: &'s S,
    values: HashMap<(Placement, Option<File>), Value>,
}

/// The prospects of a side after its move, if it continues well.
#[derive(Clone, Copy)]
struct Outlook {
    /// The lead in material, in pawns, that the side keeps against the opponent's best reply.
    balance: i32,
    /// The probability that an opponent who moves at random loses, in units of 1 / [`CERTAIN`].
    chance: u64,
}

impl<S: Values + ?Sized> Looking<'_, S> {
    /// Returns the value of a position, for the side to move.
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

    /// Returns the move of the line in a drawn position; `None` if there is no legal move.
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
            // A move also leads back if every reply that holds the draw repeats a position.
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

    /// Returns the prospects after a drawing move, looking at `ahead` moves of the opponent. For
    /// material, the opponent captures what it can without losing; for chances, it plays any move.
    fn outlook(&mut self, after: &Board, ahead: u32) -> Result<Outlook, ProbeError> {
        let side = !after.side_to_move();
        let before = balance(after, side);
        let mut outlook = Outlook { balance: before, chance: 0 };
        let (mut replies, mut lost) = (0, 0);
        for (reply, board) in successors(after) {
            replies += 1;
            if self.value(&board)? != Value::Draw {
                // A move of the opponent from a drawn position cannot win, so it loses.
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

    /// Returns how hard the side that has moved can be pressed at once: the fraction of its moves
    /// that lose after the opponent's best drawing reply, in units of 1 / [`CERTAIN`].
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

/// Returns by how much material a side is ahead, in pawns.
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
