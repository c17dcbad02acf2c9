//! Which claims of a rule a fix is about: those of one kind, or one half of them.

use drawproof_board::Color;
use drawproof_recognizers::Claim;
use drawproof_tables::Material;
use serde::{Deserialize, Serialize};

use super::tally::{ClaimCounts, ClaimKind, ColourResult, KindCounts};
use crate::subject::Claims;

/// A subset of a rule's claims. White is the first side of the endgame's name, or the side to move
/// if both sides have the same men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scope {
    /// All claims.
    #[default]
    All,
    /// The claims of one kind, such as "White cannot win".
    Kind(ClaimKind),
    /// The part of every claim that excludes this result: "White cannot win" is the part of "draw"
    /// that excludes White's win.
    Half(ColourResult),
}

/// Returns whether the first side of the endgame's name is to move. If both sides have the same
/// men, the side to move counts as the first side.
pub fn first_to_move(material: Material, side: Color) -> bool {
    side == Color::White || material == material.swapped()
}

impl Scope {
    /// Returns the scopes for a rule with claims of `kinds`: one scope for each kind, or
    /// [`Scope::All`] if there is at most one kind. If `halves` is set, returns one scope for each
    /// result that claims may exclude.
    pub fn of_rule(kinds: &[ClaimKind], halves: bool) -> Vec<Scope> {
        match kinds {
            _ if halves => ColourResult::ALL.map(Scope::Half).to_vec(),
            [_] | [] => vec![Scope::All],
            // Where White is the side to move, a kind stands for the reversed one, too.
            _ => ClaimKind::ALL.map(Scope::Kind).to_vec(),
        }
    }

    /// Returns the part of `claims` that is in the scope, for the side to move. Lanes whose claim
    /// is outside of the scope get no claim.
    pub fn within(self, claims: Claims, first_to_move: bool) -> Claims {
        let asked = claims.asked();
        let mut own = claims;
        match self {
            Scope::All => {}
            Scope::Kind(kind) => {
                own.withdraw(!claims.lanes_of(of_mover(kind.claim(), first_to_move)))
            }
            Scope::Half(result) => {
                // The others are possible.
                own = Claims { draw: asked, win: asked, loss: asked };
                *plane(&mut own, result, first_to_move) =
                    *plane(&mut { claims }, result, first_to_move);
            }
        }
        own
    }

    /// Withdraws the claims of the scope in the lanes `lanes`.
    pub fn withdraw(self, claims: &mut Claims, lanes: u64, first_to_move: bool) {
        match self {
            Scope::All => claims.withdraw(lanes),
            Scope::Kind(kind) => {
                let own = claims.lanes_of(of_mover(kind.claim(), first_to_move));
                claims.withdraw(lanes & own);
            }
            Scope::Half(result) => {
                let asked = claims.asked();
                *plane(claims, result, first_to_move) |= lanes & asked;
            }
        }
    }

    /// Returns the counts of the claims of the scope. For [`Scope::All`], [`KindCounts::possible`]
    /// is 0.
    pub fn counts(self, claims: &ClaimCounts) -> KindCounts {
        match self {
            Scope::All => {
                let mut all = KindCounts::default();
                for kind in ClaimKind::ALL {
                    let KindCounts { made, right, wrong, .. } = claims.kind(kind);
                    all.made += made;
                    all.right += right;
                    all.wrong += wrong;
                }
                all
            }
            Scope::Kind(kind) => claims.kind(kind),
            Scope::Half(result) => claims.half(result),
        }
    }

    /// Returns the scope in a form for use in names, such as `white_cannot_win`; `None` for
    /// [`Scope::All`].
    pub fn key(self) -> Option<&'static str> {
        self.kind().map(ClaimKind::key)
    }

    /// Returns the kind of its claims; `None` for all.
    fn kind(self) -> Option<ClaimKind> {
        match self {
            Scope::All => None,
            Scope::Kind(kind) => Some(kind),
            Scope::Half(ColourResult::WhiteWins) => Some(ClaimKind::WhiteCannotWin),
            Scope::Half(ColourResult::BlackWins) => Some(ClaimKind::BlackCannotWin),
            Scope::Half(ColourResult::Draw) => Some(ClaimKind::NotDrawn),
        }
    }

    /// Returns the scope as a phrase that can follow "claims", such as `a draw` or `that White
    /// cannot win`; `None` for [`Scope::All`].
    pub fn in_words(self, is_even: bool) -> Option<&'static str> {
        Some(match (self.kind()?, is_even) {
            (ClaimKind::Draw, _) => "a draw",
            (ClaimKind::NotDrawn, _) => "that there is no draw",
            (ClaimKind::WhiteWins, false) => "that White wins",
            (ClaimKind::WhiteWins, true) => "that the side to move wins",
            (ClaimKind::BlackWins, false) => "that Black wins",
            (ClaimKind::BlackWins, true) => "that the side to move loses",
            (ClaimKind::WhiteCannotWin, false) => "that White cannot win",
            (ClaimKind::WhiteCannotWin, true) => "that the side to move cannot win",
            (ClaimKind::BlackCannotWin, false) => "that Black cannot win",
            (ClaimKind::BlackCannotWin, true) => "that the side to move cannot lose",
        })
    }
}

/// Returns a claim with White to move, for the side to move.
fn of_mover(claim: Claim, first_to_move: bool) -> Claim {
    if first_to_move { claim } else { claim.reversed() }
}

/// Returns the lanes in which a result by colour is possible.
fn plane(claims: &mut Claims, result: ColourResult, first_to_move: bool) -> &mut u64 {
    match (result, first_to_move) {
        (ColourResult::Draw, _) => &mut claims.draw,
        (ColourResult::WhiteWins, true) | (ColourResult::BlackWins, false) => &mut claims.win,
        (ColourResult::WhiteWins, false) | (ColourResult::BlackWins, true) => &mut claims.loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every claim in a lane of its own.
    fn all_claims() -> Claims {
        let mut claims = Claims::default();
        for (lane, claim) in (0..8).filter_map(Claim::from_bits).enumerate() {
            claims.note(lane, claim);
        }
        claims
    }

    #[test]
    fn a_half_is_withdrawn_and_the_other_one_kept() {
        let claims = all_claims();
        for first_to_move in [false, true] {
            for result in ColourResult::ALL {
                let scope = Scope::Half(result);
                let of_white = Claim::from_bits(4 >> result as u8).expect("one bit");
                let excluded = of_mover(of_white, first_to_move).bits();
                let (own, mut left) = (scope.within(claims, first_to_move), claims);
                scope.withdraw(&mut left, u64::MAX, first_to_move);
                for claim in (1..8).filter_map(Claim::from_bits) {
                    let lane = usize::from(claim.bits());
                    let possible = claim.bits() & excluded;
                    assert_eq!(own.get(lane).bits(), 7 & !excluded | possible);
                    assert_eq!(left.get(lane).bits(), claim.bits() | excluded);
                }
                assert_eq!([own, left].map(|it| it.get(0)), [Claim::NOT_ASKED; 2]);
            }
        }
    }

    #[test]
    fn a_kind_is_withdrawn_and_the_others_kept() {
        let claims = all_claims();
        for first_to_move in [false, true] {
            for kind in ClaimKind::ALL {
                let wanted = of_mover(kind.claim(), first_to_move);
                let (own, mut left) = (Scope::Kind(kind).within(claims, first_to_move), claims);
                Scope::Kind(kind).withdraw(&mut left, u64::MAX, first_to_move);
                for claim in (1..8).filter_map(Claim::from_bits) {
                    let lane = usize::from(claim.bits());
                    let of_kind = claim == wanted;
                    assert_eq!(own.get(lane), if of_kind { claim } else { Claim::NONE });
                    assert_eq!(left.get(lane), if of_kind { Claim::NONE } else { claim });
                }
            }
        }
        assert_eq!(Scope::All.within(claims, true), claims);
    }
}
