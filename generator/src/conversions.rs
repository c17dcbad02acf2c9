//! Moves out of an arena: captures, promotions and pawn moves.
//!
//! They lead to positions that are already solved, so what they bring is a constant of the
//! position. [`Conversions::fold`] works out, for the lanes of a word, in how many plies the best
//! of them wins and until when one of them keeps the side from losing.

use std::sync::Arc;

use cozy_chess::{BitBoard, Color, Piece, Rank, Square};
use drawproof_tables::{
    Cell, Coordinate, Layout, Material, NormalMaterial, PlainTable, Slice, TableSet, Transform,
};

use crate::{
    arena::{Arena, Word},
    kernels,
    lanes::{attack_lanes, attacks, bit, pawn_attacks},
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

/// The cells that one conversion of the lanes of a word leads to.
pub struct WordCells {
    /// Lanes where the move is legal.
    pub legal: u64,
    /// Cells by lane, meaningless elsewhere; one for all with [`WordCells::uniform`].
    pub cells: [u8; 64],
}

impl WordCells {
    const ILLEGAL: WordCells = WordCells { legal: 0, cells: [0; 64] };

    fn uniform(lanes: u64, cell: u8) -> WordCells {
        WordCells { legal: lanes, cells: [cell; 64] }
    }
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
        arena: &Arena,
        side: Color,
        word: &Word,
        lanes: u64,
        solved: &[Option<SolvedSlice>],
    ) -> Outcomes {
        let mut outcomes = Outcomes::NONE;
        for (number, conversion) in self.sides[side as usize].iter().enumerate() {
            let mut fold = |row: WordCells| {
                kernels::fold(&mut outcomes.win, &mut outcomes.escape, &row.cells, row.legal)
            };
            match conversion.captured {
                None => self.push(arena, number, side, word, lanes, solved, &mut fold),
                Some(captured) => {
                    let (destination, lanes) = conversion.captures(arena, word, captured, lanes);
                    if lanes != 0 {
                        fold(conversion.row(arena, side, word, destination, lanes, solved));
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
        arena: &Arena,
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
        if word.known & bit(one) != 0 || lanes == 0 || promotes != conversion.promoted.is_some() {
            return;
        }
        fold(conversion.row(arena, side, word, Some(one), lanes, solved));
        if from.rank() != Rank::Second.relative_to(side) {
            return;
        }
        let two = one.try_offset(0, forward(side)).expect("two squares fit");
        let lanes = lanes & !bit(two);
        if word.known & bit(two) != 0 || lanes == 0 {
            return;
        }
        let mut row = conversion.row(arena, side, word, Some(two), lanes, solved);
        self.add_en_passant(arena, conversion, side, word, [one, two], &mut row, solved);
        fold(row);
    }

    /// Betters the cells of a double push, which are for the opponent to move, by the opponent's
    /// en-passant captures.
    #[expect(clippy::too_many_arguments, reason = "the context of one word")]
    fn add_en_passant(
        &self,
        arena: &Arena,
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
                && arena.man(capture.mover).piece == Piece::Pawn
                && pawn_attacks(!side, word.squares[capture.mover]) & bit(passed) != 0;
            if !takes {
                continue;
            }
            let after = capture.row(arena, !side, word, Some(passed), row.legal, solved);
            let stalemates = stalemates
                .get_or_insert_with(|| push.stalemates(arena, side, word, arrival, solved));
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

    /// Where a capture of `captured` arrives (`None` = at the lane man's square) and those of
    /// `lanes` in which the move is possible.
    #[inline]
    fn captures(
        &self,
        arena: &Arena,
        word: &Word,
        captured: usize,
        lanes: u64,
    ) -> (Option<Square>, u64) {
        let man = arena.man(self.mover);
        let from = word.squares[self.mover];
        if man.piece == Piece::Pawn {
            let promotes = from.rank() == Rank::Seventh.relative_to(man.color);
            if promotes != self.promoted.is_some() {
                return (None, 0);
            }
        }
        if captured == arena.lane {
            let attacked = match man.piece {
                Piece::Pawn => pawn_attacks(man.color, from),
                piece => attacks(piece, from, word.known),
            };
            return (None, lanes & attacked);
        }
        let target = word.squares[captured];
        let possible = if self.mover == arena.lane {
            attacks(man.piece, target, word.known)
        } else {
            attack_lanes(man.piece, man.color, from, target, word.known)
        };
        (Some(target), lanes & possible)
    }

    /// The cells of the positions that the move leads to from `lanes` of a word.
    fn row(
        &self,
        arena: &Arena,
        side: Color,
        word: &Word,
        destination: Option<Square>,
        lanes: u64,
        solved: &[Option<SolvedSlice>],
    ) -> WordCells {
        let layout = match &self.target {
            Target::Kings => return self.kings_apart(arena, word, destination, lanes),
            Target::Slice => arena.layout,
            Target::Table(table) => table.layout(),
        };
        let stm = if self.swapped { side } else { !side };
        let (squares, lane_man) = self.arrived(arena, word, destination);
        let squares = &squares[..layout.men().len()];
        let digit = match lane_man.map(|man| layout.coordinates()[man]) {
            None => None,
            Some(Coordinate::Digit(digit)) => Some(digit),
            Some(_) => return self.lane_by_lane(layout, squares, lane_man, stm, lanes),
        };
        let Some((outer, transform)) = layout.outer(squares) else { return WordCells::ILLEGAL };
        let (cells, legal) = self.values(layout, outer, stm, solved);
        let mut base = 0;
        for (man, coordinate) in layout.coordinates().iter().enumerate() {
            if let Coordinate::Digit(place) = coordinate
                && Some(man) != lane_man
            {
                base |= (transform.square(squares[man]) as usize) << (6 * place);
            }
        }
        let Some(digit) = digit else {
            let is_legal = legal[base / 64] >> (base % 64) & 1 != 0;
            return WordCells::uniform(if is_legal { lanes } else { 0 }, cells[base]);
        };
        let transform = self.flip().then(transform);
        if digit == 0 {
            let back = transform.inverse();
            let legal = lanes & back.set(legal[base / 64]);
            let cells: &[u8; 64] = cells[base..base + 64].try_into().expect("64 lanes");
            let cells = if back == Transform::IDENTITY { *cells } else { back.cells(cells) };
            return WordCells { legal, cells };
        }
        let mut row = WordCells::ILLEGAL;
        for lane in BitBoard(lanes) {
            let place = base | usize::from(transform.squares()[lane as usize]) << (6 * digit);
            row.legal |= (legal[place / 64] >> (place % 64) & 1) << lane as u32;
            row.cells[lane as usize] = cells[place];
        }
        row
    }

    /// What takes the squares of this table to those of the target.
    pub fn flip(&self) -> Transform {
        if self.swapped { Transform::FLIP_RANKS } else { Transform::IDENTITY }
    }

    /// The squares of the target's men after the move, and which of them stands on the lane's
    /// square (the square given for it is meaningless).
    #[inline]
    fn arrived(
        &self,
        arena: &Arena,
        word: &Word,
        destination: Option<Square>,
    ) -> ([Square; 6], Option<usize>) {
        let mut squares = [Square::A1; 6];
        let mut lane_man = None;
        for (man, source) in self.sources.iter().enumerate() {
            let square = match *source {
                Source::Man(from) if from == arena.lane => None,
                Source::Man(from) => Some(word.squares[from]),
                Source::Destination => destination,
            };
            match square {
                Some(square) => squares[man] = self.flip().square(square),
                None => lane_man = Some(man),
            }
        }
        (squares, lane_man)
    }

    /// [`Conversion::row`] where the lane man is a king of the target's king pairs.
    fn lane_by_lane(
        &self,
        layout: &Layout,
        squares: &[Square],
        lane_man: Option<usize>,
        stm: Color,
        lanes: u64,
    ) -> WordCells {
        let Target::Table(table) = &self.target else { unreachable!("slices have no king pairs") };
        let mut row = WordCells::ILLEGAL;
        let mut moved = [Square::A1; 6];
        let moved = &mut moved[..squares.len()];
        moved.copy_from_slice(squares);
        for lane in BitBoard(lanes) {
            moved[lane_man.expect("a king is the lane man")] = self.flip().square(lane);
            let Some(place) = layout.index(moved) else { continue };
            row.legal |= u64::from(table.is_legal(stm, place)) << lane as u32;
            row.cells[lane as usize] = table.cells(stm)[place];
        }
        row
    }

    /// The row of a capture that leaves bare kings: a draw where the kings do not touch.
    fn kings_apart(
        &self,
        arena: &Arena,
        word: &Word,
        destination: Option<Square>,
        lanes: u64,
    ) -> WordCells {
        // Only kings and the captured man are on the board, so that the mover is a king or the
        // captured man is the lane man and the mover, too, is a king: nothing else is left.
        let [own, other] = {
            let own = self.mover;
            [own, arena.kings.into_iter().find(|&k| k != own).expect("two kings")]
        };
        let apart = match destination {
            None => !attacks(Piece::King, word.squares[other], 0),
            Some(square) if other == arena.lane => !attacks(Piece::King, square, 0),
            Some(square) => {
                let touch = attacks(Piece::King, word.squares[other], 0) & bit(square) != 0;
                if touch { 0 } else { u64::MAX }
            }
        };
        debug_assert_eq!(arena.man(own).piece, Piece::King);
        WordCells::uniform(lanes & apart, Cell::DRAW.byte())
    }

    /// Cells and legal positions of the target's king pair or slice `outer`.
    pub fn values<'a>(
        &'a self,
        layout: &Layout,
        outer: usize,
        stm: Color,
        solved: &'a [Option<SolvedSlice>],
    ) -> (&'a [u8], &'a [u64]) {
        match &self.target {
            Target::Kings => unreachable!("bare kings have no table"),
            Target::Slice => {
                let slice = solved[outer].as_ref().expect("more advanced slices are solved first");
                (slice.cells[stm as usize], slice.legal[stm as usize])
            }
            Target::Table(table) => {
                let size = 1 << (6 * layout.digits());
                let cells = &table.cells(stm)[outer * size..(outer + 1) * size];
                (cells, &table.legal(stm)[outer * size / 64..(outer + 1) * size / 64])
            }
        }
    }

    /// The lanes of `word` that are stalemate after this push of `side` to `arrival`.
    fn stalemates(
        &self,
        arena: &Arena,
        side: Color,
        word: &Word,
        arrival: Square,
        solved: &[Option<SolvedSlice>],
    ) -> u64 {
        let (squares, lane_man) = self.arrived(arena, word, Some(arrival));
        let squares = &squares[..self.sources.len()];
        debug_assert_eq!(lane_man, Some(arena.lane));
        let (outer, transform) = arena.layout.outer(squares).expect("a pawn placement");
        let slice = solved[outer].as_ref().expect("more advanced slices are solved first");
        let index = arena.layout.index(squares).expect("a pawn placement");
        let place = index / 64 % (1 << (6 * (arena.layout.digits() - 1)));
        let list = &slice.stalemates[!side as usize];
        match list.binary_search_by_key(&place, |&(word, _)| word) {
            Ok(found) => transform.inverse().set(list[found].1),
            Err(_) => 0,
        }
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
