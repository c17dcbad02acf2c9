//! Verdicts in words, shared by all formats: what a run is about, claims of all kinds, reasons, families
//! of endgames.

use drawproof_recognizers::Claim;
use drawproof_verifier::{
    ClaimCounts, ClaimKind, Class, Condition, Counterexample, Domain, FamilyVerdict, FiftyMoveRule,
    KindCounts, Moved, Role, Run, Tally, TrueResult, TruthKind, Verdict, WrongKind,
};

use crate::intervals::{lower_percent, upper_bound, upper_percent, wilson};
use crate::words::{
    all_counted, claim_in_words, class_name, counted, grouped, percent, white_to_move,
};

/// What the colours of counts mean, in one sentence: once in each report with such counts.
pub(crate) const COLOURS_MEAN: &str =
    "In counts, White is the first side of the endgame's name, Black the second.";

/// What the last two columns of [`kind_rows`] mean, in one sentence.
pub(crate) const POSSIBLE_MEANS: &str = "'True of' counts the positions of which the claim would be \
     true; 'share' is the part of them about which the rule makes it.";

/// What reports call a drawn position, and several of them.
pub(crate) fn draws(truth: TruthKind) -> [&'static str; 2] {
    match truth {
        TruthKind::Result => ["draw", "draws"],
        TruthKind::CanMate => ["dead position", "dead positions"],
    }
}

/// Returns the share of the draws that are spotted: `92.00 % of the draws spotted`; `None` for
/// claims that are about other results only.
pub(crate) fn spotted(claims: &ClaimCounts, truth: TruthKind) -> Option<String> {
    let [_, draws] = draws(truth);
    claims.are_about_draws().then(|| format!("{} of the {draws} spotted", spotted_share(claims)))
}

/// Returns the share of the draws that are claimed drawn.
pub(crate) fn spotted_share(claims: &ClaimCounts) -> String {
    let KindCounts { right, possible, .. } = claims.kind(ClaimKind::Draw);
    percent(right, possible)
}

/// Returns the kinds of claims made other than draws, each with its counts.
pub(crate) fn other_kinds(claims: &ClaimCounts) -> Vec<(ClaimKind, KindCounts)> {
    let made = claims.kinds_made().into_iter().filter(|&kind| kind != ClaimKind::Draw);
    made.map(|kind| (kind, claims.kind(kind))).collect()
}

/// Returns a sentence for each kind of claim made other than draws: `White cannot win: 812,344
/// made, 12 wrong; 45.20 % of the positions where it is true`.
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

/// Returns the share of each kind of claim in a few words, draws first: `92.00 % spotted`, `45.20 %
/// of 'White cannot win'`.
pub(crate) fn short_headlines(claims: &ClaimCounts) -> Vec<String> {
    let spotted = claims.are_about_draws().then(|| format!("{} spotted", spotted_share(claims)));
    let others = other_kinds(claims).into_iter().map(|(kind, counts)| {
        format!("{} of '{}'", percent(counts.right, counts.possible), kind.name())
    });
    spotted.into_iter().chain(others).collect()
}

/// Returns a row of cells after a title.
pub(crate) fn titled<T: ToString>(title: &str, cells: impl IntoIterator<Item = T>) -> Vec<String> {
    std::iter::once(title.to_owned()).chain(cells.into_iter().map(|it| it.to_string())).collect()
}

/// Returns the heads, then the counts of each kind of claim that was made.
pub(crate) fn kind_rows(claims: &ClaimCounts) -> Vec<Vec<String>> {
    let row = |kind: ClaimKind| {
        let KindCounts { made, right, wrong, possible } = claims.kind(kind);
        let counts = [made, right, wrong, possible].map(grouped).into_iter();
        titled(kind.name(), counts.chain([percent(right, possible)]))
    };
    let head = titled("claim", ["made", "right", "wrong", "true of", "share"]);
    std::iter::once(head).chain(claims.kinds_made().into_iter().map(row)).collect()
}

/// Returns the heads, then positions by claim and true result: a row for each kind of claim that
/// was made, and one for positions without a claim.
pub(crate) fn truth_rows(claims: &ClaimCounts, truth: TruthKind) -> Vec<Vec<String>> {
    let made = claims.kinds_made().into_iter().map(|kind| (kind.name(), kind.claim()));
    let row = |(name, claim): (&str, Claim)| {
        titled(name, truth.truths().iter().map(|&truth| grouped(claims.of(truth, claim))))
    };
    let name = |it: &TrueResult| match truth.word(*it, true) {
        "win" => "White wins",
        "loss" => "Black wins",
        "only_white" => "only White can mate",
        "only_black" => "only Black can mate",
        "both" => "both can mate",
        other => other,
    };
    let head = titled("claim by truth", truth.truths().iter().map(name));
    std::iter::once(head).chain(made.chain([("no claim", Claim::NONE)]).map(row)).collect()
}

/// The reasons of a rule with one role, and their counts.
pub(crate) struct Reasons<'a> {
    /// Whether they are the branches that make the rule's claims, not exceptions.
    pub are_branches: bool,
    /// The head of their names: `because`, `unless`, or `pattern` where there are no branches.
    pub name: &'static str,
    /// The word for several of them.
    pub title: &'static str,
    /// The heads of the counts.
    pub head: &'static [&'static str],
    /// Each with its counts.
    pub rows: Vec<ReasonRow<'a>>,
    /// The line about branches that make no claim.
    pub idle: Option<String>,
}

/// A reason and its counts.
pub(crate) struct ReasonRow<'a> {
    pub id: &'a str,
    pub says: &'a str,
    /// Whether it is a branch that makes wrong claims.
    pub is_wrong: bool,
    pub counts: Vec<String>,
}

/// The place of the wrong claims in the counts of a branch.
pub(crate) const WRONG: usize = 2;

/// The name of the row of claims that no branch makes.
pub(crate) const NO_BRANCH: &str = "no branch";

/// Returns the branches that make a claim, those with the most wrong claims first, and the
/// exceptions, as far as there are any. Wrong claims that no branch makes are a row of their own.
pub(crate) fn reasons(verdict: &Verdict) -> Vec<Reasons<'_>> {
    let of_role = |role| verdict.patterns.iter().filter(move |it| it.name.role == role);
    let row = |id, says, is_wrong, counts: &[u64]| {
        let counts = counts.iter().copied().map(grouped).collect();
        ReasonRow { id, says, is_wrong, counts }
    };
    let exceptions: Vec<ReasonRow> = of_role(Role::Unless)
        .map(|it| {
            let counts = [it.matched, it.only_guard_of_decisive, it.only_blocker_of_draws];
            row(&it.name.id, &it.name.says, false, &counts)
        })
        .collect();
    let has_branches = of_role(Role::Because).next().is_some();
    let unexplained = verdict.unexplained.filter(|it| it.wrong > 0).map(|it| {
        let (claims, right, wrong) = (it.claims, it.claims - it.wrong, it.wrong);
        (wrong, row(NO_BRANCH, "", true, &[claims, right, wrong, right, wrong]))
    });
    let claiming = of_role(Role::Because).filter(|it| it.claims > 0).map(|it| {
        let counts = [it.claims, it.right, it.wrong, it.alone_right, it.alone_wrong];
        (it.wrong, row(&it.name.id, &it.name.says, it.wrong > 0, &counts))
    });
    let mut branches: Vec<(u64, ReasonRow)> = claiming.chain(unexplained).collect();
    branches.sort_by_key(|(wrong, _)| std::cmp::Reverse(*wrong));
    let idle = of_role(Role::Because).filter(|it| it.claims == 0).count();
    let (name, title) =
        if has_branches { ("unless", "exceptions") } else { ("pattern", "patterns") };
    let found = [
        Reasons {
            are_branches: true,
            name: "because",
            title: "branches",
            head: &["claims", "right", "wrong", "right, alone", "wrong, alone"],
            rows: branches.into_iter().map(|(_, row)| row).collect(),
            idle: idle_branches(idle),
        },
        Reasons {
            are_branches: false,
            name,
            title,
            head: &["matched", "unique wins protected", "unique draws cost"],
            rows: exceptions,
            idle: None,
        },
    ];
    found.into_iter().filter(|it| !it.rows.is_empty() || it.idle.is_some()).collect()
}

/// Returns the line about branches without a claim; `None` if each branch makes one.
pub(crate) fn idle_branches(count: usize) -> Option<String> {
    let branches = counted(count as u64, "branch makes", "branches make");
    (count > 0).then(|| format!("{branches} no claim in this endgame"))
}

/// What the counts of branches mean.
pub(crate) const BRANCHES_MEAN: &str = "The branches that make the rule's claims. Alone: no other \
     branch excludes the same, so that the claim goes with the branch.";

/// Returns an incorrect claim as a title: `incorrect draw`, `incorrect claim that White cannot
/// win`.
pub(crate) fn incorrect_title(wrong: &Counterexample) -> String {
    match claim_in_words(&wrong.claim, white_to_move(&wrong.fen)) {
        "draw" => "incorrect draw".into(),
        "no draw" => "incorrect claim that there is no draw".into(),
        claim => format!("incorrect claim that {claim}"),
    }
}

/// Returns the positions that the rule was not asked about, `None` if it was asked about all.
pub(crate) fn not_asked(verdict: &Verdict) -> Option<String> {
    let count = verdict.total_with_en_passant().not_asked;
    (count > 0).then(|| format!("not asked about {}", counted(count, "position", "positions")))
}

/// Returns whether the claims about two symmetric positions differ by more than that one is a draw
/// and the other none.
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

/// Returns the counts that a report of a verdict lists; if `detailed`, also how often claims of
/// each kind were made, and incorrect claims by class.
pub(crate) fn listed_counts(verdict: &Verdict, detailed: bool) -> Vec<Count> {
    let whole = verdict.total_with_en_passant();
    let mut counts: Vec<Count> = Vec::new();
    let mut put = |name: &str, count: Box<dyn Fn(&Tally) -> u64>| counts.push((name.into(), count));
    put("positions", Box::new(|t| t.positions));
    if whole.not_asked > 0 {
        put("not asked", Box::new(|t| t.not_asked));
    }
    let others = match verdict.truth {
        TruthKind::Result => "decisive",
        TruthKind::CanMate => "can be won",
    };
    put(draws(verdict.truth)[1], Box::new(|t| t.draws));
    put(others, Box::new(|t| t.decisive));
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

/// Returns the positions that were asked about, as a sentence; `None` if they are all.
pub fn domain_sentence(domain: Domain) -> Option<String> {
    let conditions: Vec<&str> = domain.conditions().map(Condition::sentence).collect();
    let conditions = conditions.join("; ");
    (!domain.is_everything()).then(|| {
        format!(
            "Domain {domain}: a rule is asked only about positions in which {conditions}. The others \
             count as not asked."
        )
    })
}

/// Returns the condition of the positions that were asked about, as a sentence; `None` if there was
/// none.
pub(crate) fn condition_sentence(run: &Run) -> Option<String> {
    run.condition().map(|condition| {
        format!(
            "Where {condition}: a rule is asked only about positions that meet this condition. The others \
             count as not asked."
        )
    })
}

/// That the fifty-move rule was applied, as a sentence.
pub(crate) const FIFTY_MOVES_APPLIED: &str = "The fifty-move rule is applied, with the half-move \
     clock at 0: a win for which it leaves no time (a cursed win) is a draw. Classes and distances to \
     mate are those without the rule.";

/// What a run is about, a sentence each: what colours mean if `with_colours`, the domain, and the
/// fifty-move rule if `fifty_moves`.
pub(crate) fn scope(with_colours: bool, domain: Domain, fifty_moves: bool) -> Vec<String> {
    let colours = with_colours.then(|| COLOURS_MEAN.to_owned());
    let applied = fifty_moves.then(|| FIFTY_MOVES_APPLIED.to_owned());
    [colours, domain_sentence(domain), applied].into_iter().flatten().collect()
}

/// [`scope`] of a run.
pub(crate) fn scope_of(run: &Run, with_colours: bool) -> Vec<String> {
    let with_colours = with_colours && run.verdicts.iter().any(Verdict::claims_wins);
    let applied = run.fifty_moves() == FiftyMoveRule::Applied;
    let truth = truth_sentence(run.truth()).map(str::to_owned);
    let scope = scope(with_colours, run.domain(), applied);
    truth.into_iter().chain(scope).chain(condition_sentence(run)).collect()
}

/// What is true of a position, as a sentence; `None` for its result.
pub(crate) fn truth_sentence(truth: TruthKind) -> Option<&'static str> {
    (truth == TruthKind::CanMate).then_some(
        "Truth: what legal moves of both sides can still bring about. A claim is incorrect where a colour \
         that it rules out can still mate with the other's help; a draw claimed says that the position is \
         dead.",
    )
}

/// What a sample says of all positions, shares from 0 to 1.
pub(crate) struct SampleShares {
    /// The interval of 95 % of the draws spotted; `None` without draws.
    pub spotted: Option<[f64; 2]>,
    /// That of the draws missed.
    pub missed: Option<[f64; 2]>,
    /// The upper bound of 95 % of the claims that are incorrect; `None` without claims.
    pub incorrect_at_most: Option<f64>,
}

impl SampleShares {
    pub fn of(verdict: &Verdict) -> SampleShares {
        let total = verdict.total();
        let interval = |hits| (total.draws > 0).then(|| wilson(hits, total.draws));
        let claims: u64 = total.claims.kinds().map(|(_, counts)| counts.made).sum();
        SampleShares {
            spotted: interval(total.spotted),
            missed: interval(total.missed),
            incorrect_at_most: (claims > 0).then(|| upper_bound(total.incorrect, claims)),
        }
    }
}

/// That a verdict is one on a sample, and what follows for all positions, as a sentence; `None` if all
/// were asked about.
pub(crate) fn sampled(verdict: &Verdict) -> Option<String> {
    let sampled = verdict.sampled.as_ref()?;
    let shares = SampleShares::of(verdict);
    let size = counted(verdict.total().positions, "position", "positions");
    let of = format!("a random sample of {size} of about {}", grouped(sampled.of));
    let source = match sampled.source.as_str() {
        "syzygy" => ", judged by Syzygy tables",
        _ => "",
    };
    let spotted = shares.spotted.filter(|_| verdict.is_about_draws()).map(|[low, high]| {
        let (low, high) = (lower_percent(low), upper_percent(high, 2));
        let [_, draws] = draws(verdict.truth);
        format!("; {low} to {high} of all {draws} are spotted")
    });
    let wrong = shares.incorrect_at_most.map(|bound| {
        // As many digits as the bound has: three that count.
        let digits = (2.0 - (100.0 * bound).log10().floor()).clamp(0.0, 12.0) as usize;
        format!("; at most {} of all claims are incorrect", upper_percent(bound, digits))
    });
    let parts = [spotted, wrong].into_iter().flatten().collect::<String>();
    Some(format!("{of} (seed {}){source}{parts} (95 % confidence)", sampled.seed))
}

/// What a rule without a fault is: proved, unless only a sample was asked about.
pub(crate) fn sound(verdict: &Verdict) -> &'static str {
    if verdict.sampled.is_some() { "no incorrect claim in the sample" } else { "sound" }
}

/// What has to be added to the counts of a verdict, a line each.
pub(crate) fn notes(verdict: &Verdict) -> impl Iterator<Item = String> {
    sampled(verdict).into_iter().chain(pardoned(verdict))
}

/// How many claims the fifty-move rule makes right, as a sentence; `None` if there are none.
fn pardoned(verdict: &Verdict) -> Option<String> {
    let total = verdict.total_with_en_passant();
    let pardoned = total.incorrect_but_cursed;
    if let Some(why) = &verdict.why_not_pardoned {
        return Some(format!(
            "how many incorrect claims the fifty-move rule makes right was not counted: {why}"
        ));
    }
    let claims = counted(pardoned, "claim is", "claims are");
    match verdict.fifty_moves {
        _ if pardoned == 0 => None,
        FiftyMoveRule::Applied => {
            Some(format!("{claims} right by the fifty-move rule and incorrect without it"))
        }
        FiftyMoveRule::Counted | FiftyMoveRule::Ignored => Some(format!(
            "{} of {} would be right by the fifty-move rule, by tables of distances to zeroing: see \
             --fifty-move",
            grouped(pardoned),
            counted(total.incorrect, "incorrect claim", "incorrect claims")
        )),
    }
}

/// How the wrong claims differ from the known ones, a line each; nothing without a baseline.
pub(crate) fn baseline_lines(run: &Run) -> Vec<String> {
    let Some(compared) = &run.baseline else { return Vec::new() };
    let [found, known] = [compared.found, compared.known].map(grouped);
    let unit = "by branch, with asymmetric answers";
    let head = match compared.passes() {
        true if compared.found == 0 => "baseline: no wrong claim".into(),
        true => format!("baseline: no wrong claim is new; all {found} are known ({unit})"),
        false => {
            format!("baseline: NEW WRONG CLAIMS; {found} wrong claims now, {known} before ({unit})")
        }
    };
    let fewer = "fewer than the baseline knows: --update-baseline writes the lower numbers";
    let fewer = (!compared.shrunk.is_empty()).then(|| fewer.to_owned());
    std::iter::once(head)
        .chain(compared.grown.iter().map(|it| format!("more: {}", moved_line(it))))
        .chain(fewer)
        .chain(compared.shrunk.iter().map(|it| format!("fewer: {}", moved_line(it))))
        .collect()
}

/// Returns a kind of wrong claims that has grown or shrunk: `KBPK, wrong-bishop, quiet: 15 instead
/// of 12`.
pub(crate) fn moved_line(moved: &Moved) -> String {
    let WrongKind { endgame, scope, branch, class } = &moved.kind;
    let branch = if branch == "-" { "no branch" } else { branch };
    let (found, known) = (grouped(moved.found), grouped(moved.known));
    format!("{endgame} ({scope}), {branch}, {class}: {found} instead of {known}")
}

/// Returns whether all wrong claims about an endgame are known, or all asymmetric answers; false
/// without a baseline.
pub(crate) fn are_known(run: &Run, endgame: &str, class: impl Fn(&str) -> bool) -> bool {
    run.baseline.as_ref().is_some_and(|it| {
        !it.grown.iter().any(|it| it.kind.endgame == endgame && class(&it.kind.class))
    })
}

/// Returns whether an incorrect claim is of a kind that has not grown; false without a baseline.
pub(crate) fn is_known(run: &Run, endgame: &str, wrong: &Counterexample) -> bool {
    run.baseline.as_ref().is_some_and(|it| {
        let is_of = |branch: &String| match wrong.because[..] {
            [] => branch == "-",
            _ => wrong.because.contains(branch),
        };
        let mut grown = it.grown.iter().map(|it| &it.kind);
        !grown
            .any(|it| it.endgame == endgame && it.class == wrong.class.name() && is_of(&it.branch))
    })
}

/// Returns the name of a family and the bound of its men: `family KBP+K, up to 5 men`.
pub(crate) fn family_title(family: &FamilyVerdict) -> String {
    match family.name.as_str() {
        "all" => format!("all endgames of up to {} men", family.men),
        name => format!("family {name}, up to {} men", family.men),
    }
}

/// Returns the verdict on a family: `sound`, or its faults.
pub(crate) fn family_verdict(family: &FamilyVerdict) -> String {
    let mut all = family.total;
    all.add(&family.en_passant);
    let faults = all_counted([
        (all.incorrect, "incorrect claim", "incorrect claims"),
        (all.asymmetric, "asymmetric answer", "asymmetric answers"),
        (family.not_verified.len() as u64, "endgame not verified", "endgames not verified"),
    ]);
    faults.unwrap_or_else(|| "sound".into())
}

/// Returns the counts of a family: `2 endgames, 1,234 positions, 56.78 % of the draws spotted`.
pub(crate) fn family_counts(family: &FamilyVerdict, truth: TruthKind) -> String {
    let total = &family.total;
    let mut parts = vec![
        counted(family.endgames.len() as u64, "endgame", "endgames"),
        counted(total.positions, "position", "positions"),
    ];
    if total.claims.are_about_draws() {
        parts.push(format!(
            "{} of {} spotted ({})",
            grouped(total.spotted),
            counted(total.draws, draws(truth)[0], draws(truth)[1]),
            percent(total.spotted, total.draws),
        ));
    }
    parts.extend(kind_headlines(&total.claims));
    parts.join(", ")
}

/// Returns the endgames of a family that were left out, as a sentence; `None` if none were.
pub(crate) fn family_left_out(family: &FamilyVerdict) -> Option<String> {
    let parts =
        [("not verified", &family.not_verified), ("the rule is not about", &family.not_applied)];
    let parts = parts.into_iter().filter(|(_, endgames)| !endgames.is_empty());
    let parts: Vec<String> =
        parts.map(|(what, endgames)| format!("{what} {}", endgames.join(", "))).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns all about a family in one line.
pub(crate) fn family_line(family: &FamilyVerdict, truth: TruthKind) -> String {
    let (title, verdict) = (family_title(family), family_verdict(family));
    let left_out = family_left_out(family).map_or_else(String::new, |it| format!("; {it}"));
    format!("{title}: {verdict}; {}{left_out}", family_counts(family, truth))
}
