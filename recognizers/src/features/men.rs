//! The men of an endgame as features see them, and the sets of squares that features share.

use cozy_chess::Piece;

use super::{
    expression::{Graph, Term},
    word,
};
use crate::Position;

/// The men of an endgame: the first side is the canonical one (`strong`), or the side to move
/// (`own`) where both sides have the same men.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    sides: [Vec<Piece>; 2],
    /// A kind of which the sides have different numbers, and how many the first side has; `None`
    /// if both have the same men.
    telling: Option<(Piece, u32)>,
}

/// A man's place among the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// 0 = first side, 1 = second.
    pub side: usize,
    /// Its kind.
    pub piece: Piece,
}

impl Men {
    /// The men of an endgame by its canonical name, such as `KBBKR`; `None` if it is no name.
    pub fn of_endgame(name: &str) -> Option<Men> {
        let mut sides: [Vec<Piece>; 2] = [Vec::new(), Vec::new()];
        let mut kings = 0;
        for letter in name.chars() {
            let piece = letter.to_ascii_lowercase().to_string().parse().ok()?;
            kings += usize::from(piece == Piece::King);
            sides.get_mut(kings.checked_sub(1)?)?.push(piece);
        }
        let count = |side: usize, piece| sides[side].iter().filter(|&&p| p == piece).count() as u32;
        let telling = Piece::ALL
            .into_iter()
            .find(|&piece| count(0, piece) != count(1, piece))
            .map(|piece| (piece, count(0, piece)));
        (kings == 2).then_some(Men { sides, telling })
    }

    /// The kinds of a side's men, king first, in the order of the name.
    pub fn side(&self, side: usize) -> &[Piece] {
        &self.sides[side]
    }

    /// All men, the first side's first.
    pub fn seats(&self) -> Vec<Seat> {
        let of = |side: usize| self.sides[side].iter().map(move |&piece| Seat { side, piece });
        of(0).chain(of(1)).collect()
    }

    /// Whether both sides have the same men, so that the first side is the one to move.
    pub fn is_even(&self) -> bool {
        self.telling.is_none()
    }

    /// A kind of which the sides have different numbers, and how many the first side has; `None`
    /// if both have the same men.
    pub fn telling(&self) -> Option<(Piece, u32)> {
        self.telling
    }

    /// Whether there are pawns.
    pub fn has_pawns(&self) -> bool {
        self.sides.iter().flatten().any(|&piece| piece == Piece::Pawn)
    }

    /// The colour of the first side in a position: 0 = White, 1 = Black.
    pub fn first_side(&self, position: &Position) -> usize {
        let Some((piece, count)) = self.telling else { return position.side_to_move.into() };
        let white = (position.colour[0] & position.kind[piece as usize]).count_ones();
        usize::from(white != count)
    }

    /// The squares of the men in the order of [`Men::seats`], the board turned so that the first
    /// side is White, and whether the first side is to move.
    pub fn squares(&self, position: &Position) -> ([u64; 6], bool) {
        let first = self.first_side(position);
        let turn = 56 * first as u64;
        let mut squares = [0; 6];
        let mut place = 0;
        for side in 0..2 {
            let own = position.colour[side ^ first];
            let (mut kind, mut left) = (None, 0);
            for &piece in &self.sides[side] {
                // Like men stand side by side in a name.
                if kind != Some(piece) {
                    (kind, left) = (Some(piece), own & position.kind[piece as usize]);
                }
                squares[place] = u64::from(left.trailing_zeros()) ^ turn;
                left &= left.wrapping_sub(1);
                place += 1;
            }
        }
        (squares, usize::from(position.side_to_move) == first)
    }
}

/// A man on the board.
#[derive(Clone, Copy)]
pub(super) struct Man<'a> {
    pub side: usize,
    pub piece: Piece,
    pub square: Term<'a>,
    /// The set of its square.
    pub at: Term<'a>,
    /// What it attacks or defends.
    pub attacks: Term<'a>,
    /// The same as if the other side's king were not on the board.
    pub through_king: Term<'a>,
}

impl<'a> Man<'a> {
    /// The squares next to it.
    pub fn attacks_of_king(&self) -> Term<'a> {
        Term::steps([self.at])
    }
}

/// Like men of a side.
pub(super) struct Group<'a> {
    pub side: usize,
    pub piece: Piece,
    pub name: String,
    pub men: Vec<Man<'a>>,
}

/// The board with what features share.
pub(super) struct View<'a> {
    pub graph: &'a Graph,
    pub groups: Vec<Group<'a>>,
    pub even: bool,
    /// All men.
    pub occupied: Term<'a>,
    /// The men of each side.
    pub of_side: [Term<'a>; 2],
    /// Squares each side attacks or defends, seen through the other side's king.
    pub attacked_by: [Term<'a>; 2],
    /// The same without what its king attacks.
    pub attacked_by_men: [Term<'a>; 2],
    pub kings: [Man<'a>; 2],
}

impl<'a> View<'a> {
    pub fn new(graph: &'a Graph, men: &Men) -> View<'a> {
        let seats = men.seats();
        let squares: Vec<Term> = (0..seats.len()).map(|place| graph.man(place)).collect();
        let sets: Vec<Term> = squares.iter().map(|&square| Term::bit([square])).collect();
        let union = |wanted: &dyn Fn(usize) -> bool| {
            let chosen = (0..seats.len()).filter(|&place| wanted(place)).map(|place| sets[place]);
            chosen.reduce(|a, b| a | b).expect("each side has a king")
        };
        let occupied = union(&|_| true);
        let of_side = [0, 1].map(|side| union(&|place| seats[place].side == side));
        let place = |(place, seat): (usize, &Seat)| {
            let foe_king = |p: usize| seats[p].side != seat.side && seats[p].piece == Piece::King;
            let (square, at) = (squares[place], sets[place]);
            let hits = |over| attacks_from(seat.piece, seat.side, square, at, over);
            Man {
                side: seat.side,
                piece: seat.piece,
                square,
                at,
                attacks: hits(occupied),
                through_king: hits(union(&|p| !foe_king(p))),
            }
        };
        let all: Vec<Man> = seats.iter().enumerate().map(place).collect();
        let even = men.is_even();
        let mut groups: Vec<Group> = Vec::new();
        for &man in &all {
            let known = groups.iter_mut().find(|g| (g.side, g.piece) == (man.side, man.piece));
            match known {
                Some(group) => group.men.push(man),
                None => {
                    let side = match (even, man.side) {
                        (true, 0) => "own",
                        (true, _) => "other",
                        (false, 0) => "strong",
                        (false, _) => "weak",
                    };
                    let name = format!("{side}-{}", word(man.piece));
                    groups.push(Group { side: man.side, piece: man.piece, name, men: vec![man] });
                }
            }
        }
        let attacked = |side: usize, with_king: bool| {
            let chosen = all
                .iter()
                .filter(|man| man.side == side && (with_king || man.piece != Piece::King))
                .map(|man| man.through_king);
            chosen.reduce(|a, b| a | b).unwrap_or(graph.constant(0))
        };
        let king = |side: usize| {
            let found = |man: &&Man| man.side == side && man.piece == Piece::King;
            *all.iter().find(found).expect("each side has a king")
        };
        View {
            graph,
            groups,
            even,
            occupied,
            of_side,
            attacked_by: [attacked(0, true), attacked(1, true)],
            attacked_by_men: [attacked(0, false), attacked(1, false)],
            kings: [king(0), king(1)],
        }
    }

    /// The groups of men other than kings.
    pub fn pieces(&self) -> impl Iterator<Item = &Group<'a>> {
        self.groups.iter().filter(|group| group.piece != Piece::King)
    }

    /// The king's own moves: squares it may step to.
    pub fn flights(&self, side: usize) -> Term<'a> {
        self.kings[side].attacks & !(self.of_side[side] | self.attacked_by[1 - side])
    }

    /// The name of a side.
    pub fn side_name(&self, side: usize) -> &'static str {
        match (self.even, side) {
            (true, 0) => "own",
            (true, _) => "other",
            (false, 0) => "strong",
            (false, _) => "weak",
        }
    }
}

/// What a man of a kind attacks from a square (`at`: its set) over `occupied` squares.
pub(super) fn attacks_from<'a>(
    piece: Piece,
    side: usize,
    square: Term<'a>,
    at: Term<'a>,
    occupied: Term<'a>,
) -> Term<'a> {
    match piece {
        Piece::King => Term::steps([at]),
        Piece::Knight => Term::jumps([at]),
        Piece::Rook => Term::rook([square, occupied]),
        Piece::Bishop => Term::bishop([square, occupied]),
        Piece::Queen => Term::rook([square, occupied]) | Term::bishop([square, occupied]),
        Piece::Pawn if side == 0 => Term::hits_up([at]),
        Piece::Pawn => Term::hits_down([at]),
    }
}
