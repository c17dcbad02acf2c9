//! The value of a position from the values of its legal successors.

use drawproof_board::{
    Board, Color, PROMOTIONS_OR_NONE, Piece, PieceMoves, Rank, Square, get_pawn_attacks,
};
use drawproof_tables::{
    Cell, MEN_MAX, Metric, MoveKind, PlainTable, TableSet, Value, Width,
    probe::{self, ProbeError},
};

use super::outcome::{Entry, MissingTable};

/// An endgame's table and the tables that its moves lead to.
pub struct Successors<'t> {
    table: &'t PlainTable,
    tables: &'t TableSet,
    /// By [`Successors::key`]; `None` if there is no such move or only the kings are left.
    conversions: Vec<Option<Conversion<'t>>>,
    ranks: Ranks,
}

/// The rank of a move for the mover, by its kind and the cell of the position after it.
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

impl Ranks {
    fn new(metric: Metric) -> Ranks {
        let kinds = [MoveKind::Quiet, MoveKind::PawnMove, MoveKind::Conversion];
        let of_cells = kinds.map(|kind| {
            std::array::from_fn(|cell| {
                metric.before(kind, Cell::from_byte(cell as u8).value()).rank() as i16
            })
        });
        Ranks { metric, of_cells }
    }

    /// The rank, for the mover, of a move of that kind into a position of a table. A place without a
    /// legal position counts as a draw; the audit reports the place itself.
    fn before(
        &self,
        kind: MoveKind,
        table: &PlainTable,
        squares: &[Square],
        side_to_move: Color,
    ) -> i16 {
        let index = table.layout().index(squares).expect("a legal move leads to a legal position");
        let cell = table.cells(side_to_move)[index];
        if table.width() == Width::Two && cell >= Cell::FAR.byte() {
            return self.metric.before(kind, table.value(side_to_move, index)).rank() as i16;
        }
        self.of_cells[kind as usize][usize::from(cell)]
    }
}

/// The rank of having no move: below that of every value.
const NO_MOVE: i16 = i16::MIN;

impl<'t> Successors<'t> {
    /// The successors of the positions of `table`; `tables` holds the tables that its moves lead
    /// to.
    pub fn new(
        table: &'t PlainTable,
        tables: &'t TableSet,
    ) -> Result<Successors<'t>, MissingTable> {
        let ranks = Ranks::new(table.metric());
        let mut successors = Successors { table, tables, conversions: Vec::new(), ranks };
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

    /// The table.
    pub fn table(&self) -> &'t PlainTable {
        self.table
    }

    /// The index in `conversions` of moves by the man `mover` that capture the man `captured` and
    /// promote.
    fn key(&self, captured: Option<usize>, promotion: Option<Piece>, mover: usize) -> usize {
        let men = self.table.layout().men().len();
        // Knight, bishop, rook and queen are pieces 1 to 4.
        let promotion = promotion.map_or(0, |piece| piece as usize);
        (captured.unwrap_or(men) * PROMOTIONS_OR_NONE.len() + promotion) * men + mover
    }

    /// The conversion by moves of the man `mover` that capture the man `captured` and promote;
    /// `None` if there is no such move, it stays in this endgame, or only the kings are left.
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

    /// The value of a position for its side to move, derived by one ply of search. `squares` are
    /// those of its men, in the order of the layout.
    pub fn value(&self, board: &Board, squares: &[Square]) -> Value {
        let mut best = NO_MOVE;
        board.generate_moves(|moves| {
            best = best.max(self.best_of(board, squares, moves));
            false
        });
        match best {
            NO_MOVE if board.checkers().is_empty() => Value::Draw,
            NO_MOVE => Value::MATED,
            rank => Value::from_rank(rank.into()),
        }
    }

    /// The best rank, for the mover, of one man's moves.
    fn best_of(&self, board: &Board, squares: &[Square], moves: PieceMoves) -> i16 {
        let mover = man_on(squares, moves.from);
        let theirs = board.colors(!board.side_to_move());
        let mut best = NO_MOVE;
        if moves.piece == Piece::Pawn {
            for to in moves.to {
                best = best.max(self.pawn_move(board, squares, mover, to));
            }
            return best;
        }
        let next_side = !board.side_to_move();
        let mut after = [Square::A1; MEN_MAX];
        after[..squares.len()].copy_from_slice(squares);
        let after = &mut after[..squares.len()];
        for to in moves.to - theirs {
            after[mover] = to;
            best = best.max(self.ranks.before(MoveKind::Quiet, self.table, after, next_side));
        }
        for to in moves.to & theirs {
            after[mover] = to;
            let captured = Some(man_on(squares, to));
            best = best.max(self.rank_elsewhere(captured, None, mover, after, next_side));
        }
        best
    }

    /// The best rank of a pawn's move to a square, over its promotions.
    fn pawn_move(&self, board: &Board, squares: &[Square], mover: usize, to: Square) -> i16 {
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
            let ranks = PROMOTIONS_OR_NONE[1..]
                .iter()
                .map(|&promotion| self.rank_elsewhere(captured, promotion, mover, after, !side));
            return ranks.max().expect("there are four promotions");
        }
        if captured.is_some() {
            return self.rank_elsewhere(captured, None, mover, after, !side);
        }
        if (to.rank() as usize).abs_diff(from.rank() as usize) == 2 {
            let passed = Square::new(to.file(), Rank::Third.relative_to(side));
            let takers = get_pawn_attacks(passed, side) & board.colored_pieces(!side, Piece::Pawn);
            if !takers.is_empty() {
                let mut board = board.clone();
                board.play_unchecked(drawproof_board::Move { from, to, promotion: None });
                let probed = match self.probed(&board) {
                    Entry::Value(value) => value,
                    Entry::Illegal => Value::Draw,
                };
                return self.ranks.metric.before(MoveKind::PawnMove, probed).rank() as i16;
            }
        }
        self.ranks.before(MoveKind::PawnMove, self.table, after, !side)
    }

    /// The rank, for the mover, of a capture or promotion.
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
        let next_side = if conversion.swapped { !next_side } else { next_side };
        let there = &there[..conversion.sources.len()];
        self.ranks.before(MoveKind::Conversion, conversion.table, there, next_side)
    }

    /// The entry of a position by probing; it may have an en-passant right.
    pub fn probed(&self, board: &Board) -> Entry {
        match probe::probe(board, self.tables) {
            Ok(value) => Entry::Value(value),
            Err(ProbeError::Illegal(_)) => Entry::Illegal,
            Err(error) => {
                unreachable!("no table is missing, and there are no castling rights: {error}")
            }
        }
    }
}

/// The number of the man on a square.
fn man_on(squares: &[Square], square: Square) -> usize {
    squares.iter().position(|&s| s == square).expect("a man of the endgame stands there")
}
