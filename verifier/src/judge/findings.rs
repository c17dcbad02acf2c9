//! What judging finds: counts, and examples of each kind.

use super::{
    call_times::CallTimes, features::FeatureCounts, heat::HeatCounts, histogram::Histogram,
    options::Options, tally::Tally,
};
use crate::{
    enumerate::Batch, position::OrderedPosition, record::Recorder, sample::Smallest,
    subject::Claims,
};

/// The order of incorrect claims: plies to mate (draws last), then the stored position.
pub(crate) type WrongKey = (u16, u64);

/// Entries kept for each one wanted. Several stored positions may belong to one symmetry class,
/// which only the conclusion recognises: two orders of like men (twice), two mirror images on the
/// diagonal, two colours, with and without an en-passant right: 2^5.
const KEPT_PER_EXAMPLE: usize = 32;

/// An incorrect claim. The order of the fields is the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WrongClaim {
    /// 0 for a stored position, 1 for another image of it, 2 for the colour-reversed position.
    pub variant: u8,
    pub position: OrderedPosition,
    /// The number of the claim.
    pub claim: usize,
    /// The table cell.
    pub cell: u8,
}

/// Two symmetric positions and the numbers of the different claims about them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Unequal {
    pub positions: [OrderedPosition; 2],
    pub claims: [usize; 2],
}

/// A missed draw and the set of patterns that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MissedDraw {
    pub position: OrderedPosition,
    pub patterns: u64,
}

/// Everything found in some of the questions. Sums of parts do not depend on their order.
#[derive(Clone)]
pub(crate) struct Findings {
    /// White to move, Black to move.
    pub sides: [Tally; 2],
    pub en_passant: Tally,
    /// The number of calls of the rule.
    pub calls: u64,
    pub times: CallTimes,
    pub histogram: Histogram,
    pub wrong: Smallest<WrongKey, WrongClaim>,
    pub unequal: Smallest<u64, Unequal>,
    pub missed: Smallest<u64, MissedDraw>,
    pub heat: HeatCounts,
    pub features: Option<FeatureCounts>,
    pub recorder: Option<Recorder>,
    /// The batch of the word's stored positions and the claims about them, which the claims about
    /// their images are compared with.
    pub(super) stored: Option<(Batch, Claims)>,
}

impl Findings {
    pub(super) fn new(options: &Options) -> Findings {
        let kept = KEPT_PER_EXAMPLE * options.examples;
        Findings {
            sides: [Tally::default(); 2],
            en_passant: Tally::default(),
            calls: 0,
            times: CallTimes::default(),
            histogram: Histogram::default(),
            wrong: Smallest::new(kept),
            unequal: Smallest::new(kept),
            missed: Smallest::new(kept),
            heat: HeatCounts::default(),
            features: options.features.then(FeatureCounts::default),
            recorder: options.record.then(Recorder::default),
            stored: None,
        }
    }

    pub fn add(mut self, other: Findings) -> Findings {
        for side in 0..2 {
            self.sides[side].add(&other.sides[side]);
        }
        self.en_passant.add(&other.en_passant);
        self.calls += other.calls;
        self.times.add(&other.times);
        self.histogram.add(&other.histogram);
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

    /// Ends a chunk: all its questions have been judged.
    pub fn end_chunk(&mut self, chunk: usize) {
        if let Some(recorder) = &mut self.recorder {
            recorder.end_chunk(chunk);
        }
    }
}
