//! Claims of all kinds as people read them: headlines, tables, titles. Shared by all formats.

use drawproof_recognizers::Claim;

use crate::words::{claim_in_words, class_name, counted, grouped, percent, white_to_move};
use drawproof_verifier::{
    ClaimCounts, ClaimKind, Class, ColourResult, Counterexample, KindCounts, PatternTally, Role,
    Tally, Verdict,
};

/// What the colours of counts mean, in one sentence: once in each report with such counts.
pub(crate) const COLOURS_MEAN: &str =
    "In counts, White is the first side of the endgame's name, Black the second.";

/// What the last two columns of [`kind_rows`] mean, in one sentence.
pub(crate) const POSSIBLE_MEANS: &str = "'True of' counts the positions of which the claim would be \
     true; 'share' is the part of them about which the rule makes it.";

/// The share of the draws that are spotted: `92.00 % of the draws spotted`; `None` for claims that
/// are about other results only.
pub(crate) fn spotted(claims: &ClaimCounts) -> Option<String> {
    claims.are_about_draws().then(|| format!("{} of the draws spotted", spotted_share(claims)))
}

/// The share of the draws that are claimed drawn.
pub(crate) fn spotted_share(claims: &ClaimCounts) -> String {
    let KindCounts { right, possible, .. } = claims.kind(ClaimKind::Draw);
    percent(right, possible)
}

/// The kinds of claims made other than draws, each with its counts.
pub(crate) fn other_kinds(claims: &ClaimCounts) -> Vec<(ClaimKind, KindCounts)> {
    let made = claims.kinds_made().into_iter().filter(|&kind| kind != ClaimKind::Draw);
    made.map(|kind| (kind, claims.kind(kind))).collect()
}

/// A sentence for each kind of claim made other than draws: `White cannot win: 812,344 made, 12
/// wrong; 45.20 % of the positions where it is true`.
pub(crate) fn kind_headlines(claims: &ClaimCounts) -> Vec<String> {
    other_kinds(claims).into_iter().map(|(kind, counts)| kind_headline(kind, counts)).collect()
}

fn kind_headline(kind: ClaimKind, counts: KindCounts) -> String {
    let KindCounts { made, right, wrong, possible } = counts;
    let share = percent(right, possible);
    format!(
        "{}: {} made, {} wrong; {share} of the positions where it is true",
        kind.name(),
        grouped(made),
        grouped(wrong)
    )
}

/// The share of each kind of claim in a few words, draws first: `92.00 % spotted`, `45.20 % of
/// 'White cannot win'`.
pub(crate) fn short_headlines(claims: &ClaimCounts) -> Vec<String> {
    let spotted = claims.are_about_draws().then(|| format!("{} spotted", spotted_share(claims)));
    let others = other_kinds(claims).into_iter().map(|(kind, counts)| {
        format!("{} of '{}'", percent(counts.right, counts.possible), kind.name())
    });
    spotted.into_iter().chain(others).collect()
}

/// The heads of [`kind_rows`].
pub(crate) const KIND_HEAD: [&str; 6] = ["claim", "made", "right", "wrong", "true of", "share"];

/// The counts of each kind of claim that was made.
pub(crate) fn kind_rows(claims: &ClaimCounts) -> Vec<[String; 6]> {
    let row = |kind: ClaimKind| {
        let KindCounts { made, right, wrong, possible } = claims.kind(kind);
        let [made, wrong, of] = [made, wrong, possible].map(grouped);
        [kind.name().to_owned(), made, grouped(right), wrong, of, percent(right, possible)]
    };
    claims.kinds_made().into_iter().map(row).collect()
}

/// The head of [`truth_rows`]: the claim, then the true results.
pub(crate) const TRUTH_HEAD: [&str; 4] = ["claim by truth", "White wins", "draw", "Black wins"];

/// Positions by claim and true result: a row for each kind of claim that was made, and one for
/// positions without a claim.
pub(crate) fn truth_rows(claims: &ClaimCounts) -> Vec<[String; 4]> {
    let made = claims.kinds_made().into_iter().map(|kind| (kind.name(), kind.claim()));
    let row = |(name, claim): (&str, Claim)| {
        let [white, draw, black] =
            ColourResult::ALL.map(|result| grouped(claims.of(result, claim)));
        [name.to_owned(), white, draw, black]
    };
    made.chain([("no claim", Claim::NONE)]).map(row).collect()
}

/// The reasons with a role; branches with wrong claims first, those with the most of them before the
/// others.
pub(crate) fn with_role(verdict: &Verdict, role: Role) -> Vec<&PatternTally> {
    let mut found: Vec<&PatternTally> =
        verdict.patterns.iter().filter(|pattern| pattern.name.role == role).collect();
    if role == Role::Because {
        found.sort_by_key(|branch| std::cmp::Reverse(branch.wrong));
    }
    found
}

/// The heads of [`branch_counts`], after that of the branches' names.
pub(crate) const BRANCH_HEAD: [&str; 5] =
    ["claims", "right", "wrong", "right, alone", "wrong, alone"];

/// The counts of a branch.
pub(crate) fn branch_counts(branch: &PatternTally) -> [String; 5] {
    [branch.claims, branch.right, branch.wrong, branch.alone_right, branch.alone_wrong].map(grouped)
}

/// What the counts of branches mean.
pub(crate) const BRANCHES_MEAN: &str = "The branches that make the rule's claims. Alone: no other \
     branch matches, so that the claim goes with the branch.";

/// The heads of [`exception_counts`], after that of the exceptions' names.
pub(crate) const EXCEPTION_HEAD: [&str; 3] =
    ["matched", "unique wins protected", "unique draws cost"];

/// The counts of an exception.
pub(crate) fn exception_counts(exception: &PatternTally) -> [String; 3] {
    let counts =
        [exception.matched, exception.only_guard_of_decisive, exception.only_blocker_of_draws];
    counts.map(grouped)
}

/// The head of the exceptions' names: *unless*, beside branches.
pub(crate) fn exceptions_name(verdict: &Verdict) -> &'static str {
    let has_branches = verdict.patterns.iter().any(|pattern| pattern.name.role == Role::Because);
    if has_branches { "unless" } else { "pattern" }
}

/// An incorrect claim as a title: `incorrect draw`, `incorrect claim that White cannot win`.
pub(crate) fn incorrect_title(wrong: &Counterexample) -> String {
    match claim_in_words(&wrong.claim, white_to_move(&wrong.fen)) {
        "draw" => "incorrect draw".into(),
        "no draw" => "incorrect claim that there is no draw".into(),
        claim => format!("incorrect claim that {claim}"),
    }
}

/// The positions that the rule was not asked about, `None` if it was asked about all.
pub(crate) fn not_asked(verdict: &Verdict) -> Option<String> {
    let count = verdict.total_with_en_passant().not_asked;
    (count > 0).then(|| format!("not asked about {}", counted(count, "position", "positions")))
}

/// Whether the claims about two symmetric positions differ by more than that one is a draw and the
/// other none.
pub(crate) fn asymmetries_name_colours(verdict: &Verdict) -> bool {
    let is_plain = |claim: &str| matches!(claim, "-" | "draw" | "skip");
    let mut pairs = verdict.asymmetries.iter();
    pairs.any(|pair| !is_plain(&pair.claim) || !is_plain(&pair.other_claim))
}

/// What symmetric claims are, for rules whose claims name colours.
pub(crate) const REVERSED_CLAIMS: &str =
    "With colours reversed, 'White cannot win' is to become 'Black cannot win'.";

/// A count's name, and its number in a tally.
pub(crate) type Count = (String, Box<dyn Fn(&Tally) -> u64>);

/// The counts that a report of a verdict lists; if `detailed`, also how often claims of each kind were
/// made, and incorrect claims by class.
pub(crate) fn listed_counts(verdict: &Verdict, detailed: bool) -> Vec<Count> {
    let whole = verdict.total_with_en_passant();
    let mut counts: Vec<Count> = Vec::new();
    let mut put = |name: &str, count: Box<dyn Fn(&Tally) -> u64>| counts.push((name.into(), count));
    put("positions", Box::new(|t| t.positions));
    if whole.not_asked > 0 {
        put("not asked", Box::new(|t| t.not_asked));
    }
    put("draws", Box::new(|t| t.draws));
    put("decisive", Box::new(|t| t.decisive));
    if verdict.is_about_draws() {
        put("spotted", Box::new(|t| t.spotted));
        put("missed", Box::new(|t| t.missed));
    }
    for (kind, _) in other_kinds(&whole.claims).into_iter().filter(|_| detailed) {
        let name = format!("'{}'", kind.name());
        put(&name, Box::new(move |t| t.claims.kind(kind).made));
    }
    put("incorrect", Box::new(|t| t.incorrect));
    for class in Class::ALL.into_iter().filter(|_| detailed && whole.incorrect > 0) {
        let name = format!("  {}", class_name(class));
        put(&name, Box::new(move |t| t.incorrect_by_class.of(class)));
    }
    if whole.incorrect_but_cursed > 0 {
        put("incorrect but cursed", Box::new(|t| t.incorrect_but_cursed));
    }
    put("asymmetric", Box::new(|t| t.asymmetric));
    counts
}
