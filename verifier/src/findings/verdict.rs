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

/// The verdict on one rule for one endgame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The endgame in canonical notation.
    pub endgame: String,
    /// The rule's name.
    pub name: String,
    /// The counting convention.
    pub counting: Counting,
    /// The domain of positions that the rule was asked about.
    pub domain: Domain,
    /// The text of the additional condition on the positions asked about; `None` without such a
    /// condition.
    pub condition: Option<String>,
    /// The kind of truth that claims were compared with.
    pub truth: TruthKind,
    /// The treatment of the fifty-move rule.
    pub fifty_moves: FiftyMoveRule,
    /// The bounds by which scores were read as claims; `None` if the rule itself made the claims.
    pub scores: Option<ScoreBounds>,
    /// The random sample that the rule was asked about; `None` if it was asked about all positions.
    pub sampled: Option<Sampled>,
    /// The frequency of the endgame in games; `None` if the frequency is not known.
    pub met: Option<Met>,
    /// The reason why [`Tally::incorrect_but_cursed`] was not counted although it was requested:
    /// the tables were unavailable. `None` otherwise.
    pub why_not_pardoned: Option<String>,
    /// The counts of positions without an en-passant right: White to move, Black to move.
    pub sides: [Tally; 2],
    /// The counts of positions with a legal en-passant right.
    pub en_passant: Tally,
    /// The number of calls of the rule: one for each position and one for each colour-reversed
    /// position.
    pub calls: u64,
    /// The median time of a call in nanoseconds, measured on a sample.
    pub nanoseconds_per_call: f64,
    /// The duration of the verification in seconds.
    pub seconds: f64,
    /// The counts of each reason, in the order of the reasons' bits.
    pub patterns: Vec<PatternTally>,
    /// The incorrect claims of each branch, positions with an en-passant right included. A claim
    /// that several branches make counts once for each of them.
    pub wrong_by_branch: Vec<WrongOfBranch>,
    /// The claims that exclude more results than their branches do; `None` for a rule without
    /// branches.
    pub unexplained: Option<Unexplained>,
    /// Whether the rule itself reports, for each branch, the results that the branch leaves
    /// possible.
    pub has_halves: bool,
    /// The incorrect claims by distance to mate without the fifty-move rule, positions with an
    /// en-passant right included.
    pub incorrect_by_distance: Vec<IncorrectAtDistance>,
    /// Examples of incorrect claims from all classes, distances and groups, with at most one from
    /// each class of symmetric positions. Quiet positions come first; within a class, the quickest
    /// mates come first.
    pub counterexamples: Vec<Counterexample>,
    /// Pairs of symmetric positions with different claims.
    pub asymmetries: Vec<Asymmetry>,
    /// A sample of the missed draws.
    pub missed: Vec<Example>,
    /// The number of missed draws by square, on the whole board, for each kind of man.
    pub heat: Vec<Heat>,
    /// Missed draws by features, largest group first; `None` unless [`Options::features`] is set.
    ///
    /// [`Options::features`]: crate::Options::features
    pub features: Option<Vec<FeatureGroup>>,
    /// The number of positions by set of matching patterns, result and claim; empty if the rule
    /// reports no patterns. If the rule states the results of each branch, [`Row::set`] is only an
    /// identifier of the set.
    pub rows: Vec<Row>,
}

impl Verdict {
    /// Returns the sum of the counts of both sides to move, without en-passant positions.
    pub fn total(&self) -> Tally {
        let mut total = self.sides[0];
        total.add(&self.sides[1]);
        total
    }

    /// Returns whether every claim is correct and symmetric positions have the same claim.
    pub fn is_sound(&self) -> bool {
        self.total().is_sound() && self.en_passant.is_sound()
    }

    /// Returns the sum of the counts of both sides to move, with en-passant positions.
    pub fn total_with_en_passant(&self) -> Tally {
        let mut total = self.total();
        total.add(&self.en_passant);
        total
    }

    /// Returns the numbers of missed draws and of incorrect claims that 1,000 games are expected to
    /// meet, `[missed, incorrect]`. Each game that reaches the endgame is assumed to meet one
    /// position, drawn from the games' positions ([`Met::positions`]) or, if these are not known,
    /// from all positions of the endgame. `None` if it is not known how often games reach the
    /// endgame.
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

    /// Returns whether the rule makes any claim other than a draw.
    pub fn claims_wins(&self) -> bool {
        self.total_with_en_passant().claims.has_other_than_draws()
    }

    /// Returns whether the rule is about draws: it claims at least one draw, or makes no claim at
    /// all.
    pub fn is_about_draws(&self) -> bool {
        self.total_with_en_passant().claims.are_about_draws()
    }
}

/// The frequency of an endgame in games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Met {
    /// The number of games in 1,000 that reach the endgame.
    pub games_per_thousand: f64,
    /// The counts of the positions of this endgame that occurred in games, each counted as often as
    /// it occurred; `None` if the positions are not known.
    pub positions: Option<Tally>,
}

/// The random sample that a verdict is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampled {
    /// An estimate of the number of legal positions of the endgame, counting permutations of like
    /// men as different.
    pub of: u64,
    /// The seed of the sample.
    pub seed: u64,
    /// The maker of the tables that the results come from: `drawproof` or `syzygy`.
    pub source: String,
}

/// The counts of one reason. A reason's claims are the rule's claims where the reason matches; if
/// the rule reports the results of each branch, a branch's claims are the results that the branch
/// leaves possible. An exception is alone where no other exception matches. A branch is alone where
/// it excludes a result that no other branch excludes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternTally {
    /// The name and description of the reason.
    pub name: Reason,
    /// The number of positions on which the reason matches.
    pub matched: u64,
    /// Unique wins protected: the number of decisive positions on which this reason matches, and no
    /// other reason of the same role.
    pub only_guard_of_decisive: u64,
    /// Unique draws cost: the number of drawn positions on which this reason matches, and no other
    /// reason of the same role.
    pub only_blocker_of_draws: u64,
    /// The number of the reason's claims of any kind.
    pub claims: u64,
    /// The number of the reason's right claims.
    pub right: u64,
    /// The number of the reason's wrong claims.
    pub wrong: u64,
    /// The number of right claims where the reason is alone.
    pub alone_right: u64,
    /// The number of wrong claims where the reason is alone; for a branch, wrong claims that no
    /// other branch makes.
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

/// The number of claims that exclude more results than their branches do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unexplained {
    /// The number of these claims.
    pub claims: u64,
    /// The number of these claims that exclude the true result although no branch does.
    pub wrong: u64,
}

/// The number of incorrect claims of a branch in each class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongOfBranch {
    /// The name of the branch; `None` for the claims that no branch makes.
    pub branch: Option<String>,
    /// The number of the branch's incorrect claims in each class.
    pub by_class: ClassCounts,
}

/// A position with an incorrect claim.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Counterexample {
    /// The FEN of the position.
    pub fen: String,
    /// The claim as a word, see [`Claim::word`].
    ///
    /// [`Claim::word`]: drawproof_recognizers::Claim::word
    pub claim: String,
    /// The true result for the side to move: `draw`, `win` or `loss`, within the fifty-move rule if
    /// that is applied. With `--truth can-mate`, a word of [`TruthKind::word`].
    pub truth: String,
    /// The distance to mate in plies without the fifty-move rule: positive if the side to move
    /// wins, zero or negative if it loses; `None` for a draw.
    pub dtm: Option<i32>,
    /// `cursed-win` or `blessed-loss`, for the side to move, if the fifty-move rule is known to
    /// turn
    /// the win or loss into a draw.
    pub fifty: Option<String>,
    /// With `--truth can-mate`, the length in plies of the shortest helpmate in which a colour
    /// mates although the claim says that this colour cannot; otherwise `None`.
    pub helpmate: Option<u16>,
    /// The class of the position.
    pub class: Class,
    /// The properties that the position shares with others: the matching patterns, or features.
    pub group: String,
    /// The names of the branches that exclude the true result.
    pub because: Vec<String>,
    /// The line of moves to mate, ignoring the fifty-move rule, or the helpmate; for a draw without
    /// that rule, moves that hold the draw.
    pub line: Line,
}

/// Two symmetric positions with different claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asymmetry {
    /// The FEN of one position.
    pub fen: String,
    /// The claim about the position `fen` as a word; `-` if there is no claim.
    pub claim: String,
    /// The FEN of the mirrored or colour-reversed position.
    pub other_fen: String,
    /// The claim about the position `other_fen` as a word; `-` if there is no claim.
    pub other_claim: String,
}

/// A missed draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The FEN of the position.
    pub fen: String,
    /// The identifiers of the patterns that match in the position.
    pub patterns: Vec<String>,
}

/// The number of missed draws with a man of one kind on each square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heat {
    /// The letter of the man, as in a FEN.
    pub man: char,
    /// The number of missed draws with such a man on each square, in the order a1, b1, ..., h8.
    pub squares: Vec<u64>,
}

/// The verdicts of one run, under one counting convention.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The counting convention of all verdicts.
    pub counting: Counting,
    /// The verdict on the rule for each endgame.
    pub verdicts: Vec<Verdict>,
    /// The verdicts on the families of endgames that were requested.
    pub families: Vec<FamilyVerdict>,
    /// The comparison of the incorrect claims with a baseline; `None` without a baseline.
    pub baseline: Option<Compared>,
}

impl Run {
    /// Makes a run of verdicts, without families and without a baseline.
    pub fn new(counting: Counting, verdicts: Vec<Verdict>) -> Run {
        Run { counting, verdicts, families: Vec::new(), baseline: None }
    }

    /// Returns the domain of positions that the rules were asked about.
    pub fn domain(&self) -> Domain {
        self.verdicts.first().map_or(Domain::EVERYTHING, |verdict| verdict.domain)
    }

    /// Returns the text of the additional condition on the positions asked about; `None` without
    /// such a condition.
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

    /// Returns whether every verdict is sound: no claim is incorrect, and symmetric positions have
    /// the same claim.
    pub fn is_sound(&self) -> bool {
        self.verdicts.iter().all(Verdict::is_sound)
    }

    /// Returns whether the run passes: every rule is sound or, with a baseline, every incorrect
    /// claim is known.
    pub fn passes(&self) -> bool {
        self.baseline.as_ref().map_or_else(|| self.is_sound(), Compared::passes)
    }
}

/// The verdict on a rule for one family of endgames.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FamilyVerdict {
    /// The name of the family, such as `KBP+K`.
    pub name: String,
    /// The maximum number of men of the family's endgames.
    pub men: usize,
    /// The endgames that were verified.
    pub endgames: Vec<String>,
    /// The endgames that the rule does not apply to.
    pub not_applied: Vec<String>,
    /// The endgames that could not be verified.
    pub not_verified: Vec<String>,
    /// Whether all endgames were verified and are sound.
    pub is_sound: bool,
    /// The sum of the counts of all endgames, without positions with an en-passant right.
    pub total: Tally,
    /// The sum of the counts of positions with an en-passant right.
    pub en_passant: Tally,
}
