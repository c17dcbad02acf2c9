//! The tuning report as text and as Markdown, and the sentences that its section of a page has, too.

use std::fmt::Write;

use drawproof_verifier::{
    Run, Verdict,
    tune::{
        Ablation, Branch, BranchExample, BranchException, BranchFix, Branches, Dropped, KindPrice,
        NearMiss, Tuning,
    },
};

use crate::{
    escape::cell,
    markdown::markdown,
    text::{summary, text},
    verdicts::{idle_branches, notes},
    words::{counted, grouped, outcome, percent},
    wrap::{TextStyle, table, wrapped},
};

/// The sentence for a rule without an ablation.
pub(crate) const NO_ABLATION: &str = "No ablation: the rule reports no patterns, or does not claim a draw exactly where none of them \
     matches.";

/// Whether the choice is proved best.
pub(crate) fn proof(ablation: &Ablation) -> &'static str {
    match ablation.best.proved {
        true => "no other choice does better",
        false => "the search stopped early: another choice may do better",
    }
}

/// The heading of the best subset.
pub(crate) fn best_heading(ablation: &Ablation) -> &'static str {
    match ablation.best.incorrect {
        0 => "the best choice of patterns that makes no incorrect claim",
        _ => "no choice of patterns is without incorrect claims; the one with the fewest",
    }
}

/// The next step for a rule that makes incorrect claims.
pub(crate) fn next_step(verdict: &Verdict, branches: Option<&Branches>) -> Option<String> {
    let endgame = &verdict.endgame;
    let claims = match verdict.total().incorrect {
        0 => return None,
        1 => "1 incorrect claim".to_owned(),
        incorrect => format!("{} incorrect claims", grouped(incorrect)),
    };
    let commands = format!(
        "'drawproof repair {endgame}' finds exceptions to add, 'drawproof mine {endgame}' learns a \
         sound rule."
    );
    Some(match branches {
        // Its patterns cannot exclude them: it makes them where none matches, or it has none.
        None => format!(
            "This rule cannot be made sound by removing patterns: no pattern excludes its {claims}. \
             {commands}"
        ),
        Some(branches) if branches.by_no_branch.wrong > 0 => format!(
            "This rule cannot be made sound by removing branches: it makes {} where no branch \
             matches. {commands}",
            counted(branches.by_no_branch.wrong, "incorrect claim", "incorrect claims")
        ),
        Some(_) => format!(
            "The {claims} come from the wrong branches: repair them as above, or drop them. \
             'drawproof repair {endgame}' finds exceptions for the whole rule and writes them as \
             source code."
        ),
    })
}

/// The column heads of the table of branches.
pub(crate) const BRANCH_HEAD: [&str; 6] =
    ["branch", "claims", "right", "wrong", "right lost if dropped", "wrong gone if dropped"];

/// The counts of a branch, in the order of [`BRANCH_HEAD`].
pub(crate) fn branch_counts(branch: &Branch) -> [String; 5] {
    [branch.claims, branch.right, branch.wrong, branch.alone_right, branch.alone_wrong].map(grouped)
}

/// The line about branches without a claim; `None` if each branch made one.
pub(crate) fn idle(branches: &Branches) -> Option<String> {
    idle_branches(branches.branches.len() - branches.claiming().count())
}

/// The claims that no branch explains; `None` if branches explain all.
pub(crate) fn by_no_branch(branches: &Branches) -> Option<String> {
    let by_none = branches.by_no_branch;
    (by_none.right + by_none.wrong > 0).then(|| {
        format!(
            "no branch matches: {}, {}",
            counted(by_none.right, "right claim", "right claims"),
            counted(by_none.wrong, "wrong claim", "wrong claims")
        )
    })
}

/// The branches to keep that make a claim.
pub(crate) fn kept(branches: &Branches) -> Vec<String> {
    let sound = branches.claiming().filter(|branch| branch.wrong == 0);
    sound.map(|branch| branch.id.clone()).collect()
}

/// The heading of a wrong branch.
pub(crate) fn wrong_branch(branch: &Branch) -> String {
    let claims = counted(branch.claims, "claim is", "claims are");
    format!("wrong branch '{}': {} of its {claims} wrong", branch.id, grouped(branch.wrong))
}

/// A wrong claim with the true result.
pub(crate) fn wrong_claim(example: &BranchExample) -> String {
    let claimed = outcome(&example.fen, &example.claim, None);
    let result = outcome(&example.fen, &example.truth, example.dtm);
    format!("{}: claims {claimed}; {result}", example.fen)
}

/// The effect of dropping a branch.
pub(crate) fn dropping(branch: &Branch) -> String {
    format!(
        "loses {}, removes {}",
        counted(branch.alone_right, "right claim", "right claims"),
        counted(branch.alone_wrong, "wrong claim", "wrong claims")
    )
}

/// Where the branch must not claim: the conditions of one exception in words of chess.
pub(crate) fn conditions(exception: &BranchException) -> String {
    match exception.in_words.is_empty() {
        true => "always".into(),
        false => exception.in_words.join(", and "),
    }
}

/// Where a rule or a branch with so many wrong claims goes wrong most often.
pub fn near_miss_sentence(miss: &NearMiss, wrong: u64) -> String {
    let NearMiss { in_words, says, right, wrong: explained } = miss;
    format!(
        "{} of its {} are where {} ({says}); there are {} too",
        grouped(*explained),
        counted(wrong, "wrong claim", "wrong claims"),
        in_words.join(", and "),
        counted(*right, "right claim", "right claims"),
    )
}

/// The price of a branch's fix.
pub(crate) fn fix_price(fix: &BranchFix) -> String {
    let all = fix.right_lost + fix.right_left;
    let price = format!(
        "costs {} of its {} ({})",
        grouped(fix.right_lost),
        counted(all, "right claim", "right claims"),
        percent(fix.right_lost, all)
    );
    let none = "no short condition is within the price (--price)";
    match (fix.natural, fix.is_within_price(), fix.is_within_price_by_kind()) {
        (true, ..) => price,
        (false, false, _) => format!("{none}: this {price}"),
        (false, true, false) => format!("{none} of each kind of claim: this {price}"),
        (false, true, true) => format!("{none}; this longer one {price}"),
    }
}

/// What a fix costs of each kind of claim, for a branch that makes several.
pub(crate) fn prices_by_kind(fix: &BranchFix) -> Vec<String> {
    let line = |it: &KindPrice| {
        let all = it.right_lost + it.right_left;
        format!(
            "of the claims {}: {} of {} ({})",
            it.claim,
            grouped(it.right_lost),
            grouped(all),
            percent(it.right_lost, all)
        )
    };
    fix.by_kind.iter().map(line).collect()
}

/// The best sound subset of the branches, in one sentence.
pub(crate) fn best_branches(branches: &Branches) -> String {
    let best = &branches.best_branches;
    let share = |right: u64| percent(right, best.right_before);
    let mut text = format!(
        "{} ({} of those before)",
        counted(best.right, "right claim", "right claims"),
        share(best.right)
    );
    if let Some(right) = best.right_repaired {
        text += &format!(
            "; with the wrong ones repaired it makes {} ({})",
            grouped(right),
            share(right)
        );
    }
    text
}

/// Whether a pattern can be removed, and why.
pub(crate) fn remark(dropped: &Dropped) -> String {
    match (dropped.breaks, &dropped.covered_by[..]) {
        (0, []) if dropped.draws_matched + dropped.decisive_matched == 0 => "never matches".into(),
        (0, []) => "can be removed: protects no win alone".into(),
        (0, others) => format!("can be removed: matches only where {} matches", others.join(", ")),
        _ => String::new(),
    }
}

/// Names separated by commas; `nothing` for an empty list.
pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}

/// The tuning report as text, with at most `limit` groups of missed draws.
pub fn tuning_text(verdict: &Verdict, tuning: &Tuning, limit: usize, style: TextStyle) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let has_wrong = tuning.branches.as_ref().is_some_and(Branches::has_wrong);
    let mut out = String::new();
    match has_wrong {
        true => head(&mut out, &run, style),
        false => out = text(&run, style),
    }
    match (&tuning.ablation, &tuning.branches) {
        (Some(ablation), _) => ablation_text(&mut out, ablation, style),
        (None, Some(branches)) => branches_text(&mut out, branches, style),
        (None, None) => out.push_str(&wrapped("", NO_ABLATION, style.width)),
    }
    if let Some(next_step) = next_step(verdict, tuning.branches.as_ref()) {
        out.push_str(&format!("\n{}", wrapped("", &next_step, style.width)));
    }
    match verdict.total().missed {
        // Wrong claims come first.
        draws if draws > 0 && has_wrong => {
            let draws = counted(draws, "draw is missed", "draws are missed");
            let line = format!("{draws}; --html and --format json have their groups.");
            out.push_str(&wrapped("", &line, style.width));
        }
        _ => missed(&mut out, verdict, tuning, limit, style),
    }
    out
}

/// A line for each rule, and what its counts are about.
fn head(out: &mut String, run: &Run, style: TextStyle) {
    summary(out, run, style);
    for note in run.verdicts.iter().flat_map(notes) {
        out.push_str(&wrapped("", &note, style.width));
    }
    out.push('\n');
}

fn missed(out: &mut String, verdict: &Verdict, tuning: &Tuning, limit: usize, style: TextStyle) {
    let missed = verdict.total().missed;
    if missed == 0 {
        out.push_str("\nno draw is missed\n");
        return;
    }
    let _ = writeln!(out, "\nmissed draws by feature");
    let row = |share: &drawproof_verifier::tune::Share| {
        let of_all = percent(share.missed, missed);
        vec![share.about.clone(), share.value.clone(), grouped(share.missed), of_all]
    };
    let rows: Vec<Vec<String>> = tuning.by_feature.iter().map(row).collect();
    out.push_str(&table(&rows, &[0, 1], &[], style.width));
    let _ = writeln!(
        out,
        "\nlargest groups of missed draws, those without a check or a hanging man first"
    );
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let (count, of_all) = (grouped(group.missed), percent(group.missed, missed));
        let of_group = percent(group.missed, group.draws);
        let _ = writeln!(
            out,
            "  {count}, {of_all} of all missed; the rule misses {of_group} of such draws"
        );
        out.push_str(&wrapped("    ", &features.join("; "), style.width));
        for fen in &group.examples {
            let _ = writeln!(out, "    {fen}");
        }
    }
}

fn ablation_text(out: &mut String, ablation: &Ablation, style: TextStyle) {
    let head = ["pattern", "draws matched", "draws gained", "wins claimed drawn"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut notes = vec![String::new()];
    for dropped in &ablation.dropped {
        let counts = [dropped.draws_matched, dropped.gains, dropped.breaks].map(grouped);
        rows.push(std::iter::once(dropped.id.clone()).chain(counts).collect());
        notes.push(remark(dropped));
    }
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    let _ = writeln!(out, "effect of removing one pattern");
    out.push_str(&table(&rows, &[0], &notes, style.width));
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let head =
        format!("{}: it spots {share} of the draws ({})", best_heading(ablation), proof(ablation));
    out.push('\n');
    out.push_str(&wrapped("", &head, style.width));
    out.push_str(&wrapped("  keep   ", &listed(&best.keep), style.width));
    out.push_str(&wrapped("  remove ", &listed(&best.drop), style.width));
}

fn branches_text(out: &mut String, found: &Branches, style: TextStyle) {
    let mut rows = vec![BRANCH_HEAD.map(String::from).to_vec()];
    let mut notes = vec![""];
    for branch in found.claiming() {
        rows.push(std::iter::once(branch.id.clone()).chain(branch_counts(branch)).collect());
        notes.push(&branch.says);
    }
    out.push_str("branches, wrong ones first\n");
    out.push_str(&table(&rows, &[0], &notes, style.width));
    for line in by_no_branch(found).into_iter().chain(idle(found)) {
        out.push_str(&wrapped("  ", &line, style.width));
    }
    for branch in found.branches.iter().filter(|branch| branch.wrong > 0) {
        wrong_branch_text(out, branch, style);
    }
    let head = format!("the rule with its right branches alone makes {}", best_branches(found));
    out.push('\n');
    out.push_str(&wrapped("", &head, style.width));
    if found.best_branches.right_repaired.is_none() {
        out.push_str(&wrapped("  keep   ", &listed(&kept(found)), style.width));
        let dropped = &found.best_branches.drop;
        out.push_str(&wrapped("  remove ", &listed(dropped), style.width));
    }
}

/// A wrong branch: a position, and the two ways out.
fn wrong_branch_text(out: &mut String, branch: &Branch, style: TextStyle) {
    out.push('\n');
    out.push_str(&wrapped("", &wrong_branch(branch), style.width));
    if let Some(example) = &branch.example {
        out.push_str(&wrapped("  wrong    ", &wrong_claim(example), style.width));
    }
    if let Some(miss) = &branch.near_miss {
        let sentence = near_miss_sentence(miss, branch.wrong);
        out.push_str(&wrapped("  forgot?  ", &sentence, style.width));
    }
    out.push_str(&wrapped("  drop it  ", &dropping(branch), style.width));
    let Some(fix) = &branch.fix else { return };
    if !fix.in_common.is_empty() {
        let common = format!("all its wrong claims: {}", fix.in_common.join("; "));
        out.push_str(&wrapped("           ", &common, style.width));
    }
    for (number, exception) in fix.exceptions.iter().enumerate() {
        let label = if number == 0 { "  repair   " } else { "      and  " };
        let words = format!("no claim where {}", conditions(exception));
        out.push_str(&wrapped(label, &words, style.width));
        out.push_str(&wrapped("           ", &format!("({})", exception.says), style.width));
    }
    out.push_str(&wrapped("           ", &fix_price(fix), style.width));
    for line in prices_by_kind(fix) {
        out.push_str(&wrapped("           ", &line, style.width));
    }
    if !branch.by_endgame.is_empty() {
        out.push_str(&table(&endgame_rows(branch), &[0], &[], style.width));
    }
}

/// The branches of a rule in several endgames as text: one condition for all of them.
pub fn family_tuning_text(run: &Run, branches: Option<&Branches>, style: TextStyle) -> String {
    let mut out = String::new();
    head(&mut out, run, style);
    match branches {
        Some(branches) => branches_text(&mut out, branches, style),
        None => out.push_str(&wrapped("", "The rule reports no branches.", style.width)),
    }
    out
}

/// [`family_tuning_text`] as Markdown.
pub fn family_tuning_markdown(run: &Run, branches: Option<&Branches>) -> String {
    let mut out = markdown(run);
    if let Some(branches) = branches {
        branches_markdown(&mut out, branches);
    }
    out
}

/// The rows of a branch in each endgame, with heads.
fn endgame_rows(branch: &Branch) -> Vec<Vec<String>> {
    let head = ["endgame", "claims", "right", "wrong", "right lost by repair", "wrong left"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for it in &branch.by_endgame {
        let counts = [it.claims, it.right, it.wrong, it.right_lost, it.wrong_left].map(grouped);
        rows.push(std::iter::once(it.endgame.clone()).chain(counts).collect());
    }
    rows
}

/// The tuning report as Markdown, with at most `limit` groups of missed draws.
pub fn tuning_markdown(verdict: &Verdict, tuning: &Tuning, limit: usize) -> String {
    let run = Run::new(verdict.counting, vec![verdict.clone()]);
    let mut out = markdown(&run);
    match (&tuning.ablation, &tuning.branches) {
        (None, Some(branches)) => branches_markdown(&mut out, branches),
        (None, None) => {
            let _ = writeln!(out, "\n### Effect of removing one pattern\n\n{NO_ABLATION}");
        }
        (Some(ablation), _) => {
            let _ = writeln!(out, "\n### Effect of removing one pattern\n");
            ablation_markdown(&mut out, ablation);
        }
    }
    if let Some(next_step) = next_step(verdict, tuning.branches.as_ref()) {
        let _ = writeln!(out, "\n{next_step}");
    }
    let missed = verdict.total().missed;
    out.push_str(
        "\n### Largest groups of missed draws, those without a check or a hanging man first\n\n\
         | missed | share | of such draws |",
    );
    out.push_str(" features | example |\n|---:|---:|---:|---|---|\n");
    for group in tuning.missed_groups.iter().take(limit) {
        let features: Vec<String> =
            group.features.iter().map(|(about, value)| format!("{about}: {value}")).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | `{}` |",
            grouped(group.missed),
            percent(group.missed, missed),
            percent(group.missed, group.draws),
            features.join("; "),
            group.examples.first().map_or("", String::as_str),
        );
    }
    out
}

fn ablation_markdown(out: &mut String, ablation: &Ablation) {
    out.push_str("| pattern | draws gained | wins claimed drawn | |\n|---|---:|---:|---|\n");
    for dropped in &ablation.dropped {
        let [gains, breaks] = [dropped.gains, dropped.breaks].map(grouped);
        let (id, remark) = (cell(&dropped.id), cell(&remark(dropped)));
        let _ = writeln!(out, "| `{id}` | {gains} | {breaks} | {remark} |");
    }
    let best = &ablation.best;
    let share = percent(best.spotted, best.spotted + best.missed);
    let (keep, drop) = (cell(&listed(&best.keep)), cell(&listed(&best.drop)));
    let (heading, proof) = (best_heading(ablation), proof(ablation));
    let _ = writeln!(
        out,
        "\n**{heading}** ({share} of the draws; {proof}): keep {keep}; remove {drop}."
    );
}

fn branches_markdown(out: &mut String, found: &Branches) {
    let _ = writeln!(out, "\n### Branches, wrong ones first\n");
    let _ = writeln!(out, "| {} |\n|---|---:|---:|---:|---:|---:|", BRANCH_HEAD.join(" | "));
    for branch in found.claiming() {
        let counts = branch_counts(branch).join(" | ");
        let _ = writeln!(out, "| `{}` | {counts} |", cell(&branch.id));
    }
    for line in by_no_branch(found).into_iter().chain(idle(found)) {
        let _ = writeln!(out, "\n{line}");
    }
    for branch in found.branches.iter().filter(|branch| branch.wrong > 0) {
        wrong_branch_markdown(out, branch);
    }
    let (keep, drop) = (cell(&listed(&kept(found))), cell(&listed(&found.best_branches.drop)));
    let _ = writeln!(
        out,
        "\n**The rule with its right branches alone** makes {}: keep {keep}; remove {drop}.",
        best_branches(found)
    );
}

fn wrong_branch_markdown(out: &mut String, branch: &Branch) {
    let _ = writeln!(out, "\n**{}**\n", cell(&wrong_branch(branch)));
    if let Some(example) = &branch.example {
        let _ = writeln!(out, "- wrong: {}", wrong_claim(example));
    }
    if let Some(miss) = &branch.near_miss {
        let _ = writeln!(out, "- forgot? {}", near_miss_sentence(miss, branch.wrong));
    }
    let _ = writeln!(out, "- drop it: {}", dropping(branch));
    let Some(fix) = &branch.fix else { return };
    if !fix.in_common.is_empty() {
        let _ = writeln!(out, "- all its wrong claims: {}", fix.in_common.join("; "));
    }
    for (number, exception) in fix.exceptions.iter().enumerate() {
        let (words, says) = (conditions(exception), &exception.says);
        let label = if number == 0 { "repair:" } else { "and" };
        let _ = writeln!(out, "- {label} no claim where {words} (`{says}`)");
    }
    let _ = writeln!(out, "- {}", fix_price(fix));
    for line in prices_by_kind(fix) {
        let _ = writeln!(out, "- {line}");
    }
    let rows = if branch.by_endgame.is_empty() { Vec::new() } else { endgame_rows(branch) };
    for (number, row) in rows.iter().enumerate() {
        let line = format!("| {} |", row.join(" | "));
        let _ = match number {
            0 => writeln!(out, "\n{line}\n|---|---:|---:|---:|---:|---:|"),
            _ => writeln!(out, "{line}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_that_is_not_natural_says_why() {
        let fix = |natural, right_lost, by_kind: &[(u64, u64)]| BranchFix {
            exceptions: Vec::new(),
            in_common: Vec::new(),
            natural,
            allowed: 0.05,
            right_lost,
            right_left: 10_000 - right_lost,
            wrong_left: 0,
            by_kind: by_kind
                .iter()
                .map(|&(right_lost, right_left)| KindPrice {
                    claim: "a draw".into(),
                    right_lost,
                    right_left,
                })
                .collect(),
        };
        let costs = "costs 439 of its 10,000 right claims (4.39 %)";
        assert_eq!(fix_price(&fix(true, 439, &[])), costs);
        assert_eq!(
            fix_price(&fix(false, 439, &[])),
            format!("no short condition is within the price (--price); this longer one {costs}")
        );
        let by_kind = [(400, 600), (39, 8_961)];
        let none = "no short condition is within the price (--price) of each kind of claim";
        assert_eq!(fix_price(&fix(false, 439, &by_kind)), format!("{none}: this {costs}"));
        let dear = fix_price(&fix(false, 1_000, &[]));
        assert!(dear.starts_with("no short condition is within the price (--price): this costs"));
    }
}
