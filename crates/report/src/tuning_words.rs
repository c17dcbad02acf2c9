//! Sentences of the tuning report, shared by text and Markdown.

use crate::words::{counted, grouped, outcome, percent};
use drawproof_verifier::{
    Verdict,
    tune::{Ablation, Branch, BranchExample, BranchException, BranchFix, Branches, Dropped},
};

/// The sentence for a rule without an ablation.
pub(crate) const NO_ABLATION: &str = "No ablation: the rule reports no patterns, or does not claim a draw exactly where none of them \
     matches.";

/// Whether the best subset is proved best, and the size of the search.
pub(crate) fn proof(ablation: &Ablation) -> String {
    let nodes = grouped(ablation.best.nodes);
    if ablation.best.proved {
        format!("exact: branch and bound over all sound subsets, {nodes} nodes")
    } else {
        format!("not proved: the search stopped after {nodes} nodes")
    }
}

/// The heading of the best subset.
pub(crate) fn best_heading(ablation: &Ablation) -> &'static str {
    match ablation.best.incorrect {
        0 => "best sound subset",
        _ => "no subset is sound; best of them",
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

/// The line about branches without a claim; `None` if there are none.
pub(crate) fn idle_branches(branches: &Branches) -> Option<String> {
    let idle = branches.branches.len() - branches.claiming().count();
    let idle = counted(idle as u64, "branch makes", "branches make");
    (!idle.starts_with("0 ")).then(|| format!("{idle} no claim in this endgame"))
}

/// The claims that no branch explains; `None` if there are none.
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

/// The price of a branch's fix.
pub(crate) fn fix_price(fix: &BranchFix) -> String {
    let all = fix.right_lost + fix.right_left;
    let price = format!(
        "costs {} of its {} ({})",
        grouped(fix.right_lost),
        counted(all, "right claim", "right claims"),
        percent(fix.right_lost, all)
    );
    match fix.natural {
        true => price,
        false => {
            format!("no short exception is natural: the branch's idea is wrong. This one {price}")
        }
    }
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
        text += &format!("; {} ({}) with the others repaired", grouped(right), share(right));
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

/// Names separated by commas; `nothing` if there are none.
pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}
