//! The interface of a rule, and the macros that make a rule of named patterns.

use crate::{claim::Claim, position::Position};

/// The texts of a named pattern of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternText {
    /// A short stable identifier, such as `rook-hangs`.
    pub id: &'static str,
    /// The condition under which the pattern matches, in one sentence.
    pub says: &'static str,
    /// The source of the knowledge, or the observation behind it.
    pub source: &'static str,
    /// A position that the pattern matches, as a FEN.
    pub matches: &'static str,
    /// A position of the same endgame that the pattern does not match, as a FEN.
    pub differs: &'static str,
}

/// How a reason that a rule reports affects the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Role {
    /// An exception, such as a pattern of a rule of this crate: if it matches, the rule makes no
    /// claim.
    Unless,
    /// A branch: if it matches, the rule makes its claim.
    Because,
}

/// A draw rule for one endgame.
///
/// Implementations make the same claim for symmetric and for colour-reversed positions.
pub trait Rule: Sync {
    /// Returns the endgame in canonical notation, such as `KRKR`.
    fn endgame(&self) -> &str;

    /// Returns the name of the rule.
    fn name(&self) -> &str;

    /// Returns the patterns, at most 64, in the order of the bits of [`Rule::claim_and_patterns`].
    fn patterns(&self) -> &[PatternText];

    /// Returns the claim about `position`. The position must be legal and have the endgame's
    /// material, with either colour as the strong side.
    fn claim(&self, position: &Position) -> Claim;

    /// Returns the claim and the set of patterns that match: bit `i` stands for `patterns()[i]`.
    fn claim_and_patterns(&self, position: &Position) -> (Claim, u64);
}

/// A rule that claims a draw or nothing, with at most one pattern, which matches if the rule claims
/// nothing. Each rule has its own type for the function `draws`, so that a claim takes one direct
/// call.
pub(crate) struct Plain<F, const PATTERNS: usize> {
    pub endgame: &'static str,
    pub name: &'static str,
    pub patterns: [PatternText; PATTERNS],
    pub draws: F,
}

impl<F: Fn(&Position) -> bool + Sync, const PATTERNS: usize> Rule for Plain<F, PATTERNS> {
    fn endgame(&self) -> &str {
        self.endgame
    }

    fn name(&self) -> &str {
        self.name
    }

    fn patterns(&self) -> &[PatternText] {
        &self.patterns
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::draw_if((self.draws)(position))
    }

    fn claim_and_patterns(&self, position: &Position) -> (Claim, u64) {
        let claim = self.claim(position);
        (claim, u64::from(claim == Claim::NONE && PATTERNS > 0))
    }
}

/// A rule of the form "a draw, unless one of these patterns matches" over a view of the board. The
/// macros below declare such rules.
pub(crate) trait ByPatterns: Sync {
    /// The board as the patterns see it.
    type View;
    const ENDGAME: &'static str;
    const NAME: &'static str;
    const PATTERNS: &'static [PatternText];

    /// Returns the view of a position.
    fn view(position: &Position) -> Self::View;

    /// Returns whether no pattern matches.
    fn draws(view: &Self::View) -> bool;

    /// Calls `matched` for each pattern in order, with whether the pattern matches.
    fn each_pattern(view: &Self::View, matched: impl FnMut(bool));
}

impl<R: ByPatterns> Rule for R {
    fn endgame(&self) -> &str {
        R::ENDGAME
    }

    fn name(&self) -> &str {
        R::NAME
    }

    fn patterns(&self) -> &[PatternText] {
        R::PATTERNS
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::draw_if(R::draws(&R::view(position)))
    }

    fn claim_and_patterns(&self, position: &Position) -> (Claim, u64) {
        let (mut set, mut bit) = (0, 0);
        R::each_pattern(&R::view(position), |matched| {
            set |= u64::from(matched) << bit;
            bit += 1;
        });
        (Claim::draw_if(set == 0), set)
    }
}

/// Declares a rule "draw, unless one of these patterns matches".
///
/// Each pattern is `id: sentence, source, yes FEN, no FEN => function of the view;`.
macro_rules! draw_rule {
    (
        $(#[$doc:meta])*
        $rule:ident, $endgame:literal, $view:ty;
        $( $id:literal: $says:literal, $source:literal, yes $yes:literal, no $no:literal
            => $holds:expr; )+
    ) => {
        $(#[$doc])*
        pub struct $rule;

        impl $crate::rule::ByPatterns for $rule {
            type View = $view;
            const ENDGAME: &'static str = $endgame;
            const NAME: &'static str = concat!($endgame, " by patterns");
            const PATTERNS: &'static [$crate::rule::PatternText] = &[ $( $crate::rule::PatternText {
                id: $id, says: $says, source: $source, matches: $yes, differs: $no,
            } ),+ ];

            #[inline]
            fn view(position: &$crate::position::Position) -> $view {
                <$view>::new(position)
            }

            #[inline]
            fn draws(view: &$view) -> bool {
                $( {
                    let holds: fn(&$view) -> bool = $holds;
                    if holds(view) {
                        return false;
                    }
                } )+
                true
            }

            fn each_pattern(view: &$view, mut matched: impl FnMut(bool)) {
                $( {
                    let holds: fn(&$view) -> bool = $holds;
                    matched(holds(view));
                } )+
            }
        }
    };
}
pub(crate) use draw_rule;

/// The view of the board for rules about endgames in which one side plays to win.
pub(crate) trait Siege: Sized {
    /// Returns the board turned so that the strong side is White.
    fn new(position: &Position) -> Self;
    /// Returns whether the side that may win has the move.
    fn strong_to_move(&self) -> bool;
    /// Returns whether the weak side, to move, can reach a position that is drawn by lack of
    /// material or for which `safe` returns `true`. In these positions the strong side is to move.
    fn can_reach(&self, safe: impl Fn(&Self) -> bool) -> bool;
}

/// Declares a rule "draw, unless one of these patterns matches" for an endgame in which one side
/// plays to win. The patterns are about positions with that side to move. With the other side to
/// move there is an additional first pattern: every move leads to one of the others.
macro_rules! siege_rule {
    (
        $(#[$doc:meta])*
        $rule:ident, $endgame:literal, $view:ty;
        no_defence yes $lost:literal, no $held:literal;
        $( always $aid:literal: $asays:literal, $asource:literal, yes $ayes:literal,
            no $ano:literal => $aholds:expr; )*
        $( $id:literal: $says:literal, $source:literal, yes $yes:literal, no $no:literal
            => $holds:expr; )+
    ) => {
        $(#[$doc])*
        pub struct $rule;

        impl $rule {
            /// Returns whether no pattern matches, with the strong side to move.
            fn is_safe(view: &$view) -> bool {
                $( {
                    let holds: fn(&$view) -> bool = $holds;
                    if holds(view) {
                        return false;
                    }
                } )+
                true
            }
        }

        impl $crate::rule::ByPatterns for $rule {
            type View = $view;
            const ENDGAME: &'static str = $endgame;
            const NAME: &'static str = concat!($endgame, " by patterns");
            const PATTERNS: &'static [$crate::rule::PatternText] = &[
                $crate::rule::PatternText {
                    id: "no-defence",
                    says: "the weak side is to move, and every move leads to one of the other \
                        patterns",
                    source: "one ply of search",
                    matches: $lost,
                    differs: $held,
                },
                $( $crate::rule::PatternText {
                    id: $aid, says: $asays, source: $asource, matches: $ayes, differs: $ano,
                }, )*
                $( $crate::rule::PatternText {
                    id: $id, says: $says, source: $source, matches: $yes, differs: $no,
                } ),+
            ];

            #[inline]
            fn view(position: &$crate::position::Position) -> $view {
                $crate::rule::Siege::new(position)
            }

            #[inline]
            fn draws(view: &$view) -> bool {
                // Patterns that apply with either side to move come first.
                $( {
                    let holds: fn(&$view) -> bool = $aholds;
                    if holds(view) {
                        return false;
                    }
                } )*
                match $crate::rule::Siege::strong_to_move(view) {
                    true => Self::is_safe(view),
                    false => $crate::rule::Siege::can_reach(view, Self::is_safe),
                }
            }

            fn each_pattern(view: &$view, mut matched: impl FnMut(bool)) {
                let strong = $crate::rule::Siege::strong_to_move(view);
                matched(!strong && !$crate::rule::Siege::can_reach(view, Self::is_safe));
                $( {
                    let holds: fn(&$view) -> bool = $aholds;
                    matched(holds(view));
                } )*
                $( {
                    let holds: fn(&$view) -> bool = $holds;
                    matched(strong && holds(view));
                } )+
            }
        }
    };
}
pub(crate) use siege_rule;
