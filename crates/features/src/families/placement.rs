//! Features of placement: side to move, edges, corners, square colours, distances, lines.

use drawproof_board::Piece;

use crate::{
    graph::Term,
    list::List,
    view::{Group, View},
};

/// Returns whether a man moves along diagonals.
fn is_diagonal(piece: Piece) -> bool {
    matches!(piece, Piece::Bishop | Piece::Queen)
}

pub(crate) fn add(view: &View, list: &mut List) {
    if !view.even {
        let to_move = view.graph.first_to_move();
        list.add("strong-to-move", "1 if the strong side is to move", to_move);
    }
    for group in &view.groups {
        single(group, list);
    }
    for (number, a) in view.groups.iter().enumerate() {
        for b in &view.groups[number + 1..] {
            pair(a, b, list);
        }
        like_men(a, list);
    }
    corners(view, list);
    races(view, list);
    between(view, list);
}

fn single(group: &Group, list: &mut List) {
    if group.piece != Piece::Pawn {
        let says = "king moves to the nearest edge";
        list.each(group, "@-edge", says, |man| Term::edge([man.square]));
        let says = "king moves to the nearest corner";
        list.each(group, "@-corner", says, |man| Term::corner([man.square]));
    }
}

fn pair(a: &Group, b: &Group, list: &mut List) {
    let says = "king moves between them";
    list.pairs((a, b), "@-#-distance", says, |x, y| Term::distance([x.square, y.square]));
    let says = "the fewer of files and ranks between";
    list.pairs((a, b), "@-#-offset", says, |x, y| Term::offset([x.square, y.square]));
    let diagonal = is_diagonal(a.piece) || is_diagonal(b.piece);
    if diagonal || (a.piece == Piece::King && b.piece == Piece::King) {
        let says = "diagonals between them";
        list.pairs((a, b), "@-#-slant", says, |x, y| Term::slant([x.square, y.square]));
    }
    if [a.piece, b.piece].iter().any(|p| matches!(p, Piece::Bishop | Piece::Knight)) {
        let says = "1 if they are on squares of one colour";
        list.pairs((a, b), "@-#-colours", says, |x, y| {
            Term::equal([Term::light([x.square]), Term::light([y.square])])
        });
    }
}

/// Adds features of two like men: how they stand to each other.
fn like_men(group: &Group, list: &mut List) {
    let [x, y] = group.men[..] else { return };
    let squares = [x.square, y.square];
    let mut add = |name: &str, says: &str, value| {
        list.add(&format!("{}s-{name}", group.name), says, value);
    };
    add("distance", "king moves between the two", Term::distance(squares));
    add("offset", "the fewer of files and ranks between the two", Term::offset(squares));
    let lights = squares.map(|square| Term::light([square]));
    add("colours", "1 if the two are on one colour", Term::equal(lights));
    if group.piece == Piece::Bishop {
        add("slant", "diagonals between the two", Term::slant(squares));
    }
}

/// Adds features of the kings and the corners of the bishops' colours.
fn corners(view: &View, list: &mut List) {
    for group in view.groups.iter().filter(|group| group.piece == Piece::Bishop) {
        for king in &view.kings {
            let name = format!("{}-king-@-corner", view.side_name(king.side));
            let says = "king moves of the king to the nearest corner of the bishop's colour";
            list.each(group, &name, says, |man| Term::colour_corner([king.square, man.square]));
        }
    }
}

/// Adds features that tell which king is nearer to the men and to the edge.
fn races(view: &View, list: &mut List) {
    let [first, second] = view.kings;
    for group in view.pieces() {
        let says = "distance of the first side's king less that of the other, plus 8";
        list.each(group, "race-@", says, |man| {
            let [a, b] = [first, second].map(|king| Term::distance([king.square, man.square]));
            Term::lead([a, b])
        });
    }
    let edges = [Term::edge([first.square]), Term::edge([second.square])];
    let says = "edge distance of the first king less that of the other, plus 8";
    list.add("race-edge", says, Term::lead(edges));
}

/// Adds features of men that stand between two others.
fn between(view: &View, list: &mut List) {
    let [first, second] = view.kings;
    for group in view.pieces() {
        let says = "on how many axes it is between the kings";
        list.each(group, "@-parts-kings", says, |man| {
            Term::parts([man.square, first.square, second.square])
        });
        for king in &view.kings {
            let other = &view.kings[1 - king.side];
            let name = format!("{}-king-parts-@", view.side_name(king.side));
            let says = "on how many axes the king is between the man and the other king";
            list.each(group, &name, says, |man| {
                Term::parts([king.square, man.square, other.square])
            });
        }
    }
    let pieces: Vec<&Group> = view.pieces().collect();
    for (number, a) in pieces.iter().enumerate() {
        for b in &pieces[number + 1..] {
            for king in &view.kings {
                let side = view.side_name(king.side);
                let says = "on how many axes the king is between the men";
                list.pairs((a, b), &format!("{side}-king-parts-@-#"), says, |x, y| {
                    Term::parts([king.square, x.square, y.square])
                });
                let says = "on how many axes the first man is between the king and the second";
                list.pairs((a, b), &format!("@-parts-{side}-king-#"), says, |x, y| {
                    Term::parts([x.square, king.square, y.square])
                });
                list.pairs((a, b), &format!("#-parts-{side}-king-@"), says, |x, y| {
                    Term::parts([y.square, king.square, x.square])
                });
            }
        }
    }
}
