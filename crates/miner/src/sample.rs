//! The training data: the features of every decisive position and of a sample of the draws.

use std::sync::Mutex;

use drawproof_features::{
    Library, VALUE_MAX,
    operator::Column,
    program::{NodeId, Program, Squares},
};

use drawproof_tables::{parallel, positions::one_in};

use crate::world::{SetsByWord, World};

/// The number of words in a task.
const CHUNK_WORDS: usize = 4096;

/// The feature values of positions, one row of bytes for each position.
#[derive(Clone, Default)]
pub struct Rows {
    width: usize,
    values: Vec<u8>,
}

impl Rows {
    /// Makes rows of `width` values each from the values of all rows.
    pub fn new(width: usize, values: Vec<u8>) -> Rows {
        assert!(values.len().is_multiple_of(width), "every row is whole");
        Rows { width, values }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.values.len() / self.width.max(1)
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the feature values of the position with an index.
    #[inline(always)]
    pub fn row(&self, position: usize) -> &[u8] {
        &self.values[position * self.width..(position + 1) * self.width]
    }
}

/// The sampled positions that trees or patterns are learned from.
#[derive(Clone)]
pub struct Sample {
    /// The numbers of the features in their library, in the order of a row.
    pub features: Vec<usize>,
    /// The features of the decisive positions, or of a sample of them.
    pub decisive: Rows,
    /// The features of the sampled draws.
    pub draws: Rows,
    /// The number of draws that one draw of the sample represents.
    pub draw_weight: f64,
    /// The number of decisive positions that one decisive position of the sample represents; 1 for
    /// a recognizer.
    pub decisive_weight: f64,
}

/// The reciprocals of the shares of positions that a sample takes.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The sample takes one draw in this many.
    pub draws: u64,
    /// The sample takes one decisive position in this many.
    pub decisive: u64,
}

/// A selection of features, ready to be evaluated in 64 positions at a time.
pub struct Probe {
    program: Program,
    roots: Vec<NodeId>,
    dependencies: Vec<u8>,
}

impl Probe {
    /// Selects features of a library by number.
    pub fn new(library: &Library, features: &[usize]) -> Probe {
        let nodes: Vec<NodeId> = features.iter().map(|&f| library.features()[f].node).collect();
        let (program, roots) = library.program().part(&nodes);
        let dependencies = program.dependencies();
        Probe { program, roots, dependencies }
    }

    /// Evaluates the features in 64 positions. Writes the values to `columns`, which grows to the
    /// size needed.
    pub fn evaluate(&self, squares: &Squares, columns: &mut Vec<Column>) {
        columns.resize(self.program.nodes().len(), [0; 64]);
        self.program.evaluate(squares, &self.dependencies, columns);
    }

    /// Returns the value of a selected feature in the position of a lane, 0 to 63.
    #[inline(always)]
    pub fn value(&self, columns: &[Column], feature: usize, lane: usize) -> u8 {
        columns[self.roots[feature] as usize][lane].min(VALUE_MAX) as u8
    }

    /// Returns the number of selected features.
    pub fn width(&self) -> usize {
        self.roots.len()
    }
}

impl Sample {
    /// Samples all positions of `world`.
    pub fn take(world: &World, library: &Library, features: &[usize], share: Share) -> Sample {
        Sample::take_of(world, library, features, share, &|word| world.lanes(word))
    }

    /// Samples some positions. `lanes` returns the draws and the decisive positions of a word as
    /// bits; they must be in [`World::lanes`].
    pub fn take_of(
        world: &World,
        library: &Library,
        features: &[usize],
        share: Share,
        lanes: &SetsByWord,
    ) -> Sample {
        let probe = Probe::new(library, features);
        let width = features.len();
        let chunks = world.words().div_ceil(CHUNK_WORDS);
        let words =
            |chunk: usize| chunk * CHUNK_WORDS..((chunk + 1) * CHUNK_WORDS).min(world.words());
        let kept = |word: usize| {
            let (draws, decisive) = lanes(word);
            let first = word as u64 * 64;
            (one_in(share.draws, first, draws), one_in(share.decisive, first, decisive))
        };
        let counts = parallel::map(chunks, |chunk| {
            words(chunk).map(kept).fold((0, 0), |(draws, decisive), (a, b)| {
                (draws + a.count_ones() as usize, decisive + b.count_ones() as usize)
            })
        });
        let mut draws = vec![0; counts.iter().map(|c| c.0).sum::<usize>() * width];
        let mut decisive = vec![0; counts.iter().map(|c| c.1).sum::<usize>() * width];
        let (mut rest_draws, mut rest_decisive) = (&mut draws[..], &mut decisive[..]);
        let mut tasks = Vec::new();
        for &(of_draws, of_decisive) in &counts {
            let (own_draws, left) = rest_draws.split_at_mut(of_draws * width);
            rest_draws = left;
            let (own_decisive, left) = rest_decisive.split_at_mut(of_decisive * width);
            rest_decisive = left;
            tasks.push(Mutex::new((own_draws, own_decisive)));
        }
        parallel::each(chunks, &|chunk| {
            let mut rows = tasks[chunk].lock().expect("each chunk is locked once");
            let (draws, decisive) = &mut *rows;
            let mut columns = Vec::new();
            let (mut draws, mut decisive) =
                (draws.chunks_exact_mut(width), decisive.chunks_exact_mut(width));
            for word in words(chunk) {
                let (drawn, lost) = kept(word);
                if drawn | lost == 0 {
                    continue;
                }
                let places = world.places(word).expect("there are lanes");
                probe.evaluate(&places.squares, &mut columns);
                for lane in (0..64).filter(|lane| (drawn | lost) >> lane & 1 != 0) {
                    let is_draw = drawn >> lane & 1 != 0;
                    let row = if is_draw { draws.next() } else { decisive.next() };
                    for (feature, value) in row.expect("as many as counted").iter_mut().enumerate()
                    {
                        *value = probe.value(&columns, feature, lane);
                    }
                }
            }
        });
        Sample {
            features: features.to_vec(),
            decisive: Rows { width, values: decisive },
            draws: Rows { width, values: draws },
            draw_weight: share.draws as f64,
            decisive_weight: share.decisive as f64,
        }
    }

    /// Returns the positions of two samples, whose features are the same by index in a row.
    pub(crate) fn joined(mut self, other: Sample) -> Sample {
        self.decisive.values.extend(other.decisive.values);
        self.draws.values.extend(other.draws.values);
        self
    }

    /// Adds the decisive positions of another sample with the same features.
    pub fn add_decisive(&mut self, other: Sample) {
        self.decisive.values.extend(other.decisive.values);
    }

    /// Splits the sample into the positions whose feature (an index in a row) is at most
    /// `threshold`, and the others.
    pub fn divided(&self, feature: usize, threshold: u8) -> [Sample; 2] {
        let of = |rows: &Rows| {
            let (mut low, mut high) = (Vec::new(), Vec::new());
            for row in rows.values.chunks_exact(rows.width) {
                let side = if row[feature] <= threshold { &mut low } else { &mut high };
                side.extend_from_slice(row);
            }
            [low, high].map(|values| Rows { width: rows.width, values })
        };
        let ([low, high], [decisive_low, decisive_high]) = (of(&self.draws), of(&self.decisive));
        [(low, decisive_low), (high, decisive_high)].map(|(draws, decisive)| Sample {
            features: self.features.clone(),
            decisive,
            draws,
            draw_weight: self.draw_weight,
            decisive_weight: self.decisive_weight,
        })
    }

    /// Returns the largest value of each feature in the sample.
    pub fn largest(&self) -> Vec<u8> {
        let of = |rows: &Rows| {
            let raise = |mut most: Vec<u8>, row: &[u8]| {
                most.iter_mut().zip(row).for_each(|(most, &value)| *most = value.max(*most));
                most
            };
            let all = parallel::map_ranges(rows.len(), 4096, |rows_of_part| {
                rows_of_part.map(|number| rows.row(number)).fold(vec![0; rows.width], raise)
            });
            all.iter().map(Vec::as_slice).fold(vec![0; rows.width], raise)
        };
        of(&self.draws).iter().zip(of(&self.decisive)).map(|(&a, b)| a.max(b)).collect()
    }
}
