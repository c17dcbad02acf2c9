//! Evaluates a condition for one position. This defines the meaning of conditions; [`crate::word`]
//! is compared with it. The search also uses it for positions after a move.

use std::{cell::OnceCell, sync::Arc};

use drawproof_board::{Board, Color, Move, Piece, Square};
use drawproof_recognizers::{Claim, Position, recognize};
use drawproof_tables::{
    FiftyMoves, MEN_MAX, Metric, MoveKinds, Placement, PlainTable, TableSet, Value,
    census::ZugzwangKind,
    helpmate::{self, HelpmateSource},
    probe::{self, MoveValue, ProbeError, Values},
};

use crate::{
    condition::{Kind, Moves, Node, Number, Rule, SOLUTIONS_MAX, Test, is_at},
    features::Features,
};

/// The sources of values from which conditions are evaluated.
#[derive(Clone, Copy)]
pub struct Sources<'s> {
    /// The source of distances to mate.
    pub dtm: &'s (dyn Values + Sync),
    /// The source of distances to zeroing, if the condition needs them.
    pub dtz: Option<&'s (dyn Values + Sync)>,
    /// The source of distances to conversion, if the condition needs them.
    pub dtc: Option<&'s (dyn Values + Sync)>,
    /// The source of helpmates, if the condition needs them.
    pub helpmates: Option<&'s (dyn HelpmateSource + Sync)>,
    /// The tables in memory that captures and promotions lead to, for conditions about moves that
    /// are evaluated over whole tables. Without these tables, each move is looked up by itself.
    pub conversions: Option<&'s TableSet>,
    /// The tables of the endgame in other metrics, for conditions that are evaluated over whole
    /// tables.
    pub others: &'s [Arc<PlainTable>],
    /// The function that returns the claim of the user's rule, if the condition asks for it.
    pub rule: Option<&'s (dyn Fn(&Position) -> Claim + Sync)>,
}

impl Sources<'_> {
    /// Returns the claim of a rule.
    pub(crate) fn claim(&self, rule: Rule, position: &Position) -> Claim {
        match rule {
            Rule::Builtin => recognize(position),
            Rule::Plugin => {
                self.rule.expect("the user's rule, if the condition asks for it")(position)
            }
        }
    }
}

/// A position in which conditions are evaluated.
pub(crate) struct Looked<'s> {
    features: &'s Features,
    sources: Sources<'s>,
    board: Board,
    /// The squares of the men that the condition names; `None` for a captured man.
    squares: [Option<Square>; MEN_MAX],
    value: OnceCell<Value>,
    moves: OnceCell<Vec<MoveValue>>,
}

impl<'s> Looked<'s> {
    /// Makes a position whose men stand on `squares`, in the order of the endgame's layout.
    pub fn new(
        features: &'s Features,
        sources: Sources<'s>,
        board: Board,
        squares: [Option<Square>; MEN_MAX],
    ) -> Looked<'s> {
        let (value, moves) = (OnceCell::new(), OnceCell::new());
        Looked { features, sources, board, squares, value, moves }
    }

    /// Returns the position with `value` as its already known value.
    pub fn of_value(self, value: Value) -> Looked<'s> {
        Looked { value: OnceCell::from(value), ..self }
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    /// Returns the value of the position for the side to move, by distance to mate.
    pub fn value(&self) -> Result<Value, ProbeError> {
        match self.value.get() {
            Some(known) => Ok(*known),
            None => {
                let value = probe::probe(&self.board, self.sources.dtm)?;
                Ok(*self.value.get_or_init(|| value))
            }
        }
    }

    /// Returns the square of a man of the endgame; `None` if the man was captured.
    pub fn square(&self, man: usize) -> Option<Square> {
        self.squares[man]
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Returns the result for the side to move within the fifty-move rule.
    pub fn fifty(&self) -> Result<FiftyMoves, ProbeError> {
        Ok(FiftyMoves::new(Metric::Dtz.read(self.value_by(Metric::Dtz)?), 0))
    }

    /// Returns the claim of a rule about the position.
    pub fn claim(&self, rule: Rule) -> Claim {
        self.sources.claim(rule, &Position::from(&self.board))
    }

    /// Returns whether `node` holds in the position.
    pub fn holds(&self, node: &Node) -> Result<bool, ProbeError> {
        Ok(match node {
            Node::All(all) => {
                for it in all {
                    if !self.holds(it)? {
                        return Ok(false);
                    }
                }
                true
            }
            Node::Any(all) => {
                for it in all {
                    if self.holds(it)? {
                        return Ok(true);
                    }
                }
                false
            }
            Node::Not(it) => !self.holds(it)?,
            Node::Test(test) => self.passes(test)?,
            Node::After(moves, it, _) => self.after(*moves, it)?,
        })
    }

    fn passes(&self, test: &Test) -> Result<bool, ProbeError> {
        Ok(match test {
            Test::Side(sides) => sides.contains(&self.side_to_move()),
            Test::Check => self.is_check(),
            Test::Result(results) => results.contains(&self.value()?.wdl()),
            Test::Distance(metric, plies) => is_at(*metric, self.value_by(*metric)?, plies),
            Test::Pass(results) => {
                self.passed()?.is_some_and(|value| results.contains(&value.wdl().reversed()))
            }
            Test::Zugzwang(kinds) => self.zugzwang()?.is_some_and(|kind| kinds.contains(&kind)),
            Test::Fifty(results) => results.contains(&self.fifty()?),
            Test::Stands { man, on } => {
                self.squares[*man].is_some_and(|at| on >> at as u64 & 1 != 0)
            }
            Test::Together { men: [a, b], squares } => match (self.squares[*a], self.squares[*b]) {
                (Some(a), Some(b)) => squares.0[0][a as usize] >> b as u64 & 1 != 0,
                _ => false,
            },
            Test::Compare(a, how, b) => match (self.number(a)?, self.number(b)?) {
                (Some(a), Some(b)) => how.holds(a, b),
                _ => false,
            },
            Test::Only(kind) => {
                let only = self.only_move()?;
                only.is_some_and(|it| kind.is_none_or(|kind| self.is_of(it.mv, kind)))
            }
            Test::CanMate(mating) => self.helpmate(*mating)?.is_some(),
            Test::Helpmate(mating, plies) => {
                self.helpmate(*mating)?.is_some_and(|length| plies.has(length))
            }
            Test::Claim(rule, words) => claims(self.claim(*rule), self.side_to_move(), words),
        })
    }

    /// Returns the value of `number` in this position; `None` if the position has none.
    pub fn number(&self, number: &Number) -> Result<Option<i32>, ProbeError> {
        Ok(match number {
            Number::Distance(metric) => metric.plies(self.value_by(*metric)?).map(i32::from),
            Number::Moves(result, kind) => {
                let moves = self.moves()?;
                let counted = moves.iter().filter(|it| {
                    result.is_none_or(|result| it.value.wdl().reversed() == result)
                        && kind.is_none_or(|kind| self.is_of(it.mv, kind))
                });
                Some(counted.count() as i32)
            }
            Number::Shortest => match self.value()? {
                Value::Win(_) => Some(self.best()?.count() as i32),
                _ => None,
            },
            Number::Helpmate(mating) => self.helpmate(*mating)?.map(i32::from),
            Number::Solutions(mating) => Some(helpmate::solutions(
                &self.board,
                *mating,
                SOLUTIONS_MAX,
                self.sources.helpmates.expect(NEEDED),
            )? as i32),
            Number::Feature(feature) => {
                let material = Placement::from(&self.board).normalise().0;
                let is_of_endgame = material == self.features.material();
                is_of_endgame.then(|| self.features.value(*feature, &Position::from(&self.board)))
            }
            number => number.of_squares(|man| self.squares[man]),
        })
    }

    fn value_by(&self, metric: Metric) -> Result<Value, ProbeError> {
        match metric {
            Metric::Dtz => probe::probe(&self.board, self.sources.dtz.expect(NEEDED)),
            Metric::Dtc => probe::probe(&self.board, self.sources.dtc.expect(NEEDED)),
            _ => self.value(),
        }
    }

    /// Returns the plies of the shortest helpmate by `mating`; `None` if that colour cannot mate.
    pub fn helpmate(&self, mating: Color) -> Result<Option<u16>, ProbeError> {
        let source = self.sources.helpmates.expect(NEEDED);
        Ok(helpmate::helpmates(&self.board, source)?[mating as usize])
    }

    /// Returns the value for the other side after a pass; `None` in check.
    pub fn passed(&self) -> Result<Option<Value>, ProbeError> {
        let passed = self.board.null_move();
        passed.map(|board| probe::probe(&board, self.sources.dtm)).transpose()
    }

    /// Returns the kind of mutual zugzwang; `None` if the position is not a mutual zugzwang.
    pub fn zugzwang(&self) -> Result<Option<ZugzwangKind>, ProbeError> {
        let Some(other) = self.passed()? else { return Ok(None) };
        Ok(match self.board.side_to_move() {
            Color::White => ZugzwangKind::of(self.value()?, other),
            Color::Black => ZugzwangKind::of(other, self.value()?),
        })
    }

    fn moves(&self) -> Result<&[MoveValue], ProbeError> {
        if self.moves.get().is_none() {
            let moves = probe::moves(&self.board, self.sources.dtm)?;
            self.moves.set(moves).expect("it was not set");
        }
        Ok(self.moves.get().expect("it is set"))
    }

    /// Returns the moves that keep the result.
    fn keeping(&self) -> Result<impl Iterator<Item = &MoveValue>, ProbeError> {
        let result = self.value()?.wdl();
        Ok(self.moves()?.iter().filter(move |it| it.value.wdl().reversed() == result))
    }

    /// Returns the moves that keep the result at the best distance.
    fn best(&self) -> Result<impl Iterator<Item = &MoveValue>, ProbeError> {
        let best = self.moves()?.first().map(|it| it.value);
        Ok(self.moves()?.iter().filter(move |it| Some(it.value) == best))
    }

    /// Returns the only move that keeps the result, if there is one.
    pub fn only_move(&self) -> Result<Option<&MoveValue>, ProbeError> {
        let mut keeping = self.keeping()?;
        Ok(keeping.next().filter(|_| keeping.next().is_none()))
    }

    /// Returns the kinds of the only move that keeps the result, as bits; `None` if there is no
    /// such move.
    pub fn only_kinds(&self) -> Result<Option<u16>, ProbeError> {
        Ok(self.only_move()?.map(|it| kinds_of(&self.board, it.mv, Kind::ANY)))
    }

    /// Returns whether a legal move is of a kind.
    fn is_of(&self, mv: Move, kind: Kind) -> bool {
        kinds_of(&self.board, mv, kind.bit()) != 0
    }

    fn after(&self, moves: Moves, node: &Node) -> Result<bool, ProbeError> {
        let holds = |after: &Board, mv: Option<Move>| {
            let squares = mv.map_or(self.squares, |mv| self.squares_after(mv));
            Looked::new(self.features, self.sources, after.clone(), squares).holds(node)
        };
        let some = |mut moves: &mut dyn Iterator<Item = &MoveValue>, wanted: bool| {
            let found = (&mut moves)
                .map(|it| holds(&it.after, Some(it.mv)))
                .find(|it| !matches!(it, Ok(it) if *it != wanted));
            Ok(found.transpose()?.is_some())
        };
        match moves {
            Moves::Only => some(&mut self.only_move()?.into_iter(), true),
            Moves::Best => some(&mut self.best()?, true),
            Moves::Keeping => some(&mut self.keeping()?, true),
            Moves::Some => some(&mut self.moves()?.iter(), true),
            Moves::Every => {
                Ok(!self.moves()?.is_empty() && !some(&mut self.moves()?.iter(), false)?)
            }
            Moves::Pass => match self.board.null_move() {
                Some(board) => holds(&board, None),
                None => Ok(false),
            },
        }
    }

    /// Returns the squares of the men after a legal move.
    fn squares_after(&self, mv: Move) -> [Option<Square>; MEN_MAX] {
        let mut squares = self.squares;
        let is_pawn = self.board.piece_on(mv.from) == Some(Piece::Pawn);
        let captured =
            match is_pawn && mv.from.file() != mv.to.file() && self.board.piece_on(mv.to).is_none()
            {
                true => Square::new(mv.to.file(), mv.from.rank()),
                false => mv.to,
            };
        for square in &mut squares {
            if *square == Some(captured) {
                *square = None;
            } else if *square == Some(mv.from) {
                *square = Some(mv.to);
            }
        }
        squares
    }
}

/// The promise of callers, for panic messages.
pub(crate) const NEEDED: &str = "a source for every metric of the condition";

/// Returns which of the `wanted` kinds a legal move has, as bits ([`Kind::bit`]).
pub(crate) fn kinds_of(board: &Board, mv: Move, wanted: u16) -> u16 {
    let converts = MoveKinds::new(board, mv).conversion;
    let captures = converts && (mv.promotion.is_none() || mv.from.file() != mv.to.file());
    let is = |kind: Kind, it: bool| if it { kind.bit() } else { 0 };
    let mut kinds = is(Kind::Capture, captures)
        | is(Kind::Promotion, mv.promotion.is_some())
        | is(Kind::Underpromotion, mv.promotion.is_some_and(|piece| piece != Piece::Queen))
        | is(Kind::RookPromotion, mv.promotion == Some(Piece::Rook))
        | is(Kind::BishopPromotion, mv.promotion == Some(Piece::Bishop))
        | is(Kind::KnightPromotion, mv.promotion == Some(Piece::Knight))
        | is(Kind::King, board.piece_on(mv.from) == Some(Piece::King));
    if wanted & (Kind::Check.bit() | Kind::Quiet.bit() | Kind::Sacrifice.bit()) != 0 {
        let mut after = board.clone();
        after.play_unchecked(mv);
        let gives_check = !after.checkers().is_empty();
        kinds |= is(Kind::Check, gives_check) | is(Kind::Quiet, !converts && !gives_check);
        let can_be_taken = wanted & Kind::Sacrifice.bit() != 0
            && (after.generate_moves(|moves| moves.to.has(mv.to))
                || probe::en_passant_target(&after).is_some());
        kinds |= is(Kind::Sacrifice, can_be_taken);
    }
    kinds & wanted
}

/// Returns whether a claim is written as one of `words`, for this side to move.
pub(crate) fn claims(claim: Claim, side_to_move: Color, words: &[&str]) -> bool {
    words.iter().any(|word| match *word {
        "none" => !claim.is_made(),
        word => Claim::from_word(word.as_bytes(), side_to_move) == Some(claim),
    })
}
