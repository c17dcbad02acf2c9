//! Everything that is found: counts, and examples of each kind, as far as the options ask for them.

use drawproof_recognizers::Claim;
use drawproof_tables::{Layout, Width, census::Counting, positions::Sample};
use serde::{Deserialize, Serialize};

use super::{
    choice::{Choice, KEPT_PER_EXAMPLE},
    distances::DistanceCounts,
    histogram::{CallTimes, Histogram},
    missed::{FeatureCounts, HeatCounts},
    tally::Tally,
};
use crate::{
    enumerate::{Class, Domain, FiftyMoveRule, TruthKind, WordPlace},
    position::OrderedPosition,
    record::Recorder,
    sample::Smallest,
    subject::ScoreBounds,
};

/// The options of a verification.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The counting convention.
    pub counting: Counting,
    /// The domain of positions that the rule is asked about.
    pub domain: Domain,
    /// The text of an additional condition on the positions;
    /// [`Verification::about`](crate::Verification::about) supplies the filter that evaluates it.
    pub condition: Option<String>,
    /// The kind of truth that claims are compared with. The tables must have the metric that
    /// [`TruthKind::metric`] returns for it.
    pub truth: TruthKind,
    /// The treatment of the fifty-move rule.
    pub fifty_moves: FiftyMoveRule,
    /// The maximum number of examples of each kind: counterexamples, asymmetries, missed draws.
    pub examples: usize,
    /// Whether to count missed draws by the features of their positions.
    pub features: bool,
    /// The bounds by which a library's scores are read as claims; `None` if the rule itself makes
    /// the claims.
    pub scores: Option<ScoreBounds>,
    /// The random sample of positions to ask about; `None` to ask about all positions.
    pub sample: Option<Sample>,
    /// Whether to record the claims and patterns of every position.
    pub record: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            counting: Counting::Full,
            domain: Domain::default(),
            condition: None,
            truth: TruthKind::default(),
            fifty_moves: FiftyMoveRule::default(),
            examples: 10,
            features: false,
            scores: None,
            sample: None,
            record: false,
        }
    }
}

impl Options {
    /// Returns the settings that decide which positions are asked about, and their results.
    pub(crate) fn asked(&self) -> (Counting, Domain, FiftyMoveRule) {
        (self.counting, self.domain, self.fifty_moves)
    }
}

/// Two symmetric positions and the bits of the different claims about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Unequal {
    pub positions: [OrderedPosition; 2],
    pub claims: [u8; 2],
}

/// A missed draw and the set of patterns that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct MissedDraw {
    pub position: OrderedPosition,
    pub patterns: u64,
}

/// Everything found in some of the questions. Sums of parts do not depend on their order.
///
/// Serialized for shards, it lacks what only tuning and saved runs need. Serialized findings may
/// come from a file or from the process of a foreign rule, so they are used only after
/// [`Findings::check`]. The order of the fields is the order of serialization.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Findings {
    /// The counts of positions without an en-passant right: White to move, Black to move.
    pub sides: [Tally; 2],
    pub en_passant: Tally,
    /// The number of calls of the rule.
    pub calls: u64,
    /// The number of positions outside of the domain of the verification.
    pub outside: u64,
    pub times: CallTimes,
    pub histogram: Histogram,
    /// The incorrect claims of each class by set of patterns, positions with an en-passant right
    /// included; empty if the rule reports no patterns.
    pub wrong_patterns: [Histogram; Class::COUNT],
    /// The numbers of incorrect claims by distance to mate.
    pub distances: DistanceCounts,
    pub wrong: Choice,
    pub unequal: Smallest<u64, Unequal>,
    pub missed: Smallest<u64, MissedDraw>,
    pub heat: HeatCounts,
    #[serde(skip)]
    pub features: Option<FeatureCounts>,
    #[serde(skip)]
    pub recorder: Option<Recorder>,
}

impl Findings {
    /// Makes empty findings.
    pub fn new(options: &Options) -> Findings {
        let kept = KEPT_PER_EXAMPLE * options.examples;
        Findings {
            sides: [Tally::default(); 2],
            en_passant: Tally::default(),
            calls: 0,
            outside: 0,
            times: CallTimes::default(),
            histogram: Histogram::default(),
            wrong_patterns: Default::default(),
            distances: DistanceCounts::default(),
            wrong: Choice::new(options.examples),
            unequal: Smallest::new(kept),
            missed: Smallest::new(kept),
            heat: HeatCounts::default(),
            features: options.features.then(FeatureCounts::default),
            recorder: options.record.then(Recorder::default),
        }
    }

    /// Returns the counts to which a word's positions belong: the counts for the word's side to
    /// move or, for positions with an en-passant right, [`Findings::en_passant`].
    #[inline(always)]
    pub fn tally(&mut self, place: WordPlace) -> &mut Tally {
        let of_side = &mut self.sides[usize::from(place.black_to_move)];
        if place.is_en_passant() { &mut self.en_passant } else { of_side }
    }

    /// Returns the sum of these findings and `other`, which must be about other questions.
    pub fn add(mut self, other: Findings) -> Findings {
        for side in 0..2 {
            self.sides[side].add(&other.sides[side]);
        }
        self.en_passant.add(&other.en_passant);
        self.calls += other.calls;
        self.outside += other.outside;
        self.times.add(&other.times);
        self.histogram.add(&other.histogram);
        for (all, more) in self.wrong_patterns.iter_mut().zip(&other.wrong_patterns) {
            all.add(more);
        }
        self.distances.add(other.distances);
        self.wrong.add(other.wrong);
        self.unequal.add(other.unequal);
        self.missed.add(other.missed);
        self.heat.add(&other.heat);
        if let (Some(own), Some(more)) = (&mut self.features, other.features) {
            own.add(more);
        }
        if let (Some(own), Some(more)) = (&mut self.recorder, other.recorder) {
            own.add(more);
        }
        self
    }

    /// Checks that deserialized findings can be about the endgame of `layout`: every position has
    /// the endgame's men, and all numbers are in range.
    ///
    /// # Errors
    ///
    /// Fails if the findings cannot be about the endgame; the text of the error is the reason.
    pub fn check(&self, layout: &Layout) -> Result<(), &'static str> {
        let distances_max = usize::from(Width::Two.number_max()) + 2;
        let mut claims = self.unequal.entries().flat_map(|(_, it)| it.claims);
        if !self.times.is_whole()
            || !self.heat.is_whole()
            || self.distances.0.len() > distances_max
            || claims.any(|bits| Claim::from_bits(bits).is_none())
        {
            return Err("a number is out of range");
        }
        let unequal = self.unequal.entries().flat_map(|(_, it)| it.positions);
        let missed = self.missed.entries().map(|(_, it)| it.position);
        let are_of_endgame =
            self.wrong.kept().all(|(_, _, &group, claim)| claim.is_of(group, layout))
                && unequal.chain(missed).all(|position| position.is_of(layout));
        if are_of_endgame { Ok(()) } else { Err("a position is of another endgame") }
    }
}
