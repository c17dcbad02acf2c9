//! The board as features see it: the men, groups of like men, and the sets of squares that features
//! share.

use drawproof_board::Piece;

use crate::{
    graph::{Graph, Term},
    men::{Men, Seat, side_name, word},
};

/// A man on the board.
#[derive(Clone, Copy)]
pub(crate) struct Man<'a> {
    pub side: usize,
    pub piece: Piece,
    pub square: Term<'a>,
    /// The square of the man, as a set.
    pub at: Term<'a>,
    /// The squares that the man attacks or defends.
    pub attacks: Term<'a>,
    /// The squares that the man attacks or defends with the enemy king taken off the board.
    pub through_king: Term<'a>,
}

impl<'a> Man<'a> {
    /// Returns the squares next to the man.
    pub fn attacks_of_king(&self) -> Term<'a> {
        Term::steps([self.at])
    }
}

/// The like men of a side.
pub(crate) struct Group<'a> {
    pub side: usize,
    pub piece: Piece,
    pub name: String,
    pub men: Vec<Man<'a>>,
}

/// The men on the board and the sets that features share.
pub(crate) struct View<'a> {
    pub graph: &'a Graph,
    pub groups: Vec<Group<'a>>,
    pub even: bool,
    /// The squares of all men.
    pub occupied: Term<'a>,
    /// The squares of each side's men, `[side]`.
    pub of_side: [Term<'a>; 2],
    /// The squares that each side attacks or defends, seen through the enemy king, `[side]`.
    pub attacked_by: [Term<'a>; 2],
    /// The sets of [`View::attacked_by`] without the squares that only the king attacks, `[side]`.
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
                    let side = side_name(even, man.side);
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

    /// Returns the groups of men other than kings.
    pub fn pieces(&self) -> impl Iterator<Item = &Group<'a>> {
        self.groups.iter().filter(|group| group.piece != Piece::King)
    }

    /// Returns the squares to which the king of a side can step.
    pub fn flights(&self, side: usize) -> Term<'a> {
        self.kings[side].attacks & !(self.of_side[side] | self.attacked_by[1 - side])
    }

    /// Returns the name of a side.
    pub fn side_name(&self, side: usize) -> &'static str {
        side_name(self.even, side)
    }
}

/// Returns the squares that a man of a kind attacks from `square` over `occupied` squares. `at` is
/// the set of that square.
pub(crate) fn attacks_from<'a>(
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
