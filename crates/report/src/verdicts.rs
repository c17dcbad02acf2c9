//! Verdicts in words, shared by all formats: the scope of a run, claims of all kinds, reasons,
//! families of endgames.

use drawproof_recognizers::Claim;
use drawproof_verifier::{
    ClaimCounts, ClaimKind, Class, Condition, Counterexample, Domain, FamilyVerdict, FiftyMoveRule,
    KindCounts, Moved, Role, Run, Tally, TrueResult, TruthKind, Verdict, WrongKind,
};

use crate::words::{
    all_counted, claim_in_words, class_name, counted, grouped, percent, white_to_move,
};

/// A sentence on the meaning of colours in counts, for each report with such counts.
pub(crate) const COLOURS_MEAN: &str =
    "In counts, White is the first side of the endgame's name, Black the second.";

/// A sentence on the meaning of the last two columns of [`kind_rows`].
pub(crate) const POSSIBLE_MEANS: &str = "'True of' counts the positions in which the claim would be \
     true; 'share' is the fraction of them in which the rule makes it.";

/// Returns the word for a drawn position in reports, singular and plural.
pub(crate) fn draws(truth: TruthKind) -> [&'static str; 2] {
    match truth {
        TruthKind::Result => ["draw", "draws"],
        TruthKind::CanMate => ["dead position", "dead positions"],
    }
}

/// Returns the share of the draws that are spotted: `92.00 % of the draws spotted`; `None` if no
/// claims are about draws.
pub(crate) fn spotted(claims: &ClaimCounts, truth: TruthKind) -> Option<String> {
    let [_, draws] = draws(truth);
    claims.are_about_draws().then(|| format!("{} of the {draws} spotted", spotted_share(claims)))
}

/// Returns the percentage of the draws that are claimed drawn.
pub(crate) fn spotted_share(claims: &ClaimCounts) -> String {
    let KindCounts { right, possible, .. } = claims.kind(ClaimKind::Draw);
    percent(right, possible)
}

/// Returns the kinds of claims other than draws, each with its counts.
pub(crate) fn other_kinds(claims: &ClaimCounts) -> Vec<(ClaimKind, KindCounts)> {
    let made = claims.kinds_made().into_iter().filter(|&kind| kind != ClaimKind::Draw);
    made.map(|kind| (kind, claims.kind(kind))).collect()
}

/// Returns a sentence for each kind of claim other than draws: `White cannot win: 812,344 made, 12
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

/// Returns the share of each kind of claim in a few words, draws first: `92.00 % spotted`, `45.20 %
/// of 'White cannot win'`.
pub(crate) fn short_headlines(claims: &ClaimCounts) -> Vec<String> {
    let spotted = claims.are_about_draws().then(|| format!("{} spotted", spotted_share(claims)));
    let others = other_kinds(claims).into_iter().map(|(kind, counts)| {
        format!("{} of '{}'", percent(counts.right, counts.possible), kind.name())
    });
    spotted.into_iter().chain(others).collect()
}

/// Returns a row of a table: the title, then the cells.
pub(crate) fn titled<T: ToString>(title: &str, cells: impl IntoIterator<Item = T>) -> Vec<String> {
    std::iter::once(title.to_owned()).chain(cells.into_iter().map(|it| it.to_string())).collect()
}

/// Returns the headings, and a row of counts for each kind of claim that was made.
pub(crate) fn kind_rows(claims: &ClaimCounts) -> Vec<Vec<String>> {
    let row = |kind: ClaimKind| {
        let KindCounts { made, right, wrong, possible } = claims.kind(kind);
        let counts = [made, right, wrong, possible].map(grouped).into_iter();
        titled(kind.name(), counts.chain([percent(right, possible)]))
    };
    let head = titled("claim", ["made", "right", "wrong", "true of", "share"]);
    std::iter::once(head).chain(claims.kinds_made().into_iter().map(row)).collect()
}

/// Returns the headings, and rows of positions by claim and true result: a row for each kind of
/// claim that was made, and one for positions without a claim.
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

/// The branches or the exceptions of a rule, with their counts.
pub(crate) struct Reasons<'a> {
    /// Whether the reasons are the branches that make the rule's claims, rather than exceptions.
    pub are_branches: bool,
    /// The heading of the column of names: `because`, `unless`, or `pattern` in a rule without
    /// branches.
    pub name: &'static str,
    /// The plural word for these reasons.
    pub title: &'static str,
    /// The headings of the counts.
    pub head: &'static [&'static str],
    /// The reasons with their counts.
    pub rows: Vec<ReasonRow<'a>>,
    /// The line about branches that make no claim.
    pub idle: Option<String>,
}

/// A reason and its counts.
pub(crate) struct ReasonRow<'a> {
    pub id: &'a str,
    pub says: &'a str,
    /// Whether the reason is a branch that makes wrong claims.
    pub is_wrong: bool,
    pub counts: Vec<String>,
}

/// The index of the wrong claims in the counts of a branch.
pub(crate) const WRONG: usize = 2;

/// The name of the row of claims that no branch makes.
pub(crate) const NO_BRANCH: &str = "no branch";

/// Returns the branches that make a claim, the most wrong ones first, and the exceptions; lists
/// without entries are left out. Wrong claims that no branch makes get a row of their own.
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

/// Returns a line on branches without a claim; `None` if each branch made one.
pub(crate) fn idle_branches(count: usize) -> Option<String> {
    let branches = counted(count as u64, "branch makes", "branches make");
    (count > 0).then(|| format!("{branches} no claim in this endgame"))
}

/// A sentence on the meaning of the counts of branches.
pub(crate) const BRANCHES_MEAN: &str = "The branches that make the rule's claims. Alone: no other \
     branch makes the claim, so it is lost with the branch.";

/// Returns an incorrect claim as a title: `incorrect draw`, `incorrect claim that White cannot
/// win`.
pub(crate) fn incorrect_title(wrong: &Counterexample) -> String {
    match claim_in_words(&wrong.claim, white_to_move(&wrong.fen)) {
        "draw" => "incorrect draw".into(),
        "no draw" => "incorrect claim that there is no draw".into(),
        claim => format!("incorrect claim that {claim}"),
    }
}

/// Returns a line on the positions that the rule was not asked about; `None` if it was asked about
/// all.
pub(crate) fn not_asked(verdict: &Verdict) -> Option<String> {
    let count = verdict.total_with_en_passant().not_asked;
    (count > 0).then(|| format!("not asked about {}", counted(count, "position", "positions")))
}

/// Returns whether the claims about two symmetric positions differ in other ways than a draw
/// against no claim.
pub(crate) fn asymmetries_name_colours(verdict: &Verdict) -> bool {
    let is_plain = |claim: &str| matches!(claim, "-" | "draw" | "skip");
    let mut pairs = verdict.asymmetries.iter();
    pairs.any(|pair| !is_plain(&pair.claim) || !is_plain(&pair.other_claim))
}

/// A sentence on the expected claim about a colour-reversed position, for rules whose claims name
/// colours.
pub(crate) const REVERSED_CLAIMS: &str =
    "With colours reversed, 'White cannot win' must become 'Black cannot win'.";

/// The name of a count, and its value in a tally.
pub(crate) type Count = (String, Box<dyn Fn(&Tally) -> u64>);

/// Returns the counts that the report of a verdict lists. `detailed` adds the claims of each kind
/// and the incorrect claims by class.
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

/// Returns a sentence about the positions for which the rule was asked; `None` if it was asked
/// about all positions.
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

/// Returns a sentence on the condition that limits the positions; `None` without a condition.
pub(crate) fn condition_sentence(run: &Run) -> Option<String> {
    run.condition().map(|condition| {
        format!(
            "Where {condition}: a rule is asked only about positions that meet this condition. The others \
             count as not asked."
        )
    })
}

/// A sentence for runs that apply the fifty-move rule.
pub(crate) const FIFTY_MOVES_APPLIED: &str = "The fifty-move rule is applied, with the half-move \
     clock at 0: a win that it turns into a draw (a cursed win) is a draw. Classes and distances to \
     mate ignore the rule.";

/// Returns the sentences that describe the scope of a run: the meaning of colours if
/// `with_colours`, the domain, and the fifty-move rule if `fifty_moves`.
pub(crate) fn scope(with_colours: bool, domain: Domain, fifty_moves: bool) -> Vec<String> {
    let colours = with_colours.then(|| COLOURS_MEAN.to_owned());
    let applied = fifty_moves.then(|| FIFTY_MOVES_APPLIED.to_owned());
    [colours, domain_sentence(domain), applied].into_iter().flatten().collect()
}

/// Returns the [`scope`] of a run.
pub(crate) fn scope_of(run: &Run, with_colours: bool) -> Vec<String> {
    let with_colours = with_colours && run.verdicts.iter().any(Verdict::claims_wins);
    let applied = run.fifty_moves() == FiftyMoveRule::Applied;
    let truth = truth_sentence(run.truth()).map(str::to_owned);
    let scope = scope(with_colours, run.domain(), applied);
    truth.into_iter().chain(scope).chain(condition_sentence(run)).collect()
}

/// Returns a sentence on the truth that claims are compared with; `None` for the result under
/// perfect play.
pub(crate) fn truth_sentence(truth: TruthKind) -> Option<&'static str> {
    (truth == TruthKind::CanMate).then_some(
        "Truth: which sides can still mate by any legal moves. A claim is incorrect if it rules out a side \
         that can still mate with the other side's help. The claim of a draw means that the position is \
         dead.",
    )
}

/// Returns the verdict on a rule without a fault: `sound`, or `no incorrect claim in the sample` if
/// only a sample was verified.
pub(crate) fn sound(verdict: &Verdict) -> &'static str {
    if verdict.sampled.is_some() { "no incorrect claim in the sample" } else { "sound" }
}

/// Returns the lines that describe how the wrong claims differ from the baseline; none without a
/// baseline.
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

/// Describes a kind of wrong claims that has grown or shrunk: `KBPK, wrong-bishop, quiet: 15
/// instead of 12`.
pub(crate) fn moved_line(moved: &Moved) -> String {
    let WrongKind { endgame, scope, branch, class } = &moved.kind;
    let branch = if branch == "-" { "no branch" } else { branch };
    let (found, known) = (grouped(moved.found), grouped(moved.known));
    format!("{endgame} ({scope}), {branch}, {class}: {found} instead of {known}")
}

/// Returns whether the baseline lists all wrong claims of a class in an endgame; false without a
/// baseline.
pub(crate) fn are_known(run: &Run, endgame: &str, class: impl Fn(&str) -> bool) -> bool {
    run.baseline.as_ref().is_some_and(|it| {
        !it.grown.iter().any(|it| it.kind.endgame == endgame && class(&it.kind.class))
    })
}

/// Returns whether an incorrect claim belongs to a kind that has not grown since the baseline;
/// false without a baseline.
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

/// Returns the name of a family and its maximum number of men: `family KBP+K, up to 5 men`.
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

/// Returns a sentence on the endgames of a family that were left out; `None` if none were.
pub(crate) fn family_left_out(family: &FamilyVerdict) -> Option<String> {
    let parts =
        [("not verified", &family.not_verified), ("the rule is not about", &family.not_applied)];
    let parts = parts.into_iter().filter(|(_, endgames)| !endgames.is_empty());
    let parts: Vec<String> =
        parts.map(|(what, endgames)| format!("{what} {}", endgames.join(", "))).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Summarizes a family in one line.
pub(crate) fn family_line(family: &FamilyVerdict, truth: TruthKind) -> String {
    let (title, verdict) = (family_title(family), family_verdict(family));
    let left_out = family_left_out(family).map_or_else(String::new, |it| format!("; {it}"));
    format!("{title}: {verdict}; {}{left_out}", family_counts(family, truth))
}
