//! A minor piece each: drawn, except for mates of a king in a corner behind its own man.

use crate::duel::Duel;
use crate::geometry::*;
use crate::rule::draw_rule;

draw_rule! {
    /// King and bishop against king and bishop.
    Kbkb, "KBKB", Duel<Bishop, Bishop>;
    "shut-in": "a king is in a corner with its own man beside it, the other king at most two squares \
        away",
        "the few mates: insufficient material is no proof of a draw",
        yes "8/8/8/8/1b6/8/B7/K1k5 b - - 0 1", no "8/8/8/8/1b6/8/B7/2k4K b - - 0 1" => shut_in;
}

draw_rule! {
    /// King and bishop against king and knight.
    Kbkn, "KBKN", Duel<Bishop, Knight>;
    "shut-in": "a king is in a corner with its own man beside it, the other king at most two squares \
        away",
        "the few mates: insufficient material is no proof of a draw",
        yes "8/8/8/2n5/8/k7/8/KB6 b - - 0 1", no "8/K7/8/2n5/8/k7/8/1B6 b - - 0 1" => shut_in;
}

draw_rule! {
    /// King and knight against king and knight.
    Knkn, "KNKN", Duel<Knight, Knight>;
    "shut-in": "a king is in a corner with its own man beside it, the other king at most two squares \
        away",
        "the few mates: insufficient material is no proof of a draw",
        yes "8/8/8/8/8/1k6/8/KN2n3 b - - 0 1", no "5K2/8/8/8/8/1k6/8/1N2n3 b - - 0 1" => shut_in;
}

fn shut_in<S: Man, W: Man>(v: &Duel<S, W>) -> bool {
    let behind_man = |king, man| corner_distance(king) == 0 && adjacent(king, man);
    v.kings() <= 2 && (behind_man(v.strong_king, v.strong) || behind_man(v.weak_king, v.weak))
}
