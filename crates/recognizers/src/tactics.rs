//! What can be won at once: hanging men, forks, skewers, mates in one, and the moves that prevent
//! them.
//!
//! All functions are about king and man against king and man. The attacker is to move in
//! [`wins_man`], the defender in [`can_save`].

use crate::geometry::*;

/// Returns whether the attacker can capture the defender's man `W` at once, or has a safe check
/// that wins the man or mates: a fork, a skewer, or a mate in one.
pub(crate) fn wins_man<S: Man, W: Man>(
    king: Square,
    man: Square,
    foe: Square,
    target: Square,
) -> bool {
    let others = set(king) | set(foe) | set(target);
    let reach = S::attacks(man, others);
    let by_king = adjacent(king, target);
    let by_man = reach.has(target);
    if (by_king || by_man) && (!adjacent(foe, target) || (by_king && by_man)) {
        return true;
    }
    let mut checks = reach & S::rays(foe) & (king_attacks(king) | !king_attacks(foe)) & !others;
    if !by_king && distance(king, foe) > 2 && (S::PIECE != Piece::Queen || edge_distance(foe) > 0) {
        // A mate is impossible here, so the check must also attack the man, directly or through the
        // king.
        checks &= S::rays(target);
    }
    if checks.is_empty() {
        return false;
    }
    let fire = W::attacks(target, others);
    if fire.has(king) {
        return false;
    }
    let safe = checks & S::attacks(foe, set(king) | set(target)) & !fire;
    safe.into_iter().any(|from| check_wins::<S, W>(king, from, foe, target))
}

/// Returns whether a check by the man `S` from `from`, where it cannot be captured, wins the man
/// `W` or mates: no flight of the king and no interposition saves the man.
fn check_wins<S: Man, W: Man>(king: Square, from: Square, foe: Square, target: Square) -> bool {
    let without_foe = set(king) | set(target) | set(from);
    let seen = S::attacks(from, without_foe);
    let blocks = W::attacks(target, without_foe | set(foe)) & between(from, foe);
    if !(blocks & (king_attacks(foe) | !king_attacks(king))).is_empty()
        && (W::PIECE != Piece::Rook || !(blocks & king_attacks(foe)).is_empty())
    {
        return false;
    }
    let flights = king_attacks(foe) & !king_attacks(king) & !seen & !set(target) & !set(from);
    let saving = match (adjacent(king, target), seen.has(target)) {
        (true, true) => BitBoard::EMPTY,
        (true, false) => king_attacks(target),
        (false, true) => king_attacks(target) | between(from, target),
        (false, false) => BitBoard::FULL,
    };
    (flights & saving).is_empty()
}

/// Returns whether the defender (king, man `W`) has a move after which the attacker (king `foe`,
/// man `S`) wins nothing at once. Capturing the attacker's man counts as such a move.
pub(crate) fn can_save<S: Man, W: Man>(
    king: Square,
    man: Square,
    foe: Square,
    threat: Square,
) -> bool {
    let without_king = set(man) | set(foe) | set(threat);
    let steps = king_attacks(king) & !king_attacks(foe) & !S::attacks(threat, without_king);
    let steps = steps & !set(man);
    if steps.has(threat) || steps.into_iter().any(|to| !wins_man::<S, W>(foe, threat, to, man)) {
        return true;
    }
    let others = set(king) | set(foe) | set(threat);
    for to in W::attacks(man, others) & !set(king) {
        if to == threat {
            return true;
        }
        let in_check = S::attacks(threat, set(foe) | set(to)).has(king);
        if !in_check && !wins_man::<S, W>(foe, threat, king, to) {
            return true;
        }
    }
    false
}
