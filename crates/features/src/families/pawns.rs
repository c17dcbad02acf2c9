//! Features of pawns: their way to promotion, the men that stop them, and races.

use drawproof_board::Piece;

use crate::{
    graph::Term,
    list::List,
    view::{Group, Man, View},
};

pub(crate) fn add(view: &View, list: &mut List) {
    for group in view.groups.iter().filter(|group| group.piece == Piece::Pawn) {
        single(view, group, list);
        kings(view, group, list);
        guards(view, group, list);
    }
}

/// The ranks a pawn has still to go.
fn ranks_to_go<'a>(view: &View<'a>, pawn: &Man<'a>) -> Term<'a> {
    Term::ranks([pawn.square, last_rank(view, pawn.side)])
}

/// A square of the rank on which a side's pawns promote.
fn last_rank<'a>(view: &View<'a>, side: usize) -> Term<'a> {
    view.graph.constant(if side == 0 { 56 } else { 0 })
}

/// The squares before a pawn.
fn path<'a>(pawn: &Man<'a>) -> Term<'a> {
    if pawn.side == 0 { Term::fill_up([pawn.at]) } else { Term::fill_down([pawn.at]) }
}

/// The square on which a pawn promotes, as a set.
fn goal<'a>(view: &View<'a>, pawn: &Man<'a>) -> Term<'a> {
    let last = view.graph.constant(if pawn.side == 0 { 0xff << 56 } else { 0xff });
    path(pawn) & last
}

/// The square before a pawn.
fn stop<'a>(pawn: &Man<'a>) -> Term<'a> {
    if pawn.side == 0 { Term::up([pawn.at]) } else { Term::down([pawn.at]) }
}

fn single(view: &View, group: &Group, list: &mut List) {
    let name = &group.name;
    list.each(group, &format!("{name}-to-go"), "ranks to the last one", |pawn| {
        ranks_to_go(view, pawn)
    });
    list.each(group, &format!("{name}-file"), "files to the nearer of the a- and h-file", |pawn| {
        Term::file_edge([pawn.square])
    });
    list.each(group, &format!("{name}-blocked"), "men on the squares before it", |pawn| {
        Term::count([path(pawn) & view.occupied])
    });
    list.each(group, &format!("{name}-stopped"), "1 if the square before it is occupied", |pawn| {
        Term::any([stop(pawn) & view.occupied])
    });
    list.each(group, &format!("{name}-runs"), "1 if the square before it is free and safe", {
        |pawn| Term::any([stop(pawn) & !(view.occupied | view.attacked_by[1 - pawn.side])])
    });
    list.each(group, &format!("{name}-goal-light"), "1 if it promotes on its own colour", |pawn| {
        let even = Term::light([ranks_to_go(view, pawn)]);
        Term::equal([even, view.graph.constant(0)])
    });
    list.each(group, &format!("{name}-hits"), "men of the other side it attacks", |pawn| {
        Term::count([pawn.attacks & view.of_side[1 - pawn.side]])
    });
}

/// The kings and the pawn.
fn kings(view: &View, group: &Group, list: &mut List) {
    let name = &group.name;
    let open = !view.graph.constant(0);
    for king in &view.kings {
        let side = view.side_name(king.side);
        let foe = 1 - king.side;
        let free = !(view.attacked_by[foe] | view.of_side[king.side]);
        let says = "king moves of the king to where the pawn promotes";
        list.each(group, &format!("{side}-king-goal-{name}"), says, |pawn| {
            Term::walk([king.at, goal(view, pawn), open])
        });
        let says = "safe king moves of the king to where the pawn promotes or beside";
        list.each(group, &format!("{side}-king-near-goal-{name}"), says, |pawn| {
            let near = goal(view, pawn) | Term::steps([goal(view, pawn)]);
            Term::walk([king.at, near, free])
        });
        let says = "safe king moves of the king onto the pawn's path";
        list.each(group, &format!("{side}-king-path-{name}"), says, |pawn| {
            Term::walk([king.at, path(pawn), free])
        });
        let says = "king moves of the king to the square before the pawn";
        list.each(group, &format!("{side}-king-stop-{name}"), says, |pawn| {
            Term::walk([king.at, stop(pawn), open])
        });
        let says = "ranks by which the pawn is before the king, plus 8";
        list.each(group, &format!("{side}-king-behind-{name}"), says, |pawn| {
            let last = last_rank(view, pawn.side);
            Term::lead([Term::ranks([king.square, last]), ranks_to_go(view, pawn)])
        });
        let says = "files between the king and the pawn";
        list.each(group, &format!("{side}-king-files-{name}"), says, |pawn| {
            Term::files([king.square, pawn.square])
        });
        let says = "king moves to the goal less the pawn's ranks to go, plus 8";
        list.each(group, &format!("{side}-king-square-{name}"), says, |pawn| {
            let way = Term::walk([king.at, goal(view, pawn), open]);
            Term::lead([way, ranks_to_go(view, pawn)])
        });
        let says = "ranks of the king from the pawn's last rank";
        list.each(group, &format!("{side}-king-rank-{name}"), says, |pawn| {
            Term::ranks([king.square, last_rank(view, pawn.side)])
        });
        let says = "files of the king to the nearer of the a- and h-file";
        list.add(&format!("{side}-king-file"), says, Term::file_edge([king.square]));
    }
    let [first, second] = view.kings;
    let says = "moves of the first king to the goal less those of the other, plus 8";
    list.each(group, &format!("race-goal-{name}"), says, |pawn| {
        let [a, b] = [first, second].map(|king| Term::walk([king.at, goal(view, pawn), open]));
        Term::lead([a, b])
    });
    let says = "moves of the first king to the square before the pawn less those of the other, \
                plus 8";
    list.each(group, &format!("race-stop-{name}"), says, |pawn| {
        let [a, b] = [first, second].map(|king| Term::walk([king.at, stop(pawn), open]));
        Term::lead([a, b])
    });
}

/// The other men and the pawn's path.
fn guards(view: &View, group: &Group, list: &mut List) {
    let name = &group.name;
    for (side, word) in [(0, view.side_name(0)), (1, view.side_name(1))] {
        let says = "squares of the pawn's path that the side attacks";
        list.each(group, &format!("{word}-guards-{name}"), says, |pawn| {
            Term::count([path(pawn) & view.attacked_by[side]])
        });
        let says = "squares of the pawn's path that the side's men attack";
        list.each(group, &format!("{word}-men-guard-{name}"), says, |pawn| {
            Term::count([path(pawn) & view.attacked_by_men[side]])
        });
        let says = "1 if the side attacks the square on which the pawn promotes";
        list.each(group, &format!("{word}-guards-goal-{name}"), says, |pawn| {
            Term::any([goal(view, pawn) & view.attacked_by[side]])
        });
    }
    for piece in view.pieces().filter(|piece| piece.piece != Piece::Pawn) {
        let foe = 1 - piece.side;
        let safe = !(view.of_side[piece.side] | view.attacked_by[foe]);
        let pair = format!("{}-{name}", piece.name);
        let says = "safe moves of the man onto the pawn's path";
        list.pairs((piece, group), &format!("{pair}-blocks"), says, |man, pawn| {
            Term::count([man.attacks & path(pawn) & safe])
        });
        let says = "squares of the pawn's path that the man attacks";
        list.pairs((piece, group), &format!("{pair}-covers"), says, |man, pawn| {
            Term::count([man.attacks & path(pawn)])
        });
        let says = "ranks of the man from the pawn's last rank";
        list.pairs((piece, group), &format!("{pair}-rank"), says, |man, pawn| {
            Term::ranks([man.square, last_rank(view, pawn.side)])
        });
        let says = "files between the man and the pawn";
        list.pairs((piece, group), &format!("{pair}-files"), says, |man, pawn| {
            Term::files([man.square, pawn.square])
        });
        if piece.piece == Piece::Knight {
            let says = "safe knight moves until it attacks or stands on the pawn's path";
            list.pairs((piece, group), &format!("{pair}-leaps-path"), says, |man, pawn| {
                let near = path(pawn) | Term::jumps([path(pawn)]);
                Term::leaps([man.at, near, safe])
            });
            let says = "knight moves to the square before the pawn";
            list.pairs((piece, group), &format!("{pair}-leaps-stop"), says, |man, pawn| {
                Term::leaps([man.at, stop(pawn), !view.graph.constant(0)])
            });
            let says = "knight moves to where the pawn promotes";
            list.pairs((piece, group), &format!("{pair}-leaps-goal"), says, |man, pawn| {
                Term::leaps([man.at, goal(view, pawn), !view.graph.constant(0)])
            });
        }
    }
}
