//! Statistics of move ordering: which move cut a node off, and why it was tried so early.

/// Why a move stands where it does in the order of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The best move of an earlier search.
    Table,
    /// A capture or promotion that does not lose material by exchange.
    Capture,
    /// A quiet move that refuted a sibling.
    Killer,
    /// Another quiet move, by its history, alone and as a reply to the opponent's move.
    History,
    /// A capture or promotion that loses material by exchange.
    LosingCapture,
}

impl Source {
    /// All of them, in the order in which moves are tried.
    pub const ALL: [Source; 5] =
        [Source::Table, Source::Capture, Source::Killer, Source::History, Source::LosingCapture];

    /// Returns the name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Source::Table => "hash",
            Source::Capture => "captures by exchange",
            Source::Killer => "killers",
            Source::History => "history",
            Source::LosingCapture => "losing captures",
        }
    }
}

/// Move numbers that are counted one by one; later ones share the last count.
pub const NUMBERS: usize = 8;

/// Nodes, quiescence excepted, that a move cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// By the source of the move, `[source]`.
    pub by_source: [u64; Source::ALL.len()],
    /// Of these, those that the first move cut off, `[source]`.
    pub at_first: [u64; Source::ALL.len()],
    /// By the number of the move, `[number - 1]`, the last count with all later ones.
    pub by_number: [u64; NUMBERS],
}

impl Cutoffs {
    /// Counts a node that a move cut off, which was tried as number `number`, from 1.
    pub fn count(&mut self, source: Source, number: usize) {
        self.by_source[source as usize] += 1;
        self.at_first[source as usize] += u64::from(number == 1);
        self.by_number[number.clamp(1, NUMBERS) - 1] += 1;
    }

    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Cutoffs) {
        let pairs = [
            (&mut self.by_source[..], &other.by_source[..]),
            (&mut self.at_first[..], &other.at_first[..]),
            (&mut self.by_number[..], &other.by_number[..]),
        ];
        for (own, others) in pairs {
            own.iter_mut().zip(others).for_each(|(own, other)| *own += other);
        }
    }

    /// Returns all nodes that a move cut off.
    pub fn total(&self) -> u64 {
        self.by_source.iter().sum()
    }
}
