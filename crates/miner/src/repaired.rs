//! The report on a rule and its fixes.

use drawproof_features::{Library, Men};
use drawproof_recognizers::{Claim, Position};
use drawproof_verifier::{
    ClaimKind, Claims, ColourResult, Counterexample, Counting, Domain, KindCounts, Sampled, Scope,
    Verdict,
};
use serde::Serialize;

use crate::{
    branches::GoesWrong,
    families::most_general,
    fixes::Fix,
    patterns::{ListRule, report::Figures},
    repair::Tried,
    report::Proof,
};

/// A rule with more than this many wrong claims for each right one is not worth a search.
const HOPELESS: u64 = 100;

/// The counts of a rule's claims before the fix.
#[derive(Clone, Debug, Serialize)]
pub struct Before {
    /// The number of draws that the rule claims.
    pub spotted: u64,
    /// The number of right claims of all kinds. If the rule states the results of each branch, it
    /// counts every excluded result by itself.
    pub right: u64,
    /// Whether the rule claims only draws.
    pub only_draws: bool,
    /// Whether the rule states the results that each branch leaves possible, so that a fix can
    /// withdraw a part of a claim.
    pub has_halves: bool,
    /// The weaker claim, such as `that Black cannot win`, that would be right wherever a claimed
    /// draw is wrong; `None` if there is none.
    pub right_half: Option<&'static str>,
    /// The number of wrong claims.
    pub incorrect: u64,
    /// The number of wrong claims in positions with a legal en-passant capture.
    pub incorrect_en_passant: u64,
    /// The number of positions whose answer differs from the answer about the mirrored or
    /// colour-reversed position.
    pub asymmetric: u64,
}

impl Before {
    /// Returns whether there is nothing to fix: no wrong claim, and the same answer for symmetric
    /// positions.
    pub fn is_sound(&self) -> bool {
        self.incorrect + self.incorrect_en_passant + self.asymmetric == 0
    }

    /// Returns whether the rule makes so few right claims that exceptions would leave almost none.
    pub fn is_hopeless(&self) -> bool {
        self.right < self.incorrect / HOPELESS
    }

    /// Returns whether exceptions are worth a search.
    pub fn needs_fix(&self) -> bool {
        !self.is_sound() && !self.is_hopeless()
    }

    /// Adds up the counts of several endgames.
    pub fn sum<'a>(members: impl IntoIterator<Item = &'a Before>) -> Before {
        let all = members.into_iter().cloned().reduce(|all, one| Before {
            spotted: all.spotted + one.spotted,
            right: all.right + one.right,
            only_draws: all.only_draws && one.only_draws,
            has_halves: all.has_halves || one.has_halves,
            right_half: all.right_half.filter(|_| all.right_half == one.right_half),
            incorrect: all.incorrect + one.incorrect,
            incorrect_en_passant: all.incorrect_en_passant + one.incorrect_en_passant,
            asymmetric: all.asymmetric + one.asymmetric,
        });
        all.expect("there is an endgame")
    }

    /// Returns the noun for right claims, singular and plural.
    pub(crate) fn right_names(&self) -> [&'static str; 2] {
        match self {
            Before { has_halves: true, .. } => ["right half", "right halves"],
            Before { only_draws: true, .. } => ["draw", "draws"],
            _ => ["right claim", "right claims"],
        }
    }
}

/// Returns the number of right claims of all kinds, or of right halves.
fn right_claims(verdict: &Verdict, halves: bool) -> u64 {
    let claims = verdict.total().claims;
    match halves {
        true => ColourResult::ALL.into_iter().map(|result| claims.half(result).right).sum(),
        false => Scope::All.counts(&claims).right,
    }
}

/// Names the half of a draw that is right in all wrong claims; `None` if both halves are wrong
/// somewhere, or if the half is about a bare king.
fn right_half(verdict: &Verdict) -> Option<&'static str> {
    let claims = verdict.total().claims;
    let KindCounts { right, wrong, .. } = claims.kind(ClaimKind::Draw);
    let mut halves = [ColourResult::WhiteWins, ColourResult::BlackWins].into_iter();
    let half = halves.find(|&it| wrong > 0 && claims.half(it).right == right + wrong)?;
    let men = Men::of_endgame(&verdict.endgame)?;
    let loser = usize::from(half == ColourResult::BlackWins);
    (men.side(loser).len() > 1).then(|| Scope::Half(half).in_words(men.is_even()))?
}

impl Before {
    /// Collects the counts of a rule's claims from its verdict. If a fix is for halves of claims,
    /// halves are counted separately.
    pub fn new(verdict: &Verdict, fixes: &[Fix]) -> Before {
        let total = verdict.total();
        let is_half = |fix: &Fix| matches!(fix.scope, Scope::Half(_));
        let is_of_halves = total.claims.has_other_than_draws() || fixes.iter().any(is_half);
        let has_halves = verdict.has_halves && is_of_halves;
        Before {
            spotted: total.spotted,
            right: right_claims(verdict, has_halves),
            only_draws: !verdict.claims_wins() && !has_halves,
            has_halves,
            right_half: right_half(verdict).filter(|_| !has_halves),
            incorrect: total.incorrect,
            incorrect_en_passant: verdict.en_passant.incorrect,
            asymmetric: total.asymmetric + verdict.en_passant.asymmetric,
        }
    }
}

/// A position with a wrong claim that the exceptions withdraw.
#[derive(Clone, Debug, Serialize)]
pub struct Withdrawn {
    /// The FEN of the position.
    pub fen: String,
    /// The claim as a word, such as `draw`.
    pub claim: String,
    /// The true result, `draw`, `win` or `loss`, for the side to move.
    pub truth: String,
    /// The distance to mate in plies: positive if the side to move wins, zero or negative if it
    /// loses; `None` for a draw.
    pub dtm: Option<i32>,
    /// The identifiers of the patterns that match the position.
    pub patterns: Vec<String>,
}

/// Returns the wrong claims of a verdict that a fix is for, with the exceptions that withdraw them.
fn withdrawn(verdict: &Verdict, fix: &Fix, library: &Library) -> Vec<Withdrawn> {
    let exceptions = ListRule::new("exceptions", library, fix.patterns());
    let of = |example: &Counterexample| {
        let board = drawproof_board::fen::parse(&example.fen).ok()?;
        let position = Position::from(&board);
        let Position { colour, kind, side_to_move, .. } = &position;
        let first = library.men().first_side(colour, kind, *side_to_move);
        let mut claims = Claims::default();
        claims.note(0, Claim::from_word(example.claim.as_bytes(), position.stm())?);
        let own = fix.scope.within(claims, first == usize::from(*side_to_move)).get(0);
        let truth = Claim::from_word(example.truth.as_bytes(), position.stm())?;
        let set = exceptions.matching(&position);
        (own.bits() & truth.bits() == 0).then(|| Withdrawn {
            fen: example.fen.clone(),
            claim: example.claim.clone(),
            truth: example.truth.clone(),
            dtm: example.dtm,
            patterns: (0..64)
                .filter(|n| set >> n & 1 != 0)
                .map(|n| format!("p{}", n + 1))
                .collect(),
        })
    };
    verdict.counterexamples.iter().filter_map(of).collect()
}

/// The report on a rule and its fixes in one endgame.
#[derive(Clone, Debug, Serialize)]
pub struct Repaired {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub rule: String,
    /// The domain of positions that the rule was asked about.
    pub domain: Domain,
    /// The convention by which positions are counted.
    pub counting: Counting,
    /// The random sample that the fix was learned from; `None` if it was learned from all
    /// positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
    /// The claims before the fix.
    pub before: Before,
    /// The branches with the most wrong claims; empty for a sound rule.
    pub goes_wrong: Vec<GoesWrong>,
    /// The most important fix: for the kind of claim with the most wrong claims.
    #[serde(flatten)]
    pub fix: FixReport,
    /// The fixes for the other kinds of claims, or for the other excluded results.
    pub more: Vec<FixReport>,
    /// The number of right claims that the rule makes with all fixes.
    pub right_left: u64,
    /// The proof of the rule with the exceptions. For a sample, it is a check by another sample.
    pub proof: Proof,
    /// The duration of the search in seconds.
    pub learning_seconds: f64,
    /// Whether the search was complete. A stopped search may have missed a better fix.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub finished: bool,
}

/// The report on one fix.
#[derive(Clone, Debug, Serialize)]
pub struct FixReport {
    /// The claims that the fix is for, such as `that White cannot win`; `None` for all claims.
    pub claim: Option<&'static str>,
    /// Properties that all wrong claims and few right ones have in common, in chess words.
    pub in_common: Vec<String>,
    /// Whether the fix is short (at most two patterns of at most three conditions) and within the
    /// allowed price.
    pub natural: bool,
    /// Whether the exceptions are within the allowed price.
    pub within_price: bool,
    /// The price of the best single exception with at most three conditions, as a share of the
    /// right claims, estimated from a sample; `None` if there is no such exception.
    pub short_price_share: Option<f64>,
    /// The lists of exceptions that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
    /// The exceptions, the claims that they withdraw, and the draws spotted with them.
    #[serde(rename = "veto")]
    pub exceptions: Figures,
    /// Whether the exceptions also match every position with a legal en-passant capture.
    #[serde(rename = "veto_en_passant")]
    pub except_en_passant: bool,
    /// The number of right claims of the kind that the fix is for.
    pub right: u64,
    /// The price: the number of right claims that the fix withdraws.
    pub price: u64,
    /// The price as a share of the right claims, from 0 to 1; `None` if there are no right claims.
    pub price_share: Option<f64>,
    /// Positions with wrong claims that the fix withdraws, quiet positions first.
    pub examples: Vec<Withdrawn>,
}

/// The report on a rule and its fixes in the members of a family, one endgame or several. The
/// exceptions are the same in all members.
#[derive(Clone, Debug, Serialize)]
pub struct FamilyRepaired {
    /// The rule's name.
    pub rule: String,
    /// Whether the rule with the exceptions is sound in all members.
    pub sound: bool,
    /// The report on each member.
    pub members: Vec<Repaired>,
    /// The index of the member whose wording of conditions is valid for all members.
    #[serde(skip)]
    pub most_general: usize,
}

impl FamilyRepaired {
    /// Combines the reports on the members; there must be at least one. `libraries` hold the
    /// features of each member.
    pub fn new(members: Vec<Repaired>, libraries: &[&Library]) -> FamilyRepaired {
        let rule = members[0].rule.clone();
        let sound = members.iter().all(|it| it.proof.sound);
        FamilyRepaired { rule, sound, members, most_general: most_general(libraries) }
    }

    /// Returns the sum of the members' claims before the fix.
    pub fn before(&self) -> Before {
        Before::sum(self.members.iter().map(|it| &it.before))
    }

    /// Returns whether a fix that withdraws all wrong claims of its sample leaves some of another
    /// sample.
    fn is_learned_from_too_few(&self) -> bool {
        let leaves_none = |it: &Repaired| {
            it.fixes().all(|fix| match fix.exceptions.withdrawn {
                Some([all, withdrawn]) => all.wrong == withdrawn.wrong,
                None => true,
            })
        };
        self.members.iter().all(|it| it.sampled.is_some() && leaves_none(it))
    }

    /// Returns the reason why the rule is unsound with its fixes; `None` if the rule is sound.
    pub fn failure(&self) -> Option<&'static str> {
        if self.sound {
            return None;
        }
        let is_asymmetric = self.members.iter().any(|it| it.proof.asymmetric > 0);
        Some(match self.before().is_hopeless() {
            true => "nearly all claims of the rule are wrong: no fix leaves a rule",
            false if is_asymmetric => {
                "the rule's answers depend on colour or mirroring: no fix changes that"
            }
            false if self.is_learned_from_too_few() => {
                "another sample refutes the fix: learn it from a larger one (--sample)"
            }
            false => "no fix was found: allow more patterns (--patterns)",
        })
    }
}

impl Repaired {
    /// Creates the report on a rule that was verified without and with its fixes.
    pub fn new(
        [before, after]: [&Verdict; 2],
        library: &Library,
        fixes: &[Fix],
        learning_seconds: f64,
    ) -> Repaired {
        let claims = Before::new(before, fixes);
        let right_left = right_claims(after, claims.has_halves);
        let mut first = 0;
        let mut reports = fixes.iter().map(|fix| {
            let report = FixReport::new([before, after], library, fix, first);
            first += fix.patterns().list.len();
            report
        });
        Repaired {
            endgame: before.endgame.clone(),
            rule: before.name.clone(),
            domain: before.domain,
            counting: before.counting,
            sampled: before.sampled.clone(),
            before: claims,
            goes_wrong: Vec::new(),
            fix: reports.next().expect("there is a fix, if an empty one"),
            more: reports.collect(),
            right_left,
            proof: Proof::from(after),
            learning_seconds,
            finished: true,
        }
    }

    /// Returns all fixes, the most important one first.
    pub fn fixes(&self) -> impl Iterator<Item = &FixReport> {
        std::iter::once(&self.fix).chain(&self.more)
    }
}

impl FixReport {
    /// Returns whether the fix withdraws anything.
    pub(crate) fn changes(&self) -> bool {
        !self.exceptions.patterns.is_empty() || self.except_en_passant
    }

    /// Creates the report on a fix whose first pattern is pattern `first` of all fixes.
    fn new(
        [before, after]: [&Verdict; 2],
        library: &Library,
        fix: &Fix,
        first: usize,
    ) -> FixReport {
        let (patterns, counted) = (fix.patterns(), &fix.counted);
        let is_needed = !patterns.list.is_empty();
        let in_common = fix.repair.in_common.iter();
        let (price, right) = (counted.withdrawn.right, counted.all.right);
        FixReport {
            claim: fix.scope.in_words(library.men().is_even()),
            in_common: in_common.map(|it| it.in_words(library)).collect(),
            natural: fix.repair.natural,
            within_price: fix.within_price,
            short_price_share: fix.repair.short_price,
            tried: if is_needed { fix.repair.tried.clone() } else { Vec::new() },
            exceptions: Figures::of_list(library, patterns, after, first).with_withdrawals(counted),
            except_en_passant: patterns.en_passant,
            right,
            price,
            price_share: (right > 0).then(|| price as f64 / right as f64),
            examples: if is_needed { withdrawn(before, fix, library) } else { Vec::new() },
        }
    }
}
