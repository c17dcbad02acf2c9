//! Features of pawns: their path to promotion, the men that stop them, and races.

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

/// Returns the number of ranks that a pawn still has to advance.
fn ranks_to_go<'a>(view: &View<'a>, pawn: &Man<'a>) -> Term<'a> {
    Term::ranks([pawn.square, last_rank(view, pawn.side)])
}

/// Returns some square of the rank on which a side's pawns promote.
fn last_rank<'a>(view: &View<'a>, side: usize) -> Term<'a> {
    view.graph.constant(if side == 0 { 56 } else { 0 })
}

/// Returns the squares in front of a pawn, up to the last rank.
pub(super) fn path<'a>(pawn: &Man<'a>) -> Term<'a> {
    if pawn.side == 0 { Term::fill_up([pawn.at]) } else { Term::fill_down([pawn.at]) }
}

/// Returns the square on which a pawn promotes, as a set.
fn goal<'a>(view: &View<'a>, pawn: &Man<'a>) -> Term<'a> {
    let last = view.graph.constant(if pawn.side == 0 { 0xff << 56 } else { 0xff });
    path(pawn) & last
}

/// Returns the square in front of a pawn.
pub(super) fn stop<'a>(pawn: &Man<'a>) -> Term<'a> {
    if pawn.side == 0 { Term::up([pawn.at]) } else { Term::down([pawn.at]) }
}

fn single(view: &View, group: &Group, list: &mut List) {
    list.each(group, "@-to-go", "ranks to the last one", |pawn| ranks_to_go(view, pawn));
    let says = "files to the nearer of the a- and h-file";
    list.each(group, "@-file", says, |pawn| Term::file_edge([pawn.square]));
    let says = "men on the squares before it";
    list.counts(group, "@-blocked", says, |pawn| path(pawn) & view.occupied);
    let says = "1 if the square before it is occupied";
    list.flags(group, "@-stopped", says, |pawn| stop(pawn) & view.occupied);
    list.flags(group, "@-runs", "1 if the square before it is free and safe", |pawn| {
        stop(pawn) & !(view.occupied | view.attacked_by[1 - pawn.side])
    });
    list.each(group, "@-goal-light", "1 if it promotes on its own colour", |pawn| {
        let even = Term::light([ranks_to_go(view, pawn)]);
        Term::equal([even, view.graph.constant(0)])
    });
    list.counts(group, "@-hits", "men of the other side it attacks", |pawn| {
        pawn.attacks & view.of_side[1 - pawn.side]
    });
}

/// Adds features of the kings and the pawn.
fn kings<'a>(view: &View<'a>, group: &Group<'a>, list: &mut List) {
    let open = !view.graph.constant(0);
    for king in &view.kings {
        let side = view.side_name(king.side);
        let foe = 1 - king.side;
        let free = !(view.attacked_by[foe] | view.of_side[king.side]);
        let mut each = |name: &str, says: &str, value: &dyn Fn(&Man<'a>) -> Term<'a>| {
            list.each(group, &format!("{side}-king-{name}-@"), says, value);
        };
        each("goal", "king moves of the king to where the pawn promotes", &|pawn| {
            Term::walk([king.at, goal(view, pawn), open])
        });
        let says = "safe king moves of the king to where the pawn promotes or beside";
        each("near-goal", says, &|pawn| {
            let near = goal(view, pawn) | Term::steps([goal(view, pawn)]);
            Term::walk([king.at, near, free])
        });
        each("path", "safe king moves of the king onto the pawn's path", &|pawn| {
            Term::walk([king.at, path(pawn), free])
        });
        each("stop", "king moves of the king to the square before the pawn", &|pawn| {
            Term::walk([king.at, stop(pawn), open])
        });
        each("behind", "ranks by which the pawn is before the king, plus 8", &|pawn| {
            let last = last_rank(view, pawn.side);
            Term::lead([Term::ranks([king.square, last]), ranks_to_go(view, pawn)])
        });
        each("files", "files between the king and the pawn", &|pawn| {
            Term::files([king.square, pawn.square])
        });
        each("square", "king moves to the goal less the pawn's ranks to go, plus 8", &|pawn| {
            let way = Term::walk([king.at, goal(view, pawn), open]);
            Term::lead([way, ranks_to_go(view, pawn)])
        });
        each("rank", "ranks of the king from the pawn's last rank", &|pawn| {
            Term::ranks([king.square, last_rank(view, pawn.side)])
        });
        let says = "files of the king to the nearer of the a- and h-file";
        list.add(&format!("{side}-king-file"), says, Term::file_edge([king.square]));
    }
    let says = "moves of the first king to the goal less those of the other, plus 8";
    list.each(group, "race-goal-@", says, |pawn| {
        Term::lead(view.kings.map(|king| Term::walk([king.at, goal(view, pawn), open])))
    });
    let says = "moves of the first king to the square before the pawn less those of the other, \
                plus 8";
    list.each(group, "race-stop-@", says, |pawn| {
        Term::lead(view.kings.map(|king| Term::walk([king.at, stop(pawn), open])))
    });
}

/// Adds features of the other men and the pawn's path.
fn guards<'a>(view: &View<'a>, group: &Group<'a>, list: &mut List) {
    for side in 0..2 {
        let (word, by_all) = (view.side_name(side), view.attacked_by[side]);
        let says = "squares of the pawn's path that the side attacks";
        list.counts(group, &format!("{word}-guards-@"), says, |pawn| path(pawn) & by_all);
        let says = "squares of the pawn's path that the side's men attack";
        list.counts(group, &format!("{word}-men-guard-@"), says, |pawn| {
            path(pawn) & view.attacked_by_men[side]
        });
        let says = "1 if the side attacks the square on which the pawn promotes";
        list.flags(group, &format!("{word}-guards-goal-@"), says, |pawn| goal(view, pawn) & by_all);
    }
    for piece in view.pieces().filter(|piece| piece.piece != Piece::Pawn) {
        let foe = 1 - piece.side;
        let safe = !(view.of_side[piece.side] | view.attacked_by[foe]);
        let mut pairs = |name: &str, says: &str, value: &dyn Fn(&Man<'a>, &Man<'a>) -> Term<'a>| {
            list.pairs((piece, group), &format!("@-#-{name}"), says, value);
        };
        pairs("blocks", "safe moves of the man onto the pawn's path", &|man, pawn| {
            Term::count([man.attacks & path(pawn) & safe])
        });
        pairs("covers", "squares of the pawn's path that the man attacks", &|man, pawn| {
            Term::count([man.attacks & path(pawn)])
        });
        pairs("rank", "ranks of the man from the pawn's last rank", &|man, pawn| {
            Term::ranks([man.square, last_rank(view, pawn.side)])
        });
        pairs("files", "files between the man and the pawn", &|man, pawn| {
            Term::files([man.square, pawn.square])
        });
        if piece.piece == Piece::Knight {
            let says = "safe knight moves until it attacks or stands on the pawn's path";
            pairs("leaps-path", says, &|man, pawn| {
                let near = path(pawn) | Term::jumps([path(pawn)]);
                Term::leaps([man.at, near, safe])
            });
            pairs("leaps-stop", "knight moves to the square before the pawn", &|man, pawn| {
                Term::leaps([man.at, stop(pawn), !view.graph.constant(0)])
            });
            pairs("leaps-goal", "knight moves to where the pawn promotes", &|man, pawn| {
                Term::leaps([man.at, goal(view, pawn), !view.graph.constant(0)])
            });
        }
    }
}
