//! Conversion events: the plies at which the conversions of a block's positions win, and the plies
//! at which they stop being escapes.
//!
//! The initialization notes all events from [`Outcomes`]; the steps of the plies take them in
//! order.

use std::io;

use drawproof_board::Color;

use crate::{
    conversions::{
        exact::{ExactOutcomes, lanes_by_number},
        outcomes::{ALWAYS, FAR, NEVER, NO_WIN, Outcomes},
    },
    memory::lists::ListMemory,
    sets::{
        chunk_list::Entry,
        timeline::{Buckets, Timeline},
    },
    simd::{Chunk, Simd},
};

/// The plies at which conversions change the result of positions, in one block with one side to
/// move.
#[derive(Debug, Default)]
pub struct Events {
    /// Positions by the ply at which a conversion wins.
    pub wins: Timeline,
    /// Positions by the ply at which their last escape by a conversion expires.
    pub expiries: Timeline,
}

/// Collects the conversion events of a block.
#[derive(Default)]
pub struct EventBuckets {
    /// The wins, `[side to move]`.
    wins: [Buckets; 2],
    expiries: [Buckets; 2],
}

impl EventBuckets {
    /// Records the events of the positions `lanes` of at most eight words, starting with word
    /// `first`. Removes from `loss_candidates` the positions that some conversion saves from
    /// losing. A position of `lanes` outside `loss_candidates` is never lost.
    #[inline(always)]
    pub fn note<S: Simd>(
        &mut self,
        simd: S,
        side: Color,
        first: usize,
        lanes: &[u64],
        outcomes: &[Outcomes],
        loss_candidates: &mut [u64],
    ) {
        let (mut winning, mut expiring) = ([0; 8], [0; 8]);
        for (i, (&lanes, outcomes)) in lanes.iter().zip(outcomes).enumerate() {
            if lanes == 0 {
                continue;
            }
            let in_danger = loss_candidates[i];
            let candidates = in_danger & simd.equal(&outcomes.escape, NEVER);
            loss_candidates[i] = candidates;
            if in_danger != candidates {
                expiring[i] = in_danger & !candidates & !simd.equal(&outcomes.escape, ALWAYS);
            }
            winning[i] = lanes & !simd.equal(&outcomes.win, NO_WIN);
        }
        let [wins, expiries] =
            [&mut self.wins, &mut self.expiries].map(|by| &mut by[side as usize]);
        note_by_ply(simd, first, outcomes, |outcomes| &outcomes.win, winning, wins);
        note_by_ply(simd, first, outcomes, |outcomes| &outcomes.escape, expiring, expiries);
    }

    /// Returns the collected events by side to move; nothing may be recorded afterwards. `mating`
    /// is the colour that mates with the other side's help, if helpmates are counted. `exact`
    /// returns the outcomes of lanes whose ply does not fit into a byte.
    pub fn take(
        &mut self,
        memory: &ListMemory,
        mating: Option<Color>,
        exact: impl Fn(Color, Entry) -> ExactOutcomes,
    ) -> io::Result<[Events; 2]> {
        let mut of = |color: Color| -> io::Result<Events> {
            let [wins, expiries] =
                [&mut self.wins, &mut self.expiries].map(|by| &mut by[color as usize]);
            wins.move_later(FAR, |entry| lanes_by_number(&exact(color, entry).win, entry.lanes));
            expiries
                .move_later(FAR, |entry| lanes_by_number(&exact(color, entry).escape, entry.lanes));
            let (mut wins, expiries) = (wins.drain(memory)?, expiries.drain(memory)?);
            if mating == Some(!color) {
                // [`Recount::Helping`] explains why.
                wins = wins.put_off(1);
            }
            Ok(Events { wins, expiries })
        };
        Ok([of(Color::White)?, of(Color::Black)?])
    }
}

/// Adds the positions `lanes` of some words, starting with `first`, to the buckets of their plies.
#[inline(always)]
fn note_by_ply<S: Simd>(
    simd: S,
    first: usize,
    outcomes: &[Outcomes],
    plies: impl Fn(&Outcomes) -> &[u8; 64],
    mut lanes: Chunk,
    buckets: &mut Buckets,
) {
    for word in 0..outcomes.len() {
        while lanes[word] != 0 {
            let ply = plies(&outcomes[word])[lanes[word].trailing_zeros() as usize];
            let mut equal = [0; 8];
            // The lanes of the earlier words have been added already.
            for (other, outcomes) in outcomes.iter().enumerate().skip(word) {
                equal[other] = simd.equal(plies(outcomes), ply) & lanes[other];
                lanes[other] &= !equal[other];
            }
            buckets.ply(ply).push_words(first, &equal);
        }
    }
}
