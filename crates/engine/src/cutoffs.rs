//! Statistics of move ordering: the moves that cut nodes off, and the reasons for their place in
//! the order.

/// The source of a move, which determines when a node tries the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The best move of an earlier search, from the transposition table.
    Table,
    /// A capture or promotion that loses no material in the exchange on its target square.
    Capture,
    /// A quiet move that refuted a sibling.
    Killer,
    /// Another quiet move, ordered by its earlier success, both in general and as a reply to the
    /// move before.
    History,
    /// A capture or promotion that loses material in the exchange on its target square.
    LosingCapture,
}

impl Source {
    /// All sources, in the order in which a node tries their moves.
    pub const ALL: [Source; 5] =
        [Source::Table, Source::Capture, Source::Killer, Source::History, Source::LosingCapture];

    /// Returns the source's name in reports.
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

/// The number of move numbers counted individually. Later moves share the last count.
pub const NUMBERS: usize = 8;

/// The numbers of nodes that were cut off by a move. Nodes of the quiescence search are not
/// counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// The numbers of cut-offs, `[source of the move]`.
    pub by_source: [u64; Source::ALL.len()],
    /// The numbers of cut-offs by the first move of a node, `[source of the move]`.
    pub at_first: [u64; Source::ALL.len()],
    /// The numbers of cut-offs, `[number of the move in its node - 1]`; the last count includes all
    /// later moves.
    pub by_number: [u64; NUMBERS],
}

impl Cutoffs {
    /// Counts a node that was cut off by its `number`-th move (from 1), which has the given source.
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

    /// Returns the total number of nodes that were cut off by a move.
    pub fn total(&self) -> u64 {
        self.by_source.iter().sum()
    }
}
