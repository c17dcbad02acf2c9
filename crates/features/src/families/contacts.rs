//! Features of contact: checks, flights, hanging men, forks, skewers, pins, discovered attacks.

use drawproof_board::Piece;

use crate::{
    graph::Term,
    list::List,
    view::{Group, Man, View, attacks_from},
};

/// Whether a man's lines can be blocked.
fn is_slider(piece: Piece) -> bool {
    matches!(piece, Piece::Bishop | Piece::Rook | Piece::Queen)
}

pub(crate) fn add(view: &View, list: &mut List) {
    for side in 0..2 {
        king(view, side, list);
    }
    for group in view.pieces() {
        if group.piece != Piece::Pawn {
            mobility(view, group, list);
            strikes(view, group, list);
        }
        safety(view, group, list);
        if is_slider(group.piece) {
            screens(view, group, list);
        }
    }
}

/// Squares from which a man of the kind would attack `target`, seen past `gone`.
fn strike_from<'a>(view: &View<'a>, man: &Man<'a>, target: &Man<'a>, gone: Term<'a>) -> Term<'a> {
    let over = view.occupied & !(man.at | gone);
    attacks_from(man.piece, 1 - man.side, target.square, target.at, over)
}

fn king(view: &View, side: usize, list: &mut List) {
    let king = &view.kings[side];
    let name = format!("{}-king", view.side_name(side));
    let flights = view.flights(side);
    list.number(&format!("{name}-flights"), "squares the king can step to", flights);
    let checks = king.at & view.attacked_by_men[1 - side];
    list.whether(&format!("{name}-in-check"), "1 if the king is in check", checks);
    // Where the king goes in two steps over squares that are not attacked.
    let safe = !(view.attacked_by[1 - side] | view.of_side[side]);
    let two = flights | (Term::steps([flights]) & safe);
    list.number(&format!("{name}-room"), "squares the king reaches in two safe steps", two);
    let captures = flights & view.of_side[1 - side];
    list.whether(&format!("{name}-takes"), "1 if the king can take a man", captures);
    let zone = king.attacks & view.attacked_by_men[1 - side];
    list.number(&format!("{name}-ring"), "squares around the king that men attack", zone);
}

/// Where a man can go.
fn mobility(view: &View, group: &Group, list: &mut List) {
    let (own, foe) = (view.of_side[group.side], view.attacked_by[1 - group.side]);
    let name = &group.name;
    list.each(group, &format!("{name}-safe-moves"), "moves to squares not attacked", |man| {
        Term::count([man.attacks & !(own | foe)])
    });
    list.each(group, &format!("{name}-kept-moves"), "moves to squares its side defends", |man| {
        let kept = view.kings[man.side].attacks;
        Term::count([man.attacks & !own & kept & !view.attacked_by_men[1 - man.side]])
    });
    list.each(group, &format!("{name}-moves"), "moves, checks not looked at", |man| {
        Term::count([man.attacks & !own])
    });
    list.each(group, &format!("{name}-takes"), "men it can take that are not defended", |man| {
        Term::count([man.attacks & view.of_side[1 - man.side] & !foe])
    });
}

/// Whether men hang.
fn safety(view: &View, group: &Group, list: &mut List) {
    let name = &group.name;
    let foe = 1 - group.side;
    let others = |man: &Man| {
        let rest = view.groups.iter().flat_map(|g| &g.men);
        rest.filter(|m| m.side == man.side && m.square.id != man.square.id)
            .map(|m| m.through_king)
            .reduce(|a, b| a | b)
            .unwrap_or(view.graph.constant(0))
    };
    list.each(group, &format!("{name}-attacked"), "1 if the man is attacked", |man| {
        Term::any([man.at & view.attacked_by[foe]])
    });
    list.each(group, &format!("{name}-hangs"), "1 if it is attacked and not defended", |man| {
        Term::any([man.at & view.attacked_by[foe] & !others(man)])
    });
    list.each(group, &format!("{name}-defended"), "1 if the man is defended", |man| {
        Term::any([man.at & others(man)])
    });
    list.each(
        group,
        &format!("{name}-attacked-by-men"),
        "1 if men other than the king attack it",
        |man| Term::any([man.at & view.attacked_by_men[foe]]),
    );
}

/// Safe squares from which a man gives check or attacks another, alone or both at once.
fn strikes<'a>(view: &View<'a>, group: &Group<'a>, list: &mut List) {
    let foe = 1 - group.side;
    let king = &view.kings[foe];
    let name = &group.name;
    let nothing = view.graph.constant(0);
    let mut both_any = Vec::new();
    list.each(group, &format!("{name}-safe-checks"), "safe squares from which it gives check", {
        |man| {
            let from = strike_from(view, man, king, nothing);
            Term::count([man.attacks & from & !(view.of_side[man.side] | view.attacked_by[foe])])
        }
    });
    for target in view.pieces().filter(|target| target.side == foe) {
        let pair = format!("{name}-{}", target.name);
        let says = "safe squares from which it gives check and attacks the man as well";
        let mut counts = Vec::new();
        for man in &group.men {
            for aim in &target.men {
                let safe = man.attacks & !(view.of_side[man.side] | view.attacked_by[foe]);
                let check = strike_from(view, man, king, nothing);
                let set = safe & check & strike_from(view, man, aim, king.at);
                counts.push(Term::count([set]));
                both_any.push(set);
            }
        }
        list.spread(&format!("{pair}-forks"), says, &counts);
        let says = "safe squares from which it attacks the man";
        list.pairs((group, target), &format!("{pair}-threats"), says, |man, aim| {
            let safe = man.attacks & !(view.of_side[man.side] | view.attacked_by[foe]);
            Term::count([safe & strike_from(view, man, aim, nothing)])
        });
        let says = "1 if it attacks the man, through the king if need be";
        list.pairs((group, target), &format!("{pair}-hits"), says, |man, aim| {
            Term::any([man.through_king & aim.at])
        });
        if is_slider(group.piece) {
            let says = "1 if the king and the man are on one of its lines, nothing between them";
            list.pairs((group, target), &format!("{pair}-lined-up"), says, |man, aim| {
                let over = view.occupied & !man.at;
                Term::any([attacks_from(man.piece, 0, aim.square, aim.at, over) & king.at])
            });
        }
    }
    if let Some(any) = both_any.into_iter().reduce(|a, b| a | b) {
        let says = "1 if there is a safe square with check and attack on a man";
        list.whether(&format!("{name}-can-fork"), says, any);
    }
}

/// Squares a man sees once the men of `screen` have gone.
fn past<'a>(view: &View<'a>, man: &Man<'a>, screen: Term<'a>) -> Term<'a> {
    attacks_from(man.piece, man.side, man.square, man.at, view.occupied & !screen)
}

/// Men between a slider and a king or a man: pins and discoveries.
fn screens(view: &View, group: &Group, list: &mut List) {
    let foe = 1 - group.side;
    let king = &view.kings[foe];
    let name = &group.name;
    let men = |side: usize| view.of_side[side] & !view.kings[side].at;
    list.each(group, &format!("{name}-pins"), "1 if a man hides its king from it", |man| {
        let seen_past = past(view, man, men(foe)) & king.at & !man.attacks;
        Term::any([seen_past])
    });
    list.each(group, &format!("{name}-discovers"), "1 if its own side hides the king from it", {
        |man| Term::any([past(view, man, view.of_side[man.side]) & king.at & !man.attacks])
    });
    list.each(group, &format!("{name}-behind-king"), "men it attacks through the king", |man| {
        Term::count([man.through_king & !man.attacks & men(foe)])
    });
    list.each(group, &format!("{name}-cuts"), "flights it alone takes from the king", |man| {
        let others = view
            .groups
            .iter()
            .flat_map(|g| &g.men)
            .filter(|m| m.side == man.side && m.square.id != man.square.id)
            .map(|m| m.through_king)
            .reduce(|a, b| a | b)
            .expect("its king at least");
        Term::count([king.attacks & man.through_king & !others & !view.of_side[foe]])
    });
}
