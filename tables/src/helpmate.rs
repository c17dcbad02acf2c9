//! Helpmates: the shortest lines of legal moves by which both sides together mate one of them.
//!
//! This module serves callers with single positions, as [`crate::probe`] does for perfect play. A
//! colour without a helpmate cannot win, whatever the other side plays. A position in which neither
//! colour has a helpmate is dead (FIDE Laws of Chess, 5.2.2).

use drawproof_board::{Board, Color, Move};

use crate::{
    endgame::{
        material::{MEN_MAX, NormalMaterial},
        placement::Placement,
    },
    memory::plain::TableSet,
    probe::{ProbeError, TableSource, after, by_rules, en_passant_captures, successors},
    value::outcome::Value,
};

/// The lengths of the shortest helpmates by White and by Black, in plies; `None` if the colour has
/// no helpmate.
pub type Helpmates = [Option<u16>; 2];

/// A source of the stored helpmate lengths of single positions, such as tables in memory.
pub trait HelpmateSource {
    /// Returns the stored helpmate lengths of `placement`. The placement must have exactly the men
    /// of `material`, at least three, and White must be the first side of the canonical name.
    ///
    /// # Errors
    ///
    /// Fails as [`Values::value`](crate::probe::Values::value) does.
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError>;
}

impl HelpmateSource for TableSet {
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError> {
        let table = self.get(material).ok_or(ProbeError::NoTable(material))?;
        table.probe_helpmates(placement).ok_or(ProbeError::Illegal(material))
    }
}

impl HelpmateSource for dyn TableSource + '_ {
    fn stored(
        &self,
        material: NormalMaterial,
        placement: &Placement,
    ) -> Result<Helpmates, ProbeError> {
        let table = self.table(material).map_err(ProbeError::Unreadable)?;
        table.probe_helpmates(placement).ok_or(ProbeError::Illegal(material))
    }
}

/// Returns the length of a helpmate in problemists' notation: `h#n` for 2n plies, with the helping
/// side to move, and `h#n.5` for 2n + 1 plies, with the mating side to move.
pub fn notation(plies: u16) -> String {
    format!("h#{}{}", plies / 2, if plies.is_multiple_of(2) { "" } else { ".5" })
}

/// Returns the shorter of two helpmate lengths, where `None` is no helpmate; `None` if both are
/// `None`.
pub fn shorter(a: Option<u16>, b: Option<u16>) -> Option<u16> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

/// Returns the length of each colour's shortest helpmate from a position, taking an en-passant
/// right into account.
///
/// # Errors
///
/// Fails if the position has castling rights or is illegal, or the source has no readable table.
pub fn helpmates(
    board: &Board,
    source: &(impl HelpmateSource + ?Sized),
) -> Result<Helpmates, ProbeError> {
    if board.has_castling_rights() {
        return Err(ProbeError::CastlingRights);
    }
    let captures = en_passant_captures(board);
    if captures.is_empty() {
        return stored(board, source);
    }
    // The stored helpmates ignore the capture. If the capture is the only move, a stored mate is
    // not a mate.
    let mut found = if captures.only_moves { [None; 2] } else { stored(board, source)? };
    for mv in captures.iter() {
        let taken = stored(&after(board, mv), source)?;
        for (found, taken) in found.iter_mut().zip(taken) {
            *found = shorter(*found, taken.map(|plies| plies + 1));
        }
    }
    Ok(found)
}

/// Returns a shortest helpmate by a colour; `None` if the colour has no helpmate. If there are
/// several, returns the first one in the order of the moves' squares.
///
/// # Errors
///
/// Fails as [`helpmates`] does.
pub fn line(
    board: &Board,
    mating: Color,
    source: &(impl HelpmateSource + ?Sized),
) -> Result<Option<Vec<Move>>, ProbeError> {
    let Some(plies) = helpmates(board, source)?[mating as usize] else { return Ok(None) };
    let (mut line, mut board) = (Vec::new(), board.clone());
    for left in (0..plies).rev() {
        let next = shortest(&board, mating, left, source)?.into_iter().next();
        let Some((mv, after)) = next else {
            return Err(ProbeError::Contradiction(board.to_string()));
        };
        line.push(mv);
        board = after;
    }
    Ok(Some(line))
}

/// Returns the number of different shortest helpmates by a colour, but at most `most`. Returns 0 if
/// the colour has no helpmate.
///
/// # Errors
///
/// Fails as [`helpmates`] does.
pub fn solutions(
    board: &Board,
    mating: Color,
    most: u64,
    source: &(impl HelpmateSource + ?Sized),
) -> Result<u64, ProbeError> {
    match helpmates(board, source)?[mating as usize] {
        None => Ok(0),
        Some(plies) => lines(board, mating, plies, most, source),
    }
}

/// Counts the lines of `plies` plies to mate by a colour, up to `most`. There must be no shorter
/// lines.
fn lines(
    board: &Board,
    mating: Color,
    plies: u16,
    most: u64,
    source: &(impl HelpmateSource + ?Sized),
) -> Result<u64, ProbeError> {
    let Some(left) = plies.checked_sub(1) else { return Ok(1) };
    let mut next = Vec::new();
    for (_, after) in successors(board) {
        // Each such move leads to at least one line.
        if helpmates(&after, source)?[mating as usize] == Some(left) {
            next.push(after);
            if next.len() as u64 == most {
                return Ok(most);
            }
        }
    }
    let mut found = 0;
    for after in next {
        if found < most {
            found += lines(&after, mating, left, most - found, source)?;
        }
    }
    Ok(found)
}

/// Returns the moves after which mate by a colour is `left` plies away, ordered by their squares,
/// and the positions after them.
fn shortest(
    board: &Board,
    mating: Color,
    left: u16,
    source: &(impl HelpmateSource + ?Sized),
) -> Result<Vec<(Move, Board)>, ProbeError> {
    let mut moves = Vec::new();
    for (mv, after) in successors(board) {
        if helpmates(&after, source)?[mating as usize] == Some(left) {
            moves.push((mv, after));
        }
    }
    moves.sort_by_key(|(mv, _)| (mv.from, mv.to, mv.promotion));
    Ok(moves)
}

/// Returns the stored helpmates of the men on the board, ignoring an en-passant right.
fn stored(board: &Board, source: &(impl HelpmateSource + ?Sized)) -> Result<Helpmates, ProbeError> {
    match board.occupied().len() as usize {
        2 => Ok([None; 2]),
        3..=MEN_MAX => {
            let placement = Placement::from(board);
            let (material, swapped) = placement.material().normalise();
            let placement = if swapped { placement.swapped() } else { placement };
            let [white, black] = source.stored(material, &placement)?;
            Ok(if swapped { [black, white] } else { [white, black] })
        }
        men => match by_rules(board) {
            None => Err(ProbeError::TooManyMen(men)),
            Some(Value::Draw) => Ok([None; 2]),
            Some(_) => Ok(Color::ALL.map(|mating| (mating != board.side_to_move()).then_some(0))),
        },
    }
}
