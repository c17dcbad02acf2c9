//! Solved endgames as sources of training positions. Trees learn only from positions that captures
//! and promotions do not decide.

use std::sync::Arc;

use drawproof_board::{Color, Piece, Square};
use drawproof_tables::{Layout, NormalMaterial, PlainTable, Value, parallel};
use rayon::prelude::*;

use super::view::{FEATURES, NO_MAN, attacks, features as describe, fold, side, view};

/// The maximum number of men in an endgame whose trees are exported.
pub const MEN_MAX: usize = 4;

/// A solved endgame with at most two men besides the kings.
pub struct Endgame {
    table: Arc<PlainTable>,
    codes: [u8; 2],
    /// The indices of White's king, Black's king and the other men in [`Layout::men`].
    places: [usize; 4],
}

/// A set of solved endgames, together with the endgames that captures and queen promotions lead to.
pub struct Endgames(Vec<Endgame>);

impl Endgame {
    /// Creates the endgame of a table with three or four men.
    pub fn new(table: Arc<PlainTable>) -> Endgame {
        let layout: &Layout = table.layout();
        let men = layout.men();
        let black_king = layout.man(Color::Black, Piece::King);
        let others: Vec<usize> = (1..men.len()).filter(|&man| man != black_king).collect();
        let code = |&man: &usize| men[man].piece as u8 + 8 * men[man].color as u8;
        let codes = [code(&others[0]), others.get(1).map_or(NO_MAN, code)];
        let places = [0, black_king, others[0], others[others.len() - 1]];
        Endgame { codes, places, table }
    }

    /// Returns the endgame's name and men.
    pub fn material(&self) -> NormalMaterial {
        self.table.material()
    }

    /// Returns the codes (see [`super::view`]) of the men other than kings.
    pub fn codes(&self) -> [u8; 2] {
        self.codes
    }

    /// Returns the codes (see [`super::view`]) of all men: White's king, Black's king, the others.
    pub fn men(&self) -> [u8; 4] {
        [5, 13, self.codes[0], self.codes[1]]
    }

    /// Returns whether both sides have the same men.
    pub fn is_even(&self) -> bool {
        self.codes[0] ^ 8 == self.codes[1]
    }

    /// Returns the number of table indices for one side to move.
    pub fn count(&self) -> usize {
        self.table.layout().count()
    }

    /// Returns the squares of the men at an index, in the order of [`Endgame::men`], and the value
    /// (1, 0 or -1) for the side to move, 0 being White. `None` if the position is illegal.
    pub fn at(&self, index: usize, side: usize) -> Option<([u8; 4], i8)> {
        let color = Color::ALL[side];
        if !self.table.is_legal(color, index) {
            return None;
        }
        let squares = self.table.layout().squares(index);
        Some((self.places.map(|place| squares[place] as u8), self.value_at(color, index)))
    }

    fn value_at(&self, color: Color, index: usize) -> i8 {
        match self.table.value(color, index) {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
        }
    }

    fn value(&self, squares: [u8; 4], side: usize) -> Option<i8> {
        let mut all = [Square::A1; MEN_MAX];
        for (&place, &square) in self.places.iter().zip(&squares) {
            all[place] = Square::index(square.into());
        }
        let layout = self.table.layout();
        let (index, color) = (layout.index(&all[..layout.men().len()])?, Color::ALL[side]);
        self.table.is_legal(color, index).then(|| self.value_at(color, index))
    }
}

impl Endgames {
    /// Collects the endgames of tables with three or four men. Endgames with a lone minor piece may
    /// be missing.
    pub fn new(tables: impl IntoIterator<Item = Arc<PlainTable>>) -> Endgames {
        Endgames(tables.into_iter().map(Endgame::new).collect())
    }

    /// Returns the endgames of the set.
    pub fn all(&self) -> &[Endgame] {
        &self.0
    }

    /// Returns the value of a position for the side to move; `None` if it is illegal. `codes` are
    /// the men other than kings, in any order and with either colour as the first side.
    fn value(&self, mut codes: [u8; 2], mut squares: [u8; 4], mut side: usize) -> Option<i8> {
        if codes[0] == NO_MAN {
            codes.swap(0, 1);
            squares.swap(2, 3);
        }
        if codes[1] == NO_MAN && matches!(codes[0] & 7, 1 | 2 | 7) {
            return self.drawn(codes[0], squares, side);
        }
        for _ in 0..2 {
            for _ in 0..2 {
                if codes[1] == NO_MAN {
                    squares[3] = squares[2];
                }
                if let Some(endgame) = self.0.iter().find(|endgame| endgame.codes == codes) {
                    return endgame.value(squares, side);
                }
                if codes[1] != NO_MAN {
                    codes.swap(0, 1);
                    squares.swap(2, 3);
                }
            }
            codes = codes.map(|code| if code == NO_MAN { code } else { code ^ 8 });
            squares = squares.map(|square| square ^ 56);
            squares.swap(0, 1);
            side = 1 - side;
        }
        unreachable!("the endgames are complete")
    }

    /// Returns the value (a draw) of a legal position with at most one minor piece besides the
    /// kings.
    fn drawn(&self, code: u8, squares: [u8; 4], mover: usize) -> Option<i8> {
        let beside = attacks(5, squares[0], 0) >> squares[1] & 1 != 0;
        let occupied = 1 << squares[0] | 1 << squares[1];
        let checked = code != NO_MAN
            && side(code) == mover
            && attacks(code, squares[2], occupied) >> squares[1 - mover] & 1 != 0;
        (!beside && !checked).then_some(0)
    }

    /// Returns the best value (1, 0 or -1) that a capture or queen promotion gives the side to
    /// move; `None` if there is no such move.
    pub fn best_conversion(&self, endgame: &Endgame, squares: [u8; 4], mover: usize) -> Option<i8> {
        let men = endgame.men();
        let count = if men[3] == NO_MAN { 3 } else { 4 };
        let occupied = squares[..count].iter().fold(0_u64, |set, square| set | 1 << square);
        let is_last = |square: u8| !(8..56).contains(&square);
        let mut best = None;
        let mut follow = |man: usize, to: u8, taken: Option<usize>| {
            let (mut codes, mut after) = (endgame.codes, squares);
            after[man] = to;
            if let Some(taken) = taken {
                codes[taken - 2] = NO_MAN;
            }
            if men[man] & 7 == 0 && is_last(to) {
                codes[man - 2] = men[man] & 8 | 4;
            }
            best = best.max(self.value(codes, after, 1 - mover).map(|value| -value));
        };
        for man in (0..count).filter(|&man| side(men[man]) == mover) {
            let hits = attacks(men[man], squares[man], occupied);
            for taken in 2..count {
                if side(men[taken]) != mover && hits >> squares[taken] & 1 != 0 {
                    follow(man, squares[taken], Some(taken));
                }
            }
            if men[man] & 7 == 0 {
                let to = if mover == 0 { squares[man] + 8 } else { squares[man] - 8 };
                if is_last(to) && occupied >> to & 1 == 0 {
                    follow(man, to, None);
                }
            }
        }
        best
    }
}

/// Returns the given endgames and the endgames that captures and queen promotions lead to, except
/// endgames with a lone minor piece. The order is by number of men, then by name.
pub fn reached(given: &[NormalMaterial]) -> Vec<NormalMaterial> {
    let mut all: Vec<NormalMaterial> = Vec::new();
    let mut open = given.to_vec();
    while let Some(material) = open.pop() {
        let men = material.get();
        let minors = [Piece::Knight, Piece::Bishop]
            .map(|piece| men.count(Color::White, piece) + men.count(Color::Black, piece));
        if men.men() < 3 || (men.men() == 3 && minors != [0, 0]) || all.contains(&material) {
            continue;
        }
        all.push(material);
        for color in Color::ALL {
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::King) {
                if men.count(color, piece) == 0 {
                    continue;
                }
                let without = men.without(color, piece);
                open.push(without.normalise().0);
                if piece == Piece::Pawn {
                    open.push(without.with(color, Piece::Queen).normalise().0);
                }
            }
        }
    }
    all.sort_by_key(|material| (material.get().men(), material.to_string()));
    all
}

/// The number of kinds of positions. A kind is the set of right answers: won, drawn, lost, drawn or
/// lost.
pub const KINDS: usize = 4;
const WON: u8 = 0;
const DRAWN: u8 = 1;
const LOST: u8 = 2;
const NOT_WON: u8 = 3;

/// The number of indices in one task.
const PART: usize = 1 << 14;

/// The maximum memory in bytes that learning a tree takes for each table index of one side to move:
/// the position's features, its squares and kind twice, and its number in the order.
pub const PLACE_BYTES: u64 = FEATURES as u64 + 16;

/// The training positions of an endgame with one side to move, one of each class of symmetric
/// positions.
pub struct Positions {
    features: Vec<[u8; FEATURES]>,
    kinds: Vec<u8>,
}

impl Positions {
    /// Collects the positions with `side` to move (0 is White) that no capture or promotion wins.
    pub fn of(endgames: &Endgames, endgame: &Endgame, side: usize) -> Positions {
        let men = endgame.men();
        let parts = parallel::map_ranges(endgame.count(), PART, |indices| {
            let asked = indices.filter_map(|index| {
                let (squares, value) = endgame.at(index, side)?;
                let kind = match (value, endgames.best_conversion(endgame, squares, side)) {
                    (_, Some(1)) => return None,
                    (0, Some(0)) => NOT_WON,
                    (1, _) => WON,
                    (0, _) => DRAWN,
                    _ => LOST,
                };
                Some((fold(men, squares), kind))
            });
            asked.collect::<Vec<_>>()
        });
        let mut all: Vec<([u8; 4], u8)> = parts.into_iter().flatten().collect();
        all.sort_unstable();
        all.dedup();
        let kinds = all.iter().map(|&(_, kind)| kind).collect();
        let mut features = vec![[0; FEATURES]; all.len()];
        let parts = features.par_chunks_mut(PART).zip(all.par_chunks(PART));
        parts.for_each(|(features, positions)| {
            for (features, &(squares, _)) in features.iter_mut().zip(positions) {
                *features = describe(men, squares, &view(men, squares));
            }
        });
        Positions { features, kinds }
    }

    /// Returns the number of training positions.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the feature values of the training position with a number.
    #[inline(always)]
    pub fn features(&self, position: u32) -> &[u8; FEATURES] {
        &self.features[position as usize]
    }

    /// Returns the kind of the training position with a number, below [`KINDS`].
    #[inline(always)]
    pub fn kind(&self, position: u32) -> usize {
        usize::from(self.kinds[position as usize] & 3)
    }
}

/// The number of positions of each kind.
pub type Counts = [u32; KINDS];

/// Returns the numbers of positions won, drawn and lost. Positions whose right answers are draw and
/// loss join the larger of these two groups.
pub fn by_value(counts: &Counts) -> [u32; 3] {
    let [won, mut drawn, mut lost, either] = *counts;
    *if drawn >= lost { &mut drawn } else { &mut lost } += either;
    [won, drawn, lost]
}
