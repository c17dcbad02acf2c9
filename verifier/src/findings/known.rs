//! Kinds of wrong claims, and how their numbers differ from those that are known.

use serde::{Deserialize, Serialize};

/// The properties that wrong claims are grouped by. Their order is that of the lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WrongKind {
    /// The endgame.
    pub endgame: String,
    /// The counting convention, the conditions of the domain, `fifty-move` if that rule is applied, and
    /// the bounds of scores.
    pub scope: String,
    /// The branch; `-` for claims that no branch makes.
    pub branch: String,
    /// The name of the class, or `asymmetric` for answers that differ between symmetric positions.
    pub class: String,
}

/// The difference of a kind of wrong claims from a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// The kind, as it is now.
    #[serde(flatten)]
    pub kind: WrongKind,
    /// The number that is known.
    pub known: u64,
    /// The number found.
    pub found: u64,
}

/// The wrong claims of a run compared with a baseline. A claim counts for each branch that makes it;
/// asymmetric answers count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// All wrong claims of the baseline about the verified endgames.
    pub known: u64,
    /// The number found.
    pub found: u64,
    /// The kinds with more wrong claims than known, unknown ones included.
    pub grown: Vec<Moved>,
    /// The kinds with fewer.
    pub shrunk: Vec<Moved>,
}

impl Compared {
    /// Returns whether every wrong claim is known.
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
