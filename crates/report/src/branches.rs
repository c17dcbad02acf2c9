//! Reports on the branches of a rule: counts, and for each wrong branch a position, the missing
//! condition and its fixes.

use std::fmt::Write;

use drawproof_verifier::tune::{
    Branch, BranchExample, BranchException, BranchFix, Branches, KindPrice, NearMiss,
};

use crate::{
    escape::cell,
    verdicts::idle_branches,
    words::{counted, grouped, listed, outcome, percent},
    wrap::{TextStyle, table, wrapped},
};

/// The column headings of the table of branches.
pub(crate) const BRANCH_HEAD: [&str; 6] =
    ["branch", "claims", "right", "wrong", "right, alone", "wrong, alone"];

/// Returns the counts of a branch, in the order of [`BRANCH_HEAD`].
pub(crate) fn branch_counts(branch: &Branch) -> [String; 5] {
    [branch.claims, branch.right, branch.wrong, branch.alone_right, branch.alone_wrong].map(grouped)
}

/// Returns a line that names the branches without a claim; `None` if each branch made one.
pub(crate) fn idle(branches: &Branches) -> Option<String> {
    idle_branches(branches.branches.len() - branches.claiming().count())
}

/// Returns a line about the claims that no branch makes; `None` if branches make all claims.
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

/// Returns the names of the branches to keep that make a claim.
pub(crate) fn kept(branches: &Branches) -> Vec<String> {
    let sound = branches.claiming().filter(|branch| branch.wrong == 0);
    sound.map(|branch| branch.id.clone()).collect()
}

/// Returns the heading of a wrong branch.
pub(crate) fn wrong_branch(branch: &Branch) -> String {
    let claims = counted(branch.claims, "claim is", "claims are");
    format!("wrong branch '{}': {} of its {claims} wrong", branch.id, grouped(branch.wrong))
}

/// Describes a wrong claim and the true result.
pub(crate) fn wrong_claim(example: &BranchExample) -> String {
    let claimed = outcome(&example.fen, &example.claim, None);
    let result = outcome(&example.fen, &example.truth, example.dtm);
    format!("{}: claims {claimed}; {result}", example.fen)
}

/// Describes the effect of dropping a branch on right and wrong claims.
pub(crate) fn dropping(branch: &Branch) -> String {
    format!(
        "loses {}, removes {}",
        counted(branch.alone_right, "right claim", "right claims"),
        counted(branch.alone_wrong, "wrong claim", "wrong claims")
    )
}

/// Describes where the branch must not claim: the conditions of one exception in chess words.
pub(crate) fn conditions(exception: &BranchException) -> String {
    match exception.in_words.is_empty() {
        true => "always".into(),
        false => exception.in_words.join(", and "),
    }
}

/// Describes in which positions most of the `wrong` claims of a rule or branch are made.
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

/// Describes the price of a branch's fix in right claims.
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

/// Returns a line for each kind of claim with the price of a fix, for a branch that makes several
/// kinds.
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

/// Describes the best sound subset of the branches in one sentence.
pub(crate) fn best_branches(branches: &Branches) -> String {
    let best = &branches.best_branches;
    let share = |right: u64| percent(right, best.right_before);
    let mut text = format!(
        "{} ({} of today's)",
        counted(best.right, "right claim", "right claims"),
        share(best.right)
    );
    if let Some(right) = best.right_repaired {
        text += &format!("; with these repairs it makes {} ({})", grouped(right), share(right));
    }
    text
}

pub(crate) fn branches_text(out: &mut String, found: &Branches, style: TextStyle) {
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
    let head = format!("without the wrong branches the rule makes {}", best_branches(found));
    out.push('\n');
    out.push_str(&wrapped("", &head, style.width));
    if found.best_branches.right_repaired.is_none() {
        out.push_str(&wrapped("  keep   ", &listed(&kept(found)), style.width));
        let dropped = &found.best_branches.drop;
        out.push_str(&wrapped("  remove ", &listed(dropped), style.width));
    }
}

/// Writes a wrong branch: a position, and two ways to repair the branch.
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

pub(crate) fn branches_markdown(out: &mut String, found: &Branches) {
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
        "\n**Without the wrong branches** the rule makes {}: keep {keep}; remove {drop}.",
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

/// Returns the headings and the rows of a table with the counts of a branch in each endgame.
fn endgame_rows(branch: &Branch) -> Vec<Vec<String>> {
    let head = ["endgame", "claims", "right", "wrong", "right lost by repair", "wrong left"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for it in &branch.by_endgame {
        let counts = [it.claims, it.right, it.wrong, it.right_lost, it.wrong_left].map(grouped);
        rows.push(std::iter::once(it.endgame.clone()).chain(counts).collect());
    }
    rows
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
