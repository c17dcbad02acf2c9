//! Features of contact: checks, flights, hanging men, forks, skewers, pins, discovered attacks.

use drawproof_board::Piece;

use crate::{
    graph::Term,
    list::List,
    view::{Group, Man, View, attacks_from},
};

/// Returns whether a man moves along lines that other men can block.
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

/// Returns the squares from which a man of the kind would attack `target`, seen through `gone`.
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
    // The squares that the king reaches in two steps over squares that are not attacked.
    let safe = !(view.attacked_by[1 - side] | view.of_side[side]);
    let two = flights | (Term::steps([flights]) & safe);
    list.number(&format!("{name}-room"), "squares the king reaches in two safe steps", two);
    let captures = flights & view.of_side[1 - side];
    list.whether(&format!("{name}-takes"), "1 if the king can take a man", captures);
    let zone = king.attacks & view.attacked_by_men[1 - side];
    list.number(&format!("{name}-ring"), "squares around the king that men attack", zone);
}

/// Adds features of the squares that a man can go to.
fn mobility(view: &View, group: &Group, list: &mut List) {
    let (own, foe) = (view.of_side[group.side], view.attacked_by[1 - group.side]);
    let says = "moves to squares not attacked";
    list.counts(group, "@-safe-moves", says, |man| man.attacks & !(own | foe));
    list.counts(group, "@-kept-moves", "moves to squares its side defends", |man| {
        let kept = view.kings[man.side].attacks;
        man.attacks & !own & kept & !view.attacked_by_men[1 - man.side]
    });
    list.counts(group, "@-moves", "moves, checks not looked at", |man| man.attacks & !own);
    list.counts(group, "@-takes", "men it can take that are not defended", |man| {
        man.attacks & view.of_side[1 - man.side] & !foe
    });
}

/// Returns the squares that the other men of a man's side attack.
fn by_others<'a>(view: &View<'a>, man: &Man<'a>) -> Term<'a> {
    let men = view.groups.iter().flat_map(|group| &group.men);
    men.filter(|other| other.side == man.side && other.square.id != man.square.id)
        .map(|other| other.through_king)
        .reduce(|a, b| a | b)
        .unwrap_or(view.graph.constant(0))
}

/// Adds features of hanging men.
fn safety(view: &View, group: &Group, list: &mut List) {
    let foe = 1 - group.side;
    let says = "1 if the man is attacked";
    list.flags(group, "@-attacked", says, |man| man.at & view.attacked_by[foe]);
    list.flags(group, "@-hangs", "1 if it is attacked and not defended", |man| {
        man.at & view.attacked_by[foe] & !by_others(view, man)
    });
    let says = "1 if the man is defended";
    list.flags(group, "@-defended", says, |man| man.at & by_others(view, man));
    let says = "1 if men other than the king attack it";
    list.flags(group, "@-attacked-by-men", says, |man| man.at & view.attacked_by_men[foe]);
}

/// Adds the safe squares from which a man gives check, attacks another man, or does both at once.
fn strikes<'a>(view: &View<'a>, group: &Group<'a>, list: &mut List) {
    let foe = 1 - group.side;
    let king = &view.kings[foe];
    let nothing = view.graph.constant(0);
    let safe = |man: &Man<'a>| man.attacks & !(view.of_side[man.side] | view.attacked_by[foe]);
    let mut both_any = Vec::new();
    list.counts(group, "@-safe-checks", "safe squares from which it gives check", |man| {
        let from = strike_from(view, man, king, nothing);
        man.attacks & from & !(view.of_side[man.side] | view.attacked_by[foe])
    });
    for target in view.pieces().filter(|target| target.side == foe) {
        let pair = (group, target);
        let says = "safe squares from which it gives check and attacks the man as well";
        list.pairs(pair, "@-#-forks", says, |man, aim| {
            let check = safe(man) & strike_from(view, man, king, nothing);
            let set = check & strike_from(view, man, aim, king.at);
            both_any.push(set);
            Term::count([set])
        });
        let says = "safe squares from which it attacks the man";
        list.pairs(pair, "@-#-threats", says, |man, aim| {
            Term::count([safe(man) & strike_from(view, man, aim, nothing)])
        });
        let says = "1 if it attacks the man, through the king if need be";
        list.pairs(pair, "@-#-hits", says, |man, aim| Term::any([man.through_king & aim.at]));
        if is_slider(group.piece) {
            let says = "1 if the king and the man are on one of its lines, nothing between them";
            list.pairs(pair, "@-#-lined-up", says, |man, aim| {
                let over = view.occupied & !man.at;
                Term::any([attacks_from(man.piece, 0, aim.square, aim.at, over) & king.at])
            });
        }
    }
    if let Some(any) = both_any.into_iter().reduce(|a, b| a | b) {
        let says = "1 if there is a safe square with check and attack on a man";
        list.whether(&format!("{}-can-fork", group.name), says, any);
    }
}

/// Returns the squares that a man sees once the men of `screen` have gone.
fn past<'a>(view: &View<'a>, man: &Man<'a>, screen: Term<'a>) -> Term<'a> {
    attacks_from(man.piece, man.side, man.square, man.at, view.occupied & !screen)
}

/// Adds features of men between a slider and a king or another man: pins and discovered attacks.
fn screens(view: &View, group: &Group, list: &mut List) {
    let foe = 1 - group.side;
    let king = &view.kings[foe];
    let men = |side: usize| view.of_side[side] & !view.kings[side].at;
    list.flags(group, "@-pins", "1 if a man hides its king from it", |man| {
        past(view, man, men(foe)) & king.at & !man.attacks
    });
    list.flags(group, "@-discovers", "1 if its own side hides the king from it", |man| {
        past(view, man, view.of_side[man.side]) & king.at & !man.attacks
    });
    list.counts(group, "@-behind-king", "men it attacks through the king", |man| {
        man.through_king & !man.attacks & men(foe)
    });
    list.counts(group, "@-cuts", "flights it alone takes from the king", |man| {
        let others = by_others(view, man);
        king.attacks & man.through_king & !others & !view.of_side[foe]
    });
}
