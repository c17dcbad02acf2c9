//! Moves out of an shape: captures, promotions and pawn moves.
//!
//! They lead to positions that are already solved, so what they bring is a constant of the
//! position. [`Conversions::fold`] works out, for the lanes of a word, in how many plies the best
//! of them wins and until when one of them keeps the side from losing.

pub mod by_row;
pub mod by_word;
mod king_captures;
pub mod tiles;

use std::sync::Arc;

use cozy_chess::{BitBoard, Color, Piece, Rank, Square};
use drawproof_tables::{Cell, Layout, Material, NormalMaterial, PlainTable, Slice, TableSet};

use crate::{
    conversions::by_word::WordCells,
    shape::attacks::{attack_lanes, attacks, bit, pawn_attacks},
    shape::{Shape, Word},
    simd::cells,
};

/// The solved values of one slice of the table being made.
#[derive(Debug)]
pub struct SolvedSlice<'a> {
    /// Cells by `[side to move][place]`.
    pub cells: [&'a [u8]; 2],
    /// Legal positions by `[side to move][word]`.
    pub legal: [&'a [u64]; 2],
    /// Stalemates as (word, lanes) in rising order, by side to move; kept where a pawn that has
    /// just advanced two squares may be taken en passant.
    pub stalemates: [Vec<(usize, u64)>; 2],
}

/// Where a man of the target table stands.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Where that man of this table stands.
    Man(usize),
    /// Where the moved man arrives.
    Destination,
}

/// Which values a conversion leads to.
#[derive(Debug)]
pub enum Target {
    /// Bare kings: a draw.
    Kings,
    /// Another slice of this table.
    Slice,
    /// Another table.
    Table(Arc<PlainTable>),
}

/// One kind of conversion: who moves, what it takes, what it becomes.
#[derive(Debug)]
pub struct Conversion {
    pub mover: usize,
    pub captured: Option<usize>,
    pub promoted: Option<Piece>,
    pub target: Target,
    /// Whether the target has colours exchanged.
    pub swapped: bool,
    /// By man of the target.
    pub sources: Vec<Source>,
}

/// What the conversions of 64 positions bring.
#[derive(Clone, Debug)]
pub struct Outcomes {
    /// Plies in which the best conversion wins, 255 = none does.
    pub win: [u8; 64],
    /// The last ply at which a conversion keeps the side to move from being lost: 255 = always,
    /// 0 = there is none.
    pub escape: [u8; 64],
}

impl Outcomes {
    /// No conversions.
    pub const NONE: Outcomes = Outcomes { win: [255; 64], escape: [0; 64] };
}

/// All conversions of an endgame, with the tables they lead to.
#[derive(Debug)]
pub struct Conversions {
    /// By side to move.
    pub sides: [Vec<Conversion>; 2],
}

impl Conversions {
    /// The conversions of an endgame; `Err` names the first table that `tables` lacks.
    pub fn new(layout: &Layout, tables: &TableSet) -> Result<Conversions, NormalMaterial> {
        let mut sides = [Vec::new(), Vec::new()];
        for (mover, man) in layout.men().iter().enumerate() {
            let takes = (0..layout.men().len()).filter(|&other| {
                layout.men()[other].color != man.color && layout.men()[other].piece != Piece::King
            });
            let pushes = (man.piece == Piece::Pawn).then_some(None);
            for captured in takes.map(Some).chain(pushes) {
                for promoted in promotions(man.piece) {
                    let conversion = Conversion::new(layout, tables, mover, captured, promoted)?;
                    sides[man.color as usize].push(conversion);
                }
            }
        }
        Ok(Conversions { sides })
    }

    /// What the conversions of `side` bring in the positions `lanes` of a word, all legal.
    /// `solved` holds the slices solved so far, by number.
    pub fn fold(
        &self,
        shape: &Shape,
        side: Color,
        word: &Word,
        lanes: u64,
        solved: &[Option<SolvedSlice>],
    ) -> Outcomes {
        let mut outcomes = Outcomes::NONE;
        for (number, conversion) in self.sides[side as usize].iter().enumerate() {
            let mut fold = |row: WordCells| {
                cells::fold(&mut outcomes.win, &mut outcomes.escape, &row.cells, row.legal)
            };
            match conversion.captured {
                None => self.push(shape, number, side, word, lanes, solved, &mut fold),
                Some(captured) => {
                    let (destination, lanes) = conversion.captures(shape, word, captured, lanes);
                    if lanes != 0 {
                        fold(conversion.row(shape, side, word, destination, lanes, solved));
                    }
                }
            }
        }
        outcomes
    }

    /// Gives `fold` the pushes that `self.sides[side][number]` stands for, one or two squares.
    #[expect(clippy::too_many_arguments, reason = "the context of one word")]
    pub fn push(
        &self,
        shape: &Shape,
        number: usize,
        side: Color,
        word: &Word,
        lanes: u64,
        solved: &[Option<SolvedSlice>],
        fold: &mut impl FnMut(WordCells),
    ) {
        let conversion = &self.sides[side as usize][number];
        let from = word.squares[conversion.mover];
        let one = from.try_offset(0, forward(side)).expect("a pawn is on ranks 2 to 7");
        let lanes = lanes & !bit(one);
        let promotes = one.rank() == Rank::Eighth.relative_to(side);
        if word.occupied & bit(one) != 0 || lanes == 0 || promotes != conversion.promoted.is_some()
        {
            return;
        }
        fold(conversion.row(shape, side, word, Some(one), lanes, solved));
        if from.rank() != Rank::Second.relative_to(side) {
            return;
        }
        let two = one.try_offset(0, forward(side)).expect("two squares fit");
        let lanes = lanes & !bit(two);
        if word.occupied & bit(two) != 0 || lanes == 0 {
            return;
        }
        let mut row = conversion.row(shape, side, word, Some(two), lanes, solved);
        self.add_en_passant(shape, conversion, side, word, [one, two], &mut row, solved);
        fold(row);
    }

    /// Betters the cells of a double push, which are for the opponent to move, by the opponent's
    /// en-passant captures.
    #[expect(clippy::too_many_arguments, reason = "the context of one word")]
    fn add_en_passant(
        &self,
        shape: &Shape,
        push: &Conversion,
        side: Color,
        word: &Word,
        [passed, arrival]: [Square; 2],
        row: &mut WordCells,
        solved: &[Option<SolvedSlice>],
    ) {
        // Stalemates that no capture has relieved yet.
        let mut stalemates = None;
        for capture in &self.sides[!side as usize] {
            let takes = capture.captured == Some(push.mover)
                && capture.promoted.is_none()
                && shape.man(capture.mover).piece == Piece::Pawn
                && pawn_attacks(!side, word.squares[capture.mover]) & bit(passed) != 0;
            if !takes {
                continue;
            }
            let after = capture.row(shape, !side, word, Some(passed), row.legal, solved);
            let stalemates = stalemates
                .get_or_insert_with(|| push.stalemates(shape, side, word, arrival, solved));
            for lane in BitBoard(row.legal & after.legal) {
                let taken = Cell::from_byte(after.cells[lane as usize]).value().before_move();
                let cell = &mut row.cells[lane as usize];
                let only_move = *stalemates & bit(lane) != 0;
                *stalemates &= !bit(lane);
                if only_move || taken.rank() > Cell::from_byte(*cell).value().rank() {
                    *cell = Cell::try_from(taken).expect("five men mate within a cell").byte();
                }
            }
        }
    }
}

/// What a man may become as it arrives: itself, and for a pawn the four pieces.
fn promotions(piece: Piece) -> impl Iterator<Item = Option<Piece>> {
    const PIECES: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
    let pieces = if piece == Piece::Pawn { &PIECES[..] } else { &[] };
    std::iter::once(None).chain(pieces.iter().copied().map(Some))
}

/// The direction in which a colour's pawns move.
pub fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

impl Conversion {
    fn new(
        layout: &Layout,
        tables: &TableSet,
        mover: usize,
        captured: Option<usize>,
        promoted: Option<Piece>,
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
        let mut conversion = Conversion {
            mover,
            captured,
            promoted,
            target: Target::Kings,
            swapped,
            sources: Vec::new(),
        };
        if material.men() == 2 {
            return Ok(conversion);
        }
        if normal == layout.material() {
            conversion.target = Target::Slice;
            conversion.sources = conversion.find_sources(layout, layout);
            return Ok(conversion);
        }
        let table = tables.get(normal).ok_or(normal)?;
        conversion.sources = conversion.find_sources(layout, table.layout());
        conversion.target = Target::Table(table.clone());
        Ok(conversion)
    }

    /// For each man of the target, where it comes from.
    fn find_sources(&self, layout: &Layout, target: &Layout) -> Vec<Source> {
        let men = layout.men();
        let mut left: Vec<Option<usize>> =
            (0..men.len()).map(|man| (Some(man) != self.captured).then_some(man)).collect();
        let arrives = |man: usize| match self.promoted {
            Some(promoted) if man == self.mover => promoted,
            _ => men[man].piece,
        };
        let source = |wanted: &drawproof_tables::Man| {
            let color = if self.swapped { !wanted.color } else { wanted.color };
            let found = left.iter_mut().find(|man| {
                man.is_some_and(|m| men[m].color == color && arrives(m) == wanted.piece)
            });
            let man = found.and_then(Option::take).expect("the target has the same men");
            if man == self.mover { Source::Destination } else { Source::Man(man) }
        };
        target.men().iter().map(source).collect()
    }

    /// Where a capture of `captured` arrives (`None` = at the low man's square) and those of
    /// `lanes` in which the move is possible.
    #[inline]
    fn captures(
        &self,
        shape: &Shape,
        word: &Word,
        captured: usize,
        lanes: u64,
    ) -> (Option<Square>, u64) {
        let man = shape.man(self.mover);
        let from = word.squares[self.mover];
        if man.piece == Piece::Pawn {
            let promotes = from.rank() == Rank::Seventh.relative_to(man.color);
            if promotes != self.promoted.is_some() {
                return (None, 0);
            }
        }
        if captured == shape.low_man {
            let attacked = match man.piece {
                Piece::Pawn => pawn_attacks(man.color, from),
                piece => attacks(piece, from, word.occupied),
            };
            return (None, lanes & attacked);
        }
        let target = word.squares[captured];
        let possible = if self.mover == shape.low_man {
            attacks(man.piece, target, word.occupied)
        } else {
            attack_lanes(man.piece, man.color, from, target, word.occupied)
        };
        (Some(target), lanes & possible)
    }
}

/// Whether a pawn of `side` may just have advanced two squares to where an enemy pawn can take it
/// en passant.
pub fn en_passant_possible(slice: Slice, side: Color) -> bool {
    let fourth = Rank::Fourth.relative_to(side).bitboard();
    let beside = |s: Square| [-1, 1].into_iter().filter_map(move |files| s.try_offset(files, 0));
    (slice.pawns[side as usize] & fourth)
        .into_iter()
        .flat_map(beside)
        .any(|s| slice.pawns[!side as usize].has(s))
}
