//! Reads the values that one conversion leads to: a *line* of 64 cells, by the square of one man of
//! the target, or a single position.
//!
//! The files that fold conversions name the square of each man. [`super::tiles`] reads tiles, which
//! are lines by the square of a second man.

use drawproof_board::{BitBoard, Color, Piece, Square};
use drawproof_tables::{Cell, Coordinate, Layout, MEN_MAX, SolvedPart, Transform, Value};

use crate::{
    conversions::{
        kinds::{Conversion, Source, Subproblem},
        recount::Recount,
        solved::Target,
    },
    shape::{
        attacks::{attacks, bit},
        row::Place,
    },
    simd::Simd,
};

/// If more squares than this are wanted, all 64 cells of a line are read.
const FEW_SQUARES: u32 = 40;

/// Reads the solved values that one kind of conversion leads to.
#[derive(Clone, Copy)]
pub struct Reader<'r> {
    problem: &'r Subproblem<'r>,
    conversion: &'r Conversion,
    side: Color,
}

/// The cells of the positions that one conversion leads to from the lanes of a word.
pub struct Successors {
    /// The lanes in which the conversion is legal.
    pub legal: u64,
    /// The cells from the opponent's point of view, `[lane]`; meaningless where the conversion is
    /// illegal.
    pub cells: [u8; 64],
}

/// The values of the positions that one conversion leads to from the lanes of a word. Values may be
/// too large for a cell.
pub struct SuccessorValues {
    /// The lanes in which the conversion is legal.
    pub legal: u64,
    /// The stored values from the opponent's point of view, `[lane]`; meaningless where the
    /// conversion is illegal.
    pub values: [Value; 64],
}

/// The squares of the men of the target table after a conversion, for a row or word in which the
/// squares of some men vary.
#[derive(Clone, Copy, Debug)]
pub struct Arrived {
    /// The square of each man of the target table, before a symmetry that leads to a stored
    /// position is applied; meaningless for varying men.
    pub squares: [Square; MEN_MAX],
    /// The index in the target table's layout of the varying man on the square of the first upper
    /// man; `None` if that man is gone.
    pub first_upper: Option<usize>,
    /// The index in the target table's layout of the varying man on the square of the low man;
    /// `None` if that man is gone.
    pub low: Option<usize>,
}

/// The index in the target table from which lines are read. The digits of varying men are 0 in this
/// index.
#[derive(Clone, Copy)]
pub struct Anchor<'t> {
    /// The values of the index's king pair or slice in the target table.
    pub part: SolvedPart<'t>,
    /// The index within `part`.
    pub place: usize,
    /// The symmetry from the squares of this table to those of the part.
    pub transform: Transform,
}

impl<'r> Reader<'r> {
    /// Makes a reader for a conversion by `side`.
    pub fn new(problem: &'r Subproblem, conversion: &'r Conversion, side: Color) -> Reader<'r> {
        Reader { problem, conversion, side }
    }

    /// Returns the squares of the men of the target table after the mover has moved to `to`. Before
    /// the move, the men of this table stand on `places`.
    #[inline(always)]
    pub fn arrived(&self, places: &[Place; MEN_MAX], to: Place) -> Arrived {
        let mut arrived = Arrived { squares: [Square::A1; MEN_MAX], first_upper: None, low: None };
        for (man, source) in self.conversion.sources.iter().enumerate() {
            let place = match *source {
                Source::Man(man) => places[man],
                Source::Destination => to,
            };
            match place {
                Place::Fixed(square) => arrived.squares[man] = self.flipped(square),
                Place::FirstUpper => arrived.first_upper = Some(man),
                Place::Low => arrived.low = Some(man),
            }
        }
        arrived
    }

    /// Maps a square of this table to a square of the target table, before a symmetry that leads to
    /// a stored position is applied.
    #[inline(always)]
    pub fn flipped(&self, square: Square) -> Square {
        self.conversion.flip().square(square)
    }

    /// Returns the number of the king pair or slice of the target table that the conversion leads
    /// to; `None` if the kings are adjacent. No varying man may determine the king pair or slice.
    pub fn outer(&self, places: &[Place; MEN_MAX], to: Place) -> Option<usize> {
        let layout = self.layout();
        let squares = self.arrived(places, to).squares;
        layout.outer(&squares[..layout.men().len()]).map(|(outer, _)| outer)
    }

    /// Returns the layout of the target.
    fn layout(&self) -> &'r Layout {
        self.conversion.target.layout(self.problem.shape.layout)
    }

    /// Returns the digit of a man in the indices of the target table; `None` for pawns, and for
    /// kings of a king pair.
    #[inline(always)]
    pub fn digit(&self, man: usize) -> Option<u32> {
        match self.layout().coordinates()[man] {
            Coordinate::Digit(digit) => Some(digit),
            _ => None,
        }
    }

    /// Returns the anchor for the men of the target table on `squares`; the digits of the `varying`
    /// men are 0. Returns `None` if the kings are adjacent.
    #[inline(always)]
    pub fn anchor(
        &self,
        squares: &[Square; MEN_MAX],
        varying: [Option<usize>; 2],
    ) -> Option<Anchor<'r>> {
        let layout = self.layout();
        let squares = &squares[..layout.men().len()];
        let (outer, symmetry) = layout.outer(squares)?;
        let stm = if self.conversion.swapped { self.side } else { !self.side };
        let mating = self.problem.conversions.mating;
        let mating = mating.map(|it| if self.conversion.swapped { !it } else { it });
        let part = self.conversion.target.part(self.problem.slices, mating, stm, outer);
        let mut place = 0;
        for (man, coordinate) in layout.coordinates().iter().enumerate() {
            if let Coordinate::Digit(digit) = coordinate
                && !varying.contains(&Some(man))
            {
                place |= (symmetry.square(squares[man]) as usize) << (6 * digit);
            }
        }
        Some(Anchor { part, place, transform: self.conversion.flip().then(symmetry) })
    }

    /// Reads the cells for all squares of the man whose place is `by`, the only varying place, and
    /// changes the cells as the metric requires for the conversion. Returns the squares on which
    /// the position is legal. Squares outside `wanted` may be left out.
    #[inline(always)]
    pub fn line<S: Simd>(
        &self,
        simd: S,
        places: &[Place; MEN_MAX],
        to: Place,
        by: Place,
        wanted: u64,
        cells: &mut [u8; 64],
    ) -> u64 {
        if matches!(self.conversion.target, Target::Kings) {
            *cells = [Cell::DRAW.byte(); 64];
            return self.kings_apart(places, to);
        }
        let arrived = self.arrived(places, to);
        let man = if by == Place::FirstUpper { arrived.first_upper } else { arrived.low };
        let man = man.expect("a man stands there");
        let legal = self.line_of(simd, arrived.squares, man, wanted, cells);
        self.recount().apply(cells);
        legal
    }

    /// Returns the change to the successors' cells by which the metric counts this conversion.
    #[inline(always)]
    pub fn recount(&self) -> Recount {
        self.conversion.recount
    }

    /// Reads the stored cells for all squares of the man `man` of the target table, with the other
    /// men on `squares`. Returns the squares on which the position is legal. Squares outside
    /// `wanted` may be left out.
    #[inline(always)]
    pub fn line_of<S: Simd>(
        &self,
        simd: S,
        mut squares: [Square; MEN_MAX],
        man: usize,
        wanted: u64,
        cells: &mut [u8; 64],
    ) -> u64 {
        if let Some(digit) = self.digit(man) {
            return match self.anchor(&squares, [Some(man), None]) {
                Some(anchor) => anchor.line(simd, digit, wanted, cells),
                None => 0,
            };
        }
        let mut legal = 0;
        for square in BitBoard(wanted) {
            squares[man] = self.flipped(square);
            if let Some(anchor) = self.anchor(&squares, [None; 2]) {
                legal |= u64::from(anchor.is_legal()) << square as u32;
                cells[square as usize] = anchor.part.cells[anchor.place];
            }
        }
        legal
    }

    /// Reads the cells after the conversion to `to` from the positions `lanes` of a word whose men
    /// stand on `places`. The low man's square is the lane.
    pub fn successors<S: Simd>(
        &self,
        simd: S,
        places: &[Place; MEN_MAX],
        to: Place,
        lanes: u64,
    ) -> Successors {
        let mut cells = [Cell::DRAW.byte(); 64];
        let low_stays = matches!(self.conversion.target, Target::Kings)
            || self.arrived(places, to).low.is_some();
        let legal = if low_stays {
            lanes & self.line(simd, places, to, Place::Low, lanes, &mut cells)
        } else {
            // The low man is captured, or moves to the same square from every lane.
            match self.anchor(&self.arrived(places, to).squares, [None; 2]) {
                Some(anchor) if anchor.is_legal() => {
                    cells = [self.recount().of(anchor.part.cells[anchor.place]); 64];
                    lanes
                }
                _ => 0,
            }
        };
        Successors { legal, cells }
    }

    /// Reads the values after the conversion one by one, for values that are too large for
    /// [`Reader::successors`].
    pub fn values(&self, places: &[Place; MEN_MAX], to: Place, lanes: u64) -> SuccessorValues {
        let mut successors = SuccessorValues { legal: 0, values: [Value::Draw; 64] };
        for lane in BitBoard(lanes) {
            let on_lane = |place| if place == Place::Low { Place::Fixed(lane) } else { place };
            let (places, to) = (places.map(on_lane), on_lane(to));
            let value = if matches!(self.conversion.target, Target::Kings) {
                (self.kings_apart(&places, to) != 0).then_some(Value::Draw)
            } else {
                let anchor = self.anchor(&self.arrived(&places, to).squares, [None; 2]);
                anchor.filter(Anchor::is_legal).map(|anchor| anchor.part.value(anchor.place))
            };
            if let Some(value) = value {
                successors.legal |= bit(lane);
                successors.values[lane as usize] = value;
            }
        }
        successors
    }

    /// Returns the value of the conversion for the mover. `after` is the value of the position
    /// after the conversion.
    pub fn before(&self, after: Value) -> Value {
        self.problem.conversions.metric.before(self.conversion.kind, after)
    }

    /// Returns, for a capture that leaves bare kings, the squares of the varying king on which the
    /// kings are not adjacent.
    fn kings_apart(&self, places: &[Place; MEN_MAX], to: Place) -> u64 {
        let kings = self.problem.shape.kings;
        debug_assert!(kings.contains(&self.conversion.mover));
        match (to, places[kings[!self.side as usize]]) {
            (Place::Fixed(king), Place::FirstUpper | Place::Low)
            | (Place::FirstUpper | Place::Low, Place::Fixed(king)) => {
                !attacks(Piece::King, king, 0)
            }
            (Place::Fixed(a), Place::Fixed(b)) if attacks(Piece::King, a, 0) & bit(b) != 0 => 0,
            (Place::Fixed(_), Place::Fixed(_)) => u64::MAX,
            _ => unreachable!("no more than one man varies"),
        }
    }
}

impl Anchor<'_> {
    /// Returns whether the anchor, without varying men, is a legal position.
    #[inline(always)]
    fn is_legal(&self) -> bool {
        self.part.is_legal(self.place)
    }

    /// Returns the anchor with a varying man put on a square; `digit` is the digit of that man.
    #[inline(always)]
    pub fn with(&self, square: Square, digit: u32) -> Self {
        let image = usize::from(self.transform.squares()[square as usize]);
        Anchor { place: self.place | image << (6 * digit), ..*self }
    }

    /// Reads the cells for all squares of the man whose digit is `digit`. Returns the squares on
    /// which the position is legal. Squares outside `wanted` may be left out.
    #[inline(always)]
    pub fn line<S: Simd>(&self, simd: S, digit: u32, wanted: u64, cells: &mut [u8; 64]) -> u64 {
        let SolvedPart { cells: values, legal, .. } = self.part;
        if digit == 0 {
            let line: &[u8; 64] = values[self.place..self.place + 64].try_into().expect("64 cells");
            let legal = legal[self.place / 64];
            if self.transform == Transform::IDENTITY {
                *cells = *line;
                return legal;
            }
            let back = self.transform.inverse();
            *cells = back.cells(line);
            return back.set(legal);
        }
        let image = self.transform.squares();
        // The low man of the target stands on a fixed square.
        let (lane, shift) = (self.place % 64, 6 * digit - 6);
        let (values, legal) = (&values[self.place - lane..], &legal[self.place / 64..]);
        if wanted.count_ones() > FEW_SQUARES {
            return simd.read_column((values, legal), lane, (image, shift), cells);
        }
        let mut found = 0;
        for square in BitBoard(wanted).into_iter().map(|square| square as usize) {
            let word = usize::from(image[square]) << shift;
            found |= (legal[word] >> lane & 1) << square;
            cells[square] = values[64 * word + lane];
        }
        found
    }
}
