//! Reads the values that one conversion leads to: by the square of one man of the target (a *line*
//! of 64 cells), or of a single position.
//!
//! For the files that fold conversions, which name the square of each man. Tiles, lines by the square
//! of a second man, are read in [`super::tiles`].

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

/// Squares above which all 64 of a line are read, whichever are wanted.
const FEW_SQUARES: u32 = 40;

/// The values that one conversion of a side to move leads to.
#[derive(Clone, Copy)]
pub struct Reader<'r> {
    problem: &'r Subproblem<'r>,
    conversion: &'r Conversion,
    side: Color,
}

/// What one conversion of the lanes of a word leads to.
pub struct Successors {
    /// Lanes in which the move is legal.
    pub legal: u64,
    /// The opponent's cells by lane, meaningless where the move is illegal.
    pub cells: [u8; 64],
}

/// What one conversion of the lanes of a word leads to, whatever the number of a value.
pub struct SuccessorValues {
    /// Lanes in which the move is legal.
    pub legal: u64,
    /// The opponent's values by lane, as they are stored; meaningless where the move is illegal.
    pub values: [Value; 64],
}

/// The men of the target after the move.
#[derive(Clone, Copy, Debug)]
pub struct Arrived {
    /// By man of the target: its square, before the target's symmetry; meaningless for men that
    /// vary.
    pub squares: [Square; MEN_MAX],
    /// The man of the target that stands on the square of the first upper man.
    pub first_upper: Option<usize>,
    /// The man of the target that stands on the square of the low man.
    pub low: Option<usize>,
}

/// A place in a part of the target, from which lines start: men that vary are left out of it.
#[derive(Clone, Copy)]
pub struct Anchor<'t> {
    /// The part.
    pub part: SolvedPart<'t>,
    /// The place.
    pub place: usize,
    /// The map from the squares of this table to those of the part.
    pub transform: Transform,
}

impl<'r> Reader<'r> {
    /// Reads for a conversion of `side`.
    pub fn new(problem: &'r Subproblem, conversion: &'r Conversion, side: Color) -> Reader<'r> {
        Reader { problem, conversion, side }
    }

    /// Where the target's men stand if this table's men stood on `places` and the mover arrives at
    /// `to`.
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

    /// Returns a square of this table as one of the target, before its symmetry.
    #[inline(always)]
    pub fn flipped(&self, square: Square) -> Square {
        self.conversion.flip().square(square)
    }

    /// Returns the king pair or slice of the target that the conversion leads to, where no man that
    /// varies decides it; `None` if the kings touch.
    pub fn outer(&self, places: &[Place; MEN_MAX], to: Place) -> Option<usize> {
        let layout = self.layout();
        let squares = self.arrived(places, to).squares;
        layout.outer(&squares[..layout.men().len()]).map(|(outer, _)| outer)
    }

    /// Returns the layout of the target.
    fn layout(&self) -> &'r Layout {
        self.conversion.target.layout(self.problem.shape.layout)
    }

    /// Returns the digit of a man in the target's places; `None` for kings of a king pair, and
    /// pawns.
    #[inline(always)]
    pub fn digit(&self, man: usize) -> Option<u32> {
        match self.layout().coordinates()[man] {
            Coordinate::Digit(digit) => Some(digit),
            _ => None,
        }
    }

    /// Returns the place of these squares of the target's men, without the digits of the men that
    /// vary; `None` if the kings touch.
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

    /// Returns the cells, recounted, and legal positions by the square of the man that stands on
    /// `by`, which is the only place that varies; those in `wanted` at least.
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

    /// What the metric counts for the conversion.
    #[inline(always)]
    pub fn recount(&self) -> Recount {
        self.conversion.recount
    }

    /// Returns the cells as they are stored, and legal positions, by the square of one man of the
    /// target, where the others stand on `squares`; those in `wanted` at least.
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

    /// Returns the successors of the lanes of a word whose men stand on `places`, the low man's
    /// lane left out.
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
            // The low man is captured, or moves to the same square from each lane.
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

    /// Returns the successors of the lanes of a word whose men stand on `places`, one by one: for
    /// outcomes that [`Reader::successors`] does not hold.
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

    /// Returns the value, for the mover, of the conversion to a position of value `after`.
    pub fn before(&self, after: Value) -> Value {
        self.problem.conversions.metric.before(self.conversion.kind, after)
    }

    /// Where a capture leaves bare kings: the squares of the one that varies on which they do not
    /// touch.
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
    /// Returns whether the place is a legal position; no man varies.
    #[inline(always)]
    fn is_legal(&self) -> bool {
        self.part.is_legal(self.place)
    }

    /// Returns the place with a man that varied on a square; `digit` is that man's.
    #[inline(always)]
    pub fn with(&self, square: Square, digit: u32) -> Self {
        let image = usize::from(self.transform.squares()[square as usize]);
        Anchor { place: self.place | image << (6 * digit), ..*self }
    }

    /// Returns the cells and legal positions by the square of the man with a digit; those in
    /// `wanted` at least.
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
        // The low man of the target stands on one square.
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
