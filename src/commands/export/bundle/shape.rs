//! Where the positions of one endgame are in a bundle: blocks of 64 cells, one for each square of
//! Black's king; which sides to move are stored, and the values of the cells.
//!
//! Without pawns White's king leads: symmetry takes it to the triangle a1-d1-d4. With pawns a pawn
//! leads, on the files a to d. The roles of the other men are fixed by the endgame, so that all
//! squares to which Black's king can move are in the block of the square that it leaves.

use std::sync::Arc;

use drawproof_board::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use drawproof_tables::{Layout, Man, NormalMaterial, PlainTable, Value};

/// The squares of the men by role: the leading man, the second man, the last man, Black's king. In
/// an endgame of three men, the second square repeats the last man's.
pub type Roles = [usize; 4];

/// The roles of an endgame's men in its blocks.
pub struct Shape {
    layout: Arc<Layout>,
    /// The place of each role's man in [`Layout::men`].
    men: [usize; 4],
    /// Whether there are two men besides the kings, and they are like men.
    pub alike: bool,
    /// Whether the endgame has pawns, so that a pawn is the leading man.
    pub has_pawns: bool,
}

impl Shape {
    /// Assigns the roles in an endgame of three or four men.
    pub fn new(layout: &Arc<Layout>) -> Shape {
        let men = layout.men();
        let black_king = layout.man(Color::Black, Piece::King);
        let mut others: Vec<usize> = (1..men.len()).filter(|&man| man != black_king).collect();
        let has_pawns = layout.material().get().has_pawns();
        let alike = others.len() == 2 && men[others[0]] == men[others[1]];
        let roles = if has_pawns {
            let is_pawn = |&man: &usize| men[man].piece == Piece::Pawn;
            let lead = others.remove(others.iter().position(is_pawn).expect("it has a pawn"));
            [lead, others.first().copied().unwrap_or(0), 0, black_king]
        } else {
            [0, others[0], others[others.len() - 1], black_king]
        };
        Shape { layout: layout.clone(), men: roles, alike, has_pawns }
    }

    /// Returns the material of the endgame.
    pub fn material(&self) -> NormalMaterial {
        self.layout.material()
    }

    /// Returns all men of the endgame, White's first, each side in the order of the endgame's name.
    pub fn men(&self) -> &[Man] {
        self.layout.men()
    }

    /// Returns the men other than kings, White's first, each side in the order of the endgame's
    /// name.
    pub fn others(&self) -> impl Iterator<Item = Man> {
        self.men().iter().copied().filter(|man| man.piece != Piece::King)
    }

    /// Returns whether the endgame has a second man, as all endgames of four men do.
    pub fn has_second(&self) -> bool {
        self.men[1] != self.men[2]
    }

    /// Returns the man in a role.
    pub fn man(&self, role: usize) -> Man {
        self.men()[self.men[role]]
    }

    /// Returns the number of rows of blocks. There is a row for each pair of squares of the leading
    /// and the second man.
    pub fn rows(&self) -> usize {
        (if self.has_pawns { 24 } else { 10 }) * if self.has_second() { 64 } else { 1 }
    }

    /// Returns the squares of the men in block `last` of a row, with Black's king on a1; `None` if
    /// the block has no position.
    pub fn roles(&self, row: usize, last: usize) -> Option<Roles> {
        let (lead, second) = if self.has_second() { (row / 64, row % 64) } else { (row, 64) };
        let last = if self.is_ordinal() {
            (0..64).find(|&square| ordinal(square) == last).expect("ordinals are a permutation")
        } else {
            last
        };
        let lead = if self.has_pawns {
            lead / 4 * 8 + 8 + lead % 4
        } else {
            (0..64).find(|&square| triangle(square) == Some(lead)).expect("the triangle has ten")
        };
        let roles = [lead, if second == 64 { last } else { second }, last, 0];
        let apart = lead != last && roles[1] != lead && (!self.has_second() || roles[1] != last);
        let second_pawn = self.has_second() && self.man(1).piece == Piece::Pawn;
        let on_board = !second_pawn || (8..56).contains(&roles[1]);
        (apart && on_board && self.fold(roles) == roles).then_some(roles)
    }

    /// Returns whether the blocks of a row are sorted by [`ordinal`] of the last man's square.
    pub fn is_ordinal(&self) -> bool {
        self.alike && !self.has_pawns
    }

    /// Returns the one of the symmetric positions that has a block.
    fn fold(&self, mut roles: Roles) -> Roles {
        if self.has_pawns {
            let key = |square: usize| (square / 8 * 4 + file_fold(square), square % 8);
            if self.alike && key(roles[0]) > key(roles[1]) {
                roles.swap(0, 1);
            }
            if roles[0] % 8 > 3 {
                roles = roles.map(|square| square ^ 7);
            }
            return roles;
        }
        let turn = if roles[0] % 8 > 3 { 7 } else { 0 } ^ if roles[0] / 8 > 3 { 56 } else { 0 };
        roles = roles.map(|square| square ^ turn);
        let transposed = |roles: Roles| roles.map(|square| square % 8 * 8 + square / 8);
        if roles[0] / 8 > roles[0] % 8 {
            roles = transposed(roles);
        }
        if self.alike && ordinal(roles[2]) > ordinal(roles[1]) {
            roles.swap(1, 2);
        }
        let off_diagonal = roles[..3].iter().find(|&&square| square % 9 != 0);
        if off_diagonal.is_some_and(|square| square / 8 > square % 8) {
            roles = transposed(roles);
        }
        roles
    }

    /// Returns the coded cells of a block as a set of squares of Black's king: a superset of the
    /// legal positions with `side` to move.
    pub fn coded(&self, roles: Roles, side: Color) -> u64 {
        let men = &roles[..3];
        let occupied = men.iter().fold(BitBoard::EMPTY, |set, &square| set | at(square));
        let mut barred = occupied;
        for (role, &square) in men.iter().enumerate() {
            let man = self.man(role);
            let square = Square::index(square);
            if man.color == Color::White && (side == Color::White || man.piece == Piece::King) {
                barred |= match man.piece {
                    Piece::King => get_king_moves(square),
                    Piece::Queen => {
                        get_rook_moves(square, occupied) | get_bishop_moves(square, occupied)
                    }
                    Piece::Rook => get_rook_moves(square, occupied),
                    Piece::Bishop => get_bishop_moves(square, occupied),
                    Piece::Knight => get_knight_moves(square),
                    Piece::Pawn => get_pawn_attacks(square, Color::White),
                };
            }
        }
        !barred.0
    }

    /// Returns the value of a position with `side` to move; `None` if the position is illegal.
    pub fn value(&self, table: &PlainTable, roles: Roles, side: Color) -> Option<Value> {
        let mut squares = [Square::A1; 4];
        for (role, &square) in roles.iter().enumerate() {
            squares[self.men[role]] = Square::index(square);
        }
        let index = table.layout().index(&squares[..table.layout().men().len()])?;
        table.is_legal(side, index).then(|| table.value(side, index))
    }
}

fn at(square: usize) -> BitBoard {
    Square::index(square).bitboard()
}

fn file_fold(square: usize) -> usize {
    (square % 8).min(7 - square % 8)
}

/// Returns the number of a square of the triangle a1-d1-d4 among its ten, rank by rank.
fn triangle(square: usize) -> Option<usize> {
    let (file, rank) = (square % 8, square / 8);
    // Ranks hold 4, 3, 2 and 1 of its squares.
    (rank <= file && file < 4).then(|| rank * (9 - rank) / 2 + file - rank)
}

/// Returns the number of a square in an order in which squares that mirror each other in the
/// diagonal a1-h8 are neighbours.
fn ordinal(square: usize) -> usize {
    let (file, rank) = (square % 8, square / 8);
    let far = file.max(rank);
    far * far + 2 * file.min(rank) + usize::from(rank > file)
}

/// The blocks of one endgame, with its table.
pub struct Blocks {
    /// The roles of the endgame's men.
    pub shape: Shape,
    /// The number of the first block of each row, followed by the total number of blocks.
    pub bases: Vec<usize>,
    /// The sides to move whose values are stored.
    pub sides: Vec<Color>,
    /// The men's squares of each block; `None` if no position is in the block.
    roles: Vec<Option<Roles>>,
    table: Arc<PlainTable>,
}

/// The cells of one block, one for each square of Black's king.
pub struct Block {
    /// The coded cells as a set of squares: a superset of the legal positions.
    pub coded: u64,
    /// The values by the square of Black's king; `None` for illegal positions.
    pub values: [Option<Value>; 64],
}

impl Blocks {
    /// Divides a table of three or four men into blocks.
    pub fn new(table: Arc<PlainTable>) -> Blocks {
        let shape = Shape::new(table.layout());
        let (mut bases, mut roles) = (vec![0], Vec::new());
        for row in 0..shape.rows() {
            let asked: Vec<Option<Roles>> = (0..64).map(|last| shape.roles(row, last)).collect();
            let len = asked.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            roles.extend(&asked[..len]);
            bases.push(roles.len());
        }
        let derived = is_derived(table.material());
        let sides = if derived { vec![Color::White] } else { Color::ALL.to_vec() };
        Blocks { shape, bases, sides, roles, table }
    }

    /// Returns the number of blocks for each side to move.
    pub fn count(&self) -> usize {
        self.roles.len()
    }

    /// Returns block `number` with `side` to move.
    pub fn block(&self, number: usize, side: Color) -> Block {
        let mut block = Block { coded: 0, values: [None; 64] };
        let Some(mut roles) = self.roles[number] else { return block };
        for square in 0..64 {
            roles[3] = square;
            block.values[square] = self.shape.value(&self.table, roles, side);
        }
        let is_asked = block.values.iter().any(Option::is_some);
        block.coded = if is_asked { self.shape.coded(roles, side) } else { 0 };
        block
    }
}

/// Returns whether the values with Black to move follow from those with White to move in the same
/// block: Black has the bare king, and every capture draws.
fn is_derived(material: NormalMaterial) -> bool {
    let men = material.get();
    let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
    let after = |piece| men.without(Color::White, piece);
    pieces.iter().all(|&piece| men.count(Color::Black, piece) == 0)
        && pieces
            .iter()
            .filter(|&&piece| men.count(Color::White, piece) > 0)
            .all(|&piece| after(piece).men() == 2 || after(piece).normalise().0.is_lone_minor())
}
