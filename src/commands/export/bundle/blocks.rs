//! The blocks of one endgame: which sides to move are stored, and the values of their cells.

use std::sync::Arc;

use drawproof_board::{Color, Piece};
use drawproof_tables::{NormalMaterial, PlainTable, Value};

use super::shape::{Roles, Shape};

/// The blocks of one endgame.
pub struct Blocks {
    /// The roles of its men.
    pub shape: Shape,
    /// For each row the number of its first block; then the number of blocks.
    pub bases: Vec<usize>,
    /// The sides to move that are stored.
    pub sides: Vec<Color>,
    /// The men's squares of each block; `None` where no position is in it.
    roles: Vec<Option<Roles>>,
    table: Arc<PlainTable>,
}

/// The cells of one block.
pub struct Block {
    /// The cells that are coded: a superset of the legal positions.
    pub coded: u64,
    /// The values of the legal positions, by the square of Black's king.
    pub values: [Option<Value>; 64],
}

impl Blocks {
    /// The blocks of a table of three or four men.
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

    /// The number of blocks, one side to move.
    pub fn count(&self) -> usize {
        self.roles.len()
    }

    /// Block `number` with a side to move.
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

/// Whether the values with Black to move follow from those with White to move in the same block:
/// Black has the bare king, and every capture draws.
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
