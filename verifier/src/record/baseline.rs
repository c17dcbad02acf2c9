//! Baselines: the wrong claims that are known, as text that is committed beside a rule, and how those of a
//! run differ.
//!
//! A line is an endgame, a scope (the counting convention, and conditions that change the counts), a class
//! of claims, a number and a branch:
//!
//! ```text
//! KBPK full quiet 12 wrong-bishop
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

use crate::{
    enumerate::{Class, FiftyMoveRule, TruthKind},
    findings::{Compared, Moved, Run, Verdict, WrongKind},
    subject::{ScoreBounds, visible},
};

/// The name of the class of answers that differ between symmetric positions.
pub const ASYMMETRIC: &str = "asymmetric";

/// The branch name of claims that no branch makes.
pub const NO_BRANCH: &str = "-";

/// The number of known wrong claims of each kind. The text form has one line for each kind, in
/// sorted order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeMap<WrongKind, u64>);

impl Baseline {
    /// Makes a baseline of the wrong claims of a run.
    pub fn of(run: &Run) -> Baseline {
        let mut all = BTreeMap::new();
        for verdict in &run.verdicts {
            let mut put = |branch: &str, class: &str, count: u64| {
                let (endgame, scope) = (verdict.endgame.clone(), scope(verdict));
                let (branch, class) = (visible(branch), class.into());
                if count > 0 {
                    *all.entry(WrongKind { endgame, scope, branch, class }).or_default() += count;
                }
            };
            for wrong in &verdict.wrong_by_branch {
                for class in Class::ALL {
                    let branch = wrong.branch.as_deref().unwrap_or(NO_BRANCH);
                    put(branch, class.name(), wrong.by_class.of(class));
                }
            }
            put(NO_BRANCH, ASYMMETRIC, verdict.total_with_en_passant().asymmetric);
        }
        Baseline(all)
    }

    /// Compares the wrong claims of a run with the baseline.
    pub fn compare(&self, run: &Run) -> Compared {
        let about = abouts(run);
        let known = self.0.iter().filter(|(kind, _)| about.contains(&kind.about()));
        let mut known: BTreeMap<WrongKind, u64> =
            known.map(|(kind, &count)| (kind.clone(), count)).collect();
        let found = Baseline::of(run).0;
        let mut compared = Compared {
            known: known.values().sum(),
            found: found.values().sum(),
            ..Compared::default()
        };
        follow_lines(&mut known, &found);
        let kinds: BTreeSet<&WrongKind> = known.keys().chain(found.keys()).collect();
        for kind in kinds {
            let of = |counts: &BTreeMap<WrongKind, u64>| counts.get(kind).copied().unwrap_or(0);
            let moved = Moved { kind: kind.clone(), known: of(&known), found: of(&found) };
            match moved.found.cmp(&moved.known) {
                std::cmp::Ordering::Greater => compared.grown.push(moved),
                std::cmp::Ordering::Less => compared.shrunk.push(moved),
                std::cmp::Ordering::Equal => {}
            }
        }
        compared
    }

    /// Replaces the known wrong claims about the endgames and the scope of a run by the wrong
    /// claims that the run found.
    pub fn update(&mut self, run: &Run) {
        let about = abouts(run);
        self.0.retain(|kind, _| !about.contains(&kind.about()));
        self.0.extend(Baseline::of(run).0);
    }
}

/// Returns the endgames and scopes of a run.
fn abouts(run: &Run) -> BTreeSet<(String, String)> {
    run.verdicts.iter().map(|it| (it.endgame.clone(), scope(it))).collect()
}

/// Returns the settings that decide which claims are counted, and which of them are wrong.
fn scope(verdict: &Verdict) -> String {
    let mut words = vec![verdict.counting.to_string()];
    words.extend(verdict.domain.conditions().map(|condition| condition.name().to_owned()));
    let truth = (verdict.truth != TruthKind::Result).then_some(verdict.truth.name());
    words.extend(truth.map(str::to_owned));
    words.extend((verdict.fifty_moves == FiftyMoveRule::Applied).then(|| "fifty-move".into()));
    words.extend(verdict.scores.map(|ScoreBounds { win, draw, scaled_draw }| {
        let scaled = if scaled_draw > draw { format!(":{scaled_draw}") } else { String::new() };
        format!("score={win}:{draw}{scaled}")
    }));
    // A word has no blanks.
    let condition = verdict.condition.as_ref().map(|it| it.split_whitespace().collect::<Vec<_>>());
    words.extend(condition.map(|words| format!("where={}", words.join("_"))));
    words.join(",")
}

/// Gives known branches that are lines of a source file the lines that they have now. Text above a line
/// moves it: of the lines of one file that are known or found alone, if they are equally many, the first
/// known one is the first found one, and so on.
fn follow_lines(known: &mut BTreeMap<WrongKind, u64>, found: &BTreeMap<WrongKind, u64>) {
    type Lines = BTreeMap<(String, String, String), BTreeSet<u64>>;
    let lines = |counts: &BTreeMap<WrongKind, u64>| {
        let mut lines = Lines::new();
        for kind in counts.keys() {
            if let Some((file, line)) = kind.line() {
                let (endgame, scope) = kind.about();
                lines.entry((endgame, scope, file.into())).or_default().insert(line);
            }
        }
        lines
    };
    let (old, new) = (lines(known), lines(found));
    for ((endgame, scope, file), old) in &old {
        let Some(new) = new.get(&(endgame.clone(), scope.clone(), file.clone())) else { continue };
        let (gone, come) = (old.difference(new), new.difference(old));
        if gone.clone().count() != come.clone().count() {
            continue;
        }
        for (from, to) in gone.zip(come) {
            let branch = |line| format!("{file}:{line}");
            let is_from = |kind: &WrongKind| {
                (&kind.endgame, &kind.scope, &kind.branch) == (endgame, scope, &branch(from))
            };
            let moved: Vec<WrongKind> = known.keys().filter(|it| is_from(it)).cloned().collect();
            for kind in moved {
                let count = known.remove(&kind).unwrap_or(0);
                known.insert(WrongKind { branch: branch(to), ..kind }, count);
            }
        }
    }
}

/// The first line of a file.
const HEAD: &str = "# drawproof baseline: endgame, counting, class, wrong claims, branch";

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (WrongKind { endgame, scope, branch, class }, count) in &self.0 {
            writeln!(f, "{endgame} {scope} {class} {count} {branch}")?;
        }
        Ok(())
    }
}

/// The error for a text that is not a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the baseline {why}: write it with --update-baseline")]
pub struct BaselineError {
    line: usize,
    why: &'static str,
}

impl FromStr for Baseline {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Baseline, BaselineError> {
        let mut all = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let error = |why| BaselineError { line: number + 1, why };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = line.splitn(5, ' ').collect();
            let [endgame, scope, class, count, branch] = words[..] else {
                return Err(error("has fewer than five words"));
            };
            if class != ASYMMETRIC && !Class::ALL.iter().any(|it| it.name() == class) {
                return Err(error("names no class"));
            }
            let count = count.parse().map_err(|_| error("has no number of claims"))?;
            let [endgame, scope, branch, class] =
                [endgame, scope, branch.trim_end(), class].map(String::from);
            let kind = WrongKind { endgame, scope, branch, class };
            if all.insert(kind, count).is_some() {
                return Err(error("repeats another one"));
            }
        }
        Ok(Baseline(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline(lines: &[&str]) -> BTreeMap<WrongKind, u64> {
        lines.join("\n").parse::<Baseline>().unwrap().0
    }

    #[test]
    fn text_is_sorted_and_read_again() {
        let lines = ["KPK full quiet 3 a b", "KBPK full over 1 -", "KPK core10,quiet quiet 2 x:7"];
        let read = Baseline(baseline(&lines));
        let text = read.to_string();
        assert_eq!(text.parse(), Ok(read));
        let expected = [HEAD, lines[1], lines[2], lines[0]].join("\n") + "\n";
        assert_eq!(text, expected);
        for (text, why) in [
            ("KPK full quiet 3", "line 1 of the baseline has fewer than five words"),
            ("# text\n\nKPK full loud 3 a", "line 3 of the baseline names no class"),
            ("KPK full quiet many a", "line 1 of the baseline has no number of claims"),
            ("KPK full quiet 1 a\nKPK full quiet 2 a", "line 2 of the baseline repeats"),
        ] {
            let error = text.parse::<Baseline>().unwrap_err().to_string();
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn lines_that_moved_are_followed() {
        let found = baseline(&[
            "KPK full quiet 3 r.c:12",
            "KPK full over 1 r.c:12",
            "KPK full quiet 5 r.c:30",
        ]);
        let mut known = baseline(&[
            "KPK full quiet 3 r.c:10",
            "KPK full over 1 r.c:10",
            "KPK full quiet 4 r.c:25",
        ]);
        follow_lines(&mut known, &found);
        let moved = baseline(&[
            "KPK full quiet 3 r.c:12",
            "KPK full over 1 r.c:12",
            "KPK full quiet 4 r.c:30",
        ]);
        assert_eq!(known, moved);
        // A line that is still there stays, another file is another file, and nobody knows which of two
        // lines a third one was.
        for known in [
            &["KPK full quiet 3 r.c:12", "KPK full quiet 9 s.c:30"][..],
            &["KPK full quiet 3 r.c:10"],
            &["KPK full quiet 3 r.c:10", "KPK full quiet 9 r.c:11", "KPK full quiet 1 r.c:25"],
        ] {
            let mut known = baseline(known);
            let before = known.clone();
            follow_lines(&mut known, &found);
            assert_eq!(known, before);
        }
    }
}
