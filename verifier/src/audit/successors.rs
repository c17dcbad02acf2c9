//! The value of a position from the values of its legal successors.

use drawproof_board::{
    Board, Color, Move, PROMOTIONS, PROMOTIONS_OR_NONE, Piece, PieceMoves, Rank, Square,
    get_pawn_attacks,
};
use drawproof_tables::{
    Cell, MEN_MAX, Metric, MoveKind, PlainTable, TableSet, Value, Width, helpmate,
    probe::{self, ProbeError},
};

use super::outcome::{Entry, MissingTable};

/// An endgame's table with the tables that its moves lead to, for deriving values from successors.
pub struct Successors<'t> {
    table: &'t PlainTable,
    tables: &'t TableSet,
    /// By [`Successors::key`]; `None` if there is no such move or only the kings are left.
    conversions: Vec<Option<Conversion<'t>>>,
    ranks: Ranks,
    /// The colour whose helpmates are derived; `None` for perfect play.
    mating: Option<Color>,
}

/// The rank of a move for the mover, by its kind and the cell of the position after it. Of helpmates a
/// shorter one ranks higher, whoever moves.
struct Ranks {
    metric: Metric,
    /// `[kind][cell]`.
    of_cells: [[i16; Cell::COUNT]; 3],
}

/// The table that a capture or promotion leads to.
struct Conversion<'t> {
    table: &'t PlainTable,
    /// Whether that table has the colours exchanged.
    swapped: bool,
    /// For each man of that table, the number of the same man in this endgame.
    sources: Vec<u8>,
}

/// The rank of a helpmate of no plies. Greater than every number.
const HELPMATE_RANK: i16 = 2048;

impl Ranks {
    fn new(metric: Metric) -> Ranks {
        let kinds = [MoveKind::Quiet, MoveKind::PawnMove, MoveKind::Conversion];
        let mut ranks = Ranks { metric, of_cells: [[0; Cell::COUNT]; 3] };
        for kind in kinds {
            ranks.of_cells[kind as usize] = std::array::from_fn(|cell| {
                ranks.before_value(kind, Cell::from_byte(cell as u8).value())
            });
        }
        ranks
    }

    /// Returns the rank, for the mover, of a move of that kind into a position of a value.
    fn before_value(&self, kind: MoveKind, after: Value) -> i16 {
        if self.metric == Metric::Helpmate {
            return after.number().map_or(0, |plies| HELPMATE_RANK - 1 - plies as i16);
        }
        self.metric.before(kind, after).rank() as i16
    }

    /// Returns the rank, for the mover, of a move of that kind into a position of a table. A place
    /// without a legal position counts as a draw; the audit reports the place itself.
    fn before(
        &self,
        kind: MoveKind,
        table: &PlainTable,
        squares: &[Square],
        side_to_move: Color,
        mating: Option<Color>,
    ) -> i16 {
        let index = table.layout().index(squares).expect("a legal move leads to a legal position");
        let cell = match mating {
            None => table.cells(side_to_move)[index],
            Some(mating) => table.helpmate_cells(mating, side_to_move)[index],
        };
        if mating.is_none() && table.width() == Width::Two && cell >= Cell::FAR.byte() {
            return self.before_value(kind, table.value(side_to_move, index));
        }
        self.of_cells[kind as usize][usize::from(cell)]
    }
}

/// The rank of having no move: below that of every value.
const NO_MOVE: i16 = i16::MIN;

impl<'t> Successors<'t> {
    /// Finds, in `tables`, the tables that the moves of the endgame of `table` lead to. `mating` is
    /// the colour that mates in a table of helpmates; `None` for other tables.
    pub fn new(
        table: &'t PlainTable,
        tables: &'t TableSet,
        mating: Option<Color>,
    ) -> Result<Successors<'t>, MissingTable> {
        let ranks = Ranks::new(table.metric());
        let mut successors = Successors { table, tables, conversions: Vec::new(), ranks, mating };
        let men = table.layout().men().len();
        for captured in (0..men).map(Some).chain([None]) {
            for promotion in PROMOTIONS_OR_NONE {
                for mover in 0..men {
                    let conversion = successors.conversion(captured, promotion, mover)?;
                    let key = successors.key(captured, promotion, mover);
                    assert_eq!(key, successors.conversions.len());
                    successors.conversions.push(conversion);
                }
            }
        }
        Ok(successors)
    }

    /// Returns the colour whose helpmates are derived; `None` for perfect play.
    pub fn mating(&self) -> Option<Color> {
        self.mating
    }

    /// Returns the index in `conversions` of moves by the man `mover` that capture the man
    /// `captured` and promote.
    fn key(&self, captured: Option<usize>, promotion: Option<Piece>, mover: usize) -> usize {
        let men = self.table.layout().men().len();
        // Knight, bishop, rook and queen are pieces 1 to 4.
        let promotion = promotion.map_or(0, |piece| piece as usize);
        (captured.unwrap_or(men) * PROMOTIONS_OR_NONE.len() + promotion) * men + mover
    }

    /// Returns the conversion by moves of the man `mover` that capture the man `captured` and
    /// promote; `None` if there is no such move, it stays in this endgame, or only the kings are
    /// left.
    fn conversion(
        &self,
        captured: Option<usize>,
        promotion: Option<Piece>,
        mover: usize,
    ) -> Result<Option<Conversion<'t>>, MissingTable> {
        let layout = self.table.layout();
        let mut men: Vec<_> = layout.men().to_vec();
        if promotion.is_some() && men[mover].piece != Piece::Pawn
            || captured
                .is_some_and(|c| men[c].piece == Piece::King || men[c].color == men[mover].color)
            || captured.is_none() && promotion.is_none()
        {
            return Ok(None);
        }
        let mut material = layout.material().get();
        if let Some(man) = captured.map(|c| men[c]) {
            material = material.without(man.color, man.piece);
        }
        if let Some(piece) = promotion {
            material = material.without(men[mover].color, Piece::Pawn);
            material = material.with(men[mover].color, piece);
            men[mover].piece = piece;
        }
        if material.men() == 2 {
            return Ok(None);
        }
        let (normal, swapped) = material.normalise();
        let of = layout.material();
        let table = self.tables.get(normal).ok_or(MissingTable { of, missing: normal })?;
        let mut sources: Vec<u8> = Vec::new();
        for wanted in table.layout().men() {
            let color = if swapped { !wanted.color } else { wanted.color };
            let source = (0..men.len()).find(|&m| {
                let free = Some(m) != captured && !sources.contains(&(m as u8));
                free && men[m].color == color && men[m].piece == wanted.piece
            });
            sources.push(source.expect("the material is the same") as u8);
        }
        Ok(Some(Conversion { table, swapped, sources }))
    }

    /// Returns the value of a position for its side to move, derived by one ply of search.
    /// `squares` are the squares of its men, in the order of the layout.
    pub fn value(&self, board: &Board, squares: &[Square]) -> Value {
        let mut best = NO_MOVE;
        self.each(board, squares, |_, rank| best = best.max(rank));
        match best {
            NO_MOVE if board.checkers().is_empty() => Value::Draw,
            NO_MOVE if self.mating == Some(board.side_to_move()) => Value::Draw,
            NO_MOVE => Value::MATED,
            rank if self.mating.is_none() => Value::from_rank(rank.into()),
            0 => Value::Draw,
            rank => Value::from_number((HELPMATE_RANK - rank) as u16),
        }
    }

    /// Returns the stored value at an index of the table, for the side to move. In a table of
    /// helpmates, it is the value of the helpmates by the colour [`Successors::mating`].
    pub fn stored(&self, side_to_move: Color, index: usize) -> Value {
        match self.mating {
            None => self.table.value(side_to_move, index),
            Some(mating) => {
                Cell::from_byte(self.table.helpmate_cells(mating, side_to_move)[index]).value()
            }
        }
    }

    /// Calls `visit` with each legal move of a position and the move's rank ([`Value::rank`]) for
    /// the mover. `squares` are the squares of the position's men, in the order of the layout.
    #[inline]
    pub fn each(&self, board: &Board, squares: &[Square], mut visit: impl FnMut(Move, i16)) {
        board.generate_moves(|moves| {
            self.of_man(board, squares, moves, &mut visit);
            false
        });
    }

    /// Visits one man's moves.
    #[inline]
    fn of_man(
        &self,
        board: &Board,
        squares: &[Square],
        moves: PieceMoves,
        visit: &mut impl FnMut(Move, i16),
    ) {
        let mover = man_on(squares, moves.from);
        let theirs = board.colors(!board.side_to_move());
        if moves.piece == Piece::Pawn {
            for to in moves.to {
                self.pawn_move(board, squares, mover, to, visit);
            }
            return;
        }
        let next_side = !board.side_to_move();
        let mut after = [Square::A1; MEN_MAX];
        after[..squares.len()].copy_from_slice(squares);
        let after = &mut after[..squares.len()];
        let mv = |to| Move { from: moves.from, to, promotion: None };
        for to in moves.to - theirs {
            after[mover] = to;
            visit(mv(to), self.rank_here(MoveKind::Quiet, after, next_side));
        }
        for to in moves.to & theirs {
            after[mover] = to;
            let captured = Some(man_on(squares, to));
            visit(mv(to), self.rank_elsewhere(captured, None, mover, after, next_side));
        }
    }

    /// Visits a pawn's move to a square, each of its promotions.
    fn pawn_move(
        &self,
        board: &Board,
        squares: &[Square],
        mover: usize,
        to: Square,
        visit: &mut impl FnMut(Move, i16),
    ) {
        let (side, from) = (board.side_to_move(), squares[mover]);
        let mut after = [Square::A1; MEN_MAX];
        after[..squares.len()].copy_from_slice(squares);
        let after = &mut after[..squares.len()];
        after[mover] = to;
        // A pawn captured en passant stands beside the mover, not on the target square.
        let captured = match (to.file() == from.file(), board.piece_on(to)) {
            (true, _) => None,
            (false, Some(_)) => Some(man_on(squares, to)),
            (false, None) => Some(man_on(squares, Square::new(to.file(), from.rank()))),
        };
        if matches!(to.rank(), Rank::First | Rank::Eighth) {
            for promotion in PROMOTIONS {
                let promotion = Some(promotion);
                let rank = self.rank_elsewhere(captured, promotion, mover, after, !side);
                visit(Move { from, to, promotion }, rank);
            }
            return;
        }
        let mv = Move { from, to, promotion: None };
        if captured.is_some() {
            return visit(mv, self.rank_elsewhere(captured, None, mover, after, !side));
        }
        if (to.rank() as usize).abs_diff(from.rank() as usize) == 2 {
            let passed = Square::new(to.file(), Rank::Third.relative_to(side));
            let takers = get_pawn_attacks(passed, side) & board.colored_pieces(!side, Piece::Pawn);
            if !takers.is_empty() {
                let mut board = board.clone();
                board.play_unchecked(mv);
                let probed = match self.probed(&board) {
                    Entry::Value(value) => value,
                    Entry::Illegal => Value::Draw,
                };
                return visit(mv, self.ranks.before_value(MoveKind::PawnMove, probed));
            }
        }
        visit(mv, self.rank_here(MoveKind::PawnMove, after, !side));
    }

    /// Returns the rank, for the mover, of a move to squares of the table's own men.
    fn rank_here(&self, kind: MoveKind, after: &[Square], next_side: Color) -> i16 {
        self.ranks.before(kind, self.table, after, next_side, self.mating)
    }

    /// Returns the rank, for the mover, of a capture or promotion.
    fn rank_elsewhere(
        &self,
        captured: Option<usize>,
        promotion: Option<Piece>,
        mover: usize,
        after: &[Square],
        next_side: Color,
    ) -> i16 {
        let Some(conversion) = &self.conversions[self.key(captured, promotion, mover)] else {
            return Value::Draw.rank() as i16;
        };
        let mut there = [Square::A1; MEN_MAX];
        for (square, &source) in there.iter_mut().zip(&conversion.sources) {
            let here = after[usize::from(source)];
            *square = if conversion.swapped { here.flip_rank() } else { here };
        }
        let color_there = |color: Color| if conversion.swapped { !color } else { color };
        let (next_side, mating) = (color_there(next_side), self.mating.map(color_there));
        let there = &there[..conversion.sources.len()];
        self.ranks.before(MoveKind::Conversion, conversion.table, there, next_side, mating)
    }

    /// Returns the table entry of a position by probing; the position may have an en-passant right.
    pub fn probed(&self, board: &Board) -> Entry {
        let probed = match self.mating {
            None => probe::probe(board, self.tables),
            Some(mating) => helpmate::helpmates(board, self.tables)
                .map(|found| found[mating as usize].map_or(Value::Draw, Value::from_number)),
        };
        match probed {
            Ok(value) => Entry::Value(value),
            Err(ProbeError::Illegal(_)) => Entry::Illegal,
            Err(error) => {
                unreachable!("no table is missing, and there are no castling rights: {error}")
            }
        }
    }
}

/// Returns the number of the man on a square.
fn man_on(squares: &[Square], square: Square) -> usize {
    squares.iter().position(|&s| s == square).expect("a man of the endgame stands there")
}
