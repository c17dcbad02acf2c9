//! The verdict on a rule: counts, counterexamples, and the figures for tuning.

use drawproof_tables::census::Counting;
use serde::{Deserialize, Serialize};

use super::{
    distances::IncorrectAtDistance, histogram::Row, known::Compared, missed::FeatureGroup,
    tally::Tally,
};
use crate::{
    enumerate::{Class, ClassCounts, Domain, FiftyMoveRule, TruthKind},
    subject::{Reason, ScoreBounds},
    tables::Line,
};

/// The verdict on one rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub name: String,
    /// The counting convention.
    pub counting: Counting,
    /// The positions that the rule was asked about.
    pub domain: Domain,
    /// The text of the condition that they met besides; `None` if there was none.
    pub condition: Option<String>,
    /// The kind of truth that claims were compared with.
    pub truth: TruthKind,
    /// The treatment of the fifty-move rule.
    pub fifty_moves: FiftyMoveRule,
    /// The bounds for reading claims from scores; `None` if the rule made the claims.
    pub scores: Option<ScoreBounds>,
    /// The sample that the rule was asked about; `None` if it was asked about all positions.
    pub sampled: Option<Sampled>,
    /// How often games meet the endgame; `None` if that is not known.
    pub met: Option<Met>,
    /// Why [`Tally::incorrect_but_cursed`] was not counted: there were no tables to decide by. `None`
    /// if it was, or was not asked for.
    pub why_not_pardoned: Option<String>,
    /// Counts of positions without an en-passant right: White to move, Black to move.
    pub sides: [Tally; 2],
    /// Counts of positions with a legal en-passant right.
    pub en_passant: Tally,
    /// Calls of the rule: one for each position and one for each colour-reversed position.
    pub calls: u64,
    /// The median time of a call in nanoseconds, measured on a sample.
    pub nanoseconds_per_call: f64,
    /// The duration of the verification in seconds.
    pub seconds: f64,
    /// Counts of each reason, by bit.
    pub patterns: Vec<PatternTally>,
    /// Incorrect claims by branch, en passant included. A claim of several branches counts for each.
    pub wrong_by_branch: Vec<WrongOfBranch>,
    /// Claims without a branch; `None` for a rule without branches.
    pub unexplained: Option<Unexplained>,
    /// Whether the rule states what each branch leaves possible.
    pub has_halves: bool,
    /// Incorrect claims by distance to mate without the fifty-move rule, en passant included.
    pub incorrect_by_distance: Vec<IncorrectAtDistance>,
    /// Incorrect claims of all classes, distances and groups: quiet ones first, in each class the
    /// quickest mates first, one of each symmetry class.
    pub counterexamples: Vec<Counterexample>,
    /// Pairs of symmetric positions with different claims.
    pub asymmetries: Vec<Asymmetry>,
    /// A sample of the missed draws.
    pub missed: Vec<Example>,
    /// The squares of the men in missed draws, on the whole board.
    pub heat: Vec<Heat>,
    /// Missed draws by features, largest group first; `None` unless [`Options::features`].
    ///
    /// [`Options::features`]: crate::Options::features
    pub features: Option<Vec<FeatureGroup>>,
    /// Positions by set of matching patterns, result and claim; empty if the rule reports no
    /// patterns. Of a rule of halves, the numbers of sets are just different ones.
    pub rows: Vec<Row>,
}

impl Verdict {
    /// Returns the counts of both sides to move together, without en-passant positions.
    pub fn total(&self) -> Tally {
        let mut total = self.sides[0];
        total.add(&self.sides[1]);
        total
    }

    /// Returns whether every claim is correct and symmetric positions have the same claim.
    pub fn is_sound(&self) -> bool {
        self.total().is_sound() && self.en_passant.is_sound()
    }

    /// Returns the counts of both sides to move together, with en-passant positions.
    pub fn total_with_en_passant(&self) -> Tally {
        let mut total = self.total();
        total.add(&self.en_passant);
        total
    }

    /// Takes one position of the endgame from each of 1,000 games that reaches it. Returns in how many the rule misses a
    /// draw, and in how many its claim is incorrect. The positions are the games' own, or any ones of the endgame where
    /// those are not known. `None` if it is not known how often games meet the endgame.
    pub fn missed_and_wrong_per_thousand(&self) -> Option<[f64; 2]> {
        let met = self.met.as_ref()?;
        let tally = met.positions.unwrap_or_else(|| self.total());
        let all = (tally.positions + tally.not_asked).max(1) as f64;
        Some([tally.missed, tally.incorrect].map(|it| met.games_per_thousand * it as f64 / all))
    }

    /// Returns whether [`Tally::incorrect_but_cursed`] was counted.
    pub fn counts_cursed(&self) -> bool {
        self.fifty_moves != FiftyMoveRule::Ignored && self.why_not_pardoned.is_none()
    }

    /// Returns whether the rule makes any claim but draws.
    pub fn claims_wins(&self) -> bool {
        self.total_with_en_passant().claims.has_other_than_draws()
    }

    /// Returns whether the rule is one about draws: it claims some, or nothing at all.
    pub fn is_about_draws(&self) -> bool {
        self.total_with_en_passant().claims.are_about_draws()
    }
}

/// How often games meet an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Met {
    /// How many of 1,000 games reach the endgame.
    pub games_per_thousand: f64,
    /// Counts of the games' positions, each as often as it was met; `None` if they are not known.
    pub positions: Option<Tally>,
}

/// The sample that a verdict is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampled {
    /// The number of legal positions of the endgame, men of one kind told apart: estimated.
    pub of: u64,
    /// The seed of the sample.
    pub seed: u64,
    /// The tables that the results are from: `drawproof` or `syzygy`.
    pub source: String,
}

/// Counts of one reason. Its claims are those of positions where it matches, or, for a rule of halves,
/// what itself leaves possible there. An exception is alone where no other one matches; a branch where
/// it excludes a result that no other one excludes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternTally {
    /// Its name and description.
    pub name: Reason,
    /// Positions on which it matches.
    pub matched: u64,
    /// Unique wins protected: decisive positions on which no other pattern matches.
    pub only_guard_of_decisive: u64,
    /// Unique draws cost: drawn positions on which no other pattern matches.
    pub only_blocker_of_draws: u64,
    /// Claims of any kind.
    pub claims: u64,
    /// Right claims.
    pub right: u64,
    /// Wrong claims.
    pub wrong: u64,
    /// Right claims where it is alone.
    pub alone_right: u64,
    /// Wrong claims where it is alone; of a branch, those that no other branch makes.
    pub alone_wrong: u64,
}

impl PatternTally {
    /// Returns the counts of a reason that never matches.
    pub(crate) fn nothing(name: Reason) -> PatternTally {
        PatternTally {
            name,
            matched: 0,
            only_guard_of_decisive: 0,
            only_blocker_of_draws: 0,
            claims: 0,
            right: 0,
            wrong: 0,
            alone_right: 0,
            alone_wrong: 0,
        }
    }
}

/// Claims that exclude more than their branches do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unexplained {
    /// All of them.
    pub claims: u64,
    /// The number of these claims that exclude the true result, although no branch does.
    pub wrong: u64,
}

/// The incorrect claims of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongOfBranch {
    /// The name of the branch; `None` for the claims that no branch makes.
    pub branch: Option<String>,
    /// Their number by class.
    pub by_class: ClassCounts,
}

/// A position with an incorrect claim.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The FEN of the position.
    pub fen: String,
    /// The claim as a word of [`Claim::word`].
    ///
    /// [`Claim::word`]: drawproof_recognizers::Claim::word
    pub claim: String,
    /// The true result, for the side to move: `draw`, `win` or `loss`; within the fifty-move rule if
    /// that is applied; of who can still mate as [`TruthKind::word`] has it.
    pub truth: String,
    /// The distance to mate in plies without the fifty-move rule: positive = the side to move wins,
    /// zero or negative = it loses; `None` for a draw.
    pub dtm: Option<i32>,
    /// `cursed-win` or `blessed-loss`, for the side to move, if the fifty-move rule is known to turn
    /// the win or loss into a draw.
    pub fifty: Option<String>,
    /// In the cooperative game, the plies of the shortest helpmate by a colour that the claim says cannot win.
    pub helpmate: Option<u16>,
    /// The class of the position.
    pub class: Class,
    /// The properties that the position shares with others: the patterns that match, or features.
    pub group: String,
    /// The branches that exclude the true result.
    pub because: Vec<String>,
    /// The line to mate, the fifty-move rule left aside, or the helpmate; for a draw without it, moves that
    /// hold it.
    pub line: Line,
}

/// Two symmetric positions with different claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asymmetry {
    /// The FEN of the position.
    pub fen: String,
    /// The claim about it, as a word; `-` for none.
    pub claim: String,
    /// The FEN of the position mirrored or colour-reversed.
    pub other_fen: String,
    /// The claim about the other position.
    pub other_claim: String,
}

/// A missed draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The FEN of the position.
    pub fen: String,
    /// The identifiers of the patterns that match.
    pub patterns: Vec<String>,
}

/// The number of missed draws by the square of a man.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// The letter of the man, as in a FEN.
    pub man: char,
    /// Counts by square, a1 first, h8 last.
    pub squares: Vec<u64>,
}

/// Verdicts on several rules under one counting convention.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The counting convention.
    pub counting: Counting,
    /// The verdict on each rule.
    pub verdicts: Vec<Verdict>,
    /// The families that the endgames belong to.
    pub families: Vec<FamilyVerdict>,
    /// The comparison of the incorrect claims with the known ones, if there is a baseline.
    pub baseline: Option<Compared>,
}

impl Run {
    /// Verdicts on rules for endgames that were not requested as a family.
    pub fn new(counting: Counting, verdicts: Vec<Verdict>) -> Run {
        Run { counting, verdicts, families: Vec::new(), baseline: None }
    }

    /// Returns the positions that the rules were asked about.
    pub fn domain(&self) -> Domain {
        self.verdicts.first().map_or(Domain::EVERYTHING, |verdict| verdict.domain)
    }

    /// Returns the condition that they met besides.
    pub fn condition(&self) -> Option<&str> {
        self.verdicts.first().and_then(|verdict| verdict.condition.as_deref())
    }

    /// Returns the kind of truth that claims were compared with.
    pub fn truth(&self) -> TruthKind {
        self.verdicts.first().map_or(TruthKind::Result, |verdict| verdict.truth)
    }

    /// Returns the treatment of the fifty-move rule.
    pub fn fifty_moves(&self) -> FiftyMoveRule {
        self.verdicts.first().map_or(FiftyMoveRule::Ignored, |verdict| verdict.fifty_moves)
    }

    /// Returns whether every rule is sound.
    pub fn is_sound(&self) -> bool {
        self.verdicts.iter().all(Verdict::is_sound)
    }

    /// Returns whether every rule is sound, or every incorrect claim is known.
    pub fn passes(&self) -> bool {
        self.baseline.as_ref().map_or_else(|| self.is_sound(), Compared::passes)
    }
}

/// The endgames of one family that a rule was verified for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FamilyVerdict {
    /// The family, such as `KBP+K`.
    pub name: String,
    /// The maximum number of men of its endgames.
    pub men: usize,
    /// The endgames that were verified.
    pub endgames: Vec<String>,
    /// The endgames that the rule is not about.
    pub not_applied: Vec<String>,
    /// The endgames that could not be verified.
    pub not_verified: Vec<String>,
    /// Whether all endgames were verified and are sound.
    pub is_sound: bool,
    /// The counts of all endgames, without positions with an en-passant right.
    pub total: Tally,
    /// The counts of positions with an en-passant right.
    pub en_passant: Tally,
}
