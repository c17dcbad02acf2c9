//! Kinds of wrong claims, and how their numbers differ from those that are known.

use serde::{Deserialize, Serialize};

/// The properties by which wrong claims are grouped. Their order is the sort order of a baseline's
/// lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WrongKind {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The counting convention, the conditions of the domain, `fifty-move` if that rule is applied,
    /// and the bounds of scores, separated by commas.
    pub scope: String,
    /// The name of the branch that makes the claims; `-` for claims that no branch makes.
    pub branch: String,
    /// The name of the claims' class, or `asymmetric` for answers that differ between symmetric
    /// positions.
    pub class: String,
}

/// The counts of one kind of wrong claims in a run and in a baseline, where they differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The kind of the wrong claims. A branch that is a source line has the line number of the run,
    /// not of the baseline.
    #[serde(flatten)]
    pub kind: WrongKind,
    /// The number of wrong claims of this kind in the baseline.
    pub known: u64,
    /// The number of wrong claims of this kind in the run.
    pub found: u64,
}

/// The wrong claims of a run compared with a baseline. A claim counts once for each branch that
/// makes it. Asymmetric answers count as wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// The number of wrong claims in the baseline about the verified endgames.
    pub known: u64,
    /// The number of wrong claims found in the run.
    pub found: u64,
    /// The kinds with more wrong claims in the run than in the baseline, including kinds that the
    /// baseline does not have.
    pub grown: Vec<Moved>,
    /// The kinds with fewer wrong claims in the run than in the baseline.
    pub shrunk: Vec<Moved>,
}

impl Compared {
    /// Returns whether no kind has more wrong claims in the run than in the baseline.
    pub fn passes(&self) -> bool {
        self.grown.is_empty()
    }
}

impl WrongKind {
    /// Returns the endgame and the scope.
    pub(crate) fn about(&self) -> (String, String) {
        (self.endgame.clone(), self.scope.clone())
    }

    /// Returns the file and the line that the branch names, if it is a line of a source file.
    pub(crate) fn line(&self) -> Option<(&str, u64)> {
        let (file, line) = self.branch.rsplit_once(':')?;
        Some((file, line.parse().ok()?))
    }
}
