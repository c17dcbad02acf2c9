//! Features that chess players name: the pawn's square, its double step, the opposition.
//!
//! These features follow all others, and only fixes of wrong rules use them: learned rules and
//! their sizes stay as they are.

use drawproof_board::Piece;

use super::pawns::{path, stop};
use crate::{
    graph::Term,
    list::List,
    view::{Man, View},
};

pub(crate) fn add(view: &View, list: &mut List) {
    opposition(view, list);
    for side in 0..2 {
        stalemated(view, side, list);
    }
    for group in view.groups.iter().filter(|group| group.piece == Piece::Pawn) {
        let says = "1 if the pawn is on its second rank, where it can still step two squares";
        list.each(group, "@-double-step", says, |pawn| double_step(view, pawn));
        for king in &view.kings {
            let side = view.side_name(king.side);
            let says = "1 if the king is on the pawn's file and before it";
            let name = format!("{side}-king-in-front-@");
            list.flags(group, &name, says, |pawn| path(pawn) & king.at);
        }
        let king = &view.kings[1 - group.side];
        let side = view.side_name(king.side);
        let says = "1 if the king is outside of the pawn's square, the double step and the side to \
                    move counted";
        let name = format!("{side}-king-outside-@");
        list.each(group, &name, says, |pawn| outside(view, king, pawn));
    }
}

/// Adds a feature that is 1 if this side is to move, is not in check and has no move. Pinned men
/// count as able to move.
fn stalemated(view: &View, side: usize, list: &mut List) {
    let graph = view.graph;
    let to_move = match (view.even, side) {
        (true, 0) => graph.constant(1),
        (true, _) => return,
        (false, 0) => graph.first_to_move(),
        (false, _) => Term::equal([graph.first_to_move(), graph.constant(0)]),
    };
    let foe = 1 - side;
    let men = view.groups.iter().flat_map(|group| &group.men).filter(|man| man.side == side);
    let moves = men.filter(|man| man.piece != Piece::King).map(|man| match man.piece {
        Piece::Pawn => stop(man) & !view.occupied | man.attacks & view.of_side[foe],
        _ => man.attacks & !view.of_side[side],
    });
    let check = view.kings[side].at & view.attacked_by[foe];
    let any = moves.fold(view.flights(side) | check, |all, moves| all | moves);
    let none = Term::equal([Term::any([any]), graph.constant(0)]);
    let name = format!("{}-stalemated", view.side_name(side));
    list.add(&name, "1 if the side is stalemated", to_move & none);
}

/// Adds a feature that is 1 if the kings face each other on a file or rank with one square between
/// them.
fn opposition(view: &View, list: &mut List) {
    let squares = view.kings.map(|king| king.square);
    let two_apart = Term::equal([Term::distance(squares), view.graph.constant(2)]);
    let on_a_line = Term::equal([Term::offset(squares), view.graph.constant(0)]);
    let says = "1 if the kings are on one file or rank with one square between them";
    list.add("kings-opposition", says, two_apart & on_a_line);
}

/// Returns 1 if the pawn is on its second rank, otherwise 0.
fn double_step<'a>(view: &View<'a>, pawn: &Man<'a>) -> Term<'a> {
    let second = view.graph.constant(if pawn.side == 0 { 1 } else { 6 });
    Term::equal([Term::rank([pawn.square]), second])
}

/// Returns 1 if a king cannot catch a running enemy pawn, otherwise 0. The king then needs more
/// moves to the promotion square than the pawn does, or more than one extra move if the king is to
/// move.
fn outside<'a>(view: &View<'a>, king: &Man<'a>, pawn: &Man<'a>) -> Term<'a> {
    let graph = view.graph;
    // The promotion square: the square of the pawn's file on the last rank.
    let goal = match pawn.side {
        0 => pawn.square | graph.constant(56),
        _ => pawn.square & graph.constant(7),
    };
    let king_to_move = match (view.even, king.side) {
        (true, side) => graph.constant(u64::from(side == 0)),
        (false, 0) => graph.first_to_move(),
        (false, _) => Term::equal([graph.first_to_move(), graph.constant(0)]),
    };
    let king_moves = Term::plus([Term::distance([king.square, goal]), double_step(view, pawn)]);
    let pawn_moves = Term::plus([Term::ranks([pawn.square, goal]), king_to_move]);
    Term::less([pawn_moves, king_moves])
}
