//! Features of routes over several moves: of kings over safe squares, and of knights.

use drawproof_board::Piece;

use crate::{graph::Term, list::List, view::View};

pub(crate) fn add(view: &View, list: &mut List) {
    for side in 0..2 {
        let king = &view.kings[side];
        let foe = 1 - side;
        let free = !(view.attacked_by[foe] | view.of_side[side]);
        let name = view.side_name(side);
        for group in view.pieces() {
            let says = "safe king moves until the king touches the man";
            list.each(group, &format!("{name}-king-walk-@"), says, |man| {
                Term::walk([king.at, man.attacks_of_king(), free])
            });
        }
        let says = "safe king moves until the kings are two apart";
        let near = Term::steps([view.kings[foe].attacks]);
        list.add(&format!("{name}-king-walk-kings"), says, Term::walk([king.at, near, free]));
    }
    for group in view.groups.iter().filter(|group| group.piece == Piece::Knight) {
        let foe = 1 - group.side;
        let free = !(view.attacked_by[foe] | view.of_side[group.side]);
        let king = &view.kings[group.side];
        let says = "safe knight moves until its king touches it";
        list.each(group, "@-leaps-king", says, |man| Term::leaps([man.at, king.attacks, free]));
        let says = "knight moves to the other king's surroundings";
        list.each(group, "@-leaps-other-king", says, |man| {
            Term::leaps([man.at, view.kings[foe].attacks, !view.graph.constant(0)])
        });
        let says = "squares it reaches in two safe moves that its king protects in one";
        list.counts(group, "@-refuge", says, |man| {
            let one = Term::jumps([man.at]) & free;
            let two = Term::jumps([one]) & !view.of_side[group.side];
            let kept = Term::steps([view.flights(man.side)]);
            (one | two) & kept
        });
        let says = "squares it reaches in one move that its king protects after a move";
        list.counts(group, "@-shelter", says, |man| {
            let kept = Term::steps([view.flights(man.side)]) | king.attacks;
            Term::jumps([man.at]) & !view.of_side[man.side] & kept
        });
        list.counts(group, "@-room", "squares it reaches in two safe moves", |man| {
            let one = Term::jumps([man.at]) & free;
            one | (Term::jumps([one]) & free)
        });
        for target in view.pieces().filter(|target| target.side == foe) {
            let says = "knight moves until it attacks the man";
            list.pairs((group, target), "@-leaps-#", says, |man, aim| {
                Term::leaps([man.at, Term::jumps([aim.at]), free])
            });
            let says = "knight moves to a square with check and attack on the man";
            list.pairs((group, target), "@-leaps-fork-#", says, |man, aim| {
                let fork = Term::jumps([aim.at]) & Term::jumps([view.kings[foe].at]) & free;
                Term::leaps([man.at, fork, free])
            });
        }
    }
}
