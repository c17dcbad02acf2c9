//! The report about a rule and its fixes.

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

/// With more wrong claims than this for each right one, a rule is not worth a search.
const HOPELESS: u64 = 100;

/// The claims of the rule before the fix.
#[derive(Clone, Debug, Serialize)]
pub struct Before {
    /// Draws claimed.
    pub spotted: u64,
    /// Right claims of any kind; the draws claimed if the rule claims nothing else. Of a rule that states
    /// halves, its right halves.
    pub right: u64,
    /// Whether the rule claims only draws.
    pub only_draws: bool,
    /// Whether the rule states what each branch leaves possible, so that halves are withdrawn.
    pub has_halves: bool,
    /// What all false claims of draws could claim instead, such as `that Black cannot win`; none if they differ.
    pub right_half: Option<&'static str>,
    /// False claims.
    pub incorrect: u64,
    /// False claims where a pawn can be taken en passant.
    pub incorrect_en_passant: u64,
    /// Positions answered differently mirrored or with colours reversed.
    pub asymmetric: u64,
}

impl Before {
    /// Returns whether there is nothing to fix: no false claim, and the same answer however the
    /// board is turned.
    pub fn is_sound(&self) -> bool {
        self.incorrect + self.incorrect_en_passant + self.asymmetric == 0
    }

    /// Returns whether the rule makes so few right claims that exceptions would leave nothing of
    /// it.
    pub fn is_hopeless(&self) -> bool {
        self.right < self.incorrect / HOPELESS
    }

    /// Returns whether exceptions are worth a search.
    pub fn needs_fix(&self) -> bool {
        !self.is_sound() && !self.is_hopeless()
    }

    /// Returns the claims in several endgames together.
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

    /// What a right claim is called: its singular and its plural.
    pub(crate) fn right_names(&self) -> [&'static str; 2] {
        match self {
            Before { has_halves: true, .. } => ["right half", "right halves"],
            Before { only_draws: true, .. } => ["draw", "draws"],
            _ => ["right claim", "right claims"],
        }
    }
}

/// Returns the right claims of any kind, or the right halves.
fn right_claims(verdict: &Verdict, halves: bool) -> u64 {
    let claims = verdict.total().claims;
    match halves {
        true => ColourResult::ALL.into_iter().map(|result| claims.half(result).right).sum(),
        false => Scope::All.counts(&claims).right,
    }
}

/// Returns the half of a draw that is right in all false claims, in words; `None` if both halves
/// are wrong somewhere, or if a bare king is what cannot win.
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
    /// Returns the claims of a rule that `fixes` make right.
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

/// A false claim that the exceptions withdraw.
#[derive(Clone, Debug, Serialize)]
pub struct Withdrawn {
    /// The position.
    pub fen: String,
    /// The claim as a word, such as `draw`.
    pub claim: String,
    /// The truth: `draw`, `win` or `loss` for the side to move.
    pub truth: String,
    /// Signed plies to mate: positive = the side to move wins; none for a draw.
    pub dtm: Option<i32>,
    /// The patterns that match.
    pub patterns: Vec<String>,
}

/// Returns the false claims of a verdict that a fix is about, with the exceptions that withdraw
/// them.
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

/// The report about a rule and its fixes.
#[derive(Clone, Debug, Serialize)]
pub struct Repaired {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub rule: String,
    /// The positions that the rule was asked about.
    pub domain: Domain,
    /// The counting convention.
    pub counting: Counting,
    /// The sample that the fix was learned from; none if from all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
    /// The claims before the fix.
    pub before: Before,
    /// The branches with the most false claims; none of a sound rule.
    pub goes_wrong: Vec<GoesWrong>,
    /// The fix for the claims with the most false ones.
    #[serde(flatten)]
    pub fix: FixReport,
    /// Those for other kinds of claims, or for the other halves.
    pub more: Vec<FixReport>,
    /// Right claims with the exceptions.
    pub right_left: u64,
    /// The proof of the rule with the exceptions; of a sample, the check by another one.
    pub proof: Proof,
    /// The time of the search in seconds.
    pub learning_seconds: f64,
    /// Whether the search was whole: else it may have been about to find a better fix.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub finished: bool,
}

/// The report about a fix.
#[derive(Clone, Debug, Serialize)]
pub struct FixReport {
    /// The claims that the fix is about, such as `that White cannot win`; none for all.
    pub claim: Option<&'static str>,
    /// What all false claims have in common and most right ones have not, in words of chess.
    pub in_common: Vec<String>,
    /// Whether the fix is a short one within the allowed price: at most two patterns of at most
    /// three conditions.
    pub natural: bool,
    /// Whether the exceptions are within the allowed price.
    pub within_price: bool,
    /// The price of the best single exception of at most three conditions, as a share of the right
    /// claims, counted on a sample; none if no such exception was found.
    pub short_price_share: Option<f64>,
    /// The lists that the search found, fewest patterns first.
    pub tried: Vec<Tried>,
    /// The exceptions, the claims that they withdraw, and the draws spotted with them.
    #[serde(rename = "veto")]
    pub exceptions: Figures,
    /// Whether the exceptions also match every position with a legal en-passant capture.
    #[serde(rename = "veto_en_passant")]
    pub except_en_passant: bool,
    /// The right claims that the fix is about.
    pub right: u64,
    /// The price: those of them that it withdraws.
    pub price: u64,
    /// The price as a share of them, 0 to 1; none if there are none.
    pub price_share: Option<f64>,
    /// Withdrawn false claims, quiet positions first.
    pub examples: Vec<Withdrawn>,
}

/// The report about a rule and its fixes for one endgame or several: the same exceptions in each.
#[derive(Clone, Debug, Serialize)]
pub struct FamilyRepaired {
    /// The rule's name.
    pub rule: String,
    /// Whether the rule is sound in all members with the exceptions.
    pub sound: bool,
    /// The reports about the members.
    pub members: Vec<Repaired>,
    /// The member whose words hold for all of them.
    #[serde(skip)]
    pub most_general: usize,
}

impl FamilyRepaired {
    /// Returns the report from those about the members, of which there is one at least; `libraries`
    /// holds their features.
    pub fn new(members: Vec<Repaired>, libraries: &[&Library]) -> FamilyRepaired {
        let rule = members[0].rule.clone();
        let sound = members.iter().all(|it| it.proof.sound);
        FamilyRepaired { rule, sound, members, most_general: most_general(libraries) }
    }

    /// Returns the claims before the fix, of all members together.
    pub fn before(&self) -> Before {
        Before::sum(self.members.iter().map(|it| &it.before))
    }

    /// Returns whether a fix that withdraws all incorrect claims of its sample leaves some of
    /// another one.
    fn is_learned_from_too_few(&self) -> bool {
        let leaves_none = |it: &Repaired| {
            it.fixes().all(|fix| match fix.exceptions.withdrawn {
                Some([all, withdrawn]) => all.wrong == withdrawn.wrong,
                None => true,
            })
        };
        self.members.iter().all(|it| it.sampled.is_some() && leaves_none(it))
    }

    /// Why no fix was found; `None` if the rule is sound with it.
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
    /// Returns the report about a rule that was verified before and after it got some fixes.
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

    /// Returns all fixes.
    pub fn fixes(&self) -> impl Iterator<Item = &FixReport> {
        std::iter::once(&self.fix).chain(&self.more)
    }
}

impl FixReport {
    /// Returns whether it withdraws anything.
    pub(crate) fn changes(&self) -> bool {
        !self.exceptions.patterns.is_empty() || self.except_en_passant
    }

    /// Returns the report about a fix whose first pattern is pattern `first` of all fixes.
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
