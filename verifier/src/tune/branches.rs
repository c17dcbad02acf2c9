//! The branches of a rule: which are wrong, and the cost of dropping or repairing them.
//!
//! A rule with branches makes a claim if one of them matches (and no exception does). So without a
//! branch it loses exactly the claims that this branch alone makes, and the best sound subset is
//! all branches without a wrong claim. If a rule states halves, claims are those of its branches.

use serde::Serialize;

use crate::{
    findings::{Counterexample, PatternTally, Row, Unexplained, Verdict},
    subject::Role,
};

/// The branches of a rule and the best sound subset of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branches {
    /// The branches. Branches with wrong claims come first, sorted by wrong claims, most first;
    /// then the sound branches, sorted by bit.
    pub branches: Vec<Branch>,
    /// The claims that exclude more results than their branches do.
    pub by_no_branch: RightWrong,
    /// The best sound subset: the branches without a wrong claim.
    pub best_branches: BestBranches,
}

/// One branch of a rule, with its counts. The branch makes a claim alone if no other branch makes
/// this claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// The index of the branch among the rule's reasons.
    #[serde(skip)]
    pub bit: usize,
    /// The branch's identifier.
    pub id: String,
    /// The branch's description; empty if the branch has none.
    pub says: String,
    /// The number of claims that the branch makes.
    pub claims: u64,
    /// The number of the branch's right claims.
    pub right: u64,
    /// The number of the branch's wrong claims.
    pub wrong: u64,
    /// The number of right claims that the branch alone makes. They are lost if the branch is
    /// dropped.
    pub alone_right: u64,
    /// The number of wrong claims that the branch alone makes. They disappear if the branch is
    /// dropped.
    pub alone_wrong: u64,
    /// A position with a wrong claim of this branch, if one is among the counterexamples.
    pub example: Option<BranchExample>,
    /// The exceptions that would make a wrong branch right; `None` for a right branch, or if there
    /// was no search.
    pub fix: Option<BranchFix>,
    /// The condition that the branch's author most likely forgot; `None` if no simple condition
    /// describes the wrong claims, or if there was no search.
    pub near_miss: Option<NearMiss>,
    /// The counts in each endgame of a family where the branch makes claims; empty for a single
    /// endgame.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_endgame: Vec<BranchInEndgame>,
}

/// The counts of a branch in one endgame of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BranchInEndgame {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The number of the branch's claims in this endgame.
    pub claims: u64,
    /// The number of the branch's right claims in this endgame.
    pub right: u64,
    /// The number of the branch's wrong claims in this endgame.
    pub wrong: u64,
    /// The number of right claims that the branch's fix withdraws.
    pub right_lost: u64,
    /// The number of wrong claims that the branch's fix leaves.
    pub wrong_left: u64,
}

/// A position with a wrong claim of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BranchExample {
    /// The position as a FEN.
    pub fen: String,
    /// The claim as a word, such as `draw`.
    pub claim: String,
    /// The true result, for the side to move: `draw`, `win` or `loss`.
    pub truth: String,
    /// The distance to mate in plies: positive if the side to move wins, zero or negative if it
    /// loses; `None` for a draw.
    pub dtm: Option<i32>,
}

impl From<&Counterexample> for BranchExample {
    fn from(wrong: &Counterexample) -> BranchExample {
        let (fen, claim, truth) = (wrong.fen.clone(), wrong.claim.clone(), wrong.truth.clone());
        BranchExample { fen, claim, truth, dtm: wrong.dtm }
    }
}

/// One or two simple conditions under which the branch's claims are wrong far more often than
/// elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NearMiss {
    /// The conditions in chess words; all of them hold.
    pub in_words: Vec<String>,
    /// The conditions in one line, each as a range of values of a feature.
    pub says: String,
    /// The number of right claims where the conditions hold.
    pub right: u64,
    /// The number of wrong claims where the conditions hold.
    pub wrong: u64,
}

/// The exceptions that make a branch right, and their price: the right claims that they withdraw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BranchFix {
    /// The exceptions: the branch must not claim where one of them matches.
    pub exceptions: Vec<BranchException>,
    /// The properties that all wrong claims of the branch share and most right ones lack, in chess
    /// words.
    pub in_common: Vec<String>,
    /// Whether the exceptions are short and cheap; if not, the idea behind the branch is probably
    /// wrong.
    pub natural: bool,
    /// The maximum fraction of the right claims that the exceptions may withdraw: of all right
    /// claims, and of the right claims of each kind.
    #[serde(skip)]
    pub allowed: f64,
    /// The number of the branch's right claims that the exceptions withdraw.
    pub right_lost: u64,
    /// The number of the branch's right claims that are left.
    pub right_left: u64,
    /// The number of the branch's wrong claims that are left: 0 unless symmetric positions have
    /// different claims.
    pub wrong_left: u64,
    /// The price by kind of claim; empty for a branch that makes claims of one kind only.
    pub by_kind: Vec<KindPrice>,
}

impl BranchFix {
    /// Returns whether the fix withdraws at most the fraction [`BranchFix::allowed`] of the right
    /// claims.
    pub fn is_within_price(&self) -> bool {
        is_within(self.allowed, self.right_lost, self.right_left)
    }

    /// Returns whether the fix withdraws at most the fraction [`BranchFix::allowed`] of the right
    /// claims of each kind.
    pub fn is_within_price_by_kind(&self) -> bool {
        self.by_kind.iter().all(|it| is_within(self.allowed, it.right_lost, it.right_left))
    }
}

/// Returns whether a share of the right claims, at most `allowed`, is lost.
fn is_within(allowed: f64, lost: u64, left: u64) -> bool {
    lost as f64 <= allowed * (lost + left) as f64
}

/// The numbers of right claims of one kind that a fix withdraws and leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindPrice {
    /// The kind of claim, such as `a draw` or `that White cannot win`.
    pub claim: String,
    /// The number of right claims that the branch's fix withdraws.
    pub right_lost: u64,
    /// The number of right claims that are left.
    pub right_left: u64,
}

/// One exception of a branch's fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BranchException {
    /// The conditions in chess words; all of them must hold.
    pub in_words: Vec<String>,
    /// The conditions in one line, each as a range of values of a feature.
    pub says: String,
}

/// The numbers of right and of wrong claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RightWrong {
    /// The number of right claims.
    pub right: u64,
    /// The number of wrong claims.
    pub wrong: u64,
}

/// The best sound subset of the branches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestBranches {
    /// The identifiers of the branches to keep.
    pub keep: Vec<String>,
    /// The identifiers of the branches with wrong claims.
    pub drop: Vec<String>,
    /// The number of right claims of the whole rule.
    pub right_before: u64,
    /// The number of right claims with only the branches to keep.
    pub right: u64,
    /// The number of right claims if the wrong branches are fixed instead; `None` if there was no
    /// search, or if a branch cannot be fixed.
    pub right_repaired: Option<u64>,
}

impl Branches {
    /// Returns whether a branch makes wrong claims.
    pub fn has_wrong(&self) -> bool {
        self.branches.iter().any(|branch| branch.wrong > 0)
    }

    /// Returns the branches that make at least one claim. The others are for other endgames.
    pub fn claiming(&self) -> impl Iterator<Item = &Branch> {
        self.branches.iter().filter(|branch| branch.claims > 0)
    }
}

/// Returns the branches of a rule, without fixes and near misses, which need a search; `None` if
/// the rule has no branches.
pub fn branches(verdict: &Verdict) -> Option<Branches> {
    let is_branch = |pattern: &PatternTally| pattern.name.role == Role::Because;
    let found = verdict.patterns.iter().enumerate().filter(|(_, pattern)| is_branch(pattern));
    let mut list: Vec<Branch> = found.map(|(bit, pattern)| branch(verdict, bit, pattern)).collect();
    if list.is_empty() {
        return None;
    }
    let names = |wrong: bool| {
        list.iter().filter(|it| (it.wrong > 0) == wrong).map(|it| it.id.clone()).collect()
    };
    let right = |wanted: &dyn Fn(&Branch) -> bool| right_of(verdict, &list, wanted);
    let Unexplained { claims, wrong } = verdict.unexplained.unwrap_or_default();
    let by_no_branch = RightWrong { right: claims - wrong, wrong };
    let best_branches = BestBranches {
        keep: names(false),
        drop: names(true),
        right_before: right(&|_| true),
        right: right(&|it| it.wrong == 0),
        right_repaired: None,
    };
    list.sort_by_key(|it| (std::cmp::Reverse(it.wrong), it.bit));
    Some(Branches { branches: list, by_no_branch, best_branches })
}

/// Returns the right claims of some branches.
fn right_of(verdict: &Verdict, branches: &[Branch], wanted: &dyn Fn(&Branch) -> bool) -> u64 {
    let wanted = branches.iter().filter(|it| wanted(it));
    if verdict.has_halves {
        return wanted.map(|it| it.right).sum();
    }
    // Where several of them match, the rule makes one claim.
    let set = wanted.fold(0, |set, it| set | 1u64 << it.bit);
    verdict.rows.iter().filter(|row| row.set & set != 0).map(Row::right).sum()
}

fn branch(verdict: &Verdict, bit: usize, pattern: &PatternTally) -> Branch {
    let id = &pattern.name.id;
    let of_branch = |wrong: &&Counterexample| wrong.because.contains(id);
    // One that only this branch claims shows best what the branch overlooks.
    let alone = verdict.counterexamples.iter().find(|wrong| wrong.because == [id.as_str()]);
    let example = alone.or_else(|| verdict.counterexamples.iter().find(of_branch));
    Branch {
        bit,
        id: id.clone(),
        says: pattern.name.says.clone(),
        claims: pattern.claims,
        right: pattern.right,
        wrong: pattern.wrong,
        alone_right: pattern.alone_right,
        alone_wrong: pattern.alone_wrong,
        example: example.map(BranchExample::from),
        fix: None,
        near_miss: None,
        by_endgame: Vec::new(),
    }
}

/// Returns the branches of a rule with their counts summed over several endgames; `None` if `parts`
/// is empty.
pub fn merged(parts: &[(&Verdict, &Branches)]) -> Option<Branches> {
    let mut all: Option<Branches> = None;
    for (verdict, part) in parts {
        let all = all.get_or_insert_with(|| Branches {
            branches: Vec::new(),
            by_no_branch: RightWrong::default(),
            best_branches: BestBranches {
                keep: Vec::new(),
                drop: Vec::new(),
                right_before: 0,
                right: 0,
                right_repaired: None,
            },
        });
        all.by_no_branch.right += part.by_no_branch.right;
        all.by_no_branch.wrong += part.by_no_branch.wrong;
        all.best_branches.right_before += part.best_branches.right_before;
        for branch in &part.branches {
            let own = BranchInEndgame {
                endgame: verdict.endgame.clone(),
                claims: branch.claims,
                right: branch.right,
                wrong: branch.wrong,
                right_lost: 0,
                wrong_left: branch.wrong,
            };
            let own = if branch.claims > 0 { vec![own] } else { Vec::new() };
            match all.branches.iter_mut().find(|it| it.id == branch.id) {
                Some(known) => {
                    known.claims += branch.claims;
                    known.right += branch.right;
                    known.wrong += branch.wrong;
                    known.alone_right += branch.alone_right;
                    known.alone_wrong += branch.alone_wrong;
                    known.example = known.example.take().or_else(|| branch.example.clone());
                    known.by_endgame.extend(own);
                }
                None => all.branches.push(Branch { by_endgame: own, ..branch.clone() }),
            }
        }
    }
    let mut all = all?;
    all.branches.sort_by_key(|it| std::cmp::Reverse(it.wrong));
    for branch in &all.branches {
        let best = &mut all.best_branches;
        let names = if branch.wrong > 0 { &mut best.drop } else { &mut best.keep };
        names.push(branch.id.clone());
    }
    let keep = &all.best_branches.keep;
    let right = parts.iter().map(|(verdict, part)| {
        right_of(verdict, &part.branches, &|branch| keep.contains(&branch.id))
    });
    all.best_branches.right = right.sum();
    Some(all)
}
