//! What a verification finds.

use serde::{Deserialize, Serialize};

use crate::{Counting, Line, PatternName, Tally, histogram::Row, tune::FeatureGroup};

/// All that was found about one rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub name: String,
    /// The counting convention.
    pub counting: Counting,
    /// White to move, Black to move; no en-passant right.
    pub sides: [Tally; 2],
    /// Positions with a legal en-passant right.
    pub en_passant: Tally,
    /// Calls of the rule: positions, en-passant positions, and the twins of both.
    pub calls: u64,
    /// Nanoseconds a call takes, measured on a sample.
    pub nanoseconds_per_call: f64,
    /// Seconds the enumeration took.
    pub seconds: f64,
    /// Counts by pattern.
    pub patterns: Vec<PatternTally>,
    /// False claims, quickest mate first, one of each symmetry class.
    pub counterexamples: Vec<Counterexample>,
    /// Positions answered differently with colours reversed or mirrored.
    pub asymmetries: Vec<Asymmetry>,
    /// A sample of the draws missed.
    pub missed: Vec<Example>,
    /// Where the men stand in missed draws, on the whole board.
    pub heat: Vec<Heat>,
    /// Missed draws by features, largest group first, where that was asked for.
    pub features: Option<Vec<FeatureGroup>>,
    /// Positions by truth, claim and set of patterns.
    pub rows: Vec<Row>,
}

impl Verdict {
    /// Both sides to move together, without en-passant positions.
    pub fn total(&self) -> Tally {
        let mut total = self.sides[0];
        total.add(&self.sides[1]);
        total
    }

    /// Whether every claim is right and no answer depends on colour or mirroring.
    pub fn is_sound(&self) -> bool {
        self.total().is_sound() && self.en_passant.is_sound()
    }

    /// Whether the rule claims wins or losses too.
    pub fn claims_wins(&self) -> bool {
        let total = self.total();
        total.claimed_wins + total.claimed_losses > 0
    }
}

/// Counts of one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternTally {
    /// Its name and sentence.
    #[serde(flatten)]
    pub name: PatternName,
    /// Positions where it matched.
    pub matched: u64,
    /// Positions where it is the only match and the truth is decisive.
    pub only_guard_of_decisive: u64,
    /// Positions where it is the only match and the truth is a draw.
    pub only_blocker_of_draws: u64,
}

/// A false claim.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The position.
    pub fen: String,
    /// The claim: `draw`, `win`, `loss`.
    pub claim: String,
    /// The truth in the same words.
    pub truth: String,
    /// Signed plies to mate: positive = the side to move wins; `None` for a draw.
    pub dtm: Option<i32>,
    /// The mating line.
    pub line: Line,
}

/// A position answered differently in another guise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asymmetry {
    /// The position.
    pub fen: String,
    /// The claim about it: `draw`, `win`, `loss`, `-`.
    pub claim: String,
    /// The same position mirrored, or with colours reversed.
    pub other_fen: String,
    /// The claim about that.
    pub other_claim: String,
}

/// A position of note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The position.
    pub fen: String,
    /// The set of patterns that match.
    pub patterns: u64,
}

/// How often a man stands on each square in missed draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// The man, as in a FEN.
    pub man: char,
    /// Counts by square, a1 first, h8 last.
    pub squares: Vec<u64>,
}

/// Several rules verified under one convention.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The counting convention.
    pub counting: Counting,
    /// What was found about each rule.
    pub verdicts: Vec<Verdict>,
}

impl Run {
    /// Whether every rule is sound.
    pub fn is_sound(&self) -> bool {
        self.verdicts.iter().all(Verdict::is_sound)
    }
}
