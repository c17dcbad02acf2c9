//! Where the men stand in missed draws.

use drawproof_tables::{Layout, Man};
use serde::{Deserialize, Serialize};

use super::wrong_claim::OUT_OF_RANGE;

use crate::{
    enumerate::{Question, for_each_lane},
    position::images_of,
};

/// Counts of missed draws among stored positions. Stored positions with half of the images (both
/// kings on the diagonal) are counted apart: `[half][man][square]`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(into = "Vec<u64>", try_from = "Vec<u64>")]
pub(crate) struct HeatCounts(Box<[[[u64; 64]; 6]; 2]>);

impl Default for HeatCounts {
    fn default() -> HeatCounts {
        HeatCounts(Box::new([[[0; 64]; 6]; 2]))
    }
}

impl From<HeatCounts> for Vec<u64> {
    fn from(counts: HeatCounts) -> Vec<u64> {
        counts.0.as_flattened().as_flattened().to_vec()
    }
}

impl TryFrom<Vec<u64>> for HeatCounts {
    type Error = &'static str;

    fn try_from(numbers: Vec<u64>) -> Result<HeatCounts, &'static str> {
        let mut counts = HeatCounts::default();
        let all = counts.0.as_flattened_mut().as_flattened_mut();
        if all.len() != numbers.len() {
            return Err(OUT_OF_RANGE);
        }
        all.copy_from_slice(&numbers);
        Ok(counts)
    }
}

impl HeatCounts {
    /// Counts the missed draws in some lanes of a question about stored positions.
    pub fn count(&mut self, layout: &Layout, question: &Question, missed: u64) {
        let squares = layout.squares(question.stored.place.word * 64);
        let low_man = layout.low_man();
        for (counts, lanes) in
            self.0.iter_mut().zip([missed & !question.half, missed & question.half])
        {
            let positions = u64::from(lanes.count_ones());
            for (man, &square) in squares.iter().enumerate().filter(|&(man, _)| man != low_man) {
                counts[man][square as usize] += positions;
            }
            for_each_lane(lanes, |lane| counts[low_man][lane] += 1);
        }
    }

    pub fn add(&mut self, other: &HeatCounts) {
        let counts = self.0.as_flattened_mut().as_flattened_mut();
        for (count, more) in counts.iter_mut().zip(other.0.as_flattened().as_flattened()) {
            *count += more;
        }
    }

    /// Counts by square of the whole board for each kind of man; like men are added up.
    pub fn on_the_board(&self, layout: &Layout) -> Vec<(Man, [u64; 64])> {
        let mut result: Vec<(Man, [u64; 64])> = Vec::new();
        let all = images_of(layout);
        for (number, &man) in layout.men().iter().enumerate() {
            if result.last().is_none_or(|(last, _)| *last != man) {
                result.push((man, [0; 64]));
            }
            let counts = &mut result.last_mut().expect("just pushed").1;
            for (half, images) in [all, &all[..all.len() / 2]].into_iter().enumerate() {
                for image in images {
                    for (square, count) in self.0[half][number].iter().enumerate() {
                        counts[image.squares()[square] as usize] += count;
                    }
                }
            }
        }
        result
    }
}
