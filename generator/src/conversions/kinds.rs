//! The conversions of an endgame: captures, promotions and pawn moves, by mover, captured man and
//! promoted piece; and the squares of pawns.
//!
//! [`Conversions`] lists them once for an endgame. The other files determine whether a conversion
//! is possible in a position, and its value there.

use std::sync::Arc;

use drawproof_board::{Color, Piece, Rank, Square};
use drawproof_tables::{
    Layout, Man, Material, Metric, MoveKind, NormalMaterial, PlainTable, TableSet, Transform,
};

use crate::{
    conversions::{
        promoted::Promoted,
        recount::Recount,
        solved::{SolvedSlices, Target},
    },
    shape::{Seat, Shape},
};

/// All kinds of conversions of an endgame, with the tables that they lead to.
#[derive(Debug)]
pub struct Conversions {
    /// The kinds of conversions, by side to move.
    pub sides: [Vec<Conversion>; 2],
    /// The metric of the table to solve and of its source tables.
    pub metric: Metric,
    /// The colour that mates with the other side's help; `None` for perfect play.
    pub mating: Option<Color>,
}

/// One kind of conversion: the moving man, the captured man, and the promotion.
#[derive(Debug)]
pub struct Conversion {
    /// The index in the layout of the man that moves.
    pub mover: usize,
    /// The index in the layout of the captured man; `None` for pawn moves to an empty square.
    pub captured: Option<usize>,
    /// The piece to which a pawn promotes; `None` without a promotion.
    pub promoted: Option<Piece>,
    /// The solved values that the conversion leads to.
    pub target: Target,
    /// Whether the colours are exchanged in the target table.
    pub swapped: bool,
    /// For each man of the target table, in the order of its layout: where the man's square comes
    /// from.
    pub sources: Vec<Source>,
    /// The kind of the move that metrics distinguish.
    pub kind: MoveKind,
    /// The change to the successors' cells by which the metric counts this conversion.
    pub recount: Recount,
}

/// The source of the square of a man of the target table: the table with the solved values.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The square of this man of the table to solve, before the move.
    Man(usize),
    /// The destination of the conversion.
    Destination,
}

/// The task of one analysis: a shape, and the solved values that the conversions of its positions
/// lead to.
#[derive(Clone, Copy, Debug)]
pub struct Subproblem<'a> {
    /// The shape with the positions to solve.
    pub shape: &'a Shape<'a>,
    /// The conversions of the endgame.
    pub conversions: &'a Conversions,
    /// The slices solved so far; empty without pawns.
    pub slices: &'a SolvedSlices<'a>,
}

impl Subproblem<'_> {
    /// Returns the conversions that `side` can make.
    pub fn conversions_of(&self, side: Color) -> &[Conversion] {
        &self.conversions.sides[side as usize]
    }
}

impl Conversions {
    /// Collects the conversions of an endgame. All `tables` must use `metric`. `mating` is the
    /// colour whose helpmates to count; `None` for perfect play. `promoted` has the values of
    /// promotions without captures, if `tables` lacks their tables. `Err` names the endgame of the
    /// first missing table.
    pub fn new(
        layout: &Layout,
        tables: &TableSet,
        (metric, mating): (Metric, Option<Color>),
        promoted: Option<&Arc<Promoted>>,
    ) -> Result<Conversions, NormalMaterial> {
        let mut sides = [Vec::new(), Vec::new()];
        for (mover, man) in layout.men().iter().enumerate() {
            let takes = (0..layout.men().len()).filter(|&other| {
                layout.men()[other].color != man.color && layout.men()[other].piece != Piece::King
            });
            let pushes = (man.piece == Piece::Pawn).then_some(None);
            for captured in takes.map(Some).chain(pushes) {
                if let (Some(parts), None, Piece::Pawn) = (promoted, captured, man.piece) {
                    let conversion = Conversion::promotion(layout, mover, parts, metric);
                    sides[man.color as usize].push(conversion);
                }
                for becomes in promotions(man.piece) {
                    if promoted.is_some() && captured.is_none() && becomes.is_some() {
                        continue;
                    }
                    let find = |material| tables.get(material).cloned();
                    let mut conversion =
                        Conversion::new(layout, &find, (mover, captured, becomes), metric)?;
                    if mating == Some(!man.color) {
                        conversion.recount = Recount::Helping;
                    }
                    sides[man.color as usize].push(conversion);
                }
            }
        }
        Ok(Conversions { sides, metric, mating })
    }
}

/// Returns what a man may become as it moves: itself (`None`), and for a pawn the four pieces.
fn promotions(piece: Piece) -> impl Iterator<Item = Option<Piece>> {
    const PIECES: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
    let pieces = if piece == Piece::Pawn { &PIECES[..] } else { &[] };
    std::iter::once(None).chain(pieces.iter().copied().map(Some))
}

impl Conversion {
    /// Returns the promotions of a pawn without a capture, all four in one conversion.
    fn promotion(
        layout: &Layout,
        mover: usize,
        parts: &Arc<Promoted>,
        metric: Metric,
    ) -> Conversion {
        let kind = MoveKind::Conversion;
        Conversion {
            mover,
            captured: None,
            promoted: Some(Piece::Queen),
            target: Target::Promoted(parts.clone(), mover),
            swapped: false,
            // The parts are indexed by the position before the move.
            sources: (0..layout.men().len()).map(Source::Man).collect(),
            kind,
            recount: Recount::new(metric, kind),
        }
    }

    /// Makes a conversion by `mover` into the table that `find` returns for the endgame after the
    /// conversion. `Err` names that endgame if `find` returns `None`.
    pub fn new(
        layout: &Layout,
        find: &dyn Fn(NormalMaterial) -> Option<Arc<PlainTable>>,
        (mover, captured, promoted): (usize, Option<usize>, Option<Piece>),
        metric: Metric,
    ) -> Result<Conversion, NormalMaterial> {
        let men = layout.men();
        let mut material: Material = layout.material().get();
        if let Some(captured) = captured {
            material = material.without(men[captured].color, men[captured].piece);
        }
        if let Some(promoted) = promoted {
            material = material.without(men[mover].color, Piece::Pawn);
            material = material.with(men[mover].color, promoted);
        }
        let (normal, swapped) = material.normalise();
        let target = if material.men() == 2 {
            Target::Kings
        } else if normal == layout.material() {
            Target::Slice
        } else {
            Target::Table(find(normal).ok_or(normal)?)
        };
        let kind = match (captured, promoted) {
            (None, None) => MoveKind::PawnMove,
            _ => MoveKind::Conversion,
        };
        let (sources, recount) = (Vec::new(), Recount::new(metric, kind));
        let mut conversion =
            Conversion { mover, captured, promoted, target, swapped, sources, kind, recount };
        if !matches!(conversion.target, Target::Kings) {
            conversion.sources = conversion.find_sources(layout, conversion.target.layout(layout));
        }
        Ok(conversion)
    }

    /// Returns the source of each man of the target.
    fn find_sources(&self, layout: &Layout, target: &Layout) -> Vec<Source> {
        let men = layout.men();
        let mut left: Vec<Option<usize>> =
            (0..men.len()).map(|man| (Some(man) != self.captured).then_some(man)).collect();
        let arrives = |man: usize| match self.promoted {
            Some(promoted) if man == self.mover => promoted,
            _ => men[man].piece,
        };
        let source = |wanted: &Man| {
            let color = if self.swapped { !wanted.color } else { wanted.color };
            let found = left.iter_mut().find(|man| {
                man.is_some_and(|m| men[m].color == color && arrives(m) == wanted.piece)
            });
            let man = found.and_then(Option::take).expect("the target has the same men");
            if man == self.mover { Source::Destination } else { Source::Man(man) }
        };
        target.men().iter().map(source).collect()
    }

    /// Returns the symmetry that maps squares of this table to squares of the target table, before
    /// a symmetry that leads to a stored position is applied.
    pub fn flip(&self) -> Transform {
        if self.swapped { Transform::FLIP_RANKS } else { Transform::IDENTITY }
    }
}

/// Returns the square of a pawn in the slice.
pub fn pawn_square(shape: &Shape, pawn: usize) -> Square {
    match shape.seats[pawn] {
        Seat::Slice(square) => square,
        _ => unreachable!("a pawn's square is the slice's"),
    }
}

/// Returns the square in front of a pawn of `side` on `from`.
pub fn pushed(from: Square, side: Color) -> Square {
    let forward = if side == Color::White { 1 } else { -1 };
    from.try_offset(0, forward).expect("a pawn is on ranks 2 to 7")
}

/// Returns whether a kind of capture is possible from the mover's square. A pawn's capture promotes
/// exactly if the pawn is on its seventh rank; captures by other men are always possible.
pub fn is_of_kind(shape: &Shape, capture: &Conversion) -> bool {
    let man = shape.man(capture.mover);
    man.piece != Piece::Pawn || {
        let from = pawn_square(shape, capture.mover);
        (from.rank() == Rank::Seventh.relative_to(man.color)) == capture.promoted.is_some()
    }
}
